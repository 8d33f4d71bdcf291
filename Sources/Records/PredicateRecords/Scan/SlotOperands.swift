import CRecordScan
import PredicateCore

extension ConstantComparison {
    /// Integers up to this magnitude are exact as doubles.
    static let exact: Int64 = 1 << 53

    /// Compares a slot with an integer; nil if slots are not enough.
    @inline(__always)
    func decide(_ slot: rs_slot, _ integer: Int64) -> Bool? {
        switch rs_kind(slot.kind) {
        case rs_integer: return holds(slot.integer, integer)
        case rs_double:
            return integer.magnitude <= Self.exact.magnitude ? holds(slot.number, Double(integer)) : nil
        case rs_missing, rs_null, rs_ascii, rs_utf8: return false
        default: return nil
        }
    }

    /// Compares a slot with a finite double; nil if slots are not enough.
    @inline(__always)
    func decide(_ slot: rs_slot, _ double: Double) -> Bool? {
        switch rs_kind(slot.kind) {
        case rs_double: return holds(slot.number, double)
        case rs_integer:
            return slot.integer.magnitude <= Self.exact.magnitude ? holds(Double(slot.integer), double) : nil
        case rs_missing, rs_null, rs_ascii, rs_utf8: return false
        default: return nil
        }
    }
}

/// The tests of strings by bytes alone, by the required position of the bytes.
enum SlotTextTest {
    case equal, prefix, suffix, part

    /// The test for a string part.
    init(_ part: TextPart) {
        switch (part.isStart, part.isEnd) {
        case (true, true): self = .equal
        case (true, false): self = .prefix
        case (false, true): self = .suffix
        case (false, false): self = .part
        }
    }

    /// Compares byte by byte.
    @inline(__always)
    func holds(_ text: UnsafeBufferPointer<UInt8>, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = text.baseAddress, let bytes = wanted.baseAddress else {
            return self == .equal && text.count == wanted.count
        }
        switch self {
        case .equal: return text.count == wanted.count && compareMemory(base, bytes, wanted.count) == 0
        case .prefix: return text.count >= wanted.count && compareMemory(base, bytes, wanted.count) == 0
        case .suffix:
            return text.count >= wanted.count
                && compareMemory(base + (text.count - wanted.count), bytes, wanted.count) == 0
        case .part: return text.count >= wanted.count && ByteSearch.firstIndex(of: wanted, in: text) != nil
        }
    }
}

extension TextTest {
    /// The bytes that decide the test without further conditions.
    var exact: TextPart? {
        guard let part, part.bytes.count > 0 || part.isStart && part.isEnd else { return nil }
        return part
    }
}

/// A constant list of strings and numbers. Its memory belongs to a `ConstantSet`.
struct SlotSet {
    private let texts: TextIndex
    private let integers: IntegerIndex
    /// Whether the list contains doubles that are not integers. The caller must decide those.
    private let hasFractions: Bool

    init(_ set: ConstantSet) {
        texts = set.texts.index
        integers = set.integers.index
        hasFractions = set.hasFractions
    }

    /// Whether the set contains the value of a slot; nil if slots are not enough.
    @inline(__always)
    func contains(_ slot: rs_slot) -> Bool? {
        switch rs_kind(slot.kind) {
        case rs_ascii, rs_utf8: return texts.number(of: slot.text) >= 0
        case rs_integer: return integers.contains(slot.integer)
        case rs_double:
            if let integer = Int64(exactly: slot.number) { return integers.contains(integer) }
            return hasFractions ? nil : false
        case rs_missing, rs_null: return false
        default: return nil
        }
    }
}

extension ConstantNumber {
    /// The result of an operator; nil if there is none, or the compiled predicate must decide.
    @inline(__always)
    static func apply(_ op: ArithmeticOperator, _ a: ConstantNumber, _ b: ConstantNumber) -> ConstantNumber? {
        if case .integer(let a) = a, case .integer(let b) = b {
            let result: (partialValue: Int64, overflow: Bool)
            switch op {
            case .add: result = a.addingReportingOverflow(b)
            case .subtract: result = a.subtractingReportingOverflow(b)
            case .multiply: result = a.multipliedReportingOverflow(by: b)
            default: return nil
            }
            return result.overflow ? nil : .integer(result.partialValue)
        }
        let value: Double
        switch op {
        case .add: value = a.asDouble + b.asDouble
        case .subtract: value = a.asDouble - b.asDouble
        case .multiply: value = a.asDouble * b.asDouble
        case .divide: value = a.asDouble / b.asDouble
        default: return nil
        }
        return value.isFinite ? .double(value) : nil
    }
}

/// Arithmetic over slots and constants, in postfix order.
struct SlotArithmetic {
    enum Step {
        case slot(Int)
        case number(ConstantNumber)
        case apply(ArithmeticOperator)
    }

    private(set) var steps: [Step] = []
    private static let mostSteps = 32

    /// The steps of an expression; nil if it contains more than slots, numbers and the operators `+ - * /`.
    init?(_ expression: CoreExpression) {
        guard append(expression) else { return nil }
    }

    private mutating func append(_ expression: CoreExpression) -> Bool {
        guard steps.count < Self.mostSteps else { return false }
        switch expression {
        case .input(let slot): steps.append(.slot(slot))
        case .constant(let value):
            guard let number = ConstantNumber(value) else { return false }
            steps.append(.number(number))
        case .arithmetic(let op, let a, let b):
            switch op {
            case .add, .subtract, .multiply, .divide: break
            default: return false
            }
            guard append(a), append(b) else { return false }
            steps.append(.apply(op))
        default: return false
        }
        return true
    }

    /// Compares the result with a number; nil if slots are not enough.
    func decide(
        _ slots: UnsafePointer<rs_slot>, _ comparison: ConstantComparison, _ number: ConstantNumber
    ) -> Bool? {
        withUnsafeTemporaryAllocation(of: ConstantNumber.self, capacity: Self.mostSteps + 1) { stack in
            var count = 0
            for step in steps {
                switch step {
                case .slot(let location):
                    let slot = slots[location]
                    switch rs_kind(slot.kind) {
                    case rs_integer: stack.initializeElement(at: count, to: .integer(slot.integer))
                    case rs_double: stack.initializeElement(at: count, to: .double(slot.number))
                    default: return nil
                    }
                    count += 1
                case .number(let number):
                    stack.initializeElement(at: count, to: number)
                    count += 1
                case .apply(let op):
                    guard count >= 2, let result = ConstantNumber.apply(op, stack[count - 2], stack[count - 1]) else {
                        return nil
                    }
                    count -= 1
                    stack[count - 1] = result
                }
            }
            guard count == 1 else { return nil }
            switch (stack[0], number) {
            case (.integer(let a), .integer(let b)): return comparison.holds(a, b)
            case (.double(let a), .double(let b)): return comparison.holds(a, b)
            case (.integer(let integer), _):
                guard integer.magnitude <= ConstantComparison.exact.magnitude else { return nil }
                return comparison.holds(Double(integer), number.asDouble)
            case (.double(let double), .integer(let integer)):
                guard integer.magnitude <= ConstantComparison.exact.magnitude else { return nil }
                return comparison.holds(double, Double(integer))
            }
        }
    }
}

/// A test of the elements of a list: ANY, ALL, or the number that satisfy a predicate.
///
/// Elements are read directly from the text, a few at a time. Reading ends as soon as the answer is known.
final class SlotElements {
    /// A predicate over an element. Slot 0 is the element itself, the others are its wanted fields.
    struct Program {
        let plan: ScanPlan
        let program: SlotProgram
    }

    /// The question.
    enum Question {
        case any
        case all
        /// Compares the number of elements that satisfy the predicate with an integer.
        case count(ConstantComparison, Int64)
    }

    private let element: Program
    let question: Question
    /// The slot of the element in the core program, and the predicate over it.
    let slot: Int
    let body: CorePredicate
    private let width: Int
    private let rows: UnsafeMutablePointer<rs_slot>
    /// The number of elements to read at a time.
    private static let batch = 16

    init(_ element: Program, _ question: Question, slot: Int, body: CorePredicate) {
        self.element = element
        self.question = question
        self.slot = slot
        self.body = body
        width = element.plan.slotCount + 1
        rows = .allocate(capacity: Self.batch * width)
    }

    deinit { rows.deallocate() }

    /// The answer; nil if slots are not enough: for nested lists, values that are not lists, and malformed text.
    func decide(_ slot: rs_slot, _ limit: UnsafePointer<UInt8>) -> Bool? {
        switch rs_kind(slot.kind) {
        case rs_missing, rs_null:
            switch question {
            case .all: return true
            case .any, .count: return false
            }
        case rs_list: break
        default: return nil
        }
        guard let text = slot.bytes else { return nil }
        var next: UnsafePointer<UInt8>?
        var count: Int64 = 0
        repeat {
            let read = withUnsafePointer(to: element.plan.plan) {
                rs_scan_elements($0, text, text + Int(slot.length), limit, rows, Self.batch, &next)
            }
            guard read >= 0 else { return nil }
            for index in 0..<read {
                let row = rows + index * width
                guard row.pointee.kind != rs_list.rawValue, let holds = element.program.holds(row, limit: limit) else {
                    return nil
                }
                switch question {
                case .any: if holds { return true }
                case .all: if !holds { return false }
                case .count: if holds { count += 1 }
                }
            }
        } while next != nil
        switch question {
        case .any: return false
        case .all: return true
        case .count(let comparison, let wanted): return comparison.holds(count, wanted)
        }
    }
}
