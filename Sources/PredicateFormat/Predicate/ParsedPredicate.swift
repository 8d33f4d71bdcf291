/// A well-formed format string: its syntax tree, before names and types are checked.
///
/// A parsed predicate can be printed and linted. To evaluate it, check it (`checked(against:arguments:)`).
public struct ParsedPredicate: Sendable {
    /// The text.
    public let source: String
    /// The library whose operators the text may use.
    public let library: PredicateLibrary
    /// The limits under which it was parsed.
    public let limits: PredicateLimits
    /// How many format arguments (`%@`) the text has.
    public let argumentCount: Int
    /// The warnings about the text itself.
    public let warnings: [PredicateDiagnostic]
    let root: SyntaxNode

    /// Parses a format string.
    ///
    /// - Parameters:
    ///   - source: the text.
    ///   - library: registered operators; by default those of the standard library.
    ///   - limits: bounds on length, depth and the number of nodes.
    /// - Throws: `PredicateDiagnostics` with every syntax error of the text.
    public init(
        parsing source: String, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) {
        let parsed = ParsedPredicate.parse(source, library: library, limits: limits, asExpression: false)
        if !parsed.diagnostics.isEmpty, parsed.diagnostics.contains(where: { $0.severity == .error }) {
            throw PredicateDiagnostics(source: source, diagnostics: parsed.diagnostics) { text in
                ParsedPredicate.diagnostics(of: text, library: library, limits: limits).diagnostics
            }
        }
        self.source = source
        self.library = library
        self.limits = limits
        self.argumentCount = parsed.argumentCount
        self.warnings = parsed.diagnostics
        self.root = parsed.root
    }

    static func parse(_ source: String, library: PredicateLibrary, limits: PredicateLimits, asExpression: Bool)
        -> (root: SyntaxNode, diagnostics: [PredicateDiagnostic], argumentCount: Int)
    {
        Parser.withStack(for: source, limits) {
            Parser.parse(source, library: library, limits: limits, asExpression: asExpression)
        }
    }
}

/// An expression that is well-formed, such as `population / area`.
public struct ParsedExpression: Sendable {
    /// The text.
    public let source: String
    /// The library whose functions the text may use.
    public let library: PredicateLibrary
    /// The limits under which it was parsed.
    public let limits: PredicateLimits
    /// How many format arguments (`%@`) the text has.
    public let argumentCount: Int
    let root: SyntaxNode

    /// Parses the text of an expression.
    ///
    /// - Throws: `PredicateDiagnostics` with every syntax error of the text.
    public init(
        parsing source: String, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) {
        let parsed = ParsedPredicate.parse(source, library: library, limits: limits, asExpression: true)
        if parsed.diagnostics.contains(where: { $0.severity == .error }) {
            throw PredicateDiagnostics(source: source, diagnostics: parsed.diagnostics) { text in
                ParsedPredicate.parse(text, library: library, limits: limits, asExpression: true).diagnostics
            }
        }
        self.source = source
        self.library = library
        self.limits = limits
        self.argumentCount = parsed.argumentCount
        self.root = parsed.root
    }
}
