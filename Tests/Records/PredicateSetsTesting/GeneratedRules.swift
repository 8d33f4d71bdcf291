import PredicateFormat
import PredicateTesting

/// Rules and records with few distinct values, so that rules often hold, and all kinds of values in every field.
package struct GeneratedRules: Sendable {
    package var random: SeededRandom

    package init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private static let fields = [
        "a", "b", "c", "d", "flag", "when", "tags", "user.name", "user.age", "items.price", "e-f",
    ]
    private static let texts = [
        "", "a", "ab", "abc", "abcd", "error", "Error", "ERROR", "err", "é", "e\u{301}", "straße", "STRASSE", "x*y",
        "a.b",
        "2024-01-31T00:00:00Z", "2024-02-01T12:30:00+02:00", "/api/users", "/api/items/7", "/static/x.png", "null", "1",
    ]
    private static let numbers = [
        "0", "1", "-1", "2", "3", "10", "0.5", "-0.5", "1.0", "2.5", "9007199254740993", "9007199254740992.0", "-0.0",
        "9223372036854775807", "1e19", "-1e300", "1e-300",
    ]

    private mutating func field() -> String {
        let path = random.pick(Self.fields)
        return path == "e-f" ? #"SELF."e-f""# : path
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.unicodeScalars.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }

    private mutating func text() -> String { Self.quoted(random.pick(Self.texts)) }
    private mutating func number() -> String { random.pick(Self.numbers) }
    private mutating func options() -> String { random.pick(["", "", "", "[c]", "[cd]", "[d]", "[n]", "[l]"]) }
    private mutating func literal() -> String {
        switch random.below(10) {
        case 0...3: text()
        case 4...7: number()
        case 8: random.pick(["TRUE", "FALSE"])
        default: random.pick(["nil", #"CAST("2024-01-31T00:00:00Z", "NSDate")"#])
        }
    }

    private mutating func comparison() -> String {
        switch random.below(22) {
        case 20:
            let (any, list) = (
                random.pick(["ANY", "ANY", "NONE", "ALL"]), random.pick(["tags", "tags", "items.price", "a"])
            )
            return "\(any) \(list) \(random.pick(["==", "==", "!="]))\(options()) \(text())"
        case 21: return random.pick(["tags CONTAINS\(options()) \(text())", "\(text()) IN tags"])
        case 0...4: return "\(field()) == \(literal())"
        case 5: return "\(field()) != \(literal())"
        case 6: return "\(field()) ==\(options()) \(text())"
        case 7: return "\(field()) \(random.pick(["<", "<=", ">", ">="])) \(number())"
        case 8: return "\(field()) \(random.pick(["<", "<=", ">", ">="]))\(options()) \(text())"
        case 9: return "\(field()) BETWEEN {\(number()), \(number())}"
        case 10: return "\(field()) IN {\(literal()), \(literal()), \(literal())}"
        case 11: return "\(field()) IN\(options()) {\(text()), \(text())}"
        case 12: return "\(field()) BEGINSWITH\(options()) \(text())"
        case 13: return "\(field()) ENDSWITH\(options()) \(text())"
        case 14: return "\(field()) CONTAINS\(options()) \(text())"
        case 15:
            let pattern = random.pick(["a*", "*b", "*bc*", "a?c", "/api/*/7", "?", "*", "x\\\\*y", "ERR*", "*r"])
            return "\(field()) LIKE\(options()) '\(pattern)'"
        case 16:
            let pattern = random.pick([
                "a.*", "(a|e).*", "err.+", "/api/(users|items/[0-9]+)", ".*users", "ab?c?d?", "[a-c]+", "err{2}or",
                "/api/.*", "(?i)error", "x\\\\*y", "abc{0,1}d?",
            ])
            return "\(field()) MATCHES\(random.pick(["", "", "[c]", "[cd]"])) '\(pattern)'"
        case 17:
            return random.pick([
                "ANY tags == 'abc'", "tags.@count > 1", "a == b", "ALL items.price > 2", "c + 1 > 2", "a.length > 3",
                "SELF.user.name == a", "SUBQUERY(items, $i, $i.price > 2).@count > 0", "user == nil",
            ])
        case 18:
            let (field, relation) = (random.pick(["when", "a"]), random.pick(["<", ">=", "=="]))
            return #"\#(field) \#(relation) CAST("2024-01-31T00:00:00Z", "NSDate")"#
        default: return "\(field()) IN {\(number()), \(number()), \(number()), \(number())}"
        }
    }

    package mutating func rule(depth: Int = 0) -> String {
        switch random.below(depth > 2 ? 4 : 10) {
        case 0...3: comparison()
        case 4...6: "(\(rule(depth: depth + 1)) AND \(rule(depth: depth + 1)))"
        case 7: "(\(comparison()) AND \(comparison()) AND \(rule(depth: depth + 1)))"
        case 8: "(\(rule(depth: depth + 1)) OR \(rule(depth: depth + 1)))"
        default: "NOT \(rule(depth: depth + 1))"
        }
    }

    // MARK: Records

    private static func json(_ text: String, escaped: Bool) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                out += "\\\(scalar)"
            } else if escaped || scalar.value < 0x20 {
                let digits = String(scalar.value, radix: 16)
                let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
                out += scalar.value < 0x10000 ? "\\u" + zeros + digits : String(scalar)
            } else {
                out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    private mutating func scalar() -> String {
        switch random.below(12) {
        case 0...4: Self.json(random.pick(Self.texts), escaped: random.happens(10))
        case 5...9: number()
        case 10: random.pick(["true", "false"])
        default: "null"
        }
    }

    private mutating func value() -> String {
        switch random.below(20) {
        case 0: "[" + (0..<random.below(4)).map { _ in scalar() }.joined(separator: ", ") + "]"
        case 1: #"{"name": \#(scalar()), "x": \#(scalar())}"#
        default: scalar()
        }
    }

    /// A line of JSON.
    package mutating func record() -> String {
        var members: [String] = []
        for key in ["a", "b", "c", "d", "flag", "when", "e-f"] where random.happens(85) {
            // Now and then a key is escaped.
            let first = random.happens(2) ? "\\u00" + String(key.utf8.first ?? 97, radix: 16) : String(key.prefix(1))
            let spelled = "\"" + first + key.dropFirst() + "\""
            members.append("\(spelled): \(value())")
        }
        if random.happens(80) {
            members.append(#""tags": [\#((0..<random.below(4)).map { _ in scalar() }.joined(separator: ", "))]"#)
        }
        if random.happens(80) {
            let user = #"{"name": \#(value()), "age": \#(value())}"#
            let spelled = random.happens(10) ? "[\(user), \(user)]" : random.happens(10) ? value() : user
            members.append("\"user\": " + spelled)
        }
        if random.happens(80) {
            let items = (0..<random.below(3)).map { _ in #"{"price": \#(scalar())}"# }
            members.append(#""items": [\#(items.joined(separator: ","))]"#)
        }
        if random.happens(50) { members.append(#""other": {"deep": [1, {"x": "}"}], "text": "\n\""}"#) }
        members.shuffle(using: &random)
        return "{" + members.joined(separator: random.happens(50) ? ", " : ",") + "}"
    }
}
