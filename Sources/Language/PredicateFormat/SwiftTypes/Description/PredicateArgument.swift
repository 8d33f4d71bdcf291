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

/// A constant text that others are compared with, code point by code point.
@usableFromInline
struct ConstantText: Sendable {
    @usableFromInline let text: String
    @usableFromInline let count: Int
    /// Whether the text is ASCII. Then `==`, which compares canonical forms, agrees with code points for strings of
    /// equal length: other canonical equivalents of an ASCII character take more bytes.
    @usableFromInline let isASCII: Bool

    init(_ text: String) {
        // A copy of the bytes is always native, so that the fast path of `==` applies.
        self.text = String(decoding: Array(text.utf8), as: UTF8.self)
        count = text.utf8.count
        isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Whether a string has the same code points.
    @inlinable @inline(__always)
    func equals(_ other: String) -> Bool {
        guard other.utf8.count == count else { return false }
        return isASCII ? other == text : sameBytes(other)
    }

    @usableFromInline @inline(never)
    func sameBytes(_ other: String) -> Bool {
        UTF8Text.withBytes(text) { a in UTF8Text.withBytes(other) { b in TextComparison.compareBytes(a, b) == 0 } }
    }
}
