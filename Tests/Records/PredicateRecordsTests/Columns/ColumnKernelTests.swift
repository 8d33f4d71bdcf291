import CColumnKernels
import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateRecords

/// Compares each kernel of columns with plain comparisons, one value at a time.
@Suite("Kernels of columns")
struct ColumnKernelTests {
    private static let kernels = [ck_portable, ck_avx2, ck_avx512].map(\.rawValue).filter { ck_has_kernel($0) != 0 }
    private static let comparisons: [ConstantComparison] = [.less, .lessOrEqual, .greater, .greaterOrEqual, .equal]
    private static let words = 5

    @Test("The best kernel exists, and an unknown one does not")
    func which() {
        #expect(
            ck_has_kernel(ck_best_kernel()) == 1 && ck_has_kernel(77) == 0 && ck_has_kernel(ck_portable.rawValue) == 1)
    }

    private func hold<Value: Comparable>(
        _ values: [Value], to others: [Value],
        _ compare: (UInt32, UnsafePointer<Value>, Int, UInt32, Value, UnsafeMutablePointer<UInt64>) -> Void
    ) {
        for kernel in Self.kernels {
            for other in others {
                for comparison in Self.comparisons {
                    var bits = [UInt64](repeating: .max, count: Self.words)
                    values.withUnsafeBufferPointer { values in
                        guard let base = values.baseAddress else { return }
                        compare(kernel, base, Self.words, comparison.code, other, &bits)
                    }
                    for (row, value) in values.enumerated() {
                        let isSet = bits[row / 64] >> UInt64(row % 64) & 1 == 1
                        #expect(
                            isSet == comparison.holds(value, other), "\(value) \(comparison) \(other), kernel \(kernel)"
                        )
                    }
                }
            }
        }
    }

    private func integers<Value: FixedWidthInteger>(_ type: Value.Type) -> [Value] {
        var random = SeededRandom(seed: UInt64(Value.bitWidth))
        let edges: [Value] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        return (0..<Self.words * 64).map { row in
            row < edges.count || row % 5 == 0
                ? edges[row % edges.count] : Value.random(in: .min ... .max, using: &random)
        }
    }

    @Test func integersOfEveryWidth() {
        hold(integers(Int8.self), to: [.min, -1, 0, 7, .max], ck_compare_int8)
        hold(integers(Int16.self), to: [.min, -1, 0, 300, .max], ck_compare_int16)
        hold(integers(Int32.self), to: [.min, -1, 0, 70000, .max], ck_compare_int32)
        hold(integers(Int64.self), to: [.min, -1, 0, 1 << 40, .max], ck_compare_int64)
    }

    @Test func doubles() {
        let edges = [
            0.0, -0.0, 1, -1, .nan, .infinity, -.infinity, 2.5, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        ]
        hold((0..<Self.words * 64).map { edges[$0 % edges.count] }, to: edges, ck_compare_double)
    }

    @Test func arithmetic() {
        let numbers = [0.0, -0.0, 1, -1, 2.5, 1e15, 1e300, -1e300, 9_007_199_254_740_992, 3]
        let a = (0..<64).map { numbers[$0 % numbers.count] }
        let b = (0..<64).map { numbers[$0 * 7 / 3 % numbers.count] }
        let operations: [(ck_operation, (Double, Double) -> Double)] = [
            (ck_add, { $0 + $1 }), (ck_subtract, { $0 - $1 }), (ck_multiply, { $0 * $1 }), (ck_divide, { $0 / $1 }),
        ]
        for kernel in Self.kernels {
            for (operation, apply) in operations {
                for bound in [9_007_199_254_740_992, Double.greatestFiniteMagnitude] {
                    var results = a
                    let beyond = ck_apply(kernel, operation.rawValue, &results, b, bound)
                    for row in 0..<64 {
                        let wanted = apply(a[row], b[row])
                        #expect(results[row] == wanted || results[row].isNaN && wanted.isNaN)
                        #expect(beyond >> UInt64(row) & 1 == (wanted.magnitude <= bound ? 0 : 1), "\(wanted), \(bound)")
                    }
                }
            }
            func hold<Value: BinaryInteger>(
                _ values: [Value], _ widen: (UInt32, UnsafePointer<Value>, UnsafeMutablePointer<Double>) -> Void
            ) {
                var doubles = [Double](repeating: 0, count: 64)
                values.withUnsafeBufferPointer { if let base = $0.baseAddress { widen(kernel, base, &doubles) } }
                #expect(doubles == values.prefix(64).map { Double($0) })
            }
            hold(integers(Int8.self), ck_widen_int8)
            hold(integers(Int16.self), ck_widen_int16)
            hold(integers(Int32.self), ck_widen_int32)
            hold(integers(Int64.self), ck_widen_int64)
        }
    }

    @Test func codes() {
        var random = SeededRandom(seed: 4)
        let narrow = (0..<256).map { _ in UInt8.random(in: 0...1, using: &random) }
        let wide = (0..<1 << 16).map { _ in UInt8.random(in: 0...1, using: &random) }
        let codes8 = (0..<Self.words * 64).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
        let codes16 = (0..<Self.words * 64).map { _ in UInt16.random(in: 0 ... .max, using: &random) }
        for kernel in Self.kernels {
            var bits8 = [UInt64](repeating: 0, count: Self.words)
            ck_look_up_uint8(kernel, codes8, Self.words, narrow, &bits8)
            var bits16 = [UInt64](repeating: 0, count: Self.words)
            ck_look_up_uint16(kernel, codes16, Self.words, wide, &bits16)
            for row in 0..<Self.words * 64 {
                #expect(bits8[row / 64] >> UInt64(row % 64) & 1 == UInt64(narrow[Int(codes8[row])]))
                #expect(bits16[row / 64] >> UInt64(row % 64) & 1 == UInt64(wide[Int(codes16[row])]))
            }
        }
    }

    @Test func texts() {
        let texts = [
            "", "a", "ab", "Lisbon", "Lisbons", "eight by", "eight by and more", "é", "by", "Lisbo", "and more",
        ]
        // Space to read before the first text and after the last.
        var bytes = [UInt8](repeating: 0x61, count: 8)
        var offsets: [UInt32] = []
        for text in texts {
            offsets.append(UInt32(bytes.count - 8))
            bytes += Array(text.utf8)
        }
        offsets.append(UInt32(bytes.count - 8))
        bytes += [UInt8](repeating: 0x62, count: 8)
        for wanted in texts + ["nowhere", "eight by and mor", "s"] where !wanted.isEmpty {
            for (test, holds) in [
                (ck_text_equal, { $0 == wanted }), (ck_text_prefix, { $0.utf8.starts(with: wanted.utf8) }),
                (ck_text_suffix, { $0.utf8.reversed().starts(with: wanted.utf8.reversed()) }),
            ] as [(ck_text_test, (String) -> Bool)] {
                var bits: [UInt64] = [0]
                bytes.withUnsafeBufferPointer { bytes in
                    guard let base = bytes.baseAddress else { return }
                    ck_compare_text(
                        offsets, base + 8, texts.count, test.rawValue, Array(wanted.utf8), wanted.utf8.count, &bits)
                }
                for (row, text) in texts.enumerated() {
                    #expect(bits[0] >> UInt64(row) & 1 == (holds(text) ? 1 : 0), "\(text), \(wanted), \(test.rawValue)")
                }
            }
        }
    }

    @Test func rangesOfBits() {
        var random = SeededRandom(seed: 9)
        let bits = (0..<20).map { _ in UInt64.random(in: 0 ... .max, using: &random) }
        var offsets: [UInt32] = [0, 0, 1, 64, 64, 200, 263]
        while let last = offsets.last, last < 1270 {
            offsets.append(min(1280, last + UInt32.random(in: 0...9, using: &random)))
        }
        var counts = [Int32](repeating: -1, count: offsets.count - 1)
        ck_count_in_ranges(offsets, counts.count, bits, &counts)
        for (row, count) in counts.enumerated() {
            let wanted = (Int(offsets[row])..<Int(offsets[row + 1])).filter {
                bits[$0 / 64] >> UInt64($0 % 64) & 1 == 1
            }
            #expect(Int(count) == wanted.count)
        }
        #expect(ck_count(bits, bits.count) == bits.reduce(0) { $0 + $1.nonzeroBitCount })
    }
}
