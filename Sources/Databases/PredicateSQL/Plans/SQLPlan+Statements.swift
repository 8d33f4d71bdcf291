import PredicateFormat
import PredicatePlatform

extension SQLPlan {
    /// The statement that selects columns of the rows that the condition takes, in the order of the primary key.
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

    /// The statement that counts the rows that the condition takes. They are the records that match only if the
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
    public var isUnconditional: Bool { condition.sql == dialect.truth(true) }
}
