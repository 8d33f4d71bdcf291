import PredicateCore

/// A field, independent of the type that has it.
package struct DescribedField: Sendable {
    package let name: String
    package let documentation: String?
    let limits: FieldLimits?
    /// The Swift type of its values.
    package let valueType: Any.Type
    let shape: ValueShape
    let access: FieldAccess
    /// The property of the field, if it was declared with one.
    package let keyPath: (any AnyKeyPath & Sendable)?
    /// The key path's own part of the description of a longer one; see `KeyPathText`.
    package let keyPathText: String?

    init(
        name: String, documentation: String?, limits: FieldLimits?, valueType: Any.Type, shape: ValueShape,
        access: FieldAccess, keyPath: (any AnyKeyPath & Sendable)?
    ) {
        self.name = name
        self.documentation = documentation
        self.limits = limits
        self.valueType = valueType
        self.shape = shape
        self.access = access
        self.keyPath = keyPath
        keyPathText = keyPath.flatMap { KeyPathText($0)?.components }
    }

    /// Whether predicates see its values as their Swift type, or as raw values.
    package var readsAsDeclared: Bool { shape.isOfItsType }
    /// Whether its key path is one property, and not a path of several.
    package var isSingleProperty: Bool {
        guard let text = keyPathText, text != "self" else { return false }
        // The description has computed properties in angle brackets and subscripts in square ones.
        var depth = 0
        for character in text {
            switch character {
            case "<", "[", "(": depth += 1
            case ">", "]", ")": depth -= 1
            case ".", "?", "!": if depth == 0 { return false }
            default: break
            }
        }
        return true
    }

    /// The description of the values of the field, one or many; nil if they have no fields.
    package var target: DescribedType? { shape.target }
    /// The description of the single value of the field; nil for lists too.
    package var ownTarget: DescribedType? {
        if case .object(let object) = shape.core { object.type() } else { nil }
    }
}

/// A description without the static type, for the compiler.
@usableFromInline
package final class DescribedType: Sendable {
    /// Which Swift type it is.
    package let identity: ObjectIdentifier
    package let name: String
    let documentation: String?
    /// The fields, each name once.
    package let fields: [DescribedField]
    let keys: [String]
    private let makeRecord: @Sendable (DescribedType, UnsafeRawPointer) -> any PredicateRecord
    private let knownSchema = Locked<RecordSchema?>(nil)

    init(
        identity: ObjectIdentifier, name: String, documentation: String?, fields: [DescribedField],
        _ makeRecord: @escaping @Sendable (DescribedType, UnsafeRawPointer) -> any PredicateRecord
    ) {
        self.identity = identity
        self.name = name
        self.documentation = documentation
        var kept: [DescribedField] = []
        for field in fields where !kept.contains(where: { sameCodePoints($0.name, field.name) }) { kept.append(field) }
        self.fields = kept
        self.keys = kept.map(\.name)
        self.makeRecord = makeRecord
    }

    /// A copy of the value at a location, as a record.
    func record(_ pointer: UnsafeRawPointer) -> any PredicateRecord { makeRecord(self, pointer) }

    package func field(named name: String) -> DescribedField? { fields.first { sameCodePoints($0.name, name) } }

    /// The field of a property.
    package func field(for keyPath: AnyKeyPath) -> DescribedField? {
        fields.first { ($0.keyPath as AnyKeyPath?) == keyPath }
    }

    /// This type and all types that its fields reach, by their Swift type.
    package var reachable: [ObjectIdentifier: DescribedType] {
        var types: [ObjectIdentifier: DescribedType] = [:]
        var pending = [self]
        while let type = pending.popLast() {
            guard types.updateValue(type, forKey: type.identity) == nil else { continue }
            pending += type.fields.compactMap(\.target)
        }
        return types
    }

    /// The schema of this type and of all types that its fields reach.
    package var schema: RecordSchema {
        if let known = knownSchema.withLock({ $0 }) { return known }
        let made = DescribedSchema.make(self)
        knownSchema.withLock { $0 = made }
        return made
    }
}

extension PredicateShape {
    /// Whether values are read as the raw values that they have.
    package var isRawValue: Bool { if case .mapped(let mapped) = shape { mapped.isRawValue } else { false } }
}

extension ValueShape {
    /// Whether predicates see values as their Swift type, or as raw values.
    fileprivate var isOfItsType: Bool {
        switch self {
        case .optional(let optional): optional.wrapped.isOfItsType
        case .collection(let collection): collection.element.isOfItsType
        case .mapped(let mapped): mapped.isRawValue && mapped.inner.isOfItsType
        default: true
        }
    }

    /// The description of the values of a shape, through optionals, lists, sets and dictionaries.
    var target: DescribedType? {
        switch core {
        case .object(let object): object.type()
        case .collection(let collection): collection.element.target
        default: nil
        }
    }
}

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
                RecordField($0.name, maker.type(of: $0.shape), documentation: $0.documentation, limits: $0.limits)
            }
            maker.types.append(
                RecordType(maker.name(of: next), fields: fields, documentation: next.documentation))
        }
        var schema = RecordSchema(root: name, types: maker.types)
        schema.holdsSwiftValues = true
        return schema
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
        case .collection(let collection):
            switch collection.kind {
            case .list: .list(type(of: collection.element))
            case .set: .set(type(of: collection.element))
            case .dictionary: .dictionary(type(of: collection.element))
            }
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
