import PredicateCore
import PredicatePatterns
import PredicateRecords

/// Measures parsing and checking: of one text, of growing texts, and of the conformance corpus.
func measureParsing(_ request: Request) throws {
    try measure(
        "parsing", rounds: request.rounds,
        try [
            parsingNotes(), checkingNotes(), compilingNotes(), parsingAlone(), checkingAlone(), compilingAlone(),
        ])
    try measure("corpus", rounds: request.rounds, try corpus(request))
    try measure(
        "clauses", rounds: request.rounds, try [1, 3, 10, 30, 100, 300, 1000].map { try growing("OR", clauses: $0) })
    try measure("nesting", rounds: request.rounds, try [1, 3, 10, 30, 100, 190].map { try nested($0) })
}

private let notes = "note.persistentID == $id OR note.parent.persistentID == $id"
private let noteOf5 = "note.persistentID == 5 OR note.parent.persistentID == 5"
private let repetitions = 20_000

private let notesSchema = RecordSchema(
    root: "Entry",
    types: [
        RecordType("Entry", fields: [RecordField("note", .optional(.object("Note")))]),
        RecordType(
            "Note",
            fields: [RecordField("persistentID", .integer), RecordField("parent", .optional(.object("Note")))]),
    ])

private func parsingNotes() throws -> Candidate {
    Candidate(engine: "parse", query: notes, operations: repetitions) {
        repeated { try ParsedPredicate(parsing: notes).argumentCount == 0 }
    }
}

private func checkingNotes() throws -> Candidate {
    Candidate(engine: "parse and check", query: notes, operations: repetitions, note: "with a schema") {
        repeated { try ParsedPredicate(parsing: notes).template(against: notesSchema).variables.count == 1 }
    }
}

// A predicate is compiled when it first evaluates a record.
private func compilingNotes() throws -> Candidate {
    Candidate(engine: "parse, check and evaluate once", query: noteOf5, operations: repetitions, note: "with a schema")
    {
        repeated { try !ParsedPredicate(parsing: noteOf5).checked(against: notesSchema).matches(.null) }
    }
}

private func parsingAlone() throws -> Candidate {
    Candidate(engine: "parse", query: "a == 1", operations: repetitions) {
        repeated { try ParsedPredicate(parsing: "a == 1").argumentCount == 0 }
    }
}

private func checkingAlone() throws -> Candidate {
    Candidate(engine: "parse and check", query: "a == 1", operations: repetitions, note: "without a schema") {
        repeated { try ParsedPredicate(parsing: "a == 1").template().variables.isEmpty }
    }
}

private func compilingAlone() throws -> Candidate {
    Candidate(
        engine: "parse, check and evaluate once", query: "a == 1", operations: repetitions, note: "without a schema"
    ) {
        repeated { try !ParsedPredicate(parsing: "a == 1").checked().matches(.null) }
    }
}

/// The number of repetitions in which the body returned true.
private func repeated(_ body: () throws -> Bool) -> Int {
    (0..<repetitions).count { _ in (try? body()) ?? false }
}

/// The corpus, each text with its schema: the accepted texts, those of them with up to 1,000 bytes, and all texts.
private func corpus(_ request: Request) throws -> [Candidate] {
    let library = PredicateLibrary.standardWithPatterns
    var schemas: [String: RecordSchema] = [:]
    let texts: [(text: String, schema: RecordSchema?, isAccepted: Bool)] = try request.corpus.map { text in
        guard let written = text.schema else { return (text.text, nil, text.isAccepted) }
        var schema = try schemas[written] ?? JSONSchemaReader.read(written).schema
        schemas[written] = schema
        if text.isInferred { schema.origin = .inferred }
        return (text.text, schema, text.isAccepted)
    }
    let accepted = texts.filter(\.isAccepted)
    // A few texts of many kilobytes take as long as thousands of others.
    let usual = accepted.filter { $0.text.utf8.count <= 1000 }
    return [("accepted", accepted), ("accepted, up to 1,000 bytes", usual), ("all", texts)].map { name, texts in
        let lengths = texts.map { $0.text.utf8.count }.sorted()
        let median = lengths.isEmpty ? 0 : lengths[lengths.count / 2]
        return Candidate(
            engine: "parse and check", query: name, operations: texts.count, note: "median length \(median)"
        ) {
            texts.count { text, schema, _ in
                (try? ParsedPredicate(parsing: text, library: library).checked(against: schema)) != nil
            }
        }
    }
}

/// A predicate with a number of clauses, parsed and checked.
private func growing(_ operation: String, clauses: Int) throws -> Candidate {
    let text = (0..<clauses).map { "(name == \"name\($0)\" AND age > \($0 % 100))" }.joined(separator: " \(operation) ")
    _ = try ParsedPredicate(parsing: text).checked(against: Person.schema)
    // Enough repetitions for some milliseconds.
    let repetitions = max(5, 2000 / clauses)
    return Candidate(
        engine: "parse and check", query: "\(clauses)", operations: repetitions, note: "\(text.utf8.count) bytes"
    ) {
        (0..<repetitions).count { _ in (try? ParsedPredicate(parsing: text).checked(against: Person.schema)) != nil }
    }
}

/// A predicate with a number of levels.
private func nested(_ levels: Int) throws -> Candidate {
    var text = "age > 30"
    for level in 1..<max(2, levels) { text = level % 2 == 0 ? "name == \"a\" AND (\(text))" : "age == 5 OR (\(text))" }
    let source = text
    _ = try ParsedPredicate(parsing: source).checked(against: Person.schema)
    let repetitions = max(5, 2000 / levels)
    return Candidate(
        engine: "parse and check", query: "\(levels)", operations: repetitions, note: "\(source.utf8.count) bytes"
    ) {
        (0..<repetitions).count { _ in (try? ParsedPredicate(parsing: source).checked(against: Person.schema)) != nil }
    }
}
