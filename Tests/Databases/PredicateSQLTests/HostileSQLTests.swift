import PredicateFormat
import PredicateSQL
import Testing

/// Input that tries to break statements: it becomes a parameter, a quoted name, or is left to evaluation.
@Suite struct HostileSQLTests {
    static let texts = [
        "'; DROP TABLE player;--", "\"", "'", "''", "\\", "\\'", "%s", "$1", "?", ":name", "a\0b", "\0", "--", "/*",
        "\u{202E}", String(repeating: "x", count: 100_000),
    ]

    @Test(arguments: texts.indices, SQLDialect.allCases) func constants(_ index: Int, _ dialect: SQLDialect) throws {
        let text = Self.texts[index]
        for operation in ["==", "!=", "<", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "==[c]", "CONTAINS[cd]"] {
            // The checker refuses long patterns.
            if operation == "LIKE", text.utf8.count > 10_000 { continue }
            let predicate = try CheckedPredicate(
                PredicateFormatString(parsing: "name \(operation) %@"), schema: Players.schema,
                arguments: [.string(text)])
            let plan = predicate.plan(for: Players.mapping(dialect: dialect), in: dialect)
            // A statement ends at the code point 0, and a text never stands in one.
            #expect(!plan.inline.utf8.contains(0))
            #expect(!plan.condition.sql.contains("DROP"))
            #expect(plan.condition.sql.utf8.count < 2000)
            #expect(!plan.condition.sql.contains("--"))
            let values = try plan.condition.values()
            #expect(values.count == plan.condition.parameters.count)
            for value in values {
                // Texts of DuckDB may hold the code point 0.
                if dialect != .duckdb, dialect != .spark, case .text(let text) = value {
                    #expect(!text.utf8.contains(0))
                }
            }
        }
    }

    @Test(arguments: ["pl\"ayer", "'; DROP TABLE x;--", "a.b", "?", "$1", "%s", "\\", "日本", "select"])
    func names(_ name: String) throws {
        let mapping = SQLMapping(
            root: "P", tables: ["P": SQLTable(name, fields: ["x": .column(SQLColumn(name, .integer))])])
        let plan = try CheckedPredicate("x > 1").plan(for: mapping, in: .sqlite)
        let quoted =
            "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        #expect(plan.condition.sql == "\(quoted).\(quoted) > ?")
    }

    @Test func namesThatSQLCannotWrite() throws {
        for name in ["", "a\0b"] {
            let fields: [String: SQLField] = [
                "x": .column(SQLColumn("x", .integer)), "y": .column(SQLColumn(name, .integer)),
            ]
            let table = SQLMapping(root: "P", tables: ["P": SQLTable(name, fields: fields)])
            #expect(try CheckedPredicate("x > 1").plan(for: table, in: .sqlite).exactness == .residual)
            let column = SQLMapping(root: "P", tables: ["P": SQLTable("p", fields: fields)])
            #expect(try CheckedPredicate("y > 1").plan(for: column, in: .sqlite).exactness == .residual)
        }
    }

    @Test(arguments: SQLDialect.allCases) func longLists(_ dialect: SQLDialect) throws {
        let numbers = PredicateValue.list((0..<100_000).map { .integer(Int64($0)) })
        let predicate = try CheckedPredicate("score IN %@", schema: Players.schema, arguments: [numbers])
        let plan = predicate.plan(for: Players.mapping(dialect: dialect), in: dialect)
        // Spark takes no list as a parameter that it searches quickly.
        #expect(plan.exactness == (dialect == .spark ? .residual : .exact))
        #expect(plan.condition.parameters.count == (dialect == .spark ? 0 : 1))
        let doubles = PredicateValue.list((0..<100_000).map { .double(Double($0) + 0.5) })
        let real = try CheckedPredicate("rating IN %@", schema: Players.schema, arguments: [doubles])
            .plan(for: Players.mapping(dialect: dialect), in: dialect)
        #expect(real.condition.parameters.count <= 32_766)
    }

    /// A deep predicate is planned in linear time, and what a parser of SQL cannot read is left to evaluation.
    @Test(arguments: SQLDialect.allCases) func depth(_ dialect: SQLDialect) throws {
        let mapping = Players.mapping(dialect: dialect)
        func plan(_ text: String) throws -> SQLPlan {
            try CheckedPredicate(text, schema: Players.schema).plan(for: mapping, in: dialect)
        }
        let nots = String(repeating: "NOT (", count: 150) + "age > 3" + String(repeating: ")", count: 150)
        #expect(try plan(nots).exactness == .exact)
        let sums = String(repeating: "(score + ", count: 100) + "1" + String(repeating: ")", count: 100) + " > 3"
        #expect(try plan(sums).exactness == .residual)
        var nested = "age > 3"
        for level in 0..<60 {
            nested = level % 2 == 0 ? "(score > \(level) AND \(nested))" : "(score < \(level) OR NOT \(nested))"
        }
        #expect(try plan(nested).condition.sql.utf8.count < 20_000)
        var inner = "score > 3"
        for level in 0..<12 { inner = "SUBQUERY(games, $m\(level), \(inner)).@count > 0" }
        #expect(try plan(inner).condition.sql.utf8.count < 20_000)
        let path = String(repeating: "rival.", count: 1)
        #expect(try plan("ANY games.\(path)name == 'x'").exactness == .exact)
    }

    @Test func chains() throws {
        let long = (0..<5000).map { "score == \($0)" }.joined(separator: " OR ")
        let plan = try CheckedPredicate(long, schema: Players.schema).plan(for: Players.mapping(), in: .sqlite)
        #expect(plan.exactness == .exact)
        #expect(plan.condition.parameters.count == 5000)
    }

    @Test func variables() throws {
        let template = try PredicateTemplate("score > $limit AND name == $name", schema: Players.schema)
        let condition = try #require(template.condition(for: Players.mapping(), in: .sqlite))
        #expect(try condition.values(bindings: ["limit": 5, "name": "x"]) == [.integer(5), .text("x")])
        #expect(try condition.values(bindings: ["limit": 2.5, "name": nil]) == [.real(2.5), .null])
        #expect(throws: SQLBindingError.self) {
            try condition.values(bindings: ["limit": 5, "name": 7])
        }
    }
}
