import PredicateAnalysis
import PredicateFormat
import PredicateRecords

extension ReplCommandRow {
    /// Matches the records against a set of rules.
    static let rules: Self = Self(name: "rules", argument: .file) { session, text in
        var words = ReplWords.words(of: text).map(\.text)
        var number: Int?
        if words.count >= 2, words[words.count - 2] == "for" {
            guard let found = Int(words[words.count - 1]) else {
                throw ReplFailure("`for` needs the number of a record, as in `:rules for 3`")
            }
            number = found
            words.removeLast(2)
        }
        guard words.count <= 1 else { throw ReplFailure("usage: \(Self.rules.synopsis); quote a name with spaces") }
        if let file = words.first { try session.openRules(FolderNames.expanded(file)) }
        guard let rules = session.names.rules else { throw ReplFailure("`:rules` needs a file of rules") }
        if let number {
            try session.showRules(rules, forRecord: number)
        } else {
            try session.showCounts(of: rules)
        }
    }
}

extension ReplSession {
    /// Reads a file of rules.
    func openRules(_ file: String) throws {
        if file == "-" { throw ReplFailure("standard input holds the commands; read the rules from a file") }
        try environment.checkInputs([file])
        let declared = current?.schema.flatMap { $0.origin == .declared ? $0 : nil }
        names.rules = try ReplRules(file, schema: declared, in: environment)
    }

    /// The predicate of a rule of the file, as text.
    func ruleText(_ id: String) -> String? {
        names.rules?.rules.first { sameCodePoints($0.id, id) }?.predicate.source
    }

    /// Shows how many records each rule holds for.
    func showCounts(of rules: ReplRules) throws {
        let data = try dataInUse()
        try evaluating { context in
            let found = try data.ruleCounts(rules, context: context, in: self)
            try show(ReplRuleTable(rules: rules, counts: found, schema: current?.schema, width: width).text)
        }
    }

    /// Shows the rules that hold for a record.
    func showRules(_ rules: ReplRules, forRecord number: Int) throws {
        let data = try dataInUse()
        try evaluating { context in
            let (title, record, byteCount) = try data.value(at: number, for: rules.rules.map(\.predicate), in: self)
            let held = try interruptibly { [context] _ in
                var context = context
                context.recordBytes = byteCount
                return rules.set.matches(record, context: context)
            }
            if held.isEmpty { try show("no rule of \(SafeText.plain(rules.file)) holds for \(title)") }
            let ids = held.filter { rules.rules.indices.contains($0) }.map { rules.rules[$0] }
            let widest = min(40, ids.map { TextWidth.columns(of: SafeText.plain($0.id)) }.max() ?? 0)
            for (id, predicate) in ids {
                let name = ColumnText.pad(ColumnText.cut(SafeText.plain(id), to: widest), to: widest)
                let text = SafeText.plain(ReplHistory.onOneLine(predicate.source))
                try show(ColumnText.cut(name + "  " + text, to: width))
            }
        }
    }
}

/// Rules with the numbers of their records, as lines.
struct ReplRuleTable {
    let rules: ReplRules
    let counts: ReplRuleCounts
    /// The fields of the records; nil if they are not known.
    let schema: RecordSchema?
    let width: Int

    private static let barColumns = 16

    /// The lines, each with its end.
    var text: String {
        let total = Plural.of(counts.total, "record")
        let ids = rules.rules.map { SafeText.plain($0.id) }
        let widest = min(max(20, width / 2), ids.map { TextWidth.columns(of: $0) }.max() ?? 0)
        let digits = counts.counts.map { "\($0)".count }.max() ?? 1
        var lines: [String] = []
        for (index, id) in ids.enumerated() {
            let count = counts.counts[index]
            let lead =
                ColumnText.pad(ColumnText.cut(id, to: widest), to: widest) + "  "
                + ColumnText.right("\(count)", to: digits)
            let remark = count == 0 ? unknownField(of: rules.rules[index].predicate) : nil
            let bar = counts.total > 0 ? ColumnText.bar(count, of: counts.total, columns: Self.barColumns) : ""
            lines.append(ColumnText.cut(lead + "  " + (remark ?? bar), to: width))
        }
        let without = counts.without == 0 ? "" : ", \(counts.without) of them without a rule"
        lines.append("\(Plural.of(rules.rules.count, "rule")), \(total)\(without)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// A field of a rule that the records do not have; nil if they have all.
    private func unknownField(of predicate: CheckedPredicate) -> String? {
        guard let schema, schema.origin == .inferred,
            let unknown = AbsentNames.of(predicate, in: schema, nil).first
        else { return nil }
        return "no record has `\(SafeText.plain(unknown.range.text(in: predicate.source)))`"
    }
}

/// A file of rules in the REPL.
struct ReplRules: Sendable {
    /// The file as given.
    let file: String
    /// The ids and predicates, in the order of the file.
    let rules: [(id: String, predicate: CheckedPredicate)]
    /// The rules by their place in the file.
    let set: PredicateSetSnapshot<Int>

    /// Reads and checks a file.
    init(_ file: String, schema: RecordSchema?, in environment: CommandEnvironment) throws {
        self.file = file
        let file = try RuleFile(file, schema: schema, in: environment)
        rules = file.rules
        set = try file.set(in: environment).snapshot
    }
}

/// How many records rules hold for.
struct ReplRuleCounts: Sendable {
    /// The number of records of each rule, in the order of the file.
    var counts: [Int]
    /// The number of records for which no rule holds.
    var without = 0
    /// The number of records.
    var total = 0

    init(_ rules: Int) { counts = [Int](repeating: 0, count: rules) }

    /// Counts a record, with the rules that hold for it.
    mutating func add(_ rules: [Int]) {
        total += 1
        if rules.isEmpty { without += 1 }
        for rule in rules where counts.indices.contains(rule) { counts[rule] += 1 }
    }

    /// Adds the counts of other records.
    mutating func merge(_ other: ReplRuleCounts) {
        total += other.total
        without += other.without
        for (rule, count) in other.counts.enumerated() where counts.indices.contains(rule) { counts[rule] += count }
    }
}
