import CRecordScan
import PredicateCore

/// A predicate as a list of operations over slots. Each operation decides one comparison and names the next operation
/// for each answer.
///
/// The compiled predicate decides each comparison without a slot form, and each value that an operation does not
/// support. So every answer is that of `CompiledPredicate`. An operation either gives the same answer or none.
///
/// Used by one thread.
final class SlotProgram {
    /// The exits of a program.
    enum End {
        static let holds: Int32 = -1
        static let fails: Int32 = -2
    }

    /// The comparison of an operation.
    enum Kind {
        case isNull
        /// A comparison of a number with an integer.
        case integer(ConstantComparison, Int64)
        /// A comparison of a number with a finite double.
        case double(ConstantComparison, Double)
        case boolean(Bool)
        case text(TextTest)
        /// Membership in a list of strings and plain numbers.
        case among(ConstantSet)
        /// A comparison of a date, or of text that is a date, with seconds since 2001.
        case date(ConstantComparison, Double)
        /// A comparison of arithmetic with a number.
        case arithmetic(SlotArithmetic, ConstantComparison, ConstantNumber)
        /// ANY, ALL, or the number of elements that satisfy a predicate.
        case elements(SlotElements)
        /// Only the compiled predicate can decide it.
        case general
    }

    struct Operation {
        var kind: Kind
        /// The slot to compare.
        var slot: Int
        var whenTrue: Int32
        var whenFalse: Int32
        /// The index of the fallback in `general`.
        var general: Int
        /// The number of the comparison whose values are counted; nil if they are not.
        var site: Int?
    }

    /// The fallback of an operation, compiled on demand.
    private struct General {
        var predicate: CorePredicate
        var compiled: Compiled?
    }

    private struct Compiled {
        let predicate: CompiledPredicate
        var run: EvaluationRun

        mutating func evaluate() -> Bool { predicate.evaluate(on: .null, in: &run) }
    }

    /// An operation in its running form: plain data, so that no row retains anything.
    private struct Step {
        enum Code: UInt8 {
            case isNull, integer, double, boolean, text, prepared, among, elements, table, other
        }

        var code = Code.other
        var comparison = ConstantComparison.equal
        var test = SlotTextTest.equal
        var flag = false
        var slot: Int32
        /// For a table: the next operation for values that are not plain text. `whenFalse` is for strings that are not
        /// in the table.
        var whenTrue: Int32
        var whenFalse: Int32
        /// The integer, the length of the bytes, or the index of the test, set, question or table.
        var integer: Int64 = 0
        var double = 0.0
        /// Owned by the operation.
        var bytes: UnsafePointer<UInt8>?
        /// The place of the count of values that it can use.
        var site = 0
        /// The kinds of slots that it can never be true of, a bit for each; none if they are ignored.
        var unusableKinds: UInt32 = 0
    }

    /// Strings of a slot, and the next operation for each of them.
    private struct Table {
        let texts: TextIndex
        let targets: UnsafeMutablePointer<Int32>
    }

    /// The number of slots in a row.
    let slotCount: Int
    let operations: [Operation]
    private let entry: Int32
    private let steps: UnsafeMutablePointer<Step>
    private let sets: UnsafeMutablePointer<SlotSet>
    /// The tests that need more than bytes. A row borrows them from this memory without a copy.
    private let tests: UnsafeMutablePointer<TextTest>
    private let testCount: Int
    private let tables: UnsafeMutablePointer<Table>
    private let questions: [SlotElements]
    /// The strings of the tables, and the operations that use a table.
    private let tableTexts: [TextTable]
    private let tableOperations: Set<Int>
    private var general: [General]
    private let row: ScanRow
    private let library: PredicateLibrary
    private let context: EvaluationContext
    /// Counts values that comparisons can never be true of, which the compiled predicate then decides; nil ignores them.
    private let tally: UnusableTally?
    /// The numbers of values that each comparison could use. Without a tally, all are added up and forgotten.
    private let used: UnsafeMutablePointer<Int>
    private let ownsUsed: Bool
    /// How many values have failed each condition of the scanner.
    let rejections: ScanPlan.Rejections
    /// The step limit of a pattern before the compiled predicate decides. Read for each row.
    private let patternSteps: Int
    private let frameSize: Int

    /// A program.
    ///
    /// - Parameters:
    ///   - program: the predicate over inputs (`InputBinding`).
    ///   - slotCount: the number of inputs.
    ///   - tally: counts what the operations of the predicate cannot use.
    init(
        _ program: CoreProgram, slotCount: Int, library: PredicateLibrary, context: EvaluationContext,
        maximumDepth: Int, kernel: UInt32, tally: UnusableTally? = nil
    ) {
        self.slotCount = slotCount
        self.library = library
        self.context = context
        patternSteps = context.limits.patternSteps
        frameSize = program.slotCount
        self.tally = tally
        used = tally?.used ?? .allocate(capacity: 1)
        ownsUsed = tally == nil
        if ownsUsed { used.initialize(to: 0) }
        row = ScanRow(count: slotCount, maximumDepth: maximumDepth)
        let compiler = SlotCompiler(
            library: library, context: context, patterns: PatternCache(library: library), maximumDepth: maximumDepth,
            kernel: kernel, frameSize: program.slotCount, tally: tally)
        let made = CoreDepth.run(levels: CoreDepth.of(program.predicate)) {
            var maker = SlotProgramMaker(compiler)
            maker.entry = maker.compile(program.predicate, End.holds, End.fails)
            return maker
        }
        entry = made.entry
        operations = made.operations
        general = made.general.map { General(predicate: $0) }
        tableTexts = made.tables.map { TextTable($0.texts) }
        tableOperations = Set(made.tables.map(\.operation))
        tables = .allocate(capacity: max(1, made.tables.count))
        for (location, table) in made.tables.enumerated() {
            let targets = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, table.targets.count))
            targets.initialize(from: table.targets, count: table.targets.count)
            (tables + location).initialize(to: Table(texts: tableTexts[location].index, targets: targets))
        }
        var sets: [SlotSet] = []
        var tests: [TextTest] = []
        var questions: [SlotElements] = []
        steps = .allocate(capacity: max(1, operations.count))
        for (index, operation) in operations.enumerated() {
            var step = Self.step(operation, &sets, &tests, &questions)
            step.site = tally == nil ? 0 : operation.site ?? tally?.spare ?? 0
            if operation.site != nil { step.unusableKinds = operation.kind.unusableKinds }
            (steps + index).initialize(to: step)
        }
        for (location, table) in made.tables.enumerated() {
            steps[table.operation].code = .table
            steps[table.operation].integer = Int64(location)
        }
        self.sets = .allocate(capacity: max(1, sets.count))
        self.sets.initialize(from: sets, count: sets.count)
        self.tests = .allocate(capacity: max(1, tests.count))
        self.tests.initialize(from: tests, count: tests.count)
        testCount = tests.count
        self.questions = questions
        rejections = ScanPlan.Rejections(count: tally == nil ? 0 : operations.count)
    }

    deinit {
        for location in tableTexts.indices { tables[location].targets.deallocate() }
        tables.deallocate()
        sets.deallocate()
        tests.deinitialize(count: testCount)
        tests.deallocate()
        steps.deallocate()
        if ownsUsed { used.deallocate() }
        rejections.numbers.deallocate()
    }

    /// The leading comparisons that every row must pass.
    var conditions: [Operation] {
        var found: [Operation] = []
        var next = entry
        while next >= 0, !tableOperations.contains(Int(next)) {
            let operation = operations[Int(next)]
            if operation.whenFalse == End.fails {
                found.append(operation)
                next = operation.whenTrue
            } else if operation.whenTrue == End.fails {
                next = operation.whenFalse
            } else {
                break
            }
        }
        return found
    }

    private static func step(
        _ operation: Operation, _ sets: inout [SlotSet], _ tests: inout [TextTest], _ questions: inout [SlotElements]
    ) -> Step {
        var step = Step(
            slot: Int32(operation.slot), whenTrue: operation.whenTrue, whenFalse: operation.whenFalse)
        switch operation.kind {
        case .isNull: step.code = .isNull
        case .integer(let comparison, let integer):
            step.code = .integer
            step.comparison = comparison
            step.integer = integer
        case .double(let comparison, let double):
            step.code = .double
            step.comparison = comparison
            step.double = double
        case .boolean(let flag):
            step.code = .boolean
            step.flag = flag
        case .text(let test):
            guard let part = test.exact else {
                step.code = .prepared
                step.integer = Int64(tests.count)
                tests.append(test)
                break
            }
            step.code = .text
            step.test = SlotTextTest(part)
            step.bytes = part.bytes.base
            step.integer = Int64(part.bytes.count)
        case .among(let set):
            step.code = .among
            step.integer = Int64(sets.count)
            sets.append(SlotSet(set))
        case .elements(let elements):
            step.code = .elements
            step.integer = Int64(questions.count)
            questions.append(elements)
        case .date, .arithmetic, .general: break
        }
        return step
    }

    // MARK: Running

    /// Whether the predicate is true for a row; nil if the record must be read.
    @inline(__always)
    func holds(_ slots: UnsafePointer<rs_slot>, limit: UnsafePointer<UInt8>) -> Bool? {
        var next = entry
        while next >= 0 {
            let step = steps[Int(next)]
            let slot = slots[Int(step.slot)]
            var decided: Bool?
            switch step.code {
            case .isNull: decided = slot.kind <= rs_null.rawValue
            case .integer: decided = step.comparison.decide(slot, step.integer)
            case .double: decided = step.comparison.decide(slot, step.double)
            case .boolean: decided = Self.decide(slot, step.flag)
            case .text:
                if slot.kind == rs_ascii.rawValue || slot.kind == rs_utf8.rawValue {
                    decided = step.test.holds(
                        slot.text, UnsafeBufferPointer(start: step.bytes, count: Int(step.integer)))
                } else if slot.isNoText {
                    decided = false
                }
            case .prepared:
                if slot.kind == rs_ascii.rawValue || slot.kind == rs_utf8.rawValue {
                    decided = tests[Int(step.integer)].decide(slot.text, patternSteps: patternSteps)
                } else if slot.isNoText {
                    decided = false
                }
            case .among: decided = sets[Int(step.integer)].contains(slot)
            case .elements: decided = questions[Int(step.integer)].decide(slot, limit)
            case .table:
                if slot.kind == rs_ascii.rawValue || slot.kind == rs_utf8.rawValue {
                    let table = tables + Int(step.integer)
                    let number = table.pointee.texts.number(of: slot.text)
                    next = number < 0 ? step.whenFalse : table.pointee.targets[Int(number)]
                    used[step.site] &+= 1
                } else {
                    next = slot.isNoText && step.unusableKinds & 1 << slot.kind == 0 ? step.whenFalse : step.whenTrue
                }
                continue
            case .other: decided = decide(operations[Int(next)].kind, slot, slots)
            }
            if decided == false, step.unusableKinds & 1 << slot.kind != 0, isCounted(Int(next)) { decided = nil }
            if let decided {
                used[step.site] &+= slot.kind > rs_null.rawValue ? 1 : 0
                next = decided ? step.whenTrue : step.whenFalse
                continue
            }
            guard let holds = decideGenerally(operations[Int(next)].general, slots) else { return nil }
            _ = isCounted(Int(next))
            next = holds ? step.whenTrue : step.whenFalse
        }
        return next == End.holds
    }

    /// Whether a value that a step can never be true of is counted. If the count has ended, the step counts no more.
    @inline(never)
    private func isCounted(_ location: Int) -> Bool {
        guard let tally, tally.isFull(steps[location].site) else { return true }
        steps[location].unusableKinds = 0
        steps[location].site = tally.spare
        return false
    }

    @inline(__always)
    private static func decide(_ slot: rs_slot, _ flag: Bool) -> Bool? {
        switch rs_kind(slot.kind) {
        case rs_true: return flag
        case rs_false: return !flag
        case rs_missing, rs_null, rs_ascii, rs_utf8: return false
        default: return nil
        }
    }

    /// The answer of the compiled predicate; nil if the evaluation was stopped, or the record is malformed.
    @inline(never)
    private func decideGenerally(_ location: Int, _ slots: UnsafePointer<rs_slot>) -> Bool? {
        guard general.indices.contains(location) else { return nil }
        if general[location].compiled == nil {
            let compiled = CompiledPredicate(
                CoreProgram(predicate: general[location].predicate, slotCount: frameSize), library: library,
                limits: context.limits)
            var run = compiled.makeRun(context: context)
            run.row = row
            run.isPreliminary = true
            run.tally = tally
            general[location].compiled = Compiled(predicate: compiled, run: run)
        }
        row.slots = slots
        row.isBroken = false
        guard let holds = general[location].compiled?.evaluate(), let work = general[location].compiled?.run.work else {
            return nil
        }
        return row.isBroken || work.isStopped || work.isBeyondEstimate ? nil : holds
    }

    /// Decides operations that need more than plain data.
    @inline(never)
    private func decide(
        _ kind: Kind, _ slot: rs_slot, _ slots: UnsafePointer<rs_slot>
    ) -> Bool? {
        switch kind {
        case .date(let comparison, let seconds):
            switch rs_kind(slot.kind) {
            case rs_ascii:
                guard let date = PredicateDate.parseRFC3339(utf8: slot.text) else {
                    // Other forms are dates for some operations only.
                    return tally != nil || PredicateDate.instant(utf8: slot.text) != nil ? nil : false
                }
                return comparison.holds(date.timeIntervalSinceReferenceDate, seconds)
            case rs_missing, rs_null, rs_utf8: return false
            default: return nil
            }
        case .arithmetic(let arithmetic, let comparison, let number):
            return arithmetic.decide(slots, comparison, number)
        case .isNull, .integer, .double, .boolean, .text, .among, .elements, .general: return nil
        }
    }
}

extension rs_slot {
    /// Whether the slot is certainly not text: nil, or a number that has been read.
    @inline(__always)
    var isNoText: Bool { kind <= rs_double.rawValue }
}

extension SlotProgram.Kind {
    /// The kinds of slots that the comparison can never be true of, and decides by the slot alone; a bit for each.
    var unusableKinds: UInt32 {
        func bits(_ kinds: rs_kind...) -> UInt32 { kinds.reduce(0) { $0 | 1 << $1.rawValue } }
        let texts = bits(rs_ascii, rs_utf8)
        let others = bits(rs_false, rs_true, rs_integer, rs_double)
        return switch self {
        case .integer, .double, .boolean: texts
        case .text: others
        case .among(let set): set.hasTexts ? (set.hasNumbers ? 0 : others) : texts
        case .date: bits(rs_utf8)
        case .isNull, .arithmetic, .elements, .general: 0
        }
    }
}
