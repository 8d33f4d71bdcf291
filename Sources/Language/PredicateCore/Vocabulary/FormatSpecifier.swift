/// A format argument's specifier: `%@`, `%K`, `%ld`.
public struct FormatSpecifier: Hashable, Sendable {
    /// The required type of an argument of the specifier.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// `%@`: any value.
        case value
        /// `%K`: a key path, taken verbatim.
        case keyPath
        /// `%d` and the like: an integer.
        case integer
        /// `%u`, `%x`, `%o` and the like: an integer that is not negative.
        case unsigned
        /// `%f` and the like: a number.
        case double
        /// `%c`: a string of one character.
        case character
        /// `%s`: a string.
        case string
    }

    /// The specifier, with its `%`.
    public var spelling: String
    /// Its kind.
    public var kind: Kind

    /// A specifier.
    public init(_ spelling: String, _ kind: Kind) {
        self.spelling = spelling
        self.kind = kind
    }
}
