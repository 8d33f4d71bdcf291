import PredicateCore

/// A format argument of a predicate about Swift values: a value, or another predicate.
///
/// Every `PredicateFieldValue` conforms: the value types of the language, optionals, arrays, sets, closed ranges (the
/// two bounds of BETWEEN), enumerations with raw values, identifiers and described types. So do predicates, for `%@`
/// in the position of a predicate:
///
/// ```swift
/// let adults = try Person.predicate("age >= %d", 18)
/// let found = try Person.predicate("%@ AND name BEGINSWITH[cd] %@", adults, "jo")
/// ```
public protocol PredicateArgument {
    /// The contents of the argument.
    var predicateArgument: PredicateArgumentContent { get }
}

/// The contents of a format argument.
public struct PredicateArgumentContent: Sendable {
    enum Kind: Sendable {
        case value(PredicateValue)
        case predicate(PredicateTree, PredicateLibrary?)
    }

    let kind: Kind

    /// A value.
    public static func value(_ value: PredicateValue) -> PredicateArgumentContent {
        PredicateArgumentContent(kind: .value(value))
    }

    /// A predicate about the same record as the format string that it is an argument of, with the functions and
    /// operators that it uses.
    public static func predicate(_ tree: PredicateTree, library: PredicateLibrary? = nil) -> PredicateArgumentContent {
        PredicateArgumentContent(kind: .predicate(tree, library))
    }
}

extension PredicateFieldValue {
    /// The value.
    public var predicateArgument: PredicateArgumentContent { .value(predicateValue) }
}

extension PredicateTree: PredicateArgument {
    /// The predicate.
    public var predicateArgument: PredicateArgumentContent { .predicate(self) }
}

extension CheckedPredicate: PredicateArgument {
    /// The predicate.
    public var predicateArgument: PredicateArgumentContent { .predicate(structure, library: library) }
}
