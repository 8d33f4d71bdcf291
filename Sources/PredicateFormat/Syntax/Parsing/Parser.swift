/// The recursive-descent parser of predicates; expressions are in `Parser+Expressions.swift`.
///
/// A parenthesis may open a predicate or an expression. The parser does not try both: it reads whatever stands there and
/// looks afterwards at what it was, so that its work is in proportion to the length of the text. Where something is
/// wrong it reports it, puts `missing` there, and goes on, so that all mistakes are found at once and none is the
/// consequence of another.
package struct Parser {
    let source: String
    let library: PredicateLibrary
    let limits: PredicateLimits
    var lexer: Lexer
    /// The place of the current token.
    var position = 0 { didSet { current = lexer.tokens[min(position, lexer.tokens.count - 1)] } }
    /// The token at the position; the last one behind the end.
    private(set) var current: Token
    var diagnostics: [PredicateDiagnostic] = []
    var depth = 0
    var nodeCount = 0
    /// How many format arguments the text has used up to here.
    var argumentCount = 0
    /// The comparison that was read last, which `age > 5 AND < 10` and `name == 'a' OR 'b'` leave out the second time.
    var lastComparison: LastComparison?
    /// Names that a SUBQUERY has for its variable without the `$`, with the message that each use of them joins.
    var bareVariables: [ExactName: Int] = [:]
    /// Whether the condition of a TERNARY is being read, which a comma ends.
    var isBeforeComma = false
    /// The operator whose right side is being read.
    var rightSideOf: SourceRange?
    /// Whether a bracket is open at the end of the text: what was not finished is no other mistake.
    var hasUnclosedBracket = false
    /// Set when a limit has been passed: everything after it is left unread.
    var stopped = false
    /// What stands open at the end of the text, where completion wants to know.
    var trace: CursorTrace?

    /// What a comparison passes on to the next one.
    struct LastComparison {
        var left: SourceRange
        /// The left side and the operator.
        var upToRight: SourceRange
        /// The replacement for a foreign operator.
        var mended: String?
    }

    /// The syntax tree of a text with everything that is wrong with it; the tree is whole even then.
    static func parse(_ source: String, library: PredicateLibrary, limits: PredicateLimits, asExpression: Bool = false)
        -> (root: SyntaxNode, diagnostics: [PredicateDiagnostic], argumentCount: Int)
    {
        let length = source.utf8.count
        let limit = min(limits.sourceBytes, Token.longestText)
        guard length <= limit else {
            let message = ParserMessages.sourceTooLong(length, limit: limit)
            return (SyntaxNode.make(.missing, SourceRange(0, length)), [message], 0)
        }
        var parser = Parser(source: source, library: library, limits: limits)
        let root = asExpression ? parser.parseWholeExpression() : parser.parseWholePredicate()
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
        lexer = Lexer(source, library: library)
        lexer.fill(to: Self.lookahead)
        current = lexer.tokens.first ?? Token(.end, range: SourceRange(at: 0))
    }

    /// Reads the text for what it leaves in the trace.
    mutating func parseWhole(asExpression: Bool) { _ = asExpression ? parseWholeExpression() : parseWholePredicate() }

    /// How many brackets, signs of NOT and calls may be open at once. A level of the tree may be written with a bracket and a
    /// parenthesis, and every tree within the limit can be printed and parsed again.
    static func recursionLimit(_ limits: PredicateLimits) -> Int { 2 * limits.depth + 16 }

    /// How many tokens from the current one on the parser looks at.
    private static let lookahead = 6
    /// After so many mistakes the rest is left unread.
    private static let diagnosticLimit = 100

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
    /// A token with what belongs to it. It makes a string, so what every text comes by asks for the code first.
    func kind(of token: Token) -> Token.Kind { lexer.kind(of: token) }

    mutating func report(_ diagnostic: PredicateDiagnostic) {
        // What is left unread makes no mistakes.
        if stopped { return }
        // Of two messages about one place the first is the cause.
        func isSamePlace(_ other: PredicateDiagnostic) -> Bool {
            other.severity == .error && other.range == diagnostic.range
        }
        if diagnostics.contains(where: isSamePlace) || lexer.diagnostics.contains(where: isSamePlace) { return }
        diagnostics.append(diagnostic)
        if diagnostics.count >= Self.diagnosticLimit {
            diagnostics[diagnostics.count - 1].notes.append(Lexer.unreadRest)
            stop()
        }
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
        report(ParserMessages.tooManyNodes(limit: limits.nodes, at: range))
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
        report(ParserMessages.tooDeep(limit: limits.depth, at: range))
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

    /// Goes a level deeper; false when that passes the limit, and then there is nothing to leave.
    mutating func enter() -> Bool {
        guard depth < Self.recursionLimit(limits) else {
            refuseDepth(at: current.range)
            return false
        }
        depth += 1
        return true
    }

    // MARK: predicate

    private mutating func parseWholePredicate() -> SyntaxNode {
        if atEnd {
            trace?.push(.condition)
            trace?.note(.operand)
            let range = SourceRange(0, source.utf8.count)
            if lexer.diagnostics.isEmpty { report(ParserMessages.emptyPredicate(at: range)) }
            return missing(at: range)
        }
        passOverQueryHead()
        var root = predicate(parseDisjunction())
        while !atEnd, !stopped {
            let before = position
            root = recover(after: root)
            // A comma, say, at which recovery stops: every round has to take something.
            if position == before { advance() }
        }
        return root
    }

    private mutating func parseWholeExpression() -> SyntaxNode {
        let root = parseExpression()
        requireExpression(root)
        if !atEnd, !stopped {
            report(ParserMessages.unexpectedToken(text(current.range), at: current.range))
        }
        return root
    }

    /// Something stands behind a predicate that ought to be whole: says what, and reads on.
    private mutating func recover(after root: SyntaxNode) -> SyntaxNode {
        if let sign = current.sign,
            sign == .closeParenthesis || sign == .closeBracket || sign == .closeBrace
        {
            report(ParserMessages.unmatchedBracket(sign.spelling, removing: .removing(current.range, from: source)))
            advance()
            guard !atEnd else { return root }
            return resume(after: root)
        }
        if isBehindReported {
            // What could not be read has been said; what stands beside it is not another mistake.
            skipToConnective()
            return atEnd ? root : resume(after: root)
        }
        if passOverQueryTail() { return root }
        if let right = parseAfterForeignConnective(root, allowsComma: true) { return joined(root, right) }
        // A value by itself is not the next condition.
        if beginsCondition, !(isValueToken(current) && !isOperator(next)) {
            report(ParserMessages.missingOperator(at: current.range))
            let right = predicate(parseDisjunction())
            return joined(root, right)
        }
        if passOverGroupedDigits() { return root }
        report(ParserMessages.unexpectedToken(text(current.range), at: current.range))
        // What stands behind a comma that nothing needs is not looked at.
        while isAt(.comma), !stopped { advance() }
        skipToConnective()
        guard !atEnd else { return root }
        return resume(after: root)
    }

    /// Reads on at AND or OR.
    private mutating func resume(after root: SyntaxNode) -> SyntaxNode {
        guard isAtConnective else { return root }
        advance()
        return joined(root, predicate(parseDisjunction()))
    }

    func joined(_ left: SyntaxNode, _ right: SyntaxNode) -> SyntaxNode {
        SyntaxNode.make(
            .and([left, right], isWritten: false), left.range.union(right.range),
            height: max(left.height, right.height) + 1)
    }

    /// Whether the token before the current one could not be read, which has been reported.
    var isBehindReported: Bool {
        guard position > 0 else { return false }
        let token = tokens[position - 1]
        return token.code == .invalid || token.code == .number && lexer.number(of: token) == nil
    }

    var beginsCondition: Bool {
        switch current.code {
        case .word:
            switch keyword {
            case nil, .not, .any, .all, .someOf, .noneOf, .truePredicate, .falsePredicate, .self, .subquery, .null,
                .nil,
                .true, .yes, .false, .no, .cast, .ternary, .function:
                true
            default: false
            }
        case .number, .string, .variable, .hashWord, .atWord, .selector, .argument: true
        case .punctuation: isAt(.openParenthesis) || isAt(.openBrace) || isAt(.exclamation)
        default: false
        }
    }

    var isAtConnective: Bool { isAtAnd || isAtOr }
    private var isAtAnd: Bool { keyword == .and || isAt(.ampersandAmpersand) }
    private var isAtOr: Bool { keyword == .or || isAt(.barBar) }

    /// Leaves out tokens up to AND, OR, or a closing bracket or comma of what is open.
    mutating func skipToConnective() {
        var open = 0
        while !atEnd {
            if open == 0, isAtConnective { return }
            switch current.sign {
            case .openParenthesis, .openBrace, .openBracket: open += 1
            case .closeParenthesis, .closeBrace, .closeBracket:
                if open == 0 { return }
                open -= 1
            case .comma: if open == 0 { return }
            default: break
            }
            advance()
        }
    }

    /// predicate ::= conjunction ( ( 'OR' | '||' ) conjunction )*
    ///
    /// May turn out to be an expression, where parentheses allow one.
    mutating func parseDisjunction() -> SyntaxNode {
        let first = parseConjunction()
        guard isAtOr else { return first }
        var children: [SyntaxNode] = []
        children.reserveCapacity(4)
        children.append(predicate(first))
        let operation = current.range
        while isAtOr {
            advance()
            passOverFillWord(Self.wordsBehindConnective)
            children.append(predicate(parseConjunction()))
        }
        warnOfMixing(children, operation)
        let last = children[children.count - 1]
        return node(.or(children), first.range.union(last.range), over: children)
    }

    private static let wordsBehindConnective: Set<String> = ["THEN", "ALSO", "IF", "WHERE", "WHEN"]
    private static let wordsBehindQuantifier: Set<String> = ["OF"]

    /// Without the condition between AND and OR, their mixture cannot be judged.
    private mutating func dropMixing() {
        guard diagnostics.contains(where: { $0.code == "mixed-and-or" }) else { return }
        let errors = diagnostics.filter { $0.code == "missing-operand" }.map(\.range)
        diagnostics.removeAll { warning in
            warning.code == "mixed-and-or"
                && errors.contains {
                    warning.range.lowerBound <= $0.upperBound && $0.lowerBound <= warning.range.upperBound
                }
        }
    }

    private mutating func warnOfMixing(_ children: [SyntaxNode], _ or: SourceRange) {
        for child in children where child.form == .conjunction {
            if case .and(_, true) = child.kind {
                report(ParserMessages.mixedAndOr(child.range, or: or))
                return
            }
        }
    }

    /// conjunction ::= negation ( ( 'AND' | '&&' ) negation )*
    private mutating func parseConjunction() -> SyntaxNode {
        let first = parseNegation()
        noteConnective(first)
        guard isAtAnd else { return first }
        var children: [SyntaxNode] = []
        children.reserveCapacity(4)
        children.append(predicate(first))
        while isAtAnd {
            advance()
            passOverFillWord(Self.wordsBehindConnective)
            children.append(predicate(parseNegation()))
            noteConnective(children[children.count - 1])
        }
        let last = children[children.count - 1]
        return node(.and(children, isWritten: true), first.range.union(last.range), over: children)
    }

    /// Where the text ends behind a condition, AND or OR could follow.
    private mutating func noteConnective(_ condition: SyntaxNode) {
        if condition.shape == .predicate { noteEnd(.connective) }
    }

    /// negation ::= ( 'NOT' | '!' ) negation | condition
    ///
    /// A loop, so that a long row of NOTs costs levels and not frames.
    private mutating func parseNegation() -> SyntaxNode {
        if isAtNegation { return parseNegations() }
        return stopped ? missing(at: current.range) : parseCondition()
    }

    private var isAtNegation: Bool { keyword == .not || isAt(.exclamation) || isMisspelt(.not) }

    /// Apart, so that conditions without NOT do not pay for its frame at every level.
    private mutating func parseNegations() -> SyntaxNode {
        var starts: [Int] = []
        while isAtNegation {
            guard enter() else { break }
            if isName(current) { reportMisspelt("NOT") }
            starts.append(current.range.lowerBound)
            advance()
        }
        var result = stopped ? missing(at: current.range) : parseCondition()
        if !starts.isEmpty { result = predicate(result) }
        depth -= starts.count
        for start in starts.reversed() {
            result = node(.not(result), SourceRange(start, max(result.range.upperBound, start)), over: [result])
        }
        return result
    }

    /// condition ::= 'TRUEPREDICATE' | 'FALSEPREDICATE' | '(' predicate ')' | comparison
    private mutating func parseCondition() -> SyntaxNode {
        trace?.push(.condition)
        defer { trace?.pop() }
        switch keyword {
        case .truePredicate, .falsePredicate:
            let result = node(.truth(keyword == .truePredicate), current.range)
            advance()
            return result
        case .any, .someOf, .all, .noneOf: return parseQuantified()
        case nil where isMisspelt(.any):
            reportMisspelt("ANY")
            return parseQuantified()
        case nil where isMisspelt(.all):
            reportMisspelt("ALL")
            return parseQuantified()
        case nil where isAtExistence:
            guard isCondition(from: 1) else { return parseExistence() }
            // `EXISTS scores > 3` asks for an element.
            reportMisspelt("ANY")
            return parseQuantified()
        default: return parseSearchTerm() ?? parseComparison(quantifier: nil)
        }
    }

    private mutating func parseQuantified() -> SyntaxNode {
        let place = current.range
        let kind: Quantifier =
            switch keyword {
            case .all: .all
            case .noneOf: .none
            default: .any
            }
        advance()
        passOverFillWord(Self.wordsBehindQuantifier)
        trace?.push(.quantified(kind))
        defer { trace?.pop() }
        return parseComparison(quantifier: (kind, place))
    }

    /// A node where a predicate is needed; says so where an expression stands, and gives what was meant by it.
    mutating func predicate(_ node: SyntaxNode) -> SyntaxNode {
        guard node.shape == .expression else { return node }
        let inner = node.unparenthesized
        if let meant = foreignPredicate(inner) { return meant }
        if hasUnclosedBracket, atEnd { return node }
        report(ParserMessages.missingComparison(excerpt(inner.range), mend(of: inner), at: inner.range))
        return node
    }

    /// How a value might become a condition.
    private func mend(of value: SyntaxNode) -> ParserMessages.ComparisonMend {
        switch value.kind {
        case .path, .variable, .index, .call, .function, .record: return .boolean
        case .literal(.boolean(let value)): return .truth(value)
        case .literal(.string(let content)) where value.range == wholeRange && looksLikePredicate(content):
            return .unquoted(content)
        case .literal, .argument:
            if let lastComparison { return .repeated(repeated(lastComparison)) }
            if case .argument = value.kind { return .boolean }
            return .unknown
        default: return .unknown
        }
    }

    /// The text of a comparison up to its right side, for use in another comparison.
    private func repeated(_ comparison: LastComparison) -> String {
        guard let mended = comparison.mended else { return text(comparison.upToRight) }
        let negation = "NOT … "
        return mended.hasPrefix(negation)
            ? "NOT " + text(comparison.left) + " " + mended.dropFirst(negation.count) + " "
            : text(comparison.left) + " " + mended + " "
    }

    /// The range of the text without the blanks round it.
    private var wholeRange: SourceRange {
        guard let first = tokens.first, atEnd else { return SourceRange(at: 0) }
        return SourceRange(first.range.lowerBound, previousEnd)
    }

    /// Whether a text within quotes is a predicate that was quoted as a whole.
    private func looksLikePredicate(_ content: String) -> Bool {
        content.utf8.contains { "=<>".utf8.contains($0) }
            || content.split(separator: " ").dropFirst().contains {
                Keyword(word: String($0)).map { ComparisonOperator.textOperator($0) != nil } ?? false
            }
    }

    /// Says that an expression is needed where a predicate stands.
    mutating func requireExpression(_ node: SyntaxNode) {
        guard node.shape == .predicate else { return }
        report(ParserMessages.conditionAsOperand(at: node.range))
    }

    /// The text of a range, cut where it is long.
    func excerpt(_ range: SourceRange) -> String {
        let whole = text(range)
        return whole.unicodeScalars.count <= 40
            ? whole : String(String.UnicodeScalarView(whole.unicodeScalars.prefix(39))) + "…"
    }
}
