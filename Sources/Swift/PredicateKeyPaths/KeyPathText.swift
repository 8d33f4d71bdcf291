import PredicateCore
import PredicateFormat

import PredicatePlatform

/// A type whose values are strings for functions such as `beginsWith`, or nil: strings, and UUIDs and URLs as strings.
public protocol KeyPathTextual: PredicateFieldValue {}
extension String: KeyPathTextual {}
extension Substring: KeyPathTextual {}
extension Character: KeyPathTextual {}
extension UUID: KeyPathTextual {}
extension URL: KeyPathTextual {}
extension Optional: KeyPathTextual where Wrapped: KeyPathTextual {}

extension StringOptions {
    /// `c`: ignores case.
    public static let c = StringOptions.caseInsensitive
    /// `d`: ignores diacritics.
    public static let d = StringOptions.diacriticInsensitive
    /// `n`: compares code points.
    public static let n = StringOptions.normalized
    /// `l`: the locale's standard comparison.
    public static let l = StringOptions.localized
}

// Comparisons of text. Functions that search or match are false for nil.
extension KeyPathOperand where Value: KeyPathTextual {
    /// Whether the string begins with another; false for the empty string.
    public func beginsWith(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.beginsWith, PredicateOperand(text), options)
    }

    /// Whether the string begins with the string of an expression; false for the empty string.
    public func beginsWith(
        _ text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.beginsWith, text.predicateOperand, options)
    }

    /// Whether the string contains another; false for the empty string.
    public func contains(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, PredicateOperand(text), options)
    }

    /// Whether the string contains the string of an expression; false for the empty string.
    public func contains(
        _ text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, text.predicateOperand, options)
    }

    /// Whether the string ends with another; false for the empty string.
    public func endsWith(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.endsWith, PredicateOperand(text), options)
    }

    /// Whether the string ends with the string of an expression; false for the empty string.
    public func endsWith(
        _ text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.endsWith, text.predicateOperand, options)
    }

    /// Whether the whole string matches a LIKE pattern: `*` matches any string, and `?` one code point.
    public func like(_ pattern: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.like, PredicateOperand(pattern), options)
    }

    /// Whether the whole string matches the LIKE pattern of an expression: `*` matches any string, and `?` one code
    /// point.
    public func like(
        _ pattern: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.like, pattern.predicateOperand, options)
    }

    /// Whether the whole string matches a regular expression.
    ///
    /// - Parameters:
    ///   - pattern: the regular expression.
    ///   - options: how strings are compared.
    ///   - engine: what reads the expression, such as `.pcre2` of `PredicatePatterns`.
    public func matches(_ pattern: String, _ options: StringOptions = [], using engine: any PatternEngine)
        -> KeyPathPredicate<Root>
    {
        predicateOperand.compared(.matches, PredicateOperand(pattern), options).using(engine)
    }

    /// Whether the whole string matches the regular expression of an expression.
    ///
    /// - Parameters:
    ///   - pattern: the regular expression.
    ///   - options: how strings are compared.
    ///   - engine: what reads the expression, such as `.pcre2` of `PredicatePatterns`.
    public func matches(
        _ pattern: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = [],
        using engine: any PatternEngine
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.matches, pattern.predicateOperand, options).using(engine)
    }

    /// Whether the string is equal to another under the options.
    public func isEqual(to text: String?, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.equal, PredicateOperand(text), options)
    }

    /// The same as `isEqual(to:_:)`, with its name in PredicateKit.
    public func isEqualTo(_ text: String?, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        isEqual(to: text, options)
    }

    /// Whether the string is equal to the string of an expression under the options.
    public func isEqual(
        to text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.equal, text.predicateOperand, options)
    }

    /// Whether the string differs from another under the options.
    public func isNotEqual(to text: String?, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.notEqual, PredicateOperand(text), options)
    }

    /// Whether the string differs from the string of an expression under the options.
    public func isNotEqual(
        to text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.notEqual, text.predicateOperand, options)
    }

    /// Whether the string precedes another in the order of the options; false for nil.
    public func isLess(than text: String, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.less, PredicateOperand(text), options)
    }

    /// Whether the string precedes the string of an expression in the order of the options; false for nil.
    public func isLess(
        than text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.less, text.predicateOperand, options)
    }

    /// Whether the string precedes or equals another in the order of the options; false for nil.
    public func isLessOrEqual(to text: String, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.lessOrEqual, PredicateOperand(text), options)
    }

    /// Whether the string precedes or equals the string of an expression in the order of the options. True if both are
    /// nil, false if only one is.
    public func isLessOrEqual(
        to text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.lessOrEqual, text.predicateOperand, options)
    }

    /// Whether the string follows another in the order of the options; false for nil.
    public func isGreater(than text: String, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.greater, PredicateOperand(text), options)
    }

    /// Whether the string follows the string of an expression in the order of the options; false for nil.
    public func isGreater(
        than text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.greater, text.predicateOperand, options)
    }

    /// Whether the string follows or equals another in the order of the options; false for nil.
    public func isGreaterOrEqual(to text: String, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.greaterOrEqual, PredicateOperand(text), options)
    }

    /// Whether the string follows or equals the string of an expression in the order of the options. True if both are
    /// nil, false if only one is.
    public func isGreaterOrEqual(
        to text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.greaterOrEqual, text.predicateOperand, options)
    }

    /// Whether the text is equal to one of several strings under the options; false for nil.
    public func `in`(_ texts: some Sequence<String>, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.in, PredicateOperand(Array(texts)), options)
    }

    /// Whether the string is part of another; false for nil and for the empty string.
    public func isPart(of text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.in, PredicateOperand(text), options)
    }
}

extension KeyPathSingleOperand where Value: KeyPathTextual {
    /// The number of code points in the string.
    public var length: KeyPathExpression<Root, Int?> { call("length:") }
    /// The string in upper case.
    public var uppercased: KeyPathExpression<Root, String?> { call("uppercase:") }
    /// The string in lower case.
    public var lowercased: KeyPathExpression<Root, String?> { call("lowercase:") }
}

extension KeyPathSingleOperand where Value: RawRepresentable, Value.RawValue: PredicateFieldValue {
    /// The raw value, which represents an enumeration in the language.
    public var rawValue: KeyPathExpression<Root, Value.RawValue> { KeyPathExpression(predicateOperand) }
}

extension KeyPathOperand where Value: RawRepresentable, Value.RawValue: KeyPathTextual {
    /// Whether the raw value begins with a string.
    public func beginsWith(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.beginsWith, PredicateOperand(text), options)
    }

    /// Whether the raw value contains a string.
    public func contains(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, PredicateOperand(text), options)
    }

    /// Whether the raw value ends with a string.
    public func endsWith(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.endsWith, PredicateOperand(text), options)
    }

    /// Whether the whole raw value is like a pattern.
    public func like(_ pattern: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.like, PredicateOperand(pattern), options)
    }

    /// Whether the whole raw value matches a regular expression.
    ///
    /// - Parameters:
    ///   - pattern: the regular expression.
    ///   - options: how strings are compared.
    ///   - engine: what reads the expression, such as `.pcre2` of `PredicatePatterns`.
    public func matches(_ pattern: String, _ options: StringOptions = [], using engine: any PatternEngine)
        -> KeyPathPredicate<Root>
    {
        predicateOperand.compared(.matches, PredicateOperand(pattern), options).using(engine)
    }
}
