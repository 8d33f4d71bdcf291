import PredicateFormat
import PredicateSQL

/// A schema with players, their teams and the leagues of teams, and its tables.
enum Players {
    static let schema = RecordSchema(
        root: "Player",
        types: [
            RecordType(
                "Player",
                fields: [
                    RecordField("id", .integer), RecordField("name", .string), RecordField("nick", .string.orNil),
                    RecordField("score", .integer), RecordField("age", .integer.orNil),
                    RecordField("rating", .double.orNil), RecordField("weight", .double),
                    RecordField("isActive", .boolean), RecordField("born", .date.orNil),
                    RecordField("token", .uuid.orNil), RecordField("photo", .data.orNil),
                    RecordField("team", .object("Team").orNil), RecordField("tags", .list(.string)),
                    RecordField("points", .list(.integer)), RecordField("games", .list(.object("Match"))),
                    RecordField("extra", .any),
                ]),
            RecordType(
                "Team",
                fields: [
                    RecordField("name", .string), RecordField("city", .string.orNil),
                    RecordField("founded", .integer.orNil), RecordField("league", .object("League").orNil),
                    RecordField("players", .list(.object("Player"))),
                ]),
            RecordType(
                "League", fields: [RecordField("name", .string.orNil), RecordField("level", .integer)]),
            RecordType(
                "Match",
                fields: [
                    RecordField("goals", .integer.orNil), RecordField("place", .string.orNil),
                    RecordField("fee", .double.orNil), RecordField("events", .list(.object("Event"))),
                    RecordField("rival", .object("Team").orNil),
                ]),
            RecordType("Event", fields: [RecordField("minute", .integer), RecordField("kind", .string.orNil)]),
        ])

    /// Rows of Spark, which hold their lists and objects.
    private static let nested: SQLMapping = {
        func columns(_ columns: [(String, SQLColumnType, Bool)]) -> [String: SQLColumn] {
            Dictionary(uniqueKeysWithValues: columns.map { ($0, SQLColumn($0, $1, isNullable: $2)) })
        }
        let league = columns([("name", .text, true), ("level", .integer, true)])
        func team(_ others: [(String, SQLColumnType, Bool)]) -> SQLColumnType {
            let own: [(String, SQLColumnType, Bool)] = [
                ("name", .text, true), ("city", .text, true), ("founded", .integer, true),
                ("league", .structure(league), true),
            ]
            return .structure(columns(own + others))
        }
        let event = columns([("minute", .integer, true), ("kind", .text, true)])
        let game = columns([
            ("goals", .integer, true), ("place", .text, true), ("fee", .real, true),
            ("events", .array(.structure(event)), true), ("rival", team([]), true),
        ])
        let player: [(String, SQLColumnType, Bool)] = [
            ("id", .integer, false), ("name", .text, false), ("nick", .text, true), ("score", .integer, false),
            ("age", .integer, true), ("rating", .real, true), ("weight", .real, false), ("isActive", .boolean, false),
            ("born", .date(.timestampWithZone), true), ("token", .uuid(.uppercaseText), true), ("photo", .blob, true),
            ("tags", .array(.text), false), ("points", .array(.integer), false),
            ("games", .array(.structure(game)), false),
        ]
        let teammate = columns([("score", .integer, true)])
        let own = team([("players", .array(.structure(teammate)), true)])
        return SQLMapping(
            root: "Player",
            tables: [
                "Player": SQLTable(
                    "player", fields: columns(player + [("team", own, true)]).mapValues { .column($0) },
                    primaryKey: ["id"])
            ])
    }()

    static func mapping(isGuaranteed: Bool = true, dialect: SQLDialect = .sqlite) -> SQLMapping {
        func column(_ name: String, _ type: SQLColumnType, isNullable: Bool = true) -> SQLField {
            .column(SQLColumn(name, type, isNullable: isNullable, isGuaranteed: isGuaranteed))
        }
        if dialect == .spark { return nested }
        let date: SQLDateForm = dialect == .sqlite ? .referenceSeconds : .timestampWithZone
        let uuid: SQLUUIDForm = dialect == .sqlite ? .uppercaseText : .native
        return SQLMapping(
            root: "Player",
            tables: [
                "Player": SQLTable(
                    "player",
                    fields: [
                        "id": column("id", .integer, isNullable: false),
                        "name": column("name", .text, isNullable: false), "nick": column("nick", .text),
                        "score": column("score", .integer, isNullable: false), "age": column("age", .integer),
                        "rating": column("rating", .real), "weight": column("weight", .real, isNullable: false),
                        "isActive": column("is_active", .boolean, isNullable: false),
                        "born": column("born", .date(date)), "token": column("token", .uuid(uuid)),
                        "photo": column("photo", .blob),
                        "team": .toOne(SQLLink(to: "Team", on: [("team_id", "id")])),
                        "tags": .list(
                            SQLLink(to: "tag", on: [("id", "player_id")], order: "position"),
                            SQLColumn("value", .text, isNullable: false, isGuaranteed: isGuaranteed)),
                        "points": .list(
                            SQLLink(to: "point", on: [("id", "player_id")]),
                            SQLColumn("value", .integer, isNullable: false, isGuaranteed: isGuaranteed)),
                        "games": .toMany(SQLLink(to: "Match", on: [("id", "player_id")])),
                    ],
                    primaryKey: ["id"]),
                "Team": SQLTable(
                    "team",
                    fields: [
                        "name": column("name", .text, isNullable: false), "city": column("city", .text),
                        "founded": column("founded", .integer),
                        "league": .toOne(SQLLink(to: "League", on: [("league_id", "id")])),
                        "players": .toMany(SQLLink(to: "Player", on: [("id", "team_id")])),
                    ],
                    primaryKey: ["id"]),
                "League": SQLTable(
                    "league",
                    fields: ["name": column("name", .text), "level": column("level", .integer, isNullable: false)],
                    primaryKey: ["id"]),
                "Match": SQLTable(
                    "match",
                    fields: [
                        "goals": column("goals", .integer), "place": column("place", .text),
                        "fee": column("fee", .real),
                        "events": .toMany(SQLLink(to: "Event", on: [("id", "match_id")])),
                        "rival": .toOne(SQLLink(to: "Team", on: [("rival_id", "id")])),
                    ],
                    primaryKey: ["id"]),
                "Event": SQLTable(
                    "event",
                    fields: ["minute": column("minute", .integer, isNullable: false), "kind": column("kind", .text)],
                    primaryKey: ["id"]),
                "tag": SQLTable("player_tag", fields: [:]), "point": SQLTable("player_point", fields: [:]),
            ])
    }
}

/// Articles, with columns of decimals and of JSON, where the dialect has such types.
enum Articles {
    static let schema = RecordSchema(
        root: "Article",
        types: [
            RecordType(
                "Article",
                fields: [
                    RecordField("price", .decimal.orNil), RecordField("cost", .decimal),
                    RecordField("stock", .integer), RecordField("data", .any),
                    RecordField("labels", .dictionary(.string).orNil),
                ])
        ])

    static func mapping(dialect: SQLDialect) -> SQLMapping {
        // SQLite keeps a decimal as a double, and JSON as a text.
        let decimal: SQLColumnType = dialect == .sqlite ? .other : .decimal
        let json: SQLColumnType = dialect == .postgresql ? .binaryJSON : .other
        return SQLMapping(
            root: "Article",
            tables: [
                "Article": SQLTable(
                    "article",
                    fields: [
                        "price": .column(SQLColumn("price", decimal, digits: 12)),
                        "cost": .column(SQLColumn("cost", decimal, isNullable: false, digits: 12)),
                        "stock": .column(SQLColumn("stock", .integer, isNullable: false)),
                        "data": .column(SQLColumn("data", json)), "labels": .column(SQLColumn("labels", json)),
                    ], primaryKey: ["id"])
            ])
    }
}
