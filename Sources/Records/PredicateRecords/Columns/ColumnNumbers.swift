import CColumnKernels
import PredicateCore

/// Comparisons of numbers with a constant.
enum ColumnNumbers {
    /// Rows whose number compares as required with an integer; nil if the values of the chunk need another way.
    /// Results for nil rows are meaningless.
    static func rows(
        _ chunk: ColumnChunk, _ comparison: ConstantComparison, _ integer: Int64, _ kernel: UInt32
    ) -> RowSet? {
        switch chunk.form {
        case .int8, .int16, .int32, .int64: return integers(chunk, comparison, integer, kernel)
        case .doubles:
            guard integer.magnitude <= ConstantComparison.exact.magnitude else { return nil }
            return doubles(chunk, comparison, Double(integer), kernel)
        case .empty, .texts: return RowSet(count: chunk.count)
        default: return nil
        }
    }

    /// The same for a finite double.
    static func rows(
        _ chunk: ColumnChunk, _ comparison: ConstantComparison, _ double: Double, _ kernel: UInt32
    ) -> RowSet? {
        switch chunk.form {
        case .int8, .int16, .int32, .int64:
            // The bound is rounded to an integer. Integers that are not exact as doubles are left to the caller.
            guard chunk.range.lowerBound >= -ConstantComparison.exact,
                chunk.range.upperBound <= ConstantComparison.exact
            else {
                return nil
            }
            let bound: Double
            switch comparison {
            case .less, .greaterOrEqual: bound = double.rounded(.up)
            case .lessOrEqual, .greater: bound = double.rounded(.down)
            case .equal:
                bound = double.rounded(.down)
                if bound != double { return RowSet(count: chunk.count) }
            }
            let integer = Int64(exactly: bound) ?? (bound < 0 ? .min : .max)
            return integers(chunk, comparison, integer, kernel)
        case .doubles: return doubles(chunk, comparison, double, kernel)
        case .empty, .texts: return RowSet(count: chunk.count)
        default: return nil
        }
    }

    /// Rows whose date compares as required with a time in seconds since 2001.
    static func dates(
        _ chunk: ColumnChunk, _ comparison: ConstantComparison, _ seconds: Double, _ kernel: UInt32
    ) -> RowSet? {
        switch chunk.form {
        case .doubles: doubles(chunk, comparison, seconds, kernel)
        case .empty: RowSet(count: chunk.count)
        default: nil
        }
    }

    private static func doubles(
        _ chunk: ColumnChunk, _ comparison: ConstantComparison, _ double: Double, _ kernel: UInt32
    ) -> RowSet {
        RowSet(count: chunk.count) { bits, words in
            ck_compare_double(kernel, chunk.values.bound(to: Double.self), words, comparison.code, double, bits)
        }
    }

    private static func integers(
        _ chunk: ColumnChunk, _ comparison: ConstantComparison, _ integer: Int64, _ kernel: UInt32
    ) -> RowSet {
        // If the constant is outside the range of the values, all rows have the same answer. The constant may then
        // exceed the width of the values.
        if integer < chunk.range.lowerBound || integer > chunk.range.upperBound {
            let isAbove = integer > chunk.range.upperBound
            let holds: Bool
            switch comparison {
            case .less, .lessOrEqual: holds = isAbove
            case .greater, .greaterOrEqual: holds = !isAbove
            case .equal: holds = false
            }
            return RowSet(count: chunk.count, isFull: holds)
        }
        let code = comparison.code
        return RowSet(count: chunk.count) { bits, words in
            switch chunk.form {
            case .int8:
                ck_compare_int8(
                    kernel, chunk.values.bound(to: Int8.self), words, code, Int8(truncatingIfNeeded: integer), bits)
            case .int16:
                ck_compare_int16(
                    kernel, chunk.values.bound(to: Int16.self), words, code, Int16(truncatingIfNeeded: integer), bits)
            case .int32:
                ck_compare_int32(
                    kernel, chunk.values.bound(to: Int32.self), words, code, Int32(truncatingIfNeeded: integer), bits)
            default: ck_compare_int64(kernel, chunk.values.bound(to: Int64.self), words, code, integer, bits)
            }
        }
    }
}

extension ConstantComparison {
    /// The comparison as a code for the kernels.
    var code: UInt32 {
        switch self {
        case .less: ck_less.rawValue
        case .lessOrEqual: ck_less_or_equal.rawValue
        case .greater: ck_greater.rawValue
        case .greaterOrEqual: ck_greater_or_equal.rawValue
        case .equal: ck_equal.rawValue
        }
    }
}
