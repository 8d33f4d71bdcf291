#if Files
import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateFiles

@Suite struct YAMLReaderTests {
    private static let fixtures = ConfigurationFixture.cases("yaml")

    @Test func thereAreFixtures() { #expect(Self.fixtures.count > 100) }

    /// What PyYAML wrote is read as it was meant, and each byte of each text has its bytes in the file.
    @Test(arguments: fixtures) func filesOfPyYAML(_ fixture: ConfigurationFixture) throws {
        let documents = try YAMLReader.read(fixture.file)
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
                for document in try YAMLReader.read(file) { check.checkLocations(document) }
                #expect(check.problems == [], "\(String(decoding: file, as: UTF8.self))")
            } catch {
                #expect((0...file.count).contains(error.offset))
                #expect(!error.message.isEmpty)
            }
        }
    }

    // MARK: Scalars

    /// Each file has a text at `k`. `«` and `»` mark a part of the text, and what stands for it in the file.
    @Test(arguments: [
        ("k: a «== 'é'» b", "a «== 'é'» b"),
        ("\u{FEFF}k: a «==» b # c", "a «==» b"),
        ("k: a\n  b «c»\r\n\r\n  d", "a b «c»\nd"),
        ("k: a« \n  »b", "a« »b"),
        ("k: a «b \n\n   c»d\n", "a «b\nc»d"),
        ("k: 'it«''»s'", "it«'»s"),
        ("k: 'a «==\n  b»'", "a «== b»"),
        ("k: ' a \n\n\n b «c»'", " a\n\nb «c»"),
        (#"k: "a «\u00e9»\n""#, "a «é»\n"),
        (#"k: "a \"«b»\"""#, "a \"«b»\""),
        (#"k: "«\U0001F600»\x41""#, "«😀»A"),
        ("k: \"a \\\n   «\\ »b\"", "a « »b"),
        ("k: \"a\\\n\n  «b»\"", "a\n«b»"),
        ("k: \"«\\N»\\_\\L\\P\\e\\/\\\t\"", "«\u{85}»\u{A0}\u{2028}\u{2029}\u{1B}/\t"),
        ("k: |\n  a == «b»\n", "a == «b»\n"),
        ("k: |-\n  a\n  «b»", "a\n«b»"),
        ("k: |+\n\n  a\n   b\n «\n»\nl: 1", "\na\n b\n«\n»\n"),
        ("k: |2-\n    «a»\n   b\n", "  «a»\n b"),
        ("k: |\r\n  a\r\n  «b»\r\n", "a\n«b»\n"),
        ("k: | # predicate\n  «a» # b\n", "«a» # b\n"),
        ("k: |2+\n  « » \n\n    \n", "« » \n\n  \n"), ("k: |+\n\n«\n»", "\n«\n»"),
        ("k: >\n  a\n  «b»\n", "a «b»\n"),
        ("k: >-\n  a«\n  »b\n\n  c\n", "a« »b\nc"),
        ("k: >\n  a\n\n    b\n    «c»\n  d\n", "a\n\n  b\n  «c»\nd\n"),
        ("k: >+\n  a\n  «b»\n\n", "a «b»\n\n"),
        ("k: &x !!str # c\n  \"a «b»\"", "a «b»"),
        ("k: !custom &x 'a «b»'", "a «b»"),
        ("k: !!str &x |\n  a «b»\n", "a «b»\n"),
        ("{j: [1], k: a «b»}", "a «b»"),
        ("{é: '😀', k: a\n «b»\n}", "a «b»"),
        ("é: 名前\nk: a «b»", "a «b»"),
    ])
    func placesInScalars(yaml: String, text: String) throws {
        let (file, inFile) = Self.unmarked(yaml)
        let (meaning, inText) = Self.unmarked(text)
        let found = try #require(try YAMLReader.read(file).first?["k"]?.text)
        #expect(Array(found.text.utf8) == meaning)
        #expect(found.map.fileRange(of: SourceRange(inText.lowerBound, inText.upperBound)) == inFile)
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

    @Test func rangesOfNodes() throws {
        let yaml = "a: 'x y' # c\nb: &n [1, 'z']\nc: |\n  text\n  more\nd:\n- p\n- q\n"
        let file = Array(yaml.utf8)
        let node = try #require(try YAMLReader.read(file).first)
        func source(_ key: String) -> String? {
            node[key].map { String(decoding: file[$0.range], as: UTF8.self) }
        }
        #expect(source("a") == "'x y'")
        #expect(source("b") == "[1, 'z']")
        #expect(source("c") == "|\n  text\n  more\n")
        #expect(source("d") == "- p\n- q")
        #expect(node.range == 0..<(file.count - 1))
    }

    // MARK: Structure

    @Test func aKeyMayBeThereTwice() throws {
        let node = try #require(try YAMLReader.read(Array("k: a\nk: b\n".utf8)).first)
        guard case .mapping(let entries) = node.content else {
            Issue.record("no mapping")
            return
        }
        #expect(entries.map(\.value.text?.text) == ["a", "b"])
        #expect(node["k"]?.text?.text == "a")
    }

    @Test func anAliasIsNotReadAgain() throws {
        let yaml = "a: &x a == 1\nb: *x\nc: &y\n  d: e\nf: *y\n*x : g\n? [1, 2]\n: h\n"
        let node = try #require(try YAMLReader.read(Array(yaml.utf8)).first)
        for key in ["b", "f"] {
            guard case .alias? = node[key]?.content else {
                Issue.record("\(key) is no alias")
                continue
            }
        }
        #expect(node["b"].map { Array(yaml.utf8)[$0.range].elementsEqual("*x".utf8) } == true)
        #expect(node["a == 1"]?.text?.text == "g")
        #expect(node[""]?.text?.text == "h")
    }

    @Test func anAliasNeedsItsAnchor() {
        for yaml in ["a: *x", "a: &x 1\n---\nb: *x\n"] {
            #expect(throws: ConfigurationError.self) { try YAMLReader.read(Array(yaml.utf8)) }
        }
    }

    /// Each line has nine aliases of the line before.
    @Test func aliasesDoNotMultiply() throws {
        var yaml = "a0: &a0 [lol]\n"
        for line in 1...60 {
            yaml += "a\(line): &a\(line) [\(Array(repeating: "*a\(line - 1)", count: 9).joined(separator: ", "))]\n"
        }
        yaml += "? *a60\n: value\n? [*a60, *a60]\n: value\n"
        let node = try #require(try YAMLReader.read(Array(yaml.utf8)).first)
        guard case .mapping(let entries) = node.content else {
            Issue.record("no mapping")
            return
        }
        #expect(entries.count == 63)
    }

    @Test(arguments: [
        ("", 0), ("\u{FEFF}", 0), ("# only a comment\n", 0), ("a", 1), ("---\n---\n", 2),
        ("a\n...\n---\nb: 1\n", 2),
        ("%YAML 1.1\n---\na\n", 1),
    ])
    func documents(yaml: String, count: Int) throws {
        #expect(try YAMLReader.read(Array(yaml.utf8)).count == count)
    }

    @Test func deepFiles() throws {
        let flow = String(repeating: "[", count: 199) + String(repeating: "]", count: 199)
        #expect(try YAMLReader.read(Array(flow.utf8)).count == 1)
        for sign in ["[", "{a: ", "- ", "? "] {
            let deep = Array(String(repeating: sign, count: 100_000).utf8)
            #expect(throws: ConfigurationError.self) { try YAMLReader.read(deep) }
        }
    }

    /// The line and the column of the error are those of the file, behind a byte order mark and characters of several bytes.
    @Test(arguments: [
        ("a: b\n c: d\n", 7), ("é: [x\n", 4), ("\u{FEFF}a: \"😀\n", 6), ("a: \"\\q\"", 4), ("a: \u{1}", 3),
        ("- a\n- %\n", 6),
        ("a: 'b'\n\tc: d", 7), ("k: !x!y z", 3),
    ])
    func errors(yaml: String, offset: Int) {
        let file = Array(yaml.utf8)
        do {
            _ = try YAMLReader.read(file)
            Issue.record("no error")
        } catch {
            #expect(error.offset == offset, "\(error.message)")
            #expect(error.message.hasPrefix("invalid YAML: "))
        }
    }

    @Test func otherEncodings() {
        for (file, message, offset) in [
            ([0x61, 0x3A, 0x20, 0xFF], "the file is not UTF-8", 3),
            ([0xFF, 0xFE, 0x61, 0x00], "the file is UTF-16; only UTF-8 can be read", 0),
            ([0xED, 0xA0, 0x80], "the file is not UTF-8", 0),
        ] {
            do {
                _ = try YAMLReader.read(file.map(UInt8.init))
                Issue.record("no error")
            } catch {
                #expect(error == ConfigurationError(message, at: offset))
            }
        }
    }

    @Test func manyTagDirectives() throws {
        let lines = (0..<2000).map { "%TAG !a\($0)! x\n" }
        #expect(throws: ConfigurationError.self) { try YAMLReader.read(Array((lines.joined() + "---\na\n").utf8)) }
        let text = "k: |\n" + lines.map { "  " + $0 }.joined()
        #expect(try YAMLReader.read(Array(text.utf8)).first?["k"]?.text?.text == lines.joined())
    }

    // MARK: Kinds

    /// PyYAML gives the same answers, except for the last line of numbers, which are numbers in YAML 1.2.
    @Test func kindsOfPlainScalars() throws {
        let others = [
            "~", "null", "Null", "NULL", "true", "True", "TRUE", "yes", "No", "off", "ON", "<<", "=",
            "0", "1", "-1", "+12", "1_000", "0b1", "0x1F", "017", "1.5", "1.", ".5", ".5e+3", "1e+3", ".inf",
            "-.Inf", "+.INF",
            ".nan", "1:30", "190:20:30", "190:20:30.15",
            "2001-12-14", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5", "2001-12-14 21:59:43",
            "018", "0o17", "1e3",
        ]
        let texts = [
            "y", "N", "tRUE", "nULL", "oFF", "0b", "0b2", "0xg", ".", "1e", "-.nan", "1:60", "0:1",
            "2001-12-14 21:59", "2001-1-4", "a",
            "a == 1", "TRUEPREDICATE", "é", "1 == 1", "-", "--", "+", "1a", "1.2.3", "0.5.1", "_1", "-.5", "+.5",
            ".5e3",
        ]
        for word in others { #expect(!YAMLResolution.isText(word, isPlain: true, tag: nil), "\(word)") }
        for word in texts { #expect(YAMLResolution.isText(word, isPlain: true, tag: nil), "\(word)") }
        #expect(!YAMLResolution.isText("", isPlain: true, tag: nil))
        #expect(YAMLResolution.isText("", isPlain: false, tag: nil))
        let node = try #require(
            try YAMLReader.read(Array("a: ! 12\nb: !!str 12\nc: !!int '12'\nd: !x 12\ne: '12'".utf8)).first)
        #expect(["a", "b", "c", "d", "e"].map { node[$0]?.text?.text } == ["12", "12", nil, "12", "12"])
    }

    // MARK: Comments

    @Test(arguments: [
        ("k: a # c", ["c"]), ("# c\nk: a", ["c"]), ("# b\n## c #\nk: a # d", ["b", "c #", "d"]),
        ("# c\n\nk: a", []),
        ("j: 'a\n  # b'\nk: a", []), ("j: |\n  # b\nk: a", []), ("j: |\n  a\n# c\nk: a", ["c"]),
        ("j: a # b\nk: c", []),
        ("k: # c\n  a", ["c"]), ("k:\n  # c\n  a", ["c"]), ("# a\nk: # b\n  # c\n  a # d", ["a", "b", "c", "d"]),
        ("k: 'a # b'", []), ("k: a#b", []), ("k: | # c\n  a # b\n", ["c"]), ("# c\n{j: 1, k: a}", ["c"]),
        ("{j: 1, k: [a]} # c", ["c"]), ("k: &x # c\n  a", ["c"]), ("k: a\n# c", []), ("\u{FEFF}# c\nk: a", ["c"]),
        ("# c\r\nk: a\r\n", ["c"]), ("k: [] # c", ["c"]), ("#\nk: a", [""]),
    ])
    func commentsOfValues(yaml: String, comments: [String]) throws {
        let file = Array(yaml.utf8)
        let node = try #require(try YAMLReader.read(file).first)
        guard case .mapping(let entries) = node.content, let entry = entries.first(where: { $0.key.text == "k" }) else {
            Issue.record("no key")
            return
        }
        var found = ValueComments(file, .yaml, [node])
        #expect(found.texts(of: entry.value, key: entry.key) == comments)
    }

    @Test func commentsOfItems() throws {
        let yaml =
            "# 1\n- a # 2\n- b\n# 3\n- - c # 4\n  # 5\n  - d\n- # 6\n  e: f\n- [g, # 7\n  h, # 8\n  # 9\n  i]\n"
        let file = Array(yaml.utf8)
        let node = try #require(try YAMLReader.read(file).first)
        #expect(
            node.outline(file, .yaml)
                == "<1>[<1><2>'a','b',<3>[<3><4>'c',<5>'d'],<6>{e:<6>'f'},[<7>'g',<8>'h',<9>'i']]")
    }
}
#endif
