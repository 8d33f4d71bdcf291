import Foundation
import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `predicate why`.
@Suite struct WhyTests {
    let folder: TemporaryFolder
    let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try folder.file(
            "people.ndjson",
            """
            {"name":"Ada","age":36,"tags":["New","old"],"email":"ada@exampel.com","orders":[{"total":5},{"total":30}]}
            {"name":"日本語 Bob","age":12,"tags":[],"email":"bob@example.com","orders":[]}
            {"name":"Cy"}

            """)
    }

    private func why(_ arguments: String...) -> CommandResult { predicate(["why"] + arguments) }

    // MARK: Text

    @Test func snippet() {
        let result = why(
            "age > 30 AND ANY tags == 'new' AND (name == 'Bob' OR SUBQUERY(orders, $o, $o.total > 10).@count > 1)", file
        )
        #expect(result.messages == "")
        #expect(
            result.output == """
                record 1 does not match: ANY tags == "new" is false

                AND                               false
                ├─ >                              true
                │  ├─ age                         36
                │  └─ 30
                ├─ ANY ==                         false, decides
                │  │                              0 of 2 elements
                │  │                              [0] "New"  false: differs only in case
                │  │                              [1] "old"  false
                │  ├─ tags                        {"New", "old"}
                │  └─ "new"
                └─ OR                             (false)
                   ├─ ==                          (false)
                   │  │                           they differ from character 1: "Ada" and "Bob"
                   │  ├─ name                     "Ada"
                   │  └─ "Bob"
                   └─ >                           (false)
                      │                           both are the same
                      ├─ ….@count                 1
                      │  └─ SUBQUERY $o           {{"total": 30}}
                      │     │                     1 of 2 elements
                      │     │                     [0] {"total": 5}  false
                      │     │                     [1] {"total": 30}  true
                      │     ├─ of: orders         {{"total": 5}, {"total": 30}}
                      │     └─ where, for [1]: >  (true)
                      │        ├─ $o.total        30
                      │        └─ 10
                      └─ 1

                (…) was not needed for the answer.

                """)
    }

    @Test func aRecordByItsNumber() {
        let result = why("age > 30 OR email MATCHES '[a-z]+@example\\\\.org'", file, "--record", "2")
        #expect(
            result.output == """
                record 2 does not match: neither part of its OR is true

                OR                            false
                ├─ >                          false
                │  │                          18 too small
                │  ├─ age                     12
                │  └─ 30
                └─ MATCHES                    false
                   │                          it matches 12 characters, but not the rest: "com"
                   ├─ email                   "bob@example.com"
                   └─ "[a-z]+@example\\\\.org"

                """)
    }

    @Test func aRecordThatIsFound() {
        let result = why("NOT (age > 30)", "--find", "name CONTAINS 'C'", file)
        #expect(
            result.output == """
                record 3 matches: age > 30 is false

                NOT        true
                └─ >       false, decides
                   │       `age` is missing
                   ├─ age  nil
                   └─ 30

                """)
    }

    @Test func whatMatches() {
        #expect(why("name == 'Ada'", file).output.hasPrefix("record 1 matches\n\n==        true\n"))
        #expect(
            why("name == 'Ada' AND age > 1", file).output.hasPrefix(
                "record 1 matches: both parts of its AND are true\n"))
        #expect(
            why("name == 'x' OR age > 1 OR age > 2", file).output.hasPrefix("record 1 matches: age > 1 is true\n"))
    }

    @Test func howFarAPatternFits() throws {
        func remarks(_ pattern: String, _ text: String) throws -> [String] {
            let predicate = try ParsedPredicate(
                parsing: "a MATCHES \(PredicateValue.string(pattern))", library: commandLibrary
            )
            .checked()
            return predicate.trace(of: ["a": .string(text)]).nodes[0].remarks.map(\.sentence)
        }
        #expect(try remarks("a+b", "aaac") == ["it matches 3 characters, but not the rest: \"c\""])
        #expect(try remarks("a+b", "aaa") == ["the text ends before the pattern does"])
        #expect(try remarks("a+", "xaax") == ["it matches only part of the text and must match all of it"])
        #expect(
            try remarks("aa", "aab") == [
                "it matches only part of the text and must match all of it",
                "it matches 2 characters, but not the rest: \"b\"",
            ])
        #expect(try remarks("\\d{4}", "abc") == ["it does not match the first character: \"abc\""])
        #expect(try remarks("ABC", "abc").first == "differs only in case")
        #expect(try remarks("(?:日本)+語", "日本日語") == ["it matches 3 characters, but not the rest: \"語\""])
        // A pattern that cannot be wrapped in groups gets a shorter remark, but never a wrong one.
        #expect(try remarks("(?x) a # b", "c") == ["it does not match the first character: \"c\""])
        let slow = try remarks("(a*)*b", String(repeating: "a", count: 400) + "c")
        #expect(slow.allSatisfy { !$0.contains("matches only part") })
    }

    // MARK: Width

    @Test(arguments: [44, 60, 80, 120])
    func itFits(width: Int) throws {
        let texts = [
            "name == '\(String(repeating: "日", count: 300))' OR ANY tags == '\(String(repeating: "x", count: 300))'",
            "SUBQUERY(tags, $t, $t ==[c] 'new' AND $t.length > 2).@count > 1 AND a IN {'x', 'y', 'z', 'xx', 'yy', 'zz'}",
            "a.b.c.d == 'x\u{1B}[31m\u{202E}\n' AND tags CONTAINS 'x'",
        ]
        let record: PredicateValue = [
            "name": .string(String(repeating: "本", count: 400)), "a": "z\u{1B}]0;x\u{7}\u{9B}",
            "tags": .list((0..<40).map { .string(String(repeating: "日\u{1B}", count: $0 * 10)) }),
        ]
        for text in texts {
            let trace = try ParsedPredicate(parsing: text, library: commandLibrary).checked().trace(of: record)
            let drawn = TraceText(trace: trace, title: "record 1", width: width).text
            // Colours change nothing else.
            let coloured = TraceText(trace: trace, title: "record 1", width: width, isColoured: true).text
            #expect(coloured.replacing(/\u{1B}\[[0-9;]+m/, with: "") == drawn)
            #expect(coloured != drawn)
            for line in drawn.split(separator: "\n") {
                #expect(TextWidth.columns(of: String(line)) <= width, "\(line)")
            }
            #expect(
                drawn.unicodeScalars.allSatisfy {
                    $0 == "\n" || ($0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0 != "\u{202E}")
                })
        }
    }

    /// On a thread with a stack of 512 KiB.
    @Test(arguments: ExplainTests.deep.indices, ["why", "coverage"])
    func deepTrees(index: Int, command: String) throws {
        let (file, text) = (file, ExplainTests.deep[index])
        let box = ResultBox()
        let thread = Thread { box.result = predicate([command, "--untyped", text, file]) }
        thread.stackSize = 512 << 10
        thread.start()
        while !thread.isFinished { usleep(1000) }
        let result = try #require(box.result)
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.output.isEmpty == false)
    }

    @Test(arguments: ["why", "coverage"])
    func wideTrees(command: String) {
        let conditions = (0..<5000).map { "f\($0) == 'v\($0)'" }.joined(separator: " AND ")
        let result = predicate([command, "--untyped", conditions, file])
        #expect(result.status == 0, "\(result.messages.prefix(200))")
        #expect(result.lines.count > 5000)
    }

    @Test func whatHappenedBesideTheAnswerIsSaid() throws {
        let data = try folder.file("patterns.ndjson", "{\"name\":\"a\",\"pattern\":\"(\"}\n")
        let result = why("name MATCHES pattern", data)
        #expect(result.output.hasPrefix("record 1 does not match\n"))
        #expect(result.messages.hasPrefix("warning: the pattern `(` cannot be used and matched nothing: "))
    }

    // MARK: Other forms and mistakes

    @Test func json() throws {
        let result = why("age > 30", file, "--record", "3", "--output", "json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(object["record"] as? Int == 3)
        #expect(object["line"] as? Int == 3)
        #expect(object["file"] as? String == file)
        let trace = try #require(object["trace"] as? [String: Any])
        #expect(trace["matches"] as? Bool == false)
        #expect((trace["nodes"] as? [[String: Any]])?.first?["remarks"] as? [String] == ["`age` is missing"])
    }

    @Test func mistakes() {
        #expect(why("age > 30", file, "--record", "9").messages == "error: --record 9: there are only 3 records\n")
        #expect(why("age > 30", file, "--record", "9").status == 65)
        #expect(
            why("age > 30", file, "--find", "age > 99").messages
                == "error: there are 3 records, and none satisfies the predicate of --find\n")
        #expect(why("aeg > 30", file).messages.contains("did you mean `age`?"))
        #expect(why("age > 30", file, "--find", "nmae == 1").messages.contains("`nmae`"))
        #expect(why("age > 30", file, "--record", "0").status == 64)
        #expect(why("age > 30", file, "--record", "1", "--find", "age > 1").status == 64)
        #expect(why("age > 30", folder.path("none")).status == 66)
        #expect(why("--arg", "30", "age > %@", file).output.contains("matches"))
    }

    /// A bad record after the requested one is not read.
    @Test func aBadRecord() throws {
        let bad = try folder.file("bad.ndjson", "{\"a\":1}\n{\"a\":}\n{\"a\":3}\n")
        #expect(why("--untyped", "a > 2", bad, "--record", "1").status == 0)
        #expect(why("--untyped", "a > 2", bad, "--record", "2").status == 65)
    }
}
