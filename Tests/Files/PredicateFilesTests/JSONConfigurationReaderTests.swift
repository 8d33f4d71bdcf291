@testable import PredicateFiles
import PredicateCore
import PredicateFormat
import PredicateTesting
import Testing

@Suite struct JSONConfigurationReaderTests {
    @Test(arguments: [
        ("{\"a\": \"x\", \"b\": [1, -2.5e+3, true, false, null]}", "{a:'x',b:[1,-2.5e+3,true,false,null]}"),
        ("\u{FEFF} [ ] ", "[]"), ("{}", "{}"), ("\"a\"", "'a'"), ("0", "0"), ("[[[]],{\"a\":{}}]", "[[[]],{a:{}}]"),
        ("{\"a\":1,\"a\":2}", "{a:1,a:2}"), ("[\"\\u00e9\\ud83d\\ude00\\/\\b\"]", "['é😀/\u{8}']"),
    ])
    func values(text: String, outline: String) throws {
        #expect(try JSONConfigurationReader.read(Array(text.utf8)).outline == outline)
    }

    @Test(arguments: [
        ("// predicate\n\"x\"", "<predicate>'x'"),
        ("\"x\" // behind\n", "<behind>'x'"),
        ("[\n  // above\n  \"x\", // behind\n  \"y\"\n]", "[<above><behind>'x','y']"),
        ("[\n  \"x\" // behind\n  , \"y\"]", "[<behind>'x','y']"),
        ("[1, /* two */ 2 /* too */, 3]", "[1,<two><too>2,3]"),
        ("[1, 2 /* last */]", "[1,<last>2]"),
        ("[ // the list\n  1 ]", "<the list>[1]"),
        ("[ /* none */ ]", "<none>[]"),
        ("{\"a\": /* predicate */ \"x\"}", "{a:<predicate>'x'}"),
        ("{\n// one\n// two\n\"a\": 1}", "{a:<one><two>1}"),
        ("{\r\n// one\r\n\r\n// two\r\n\"a\": 1}", "{a:<two>1}"),
        ("{\n// one\n\n\"a\": 1\n// end\n}", "{a:1}"),
        ("{\"a\": {\"b\": 1}, // behind\n \"c\": 2}", "{a:<behind>{b:<behind>1},c:2}"),
        ("[\"// no\", \"/* no */\"]", "['// no','/* no */']"),
        ("/**/[]//", "<><>[]"),
        ("[1 /* a\n b */, 2]", "[<a\n b>1,2]"),
    ])
    func comments(text: String, outline: String) throws {
        let file = Array(text.utf8)
        #expect(try JSONConfigurationReader.read(file).outline(file, .json) == outline)
    }

    @Test(arguments: [
        ("", "expected a value, but the file ends", 0),
        ("[1,]", "no value follows this comma", 2),
        ("{\"a\":1,}", "no value follows this comma", 6),
        ("[1 2]", "expected `,` or `]`", 3),
        ("{\"a\" 1}", "expected `:` after the key", 5),
        ("{a:1}", "expected a key in double quotes", 1),
        ("{\"a\":1", "expected `,` or `}`, but the file ends", 6),
        ("[1] x", "expected the end of the file", 4),
        ("['a']", "expected a value", 1),
        ("\"a", "the string is not closed", 0),
        ("\"a\\", "the string is not closed", 2),
        ("\"a\nb\"", "a string contains no line break and no control character; write it as an escape", 2),
        ("\"\\x\"", "JSON has no such escape; a backslash is written `\\\\`", 1),
        ("\"\\u12g4\"", "`\\u` takes four hexadecimal digits", 1),
        ("\"a\\ud800\"", "this is half of a surrogate pair", 2),
        ("\"\\udc00\\ud800\"", "this is half of a surrogate pair", 1),
        ("\"\\ud800\\u0041\"", "this is half of a surrogate pair", 1),
        ("01", "expected the end of the file", 1), ("-", "expected a digit", 1), ("1.", "expected a digit", 2),
        ("1e+", "expected a digit", 3), ("+1", "expected a value", 0), ("nul", "expected a value", 0),
        ("/x", "unexpected `/`", 0), ("[1 /* 2]", "the comment is not closed", 3), ("NaN", "expected a value", 0),
    ])
    func errors(text: String, message: String, offset: Int) {
        #expect(throws: ConfigurationError(message, at: offset)) {
            try JSONConfigurationReader.read(Array(text.utf8))
        }
    }

    @Test(
        arguments: [
            ([0x22, 0x61, 0xFF, 0x22], "the file is not UTF-8", 2),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], "the file is not UTF-8", 1),
            ([0xFF, 0xFE, 0x7B, 0x00], "the file is UTF-16; only UTF-8 can be read", 0),
            ([0x7B, 0x00, 0x7D, 0x00], "the file is UTF-16; only UTF-8 can be read", 0),
            ([0x00, 0x00, 0x00, 0x7B], "the file is UTF-32; only UTF-8 can be read", 0),
        ] as [([UInt8], String, Int)])
    func encodings(file: [UInt8], message: String, offset: Int) {
        #expect(throws: ConfigurationError(message, at: offset)) { try JSONConfigurationReader.read(file) }
    }

    @Test func locations() throws {
        let file = Array("\u{FEFF}{\r\n \"k\\u0065y\": \"a \\\"é\\ud83d\\ude00\"}".utf8)
        let node = try JSONConfigurationReader.read(file)
        #expect(node.range == 3..<file.count)
        let entry = try #require(node["key"])
        let text = try #require(entry.text)
        #expect(text.text == "a \"é😀")
        let place = { (range: SourceRange) in String(decoding: file[text.map.fileRange(of: range)], as: UTF8.self) }
        #expect(place(SourceRange(0, 2)) == "a ")
        #expect(place(SourceRange(2, 3)) == "\\\"")
        #expect(place(SourceRange(3, 5)) == "é")
        #expect(place(SourceRange(6, 7)) == "\\ud83d\\ude00")
        #expect(String(decoding: file[entry.range], as: UTF8.self) == "\"a \\\"é\\ud83d\\ude00\"")
    }

    @Test(arguments: ["[", "{\"a\":", "[[", "\"", "\"\\", "/*", "//", "1", "[1,", "\\u", "-", "\u{FEFF}"])
    func hostileFiles(piece: String) {
        let file = Array(String(repeating: piece, count: 300_000).utf8)
        let seconds = processorSeconds {
            do throws(ConfigurationError) {
                let node = try JSONConfigurationReader.read(file)
                #expect(node.range.upperBound <= file.count)
            } catch {
                #expect((0...file.count).contains(error.offset))
            }
        }
        #expect(seconds < 20)
    }

    /// Each escape has a run of its own in the map, so their number is bounded.
    @Test func manyEscapes() {
        let count = ConfigurationLimits.nodes
        let file = Array(("\"" + String(repeating: "\\n", count: count + 1) + "\"").utf8)
        #expect(throws: ConfigurationError("the file has more than \(count) escapes", at: 1 + 2 * count)) {
            try JSONConfigurationReader.read(file)
        }
    }

    @Test func depth() throws {
        func nested(_ count: Int) -> [UInt8] {
            Array((String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8)
        }
        #expect(try JSONConfigurationReader.read(nested(200)).range == 0..<400)
        #expect(throws: ConfigurationError("values are nested deeper than 200 levels", at: 200)) {
            try JSONConfigurationReader.read(nested(201))
        }
    }
}

@Suite struct PlainTextReaderTests {
    @Test(arguments: [
        ("a == 1\nb == 2", "['a == 1','b == 2']"), ("", "[]"), ("\n\r\n \t\r", "[]"),
        ("# first\na == 1\r\n\r\n# away\n\n#one\n# two\n  b == 2 \n", "['a == 1','b == 2']"),
        ("\u{FEFF}# x\n #size > 3\n#", "['#size > 3']"), ("a\rb", "['a','b']"), ("a # b", "['a # b']"),
    ])
    func lines(text: String, outline: String) throws {
        let file = Array(text.utf8)
        let node = try PlainTextReader.read(file)
        #expect(node.outline == outline)
        for text in node.allTexts {
            #expect(text.style == .verbatim)
            #expect(misplaced(text, in: file) { _ in nil } == nil)
        }
    }

    @Test func noText() {
        #expect(throws: ConfigurationError("the file has a zero byte, so it is not text", at: 3)) {
            try PlainTextReader.read(Array("a\nb\u{0}".utf8))
        }
    }
}
