import PredicateCore

/// Translates a program of the core to conditions in SQL.
///
/// Each predicate becomes a pair of conditions: one that is never true where the predicate is false, and one that is
/// always true where it holds. Where both are the same, the translation is exact.
struct SQLTranslator {
    let mapping: SQLMapping
    let dialect: SQLDialect
    let library: PredicateLibrary
    let limits: PredicateLimits
    /// Makes tests of strings that SQL cannot say; nil leaves them to this program.
    let textTest: SQLTextTest?
    /// The name of the records' table in conditions.
    let rootAlias: String
    /// The values of slots: elements of lists, and assigned values.
    var slots: SQLSlots
    private var aliasCount = 0
    private let aliasPrefix: String

    init(
        _ mapping: SQLMapping, _ dialect: SQLDialect, alias: String?, slotCount: Int, library: PredicateLibrary,
        limits: PredicateLimits, textTest: SQLTextTest? = nil
    ) {
        self.mapping = mapping
        self.dialect = dialect
        self.library = library
        self.limits = limits
        self.textTest = textTest
        rootAlias = alias ?? mapping.rootTable?.name ?? mapping.root
        // An alias inside must not hide the root's.
        aliasPrefix = rootAlias.hasPrefix("t") ? "u" : "t"
        slots = SQLSlots(count: slotCount)
    }

    /// A new alias for a table of a query inside.
    mutating func nextAlias() -> String {
        aliasCount += 1
        return aliasPrefix + String(aliasCount)
    }

    /// The most nodes of a part: a larger one is evaluated by the program.
    static let sizeLimit = 20_000

    // MARK: Predicates

    mutating func pair(_ predicate: CorePredicate) -> SQLPair {
        switch predicate {
        case .constant(let value): .exact(.truth(value))
        case .and(let parts): conjunction(pairs(parts))
        case .or(let parts): disjunction(pairs(parts))
        case .not(let part): pair(part).negated
        case .counted(_, let part): pair(part)
        case .scoped(let assignments, let body): scoped(assignments, body)
        case .equal(let a, let b, let options): equal(a, b, options)
        case .ordered(let ordering, let a, let b, let options): ordered(ordering, a, b, options)
        case .between(let value, let low, let high): between(value, low, high)
        case .betweenList: .unknown("the bounds of BETWEEN are known only when it is evaluated")
        case .text(let op, let a, let b, let options): text(op, a, b, options)
        case .custom(let registered, _, _, _):
            .unknown("the operator \(asciiUppercased(registered.name)) is not one of SQL")
        case .quantified(let quantifier, let over, let slot, let expansion, let body):
            quantified(quantifier, over, slot, expansion, body)
        }
    }

    private mutating func pairs(_ parts: [CorePredicate]) -> [SQLPair] {
        var pairs: [SQLPair] = []
        pairs.reserveCapacity(parts.count)
        for part in parts { pairs.append(pair(part)) }
        return pairs
    }

    func conjunction(_ parts: [SQLPair]) -> SQLPair {
        let over = SQLNode.and(parts.map(\.over))
        guard let reason = Self.reason(parts), !over.isFalse else { return .exact(over) }
        return SQLPair(under: .and(parts.map(\.under)), over: over, reason: reason)
    }

    func disjunction(_ parts: [SQLPair]) -> SQLPair {
        let under = SQLNode.or(parts.map(\.under))
        guard let reason = Self.reason(parts), !under.isTrue else { return .exact(under) }
        return SQLPair(under: under, over: .or(parts.map(\.over)), reason: reason)
    }

    private static func reason(_ parts: [SQLPair]) -> String? {
        for part in parts { if let reason = part.reason { return reason } }
        return nil
    }

    private mutating func scoped(_ assignments: [CoreAssignment], _ body: CorePredicate) -> SQLPair {
        for assignment in assignments { slots[assignment.slot] = operand(assignment.value) }
        return pair(body)
    }

    // MARK: Expressions

    mutating func operand(_ expression: CoreExpression) -> SQLOperand {
        switch expression {
        case .constant(let value): return .constant(value)
        case .record:
            guard let table = mapping.rootTable else { return .unknown("the mapping has no table for records") }
            return .row(SQLRow(base: rootAlias, table: table))
        case .input: return .unknown("it is not a field of a table")
        case .slot(let slot): return slots[slot]
        case .variable(let name): return .variable(name)
        case .member(let base, let key): return member(operand(base), key)
        case .dynamicMember: return .unknown("the name of the field is known only when it is evaluated")
        case .read(let base, let reading): return read(operand(base), as: reading)
        case .first(let base): return end(of: operand(base), isLast: false)
        case .last(let base): return end(of: operand(base), isLast: true)
        case .index(let base, let index): return element(of: operand(base), at: operand(index))
        case .size(let base): return count(operand(base))
        case .collection(let op, let base, let slot, let path): return collection(op, base, slot, path)
        // Columns have values of their types, so the result is that of the read operands.
        case .compared(let operation, let reading): return operand(operation.readingOperands(as: reading))
        case .subquery(let base, let slot, let predicate): return subquery(base, slot, predicate)
        case .aggregate(let parts): return aggregate(parts)
        case .arithmetic(let op, let a, let b): return arithmetic(op, operand(a), operand(b))
        case .complement(let base): return complement(operand(base))
        case .set: return .unknown("SQL has no set of values")
        case .call(let function, let arguments): return call(function, arguments)
        case .registered(let function, _): return .unknown("the function \(function.selector) is not one of SQL")
        case .cast(let base, let target): return cast(operand(base), target)
        case .ternary(let condition, let a, let b): return ternary(condition, a, b)
        case .once(_, let base), .counted(_, let base): return operand(base)
        }
    }

    private mutating func aggregate(_ parts: [CoreExpression]) -> SQLOperand {
        var operands: [SQLOperand] = []
        var constants: [PredicateValue] = []
        for part in parts {
            let operand = operand(part)
            if case .constant(let value) = operand { constants.append(value) }
            operands.append(operand)
        }
        return constants.count == operands.count ? .constant(.list(constants)) : .written(operands)
    }

    // MARK: Paths

    /// The value of a key, which maps over lists.
    mutating func member(_ base: SQLOperand, _ key: String) -> SQLOperand {
        switch base {
        case .row(let row): return field(key, of: row)
        case .structure(let structure): return field(key, of: structure)
        case .list(var list):
            if list.isDistinct { return .unknown("fields of distinct objects") }
            list.element = member(list.element, key)
            if case .unknown(let reason) = list.element { return .unknown(reason) }
            return .list(list)
        case .scalar(let scalar) where scalar.kind == .json: return member(json: scalar, key)
        case .scalar(let scalar) where key == "length": return length(scalar)
        case .constant(let value):
            if case .object = value { return .unknown("SQL has no objects") }
            var work = WorkBudget.unlimited
            return .constant(ValueSemantics.member(value, key, &work))
        case .unknown: return base
        default: return .unknown("it has no field `\(key)` in SQL")
        }
    }

    private mutating func field(_ key: String, of row: SQLRow) -> SQLOperand {
        // Names are equal when their code points are.
        guard let index = row.table.fields.index(forKey: key),
            row.table.fields[index].key.unicodeScalars.elementsEqual(key.unicodeScalars)
        else { return .unknown("the field `\(key)` is not in the mapping") }
        switch row.table.fields[index].value {
        case .column(let column):
            if dialect == .spark {
                return value(.column(row.alias, column.name, isNullable: column.isNullable), column)
            }
            if case .array(let element) = column.type { return array(column, of: element, in: row) }
            return scalar(column, of: row)
        case .toOne where dialect == .spark, .toMany where dialect == .spark, .list where dialect == .spark:
            return .unknown("Spark's rows hold their lists and objects themselves")
        case .toOne(let link):
            guard let table = mapping.tables[link.table], isUsable(link, table) else { return Self.badLink(key) }
            var row = row
            row.steps.append(SQLRow.Step(link: link, table: table, from: row.alias, alias: nextAlias()))
            row.table = table
            return .row(row)
        case .toMany(let link):
            guard let table = mapping.tables[link.table], isUsable(link, table) else { return Self.badLink(key) }
            return list(link, table, of: row) { .row(SQLRow(base: $0, table: table)) }
        case .list(let link, let column):
            guard let table = mapping.tables[link.table], isUsable(link, table) else { return Self.badLink(key) }
            let dialect = dialect
            return list(link, table, of: row) { alias in
                Self.scalar(column, of: SQLRow(base: alias, table: table), in: dialect)
            }
        }
    }

    private static func badLink(_ key: String) -> SQLOperand {
        .unknown("the link of the field `\(key)` leads to no table of the mapping")
    }

    private func isUsable(_ link: SQLLink, _ table: SQLTable) -> Bool {
        !link.pairs.isEmpty && isName(table.name) && (table.schema.map(isName) ?? true)
            && link.pairs.allSatisfy { isName($0.from) && isName($0.to) } && (link.order.map(isName) ?? true)
    }

    /// Whether a name can be written in SQL: a parser stops at the code point 0.
    func isName(_ name: String) -> Bool {
        // Spark replaces variables, in names and in strings.
        if dialect == .spark, name.unicodeScalars.contains("$"), name.contains("${") { return false }
        return !name.isEmpty && !name.utf8.contains(0)
    }

    private func scalar(_ column: SQLColumn, of row: SQLRow) -> SQLOperand {
        guard isName(column.name) else { return .unknown("SQL cannot write the name of its column") }
        return Self.scalar(column, of: row, in: dialect)
    }

    private static func scalar(_ column: SQLColumn, of row: SQLRow, in dialect: SQLDialect) -> SQLOperand {
        let node = SQLNode.column(row.alias, column.name, isNullable: column.isNullable)
        return scalar(column, node, steps: row.steps, in: dialect)
    }

    /// The value of a column, or of what is like one.
    static func scalar(_ column: SQLColumn, _ node: SQLNode, steps: [SQLRow.Step] = [], in dialect: SQLDialect)
        -> SQLOperand
    {
        let kind: SQLScalar.Kind
        switch column.type {
        case .boolean: kind = .boolean
        case .integer: kind = .integer
        case .real, .singlePrecision: kind = .real
        case .decimal: kind = .decimal
        case .text, .textOfValue: kind = .text
        case .date: kind = .date
        case .uuid: kind = .uuid
        case .blob: kind = .blob
        case .binaryJSON where dialect == .postgresql: kind = .json
        case .array, .structure, .binaryJSON, .other:
            return .unknown("the column `\(column.name)` has a type without a translation")
        }
        let text = column.type == .textOfValue ? SQLNode.cast(node, "text") : node
        return .scalar(SQLScalar(node: text, kind: kind, column: column, steps: steps))
    }

    private mutating func list(
        _ link: SQLLink, _ table: SQLTable, of row: SQLRow, _ element: (String) -> SQLOperand
    ) -> SQLOperand {
        var sources = row.steps.map { Self.source($0) }
        let alias = nextAlias()
        let ties = link.pairs.map { pair in
            SQLNode.compare(
                .column(alias, pair.to, isNullable: true), "=", .column(row.alias, pair.from, isNullable: true))
        }
        sources.append(SQLSelect.Source(schema: table.schema, table: table.name, alias: alias, on: ties))
        var list = SQLRowList(sources: sources, element: element(alias), owner: row.isNullable ? row : nil)
        if let order = link.order {
            list.order = [.column(alias, order, isNullable: true)]
        }
        return .list(list)
    }

    /// The elements of an array.
    private mutating func array(_ column: SQLColumn, of type: SQLColumnType, in row: SQLRow) -> SQLOperand {
        guard dialect == .postgresql, isName(column.name) else {
            return .unknown("the column `\(column.name)` has a type without a translation")
        }
        var sources = row.steps.map { Self.source($0) }
        let alias = nextAlias()
        let node = SQLNode.column(row.alias, column.name, isNullable: column.isNullable)
        sources.append(SQLSelect.Source(schema: nil, table: "", alias: alias, on: [], array: node))
        let value = SQLColumn(
            "value", type, hasPlainEquality: column.hasPlainEquality,
            hasCodePointOrder: column.hasCodePointOrder && type == .text)
        let elements = SQLRow(base: alias, table: row.table)
        var list = SQLRowList(sources: sources, element: Self.scalar(value, of: elements, in: dialect))
        if case .unknown(let reason) = list.element { return .unknown(reason) }
        list.array = SQLScalar(node: node, kind: .array, column: column, steps: row.steps)
        list.order = [.column(alias, "place", isNullable: false)]
        return .list(list)
    }

    /// Whether a list is not nil.
    func presence(of list: SQLRowList) -> SQLNode {
        if let array = list.array { return isPresent(array) }
        return list.owner.map { presence(of: $0) } ?? .yes
    }

    static func source(_ step: SQLRow.Step) -> SQLSelect.Source {
        let ties = step.link.pairs.map { pair in
            SQLNode.compare(
                .column(step.alias, pair.to, isNullable: true), "=", .column(step.from, pair.from, isNullable: true))
        }
        return SQLSelect.Source(schema: step.table.schema, table: step.table.name, alias: step.alias, on: ties)
    }

    /// Whether a row is there.
    func presence(of row: SQLRow) -> SQLNode {
        guard row.isNullable else { return .yes }
        return .exists(
            SQLSelect(columns: [.literal("1")], sources: row.steps.map { Self.source($0) }, conditions: []))
    }

    /// A condition on a row that links reach, as a condition on the row in scope: false where there is no such row.
    func reached(by steps: [SQLRow.Step], _ condition: SQLNode) -> SQLNode {
        guard let first = steps.first else { return condition }
        if condition.isFalse { return .no }
        let sources = steps.map { Self.source($0) }
        if dialect == .sqlite, let pair = first.link.pairs.first, first.link.pairs.count == 1 {
            // The rows are found once, and an index of the outer table can find them.
            var inner = sources
            inner[0].on = []
            let rows = SQLSelect(
                columns: [.column(first.alias, pair.to, isNullable: true)], sources: inner, conditions: [condition])
            return .isInRows(.column(first.from, pair.from, isNullable: true), rows, isNullable: true)
        }
        return .exists(SQLSelect(columns: [.literal("1")], sources: sources, conditions: [condition]))
    }
}

// Values that come when a statement is run: variables, and the instant of `now()`.
extension SQLTranslator {
    /// A comparison with a variable.
    func relation(_ relation: ConstantComparison, _ scalar: SQLScalar, variable name: String, _ options: StringOptions)
        -> SQLPair
    {
        guard options.isEmpty else { return .unknown("the value of a variable is folded when it is run") }
        guard let kind = dialect.rules.kind(ofVariableBeside: scalar) else {
            return .unknown("the value of a variable next to it is converted when it is run")
        }
        if let problem = orderProblem(relation, scalar) { return .unknown(problem) }
        let parameter = SQLNode.parameter(.variable(name, kind), kind)
        if let test = bare(relation, scalar, parameter) { return trusted(.exact(test), scalar.trust) }
        return self.relation(relation, scalar, SQLScalar(node: parameter, kind: scalar.kind), options)
    }

    /// A comparison with a variable that is false if the variable is nil, for BETWEEN; nil if SQL knows of no such one.
    func bound(_ relation: ConstantComparison, _ operand: SQLOperand, variable name: String) -> SQLPair? {
        guard case .scalar(let scalar) = operand, let kind = dialect.rules.kind(ofVariableBeside: scalar),
            orderProblem(relation, scalar) == nil, isBare(scalar)
        else { return nil }
        let parameter = SQLNode.parameter(.variable(name, kind), kind)
        return trusted(.exact(reached(by: scalar.steps, compared(relation, scalar, parameter))), scalar.trust)
    }

    /// Whether a column is compared with a variable as it is stored.
    private func isBare(_ scalar: SQLScalar) -> Bool {
        guard dialect == .sqlite || dialect == .postgresql, let column = scalar.column else { return false }
        return switch (scalar.kind, column.type) {
        case (.integer, _), (.real, _), (.text, .text): true
        case (.boolean, _): dialect == .sqlite
        default: false
        }
    }

    /// A comparison of a stored column, as it is, with a value of its kind or NULL, so that an index serves; nil if its
    /// values are compared in another way.
    ///
    /// It is that of a constant: the kind of a variable keeps other values from its parameter, and the bounds keep the
    /// values of other types from the condition. What is true between nil and nil is written apart, each way to be nil
    /// by itself: SQLite looks each one up in the index.
    private func bare(_ relation: ConstantComparison, _ scalar: SQLScalar, _ value: SQLNode) -> SQLNode? {
        guard isBare(scalar), let column = scalar.column else { return nil }
        let test = reached(by: scalar.steps, compared(relation, scalar, value))
        guard relation.holdsForNil else { return test }
        let isNil = SQLNode.isNull(value)
        if scalar.steps.isEmpty {
            let isInfinite =
                dialect.rules.mayHoldInfinity(column)
                ? SQLNode.and([isInfinite(column, scalar.node), isNil]) : .no
            if relation == .equal {
                let node = dialect.rules.comparable(scalar, relation)
                // PostgreSQL does not use an index for IS NOT DISTINCT FROM.
                if dialect == .sqlite { return .or([.same(node, value), isInfinite]) }
            }
            return .or([test, .and([.isNull(scalar.node), isNil]), isInfinite])
        }
        return .or([test, .and([isPresent(scalar).negated, isNil])])
    }

    func relation(_ relation: ConstantComparison, _ scalar: SQLScalar, _ other: SQLOperand, _ options: StringOptions)
        -> SQLPair
    {
        guard case .now = other, scalar.kind == .date else { return .exact(.no) }
        let now = SQLNode.parameter(.now(.real), .real)
        return self.relation(relation, scalar, SQLScalar(node: now, kind: .date), options)
    }
}

/// The values of a program's slots, shared by all copies of a translator. Each SUBQUERY has a slot, and Swift copies the translator
/// for a call whose arguments change it: an array here would make many SUBQUERY quadratic.
final class SQLSlots {
    private var operands: [SQLOperand]

    init(count: Int) { operands = Array(repeating: .unknown("its value is not known in SQL"), count: count) }

    subscript(slot: Int) -> SQLOperand {
        get { operands.indices.contains(slot) ? operands[slot] : .unknown("its value is not known") }
        set { if operands.indices.contains(slot) { operands[slot] = newValue } }
    }
}
