import PredicateFormat
import Testing

@testable import PredicateRecords

/// Valid and invalid JSON, in the corner cases of RFC 8259.
struct JSONReaderTests {
    @Test(
        arguments: [
            // Values
            ("null", nil), ("true", true), ("false", false), ("\"\"", ""), ("0", 0), ("[]", []),
            (" \t\r\n 1 \t\r\n ", 1), ("{}", .object(PredicateObject([]))),
            ("[null,true,false]", [nil, true, false]),
            ("[ 1 , 2 ]", [1, 2]), ("[[],[[]]]", [[], [[]]]), ("[{}]", [.object(PredicateObject([]))]),
            (#"{"a":1}"#, ["a": 1]), (#"{ "a" : 1 , "b" : [ 2 ] }"#, ["a": 1, "b": [2]]),
            (#"{"":{"":{}}}"#, ["": ["": .object(PredicateObject([]))]]),
            (#"{"a":{"b":{"c":[1,{"d":2}]}}}"#, ["a": ["b": ["c": [1, ["d": 2]]]]]),
            // Duplicate keys: the first counts, even with an escape.
            (#"{"a":1,"a":2}"#, ["a": 1]), (#"{"a":1,"\u0061":2,"b":3}"#, ["a": 1, "b": 3]),
            // Strings
            (#""abc""#, "abc"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u4E2d""#, "Aé中"),
            (#""\ud83d\ude00""#, "😀"), (#""x\uD834\uDD1Ey""#, "x𝄞y"), (#""\u0000""#, "\0"),
            (#""\uFFFF\ufffe""#, "\u{FFFF}\u{FFFE}"),
            (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
            (
                "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"",
                "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}"
            ),
            ("\"\u{2028}\u{FEFF}\"", "\u{2028}\u{FEFF}"), ("\"e\u{301}\"", "e\u{301}"), (#"" \u005C ""#, " \\ "),
            (#""0123456789abcdef\u000a0123456789""#, "0123456789abcdef\n0123456789"),
            (#"{"na\u006de":1}"#, ["name": 1]), (#"{"a\"b":1}"#, ["a\"b": 1]),
        ] as [(String, PredicateValue)])
    func accepts(text: String, value: PredicateValue) throws {
        #expect(try outcome(text).get() == value)
        #expect(fault(text) == "fine")
    }

    @Test(arguments: [
        // Nothing, or too much
        ("", "truncated 1:1"), (" ", "truncated 1:2"), ("1 2", "bad-json 1:3"), ("{} {}", "bad-json 1:4"),
        ("[] ]", "bad-json 1:4"),
        ("nullnull", "bad-json 1:5"), ("1,", "bad-json 1:2"), ("\u{FEFF}1", "bad-json 1:1"),
        ("\u{A0}1", "bad-json 1:1"), ("\u{C}1", "bad-json 1:1"),
        ("// a\n1", "bad-json 1:1"), ("1 /* a */", "bad-json 1:3"), ("# 1", "bad-json 1:1"), ("\01", "bad-json 1:1"),
        // Words
        ("nul", "truncated 1:4"), ("nulL", "bad-json 1:1"), ("True", "bad-json 1:1"), ("NaN", "bad-json 1:1"),
        ("Infinity", "bad-json 1:1"),
        ("-Infinity", "bad-json 1:2"), ("undefined", "bad-json 1:1"), ("tru e", "bad-json 1:1"),
        ("truee", "bad-json 1:5"), ("[nul]", "bad-json 1:2"),
        ("abc", "bad-json 1:1"), ("é", "bad-json 1:1"), ("'a'", "bad-json 1:1"),
        // Numbers
        ("-", "truncated 1:2"), ("+1", "bad-json 1:1"), ("01", "bad-json 1:1"), ("-01", "bad-json 1:2"),
        ("00", "bad-json 1:1"), ("1.", "truncated 1:3"),
        ("1.e5", "bad-json 1:3"), (".5", "bad-json 1:1"), ("-.5", "bad-json 1:2"), ("1e", "truncated 1:3"),
        ("1e+", "truncated 1:4"), ("1e+-1", "bad-json 1:4"),
        ("0x1F", "bad-json 1:2"), ("1_000", "bad-json 1:2"), ("1 000", "bad-json 1:3"), ("--1", "bad-json 1:2"),
        ("1.2.3", "bad-json 1:4"),
        ("1e5.5", "bad-json 1:4"), ("[-]", "bad-json 1:3"), ("[1.]", "bad-json 1:4"), ("[1e]", "bad-json 1:4"),
        ("１", "bad-json 1:1"), ("1f", "bad-json 1:2"),
        ("0e", "truncated 1:3"), ("-a", "bad-json 1:2"), ("[- 1]", "bad-json 1:3"), ("1e400", "number-too-large 1:1"),
        ("[1,-1e309]", "number-too-large 1:4"),
        (#"{"a":1e999999999999999999999}"#, "number-too-large 1:6"), ("1.8e308", "number-too-large 1:1"),
        ("1" + String(repeating: "0", count: 400), "number-too-large 1:1"),
        // Lists
        ("[", "truncated 1:2"), ("[1", "truncated 1:3"), ("[1,", "truncated 1:4"), ("[1,]", "bad-json 1:4"),
        ("[,1]", "bad-json 1:2"), ("[1,,2]", "bad-json 1:4"),
        ("[1 2]", "bad-json 1:4"), ("]", "bad-json 1:1"), ("[1}", "bad-json 1:3"), ("[1:2]", "bad-json 1:3"),
        ("[\"a\": 1]", "bad-json 1:5"), ("[[]", "truncated 1:4"),
        ("[1]]", "bad-json 1:4"), ("[\n1,\n\n,]", "bad-json 4:1"),
        // Objects
        ("{", "truncated 1:2"), ("{\"a\"", "truncated 1:5"), ("{\"a\":", "truncated 1:6"),
        ("{\"a\":1", "truncated 1:7"), ("{\"a\":1,", "truncated 1:8"),
        ("{\"a\":1,}", "bad-json 1:8"), ("{,}", "bad-json 1:2"), ("{a:1}", "bad-json 1:2"), ("{'a':1}", "bad-json 1:2"),
        ("{1:1}", "bad-json 1:2"),
        ("{\"a\"}", "bad-json 1:5"), ("{\"a\" 1}", "bad-json 1:6"), ("{\"a\"::1}", "bad-json 1:6"),
        ("{\"a\":}", "bad-json 1:6"), ("{\"a\":1 \"b\":2}", "bad-json 1:8"),
        ("{\"a\":1]", "bad-json 1:7"), ("{null:1}", "bad-json 1:2"), ("}", "bad-json 1:1"),
        ("{\"a\":1}}", "bad-json 1:8"), ("{\"a\",1}", "bad-json 1:5"), ("{[1]:1}", "bad-json 1:2"),
        ("{\"a\":1,,\"b\":2}", "bad-json 1:8"), ("{\"é\":x}", "bad-json 1:6"),
        // Strings
        ("\"", "truncated 1:2"), ("\"abc", "truncated 1:5"), (#""\"#, "truncated 1:3"), (#""\""#, "truncated 1:4"),
        (#""\a""#, "bad-json 1:3"), (#""\x41""#, "bad-json 1:3"),
        (#""\'""#, "bad-json 1:3"), (#""\0""#, "bad-json 1:3"), (#""\U0041""#, "bad-json 1:3"),
        (#""\u""#, "bad-json 1:4"), (#""\u00""#, "bad-json 1:6"), (#""\u004"#, "truncated 1:7"),
        (#""\u00G0""#, "bad-json 1:6"), (#""\u{41}""#, "bad-json 1:4"), (#""\u+041""#, "bad-json 1:4"),
        (#""\ud800""#, "bad-json 1:2"), (#""\ud800\n""#, "bad-json 1:2"), (#""\udc00""#, "bad-json 1:2"),
        (#""\ud800\ud800""#, "bad-json 1:2"), (#""a\ud800\u0041""#, "bad-json 1:3"),
        (#""\ude00\ud83d""#, "bad-json 1:2"), (#""\ud83dx""#, "bad-json 1:2"), (#""\ud83d\u12"#, "truncated 1:12"),
        (#""\ud83d"#, "truncated 1:8"), (#""\ud83d\"#, "truncated 1:9"),
        ("\"a\nb\"", "bad-json 1:3"), ("\"\t\"", "bad-json 1:2"), ("\"\0\"", "bad-json 1:2"),
        ("\"\u{1F}\"", "bad-json 1:2"), ("\"12345678\u{1}\"", "bad-json 1:10"), ("\"\\\n\"", "bad-json 1:3"),
        ("\"a\" \"b\"", "bad-json 1:5"), (#""ab"c"#, "bad-json 1:5"), ("`a`", "bad-json 1:1"),
    ])
    func rejects(text: String, expected: String) {
        #expect(fault(text) == expected)
        // Validating and reading a part of an object reject the same texts.
        let bytes = Array(text.utf8)
        bytes.withUnsafeBufferPointer { bytes in
            #expect(throws: RecordError.self) { try JSONReader().validate(bytes) }
            #expect(throws: RecordError.self) {
                var reader = JSONReader()
                _ = try reader.read(bytes, fields: WantedFields(["zzz"]))
            }
        }
    }

    /// Invalid UTF-8, inside and outside a string.
    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x22], [0xC2, 0xC2], [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF], [0xE1, 0x80], [0xE1, 0x80, 0x22],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC], [0xFE], [0xFF],
        ] as [[UInt8]])
    func refusesWhatIsNotUTF8(bytes: [UInt8]) {
        #expect(fault([0x22] + bytes + [0x22]) == "invalid-utf8 1:2")
        #expect(fault(Array(#"{"abcdefgh"#.utf8) + bytes + Array(#"":1}"#.utf8)) == "invalid-utf8 1:11")
        #expect(fault(bytes) == "invalid-utf8 1:1")
        #expect(fault(Array("[1 ".utf8) + bytes) == "invalid-utf8 1:4")
        #expect(fault([0x22, 0x5C] + bytes) == "invalid-utf8 1:3")
    }

    @Test func everyLengthOfStringIsReadWithEverythingAtEveryPlace() throws {
        for length in 0..<40 {
            let plain = String(repeating: "x", count: length)
            #expect(try outcome("\"\(plain)\"").get() == .string(plain))
            for location in 0...length {
                for (special, meaning) in [
                    ("\\n", "\n"), ("é", "é"), ("😀", "😀"), ("\\u00e9", "é"), ("\u{7F}", "\u{7F}"), ("!", "!"),
                    ("[", "["), ("#", "#"),
                ] {
                    let before = String(repeating: "x", count: location)
                    let after = String(repeating: "y", count: length - location)
                    #expect(try outcome("\"\(before)\(special)\(after)\"").get() == .string(before + meaning + after))
                }
                var bytes = Array("\"\(plain)\"".utf8)
                bytes.insert(0x1F, at: location + 1)
                #expect(fault(bytes) == "bad-json 1:\(location + 2)")
            }
        }
    }

    @Test func placesCountLinesAndCodePoints() {
        #expect(fault("{\n  \"naïve\": \"😀\",\n  \"é\": x\n}") == "bad-json 3:8")
        let error = outcome("[\n\"ü\", 01]")
        guard case .failure(let error) = error else {
            Issue.record("accepted")
            return
        }
        #expect(error.location == RecordError.Location(offset: 8, line: 2, column: 6))
        #expect(error.description == "2:6: a number cannot have leading zeros; write it without them, or as a string")
    }

    @Test func strictReadersRefuseDuplicateKeysAtEveryLevel() {
        #expect(fault(#"{"a":1,"b":2,"a":3}"#, strict: true) == "duplicate-key 1:14")
        #expect(fault(#"{"a":1,"b":{"c":[{"d":1,"d":2}]}}"#, strict: true) == "duplicate-key 1:25")
        #expect(fault(#"{"a":1,"\u0061":3}"#, strict: true) == "duplicate-key 1:8")
        #expect(fault(#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}],"c":{}}"#, strict: true) == "fine")
        // Equal as Swift strings, but different keys.
        #expect(fault("{\"e\u{301}\":1,\"é\":2}", strict: true) == "fine")
        let many = (0..<50).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        #expect(fault("{\(many)}", strict: true) == "fine")
        #expect(fault("{\(many),\"k7\":0}", strict: true) == "duplicate-key 1:\(many.count + 3)")
        #expect(fault("{\(many),\"k49\":0}", strict: true) == "duplicate-key 1:\(many.count + 3)")
    }

    @Test func keysAreCodePoints() throws {
        let value = try outcome("{\"e\u{301}\":1,\"é\":2}").get()
        guard case .object(let object) = value else {
            Issue.record("no object")
            return
        }
        #expect(object.value(forKey: "e\u{301}") == 1)
        #expect(object.value(forKey: "é") == 2)
    }

    @Test(
        arguments: [
            (["a"], ["a": 1]), (["b", "d"], ["b": [1, ["x": 2]], "d": "é"]), (["zz"], .object(PredicateObject([]))),
            ([], .object(PredicateObject([]))),
            (["name"], ["name": nil]), (["d", "a", "d"], ["a": 1, "d": "é"]),
        ] as [([String], PredicateValue)])
    func readsOnlyTheFieldsThatAreWanted(fields: [String], expected: PredicateValue) throws {
        var reader = JSONReader()
        let text = #"{"a":1,"b":[1,{"x":2}],"c":{"a":9},"na\u006de":null,"a":5,"d":"é"}"#
        #expect(try reader.read(text, fields: WantedFields(fields)) == expected)
    }

    @Test func fieldsThatAreNotWantedAreChecked() {
        var reader = JSONReader()
        for text in [
            #"{"a":1,"b":tru}"#, #"{"b":[1,],"a":1}"#, #"{"a":1} x"#, #"{"b":"\x","a":1}"#, #"{"b":1e999,"a":1}"#,
            "{\"b\u{1}\":1,\"a\":1}",
        ] {
            #expect(throws: RecordError.self) { try reader.read(text, fields: WantedFields(["a"])) }
        }
        // After an error, the reader works as before.
        #expect(throws: Never.self) { try reader.read(#"{"a":[1,[2]]}"#, fields: WantedFields(["a"])) }
    }

    @Test func aHastyReadStopsWhereItHasEverything() throws {
        let stream = try RecordStream(.text(#"{"a":1,"b":2,"c":oops}"#))
        let record = try #require(try stream.next())
        var reader = JSONReader()
        #expect(try reader.readPartially(record, fields: WantedFields(["b", "a"])) == ["a": 1, "b": 2])
        #expect(throws: RecordError.self) { try reader.readPartially(record, fields: WantedFields(["b", "c"])) }
        #expect(throws: RecordError.self) { try reader.validate(record) }
        reader.strict = true
        #expect(throws: RecordError.self) { try reader.readPartially(record, fields: WantedFields(["a"])) }
    }

    @Test(arguments: [
        (1, "1", "fine"), (1, "[]", "fine"), (1, "{}", "fine"), (0, "1", "fine"), (0, "[]", "record-too-deep 1:1"),
        (0, "{}", "record-too-deep 1:1"),
        (1, "[[]]", "record-too-deep 1:2"), (2, "[[]]", "fine"), (2, "[1,{\"a\":[]}]", "record-too-deep 1:9"),
        (3, "[1,{\"a\":[1,2,[]]}]", "record-too-deep 1:14"),
    ])
    func depthIsLimited(limit: Int, text: String, expected: String) {
        #expect(fault(text, maximumDepth: limit) == expected)
        #expect(fault(text, strict: true, maximumDepth: limit) == expected)
        let bytes = Array(text.utf8)
        bytes.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(maximumDepth: limit)
            let isFine = (try? reader.read(bytes, fields: WantedFields(["q"]))) != nil
            #expect(isFine == (expected == "fine"))
        }
    }

    @Test func theLimitOfTwoHundredIsNamed() {
        let text = String(repeating: "[", count: 201) + String(repeating: "]", count: 201)
        guard case .failure(let error) = outcome(text) else {
            Issue.record("accepted")
            return
        }
        #expect(error.code == .recordTooDeep)
        #expect(error.message.contains("200"))
        #expect(fault(String(text.dropFirst().dropLast())) == "fine")
    }
}
