import CRecordScan
import PredicateFormat
import Testing

@testable import PredicateRecords

@Suite("The fast check of JSON")
struct ValidationTests {
    /// Whether a kernel accepts a text; with extra memory after it if `isPadded`.
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

    @Test("The reader accepts all that it accepts, and ordinary text is accepted", arguments: kernels)
    func agreement(kernel: UInt32) throws {
        let keys = try #require(rs_keys_make())
        defer { rs_keys_free(keys) }
        var generator = LineGenerator(seed: 5 + UInt64(kernel))
        for _ in 0..<300 {
            let line = Array(generator.line().utf8)
            let damaged = generator.mutated(String(decoding: line, as: UTF8.self))
            for strict in [false, true] {
                for isPadded in [false, true] {
                    // The kernel leaves numbers near the largest double, and keys with escapes, to the reader.
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

    @Test("UTF-8 is checked at every position", arguments: kernels)
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

    @Test("Escapes are checked at every position", arguments: kernels)
    func escapes(kernel: UInt32) throws {
        let keys = try #require(rs_keys_make())
        defer { rs_keys_free(keys) }
        let good = [
            #"\""#, #"\\"#, #"\/\b\f\n\r\t"#, #"\u0041"#, #"\ud83d\ude00"#, #"\\\""#, #"\uD83D\uDE00\\"#,
            String(repeating: #"\\"#, count: 40), String(repeating: #"\""#, count: 40),
        ]
        let bad = [
            #"\x"#, #"\u12"#, #"\u123g"#, #"\ud83d"#, #"\ude00"#, #"\ud83dx"#, #"\ud83d\u0041"#, "\\\u{01}",
            String(repeating: #"\\"#, count: 40) + #"\q"#,
        ]
        for before in 0..<140 where before < 70 || before % 5 == 0 {
            for (escapes, isGood) in [(good, true), (bad, false)] {
                for escape in escapes {
                    for tail in ["", "x", String(repeating: "y", count: 70)] {
                        let filled = String(repeating: "z", count: before) + escape + tail
                        let text = "{\"k\":\"" + filled + "\",\"l\":\"\"}"
                        #expect(
                            isWhole(Array(text.utf8), kernel: kernel, strict: true, isPadded: before % 2 == 0, keys)
                                == isGood, "\(escape) behind \(before)")
                    }
                }
            }
        }
    }

    @Test("Numbers of every length are checked", arguments: kernels)
    func numbers(kernel: UInt32) throws {
        let keys = try #require(rs_keys_make())
        defer { rs_keys_free(keys) }
        let endings = ["", "e5", "E-12", "e+3"]
        let badEndings = [".", "e", "e+", ".5.", "x", "-", ".e1"]
        for whole in [1, 2, 7, 8, 14, 15, 16, 17, 18, 31, 32, 33, 38, 39, 60] {
            for fraction in [0, 1, 2, 8, 14, 15, 16, 17, 32] where whole + fraction < 80 {
                let digits =
                    String(repeating: "1", count: whole)
                    + (fraction == 0 ? "" : "." + String(repeating: "2", count: fraction))
                // The reader refuses integers of more than 38 digits.
                let isLong = fraction == 0 && whole > 38
                for sign in ["", "-"] {
                    for (endings, isGood) in [(endings, true), (badEndings, false)] {
                        for ending in endings where fraction == 0 || !ending.hasPrefix(".") {
                            for text in ["[\(sign)\(digits)\(ending)]", "{\"a\": \(sign)\(digits)\(ending) ,\"b\":1}"] {
                                #expect(
                                    isWhole(
                                        Array(text.utf8), kernel: kernel, strict: true, isPadded: whole % 2 == 0, keys)
                                        == (isGood && !(isLong && ending.isEmpty)), "\(text)")
                            }
                        }
                    }
                    let zeros = "[\(sign)0\(digits)]"
                    #expect(!isWhole(Array(zeros.utf8), kernel: kernel, strict: true, isPadded: true, keys), "\(zeros)")
                }
            }
        }
        for text in ["[0]", "[-0]", "[0.5]", "[0e1]"] {
            #expect(isWhole(Array(text.utf8), kernel: kernel, strict: true, isPadded: true, keys), "\(text)")
        }
        for text in ["[-]", "[.5]", "[-.5]", "[+1]", "[00]", "[1,-]", "[1 2]"] {
            #expect(!isWhole(Array(text.utf8), kernel: kernel, strict: true, isPadded: true, keys), "\(text)")
        }
    }

    @Test("Long texts are checked to the end", arguments: kernels)
    func longTexts(kernel: UInt32) throws {
        let keys = try #require(rs_keys_make())
        defer { rs_keys_free(keys) }
        for length in [3_900, 4_060, 4_080, 4_090, 4_096, 4_100, 8_150, 8_192, 20_000] {
            for shift in 0..<12 {
                let long = String(repeating: "x", count: length + shift)
                let parts = [
                    "{\"a\":\"\(long)\",\"b\":\"é\\n\",\"c\":[\"\(long)é\",{\"a\":\"\",\"b\":\"x\"}]}",
                    "[" + String(repeating: "\"\",", count: length / 3) + "{\"\(long)\":1}]",
                    "[" + String(repeating: "{\"a\":1,\"b\":2},", count: length / 13) + "{\"a\":\"x\"}]",
                ]
                for part in parts {
                    let text = Array(part.utf8)
                    #expect(isWhole(text, kernel: kernel, strict: true, isPadded: shift % 2 == 0, keys))
                    // Damage in the last string: a control character, a stray continuation byte, a bad escape, or
                    // an early end.
                    guard let last = text.lastIndex(of: 0x78) else { continue }
                    for byte in [0x01, 0x80, 0x5C, 0x22] as [UInt8] {
                        var damaged = text
                        damaged[last] = byte
                        #expect(!isWhole(damaged, kernel: kernel, strict: true, isPadded: shift % 2 == 0, keys))
                    }
                }
            }
        }
    }

    @Test("A bad line does not affect the result of the next line", arguments: kernels)
    func linesStandAlone(kernel: UInt32) throws {
        let keys = try #require(rs_keys_make())
        defer { rs_keys_free(keys) }
        let good = #"{"a":"x y","b":[1,{"c":"é"}]}"#
        let bad = [
            #"{"a":"x"#, #"{"a":"x\"#, #"{"a":"x\"}"#, #"{"a":"\ud83d"}"#, "{\"a\":\"\u{01}\"}", #"{"a":1"#,
            #"{"a":1}}"#,
            #"{"a":1,"a":2}"#, #"{a:1}"#, #"{"a":"x"\"#, "{\"a\":\"" + String(repeating: "z", count: 5_000),
            "{\"a\":\"" + String(repeating: "é", count: 40) + "\\q\"}",
        ]
        for before in 0..<66 {
            var text = ""
            for line in bad {
                text += "{\"" + String(repeating: "k", count: before) + "\":1}\n" + line + "\n" + good + "\n"
            }
            let bytes = Array((text + String(repeating: " ", count: 80)).utf8)
            bytes.withUnsafeBufferPointer { memory in
                guard let base = memory.baseAddress else { return }
                var lines = [rs_line](
                    repeating: rs_line(start: base, length: 0, status: 0, node: 0, is_whole: 0, has_others: 0),
                    count: bad.count * 3 + 1)
                var slots: [rs_slot] = [rs_slot()]
                var plan = rs_plan()
                plan.maximum_depth = 200
                plan.kernel = kernel
                var next: UnsafePointer<UInt8>?
                let end = base + text.utf8.count
                let count = rs_scan_strict_lines(
                    &plan, keys, base, end, base + bytes.count, &lines, &slots, lines.count, &next)
                #expect(count == bad.count * 3 && next == end)
                for index in 0..<count {
                    #expect(lines[index].is_whole == (index % 3 == 1 ? 0 : 1), "line \(index) behind \(before)")
                }
            }
        }
    }

    @Test("A duplicate key is found among few and many keys, short and long", arguments: kernels)
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

    @Test("Nesting is followed to the limit", arguments: kernels)
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
