/// What a construct of an imported predicate means here, where Swift means something else by it in some case.
///
/// An imported predicate has the language's meaning throughout; each note names a difference that the predicate may meet. Where none
/// of the cases of a predicate's notes arises, it gives the answers that `Predicate.evaluate` gives.
public enum PredicateImportNote: String, Hashable, Sendable, CaseIterable {
    /// `==`, `!=` and `contains` of text.
    case textEquality = "text-equality"
    /// `<` and the like, `min()` and `max()` of text.
    case textOrder = "text-order"
    /// `starts(with:)` and `contains(_:)` of text.
    case textSearch = "text-search"
    /// `count` of text.
    case textLength = "text-length"
    /// `localizedStandardContains(_:)`, `caseInsensitiveCompare(_:)` and `localizedCompare(_:)`, which Apple's systems have.
    case localizedComparison = "localized-comparison"
    /// `contains(_:)` with a regular expression.
    case regularExpression = "regular-expression"
    /// `+ - * / %` and `-` of integers.
    case integerArithmetic = "integer-arithmetic"
    /// Numbers with a fraction, and dates.
    case notFinite = "not-finite"
    /// `+ - * /` and `-` of `Float`.
    case floatArithmetic = "float-arithmetic"
    /// `!` behind an optional value.
    case forcedUnwrapping = "forced-unwrapping"
    /// `as!`
    case forcedCast = "forced-cast"
    /// `as?` and `is` between types of which neither is the other's optional.
    case cast
    /// `array[index]`
    case index
    /// An optional of an optional.
    case nestedOptional = "nested-optional"
    /// `==` and `!=` of values of types with fields, or with an equality of their own.
    case valueEquality = "value-equality"
    /// `<` and the like of values of types with an order of their own.
    case valueOrder = "value-order"

    /// What it means here, and what in Swift.
    public var sentence: String {
        switch self {
        case .textEquality:
            "Text is equal when its code points are; in Swift also when it is canonically equivalent (“é” as one code point or two)."
        case .textOrder: "Text is ordered by its code points; in Swift by those of its canonical composition."
        case .textSearch:
            "Code points are looked for, and nothing contains or begins with the empty text; in Swift characters are, and everything does."
        case .textLength: "The length of text is its number of code points; in Swift that of its characters."
        case .localizedComparison:
            "Options take the place of the system's locale: [cd] for the standard search, [c] and [l] for comparisons."
        case .regularExpression:
            "The pattern is handed to the engine of MATCHES; its syntax is close to that of Swift's regular expressions, and not the same."
        case .integerArithmetic:
            "A result that 64 bits do not hold, and that of a division by zero, is nil; in Swift it is a trap, at the width of the type."
        case .notFinite: "NaN and the infinities are nil, and so is a result that would be one of them."
        case .floatArithmetic: "Numbers are doubles; in Swift each result is rounded to a Float."
        case .forcedUnwrapping: "nil stays nil; in Swift evaluating it is an error."
        case .forcedCast: "A value of another type is nil; in Swift evaluating it is an error."
        case .cast: "The types decide alone, and a value is never converted."
        case .index: "An index that is out of range gives nil; in Swift evaluating it is an error."
        case .nestedOptional: "An optional of an optional is one optional, so that an inner nil is nil."
        case .valueEquality:
            "Values are equal when their fields, or the values that they are read as, are; in Swift their type decides."
        case .valueOrder: "Values are ordered as the values that they are read as; in Swift their type decides."
        }
    }
}
