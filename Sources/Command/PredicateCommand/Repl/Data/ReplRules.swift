import PredicateRecords

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
