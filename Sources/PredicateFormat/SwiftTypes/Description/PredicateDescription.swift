/// A Swift type that says which of its properties predicates may use.
///
/// ```swift
/// struct Person: PredicateDescribed {
///     var name: String
///     var age: Int
///
///     static let predicateDescription = PredicateDescription<Person> {
///         Field("name", \.name)
///         Field("age", \.age)
///     }
/// }
///
/// let adults = try Person.predicate("age >= %d AND name BEGINSWITH[cd] %@", 18, "jo")
/// people.filter(adults)
/// ```
public protocol PredicateDescribed: PredicateFieldValue {
    /// The fields; best a stored property, so that it is made once.
    static var predicateDescription: PredicateDescription<Self> { get }
}

extension PredicateDescribed {
    /// A value with the fields of the description.
    public static var predicateShape: PredicateShape<Self> { .described(by: predicateDescription) }

}

/// What predicates know of a Swift type: its fields, each with a name, a type and a way to its value.
///
/// It is the schema that text is checked against, and what a checked predicate is compiled for. No reflection is used.
public struct PredicateDescription<Root>: Sendable {
    @usableFromInline package let type: DescribedType

    /// A description.
    ///
    /// - Parameters:
    ///   - name: the name of the type in messages and in the schema; that of the Swift type unless given.
    ///   - documentation: a sentence about the type.
    ///   - fields: the fields in order. Of two with one name the first counts.
    public init(
        _ name: String? = nil, documentation: String? = nil, @FieldBuilder<Root> fields: () -> [Field<Root>]
    ) {
        self.init(name, documentation: documentation, fields: fields())
    }

    /// A description from a list of fields.
    public init(_ name: String? = nil, documentation: String? = nil, fields: [Field<Root>]) {
        type = DescribedType(
            identity: ObjectIdentifier(Root.self), name: name ?? String(describing: Root.self),
            documentation: documentation, fields: fields.map(\.field)
        ) { type, pointer in
            DescribedRecord(type: type, value: pointer.assumingMemoryBound(to: Root.self).pointee)
        }
    }

    /// The schema: this type, and all that its fields lead to. Of two types with one name the later has a number behind it.
    public var schema: RecordSchema { type.schema }
}

/// A value of a described type as a record: for what reads records by their keys.
///
/// The value may be of a type that is not `Sendable`. It is copied out of the value that is evaluated, and gone with the
/// evaluation, which is on one thread at a time.
struct DescribedRecord<Root>: PredicateRecord, @unchecked Sendable {
    let type: DescribedType
    let value: Root

    func value(forKey key: String) -> PredicateValue {
        guard let field = type.field(named: key) else { return .null }
        var value = PredicateValue.null
        withUnsafePointer(to: self.value) { pointer in
            field.access.withValue(UnsafeRawPointer(pointer)) { value = field.shape.value(at: $0) }
        }
        return value
    }

    func hasKey(_ key: String) -> Bool { type.field(named: key) != nil }
    var keys: [String] { type.keys }
    var isDictionary: Bool { false }
}
