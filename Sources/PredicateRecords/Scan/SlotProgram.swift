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
        case pattern(any CompiledPattern)
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
        /// The location in `general` of what decides where the kind does not.
        var general: Int
    }

    /// What decides where a kind does not, compiled when it is first needed.
    private struct General {
        var predicate: CorePredicate
        var compiled: Compiled?
    }

    private struct Compiled {
        let predicate: CompiledPredicate
        var run: EvaluationRun

        mutating func evaluate() -> Bool { predicate.evaluate(on: .null, in: &run) }
    }

    /// An operation as it runs: plain data, so that nothing is retained for a row.
    private struct Step {
        enum Code: UInt8 {
            case isNull, integer, double, boolean, text, among, elements, table, other
        }

        var code = Code.other
        var comparison = SlotComparison.equal
        var test = SlotTextTest.equal
        var flag = false
        var slot: Int32
        /// Of a table where to go on with what is not read text, and with text that it does not have.
        var whenTrue: Int32
        var whenFalse: Int32
        var integer: Int64 = 0
        var double = 0.0
        /// Kept by the operation.
        var bytes: UnsafePointer<UInt8>?
        var set: Unmanaged<SlotSet>?
        var elements: Unmanaged<SlotElements>?
        var table: Unmanaged<SlotTextTable>?
    }

    /// How many slots a row has.
    let slotCount: Int
    // Nothing of these is written after `init`, so nobody need watch over it.
    @exclusivity(unchecked) private(set) var operations: [Operation] = []
    @exclusivity(unchecked) private var steps = UnsafeMutablePointer<Step>.allocate(capacity: 1)
    private var tables: [SlotTextTable] = []
    /// The tables by the operations that stand for them.
    private var tableOperations: [Int: Int] = [:]
    @exclusivity(unchecked) private var entry: Int32 = End.fails
    private var general: [General] = []
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
        steps.deallocate()
        steps = .allocate(capacity: max(1, operations.count))
        for index in operations.indices { (steps + index).initialize(to: step(index)) }
    }

    deinit { steps.deallocate() }

    /// The comparisons that every row has to pass, as far as they stand at the beginning.
    var conditions: [(kind: Kind, slot: Int)] {
        var found: [(kind: Kind, slot: Int)] = []
        var next = entry
        while next >= 0, tableOperations[Int(next)] == nil {
            let operation = operations[Int(next)]
            if operation.whenFalse == End.fails {
                found.append((operation.kind, operation.slot))
                next = operation.whenTrue
            } else if operation.whenTrue == End.fails {
                next = operation.whenFalse
            } else {
                break
            }
        }
        return found
    }

    // MARK: Making

    /// Parts of an OR that a table or a set is made of, at least.
    private static let leastGroup = 4

    /// Parts that ask one slot for equal text, and something beside, go by a table: from the text to what is beside it.
    private func compileAlternatives(_ parts: [CorePredicate], _ whenTrue: Int32, _ whenFalse: Int32) -> Int32 {
        var slots: [Int] = []
        var members: [Int: [(text: String, rest: [CorePredicate], part: CorePredicate)]] = [:]
        var others: [CorePredicate] = []
        for part in parts {
            guard let (slot, text, rest) = Self.equality(part) else {
                others.append(part)
                continue
            }
            if members[slot] == nil { slots.append(slot) }
            members[slot, default: []].append((text, rest, part))
        }
        for slot in slots where members[slot, default: []].count < Self.leastGroup {
            others += members[slot, default: []].map(\.part)
            members[slot] = nil
        }
        var next = compileChain(Self.joiningIntegers(others), whenTrue, whenFalse)
        for slot in slots {
            guard let group = members[slot] else { continue }
            next = addTable(slot, group, whenTrue, next)
        }
        return next
    }

    /// Integers that one slot is asked for, one after the other, that a set is made of, at least: to look into it takes as long as some
    /// comparisons.
    private static let leastIntegers = 8

    /// The parts with one look into a set in place of many comparisons.
    private static func joiningIntegers(_ parts: [CorePredicate]) -> [CorePredicate] {
        guard parts.count >= leastIntegers else { return parts }
        var values: [Int: [PredicateValue]] = [:]
        for part in parts {
            if let (slot, value) = integer(part) { values[slot, default: []].append(value) }
        }
        values = values.filter { $0.value.count >= leastIntegers }
        if values.isEmpty { return parts }
        var joined: [CorePredicate] = []
        for part in parts {
            guard let (slot, _) = integer(part), let all = values[slot] else {
                joined.append(part)
                continue
            }
            // The set stands where the first of them stood.
            if !all.isEmpty { joined.append(.text(.contains, .constant(.list(all)), .input(slot), [])) }
            values[slot] = []
        }
        return joined
    }

    /// The slot and the integer that a part needs it to hold.
    private static func integer(_ part: CorePredicate) -> (slot: Int, value: PredicateValue)? {
        switch part {
        case .equal(.input(let slot), .constant(.integer(let value)), let options),
            .equal(.constant(.integer(let value)), .input(let slot), let options):
            return options.effective.isEmpty ? (slot, .integer(value)) : nil
        default: return nil
        }
    }

    private func compileChain(_ parts: [CorePredicate], _ whenTrue: Int32, _ whenFalse: Int32) -> Int32 {
        parts.reversed().reduce(whenFalse) { next, part in compile(part, whenTrue, next) }
    }

    /// The slot, the text and the rest of a part that needs a slot to hold a text.
    private static func equality(_ part: CorePredicate) -> (slot: Int, text: String, rest: [CorePredicate])? {
        switch part {
        case .equal(.input(let slot), .constant(.string(let text)), let options),
            .equal(.constant(.string(let text)), .input(let slot), let options):
            return options.effective.isEmpty ? (slot, text, []) : nil
        case .and(let parts):
            for (index, inner) in parts.enumerated() {
                guard case .equal = inner, let (slot, text, _) = equality(inner) else { continue }
                var rest = parts
                rest.remove(at: index)
                return (slot, text, rest)
            }
            return nil
        default: return nil
        }
    }

    private func addTable(
        _ slot: Int, _ group: [(text: String, rest: [CorePredicate], part: CorePredicate)], _ whenTrue: Int32,
        _ whenFalse: Int32
    ) -> Int32 {
        var texts: [String] = []
        var byText: [[UInt8]: [CorePredicate]] = [:]
        for member in group {
            let bytes = Array(member.text.utf8)
            if byText[bytes] == nil { texts.append(member.text) }
            byText[bytes, default: []].append(member.rest.isEmpty ? .constant(true) : .and(member.rest))
        }
        var numbers: [(text: [UInt8], number: Int32)] = []
        for text in texts {
            let bytes = Array(text.utf8)
            let location = compileChain(byText[bytes, default: []], whenTrue, whenFalse)
            numbers.append((bytes, location - End.fails))
        }
        // Of what is not read text the compiled predicate knows.
        let whole = add(.or(group.map(\.part)), (.general, slot), whenTrue, whenFalse)
        tables.append(SlotTextTable(numbers))
        tableOperations[operations.count] = tables.count - 1
        operations.append(Operation(kind: .general, slot: slot, whenTrue: whole, whenFalse: whenFalse, general: -1))
        return Int32(operations.count - 1)
    }

    private func step(_ index: Int) -> Step {
        let operation = operations[index]
        var step = Step(
            slot: Int32(operation.slot), whenTrue: operation.whenTrue, whenFalse: operation.whenFalse)
        if let table = tableOperations[index] {
            step.code = .table
            step.table = .passUnretained(tables[table])
            return step
        }
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
        case .text(let test, let bytes):
            step.code = .text
            step.test = test
            step.bytes = bytes.base
            step.integer = Int64(bytes.count)
        case .among(let set):
            step.code = .among
            step.set = .passUnretained(set)
        case .elements(let elements):
            step.code = .elements
            step.elements = .passUnretained(elements)
        default: step.code = .other
        }
        return step
    }

    private func compile(_ predicate: CorePredicate, _ whenTrue: Int32, _ whenFalse: Int32) -> Int32 {
        switch predicate {
        case .constant(let holds): return holds ? whenTrue : whenFalse
        case .not(let part): return compile(part, whenFalse, whenTrue)
        case .and(let parts):
            return parts.reversed().reduce(whenTrue) { next, part in compile(part, next, whenFalse) }
        case .or(let parts): return compileAlternatives(parts, whenTrue, whenFalse)
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
        return add(predicate, compiler.operation(predicate), whenTrue, whenFalse)
    }

    private func add(
        _ predicate: CorePredicate, _ form: (kind: Kind, slot: Int), _ whenTrue: Int32, _ whenFalse: Int32
    ) -> Int32 {
        general.append(General(predicate: predicate))
        operations.append(
            Operation(
                kind: form.kind, slot: form.slot, whenTrue: whenTrue, whenFalse: whenFalse, general: general.count - 1))
        return Int32(operations.count - 1)
    }

    // MARK: Running

    /// Whether the predicate holds for a row; nil for one that has to be read slowly.
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
            case .among:
                decided = step.set.flatMap { set in set._withUnsafeGuaranteedRef { $0.contains(slot) } }
            case .elements:
                decided = step.elements.flatMap { elements in
                    elements._withUnsafeGuaranteedRef { $0.decide(slot, limit) }
                }
            case .table:
                if slot.kind == rs_ascii.rawValue || slot.kind == rs_utf8.rawValue {
                    let number = step.table.map { table in
                        table._withUnsafeGuaranteedRef { $0.number(of: slot.text) }
                    }
                    next = (number ?? -1) < 0 ? step.whenFalse : (number ?? 0) + End.fails
                } else {
                    next = slot.isNoText ? step.whenFalse : step.whenTrue
                }
                continue
            case .other: decided = decide(operations[Int(next)].kind, slot, slots)
            }
            guard let holds = decided ?? decideGenerally(operations[Int(next)].general, slots) else { return nil }
            next = holds ? step.whenTrue : step.whenFalse
        }
        return next == End.holds
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

    /// What the compiled predicate says; nil where the evaluation has ended, or the record is broken.
    @inline(never)
    private func decideGenerally(_ location: Int, _ slots: UnsafePointer<rs_slot>) -> Bool? {
        guard general.indices.contains(location) else { return nil }
        if general[location].compiled == nil {
            let compiled = CompiledPredicate(
                CoreProgram(predicate: general[location].predicate, slotCount: program.slotCount), library: library,
                limits: context.limits)
            var run = compiled.makeRun(context: context)
            run.row = row
            run.isPreliminary = true
            general[location].compiled = Compiled(predicate: compiled, run: run)
        }
        row.slots = slots
        row.isBroken = false
        guard let holds = general[location].compiled?.evaluate(), let work = general[location].compiled?.run.work else {
            return nil
        }
        return row.isBroken || work.isStopped || work.isBeyondEstimate ? nil : holds
    }

    /// What takes more than plain data to decide.
    @inline(never)
    private func decide(
        _ kind: Kind, _ slot: rs_slot, _ slots: UnsafePointer<rs_slot>
    ) -> Bool? {
        switch kind {
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
        case .pattern(let pattern):
            if slot.kind == rs_ascii.rawValue || slot.kind == rs_utf8.rawValue {
                return PatternCache.matches(utf8: slot.text, pattern, context: context)
            }
            return slot.isNoText ? false : nil
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
        case .isNull, .integer, .double, .boolean, .text, .among, .elements, .general: return nil
        }
    }
}

extension rs_slot {
    /// Whether it is surely no text: nil or a number that has been read.
    @inline(__always)
    var isNoText: Bool { kind <= rs_double.rawValue }
}
