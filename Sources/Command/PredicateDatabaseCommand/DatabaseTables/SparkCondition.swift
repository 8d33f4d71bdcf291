#if Command && (SQLite || PostgreSQL)
import PredicateFormat
import PredicatePlatform
import PredicateSQL

extension SparkColumns {
    /// The name of the rows in conditions.
    static let alias = "row"

    /// Where the values of the records are in rows.
    var mapping: SQLMapping {
        var fields: [String: SQLField] = [:]
        for column in columns { fields[column.name] = .column(column.sql) }
        return SQLMapping(root: Self.rowName, tables: [Self.rowName: SQLTable(Self.alias, fields: fields)])
    }
}

extension SparkRowField {
    /// The column, or the field of a struct.
    fileprivate var sql: SQLColumn {
        SQLColumn(name, isPlain ? type.sql : .other, isNullable: isOptional)
    }
}

extension SparkRowType {
    /// How values read.
    fileprivate var sql: SQLColumnType {
        switch self {
        case .boolean: .boolean
        case .integer: .integer
        case .double(let isSingle): isSingle ? .singlePrecision : .real
        case .decimal: .decimal
        case .string: .text
        case .binary: .blob
        case .date: .date(.day)
        case .timestamp(let hasZone): .date(hasZone ? .timestampWithZone : .timestamp)
        case .array(let element): .array(element.sql)
        case .structure(let fields):
            .structure(Dictionary(fields.map { ($0.name, $0.sql) }, uniquingKeysWith: { first, _ in first }))
        case .text, .variant, .null, .map: .other
        }
    }
}

/// What Spark asks of rows before workers evaluate them: every row that matches satisfies it, and perhaps others do, so
/// that workers evaluate the whole predicate. Files are then read only where their statistics allow such rows.
struct SparkCondition {
    /// The condition and what it lacks.
    let plan: SQLPlan
    /// The condition in Spark SQL; nil if it is true for all rows.
    let text: String?

    /// The condition of a predicate over rows.
    ///
    /// - Parameter now: the instant of `now()`, in seconds since 2001.
    init(_ predicate: CheckedPredicate, over columns: SparkColumns, now: Double) {
        plan = predicate.plan(for: columns.mapping, in: .spark)
        text = plan.isUnconditional ? nil : plan.inline(now: Date(timeIntervalSinceReferenceDate: now))
    }
}
#endif
