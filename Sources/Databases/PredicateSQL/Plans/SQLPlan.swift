import PredicateFormat
import PredicatePlatform

/// A predicate divided between a database and this program.
///
/// The condition takes every row that the predicate takes. If it also takes others, `residual` is the predicate that
/// tells them apart.
public struct SQLPlan: Sendable, CustomStringConvertible {
    /// What the condition alone decides.
    public enum Exactness: String, Hashable, Sendable, CaseIterable {
        /// The condition takes exactly the rows that the predicate takes.
        case exact
        /// The condition takes more rows than the predicate.
        case superset
        /// The condition is true for all rows: nothing is pushed.
        case residual
    }

    /// A part of the predicate that the database does not decide alone, and why.
    public struct Remainder: Hashable, Sendable {
        /// The part as a predicate.
        public var part: String
        /// The reason, in words that continue "because": "SQLite folds only the letters of ASCII".
        public var reason: String
    }

    /// The condition, for a WHERE clause.
    public let condition: SQLStatement
    /// The condition with literals in place of parameters, for people to read and paste. Variables are `:name`.
    public let inline: String
    /// What the condition alone decides.
    public let exactness: Exactness
    /// The predicate that rows must also satisfy; nil if the condition is exact.
    public let residual: CheckedPredicate?
    /// The parts in `residual`, with the reasons.
    public let remainders: [Remainder]
    /// The dialect of the condition.
    public let dialect: SQLDialect
    /// The mapping of the condition.
    public let mapping: SQLMapping
    /// The name of the records' table in the condition; nil if it is the table's own name.
    public let alias: String?
    /// The condition as a tree, for statements around it.
    let node: SQLNode
    /// A condition whose rows need no residual; nil if there is none.
    package let certain: SQLStatement?

    /// The condition, what it decides, and the rest: for people.
    public var description: String {
        var lines = ["\(exactness.rawValue): \(inline)"]
        if let residual { lines.append("residual: \(residual.predicateFormat)") }
        for remainder in remainders { lines.append("  \(remainder.part): \(remainder.reason)") }
        return lines.joined(separator: "\n")
    }
}

extension SQLPlan {
    /// The statement that selects columns of the rows that the condition selects, in the order of the primary key.
    ///
    /// - Parameter columns: names of columns without quotes; none selects all columns.
    public func select(columns: [String] = []) -> SQLStatement { select(columns: columns, ending: nil) }

    /// The same with another order, or fewer rows.
    func select(columns: [String] = [], ending: SQLStatement?) -> SQLStatement {
        statement(ending) { printer, name in
            if columns.isEmpty {
                printer.write(name: name)
                printer.write(raw: ".*")
            }
            for (index, column) in columns.enumerated() {
                if index > 0 { printer.write(raw: ", ") }
                printer.write(name: name)
                printer.write(raw: ".")
                printer.write(name: column)
            }
        } end: { printer, name in
            if let ending { return printer.write(raw: ending.sql) }
            guard let key = mapping.rootTable?.primaryKey, !key.isEmpty else { return }
            printer.write(raw: " ORDER BY ")
            for (index, column) in key.enumerated() {
                if index > 0 { printer.write(raw: ", ") }
                printer.write(name: name)
                printer.write(raw: ".")
                printer.write(name: column)
            }
        }
    }

    /// The statement that counts the rows that the condition selects. They are the records that match only if the
    /// plan is exact.
    public var count: SQLStatement {
        statement { printer, _ in
            printer.write(raw: "COUNT(*)")
        } end: { _, _ in
        }
    }

    private func statement(
        _ ending: SQLStatement? = nil, _ columns: (inout SQLPrinter, String) -> Void,
        end: (inout SQLPrinter, String) -> Void
    ) -> SQLStatement {
        var printer = SQLPrinter(dialect)
        let table = mapping.rootTable
        let name = alias ?? table?.name ?? mapping.root
        printer.write(raw: "SELECT ")
        columns(&printer, name)
        printer.write(raw: " FROM ")
        printer.write(table: table?.name ?? mapping.root, schema: table?.schema)
        if let alias {
            printer.write(raw: " AS ")
            printer.write(name: alias)
        }
        if !isUnconditional {
            printer.write(raw: " WHERE ")
            printer.write(raw: condition.sql)
        }
        end(&printer, name)
        return SQLStatement(printer.statement.sql, parameters: condition.parameters + (ending?.parameters ?? []))
    }

    /// The condition with literals in place of parameters, for a program that takes none; nil if it has variables.
    ///
    /// - Parameter now: the instant of `now()`.
    package func inline(now: Date) -> String? {
        for case .variable in condition.parameters { return nil }
        var printer = SQLPrinter(dialect, isInline: true, now: now)
        printer.write(node)
        return printer.text
    }

    /// Whether the condition is true for all rows.
    package var isUnconditional: Bool { condition.sql == dialect.truth(true) }
}
