import PredicateFormat

/// A type whose values are text to `beginsWith` and its kin, or nil.
public protocol KeyPathTextual: PredicateFieldValue {}
extension String: KeyPathTextual {}
extension Substring: KeyPathTextual {}
extension Character: KeyPathTextual {}
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

extension KeyPathOperand where Value: KeyPathTextual {
    /// Whether the text begins with another; of nil, and with the empty text, false.
    public func beginsWith(_ text: String, _ options: StringOptions = []) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.beginsWith, PredicateOperand(text), options)
    }
}
