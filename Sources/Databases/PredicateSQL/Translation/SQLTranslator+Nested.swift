import PredicateFormat

// Arrays and structs of Spark, whose rows hold their lists and objects. Conditions on elements are functions of them.
extension SQLTranslator {
    /// The value of a column, of a field of a struct, or of an element of an array.
    mutating func value(_ node: SQLNode, _ column: SQLColumn) -> SQLOperand {
        guard isName(column.name) else { return .unknown("SQL cannot write the name of its column") }
        switch column.type {
        case .array(let type): return array(node, column, of: type)
        case .structure(let fields): return .structure(SQLStructure(node: node, fields: fields))
        default: return Self.scalar(column, node, in: dialect)
        }
    }

    mutating func field(_ key: String, of structure: SQLStructure) -> SQLOperand {
        guard let index = structure.fields.index(forKey: key),
            structure.fields[index].key.unicodeScalars.elementsEqual(key.unicodeScalars)
        else { return .unknown("the field `\(key)` is not in the mapping") }
        var column = structure.fields[index].value
        column.isNullable = column.isNullable || structure.node.isNullable
        return value(.field(structure.node, column.name, isNullable: column.isNullable), column)
    }

    private mutating func array(_ node: SQLNode, _ column: SQLColumn, of type: SQLColumnType) -> SQLOperand {
        let alias = nextAlias()
        let source = SQLSelect.Source(schema: nil, table: "", alias: alias, on: [], array: node)
        let element = value(.variable(alias, isNullable: true), SQLColumn("value", type))
        if case .unknown = element { return element }
        var list = SQLRowList(sources: [source], element: element)
        list.array = SQLScalar(node: node, kind: .array, column: column)
        list.isFlat = true
        // Arrays keep their order.
        list.order = [.literal("1")]
        return .list(list)
    }

    /// Whether an element of arrays, each of which may belong to an element of the one before, satisfies a condition.
    static func exists(_ sources: [SQLSelect.Source], _ condition: SQLNode) -> SQLNode {
        sources.reversed().reduce(condition) { condition, source in
            guard let array = source.array else { return .no }
            if condition.isTrue { return .compare(.call("array_size", [array]), ">", .literal("0")) }
            return .call("exists", [array, .lambda(source.alias, condition)], isNullable: true)
        }
    }

    /// The array of a list with what becomes of its elements; nil if it is not one array.
    ///
    /// - Parameter node: the value of an element.
    private func elements(_ list: SQLRowList, _ node: SQLNode) -> SQLNode? {
        guard list.sources.count == 1, let source = list.sources.first, var array = source.array,
            let condition = exactFilter(list)
        else { return nil }
        if condition.isFalse { return nil }
        if !condition.isTrue {
            array = .call("filter", [array, .lambda(source.alias, condition)], isNullable: array.isNullable)
        }
        if case .literal(let name) = node.form, name == source.alias { return array }
        return .call("transform", [array, .lambda(source.alias, node)], isNullable: array.isNullable)
    }

    private static let problem = "Spark has no single array of its elements"

    func sparkCount(_ list: SQLRowList) -> SQLOperand {
        guard !list.isDistinct, let source = list.sources.first,
            let array = elements(list, .variable(source.alias, isNullable: true))
        else { return .unknown(list.isDistinct ? "distinct values are counted" : Self.problem) }
        return .scalar(SQLScalar(node: .cast(.call("array_size", [array]), "BIGINT"), kind: .integer))
    }

    func sparkAggregate(_ op: CollectionOperator, _ list: SQLRowList) -> SQLOperand {
        if case .unknown = list.element { return list.element }
        guard !list.isDistinct, case .scalar(let scalar) = list.element else {
            return .unknown("its elements are not single values")
        }
        let value = plain(scalar)
        if let problem = value.problem ?? (value.trust.isEmpty ? nil : "its values may be of any type") {
            return .unknown(problem)
        }
        guard let array = elements(list, value.node) else { return .unknown(Self.problem) }
        switch (op, scalar.kind) {
        case (.min, .integer), (.min, .real), (.min, .text), (.min, .date), (.min, .boolean),
            (.max, .integer), (.max, .real), (.max, .text), (.max, .date), (.max, .boolean):
            let node = SQLNode.call(op == .min ? "array_min" : "array_max", [array], isNullable: true)
            return .scalar(SQLScalar(node: node, kind: scalar.kind))
        case (.sum, .integer):
            // So many digits that no array has too many elements.
            let next = SQLNode.infix(
                .literal("s"), "+", .call("coalesce", [.literal("e"), .literal("0")], isNullable: false), .sum)
            let sum = SQLNode.call(
                "aggregate",
                [
                    array, .cast(.literal("0"), "DECIMAL(38, 0)"),
                    .lambda("(s, e)", .cast(next, "DECIMAL(38, 0)")),
                ], isNullable: array.isNullable)
            return .scalar(SQLScalar(node: .tryCast(sum, "BIGINT"), kind: .integer))
        case (.sum, .real), (.avg, .real): return .unknown("the sum of doubles depends on their order")
        default: return .unknown("Spark does not compute it exactly")
        }
    }

    /// The element at a place, the last one for -1.
    func sparkElement(_ list: SQLRowList, _ place: Int64) -> SQLOperand {
        guard !list.order.isEmpty, !list.isDistinct, list.filters.isEmpty else { return .unknown("rows have no order") }
        guard place <= Int64(Int32.max) else { return .constant(.null) }
        func element(_ array: SQLNode) -> SQLNode {
            place < 0
                ? .call("try_element_at", [array, .literal("-1")], isNullable: true)
                : .call("get", [array, .literal(String(place))], isNullable: true)
        }
        switch list.element {
        case .scalar(let scalar):
            let value = plain(scalar)
            if let problem = value.problem ?? (value.trust.isEmpty ? nil : "its values may be of any type") {
                return .unknown(problem)
            }
            guard let array = elements(list, value.node) else { return .unknown(Self.problem) }
            return .scalar(SQLScalar(node: element(array), kind: scalar.kind))
        case .structure(let structure):
            guard let array = elements(list, structure.node) else { return .unknown(Self.problem) }
            return .structure(SQLStructure(node: element(array), fields: structure.fields))
        default: return .unknown("the list is made of lists")
        }
    }
}
