#if SQLite
import GRDB
import PredicateFormat
import PredicateSQL
import PredicateSQLTesting
import Testing

/// Deep and long conditions: SQLite reads each one that a plan sends.
@Suite struct SQLiteLimitTests {
    /// Predicates that nest a construct.
    private static let nested: [@Sendable (Int) -> String] = [
        { levels in
            (0..<levels).reduce("i > 3") { $1 % 2 == 0 ? "(j > \($1) AND (\($0)))" : "(j < \($1) OR (\($0)))" }
        },
        { levels in (0..<levels).reduce("i > 3") { "NOT (j > \($1) AND \($0))" } },
        { levels in (0..<levels).reduce("i") { "(\($0) + \($1))" } + " > 3" },
        { levels in (0..<levels).reduce("i") { inner, _ in "abs(\(inner))" } + " > 3" },
        { levels in (0..<levels).reduce("t") { "stringByAppendingString:(\($0), '\($1)')" } + " == 'x'" },
        { levels in (0..<levels).reduce("i > 3") { "SUBQUERY(parts, $v\($1), \($0)).@count > 0" } },
        { levels in (0..<levels).reduce("i > 3") { "SUBQUERY(parts, $v\($1), \($0)).@count > \(2 + $1)" } },
        { levels in (0..<levels).reduce("i") { "TERNARY(j > \($1), \($0), \($1))" } + " > 3" },
        { levels in "t CONTAINS[c] '" + String("skifjhtwy".prefix(levels % 10)) + "x'" },
        { levels in (0..<levels).map { "t CONTAINS[c] 's\($0)'" }.joined(separator: " OR ") },
        { levels in (0..<(levels * 100)).map { "i == \($0)" }.joined(separator: " OR ") },
    ]

    @Test(arguments: nested.indices) func conditions(_ index: Int) throws {
        let tables = GeneratedTables(seed: 1, dialect: .sqlite, count: 1)
        let queue = try DatabaseQueue()
        try queue.write { database in
            for definition in tables.definitions { try database.execute(sql: definition) }
            var pushed = 0
            for levels in [1, 2, 3, 5, 8, 13, 20, 30] {
                guard let predicate = try? CheckedPredicate(Self.nested[index](levels), schema: tables.schema) else {
                    continue
                }
                let plan = predicate.plan(for: tables.mapping, in: .sqlite)
                if plan.exactness == .exact { pushed += 1 }
                // Preparing a statement reads it.
                _ = try database.makeStatement(sql: plan.select(columns: ["id"]).sql)
            }
            #expect(pushed > 1)
        }
    }
}
#endif
