import PredicateFormat

import PredicatePlatform

/// A type whose values are text to `beginsWith` and the like, or nil: strings, and UUIDs and URLs by their text.
public protocol KeyPathTextual: PredicateFieldValue {}
extension String: KeyPathTextual {}
extension Substring: KeyPathTextual {}
extension Character: KeyPathTextual {}
extension UUID: KeyPathTextual {}
extension URL: KeyPathTextual {}
extension Optional: KeyPathTextual where Wrapped: KeyPathTextual {}

extension StringOptions {
    /// `c`: letters that differ only in case are the same.
    public static let c = StringOptions.caseInsensitive
    /// `d`: diacritics do not count.
    public static let d = StringOptions.diacriticInsensitive
    /// `n`: code points as they stand.
    public static let n = StringOptions.normalized
    /// `l`: the locale's standard comparison.
    public static let l = StringOptions.localized
}

// Comparisons of text. Each is false of nil.
extension KeyPathOperand where Value: KeyPathTextual {
    /// Whether the text begins with another; with the empty text it does not.
    public func beginsWith(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.beginsWith, PredicateOperand(text), options)
    }

    /// Whether the text begins with that of an expression; with the empty text it does not.
    public func beginsWith(
        _ text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.beginsWith, text.predicateOperand, options)
    }

    /// Whether the text contains another; the empty text is in none.
    public func contains(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, PredicateOperand(text), options)
    }

    /// Whether the text contains that of an expression; the empty text is in none.
    public func contains(
        _ text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, text.predicateOperand, options)
    }

    /// Whether the text ends with another; with the empty text it does not.
    public func endsWith(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.endsWith, PredicateOperand(text), options)
    }

    /// Whether the text ends with that of an expression; with the empty text it does not.
    public func endsWith(
        _ text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.endsWith, text.predicateOperand, options)
    }

    /// Whether the whole text is like a pattern, in which `*` stands for any text and `?` for one code point.
    public func like(_ pattern: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.like, PredicateOperand(pattern), options)
    }

    /// Whether the whole text is like a pattern that an expression gives, in which `*` stands for any text and `?` for one code point.
    public func like(
        _ pattern: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.like, pattern.predicateOperand, options)
    }

    /// Whether the whole text matches a regular expression. The library that checks the predicate brings the engine.
    public func matches(_ pattern: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.matches, PredicateOperand(pattern), options)
    }

    /// Whether the whole text matches a regular expression that an expression gives. The library that checks the predicate brings the engine.
    public func matches(
        _ pattern: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.matches, pattern.predicateOperand, options)
    }

    /// Whether the text is the same as another, as far as the options tell them apart.
    public func isEqual(to text: String?, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.equal, PredicateOperand(text), options)
    }

    /// Whether the text is the same as that of an expression, as far as the options tell them apart.
    public func isEqual(
        to text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.equal, text.predicateOperand, options)
    }

    /// Whether the text differs from another, as far as the options tell them apart.
    public func isNotEqual(to text: String?, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.notEqual, PredicateOperand(text), options)
    }

    /// Whether the text differs from that of an expression, as far as the options tell them apart.
    public func isNotEqual(
        to text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.notEqual, text.predicateOperand, options)
    }

    /// Whether the text stands before another, in the order that the options give; of nil false.
    public func isLess(than text: String, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.less, PredicateOperand(text), options)
    }

    /// Whether the text stands before another, which an expression gives, in the order that the options give; of nil false.
    public func isLess(
        than text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.less, text.predicateOperand, options)
    }

    /// Whether the text stands before another or is the same, in the order that the options give; of nil false.
    public func isLessOrEqual(to text: String, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.lessOrEqual, PredicateOperand(text), options)
    }

    /// Whether the text stands before another or is the same, which an expression gives, in the order that the options give; of nil false.
    public func isLessOrEqual(
        to text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.lessOrEqual, text.predicateOperand, options)
    }

    /// Whether the text stands behind another, in the order that the options give; of nil false.
    public func isGreater(than text: String, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.greater, PredicateOperand(text), options)
    }

    /// Whether the text stands behind another, which an expression gives, in the order that the options give; of nil false.
    public func isGreater(
        than text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.greater, text.predicateOperand, options)
    }

    /// Whether the text stands behind another or is the same, in the order that the options give; of nil false.
    public func isGreaterOrEqual(to text: String, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.greaterOrEqual, PredicateOperand(text), options)
    }

    /// Whether the text stands behind another or is the same, which an expression gives, in the order that the options give; of nil false.
    public func isGreaterOrEqual(
        to text: KeyPathExpression<Root, some KeyPathTextual>, _ options: StringOptions
    ) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.greaterOrEqual, text.predicateOperand, options)
    }

    /// Whether the text is one of several, as far as the options tell them apart; of nil false.
    public func `in`(_ texts: some Sequence<String>, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.in, PredicateOperand(Array(texts)), options)
    }

    /// Whether the text is a part of another; of nil, and when it is empty, false.
    public func isPart(of text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.in, PredicateOperand(text), options)
    }
}

extension KeyPathSingleOperand where Value: KeyPathTextual {
    /// How many code points the text has.
    public var length: KeyPathExpression<Root, Int?> { call("length:") }
    /// The text in capitals.
    public var uppercased: KeyPathExpression<Root, String?> { call("uppercase:") }
    /// The text in small letters.
    public var lowercased: KeyPathExpression<Root, String?> { call("lowercase:") }

    private func call<Result>(_ name: String) -> KeyPathExpression<Root, Result> {
        let operand = predicateOperand
        return KeyPathExpression(operand.with(ExpressionTree(.call(name, [operand.tree]))))
    }
}

extension KeyPathSingleOperand where Value: RawRepresentable, Value.RawValue: PredicateFieldValue {
    /// The raw value, which is what the language knows of an enumeration.
    public var rawValue: KeyPathExpression<Root, Value.RawValue> { KeyPathExpression(predicateOperand) }
}

extension KeyPathOperand where Value: RawRepresentable, Value.RawValue: KeyPathTextual {
    /// Whether the raw value begins with a text.
    public func beginsWith(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.beginsWith, PredicateOperand(text), options)
    }

    /// Whether the raw value contains a text.
    public func contains(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, PredicateOperand(text), options)
    }

    /// Whether the raw value ends with a text.
    public func endsWith(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.endsWith, PredicateOperand(text), options)
    }

    /// Whether the whole raw value is like a pattern.
    public func like(_ pattern: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.like, PredicateOperand(pattern), options)
    }

    /// Whether the whole raw value matches a regular expression.
    public func matches(_ pattern: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.matches, PredicateOperand(pattern), options)
    }
}
