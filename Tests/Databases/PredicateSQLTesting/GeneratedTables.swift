import PredicateFormat
import PredicatePlatform
import PredicateSQL
import PredicateTesting

/// Tables with random rows, and the same rows as records: two evaluators must agree about every predicate over them.
///
/// The values are those at which databases and programs differ: nil everywhere, integers around 2^53 and 2^63, texts
/// that fold, normalise, or hold wildcards, quotes and the code point 0.
package struct GeneratedTables: Sendable {
    /// A table, with its rows in the order of their primary key.
    package struct Table: Sendable {
        package var name: String
        /// The names of the columns with their types in SQL.
        package var columns: [(name: String, type: String)]
        package var rows: [[SQLValue]]
    }

    package let dialect: SQLDialect
    package let schema: RecordSchema
    package let mapping: SQLMapping
    package private(set) var tables: [Table] = []
    /// The records of the table `item`, in the order of their primary key, which is their place from 1.
    package private(set) var records: [PredicateValue] = []
    /// Whether types are enforced; otherwise some values have other types.
    package let isStrict: Bool
    /// Which tables have no rows.
    package let emptiness: Emptiness

    /// Which of the tables have no rows: sums of nothing, links to nothing, and lists without elements.
    package enum Emptiness: String, CaseIterable, Sendable {
        case none
        /// The table of the records alone.
        case records
        /// All tables that links reach.
        case linked
        /// All tables.
        case all

        /// Those with an empty table.
        package static let empty: [Emptiness] = [.records, .linked, .all]

        var hasRecords: Bool { self == .none || self == .linked }
        var hasLinked: Bool { self == .none || self == .records }
    }

    private var random: SeededRandom

    package init(
        seed: UInt64, dialect: SQLDialect, count: Int = 60, isStrict: Bool = true, emptiness: Emptiness = .none
    ) {
        random = SeededRandom(seed: seed)
        self.dialect = dialect
        self.isStrict = isStrict
        self.emptiness = emptiness
        schema = Self.schema
        mapping = Self.mapping(dialect, isStrict: isStrict)
        make(count: count)
    }

    /// The statements that make the tables.
    package var definitions: [String] {
        tables.map { table in
            let columns = table.columns.map { "\"\($0.name)\" \($0.type)" }.joined(separator: ", ")
            return "CREATE TABLE \"\(table.name)\" (\(columns))\(dialect == .sqlite && isStrict ? " STRICT" : "")"
        }
    }

    /// The statements that insert the rows, a hundred rows each.
    package var insertions: [String] {
        tables.flatMap { table in
            stride(from: 0, to: table.rows.count, by: 100).map { start in
                let rows = table.rows[start..<min(start + 100, table.rows.count)].map { row in
                    "(" + row.map { dialect.literal($0) }.joined(separator: ", ") + ")"
                }
                return "INSERT INTO \"\(table.name)\" VALUES " + rows.joined(separator: ", ")
            }
        }
    }

    // MARK: Schema

    package static let schema = RecordSchema(
        root: "Item",
        types: [
            RecordType(
                "Item",
                fields: [
                    RecordField("id", .integer), RecordField("i", .integer.orNil), RecordField("j", .integer),
                    RecordField("r", .double.orNil), RecordField("s", .double), RecordField("t", .string.orNil),
                    RecordField("u", .string), RecordField("n", .string.orNil), RecordField("f", .boolean.orNil),
                    RecordField("g", .boolean), RecordField("d", .date.orNil), RecordField("e", .date.orNil),
                    RecordField("x", .uuid.orNil), RecordField("b", .data.orNil),
                    RecordField("team", .object("Team").orNil), RecordField("tags", .list(.string.orNil)),
                    RecordField("nums", .list(.integer.orNil)), RecordField("reals", .list(.double)),
                    RecordField("parts", .list(.object("Part"))),
                ]),
            RecordType(
                "Team",
                fields: [
                    RecordField("name", .string.orNil), RecordField("rank", .integer.orNil),
                    RecordField("boss", .object("Person").orNil),
                ]),
            RecordType("Person", fields: [RecordField("name", .string.orNil), RecordField("age", .integer.orNil)]),
            RecordType(
                "Part",
                fields: [
                    RecordField("name", .string.orNil), RecordField("size", .integer.orNil),
                    RecordField("weight", .double.orNil), RecordField("owner", .object("Person").orNil),
                    RecordField("subs", .list(.object("Sub"))),
                ]),
            RecordType("Sub", fields: [RecordField("k", .integer.orNil), RecordField("v", .string.orNil)]),
        ])

    /// The columns of Spark, whose rows hold their lists and objects.
    private static let nested: SQLMapping = {
        func columns(_ columns: [(String, SQLColumnType)]) -> [String: SQLColumn] {
            Dictionary(uniqueKeysWithValues: columns.map { ($0, SQLColumn($0, $1)) })
        }
        let person = SQLColumnType.structure(columns([("name", .text), ("age", .integer)]))
        let sub = SQLColumnType.structure(columns([("k", .integer), ("v", .text)]))
        let part = columns([
            ("name", .text), ("size", .integer), ("weight", .real), ("owner", person), ("subs", .array(sub)),
        ])
        let fields = columns([
            ("id", .integer), ("i", .integer), ("j", .integer), ("r", .real), ("s", .real), ("t", .text), ("u", .text),
            ("n", .text), ("f", .boolean), ("g", .boolean), ("d", .date(.timestampWithZone)),
            ("e", .date(.timestampWithZone)), ("x", .uuid(.uppercaseText)), ("b", .blob),
            ("team", .structure(columns([("name", .text), ("rank", .integer), ("boss", person)]))),
            ("tags", .array(.text)), ("nums", .array(.integer)), ("reals", .array(.real)),
            ("parts", .array(.structure(part))),
        ])
        return SQLMapping(
            root: "Item",
            tables: ["Item": SQLTable("item", fields: fields.mapValues { .column($0) }, primaryKey: ["id"])])
    }()

    private static func mapping(_ dialect: SQLDialect, isStrict: Bool) -> SQLMapping {
        if dialect == .spark { return nested }
        func field(_ name: String, _ type: SQLColumnType, isNullable: Bool = true) -> SQLField {
            .column(SQLColumn(name, type, isNullable: isNullable, isGuaranteed: isStrict))
        }
        func date(_ form: SQLDateForm) -> SQLColumnType { .date(dialect == .sqlite ? form : .timestampWithZone) }
        let person = SQLTable(
            "person", fields: ["name": field("name", .text), "age": field("age", .integer)], primaryKey: ["id"])
        let item = SQLTable(
            "item",
            fields: [
                "id": .column(SQLColumn("id", .integer, isNullable: false)), "i": field("i", .integer),
                "j": field("j", .integer, isNullable: false), "r": field("r", .real),
                "s": field("s", .real, isNullable: false), "t": field("t", .text),
                "u": field("u", .text, isNullable: false),
                "n": .column(
                    SQLColumn(
                        "n", .text, isGuaranteed: isStrict, hasPlainEquality: dialect == .postgresql,
                        hasCodePointOrder: false)),
                "f": field("f", .boolean), "g": field("g", .boolean, isNullable: false),
                "d": field("d", date(.referenceSeconds)), "e": field("e", date(.unixSeconds)),
                "x": field("x", .uuid(dialect == .sqlite ? .uppercaseText : .native)), "b": field("b", .blob),
                "team": .toOne(SQLLink(to: "Team", on: [("team_id", "id")])),
                "tags": .list(
                    SQLLink(to: "tag", on: [("id", "item_id")], order: "position"),
                    SQLColumn("value", .text, isGuaranteed: isStrict)),
                "nums": .list(
                    SQLLink(to: "num", on: [("id", "item_id")], order: "position"),
                    SQLColumn("value", .integer, isGuaranteed: isStrict)),
                "reals": .list(
                    SQLLink(to: "real", on: [("id", "item_id")]),
                    SQLColumn("value", .real, isNullable: false, isGuaranteed: isStrict)),
                "parts": .toMany(SQLLink(to: "Part", on: [("id", "item_id")])),
            ], primaryKey: ["id"])
        return SQLMapping(
            root: "Item",
            tables: [
                "Item": item, "Person": person,
                "Team": SQLTable(
                    "team",
                    fields: [
                        "name": field("name", .text), "rank": field("rank", .integer),
                        "boss": .toOne(SQLLink(to: "Person", on: [("boss_id", "id")])),
                    ], primaryKey: ["id"]),
                "Part": SQLTable(
                    "parts",
                    fields: [
                        "name": field("name", .text), "size": field("size", .integer), "weight": field("weight", .real),
                        "owner": .toOne(SQLLink(to: "Person", on: [("owner_id", "id")])),
                        "subs": .toMany(SQLLink(to: "Sub", on: [("id", "part_id")])),
                    ], primaryKey: ["id"]),
                "Sub": SQLTable(
                    "subs", fields: ["k": field("k", .integer), "v": field("v", .text)], primaryKey: ["id"]),
                "tag": SQLTable("item_tag", fields: [:]), "num": SQLTable("item_num", fields: [:]),
                "real": SQLTable("item_real", fields: [:]),
            ])
    }

    // MARK: Values

    package static let integers: [Int64] = [
        0, 1, 2, 3, 7, 10, -1, -2, 100, 1 << 31, 1 << 32, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, .max, .min, .max - 1,
        .min + 1,
    ]
    package static let doubles: [Double] = [
        0, -0.0, 0.5, 1, 2, 2.5, -1.5, 3, 0.1, 100, 1e308, -1e308, 9_007_199_254_740_992, 9_223_372_036_854_775_808,
        -9_223_372_036_854_775_808, 1e-300, 4.999999999999999,
    ]
    package static let texts: [String] = [
        "", "a", "A", "ab", "Ab", "abc", "ABC", "abcabc", "b", "é", "e\u{301}", "É", "E\u{301}", "ß", "SS", "ss",
        "\u{17F}", "\u{212A}", "k", "K", "\u{FB01}", "fi", "FI", "it's", "\"q\"", "a%b", "a_b", "a*b", "a?b", "a\\b",
        "[a]", "日本", "が", "か\u{3099}", "İ", "i", "😀", "\u{E000}", "z", "Straße", "STRASSE", " a", "a ", "\u{FFFD}",
        "ǰ", "\u{1}", "ａ",
    ]
    package static let textsWithZero: [String] = ["x\0y", "\0", "a\0", "\0abc", "ab\0c"]
    package static let seconds: [Double] = [
        0, 1, -978_307_200, 1.5, 700_000_000, 700_000_000.123456, -1, 86_400, 700_000_000.0000001, -978_307_199.9,
    ]
    package static let uuids: [UUID] = [
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
        UUID(uuid: (0xAB, 0xCD, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 2)),
        UUID(uuid: (0xFF, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)),
    ]
    package static let blobs: [[UInt8]] = [[], [0], [1, 2, 3], [0x61], [0xFF, 0]]

    /// A value of a column, in the database and in the record.
    private typealias Cell = (stored: SQLValue, value: PredicateValue)

    private mutating func cell(_ type: SQLColumnType, isNullable: Bool = true) -> Cell {
        if isNullable, random.below(5) == 0 { return (.null, .null) }
        if !isStrict, random.below(8) == 0 {
            // Neither is changed by the affinity of any column.
            return random.below(2) == 0 ? (.text("abc"), .string("abc")) : oddNumber(type)
        }
        switch type {
        case .boolean:
            let flag = random.below(2) == 0
            return (dialect == .sqlite ? .integer(flag ? 1 : 0) : .boolean(flag), .boolean(flag))
        case .integer:
            let integer = random.below(3) == 0 ? random.pick(Self.integers) : Int64(random.below(6)) - 1
            return (.integer(integer), .integer(integer))
        case .real:
            let double = random.below(3) == 0 ? random.pick(Self.doubles) : Double(random.below(9)) / 2 - 1
            return (.real(double), .double(double))
        case .text:
            let hasZero = dialect != .postgresql && random.below(12) == 0
            let text = random.pick(hasZero ? Self.textsWithZero : Self.texts)
            return (.text(text), .string(text))
        case .date(let form):
            let seconds = random.pick(Self.seconds)
            switch form {
            case .unixSeconds:
                let stored = seconds + 978_307_200
                return (.real(stored), .date(Date(timeIntervalSinceReferenceDate: stored - 978_307_200)))
            case .timestampWithZone:
                let stored = Int64((seconds * 1e6).rounded()) + 978_307_200_000_000
                return (
                    .timestamp(microseconds: stored),
                    .date(
                        Date(timeIntervalSinceReferenceDate: SQLTimestamp.referenceSeconds(ofMicroseconds: stored)))
                )
            default: return (.real(seconds), .date(Date(timeIntervalSinceReferenceDate: seconds)))
            }
        case .uuid(let form):
            let uuid = random.pick(Self.uuids)
            return (form == .native ? .uuid(uuid) : .text(uuid.uuidString), .uuid(uuid))
        case .blob:
            let bytes = random.pick(Self.blobs)
            return (.blob(bytes), .data(Data(bytes)))
        default: return (.null, .null)
        }
    }

    private mutating func oddNumber(_ type: SQLColumnType) -> Cell {
        switch type {
        case .text, .uuid: return (.blob([0x61]), .data(Data([0x61])))
        case .integer: return (.real(2.5), .double(2.5))
        default: return (.text("abc"), .string("abc"))
        }
    }

    // MARK: Rows

    private mutating func make(count: Int) {
        let integer = dialect == .sqlite ? "INTEGER" : "int8"
        let real = dialect == .sqlite ? "REAL" : "float8"
        // The mapping says that columns have the order of code points, but for one.
        let text = dialect == .postgresql ? "TEXT COLLATE \"C\"" : "TEXT"
        let key = "\(integer) PRIMARY KEY"
        let boolean = dialect == .sqlite ? "INTEGER" : "boolean"
        let date = dialect == .sqlite ? "REAL" : "timestamptz"
        let uuid = dialect == .sqlite ? "TEXT" : "uuid"
        let blob = dialect == .postgresql ? "bytea" : "BLOB"
        let folded = dialect == .postgresql ? "TEXT" : "TEXT COLLATE NOCASE"

        var people = Table(name: "person", columns: [("id", key), ("name", text), ("age", integer)], rows: [])
        var persons: [PredicateValue] = []
        for id in 1..<(emptiness.hasLinked ? 9 : 1) {
            let (name, age) = (cell(.text), cell(.integer))
            people.rows.append([.integer(Int64(id)), name.stored, age.stored])
            persons.append(object([("name", name.value), ("age", age.value)]))
        }
        /// A link to a row, to none, or to one that does not exist.
        func link(_ objects: [PredicateValue], _ random: inout SeededRandom) -> Cell {
            let place = random.below(objects.count + 3)
            if place < objects.count { return (.integer(Int64(place + 1)), objects[place]) }
            return (place == objects.count ? .integer(999) : .null, .null)
        }
        var teamTable = Table(
            name: "team", columns: [("id", key), ("name", text), ("rank", integer), ("boss_id", integer)], rows: [])
        var teams: [PredicateValue] = []
        for id in 1..<(emptiness.hasLinked ? 7 : 1) {
            let (name, rank, boss) = (cell(.text), cell(.integer), link(persons, &random))
            teamTable.rows.append([.integer(Int64(id)), name.stored, rank.stored, boss.stored])
            teams.append(object([("name", name.value), ("rank", rank.value), ("boss", boss.value)]))
        }
        var parts = Table(
            name: "parts",
            columns: [
                ("id", key), ("item_id", integer), ("name", text), ("size", integer), ("weight", real),
                ("owner_id", integer),
            ], rows: [])
        var subs = Table(
            name: "subs", columns: [("id", key), ("part_id", integer), ("k", integer), ("v", text)], rows: [])
        func list(_ name: String, _ type: String) -> Table {
            Table(name: name, columns: [("item_id", integer), ("position", integer), ("value", type)], rows: [])
        }
        var tags = list("item_tag", text)
        var nums = list("item_num", integer)
        var reals = list("item_real", real)
        var items = Table(
            name: "item",
            columns: [
                ("id", key), ("i", integer), ("j", integer), ("r", real), ("s", real), ("t", text), ("u", text),
                ("n", folded), ("f", boolean), ("g", boolean), ("d", date), ("e", date), ("x", uuid), ("b", blob),
                ("team_id", integer),
            ], rows: [])
        let fields: [(String, SQLColumnType, Bool)] = [
            ("i", .integer, true), ("j", .integer, false), ("r", .real, true), ("s", .real, false), ("t", .text, true),
            ("u", .text, false), ("n", .text, true), ("f", .boolean, true), ("g", .boolean, false),
            ("d", .date(dialect == .sqlite ? .referenceSeconds : .timestampWithZone), true),
            ("e", .date(dialect == .sqlite ? .unixSeconds : .timestampWithZone), true),
            ("x", .uuid(dialect == .sqlite ? .uppercaseText : .native), true), ("b", .blob, true),
        ]
        func values(_ table: inout Table, _ type: SQLColumnType, isNullable: Bool, id: Int, _ tables: inout Self)
            -> PredicateValue
        {
            var list: [PredicateValue] = []
            for position in 0..<(tables.emptiness.hasLinked ? tables.random.below(4) : 0) {
                let cell = tables.cell(type, isNullable: isNullable)
                table.rows.append([.integer(Int64(id)), .integer(Int64(position)), cell.stored])
                list.append(cell.value)
            }
            return .list(list)
        }
        for id in 1...max(1, count) {
            var row: [SQLValue] = [.integer(Int64(id))]
            var record: [(String, PredicateValue)] = [("id", .integer(Int64(id)))]
            for (name, type, isNullable) in fields {
                var cell = cell(type, isNullable: isNullable)
                if name == "r", random.below(20) == 0 {
                    // An infinity reads as nil.
                    cell = (.real(random.below(2) == 0 ? .infinity : -.infinity), .null)
                }
                row.append(cell.stored)
                record.append((name, cell.value))
            }
            let team = link(teams, &random)
            row.append(team.stored)
            items.rows.append(row)
            record.append(("team", team.value))
            record.append(("tags", values(&tags, .text, isNullable: true, id: id, &self)))
            record.append(("nums", values(&nums, .integer, isNullable: true, id: id, &self)))
            record.append(("reals", values(&reals, .real, isNullable: false, id: id, &self)))
            var list: [PredicateValue] = []
            for _ in 0..<(emptiness.hasLinked ? random.below(4) : 0) {
                let part = parts.rows.count + 1
                let (name, size, weight) = (cell(.text), cell(.integer), cell(.real))
                let owner = link(persons, &random)
                parts.rows.append([
                    .integer(Int64(part)), .integer(Int64(id)), name.stored, size.stored, weight.stored, owner.stored,
                ])
                var inner: [PredicateValue] = []
                for _ in 0..<random.below(3) {
                    let (k, v) = (cell(.integer), cell(.text))
                    subs.rows.append([.integer(Int64(subs.rows.count + 1)), .integer(Int64(part)), k.stored, v.stored])
                    inner.append(object([("k", k.value), ("v", v.value)]))
                }
                list.append(
                    object([
                        ("name", name.value), ("size", size.value), ("weight", weight.value), ("owner", owner.value),
                        ("subs", .list(inner)),
                    ]))
            }
            record.append(("parts", .list(list)))
            records.append(object(record))
        }
        if !emptiness.hasRecords {
            // The rows that refer to them remain.
            items.rows = []
            records = []
        }
        tables = [people, teamTable, items, parts, subs, tags, nums, reals]
    }

    private func object(_ fields: [(String, PredicateValue)]) -> PredicateValue { .object(PredicateObject(fields)) }
}
