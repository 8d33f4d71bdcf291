/// Rules and events as a rule service has them: 40 % equalities of two to four fields, 20 % with ranges, 15 %
/// prefixes and suffixes, 10 % IN, 10 % disjunctions, 5 % patterns, over lines of JSON of about 550 bytes with 20
/// fields.
struct Workload {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(state: seed) }

    /// Text fields, with the number of their values. Small numbers are commoner than large ones, as in real events.
    static let texts: [(name: String, count: Int)] = [
        ("service", 200), ("host", 2000), ("region", 24), ("level", 6), ("method", 5), ("tenant", 500), ("user", 20000),
        ("country", 120), ("plan", 4), ("device", 60),
    ]
    /// Number fields, with their greatest value.
    static let numbers: [(name: String, greatest: Int)] = [
        ("status", 60), ("latency", 10000), ("size", 1_000_000), ("retries", 10), ("score", 1000), ("amount", 100_000),
    ]

    private static let verbs = [
        "orders", "users", "items", "carts", "invoices", "payments", "search", "sessions", "files", "events",
    ]
    private static let extensions = ["json", "html", "png", "css", "js", "csv", "xml", "pdf"]
    private static let words = [
        "connection", "refused", "timeout", "retry", "upstream", "database", "cache", "missing", "token", "expired",
        "quota", "exceeded", "queue", "full", "worker", "started", "stopped", "slow", "query", "request",
    ]

    /// A value of a text field. The share of a value falls with its number.
    private mutating func text(_ field: Int) -> String {
        let count = Self.texts[field].count
        let skewed = random.fraction() * random.fraction()
        return "\(Self.texts[field].name)-\(Int(skewed * Double(count)))"
    }

    private mutating func path() -> String {
        let start = "/api/v\(random.below(3))/\(random.pick(Self.verbs))/\(random.below(400))"
        return start + "/\(random.pick(Self.verbs)).\(random.pick(Self.extensions))"
    }

    private mutating func message() -> String {
        let words = (0..<3).map { _ in random.pick(Self.words) }.joined(separator: " ")
        return words + " id=\(random.below(3000)) code=\(random.below(400))"
    }

    // MARK: Events

    mutating func event() -> String {
        var members: [String] = []
        for field in Self.texts.indices { members.append("\"\(Self.texts[field].name)\":\"\(text(field))\"") }
        for field in Self.numbers { members.append("\"\(field.name)\":\(random.below(field.greatest))") }
        members.append("\"path\":\"\(path())\"")
        members.append("\"message\":\"\(message())\"")
        let trace = (0..<3).map { _ in String(random.next(), radix: 16) }.joined()
        members.append("\"trace\":\"\(trace)\"")
        let (build, version) = (random.below(100), 100 + random.below(30))
        let agent = "Mozilla/5.0 (X11; Linux x86_64) build/\(build) Chrome/\(version).0.0.0 Safari/537.36 (like Gecko)"
        members.append("\"agent\":\"\(agent)\"")
        members.append("\"active\":\(random.below(2) == 0)")
        members.append("\"parent\":null")
        return "{\(members.joined(separator: ","))}"
    }

    // MARK: Rules

    /// A clause in the language, the same as a closure, and for other engines as far as they can say it.
    struct Clause {
        var text: String
        var test: @Sendable (Event) -> Bool
        /// An expression of BE-Tree, which has no regular expressions.
        var betree: String?
        /// Patterns of Quamina, of which one must match: values or wildcards by field. It has no ranges.
        var quamina: [[String: String]]?
    }

    private mutating func distinctTexts(_ count: Int) -> [Int] {
        var fields = Array(Self.texts.indices)
        fields.shuffle(using: &random)
        return Array(fields.prefix(count))
    }

    private mutating func equality(_ field: Int) -> Clause {
        let value = text(field)
        let name = Self.texts[field].name
        return Clause(
            text: "\(name) == '\(value)'", test: { $0.texts[field] == value }, betree: "\(name) = \"\(value)\"",
            quamina: [[name: "\"\(value)\""]])
    }

    private mutating func range(width: Double) -> Clause {
        let field = random.below(Self.numbers.count)
        let (name, greatest) = Self.numbers[field]
        let part = Int(width * Double(greatest))
        if random.below(2) == 0 {
            let low = random.below(max(1, greatest - part))
            let high = low + part
            return Clause(
                text: "\(name) BETWEEN {\(low), \(high)}",
                test: { $0.numbers[field] >= low && $0.numbers[field] <= high },
                betree: "(\(name) >= \(low) and \(name) <= \(high))")
        }
        let bound = greatest - part
        return Clause(
            text: "\(name) > \(bound)", test: { $0.numbers[field] > bound }, betree: "\(name) > \(bound)")
    }

    private mutating func equalities() -> Clause {
        // One of the fields has many values; otherwise most rules would hold for many events.
        let first = random.pick([0, 1, 5, 6])
        let others = distinctTexts(4).filter { $0 != first }.prefix(1 + random.below(3))
        return Self.all(([first] + others).map { equality($0) })
    }

    private static func all(_ clauses: [Clause]) -> Clause {
        let betree = clauses.compactMap(\.betree)
        var patterns: [[String: String]]? = [[:]]
        for clause in clauses {
            guard let left = patterns, let right = clause.quamina else {
                patterns = nil
                break
            }
            patterns = left.flatMap { left in right.map { left.merging($0) { first, _ in first } } }
        }
        return Clause(
            text: clauses.map(\.text).joined(separator: " AND "),
            test: { event in clauses.allSatisfy { $0.test(event) } },
            betree: betree.count == clauses.count ? "(\(betree.joined(separator: " and ")))" : nil, quamina: patterns)
    }

    /// A rule.
    mutating func rule() -> Clause {
        switch random.below(100) {
        case ..<40: return equalities()
        case ..<60:
            let also = random.below(2) == 0 ? [equality(random.pick([2, 3, 7]))] : []
            return Self.all([range(width: 0.045), range(width: 0.1)] + also)
        case ..<75:
            if random.below(2) == 0 {
                let prefix = "/api/v\(random.below(3))/\(random.pick(Self.verbs))/\(random.below(400))/"
                return Clause(
                    text: "path BEGINSWITH '\(prefix)'", test: { $0.path.utf8.starts(with: prefix.utf8) },
                    betree: "starts_with(path, \"\(prefix)\")",
                    quamina: [["path": "{\"shellstyle\":\"\(prefix)*\"}"]])
            }
            let suffix = "/\(random.pick(Self.verbs)).\(random.pick(Self.extensions))"
            let clause = Clause(
                text: "path ENDSWITH '\(suffix)'", test: { $0.path.hasSuffix(suffix) },
                betree: "ends_with(path, \"\(suffix)\")", quamina: [["path": "{\"shellstyle\":\"*\(suffix)\"}"]])
            return Self.all([clause, range(width: 0.05)])
        case ..<85:
            let field = random.pick([0, 1, 5, 6])
            let values = (0..<4).map { _ in text(field) }
            let list = values.map { "'\($0)'" }.joined(separator: ", ")
            let quoted = values.map { "\"\($0)\"" }
            let name = Self.texts[field].name
            let clause = Clause(
                text: "\(name) IN {\(list)}", test: { values.contains($0.texts[field]) },
                betree: "\(name) in (\(quoted.joined(separator: ", ")))",
                quamina: [[name: quoted.joined(separator: ",")]])
            return Self.all([clause, range(width: 0.05)])
        case ..<95:
            let (a, b) = (Self.all([equality(1), range(width: 0.1)]), Self.all([equality(5), equality(0)]))
            return Clause(
                text: "(\(a.text)) OR (\(b.text))", test: { a.test($0) || b.test($0) },
                betree: a.betree.flatMap { a in b.betree.map { "(\(a) or \($0))" } })
        default:
            let (word, number) = (random.pick(Self.words), random.below(3000))
            return Clause(
                text: "message MATCHES '.*\(word) id=\(number) code=[0-9]+'",
                test: { $0.message.contains("\(word) id=\(number) code=") },
                // Every message ends in digits.
                quamina: [["message": "{\"shellstyle\":\"*\(word) id=\(number) code=*\"}"]])
        }
    }

    // MARK: Values that are not spread evenly

    /// An event in which some values are much commoner than rules suggest: one service has 90 % of the events, and most
    /// are fast.
    mutating func skewedEvent() -> String {
        let service = random.below(10) > 0 ? 0 : random.below(200)
        let slow = random.fraction() * random.fraction() * random.fraction()
        return #"{"service":"service-\#(service)","latency":\#(Int(slow * 10_000)),"retries":\#(random.below(10)),"#
            + #""size":\#(random.below(1_000_000)),"path":"\#(path())","message":"\#(message())"}"#
    }

    /// A rule about such events. The constants say that few events have the service, and nothing of the other conditions.
    mutating func skewedRule() -> String {
        let service = random.below(2) == 0 ? 0 : random.below(200)
        return "service == 'service-\(service)' AND latency > \(5000 + random.below(5000))"
            + " AND size + \(random.below(100)) > retries AND retries * 2 > \(16 + random.below(3))"
    }
}

/// An event as a Swift value, for closures.
struct Event: Sendable {
    var texts: [String]
    var numbers: [Int]
    var path: String
    var message: String
}

/// Random numbers that are the same in every run.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
    mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }
}
