import PredicateFiles
import Testing

@Suite struct SwiftSourceReaderTests {
    /// Sources and the calls that are found in them.
    static let cases: [(source: String, calls: [String])] = [
        // How calls are written.
        (#"let p = NSPredicate(format: "age > 18")"#, ["predicate|age > 18"]),
        (#"let p = NSPredicate(format: "age > %d", 18)"#, ["predicate|age > %d|integer"]),
        ("let p = NSPredicate(\n    format: \"age > %d\",\n    limit\n)", ["predicate|age > %d|unknown"]),
        ("let p = NSPredicate(format:\n  \"a == 1\")", ["predicate|a == 1"]),
        (#"let p = NSPredicate.init(format: "a == 1")"#, ["predicate|a == 1"]),
        (#"let p = Foundation.NSPredicate ( format : "a == 1" )"#, ["predicate|a == 1"]),
        (#"let e = NSExpression(format: "a + %d", 2)"#, ["expression|a + %d|integer"]),
        (#"let p: NSPredicate = .init(format: "a == 1")"#, ["predicate|a == 1"]),
        (#"var p: NSPredicate? = .init(format: "a == 1")"#, ["predicate|a == 1"]),
        (#"let e: NSExpression = .init(format: "a + 1")"#, ["expression|a + 1"]),
        (#"let s: String = .init(format: "%d NSPredicate", 2)"#, []),
        (#"request.predicate = .init(format: "a == 1") // NSPredicate"#, ["predicate|a == 1"]),
        (#"fetch(predicate: .init(format: "a == %@", x)) /* NSPredicate */"#, ["predicate|a == %@|unknown"]),
        ("var all: NSPredicate { .init(format: \"a == 1\") }", ["predicate|a == 1"]),
        ("func all() -> NSPredicate {\n  log()\n  return .init(format: \"a == 1\")\n}", ["predicate|a == 1"]),
        ("func all() -> String { return .init(format: \"a == 1\") } // NSPredicate", []),
        (
            #"NSCompoundPredicate(andPredicateWithSubpredicates: [NSPredicate(format: "a == 1"), NSPredicate(format: "b == %@", b)])"#,
            ["predicate|a == 1", "predicate|b == %@|unknown"]
        ),
        (
            #"NSCompoundPredicate(orPredicateWithSubpredicates: [.init(format: "a == 1"), .init(format: "b == 2")])"#,
            ["predicate|a == 1", "predicate|b == 2"]
        ),
        (#"let ps: [NSPredicate] = [.init(format: "a == 1")]"#, ["predicate|a == 1"]),
        (#"items.filter { NSPredicate(format: "a == %@", $0).evaluate(with: x) }"#, ["predicate|a == %@|unknown"]),
        (#"let s = "found \(count(NSPredicate(format: "a == 1"))) of \(n)""#, ["predicate|a == 1"]),
        (
            #"NSPredicate(/* what */ format: /* where */ "a == %@" /* then */, /* last */ 3) // end"#,
            ["predicate|a == %@|integer"]
        ),
        (#"NSPredicate(fromMetadataQueryString: "kMDItemKind == 'x'")"#, []),
        (#"NSPredicate(value: true)"#, []),
        (#"NSPredicate(block: { a, b in true })"#, []),
        (#"// NSPredicate(format: "a == 1")"#, []),
        ("/* /* nested */ NSPredicate(format: \"a == 1\") */", []),
        (#"let s = "NSPredicate(format: 3)""#, []),
        (#"func NSPredicate(format: String = "a == 1") {}"#, []),
        ("#!/usr/bin/swift\nNSPredicate(format: \"a == 1\")", ["predicate|a == 1"]),

        // Literals.
        (##"NSPredicate(format: #"name == "Rome""#)"##, [#"predicate|name == "Rome""#]),
        (##"NSPredicate(format: #"a MATCHES '\\d'"#)"##, [#"predicate|a MATCHES '\\d'"#]),
        (#"NSPredicate(format: "name == \"Rome\"")"#, [#"predicate|name == "Rome""#]),
        (#"NSPredicate(format: "a == '\u{e9}\n\t\0'")"#, ["predicate|a == 'é\n\t\0'"]),
        ("NSPredicate(format: \"\"\"\n    a == 1\n      AND b == 2\n    \"\"\")", ["predicate|a == 1\n  AND b == 2"]),
        (
            "NSPredicate(format: \"\"\"\n    a == 1 \\\n    AND b == 2\n\n    \"\"\", 3)",
            ["predicate|a == 1 AND b == 2\n|integer"]
        ),
        (
            "NSPredicate(format: #\"\"\"\n\ta == \"\\d\" \\#\n\tAND b == 2\n\t\"\"\"#)",
            ["predicate|a == \"\\d\" AND b == 2"]
        ),
        ("NSPredicate(format: \"\"\"\r\n  a == 1\r\n  OR b == 2\r\n  \"\"\")", ["predicate|a == 1\nOR b == 2"]),
        (###"NSPredicate(format: #"""#)"###, ["predicate|\""]),
        (#"NSPredicate(format: "")"#, ["predicate|"]),
        ("NSPredicate(format: \"a == 1)\nNSPredicate(format: \"b == 2\")", ["predicate|b == 2"]),
        ("let s = \"\\(x\nNSPredicate(format: \"b == 2\")", ["predicate|b == 2"]),
        (#"NSPredicate(format: "a == '\q'"); NSPredicate(format: "b == 2")"#, ["predicate|b == 2"]),
        ("NSPredicate(format: \"\"\"\n    a\n  b\n    \"\"\")", []),

        // Joined literals.
        (
            #"NSPredicate(format: "a == %@ AND " + "b == %d", x, 3)"#, ["predicate|a == %@ AND b == %d|unknown,integer"]
        ),
        ("NSPredicate(format: \"a == 1 \" // first\n    + \"AND b == 2\")", ["predicate|a == 1 AND b == 2"]),
        (##"NSPredicate(format: ("a == 1 " + #"OR b == 2"#))"##, ["predicate|a == 1 OR b == 2"]),
        (
            #"NSPredicate(format: #keyPath(Person.address.city) + " == %@", city)"#,
            ["predicate|address.city == %@|unknown"]
        ),
        (#"NSPredicate(format: "\(#keyPath(Person.name)) == %@", n)"#, ["predicate|name == %@|unknown"]),
        (#"NSPredicate(format: #keyPath(name) + " == nil")"#, ["predicate|name == nil"]),
        (
            #"NSPredicate(format: NSStringFromSelector(#selector(getter: Person.name)) + " == nil")"#,
            ["predicate|name == nil"]
        ),
        (#"NSPredicate(format: flag ? "a == 1" : "b == 1")"#, []),
        (#"NSPredicate(format: "a == 1" + (flag ? " AND b == 1" : ""))"#, []),
        (#"NSPredicate(format: text)"#, []),
        (#"NSPredicate(format: make("a == 1"))"#, []),
        (#"NSPredicate(format: "a == 1".appending(other))"#, []),
        (#"NSPredicate(format: parts.joined(separator: " AND "))"#, []),

        // Constants.
        (#"let format = "a == %@"; NSPredicate(format: format, 3)"#, ["predicate|a == %@|integer"]),
        (
            "let format: String = \"a == 1 \"\n  + \"AND b == 2\"\nNSPredicate(format: format)",
            ["predicate|a == 1 AND b == 2"]
        ),
        (
            "enum Filters {\n  static let adult = \"age > 17\"\n}\nNSPredicate(format: Filters.adult)",
            ["predicate|age > 17"]
        ),
        ("enum Filters {\n  static let adult = \"age > 17\"\n}\nNSPredicate(format: Others.adult)", []),
        (
            "struct A {\n  static let f = \"a == 1\"\n  func p() { NSPredicate(format: Self.f) }\n}",
            ["predicate|a == 1"]
        ),
        ("var format = \"a == 1\"\nNSPredicate(format: format)", ["predicate|a == 1"]),
        ("var format = \"a == 1\"\nformat = b\nNSPredicate(format: format)", []),
        ("let format = \"a == 1\"\nfunc p(format: String) { NSPredicate(format: format) }", []),
        ("let format = \"a == 1\"\nfor format in all { NSPredicate(format: format) }", []),
        ("let format = \"a == 1\"\nall.map { format in NSPredicate(format: format) }", []),
        ("let format = \"a == 1\" + suffix\nNSPredicate(format: format)", ["predicate|?|concatenation"]),
        ("let format = \"a == 1\".lowercased()\nNSPredicate(format: format)", []),
        ("let key = \"age\"\nNSPredicate(format: \"\\(key) > 3\")", ["predicate|age > 3"]),
        ("let key = \"age\"\nNSPredicate(format: key + \" > 3\")", ["predicate|age > 3"]),

        // Local variables.
        (
            "func p(x: String) {\n  let f = \"a == \\(x)\"\n  NSPredicate(format: f)\n}\nfunc q(f: String) { NSPredicate(format: f) }",
            ["predicate|a == %@|interpolation"]
        ),
        (
            "func p() {\n  let f = \"a == 1\"\n  if b { NSPredicate(format: f) }\n}\nfunc q() { let f = 3 }",
            ["predicate|a == 1"]
        ),
        (
            "func p() {\n  let f = String(format: \"a == %@\", x)\n  run { NSPredicate(format: f) }\n}",
            ["predicate|a == %@|stringFormat"]
        ),
        (
            "func p() {\n  var f = \"a == 1\"\n  if b { f += \" AND \\(c)\" }\n  NSPredicate(format: f)\n}",
            []
        ),
        (
            "func p() {\n  var f = \"a == \\(x)\"\n  change(&f)\n  NSPredicate(format: f)\n}\nlet f = 1",
            []
        ),
        (
            "func p() {\n  if b { let f = \"a == \\(x)\" }\n  NSPredicate(format: f)\n}\nlet f = 1",
            []
        ),
        (
            "func p() {\n  let f = \"a == \\(x)\"\n}\nfunc q() { NSPredicate(format: f) }\nlet f = 1",
            []
        ),
        (
            "func p() {\n  let f = \"a == \\(x)\"\n  for f in all { NSPredicate(format: f) }\n}\nlet f = 1",
            []
        ),
        (
            "func p() {\n  let f = \"a == \\(x)\"\n  all.map { f in NSPredicate(format: f) }\n}\nlet f = 1",
            []
        ),
        (
            "func p() {\n  let f = \"a == \\(x)\"\n  all.map { (f: String) in NSPredicate(format: f) }\n}\nlet f = 1",
            []
        ),
        (
            "func p() {\n  let f = \"a == \\(x)\"\n  if let f = g() { NSPredicate(format: f) }\n}\nlet f = 1",
            []
        ),
        (
            "func p() {\n  let f = \"a == \\(x)\"\n  if let f { NSPredicate(format: f) }\n}\nlet f = 1",
            []
        ),
        (
            "func p() {\n  let f = \"a == \\(x)\"\n  switch y { case .z(let f): NSPredicate(format: f) }\n}\nlet f = 1",
            []
        ),
        (
            "func p() {\n  let f = \"a == \\(x)\"\n  let (f, g) = h()\n  NSPredicate(format: f)\n}\nlet f = 1",
            []
        ),
        (
            "func p() {\n  let f = make(\"a == \\(x)\")\n  NSPredicate(format: f)\n}",
            []
        ),
        (
            "func p() {\n  let f = b ? \"a == 1\" : \"a == 2\"\n  NSPredicate(format: f)\n}",
            []
        ),
        (
            "func p() {\n  let f = f\n  NSPredicate(format: f)\n}",
            []
        ),

        // Arguments.
        (
            #"NSPredicate(format: "f", 1, -2, 0xE, 1_000, 1.5, -2e3, true, nil, "x", "a" + b, [1, 2], ["a": 1])"#,
            [
                "predicate|f|integer,integer,integer,integer,double,double,boolean,nil,string x,unknown,collection,collection"
            ]
        ),
        (
            #"NSPredicate(format: "f", x as Date, d as NSDate, n as NSNumber, u as CVarArg, i as! Foo, s as [String])"#,
            ["predicate|f|date,date,number,unknown,unknown,collection"]
        ),
        (
            #"NSPredicate(format: "f", #keyPath(Person.name), #selector(go), NSStringFromSelector(#selector(Person.go)))"#,
            ["predicate|f|keyPath name,selector,keyPath go"]
        ),
        (
            #"NSPredicate(format: "f", Date(), NSNumber(value: 3), UUID(), Int(x), String(3), Set<Int>([1, 2]), name.count)"#,
            ["predicate|f|date,number,type UUID,integer,string,unknown,unknown"]
        ),
        (
            #"NSPredicate(format: "f", max(a, b), { a, b in c }(1, 2), Pair<A, B>(1, 2), a < b)"#,
            ["predicate|f|unknown,unknown,unknown,unknown"]
        ),
        (#"NSPredicate(format: "f %@", "\(name)", ("x"))"#, ["predicate|f %@|string,string x"]),
        (#"NSPredicate(format: "f", argumentArray: [1, 2])"#, ["predicate|f|unknown,unknown"]),
        (#"withVaList(list) { NSPredicate(format: "f", arguments: $0) }"#, ["predicate|f|open"]),
        (#"NSPredicate(format: "100%% == %@", 1)"#, ["predicate|100%% == %@|integer"]),
        ("NSPredicate(format: \"a == %@\", 3,)", ["predicate|a == %@|integer"]),

        // Other libraries.
        ("import RealmSwift\nrealm.objects(Dog.self).filter(\"age > %@\", 3)", ["realm filter|age > %@|integer"]),
        ("import RealmSwift\ndogs.filter { $0.name == \"x\" }.filter(isOld)", []),
        (
            "import Realm\nDog.objects(where: \"age > 3\").index(matching: \"a == %@\", x)",
            ["realm objects(where:)|age > 3", "realm index(matching:)|a == %@|unknown"]
        ),
        ("import Realm\nDog.objects(in: realm, where: \"age > 3\")", ["realm objects(where:)|age > 3"]),
        ("dogs.filter(\"age > 3\") // NSPredicate, Realm", []),
        (
            "import PredicateFormat\nlet p = try CheckedPredicate(\"age >= %d\", schema: s, arguments: [18, x])",
            ["checked|age >= %d|integer,unknown"]
        ),
        ("import PredicateFormat\ntry CheckedPredicate(\"age >= %d\", arguments: list)", ["checked|age >= %d|open"]),
        ("import PredicateFormat\ntry ParsedPredicate(parsing: \"a == %@\")", ["parsed|a == %@|open"]),
        ("import PredicateCore\ntry ParsedExpression(parsing: \"a + 1\")", ["parsedExpression|a + 1|open"]),
        ("import PredicateFormat\ntry Ticket.predicate(\"due < %@\", Date())", ["typed Ticket|due < %@|date"]),
        (
            "import PredicateFormat\ntry Ticket.predicate(\"due < \\(now) AND \\(field: key) == %d\", 3)",
            ["typed Ticket|due < %@ AND %K == %d|unknown,unknown,integer"]
        ),
        (
            "import PredicateFormat\nlet n = \"3\"; try CheckedPredicate(#\"a > \\#(n)\"#, arguments: [2])",
            ["checked|a > %@|unknown,integer"]
        ),
        ("import PredicateFormat\ntry Note.predicate(\"a == '\\(x)'\")", ["typed Note|a == '%@'|unknown"]),
        ("import PredicateFormat\ntry Note.predicate(parsing: \"a == \\(x)\")", ["typed Note|a == %@|interpolation"]),
        (
            "import PredicateFormat\ntry Note.predicate(\"a == \\(x)\" + y)",
            ["typed Note|?|interpolation,concatenation"]
        ),
        ("import PredicateFormat\ntry ticket.predicate(\"due < %@\", Date())", []),
        ("try Ticket.predicate(\"due < %@\", Date()) // PredicateFormat", []),
        ("@testable import PredicateFormat\ntry Self.predicate(\"a == 1\", library: l)", ["typed Self|a == 1"]),

        // What confuses a lexer.
        ("let r = /\"(/; NSPredicate(format: \"a == 1\")", ["predicate|a == 1"]),
        ("let r = #/\"(/#; NSPredicate(format: \"a == 1\")", ["predicate|a == 1"]),
        ("let r = #/\n  \"(\n/#; NSPredicate(format: \"a == 1\")", ["predicate|a == 1"]),
        ("let q = a / b; let s = \"/\"; NSPredicate(format: \"a == 1\")", ["predicate|a == 1"]),
        ("let x = (a\nNSPredicate(format: \"a == 1\")\n}", ["predicate|a == 1"]),
        ("#if DEBUG\nfoo(\n#else\nbar(\n#endif\nx)\nNSPredicate(format: \"a == 1\")", ["predicate|a == 1"]),
        ("let `class` = \"x\"; NSPredicate(format: \"a == %@\", `class`)", ["predicate|a == %@|unknown"]),
        ("let c = \"\\(\"a\\(\"b\")\")\"; NSPredicate(format: \"a == 1\")", ["predicate|a == 1"]),
    ]

    @Test(arguments: cases.indices)
    func calls(index: Int) {
        let (source, expected) = Self.cases[index]
        for (file, shift) in [(source, 0), ("\u{FEFF}" + source, 3)] where shift == 0 || !source.hasPrefix("#!") {
            let calls = SourceLanguage.swift.calls(in: file)
            #expect(calls.map(\.summary) == expected, "\(source)")
            for call in calls { expectExact(call, in: file) }
        }
    }

    @Test func thereAreManyCases() { #expect(Self.cases.count >= 80) }

    @Test(
        arguments: [
            ("// predicate: Person\nNSPredicate(format: \"a == 1\")", "Person"),
            ("//predicate:Person.\nNSPredicate(format: \"a == 1\")", "Person"),
            ("// predicate\n// predicate: \nNSPredicate(format: \"a == 1\")", nil),
            ("NSPredicate(format: \"a == 1\") // predicate: Person", "Person"),
            ("NSPredicate(\n  // predicate: Person\n  format: \"a == 1\")", "Person"),
            ("NSPredicate(\n  format: \"a == 1\", // predicate: Person, the one\n  3)", "Person"),
            (
                "/* predicate: Person */\nlet p = people\n  .filtered(\n    using: NSPredicate(format: \"a == 1\"))",
                "Person"
            ),
            ("/// All.\n// predicate: Person and more\n// Last.\nlet p = NSPredicate(format: \"a == 1\")", "Person"),
            ("// predicate: City\nlet p = [\n  // predicate: Person\n  NSPredicate(format: \"a == 1\"),\n]", "Person"),
            ("// predicate: City\n\nlet p = NSPredicate(format: \"a == 1\")", nil),
            ("let x = 1 // predicate: City\nlet p = NSPredicate(format: \"a == 1\")", nil),
            ("let p = NSPredicate(format: \"a == 1\")\n// predicate: City", nil),
        ] as [(String, String?)])
    func comments(source: String, schema: String?) throws {
        let call = try #require(SourceLanguage.swift.calls(in: source).first)
        #expect(call.schemaName == schema)
    }

    @Test func rangesInTheFile() throws {
        let file = "let p = NSPredicate(format: \"a == \" + \"%@\", Date(), \"é\")"
        let call = try #require(SourceLanguage.swift.calls(in: file).first)
        let text = { (range: Range<Int>) in String(decoding: Array(file.utf8)[range], as: UTF8.self) }
        #expect(text(call.range) == "NSPredicate(format: \"a == \" + \"%@\", Date(), \"é\")")
        #expect(text(call.formatRange) == "\"a == \" + \"%@\"")
        #expect(call.arguments.map { text($0.range) } == ["Date()", "\"é\""])
        #expect(call.arguments.last?.kind.text.map { text($0.fileRange) } == "é")
    }
}

/// Checks that verbatim runs of a call are the same bytes in the file, and that all ranges lie within it.
func expectExact(_ call: SourceCall, in file: String) {
    let bytes = Array(file.utf8)
    for range in call.ranges { #expect(range.lowerBound >= 0 && range.upperBound <= bytes.count) }
    for text in [call.format] + call.arguments.map(\.kind.text) {
        guard let text else { continue }
        let utf8 = Array(text.text.utf8)
        #expect(text.map.count == utf8.count)
        for run in text.map.runs where run.isVerbatim {
            #expect(utf8[run.text..<run.text + run.textCount] == bytes[run.file..<run.file + run.fileCount])
        }
    }
}
