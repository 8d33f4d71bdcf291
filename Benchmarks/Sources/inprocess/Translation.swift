import PredicateFormat
import PredicateSQL

/// Measures the translation of checked predicates to SQL.
func measureTranslation(_ request: Request) throws {
    try measure(
        "translation", rounds: request.rounds,
        try SQLDialect.allCases.flatMap { dialect in
            try [
                "score > 10", "score > 10 AND team.name BEGINSWITH \"r\"", "name ==[c] \"rome\"",
                "name CONTAINS[cd] \"jose\"", "ANY team.players.score > 100 AND NOT (age < 30 OR age == nil)",
            ].map { try translating($0, dialect) }
        })
}

private let translations = 5_000

private let playersSchema = RecordSchema(
    root: "Player",
    types: [
        RecordType(
            "Player",
            fields: [
                RecordField("name", .string), RecordField("score", .integer), RecordField("age", .integer.orNil),
                RecordField("team", .optional(.object("Team"))),
            ]),
        RecordType("Team", fields: [RecordField("name", .string), RecordField("players", .list(.object("Player")))]),
    ])

private let playersMapping = SQLMapping(
    root: "Player",
    tables: [
        "Player": SQLTable(
            "player",
            fields: [
                "name": .column(SQLColumn("name", .text, isNullable: false)),
                "score": .column(SQLColumn("score", .integer, isNullable: false)),
                "age": .column(SQLColumn("age", .integer)),
                "team": .toOne(SQLLink(to: "Team", on: [("team_id", "id")])),
            ], primaryKey: ["id"]),
        "Team": SQLTable(
            "team",
            fields: [
                "name": .column(SQLColumn("name", .text, isNullable: false)),
                "players": .toMany(SQLLink(to: "Player", on: [("id", "team_id")])),
            ], primaryKey: ["id"]),
    ])

private func translating(_ text: String, _ dialect: SQLDialect) throws -> Candidate {
    let predicate = try CheckedPredicate(text, schema: playersSchema)
    return Candidate(engine: dialect.rawValue, query: text, operations: translations) {
        var exact = 0
        for _ in 0..<translations where predicate.plan(for: playersMapping, in: dialect).exactness == .exact {
            exact += 1
        }
        return exact
    }
}
