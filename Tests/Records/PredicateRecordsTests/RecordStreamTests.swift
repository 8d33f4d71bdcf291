import Foundation
import PredicateFormat
import Testing

@testable import PredicateRecords

/// Finding the records of an input, for any layout and any portions.
struct RecordStreamTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var layout: RecordLayout
        var records: [String]
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ layout: RecordLayout, _ records: [String]) {
            self.name = name
            self.text = text
            self.layout = layout
            self.records = records
        }
    }

    static let examples = [
        Example("nothing", "", .lines, []),
        Example("blanks", " \n\r\n\t\n", .lines, []),
        Example("one line", "{\"a\":1}\n", .lines, ["{\"a\":1}"]),
        Example("one line without a line feed", "{\"a\":1}", .lines, ["{\"a\":1}"]),
        Example("lines", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}", .lines, ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]),
        Example("lines and blank lines", "\n\n{\"a\":1}\n  \n\n{\"a\":2}\n\n", .lines, ["{\"a\":1}", "{\"a\":2}"]),
        Example("lines of CRLF", "{\"a\":1}\r\n\r\n{\"a\":2}\r\n", .lines, ["{\"a\":1}\r", "{\"a\":2}\r"]),
        Example(
            "lines with blanks around", "  {\"a\":1}\t\n {\"a\" : 2} \n", .lines, ["  {\"a\":1}\t", " {\"a\" : 2} "]),
        Example("a byte order mark", "\u{FEFF}{\"a\":1}\n{\"a\":2}\n", .lines, ["{\"a\":1}", "{\"a\":2}"]),
        Example("lines of lists", "[1,2]\n[3]\n", .lines, ["[1,2]", "[3]"]),
        Example("lines of scalars", "1\n\"a\"\nnull\n", .lines, ["1", "\"a\"", "null"]),
        Example("lines of empty objects", "{}\n{}\n", .lines, ["{}", "{}"]),
        Example(
            "a bad line later", "{\"a\":1}\n{\"a\":}\n{\"a\":3}\n", .lines,
            ["{\"a\":1}", "! bad-json 2:6", "{\"a\":3}"]),
        Example(
            "a line cut short", "{\"a\":1}\n{\"a\":\n{\"a\":3}\n", .lines,
            ["{\"a\":1}", "! truncated 2:6", "{\"a\":3}"]),
        Example(
            "two values on a line", "{\"a\":1}\n{\"a\":2}{\"a\":3}\n{\"a\":4}\n", .lines,
            ["{\"a\":1}", "! bad-json 2:8", "{\"a\":4}"]),
        Example("a bad first line", "{\"a\":oops}\n{\"a\":2}\n", .lines, ["! bad-json 1:6", "{\"a\":2}"]),
        Example(
            "a bad first line of open brackets", "{\"a\":[oops\n{\"a\":2}\n", .lines, ["! bad-json 1:7", "{\"a\":2}"]),
        Example(
            "a first line cut short", "{\"a\":1,\n{\"a\":2}\n{\"a\":3}\n", .lines,
            ["! truncated 1:8", "{\"a\":2}", "{\"a\":3}"]),
        Example("a first line cut in a string", "{\"a\":\"x\n{\"a\":2}\n", .lines, ["! truncated 1:8", "{\"a\":2}"]),
        Example("a first line cut in a word", "{\"a\":tr\n{\"a\":2}\n", .lines, ["! truncated 1:8", "{\"a\":2}"]),
        Example("a header that is no JSON", "hello there\n{\"a\":2}\n", .lines, ["! bad-json 1:1", "{\"a\":2}"]),
        Example("a header in brackets", "[INFO] started\n{\"a\":2}\n", .lines, ["! bad-json 1:2", "{\"a\":2}"]),
        Example("a bad line and nothing else", "{\"a\":tru}\n", .lines, ["! bad-json 1:6"]),
        Example(
            "lines with a comma behind", "{\"a\":1},\n{\"a\":2},\n{\"a\":3}\n", .lines,
            ["! bad-json 1:8", "! bad-json 2:8", "{\"a\":3}"]),
        Example("no JSON at all", "id,name\n1,x\n", .lines, ["! bad-json 1:1", "! bad-json 2:2"]),
        Example("a stray bracket", "}\n", .lines, ["! bad-json 1:1"]),
        Example("a list on one line", "[{\"a\":1},{\"a\":2}]", .document, ["{\"a\":1}", "{\"a\":2}"]),
        Example("a list on one line, line feed", "[{\"a\":1}, {\"a\":2}]\n\n", .document, ["{\"a\":1}", "{\"a\":2}"]),
        Example("an empty list", "[]\n", .document, []),
        Example("an empty list with blanks", " [ \n ] \n", .document, []),
        Example("a list over lines", "[\n  {\"a\":1},\n  {\"a\":2}\n]\n", .document, ["{\"a\":1}", "{\"a\":2}"]),
        Example("a list of one over lines", "[\n{\"a\":1}\n]\n", .document, ["{\"a\":1}"]),
        Example(
            "a list that begins at once", "[{\"a\":1},\n {\"a\":2},\n {\"a\":3}\n]\n", .document,
            ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]),
        Example("a list with the comma first", "[ {\"a\":1}\n, {\"a\":2}\n]\n", .document, ["{\"a\":1}", "{\"a\":2}"]),
        Example("a list of scalars", "[1,\"a\",[],null]", .document, ["1", "\"a\"", "[]", "null"]),
        Example("a pretty record", "{\n  \"a\": 1\n}\n", .document, ["{\n  \"a\": 1\n}"]),
        Example(
            "a pretty record that begins at once", "{ \"a\": 1,\n  \"b\": {\"c\": 2}\n}\n", .document,
            ["{ \"a\": 1,\n  \"b\": {\"c\": 2}\n}"]),
        Example(
            "pretty records", "{\n \"a\": 1\n}\n{\n \"a\": 2\n}\n", .document, ["{\n \"a\": 1\n}", "{\n \"a\": 2\n}"]),
        Example("an empty record before pretty ones", "{}\n{\n \"a\": 2\n}\n", .document, ["{}", "{\n \"a\": 2\n}"]),
        Example(
            "records one after the other", "{\"a\":1}{\"a\":2} {\"a\":3}", .document,
            ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]),
        Example("records between carriage returns", "{\"a\":1}\r{\"a\":2}\r", .document, ["{\"a\":1}", "{\"a\":2}"]),
        Example("two lists", "[\n{\"a\":1}\n]\n[\n{\"a\":2}\n]", .document, ["{\"a\":1}", "{\"a\":2}"]),
        Example("a mark before a list", "\u{FEFF}[\n1]", .document, ["1"]),
        Example("scalars one after the other", "1 2 \"x\"true", .document, ["1", "2", "\"x\"", "true"]),
        Example(
            "a list without an end", "[\n{\"a\":1},\n{\"a\":2}\n", .document,
            ["{\"a\":1}", "{\"a\":2}", "! truncated 4:1"]),
        Example("a list with a comma too many", "[\n{\"a\":1},\n]\n", .document, ["{\"a\":1}", "! bad-json 3:1"]),
        Example("a list without a comma", "[\n{\"a\":1}\n{\"a\":2}]", .document, ["{\"a\":1}", "! bad-json 3:1"]),
        Example(
            "a list with a bad record", "[\n  {\"a\": 1},\n  {\"a\": oops},\n  {\"a\": 3}\n]\n", .document,
            ["{\"a\": 1}", "! bad-json 3:9"]),
        Example("a list with something behind", "[\n1\n] x", .document, ["1", "! bad-json 3:3"]),
        Example("a bracket too many", "[\n1\n]]", .document, ["1", "! bad-json 3:2"]),
        Example("a pretty record without an end", "{\n  \"a\": 1,\n", .document, ["! truncated 3:1"]),
        Example("brackets that do not match", "[\n{\"a\":1],\n2]", .document, ["! bad-json 2:7"]),
        Example(
            "columns behind wide characters", "[{\"ä\":\"😀\"},{\"b\":x}]", .document,
            ["{\"ä\":\"😀\"}", "! bad-json 1:17"]),
    ]

    @Test(arguments: examples)
    func recognises(example: Example) throws {
        let bytes = Array(example.text.utf8)
        #expect(records(.bytes(bytes), skippingBadLines: true) == example.records)
        let stream = try RecordStream(.bytes(bytes))
        _ = try? stream.next()
        #expect(stream.layout == example.layout)
    }

    @Test(arguments: examples, [1, 2, 3, 5, 17])
    func portionsDoNotMatter(example: Example, portion: Int) {
        let bytes = Array(example.text.utf8)
        #expect(records(portions(of: bytes, size: portion), skippingBadLines: true) == example.records)
    }

    struct Pointed: Sendable {
        var pointer: String
        var values: Bool
        var records: [String]

        init(_ pointer: String, values: Bool = false, _ records: [String]) {
            self.pointer = pointer
            self.values = values
            self.records = records
        }
    }

    static let document = """
        {"n": 1, "list": [{"a":1}, {"a":2}], "one": {"a":3, "x": [7, [8, 9]]}, "a/b": {"m~n": [{"a":4}]},
         "by": {"p": {"a":5}, "q": {"a":6}}, "é": [], "na\\u006de": [10], "list": [11], "": [12], "0": [13]}
        """

    @Test(
        arguments: [
            Pointed("/list", ["{\"a\":1}", "{\"a\":2}"]), Pointed("/list/1", ["{\"a\":2}"]),
            Pointed("/list/1/a", ["2"]), Pointed("/one", ["{\"a\":3, \"x\": [7, [8, 9]]}"]),
            Pointed("/one/x", ["7", "[8, 9]"]), Pointed("/one/x/1", ["8", "9"]), Pointed("/a~1b/m~0n", ["{\"a\":4}"]),
            Pointed("/by", values: true, ["{\"a\":5}", "{\"a\":6}"]),
            Pointed("/by/q", ["{\"a\":6}"]), Pointed("/é", []), Pointed("/name", ["10"]), Pointed("/", ["12"]),
            Pointed("/0", ["13"]), Pointed("#/by/p", ["{\"a\":5}"]), Pointed("#/%C3%A9", []),
            Pointed(
                "", values: true,
                [
                    "1", "[{\"a\":1}, {\"a\":2}]", "{\"a\":3, \"x\": [7, [8, 9]]}", "{\"m~n\": [{\"a\":4}]}",
                    "{\"p\": {\"a\":5}, \"q\": {\"a\":6}}", "[]", "[10]", "[11]", "[12]", "[13]",
                ]),
            Pointed("/one", values: true, ["3", "[7, [8, 9]]"]),
            Pointed("/none", ["! pointer-not-found 2:100"]), Pointed("/list/2", ["! pointer-not-found 1:36"]),
            Pointed("/list/01", ["! pointer-not-found 1:18"]), Pointed("/list/-", ["! pointer-not-found 1:18"]),
            Pointed("/n/x", ["! pointer-not-found 1:7"]), Pointed("/list", values: true, ["! no-values 1:18"]),
            Pointed("/n", values: true, ["! no-values 1:7"]), Pointed("/e\u{301}", ["! pointer-not-found 2:100"]),
            Pointed("/list/99999999999999999999999", ["! pointer-not-found 1:18"]),
        ], [1, 3, 1000])
    func pointersReachTheRecords(pointed: Pointed, portion: Int) throws {
        var options = RecordInputOptions()
        options.pointer = try JSONPointer(parsing: pointed.pointer)
        options.values = pointed.values
        #expect(records(portions(of: Array(Self.document.utf8), size: portion), options) == pointed.records)
    }

    /// `*` is each element of a list and each value of an object. A value without the rest of the pointer has no records,
    /// but one value has to have some.
    @Test(
        arguments: [
            Pointed(
                "/runs/*", ["{\"id\":1, \"r\": [{\"a\":1},{\"a\":2}]}", "{\"id\":2}", "{\"id\":3, \"r\": {\"a\":3}}"]),
            Pointed("/runs/*/r", ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]), Pointed("/by/*/0", ["{\"b\":1}"]),
            Pointed("/~*/k", ["1"]), Pointed("/~*/*", ["1", "2"]),
            Pointed("/*/*/r", ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]), Pointed("/none/*/x/*", []),
            Pointed("/by/*/0", values: true, ["1"]), Pointed("/runs/*/r/*/a", ["! pointer-not-found"]),
            Pointed("/runs/*/x", ["! pointer-not-found"]), Pointed("/runs/*/r/7", ["! pointer-not-found"]),
            Pointed("/by/*/x", ["! pointer-not-found"]), Pointed("/n/*", ["! pointer-not-found"]),
            Pointed("/names/*", ["! pointer-not-found"]), Pointed("/*/*/*/*/*/*", ["! pointer-not-found"]),
        ], [1, 1000])
    func starsReachEveryValue(pointed: Pointed, portion: Int) throws {
        let document = """
            {"runs": [{"id":1, "r": [{"a":1},{"a":2}]}, {"id":2}, {"id":3, "r": {"a":3}}], "n": 5,
             "by": {"p": [{"b":1}], "q": []}, "names": ["a", "b"], "none": [],
             "*": {"k": [1], "l": [2]}}
            """
        var options = RecordInputOptions()
        options.pointer = try JSONPointer(parsing: pointed.pointer)
        #expect(options.pointer.description == pointed.pointer)
        options.values = pointed.values
        let found = records(portions(of: Array(document.utf8), size: portion), options)
        #expect(found.map { $0.hasPrefix("! ") ? String($0.prefix { $0 != ":" }.prefix(19)) : $0 } == pointed.records)
    }

    struct Form: Sendable {
        var start = ""
        var readsNaN = false
        var text: String
        var records: [String]
    }

    @Test(
        arguments: [
            Form(
                start: "{", text: "10:31 web {\"a\": 1}\nstarted\n\nx{{\"a\":2}\n{\"s\":\"{ NaN\"}",
                records: ["{\"a\": 1}", "! bad-json 4:2", "{\"s\":\"{ NaN\"}"]),
            Form(
                start: "msg=", text: "{x} msg=\"a\" {\"a\":1}\nmsmsg={\"a\":2}\nms\nmsg={\"a\":3",
                records: ["{\"a\":1}", "{\"a\":2}", "! truncated 4:7"]),
            Form(start: ": [{", text: "a: [{: [{\"a\":1}]\n", records: ["! bad-json 1:3"]),
            Form(
                readsNaN: true,
                text: "{\"a\":NaN,\"b\":-Infinity,\"c\":\"NaN \\\" NaN\",\"d\":[inf,1E5,-2,null]}\n"
                    + "{\"a\":-nan}\n{\"a\":Na}\n",
                records: [
                    "{\"a\":null,\"b\":null,\"c\":\"NaN \\\" NaN\",\"d\":[null,1E5,-2,null]}", "{\"a\":null}",
                    "! bad-json 3:6",
                ]),
            Form(
                text: "\u{1E}{\"a\":1}\n\u{1E}{\"a\":\n2}\n\u{1E}{\"a\":\n\u{1E}{\"a\":4}\n",
                records: ["{\"a\":1} ", "{\"a\": 2} ", "! truncated 3:7", "{\"a\":4} "]),
        ], [1, 3, 1000])
    func textBecomesJSON(form: Form, portion: Int) {
        var options = RecordInputOptions()
        (options.form.start, options.form.readsNaN) = (form.start, form.readsNaN)
        let bytes = Array(form.text.utf8)
        let all = records(portions(of: bytes, size: portion), options, skippingBadLines: true)
        #expect(all.map { $0.hasPrefix("! truncated") ? String($0.prefix { $0 != "," }) : $0 } == form.records)
        #expect(records(.bytes(bytes), options, skippingBadLines: true) == all)
    }

    /// A JSON text sequence may be compressed.
    @Test func aCompressedSequence() throws {
        let data = try #require(Data(base64Encoded: "H4sIAAAAAAACA5OrVkpUsjKs5ZIDM7iMarkA5rXZkRMAAAA="))
        #expect(records(.bytes(Array(data))) == ["{\"a\":1} ", "{\"a\": 2} "])
    }

    /// A bad record keeps its own place, whatever names are added to records.
    @Test func namesDoNotHideWhatIsBad() throws {
        var options = RecordInputOptions()
        (options.values, options.nameField) = (true, "name")
        #expect(records(.text(#"{"a": {"x": 1}, "b": {}}"#), options) == [#"{"name":"a","x": 1}"#, #"{"name":"b"}"#])
        #expect(records(.text(#"{"a": {1}, "b": {}}"#), options).first == "! bad-json 1:8")
        #expect(records(.text(#"{"ä": {"x": 1, "y": tru}, "b": {}}"#), options).first == "! bad-json 1:21")
        #expect(records(.text("{\"a\": {\n\"x\": 1,\n \"y\": tru}, \"b\": {}}"), options).first == "! bad-json 3:7")
    }

    struct Parent: Sendable {
        var pointer: String
        var values = false
        var text: String
        var records: [String]
    }

    /// The object around a list is known before its first element is read, however late its other members come.
    @Test(
        arguments: [
            Parent(
                pointer: "/*/l", text: #"[{"a":1,"l":[{"b":1},{}],"c":"x"}, {"l":[{"b":2}]}, {"l":[]}]"#,
                records: [
                    #"{"p":{"a":1,"c":"x"},"b":1}"#, #"{"p":{"a":1,"c":"x"}}"#, #"{"p":{},"b":2}"#,
                ]),
            Parent(
                pointer: "/l", text: #"{"l":[{"b":1}],"a":1} {"a":2,"l":[{"b":2}]}"#,
                records: [#"{"p":{"a":1},"b":1}"#, #"{"p":{"a":2},"b":2}"#]),
            Parent(
                pointer: "/*/m/l", text: #"{"x":{"m":{"l":[{"b":1}]},"a":{"q":[1, 2]}}}"#,
                records: [#"{"p":{"m":{},"a":{"q":[1, 2]}},"b":1}"#]),
            Parent(
                pointer: "/d/l", text: #"{"d":{"c":"EUR","l":[{"b":1}]},"a":1}"#,
                records: [#"{"p":{"d":{"c":"EUR"},"a":1},"b":1}"#]),
            Parent(pointer: "/*/l", text: #"[[1], {"l":{"b":1},"é":1}]"#, records: [#"{"p":{"é":1},"b":1}"#]),
            Parent(
                pointer: "/*/l", values: true, text: #"[{"l":{"k":{"b":1}},"a":1}]"#,
                records: [#"{"p":{"a":1},"n":"k","b":1}"#]),
            Parent(pointer: "/l", text: #"{"l":[{"p":1}]}"#, records: ["! no-values 1:7"]),
            Parent(pointer: "/l", text: #"{"l":[{"b":1}],"a":}"#, records: ["! bad-json 1:20"]),
            Parent(pointer: "/l", text: #"{"a":1,"x":tru,"l":[{"b":1}]}"#, records: ["! bad-json 1:12"]),
        ], [1, 1000])
    func recordsHaveTheirParent(parent: Parent, portion: Int) throws {
        var options = RecordInputOptions()
        options.pointer = try JSONPointer(parsing: parent.pointer)
        (options.values, options.parentField) = (parent.values, "p")
        if parent.values { options.nameField = "n" }
        #expect(records(portions(of: Array(parent.text.utf8), size: portion), options) == parent.records)
    }

    @Test func everyValueOfTheInputIsPointedInto() throws {
        var options = RecordInputOptions()
        options.pointer = try JSONPointer(parsing: "/items")
        #expect(records(.text("{\"items\":[1,2],\"next\":2}\n{\"items\":[3]}\n"), options) == ["1", "2", "3"])
        #expect(records(.text("{\"items\":[1],\"next\":}\n"), options) == ["1", "! bad-json 1:21"])
        #expect(records(.text("{\"items\":[1],\"next\":{\"x\":[}\n"), options).last?.hasPrefix("! ") == true)
        #expect(records(.text("{\"items\":[1]"), options) == ["1", "! truncated 1:13"])
        #expect(records(.text("{\"x\":[1"), options) == ["! truncated 1:8"])
        #expect(records(.text("{\"items\":"), options) == ["! truncated 1:10"])
        #expect(records(.text("oops"), options) == ["! bad-json 1:1"])
    }

    @Test func pointersThatAreNone() throws {
        for text in ["a", "/~", "/a~2", "~0", "#a", "#/%4", "#/%FF"] {
            let error = #expect(throws: RecordError.self) { try JSONPointer(parsing: text) }
            #expect(error?.code == .badPointer)
            #expect(error?.kind == .usage)
        }
        #expect(JSONPointer(["a/b", "~", ""]).description == "/a~1b/~0/")
        #expect(try JSONPointer(parsing: "/a~1b/~0/").components == ["a/b", "~", ""])
        #expect(try JSONPointer(parsing: "").components == [])
    }

    @Test func recordsKnowTheirPlaces() throws {
        let stream = try RecordStream(.text("\u{FEFF}{\"a\":1}\n\n {\"é\":2}\r\n{}", name: "x.ndjson"))
        var locations: [RecordError.Location] = []
        while let record = try stream.next() {
            locations.append(record.location)
            #expect(record.file == "x.ndjson")
        }
        #expect(
            locations == [
                .init(offset: 3, line: 1, column: 1), .init(offset: 12, line: 3, column: 1),
                .init(offset: 23, line: 4, column: 1),
            ])
        let document = try RecordStream(.text("[ {\"é\":1},\n\t{},{}]"))
        locations = []
        while let record = try document.next() { locations.append(record.location) }
        #expect(
            locations == [
                .init(offset: 2, line: 1, column: 3), .init(offset: 13, line: 2, column: 2),
                .init(offset: 16, line: 2, column: 5),
            ])
    }

    @Test func progressIsKnown() throws {
        let stream = try RecordStream(.text("{}\n[]\n"))
        #expect(stream.size == 6)
        #expect(stream.offset == 0)
        _ = try stream.next()
        #expect(stream.offset == 3)
        while try stream.next() != nil {}
        #expect(stream.offset == 6)
        #expect(try RecordStream(portions(of: [0x7B], size: 1)).size == nil)
    }

    @Test func recordsMayBeKept() throws {
        let lines = (0..<2000).map { "{\"n\":\($0)}" }
        let stream = try RecordStream(portions(of: Array(lines.joined(separator: "\n").utf8), size: 37))
        var kept: [RawRecord] = []
        while let record = try stream.next() { kept.append(record) }
        #expect(kept.map(\.text) == lines)
    }

    @Test func aRecordThatIsTooLongIsPassed() {
        var options = RecordInputOptions()
        options.limits.recordBytes = 20
        let long = "{\"a\":\"" + String(repeating: "x", count: 100) + "\"}"
        let text = "{\"a\":1}\n\(long)\n{\"a\":2}\n"
        for portion in [1, 7, 1000] {
            let source = portions(of: Array(text.utf8), size: portion)
            #expect(
                records(source, options, skippingBadLines: true) == [
                    "{\"a\":1}", "! record-too-large 2:1", "{\"a\":2}",
                ])
            let list = portions(of: Array("[\n{\"a\":1},\n\(long)]".utf8), size: portion)
            #expect(records(list, options, skippingBadLines: true) == ["{\"a\":1}", "! record-too-large 3:1"])
        }
        #expect(
            records(.text(text), options, skippingBadLines: true) == [
                "{\"a\":1}", "! record-too-large 2:1", "{\"a\":2}",
            ])
        // Values before the pointer may have any length.
        options.pointer = JSONPointer(["b"])
        let passed = portions(of: Array("{\"a\":\(long),\"b\":[1],\"c\":\(long)}".utf8), size: 5)
        #expect(records(passed, options) == ["1"])
    }

    @Test func onlyObjectsAreRecordsWhereThatIsAsked() throws {
        for (text, message) in [
            (" [1]", "a list"), ("\"x\"", "a string"), ("true", "a boolean"), ("null", "null"), ("-1", "a number"),
        ] {
            var options = RecordInputOptions()
            options.layout = .lines
            let stream = try RecordStream(.text("{}\n" + text), options)
            var reader = JSONReader()
            reader.requiresObjects = true
            #expect(throws: Never.self) { try reader.read(try #require(try stream.next())) }
            let record = try #require(try stream.next())
            let error = #expect(throws: RecordError.self) { try reader.read(record) }
            #expect(error?.code == .notARecord)
            #expect(error?.message.contains(message) == true)
            #expect(error?.location?.line == 2)
            #expect(error?.location?.column == (text.first == " " ? 2 : 1))
        }
    }

    @Test func filesThatCannotBeRead() throws {
        let missing = #expect(throws: RecordError.self) { try RecordStream(.file("/no/such/file.json")) }
        #expect(missing?.code == .noSuchFile)
        #expect(missing?.kind == .noInput)
        #expect(missing?.file == "/no/such/file.json")
        let directory = #expect(throws: RecordError.self) {
            try RecordStream(.file(FileManager.default.temporaryDirectory.path))
        }
        #expect(directory?.code == .isDirectory)
        #expect(directory?.kind == .noInput)
        let below = #expect(throws: RecordError.self) { try RecordStream(.file("/dev/null/x")) }
        #expect(below?.code == .noSuchFile)
        #expect(records(.file("/dev/null")) == [])
        let failing = RecordSource.function { _ throws(RecordError) in throw .readFailed(reason: "gone", file: "f") }
        #expect(records(failing) == ["! read-failed"])
        let cases: [(Int32, RecordError.Code, RecordError.Kind)] = [
            (EACCES, .permissionDenied, .noInput), (EPERM, .permissionDenied, .noInput),
            (EISDIR, .isDirectory, .noInput), (EMFILE, .openFailed, .noInput),
        ]
        for (number, code, kind) in cases {
            let error = RecordError.cannotOpen("f", number: number)
            #expect(error.code == code)
            #expect(error.kind == kind)
        }
    }

    @Test func filesAreMapped() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("records-\(UUID().uuidString).json")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for example in Self.examples {
            #expect(FileManager.default.createFile(atPath: path, contents: Data(example.text.utf8)))
            #expect(records(.file(path), skippingBadLines: true) == example.records)
        }
    }

    @Test func aReadErrorInTheMiddleComesBehindWhatWasRead() {
        let state = Portions(Array("{\"a\":1}\n{\"a\":2}\n{\"a\"".utf8), size: 100)
        let source = RecordSource.function { buffer throws(RecordError) in
            if state.isEmpty { throw .readFailed(reason: "gone", file: nil) }
            return state.read(into: buffer)
        }
        #expect(records(source) == ["{\"a\":1}", "{\"a\":2}", "! read-failed"])
    }
}

/// Blanks around records take no memory, however many there are.
struct BlankInputTests {
    /// More blanks than a record may have bytes, before the first record.
    @Test(arguments: [" ", "\n", "\t\r\n", "\r"], ["", "\u{FEFF}"])
    func anyNumberOfBlanksMayComeFirst(blank: String, mark: String) {
        var options = RecordInputOptions()
        options.limits.recordBytes = 10_000
        let blanks = String(repeating: blank, count: 150_000)
        for text in ["{\"a\":1}\n{\"a\":2}\n", "[{\"a\":1},\n{\"a\":2}]"] {
            let text = mark + blanks + text
            let expected = ["{\"a\":1}", "{\"a\":2}"]
            #expect(records(.text(text), options) == expected)
            #expect(records(.pieces(of: text, 5000).reading(inChunksOf: 4096), options) == expected)
        }
    }

    /// The layout is recognised with a few bytes in memory.
    @Test(arguments: [" ", "\n", "\t\r\n", "\r"])
    func blanksAreReadInWindows(blank: String) throws {
        let bytes = Array((String(repeating: blank, count: 1_000_000 / blank.utf8.count) + "{\"a\":1}\n").utf8)
        let portions = Portions(bytes, size: 4096)
        let reader = FunctionReader { buffer throws(RecordError) in portions.read(into: buffer) }
        var window = InputWindow(reader, chunk: 4096)
        _ = try LayoutRecognition(maximumDepth: 200, recordBytes: 1 << 30).layout(of: &window)
        #expect(window.storage.capacity <= 1 << 18)
    }

    /// The place of a mistake behind blank lines.
    @Test func linesAreCountedThroughBlanks() {
        let text = String(repeating: "\n", count: 200_000) + "{\"a\":1}\n{\"a\":}\n{\"a\":3}\n"
        let expected = ["{\"a\":1}", "! bad-json 200002:6", "{\"a\":3}"]
        #expect(records(.text(text), skippingBadLines: true) == expected)
        #expect(records(.pieces(of: text, 5000).reading(inChunksOf: 4096), skippingBadLines: true) == expected)
    }

    /// A pipe that is asked for a record within a moment.
    @Test(arguments: ["\u{FEFF}", "", "["])
    func waitingReadsBlanksInWindows(head: String) throws {
        var options = RecordInputOptions()
        options.limits.recordBytes = 10_000
        let text = head + String(repeating: " ", count: 500_000) + "{\"a\":1}" + (head == "[" ? "]" : "\n")
        let stream = try RecordStream(.pieces(of: text, 5000).reading(inChunksOf: 4096), options)
        #expect(try stream.hasNext(until: .now + .seconds(60)))
        #expect(try stream.next()?.text == "{\"a\":1}")
        #expect(try stream.next() == nil)
    }

    /// Blank lines between records may be longer than a record, from a file and from a pipe.
    @Test func longBlankLinesBetweenRecordsAreSkipped() throws {
        var options = RecordInputOptions()
        options.limits.recordBytes = 100_000
        let blanks = String(repeating: " \t\r", count: 500_000)
        let text = "{\"a\":1}\n\(blanks)\n{\"a\":2}\n\(blanks)x\n{\"a\":3}\n\(blanks)"
        let expected = ["{\"a\":1}", "{\"a\":2}", "! record-too-large 4:1", "{\"a\":3}"]
        for source in [RecordSource.text(text), .pieces(of: text, 5000).reading(inChunksOf: 4096)] {
            #expect(records(source, options, skippingBadLines: true) == expected)
        }
    }

    /// A record of the largest size takes as much memory as it is long, and not twice as much.
    @Test func theLargestRecordFitsItsWindow() throws {
        let bytes = Array(("{\"a\":\"" + String(repeating: "x", count: 8 << 20) + "\"}\n").utf8)
        let portions = Portions(bytes, size: 65536)
        let reader = FunctionReader { buffer throws(RecordError) in portions.read(into: buffer) }
        var window = InputWindow(reader)
        window.recordBytes = 8 << 20
        while window.count <= 8 << 20, try window.fill() {}
        #expect(window.count > 8 << 20 && window.storage.capacity == (8 << 20) + InputWindow.chunk)
    }

    /// The values of a text are counted without making them.
    @Test(arguments: [
        ("1", 1), ("[]", 2), ("[1,2,3]", 4), (#"{"a":"x,[{\",","b":[{}]}"#, 5), (#"["\\",1]"#, 3), ("", 1),
    ])
    func valuesAreCounted(text: String, count: Int) {
        #expect(JSONText.valueCount(of: text.utf8) == count)
    }

    /// A schema of many values is refused before they are made.
    @Test func schemasOfManyValuesAreRefused() {
        let text = "{\"enum\":[" + String(repeating: "1,", count: 1_000_000) + "1]}"
        #expect(throws: RecordError.self) { try JSONSchemaReader.read(text) }
    }

    /// A blank line that begins in one piece of a file and ends in another.
    @Test func longBlankLinesOfFilesAreSkipped() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("blank-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let blanks = String(repeating: " ", count: 200_000)
        try Data("{\"a\":1}\n\(blanks)\n{\"a\":2}\n\(blanks)x\n".utf8).write(to: file)
        let table = try #require(
            try RecordTable.lines(of: file.path, RecordInputOptions(), threads: 1, pieceBytes: 4096))
        #expect(table.count == 3)
        #expect(table.record(at: 1)?.text == "{\"a\":2}")
    }
}
