/// A node of a small tree of SQL: a condition or a value.
///
/// Translation builds trees and one printer writes them, so that no text of a user is ever pasted into SQL.
struct SQLNode: Sendable {
    /// The forms of a node.
    indirect enum Form: Sendable {
        /// A column of a table in scope, by the table's alias.
        case column(String, String)
        case parameter(SQLParameter, SQLValueKind)
        /// SQL of this library, such as `1`, `NULL` or `9e999`.
        case literal(String)
        /// TRUE or FALSE as a condition.
        case truth(Bool)
        /// An operator between two values, with its precedence.
        case infix(String, SQLNode, SQLNode, Precedence)
        /// A comparison of a column, `<` or `>`, that only keeps out values of other types. A comparison of the same
        /// column with a constant in the same direction implies it.
        case bound(String, SQLNode, SQLNode)
        case and([SQLNode])
        case or([SQLNode])
        case not(SQLNode)
        /// `x IS NULL`, `x IS NOT TRUE`
        case postfix(SQLNode, String)
        /// `x COLLATE BINARY`
        case collate(SQLNode, String)
        case call(String, [SQLNode])
        /// A field of a struct of Spark.
        case field(SQLNode, String)
        /// `x -> …`, a function of Spark.
        case lambda(String, SQLNode)
        case cast(SQLNode, String)
        /// `TRY_CAST(x AS BIGINT)`: NULL where the value does not fit.
        case tryCast(SQLNode, String)
        case cases([(condition: SQLNode, value: SQLNode)], otherwise: SQLNode?)
        case isIn(SQLNode, [SQLNode])
        /// Whether a value is one of a list that is one parameter.
        case isInList(SQLNode, SQLNode)
        /// `DISTINCT x`, `x AS name`
        case marked(String, SQLNode, String)
        /// `x IN (SELECT …)`
        case isInRows(SQLNode, SQLSelect)
        /// `(SELECT …)`
        case scalar(SQLSelect)
        case exists(SQLSelect)
    }

    /// How tightly an operator binds, weakest first.
    enum Precedence: Int, Comparable, Sendable {
        case or, and, not, comparison, bits, sum, product, text, collate, primary
        static func < (a: Precedence, b: Precedence) -> Bool { a.rawValue < b.rawValue }
    }

    let form: Form
    /// Whether the value may be NULL.
    let isNullable: Bool
    /// The number of nodes, counted again wherever a node occurs twice.
    let size: Int
    /// The number of parameters.
    let parameters: Int
    /// The most symbols that a parser has to keep while it reads the node.
    let depth: Int

    private init(_ form: Form, isNullable: Bool, parts: [SQLNode] = [], depth own: Int, parameters: Int = 0) {
        self.form = form
        self.isNullable = isNullable
        var size = 1
        var count = parameters
        var depth = 0
        for part in parts {
            size = min(size + part.size, SQLNode.countLimit)
            count = min(count + part.parameters, SQLNode.countLimit)
            depth = max(depth, part.depth)
        }
        self.size = size
        self.parameters = count
        self.depth = depth + own
    }

    private static let countLimit = 1 << 40
}

extension SQLNode {
    static let yes = SQLNode(.truth(true), isNullable: false, depth: 1)
    static let no = SQLNode(.truth(false), isNullable: false, depth: 1)
    static let null = SQLNode(.literal("NULL"), isNullable: true, depth: 1)

    static func truth(_ value: Bool) -> SQLNode { value ? yes : no }

    /// SQL of this library.
    static func literal(_ text: String) -> SQLNode { SQLNode(.literal(text), isNullable: false, depth: 1) }

    static func column(_ alias: String, _ name: String, isNullable: Bool) -> SQLNode {
        SQLNode(.column(alias, name), isNullable: isNullable, depth: 1)
    }

    static func parameter(_ parameter: SQLParameter, _ kind: SQLValueKind) -> SQLNode {
        var isNullable = false
        if case .variable = parameter { isNullable = true }
        return SQLNode(.parameter(parameter, kind), isNullable: isNullable, depth: 1, parameters: 1)
    }

    static func text(_ constant: String) -> SQLNode { parameter(.value(.text(constant)), .text) }
    static func integer(_ constant: Int64) -> SQLNode { parameter(.value(.integer(constant)), .integer) }
    static func real(_ constant: Double) -> SQLNode { parameter(.value(.real(constant)), .real) }

    static func infix(_ a: SQLNode, _ symbol: String, _ b: SQLNode, _ precedence: Precedence, isNullable: Bool? = nil)
        -> SQLNode
    {
        SQLNode(
            .infix(symbol, a, b, precedence), isNullable: isNullable ?? (a.isNullable || b.isNullable), parts: [a, b],
            depth: 3)
    }

    /// A comparison; NULL if a side is.
    static func compare(_ a: SQLNode, _ symbol: String, _ b: SQLNode) -> SQLNode { infix(a, symbol, b, .comparison) }

    static func bound(_ a: SQLNode, _ symbol: String, _ b: SQLNode) -> SQLNode {
        SQLNode(.bound(symbol, a, b), isNullable: a.isNullable || b.isNullable, parts: [a, b], depth: 4)
    }

    /// Whether a number is within bounds, both included.
    static func isWithin(_ node: SQLNode, _ low: String, _ high: String) -> SQLNode {
        .and([compare(node, ">=", literal(low)), compare(node, "<=", literal(high))])
    }

    /// Whether a whole number has 64 bits.
    static func hasIntegerSize(_ node: SQLNode) -> SQLNode {
        isWithin(node, "\(Int64.min)", "\(Int64.max)")
    }

    static func isNull(_ node: SQLNode) -> SQLNode {
        node.isNullable ? SQLNode(.postfix(node, "IS NULL"), isNullable: false, parts: [node], depth: 2) : no
    }

    static func isNotNull(_ node: SQLNode) -> SQLNode {
        node.isNullable ? SQLNode(.postfix(node, "IS NOT NULL"), isNullable: false, parts: [node], depth: 2) : yes
    }

    static func collate(_ node: SQLNode, _ name: String) -> SQLNode {
        SQLNode(.collate(node, name), isNullable: node.isNullable, parts: [node], depth: 2)
    }

    static func call(_ name: String, _ arguments: [SQLNode], isNullable: Bool? = nil) -> SQLNode {
        SQLNode(
            .call(name, arguments), isNullable: isNullable ?? arguments.contains(where: \.isNullable),
            parts: arguments, depth: 5)
    }

    static func field(_ node: SQLNode, _ name: String, isNullable: Bool) -> SQLNode {
        SQLNode(.field(node, name), isNullable: isNullable || node.isNullable, parts: [node], depth: 2)
    }

    static func lambda(_ variables: String, _ body: SQLNode) -> SQLNode {
        SQLNode(.lambda(variables, body), isNullable: body.isNullable, parts: [body], depth: 2)
    }

    /// The variable of a function of Spark.
    static func variable(_ name: String, isNullable: Bool) -> SQLNode {
        SQLNode(.literal(name), isNullable: isNullable, depth: 1)
    }

    static func cast(_ node: SQLNode, _ type: String) -> SQLNode {
        SQLNode(.cast(node, type), isNullable: node.isNullable, parts: [node], depth: 3)
    }

    static func tryCast(_ node: SQLNode, _ type: String) -> SQLNode {
        SQLNode(.tryCast(node, type), isNullable: true, parts: [node], depth: 3)
    }

    static func cases(_ branches: [(condition: SQLNode, value: SQLNode)], otherwise: SQLNode? = nil) -> SQLNode {
        var parts = branches.flatMap { [$0.condition, $0.value] }
        if let otherwise { parts.append(otherwise) }
        let isNullable = otherwise.map(\.isNullable) ?? true
        return SQLNode(
            .cases(branches, otherwise: otherwise), isNullable: isNullable || branches.contains { $0.value.isNullable },
            parts: parts, depth: 6)
    }

    /// A value where a condition holds, otherwise NULL.
    static func when(_ condition: SQLNode, _ value: SQLNode) -> SQLNode {
        if case .truth(true) = condition.form { return value }
        return cases([(condition, value)])
    }

    static func isIn(_ node: SQLNode, _ values: [SQLNode]) -> SQLNode {
        if values.isEmpty { return no }
        if values.count == 1 { return compare(node, "=", values[0]) }
        return SQLNode(.isIn(node, values), isNullable: node.isNullable, parts: [node] + values, depth: 6)
    }

    static func isInList(_ node: SQLNode, _ list: SQLNode) -> SQLNode {
        SQLNode(.isInList(node, list), isNullable: node.isNullable, parts: [node, list], depth: SQLSelect.depth)
    }

    /// A value with words of this library round it.
    static func marked(_ before: String, _ node: SQLNode, _ after: String = "") -> SQLNode {
        SQLNode(.marked(before, node, after), isNullable: node.isNullable, parts: [node], depth: 2)
    }

    static func isInRows(_ node: SQLNode, _ rows: SQLSelect, isNullable: Bool? = nil) -> SQLNode {
        SQLNode(
            .isInRows(node, rows), isNullable: isNullable ?? node.isNullable, parts: [node] + rows.parts,
            depth: SQLSelect.depth)
    }

    static func scalar(_ select: SQLSelect, isNullable: Bool = true) -> SQLNode {
        SQLNode(.scalar(select), isNullable: isNullable, parts: select.parts, depth: SQLSelect.depth)
    }

    /// A query in place of the tables of another one, of which a parser keeps little more than its parts.
    fileprivate static func rows(_ select: SQLSelect) -> SQLNode {
        SQLNode(.scalar(select), isNullable: true, parts: select.parts, depth: 3)
    }

    static func exists(_ select: SQLSelect) -> SQLNode {
        if select.conditions.contains(where: { $0.isFalse }) { return no }
        return SQLNode(.exists(select), isNullable: false, parts: select.parts, depth: SQLSelect.depth)
    }

    var isTrue: Bool { if case .truth(true) = form { true } else { false } }
    var isFalse: Bool { if case .truth(false) = form { true } else { false } }
}

// Conditions in which NULL counts as false.
extension SQLNode {
    static func and(_ parts: [SQLNode]) -> SQLNode {
        var kept: [SQLNode] = []
        kept.reserveCapacity(parts.count)
        for part in parts {
            if part.isFalse { return no }
            if part.isTrue { continue }
            if case .and(let inner) = part.form { kept += inner } else { kept.append(part) }
        }
        kept = withoutImpliedBounds(kept)
        if kept.count < 2 { return kept.first ?? yes }
        return SQLNode(.and(kept), isNullable: kept.contains(where: \.isNullable), parts: kept, depth: 3)
    }

    /// The parts of a conjunction without the bounds that its comparisons with constants imply.
    private static func withoutImpliedBounds(_ parts: [SQLNode]) -> [SQLNode] {
        guard parts.contains(where: { if case .bound = $0.form { true } else { false } }) else { return parts }
        let compared = Set(parts.compactMap(\.comparedEnd))
        return parts.filter { part in
            guard case .bound(let symbol, let a, _) = part.form, let name = a.columnName else { return true }
            return !compared.contains(ColumnEnd(name: name, isUpper: symbol.first == "<"))
        }
    }

    /// The upper or the lower end of a column.
    private struct ColumnEnd: Hashable {
        var name: [String]
        var isUpper: Bool
    }

    /// The end of a column that a comparison with a constant sets, or one with a variable. With NULL it is not true.
    private var comparedEnd: ColumnEnd? {
        guard case .infix(let symbol, let a, let b, .comparison) = form, "<>".contains(symbol.prefix(1)),
            symbol != "<>",
            b.isConstant, let name = a.columnName
        else { return nil }
        return ColumnEnd(name: name, isUpper: symbol.first == "<")
    }

    /// Whether it is a value of the predicate, which is neither NaN nor an infinity, or one of its variables.
    private var isConstant: Bool { if case .parameter = form { true } else { false } }

    /// The alias and the name of the column that the value is, whatever its collation; nil if it is none.
    var columnName: [String]? {
        switch form {
        case .column(let alias, let name): [alias, name]
        case .collate(let node, _): node.columnName
        default: nil
        }
    }

    static func or(_ parts: [SQLNode]) -> SQLNode {
        var kept: [SQLNode] = []
        kept.reserveCapacity(parts.count)
        for part in parts {
            if part.isTrue { return yes }
            if part.isFalse { continue }
            if case .or(let inner) = part.form { kept += inner } else { kept.append(part) }
        }
        if kept.count < 2 { return kept.first ?? no }
        return SQLNode(.or(kept), isNullable: kept.contains(where: \.isNullable), parts: kept, depth: 3)
    }

    /// A condition that holds exactly where this one does not; where this one is NULL, it holds.
    var negated: SQLNode {
        switch form {
        case .truth(let value): return .truth(!value)
        case .postfix(let node, "IS NULL"): return Self.isNotNull(node)
        case .postfix(let node, "IS NOT NULL"): return Self.isNull(node)
        case .postfix(let node, "IS NOT TRUE"): return node
        case .not(let node) where !isNullable: return node
        case .infix(let symbol, let a, let b, .comparison):
            if let opposite = Self.opposite(of: symbol), !isNullable { return Self.compare(a, opposite, b) }
            // `a = b` is NULL if one side is; `IS NOT` is then true, unless both are.
            if symbol == "=", !(a.isNullable && b.isNullable) {
                return Self.infix(a, "IS DISTINCT FROM", b, .comparison, isNullable: false)
            }
            if symbol == "IS NOT DISTINCT FROM" {
                return Self.infix(a, "IS DISTINCT FROM", b, .comparison, isNullable: false)
            }
            if symbol == "IS DISTINCT FROM" {
                return Self.infix(a, "IS NOT DISTINCT FROM", b, .comparison, isNullable: false)
            }
        default: break
        }
        if !isNullable { return SQLNode(.not(self), isNullable: false, parts: [self], depth: 3) }
        return SQLNode(.postfix(self, "IS NOT TRUE"), isNullable: false, parts: [self], depth: 3)
    }

    private static func opposite(of symbol: String) -> String? {
        switch symbol {
        case "=": "<>"
        case "<>": "="
        case "<": ">="
        case ">": "<="
        case "<=": ">"
        case ">=": "<"
        default: nil
        }
    }

    /// Whether two values are the same; NULL is the same as NULL.
    static func same(_ a: SQLNode, _ b: SQLNode) -> SQLNode {
        if a.isNullable && b.isNullable { return infix(a, "IS NOT DISTINCT FROM", b, .comparison, isNullable: false) }
        return compare(a, "=", b)
    }
}

/// A query inside a condition.
struct SQLSelect: Sendable {
    /// A table with the alias by which conditions name it.
    struct Source: Sendable {
        var schema: String?
        var table: String
        var alias: String
        /// How its rows belong to the rows of the sources before it, or to the row outside.
        var on: [SQLNode]
        /// An array in place of a table: its elements are the rows, with the columns `value` and `place`.
        var array: SQLNode?
    }

    var columns: [SQLNode]
    var sources: [Source]
    var conditions: [SQLNode]
    /// The columns of the order, in which NULL comes first.
    var order: [(node: SQLNode, isDescending: Bool)] = []
    var limit: SQLNode?
    var offset: SQLNode?

    /// What a parser keeps for a query around its parts.
    static let depth = 10

    var parts: [SQLNode] {
        var parts = columns + conditions + order.map(\.node)
        for source in sources {
            parts += source.on
            if let array = source.array { parts.append(array) }
        }
        if let limit { parts.append(limit) }
        if let offset { parts.append(offset) }
        return parts
    }
}

// What a condition says of NULL, so that an order need not place it.
extension SQLNode {
    /// The columns, each as an alias and a name, that are not NULL in any row for which the condition is true.
    var presentColumns: Set<[String]> {
        switch form {
        case .and(let parts):
            return parts.reduce(into: []) { $0.formUnion($1.presentColumns) }
        case .or(let parts):
            guard var common = parts.first?.presentColumns else { return [] }
            for part in parts.dropFirst() where !common.isEmpty { common.formIntersection(part.presentColumns) }
            return common
        case .infix(let symbol, let a, let b, .comparison):
            // Other operators of this precedence, such as IS, may be true with NULL.
            guard Self.strictComparisons.contains(symbol) else { return [] }
            return a.strictColumns.union(b.strictColumns)
        case .bound(_, let a, let b): return a.strictColumns.union(b.strictColumns)
        case .isIn(let node, _), .isInList(let node, _), .isInRows(let node, _): return node.strictColumns
        case .postfix(let node, "IS NOT NULL"): return node.strictColumns
        default: return []
        }
    }

    private static let strictComparisons: Set<String> = ["=", "<>", "<", "<=", ">", ">="]

    /// The columns that make the value NULL by being NULL.
    private var strictColumns: Set<[String]> {
        switch form {
        case .column(let alias, let name): [[alias, name]]
        case .collate(let node, _), .cast(let node, _): node.strictColumns
        // Arithmetic.
        case .infix(_, let a, let b, let precedence) where precedence > .bits && precedence < .text:
            a.strictColumns.union(b.strictColumns)
        default: []
        }
    }
}
