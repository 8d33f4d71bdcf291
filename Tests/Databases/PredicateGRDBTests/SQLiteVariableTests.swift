#if SQLite
import GRDB
import PredicateFormat
import PredicatePlatform
import PredicateSQL
import Testing

/// Comparisons with variables, over tables whose columns hold values of any type.
@Suite struct SQLiteVariableTests {
    private static let stored = [
        "NULL", "0", "1", "7", "-3", "2.5", "9007199254740993", "9e999", "-9e999", "'a'", "'B'", "''", "'7'",
        "x'6161'",
    ]

    private static let bound: [PredicateValue] = [
        .null, .integer(0), .integer(1), .integer(7), .integer(9_007_199_254_740_993), .double(2.5), .double(1e300),
        .boolean(true), .string(""), .string("a"), .string("b"), .string("7"),
    ]

    private static let schema = RecordSchema(
        root: "Row",
        types: [
            RecordType(
                "Row",
                fields: [
                    RecordField("i", .integer.orNil), RecordField("r", .double.orNil), RecordField("t", .string.orNil),
                    RecordField("c", .string.orNil), RecordField("b", .boolean.orNil),
                    RecordField("other", .object("Row").orNil),
                ])
        ])

    private static func mapping(isGuaranteed: Bool) -> SQLMapping {
        func column(_ name: String, _ type: SQLColumnType, isPlain: Bool = true) -> SQLField {
            .column(
                SQLColumn(
                    name, type, isGuaranteed: isGuaranteed, hasPlainEquality: isPlain, hasCodePointOrder: isPlain))
        }
        return SQLMapping(
            root: "Row",
            tables: [
                "Row": SQLTable(
                    "t",
                    fields: [
                        "i": column("i", .integer), "r": column("r", .real), "t": column("t", .text),
                        "c": column("c", .text, isPlain: false), "b": column("b", .boolean),
                        "other": .toOne(SQLLink(to: "Row", on: [("other_id", "id")])),
                    ], primaryKey: ["id"])
            ])
    }

    /// The value of a field as this library reads it.
    private static func value(_ value: DatabaseValue, isBoolean: Bool) -> PredicateValue {
        switch value.storage {
        case .null: .null
        case .int64(let integer): isBoolean && (0...1).contains(integer) ? .boolean(integer == 1) : .integer(integer)
        case .double(let double): double.isFinite ? .double(double) : .null
        case .string(let text): .string(text)
        case .blob(let data): .data(data)
        }
    }

    private static func fill(_ database: Database, isStrict: Bool) throws {
        try database.execute(
            sql: """
                CREATE TABLE t (
                    id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, c TEXT COLLATE NOCASE,
                    b \(isStrict ? "INTEGER" : "BOOLEAN"), other_id INTEGER) \(isStrict ? "STRICT" : "")
                """)
        var count = 0
        for (index, value) in stored.enumerated() {
            for shift in isStrict ? [0] : [0, 3] {
                count += 1
                let other = stored[(index + shift) % stored.count]
                // A STRICT table refuses what has another type.
                for column in ["i", "r", "t", "c", "b"] {
                    try database.execute(sql: "INSERT OR IGNORE INTO t (id, other_id) VALUES (\(count), \(count - 2))")
                    let stored = column == "r" ? other : value
                    _ = try? database.execute(sql: "UPDATE t SET \(column) = \(stored) WHERE id = \(count)")
                }
            }
        }
    }

    @Test(arguments: [true, false]) func answers(isStrict: Bool) throws {
        let mapping = Self.mapping(isGuaranteed: isStrict)
        try DatabaseQueue().write { database in
            try Self.fill(database, isStrict: isStrict)
            var objects: [Int64: PredicateObject] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT * FROM t ORDER BY id") {
                var fields: [(String, PredicateValue)] = []
                for name in ["i", "r", "t", "c", "b"] {
                    fields.append((name, Self.value(row[name], isBoolean: name == "b")))
                }
                if let other: Int64 = row["other_id"], let found = objects[other] {
                    fields.append(("other", .object(found)))
                }
                objects[row["id"]] = PredicateObject(fields)
            }
            var asked = 0
            for name in ["i", "r", "t", "c", "b", "other.i", "other.t"] {
                for op in ["==", "!=", "<", "<=", ">", ">="] {
                    for text in [
                        "\(name) \(op) $x", "NOT ($x \(op) \(name))", "\(name) \(op) $x OR i == 7",
                        "\(name) BETWEEN {$x, $y}",
                    ] {
                        let template = try PredicateTemplate(text, schema: Self.schema)
                        guard let condition = template.condition(for: mapping, in: .sqlite) else {
                            Issue.record("no condition for \(text)")
                            continue
                        }
                        let names = text.contains("$y") ? ["x", "y"] : ["x"]
                        for bound in Self.bound {
                            let bindings = Dictionary(uniqueKeysWithValues: names.map { ($0, bound) })
                            guard let values = try? condition.values(bindings: bindings) else { continue }
                            let ids = try Int64.fetchAll(
                                database, sql: "SELECT id FROM t WHERE \(condition.sql) ORDER BY id",
                                arguments: StatementArguments(values.map { $0.databaseValue }))
                            let predicate = try template.binding(bindings)
                            let expected = objects.keys.sorted().filter { id in
                                objects[id].map { predicate.matches(.object($0)) } ?? false
                            }
                            #expect(ids == expected, "\(text), \(bound)\n\(condition.sql)")
                            asked += 1
                        }
                    }
                }
            }
            #expect(asked > 800)
        }
    }
}

extension SQLValue {
    /// The value as GRDB binds it.
    var databaseValue: DatabaseValue {
        switch self {
        case .integer(let integer): integer.databaseValue
        case .real(let double): double.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        case .boolean(let flag): flag.databaseValue
        default: .null
        }
    }
}
#endif
