#if PostgreSQL
import PredicateCore
import PredicatePlatform
import PredicatePostgreSQL
import PredicateSQL
import Testing

/// Tables as sources of records: schema, mapping, rows with their links.
@Suite(.enabled(if: Server.isRunning, Server.reason))
struct TableTests {
    static let teams = """
        CREATE TABLE country (code char(2) PRIMARY KEY, name text NOT NULL);
        CREATE TABLE team (
            id int4 PRIMARY KEY, name text, country_code char(2) REFERENCES country, founded date);
        CREATE TABLE player (
            id int8 PRIMARY KEY, name text NOT NULL, score float8, team_id int4 REFERENCES team,
            mentor_id int8 REFERENCES player, tags text[], extra jsonb);
        CREATE TABLE result (
            player_id int8 REFERENCES player, round int4, points numeric(6,2), PRIMARY KEY (player_id, round));
        CREATE TABLE remark (player_id int8, round int4, body text, FOREIGN KEY (player_id, round) REFERENCES result);
        INSERT INTO country VALUES ('pt', 'Portugal'), ('se', 'Sverige');
        INSERT INTO team VALUES (1, 'red', 'pt', '2001-01-01'), (2, 'blue', NULL, NULL), (3, NULL, 'se', 'infinity');
        INSERT INTO player VALUES
            (1, 'Ada', 12.5, 1, NULL, '{a,b}', '{"level": 3}'), (2, 'Bob', 'NaN', 2, 1, '{}', NULL),
            (3, 'Cy', NULL, 3, 2, NULL, 'null'), (4, 'Di', 8, NULL, 3, '{c,NULL}', '[1, 2.0]');
        INSERT INTO result VALUES (1, 1, 3), (1, 2, 4.5), (2, 1, NULL);
        INSERT INTO remark VALUES (1, 2, 'good'), (1, 2, 'fair'), (2, 1, NULL), (NULL, 1, 'lost');
        """

    @Test func foreignKeysAreFields() throws {
        try Server.withSchema { connection, _ in
            try connection.execute(Self.teams)
            let table = try connection.table("player")
            let player = try #require(table.schema.types["player"])
            #expect(
                player.fields.map(\.name) == [
                    "id", "name", "score", "team_id", "mentor_id", "tags", "extra", "team", "mentor", "player",
                    "result",
                ])
            #expect(player.field(named: "id")?.type == .integer)
            #expect(player.field(named: "score")?.type == .optional(.double))
            #expect(player.field(named: "tags")?.type == .optional(.list(.optional(.string))))
            #expect(player.field(named: "extra")?.type == .any)
            #expect(player.field(named: "team")?.type == .optional(.object("team")))
            #expect(player.field(named: "mentor")?.type == .optional(.object("player")))
            #expect(player.field(named: "player")?.type == .list(.object("player")))
            #expect(table.schema.types["result"]?.field(named: "remark")?.type == .list(.object("remark")))
            #expect(table.orderRemark == nil)
            #expect(
                try connection.table("remark").orderRemark
                    == "the rows of `remark` have no defined order, because it has no primary key")
            try connection.execute("CREATE VIEW seen AS SELECT name FROM player")
            #expect(
                try connection.table("seen").orderRemark == "the rows of the view `seen` have no defined order")
        }
    }

    struct Question: Sendable {
        var predicate: String
        var ids: [PredicateValue]
        init(_ predicate: String, _ ids: [PredicateValue]) {
            self.predicate = predicate
            self.ids = ids
        }
    }

    static let questions = [
        Question("TRUEPREDICATE", [1, 2, 3, 4]),
        Question("score > 8", [1]),
        Question("NOT (score > 8)", [2, 3, 4]),
        Question("score == nil", [2, 3]),
        Question("team.name == 'red'", [1]),
        Question("team.name == nil", [3, 4]),
        Question("team.country.name BEGINSWITH 'P'", [1]),
        Question("mentor.mentor.team.name == 'red'", [3]),
        Question("team.founded >= '2001-01-01'", [1]),
        Question("team.founded == nil", [2, 3, 4]),
        Question("ANY result.points > 4", [1]),
        Question("result.@count == 0", [3, 4]),
        Question("ANY result.remark.body == 'fair'", [1]),
        Question("SUBQUERY(result, $r, ANY $r.remark.body == nil).@count > 0", [2]),
        Question("ANY player.name == 'Bob'", [1]),
        Question("ANY tags == 'c'", [4]),
        Question("ALL tags == 'c'", [2, 3]),
        Question("extra.level == 3", [1]),
        Question("extra == nil", [2, 3]),
        Question("team.country.code == 'se'", [3]),
        Question("NONE mentor.result.points == 3", [1, 3, 4]),
        Question("name CONTAINS[c] 'D' AND team_id == nil", [4]),
    ]

    /// With the plan and without it the same records match.
    @Test func questionsAreAnswered() throws {
        try Server.withSchema { connection, _ in
            try connection.execute(Self.teams)
            let table = try connection.table("player")
            for question in Self.questions {
                let predicate = try CheckedPredicate(question.predicate, schema: table.schema)
                let found = try table.records(matching: predicate, on: connection).map { $0.value(forKey: "id") }
                #expect(
                    found == question.ids,
                    "\(question.predicate): \(predicate.plan(for: table.mapping, in: .postgresql))")
                // All rows, and the predicate evaluated here.
                var plain: [PredicateValue] = []
                var fields = SQLFieldTree.allColumns
                fields.add(predicate.tree.uses.fields)
                try table.reading(fields, on: connection) {
                    let rows = try table.rows(of: nil, fields: fields, on: connection)
                    while let row = try rows.next() {
                        if predicate.matches(row.object) { plain.append(row.object.value(forKey: "id")) }
                    }
                }
                #expect(plain == question.ids, "\(question.predicate), evaluated here")
            }
        }
    }

    /// More rows than a batch, and links over several batches.
    @Test func batchesOfRowsAndLinks() throws {
        try Server.withSchema { connection, _ in
            try connection.execute(
                """
                CREATE TABLE parent (id int4 PRIMARY KEY);
                CREATE TABLE child (id int4 PRIMARY KEY, parent_id int4 REFERENCES parent);
                INSERT INTO parent SELECT n FROM generate_series(1, 3000) AS n;
                INSERT INTO child SELECT n, n % 3000 + 1 FROM generate_series(1, 9000) AS n;
                """)
            let table = try connection.table("parent")
            let predicate = try CheckedPredicate("ANY child.id == 4500 OR child.@max.id == 9000", schema: table.schema)
            let fields = SQLFieldTree(predicate.tree.uses.fields + [FieldPath([.key("id")])])
            var count = 0
            var found: [PredicateValue] = []
            try table.reading(fields, on: connection) {
                let rows = try table.rows(of: nil, fields: fields, on: connection)
                while let row = try rows.next() {
                    count += 1
                    if predicate.matches(row.object) { found.append(row.object.value(forKey: "id")) }
                }
            }
            #expect(count == 3000)
            #expect(found == [1, 1501])
            #expect(try table.count(of: nil, on: connection) == 3000)
        }
    }

    @Test func changesBetweenCatalogueAndQuery() throws {
        try Server.withSchema { connection, schema in
            try connection.execute("CREATE TABLE t (id int4 PRIMARY KEY, n int4); INSERT INTO t VALUES (1, 2)")
            let table = try connection.table("t")
            let predicate = try CheckedPredicate("n > 1", schema: table.schema)
            let other = try Server.connection()
            #expect(try table.records(matching: predicate, on: connection).count == 1)
            // A table that is written anew between catalogue and query is not empty.
            try other.execute("ALTER TABLE \(schema).t ADD COLUMN x float8 DEFAULT random()")
            #expect(try table.records(matching: predicate, on: connection).count == 1)
            try other.execute("ALTER TABLE \(schema).t ALTER COLUMN id TYPE int8")
            let changed = failure { try table.records(matching: predicate, on: connection) }
            #expect(changed?.kind == .changed)
            #expect(changed?.message == "the type of column `id` of `t` changed while it was read; try again")
            try other.execute("ALTER TABLE \(schema).t DROP COLUMN n")
            #expect(failure { try table.records(matching: predicate, on: connection) }?.kind == .changed)
            try other.execute("DROP TABLE \(schema).t")
            #expect(failure { try table.records(matching: predicate, on: connection) }?.kind == .missingTable)
        }
    }

    @Test func missingPermission() throws {
        try Server.withSchema { connection, schema in
            try connection.execute("CREATE TABLE t (id int4 PRIMARY KEY); GRANT USAGE ON SCHEMA \(schema) TO reader")
            let reader = try PostgreSQLConnection("user=reader")
            let table = try reader.table("\(schema).t")
            let predicate = try CheckedPredicate("id > 1", schema: table.schema)
            let error = failure { try table.records(matching: predicate, on: reader) }
            #expect(error?.kind == .permission)
            #expect(error?.message == "the server does not permit it: permission denied for table t")
        }
    }

    /// The server ends the connection while rows are read.
    @Test func connectionsThatEndInTheMiddle() throws {
        try Server.withSchema { connection, _ in
            try connection.execute(
                "CREATE TABLE t (id int4 PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 5000)")
            let process = try connection.run("SELECT pg_backend_pid()::text").text(0, 0) ?? ""
            let table = try connection.table("t")
            var count = 0
            let error = failure {
                try table.reading(on: connection) {
                    let rows = try table.rows(of: nil, fields: .allColumns, on: connection)
                    while try rows.next() != nil {
                        count += 1
                        if count == 100 {
                            try Server.connection().run(
                                "SELECT pg_terminate_backend($1::text::int)", [.string(process)])
                        }
                    }
                }
            }
            #expect(count >= 100 && count < 5000)
            #expect(error?.kind == .connectionLost)
            #expect(error?.message.hasPrefix("the connection to the PostgreSQL server was lost") == true)
        }
    }

    @Test func namesAreQuoted() throws {
        try Server.withSchema { connection, _ in
            let names = [
                "a\"b", "'; DROP TABLE x; --", "%s", "$1", "é日本", String(repeating: "n", count: 63), "\\", "select",
                "A.b",
            ]
            for name in names {
                let quoted = name.quotedSQLName
                try connection.execute(
                    "CREATE TABLE \(quoted) (\(quoted) int4 PRIMARY KEY, other int4); INSERT INTO \(quoted) VALUES (7, 1)"
                )
                let table = try connection.table(name)
                let component =
                    "SELF.\""
                    + name.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\").split(
                        separator: "\"", omittingEmptySubsequences: false
                    ).joined(separator: "\\\"") + "\""
                let predicate = try CheckedPredicate(
                    PredicateFormatString(parsing: "\(component) == 7"), schema: table.schema)
                #expect(try table.records(matching: predicate, on: connection).count == 1, "\(name)")
            }
        }
    }

    @Test func partitionedTablesAndViews() throws {
        try Server.withSchema { connection, _ in
            try connection.execute(
                """
                CREATE TABLE owner (id int4 PRIMARY KEY);
                CREATE TABLE event (id int4, day date, owner_id int4 REFERENCES owner, PRIMARY KEY (id, day))
                    PARTITION BY RANGE (day);
                CREATE TABLE event_2024 PARTITION OF event FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
                CREATE TABLE event_2025 PARTITION OF event FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
                INSERT INTO owner VALUES (1);
                INSERT INTO event VALUES (1, '2024-05-01', 1), (2, '2025-05-01', 1), (3, '2025-06-01', NULL);
                CREATE MATERIALIZED VIEW kept AS SELECT id FROM event;
                CREATE VIEW seen AS SELECT * FROM event;
                """)
            let owner = try connection.table("owner")
            #expect(owner.schema.types["owner"]?.fields.map(\.name) == ["id", "event"])
            let busy = try CheckedPredicate("event.@count == 2", schema: owner.schema)
            #expect(try owner.records(matching: busy, on: connection).count == 1)
            for (name, count) in [("event", 3), ("event_2025", 2), ("kept", 3), ("seen", 3)] {
                let table = try connection.table(name)
                let all = try CheckedPredicate("id > 0", schema: table.schema)
                #expect(try table.records(matching: all, on: connection).count == count, "\(name)")
            }
            let partition = try connection.table("event_2025")
            #expect(partition.schema.types["event_2025"]?.field(named: "owner") != nil)
        }
    }

    @Test func explanationsAreTheServers() throws {
        try Server.withSchema { connection, _ in
            try connection.execute("CREATE TABLE t (id int4 PRIMARY KEY, n int4)")
            let table = try connection.table("t")
            let plan = try CheckedPredicate("id == 5", schema: table.schema).plan(for: table.mapping, in: .postgresql)
            let lines = try table.explanation(of: plan.select(), on: connection)
            #expect(lines.first?.contains("Index") == true)
        }
    }
}
#endif
