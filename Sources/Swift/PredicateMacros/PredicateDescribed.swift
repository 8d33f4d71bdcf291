@_exported import PredicateFormat

#if Macros
/// Makes a type usable in predicates, with a field for each of its properties.
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
/// The type conforms to `PredicateDescribed`. Its fields are its stored and computed properties, in order, except
/// those that are `static`, `private`, `fileprivate`, `lazy`, `async` or `throws`, and those that are marked
/// `@PredicateIgnored`. The type of each field must conform to `PredicateFieldValue`. The value types of the
/// language conform, and so do optionals, arrays, sets and dictionaries of them, enumerations with raw values,
/// and other described types. The first paragraph of a property's documentation becomes the documentation of its
/// field. Values are read by accessors, not by reflection.
///
/// A class must be final, because a description covers exactly one type. An enumeration with raw values only gets
/// the conformance to `PredicateFieldValue` that fields of its type need.
///
/// - Parameter names: the names of fields: those of the cases of `CodingKeys`, so that a predicate means the same for
///   values and for their JSON, or those of the properties. The name in `@PredicateField` has priority over both.
@attached(
    extension, conformances: PredicateDescribed, PredicateFieldValue, names: named(predicateDescription))
public macro PredicateDescribed(names: PredicateFieldNames = .codingKeys) =
    #externalMacro(module: "PredicateMacrosPlugin", type: "DescribedMacro")

/// Changes the field of a property of a `@PredicateDescribed` type. A private property also becomes a field.
///
/// - Parameters:
///   - name: the name in predicates; by default the name of the property.
///   - documentation: a sentence about the field; by default the documentation of the property.
@attached(peer)
public macro PredicateField(_ name: String? = nil, documentation: String? = nil) =
    #externalMacro(module: "PredicateMacrosPlugin", type: "FieldMacro")

/// Excludes a property of a `@PredicateDescribed` type from the fields.
@attached(peer)
public macro PredicateIgnored() = #externalMacro(module: "PredicateMacrosPlugin", type: "IgnoredMacro")
#endif

/// The names of the fields of a type with `@PredicateDescribed`.
public enum PredicateFieldNames: Sendable {
    /// The cases of the type's `CodingKeys`, or the properties if there are none.
    case codingKeys
    /// The properties.
    case properties
}
