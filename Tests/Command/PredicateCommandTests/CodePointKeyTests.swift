import Foundation
import PredicateCore
import PredicateFormat
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Names are compared by code points (D113). The records here have `é` as one code point and as two.
@Suite struct CodePointKeyTests {
    static let one = "\u{E9}"
    static let two = "e\u{301}"
    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        let (a, b) = (Self.one, Self.two)
        folder = try TemporaryFolder()
        file = try folder.file("r.ndjson", "{\"\(a)\":1,\"\(b)\":2,\"id\":1}\n{\"\(b)\":3,\"\(a)\":1,\"id\":2}\n")
    }

    /// Swift's `==` treats both spellings as equal.
    private func expect(_ found: String, _ wanted: String, _ location: SourceLocation = #_sourceLocation) {
        #expect(Array(found.utf8) == Array(wanted.utf8), "\(found)\n\(wanted)", sourceLocation: location)
    }

    @Test func predicatesAndSelections() {
        let (a, b) = (Self.one, Self.two)
        for options in [[], ["--strict"], ["--threads", "1"], ["--untyped"]] {
            for (text, count) in [("\(a) == 1", 2), ("\(b) == 2", 1), ("\(b) == 1", 0), ("\(a) < \(b)", 2)] {
                expect(predicate(["filter", text, file, "--count"] + options).output, "\(count)\n")
            }
        }
        expect(filter("id == 1", file, "--select", "\(b), \(a)").output, "{\"\(b)\":2,\"\(a)\":1}\n")
        expect(filter("id > 0", file, "--sort", "-\(b)", "--select", "id").output, "{\"id\":2}\n{\"id\":1}\n")
        expect(filter("id > 0", file, "--select", "\(b)", "--distinct").output, "{\"\(b)\":2}\n{\"\(b)\":3}\n")
    }

    @Test func rows() throws {
        let (a, b) = (Self.one, Self.two)
        expect(filter("id > 0", file, "--output", "csv").output, "\(a),\(b),id\n1,2,1\n1,3,2\n")
        expect(filter("id > 0", file, "--output", "csv", "--untyped").output, "\(a),\(b),id\n1,2,1\n1,3,2\n")
        expect(filter("id > 0", file, "--output", "csv", "--select", "\(b),\(a)").output, "\(b),\(a)\n2,1\n3,1\n")
        expect(
            filter("id > 0", file, "--output", "table").output,
            "\(a)  \(b)  id\n─  ─  ──\n1  2   1\n1  3   2\n")
    }

    @Test func groups() {
        let (a, b) = (Self.one, Self.two)
        expect(filter("id > 0", file, "--group-by", a).output, "{\"\(a)\":1,\"count\":2}\n")
        expect(filter("id > 0", file, "--group-by", b).output, "{\"\(b)\":2,\"count\":1}\n{\"\(b)\":3,\"count\":1}\n")
        expect(
            filter("id > 0", file, "--group-by", "\(a),\(b)", "--having", "\(b) == 3", "--sort", "-\(b)").output,
            "{\"\(a)\":1,\"\(b)\":3,\"count\":1}\n")
        expect(
            filter("id > 0", file, "--aggregate", "\(a) = sum(\(a)), \(b) = sum(\(b))").output,
            "{\"count\":2,\"\(a)\":2,\"\(b)\":5}\n")
    }

    @Test func variables() {
        let (a, b) = (Self.one, Self.two)
        let given = ["--var", "\(a)=1", "--var", "\(b)=3"]
        expect(predicate(["filter", "\(a) == $\(a) AND \(b) == $\(b)", file, "--count"] + given).output, "1\n")
        expect(
            predicate(["filter", "id == 1", file, "--select", "x = $\(a), y = $\(b)"] + given).output,
            "{\"x\":1,\"y\":3}\n")
        let missing = filter("\(a) == $\(a)", file, "--var", "\(b)=3")
        #expect(missing.status != 0 && missing.messages.contains("$\(a)"), "\(missing)")
        #expect(filter("id == $x", file, "--var", "x=1", "--var", "x=2").status == 64)
        // A value may begin with a combining mark.
        expect(filter("$x == '\u{301}'", file, "--var", "x=\u{301}", "--count").output, "2\n")
    }

    @Test func declaredSchema() throws {
        let (a, b) = (Self.one, Self.two)
        let schema = try folder.file(
            "s.json",
            """
            {"properties": {"\(a)": {"type": "integer"}, "\(b)": {"type": "number"}, "id": {"type": "integer"},
             "kind": {"enum": ["\(a)", "\(b)"]}, "other": {"enum": ["\(a)"]}}, "required": ["\(b)"]}
            """)
        expect(filter("\(b) / 2 == 1.5", file, "--schema", schema, "--count").output, "1\n")
        expect(filter("\(a) / 2 == 0", file, "--schema", schema, "--count").output, "2\n")
        expect(
            filter("id == 1", file, "--schema", schema, "--output", "csv").output,
            "\(a),\(b),id,kind,other\n1,2,1,,\n")
        #expect(predicate(["check", "--schema", schema, "kind == '\(b)'"]).status == 0)
        #expect(predicate(["check", "--schema", schema, "other == '\(b)'"]).status != 0)
        let types = try JSONSchemaReader.read(String(contentsOfFile: schema, encoding: .utf8), file: schema).schema
        let record = try #require(types.recordType(of: types.root))
        #expect(record.field(named: a)?.type == .optional(.integer))
        #expect(record.field(named: b)?.type == .double)
        // The message names the other spelling, and the edit inserts it.
        let only = try folder.file("o.json", "{\"properties\": {\"\(a)\": {\"type\": \"integer\"}}}")
        let other = predicate(["check", "--schema", only, "\(b) == 1"])
        #expect(other.messages.contains("the two names look alike but have different code points"), "\(other)")
        expect(predicate(["check", "--fix", "--schema", only, "\(b) == 1"]).output, "\(a) == 1\n")
    }

    @Test(arguments: [false, true]) func prompt(turned: Bool) throws {
        let names = turned ? [Self.two, Self.one] : [Self.one, Self.two]
        let counts = turned ? ["1", "2"] : ["2", "1"]
        let session = try TestSession(file)
        for (name, count) in zip(names, counts) {
            let value = sameCodePoints(name, Self.one) ? 1 : 2
            #expect(try session.type(":count \(name) == \(value)").hasPrefix("\(count)\n"), "\(name)")
            #expect(try session.type(":count \(name) == 4").hasSuffix("0\n"), "\(name)")
        }
        _ = try session.type(":let \(names[0]) = 10")
        _ = try session.type(":let \(names[1]) = 20")
        expect(try session.type(":vars"), "$\(names[0]) = 10\n$\(names[1]) = 20\n")
        #expect(try session.type(":count id * 10 == $\(names[0])") == "1\n")
        #expect(try session.type(":count id * 10 == $\(names[0]) OR id * 10 == $\(names[1])") == "2\n")
        _ = try session.type(":save \(names[0]) id == 1")
        _ = try session.type(":save \(names[1]) id == 2")
        #expect(session.session.names.saved.count == 2)
        let table = try session.type("id == 1").split(separator: "\n").map(String.init)
        expect(table[0], "#  \(Self.one)  \(Self.two)  id")
        #expect(table[2] == "1  1  2   1", "\(table)")
        _ = try session.type(":mode csv")
        expect(
            try session.type("id == 1").split(separator: "\n").prefix(2).joined(separator: "\n"),
            "\(Self.one),\(Self.two),id\n1,2,1")
        _ = try session.type(":select \(names[1]), \(names[0])\n:sort -\(Self.two)")
        let values = turned ? ["1,3", "1,2"] : ["3,1", "2,1"]
        expect(
            try session.type("id > 0").split(separator: "\n").prefix(3).joined(separator: "\n"),
            "\(names[1]),\(names[0])\n" + values.joined(separator: "\n"))
        _ = try session.type(":select all\n:sort off\n:group \(names[0]), \(names[1])")
        #expect(try session.type("id > 0").contains("2 groups"))
        let line = "id == 1 AND \(Self.two.unicodeScalars.prefix(1).map(String.init).joined())"
        let offered = session.session.complete(line, cursor: line.utf8.count).candidates.map(\.text)
        #expect(offered.containsName(Self.two) && !offered.containsName(Self.one), "\(offered)")
    }

    @Test func summaries() throws {
        let (a, b) = (Self.one, Self.two)
        let session = try TestSession(
            try folder.file("v.ndjson", "{\"v\":\"\(a)\",\"w\":[\"\(a)\"]}\n{\"v\":\"\(b)\",\"w\":[\"\(b)\"]}\n"))
        #expect(try session.type("v").contains("2 values, 2 distinct"))
        #expect(try session.type("w").contains("2 values, 2 distinct"))
        _ = try session.type(":distinct on\n:select v")
        #expect(try session.type("TRUEPREDICATE").contains("2 distinct"))
    }

    @Test func valuesAndTrees() throws {
        let (a, b) = (Self.one, Self.two)
        #expect(PredicateValue.string(a) != .string(b))
        #expect(Set<PredicateValue>([.string(a), .string(b)]).count == 2)
        #expect(PredicateValue.object(PredicateObject([(a, 1)])) != .object(PredicateObject([(b, 1)])))
        #expect(try ParsedPredicate(parsing: "\(a) == 1").tree != ParsedPredicate(parsing: "\(b) == 1").tree)
        #expect(RecordField(a, .string) != RecordField(b, .string))
        let type = RecordType("T", fields: [RecordField(a, .string), RecordField(b, .integer)])
        #expect(type.field(named: b)?.type == .integer)
        #expect(JSONPointer([a]) != JSONPointer([b]))
        let template = try PredicateTemplate(PredicateFormatString(parsing: "x == $\(a) AND y == $\(b)"))
        #expect(template.variables.count == 2)
        #expect(try template.partiallyBinding([a: 1]).variables.map(\.name).map { Array($0.utf8) } == [Array(b.utf8)])
        #expect(!template.open.matches(["x": 1, "y": 1], context: EvaluationContext(bindings: [a: 1])))
        // Variables of SUBQUERY are compared like all other names.
        let nested = try ParsedPredicate(
            parsing: "SUBQUERY(l, $\(a), SUBQUERY(l, $\(b), $\(b) > $\(a)).@count == 1).@count == 1"
        ).checked()
        #expect(nested.matches(["l": [1, 2]]))
    }
}
