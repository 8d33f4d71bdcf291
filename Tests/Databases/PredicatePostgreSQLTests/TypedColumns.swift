#if PostgreSQL
import PredicateFormat
import PredicateSQL
import PredicateSQLTesting
import PredicateTesting

/// Columns of types that only PostgreSQL has, with values at their edges.
struct TypedColumns {
    /// A column: its type, the texts of its values, and whether it may be NULL.
    private struct Column {
        var name: String
        var type: String
        var values: [String]
    }

    private static let whole = GeneratedTables.integers.map { "\($0)" }
    private static let instants = [
        "2001-01-01T00:00:00.000001Z", "1999-12-31T23:59:59.999999Z", "2024-02-29T12:00:00Z", "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z", "infinity", "-infinity",
    ]
    private static let doubles =
        ["NaN", "Infinity", "-Infinity", "5e-324", "0.30000000000000004", "9.3e18", "123456.789"]
        + GeneratedTables.doubles.map { "\($0)" }
    private static let texts = GeneratedTables.texts + ["\n", "%s", "$1", "x'; DROP TABLE item; --", "Ⅷ"]
    private static let short = ["", "a", "ab", "abcd", "A"]

    /// Those of the table `item`.
    private static let items: [Column] = [
        Column(name: "small", type: "int2", values: ["0", "1", "-1", "3", "255", "32767", "-32768"]),
        Column(name: "middle", type: "int4", values: ["0", "1", "-1", "2", "7", "2147483647", "-2147483648"]),
        Column(name: "large", type: "int8", values: whole),
        Column(
            name: "single", type: "float4", values: ["0", "-0", "1", "2.5", "0.1", "NaN", "-Infinity", "1e30"]),
        Column(name: "double", type: "float8", values: doubles),
        Column(
            name: "price", type: "numeric(20,4)",
            values: ["0", "1", "2.5", "-1.5", "0.1", "NaN", "123456.789", "9007199254740993"]),
        Column(
            name: "wide", type: "numeric", values: ["0", "0.1", "1e30", "NaN", "Infinity", "0.30000000000000004"]),
        Column(name: "title", type: "text", values: texts),
        Column(name: "plain", type: "text COLLATE \"C\"", values: texts),
        Column(name: "code", type: "varchar(40)", values: texts),
        Column(name: "padded", type: "char(4)", values: short),
        Column(name: "loose", type: "citext", values: texts),
        Column(name: "folded", type: "text COLLATE ignoring", values: texts),
        Column(name: "day", type: "date", values: ["2001-01-01", "1969-12-31", "2024-02-29", "infinity"]),
        Column(name: "local", type: "timestamp", values: instants),
        Column(name: "moment", type: "timestamptz", values: instants),
        Column(name: "mood", type: "mood", values: ["sad", "ok", "happy"]),
        Column(
            name: "extra", type: "jsonb", values: ["1", "null", "[1,2]", "{\"a\": 1.0}", "{\"a\": \"x\"}", "\"a\""]),
    ]

    private static let teams: [Column] = [
        Column(name: "founded", type: "timestamptz", values: instants),
        Column(name: "open", type: "boolean", values: ["true", "false"]),
        Column(name: "ratio", type: "float8", values: doubles),
    ]

    private static let parts: [Column] = [
        Column(name: "cost", type: "numeric(10,2)", values: ["0", "1.5", "2.25", "-1", "99999999.99"]),
        Column(name: "made", type: "timestamptz", values: instants.filter { !$0.contains("infinity") }),
    ]

    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed &* 0x9E37_79B9 &+ 3) }

    /// The statements that make the tables with the columns: links are declared, so that the catalogue gives them, and
    /// lists of values are arrays.
    mutating func statements(_ tables: GeneratedTables) -> [String] {
        var statements = [
            "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')",
            "CREATE COLLATION ignoring (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
        ]
        statements += tables.definitions + tables.insertions
        for (table, columns) in [("item", Self.items), ("team", Self.teams), ("parts", Self.parts)] {
            let added = columns.map { "ADD COLUMN \($0.name) \($0.type)" }.joined(separator: ", ")
            statements.append("ALTER TABLE \(table) \(added)")
            for id in 1..<(1 + (tables.tables.first { $0.name == table }?.rows.count ?? 0)) {
                let values = columns.map { "\($0.name) = \(value($0.values))" }.joined(separator: ", ")
                statements.append("UPDATE \(table) SET \(values) WHERE id = \(id)")
            }
        }
        statements.append(
            """
            ALTER TABLE item ADD COLUMN other_id int8 REFERENCES item, ADD COLUMN words text[], ADD COLUMN numbers int4[],
                ADD COLUMN tags text[], ADD COLUMN nums int8[], ADD COLUMN reals float8[];
            CREATE TABLE nothing (id int4 PRIMARY KEY, item_id int8 REFERENCES item, amount int4);
            """)
        for (index, record) in tables.records.enumerated() {
            let other = random.below(5) == 0 ? "NULL" : "\(random.below(index + 1) + 1)"
            let arrays =
                "words = \(array(Self.texts, "text")), numbers = \(array(["0", "1", "-1", "2", "7", "100"], "int4"))"
            let lists = [("tags", "text"), ("nums", "int8"), ("reals", "float8")].map { name, type in
                "\(name) = \(Self.array(record, name, type))"
            }
            statements.append(
                "UPDATE item SET other_id = \(other), \(arrays), \(lists.joined(separator: ", ")) WHERE id = \(index + 1)"
            )
        }
        // Some rows refer to none that exists.
        for (table, column, target) in [
            ("item", "team_id", "team"), ("team", "boss_id", "person"), ("parts", "item_id", "item"),
            ("parts", "owner_id", "person"), ("subs", "part_id", "parts"),
        ] {
            statements.append("ALTER TABLE \(table) ADD FOREIGN KEY (\(column)) REFERENCES \(target) NOT VALID")
        }
        return statements
    }

    private mutating func value(_ texts: [String]) -> String {
        random.below(5) == 0 ? "NULL" : SQLDialect.postgresql.literal(.text(random.pick(texts)))
    }

    /// An array. Any column of arrays may hold one of several dimensions.
    private mutating func array(_ texts: [String], _ type: String) -> String {
        if random.below(5) == 0 { return "NULL" }
        if random.below(15) == 0 {
            let four = (0..<4).map { _ in value(texts) }
            return "ARRAY[[\(four[0]),\(four[1])],[\(four[2]),\(four[3])]]::\(type)[]"
        }
        let elements = (0..<random.below(4)).map { _ in value(texts) }
        return "ARRAY[\(elements.joined(separator: ","))]::\(type)[]"
    }

    /// The list of a record as an array.
    private static func array(_ record: PredicateValue, _ name: String, _ type: String) -> String {
        guard case .object(let object) = record, case .list(let elements) = object.value(forKey: name) else {
            return "NULL"
        }
        let texts = elements.map { element in
            switch element {
            case .integer(let integer): "\(integer)"
            case .double(let double): "'\(double)'"
            case .string(let text): SQLDialect.postgresql.literal(.text(text))
            default: "NULL"
            }
        }
        return "ARRAY[\(texts.joined(separator: ","))]::\(type)[]"
    }
}

extension PredicateScope {
    private static let instants = [
        "CAST('0001-01-01T00:00:00Z', 'NSDate')", "CAST('2024-02-29T12:00:00Z', 'NSDate')",
        "CAST('1999-12-31T23:59:59.999999Z', 'NSDate')", "CAST(21.0000001, 'NSDate')", "'2001-01-01'", "nil",
    ]

    /// The records with the typed columns, and with the links that the catalogue gives.
    static let typed: PredicateScope = {
        var scope = items
        scope.integers += [
            "small", "middle", "large", "other.middle", "other.team.rank", "parts.@count", "parts.@max.size",
            "parts.@min.size", "parts.@sum.size", "nothing.@count", "nothing.@sum.amount", "numbers.@count",
            "numbers.@sum", "title.length",
        ]
        scope.doubles += [
            "single", "double", "price", "wide", "team.ratio", "other.double", "other.price", "parts.@avg.size",
            "parts.@max.weight", "parts.@sum.weight", "parts.@sum.cost", "parts.@max.cost",
        ]
        scope.texts += [
            "title", "plain", "code", "padded", "loose", "folded", "other.title", "other.team.name",
        ]
        scope.booleans += ["team.open", "other.f"]
        scope.dates += ["day", "local", "moment", "team.founded", "other.moment", "parts.@max.made"]
        scope.uuids += ["other.x"]
        scope.objects += ["other", "other.team"]
        scope.textLists += ["item.title", "other.parts.name", "item.team.name"]
        scope.integerLists += ["numbers", "other.parts.size", "nothing.amount", "item.middle"]
        scope.doubleLists += ["parts.cost", "item.double"]
        scope.dateLists += ["parts.made"]
        scope.partNumbers += ["cost"]
        scope.partDates += ["made"]
        scope.others = [
            (["extra", "extra.a"], ["1", "nil", "'a'", "'x'", "0.5"]), (["mood"], ["'sad'", "'ok'", "'happy'", "nil"]),
            (["day", "local", "moment", "team.founded"], instants),
        ]
        return scope
    }()
}
#endif
