import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// A few fields and record types with plain names have a fast lookup. It must agree with the general one.
@Suite struct RecordTypeLookupTests {
    @Test(arguments: [1, 2, 11, 12, 13, 40]) func everyFieldIsFound(count: Int) {
        let names = (0..<count).map { "field\($0)" }
        let type = RecordType("T", fields: names.enumerated().map { RecordField($1, $0 % 2 == 0 ? .integer : .string) })
        for (location, name) in names.enumerated() {
            #expect(type.field(named: name)?.name == name)
            #expect(type.type(ofField: name) == (location % 2 == 0 ? .integer : .string))
        }
        for name in ["", "field", "field\(count)", "Field0", "field0 ", "fïeld0"] {
            #expect(type.field(named: name) == nil, "\(name)")
        }
    }

    /// Canonically equivalent strings name different fields, in small types too (D113).
    @Test(arguments: [0, 30]) func equivalentNames(others: Int) {
        let filler = (0..<others).map { RecordField("other\($0)", .integer) }
        let plain = RecordType("T", fields: [RecordField("K", .string)] + filler)
        #expect(plain.field(named: "K")?.type == .string)
        #expect(plain.field(named: "\u{212A}") == nil)
        let accented = RecordType("T", fields: [RecordField("caf\u{E9}", .string)] + filler)
        #expect(accented.field(named: "caf\u{E9}")?.type == .string)
        #expect(accented.field(named: "cafe\u{301}") == nil)
        let both = RecordType(
            "T", fields: filler + [RecordField("\u{E9}", .string), RecordField("e\u{301}", .integer)])
        #expect(both.field(named: "\u{E9}")?.type == .string)
        #expect(both.field(named: "e\u{301}")?.type == .integer)
        #expect(accented.field(named: "cafe") == nil)
    }

    @Test func ofTwoFieldsTheFirstCounts() {
        let type = RecordType("T", fields: [RecordField("a", .integer), RecordField("a", .string)])
        #expect(type.field(named: "a")?.type == .integer)
    }

    /// Types that are looked up in turn, and a type that the schema lacks.
    @Test func pathsThroughManyTypes() throws {
        let schema = RecordSchema(
            root: "A",
            types: [
                RecordType("A", fields: [RecordField("b", .object("B")), RecordField("x", .integer)]),
                RecordType("B", fields: [RecordField("c", .optional(.object("C"))), RecordField("x", .string)]),
                RecordType("C", fields: [RecordField("a", .optional(.object("A"))), RecordField("x", .date)]),
                RecordType("D", fields: [RecordField("gone", .object("Missing"))]),
            ])
        func type(_ path: String) throws -> ValueType {
            let template = try PredicateTemplate("x == 1 AND b.x == 'y' AND \(field: path) == $v", schema: schema)
            return template.variables.first?.type ?? .any
        }
        #expect(try type("x") == .integer)
        #expect(try type("b.x") == .string)
        #expect(try type("b.c.x") == .date)
        #expect(try type("b.c.a.x") == .integer)
        #expect(try type("b.c.a.b.c.a.b.x") == .string)
        #expect(throws: PredicateDiagnostics.self) { try type("b.c.a.y") }
        let other = RecordSchema(root: "D", types: [RecordType("D", fields: [RecordField("gone", .object("Missing"))])])
        #expect(try ParsedPredicate(parsing: "gone.x.y == 1").checked(against: other).warnings.isEmpty)
    }
}
