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

    /// Why a count, an aggregate or an element of an array is evaluated by workers.
    static let arrayReason = "Spark is asked only which rows have an element that satisfies a condition"
}
