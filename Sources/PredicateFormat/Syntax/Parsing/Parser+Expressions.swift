extension Parser {
    /// An infix operator between expressions with how tightly it binds.
    private enum Infix {
        case arithmetic(ArithmeticOperator)
        case set(SetOperator)
        /// `%`, which other languages have.
        case remainder
    }

    private func isBitwise(_ infix: Infix) -> Bool {
        switch infix {
        case .arithmetic(.bitAnd), .arithmetic(.bitOr): true
        default: false
        }
    }

    private var infix: (Infix, Int)? {
        if let sign = current.sign { return Self.infix(sign) }
        switch keyword {
        case .union: return (.set(.union), 1)
        case .intersect: return (.set(.intersect), 1)
        case .minus: return (.set(.minus), 1)
        default: return nil
        }
    }

    private static func infix(_ sign: Punctuation) -> (Infix, Int)? {
        switch sign {
        case .bar: (.arithmetic(.bitOr), 2)
        case .caret: (.arithmetic(.bitXor), 3)
        case .ampersand: (.arithmetic(.bitAnd), 4)
        case .shiftLeft: (.arithmetic(.shiftLeft), 5)
        case .shiftRight: (.arithmetic(.shiftRight), 5)
        case .plus: (.arithmetic(.add), 6)
        case .minus: (.arithmetic(.subtract), 6)
        case .star: (.arithmetic(.multiply), 7)
        case .slash: (.arithmetic(.divide), 7)
        case .percent: (.remainder, 7)
        default: nil
        }
    }

    /// expression ::= bitOr ( ( 'UNION' | 'INTERSECT' | 'MINUS' ) bitOr )*, and the rules below it down to product,
    /// by precedence climbing. A chain of one level is read by the loop, from left to right.
    mutating func parseExpression(binding minimum: Int = 1) -> SyntaxNode {
        var left = parseUnary()
        if left.shape == .expression { noteEnd(.behind(left)) }
        while !stopped, let (infix, level) = infix, level >= minimum {
            let range = current.range
            if isAtAssignment { break }
            // `(a == 1) & (b == 2)`: a connective, which whoever reads conditions looks at.
            if isBitwise(infix), left.shape == .predicate { break }
            requireExpression(left)
            advance()
            passOverSecondSlash(range)
            switch infix {
            case .arithmetic(let symbol): trace?.push(.arithmetic(symbol, left))
            case .set(let symbol): trace?.push(.set(symbol, left))
            case .remainder: trace?.push(.arithmetic(nil, left))
            }
            let right = parseExpression(binding: level + 1)
            trace?.pop()
            if isBitwise(infix), right.shape == .predicate {
                report(ParserMessages.bitwiseConnective(text(range), at: range))
                return left
            }
            requireExpression(right)
            let whole = left.range.union(right.range)
            switch infix {
            case .arithmetic(let symbol):
                left = node(.arithmetic(symbol, left, right, operator: range), whole, over: left, right)
            case .set(let symbol):
                left = node(.set(symbol, left, right, operator: range), whole, over: left, right)
            case .remainder:
                report(ParserMessages.remainder(range, between: left.range, and: right.range))
                let call = SyntaxCall(name: "modulus:by:", nameRange: range, arguments: [left, right])
                left = node(.call(call), whole, over: [left, right])
            }
        }
        return left
    }

    /// unary ::= ( '-' | '~' ) unary | power
    private mutating func parseUnary() -> SyntaxNode {
        let signs = parseSigns()
        guard !signs.isEmpty else { return parsePower() }
        trace?.push(.sign)
        defer { trace?.pop() }
        return apply(signs, to: parsePower())
    }

    private struct Sign {
        var isMinus: Bool
        var range: SourceRange
    }

    /// A row of signs, read by a loop: it costs levels of the tree and not frames.
    private mutating func parseSigns() -> [Sign] {
        var signs: [Sign] = []
        while true {
            if isAt(.minus) || isAt(.tilde) {
                signs.append(Sign(isMinus: isAt(.minus), range: current.range))
            } else if isAt(.plus) {
                report(ParserMessages.unaryPlus(removing: .removing(current.range, from: source)))
            } else {
                return signs
            }
            // A level of the tree each: past the limit there is nothing to be read.
            if signs.count > limits.depth {
                refuseDepth(at: current.range)
                return []
            }
            advance()
        }
    }

    private mutating func apply(_ signs: [Sign], to operand: SyntaxNode) -> SyntaxNode {
        guard !signs.isEmpty, !stopped else { return operand }
        var result = operand
        if result.shape == .predicate { return foreignNegation(signs.map { ($0.range, $0.isMinus) }, result) }
        for (index, sign) in signs.reversed().enumerated() {
            let range = sign.range.union(result.range)
            if sign.isMinus, index == 0, let folded = negated(operand) {
                // A minus directly before a number is a part of it (D3).
                result = node(.literal(folded), range)
            } else {
                result = node(sign.isMinus ? .negative(result) : .complement(result), range, over: [result])
            }
            if stopped { return missing(at: range) }
        }
        return result
    }

    private func negated(_ node: SyntaxNode) -> PredicateValue? {
        guard case .literal(let value) = node.kind else { return nil }
        switch value {
        case .integer(let number): return .integer(0 &- number)
        case .double(let number):
            return isMinimumMagnitude(node) ? .integer(.min) : .double(-number)
        default: return nil
        }
    }

    /// Whether the literal is 2^63, written as an integer.
    private func isMinimumMagnitude(_ node: SyntaxNode) -> Bool {
        UInt64(text(node.range)) == 1 << 63
    }

    /// power ::= postfix ( '**' signed )*, where signed ::= ( '-' | '~' ) signed | postfix
    private mutating func parsePower() -> SyntaxNode {
        var left = parsePostfix()
        while isAt(.starStar), !stopped {
            let range = current.range
            requireExpression(left)
            advance()
            let signs = parseSigns()
            trace?.push(.arithmetic(.power, left))
            let right = apply(signs, to: parsePostfix())
            trace?.pop()
            requireExpression(right)
            left = node(
                .arithmetic(.power, left, right, operator: range), left.range.union(right.range), over: left, right)
        }
        return left
    }

    /// postfix ::= primary ( '.' component | '[' index ']' )*
    private mutating func parsePostfix() -> SyntaxNode {
        var base = parsePrimary()
        while !stopped {
            if isAt(.dot) {
                requireExpression(base)
                base = parseComponents(of: base)
            } else if isAt(.openBracket), base.shape != .predicate {
                base = parseIndex(of: base)
            } else {
                return base
            }
        }
        return base
    }

    /// The components that follow a base, joined to the path that the base may be already.
    private mutating func parseComponents(of base: SyntaxNode) -> SyntaxNode {
        if base.form == .path || base.form == .field, case .path(let inner, let begun) = base.kind {
            var components = begun
            return parseComponents(behind: &components, of: inner, base.range) ?? base
        }
        var components: [SyntaxComponent] = []
        return parseComponents(behind: &components, of: base, base.range) ?? base
    }

    /// A path of one name.
    private mutating func field(_ name: String, _ range: SourceRange) -> SyntaxNode {
        isAdmitted(range, height: 1) ? FieldNode(name, range) : missing(at: range)
    }

    /// A path of several names from the record. It becomes one node, but counts as the path of its first name and that of all.
    private mutating func parsePath(_ first: SyntaxComponent) -> SyntaxNode {
        guard isAt(.dot), limits.depth > 0 else { return path(nil, [first], first.range) }
        countNode(at: first.range)
        var components: [SyntaxComponent] = []
        components.reserveCapacity(4)
        components.append(first)
        if !stopped, let path = parseComponents(behind: &components, of: nil, first.range) { return path }
        return SyntaxNode.make(.path(nil, [first]), first.range)
    }

    /// The path with the components that follow; nil where none does.
    private mutating func parseComponents(
        behind components: inout [SyntaxComponent], of root: SyntaxNode?, _ base: SourceRange
    ) -> SyntaxNode? {
        let first = components.count
        while isAt(.dot), !stopped {
            var dot = current.range
            advance()
            if isAt(.dot) {
                report(ParserMessages.doubledDot(at: dot))
                dot = current.range
                advance()
            }
            if trace != nil, atEnd { noteComponent(of: root, components, base) }
            guard let component = parseComponent() else {
                if atEnd, root != nil || isSentence {
                    report(ParserMessages.fullStop(at: dot))
                    break
                }
                return missingComponent(behind: dot, base)
            }
            components.append(component)
        }
        guard components.count > first else { return nil }
        if case .dynamic(let node) = components[components.count - 1].kind, case .missing = node.kind {
            return missing(at: SourceRange(base.lowerBound, previousEnd))
        }
        let range = SourceRange(base.lowerBound, previousEnd)
        return path(root, components, range)
    }

    /// Notes what a component is a part of, as far as it has been read.
    private mutating func noteComponent(of root: SyntaxNode?, _ components: [SyntaxComponent], _ base: SourceRange) {
        let read = components.isEmpty ? root : nil
        trace?.note(.component(of: read ?? SyntaxNode.make(.path(root, components), base)))
    }

    private mutating func missingComponent(behind dot: SourceRange, _ base: SourceRange) -> SyntaxNode {
        report(ParserMessages.missingOperand("the name of a field", at: SourceRange(at: dot.upperBound)))
        // What the whole path is of nobody can tell.
        return missing(at: SourceRange(base.lowerBound, previousEnd))
    }

    /// A path; each component is a level of the tree that checking makes of it.
    mutating func path(_ base: SyntaxNode?, _ components: [SyntaxComponent], _ range: SourceRange) -> SyntaxNode {
        var height = base?.height ?? 0
        for place in components.indices {
            if case .dynamic(let key) = components[place].kind { height = max(height, key.height) }
        }
        height += components.count
        guard isAdmitted(range, height: height) else { return missing(at: range) }
        if base == nil, components.count == 1 { return SyntaxNode.make(.path(nil, components), range, height: height) }
        return PathNode(base, components, range, height: height)
    }

    /// component ::= Word arguments? | Selector arguments | HashWord | AtWord | String | KeyPathArgument | Variable
    mutating func parseComponent() -> SyntaxComponent? {
        switch current.code {
        case .word, .selector:
            if next.sign == .openParenthesis { return parseCallComponent() }
            return current.code == .word ? component(.key(text(of: current))) : nil
        case .hashWord, .string: return component(.key(text(of: current)))
        case .atWord: return component(.collectionOperator(text(of: current)))
        case .variable: return parseVariableComponent()
        case .argument: return parseArgumentComponent()
        default: return nil
        }
    }

    // What each token makes stands apart, here and in `parsePrimary`: one frame with all of it would stand at every level.

    /// The component that the current token is.
    private mutating func component(_ kind: SyntaxComponent.Kind) -> SyntaxComponent {
        let range = current.range
        advance()
        return SyntaxComponent(kind: kind, range: range)
    }

    private mutating func parseCallComponent() -> SyntaxComponent {
        let call = parseCall(text(of: current))
        return SyntaxComponent(kind: .dynamic(call), range: call.range)
    }

    private mutating func parseVariableComponent() -> SyntaxComponent {
        let token = current
        advance()
        return SyntaxComponent(kind: .dynamic(node(.variable(text(of: token)), token.range)), range: token.range)
    }

    private mutating func parseArgumentComponent() -> SyntaxComponent? {
        let specifier = lexer.specifier(of: current)
        guard specifier.kind == .keyPath else { return nil }
        argumentCount += 1
        return component(.argument(argumentCount - 1, specifier))
    }

    /// index ::= 'FIRST' | 'LAST' | 'SIZE' | expression
    private mutating func parseIndex(of base: SyntaxNode) -> SyntaxNode {
        let open = current.range
        advance()
        var index: SyntaxIndex?
        if case .word(let word, nil) = kind(of: current), next.sign == .closeBracket {
            switch asciiUppercased(word) {
            case "FIRST": index = .first
            case "LAST": index = .last
            case "SIZE": index = .size
            default: break
            }
            if index != nil { advance() }
        }
        var height = base.height
        if index == nil {
            if isAt(.closeBracket) {
                let place = SourceRange(at: current.range.lowerBound)
                report(ParserMessages.missingOperand("an index", at: place))
                index = .at(missing(at: place))
            } else {
                trace?.push(.index(of: base))
                let key = nested { $0.parseExpression() }
                trace?.pop()
                requireExpression(key)
                height = max(height, key.height)
                index = .at(key)
            }
        }
        close(.closeBracket, openedBy: .openBracket, at: open)
        guard let index else { return base }
        return node(.index(base, index), SourceRange(base.range.lowerBound, previousEnd), height: height + 1)
    }

    /// Reads a closing bracket; without one says which bracket is open, once for the whole text.
    mutating func close(_ sign: Punctuation, openedBy open: Punctuation, at range: SourceRange) {
        if accept(sign) || stopped { return }
        if closeByForeignSign(sign, openedBy: open, at: range) { return }
        if atEnd {
            report(ParserMessages.unclosedBracket(open, at: range, end: SourceRange(at: source.utf8.count)))
            hasUnclosedBracket = true
            return
        }
        report(ParserMessages.unexpectedToken(text(current.range), at: current.range))
        // What is left in the brackets is passed over; AND and OR belong to what stands round them only where the
        // closing bracket is missing too.
        let start = position
        var depth = 0
        while !atEnd {
            if depth == 0, isAt(sign) {
                advance()
                return
            }
            switch current.sign {
            case .openParenthesis, .openBrace, .openBracket: depth += 1
            case .closeParenthesis, .closeBrace, .closeBracket: depth -= 1
            default: break
            }
            if depth < 0 { break }
            advance()
        }
        position = start
        diagnostics.removeLast(diagnostics.last?.range == current.range ? 1 : 0)
        report(ParserMessages.unclosedBracket(open, at: range, end: SourceRange(at: previousEnd)))
    }

    // MARK: primary

    mutating func parsePrimary() -> SyntaxNode {
        guard !stopped else { return missing(at: current.range) }
        switch current.code {
        case .number: return parseNumber()
        case .integerMinimumMagnitude: return parseMinimumMagnitude()
        case .string: return parseText()
        case .argument: return parseArgumentValue()
        case .variable: return parseVariable(text(of: current))
        case .hashWord: return parseKey(.key(text(of: current)))
        case .atWord: return parseKey(.collectionOperator(text(of: current)))
        case .word: return parseWord(current)
        case .selector: return parseSelector(text(of: current))
        case .punctuation: return parseBracketed()
        case .end:
            trace?.note(.operand)
            return missingOperand()
        case .hyphenatedOperator: return missingOperand()
        case .invalid: return parseInvalid()
        }
    }

    private mutating func parseNumber() -> SyntaxNode {
        let token = current
        advance()
        switch token.detail {
        case .integer(let value): return literal(.integer(value), token.range)
        case .double(let value): return literal(.double(value), token.range)
        default: return missing(at: token.range)
        }
    }

    private mutating func parseText() -> SyntaxNode {
        let range = current.range
        let value = text(of: current)
        advance()
        warnOfQuotedArgument(value, at: range)
        passOverMisplacedOptions(behind: range)
        return literal(.string(value), range)
    }

    private mutating func parseArgumentValue() -> SyntaxNode {
        let range = current.range
        let specifier = lexer.specifier(of: current)
        advance()
        argumentCount += 1
        if specifier.kind == .keyPath {
            let component = SyntaxComponent(kind: .argument(argumentCount - 1, specifier), range: range)
            return path(nil, [component], range)
        }
        return node(.argument(argumentCount - 1, specifier), range)
    }

    private mutating func parseKey(_ kind: SyntaxComponent.Kind) -> SyntaxNode {
        let component = component(kind)
        return path(nil, [component], component.range)
    }

    private mutating func parseInvalid() -> SyntaxNode {
        let range = current.range
        advance()
        return missing(at: range)
    }

    private mutating func missingOperand() -> SyntaxNode {
        let place = SourceRange(at: atEnd ? source.utf8.count : current.range.lowerBound)
        // Where something stands that could not be read, its own message is the cause.
        if position > 0, tokens[position - 1].code == .invalid { return missing(at: place) }
        report(
            ParserMessages.missingOperand("a value", at: SourceRange(at: placeOfOperand), edits: mendOfMissingOperand))
        return missing(at: SourceRange(at: placeOfOperand))
    }

    /// Behind what was read last, and the space that follows it where something else stands behind that.
    private var placeOfOperand: Int { atEnd ? previousEndWithSpace : current.range.lowerBound }

    private var previousEndWithSpace: Int { source.utf8.count }

    private mutating func parseMinimumMagnitude() -> SyntaxNode {
        let token = current
        let isNegative =
            position > 0 && tokens[position - 1].sign == .minus && next.sign != .starStar
        advance()
        if !isNegative { report(LexerMessages.inexactNumber(text(token.range), at: token.range)) }
        return node(.literal(.double(9_223_372_036_854_775_808)), token.range)
    }

    private mutating func warnOfQuotedArgument(_ value: String, at range: SourceRange) {
        guard value.utf8.contains(UInt8(ascii: "%")) else { return }
        if value == "%@" || value == "%K" || value == "%d" || value == "%ld" || value == "%f" {
            report(ParserMessages.quotedArgument(value, isWhole: true, at: range))
        } else if value.contains("%@") {
            report(ParserMessages.quotedArgument("%@", isWhole: false, at: range))
        }
    }

    /// Variable ( ':=' expression )?
    private mutating func parseVariable(_ name: String) -> SyntaxNode {
        let range = current.range
        advance()
        guard accept(.assign) else {
            return isAdmitted(range, height: 1) ? VariableNode(name, range) : missing(at: range)
        }
        trace?.push(.assigned)
        let value = nested { $0.parseExpression() }
        trace?.pop()
        trace?.define(name, value)
        requireExpression(value)
        return node(.assignment(name, value), range.union(value.range), over: [value])
    }

    private mutating func parseWord(_ token: Token) -> SyntaxNode {
        guard let keyword = token.keyword else { return parseName(token) }
        let range = token.range
        if isCallWord(keyword), !isCall(next) {
            let word = text(of: token)
            report(ParserMessages.reservedWord(word, at: range))
            advance()
            return path(nil, [SyntaxComponent(kind: .key(word), range: range)], range)
        }
        switch keyword {
        case .null, .nil: return literal(.null)
        case .true, .yes: return literal(.boolean(true))
        case .false, .no: return literal(.boolean(false))
        case .self:
            advance()
            return node(.record, range)
        case .anyKey:
            advance()
            return node(.unavailable("ANYKEY", []), range)
        case .subquery: return nested { $0.parseSubquery() }
        case .function: return nested { $0.parseFunction() }
        case .cast: return nested { $0.parseCast() }
        case .ternary: return nested { $0.parseTernary() }
        case .fetch: return nested { $0.parseFetch() }
        default: return parseMisplacedKeyword(text(of: token), keyword)
        }
    }

    private mutating func parseName(_ token: Token) -> SyntaxNode {
        let range = token.range
        let word = text(of: token)
        if next.sign == .openParenthesis {
            return parseConditionFunction(word, range) ?? parseCall(word)
        }
        if let call = parseConstructor(word, range) { return call }
        advance()
        if passOverStringPrefix(word, range) { return parsePrimary() }
        if !bareVariables.isEmpty, let message = bareVariables[ExactName(word)], diagnostics.indices.contains(message) {
            diagnostics[message].edits.append(.init(replacing: SourceRange(at: range.lowerBound), with: "$"))
            return node(.variable(word), range)
        }
        return isAt(.dot) ? parsePath(SyntaxComponent(kind: .key(word), range: range)) : field(word, range)
    }

    private mutating func literal(_ value: PredicateValue) -> SyntaxNode {
        let range = current.range
        advance()
        return literal(value, range)
    }

    /// The node of a literal.
    private mutating func literal(_ value: PredicateValue, _ range: SourceRange) -> SyntaxNode {
        isAdmitted(range, height: 1) ? LiteralNode(value, range) : missing(at: range)
    }

    /// A reserved word where a value should stand: the name of a field, or the operator that follows a missing value.
    private mutating func parseMisplacedKeyword(_ word: String, _ keyword: Keyword) -> SyntaxNode {
        let range = current.range
        let isConnective = keyword == .and || keyword == .or || keyword == .not
        let isOperator =
            ComparisonOperator.textOperator(keyword) != nil || keyword == .union || keyword == .intersect
            || keyword == .minus
        var namesField = !isConnective && !isOperator
        if !namesField {
            // `like == 'x'`, `in.size > 3`: what follows is an operator, so this was a name.
            namesField = self.isOperator(next) || next.sign == .dot
            if !namesField, isOperator, isOperandBefore { namesField = true }
        }
        if word == "None" {
            report(ParserMessages.foreignNil(word, at: range))
            return literal(.null)
        }
        if isOperator, !namesField, let call = parseOperatorCall(word, keyword) { return call }
        guard namesField else { return missingOperand() }
        report(ParserMessages.reservedWord(word, at: range))
        advance()
        // Read as the field that it is meant to be.
        return path(nil, [SyntaxComponent(kind: .key(word), range: range)], range)
    }

    /// Whether an operator stands before the current word, so that a value is due: `a == like`.
    private var isOperandBefore: Bool {
        guard position > 0 else { return false }
        return tokens[position - 1].sign.map { ComparisonOperator.relation($0) != nil } ?? false
    }

    private mutating func parseSelector(_ name: String) -> SyntaxNode {
        if next.sign == .openParenthesis { return parseCall(name) }
        let range = current.range
        report(ParserMessages.unexpectedToken(name, at: range))
        advance()
        return missing(at: range)
    }

    private mutating func parseBracketed() -> SyntaxNode {
        switch current.sign {
        case .openParenthesis: return nested { $0.parseParenthesized() }
        case .openBrace: return nested { $0.parseAggregate() }
        case .openBracket: return nested { $0.parseListInBrackets() }
        case .dot:
            if let operand = parseBehindDot() { return operand }
            return missingOperand()
        default: return missingOperand()
        }
    }

    /// '(' predicate ')' or '(' expression ')'
    private mutating func parseParenthesized() -> SyntaxNode {
        let open = current.range
        advance()
        if isAt(.closeParenthesis) {
            let place = SourceRange(at: current.range.lowerBound)
            report(ParserMessages.missingOperand("a condition or a value", at: place))
            advance()
            return missing(at: open.union(SourceRange(at: previousEnd)))
        }
        trace?.push(.parenthesis)
        defer { trace?.pop() }
        var inner = parseDisjunction()
        if inner.shape == .expression, isAt(.comma) { return parseListInParentheses(inner, openedAt: open) }
        inner = recoverWithinParentheses(inner, allowsComma: true)
        close(.closeParenthesis, openedBy: .openParenthesis, at: open)
        // The tree has no node for parentheses, so they are no level of it.
        return node(.parenthesized(inner), SourceRange(open.lowerBound, previousEnd), height: inner.height)
    }

    /// aggregate ::= '{' ( expression ( ',' expression )* )? '}'
    private mutating func parseAggregate() -> SyntaxNode {
        let open = current.range
        advance()
        trace?.push(.element)
        let elements = parseList(until: .closeBrace)
        trace?.pop()
        if isAt(.range), let bounds = parseRange(in: open, after: elements) { return bounds }
        close(.closeBrace, openedBy: .openBrace, at: open)
        return node(.aggregate(elements), SourceRange(open.lowerBound, previousEnd), over: elements)
    }

    /// A number or a text by itself, which needs none of the rules of expressions: who asks has seen that the next token cannot
    /// belong to it. Nil for everything else, and where completion wants to know what stands open.
    mutating func parseLiteral() -> SyntaxNode? {
        guard trace == nil, !stopped else { return nil }
        let token = current
        let value: PredicateValue
        switch (token.code, token.detail) {
        case (.number, .integer(let number)): value = .integer(number)
        case (.number, .double(let number)): value = .double(number)
        case (.string, _):
            let content = text(of: token)
            warnOfQuotedArgument(content, at: token.range)
            value = .string(content)
        default: return nil
        }
        advance()
        return literal(value, token.range)
    }

    /// Expressions between commas, up to the closing sign, which is left for the caller.
    mutating func parseList(until close: Punctuation) -> [SyntaxNode] {
        var elements: [SyntaxNode] = []
        guard !isAt(close) else { return elements }
        while !stopped {
            trace?.setPlace(elements.count)
            if next.sign == .comma || next.sign == close, let literal = parseLiteral() {
                elements.append(literal)
            } else {
                let element = parseUnquotedText(of: nil) ?? parseExpression()
                requireExpression(element)
                elements.append(element)
            }
            if isMissingComma {
                let place = SourceRange(previousEnd, current.range.lowerBound)
                report(ParserMessages.missingComma(at: SourceRange(at: current.range.lowerBound), filling: place))
                continue
            }
            guard isAt(.comma) else { break }
            let comma = current.range
            advance()
            if isAt(close) {
                report(ParserMessages.trailingComma(at: comma))
                break
            }
        }
        return elements
    }
}
