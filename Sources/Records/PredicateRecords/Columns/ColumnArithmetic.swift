import CColumnKernels
import PredicateCore

/// Compares an arithmetic expression over columns with a number, operator by operator for all rows of a chunk.
///
/// All operations use doubles. Rows where integers could give a different result (beyond 2^53), or whose result is
/// not finite, are left to the caller.
struct ColumnArithmetic {
    private let steps: [SlotArithmetic.Step]
    private let comparison: ConstantComparison
    private let number: Double

    /// Nil if the number is an integer beyond 2^53.
    init?(_ arithmetic: SlotArithmetic, _ comparison: ConstantComparison, _ number: ConstantNumber) {
        if case .integer(let integer) = number, integer.magnitude > ConstantComparison.exact.magnitude { return nil }
        steps = arithmetic.steps
        self.comparison = comparison
        self.number = number.asDouble
    }

    /// The numbers of a column as doubles, and whether one of them may be an integer.
    private struct Source {
        var chunk: ColumnChunk
        var mayBeInteger: Bool

        init?(_ chunk: ColumnChunk) {
            self.chunk = chunk
            switch chunk.form {
            case .int8, .int16, .int32: mayBeInteger = true
            case .int64:
                guard chunk.range.lowerBound >= -ConstantComparison.exact,
                    chunk.range.upperBound <= ConstantComparison.exact
                else { return nil }
                mayBeInteger = true
            case .doubles: mayBeInteger = chunk.integral != nil
            case .empty: mayBeInteger = false
            default: return nil
            }
        }

        /// Writes the numbers of a block of rows.
        @inline(__always)
        func fill(_ block: UnsafeMutablePointer<Double>, from row: Int, _ kernel: UInt32) {
            switch chunk.form {
            case .int8: ck_widen_int8(kernel, chunk.values.bound(to: Int8.self) + row, block)
            case .int16: ck_widen_int16(kernel, chunk.values.bound(to: Int16.self) + row, block)
            case .int32: ck_widen_int32(kernel, chunk.values.bound(to: Int32.self) + row, block)
            case .int64: ck_widen_int64(kernel, chunk.values.bound(to: Int64.self) + row, block)
            case .doubles: block.update(from: chunk.values.bound(to: Double.self) + row, count: ColumnArithmetic.block)
            default: block.update(repeating: 0, count: ColumnArithmetic.block)
            }
        }
    }

    /// A step, with the facts that are known before the first row.
    private enum Instruction {
        case source(Source)
        case constant(Double)
        /// `bound` is the magnitude up to which a result is exact.
        case apply(ck_operation, bound: Double)
    }

    /// The number of rows per block: one word of a row set.
    private static let block = 64

    /// Returns the rows that satisfy the comparison, and those left to the caller; nil if a column holds other values
    /// than numbers.
    func rows(
        _ chunks: [ColumnChunk], _ locations: [Int?], _ selection: RowSet, _ kernel: UInt32
    ) -> (holds: RowSet, left: RowSet)? {
        guard let instructions = instructions(chunks, locations) else { return nil }
        var valid = selection
        for case .source(let source) in instructions {
            if let present = source.chunk.valid { valid.formIntersection(present) }
        }
        var left = RowSet(count: selection.count)
        var holds = RowSet(count: selection.count)
        let code = comparison.code
        withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.block * (instructions.count + 1)) { stack in
            guard let base = stack.baseAddress else { return }
            for word in valid.words.indices where valid.words[word] != 0 {
                let beyond = run(instructions, base, from: word * Self.block, kernel)
                var bits: UInt64 = 0
                ck_compare_double(kernel, base, 1, code, number, &bits)
                left.set(word, beyond & valid.words[word])
                holds.set(word, bits & valid.words[word] & ~beyond)
            }
        }
        return (holds, left)
    }

    /// The steps over columns; nil if a column holds other values than numbers, or for the division of two integers,
    /// which is integer division.
    private func instructions(_ chunks: [ColumnChunk], _ locations: [Int?]) -> [Instruction]? {
        var instructions: [Instruction] = []
        // Whether each operand on the stack may be an integer.
        var stack: [Bool] = []
        for step in steps {
            switch step {
            case .slot(let slot):
                guard locations.indices.contains(slot), let location = locations[slot],
                    let source = Source(chunks[location])
                else {
                    return nil
                }
                instructions.append(.source(source))
                stack.append(source.mayBeInteger)
            case .number(let number):
                if case .integer(let integer) = number {
                    guard integer.magnitude <= ConstantComparison.exact.magnitude else { return nil }
                    stack.append(true)
                } else {
                    stack.append(false)
                }
                instructions.append(.constant(number.asDouble))
            case .apply(let op):
                guard let b = stack.popLast(), let a = stack.popLast(), let operation = Self.operation(op) else {
                    return nil
                }
                let mayBeInteger = a && b
                if mayBeInteger, op == .divide { return nil }
                // Integer results are exact up to this bound. Other results need only be finite.
                instructions.append(
                    .apply(operation, bound: mayBeInteger ? Double(ConstantComparison.exact) : .greatestFiniteMagnitude)
                )
                stack.append(mayBeInteger)
            }
        }
        return stack.count == 1 ? instructions : nil
    }

    private static func operation(_ op: ArithmeticOperator) -> ck_operation? {
        switch op {
        case .add: ck_add
        case .subtract: ck_subtract
        case .multiply: ck_multiply
        case .divide: ck_divide
        default: nil
        }
    }

    /// Computes a block of rows and leaves the results at the start of the stack. Returns the rows that exceeded a
    /// bound.
    @inline(__always)
    private func run(
        _ instructions: [Instruction], _ stack: UnsafeMutablePointer<Double>, from row: Int, _ kernel: UInt32
    ) -> UInt64 {
        var top = stack
        var beyond: UInt64 = 0
        for instruction in instructions {
            switch instruction {
            case .source(let source):
                source.fill(top, from: row, kernel)
                top += Self.block
            case .constant(let value):
                top.update(repeating: value, count: Self.block)
                top += Self.block
            case .apply(let operation, let bound):
                top -= Self.block
                beyond |= ck_apply(kernel, operation.rawValue, top - Self.block, top, bound)
            }
        }
        return beyond
    }
}
