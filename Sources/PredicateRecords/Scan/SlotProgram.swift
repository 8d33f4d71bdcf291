import CRecordScan
import PredicateFormat

/// A predicate as a list of operations over slots: each decides one comparison and says where to go on.
///
/// What has no form of its own here, and values that an operation was not made for, are left to the compiled predicate, comparison
/// by comparison; so every answer is that of `CompiledPredicate`, and the operations only have to be right where they answer.
/// One thread uses a program.
final class SlotProgram {
    /// Where a program ends.
    enum End {
        static let holds: Int32 = -1
        static let fails: Int32 = -2
    }

    /// What an operation compares.
    enum Kind {
        case isNull
        /// A number against an integer.
        case integer(SlotComparison, Int64)
        /// A number against a finite double.
        case double(SlotComparison, Double)
        case boolean(Bool)
        /// Text, byte by byte.
        case text(SlotTextTest, SlotBytes)
        /// Text under options.
        case foldedText(SlotTextTest, PreparedText)
        /// The order of text by code points.
        case textOrder(SlotComparison, SlotBytes)
        case like(LikePattern)
        case pattern(any CompiledPattern, String)
        case among(SlotSet)
        /// A date, or text that is one.
        case date(SlotComparison, Double)
        /// Arithmetic against a number.
        case arithmetic(SlotArithmetic, SlotComparison, SlotNumber)
        /// ANY, ALL, and the number of elements that satisfy something.
        case elements(SlotElements)
        /// Only the compiled predicate knows.
        case general
    }

    struct Operation {
        var kind: Kind
        /// The slot that is compared.
        var slot: Int
        var whenTrue: Int32
        var whenFalse: Int32
        /// The place in `general` of what decides where the kind does not.
        var general: Int
    }

    /// How many slots a row has.
    let slotCount: Int
    private(set) var operations: [Operation] = []
    private var entry: Int32 = End.fails
    private var general: [CompiledPredicate] = []
    private var runs: [EvaluationRun] = []
    private let row: ScanRow
    private let program: CoreProgram
    private let library: PredicateLibrary
    private let context: EvaluationContext
    private let maximumDepth: Int
    private let kernel: UInt32
    private let patterns: PatternCache

    /// A program.
    ///
    /// - Parameters:
    ///   - program: the predicate over inputs (`InputBinding`).
    ///   - slotCount: how many inputs there are.
    init(
        _ program: CoreProgram, slotCount: Int, library: PredicateLibrary, context: EvaluationContext,
        maximumDepth: Int, kernel: UInt32
    ) {
        self.program = program
        self.slotCount = slotCount
        self.library = library
        self.context = context
        self.maximumDepth = maximumDepth
        self.kernel = kernel
        row = ScanRow(count: slotCount, maximumDepth: maximumDepth)
        patterns = PatternCache(library: library)
        entry = CoreDepth.run(levels: CoreDepth.of(program.predicate)) {
            compile(program.predicate, End.holds, End.fails)
        }
    }

    // MARK: Making

    private func compile(_ predicate: CorePredicate, _ whenTrue: Int32, _ whenFalse: Int32) -> Int32 {
        switch predicate {
        case .constant(let holds): return holds ? whenTrue : whenFalse
        case .not(let part): return compile(part, whenFalse, whenTrue)
        case .and(let parts):
            return parts.reversed().reduce(whenTrue) { next, part in compile(part, next, whenFalse) }
        case .or(let parts):
            return parts.reversed().reduce(whenFalse) { next, part in compile(part, whenTrue, next) }
        case .between(let value, .constant(let low), .constant(let high))
        where SlotNumber(low) != nil && SlotNumber(high) != nil:
            let below = CorePredicate.ordered(.lessOrEqual, value, .constant(high), [])
            let next = compile(below, whenTrue, whenFalse)
            return compile(.ordered(.greaterOrEqual, value, .constant(low), []), next, whenFalse)
        default: return add(predicate, whenTrue, whenFalse)
        }
    }

    private func add(_ predicate: CorePredicate, _ whenTrue: Int32, _ whenFalse: Int32) -> Int32 {
        let compiler = SlotCompiler(
            library: library, context: context, patterns: patterns, maximumDepth: maximumDepth, kernel: kernel,
            frameSize: program.slotCount)
        let (kind, slot) = compiler.operation(predicate)
        general.append(
            CompiledPredicate(
                CoreProgram(predicate: predicate, slotCount: program.slotCount), library: library,
                limits: context.limits))
        var run = general[general.count - 1].makeRun(context: context)
        run.row = row
        runs.append(run)
        operations.append(
            Operation(kind: kind, slot: slot, whenTrue: whenTrue, whenFalse: whenFalse, general: general.count - 1))
        return Int32(operations.count - 1)
    }

    // MARK: Running

    /// Whether the predicate holds for a row; nil for one that has to be read slowly.
    @inline(__always)
    func holds(_ slots: UnsafePointer<rs_slot>, limit: UnsafePointer<UInt8>) -> Bool? {
        operations.withUnsafeBufferPointer { operations in
            var next = entry
            while next >= 0 {
                let operation = Int(next)
                let decided =
                    decide(operations[operation].kind, slots[operations[operation].slot], slots, limit)
                    ?? decideGenerally(operations[operation].general, slots)
                guard let decided else { return nil }
                next = decided ? operations[operation].whenTrue : operations[operation].whenFalse
            }
            return next == End.holds
        }
    }

    /// What the compiled predicate says; nil where the evaluation has ended, or the record is broken.
    @inline(never)
    private func decideGenerally(_ place: Int, _ slots: UnsafePointer<rs_slot>) -> Bool? {
        row.slots = slots
        row.isBroken = false
        let holds = general[place].evaluate(on: .null, in: &runs[place])
        return row.isBroken || runs[place].isStopped ? nil : holds
    }

    @inline(__always)
    private func decide(
        _ kind: Kind, _ slot: rs_slot, _ slots: UnsafePointer<rs_slot>, _ limit: UnsafePointer<UInt8>
    ) -> Bool? {
        switch kind {
        case .isNull: return slot.kind <= rs_null.rawValue
        case .integer(let comparison, let integer): return comparison.decide(slot, integer)
        case .double(let comparison, let double): return comparison.decide(slot, double)
        case .boolean(let flag):
            switch rs_kind(slot.kind) {
            case rs_true: return flag
            case rs_false: return !flag
            case rs_missing, rs_null, rs_ascii, rs_utf8: return false
            default: return nil
            }
        case .text(let test, let bytes):
            if slot.kind == rs_ascii.rawValue || slot.kind == rs_utf8.rawValue { return test.holds(slot.text, bytes) }
            return slot.isNoText ? false : nil
        case .foldedText(let test, let text):
            if slot.kind == rs_ascii.rawValue || slot.kind == rs_utf8.rawValue { return test.holds(slot.text, text) }
            return slot.isNoText ? false : nil
        case .textOrder(let comparison, let bytes):
            if slot.kind == rs_ascii.rawValue || slot.kind == rs_utf8.rawValue {
                return comparison.holds(bytes.order(of: slot.text), 0)
            }
            return slot.isNoText ? false : nil
        case .like(let pattern):
            if slot.kind == rs_ascii.rawValue || slot.kind == rs_utf8.rawValue {
                return TextFolding.withFolded(utf8: slot.text, pattern.options) { pattern.matches(folded: $0) }
            }
            return slot.isNoText ? false : nil
        case .pattern(let pattern, let source):
            if slot.kind == rs_ascii.rawValue || slot.kind == rs_utf8.rawValue {
                return PatternCache.matches(utf8: slot.text, pattern, pattern: source, context: context)
            }
            return slot.isNoText ? false : nil
        case .among(let set): return set.contains(slot)
        case .date(let comparison, let seconds):
            switch rs_kind(slot.kind) {
            case rs_ascii:
                guard let date = PredicateDate.parseRFC3339(utf8: slot.text) else { return false }
                return comparison.holds(date.timeIntervalSinceReferenceDate, seconds)
            case rs_missing, rs_null, rs_utf8: return false
            default: return nil
            }
        case .arithmetic(let arithmetic, let comparison, let number):
            return arithmetic.decide(slots, comparison, number)
        case .elements(let elements): return elements.decide(slot, limit)
        case .general: return nil
        }
    }
}

extension rs_slot {
    /// Whether it is surely no text: nil or a number that has been read.
    @inline(__always)
    var isNoText: Bool { kind <= rs_double.rawValue }
}
