/// A format string that is well-formed: its syntax tree, before names and types are looked at.
///
/// A parsed predicate can be printed and linted; to be evaluated it has to be checked (`checked(against:arguments:)`).
public struct ParsedPredicate: Sendable {
    /// The text.
    public let source: String
    /// The library whose operators the text may use.
    public let library: PredicateLibrary
    /// The limits under which it was parsed.
    public let limits: PredicateLimits
    /// How many format arguments (`%@`) the text has.
    public let argumentCount: Int
    /// What is doubtful about the text itself.
    public let warnings: [PredicateDiagnostic]
    let root: SyntaxNode

    /// Parses a format string.
    ///
    /// - Parameters:
    ///   - source: the text.
    ///   - library: registered operators; those of the standard library unless told otherwise.
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
        withStack(for: source, limits) {
            Parser.parse(source, library: library, limits: limits, asExpression: asExpression)
        }
    }

    /// Runs the parser where there is stack for the brackets of a text.
    static func withStack<Result>(for source: String, _ limits: PredicateLimits, _ body: () -> Result) -> Result {
        let deepest = Parser.recursionLimit(limits)
        // No text has more brackets than bytes: in a short one they need not be looked for.
        if DeepStack.isRoom(forLevels: min(source.utf8.count, deepest)) { return body() }
        return DeepStack.run(levels: min(bracketDepth(of: source), deepest), body)
    }

    /// How deep brackets could be nested: those in strings count too, which costs no more than a thread.
    private static func bracketDepth(of source: String) -> Int {
        var source = source
        return source.withUTF8 { bytes in
            var depth = 0
            var deepest = 0
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    deepest = max(deepest, depth)
                case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
                // An assignment reads an expression without a bracket.
                case UInt8(ascii: ":"): deepest += 1
                default: break
                }
            }
            return deepest
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
