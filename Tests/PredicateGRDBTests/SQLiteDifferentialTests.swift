#if SQLite
import Foundation
import GRDB
import PredicateFormat
import PredicatePatterns
import PredicateSQL
import PredicateSQLTesting
import Testing

/// Predicates over generated tables in SQLite and over the same rows as records: the answers must be the same.
///
/// `PREDICATE_SQL_CASES` sets the number of predicates, `PREDICATE_SQL_ROWS` that of rows, `PREDICATE_SQL_SEED` the first
/// seed.
@Suite struct SQLiteDifferentialTests {
    private static func number(_ name: String, _ standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    /// How many predicates a set of tables is asked.
    private static let perTables = 100

    @Test func strictTables() throws { try run(isStrict: true, cases: Self.number("PREDICATE_SQL_CASES", 300)) }

    @Test func tablesOfAnyValues() throws { try run(isStrict: false, cases: Self.number("PREDICATE_SQL_CASES", 300)) }

    private func run(isStrict: Bool, cases: Int) throws {
        let seed = UInt64(Self.number("PREDICATE_SQL_SEED", 1))
        var tally: [SQLPlan.Exactness: Int] = [:]
        var reasons: [String: Int] = [:]
        let rows = Self.number("PREDICATE_SQL_ROWS", 60)
        var refused = 0
        var disagreements = 0
        var done = 0
        var round: UInt64 = 0
        while done < cases, disagreements < 40 {
            let tables = GeneratedTables(
                seed: seed + round, dialect: .sqlite, count: round % 7 == 6 ? 1 : rows, isStrict: isStrict)
            let database = try Self.database(tables)
            var predicates = GeneratedPredicates(seed: seed + round)
            round += 1
            for _ in 0..<min(Self.perTables, cases - done) {
                let text = predicates.predicate()
                guard
                    let predicate = try? CheckedPredicate(
                        text, schema: tables.schema, library: .standardWithPatterns)
                else {
                    refused += 1
                    done += 1
                    continue
                }
                done += 1
                let plan = predicate.plan(for: tables.mapping, in: .sqlite)
                tally[plan.exactness, default: 0] += 1
                for remainder in plan.remainders { reasons[remainder.reason, default: 0] += 1 }
                if let difference = Self.difference(predicate, plan, tables, database) {
                    disagreements += 1
                    Issue.record("seed \(seed + round - 1): \(text)\n\(plan)\n\(difference)")
                }
                let completed = predicate.plan(for: tables.mapping, in: .sqlite, isCompleted: true)
                if completed.exactness != plan.exactness,
                    let difference = Self.difference(predicate, completed, tables, database)
                {
                    Issue.record("seed \(seed + round - 1), completed: \(text)\n\(completed)\n\(difference)")
                }
            }
        }
        let translated = max(1, done - refused)
        let exact = tally[.exact] ?? 0
        print(
            "\(isStrict ? "STRICT" : "ordinary") tables: \(done) predicates, \(refused) refused by the checker; exact \(exact)"
                + " (\(exact * 1000 / translated) ‰), superset \(tally[.superset] ?? 0), residual \(tally[.residual] ?? 0)"
        )
        if ProcessInfo.processInfo.environment["PREDICATE_SQL_REASONS"] != nil {
            for (reason, count) in reasons.sorted(by: { $0.value > $1.value }) { print("  \(count) \(reason)") }
        }
        #expect(refused * 5 < done, "the generator writes too many predicates with errors")
    }

    /// Patterns with each form of a class and of a repetition, and texts that fold.
    private static let patterns = [
        "a.*", ".*b", ".*", ".+", "a|b|abc", "[a-c]*", "[^a]*", "[A-Z][a-z]*", "a?b", "(a|ab)(c|bc)?", "[\\]a\\[]+",
        "[\\^x]?a", "[-a]b", "[a\\-z]*", "a\\*b", "a\\?b", "\\[a\\]", ".{2}", ".{1,3}", "[a-z]{2,}", "x\\x00y",
        "[^\\x00]*",
        "\\S+", "^a.*$", "(?s).*", "[é日]", "[\\uE000-\\uFFFF]", "(abc)*", "a*b*c*", "[a-z&&[^b]]+", "(?:a|A)b.*c?", "",
    ]

    private static let texts = [
        "t ==[c] u", "t <[c] u", "t >=[cd] u", "t ==[d] n", "team.name <=[d] t", "t CONTAINS[cd] u",
        "u BEGINSWITH[c] t",
        "t ENDSWITH[d] u", "NOT (t ==[cd] u)", "t IN[cd] {'E', 'ss', 'fi'}", "t <[cd] 'É'", "u >[d] 'か'",
        "u <=[c] '日本'",
        "ANY parts.name ==[cd] 'e'", "ANY tags <[cd] 'k'", "u LIKE[cd] '*e*'", "u LIKE[cd] 's?'",
        "u CONTAINS[d] '\\u0301'",
        "u CONTAINS[cd] '\\u3099'", "u ==[cd] 'a\\\\b'", "u BEGINSWITH[cd] 'x\\u0000'", "uppercase(u) == 'STRASSE'",
        "lowercase(u) == 'k'", "uppercase(t) != 'FI'", "uppercase(u) == 'ß'", "lowercase(u) == 'i\\u0307'",
    ]

    /// Every construct of a list, over tables of both kinds.
    @Test func textsAndPatterns() throws {
        for isStrict in [true, false] {
            let tables = GeneratedTables(seed: 4711, dialect: .sqlite, count: 120, isStrict: isStrict)
            let database = try Self.database(tables)
            var inexact: [String] = []
            for text in Self.patterns.flatMap({ pattern in
                let quoted = pattern.replacingOccurrences(of: "\\", with: "\\\\")
                return ["u MATCHES '\(quoted)'", "NOT (t MATCHES[c] '\(quoted)')", "ANY tags MATCHES '\(quoted)'"]
            }) + Self.texts {
                guard let predicate = try? CheckedPredicate(text, schema: tables.schema, library: .standardWithPatterns)
                else {
                    if !text.contains("MATCHES") { Issue.record("the checker refuses \(text)") }
                    continue
                }
                let plan = predicate.plan(for: tables.mapping, in: .sqlite)
                if plan.exactness != .exact { inexact.append(text) }
                if let difference = Self.difference(predicate, plan, tables, database) {
                    Issue.record("\(text)\n\(plan)\n\(difference)")
                }
            }
            if isStrict { #expect(inexact.count < 35, "\(inexact)") }
        }
    }

    /// What SQL and evaluation answer differently; nil if they agree.
    private static func difference(
        _ predicate: CheckedPredicate, _ plan: SQLPlan, _ tables: GeneratedTables, _ database: DatabaseQueue
    ) -> String? {
        let matching = tables.records.indices.filter { predicate.matches(tables.records[$0]) }.map { $0 + 1 }
        let found: [Int]
        do {
            let statement = plan.select(columns: ["id"])
            let values = try statement.values()
            found = try database.read { database in
                try Int.fetchAll(
                    database, sql: statement.sql, arguments: StatementArguments(values.map(Self.databaseValue)))
            }
        } catch {
            return "error: \(error)"
        }
        if plan.exactness == .exact {
            return found == matching ? nil : "SQL \(found), evaluation \(matching)"
        }
        guard let residual = plan.residual else { return "no residual predicate" }
        let kept = found.filter { residual.matches(tables.records[$0 - 1]) }
        return kept == matching ? nil : "SQL \(found), with the residual \(kept), evaluation \(matching)"
    }

    private static func databaseValue(_ value: SQLValue) -> DatabaseValue {
        switch value {
        case .integer(let integer): integer.databaseValue
        case .real(let double): double.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        case .boolean(let flag): flag.databaseValue
        default: .null
        }
    }

    private static func database(_ tables: GeneratedTables) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            for definition in tables.definitions { try database.execute(sql: definition) }
            for table in tables.tables {
                for row in table.rows {
                    // A text with the code point 0 is bound as bytes.
                    var places: [String] = []
                    var values: [DatabaseValue] = []
                    for value in row {
                        if case .text(let text) = value, text.utf8.contains(0) {
                            places.append("CAST(? AS TEXT)")
                            values.append(Data(text.utf8).databaseValue)
                        } else {
                            places.append("?")
                            values.append(databaseValue(value))
                        }
                    }
                    try database.execute(
                        sql: "INSERT INTO \"\(table.name)\" VALUES (\(places.joined(separator: ", ")))",
                        arguments: StatementArguments(values))
                }
            }
        }
        return queue
    }
}
#endif
