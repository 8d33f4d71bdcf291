#if SQLite || PostgreSQL
import PredicateFormat
import PredicatePlatform
import PredicateSQL

/// What a database is asked for a predicate, and what is evaluated here.
struct PlanText {
    /// Lines for people, with a line feed at the end.
    let text: String

    /// The plan of a predicate over a table; nil if predicates over it are not translated.
    init?(_ predicate: CheckedPredicate, _ table: any DatabaseTable) throws {
        guard let mapping = table.mapping else { return nil }
        let plan = predicate.plan(for: mapping, in: table.dialect, isCompleted: true)
        var lines = Self.lines(plan, table.name, askedOf: "the database", rest: "Evaluated here")
        if predicate.variables.isEmpty {
            let steps = try table.steps(of: TableCondition(plan, now: Date()))
            if !steps.isEmpty {
                lines.append("Steps of the database:")
                lines += steps.map { "  " + $0 }
            }
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    /// What Spark asks of rows before workers evaluate a predicate, with its lines.
    init(_ predicate: CheckedPredicate, over columns: SparkColumns, of name: String) {
        let plan = SparkCondition(predicate, over: columns, now: 0).plan
        var lines = Self.lines(plan, name, askedOf: "Spark", rest: "Only workers evaluate")
        lines.append("Workers evaluate the whole predicate on the rows that Spark passes on.")
        text = lines.joined(separator: "\n") + "\n"
    }

    /// The lines of a plan.
    private static func lines(_ plan: SQLPlan, _ name: String, askedOf asked: String, rest: String) -> [String] {
        var lines = ["", "Records: \(name)", "Asked of \(asked): \(sentence(plan.exactness))"]
        lines.append("  " + (plan.isUnconditional ? "all rows" : "WHERE " + plan.inline))
        if !plan.remainders.isEmpty {
            lines.append("\(rest):")
            for remainder in plan.remainders {
                lines.append("  " + remainder.part)
                lines.append("    because \(remainder.reason)")
            }
        }
        return lines
    }

    private static func sentence(_ exactness: SQLPlan.Exactness) -> String {
        switch exactness {
        case .exact: "exactly the records that match"
        case .superset: "the records that may match"
        case .residual: "nothing but the records"
        }
    }
}
#endif
