import PredicateFormat
import PredicatePlatform

/// Writes trees of SQL as text.
struct SQLPrinter {
    let dialect: SQLDialect
    /// Whether constants are written as literals, for people.
    let isInline: Bool
    /// The instant of `now()`; nil leaves a name in its place.
    private let now: Date?
    private(set) var text = ""
    private(set) var parameters: [SQLParameter] = []
    /// The number of parameters of the text that this one continues.
    private let parametersBefore: Int

    init(_ dialect: SQLDialect, isInline: Bool = false, now: Date? = nil, parametersBefore: Int = 0) {
        self.now = now
        self.dialect = dialect
        self.isInline = isInline
        self.parametersBefore = parametersBefore
    }

    /// The most parts of a chain that are written without parentheses: parsers read a chain as nested pairs, and limit
    /// their depth.
    private static let chainLimit = 64

    mutating func write(_ node: SQLNode) { write(node, above: .or) }

    /// Writes a node, in parentheses if it binds less tightly than its place needs.
    private mutating func write(_ node: SQLNode, above place: SQLNode.Precedence) {
        if Self.precedence(of: node) < place {
            text += "("
            writeBare(node)
            text += ")"
        } else {
            writeBare(node)
        }
    }

    private static func precedence(of node: SQLNode) -> SQLNode.Precedence {
        switch node.form {
        case .infix(_, _, _, let precedence): precedence
        case .and: .and
        case .or: .or
        case .not: .not
        case .bound, .postfix, .isIn, .isInRows, .isInList: .comparison
        case .marked, .lambda: .or
        case .collate: .collate
        case .column, .field, .literal, .truth, .call, .cast, .tryCast, .cases, .scalar, .exists: .primary
        // A parameter of PostgreSQL carries a cast, which binds more tightly than any operator.
        case .parameter: .primary
        }
    }

    private mutating func writeBare(_ node: SQLNode) {
        switch node.form {
        case .column(let alias, let name):
            text += dialect.quoted(name: alias) + "." + dialect.quoted(name: name)
        case .parameter(let parameter, let kind): write(parameter, kind)
        case .literal(let literal): text += literal
        case .truth(let value): text += dialect.truth(value)
        case .infix(let symbol, let a, let b, let precedence):
            let inner = SQLNode.Precedence(rawValue: precedence.rawValue + 1) ?? .primary
            write(a, above: inner)
            text += " " + dialect.spelling(of: symbol) + " "
            write(b, above: inner)
        case .bound(let symbol, let a, let b):
            // SQLite would take the bound for the other end of a range, which it estimates to be a small part of the
            // rows. It asks no index for `+x`.
            if dialect == .sqlite { text += "+" }
            write(a, above: .bits)
            text += " " + symbol + " "
            write(b, above: .bits)
        case .and(let parts): write(chain: parts[...], " AND ", .and)
        case .or(let parts): write(chain: parts[...], " OR ", .or)
        case .not(let inner):
            text += "NOT "
            write(inner, above: .primary)
        case .postfix(let inner, let words):
            write(inner, above: .bits)
            text += " " + words
        case .collate(let inner, let name):
            write(inner, above: .collate)
            text += " COLLATE " + name
        case .call(let name, let arguments):
            text += name + "("
            write(list: arguments)
            text += ")"
        case .field(let inner, let name):
            write(inner, above: .primary)
            text += "." + dialect.quoted(name: name)
        case .lambda(let variables, let body):
            text += variables + " -> "
            write(body)
        case .cast(let inner, let type): write("CAST", inner, type)
        case .tryCast(let inner, let type): write("TRY_CAST", inner, type)
        case .cases(let branches, let otherwise):
            text += "CASE"
            for branch in branches {
                text += " WHEN "
                write(branch.condition)
                text += " THEN "
                write(branch.value)
            }
            if let otherwise {
                text += " ELSE "
                write(otherwise)
            }
            text += " END"
        case .isIn(let inner, let values):
            write(inner, above: .bits)
            text += " IN ("
            write(list: values)
            text += ")"
        case .isInRows(let inner, let rows):
            write(inner, above: .bits)
            write(" IN (", rows)
        case .isInList(let inner, let list):
            write(inner, above: .bits)
            text += dialect == .sqlite ? " IN (SELECT value FROM json_each(" : " = ANY ("
            write(list)
            text += dialect == .sqlite ? "))" : ")"
        case .marked(let before, let inner, let after):
            text += before
            write(inner)
            text += after
        case .scalar(let select): write("(", select)
        case .exists(let select): write("EXISTS (", select)
        }
    }

    private mutating func write(_ cast: String, _ inner: SQLNode, _ type: String) {
        text += cast + "("
        write(inner)
        text += " AS " + type + ")"
    }

    /// Writes a query in parentheses.
    private mutating func write(_ open: String, _ select: SQLSelect) {
        text += open
        write(select)
        text += ")"
    }

    private mutating func write(list nodes: [SQLNode]) {
        for (index, node) in nodes.enumerated() {
            if index > 0 { text += ", " }
            write(node)
        }
    }

    /// Writes a chain of AND or OR, a long one as balanced groups.
    private mutating func write(chain parts: ArraySlice<SQLNode>, _ word: String, _ precedence: SQLNode.Precedence) {
        let place = SQLNode.Precedence(rawValue: precedence.rawValue + 1) ?? .primary
        if parts.count <= Self.chainLimit {
            for (index, part) in parts.enumerated() {
                if index > 0 { text += word }
                // AND inside OR needs no parentheses, but people read it more easily with them.
                write(part, above: place == .and ? .not : place)
            }
            return
        }
        let size = max(Self.chainLimit, (parts.count + Self.chainLimit - 1) / Self.chainLimit)
        var rest = parts
        var isFirst = true
        while !rest.isEmpty {
            if !isFirst { text += word }
            isFirst = false
            text += "("
            write(chain: rest.prefix(size), word, precedence)
            text += ")"
            rest = rest.dropFirst(size)
        }
    }

    /// Writes a query.
    mutating func write(_ select: SQLSelect) {
        text += "SELECT "
        write(list: select.columns)
        write(sources: select)
        var conditions = select.conditions.filter { !$0.isTrue }
        // The first source has no ON: what ties it to the row outside is a condition.
        if let first = select.sources.first { conditions = first.on + conditions }
        if !conditions.isEmpty {
            text += " WHERE "
            write(SQLNode.and(conditions))
        }
        if !select.order.isEmpty {
            text += " ORDER BY "
            for (index, key) in select.order.enumerated() {
                if index > 0 { text += ", " }
                write(key.node, above: .bits)
                if key.isDescending { text += " DESC" }
                if key.node.isNullable { text += dialect.nullOrder(isDescending: key.isDescending) }
            }
        }
        if let limit = select.limit {
            text += " LIMIT "
            write(limit)
        }
        if let offset = select.offset {
            text += " OFFSET "
            write(offset)
        }
    }

    private mutating func write(sources select: SQLSelect) {
        for (index, source) in select.sources.enumerated() {
            text += index == 0 ? " FROM " : " JOIN "
            if let array = source.array {
                text += "unnest("
                write(array)
                text += ") WITH ORDINALITY AS " + dialect.quoted(name: source.alias) + " (\"value\", \"place\")"
                if index > 0 { text += " ON TRUE" }
                continue
            }
            write(table: source.table, schema: source.schema)
            if source.alias != source.table { text += " AS " + dialect.quoted(name: source.alias) }
            if index > 0 {
                text += " ON "
                write(SQLNode.and(source.on))
            }
        }
    }

    mutating func write(table: String, schema: String?) {
        if let schema { text += dialect.quoted(name: schema) + "." }
        write(name: table)
    }

    /// Writes a name in quotes.
    mutating func write(name: String) { text += dialect.quoted(name: name) }

    mutating func write(raw: String) { text += raw }

    private mutating func write(_ parameter: SQLParameter, _ kind: SQLValueKind) {
        if isInline {
            switch parameter {
            case .value(let value): text += dialect.literal(value)
            case .variable(let name, _): text += ":" + name
            case .now(let kind):
                let instant = now.flatMap { SQLValue(.date($0), as: kind) }
                text += instant.map { dialect.literal($0) } ?? ":now"
            }
            return
        }
        parameters.append(parameter)
        text += dialect.placeholder(parametersBefore + parameters.count, parameter, kind)
    }

    /// The text and its parameters.
    var statement: SQLStatement { SQLStatement(text, parameters: parameters) }
}
