import Foundation
import PredicateAnalysis
import PredicateCore
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
    private func warnings(_ arguments: [String]) -> [String] {
        let result = filter(arguments: ["--count"] + arguments)
        #expect(result.status == 0, "\(arguments) \(result)")
        return Self.warnings(in: result)
    }

    private static func warnings(in result: CommandResult) -> [String] {
        result.messages.split(separator: "\n").filter { $0.contains("could not") }.map { line in
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

    /// Comparisons of every kind of value with every kind of constant: each route names the same operations, with equal counts,
    /// because all of them are evaluated for each record.
    @Test func generatedComparisonsCountAlike() throws {
        let lines = try folder.file("a.ndjson", Self.records.joined(separator: "\n") + "\n")
        let list = try folder.file("a.json", "[\n" + Self.records.joined(separator: ",\n") + "\n]")
        let pretty = try folder.file(
            "c.json", "[" + Self.records.map { $0.replacing(", ", with: ",\n  ") }.joined(separator: ",\n") + "]")
        let paths = ["n", "s", "f", "t", "price", "tags", "q", "o.m", "o", "none"]
        let operands =
            paths
            + paths.prefix(7).flatMap {
                ["toNumber(\($0))", "\($0) + 1", "abs(\($0))", "year(\($0))", "ANY \($0)", "\($0)[0]"]
            }
        let constants = [
            "7", "-1.5", "\"7\"", "\"v3\"", "YES", "\"2024-05-01T00:00:00Z\"", "CAST(\"2024-05-01\", \"NSDate\")",
            "nil",
        ]
        let lists = ["{7, 8}", "{\"7\", \"v3\"}", "{1, \"a\", YES}"]
        var random = SeededRandom(seed: 41)
        var told = 0
        for _ in 0..<(runsDeepTests ? 120 : 50) {
            let operand = operands[random.below(operands.count)]
            let constant = constants[random.below(constants.count)]
            let text =
                switch random.below(6) {
                case 0: "\(operand) IN \(lists[random.below(lists.count)])"
                case 1: "\(operand) \(["BEGINSWITH", "CONTAINS[c]", "LIKE"][random.below(3)]) \"v3\""
                case 2: "\(operand) == \(constant)"
                default: "\(operand) \(["<", "<=", ">", ">=", "==", "!="][random.below(6)]) \(constant)"
                }
            guard (try? CheckedPredicate(text)) != nil else { continue }
            func warnings(_ words: String...) -> [String] {
                let result = filter(arguments: ["--count", "--untyped", "--warnings", text] + words)
                #expect(result.status == 0, "\(result)")
                return Self.warnings(in: result).sorted()
            }
            let expected = warnings("--strict", pretty)
            told += expected.isEmpty ? 0 : 1
            for (route, found) in [
                ("lines", warnings(lines)), ("strict", warnings("--strict", lines)),
                ("one", warnings("--threads", "1", lines)),
                ("list", warnings(list)), ("pretty", warnings(pretty)),
            ] {
                // Later lines without the text of an equality are skipped, and what they hold is not counted.
                let isSkipped = (route == "lines" || route == "one") && text.contains(" == \"")
                let isAlike = isSkipped ? Self.named(found) == Self.named(expected) : found == expected
                #expect(isAlike, "\(route): \(text)\n\(found)\n\(expected)")
            }
        }
        #expect(told > 12, "\(told)")
    }

    /// Rules, which an index decides, and clauses are reviewed, too.
    @Test(arguments: predicates.indices)
    func otherCommandsCountAlike(index: Int) throws {
        let (text, _) = Self.predicates[index]
        let lines = try folder.file("a.ndjson", Self.records.joined(separator: "\n") + "\n")
        let pretty = try folder.file(
            "c.json", "[" + Self.records.map { $0.replacing(", ", with: ",\n  ") }.joined(separator: ",\n") + "]")
        let rules = try folder.file("rules.txt", "one: \(text)\nother: o.m == 12345\n")
        let expected = warnings(["--untyped", text, lines])
        for route in [
            ["match", "--rules", rules, lines], ["match", "--rules", rules, pretty],
            ["coverage", "--untyped", text, lines], ["coverage", "--untyped", text, pretty],
        ] {
            let result = predicate(route)
            let told = Self.warnings(in: result).map { $0.replacing("rule one:1:1: ", with: "") }
                .filter { !$0.contains("12345") }
            #expect(told.map(Self.ofText) == expected.map(Self.ofText), "\(route) \(result.messages)")
        }
        #expect(predicate(["match", "--no-warnings", "--rules", rules, lines]).messages == "")
    }

    /// What warnings name, without their counts.
    private static func named(_ warnings: [String]) -> [String] {
        warnings.map { $0.replacing(/(at least )?\d+ of \d+ values?/, with: "") }
    }

    /// `check` says what `filter` says with all warnings.
    @Test(arguments: predicates.indices)
    func checkCountsAlike(index: Int) throws {
        let (text, _) = Self.predicates[index]
        let lines = try folder.file("a.ndjson", Self.records.joined(separator: "\n") + "\n")
        let pretty = try folder.file(
            "c.json", "[" + Self.records.map { $0.replacing(", ", with: ",\n  ") }.joined(separator: ",\n") + "]")
        for file in [lines, pretty] {
            let expected = warnings(["--warnings", text, file])
            #expect(Self.warnings(in: predicate(["check", "--data", file, text])) == expected, "\(file)")
        }
    }

    /// `check` looks at all records, not only at those from which it infers types, and says how many it saw of a pipe.
    @Test func checkSeesAllRecords() throws {
        let odd = (0..<5000).map { #"{"n": \#($0 > 2000 ? "\"x\($0)\"" : "\($0)"), "p": 1}"# }.joined(separator: "\n")
        let lines = try folder.file("a.ndjson", odd)
        let result = predicate(["check", "--data", lines, "n > 30"])
        #expect(result.messages.contains(#"could not compare 2999 of 5000 values, such as "x2001" (\#(lines):2002)"#))
        #expect(!result.messages.contains("note"), "\(result)")
        let shifted = odd.replacing("\"n\": 7,", with: "\"n\": \"x\",")
        let piped = try BuiltCommand.shell("predicate check --data - 'n > 30'", in: folder, input: shifted)
        #expect(piped.messages.contains("could not compare 1 of 1000 values"), "\(piped)")
        #expect(piped.messages.contains("note: only the first 1000 records were examined"), "\(piped)")
    }

    /// Lines without a text are skipped, but the first ones say what it is compared with.
    @Test func firstLinesShowWhatIsSkipped() throws {
        let lines = try folder.file(
            "a.ndjson",
            (0..<5000).map { #"{"s": \#($0 % 3 == 0 ? "\($0)" : "\"abcd\($0)\""), "p": "x"}"# }
                .joined(separator: "\n"))
        for text in [#"s BEGINSWITH "abcd44""#, #"s BEGINSWITH "qrst""#, #"s CONTAINS "cd44" OR s ENDSWITH "qrst""#] {
            for words in [["--threads", "1"], ["--threads", "2"], ["--untyped"]] {
                let found = warnings(words + [text, lines])
                #expect(!found.isEmpty, "\(words) \(text)")
                #expect(found.allSatisfy { $0.contains("could not compare 22 of 6") }, "\(found)")
            }
        }
    }

    /// A declared type makes no value nil, so what does not have it is counted where it is used.
    @Test(arguments: [
        ("n > 1", "could not compare 1 of 3"), ("n IN {1, 2}", "could not compare 1 of 3"),
        ("n + 1 > 1", "could not use 1 of 3"), ("d < now()", "could not compare 1 of 3"),
        ("year(d) == 2024", "could not read 1 of 3"),
        (#"u == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, "could not compare 1 of 3"),
        ("f == YES", "could not compare 1 of 3"), ("ANY t == \"a\"", "could not compare 1 of 3"),
    ])
    func declaredTypesCount(text: String, count: String) throws {
        let schema = try folder.file(
            "s.json",
            """
            {"type": "object", "properties": {"n": {"type": "integer"}, "f": {"type": "boolean"},
              "d": {"type": "string", "format": "date-time"}, "u": {"type": "string", "format": "uuid"},
              "t": {"type": "array", "items": {"type": "string"}}}}
            """)
        let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        let good = #"{"n": 2, "d": "2024-01-01T00:00:00Z", "u": "\#(id)", "f": true, "t": ["a"]}"#
        let bad = #"{"n": "2", "d": "soon", "u": 5, "f": "yes", "t": "a"}"#
        let lines = try folder.file("a.ndjson", [good, bad, good].joined(separator: "\n"))
        let list = try folder.file("a.json", "[" + [good, bad, good].joined(separator: ",\n") + "]")
        for words in [[text, lines], [text, list], ["--strict", text, lines], ["--warnings", text, lines]] {
            let found = warnings(["--schema", schema] + words)
            #expect(found.count == 1 && found[0].contains(count), "\(words) \(found)")
        }
    }

    /// A pipe is told what a file is told, without being read twice.
    @Test(arguments: [
        (#"kind == "pod" AND n > 1"#, #"{"kind": "Pod", "n": 2}"# + "\n" + #"{"kind": "Pod", "n": 3}"#),
        (#"a == "" AND n > 1"#, #"{"a": null, "n": 2}"# + "\n" + #"{"n": 3}"#),
        (#"kind == "Pod""#, #"{"kind": "List", "items": [{"kind": "Pod"}, {"kind": "Pod"}]}"#),
        ("kind startswith ('a', 'b')", #"{"kind": "Pod"}"#),
    ])
    func pipesAreToldAlike(text: String, records: String) throws {
        let file = try folder.file("a.json", records)
        let whole = filter("--count", text, file)
        let quoted = "'" + text.replacing("'", with: "'\\''") + "'"
        let piped = try BuiltCommand.shell("predicate filter --count \(quoted)", in: folder, input: records)
        #expect(whole.messages != "" && piped.messages == whole.messages, "\(piped) \(whole)")
    }

    /// A warning without its column.
    ///
    /// A scan rejects numbers by the bounds of BETWEEN together.
    private static func ofText(_ warning: String) -> String {
        let text = warning.replacing(/^rule one:1:\d+:\x20/, with: "")
        return text.contains("BETWEEN") ? text.replacing(/of \d+ values/, with: "") : text
    }

    @Test func casesAreReviewed() throws {
        let file = try folder.file(
            "p.yaml",
            """
            predicates:
              big:
                predicate: size > 3
                cases:
                  - {record: {size: 4}, matches: true}
                  - {record: {size: "5"}, matches: false}
                  - {record: {size: "n/a"}, matches: false}
              large:
                arguments: {least: number}
                predicate: "@{big} AND size > $least"
                cases:
                  - {record: {size: "9"}, arguments: {least: 4}, matches: false}
            """)
        let result = predicate(["test", file])
        #expect(result.status == 0)
        #expect(
            result.messages.contains(#"p.yaml:3:16: warning: `size > 3` could not compare 1 of 1 value, such as "5""#),
            "\(result)")
        #expect(result.messages.contains("p.yaml:8:3: warning: `size > 3` could not"), "\(result)")
        #expect(!result.messages.contains("n/a"))
    }

    /// The example of Documentation/swift.md.
    @Test func programsCount() throws {
        let unusable = UnusableValues()
        var context = EvaluationContext()
        context.unusable = unusable
        let large = try CheckedPredicate("size > 3")
        for size: PredicateValue in [4, "5"] { _ = large.matches(["size": size], context: context) }
        let messages = large.warnings(about: unusable).map(\.message)
        #expect(messages == [#"`size > 3` could not compare 1 of 2 values, such as "5""#])
        #expect(try Repository.text(of: "Documentation/swift.md").contains("// " + messages[0] + "\n"))
        let count = try #require(unusable.counts(of: large).first)
        #expect(count.unusable == 1 && count.seen == 2 && count.value == "5" && count.range == SourceRange(0, 8))
    }

    /// A query counts in all its parts, and Swift values are read as records where they are counted.
    @Test func queriesAndSwiftValuesCount() throws {
        let unusable = UnusableValues()
        var context = EvaluationContext()
        context.unusable = unusable
        let query = try RecordQuery(where: "n > 1", sort: "m").checked(against: nil)
        _ = query.results(of: [["n": 2, "m": 1], ["n": "3", "m": 1], ["n": 3, "m": "x"]], context: context)
        let found = query.warnings(about: unusable)
        #expect(found.map(\.part) == [.predicate, .sort], "\(found)")
        let songs = [Song(title: "12"), Song(title: "n/a"), Song(title: "9")]
        let numbered = try Song.predicate("toNumber(title) > 10")
        #expect(songs.count(where: numbered, context: context) == 1)
        #expect(numbered.matches(songs[0], context: context))
        #expect(
            numbered.checked.warnings(about: unusable).map(\.message) == [
                #"`toNumber(title)` could not read 1 of 4 values, such as "n/a""#
            ])
    }

    private struct Song: PredicateDescribed {
        var title: String
        static let predicateDescription = PredicateDescription<Song> { PredicateField("title", \.title) }
    }

    /// All bounds on one field count the values that pass the first and fail another.
    @Test(arguments: ["d BETWEEN {1, 3}", "d >= 1 AND d <= 3", "d <= 3 AND d >= 1"])
    func boundsCountAll(text: String) throws {
        let values = Array(repeating: #"{"d": 5}"#, count: 50) + Array(repeating: #"{"d": 0}"#, count: 45)
        let lines = try folder.file(
            "a.ndjson", (values + Array(repeating: #"{"d": "n/a"}"#, count: 5)).joined(separator: "\n"))
        let result = filter("--untyped", "--warnings", "--count", text, lines)
        #expect(result.messages.contains("could not compare 5 of 100 values"), "\(result)")
    }

    /// A text that spells a boolean is counted beside booleans, though lines with these lack it.
    @Test func booleansThatATextSpells() throws {
        let lines = try folder.file(
            "a.ndjson", ["true", "false", #""unknown""#, "true"].map { #"{"active": \#($0)}"# }.joined(separator: "\n"))
        let result = filter("--untyped", "--count", #"active == "true""#, lines)
        #expect(result.output == "0\n" && result.messages.contains("could not compare 3 of 4 values"), "\(result)")
    }

    /// Lines are skipped that do not have the text, but not those with the number that it spells.
    @Test func numbersThatATextSpells() throws {
        let lines = try folder.file(
            "a.ndjson",
            (0..<500).map { #"{"id": \#($0 % 50 == 7 ? "\"40\($0)\"" : "40\($0)"), "s": "x"}"# }.joined(separator: "\n")
        )
        let result = filter("--untyped", #"id == "4057""#, lines)
        #expect(result.output == #"{"id": "4057", "s": "x"}"# + "\n")
        let number = filter("--untyped", "--count", #"id == "4058""#, lines)
        #expect(number.output == "0\n" && number.messages.contains("`toString(id)` reads such values"), "\(number)")
        #expect(filter("--untyped", "--count", #"toString(id) == "4058""#, lines).output == "1\n")
        let times = try folder.file(
            "b.ndjson",
            #"{"t": "2026-10-01T10:00:00Z"}"# + "\n" + #"{"t": 1788460757}"# + "\n" + #"{"t": 1788460757000}"#)
        let date = filter("--untyped", "--count", #"t < "2026-10-28""#, times)
        #expect(date.messages.contains("`unixDate(t)` reads such values"), "\(date)")
    }

    /// Without types, nothing checks names before the answer.
    @Test func namesOfNoRecord() throws {
        let lines = try folder.file(
            "a.ndjson", (0..<300).map { #"{"n": \#($0), "o": {"m": 1}}"# }.joined(separator: "\n"))
        let rules = try folder.file("rules.txt", "typo: nn > 3\nfine: n > 3\n")
        for route in [["filter", "--count", "--untyped", "nn > 3"], ["coverage", "--untyped", "nn > 3 OR n == 1"]] {
            let result = predicate(route + [lines])
            #expect(result.status == 0)
            #expect(result.messages.contains("warning: `nn` is not a field of the records"), "\(result)")
        }
        let result = predicate(["match", "--rules", rules, "-o", "counts", lines])
        #expect(result.output == "typo\t0\nfine\t296\n")
        #expect(result.messages.contains("rule typo:1:1: warning: `nn` is not a field of the records"), "\(result)")
        #expect(filter("--untyped", "--count", "o.mm == 1", lines).messages.contains("`mm` is not a field"))
        // A later record has the name.
        let late = try folder.file(
            "b.ndjson", (0..<300).map { $0 == 299 ? #"{"z": 1}"# : #"{"n": 1}"# }.joined(separator: "\n"))
        #expect(filter("--untyped", "--count", "z == 1", late).messages == "")
        #expect(filter("--untyped", "--no-warnings", "--count", "nn == 1", lines).messages == "")
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
