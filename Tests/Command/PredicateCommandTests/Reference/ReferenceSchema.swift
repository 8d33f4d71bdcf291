import PredicateCore
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// The schemas of the examples in `Documentation/messages`.
enum ReferenceSchema {
    /// The schema of most examples, which the index of the pages shows.
    static let person: RecordSchema = {
        let text = (try? Repository.text(of: "Documentation/messages/README.md")) ?? ""
        for case .fence("json", let json) in MarkdownPage(text, name: "").sections.flatMap(\.blocks) {
            if let schema = try? JSONSchemaReader.read(json).schema { return schema }
        }
        Issue.record("Documentation/messages/README.md has no schema")
        return sample
    }()

    /// The schema that an example names; the one of most examples without a name.
    static func named(_ name: String?) -> RecordSchema {
        switch name {
        case "crowded": crowded
        case "deep": deep
        case "inferred": inferred
        case "keys": keys
        case "numbers": numbers
        case "quantities": quantities
        case "sample": sample
        case "sizes": sizes
        case "tags": tags
        case "times": times
        default: person
        }
    }

    /// Records with keys that are not identifiers, and one key with an accented letter.
    static let keys = RecordSchema(
        root: "Record",
        types: [
            RecordType(
                "Record",
                fields: [
                    RecordField("first name", .string), RecordField("http.status_code", .integer),
                    RecordField("caf\u{E9}", .string), RecordField("no", .integer),
                ])
        ])

    /// An inferred schema of forty records.
    static let sample: RecordSchema = {
        var inference = SchemaInference()
        var reader = JSONReader()
        for index in 0..<40 {
            let state = index % 4 == 0 ? "waiting" : index % 2 == 0 ? "open" : "closed"
            if let value = try? reader.read(#"{"state": "\#(state)"}"#) { inference.add(value) }
        }
        return inference.schema
    }()

    /// The schema of records with times in UTC, with one offset and with two, and of a day.
    static let times: RecordSchema = inferred(
        ["Z", "+02:00"].map { offset in
            """
            {"at": "2024-01-31T10:00:00Z", "local": "2024-01-31T12:00:00+02:00", "day": "2024-01-31",
            "mixed": "2024-01-31T10:00:00\(offset)"}
            """
        })

    /// The schema of records whose sizes are numbers in quotes.
    static let sizes: RecordSchema = inferred([#"{"size": "50"}"#, #"{"size": "1000"}"#])

    /// The schema of records with a list of keys and values.
    static let tags: RecordSchema = inferred([#"{"tags": [{"key": "env", "value": "prod"}]}"#])

    /// The schema of records with durations in one unit, in two and in three.
    static let quantities: RecordSchema = inferred([
        #"{"took": "750ms", "waited": "2s", "age": "1m"}"#, #"{"took": "1200ms", "waited": "20ms", "age": "5h30m"}"#,
        #"{"took": "9ms", "waited": "3s", "age": "9s"}"#,
    ])

    /// The schema of records with more fields than the limit.
    static let crowded: RecordSchema = {
        var limits = SchemaInference.Limits()
        limits.keys = 2
        limits.names = 0
        return inferred([#"{"a": 1, "b": 2, "c": 3}"#], limits)
    }()

    /// The schema of records that are nested too deeply to be examined.
    static let deep: RecordSchema = {
        var limits = SchemaInference.Limits()
        limits.depth = 1
        return inferred([#"{"a": {"b": {"c": 1}}}"#], limits)
    }()

    /// A sample whose records write numbers as text.
    static let numbers = RecordSchema(
        root: "Item",
        types: [
            RecordType(
                "Item",
                fields: [
                    RecordField(
                        "price", .string,
                        statistics: FieldStatistics(present: 9, null: 0, total: 9, allNumbers: true)),
                    RecordField(
                        "prices", .list(.string),
                        statistics: FieldStatistics(present: 9, null: 0, total: 9, seen: [.init("750", 9)])),
                ])
        ], origin: .inferred)

    private static func inferred(
        _ records: [String], _ limits: SchemaInference.Limits = SchemaInference.Limits()
    ) -> RecordSchema {
        var reader = JSONReader()
        return inferred(from: records.compactMap { try? reader.read($0) }, limits)
    }

    static func inferred(
        from records: [PredicateValue], _ limits: SchemaInference.Limits = SchemaInference.Limits()
    ) -> RecordSchema {
        var inference = SchemaInference(limits: limits)
        for record in records { inference.add(record) }
        return inference.schema
    }

    /// The schema of most examples, as if it had been inferred.
    static let inferred: RecordSchema = {
        var schema = person
        schema.origin = .inferred
        return schema
    }()
}
