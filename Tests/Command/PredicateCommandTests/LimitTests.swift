import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Predicates and records that would take minutes or gigabytes without a budget.
@Suite struct LimitTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func chain(_ start: String, _ question: String, _ link: (Int) -> String) -> String {
        let links = (0..<60).map { "($v\($0 + 1) := \(link($0))) != nil" }
        return (["($v0 := \(start)) != nil"] + links + [question]).joined(separator: " AND ")
    }

    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }

    /// A predicate, a record, and the limit that the evaluation reaches.
    static let cases: [(String, String, String)] = [
        (
            chain("\"xxxxxxxx\"", "$v60 != nil") { "stringByAppendingString:($v\($0), $v\($0))" }, "{\"a\":1}",
            "evaluationBytes"
        ),
        (chain("{a}", "$v60 == {$v59, $v59}") { "{$v\($0), $v\($0)}" }, "{\"a\":1}", "evaluationSteps"),
        (chain("{a}", "ANY $v60.a == 1") { "{$v\($0), $v\($0)}" }, "{\"a\":1}", "evaluationSteps"),
        (
            "NOT ANY l IN[c] k", "{\"l\":\(list(3000) { "[\($0),1]" }),\"k\":\(list(3000) { "[\($0),2]" })}",
            "evaluationSteps"
        ),
        (
            "SUBQUERY(l, $x, ANY k.n == $x).@count == 3",
            "{\"l\":\(list(4000) { "\($0)" }),\"k\":\(list(4000) { "{\"n\":\($0)}" })}", "evaluationSteps"
        ),
        (
            "SUBQUERY(l, $x, SUBQUERY(k, $y, $x MATCHES \"(a+)+$\").@count == 1).@count == 1",
            "{\"l\":\(list(40) { _ in "\"" + String(repeating: "a", count: 40) + "b\"" }),\"k\":\(list(40) { _ in "1" })}",
            "evaluationSteps"
        ),
        (
            "SUBQUERY(l, $x, uppercase(stringByAppendingString:(s, $x.n)) == $x.n).@count == 1",
            "{\"l\":\(list(1000) { "{\"n\":\"\($0)\"}" }),\"s\":\"\(String(repeating: "aé", count: 10_000))\"}",
            "evaluationSteps"
        ),
        (
            "SUBQUERY(l, $x, mode(k UNION {$x}) == $x).@count == 1",
            "{\"l\":\(list(1000) { "\($0)" }),\"k\":\(list(3000) { "\"\($0)\"" })}", "evaluationSteps"
        ),
        (
            "SUBQUERY(l, $x, (k UNION {$x}).@count == $x).@count == 1",
            "{\"l\":\(list(1000) { "\($0)" }),\"k\":\(list(3000) { "\"\($0)\"" })}", "evaluationSteps"
        ),
        (
            "SUBQUERY(l, $x, (k UNION {$x}).@distinctUnionOfObjects.self.@count == $x).@count == 1",
            "{\"l\":\(list(1000) { "\($0)" }),\"k\":\(list(3000) { "\"\($0)\"" })}", "evaluationSteps"
        ),
        (
            "s LIKE \"*\(String(repeating: "z?", count: 40))x*\"",
            "{\"s\":\"\(String(repeating: "z", count: 900_000))\"}", "evaluationSteps"
        ),
    ]

    @Test("A record that reaches a limit counts as false, and a warning names the limit", arguments: cases.indices)
    func limits(index: Int) throws {
        let (text, record, limit) = Self.cases[index]
        let lines = try folder.file("lines.ndjson", record + "\n")
        let list = try folder.file("list.json", "[" + record + "]")
        for (isNegated, options, isList) in Self.ways(of: index) {
            let arguments = [isNegated ? "NOT (\(text))" : text, isList ? list : lines]
            let result = predicate(["filter", "--untyped", "--count", "--stats"] + options + arguments)
            #expect(result.status == 0 && result.output == "0\n")
            #expect(result.messages.contains("(limit `\(limit)`)"), "\(result.messages)")
            #expect(result.messages.contains("1 beyond a limit"), "\(result.messages)")
        }
    }

    /// The ways to run a case. Each takes ten million steps, so only deep tests use all twelve. Otherwise a case
    /// uses one, and the cases together use all ways but one.
    private static func ways(of index: Int) -> [(isNegated: Bool, options: [String], isList: Bool)] {
        let all = [[], ["--strict"], ["--threads", "1"]].flatMap { options in
            (0..<4).map { ($0 % 2 == 1, options, $0 >= 2) }
        }
        return all.enumerated().filter { runsDeepTests || $0.offset == index % all.count }.map(\.element)
    }

    @Test("With --strict-limits it is an error, and no count is written")
    func strictLimits() throws {
        let (text, record, _) = Self.cases[3]
        let lines = try folder.file("lines.ndjson", "{\"l\":[[1]],\"k\":[[2]]}\n" + record + "\n")
        let result = predicate(["filter", "--untyped", "--count", "--strict-limits", text, lines])
        #expect(result.status == 65 && result.output.isEmpty)
        #expect(
            result.messages
                == "error: the predicate took more than 9000000 steps (limit `evaluationSteps`) for a record; "
                + "`ANY l IN[c] k` costs most\n")
    }

    @Test("With --strict-limits a match beyond its limit is an error too, in every way to read the records")
    func strictPatternLimits() throws {
        let record = "{\"s\":\"\(String(repeating: "a", count: 40))!\"}"
        let lines = try folder.file("lines.ndjson", "{\"s\":\"x\"}\n" + record + "\n")
        let list = try folder.file("list.json", "[{\"s\":\"x\"},\(record)]")
        for options in [["--count"], ["--strict"], ["--threads", "1"], ["--sort", "s"]] {
            for (text, path) in [("s MATCHES '(a+)+[bc]'", lines), ("NOT s MATCHES '(a+)+[bc]'", list)] {
                let result = predicate(["filter", "--untyped", "--strict-limits"] + options + [text, path])
                #expect(result.status == 65, "\(options) \(text)")
                #expect(
                    result.messages
                        == "error: a match of `(a+)+[bc]` took more than 1000000 steps (limit `patternSteps`)\n")
            }
        }
    }

    #if os(Linux)
    /// What the command takes beyond its start, in megabytes. The largest results of a function, and names of many fields.
    @Test("Memory is bounded too", arguments: [true, false])
    func memory(isFunction: Bool) async throws {
        let record =
            isFunction
            ? "{\"s\":\"\(String(repeating: "a", count: 7000))\"}"
            : "{" + (0..<300_000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        _ = try folder.file("large.ndjson", record + "\n")
        _ = try folder.file("small.ndjson", "{\"s\":\"a\",\"k1\":1}\n")
        let text = isFunction ? "replace(s, \"a\", s) == \"x\"" : "k1 == 1"
        let script = """
            import resource, subprocess, sys
            for name in ["small", "large"]:
                subprocess.run(["predicate", "filter", "-c"] + sys.argv[1:] + [name + ".ndjson"], check=True, stdout=2)
                print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)
            """
        _ = try folder.file("peak.py", script)
        let result = try await BuiltCommand.waitingShell(
            "command -v python3 >/dev/null || exit 9; python3 peak.py \(isFunction ? "--untyped " : "")'\(text)'",
            in: folder)
        if result.status == 9 { return }
        let peaks = result.lines.compactMap(Int.init)
        try #require(peaks.count == 2, "\(result)")
        #expect(peaks[1] - peaks[0] < (isFunction ? 64 : 160), "\(result)")
    }
    #endif

    @Test("check --cost gives the highest cost of a predicate and its most expensive part")
    func cost() throws {
        let schema = try folder.file(
            "schema.json",
            """
            {"type":"object","properties":{"age":{"type":"integer"},"name":{"type":"string","maxLength":20},\
            "tags":{"type":"array","maxItems":10,"items":{"type":"string","maxLength":5}},"notes":{"type":"string"}}}
            """)
        for (options, text, output) in [
            (
                ["--schema", schema], "age > 3",
                "steps: at most 6 for a record\nbytes held in addition to the record: at most 0\n"
                    + "costs most: age > 3, at most 6 steps\n"
            ),
            (
                ["--schema", schema], "age > 3 AND ANY tags == name",
                "steps: at most 282 for a record\nbytes held in addition to the record: at most 0\n"
                    + "costs most: ANY tags == name, at most 276 steps\n"
            ),
            (
                ["--schema", schema], "notes CONTAINS name",
                """
                steps: no bound is known
                bytes held in addition to the record: at most 0
                costs most: notes CONTAINS name, no bound is known
                Without --record-bytes, or maxItems and maxLength in the schema, there is no bound.

                """
            ),
        ] {
            let result = predicate(["check", "--cost"] + options + [text])
            #expect(result == CommandResult(status: 0, output: output, messages: ""), "\(result)")
        }
        let bytes = predicate(["check", "--cost", "--record-bytes", "1000", "ANY l IN k"])
        #expect(bytes.status == 0 && bytes.output.contains("costs most: ANY l IN k, at most"))
        #expect(predicate(["check", "--record-bytes", "1000", "a == 1"]).status == 64)
        #expect(predicate(["check", "--cost", "--fix", "a == 1"]).status == 64)
        #expect(predicate(["check", "--cost", "a == %@"]).status == 64)
        #expect(predicate(["check", "--cost", "a =="]).status == 65)
    }

    @Test("Ordinary predicates reach no limit on a large record")
    func ordinary() throws {
        let record = "{\"l\":\(list(20_000) { "{\"n\":\($0),\"s\":\"name \($0)\"}" })}"
        let file = try folder.file("lines.ndjson", record + "\n")
        for text in [
            "ANY l.n == 19999", "SUBQUERY(l, $x, $x.s CONTAINS[cd] \"É 1\").@count > 0", "l.@max.n == 19999",
            "ALL l.s BEGINSWITH \"name\"", "SUBQUERY(l, $x, $x.s MATCHES \"n.*1\").@count > 5",
            "(l.@distinctUnionOfObjects.n).@count == 20000", "ANY l.s IN {\"name 7\", \"b\"}",
        ] {
            let result = predicate(["filter", "--untyped", "--count", text, file])
            #expect(result == CommandResult(status: 0, output: "1\n", messages: ""), "\(text): \(result)")
        }
    }

    private func list(_ count: Int, _ element: (Int) -> String) -> String { Self.list(count, element) }
}
