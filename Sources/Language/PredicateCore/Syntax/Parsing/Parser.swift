/// The recursive-descent parser of format strings.
///
/// `Parser+Predicates.swift`, `Parser+Expressions.swift` and `Parser+Calls.swift` have a function for each production of
/// Grammar/PredicateFormat.ebnf, in its order. Text that does not follow the grammar goes to `Repair/`, which reports it and
/// continues, so that all mistakes are found at once and none is the consequence of another.
///
/// A parenthesis may open a predicate or an expression. The parser does not try both: it reads either and
/// checks the result afterwards, so that its work is in proportion to the length of the text.
package struct Parser {
    let source: String
    let library: PredicateLibrary
    let limits: PredicateLimits
    var lexer: Lexer
    /// The index of the current token.
    var position = 0 { didSet { current = lexer.tokens[min(position, lexer.tokens.count - 1)] } }
    /// The token at the position; the last one after the end.
    private(set) var current: Token
    var diagnostics: [PredicateDiagnostic] = []
    /// The rules that have reported something.
    private(set) var repairs: [RepairRule] = []
    var depth = 0
    var nodeCount = 0
    /// How many format arguments the text has used up to here.
    var argumentCount = 0
    /// The comparison that was read last, which `age > 5 AND < 10` and `name == 'a' OR 'b'` leave out the second time.
    var lastComparison: LastComparison?
    /// Names that a SUBQUERY has for its variable without the `$`, with the message that each use of them joins.
    var bareVariables: [ExactName: Int] = [:]
    /// The message about `[]` in the path that is being read.
    var indexOfAll: Int?
    /// Whether the condition of a TERNARY is being read, which ends at a comma.
    var isBeforeComma = false
    /// Whether a CASE of SQL is being read, whose words end an expression.
    var isInCase = false
    /// The operator whose right side is being read.
    var rightSideOf: SourceRange?
    /// Whether a bracket is open at the end of the text: an incomplete part is then not a further mistake.
    var hasUnclosedBracket = false
    /// Set when a limit has been passed: everything after it is left unread.
    var stopped = false
    /// The open rules at the end of the text, for completion.
    var trace: CursorTrace?

    /// The parts of a comparison that the next one may repeat.
    struct LastComparison {
        var left: SourceRange
        /// The left side and the operator.
        var upToRight: SourceRange
        /// The replacement for an operator of another language.
        var fixed: String?
    }

    /// What a format string is read as.
    package enum Subject {
        case predicate, expression
        /// An expression where that is what the whole text is, and otherwise a predicate.
        case either
    }

    /// The syntax tree of a format string with everything that is wrong with it; the tree is whole even then.
    static func parse(_ source: String, library: PredicateLibrary, limits: PredicateLimits, as subject: Subject)
        -> (root: SyntaxNode, diagnostics: [PredicateDiagnostic], argumentCount: Int)
    {
        let length = source.utf8.count
        let limit = min(limits.sourceBytes, Token.longestText)
        guard length <= limit else {
            let message = PredicateDiagnostic.sourceTooLong(length, limit: limit)
            return (SyntaxNode.make(.missing, SourceRange(0, length)), [message], 0)
        }
        var parser = Parser(source: source, library: library, limits: limits)
        let root = parser.parseWhole(as: subject)
        if !parser.lexer.diagnostics.isEmpty { parser.diagnostics += parser.lexer.diagnostics }
        if parser.diagnostics.count > 1 {
            parser.dropMixing()
            parser.diagnostics.sort {
                ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
            }
        }
        return (root, parser.diagnostics, parser.argumentCount)
    }

    init(source: String, library: PredicateLibrary, limits: PredicateLimits) {
        self.source = source
        self.library = library
        self.limits = limits
        lexer = Lexer(source, library: library, mostMistakes: limits.syntaxDiagnostics)
        lexer.fill(to: Self.lookahead)
        current = lexer.tokens.first ?? Token(.end, range: SourceRange(at: 0))
    }

    /// Reads the whole text.
    mutating func parseWhole(as subject: Subject) -> SyntaxNode {
        subject == .expression ? parseWholeExpression() : parseWholePredicate(orExpression: subject == .either)
    }

    /// How many brackets, signs of NOT and calls may be open at once. A level of the tree may be written with a bracket and a
    /// parenthesis, and every tree within the limit can be printed and parsed again.
    static func recursionLimit(_ limits: PredicateLimits) -> Int { 2 * limits.depth + 16 }

    /// The number of tokens from the current one on that the parser examines.
    private static let lookahead = 16

    // MARK: Tokens

    var tokens: [Token] { lexer.tokens }
    var next: Token { lexer.tokens[min(position + 1, lexer.tokens.count - 1)] }
    var atEnd: Bool { current.isEnd }
    /// The end of the token before the current one.
    var previousEnd: Int { position > 0 ? tokens[position - 1].range.upperBound : 0 }

    mutating func advance() {
        guard position < lexer.tokens.count - 1 else { return }
        position += 1
        lexer.fill(to: position + Self.lookahead)
    }

    func isAt(_ sign: Punctuation) -> Bool { current.sign == sign }

    mutating func accept(_ sign: Punctuation) -> Bool {
        guard isAt(sign) else { return false }
        advance()
        return true
    }

    var keyword: Keyword? { current.keyword }

    func text(_ range: SourceRange) -> String { range.text(in: source) }
    func text(of token: Token) -> String { lexer.text(of: token) }
    /// A token with its details. This makes a string, so common checks use the code first.
    func kind(of token: Token) -> Token.Kind { lexer.kind(of: token) }

    /// Reports the finding of a rule.
    mutating func report(_ rule: RepairRule, _ diagnostic: PredicateDiagnostic) {
        let count = diagnostics.count
        var diagnostic = diagnostic
        if rule.isForeignSpelling, diagnostic.severity == .error { diagnostic.isForeignSpelling = true }
        if [.listBrackets, .betweenBounds].contains(diagnostic.code), let fixed = list(madeBy: diagnostic.edits) {
            let operation = diagnostic.code == .betweenBounds && fixed.hasPrefix("{") ? "BETWEEN " : ""
            diagnostic.hint = "write `\(operation)\(fixed)`"
        }
        report(diagnostic)
        if diagnostics.count > count || stopped { repairs.append(rule) }
    }

    /// The list that edits make, in place of an example; nil if it is long, or if there are no edits.
    private func list(madeBy edits: [PredicateDiagnostic.Edit]) -> String? {
        guard let first = edits.first?.range else { return nil }
        let range = edits.dropFirst().reduce(first) { $0.union($1.range) }
        guard range.upperBound - range.lowerBound <= 60 else { return nil }
        let text = range.text(in: source, after: edits)
        return text.utf8.contains { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "\n") } ? nil : text
    }

    /// Reports an error, unless that has been reported.
    private mutating func report(_ diagnostic: PredicateDiagnostic) {
        // Unread text has no mistakes.
        if stopped { return }
        // Of two messages about one range the first is the cause.
        func isSameRange(_ other: PredicateDiagnostic) -> Bool {
            other.severity == .error && other.range == diagnostic.range
        }
        if diagnostics.contains(where: isSameRange) || lexer.diagnostics.contains(where: isSameRange) { return }
        diagnostics.append(diagnostic)
        if diagnostics.count >= limits.syntaxDiagnostics {
            diagnostics[diagnostics.count - 1].notes.append(Lexer.unreadRest)
            stop()
        }
    }

    /// Says in the hint of a message what its edits make of a range, if that is short.
    mutating func showResult(of message: Int, in range: SourceRange) {
        guard diagnostics.indices.contains(message), !diagnostics[message].edits.isEmpty else { return }
        let result = range.text(in: source, after: diagnostics[message].edits)
        if result.utf8.count <= 90, !result.utf8.contains(0x0A) { diagnostics[message].hint = "write `\(result)`" }
    }

    /// A node a level above its children.
    mutating func node(_ kind: SyntaxNode.Kind, _ range: SourceRange, over children: [SyntaxNode] = []) -> SyntaxNode {
        var height = 0
        for child in children { height = max(height, child.height) }
        return node(kind, range, height: height + 1)
    }

    mutating func node(_ kind: SyntaxNode.Kind, _ range: SourceRange, over a: SyntaxNode, _ b: SyntaxNode) -> SyntaxNode
    {
        node(kind, range, height: max(a.height, b.height) + 1)
    }

    /// Counts a node against the limit.
    mutating func countNode(at range: SourceRange) {
        nodeCount += 1
        guard nodeCount > limits.nodes, !stopped else { return }
        report(.tooManyNodes(limit: limits.nodes, at: range))
        stop()
    }

    mutating func node(_ kind: SyntaxNode.Kind, _ range: SourceRange, height: Int) -> SyntaxNode {
        isAdmitted(range, height: height) ? SyntaxNode.make(kind, range, height: height) : missing(at: range)
    }

    /// Counts a node; false when it is a level too high, which has been reported.
    mutating func isAdmitted(_ range: SourceRange, height: Int) -> Bool {
        countNode(at: range)
        guard height > limits.depth else { return true }
        refuseDepth(at: range)
        return false
    }

    func missing(at range: SourceRange) -> SyntaxNode { SyntaxNode(range, height: 1, .unknown, .other) }

    /// Says that the text is nested too deep, and reads nothing more.
    mutating func refuseDepth(at range: SourceRange) {
        guard !stopped else { return }
        report(.tooDeep(limit: limits.depth, at: range))
        stop()
    }

    /// Leaves the rest of the text unread.
    private mutating func stop() {
        stopped = true
        lexer.finish()
        position = lexer.tokens.count - 1
    }

    /// Runs a rule one level deeper; past the limit on depth it reports that once and reads nothing more.
    mutating func nested(_ rule: (inout Parser) -> SyntaxNode) -> SyntaxNode {
        guard enter() else { return missing(at: current.range) }
        let result = rule(&self)
        depth -= 1
        return result
    }

    /// Goes a level deeper; returns false if that exceeds the limit, and then there is no level to leave.
    mutating func enter() -> Bool {
        guard depth < Self.recursionLimit(limits) else {
            refuseDepth(at: current.range)
            return false
        }
        depth += 1
        return true
    }

    // MARK: Whole format strings

    private mutating func parseWholePredicate(orExpression: Bool) -> SyntaxNode {
        if atEnd {
            trace?.push(.condition)
            trace?.note(.operand)
            return repairEmptyPredicate()
        }
        repairStart()
        if let query = repairDocumentQuery() { return query }
        let root = parsePredicate()
        if orExpression, root.shape == .expression, atEnd, diagnostics.isEmpty, lexer.diagnostics.isEmpty {
            return root
        }
        return repairRest(behind: requirePredicate(root))
    }

    private mutating func parseWholeExpression() -> SyntaxNode {
        var root = parseExpression()
        if let compared = repairComparedValue(root, isInBracket: false) { root = compared }
        requireExpression(root)
        if !atEnd, !stopped { repairRestOfExpression() }
        return root
    }
}

extension Parser {
    /// Runs the parser with enough stack for the brackets of a format string.
    static func withStack<Result>(for source: String, _ limits: PredicateLimits, _ body: () -> Result) -> Result {
        let deepest = recursionLimit(limits)
        // No text has more brackets than bytes, so a short one need not be searched for them.
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
