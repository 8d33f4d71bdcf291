import Foundation
import PredicateCore
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// The warnings about certainly wrong answers, which `predicate filter` shows by default (D79).
@Suite struct WrongAnswerTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func log() throws -> String {
        let lines = (1...28).map { day in
            let date = "2024-01-\(day < 10 ? "0" : "")\(day)"
            return """
                {"level":"error","message":"an err no \(day)","at":"\(date)T10:00:00Z","local":"\(date)T10:00:00+02:00",\
                "mixed":"\(date)T10:00:00\(day % 2 == 0 ? "Z" : "+02:00")","day":"\(date)","n":\(day),"tags":["a"],\
                "times":["\(date)T10:00:00Z"]}
                """
        }
        return try folder.file("log", lines.joined(separator: "\n"))
    }

    @Test(arguments: [
        (#""level" == "error""#, "this is always false"), ("1 == 1", "this is always true"),
        (#"n == n"#, "this is always true"), (#"message LIKE "%err%""#, "`%` is an ordinary character in LIKE"),
        (#"message MATCHES "an err no \d+""#, #"in a string `\d` is just `d`"#),
        (#"message == "C:\dir""#, #"in a string `\d` is just `d`"#),
        ("n BETWEEN {10, 1}", "the lower bound is above the upper bound"),
        ("tags[-1] == 'a'", "a negative index always gives nil"),
        ("day > 2024-01-05", "without quotes this subtracts numbers"),
    ])
    func whatIsCertainlyWrongIsSaid(predicate: String, message: String) throws {
        let result = filter("--count", "--untyped", predicate, try log())
        #expect(result.status == 0)
        let said = result.messages.components(separatedBy: "warning: ")
        #expect(said.count == 2, "\(result)")
        #expect(said.last?.hasPrefix(message) ?? false, "\(result)")
        let quiet = filter("--count", "--untyped", "--no-warnings", predicate, folder.path("log"))
        #expect(quiet == CommandResult(status: 0, output: result.output, messages: ""))
    }

    /// Other warnings appear only on request.
    @Test(arguments: [#"level == "eror""#, #"n ==[c] 5"#, "n > 1 OR n > 2 AND n > 3"])
    func theRestIsSaidWhenAskedFor(predicate: String) throws {
        #expect(filter("--count", predicate, try log()).messages == "")
        #expect(filter("--count", "--warnings", predicate, folder.path("log")).messages.contains("warning: "))
    }

    @Test func aPredicateOfGroupsIsLookedAtToo() throws {
        let result = filter("--group-by", "level", "--having", "count BETWEEN {30, 1}", "n > 1", try log())
        #expect(
            result.messages.hasPrefix("--having:1:15: warning: the lower bound is above the upper bound"), "\(result)")
    }

    /// In each document the fields of the predicate are complete, and the last byte is or may be a closing brace.
    @Test(arguments: [
        "{\"a\":1, \"x\":\n{\"a\":2}\n", "{\"a\":1, \"x\":[\n{\"a\":2}", "{\"a\":1, \"x\": \"\n}",
        "{\"x\":{\"a\":1}, \"a\":1, \"b\":\n{\"c\":{}}",
    ])
    func aDocumentThatIsCutShortIsNotCounted(text: String) throws {
        let path = try folder.file("cut.json", text)
        for options in [["--count"], [], ["--strict"], ["--count", "--threads", "1"], ["--count", "--untyped"]] {
            let result = filter(arguments: options + ["a > 0", path])
            #expect(result.status == 65 && result.output == "", "\(options) \(result)")
            #expect(result.messages.hasPrefix("error: "), "\(options) \(result)")
        }
    }

    // MARK: Strings

    /// Backslashes that a string drops, except in patterns of MATCHES.
    @Test(arguments: [
        (#"message == "C:\dir\file3""#, ["d"]), (#"message != 'C:\Users\My'"#, ["U", "M"]),
        (#"message < "\9""#, ["9"]), (#""\d" IN tags"#, ["d"]), (#"message IN {"a", ("\d"), "\\d"}"#, ["d"]),
        (#"message BEGINSWITH "\ö""#, ["ö"]), (#"message CONTAINS "a\ c\d""#, ["d"]),
        (#"message ENDSWITH[c] ("\k")"#, ["k"]), (#"message LIKE "*\d\\*""#, ["d"]), (#"ANY tags == "\w""#, ["w"]),
        (#"message == "\a\b\f\n\r\t\v\0\17\x41\u0041""#, []), (#"message == "C:\\dir""#, []),
        (#"message == "\"\'\\""#, []), (#"message == 'a\.b\-c\/d\_'"#, []), (#"message LIKE "\\*\\?""#, []),
        (#"message == "dir""#, []), (#"message == lowercase("\d")"#, []),
    ])
    func aDroppedBackslashIsSaid(predicate text: String, letters: [String]) throws {
        let messages = filter("--count", text, try log()).messages
        let said = messages.split(separator: "\n").filter { $0.hasPrefix("warning: in a string") }
        #expect(said == letters.map { #"warning: in a string `\\#($0)` is just `\#($0)`"#[...] }, "\(messages)")
        for letter in letters { #expect(messages.contains(#"write `\\\#(letter)`"#), "\(messages)") }
        #expect(predicate(["check", "--data", folder.path("log"), "--fix", text]).output == text + "\n")
    }

    /// Numbers written as text, and values with percent signs.
    private static let texts = (1...28).map { n in
        #"{"b":"\#(n * 50)","ns":["\#(n)"],"name":"n\#(n)","pct":"\#(n)%","pcts":["\#(n)%"],"front":"%\#(n)"}"#
    }

    @Test(arguments: [
        (#"b BETWEEN {"500", "1000"}"#, #"toNumber(b) BETWEEN {500, 1000}"#),
        (#"b BETWEEN {"9.50", "5"}"#, #"toNumber(b) BETWEEN {5, 9.5}"#),
        (#"b BETWEEN {"z", "a"}"#, #"b BETWEEN {"a", "z"}"#),
        (#"name BETWEEN {"500", "1000"}"#, #"name BETWEEN {"1000", "500"}"#),
        (#"ANY ns BETWEEN {"500", "1000"}"#, nil),
    ])
    func reversedBoundsOfNumbersInTextAreNotSwapped(predicate text: String, suggested: String?) throws {
        let found = try diagnostics(of: text)
        #expect(found.diagnostics.map(\.code) == ["reversed-bounds"])
        #expect(found.fixed(.warning) == nil, "an answer that changes is no fix-it")
        let edits = found.diagnostics.flatMap(\.edits)
        #expect(Self.made(edits, in: text) == suggested)
        if let suggested { #expect(try diagnostics(of: suggested).diagnostics.isEmpty) }
    }

    /// The diagnostics of a text against the schema of `texts`.
    private func diagnostics(of text: String) throws -> PredicateDiagnostics {
        var reader = JSONReader()
        var inference = SchemaInference()
        for line in Self.texts { inference.add(try reader.read(line)) }
        return ParsedPredicate.diagnostics(of: text, against: inference.schema, arguments: [], library: commandLibrary)
    }

    private static func made(_ edits: [PredicateDiagnostic.Edit], in text: String) -> String? {
        var bytes = Array(text.utf8)
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(edit.range.lowerBound..<edit.range.upperBound, with: edit.text.utf8)
        }
        return edits.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (#"pct LIKE "50%""#, false), (#"ANY pcts LIKE "50%""#, false), (#"front LIKE "%50""#, false),
        (#"pct LIKE "%50""#, true), (#"pct LIKE "%50%""#, true), (#"name LIKE "n%""#, true),
    ])
    func percentSignsThatRecordsHoldAreNoWildcards(predicate: String, isSaid: Bool) throws {
        let found = try diagnostics(of: predicate)
        #expect(found.diagnostics.map(\.code) == (isSaid ? ["sql-wildcard"] : []))
    }

    // MARK: Dates

    @Test(arguments: [
        (#"at > "2024-01-05T00:00:00+02:00""#, true), (#"at > "2024-01-05T00:00:00.5Z""#, true),
        (#"at > "2024-01-05T00:00Z""#, true), (#"at != "2024-01-05T10:00:00""#, true),
        (#"at IN {"2024-01-05T10:00:00Z", "2024-01-05T12:00:00+02:00"}"#, true),
        (#"at BETWEEN {"2024-01-01T00:00:00+01:00", "2024-01-05T00:00:00+01:00"}"#, true),
        (#""2024-01-05T00:00:00+02:00" < at"#, true), (#"local > "2024-01-05T00:00:00Z""#, true),
        (#"mixed > "2024-01-05""#, true), (#"mixed == "2024-01-05T10:00:00Z""#, true),
        (#"day >= "2024-01-05T00:00:00Z""#, true), (#"ANY times > "2024-01-05T00:00:00+02:00""#, true),
        (#"times CONTAINS "2024-01-05""#, true), (#""2024-01-05" IN times"#, true),
        (#"at > "2024-01-05T00:00:00Z""#, false), (#"at > "2024-01-05""#, false), (#"at < "2024-01-05T12:00""#, false),
        (#"at == "2024-01-05T10:00:00Z""#, false), (#"at BETWEEN {"2024-01-01", "2024-01-05T23:59:59Z"}"#, false),
        (#"local > "2024-01-05T00:00:00+02:00""#, false), (#"local > "2024-01-05""#, false),
        (#"day > "2024-01-05""#, false), (#"day == "2024-01-05""#, false), (#"at BEGINSWITH "2024-01-05""#, false),
        (#"at CONTAINS "2024-01-05""#, false), (#"level > "2024-01-05T00:00:00+02:00""#, false),
        (#"CAST(at, "NSDate") > "2024-01-05T00:00:00+02:00""#, false), (#"at ==[c] "2024-01-05T10:00:00z""#, false),
    ])
    func aDateInAnotherFormIsSaid(predicate: String, isSaid: Bool) throws {
        let result = filter("--count", predicate, try log())
        #expect(result.status == 0)
        #expect(result.messages.contains("compared as text") == isSaid, "\(result)")
        #expect(isSaid || result.messages == "", "\(result)")
    }

    @Test func theFixItOfADateIsASuggestion() throws {
        let text = #"at > "2024-01-05T12:00:00+02:00""#
        #expect(
            filter("--count", text, try log())
                == CommandResult(
                    status: 0, output: "23\n",
                    messages: """
                        warning: this date is compared as text, but the dates of the records have another offset
                         1 │ at > "2024-01-05T12:00:00+02:00"
                           │ ──   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ `CAST(…, "NSDate")` compares instants
                           │ for example 2024-01-01T10:00:00Z

                        """))
        let data = ["check", "--data", folder.path("log")]
        #expect(predicate(data + ["--fix", text]).output == text + "\n", "an answer that changes is no fix-it")
        let json = predicate(data + ["--diagnostics", "json", text]).output
        #expect(json.contains(#""code": "date-as-text""#))
        #expect(json.contains(#""applicable": false"#))
        #expect(json.contains(#""text": "CAST(""#))
        let cast = filter("--count", #"CAST(at, "NSDate") > "2024-01-05T12:00:00+02:00""#, folder.path("log"))
        #expect(cast == CommandResult(status: 0, output: "23\n", messages: ""))
    }

    // MARK: Patterns

    @Test func aPatternForAPartOfTheValueIsSaid() throws {
        let file = try log()
        #expect(
            filter("--count", #"message MATCHES "err""#, file)
                == CommandResult(
                    status: 0, output: "0\n",
                    messages: """
                        warning: MATCHES compares the whole value; in all 28 records the pattern matches only part of it
                         1 │ message MATCHES "err"
                           │                 ^^^^^
                           │                 to match part of it, write `message MATCHES ".*err.*"`

                        """))
        // A clause that a match need not satisfy is checked only against the first records.
        let clause = filter("--count", #"n == 5 OR NOT message MATCHES "^an|x$""#, file)
        #expect(clause.messages.contains(#"to match part of it, write `message MATCHES ".*(?:^an|x$).*"`"#))
        #expect(clause.output == "28\n")
        let untyped = filter("--count", "--untyped", #"message MATCHES "err""#, file).messages
        #expect(untyped.contains("in 28 records the pattern matches only part of it"), "\(untyped)")
        #expect(filter("--count", "--no-warnings", #"message MATCHES "err""#, file).messages == "")
        let check = predicate(["check", "--data", file, #"message MATCHES "err""#])
        #expect(check.messages.contains("in all 28 records"), "\(check)")
    }

    @Test(arguments: [
        #"message MATCHES "an err.*""#, #"message MATCHES ".*err.*""#, #"message MATCHES "an err no [0-9]+""#,
        #"message MATCHES "an err no 28""#, #"n == 5 OR message MATCHES "x""#,
    ])
    func aPatternThatFitsIsNotSaid(predicate: String) throws {
        #expect(filter("--count", predicate, try log()).messages == "")
    }
}
