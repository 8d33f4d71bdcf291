import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateFiles

@Suite struct TOMLReaderTests {
    static let fixtures = ConfigurationFixture.cases("toml")

    @Test func thereAreFixtures() { #expect(Self.fixtures.count > 70) }

    /// Each file is read as it was meant, and each byte of each text has its bytes in the file.
    @Test(arguments: fixtures) func filesOfOtherPrograms(_ fixture: ConfigurationFixture) throws {
        let documents = try TOMLReader.read(fixture.file)
        try #require(documents.count == 1)
        var check = NodeCheck(fixture.file)
        check.compare(documents[0], fixture.value, path: "")
        #expect(check.problems == [])
        #expect(check.texts > 0)
    }

    /// Whatever is changed in a file, the answer is a result or an error, within the file.
    @Test(arguments: fixtures) func changedFiles(_ fixture: ConfigurationFixture) {
        var random = SeededRandom(seed: UInt64(fixture.file.count))
        for _ in 0..<(runsDeepTests ? 300 : 30) {
            let file = random.damaged(fixture.file)
            do {
                var check = NodeCheck(file)
                for document in try TOMLReader.read(file) { check.checkLocations(document) }
                #expect(check.problems == [], "\(String(decoding: file, as: UTF8.self))")
            } catch {
                #expect((0...file.count).contains(error.offset))
                #expect(!error.message.isEmpty)
            }
        }
    }

    /// Python's `tomllib` and we refuse the same files, and read the same from the others.
    @Test func theSameFilesAreRefused() {
        let cases = ConfigurationFixture.cases("toml-changed")
        #expect(cases.count > 500)
        for fixture in cases {
            let text = String(decoding: fixture.file, as: UTF8.self)
            let isRefused = if case .other = fixture.value { true } else { false }
            do {
                let node = try TOMLReader.read(fixture.file)
                guard !isRefused else {
                    Issue.record("tomllib refuses \(text.debugDescription)")
                    continue
                }
                var check = NodeCheck(fixture.file)
                check.compare(node[0], fixture.value, path: "")
                #expect(check.problems == [], "\(text)")
            } catch {
                if !isRefused { Issue.record("we refuse \(text.debugDescription): \(error.message)") }
            }
        }
    }

    // MARK: Strings

    /// Each file has a text at `k`. `«` and `»` mark a part of the text, and what stands for it in the file.
    @Test(arguments: [
        ("k = \"a «== 'é'» b\"", "a «== 'é'» b"),
        ("\u{FEFF}k = 'a «== \\» b' # c", "a «== \\» b"),
        (#"k = "a «\u00e9»\n""#, "a «é»\n"),
        (#"k = "«\U0001F600»\t\"\\""#, "«😀»\t\"\\"),
        ("k = \"\"\"\na «b»\r\n\"\"\"", "a «b»\n"),
        ("k = \"\"\"a \\\n\n   «b»\"\"\"", "a «b»"),
        ("k = \"\"\"a \\  \r\n\t «b»\"\"\"", "a «b»"),
        ("k = \"\"\"a\\\n  «\\u0020»b\"\"\"", "a« »b"),
        ("k = \"\"\"\"«a»\"\"\"\"\"", "\"«a»\"\""),
        ("k = '''\n'a' «==» ''b'''''", "'a' «==» ''b''"),
        ("k = '''\r\na«\r\n»b'''", "a«\n»b"),
        ("k = \"\"\"\"\"\"", ""),
        ("a.b = 1\n'k' = \"«x»\"", "«x»"),
    ])
    func placesInStrings(toml: String, text: String) throws {
        let (file, inFile) = Self.unmarked(toml)
        let (meaning, inText) = Self.unmarked(text)
        let found = try #require(try TOMLReader.read(file).first?["k"]?.text)
        #expect(Array(found.text.utf8) == meaning)
        if !meaning.isEmpty {
            #expect(found.map.fileRange(of: SourceRange(inText.lowerBound, inText.upperBound)) == inFile)
        }
        var check = NodeCheck(file)
        check.check(found, "k")
        #expect(check.problems == [])
    }

    private static func unmarked(_ text: String) -> (bytes: [UInt8], range: Range<Int>) {
        var bytes: [UInt8] = []
        var lower = 0
        var upper = 0
        for scalar in text.unicodeScalars {
            switch scalar {
            case "«": lower = bytes.count
            case "»": upper = bytes.count
            default: bytes += Array(String(scalar).utf8)
            }
        }
        return (bytes, lower..<upper)
    }

    // MARK: Structure

    @Test func tablesInPartsOfTheFile() throws {
        let toml = """
            z.y = 'a' # 1
            # 2
            [b.c]
            x = 1
            z = "d"
            [[e]]
            # 3
            f = 'g'
            [[e]] # 4
            f = 'h'
            [e.i]
            j = [
              'k', # 5
              # 6
              { l = 'm' }
            ]
            [b]
            n = 1979-05-27 07:32:00
            """
        let file = Array(toml.utf8)
        let node = try #require(try TOMLReader.read(file).first)
        guard case .mapping(let entries) = node.content, case .sequence(let list)? = node["e"]?.content,
            case .sequence(let items)? = list.last?["i"]?["j"]?.content
        else {
            Issue.record("another structure")
            return
        }
        #expect(entries.map(\.key.text) == ["z", "b", "e"])
        #expect(node["z"]?["y"]?.text?.text == "a")
        #expect(list.map { $0["f"]?.text?.text } == ["g", "h"])
        #expect(
            node.outline(file, .toml)
                == "{z:<1>{y:<1>'a'},b:<2>{c:<2>{x:1,z:'d'},n:1979-05-27 07:32:00},"
                + "e:[{f:<3>'g'},{f:'h',i:{j:[<5>'k',<6>{l:<6>'m'}]}}]}")
        #expect(items.last?["l"]?.text?.text == "m")
        if case .other(let date)? = node["b"]?["n"]?.content {
            #expect(date == "1979-05-27 07:32:00")
        } else {
            Issue.record("no date")
        }
        #expect(node["z"]?["y"].map { String(decoding: file[$0.range], as: UTF8.self) } == "'a'")
        #expect(list.last.map { file[$0.range].starts(with: "[[e]]".utf8) } == true)
    }

    @Test func deepFiles() throws {
        let array = "a = " + String(repeating: "[", count: 199) + String(repeating: "]", count: 199)
        #expect(try TOMLReader.read(Array(array.utf8)).count == 1)
        for (start, sign) in [
            ("a = ", "["), ("a = ", "{a="), ("[a", ".a"), ("[[a", ".a"), ("a", ".a"), ("a = ", "[{a="),
        ] {
            let deep = Array((start + String(repeating: sign, count: 100_000)).utf8)
            #expect(throws: ConfigurationError.self) { try TOMLReader.read(deep) }
        }
        // Each table is one deeper than the one before.
        let tables = (1...300).map { "[" + Array(repeating: "a", count: $0).joined(separator: ".") + "]\n" }.joined()
        #expect(throws: ConfigurationError.self) { try TOMLReader.read(Array(tables.utf8)) }
    }

    @Test(arguments: [
        ("a = 1\na = 2", 6), ("[a]\n[a]", 5), ("a = 'b", 6), ("a = \"b\n\"", 6), ("a = \"\\q\"", 5),
        ("a = \"\\ud800\"", 5),
        ("a", 1), ("a = ", 4), ("a = 1 b = 2", 6), ("a = predicate", 4), ("a = [1 2]", 7), ("a = {b = 1,}", 11),
        ("a = {b = 1\n}", 10),
        ("= 1", 0), ("[a\nb]", 2), ("[[a]\n", 4), ("a = 01", 4), ("a = 1__0", 4), ("a = 2001-02-30", 4),
        ("a = 1\rb = 2", 5),
        ("# \u{1}", 2), ("a = '\u{7F}'", 5), ("a = 1\na.b = 2", 6), ("a.b = 1\n[a]", 9), ("a = {}\na.b = 1", 7),
        ("a = []\n[[a]]", 9),
        ("[[a]]\n[a]", 7), ("[a]\n[[a]]", 6), ("\u{FEFF}é = 1", 3), ("a = \"\"\"b\"\"", 10), ("\"\"\"a\"\"\" = 1", 2),
        ("a = '''''''''", 12), ("[a.b]\nc = 1\n[a]\nb.d = 2", 16),
    ])
    func errors(toml: String, offset: Int) {
        do {
            _ = try TOMLReader.read(Array(toml.utf8))
            Issue.record("no error")
        } catch {
            #expect(error.offset == offset, "\(error.message)")
            #expect(error.message.hasPrefix("invalid TOML: "))
        }
    }

    @Test(arguments: [
        "+1", "-0", "1_0", "0xDEAD_beef", "0o17", "0b10", "1.5", "-1.5e-3", "1e5", "+inf", "-nan", "true", "false",
        "1979-05-27",
        "1979-05-27T07:32:00Z", "1979-05-27t07:32:00.999-07:00", "1979-05-27 07:32:00", "07:32:00.5", "2000-02-29",
    ])
    func valuesWithoutQuotes(value: String) throws {
        let file = Array("a = \(value) # c".utf8)
        let node = try #require(try TOMLReader.read(file).first)
        guard case .other(let text)? = node["a"]?.content else {
            Issue.record("no value")
            return
        }
        #expect(text == value)
        #expect(node.outline(file, .toml) == "{a:<c>\(value)}")
    }

    @Test(arguments: [
        "1_", "_1", "0x", "0X1", "+0x1", "1.", ".5", "1.e3", "1e", "Inf", "True", "1900-02-29", "2001-13-01",
        "2001-1-1", "24:00:00",
        "07:32", "07:32:00.", "1979-05-27T", "1979-05-27T07:32:00+7:00", "1979-05-27 0", "-", "+", "0_1", "1e+_3", "a",
    ])
    func noValues(value: String) {
        #expect(throws: ConfigurationError.self) { try TOMLReader.read(Array("a = \(value)".utf8)) }
    }
}
