import CRecordScan
import PredicateFormat
import PredicatePatterns
import PredicateTesting
import Testing

@testable import PredicateRecords

@Suite("Scans of lines")
struct LineScanTests {
    /// The ranges of the lines that satisfy a predicate, found with the reader and the reference evaluator.
    private func expected(_ predicate: CheckedPredicate, _ lines: [[UInt8]]) throws -> [Range<Int>] {
        var found: [Range<Int>] = []
        var offset = 0
        let evaluator = ReferenceEvaluator(library: predicate.library)
        for line in lines {
            let value = try line.withUnsafeBufferPointer { bytes throws(RecordError) in
                var reader = JSONReader()
                return try reader.read(bytes)
            }
            if evaluator.evaluate(predicate.program, on: value, context: EvaluationContext()) {
                found.append(offset..<offset + line.count)
            }
            offset += line.count + 1
        }
        return found
    }

    @Test("Every kernel finds the same as the reference", arguments: 0..<4 as Range<UInt64>)
    func agreement(seed: UInt64) throws {
        var generator = LineGenerator(seed: seed)
        let lines = (0..<(runsDeepTests ? 60 : 24)).map { _ in Array(generator.line().utf8) }
        let text = Array(lines.joined(separator: [0x0A]))
        for source in scannedPredicates {
            let predicate = try scanned(source)
            let wanted = try expected(predicate, lines)
            for kernel in kernels {
                let found = scan(predicate, text, kernel: kernel)
                #expect(found.errors.isEmpty, "\(source), kernel \(kernel)")
                #expect(found.recordCount == lines.count)
                let wrong = Set(found.matches).symmetricDifference(wanted).sorted { $0.lowerBound < $1.lowerBound }
                #expect(
                    wrong.isEmpty,
                    "\(source), kernel \(kernel): \(wrong.first.map { String(decoding: text[$0], as: UTF8.self) } ?? "")"
                )
                #expect(found.matches.count == found.matchCount)
            }
        }
    }

    /// More keys than are compared one by one, some of one length, in objects at two levels.
    @Test("Objects of many wanted keys", arguments: kernels, [false, true])
    func manyKeys(kernel: UInt32, isStrict: Bool) throws {
        let names = (0..<70).map { "k\($0 * 37 % 100)" } + ["é", "x", String(repeating: "long", count: 20)]
        let clauses = names.enumerated().map { index, name in
            index % 3 == 0 ? "o.\"\(name)\" == \(index)" : "SELF.\"\(name)\" == \(index)"
        }
        let predicate = try scanned(clauses.joined(separator: " AND "))
        func line(_ order: [Int], missing: Int? = nil, inner: Int = 0) -> String {
            let present = order.filter { $0 != missing }
            let members = present.filter { $0 % 3 != 0 }.map { "\"\(names[$0])\": \($0)" }
            let others = present.filter { $0 % 3 == 0 }.map { "\"\(names[$0])\": \($0 + inner)" }
            return "{\"other\": 1, \"o\": {\"none\": 0, \(others.joined(separator: ", "))}, "
                + members.joined(separator: ", ") + "}"
        }
        let order = Array(names.indices)
        let lines = [
            line(order), line(order.reversed()), line(order, missing: 1), line(order, missing: 3),
            line(order, inner: 1),
            line(order.sorted { names[$0] < names[$1] }),
            line(order).replacing("\"x\"", with: "\"\\u0078\""),
        ].map { Array($0.utf8) }
        let text = Array(lines.joined(separator: [0x0A]))
        let found = scan(predicate, text, kernel: kernel) { $0.isStrict = isStrict }
        #expect(found.errors.isEmpty)
        #expect(found.matches == (try expected(predicate, lines)))
        #expect(found.matchCount == 4)
    }

    @Test("Generated predicates, some with comparisons that read no field", arguments: 0..<4 as Range<UInt64>)
    func generated(seed: UInt64) throws {
        var lineGenerator = LineGenerator(seed: 500 + seed)
        let lines = (0..<40).map { _ in Array(lineGenerator.line().utf8) }
        let text = Array(lines.joined(separator: [0x0A]))
        var generator = ScannedPredicateGenerator(seed: 100 + seed)
        for _ in 0..<(runsDeepTests ? 120 : 48) {
            let source = generator.predicate()
            guard let predicate = try? scanned(source) else { continue }
            let wanted = try expected(predicate, lines)
            for kernel in kernels {
                let found = scan(predicate, text, kernel: kernel)
                #expect(found.matches == wanted && found.errors.isEmpty, "\(source), kernel \(kernel)")
            }
        }
    }

    @Test("A strict scan of good lines finds the same as the reference", arguments: kernels)
    func strictAgreement(kernel: UInt32) throws {
        let (lines, answers) = try Self.goodLines.get()
        // The scanner has no space after the last line, so the reader reads it.
        let text = Array(lines.joined(separator: [0x0A]))
        for (source, expected) in answers {
            let found = scan(try scanned(source), text, kernel: kernel) { $0.isStrict = true }
            #expect(found.errors.isEmpty, "\(source)")
            #expect(found.matches == expected, "\(source)")
        }
    }

    /// Lines that a strict reader accepts, and the matches of the reference, which are the same for every kernel.
    private static let goodLines = Result {
        var generator = LineGenerator(seed: 12)
        var strict = JSONReader(strict: true)
        var lines: [[UInt8]] = []
        while lines.count < (runsDeepTests ? 100 : 40) {
            let line = Array(generator.line().utf8)
            if line.withUnsafeBufferPointer({ (try? strict.read($0)) != nil }) { lines.append(line) }
        }
        let answers = try scannedPredicates.map { ($0, try Self().expected(try scanned($0), lines)) }
        return (lines, answers)
    }

    @Test(
        "A duplicate key or malformed value makes a line bad in a strict scan", arguments: kernels)
    func strictKeys(kernel: UInt32) throws {
        let cases: [(line: String, isBad: Bool, holds: Bool)] = [
            (#"{"i":4}"#, false, true), (#"{"i":4,"i":4}"#, true, false), (#"{"i":4,"j":{"i":1,"i":2}}"#, true, false),
            (#"{"j":{"i":4}}"#, false, false), (#"{"j":[{"i":4}],"i":4}"#, false, true),
            (#"{"j":[{"i":1},{"i":2},4],"i":5}"#, false, false), (#"{"\u0069":4}"#, false, true),
            (#"{"i":[4]}"#, false, false), (#"{"i":{"i":4}}"#, false, false), (#"{"i" : 4 } "#, false, true),
            (#" {"o":{"x":{"i":4}},"i":null}"#, false, false), (#"{"i":4}x"#, true, false), (#"{"i":4,}"#, true, false),
            (#"{"i":4.0}"#, false, true), (#"{"i":40e-1}"#, false, true), (#"{"i":04}"#, true, false),
            (#"[{"i":4}]"#, true, false), ("[]", true, false), ("{}", false, false),
            (#"{"i":"\ud800","i2":4}"#, true, false),
        ]
        let predicate = try scanned("i == 4")
        let text = Array((cases.map(\.line).joined(separator: "\n") + "\n" + String(repeating: " ", count: 80)).utf8)
        let found = scan(predicate, text, kernel: kernel) { $0.isStrict = true }
        #expect(found.recordCount == cases.count)
        #expect(found.badCount == cases.filter(\.isBad).count)
        #expect(found.matches.map { String(decoding: text[$0], as: UTF8.self) } == cases.filter(\.holds).map(\.line))
    }

    @Test(
        "Damaged lines: the kernels agree, well-formed lines have the right answer, and matches are well-formed")
    func damage() throws {
        var generator = LineGenerator(seed: 77)
        let predicates = try ["i > 3", #"s == "abc" OR o.y.z != nil"#, "ANY m.q > 3", "o.x == 2 AND d < 100"].map(
            scanned)
        for _ in 0..<600 {
            let line = generator.mutated(generator.line())
            for predicate in predicates {
                let results = kernels.map { scan(predicate, line, kernel: $0) }
                for result in results.dropFirst() {
                    #expect(result.matches == results[0].matches, "\(String(decoding: line, as: UTF8.self))")
                    #expect(result.errors == results[0].errors, "\(String(decoding: line, as: UTF8.self))")
                }
                let isWellFormed = (try? outcome(line).get()) != nil
                if isWellFormed, case .success(.object) = outcome(line) {
                    #expect(results[0].errors.isEmpty)
                    #expect(try results[0].matches == expected(predicate, [line]))
                }
                if !results[0].matches.isEmpty { #expect(isWellFormed, "\(String(decoding: line, as: UTF8.self))") }
            }
        }
    }

    @Test("The position of a line in memory does not matter", arguments: kernels)
    func alignment(kernel: UInt32) throws {
        let predicate = try scanned(#"i == 4 AND s == "abc" AND o.y.z == "key" AND ANY l == 3"#)
        let body = #"{"pad":"x\\","o":{"n":[1,{"i":9}],"y":{"z":"key"}},"l":[1,2,3],"s":"abc","i":4}"#
        for padding in 0..<140 {
            for ending in ["", "\n", "\r\n", "\n\n"] {
                let blank = String(repeating: " ", count: padding)
                let text = Array((#"{"i":1}"# + "\n" + blank + body + ending).utf8)
                let found = scan(predicate, text, kernel: kernel)
                #expect(found.matchCount == 1, "\(padding)")
                #expect(found.recordCount == 2)
                #expect(found.matches.first?.lowerBound == 8)
            }
        }
    }

    @Test("A key counts only at the top level of its record, and the first one counts")
    func keys() throws {
        let cases: [(String, Bool)] = [
            (#"{"i":4}"#, true), (#"{"j":{"i":4}}"#, false), (#"{"j":[{"i":4}],"i":4}"#, true),
            (#"{"i":4,"i":5}"#, true),
            (#"{"i":5,"i":4}"#, false), (#"{"\u0069":5,"i":4}"#, false), (#"{"\u0069":4,"i":5}"#, true),
            (#"{"s":"i","i":4}"#, true), (#"{"s":"\"i\":5","i":4}"#, true), (#"{"i" : 4}"#, true),
            (#"{"j":"i","i":4}"#, true),
            (#"{"a":{"i":5},"b":{"c":{"i":6}},"i":4}"#, true), (#"{}"#, false), (#"{"i":"4"}"#, false),
            (#"{"ii":4}"#, false),
            (#"{"j":"\\","i":4}"#, true), (#"{"j":"\\\"","i":4}"#, true),
        ]
        let predicate = try scanned("i == 4")
        for kernel in kernels {
            for (line, wanted) in cases {
                let found = scan(predicate, Array(line.utf8), kernel: kernel)
                #expect(found.errors.isEmpty, "\(line)")
                #expect((found.matchCount == 1) == wanted, "\(line)")
            }
        }
    }

    @Test("Lists within a path are mapped over, both the first and the thousandth")
    func listsOnPaths() throws {
        let predicate = try scanned("ANY o.x == 2")
        let lines = (0..<1000).map { #"{"o":[{"x":\#($0 % 3)},{"x":7}]}"# }
        let text = Array(lines.joined(separator: "\n").utf8)
        for kernel in kernels { #expect(scan(predicate, text, kernel: kernel).matchCount == 333) }
    }

    @Test("Bad records are reported with their locations")
    func badRecords() throws {
        let text = Array(
            "{\"i\":4}\n\n{\"i\":tru}\n[1]\n{\"i\":4}\n{\"x\":1,\"i\":4\n{\"i\":4} 5\n{\"i\":1}".utf8)
        let predicate = try scanned("i == 4")
        for kernel in kernels {
            let found = scan(predicate, text, kernel: kernel)
            #expect(found.matches == [0..<7, 23..<30])
            #expect(found.recordCount == 7)
            #expect(found.badCount == 4)
            #expect(
                found.errors.map(describe) == [
                    "bad-json 3:6", "not-a-record 4:1", "truncated 6:13", "bad-json 7:9",
                ])
            let first = scan(predicate, text, kernel: kernel) { $0.skipsBadRecords = false }
            #expect(first.matches == [0..<7])
            #expect(first.badCount == 1)
            // Nothing is written, so records are read only as far as needed, but a line must end like an object.
            let counted = scan(predicate, text, kernel: kernel) { $0.keepsLines = false }
            #expect(counted.matchCount == 2)
            #expect(counted.errors == found.errors)
            let inside = Array("{\"i\":4,\"x\":oops}\n{\"x\":oops,\"i\":4}".utf8)
            #expect(scan(predicate, inside, kernel: kernel) { $0.keepsLines = false }.matchCount == 2)
            #expect(scan(predicate, inside, kernel: kernel).badCount == 2)
        }
    }

    /// A SUBQUERY reads another list of the record for each element. Decoding it each time would take minutes here.
    @Test("A list next to a SUBQUERY is read once per record")
    func listsBesideSubqueries() throws {
        let numbers = "[" + (0..<60_000).map(String.init).joined(separator: ",") + "]"
        let line = "{\"l\":\(numbers),\"k\":\(numbers)}"
        let text = Array("\(line)\n{\"l\":[1],\"k\":[0,1]}\n{\"l\":[1,5],\"k\":[0,0,0,0,0,5]}".utf8)
        let predicate = try scanned("SUBQUERY(l, $x, k[5] == $x).@count == 1")
        let (found, seconds) = timed { scan(predicate, text, kernel: rs_best_kernel()) }
        #expect(seconds < 30)
        #expect(found.matches.map(\.lowerBound) == [0, text.count - "{\"l\":[1,5],\"k\":[0,0,0,0,0,5]}".utf8.count])
    }

    /// The line number of an error needs counting. Counting from the start for each error would take quadratic
    /// time.
    @Test("Many bad records cost as much as reading them")
    func manyBadRecords() throws {
        let text = Array(String(repeating: "{\"i\":x}\n", count: 100_000).utf8)
        let predicate = try scanned("i == 4")
        let (found, seconds) = timed { scan(predicate, text, kernel: rs_best_kernel()) }
        #expect(seconds < 30)
        #expect(found.badCount == 100_000)
        #expect(found.errors.map(describe) == (1...LineScan.keptErrors).map { "bad-json \($0):6" })
    }

    @Test("A line that is too long is a separate error")
    func longLines() throws {
        let text = Array("{\"i\":4}\n{\"i\":4,\"s\":\"0123456789\"}\n{\"i\":4}".utf8)
        for kernel in kernels {
            let found = scan(try scanned("i == 4"), text, kernel: kernel) { $0.limits.recordBytes = 12 }
            #expect(found.matchCount == 2)
            #expect(found.errors.map(describe) == ["record-too-large 2:1"])
        }
    }

    @Test("A zero byte after a record does not end its line", arguments: kernels)
    func zeros(kernel: UInt32) throws {
        let predicate = try scanned("i == 4 OR missing == 4")
        for padding in [0, 1, 50, 100, 300] {
            let line = Array(#"{"i":4}"#.utf8) + [0x00] + [UInt8](repeating: 0x78, count: padding)
            for text in [line, line + [0x0A], line + [0x0A] + Array(#"{"i":4}"#.utf8)] {
                let found = scan(predicate, text, kernel: kernel)
                #expect(found.badCount == 1 && found.matchCount == (text.last == 0x7D ? 1 : 0), "\(padding)")
            }
        }
    }

    @Test("Several threads find the same matches in the same order", arguments: [1, 2, 5])
    func threads(count: Int) throws {
        var generator = LineGenerator(seed: 3)
        let some = (0..<500).map { _ in generator.line() }
        var text: [UInt8] = []
        for index in 0..<12_000 { text += Array(some[index * 7 % some.count].utf8) + [0x0A] }
        let predicate = try scanned("i > 3 AND d < 10")
        let wanted = scan(predicate, text, kernel: rs_best_kernel())
        var options = LineScan.Options()
        options.skipsBadRecords = true
        let scans = try scansFor(count, predicate, options)
        func lines() throws -> RecordStream.WholeLines {
            try #require(try RecordStream(.bytes(text), RecordInputOptions(layout: .lines)).takeWholeLines())
        }
        var matches: [Range<Int>] = []
        var ends: [Int] = []
        try ParallelLineScan(scans).run(lines()) { found, piece in
            matches += found.matches
            ends.append(piece.end)
            return true
        }
        #expect(matches == wanted.matches)
        #expect(ends.count > 2)
        #expect(ends == ends.sorted())
        #expect(ends.last == text.count)
        var pieces = 0
        try ParallelLineScan(scans).run(lines()) { _, _ in
            pieces += 1
            return false
        }
        #expect(pieces == 1)
    }

    @Test("The result does not depend on skipped lines", arguments: 0..<2 as Range<UInt64>)
    func passedLines(seed: UInt64) throws {
        var generator = LineGenerator(seed: 400 + seed)
        var text: [UInt8] = []
        for _ in 0..<80 {
            switch Int.random(in: 0..<10, using: &generator.random) {
            case 0: text += generator.mutated(generator.line())
            case 1: text += Array(generator.pick(["", " ", "\t\r", "[1]", "no record", "{", #"{"s":"abc"} 1"#]).utf8)
            default: text += Array(generator.line().utf8)
            }
            text += Array(generator.pick(["\n", "\n", "\n", "\r\n"]).utf8)
        }
        if seed == 1 { text += Array(#"{"s":"abc"}"#.utf8) }
        for source in scannedPredicates where source.contains("\"") {
            let predicate = try scanned(source)
            let wanted = scan(predicate, text, kernel: kernels[0]) { $0.passesLines = false }
            // A list within a path makes the scanner read more of later lines. Skipped lines decide when that
            // begins.
            let hasPaths = source.contains("o.")
            for kernel in kernels {
                for passes in [true, false, nil] {
                    let found = scan(predicate, text, kernel: kernel) { $0.passesLines = passes }
                    #expect(found.matches == wanted.matches, "\(source), kernel \(kernel)")
                    #expect(found.recordCount == wanted.recordCount, "\(source), kernel \(kernel)")
                    if hasPaths { continue }
                    #expect(found.badCount == wanted.badCount, "\(source), kernel \(kernel)")
                    #expect(found.errors == wanted.errors, "\(source), kernel \(kernel)")
                }
            }
        }
    }

    @Test("A bad line is reported if it could match, or if it is not an object from brace to brace")
    func badLinesPassed() throws {
        let predicate = try scanned(#"s == "abcd""#)
        let cases: [(String, Bool)] = [
            (#"{"s":"abcd"}"#, false), (#"{"s":tru}"#, false), (#"{"s":tru,"t":"abcd"}"#, true),
            (#"{"s":tru,"t":"\\"}"#, false), (#"{"s":tru,"t":"\u0061"}"#, true), (#"{"s":tru,"t":"\u00e9"}"#, false),
            ("no record", true), (#"{"s":"ab"#, true), (#"["abc"]"#, true), (#"{"s":"abcd" "t":1}"#, true),
            (#"{"s" "t"}"#, false),
        ]
        for kernel in kernels {
            for (line, isBad) in cases {
                for passes in [true, false, nil] {
                    // Enough bytes after it for a whole block.
                    let more = String(repeating: #"{"s":"none"}"# + "\n", count: 20)
                    let found = scan(predicate, Array((line + "\n" + more).utf8), kernel: kernel) {
                        $0.passesLines = passes
                    }
                    #expect((found.badCount == 1) == isBad, "\(line)")
                    #expect(found.recordCount == 21, "\(line)")
                }
            }
        }
        // A strict scan checks every byte of every record.
        let strict = scan(predicate, Array(#"{"s":tru}"#.utf8), kernel: kernels[0]) { $0.isStrict = true }
        #expect(strict.badCount == 1)
    }

    @Test("A strict scan finds the errors of the reader, even after a false condition", arguments: kernels)
    func strictness(kernel: UInt32) throws {
        var generator = LineGenerator(seed: 91)
        let predicates = try ["i > 3 AND d < 10", #"s == "abc""#, "o.x == 2"].map(scanned)
        var reader = JSONReader(strict: true)
        reader.requiresObjects = true
        // The scanner walks a line with other bytes after it. Without them, the reader reads it.
        let behind = [[], [0x0A] + [UInt8](repeating: 0x20, count: 80)]
        for number in 0..<500 {
            let line = generator.chance(2) ? Array(generator.line().utf8) : generator.mutated(generator.line())
            let isGood = line.withUnsafeBufferPointer { (try? reader.read($0)) != nil }
            for predicate in predicates {
                let found = scan(predicate, line + behind[number % 2], kernel: kernel) { $0.isStrict = true }
                if found.recordCount == 0 { continue }
                if case .success(.object) = outcome(line) {
                    #expect((found.badCount == 0) == isGood, "\(String(decoding: line, as: UTF8.self))")
                } else {
                    #expect(found.badCount == 1, "\(String(decoding: line, as: UTF8.self))")
                }
            }
        }
    }

    @Test("A predicate that reads the whole record cannot be scanned")
    func wholeRecords() throws {
        for source in ["SELF == nil", "SELF.@count > 2", "self.i == 4 AND SELF IN {1}"] {
            let predicate = try scanned(source)
            #expect(LineScan(predicate, context: EvaluationContext(), options: LineScan.Options()) == nil)
        }
    }
}
