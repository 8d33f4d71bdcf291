#if Command && SQLite
import PredicateFormat
import PredicateRecords
import PredicateSQL
import PredicateSQLite

/// Reads the rows of a table: the columns that are wanted, as JSON, as values, or both, and the objects and lists of
/// foreign keys that an evaluation reads.
///
/// Rows with objects or lists come in batches: a statement reads what a batch needs of another table. The join is SQL's
/// own, so that columns of different types and collations are equal here exactly when they are equal there.
struct SQLiteRows {
    private let database: SQLiteConnection
    private let catalogue: SQLiteCatalogue
    private let shared: SQLCatalogue

    /// The number of rows in a batch. Each may need several parameters.
    private static let batch = 500

    init(_ database: SQLiteConnection, _ catalogue: SQLiteCatalogue) {
        self.database = database
        self.catalogue = catalogue
        shared = catalogue.shared
    }

    /// A row that waits for its objects and lists.
    private struct Row {
        /// What tells it apart in its table.
        var identity: [PredicateValue] = []
        /// The row that it belongs to.
        var owner: [PredicateValue] = []
        var text: [UInt8] = []
        var fields: [(String, PredicateValue)] = []
    }

    /// Visits the rows of a table in their order; false ends the reading.
    func read(_ table: SQLiteTable, _ reading: TableReading, _ body: (TableRow) throws -> Bool) throws {
        let tree = reading.values
        let links = links(of: table, tree)
        let reader = SQLiteRowReader(
            table, written: reading.written, tree: tree, links: links.isEmpty ? [] : table.identity)
        var sql = "SELECT \(reader.list) FROM \(table.name.quotedSQLName)"
        if let plan = reading.plan, !plan.isUnconditional { sql += " WHERE " + plan.condition.sql }
        sql += reading.ending?.sql ?? SQLiteRowReader.order(of: table)
        let statement = try database.prepare(sql)
        let bound = [reading.plan?.condition, reading.ending].compactMap(\.self)
        try SQLiteBinding.bind(bound.flatMap { try $0.bound(now: reading.now) }, statement)
        guard !links.isEmpty else {
            var size = 0
            while try statement.step() {
                let value = tree == nil ? PredicateValue.null : .object(PredicateObject(reader.fields(statement)))
                let text = reader.text(statement, size: size)
                size = text.count
                guard try body(TableRow(text: text, value: value)) else { return }
            }
            return
        }
        var isOver = false
        while !isOver {
            var rows: [Row] = []
            while rows.count < Self.batch {
                guard try statement.step() else {
                    isOver = true
                    break
                }
                rows.append(
                    Row(
                        identity: reader.identity(statement),
                        text: reader.text(statement, size: rows.last?.text.count ?? 0), fields: reader.fields(statement)
                    ))
            }
            try attach(links, to: &rows)
            for row in rows {
                guard try body(TableRow(text: row.text, value: .object(PredicateObject(row.fields)))) else { return }
            }
        }
    }

    // MARK: Links

    /// A link that is read, with what is read of the rows that it reaches.
    private struct WantedLink {
        var link: SQLCatalogueLink
        var owner: SQLiteTable
        var target: SQLiteTable
        var tree: SQLFieldTree
    }

    private func links(of table: SQLiteTable, _ tree: SQLFieldTree?) -> [WantedLink] {
        guard let tree, tree.mayReadLinks, !table.identity.isEmpty else { return [] }
        return shared.links(of: SQLTableName(table.name)).compactMap { link in
            guard let wanted = tree[link.name], let target = catalogue.table(link.table.table) else { return nil }
            return WantedLink(link: link, owner: table, target: target, tree: wanted)
        }
    }

    private func attach(_ links: [WantedLink], to rows: inout [Row]) throws {
        for wanted in links {
            let found = try reached(wanted, from: rows.map(\.identity))
            for index in rows.indices {
                let reached = found[rows[index].identity] ?? []
                let value: PredicateValue =
                    wanted.link.isToMany ? .list(reached) : reached.first ?? .null
                rows[index].fields.append((wanted.link.name, value))
            }
        }
    }

    /// The objects that a link reaches, by the rows that it starts from.
    private func reached(_ wanted: WantedLink, from owners: [[PredicateValue]]) throws -> [[PredicateValue]:
        [PredicateValue]]
    {
        let inner = links(of: wanted.target, wanted.tree)
        let reader = SQLiteRowReader(
            wanted.target, written: .none, tree: wanted.tree, links: inner.isEmpty ? [] : wanted.target.identity,
            alias: "t", owner: wanted.owner.identity)
        var found: [[PredicateValue]: [PredicateValue]] = [:]
        // Many rows may refer to one: it is read once.
        var seen: Set<[PredicateValue]> = []
        let owners = owners.filter { seen.insert($0).inserted }
        var start = 0
        while start < owners.count {
            let part = Array(owners[start..<min(start + Self.batch, owners.count)])
            start += Self.batch
            let statement = try database.prepare(sql(wanted, reader, part.count))
            try statement.bind(part.flatMap { $0 })
            var rows: [Row] = []
            while try statement.step() {
                rows.append(
                    Row(
                        identity: reader.identity(statement), owner: reader.owner(statement),
                        fields: reader.fields(statement)))
            }
            if !inner.isEmpty { try attach(inner, to: &rows) }
            for row in rows { found[row.owner, default: []].append(.object(PredicateObject(row.fields))) }
        }
        return found
    }

    private func sql(_ wanted: WantedLink, _ reader: SQLiteRowReader, _ count: Int) -> String {
        let on = zip(wanted.link.columns, wanted.link.targetColumns).map {
            "t.\($1.quotedSQLName) = o.\($0.quotedSQLName)"
        }
        let key = wanted.owner.identity.map { "o." + $0.quotedSQLName }
        let places = "(" + key.map { _ in "?" }.joined(separator: ", ") + ")"
        let list = Array(repeating: key.count == 1 ? "?" : places, count: count).joined(separator: ", ")
        let condition =
            key.count == 1
            ? "\(key[0]) IN (\(list))" : "(\(key.joined(separator: ", "))) IN (VALUES \(list))"
        return """
            SELECT \(reader.list) FROM \(wanted.owner.name.quotedSQLName) AS o \
            JOIN \(wanted.target.name.quotedSQLName) AS t ON \(on.joined(separator: " AND ")) \
            WHERE \(condition)\(SQLiteRowReader.order(of: wanted.target, alias: "t"))
            """
    }
}

/// Reads the columns of a row of a statement.
private struct SQLiteRowReader {
    /// The list of a SELECT.
    let list: String
    private let columns: [SQLiteColumn]
    private let forms: [SQLiteColumnForm]
    private let textWriter: TableText?
    /// The indices of the columns of the text.
    private let written: [Int]
    /// The indices of the columns whose values are wanted.
    private let wanted: [Int]
    private let identityRange: Range<Int>
    private let ownerRange: Range<Int>

    init(
        _ table: SQLiteTable, written: TableReading.Written, tree: SQLFieldTree?, links identity: [String],
        alias: String? = nil, owner: [String] = []
    ) {
        let columns = table.columns.filter { written.contains($0.name) || tree?.readsColumn($0.name) == true }
        self.columns = columns
        forms = columns.map(\.form)
        let indices = columns.indices.filter { written.contains(columns[$0].name) }
        self.written = indices
        textWriter = written == .none ? nil : TableText(columns: indices.map { columns[$0].name })
        wanted = columns.indices.filter { tree?.readsColumn(columns[$0].name) == true }
        identityRange = columns.count..<(columns.count + identity.count)
        ownerRange = identityRange.upperBound..<(identityRange.upperBound + owner.count)
        let prefix = alias ?? table.name.quotedSQLName
        let names =
            (columns.map(\.name) + identity).map { prefix + "." + $0.quotedSQLName }
            + owner.map { "o." + $0.quotedSQLName }
        list = names.isEmpty ? "1" : names.joined(separator: ", ")
    }

    static func order(of table: SQLiteTable, alias: String? = nil) -> String {
        let prefix = alias ?? table.name.quotedSQLName
        let order = table.order.map { prefix + "." + $0.quotedSQLName }
        return order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", ")
    }

    /// The columns of a row as JSON, of about as many bytes as the row before.
    func text(_ statement: SQLiteStatement, size: Int) -> [UInt8] {
        let handle = statement.handle
        return textWriter?.text(size: size) {
            let index = written[$0]
            Self.append(SQLiteCell(handle, Int32(truncatingIfNeeded: index)), forms[index], to: &$1)
        } ?? []
    }

    func fields(_ statement: SQLiteStatement) -> [(String, PredicateValue)] {
        wanted.map { index in
            let cell = SQLiteCell(statement.handle, Int32(index))
            return (columns[index].name, cell.value(columns[index].form) { Self.json($0) })
        }
    }

    func identity(_ statement: SQLiteStatement) -> [PredicateValue] { values(identityRange, statement) }

    func owner(_ statement: SQLiteStatement) -> [PredicateValue] { values(ownerRange, statement) }

    private func values(_ range: Range<Int>, _ statement: SQLiteStatement) -> [PredicateValue] {
        range.map { SQLiteCell(statement.handle, Int32($0)).value(.any) { _ in nil } }
    }

    private static func json(_ bytes: UnsafeBufferPointer<UInt8>) -> PredicateValue? {
        var reader = JSONReader()
        return try? reader.read(bytes)
    }

    /// Appends a cell as JSON. A date that is already RFC 3339 keeps its spelling.
    private static func append(_ cell: SQLiteCell, _ form: SQLiteColumnForm, to bytes: inout [UInt8]) {
        switch cell {
        case .null: TableText.append(.null, to: &bytes)
        case .integer(let number):
            if form == .boolean, number == 0 || number == 1 {
                TableText.append(.boolean(number == 1), to: &bytes)
            } else {
                TableText.append(number, to: &bytes)
            }
        case .real(let number): TableText.append(number, to: &bytes)
        case .text(let text):
            switch form {
            case .date where PredicateDate.parseRFC3339(utf8: text) == nil, .uuid, .decimal:
                RecordWriter.write(cell.value(form) { _ in nil }, to: &bytes)
            case .json:
                // JSON keeps the spelling of its numbers.
                if json(text) != nil {
                    bytes += JSONText.compact(text)
                } else {
                    TableText.append(text: text, to: &bytes)
                }
            default: TableText.append(text: text, to: &bytes)
            }
        case .blob: RecordWriter.write(cell.value(form) { _ in nil }, to: &bytes)
        }
    }
}
#endif
