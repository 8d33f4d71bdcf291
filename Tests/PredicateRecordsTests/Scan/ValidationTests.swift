import CRecordScan
import PredicateFormat
import Testing

@testable import PredicateRecords

@Suite("The fast check of JSON")
struct ValidationTests {
    /// What a kernel says of a text; with more memory behind it than its own where `isPadded`.
    private func isWhole(
        _ text: [UInt8], kernel: UInt32, strict: Bool, isPadded: Bool, depth: UInt32 = 200, _ keys: OpaquePointer
    ) -> Bool {
        let memory = text + (isPadded ? [0x0A] + [UInt8](repeating: 0x78, count: 100) : [])
        return memory.withUnsafeBufferPointer { memory in
            guard let base = memory.baseAddress else { return false }
            let limit = base + memory.count
            return strict
                ? rs_is_strict_json(kernel, keys, base, text.count, limit, depth) != 0
                : rs_is_json(kernel, keys, base, text.count, limit, depth) != 0
        }
    }

    private func isGood(_ text: [UInt8], strict: Bool) -> Bool {
        text.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(strict: strict)
            return (try? reader.read(bytes)) != nil
        }
    }

    @Test("What it accepts the reader accepts, and ordinary text is accepted", arguments: kernels)
    func agreement(kernel: UInt32) throws {
        let keys = try #require(rs_keys_make())
        defer { rs_keys_free(keys) }
        var generator = LineGenerator(seed: 5 + UInt64(kernel))
        for _ in 0..<300 {
            let line = Array(generator.line().utf8)
            let damaged = generator.mutated(String(decoding: line, as: UTF8.self))
            for strict in [false, true] {
                for isPadded in [false, true] {
                    // Numbers near the largest double, and keys with escapes, are for others.
                    let isPlain = !line.contains(0x65) && !line.contains(0x45) && !line.contains(0x5C)
                    let accepted = isWhole(line, kernel: kernel, strict: strict, isPadded: isPadded, keys)
                    if isPlain {
                        #expect(accepted == isGood(line, strict: strict), "\(String(decoding: line, as: UTF8.self))")
                    }
                    if isWhole(damaged, kernel: kernel, strict: strict, isPadded: isPadded, keys) {
                        #expect(isGood(damaged, strict: strict), "\(String(decoding: damaged, as: UTF8.self))")
                    }
                }
            }
        }
    }

    @Test("UTF-8 is checked wherever it stands", arguments: kernels)
    func utf8(kernel: UInt32) throws {
        let keys = try #require(rs_keys_make())
        defer { rs_keys_free(keys) }
        let good: [[UInt8]] = [
            [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF],
            [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
        ]
        let bad: [[UInt8]] = [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
            [0xE2, 0x28, 0xA1],
            [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            [0xFF], [0xC3, 0xA9, 0xA9], [0xE3, 0x81, 0xE3, 0x81, 0x82],
        ]
        for before in stride(from: 0, to: 70, by: 1) where before < 36 || before % 7 == 0 {
            for filling in [[0x61], [0xC3, 0xA9], [0xE3, 0x81, 0x82]] as [[UInt8]] {
                let head = Array("{\"k\":\"".utf8) + Array(repeatElement(filling, count: before).joined())
                for (sequences, isGood) in [(good, true), (bad, false)] {
                    for sequence in sequences {
                        for tail in ["\"}", "xyz and more than that, to fill up what is looked at a time\"}", "é\"}"] {
                            let text = head + sequence + Array(tail.utf8)
                            #expect(
                                isWhole(text, kernel: kernel, strict: true, isPadded: before % 2 == 0, keys) == isGood,
                                "\(sequence) behind \(before) of \(filling)")
                        }
                    }
                }
            }
        }
    }

    @Test("A key that stands twice is found, of few keys and of many, long and short", arguments: kernels)
    func duplicates(kernel: UInt32) throws {
        let keys = try #require(rs_keys_make())
        defer { rs_keys_free(keys) }
        for count in [1, 2, 62, 63, 64, 300] {
            for length in [1, 12, 13, 28, 29, 59, 60, 61, 200] {
                if count * length > 4000 { continue }
                let names = (0..<count).map { String(repeating: "k", count: length) + String($0) }
                let members = names.map { "\"\($0)\":{\"\($0)\":[{\"\(names[0])\":1}]}" }
                for again in 0..<2 {
                    let text = Array("{\(members.joined(separator: again == 0 ? "," : " , "))}".utf8)
                    #expect(isWhole(text, kernel: kernel, strict: true, isPadded: true, keys), "\(count) of \(length)")
                    for name in [names[0], names[count / 2], names[count - 1]] {
                        let twice = Array("{\(members.joined(separator: ",")),\"\(name)\":1}".utf8)
                        #expect(
                            !isWhole(twice, kernel: kernel, strict: true, isPadded: true, keys), "\(count) of \(length)"
                        )
                        #expect(isWhole(twice, kernel: kernel, strict: false, isPadded: true, keys))
                    }
                }
            }
        }
    }

    @Test("Nesting is followed as far as is allowed", arguments: kernels)
    func nesting(kernel: UInt32) throws {
        let keys = try #require(rs_keys_make())
        defer { rs_keys_free(keys) }
        for depth in [1, 2, 63, 64, 65, 200] {
            let text = Array(
                (String(repeating: "[{\"a\":", count: depth / 2) + (depth % 2 == 0 ? "1" : "[]")
                    + String(repeating: "}]", count: depth / 2)).utf8)
            for strict in [false, true] {
                #expect(isWhole(text, kernel: kernel, strict: strict, isPadded: false, depth: UInt32(depth), keys))
                #expect(!isWhole(text, kernel: kernel, strict: strict, isPadded: false, depth: UInt32(depth - 1), keys))
            }
        }
    }
}
