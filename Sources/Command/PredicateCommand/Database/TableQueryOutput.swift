#if SQLite || PostgreSQL
import PredicateFormat
import PredicateRecords
import PredicateSQL

/// Passes the matching records of a table to a query, and writes its results.
struct TableQueryOutput {
    private let query: CheckedQuery
    private var run: QueryRun<TableRow>
    private var results: any RecordOutput

    init(_ query: CheckedQuery, context: EvaluationContext, into results: any RecordOutput) {
        self.query = query
        self.results = results
        run = QueryRun(query, context: context)
    }

    /// The fields that the query reads.
    static func fields(of query: CheckedQuery) -> SQLFieldTree {
        var expressions = (query.grouping?.keys ?? []).map(\.expression)
        expressions += (query.grouping?.aggregates ?? []).compactMap { $0.column?.expression }
        if query.grouping == nil { expressions += query.order.keys.map(\.expression) + query.columns.map(\.expression) }
        let tree = SQLFieldTree(expressions.flatMap { $0.tree.uses.fields })
        return query.isDistinct && query.columns.isEmpty ? tree.union(.allColumns) : tree
    }

    /// The columns whose text the query writes: a value that is not computed keeps its spelling.
    static func written(of query: CheckedQuery, in table: any DatabaseTable) -> TableReading.Written {
        var columns = (query.grouping?.keys ?? []) + (query.grouping?.aggregates ?? []).compactMap(\.column)
        if query.grouping == nil {
            if query.columns.isEmpty { return .all }
            columns = query.columns
        }
        // Only columns of the table itself are in the text of a record.
        let names = Set(columns.compactMap { $0.path?.first }.map(ExactName.init))
        return names.isEmpty ? .none : .named(names.intersection(table.columns.map(ExactName.init)))
    }

    var isFull: Bool { run.isFull }

    mutating func write(_ row: TableRow) throws {
        let text = RecordText(RawRecord(bytes: row.text))
        let isResult = run.add(row.value) {
            row
        } spelling: { path in
            text.value(at: path)
        }
        if isResult { try write(row, text) }
    }

    /// Writes a result: the record, or the selected fields of it with the spelling of the record.
    private mutating func write(_ row: TableRow, _ text: RecordText) throws {
        if query.columns.isEmpty { return try results.write(RawRecord(bytes: row.text), isLine: true) }
        let computed = run.values(of: row.value)
        let fields = zip(query.columns, computed).map { column, value in
            (name: column.name, cell: QueryCell(value, spelling: column.path.flatMap { text.value(at: $0) }))
        }
        try results.write(RawRecord(fields: fields), isLine: true)
    }

    mutating func finish() throws {
        for row in run.finish() {
            switch row {
            case .record(let row): try write(row, RecordText(RawRecord(bytes: row.text)))
            case .group(let fields): try results.write(RawRecord(fields: fields), isLine: true)
            }
        }
        try results.finish()
    }

    mutating func finishPart() throws {
        // An order or groups of a part of the records would look complete.
        if query.isStreaming { try results.finishPart() }
    }
}
#endif
