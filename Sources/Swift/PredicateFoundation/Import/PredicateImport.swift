import PredicateCore
import PredicateFormat
import PredicatePlatform

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateDescription {
    /// A Foundation predicate, made by `#Predicate` or by hand, as a typed predicate.
    ///
    /// ```swift
    /// let recent = #Predicate<Note> { $0.parent?.title == "root" && $0.words > 100 }
    /// let (predicate, notes) = try Note.predicateDescription.predicate(importing: recent)
    /// predicate.predicateFormat  // parent.title == "root" AND words > 100
    /// ```
    ///
    /// Every property in it must have a declared field. Each construct has the language's meaning, and the notes list
    /// where Swift's meaning may differ.
    ///
    /// - Parameters:
    ///   - predicate: the predicate.
    ///   - library: must have a pattern engine if the predicate has a regular expression.
    ///   - limits: limits of the depth and the work.
    /// - Returns: the predicate, and notes on its meaning, without duplicates.
    /// - Throws: `PredicateImportError`, which names the part that cannot be imported.
    public func predicate(
        importing predicate: Predicate<Root>, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateImportError) -> (predicate: TypedPredicate<Root>, notes: [PredicateImportNote]) {
        var importer = Importer(type, limits: limits)
        importer.bind(predicate.variable, to: .value(ExpressionTree(.record)))
        let tree = try importer.predicate(predicate.expression)
        do {
            let checked = try tree.checked(against: checkedSchema(), library: library, limits: limits)
            guard let typed = self.predicate(checked) else {
                throw PredicateImportError(.refused, "Predicate", "the schema of the type has changed")
            }
            return (typed, importer.notes)
        } catch let error as PredicateImportError {
            throw error
        } catch let error as PredicateDiagnostics {
            let messages = error.diagnostics.filter { $0.severity == .error }.map(\.message)
            throw PredicateImportError(
                .refused, "Predicate", "\(messages.joined(separator: "; ")), in \(error.source)")
        } catch {
            throw PredicateImportError(.refused, "Predicate", "\(error)")
        }
    }

    /// Predicates with several inputs cannot be imported, because a typed predicate has one type.
    @available(
        *, unavailable,
        message: "A predicate of several inputs cannot be imported; import a predicate of one input."
    )
    public func predicate<Other, each More>(
        importing predicate: Predicate<Root, Other, repeat each More>
    ) throws(PredicateImportError) -> (predicate: TypedPredicate<Root>, notes: [PredicateImportNote]) {
        throw PredicateImportError(.unknownVariable, "Predicate", "it has several inputs")
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension TypedPredicate where Root: PredicateDescribed {
    /// A Foundation predicate as a typed predicate; see `PredicateDescription.predicate(importing:)`, which also
    /// returns notes.
    ///
    /// - Throws: `PredicateImportError`, which names the part that cannot be imported.
    public init(
        importing predicate: Predicate<Root>, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateImportError) {
        self =
            try Root.predicateDescription.predicate(importing: predicate, library: library, limits: limits).predicate
    }
}

/// The reason why a Foundation predicate cannot be imported.
public struct PredicateImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of obstacle.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The language has no such operation, for example a slice of an array or a character of a string.
        case inexpressible
        /// An expression that is not Foundation's.
        case unknownExpression = "unknown-expression"
        /// A property without a declared field.
        case unknownProperty = "unknown-property"
        /// A constant whose type has no values in the language.
        case unknownConstant = "unknown-constant"
        /// A variable of no enclosing expression, as in predicates with several inputs.
        case unknownVariable = "unknown-variable"
        /// Nesting beyond the limit.
        case tooDeep = "too-deep"
        /// The checker rejects the result; `diagnostics` has the reasons.
        case refused
    }

    /// The kind of obstacle.
    public let reason: Reason
    /// The type name of the part that causes the error, such as `CollectionRangeSubscript`.
    public let part: String
    /// One sentence.
    public let message: String

    init(_ reason: Reason, _ part: String, _ message: String) {
        self.reason = reason
        self.part = part
        self.message = message
    }

    /// The part and the sentence.
    public var description: String { "\(part): \(message)" }
}

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
            "Strings are equal when their code points are equal; in Swift also when they are canonically equivalent (“é” as one code point or two)."
        case .textOrder: "Text is ordered by its code points; in Swift by its canonical composition."
        case .textSearch:
            "Code points are compared, and no text contains or begins with the empty text; Swift compares characters, and every text does."
        case .textLength: "The length of a string is its number of code points; in Swift its number of characters."
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
