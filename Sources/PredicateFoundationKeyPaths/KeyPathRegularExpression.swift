import Foundation
import PredicateFormat
import PredicateKeyPaths

extension KeyPathOperand where Value: KeyPathTextual {
    /// Whether the whole text matches a regular expression; of nil false.
    ///
    /// Its pattern and its options become a pattern of MATCHES, which the engine of the library that checks the predicate reads: what
    /// that engine does not have is a diagnostic, with its location. The whole text has to match, as with `NSPredicate`.
    public func matches(_ expression: NSRegularExpression) -> KeyPathPredicate<Root> {
        matches(expression.predicatePattern)
    }
}

extension NSRegularExpression {
    /// The pattern with the options in it.
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
