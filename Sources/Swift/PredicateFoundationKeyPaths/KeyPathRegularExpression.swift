import Foundation
import PredicateCore
import PredicateFoundationPatterns
import PredicateKeyPaths

extension KeyPathOperand where Value: KeyPathTextual {
    /// Whether the whole string matches a regular expression, as with `NSPredicate`; false for nil.
    ///
    /// The pattern and its options become a pattern of MATCHES. A construct that the engine does not support is a
    /// diagnostic with its location.
    ///
    /// - Parameters:
    ///   - expression: the regular expression.
    ///   - options: how text is compared, in addition to the options of the expression.
    ///   - engine: what reads it: `.foundation` of `PredicateFoundationPatterns`, or `.pcre2` of `PredicatePatterns`.
    public func matches(
        _ expression: NSRegularExpression, _ options: StringOptions = [], using engine: any PatternEngine = .foundation
    ) -> KeyPathPredicate<Root> {
        matches(expression.predicatePattern, options, using: engine)
    }
}

extension NSRegularExpression {
    /// The pattern with its options as flags.
    var predicatePattern: String {
        if options.contains(.ignoreMetacharacters) {
            let literal = NSRegularExpression.escapedPattern(for: pattern)
            return options.contains(.caseInsensitive) ? "(?i)" + literal : literal
        }
        var flags = ""
        if options.contains(.caseInsensitive) { flags += "i" }
        if options.contains(.allowCommentsAndWhitespace) { flags += "x" }
        if options.contains(.dotMatchesLineSeparators) { flags += "s" }
        if options.contains(.anchorsMatchLines) { flags += "m" }
        if options.contains(.useUnixLineSeparators) { flags += "d" }
        if options.contains(.useUnicodeWordBoundaries) { flags += "w" }
        return flags.isEmpty ? pattern : "(?\(flags))" + pattern
    }
}
