#if Command && (SQLite || PostgreSQL)
import PredicateFormat
import PredicateSQL

/// What a database has declared of a column.
struct ColumnDeclaration {
    /// The type as it was declared; empty for none.
    var type: String
    /// Whether it may be NULL.
    var isNullable: Bool
    /// The collation, if it is not the usual one.
    var collation: String?
    /// The columns of the primary key of its table, in its order.
    var primaryKey: [String] = []
    /// The columns of each other unique key of the table.
    var uniqueKeys: [[String]] = []
    /// The only values, by a check of the table; nil if there is no such check.
    var cases: [String]?
    /// A sentence about the column: its comment.
    var documentation: String?

    /// The declaration in lines.
    ///
    /// - Parameters:
    ///   - column: the name of the column.
    ///   - table: the table as the mapping has it.
    func lines(of column: String, in table: SQLTable) -> [String] {
        var words = type.isEmpty ? ["no type"] : [type]
        if !isNullable { words.append("NOT NULL") }
        if let collation { words.append("COLLATE \(collation)") }
        var lines = ["column of \(table.name): " + words.joined(separator: " ")]
        if primaryKey == [column] {
            lines.append("the primary key")
        } else if primaryKey.contains(column) {
            lines.append("in the primary key (\(primaryKey.joined(separator: ", ")))")
        }
        // The database lists its keys in no certain order.
        for key in uniqueKeys.sorted(by: { ($0.count, $0.joined()) < ($1.count, $1.joined()) })
        where key.contains(column) && key != primaryKey {
            let together = key.joined(separator: ", ")
            lines.append(key == [column] ? "unique" : "unique together: (\(together))")
        }
        lines += table.references(of: column)
        if let cases { lines.append("one of " + cases.map { "'\($0)'" }.joined(separator: ", ")) }
        if let documentation, !documentation.isEmpty { lines.append(documentation) }
        return lines
    }
}

extension SQLTable {
    /// The foreign keys that a column is in.
    fileprivate func references(of column: String) -> [String] {
        fields.sorted { $0.key < $1.key }.compactMap { name, field in
            guard case .toOne(let link) = field, link.pairs.contains(where: { $0.from == column }) else { return nil }
            return "refers to \(link.target): the object `\(name)`"
        }
    }
}

extension SQLLink {
    /// The columns that the link reaches: `team (id)`.
    fileprivate var target: String { "\(table) (\(pairs.map(\.to).joined(separator: ", ")))" }

    /// What the link is in the tables.
    func lines(isList: Bool) -> [String] {
        let own = pairs.map(\.from).joined(separator: ", ")
        return isList
            ? ["the rows of \(table) whose \(pairs.map(\.to).joined(separator: ", ")) is the \(own) of the record"]
            : ["over \(own), which refers to \(target)" + (isNullable ? "" : "; never nil")]
    }
}

extension DatabaseTable {
    /// What the database has declared of a field, in lines; empty if it is in no table.
    ///
    /// - Parameter path: the names on the way to the field.
    func declarationLines(of path: [String]) -> [String] {
        guard let mapping, var table = mapping.rootTable else { return [] }
        var key = mapping.root
        for (depth, name) in path.enumerated() {
            let isLast = depth == path.count - 1
            switch table.fields.first(where: { sameCodePoints($0.key, name) })?.value {
            case .column(let column)?:
                return isLast ? declaration(of: column.name, in: key)?.lines(of: column.name, in: table) ?? [] : []
            case .toOne(let link)?, .toMany(let link)?:
                if isLast {
                    if case .toMany = table.fields[name] { return link.lines(isList: true) }
                    return link.lines(isList: false)
                }
                guard let next = mapping.tables[link.table] else { return [] }
                key = link.table
                table = next
            default: return []
            }
        }
        return []
    }
}
#endif
