import PredicateFormat

extension SQLMapping {
    /// The types of the records that the mapping stores, for checking predicates. A field that the mapping lacks is
    /// unknown.
    public var recordSchema: RecordSchema {
        let types = tables.keys.sorted().compactMap { key in
            tables[key].map { table in
                RecordType(
                    key,
                    fields: table.fields.keys.sorted().compactMap { name in
                        table.fields[name].map { RecordField(name, $0.valueType) }
                    })
            }
        }
        return RecordSchema(root: root, types: types)
    }
}

extension SQLField {
    /// The type of the field's values.
    fileprivate var valueType: ValueType {
        switch self {
        case .column(let column): column.isNullable ? column.type.valueType.orNil : column.type.valueType
        case .toOne(let link): link.isNullable ? .optional(.object(link.table)) : .object(link.table)
        case .toMany(let link): .list(.object(link.table))
        case .list(_, let column): .list(column.isNullable ? column.type.valueType.orNil : column.type.valueType)
        }
    }
}

extension SQLColumnType {
    /// The type of the values, never optional.
    fileprivate var valueType: ValueType {
        switch self {
        case .boolean: .boolean
        case .integer: .integer
        case .real, .singlePrecision: .double
        case .decimal: .decimal
        case .text, .textOfValue: .string
        case .date: .date
        case .uuid: .uuid
        case .blob: .data
        case .array(let element): .list(element.valueType.orNil)
        case .structure, .binaryJSON, .other: .any
        }
    }
}
