#if PostgreSQL
import PredicatePostgreSQL
import PredicateSQL
import Testing

/// Tables as the server's catalogue describes them.
@Suite(.enabled(if: Server.isRunning, Server.reason))
struct CatalogueTests {
    @Test func columnsHaveTheirTypes() throws {
        try Server.withSchema { connection, schema in
            try connection.execute(
                """
                CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
                CREATE DOMAIN positive AS int4 CHECK (VALUE > 0);
                CREATE DOMAIN small_positive AS positive;
                CREATE TYPE pair AS (a int, b int);
                CREATE COLLATION ignoring (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
                CREATE TABLE t (
                    id int8 PRIMARY KEY, a int2, b real NOT NULL, c numeric(12,2), d varchar(10), e char(4), f citext,
                    g uuid, h date, i timestamp, j timestamptz, k bytea, l json, m jsonb, n mood, o small_positive,
                    p mood[], q text[], r interval, s inet, t pair, u name, v text COLLATE "C", w text COLLATE ignoring,
                    x int4range, y bool, gone text, z time, aa positive[], bb inet[], "CC" money);
                ALTER TABLE t DROP COLUMN gone;
                COMMENT ON TABLE t IS 'a table';
                COMMENT ON COLUMN t.a IS 'small';
                """)
            let relation = try PostgreSQLCatalogue(of: "t", on: connection).root
            #expect(relation.schema == schema)
            #expect(relation.displayName == "t")
            #expect(relation.primaryKey == ["id"])
            #expect(relation.documentation == "a table")
            #expect(relation.columns[1].documentation == "small")
            #expect(relation.columns.filter(\.isRequired).map(\.name) == ["id", "b"])
            #expect(relation.columns.filter { !$0.comparesBytes }.map(\.name) == ["w"])
            #expect(relation.columns.filter(\.ordersByCodePoints).map(\.name) == ["u", "v"])
            let mood = PostgreSQLType.enumeration(["sad", "ok", "happy"])
            let types: [(String, PostgreSQLType)] = [
                ("id", .bigInteger), ("a", .smallInteger), ("b", .real), ("c", .numeric), ("d", .text),
                ("e", .paddedText), ("f", .caselessText), ("g", .uuid), ("h", .date), ("i", .timestamp),
                ("j", .timestampWithZone), ("k", .bytes), ("l", .json), ("m", .binaryJSON), ("n", mood),
                ("o", .integer), ("p", .array(mood)), ("q", .array(.text)), ("r", .other("interval")),
                ("s", .other("inet")), ("t", .other("pair")), ("u", .text), ("v", .text), ("w", .text),
                ("x", .other("int4range")), ("y", .boolean), ("z", .other("time")), ("aa", .array(.integer)),
                ("bb", .other("_inet")), ("CC", .other("money")),
            ]
            #expect(relation.columns.map(\.name) == types.map(\.0))
            for (column, type) in zip(relation.columns, types) { #expect(column.type == type.1, "\(column.name)") }
            // All of them can be read.
            try connection.execute(
                """
                INSERT INTO t VALUES (1, 2, 0.5, 1.50, 'x', 'y', 'Z', gen_random_uuid(), '2001-01-01', '2001-01-01',
                    '2001-01-01 00:00Z', '\\x00', '[1]', '{"a":1}', 'ok', 3, '{ok,sad}', '{a,b}', '1 day', '::1', '(1,2)',
                    'n', 'v', 'w', '[1,5)', true, '12:00', '{1,2}', '{::1}', 5)
                """)
            try connection.transaction(readsOneSnapshot: true) {
                let list = relation.columns.map { $0.selected(from: "t") }.joined(separator: ", ")
                let cursor = try PostgreSQLCursor(
                    "SELECT \(list) FROM t", [], columns: relation.columns, table: "t", on: connection)
                let row = try #require(try cursor.next())
                let values = Dictionary(uniqueKeysWithValues: zip(relation.columns.map(\.name), row))
                #expect(values["n"] == "ok")
                #expect(values["o"] == 3)
                #expect(values["p"] == ["ok", "sad"])
                #expect(values["r"] == "P1D")
                #expect(values["s"] == "::1/128")
                #expect(values["t"] == "(1,2)")
                #expect(values["x"] == "[1,5)")
                #expect(values["z"] == "12:00:00")
                #expect(values["aa"] == [1, 2])
                #expect(values["bb"] == "{::1}")
                #expect(try cursor.next() == nil)
            }
        }
    }

    @Test func checksThatListCases() throws {
        try Server.withSchema { connection, _ in
            try connection.execute(
                """
                CREATE TABLE t (
                    a text CHECK (a IN ('lost', 'it''s "found"', '')), b varchar(9) CHECK (b IN ('x', 'y')),
                    c text CHECK (c NOT IN ('x')), d text CHECK (d IN ('x') OR d IS NULL), e int CHECK (e IN (1, 2)),
                    f text CHECK (NOT (f IN ('x', 'y'))), g text CHECK (g = 'x'), h char(3) CHECK (h IN ('abc', 'd')),
                    i text CHECK (lower(i) IN ('x', 'y')));
                ALTER TABLE t ADD CHECK (a IN ('x', 'y')) NOT VALID;
                """)
            let columns = try PostgreSQLCatalogue(of: "t", on: connection).root.columns
            let cases = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.cases) })
            #expect(cases["a"] == ["lost", "it's \"found\"", ""])
            #expect(cases["b"] == ["x", "y"])
            #expect(cases["h"] == ["abc", "d"])
            for name in ["c", "d", "e", "f", "i"] { #expect(cases[name] == .some(nil), "\(name)") }
        }
    }

    @Test func missingTablesAreSuggested() throws {
        try Server.withSchema { connection, schema in
            let database = connection.database
            try connection.execute("CREATE TABLE player (id int); CREATE TABLE \"Odd \"\" name\" (id int)")
            try connection.execute("CREATE VIEW seen AS SELECT 1 AS n; CREATE MATERIALIZED VIEW kept AS SELECT 1 AS n")
            for name in ["player", "\(schema).player", "Odd \" name", "seen", "kept", "pg_catalog.pg_class"] {
                #expect(
                    try PostgreSQLCatalogue(of: name, on: connection).root.name
                        == name.split(separator: ".").last.map(String.init))
            }
            let missing = failure { try PostgreSQLCatalogue(of: "Player", on: connection) }
            #expect(missing?.kind == .missingTable)
            #expect(missing?.message == "no table `Player` in the database `\(database)`; did you mean `player`?")
            for name in ["'; DROP TABLE player; --", "%s", "$1", "player\\", String(repeating: "x", count: 64), ""] {
                #expect(failure { try PostgreSQLCatalogue(of: name, on: connection) }?.kind == .missingTable)
            }
            #expect(failure { try PostgreSQLCatalogue(of: "a\0b", on: connection) }?.kind == .usage)
            let long = String(repeating: "é", count: 31)
            try connection.execute("CREATE TABLE \(long.quotedSQLName) (id int)")
            #expect(try PostgreSQLCatalogue(of: long, on: connection).root.name == long)
            #expect(try connection.tableNames().contains("player"))
        }
    }
}
#endif
