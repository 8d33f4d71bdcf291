import Foundation
import PredicateCore
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// The two ways to find matching records: the scanner of lines, and reading each record.
@Suite struct ReplScanTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let predicates = [
        "i > 3", "i > 3 AND s BEGINSWITH \"a\"", "i == nil", "s == [c] \"ABC\"", "s MATCHES \"[a-z]+\"", "ANY l == 2",
        "ANY l CONTAINS \"re\"", "o.x == 2", "ANY o.x == 2", "SUBQUERY(m, $e, $e.q > i).@count > 0", "i * d > 3",
        "i / 2 == 2", "s IN {\"abc\", \"ä\"}", "NOT (i > 3 OR s == nil)", "TRUEPREDICATE", "FALSEPREDICATE", "d < 1e3",
        "SELF == nil", "i > $least", "s LIKE \"*c\" OR b == TRUE",
    ]

    /// Good and bad values of the fields.
    private static let values: [(key: String, values: [String])] = [
        ("i", ["1", "4", "7", "2.5", "null", "\"4\"", "tru", "[1,4]", "12345678901234567890"]),
        ("s", [#""abc""#, #""ABC""#, #""ä""#, #""\u0061bc""#, #""x y""#, "3", #""a"#, "\"\\x\""]),
        ("l", ["[1,2,3]", "[]", #"["red",2]"#, "[[2]]", "2", "[1,"]),
        ("o", [#"{"x":2}"#, #"[{"x":1},{"x":2}]"#, #"{"y":{"x":2}}"#, "null", "{x:2}"]),
        ("m", [#"[{"q":5},{"q":0}]"#, #"[{"q":"5"}]"#, "[3]", #"[{"q":9,}]"#]),
        ("d", ["0.5", "1e3", "-0", "3", "0.1234567890123456789", "01"]),
        ("b", ["true", "false", "1"]),
    ]

    /// Lines of all kinds: most are good, some are bad at their start or end, some are blank or not records.
    private static func lines(_ count: Int) -> String {
        var state: UInt64 = 11
        func choose(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
        return (0..<count).map { number in
            switch choose(24) {
            case 0: return ["", "  ", "\r"][choose(3)]
            case 1: return ["4", "null", "[1]", "{\"i\":4} 5", "{\"i\":4", "}", "{\"\\u0069\":4}"][choose(7)]
            default:
                let fields = values.compactMap { key, values -> String? in
                    if choose(6) == 0 { return nil }
                    // The first three values of each field are good. One in thirty is taken from all of them.
                    let isAny = choose(30) == 0
                    return "\"\(key)\":" + values[choose(isAny ? values.count : min(values.count, 3))]
                }
                return "{\"n\":\(number)," + fields.joined(separator: choose(9) == 0 ? " , " : ",") + "}"
            }
        }.joined(separator: "\n")
    }

    private func data(
        _ file: String, _ input: RecordInputOptions, declared: RecordSchema? = nil, isUntyped: Bool = false,
        in test: TestSession
    ) throws -> ReplDataSet {
        var request = ReplLoadRequest(file: file, input: input)
        request.isUntyped = isUntyped
        let loading = ReplLoading(request: request, declared: declared, whenComplete: {})
        return try loading.load(name: "many", in: test.session)
    }

    private func found(
        _ predicate: CheckedPredicate, _ data: ReplDataSet, byColumns: Bool, isInterrupted: Bool = false
    ) throws -> [Int] {
        let interruption = ReplInterruption(isWanted: { isInterrupted })
        let scan = try ReplScan(data, keys: predicate.readKeys, interruption)
        let context = EvaluationContext(bindings: ["least": .integer(2)])
        if byColumns { return try scan.matches(of: predicate, context: context) }
        let compiled = predicate.compiled
        return try scan.parts {
            (run: compiled.makeRun(context: context), found: [Int]())
        } _: { part, number, record in
            if compiled.evaluate(on: record, in: &part.run) { part.found.append(number) }
        }.flatMap(\.found)
    }

    /// Records whose types are inferred, not known, and declared.
    @Test(arguments: 0..<3)
    func bothWaysFindTheSame(index: Int) throws {
        var input = RecordInputOptions(layout: .lines)
        input.limits.recordBytes = 100
        let isComplete = index == 1
        let test = TestSession()
        let path = try folder.file("lines.ndjson", Self.lines(10_000))
        let schema = RecordSchema(root: "R", types: [RecordType("R", fields: [RecordField("d", .decimal)])])
        let data = try data(
            path, input, declared: index == 2 ? schema : nil, isUntyped: index == 1, in: test)
        if isComplete {
            data.statistics.readTheRest(threads: 2)
            while !data.statistics.isComplete(within: 1000) {}
        }
        // More than one thread takes at once.
        #expect(data.table.areLines && data.failures.count > 0 && data.table.count > 8192, "\(data.failures.count)")
        var counts: [Int] = []
        for (location, text) in Self.predicates.enumerated() where runsDeepTests || location % 3 == index {
            let predicate = try ParsedPredicate(parsing: text, library: commandLibrary).template().open
            let byColumns = try found(predicate, data, byColumns: true)
            #expect(try byColumns == found(predicate, data, byColumns: false), "\(text)")
            counts.append(byColumns.count)
        }
        #expect(counts.filter { $0 == 0 }.count <= 2 && counts.contains { $0 > 2000 }, "\(counts)")
    }

    @Test func anInterruptedScanHasNoAnswer() throws {
        let test = TestSession()
        let path = try folder.file("lines.ndjson", Self.lines(5000))
        let data = try data(path, RecordInputOptions(layout: .lines), in: test)
        let predicate = try ParsedPredicate(parsing: "i > 3", library: commandLibrary).checked(against: nil)
        #expect(throws: ReplFailure.self) {
            _ = try found(predicate, data, byColumns: true, isInterrupted: true)
        }
    }
}
