#if Command && (SQLite || PostgreSQL)
import PredicateFormat
import PredicatePlatform
import PredicateSQL

/// What a database is asked for a predicate and a query, and what is evaluated here.
struct PlanText: SourcePlan {
    private let table: any DatabaseTable
    private let plan: SQLPlan
    private let query: CheckedQuery?
    private let queryPlan: SQLQueryPlan?
    private let hasVariables: Bool
    private let fields: SQLFieldTree

    /// The plan of a predicate over a table; nil if predicates over it are not translated.
    ///
    /// - Parameter query: the query over the matching records; nil for none.
    init?(_ predicate: CheckedPredicate, _ query: CheckedQuery?, _ table: any DatabaseTable) {
        guard let mapping = table.mapping else { return nil }
        self.table = table
        self.query = query
        plan = predicate.plan(for: mapping, in: table.dialect)
        queryPlan = query?.plan(of: plan)
        hasVariables = !predicate.variables.isEmpty || !(query?.variables ?? []).isEmpty
        var fields = plan.residual.map { SQLFieldTree($0.tree.uses.fields) } ?? .none
        if let queryPlan, queryPlan.groups == nil {
            fields = fields.union(queryPlan.rest.readFields)
        }
        self.fields = fields
    }

    private var statement: SQLStatement { queryPlan?.statement ?? plan.select() }

    // MARK: Text

    /// Lines for people, with a line feed at the end.
    func text() throws -> String {
        var lines = Self.lines(plan, table.name, askedOf: "the database", rest: "Evaluated here")
        if let queryPlan { lines += text(queryPlan) }
        if !hasVariables {
            let steps = try table.steps(of: statement, now: Date())
            if !steps.isEmpty {
                lines.append("Steps of the database:")
                lines += steps.map { "  " + $0 }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func text(_ plan: SQLQueryPlan) -> [String] {
        var lines: [String] = []
        if !plan.pushed.isEmpty {
            lines.append("Done by the database: " + plan.pushed.map(\.rawValue).joined(separator: ", "))
            lines.append("  " + plan.inline)
        }
        if !plan.remainders.isEmpty {
            lines.append("Done here:")
            for remainder in plan.remainders {
                lines.append("  " + remainder.part.rawValue)
                lines.append("    because \(remainder.reason)")
            }
        }
        if let check = plan.inlineCheck, !plan.pushed.isEmpty {
            lines.append("Done here after all if a row has values that SQL orders or groups otherwise:")
            lines.append("  " + check)
        }
        if let columns = readColumns { lines.append("Columns read: " + columns.joined(separator: ", ")) }
        return lines
    }

    /// The columns that are read; nil for all of them, and for groups of the database.
    private var readColumns: [String]? {
        guard let queryPlan, queryPlan.groups == nil else { return nil }
        let written = queryPlan.rest.written(in: table)
        guard written != .all else { return nil }
        return table.columns.filter { written.contains($0) || fields.readsColumn($0) }
    }

    /// What Spark asks of rows before workers evaluate a predicate, with its lines.
    static func text(_ predicate: CheckedPredicate, over columns: SparkColumns, of name: String) -> String {
        let plan = SparkCondition(predicate, over: columns, now: 0).plan
        var lines = lines(plan, name, askedOf: "Spark", rest: "Only workers evaluate")
        lines.append("Workers evaluate the whole predicate on the rows that Spark passes on.")
        return lines.joined(separator: "\n") + "\n"
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

    // MARK: JSON

    /// The member `plan` of the JSON of an explanation.
    var member: JSONNode.Member {
        let ofQuery = queryPlan.map { plan -> JSONNode in
            [
                "pushed": .array(plan.pushed.map { .string($0.rawValue) }),
                "remainders": .array(plan.remainders.map { Self.node($0.part.rawValue, $0.reason) }),
                "check": plan.check.map { .string($0.sql) } ?? .null,
                "columns": readColumns.map { .array($0.map { .string($0) }) } ?? .null,
            ]
        }
        return JSONNode.Member(
            "plan",
            [
                "records": .string(table.name), "dialect": .string(table.dialect.rawValue),
                "exactness": .string(plan.exactness.rawValue), "condition": .string(plan.condition.sql),
                "parameters": .array(plan.condition.parameters.map(Self.node)), "inline": .string(plan.inline),
                "residual": plan.residual.map { .string($0.predicateFormat) } ?? .null,
                "remainders": .array(plan.remainders.map { Self.node($0.part, $0.reason) }),
                "statement": .string(statement.sql),
                "statementParameters": .array(statement.parameters.map(Self.node)), "query": ofQuery,
            ])
    }

    private static func node(_ part: String, _ reason: String) -> JSONNode {
        ["part": .string(part), "reason": .string(reason)]
    }

    private static func node(_ parameter: SQLParameter) -> JSONNode {
        switch parameter {
        case .value(let value): node(value)
        case .variable(let name, _): ["variable": .string(name)]
        case .now: ["function": "now"]
        }
    }

    private static func node(_ value: SQLValue) -> JSONNode {
        switch value {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let integer): .number(String(integer))
        case .real(let double): .number(double.description)
        case .numeric(let digits): .number(digits)
        case .text(let text): .string(text)
        case .blob(let bytes): .string(Data(bytes).base64EncodedString())
        case .timestamp(let microseconds): .string(SQLTimestamp.text(microseconds))
        case .uuid(let uuid): .string(uuid.uuidString)
        case .array(let values): .array(values.map { leaf($0) })
        }
    }

    /// An element of an array, which is not an array.
    private static func leaf(_ value: SQLValue) -> JSONNode {
        if case .array = value { .null } else { node(value) }
    }
}
#endif
