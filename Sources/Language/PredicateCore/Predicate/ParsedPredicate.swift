/// A well-formed format string: its syntax tree, before names and types are checked.
///
/// A parsed predicate can be printed and linted. Before evaluation it must be checked (`checked(against:arguments:)`).
/// `CheckedPredicate(_:schema:arguments:)` does both in one step, and throws the mistakes of all stages at once.
public struct ParsedPredicate: Sendable {
    /// The text with its syntax tree. It has no errors.
    let text: ParsedText

    /// The text.
    public var source: String { text.source }
    /// The library whose operators the text may use.
    public var library: PredicateLibrary { text.library }
    /// The limits under which it was parsed.
    public var limits: PredicateLimits { text.limits }
    /// How many format arguments (`%@`) the text has.
    public var argumentCount: Int { text.argumentCount }
    /// The warnings about the text itself.
    public var warnings: [PredicateDiagnostic] { text.diagnostics }
    var root: SyntaxNode { text.root }

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
        let parsed = ParsedText(source, as: .predicate, library: library, limits: limits)
        if parsed.hasErrors {
            throw PredicateDiagnostics(source: source, diagnostics: parsed.diagnostics) { text in
                ParsedPredicate.diagnostics(of: text, library: library, limits: limits).diagnostics
            }
        }
        self.init(parsed)
    }

    /// The predicate of a format string without errors.
    package init(_ text: ParsedText) { self.text = text }
}

/// A well-formed expression, such as `population / area`.
public struct ParsedExpression: Sendable {
    /// The text with its syntax tree. It has no errors.
    let text: ParsedText

    /// The text.
    public var source: String { text.source }
    /// The library whose functions the text may use.
    public var library: PredicateLibrary { text.library }
    /// The limits under which it was parsed.
    public var limits: PredicateLimits { text.limits }
    /// How many format arguments (`%@`) the text has.
    public var argumentCount: Int { text.argumentCount }
    var root: SyntaxNode { text.root }

    /// Parses the text of an expression.
    ///
    /// - Throws: `PredicateDiagnostics` with every syntax error of the text.
    public init(
        parsing source: String, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) {
        try self.init(parsed: ParsedText(source, as: .expression, library: library, limits: limits))
    }

    /// The expression of a parsed text.
    init(parsed text: ParsedText) throws(PredicateDiagnostics) {
        if text.hasErrors {
            throw PredicateDiagnostics(source: text.source, diagnostics: text.diagnostics) { [text] other in
                ParsedText(other, as: .expression, library: text.library, limits: text.limits).diagnostics
            }
        }
        self.text = text
    }
}

/// A parsed text, well-formed or not, with its diagnostics. Its syntax tree is complete even after errors.
package struct ParsedText: Sendable {
    package let source: String
    package let library: PredicateLibrary
    package let limits: PredicateLimits
    /// The errors and warnings of the text itself.
    package let diagnostics: [PredicateDiagnostic]
    /// How many format arguments the text has.
    package let argumentCount: Int
    let root: SyntaxNode

    package init(
        _ source: String, as subject: Parser.Subject, library: PredicateLibrary, limits: PredicateLimits = .standard
    ) {
        let parsed = Parser.withStack(for: source, limits) {
            Parser.parse(source, library: library, limits: limits, as: subject)
        }
        StageCounter.countParse(source)
        self.source = source
        self.library = library
        self.limits = limits
        diagnostics = parsed.diagnostics
        argumentCount = parsed.argumentCount
        root = parsed.root
    }

    /// Whether the text is not well-formed.
    package var hasErrors: Bool { !diagnostics.isEmpty && diagnostics.contains { $0.severity == .error } }

    /// Whether the text is a well-formed expression, but not a predicate.
    package var isExpression: Bool { diagnostics.isEmpty && root.shape == .expression }

    /// The types that the format arguments are compared with, in a format string without errors.
    package func argumentTypes(against schema: RecordSchema?) -> [ValueType] {
        ParsedPredicate(self).argumentTypes(against: schema)
    }

    /// The types that variables are compared with, in a format string without errors.
    package func variableTypes(against schema: RecordSchema?, arguments: [PredicateValue]?) -> [(
        name: String, type: ValueType
    )] { ParsedPredicate(self).variableTypes(against: schema, arguments: arguments) }
}
