#if SQLite
import Foundation
import GRDB
import PredicateFormat
import PredicatePatterns
import PredicateSQL
import PredicateSQLTesting
import Testing

/// Predicates over generated tables in SQLite and over the same rows as records: SQL, evaluation and columns take the same.
///
/// `PREDICATE_SQL_CASES` sets the number of predicates, `PREDICATE_SQL_ROWS` that of rows, `PREDICATE_SQL_SEED` the first
/// seed.
@Suite struct SQLiteDifferentialTests {
    private static func number(_ name: String, _ standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    /// How many predicates a set of tables is asked.
    private static let perTables = 100

    /// The least share of predicates that SQLite decides alone, in percent: of those in the language of NSPredicate, and
    /// of all, which also call each function that this project adds.
    private static let leastExact = (standard: 70, all: 70)

    @Test func strictTables() throws {
        let tally = try run(isStrict: true, cases: Self.number("PREDICATE_SQL_CASES", 300))
        #expect(tally.exactStandard * 100 >= tally.standard * Self.leastExact.standard, "too few predicates are exact")
        #expect(tally.exact * 100 >= tally.translated * Self.leastExact.all, "too few predicates are exact")
    }

    @Test func tablesOfAnyValues() throws { try run(isStrict: false, cases: Self.number("PREDICATE_SQL_CASES", 300)) }

    @Test(arguments: GeneratedTables.Emptiness.empty)
    func emptyTables(_ emptiness: GeneratedTables.Emptiness) throws {
        let cases = max(60, Self.number("PREDICATE_SQL_CASES", 0) / 10)
        for isStrict in [true, false] { try run(isStrict: isStrict, cases: cases, emptiness) }
    }

    /// How many predicates were asked, and how far SQL decides them.
    private struct Tally {
        var done = 0
        var refused = 0
        var disagreements = 0
        var exactness: [SQLPlan.Exactness: Int] = [:]
        var reasons: [String: Int] = [:]
        /// Those without functions that this project adds, and how many of them SQL decides.
        var standard = 0
        var exactStandard = 0

        var translated: Int { done - refused }
        var exact: Int { exactness[.exact] ?? 0 }
    }

    @discardableResult
    private func run(isStrict: Bool, cases: Int, _ emptiness: GeneratedTables.Emptiness = .none) throws -> Tally {
        let seed = UInt64(Self.number("PREDICATE_SQL_SEED", 1))
        let rows = Self.number("PREDICATE_SQL_ROWS", 60)
        var tally = Tally()
        var round: UInt64 = 0
        while tally.done < cases, tally.disagreements < 40 {
            let tables = GeneratedTables(
                seed: seed + round, dialect: .sqlite, count: round % 7 == 6 ? 1 : rows, isStrict: isStrict,
                emptiness: emptiness)
            let asked = try Asked(tables)
            var predicates = GeneratedPredicates(seed: seed + round)
            for _ in 0..<min(Self.perTables, cases - tally.done) {
                ask(predicates.predicate(), asked, seed + round, &tally)
            }
            round += 1
        }
        let name = isStrict ? "STRICT" : "ordinary"
        print(
            "\(name) tables\(emptiness == .none ? "" : ", empty: \(emptiness)"): \(tally.done) predicates,"
                + " \(tally.refused) refused by the checker; exact \(tally.exact)"
                + " (\(tally.exact * 1000 / max(1, tally.translated)) ‰), superset \(tally.exactness[.superset] ?? 0),"
                + " residual \(tally.exactness[.residual] ?? 0); \(tally.exactStandard) of \(tally.standard) exact in the"
                + " language of NSPredicate (\(tally.exactStandard * 1000 / max(1, tally.standard)) ‰)")
        if ProcessInfo.processInfo.environment["PREDICATE_SQL_REASONS"] != nil {
            for (reason, count) in tally.reasons.sorted(by: { $0.value > $1.value }) { print("  \(count) \(reason)") }
        }
        #expect(tally.refused * 5 < tally.done, "the generator writes too many predicates with errors")
        return tally
    }

    private func ask(_ text: String, _ asked: Asked, _ seed: UInt64, _ tally: inout Tally) {
        tally.done += 1
        guard
            let predicate = try? CheckedPredicate(text, schema: asked.tables.schema, library: .standardWithPatterns)
        else {
            tally.refused += 1
            return
        }
        let plan = predicate.plan(for: asked.tables.mapping, in: .sqlite)
        tally.exactness[plan.exactness, default: 0] += 1
        // The names of the functions of NSExpression are selectors.
        if predicate.uses.functions.allSatisfy({ $0.contains(":") }) {
            tally.standard += 1
            if plan.exactness == .exact { tally.exactStandard += 1 }
        }
        for remainder in plan.remainders { tally.reasons[remainder.reason, default: 0] += 1 }
        if let difference = asked.difference(predicate, [plan]) {
            tally.disagreements += 1
            Issue.record("seed \(seed): \(text)\n\(difference)")
        }
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
        // These texts begin with a mark.
        "u <[cd] substring(t, 1, 1)", "substring(t, 1) ==[d] ''", "NOT (substring(u, 1, 1) >[cd] 'z')",
    ]

    /// Every construct of a list, over tables of both kinds.
    @Test func textsAndPatterns() throws {
        for isStrict in [true, false] {
            let tables = GeneratedTables(seed: 4711, dialect: .sqlite, count: 120, isStrict: isStrict)
            let asked = try Asked(tables)
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
                if let difference = asked.difference(predicate, [plan]) {
                    Issue.record("\(text)\n\(difference)")
                }
            }
            // Patterns are left to the program, other tests of texts are not.
            let others = inexact.filter { !$0.contains("MATCHES") }
            if isStrict { #expect(others.count < 35, "\(others)") }
        }
    }
}

/// Generated tables in a database, and their rows as records.
private struct Asked {
    let tables: GeneratedTables
    private let database: DatabaseQueue
    private let routes: EvaluationRoutes

    init(_ tables: GeneratedTables) throws {
        self.tables = tables
        database = try Self.database(tables)
        routes = try EvaluationRoutes(tables.records, schema: tables.schema, isFaithful: tables.isStrict)
    }

    /// What the routes answer differently, with the plan; nil if they agree.
    func difference(_ predicate: CheckedPredicate, _ plans: [SQLPlan]) -> String? {
        do {
            let matching = try routes.matches(predicate).map { $0 + 1 }
            for plan in plans {
                if let difference = try difference(plan, matching) { return "\(plan)\n\(difference)" }
            }
            return nil
        } catch {
            return "\(plans)\nerror: \(error)"
        }
    }

    private func difference(_ plan: SQLPlan, _ matching: [Int]) throws -> String? {
        let statement = plan.select(columns: ["id"])
        let values = try statement.values()
        let found = try database.read { database in
            try Int.fetchAll(
                database, sql: statement.sql, arguments: StatementArguments(values.map(Self.databaseValue)))
        }
        var kept = found
        if plan.exactness != .exact {
            guard let residual = plan.residual else { return "no residual predicate" }
            kept = found.filter { residual.matches(tables.records[$0 - 1]) }
        }
        guard kept != matching else { return nil }
        let wrong = Set(kept).symmetricDifference(matching).sorted()
        return
            "rows that differ: \(wrong.prefix(10)), the first is \(wrong.first.map { tables.records[$0 - 1] } ?? .null)"
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
