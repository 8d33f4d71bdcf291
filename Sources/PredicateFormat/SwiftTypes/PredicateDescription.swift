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

    /// A predicate over values of this type; see `PredicateDescription.predicate`.
    public static func predicate(
        _ format: String, _ arguments: (any PredicateArgument)?..., library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Self> {
        try predicateDescription.predicate(format, given: arguments, library: library, limits: limits)
    }
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

    /// A predicate over values of the type.
    ///
    /// - Parameters:
    ///   - format: the text.
    ///   - arguments: the values of `%@` and its kin, in order. A range is the two bounds of BETWEEN; a predicate is written
    ///     out where its `%@` stands, and is a part of the predicate's `source`.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on the text and on the work of an evaluation.
    /// - Throws: `PredicateDiagnostics` with everything that is wrong with the text, each at its place.
    public func predicate(
        _ format: String, _ arguments: (any PredicateArgument)?..., library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try predicate(format, given: arguments, library: library, limits: limits)
    }

    /// A predicate over values of the type, with its arguments in a list.
    public func predicate(
        _ format: String, arguments: [PredicateValue], library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        let parsed = try ParsedPredicate(parsing: format, library: library, limits: limits)
        return TypedPredicate(try parsed.checked(against: schema, arguments: arguments), self)
    }

    /// A predicate from one that was checked against `schema`: from a tree, from JSON, or composed.
    ///
    /// - Returns: nil when it was checked against another schema.
    public func predicate(_ checked: CheckedPredicate) -> TypedPredicate<Root>? {
        checked.schema == schema ? TypedPredicate(checked, self) : nil
    }
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
