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
    /// What is wrong with the description itself.
    package var problems: [PredicateDiagnostic] { described.problems }
    /// What is wrong with the fields as they were declared.
    fileprivate let ownProblems: [PredicateDiagnostic]
    private let makeRecord: @Sendable (DescribedType, UnsafeRawPointer) -> any PredicateRecord
    private let knownSchema = LazyValue<DescribedSchema>()

    init(
        identity: ObjectIdentifier, name: String, documentation: String?, fields: [DescribedField],
        problem: PredicateDiagnostic?,
        _ makeRecord: @escaping @Sendable (DescribedType, UnsafeRawPointer) -> any PredicateRecord
    ) {
        self.identity = identity
        self.name = name
        self.documentation = documentation
        var (kept, repeated): ([DescribedField], [String]) = ([], [])
        for field in fields {
            if kept.contains(where: { sameCodePoints($0.name, field.name) }) {
                repeated.append(field.name)
            } else {
                kept.append(field)
            }
        }
        self.fields = kept
        self.keys = kept.map(\.name)
        ownProblems = [problem].compactMap { $0 } + repeated.map { .repeatedField($0, of: name) }
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

    /// Whether the names of both descriptions are the same properties. Nothing else than a key path identifies a property.
    func readsLike(_ other: DescribedType) -> Bool {
        if self === other { return true }
        let others = other.reachable
        return schema == other.schema
            && reachable.allSatisfy { identity, type in
                type.fields.allSatisfy { field in
                    field.keyPath.map { others[identity]?.field(for: $0)?.name == field.name } ?? false
                }
            }
    }

    /// The schema of this type and of all types that its fields reach.
    package var schema: RecordSchema { described.schema }

    private var described: DescribedSchema { knownSchema.value { DescribedSchema(self) } }
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

/// The schema of a described type and of all types of its fields, each with a unique name.
private struct DescribedSchema {
    private(set) var schema: RecordSchema
    private(set) var problems: [PredicateDiagnostic] = []
    private var names: [ObjectIdentifier: String] = [:]
    private var taken: Set<String> = []
    private var pending: [DescribedType] = []

    init(_ root: DescribedType) {
        schema = RecordSchema(root: root.name, types: [])
        schema.holdsSwiftValues = true
        _ = name(of: root)
        while let next = pending.popLast() {
            let fields = next.fields.map { field in
                var made = RecordField(
                    field.name, type(of: field.shape, in: field, next), documentation: field.documentation,
                    limits: field.limits)
                made.isFloat = if case .float = field.shape.core { true } else { false }
                return made
            }
            let name = name(of: next)
            schema.types[name] = RecordType(name, fields: fields, documentation: next.documentation)
            problems += next.ownProblems
        }
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

    /// The type of a shape in a field of a type.
    private mutating func type(of shape: ValueShape, in field: DescribedField, _ owner: DescribedType) -> ValueType {
        func type(_ shape: ValueShape) -> ValueType { self.type(of: shape, in: field, owner) }
        switch shape {
        case .integer: return .integer
        case .double, .float: return .double
        case .boolean: return .boolean
        case .string: return .string
        case .date: return .date
        case .scalar(let scalar): return scalar.type
        case .optional(let optional): return type(optional.wrapped).orNil
        case .collection(let collection):
            let element = type(collection.element)
            switch collection.kind {
            case .list: return .list(element)
            case .set: return .set(element)
            case .dictionary: return .dictionary(element)
            }
        case .object(let object): return .object(name(of: object.type()))
        case .mapped(let mapped):
            let inner = type(mapped.inner)
            let isScalar = [.string, .integer, .double, .boolean].contains(inner)
            let cases = isScalar ? mapped.cases?() : nil
            var order: ValueOrder?
            switch mapped.order {
            case .kept: break
            case .own(let own):
                // Dates, UUIDs and decimals keep their own order.
                guard isScalar else { break }
                if let cases, own.agrees(with: cases) { break }
                order = own
                // No case can be made from what is read if the raw values are read as another type themselves.
                if let cases, !cases.contains(where: { own.value($0) != nil }) {
                    problems.append(.unknownOrder(of: field.name, in: owner.name))
                }
            case .unknown: problems.append(.unknownOrder(of: field.name, in: owner.name))
            }
            guard isScalar, cases != nil || order != nil else { return inner }
            return .enumeration(EnumerationType(base: inner, cases: cases ?? [], order: order))
        }
    }
}
