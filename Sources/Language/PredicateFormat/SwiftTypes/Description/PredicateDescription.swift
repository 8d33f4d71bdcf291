import PredicateCore

/// A Swift type that declares which of its properties predicates may use.
///
/// ```swift
/// struct Person: PredicateDescribed {
///     var name: String
///     var age: Int
///
///     static let predicateDescription = PredicateDescription<Person> {
///         PredicateField("name", \.name)
///         PredicateField("age", \.age)
///     }
/// }
///
/// let adults = try Person.predicate("age >= %d AND name BEGINSWITH[cd] %@", 18, "jo")
/// people.filter(adults)
/// ```
public protocol PredicateDescribed: PredicateFieldValue {
    /// The fields; best a stored property, so that it is made once. A `Codable` type that has none gets its coding keys.
    static var predicateDescription: PredicateDescription<Self> { get }
}

extension PredicateDescribed {
    /// A value with the fields of the description.
    public static var predicateShape: PredicateShape<Self> {
        PredicateShape(.object(ObjectShape { predicateDescription.type }))
    }
}

/// The description of a Swift type for predicates: its fields, each with a name, a type and access to its value.
///
/// It is the schema for checking strings, and checked predicates are compiled for it. It uses no reflection. A
/// `Codable` type need not write one: its coding keys are its fields then.
public struct PredicateDescription<Root>: Sendable {
    @usableFromInline package let type: DescribedType

    /// A description.
    ///
    /// - Parameters:
    ///   - name: the name of the type in messages and in the schema; by default the name of the Swift type.
    ///   - documentation: a sentence about the type.
    ///   - fields: the fields in order. If two have the same name, making a predicate throws an error.
    public init(
        _ name: String? = nil, documentation: String? = nil, @FieldBuilder fields: () -> [PredicateField<Root>]
    ) {
        self.init(name, documentation: documentation, fields: fields())
    }

    /// A description from a list of fields.
    public init(_ name: String? = nil, documentation: String? = nil, fields: [PredicateField<Root>]) {
        self.init(name, documentation: documentation, fields: fields, problem: nil)
    }

    /// A description of which something is wrong.
    init(
        _ name: String? = nil, documentation: String? = nil, fields: [PredicateField<Root>],
        problem: PredicateDiagnostic?
    ) {
        type = DescribedType(
            identity: ObjectIdentifier(Root.self), name: name ?? String(describing: Root.self),
            documentation: documentation, fields: fields.map(\.field), problem: problem
        ) { type, pointer in
            DescribedRecord(type: type, value: pointer.assumingMemoryBound(to: Root.self).pointee)
        }
    }

    /// The schema: this type, and all types of its fields. If two types have the same name, the later one gets a
    /// number after it.
    public var schema: RecordSchema { type.schema }

    /// The schema for checking a predicate.
    ///
    /// - Throws: `PredicateDiagnostics` with what is wrong with the description.
    package func checkedSchema() throws(PredicateDiagnostics) -> RecordSchema {
        if !type.problems.isEmpty { throw PredicateDiagnostics(source: "", diagnostics: type.problems) }
        return schema
    }
}

/// A value of a described type as a record, for code that reads records by their keys.
///
/// The type of the value may not be `Sendable`. The value is copied from the evaluated value, and released with the
/// evaluation, which runs on one thread at a time.
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
