import Foundation
import PredicateCore
import PredicateFormat
import PredicatePatterns
import PredicateTesting
import Testing

@testable import PredicateRecords

/// What a worker wrote for some parts: the records and the summaries.
struct PartAnswer: Equatable {
    var records: [String] = []
    var summaries: [PartSummary] = []
    var refusals: [String] = []

    var failure: RecordError? { summaries.compactMap(\.failure).first }
    var matchCount: Int { summaries.reduce(0) { $0 + $1.matchCount } }
    var recordCount: Int { summaries.reduce(0) { $0 + $1.recordCount } }

    /// Runs a request for tasks, and reads the lines as a driver would.
    init(_ request: PartRequest, _ tasks: [PartTask]) throws {
        var lines: [UInt8] = []
        // The request travels as text.
        let shipped = try PartRequest(json: Array(request.json.utf8), library: .standardWithPatterns)
        let filter = try PartFilter(shipped)
        let output = PartOutput { lines += $0 }
        for task in tasks { try filter.run(try PartTask(json: Array(task.json.utf8)), output) }
        var bytes = 0
        for line in lines.split(separator: 0x0A) {
            let body = line.dropFirst()
            switch line.first {
            case PartLine.block:
                bytes += line.count
                PartLine.forEachRecord(in: body) { records.append(String(decoding: $0, as: UTF8.self)) }
            case PartLine.summary:
                let summary = try PartSummary(json: Array(body))
                #expect(summary.writtenBytes == bytes)
                bytes = 0
                summaries.append(summary)
            default: refusals.append(String(decoding: body, as: UTF8.self))
            }
        }
    }
}

/// A file that exists for one test.
final class PartFile {
    let path: String
    let size: Int

    init(_ bytes: [UInt8]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ndjson").path
        size = bytes.count
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit { unlink(path) }

    func task(_ part: Int, _ range: Range<Int>?) -> PartTask {
        PartTask(part: part, path: path, range: range, size: size)
    }
}

/// Parts of files, requests for them, and what they return.
@Suite struct PartTests {
    private static func request(
        _ text: String, _ schema: RecordSchema? = nil, arguments: [PredicateValue] = []
    ) throws -> PartRequest {
        PartRequest(
            try CheckedPredicate(text, schema: schema, arguments: arguments, library: .standardWithPatterns), now: 1)
    }

    /// Lines with everything that tempts a reader of lines to err.
    private static let lines: [[UInt8]] = [
        [0xEF, 0xBB, 0xBF] + Array("{\"n\":1,\"s\":\"a\"}\n".utf8), Array("\n".utf8), Array("  \t \r\n".utf8),
        Array("{\"n\":2,\t\"s\":\"\\\\N\"}\r\n".utf8), Array("\t{\"n\":3,\r\"s\":\"x\\u0000\"}\n".utf8),
        Array("{\"n\":4,\"s\":\"\u{2028}\u{85}é😀\"}\n".utf8), Array("{}\n".utf8),
        Array("{\"n\":5,\"s\":\"\(String(repeating: "long ", count: 40))\"}".utf8),
    ]

    @Test(
        "Wherever a file is cut, each record is in one part", arguments: ["n > 0", "SELF != nil", "n == 9"],
        [true, false])
    func everyCut(predicate: String, endsWithLineFeed: Bool) throws {
        let file = try PartFile(Self.lines.flatMap { $0 } + (endsWithLineFeed ? [0x0A] : []))
        let request = try Self.request(predicate)
        let whole = try PartAnswer(request, [file.task(0, nil)])
        #expect(whole.recordCount == 6 && whole.failure == nil)
        for cut in 0...file.size {
            let answer = try PartAnswer(request, [file.task(0, 0..<cut), file.task(1, cut..<file.size)])
            #expect(answer.records == whole.records, "cut at \(cut)")
            #expect(answer.recordCount == 6 && answer.matchCount == whole.matchCount, "cut at \(cut)")
        }
        let bytes = (0..<file.size).map { file.task($0, $0..<$0 + 1) }
        #expect(try PartAnswer(request, bytes).records == whole.records)
    }

    @Test("The records arrive with their bytes")
    func bytes() throws {
        let file = try PartFile(Self.lines.flatMap { $0 })
        let answer = try PartAnswer(try Self.request("n > 1"), [file.task(0, 0..<file.size)])
        #expect(
            answer.records.prefix(2) == [
                "{\"n\":2,\t\"s\":\"\\\\N\"}\r", "\t{\"n\":3,\r\"s\":\"x\\u0000\"}",
            ])
    }

    @Test(
        "A bad record has the same location in every part",
        arguments: ["n > 0", "SELF != nil"],
        ["{\"n\":1,}", "{\"n\":1,\"s\":\"\u{1}\"}", "{\"n\":1", "[1]", "7", "{\"n\":1e999}", "{\"n\":\"\\ud800\"}"])
    func badRecord(predicate: String, bad: String) throws {
        let text = "{\"n\":1}\n\n{\"n\":2}\r\n\(bad)\n{\"n\":3}\n"
        let file = try PartFile(Array(text.utf8))
        var request = try Self.request(predicate)
        request.limit = nil
        let whole = try PartAnswer(request, [file.task(0, nil)])
        let expected = try #require(whole.failure)
        #expect(expected.location?.line == 4 && whole.records == ["{\"n\":1}", "{\"n\":2}\r"])
        for cut in 0...file.size {
            let answer = try PartAnswer(request, [file.task(0, 0..<cut), file.task(1, cut..<file.size)])
            #expect(answer.failure?.description == expected.description, "cut at \(cut)")
            #expect(
                answer.failure?.location == expected.location && answer.failure?.excerpt?.text == expected.excerpt?.text
            )
        }
        request.skipsBadRecords = true
        let skipped = try PartAnswer(request, [file.task(0, 0..<9), file.task(1, 9..<file.size)])
        #expect(skipped.failure == nil && skipped.records.last == "{\"n\":3}")
        #expect(skipped.summaries.flatMap(\.badRecords).map(\.description) == [expected.description])
    }

    @Test("Bytes that are not UTF-8 are a bad record, not a replaced character")
    func invalidUTF8() throws {
        let file = try PartFile(Array("{\"n\":1}\n{\"n\":2,\"s\":\"".utf8) + [0xFF] + Array("\"}\n".utf8))
        let answer = try PartAnswer(try Self.request("n > 0"), [file.task(0, 3..<file.size)])
        #expect(answer.failure?.code == .invalidUTF8 && answer.failure?.location?.line == 2)
    }

    @Test("A file that has become shorter is an error")
    func shortened() throws {
        let file = try PartFile(Array("{\"n\":1}\n{\"n\":2}\n".utf8))
        let task = PartTask(part: 0, path: file.path, range: 0..<100, size: 100)
        #expect(try PartAnswer(try Self.request("n > 0"), [task]).failure?.code == .fileCutShort)
        let missing = PartTask(part: 0, path: file.path + "-", range: 0..<100, size: 100)
        #expect(try PartAnswer(try Self.request("n > 0"), [missing]).failure?.code == .noSuchFile)
    }

    @Test("Appended bytes belong to no part")
    func appended() throws {
        let file = try PartFile(Array("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n".utf8))
        let task = PartTask(part: 0, path: file.path, range: 0..<16, size: 16)
        for predicate in ["n > 0", "SELF != nil"] {
            #expect(try PartAnswer(try Self.request(predicate), [task]).records == ["{\"n\":1}", "{\"n\":2}"])
        }
    }

    @Test("Documents are read whole, and their records become lines")
    func document() throws {
        let file = try PartFile(Array("[{\"n\": 1},\n {\"n\":\r\n 2}]".utf8))
        #expect(try PartAnswer(try Self.request("n > 0"), [file.task(0, nil)]).records == ["{\"n\":1}", "{\"n\":2}"])
        #expect(try !RecordSource.file(file.path).isDivisible(RecordInputOptions()))
    }

    // MARK: Queries

    @Test(
        "What parts return for a query gives its results",
        arguments: [
            RecordQuery(sort: "-n, s", offset: 1, limit: 3), RecordQuery(sort: "s[c]:nil-last", limit: 4),
            RecordQuery(sort: "n"), RecordQuery(select: "s", distinct: true),
            RecordQuery(sort: "-s", select: "n", distinct: true, limit: 2), RecordQuery(distinct: true, limit: 3),
            RecordQuery(
                groupBy: "s", aggregate: "sum(n), list(n), first(n), t = average(n + 1.5)", having: "count > 1",
                sort: "-count"), RecordQuery(aggregate: "max(n), distinct(s)"), RecordQuery(groupBy: "SELF"),
        ])
    func queries(query: RecordQuery) throws {
        var generator = SeededRandom(seed: 7)
        let texts = ["\"a\"", "\"A\"", "\"é\"", "null", "\"b\\u0041\"", "3"]
        let lines = (0..<120).map { number in
            "{\"n\": \(["1", "2", "3", "2.5"].randomElement(using: &generator) ?? ""), \"s\": \(texts.randomElement(using: &generator) ?? ""), \"i\":\(number % 7)}"
        }
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        let file = try PartFile(text)
        let predicate = try CheckedPredicate("i != 5", library: .standardWithPatterns)
        var direct = query
        direct.predicate = "i != 5"
        let expected = try direct.checked(library: .standardWithPatterns).results(of: RecordStream(.bytes(text)))
        for _ in 0..<20 {
            var cuts = [0, file.size] + (0..<3).map { _ in Int.random(in: 0...file.size, using: &generator) }
            cuts.sort()
            var request = PartRequest(predicate, now: 1)
            request.query = query
            request.query?.offset = 0
            request.query?.limit = query.limit.map { $0 + query.offset }
            request.query?.having = nil
            if query.isGrouped {
                request.query?.sort = nil
                request.query?.limit = nil
            }
            let tasks = zip(cuts, cuts.dropFirst()).enumerated().map {
                file.task($0.offset, $0.element.0..<$0.element.1)
            }
            let answer = try PartAnswer(request, tasks)
            let joined = Array(answer.records.joined(separator: "\n").utf8)
            let found = try query.checked(library: .standardWithPatterns).results(
                of: RecordStream(.bytes(joined), RecordInputOptions(layout: .lines)))
            #expect(found == expected)
            if query.limit != nil { #expect(answer.records.count <= 12 + 12) }
        }
    }

    // MARK: The protocol

    @Test("A request means the same after its journey")
    func requests() throws {
        let schema = try JSONSchemaReader.read(
            #"{"type":"object","properties":{"n":{"type":"number"},"d":{"type":"string","format":"date-time"},"m":{"type":"string","format":"decimal"}}}"#
        ).schema
        let file = try PartFile(
            Array(#"{"n":7,"d":"2024-01-31T00:00:00Z","m":"1.10"}"#.utf8) + [0x0A]
                + Array(#"{"n":8,"d":"2025-01-31T00:00:00+01:00","m":"2"}"#.utf8))
        let cases: [(String, RecordSchema?, [PredicateValue])] = [
            ("n / 2 == 3.5", schema, []), ("n / 2 == 3", nil, []), ("d > %@", schema, ["2024-06-01"]),
            ("d == '2024-01-31T01:00:00+01:00'", schema, []), ("d MATCHES '2024.*'", nil, []),
            ("%K == %d", nil, ["n", 7]), ("m BEGINSWITH '1'", schema, []),
            ("now() < CAST('2001-01-02', 'NSDate')", nil, []),
            ("n IN %@", nil, [.list([7, 9])]), ("SUBQUERY({1, 2}, $x, $x == n - 6).@count == 1", nil, []),
        ]
        for (text, schema, arguments) in cases {
            let predicate = try CheckedPredicate(
                text, schema: schema, arguments: arguments, library: .standardWithPatterns)
            let shape = schema.flatMap { RecordShape($0) }
            var reader = JSONReader(shape: shape)
            let context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 1))
            let stream = try RecordStream(.file(file.path))
            var expected: [String] = []
            while let record = try stream.next() {
                if predicate.matches(try reader.read(record), context: context) { expected.append(record.text) }
            }
            #expect(
                try PartAnswer(PartRequest(predicate, now: 1), [file.task(0, 0..<file.size)]).records == expected,
                "\(text)")
        }
    }

    /// Parts in which everything could be used count, too.
    @Test func unusableValuesOfParts() throws {
        let values = (0..<90).map {
            $0 < 60 ? "\($0)" : $0 % 3 == 0 ? "\"x\($0)\"" : $0 % 3 == 1 ? "\"\($0)\"" : "null"
        }
        let lines = values.map { "{\"n\":\($0),\"m\":\($0)}\n" }
        let file = try PartFile(Array(lines.joined().utf8))
        let ends = [0, lines[..<30].joined().utf8.count, lines[..<60].joined().utf8.count, file.size]
        for text in ["n > 5", "toNumber(n) > 5 AND m < 70", "n + m > 3 OR m == 2"] {
            let predicate = try CheckedPredicate(text, library: .standardWithPatterns)
            let answer = try PartAnswer(
                PartRequest(predicate, now: 1), (0..<3).map { file.task($0, ends[$0]..<ends[$0 + 1]) })
            let joined = UnusableValues()
            for summary in answer.summaries { summary.join(to: joined, of: predicate, nil) }
            let direct = UnusableValues()
            var context = EvaluationContext()
            context.unusable = direct
            var reader = JSONReader()
            for line in lines { _ = predicate.matches(try reader.read(line), context: context) }
            func told(_ values: UnusableValues) -> [String] {
                values.counts(of: predicate).map { count in
                    let number = count.example.number.map { "\($0)" } ?? ""
                    return "\(count.range): \(count.unusable) of \(count.seen), \(count.value) \(number)"
                }
            }
            #expect(told(joined) == told(direct) && !told(direct).isEmpty, "\(text): \(told(joined)) \(told(direct))")
        }
    }

    @Test("A damaged request, task or summary is refused, and nothing else happens")
    func hostile() throws {
        var request = try Self.request("n > 1 AND s MATCHES 'a+'")
        request.query = RecordQuery(sort: "-n", limit: 3)
        var summary = PartSummary(part: 3)
        summary.warnings = [.stepLimit: 2, .badPattern("(", "unclosed"): 1]
        summary.failure = RecordError(.badJSON, .data, "bad \u{2028}", at: .start, file: "a\nb")
        summary.badRecords = [RecordError(.truncated, .data, "x")]
        summary.operations = [
            .init(program: 0, site: 1, used: 7, unusable: 0),
            .init(program: 1, site: 0, used: 0, unusable: 2, example: .string("-"), number: .string("4")),
        ]
        #expect(try PartSummary(json: Array(summary.json.utf8)) == summary)
        #expect(!summary.json.utf8.contains(0x0A))
        let whole = Array(request.json.utf8)
        for count in whole.indices {
            #expect(throws: PartRequestError.self) {
                try PartRequest(json: Array(whole[..<count]), library: .standardWithPatterns)
            }
        }
        var generator = SeededRandom(seed: 3)
        let texts = [
            whole, Array(PartTask(part: 0, path: "p", range: 1..<2, size: 3).json.utf8), Array(summary.json.utf8),
        ]
        for text in texts {
            for _ in 0..<(runsDeepTests ? 5000 : 300) {
                var changed = text
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(
                        in: 0x20...0x7E, using: &generator)
                }
                if let request = try? PartRequest(json: changed, library: .standardWithPatterns) {
                    _ = try? PartFilter(request)
                }
                _ = try? PartTask(json: changed)
                _ = try? PartSummary(json: changed)
            }
        }
        let other = request.json.replacingOccurrences(of: "\"version\":2", with: "\"version\":3")
        #expect(
            throws: PartRequestError(
                "the request has version 3, and this worker reads version 2; install the command and the worker together"
            )
        ) {
            try PartRequest(json: Array(other.utf8), library: .standardWithPatterns)
        }
        for task in [
            "{}", "[]", "{\"part\":0,\"path\":\"p\",\"size\":5,\"start\":4,\"end\":3}",
            "{\"part\":0,\"path\":\"p\",\"size\":5,\"start\":4,\"end\":6}",
            "{\"part\":0,\"path\":\"p\",\"size\":5,\"start\":-4,\"end\":3}",
        ] {
            #expect(throws: PartRequestError.self) { try PartTask(json: Array(task.utf8)) }
        }
    }

    @Test("The tasks for a file cover it", arguments: [0, 1, 2, 9, 10, 11, 1000, 1001])
    func tasks(size: Int) {
        for bytes in [1, 3, 10, 4000] {
            let tasks = PartTask.tasks(path: "p", size: size, isDivisible: true, partsOf: bytes, first: 5)
            #expect(tasks.first?.range?.lowerBound == 0 && tasks.last?.range?.upperBound == size)
            #expect(zip(tasks, tasks.dropFirst()).allSatisfy { $0.range?.upperBound == $1.range?.lowerBound })
            #expect(tasks.map(\.part) == Array(5..<5 + tasks.count))
        }
    }
}
