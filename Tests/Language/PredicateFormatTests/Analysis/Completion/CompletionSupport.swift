@testable import PredicateAnalysis
@testable import PredicateCore
@testable import PredicateFormat

/// The mark of the cursor in the text of a case.
let cursorMark: Character = "‸"

/// The text of a case without its mark, and the offset of the mark.
func marked(_ text: String) -> (text: String, offset: Int) {
    guard let mark = text.firstIndex(of: cursorMark) else { return (text, text.utf8.count) }
    let before = text[..<mark]
    return (String(before + text[text.index(after: mark)...]), before.utf8.count)
}

/// The completion at the mark.
func completion(
    _ text: String, _ schema: RecordSchema?, library: PredicateLibrary = .standard,
    variables: [String: ValueType] = [:], as subject: PredicateCompletion.Subject = .predicate
) -> PredicateCompletion {
    let (text, offset) = marked(text)
    return PredicateCompletion.candidates(
        in: text, at: offset, schema: schema, library: library, variables: variables, as: subject)
}

extension FieldStatistics {
    /// The statistics of a field that occurs in every record.
    static func seen(_ values: [(PredicateValue, Int)], of total: Int = 100) -> FieldStatistics {
        FieldStatistics(
            present: total, null: 0, total: total, values: values.map { ValueCount($0.0, $0.1) })
    }
}

/// A schema inferred from records of cities.
let cities = RecordSchema(
    root: .object("City"),
    types: [
        RecordType(
            "City",
            fields: [
                RecordField("name", .string), RecordField("asciiname", .string.orNil),
                RecordField(
                    "countrycode", .string,
                    statistics: .seen([
                        ("US", 300), ("PH", 54), ("PK", 52), ("PE", 14), ("PL", 12), ("DE", 9), ("it's", 2),
                        ("say \"hi\"", 1), ("back\\slash", 1), ("pt", 1),
                    ])),
                RecordField("population", .integer), RecordField("elevation", .double.orNil),
                RecordField("level", .integer, statistics: .seen([(3, 50), (1, 40), (-2, 10)])),
                RecordField("capital", .boolean.orNil), RecordField("founded", .dateTime),
                RecordField("alternatenames", .list(.string), statistics: .seen([("Lisboa", 2), ("Porto", 1)])),
                RecordField("scores", .list(.integer)),
                RecordField("country", .object("Country")), RecordField("mayor", .object("Person").orNil),
                RecordField("districts", .list(.object("District"))),
                RecordField("extra", .dictionary(.integer)), RecordField("anything", .any),
                RecordField("board-id", .string, statistics: .seen([("b1", 2)])), RecordField("size", .integer),
                RecordField("like", .string), RecordField("größe", .double),
            ]),
        RecordType(
            "Country",
            fields: [
                RecordField("name", .string), RecordField("area", .double), RecordField("languages", .list(.string)),
                RecordField("iso code", .string),
            ]),
        RecordType(
            "Person",
            fields: [
                RecordField("name", .string), RecordField("age", .integer),
                RecordField("friends", .list(.object("Person"))), RecordField("and", .integer),
            ]),
        RecordType(
            "District",
            fields: [
                RecordField("name", .string), RecordField("population", .integer),
                RecordField("streets", .list(.object("Street"))),
            ]),
        RecordType("Street", fields: [RecordField("name", .string), RecordField("houses", .integer)]),
    ], origin: .inferred, recordCount: 100)

/// A library with a registered function and operator.
let programLibrary = PredicateLibrary.standard
    .adding(
        PredicateFunction(
            "distance:to:", parameters: [FunctionParameter("from", .string), FunctionParameter("to", .string)],
            result: .double, help: "How far one place is from another."
        ) { _ in .null }
    )
    .adding([PredicateOperator("NEAR", left: .string, right: .string, help: "Is near.") { _, _, _ in false }])
