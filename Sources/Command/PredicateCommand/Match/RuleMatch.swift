import PredicateRecords

/// Runs `predicate match`: matches each record against all rules, and writes which hold.
struct RuleMatch {
    private let rules: PredicateSet<Int>
    private var set: PredicateSetSnapshot<Int>
    /// When the rules are ordered by what the records had so far. It takes as long as indexing them did, so it is worth
    /// while after several times that.
    private var nextOrder: ContinuousClock.Instant
    private var orderCost: Duration
    private let spellings: RuleSpellings
    private let format: RuleFormat
    /// Whether a limit that leaves a rule undecided is only worth a warning.
    private let isLenient: Bool
    private let skipsBadRecords: Bool
    private let ids: [String]
    private let split: RuleSplit?
    private let environment: CommandEnvironment
    private var counts: [Int]
    private let warnings = EvaluationWarnings()
    private let context: EvaluationContext
    private var reader = JSONReader()
    /// What is found out for warnings; nil for none.
    private var review: RuleReview?

    init(
        _ file: RuleFile, format: RuleFormat, isLenient: Bool, skipsBadRecords: Bool, splitInto folder: String?,
        reading inputs: [String], warns: Bool, in environment: CommandEnvironment
    ) throws(CommandFailure) {
        let ids = file.rules.map(\.id)
        let start = ContinuousClock.now
        let set = try file.set(in: environment)
        rules = set
        self.set = set.snapshot
        orderCost = max(.milliseconds(5), ContinuousClock.now - start)
        nextOrder = .now + orderCost * 8
        spellings = RuleSpellings(ids)
        self.format = format
        self.isLenient = isLenient
        self.skipsBadRecords = skipsBadRecords
        self.ids = ids
        if environment.ownsProcess, folder != nil { UnfinishedFiles.removeOnSignals() }
        split = try folder.map { folder throws(CommandFailure) in try RuleSplit(folder, ids, reading: inputs) }
        self.environment = environment
        counts = [Int](repeating: 0, count: ids.count)
        let warnings = warnings
        context = EvaluationContext(warn: { warnings.add($0) })
        reader.requiresObjects = true
        review = warns ? RuleReview(file.rules) : nil
    }

    /// Matches all records of some sources.
    mutating func run(_ sources: [RecordSource], _ options: RecordInputOptions) throws {
        var recordCount = 0
        do {
            var request = PredicateRequest(text: PredicateText(""), sources: sources)
            request.input = options
            try request.forEachRecord(skipsBadRecords: skipsBadRecords, in: environment) { record in
                try match(record)
                recordCount += 1
                if recordCount & 255 == 0 { reorder() }
                return true
            }
        } catch {
            if split != nil { environment.say("note: --split-into has replaced no file") }
            throw error
        }
        try split?.complete()
        if format == .counts {
            for (rule, count) in counts.enumerated() { try environment.output.write(spellings.count(rule, count)) }
        }
        for sentence in warnings.sentences() { environment.say("warning: \(sentence)") }
        review?.say(in: environment)
    }

    /// Orders the rules now and then, each time after eight times as long.
    private mutating func reorder() {
        guard ContinuousClock.now >= nextOrder else { return }
        rules.reorder()
        set = rules.snapshot
        orderCost = orderCost * 8
        nextOrder = .now + orderCost * 8
    }

    private mutating func match(_ record: RawRecord) throws {
        let isObject = record.withBytes { bytes in
            bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "{")
        }
        // The reader has the message for what is not a record.
        if !isObject { _ = try reader.readPartially(record, fields: WantedFields([])) }
        let found: [Int]
        var limited: PredicateSetAnswer<Int>.Undecided?
        do throws(RecordError) {
            if isLenient {
                found = try set.matches(record, context: context)
            } else {
                let answer = try set.answer(for: record, context: context)
                found = answer.ids
                limited = answer.undecided.first
            }
        } catch {
            // The same error with its place in the file.
            _ = try reader.read(record)
            throw error
        }
        if let limited { throw undecided(limited, record) }
        for rule in found { counts[rule] += 1 }
        review?.add(record, &reader)
        if split != nil, !found.isEmpty {
            let compact = record.withBytes { JSONText.compact($0) }
            for rule in found { try split?.add(compact, to: rule) }
        }
        switch format {
        case .counts: break
        case .ids: if split == nil { try environment.output.write(json: spellings.list(found) + "\n") }
        case .records:
            guard !found.isEmpty, split == nil else { break }
            let compact = record.withBytes { String(decoding: JSONText.compact($0), as: UTF8.self) }
            try environment.output.write(json: "{\"ids\":\(spellings.list(found)),\"record\":\(compact)}\n")
        }
    }

    /// The failure for a rule without an answer. A rule may forbid what it describes, so it is not left out in silence.
    private func undecided(_ rule: PredicateSetAnswer<Int>.Undecided, _ record: RawRecord) -> CommandFailure {
        let (line, column) = (record.location.line, record.location.column)
        let place = (record.file.map { SafeText.plain($0) + ":" } ?? "") + "\(line):\(column): "
        let id = ids.indices.contains(rule.id) ? SafeText.plain(ids[rule.id]) : "\(rule.id)"
        return CommandFailure(
            .data,
            "error: \(place)the rule `\(id)` is undecided: \(rule.limit.sentence); --lenient-limits makes this a warning"
        )
    }
}

/// What `predicate match` writes.
enum RuleFormat: String, CaseIterable {
    /// A JSON array of ids for each record.
    case ids
    /// The number of records for each rule.
    case counts
    /// Each record that a rule holds for, with the ids.
    case records
}

/// Ids as they are written: once, not once for each record.
struct RuleSpellings {
    /// The ids as JSON strings.
    let json: [String]
    private let ids: [String]

    init(_ ids: [String]) {
        self.ids = ids
        json = ids.map { RecordWriter.json(.string($0)) }
    }

    /// The JSON array of the rules with these numbers.
    func list(_ rules: [Int]) -> String { "[" + rules.map { json[$0] }.joined(separator: ",") + "]" }

    /// The line of a count: tabs and line ends in the id are escaped, and so are backslashes.
    func count(_ rule: Int, _ count: Int) -> String {
        TSVLayout.escaped(ids[rule]) + "\t\(count)\n"
    }
}
