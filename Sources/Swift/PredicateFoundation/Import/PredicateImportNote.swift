/// A construct of an imported predicate whose meaning may differ from Swift's.
///
/// An imported predicate always has the language's meaning. Each note names a possible difference. If none of these
/// cases occurs, the predicate has the same answers as `Predicate.evaluate`.
public enum PredicateImportNote: String, Hashable, Sendable, CaseIterable {
    /// `==`, `!=` and `contains` of text.
    case textEquality = "text-equality"
    /// `<` and other comparisons of text order, `min()` and `max()` of text.
    case textOrder = "text-order"
    /// `starts(with:)` and `contains(_:)` of text.
    case textSearch = "text-search"
    /// `count` of text.
    case textLength = "text-length"
    /// `localizedStandardContains(_:)`, `caseInsensitiveCompare(_:)` and `localizedCompare(_:)`, which exist only on
    /// Apple's systems.
    case localizedComparison = "localized-comparison"
    /// `contains(_:)` with a regular expression.
    case regularExpression = "regular-expression"
    /// `+ - * / %` and `-` of integers.
    case integerArithmetic = "integer-arithmetic"
    /// Numbers with a fraction, and dates.
    case notFinite = "not-finite"
    /// `+ - * /` and `-` of `Float`.
    case floatArithmetic = "float-arithmetic"
    /// `!` after an optional value.
    case forcedUnwrapping = "forced-unwrapping"
    /// `as!`
    case forcedCast = "forced-cast"
    /// `as?` and `is` between types, unless one is the optional of the other.
    case cast
    /// `array[index]`
    case index
    /// An optional of an optional.
    case nestedOptional = "nested-optional"
    /// `==` and `!=` for types with fields, or with their own equality.
    case valueEquality = "value-equality"
    /// `<` and other comparisons for types with their own order.
    case valueOrder = "value-order"

    /// The meaning here, and in Swift.
    public var sentence: String {
        switch self {
        case .textEquality:
            "Texts are equal when their code points are equal; in Swift also when they are canonically equivalent (“é” as one code point or two)."
        case .textOrder: "Text is ordered by its code points; in Swift by its canonical composition."
        case .textSearch:
            "Code points are compared, and no text contains or begins with the empty text; Swift compares characters, and every text does."
        case .textLength: "The length of a text is its number of code points; in Swift its number of characters."
        case .localizedComparison:
            "Options replace the locale of the system: [cd] for the standard search, [c] and [l] for comparisons."
        case .regularExpression:
            "The engine of MATCHES takes the pattern; its syntax is close to Swift's regular expressions, but not the same."
        case .integerArithmetic:
            "A result that does not fit in 64 bits, or of a division by zero, is nil; Swift traps, at the width of the type."
        case .notFinite: "NaN and the infinities are nil, also as results."
        case .floatArithmetic: "Numbers are doubles; in Swift each result is rounded to a Float."
        case .forcedUnwrapping: "nil stays nil; in Swift evaluating it is an error."
        case .forcedCast: "A value of another type is nil; in Swift evaluating it is an error."
        case .cast: "Only the types decide; a value is never converted."
        case .index: "An index that is out of range gives nil; in Swift evaluating it is an error."
        case .nestedOptional: "An optional of an optional is one optional, so that an inner nil is nil."
        case .valueEquality:
            "Values are equal when their fields, or the values they are read as, are equal; in Swift their type decides."
        case .valueOrder: "Values are ordered by what they are read as; in Swift their type decides."
        }
    }
}
