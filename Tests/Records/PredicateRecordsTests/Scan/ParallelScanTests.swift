import CRecordScan
import Foundation
import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateRecords

@Suite("Scans of pieces on several threads")
struct ParallelScanTests {
    // MARK: Work in order

    @Test("Results come in the order of the pieces, and the number of open pieces is limited", arguments: [0, 1, 4])
    func order(helpers: Int) throws {
        let counts = Locked((next: 0, underWay: 0, most: 0))
        let work = OrderedWork<Int, Int>(
            bound: 3,
            next: { () throws(RecordError) in
                counts.withLock {
                    guard $0.next < 200 else { return nil }
                    $0.next += 1
                    $0.underWay += 1
                    $0.most = max($0.most, $0.underWay)
                    return $0.next
                }
            },
            work: { piece, _ in
                if piece % 7 == 0 { usleep(300) }
                return piece
            })
        var results: [Int] = []
        try work.run(helpers: helpers, worksHere: helpers != 4, mayBlock: false, beforeWaiting: {}) {
            counts.withLock { $0.underWay -= 1 }
            results.append($0)
            return true
        }
        #expect(results == Array(1...200))
        // One more has been delivered, but is not yet counted here.
        #expect(counts.withLock { $0.most } <= 4)
    }

    @Test("A piece that cannot be read ends the work after all earlier pieces", arguments: [0, 3])
    func failures(helpers: Int) throws {
        let count = Locked(0)
        func make() -> OrderedWork<Int, Int> {
            count.withLock { $0 = 0 }
            return OrderedWork(
                bound: 5,
                next: { () throws(RecordError) in
                    let number = count.withLock {
                        $0 += 1
                        return $0
                    }
                    if number > 20 { throw RecordError.readFailed(reason: "for the test", file: nil) }
                    return number
                }, work: { piece, _ in piece })
        }
        var results: [Int] = []
        #expect(throws: RecordError.self) {
            try make().run(helpers: helpers, worksHere: true, mayBlock: false, beforeWaiting: {}) {
                results.append($0)
                return true
            }
        }
        #expect(results == Array(1...20))
        results = []
        try make().run(helpers: helpers, worksHere: true, mayBlock: false, beforeWaiting: {}) {
            results.append($0)
            return results.count < 4
        }
        #expect(results == Array(1...4))
    }

    @Test("A thread that waits forever does not block the others")
    func waiting() throws {
        let progress = Monitor((isReleased: false, hasWaited: false))
        let count = Locked(0)
        let work = OrderedWork<Int, Int>(
            bound: 4,
            next: { () throws(RecordError) in
                let number = count.withLock {
                    $0 += 1
                    return $0
                }
                // The second piece arrives only when it is waited for. The third never arrives, as from a silent
                // pipe.
                if number == 2 { progress.wait(until: \.hasWaited) }
                if number == 3 { progress.wait(until: \.isReleased) }
                return number
            }, work: { piece, _ in piece })
        var results: [Int] = []
        try work.run(
            helpers: 2, worksHere: false, mayBlock: true,
            beforeWaiting: { progress.change { $0.hasWaited = true } }
        ) {
            results.append($0)
            return results.count < 2
        }
        #expect(results == [1, 2])
        progress.change { $0.isReleased = true }
    }

    // MARK: Lines

    private struct Outcome: Equatable {
        var records = 0
        var matches: [String] = []
        var bad = 0
        var errors: [String] = []
        var ends: [Int] = []
    }

    private func outcome(
        _ text: [UInt8], _ source: RecordSource, threads: Int, pieceBytes: Int, recordBytes: Int = .max
    ) throws -> Outcome {
        var options = LineScan.Options()
        options.skipsBadRecords = true
        options.limits.recordBytes = recordBytes
        var input = RecordInputOptions(layout: .lines)
        input.limits.recordBytes = recordBytes
        let stream = try RecordStream(source, input)
        var outcome = Outcome()
        let scans = try scansFor(threads, try scanned("i > 3 AND d < 10"), options)
        guard let lines = try stream.takeWholeLines() else { return outcome }
        try ParallelLineScan(scans).run(lines, pieceBytes: pieceBytes) { found, piece in
            outcome.records += found.recordCount
            outcome.bad += found.badCount
            outcome.errors += found.errors.map { describe($0) + " \($0.location?.offset ?? -1)" }
            outcome.matches += piece.withText { text in
                found.matches.map { location in
                    let record = piece.record(at: location)
                    #expect(Array(text[location]) == record.bytes)
                    return "\(record.offset) \(record.text)"
                }
            }
            outcome.ends.append(piece.end)
            return true
        }
        return outcome
    }

    @Test(
        "Pieces of any size give the result of the whole file",
        arguments: [1, 7, 64, 100, 1000, 4096, 65536], [1, 3])
    func filePieces(pieceBytes: Int, threads: Int) throws {
        var generator = LineGenerator(seed: UInt64(pieceBytes))
        var text: [UInt8] = pieceBytes % 2 == 0 ? [] : [0xEF, 0xBB, 0xBF]
        for number in 0..<60 {
            switch number % 11 {
            case 3: text += generator.mutated(generator.line())
            case 5: text += Array(generator.pick(["", " ", "\r"]).utf8)
            case 7 where number % 3 == 0:
                text += Array((#"{"i":4,"d":1,"x":""# + String(repeating: "x", count: 9000) + #""}"#).utf8)
            default: text += Array(generator.line().utf8)
            }
            text.append(0x0A)
        }
        if pieceBytes % 3 == 0 { text += Array(#"{"i":4,"d":2}"#.utf8) }
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("pieces-\(UUID().uuidString)")
        try Data(text).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        for recordBytes in [Int.max, 5000] {
            let whole = try outcome(
                text, .bytes(text), threads: 1, pieceBytes: text.count, recordBytes: recordBytes)
            #expect(whole.records > 40)
            #expect(whole.matches.count > 4)
            let pieces = try outcome(
                text, .file(url.path), threads: threads, pieceBytes: pieceBytes, recordBytes: recordBytes)
            #expect(pieces.ends == pieces.ends.sorted())
            #expect(pieces.records == whole.records)
            #expect(pieces.matches == whole.matches)
            #expect(pieces.bad == whole.bad)
            // Each piece keeps only its first errors.
            #expect(Array(pieces.errors.prefix(LineScan.keptErrors)) == whole.errors)
        }
    }

    // MARK: Documents

    /// The text between and around the records.
    struct Form: Sendable {
        var before: String
        var between: String
        var after: String
        var values = false
    }

    static let forms = [
        Form(before: "[", between: ",", after: "]"), Form(before: "[\n  ", between: ",\n  ", after: "\n]\n"),
        Form(before: "", between: "", after: ""), Form(before: " ", between: "\n", after: "\n"),
        Form(before: "{\"k\\n\":", between: " , \"o\" :\t", after: "}", values: true),
        Form(before: "[", between: ",", after: "] {\"i\":9,\"d\":1} [] [{\"i\":8,\"d\":2}]"),
        Form(before: "[", between: ",", after: ""), Form(before: "[", between: ",", after: ",]"),
        Form(before: "[", between: ",,", after: "]"), Form(before: "[", between: ",4,", after: "]"),
    ]

    /// Reads every record. Returns the matches, and the error at the end.
    private func read(
        _ source: RecordSource, _ options: RecordInputOptions, _ predicate: CheckedPredicate, strict: Bool = false
    ) -> [String] {
        var found: [String] = []
        var run = predicate.compiled.makeRun(context: EvaluationContext())
        do throws(RecordError) {
            let stream = try RecordStream(source, options)
            var reader = JSONReader(strict: strict)
            reader.requiresObjects = true
            while let record = try stream.next() {
                let value = try reader.read(record)
                if predicate.compiled.evaluate(on: value, in: &run) { found.append("\(record.offset) " + record.text) }
            }
        } catch {
            found.append("! " + describe(error))
        }
        return found
    }

    /// The same, scanning where possible.
    private func scan(
        _ source: RecordSource, _ options: RecordInputOptions, _ scans: [LineScan], _ predicate: CheckedPredicate,
        partBytes: Int, isStrict: Bool = false
    ) throws -> (found: [String], scanned: Int) {
        var found: [String] = []
        var scanned = 0
        var run = predicate.compiled.makeRun(context: EvaluationContext())
        do {
            let stream = try RecordStream(source, options)
            var reader = JSONReader(strict: isStrict)
            reader.requiresObjects = true
            try stream.begin()
            while true {
                while let text = stream.documentText() {
                    let document = DocumentScan(text, scans, firstBytes: partBytes, partBytes: partBytes)
                    let passed = try document.run { part, piece in
                        scanned += part.recordCount
                        found += part.matches.map {
                            let record = piece.record(at: $0)
                            return "\(record.offset) " + record.text
                        }
                        return true
                    }
                    stream.passRecords(passed)
                    if text.isWhole { break }
                    if try !stream.readMore(1 << 16, threads: 1) { break }
                }
                guard let record = try stream.next() else { break }
                let value = try reader.read(record)
                if predicate.compiled.evaluate(on: value, in: &run) { found.append("\(record.offset) " + record.text) }
            }
        } catch let error as RecordError {
            found.append("! " + describe(error))
        }
        return (found, scanned)
    }

    @Test("Scanning a document gives the result of reading it", arguments: forms.indices)
    func documents(index: Int) throws {
        let form = Self.forms[index]
        var options = LineScan.Options()
        // Every byte of every record is checked, as in the strict reader here.
        options.isStrict = true
        var scannedCount = 0
        for seed in 0..<5 {
            var generator = LineGenerator(seed: UInt64(seed * 31 + index))
            var text = Array(form.before.utf8)
            for number in 0..<60 {
                if number > 0 { text += Array(form.between.utf8) }
                var record = Array(generator.line().utf8)
                // Only records that a strict reader accepts, so that reading continues after them.
                while fault(record, strict: true) != "fine" { record = Array(generator.line().utf8) }
                // Some documents are damaged, in random ways.
                if seed % 3 == 2, number == 20 + seed { record = generator.mutated(generator.line()) }
                text += record
            }
            text += Array(form.after.utf8)
            var input = RecordInputOptions(values: form.values, layout: .document)
            input.limits.recordBytes = seed == 4 ? 700 : 1 << 20
            options.limits = input.limits
            for source in ["i > 3 AND d < 10", "TRUEPREDICATE", #"ANY m.q > 3 OR s == "abc""#] {
                let predicate = try scanned(source)
                let strict = read(.bytes(text), input, predicate, strict: true)
                let ways = [(1, 1 << 16), (1, 100), (3, 100), (4, 1000)]
                for (way, (threads, partBytes)) in ways.enumerated() where runsDeepTests || way % 2 == seed % 2 {
                    let scans = try scansFor(threads, predicate, options)
                    let whole = try scan(.bytes(text), input, scans, predicate, partBytes: partBytes, isStrict: true)
                    #expect(whole.found == strict, "\(source), \(threads) threads, parts of \(partBytes), seed \(seed)")
                    scannedCount += whole.scanned
                }
                let streamed = try scan(
                    portions(of: text, size: 300).reading(inChunksOf: 4096), input,
                    try scansFor(1, predicate, options), predicate, partBytes: 1 << 16, isStrict: true)
                #expect(streamed.found == strict, "\(source), streamed, seed \(seed)")
            }
        }
        // If a document contains only records, nearly all of them must be scanned.
        if index < 5 { #expect(scannedCount > (runsDeepTests ? 1000 : 500)) }
    }

    @Test(
        "A backslash outside a string is an error at its location, and hides no end of a string",
        arguments: [
            #"{"i":4,\"d":1}"#, #"{"i":4,"d":1,"x":\"}{"}"#, #"{"i":4\,"d":1,"s":"}{"}"#, #"{\"i":1,"d":"},{\"i"}"#,
            #"{"i":1,"d":1,"s":"a"\,"t":"}"}"#, #"{"i":1,"d":1,\\"s":"}"}"#,
        ])
    func strayBackslashes(damaged: String) throws {
        var input = RecordInputOptions(layout: .document)
        input.limits.recordBytes = 1 << 20
        // Escapes within strings are not affected.
        let record = #"{"i":4,"s":"a \" b \\","d":1}"#
        for padding in [0, 20, 40, 63, 90] {
            let filler = #"{"i":1,"d":1,"s":""# + String(repeating: "x", count: padding) + "\"}"
            let records = Array(repeating: record, count: 8) + [filler, damaged] + Array(repeating: record, count: 8)
            let text = Array("[\(records.joined(separator: ","))]".utf8)
            for source in ["i > 3 AND d < 10", "d == 1 AND i == 4", "i == nil"] {
                let predicate = try scanned(source)
                let wanted = read(.bytes(text), input, predicate)
                #expect(wanted.last?.hasPrefix("!") == true)
                for (threads, partBytes) in [(1, 1 << 16), (2, 100)] {
                    let found = try scan(
                        .bytes(text), input, try scansFor(threads, predicate, LineScan.Options()), predicate,
                        partBytes: partBytes)
                    #expect(found.found == wanted, "\(source), \(threads) threads, \(padding) bytes")
                }
            }
        }
    }

    @Test("A part that begins inside a record is scanned again")
    func wrongBeginnings() throws {
        // The text between two records also occurs within each record.
        let record = #"{"i":4,"l":[{"i":1},{"i":2},{"i":3}],"d":1}"#
        let text = "[" + Array(repeating: record, count: 500).joined(separator: ",") + "]"
        let predicate = try scanned("i == 4")
        let input = RecordInputOptions(layout: .document)
        let wanted = read(.text(text), input, predicate)
        #expect(wanted.count == 500)
        for partBytes in [64, 100, 1000] {
            let found = try scan(
                .text(text), input, try scansFor(3, predicate), predicate, partBytes: partBytes)
            #expect(found.found == wanted)
            #expect(found.scanned >= 499)
        }
    }

    @Test("Text is compacted, and bytes are counted and found, as one byte at a time would")
    func bytes() {
        var generator = LineGenerator(seed: 11)
        for _ in 0..<700 {
            let line = generator.line()
            let text = generator.chance(2) ? Array(line.utf8) : generator.mutated(line)
            var expected: [UInt8] = []
            var isInString = false
            var isEscaped = false
            for byte in text {
                if isInString {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == 0x5C {
                        isEscaped = true
                    } else if byte == 0x22 {
                        isInString = false
                    }
                } else if JSONScanner.isBlank(byte) {
                    continue
                } else if byte == 0x22 {
                    isInString = true
                }
                expected.append(byte)
            }
            text.withUnsafeBufferPointer { bytes in
                #expect(JSONText.compact(bytes) == expected)
                guard let base = bytes.baseAddress else { return }
                #expect(rs_count_bytes(base, bytes.count, 0x2C) == text.count { $0 == 0x2C })
                let key = Array("\"i\"".utf8)
                let location = text.indices.first { text[$0...].starts(with: key) }
                #expect(find(key, in: base, bytes.count) == location)
            }
        }
    }
}
