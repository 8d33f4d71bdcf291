import PredicateCore

/// Makes the schema of a described type: it visits all types of its fields, and gives each a unique name.
struct DescribedSchema {
    private var names: [ObjectIdentifier: String] = [:]
    private var taken: Set<String> = []
    private var pending: [DescribedType] = []
    private var types: [RecordType] = []

    static func make(_ root: DescribedType) -> RecordSchema {
        var maker = DescribedSchema()
        let name = maker.name(of: root)
        while let next = maker.pending.popLast() {
            let fields = next.fields.map {
                RecordField($0.name, maker.type(of: $0.shape), documentation: $0.documentation)
            }
            maker.types.append(
                RecordType(maker.name(of: next), fields: fields, documentation: next.documentation))
        }
        return RecordSchema(root: name, types: maker.types)
    }

    private mutating func name(of type: DescribedType) -> String {
        if let known = names[type.identity] { return known }
        var name = type.name
        var number = 1
        while taken.contains(name) {
            number += 1
            name = "\(type.name)\(number)"
        }
        taken.insert(name)
        names[type.identity] = name
        pending.append(type)
        return name
    }

    private mutating func type(of shape: ValueShape) -> ValueType {
        switch shape {
        case .integer: .integer
        case .double, .float: .double
        case .boolean: .boolean
        case .string: .string
        case .date: .date
        case .scalar(let scalar): scalar.type
        case .optional(let optional): type(of: optional.wrapped).orNil
        case .list(let list): .list(type(of: list.element))
        case .collection(let collection):
            collection.kind == .set ? .set(type(of: collection.element)) : .dictionary(type(of: collection.element))
        case .object(let object): .object(name(of: object.type()))
        case .mapped(let mapped): mappedType(mapped)
        }
    }

    private mutating func mappedType(_ mapped: MappedShape) -> ValueType {
        let inner = type(of: mapped.inner)
        guard let cases = mapped.cases, [.string, .integer, .double, .boolean].contains(inner) else { return inner }
        return .enumeration(EnumerationType(base: inner, cases: cases))
    }
}
