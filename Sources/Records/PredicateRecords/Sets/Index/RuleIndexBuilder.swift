import PredicateCore

/// Builds an index of rules.
///
/// The first pass divides the rules into alternatives and collects the constants of every column. Then constants have
/// codes, and the second pass turns conditions into tests and chooses the access of each alternative.
struct RuleIndexBuilder {
    /// An alternative with its tests.
    fileprivate struct Draft {
        var rule: UInt32
        var tests: [Conjunct]
    }

    /// A test, and what is known of it.
    fileprivate struct Conjunct {
        var test: IndexTest
        /// The share of records that are expected to pass.
        var share: Double
        /// How the test could find candidates.
        var access: Candidates
    }

    fileprivate enum Candidates {
        case none
        /// The codes of which a record must have one.
        case codes([UInt32])
        case interval
        /// Another column's interval, which every passing record lies in.
        case needInterval(IndexTest, share: Double)
        case substring(TextNeed, field: Int, share: Double)
        /// Another column's code, which every passing record has.
        case needCode(column: Int, UInt32, share: Double)
    }

    struct SubstringKey: Hashable {
        var field: Int
        var options: StringOptions
    }

    private let rules: [IndexedRule]
    private var fields: KeyLocations<[ExactName]>
    /// The alternatives of rules that are not to be divided twice, because their patterns have been compiled.
    private var kept: [UInt32: [[Literal]]] = [:]
    private var drafts: [ColumnDraft] = []
    private var numbers: [EventColumnKey: Int] = [:]
    private var columns: [Column] = []
    private let arena = IndexArena()
    private var members: [UInt32] = []
    private var texts: [TextTest] = []
    private var residuals: [Residual] = []
    /// What records that were matched say about the tests; nil before there are any.
    private var measured: MeasuredShares?

    /// The most codes of one alternative that candidates are listed under.
    private static let mostCodes = 1024
    /// The expected number of candidates that a look-up by pairs must save, because it costs as much as some
    /// candidates.
    private static let worthwhilePairs = 16.0
    private static let mostPairs = 512
    /// The expected share of records for conditions whose constants say nothing about it.
    private static let substringShare = 0.02
    private static let textShare = 0.3
    /// The expected number of elements of a list.
    private static let elementCount = 3.0

    /// Builds an index.
    ///
    /// - Parameters:
    ///   - rules: the rules in their order.
    ///   - fields: the numbers of fields; new ones are added.
    ///   - samples: records that were matched, which the order of tests follows.
    static func build(
        _ rules: [IndexedRule], fields: inout KeyLocations<[ExactName]>, samples: [EventSample] = []
    ) -> RuleIndex {
        var builder = RuleIndexBuilder(rules: rules, fields: fields)
        builder.analyse()
        if !samples.isEmpty {
            builder.measured = MeasuredShares(
                samples, builder.columns, EventFields(builder.fields.paths), ruleCount: rules.count)
        }
        fields = builder.fields
        return builder.finish()
    }

    private init(rules: [IndexedRule], fields: KeyLocations<[ExactName]>) {
        self.rules = rules
        self.fields = fields
    }

    // MARK: First pass

    private mutating func analyse() {
        for (number, rule) in rules.enumerated() {
            let number = UInt32(truncatingIfNeeded: number)
            let alternatives = divided(rule)
            for literals in alternatives {
                for literal in literals { collect(literal.condition, number) }
            }
            // Dividing the others again takes little time, and keeping all would take most of the memory.
            if alternatives.contains(where: { $0.contains { $0.condition.isWork } }) { kept[number] = alternatives }
        }
        columns = drafts.map { $0.settle(in: arena) }
    }

    private mutating func divided(_ rule: IndexedRule) -> [[Literal]] {
        // Decimals are read differently, so such rules are evaluated as a whole.
        guard rule.shape == nil else { return [[Literal(condition: .whole, isNegated: false)]] }
        // The closure needs them, and a copy for each rule would take a time that grows with all rules.
        var numbers = KeyLocations<[ExactName]>()
        swap(&numbers, &fields)
        let divided = withUnsafeMutablePointer(to: &numbers) { numbers in
            RuleAnalysis.alternatives(of: rule.predicate) { numbers.pointee.location(of: $0) }
        }
        fields = numbers
        let reads = divided.contains { $0.contains { $0.condition.isWork } }
        if reads, rule.safeBytes < RuleIndex.ordinarySize { return [[Literal(condition: .whole, isNegated: false)]] }
        return divided
    }

    private mutating func draft(_ key: EventColumnKey) -> ColumnDraft {
        if let known = numbers[key] { return drafts[known] }
        let made = ColumnDraft(key, number: UInt32(truncatingIfNeeded: drafts.count))
        numbers[key] = drafts.count
        drafts.append(made)
        return made
    }

    private mutating func collect(_ condition: Condition, _ rule: UInt32) {
        switch condition {
        case .residual(let residual), .element(_, _, _, let residual):
            for field in residual.fields { draft(EventColumnKey(field: field, aspect: .value)).addReader(rule) }
        default: break
        }
        guard let key = condition.column else { return }
        let column = draft(key)
        column.add(condition)
        column.addReader(rule)
        if case .text(let field, _, let need?, _) = condition, let (key, interval) = need.interval(ofField: field) {
            let column = draft(key)
            column.add(interval)
            column.addReader(rule)
        }
    }

    // MARK: Second pass

    private func column(_ key: EventColumnKey) -> ColumnDraft? { numbers[key].map { drafts[$0] } }

    /// The test of an interval of codes; nil if no code is in it.
    private func interval(_ column: ColumnDraft, _ codes: (UInt32, UInt32)) -> Conjunct? {
        guard codes.0 <= codes.1 else { return nil }
        let share = Double(codes.1 - codes.0 + 1) / Double(column.codeCount + 1)
        let test = IndexTest(
            column: column.number, operation: IndexTest.Operation.interval, low: codes.0, high: codes.1)
        return Conjunct(test: test, share: share, access: .interval)
    }

    private mutating func codes(_ column: ColumnDraft, _ codes: [UInt32]) -> Conjunct? {
        let codes = Set(codes).subtracting([0]).sorted()
        guard let first = codes.first, let last = codes.last else { return nil }
        // Fields usually have more values than rules name.
        let share = min(1, Double(codes.count) / Double(column.codeCount + 4))
        var test = IndexTest(
            column: column.number, operation: IndexTest.Operation.interval, low: first, high: last)
        if Int(last - first) + 1 != codes.count {
            test.operation = IndexTest.Operation.member
            test.low = UInt32(truncatingIfNeeded: members.count)
            test.high = UInt32(truncatingIfNeeded: codes.count)
            members += codes
        }
        return Conjunct(
            test: test, share: share, access: codes.count <= Self.mostCodes ? .codes(codes) : .none)
    }

    /// The test of a condition; nil if no record passes.
    private mutating func conjunct(_ condition: Condition) -> Conjunct? {
        let column = condition.column.flatMap { self.column($0) }
        switch condition {
        case .isNil: return column.flatMap { codes($0, [Column.absent]) }
        case .number(_, _, let bounds), .date(_, let bounds):
            return column.flatMap { interval($0, $0.codes(bounds)) }
        case .numbers(_, _, let keys):
            return column.flatMap { column in codes(column, keys.map { column.code($0) }) }
        case .texts(_, _, let all):
            return column.flatMap { column in codes(column, all.map { column.code($0) }) }
        case .textRange(_, _, let bounds): return column.flatMap { interval($0, $0.codes(bounds)) }
        case .suffix(_, _, let text):
            guard let column, let bounds = Interval(prefix: text.reversed()) else { return nil }
            return interval(column, column.codes(bounds))
        case .text(_, let test, let need, _): return column.map { text($0, test, need) }
        case .element(_, _, let text, let residual):
            var made = conjunct(of: residual)
            guard let column else { return made }
            let share = min(1, Self.elementCount / Double(column.codeCount + 4))
            made.access = .needCode(column: Int(column.number), column.code(text), share: share)
            return made
        case .residual(let residual): return conjunct(of: residual)
        case .whole:
            return Conjunct(test: IndexTest(operation: IndexTest.Operation.whole), share: 1, access: .none)
        }
    }

    private mutating func conjunct(of residual: Residual) -> Conjunct {
        let number = UInt32(truncatingIfNeeded: residuals.count)
        residuals.append(residual)
        let test = IndexTest(operation: IndexTest.Operation.residual, low: number)
        return Conjunct(test: test, share: 1, access: .none)
    }

    private mutating func text(_ column: ColumnDraft, _ test: TextTest, _ need: TextNeed?) -> Conjunct {
        let number = UInt32(truncatingIfNeeded: texts.count)
        texts.append(test)
        let made = IndexTest(column: column.number, operation: IndexTest.Operation.text, low: number)
        let field = column.key.field
        var access = Candidates.none
        if let need, need.location == .anywhere {
            access = .substring(need, field: field, share: need.bytes.count >= 3 ? Self.substringShare : 0.2)
        } else if let (key, bounds) = need?.interval(ofField: field), let column = self.column(key),
            let found = interval(column, column.codes(bounds))
        {
            access = .needInterval(found.test, share: found.share)
        }
        return Conjunct(test: made, share: Self.textShare, access: access)
    }

    /// The tests of an alternative; nil if no record passes all of them.
    private mutating func conjuncts(_ literals: [Literal]) -> [Conjunct]? {
        var conjuncts: [Conjunct] = []
        for literal in literals {
            guard var made = conjunct(literal.condition).map(measured) else {
                if literal.isNegated { continue }
                return nil
            }
            if literal.isNegated {
                made.test.operation |= IndexTest.Operation.negated
                made.share = 1 - made.share
                made.access = .none
            } else if made.test.operation == IndexTest.Operation.interval {
                let other = conjuncts.firstIndex {
                    $0.test.operation == IndexTest.Operation.interval && $0.test.column == made.test.column
                }
                if let other {
                    guard let joined = joined(conjuncts[other], made) else { return nil }
                    conjuncts[other] = joined
                    continue
                }
            }
            conjuncts.append(made)
        }
        if let measured { measure(&conjuncts, measured) }
        return conjuncts
    }

    /// Two intervals of one column as one; nil if they have no code in common.
    private func joined(_ a: Conjunct, _ b: Conjunct) -> Conjunct? {
        let low = max(a.test.low, b.test.low)
        let high = min(a.test.high, b.test.high)
        guard var joined = interval(drafts[Int(a.test.column)], (low, high)).map(measured) else { return nil }
        // A single code is found as a point if one of the two was.
        if case .codes(let codes) = a.access, low == high, codes.contains(low) { joined.access = .codes([low]) }
        if case .codes(let codes) = b.access, low == high, codes.contains(low) { joined.access = .codes([low]) }
        return joined
    }

    // MARK: Measures

    /// A test with the shares that were measured, unless they take an evaluation.
    private func measured(_ conjunct: Conjunct) -> Conjunct {
        guard let measured else { return conjunct }
        var conjunct = conjunct
        if let share = share(of: conjunct.test, expected: conjunct.share, measured) { conjunct.share = share }
        switch conjunct.access {
        case .none, .codes, .interval, .needCode: break
        case .needInterval(let test, let expected):
            conjunct.access = .needInterval(test, share: share(of: test, expected: expected, measured) ?? expected)
        case .substring(let need, let field, let expected):
            let share = measured.share(of: need, field: field, expected: expected)
            conjunct.access = .substring(need, field: field, share: share)
        }
        return conjunct
    }

    /// The share of records with a code that passes; nil for a test of anything else.
    private func share(of test: IndexTest, expected: Double, _ measured: MeasuredShares) -> Double? {
        let column = Int(test.column)
        switch test.operation {
        case IndexTest.Operation.interval:
            return measured.share(ofCodes: { $0 >= test.low && $0 <= test.high }, column: column, expected: expected)
        case IndexTest.Operation.member:
            let members = members[Int(test.low)..<Int(test.low + test.high)]
            return measured.share(ofCodes: members.contains, column: column, expected: expected)
        default: return nil
        }
    }

    /// Measures the tests of an alternative that are evaluated, if there are several. A single one is the last anyway.
    private func measure(_ conjuncts: inout [Conjunct], _ measured: MeasuredShares) {
        let evaluated = conjuncts.indices.filter {
            [IndexTest.Operation.text, IndexTest.Operation.residual].contains(conjuncts[$0].test.operation & 0xFF)
        }
        guard evaluated.count > 1 else { return }
        for index in evaluated {
            let test = conjuncts[index].test
            let isNegated = test.operation & IndexTest.Operation.negated != 0
            let expected = isNegated ? 1 - conjuncts[index].share : conjuncts[index].share
            let share =
                test.operation & 0xFF == IndexTest.Operation.text
                ? measured.share(of: texts[Int(test.low)], column: Int(test.column), expected: expected)
                : measured.share(of: residuals[Int(test.low)], expected: expected)
            conjuncts[index].share = isNegated ? 1 - share : share
        }
    }

    // MARK: Access

    /// The chosen access of an alternative.
    fileprivate enum Choice {
        case pair(Int, Int)
        case codes(Int)
        case interval(Int)
        case need(IndexTest)
        case needCode(column: Int, UInt32)
        case substring(TextNeed, field: Int)
        case always
    }

    /// The two conjuncts with one code each that fewest records have.
    private func bestPair(_ conjuncts: [Conjunct]) -> (Int, Int)? {
        var single: [Int] = []
        for (index, conjunct) in conjuncts.enumerated() {
            if case .codes(let codes) = conjunct.access, codes.count == 1 { single.append(index) }
        }
        guard single.count >= 2 else { return nil }
        single.sort { conjuncts[$0].share < conjuncts[$1].share }
        let (a, b) = (single[0], single[1])
        return conjuncts[a].test.column < conjuncts[b].test.column ? (a, b) : (b, a)
    }

    fileprivate static func shape(_ a: Conjunct, _ b: Conjunct) -> PairIndex.Shape {
        PairIndex.Shape(first: a.test.column, second: b.test.column)
    }

    private func choice(_ conjuncts: [Conjunct], pairs: [PairIndex.Shape: UInt32]) -> Choice {
        var best = Choice.always
        var least = 1.0
        for (index, conjunct) in conjuncts.enumerated() {
            var (share, choice) = (conjunct.share, Choice.always)
            switch conjunct.access {
            case .none: continue
            case .codes: choice = .codes(index)
            case .interval: choice = .interval(index)
            case .needInterval(let test, let other): (share, choice) = (other, .need(test))
            case .needCode(let column, let code, let other):
                (share, choice) = (other, .needCode(column: column, code))
            case .substring(let need, let field, let other):
                (share, choice) = (other, .substring(need, field: field))
            }
            if share < least { (least, best) = (share, choice) }
        }
        if let (a, b) = bestPair(conjuncts),
            pairs[Self.shape(conjuncts[a], conjuncts[b])] != nil,
            conjuncts[a].share * conjuncts[b].share < least
        {
            return .pair(a, b)
        }
        return best
    }

    /// The pairs of columns for which a look-up pays.
    private func worthwhilePairs(_ drafts: [Draft]) -> [PairIndex.Shape] {
        var saved: [PairIndex.Shape: Double] = [:]
        for draft in drafts {
            guard let (a, b) = bestPair(draft.tests) else { continue }
            let least = draft.tests.reduce(1.0) { least, conjunct in
                if case .none = conjunct.access { least } else { min(least, conjunct.share) }
            }
            saved[Self.shape(draft.tests[a], draft.tests[b]), default: 0] += least
        }
        let kept = saved.filter { $0.value >= Self.worthwhilePairs }.sorted {
            ($1.value, $0.key.first, $0.key.second) < ($0.value, $1.key.first, $1.key.second)
        }
        return kept.prefix(Self.mostPairs).map(\.key)
    }

    // MARK: Lists

    private mutating func finish() -> RuleIndex {
        var drafts: [Draft] = []
        drafts.reserveCapacity(rules.count)
        for (number, rule) in rules.enumerated() {
            let number = UInt32(truncatingIfNeeded: number)
            for literals in kept.removeValue(forKey: number) ?? divided(rule) {
                guard let tests = conjuncts(literals) else { continue }
                drafts.append(Draft(rule: number, tests: tests))
            }
        }
        let shapes = worthwhilePairs(drafts)
        let pairs = Dictionary(uniqueKeysWithValues: zip(shapes, UInt32(0)...))
        var lists = Lists()
        let isMeasured = measured != nil
        for draft in drafts {
            lists.add(draft.rule, draft.tests, choice(draft.tests, pairs: pairs), pairs, isMeasured: isMeasured)
        }
        return RuleIndex(
            rules: rules, columns: columns, columnKeys: self.drafts.map(\.key), readers: self.drafts.map(\.readers),
            lists: lists, members: members, texts: texts, residuals: residuals,
            pairs: PairIndex(shapes, lists.pairs, in: arena), in: arena)
    }

    /// The lists that accesses lead to, during construction.
    struct Lists {
        var branches: [RuleIndex.Branch] = []
        var plans: [RuleIndex.Plan] = []
        var tests: [IndexTest] = []
        var pairs: [PairIndex.Key: [IndexEntry]] = [:]
        var points: [Int: [(code: UInt32, entry: IndexEntry)]] = [:]
        var intervals: [Int: [IntervalIndex.Item]] = [:]
        var substrings: [SubstringKey: [[UInt8]: [IndexEntry]]] = [:]
        var always: [IndexEntry] = []

        fileprivate mutating func add(
            _ rule: UInt32, _ conjuncts: [Conjunct], _ choice: Choice, _ shapes: [PairIndex.Shape: UInt32],
            isMeasured: Bool
        ) {
            var rest = conjuncts
            switch choice {
            case .pair(let a, let b):
                rest.remove(at: max(a, b))
                rest.remove(at: min(a, b))
            case .codes(let index), .interval(let index): rest.remove(at: index)
            case .need, .needCode, .substring, .always: break
            }
            if isMeasured {
                rest.sort { Self.rank($0) < Self.rank($1) }
            } else {
                // Cheap tests first, and of these the ones that fewest records pass.
                rest.sort { (Self.cost($0.test), $0.share) < (Self.cost($1.test), $1.share) }
            }
            let number = UInt32(truncatingIfNeeded: branches.count)
            branches.append(
                RuleIndex.Branch(
                    rule: rule, firstTest: UInt32(truncatingIfNeeded: tests.count),
                    testCount: UInt32(truncatingIfNeeded: max(0, rest.count - 1))))
            for conjunct in rest.dropFirst() { tests.append(conjunct.test) }
            let entry = IndexEntry(branch: number, test: rest.first?.test ?? .none)
            plans.append(
                RuleIndex.Plan(
                    access: place(entry, conjuncts, choice, shapes), testCount: rest.count,
                    evaluates: rest.contains { Self.cost($0.test) >= IndexTest.Operation.residual }))
        }

        private static func cost(_ test: IndexTest) -> UInt32 { test.operation & 0xFF }

        /// What a test costs for each record that it rejects. In this order tests take the least time together.
        private static func rank(_ conjunct: Conjunct) -> Double {
            let cost: Double =
                switch Self.cost(conjunct.test) {
                case IndexTest.Operation.interval: 1
                case IndexTest.Operation.member: 2
                case IndexTest.Operation.text: 25
                case IndexTest.Operation.residual: 150
                default: 1000
                }
            return cost / max(1e-3, 1 - conjunct.share)
        }

        private mutating func place(
            _ entry: IndexEntry, _ conjuncts: [Conjunct], _ choice: Choice, _ shapes: [PairIndex.Shape: UInt32]
        ) -> RuleIndex.Access {
            switch choice {
            case .pair(let a, let b):
                let (first, second) = (conjuncts[a].test, conjuncts[b].test)
                guard let shape = shapes[RuleIndexBuilder.shape(conjuncts[a], conjuncts[b])] else { break }
                let key = PairIndex.Key(shape: shape, first: first.low, second: second.low)
                pairs[key, default: []].append(entry)
                return .pair(Int(first.column), Int(second.column))
            case .codes(let index):
                guard case .codes(let codes) = conjuncts[index].access else { break }
                let column = Int(conjuncts[index].test.column)
                for code in codes { points[column, default: []].append((code, entry)) }
                return .point(column)
            case .interval(let index): return place(entry, conjuncts[index].test)
            case .need(let test): return place(entry, test)
            case .needCode(let column, let code):
                points[column, default: []].append((code, entry))
                return .point(column)
            case .substring(let need, let field):
                let key = SubstringKey(field: field, options: need.options)
                substrings[key, default: [:]][need.bytes, default: []].append(entry)
                return .substring(field)
            case .always: break
            }
            always.append(entry)
            return .always
        }

        private mutating func place(_ entry: IndexEntry, _ test: IndexTest) -> RuleIndex.Access {
            let column = Int(test.column)
            intervals[column, default: []].append(
                IntervalIndex.Item(low: test.low, high: test.high, branch: entry.branch, test: entry.test))
            return .interval(column)
        }
    }
}

extension Condition {
    /// Whether the condition takes more work for a longer text, so that limits may matter.
    fileprivate var isWork: Bool {
        switch self {
        case .text, .residual, .element: true
        case .isNil, .number, .numbers, .texts, .textRange, .suffix, .date, .whole: false
        }
    }
}
