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
        var lines = ["", "Records: \(table.name)", "Asked of the database: \(Self.sentence(plan.exactness))"]
        lines.append("  " + (plan.isUnconditional ? "all rows" : "WHERE " + plan.inline))
        if !plan.remainders.isEmpty {
            lines.append("Evaluated here:")
            for remainder in plan.remainders {
                lines.append("  " + remainder.part)
                lines.append("    because \(remainder.reason)")
            }
        }
        if predicate.variables.isEmpty {
            let steps = try table.steps(of: TableCondition(plan, now: Date()))
            if !steps.isEmpty {
                lines.append("Steps of the database:")
                lines += steps.map { "  " + $0 }
            }
        }
        text = lines.joined(separator: "\n") + "\n"
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
