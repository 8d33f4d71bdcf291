import CRecordScan
import PredicateFormat

/// A comparison of things that have an order.
enum SlotComparison {
    case less, lessOrEqual, greater, greaterOrEqual, equal

    init(_ ordering: CoreOrdering) {
        switch ordering {
        case .less: self = .less
        case .lessOrEqual: self = .lessOrEqual
        case .greater: self = .greater
        case .greaterOrEqual: self = .greaterOrEqual
        }
    }

    /// The same with the sides exchanged.
    var mirrored: SlotComparison {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .equal: .equal
        }
    }

    @inline(__always)
    func holds<T: Comparable>(_ a: T, _ b: T) -> Bool {
        switch self {
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        case .equal: a == b
        }
    }

    /// Integers up to here are doubles exactly.
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

/// A constant text in UTF-8, in memory of its own.
final class SlotBytes: @unchecked Sendable {
    // Nothing is written after `init`.
    let base: UnsafePointer<UInt8>
    let count: Int

    init(_ text: String) {
        let bytes = Array(text.utf8)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        memory.initialize(from: bytes, count: bytes.count)
        base = UnsafePointer(memory)
        count = bytes.count
    }

    deinit { base.deallocate() }

    var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    /// Compares another text with this one, byte by byte, which is code point by code point: below, at or above 0.
    @inline(__always)
    func order(of text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let other = text.baseAddress else { return count == 0 ? 0 : -1 }
        let common = compareMemory(other, base, min(text.count, count))
        return common != 0 ? common : text.count - count
    }

    @inline(__always)
    func isEqual(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count == count else { return false }
        guard let other = text.baseAddress else { return true }
        return compareMemory(other, base, count) == 0
    }
}

/// How a text is searched in another.
enum SlotTextTest {
    case equal, prefix, suffix, part

    /// Byte by byte.
    @inline(__always)
    func holds(_ text: UnsafeBufferPointer<UInt8>, _ wanted: SlotBytes) -> Bool { holds(text, wanted.buffer) }

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

    /// Under the options that the text has been prepared with.
    func holds(_ text: UnsafeBufferPointer<UInt8>, _ wanted: PreparedText) -> Bool {
        switch self {
        case .equal: wanted.equals(utf8: text)
        case .prefix: wanted.isPrefix(ofUTF8: text)
        case .suffix: wanted.isSuffix(ofUTF8: text)
        case .part: wanted.isContained(inUTF8: text)
        }
    }
}

/// A constant list of texts and numbers, hashed.
final class SlotSet: @unchecked Sendable {
    // Nothing is written after `init`.
    private let texts: SlotTextTable
    private let integers: Set<Int64>
    /// Whether the list contains doubles that are not integers, which are left to the compiled predicate.
    private let hasFractions: Bool

    /// A set; nil if the list contains other values.
    init?(_ elements: [PredicateValue]) {
        var texts: [(text: [UInt8], number: Int32)] = []
        var integers: Set<Int64> = []
        var hasFractions = false
        for element in elements {
            switch element {
            case .null: break
            case .string(let text): texts.append((Array(text.utf8), 0))
            case .integer(let integer): integers.insert(integer)
            case .boolean(let flag): integers.insert(flag ? 1 : 0)
            case .double(let double):
                if let integer = Int64(exactly: double) { integers.insert(integer) } else { hasFractions = true }
            default: return nil
            }
        }
        self.texts = SlotTextTable(texts)
        self.integers = integers
        self.hasFractions = hasFractions
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

    /// Whether the set contains a text.
    @inline(__always)
    func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool { texts.number(of: text) >= 0 }
}

/// A number that arithmetic is done with.
enum SlotNumber {
    case integer(Int64)
    case double(Double)

    /// A constant number; nil for everything else, decimals among it.
    init?(_ value: PredicateValue) {
        switch value {
        case .integer(let integer): self = .integer(integer)
        case .double(let double) where double.isFinite: self = .double(double)
        default: return nil
        }
    }

    @inline(__always)
    var asDouble: Double {
        switch self {
        case .integer(let integer): Double(integer)
        case .double(let double): double
        }
    }

    /// The result of an operator; nil if there is none, or if it cannot be computed here.
    @inline(__always)
    static func apply(_ op: ArithmeticOperator, _ a: SlotNumber, _ b: SlotNumber) -> SlotNumber? {
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

/// Arithmetic over slots and constants, operands before their operators.
struct SlotArithmetic {
    enum Step {
        case slot(Int)
        case number(SlotNumber)
        case apply(ArithmeticOperator)
    }

    private(set) var steps: [Step] = []
    private static let mostSteps = 32

    /// The steps of an expression; nil if it contains more than slots, numbers and the four operators.
    init?(_ expression: CoreExpression) {
        guard append(expression) else { return nil }
    }

    private mutating func append(_ expression: CoreExpression) -> Bool {
        guard steps.count < Self.mostSteps else { return false }
        switch expression {
        case .input(let slot): steps.append(.slot(slot))
        case .constant(let value):
            guard let number = SlotNumber(value) else { return false }
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
        _ slots: UnsafePointer<rs_slot>, _ comparison: SlotComparison, _ number: SlotNumber
    ) -> Bool? {
        withUnsafeTemporaryAllocation(of: SlotNumber.self, capacity: Self.mostSteps + 1) { stack in
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
                    guard count >= 2, let result = SlotNumber.apply(op, stack[count - 2], stack[count - 1]) else {
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
                guard integer.magnitude <= SlotComparison.exact.magnitude else { return nil }
                return comparison.holds(Double(integer), number.asDouble)
            case (.double(let double), .integer(let integer)):
                guard integer.magnitude <= SlotComparison.exact.magnitude else { return nil }
                return comparison.holds(double, Double(integer))
            }
        }
    }
}
