import Foundation
import PredicateFormat
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// What operations could not use is counted, on each route to the records alike.
@Suite struct UnusableValuesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Records with values of the wrong kind, none of them first, so that types are inferred as those of most.
    private static let records: [String] = (0..<400).map { n in
        let number = n % 7 == 3 ? "\"x\(n)\"" : n % 11 == 5 ? "null" : n % 5 == 1 ? "\(n).5" : "\(n)"
        let text = n % 6 == 4 ? "\(n)" : "\"v\(n % 9)\""
        let flag = n % 8 == 5 ? "\"yes\"" : n % 2 == 0 ? "true" : "false"
        let time = n % 9 == 7 ? "\"soon\"" : "\"2024-0\(n % 9 + 1)-1\(n % 10)T10:00:00Z\""
        let quoted = n % 6 == 1 ? "\"\(n)\"" : "\(n)"
        let price = n % 4 == 3 ? "\"1,\(100 + n).00\"" : "\"\(n).25\""
        let tags = n % 5 == 2 ? "\"a\"" : "[\"a\", \(n % 3 == 0 ? "7" : "\"b\"")]"
        return
            #"{"n": \#(number), "s": \#(text), "f": \#(flag), "t": \#(time), "price": \#(price), "tags": \#(tags), "q": \#(quoted), "o": {"m": \#(number)}}"#
    }

    /// Predicates with the share of values that one of their operations cannot use.
    static let predicates: [(text: String, count: String)] = [
        ("n > 30", "`n > 30` could not compare 57 of"), ("30 < n", "`30 < n` could not compare 57 of"),
        ("n BETWEEN {10, 300}", "could not compare 57 of"),
        ("q IN {7, 8}", "could not compare 67 of 400"), ("o.m <= 200", "could not compare 57 of"),
        ("NOT n > 30", "could not compare 57 of"),
        ("q == 7 OR q == 8 OR n == 1000", "could not compare 67 of 4"),
        ("f == YES", "could not compare 50 of 400"),
        (#"s BEGINSWITH "v""#, "could not compare 66 of 400"),
        (#"s CONTAINS[c] "V2""#, "could not compare 66 of 400"), (#"s LIKE "*3""#, "could not compare 66 of 400"),
        (#"s MATCHES "v[1-3]""#, "could not compare 66 of 400"),
        (#"s < "v5""#, "could not compare 66 of 400"), ("q == 8", "could not compare 67 of 400"),
        ("n + 1 > 30", "`n + 1` could not use 57 of"), ("n * 2 - 1 > 30", "`n * 2 - 1` could not use 57 of"),
        ("abs(n) > 30", "`abs(n)` could not read 57 of"),
        ("year(t) == 2024", "`year(t)` could not read 44 of 400"),
        (#"CAST(t, "NSDate") > CAST("2024-05-01T00:00:00Z", "NSDate")"#, "could not read 44 of 400"),
        ("toNumber(price) > 100", "`toNumber(price)` could not read 100 of 400"),
        (#"ANY tags == "a""#, "could not compare 80 of"), ("tags.@count == 2", "`tags.@count` could not use 80 of 400"),
        (#"SUBQUERY(tags, $x, $x == "b").@count > 0"#, "could not use 80 of 400"),
    ]

    /// The warnings of a run, without the places of their examples.
    private func warnings(_ arguments: [String], stdin: String? = nil) -> [String] {
        let result = filter(arguments: ["--count"] + arguments)
        #expect(result.status == 0, "\(arguments) \(result)")
        return result.messages.split(separator: "\n").filter { $0.contains("could not") }.map { line in
            String(line.replacing(/\x20\((record \d+ of )?[^()]*(:\d+)?\)$/, with: ""))
        }
    }

    @Test(arguments: predicates.indices)
    func everyRouteCountsAlike(index: Int) throws {
        let (text, count) = Self.predicates[index]
        let lines = try folder.file("a.ndjson", Self.records.joined(separator: "\n") + "\n")
        let list = try folder.file("a.json", "[\n" + Self.records.joined(separator: ",\n") + "\n]")
        let nested = try folder.file("b.json", #"{"items": ["# + Self.records.joined(separator: ",") + "]}")
        let pretty = try folder.file(
            "c.json", "[" + Self.records.map { $0.replacing(", ", with: ",\n  ") }.joined(separator: ",\n") + "]")
        let expected = warnings([text, lines])
        #expect(expected.contains { $0.contains(count) }, "\(text)\n\(expected)")
        for route in [
            [text, list], ["--at", "/items", text, nested], [text, pretty], ["--strict", text, lines],
            ["--threads", "1", text, lines], ["--untyped", text, lines],
            ["--skip-bad-records", "--limit", "9999", text, lines],
        ] {
            #expect(warnings(route) == expected, "\(route)")
        }
        // A second file doubles each number.
        let twice = warnings([text, lines, lines])
        #expect(twice.count == expected.count && twice != expected, "\(twice)")
        #expect(filter("--count", "--no-warnings", text, lines).messages == "")
    }

    /// The place of the first value.
    @Test func theFirstValueHasAPlace() throws {
        let lines = try folder.file("a.ndjson", Self.records.joined(separator: "\n") + "\n")
        for threads in ["1", "2"] {
            let result = filter("--count", "--threads", threads, "n > 30", lines)
            #expect(result.messages.contains(#"such as "x3" (\#(lines):4)"#), "\(result.messages)")
        }
    }

    /// What compares rightly, or was not reached, counts nothing.
    @Test(arguments: [
        "n != 30", "n == nil", "n != nil", #"n == "x3""#, #"s != "v1""#, #"s == "v1""#, #"s IN {"v1", "v2"}"#,
        "n == 12.5",
        #"s == "v1" OR s == "v2" OR s == "v3" OR s == "v4""#, "NOT f == YES AND n == nil",
        "f == NO AND n > 0 AND f == YES",
    ])
    func whatIsRightCountsNothing(text: String) throws {
        let lines = try folder.file("a.ndjson", Self.records.filter { !$0.contains("yes") }.joined(separator: "\n"))
        let found = warnings([text, lines])
        #expect(found.isEmpty || text.contains("n > 0"), "\(found)")
    }

    /// A comparison that could use nearly all values is named only if all warnings are asked for. A conversion is named.
    @Test func fewOddValues() throws {
        let odd = (0..<100).map { $0 == 50 ? #"{"n": "x", "p": "x"}"# : #"{"n": \#($0), "p": "\#($0)"}"# }
        let lines = try folder.file("a.ndjson", odd.joined(separator: "\n"))
        #expect(warnings(["n > 30", lines]).isEmpty)
        #expect(warnings(["--warnings", "n > 30", lines]).count == 1)
        #expect(warnings(["toNumber(p) > 30", lines]).count == 1)
    }

    /// A number in quotes is said, however few there are.
    @Test func aNumberInQuotes() throws {
        let odd = (0..<100).map { $0 == 50 ? #"{"n": "60"}"# : #"{"n": \#($0)}"# }
        let lines = try folder.file("a.ndjson", odd.joined(separator: "\n"))
        #expect(warnings(["n > 30", lines]) == [#"warning: `n > 30` could not compare 1 of 100 values, such as "60""#])
    }

    /// The expression that reads some of the values is offered even if the first is none of these.
    @Test func oneOddValueHidesNoOther() throws {
        let odd = [#"{"n": "n/a"}"#, #"{"n": 1}"#, #"{"n": "31"}"#, #"{"n": 40}"#]
        let lines = try folder.file("a.ndjson", odd.joined(separator: "\n"))
        for form in ["n > 30", "n + 1 > 30"] {
            let result = filter("--count", form, lines)
            #expect(result.messages.contains(#"of 4 values, such as "n/a""#), "\(result.messages)")
            #expect(result.messages.contains(#"`toNumber(n)` reads others, such as "31""#), "\(result.messages)")
        }
    }

    /// What gives nil is not evaluated again for each operation around it.
    @Test func operandsAreEvaluatedOnce() throws {
        let calls = Locked(0)
        let library = PredicateLibrary.standard.adding(
            PredicateFunction(
                "probe:", parameters: [FunctionParameter("value", .any)], result: .any, help: "", isPure: false,
                acceptsNil: true
            ) { _ in
                calls.withLock { $0 += 1 }
                return .integer(5)
            })
        for text in ["trim(trim(trim(probe(s)))) == 'x'", "1 + (2 * (probe(s) - u)) > 3", "probe(s) < 'x'"] {
            let predicate = try CheckedPredicate(text, library: library)
            let warnings = EvaluationWarnings()
            let context = warnings.counting()
            var run = predicate.compiled(for: context).makeRun(context: context)
            calls.withLock { $0 = 0 }
            for _ in 0..<10 { _ = predicate.compiled(for: context).evaluate(on: .null, in: &run) }
            #expect(calls.withLock { $0 } == 10, "\(text)")
        }
    }

    /// A count ends when the share is known, for what could be used, too.
    @Test(arguments: ["n > 30", "abs(n) > 30", "n + 1 > 30", "o.n == 5"])
    func aCountEnds(text: String) throws {
        let odd = (0..<60_000).map { $0 % 2 == 0 ? #"{"n": "x", "o": {"n": "5"}}"# : #"{"n": 4, "o": {"n": 5}}"# }
        let lines = try folder.file("a.ndjson", odd.joined(separator: "\n"))
        let found = warnings(["--threads", "1", text, lines])
        let numbers = try #require(found.first?.firstMatch(of: /at least 16384 of (\d+) values/), "\(found)")
        let seen = try #require(Int(numbers.1))
        // A piece of the input is scanned to its end.
        #expect(seen > 25_000 && seen < 40_000, "\(found)")
    }

    /// At most three operations are named, those with the most values first.
    @Test func threeOperationsAreNamed() throws {
        let lines = try folder.file("a.ndjson", Self.records.joined(separator: "\n"))
        let text = #"toNumber(price) > 9999 OR s BEGINSWITH "q" OR n > 9999 OR f < 0 OR year(t) == 1"#
        let found = warnings([text, lines])
        #expect(found.count == 3)
        #expect(found.first?.contains("toNumber(price)") == true, "\(found)")
        #expect(warnings(["--warnings", text, lines]).count >= 5)
    }
}
