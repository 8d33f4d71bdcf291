@_exported import PredicateFormat

#if Macros
    /// Makes a type one that predicates can be about, with a field for each of its properties.
    ///
    /// ```swift
    /// @PredicateDescribed
    /// struct Person {
    ///     var name: String
    ///     /// In whole years.
    ///     var age: Int
    ///     @PredicateIgnored var session: Session?
    /// }
    ///
    /// let adults = try Person.predicate("age >= %d AND name BEGINSWITH[cd] %@", 18, "jo")
    /// ```
    ///
    /// The type conforms to `PredicateDescribed`. Its fields are its properties, stored and computed, in order: all of them but those of
    /// the type itself (`static`), those that are `private`, `fileprivate`, `lazy`, `async` or `throws`, and those that are marked
    /// `@PredicateIgnored`. The type of each has to conform to `PredicateFieldValue`, as the value types of the language do, optionals,
    /// arrays, sets and dictionaries of them, enumerations with raw values, and other described types. A first paragraph of documentation
    /// becomes that of the field. Values are read by accessors, not by reflection.
    ///
    /// A class has to be final, since a description is of one type exactly. An enumeration with raw values gets what a field of its
    /// type needs, which is the conformance to `PredicateFieldValue`.
    ///
    /// - Parameter names: what fields are called: by the cases of `CodingKeys`, so that a text means the same for values and for
    ///   the JSON that they are written as, or by the properties. `@PredicateField` comes before either.
    @attached(
        extension, conformances: PredicateDescribed, PredicateFieldValue, names: named(predicateDescription))
    public macro PredicateDescribed(names: PredicateFieldNames = .codingKeys) =
        #externalMacro(module: "PredicateMacrosPlugin", type: "DescribedMacro")

    /// Says of a property of a `@PredicateDescribed` type how predicates see it; also of one that is private.
    ///
    /// - Parameters:
    ///   - name: the name in predicates; that of the property unless given.
    ///   - documentation: a sentence about the field; the documentation of the property unless given.
    @attached(peer)
    public macro PredicateField(_ name: String? = nil, documentation: String? = nil) =
        #externalMacro(module: "PredicateMacrosPlugin", type: "FieldMacro")

    /// Keeps a property of a `@PredicateDescribed` type from predicates: it is no field.
    @attached(peer)
    public macro PredicateIgnored() = #externalMacro(module: "PredicateMacrosPlugin", type: "IgnoredMacro")
#endif

/// What the fields of a type are called that `@PredicateDescribed` describes.
public enum PredicateFieldNames: Sendable {
    /// As the cases of the type's `CodingKeys` say, where it has them; otherwise as the properties.
    case codingKeys
    /// As the properties.
    case properties
}
