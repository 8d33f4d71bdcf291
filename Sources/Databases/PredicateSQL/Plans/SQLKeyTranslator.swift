import PredicateCore
import PredicateFormat

/// Translates the keys of orders and groups, and aggregates.
///
/// Values that SQL orders or groups in another way are either refused, or named by a condition in `checks`: if no row
/// satisfies it, the translation is right.
struct SQLKeyTranslator {
    private var translator: SQLTranslator
    private let dialect: SQLDialect
    /// Whether the rows are groups, whose values have been made by SQL.
    private let areGroups: Bool
    private(set) var checks: [SQLNode] = []

    /// For the records of a condition.
    init(_ condition: SQLPlan, _ library: PredicateLibrary, _ limits: PredicateLimits) {
        dialect = condition.dialect
        areGroups = false
        translator = SQLTranslator(
            condition.mapping, condition.dialect, alias: condition.alias, slotCount: 0, library: library,
            limits: limits)
    }

    /// For groups.
    init(
        _ mapping: SQLMapping, _ alias: String, _ dialect: SQLDialect, _ library: PredicateLibrary,
        _ limits: PredicateLimits
    ) {
        self.dialect = dialect
        areGroups = true
        translator = SQLTranslator(
            mapping, dialect, alias: alias, slotCount: 0, library: library, limits: limits)
    }

    private mutating func operand(_ expression: CheckedExpression) -> SQLOperand {
        let program = expression.program
        translator.slots = SQLSlots(count: program.slotCount)
        let operand = translator.operand(program.expression)
        // Strings of a declared type are compared as values of that type.
        return expression.type.comparableReading.map { translator.read(operand, as: $0) } ?? operand
    }

    // MARK: Orders

    /// A key of an order; nil if it is a constant, which orders nothing.
    mutating func sortKey(_ key: RecordOrder.Key) throws(SQLRefusal) -> SQLSortKey? {
        let operand = operand(key.expression)
        if case .constant = operand { return nil }
        let node = try sorted(operand, key)
        return SQLSortKey(node: node, isDescending: key.isDescending, isNilFirst: key.isNilFirst)
    }

    /// A key of an order that is a column of groups.
    mutating func sortKey(_ key: RecordOrder.Key, at place: SQLGroups.Place) throws(SQLRefusal) -> SQLSortKey {
        let node = try sorted(.scalar(place.value), key)
        return SQLSortKey(node: node, isDescending: key.isDescending, isNilFirst: key.isNilFirst)
    }

    private mutating func sorted(_ operand: SQLOperand, _ key: RecordOrder.Key) throws(SQLRefusal) -> SQLNode {
        try refuseOwnOrder(of: key.expression)
        if case .scalar(let scalar) = operand, let node = try sorted(column: scalar, key) { return node }
        let scalar = try value(operand)
        try refuse(scalar, key)
        return scalar.kind == .boolean ? scalar.node : dialect.rules.comparable(scalar, .less)
    }

    /// SQL does not know the order of a Swift type.
    private func refuseOwnOrder(of expression: CheckedExpression) throws(SQLRefusal) {
        if expression.type.order != nil { throw SQLRefusal("its Swift type has its own order") }
    }

    private func refuse(_ scalar: SQLScalar, _ key: RecordOrder.Key) throws(SQLRefusal) {
        if scalar.kind == .text, !key.options.effective.isEmpty {
            throw SQLRefusal("strings are compared with the options [\(key.options.letters)]")
        }
        if let problem = translator.orderProblem(.less, scalar) { throw SQLRefusal(problem) }
        if scalar.kind == .json || scalar.kind == .array {
            throw SQLRefusal("the type of its value is known only row by row")
        }
    }

    /// A column of the table itself, as it is, so that an index can serve the order; nil for another key.
    private mutating func sorted(column scalar: SQLScalar, _ key: RecordOrder.Key) throws(SQLRefusal) -> SQLNode? {
        guard let column = scalar.column, scalar.steps.isEmpty, scalar.trust.isEmpty else { return nil }
        if case .date(let form) = column.type, !areGroups {
            // A stored date may be rounded when it is read: two of them are then equal. Between these years none is.
            let type: String
            switch form {
            case .timestampWithZone: type = "timestamptz"
            case .timestamp: type = "timestamp"
            case .day: type = "date"
            default: return nil
            }
            try refuse(scalar, key)
            checks.append(
                .or([
                    .compare(scalar.node, "<", .literal("'1800-01-01 00:00:00+00'::\(type)")),
                    .compare(scalar.node, ">", .literal("'2200-01-01 00:00:00+00'::\(type)")),
                ]))
            return scalar.node
        }
        try refuse(scalar, key)
        if !areGroups, dialect.rules.mayHoldInfinity(column) {
            checks.append(.isIn(scalar.node, dialect.rules.infinities(of: column)))
        }
        // In SQLite, the order of values of several types is that of the language.
        return scalar.kind == .boolean ? scalar.node : dialect.rules.comparable(scalar, .less)
    }

    // MARK: Values

    /// A single value that is NULL where the value of the language is nil.
    private mutating func value(_ operand: SQLOperand) throws(SQLRefusal) -> SQLScalar {
        switch translator.computed(operand) {
        case .scalar(let scalar):
            let trust = scalar.trust.map(\.negated).filter { !$0.isFalse }
            if areGroups, !trust.isEmpty { throw SQLRefusal("not all of its values in SQL are those of the language") }
            checks += trust
            var scalar = scalar
            scalar.trust = []
            if case .scalar(let stored) = operand, let column = stored.column, stored.steps.isEmpty,
                column.type == .integer || column.type == .boolean
            {
                // The check finds infinities, too: they are no integers.
                scalar.node = stored.node
            }
            return scalar
        case .unknown(let reason): throw SQLRefusal(reason)
        case .row, .structure: throw SQLRefusal("SQL does not compare objects")
        case .list, .written: throw SQLRefusal("SQL does not compare lists")
        case .constant, .variable, .now, .count, .dateStep: throw SQLRefusal("it does not depend on a column")
        }
    }

    /// The stored column of an operand, also at the end of links.
    private static func column(_ operand: SQLOperand) -> SQLColumn? {
        if case .scalar(let scalar) = operand { scalar.column } else { nil }
    }

    // MARK: Groups

    /// A key of groups, or a column of distinct results.
    mutating func groupKey(_ expression: CheckedExpression, _ name: String) throws(SQLRefusal) -> SQLGroups.Item {
        let operand = operand(expression)
        let scalar = try value(operand)
        switch scalar.kind {
        case .json, .array: throw SQLRefusal("the type of its value is known only row by row")
        case .real: try refuseNegativeZero(operand, scalar, "0.0 and -0.0 are one group")
        case .uuid where Self.column(operand)?.type != .uuid(.native):
            throw SQLRefusal("spellings of one UUID are one group")
        default: break
        }
        return item(name, scalar.node, Self.column(operand), scalar.kind)
    }

    /// Refuses values of which 0.0 and -0.0 are equal, so that the first record decides which one is written.
    private mutating func refuseNegativeZero(_ operand: SQLOperand, _ scalar: SQLScalar, _ reason: String)
        throws(SQLRefusal)
    {
        let column = Self.column(operand)
        switch dialect {
        // SQLite stores -0.0 as 0.0 in a column of doubles.
        case .sqlite where column?.type == .real: return
        case .postgresql where column != nil:
            checks.append(
                .and([
                    .compare(scalar.node, "=", .literal("0")),
                    .compare(.cast(scalar.node, "text"), "=", .literal("'-0'")),
                ]))
        default: throw SQLRefusal(reason)
        }
    }

    private func item(
        _ name: String, _ node: SQLNode, _ column: SQLColumn?, _ kind: SQLScalar.Kind, isNullable: Bool? = nil
    ) -> SQLGroups.Item {
        let type: SQLColumnType
        switch kind {
        case .boolean: type = .boolean
        case .integer: type = .integer
        case .real: type = .real
        case .decimal: type = .decimal
        case .text: type = .text
        case .date: type = .date(.referenceSeconds)
        case .uuid: type = column?.type ?? .other
        case .blob: type = .blob
        case .json, .array: type = .other
        }
        return SQLGroups.Item(
            name: name, node: node, kind: kind,
            column: SQLColumn(
                "", type, isNullable: isNullable ?? node.isNullable,
                hasPlainEquality: dialect == .postgresql || column?.hasPlainEquality ?? false,
                hasCodePointOrder: dialect == .sqlite && column?.hasCodePointOrder ?? false, digits: column?.digits))
    }

    // MARK: Aggregates

    /// The number of records of a group.
    var count: SQLGroups.Item { item("count", .literal("COUNT(*)"), nil, .integer, isNullable: false) }

    mutating func aggregate(_ aggregate: QueryAggregate) throws(SQLRefusal) -> SQLGroups.Item {
        guard let expression = aggregate.column?.expression else {
            guard aggregate.function == .count else { throw SQLRefusal("it is a function of whole records") }
            return item(aggregate.name, .literal("COUNT(*)"), nil, .integer, isNullable: false)
        }
        switch aggregate.function {
        case .count: return try count(aggregate.name, expression)
        case .sum, .average: return try total(aggregate, expression)
        case .min, .max: return try extreme(aggregate, expression)
        case .first, .last: throw SQLRefusal("\(aggregate.function.rawValue) is a value of a certain record")
        case .median, .percentile, .stddev, .mode, .distinct, .countDistinct, .list:
            throw SQLRefusal("\(aggregate.function.rawValue) is computed from all values of a group")
        }
    }

    private mutating func count(_ name: String, _ expression: CheckedExpression) throws(SQLRefusal) -> SQLGroups.Item {
        let operand = operand(expression)
        let isNil = translator.isNil(operand)
        if let reason = isNil.reason { throw SQLRefusal(reason) }
        let one = SQLNode.when(isNil.over.negated, .literal("1"))
        let node = SQLNode.call("COUNT", [one], isNullable: false)
        return item(name, node, nil, .integer, isNullable: false)
    }

    private mutating func total(_ aggregate: QueryAggregate, _ expression: CheckedExpression) throws(SQLRefusal)
        -> SQLGroups.Item
    {
        let scalar = try value(operand(expression))
        switch scalar.kind {
        case .integer, .boolean: break
        case .real: throw SQLRefusal("doubles are added in the order of the records")
        default: throw SQLRefusal("SQL adds values of its type in another way")
        }
        let node = dialect.integer(scalar)
        if aggregate.function == .sum {
            return item(aggregate.name, dialect.sum(node), nil, .integer, isNullable: true)
        }
        return item(aggregate.name, dialect.average(node), nil, .real, isNullable: true)
    }

    private mutating func extreme(_ aggregate: QueryAggregate, _ expression: CheckedExpression) throws(SQLRefusal)
        -> SQLGroups.Item
    {
        try refuseOwnOrder(of: expression)
        let operand = operand(expression)
        var scalar = try value(operand)
        if let problem = translator.orderProblem(.less, scalar) { throw SQLRefusal(problem) }
        switch scalar.kind {
        case .json, .array: throw SQLRefusal("the type of its value is known only row by row")
        case .real: try refuseNegativeZero(operand, scalar, "the first of 0.0 and -0.0 counts")
        case .boolean, .blob:
            if dialect != .sqlite { throw SQLRefusal("the database has no least value of the type") }
        case .uuid: throw SQLRefusal("the database has no least value of the type")
        case .text: scalar.node = dialect.ordered(scalar.node)
        case .integer, .decimal, .date: break
        }
        let function = aggregate.function == .min ? "MIN" : "MAX"
        let node = SQLNode.call(function, [scalar.node], isNullable: true)
        return item(aggregate.name, node, Self.column(operand), scalar.kind, isNullable: true)
    }

    // MARK: Limits

    /// Refuses what is too large for a statement.
    func refuseLargeNodes(_ nodes: [SQLNode]) throws(SQLRefusal) {
        var parameters = 0
        for node in nodes + checks {
            parameters += node.parameters
            guard node.size <= SQLTranslator.sizeLimit, node.depth <= dialect.depthLimit - 10,
                parameters <= dialect.parameterLimit / 4
            else { throw SQLRefusal("it is too large in SQL") }
        }
        if nodes.count > 1000 { throw SQLRefusal("it has too many keys") }
    }
}
