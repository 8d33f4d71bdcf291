// The productions of expressions, in the order of Grammar/PredicateFormat.ebnf and with its names; those in brackets are in
// `Parser+Calls.swift`.

extension Parser {
    /// An infix operator between expressions.
    enum Infix {
        case arithmetic(ArithmeticOperator)
        case set(SetOperator)
        /// `%`, which other languages have.
        case remainder

        var precedence: Precedence {
            switch self {
            case .set(let symbol): symbol.precedence
            case .arithmetic(let symbol): symbol.precedence
            case .remainder: .product
            }
        }

        var isBitwiseConnective: Bool {
            switch self {
            case .arithmetic(.bitAnd), .arithmetic(.bitOr): true
            default: false
            }
        }

        init?(_ token: Token) {
            if let sign = token.sign { self.init(sign) } else { self.init(token.keyword) }
        }

        private init?(_ sign: Punctuation) {
            switch sign {
            case .bar: self = .arithmetic(.bitOr)
            case .caret: self = .arithmetic(.bitXor)
            case .ampersand: self = .arithmetic(.bitAnd)
            case .shiftLeft: self = .arithmetic(.shiftLeft)
            case .shiftRight: self = .arithmetic(.shiftRight)
            case .plus: self = .arithmetic(.add)
            case .minus: self = .arithmetic(.subtract)
            case .star: self = .arithmetic(.multiply)
            case .slash: self = .arithmetic(.divide)
            case .percent: self = .remainder
            default: return nil
            }
        }

        private init?(_ keyword: Keyword?) {
            switch keyword {
            case .union: self = .set(.union)
            case .intersect: self = .set(.intersect)
            case .minus: self = .set(.minus)
            default: return nil
            }
        }
    }

    /// An expression whose infix operators are tighter than a precedence, by precedence climbing. A chain of operators of one
    /// precedence is read by the loop, from left to right. The productions are in `Precedence`.
    mutating func parseExpression(above outer: Precedence? = nil) -> SyntaxNode {
        let minimum = outer.map { $0.rawValue + 1 } ?? 0
        var left = parseUnary()
        if left.shape == .expression { noteEnd(.behind(left)) }
        while current.code == .invalid || isAt(.slash), let chosen = repairCoalescing(behind: left) { left = chosen }
        while !stopped, let infix = Infix(current), infix.precedence.rawValue >= minimum {
            if isAt(.bar), let piped = repairPipe(behind: left) {
                left = piped
                continue
            }
            // `name += 'x'` and `(a == 1) & (b == 2)` are no expressions: whoever asked for one looks at them.
            if isAtAssignment || infix.isBitwiseConnective && left.shape == .predicate { break }
            requireExpression(left)
            let sign = current.range
            advance()
            skipSecondSlash(behind: sign)
            pushFrame(of: infix, left)
            let right = parseExpression(above: infix.precedence)
            trace?.pop()
            if infix.isBitwiseConnective, right.shape == .predicate {
                reportBitwiseConnective(at: sign)
                return left
            }
            requireExpression(right)
            left = node(infix, sign, left, right)
        }
        return left
    }

    private mutating func pushFrame(of infix: Infix, _ left: SyntaxNode) {
        guard trace != nil else { return }
        switch infix {
        case .arithmetic(let symbol): trace?.push(.arithmetic(symbol, left))
        case .set(let symbol): trace?.push(.set(symbol, left))
        case .remainder: trace?.push(.arithmetic(nil, left))
        }
    }

    private mutating func node(_ infix: Infix, _ sign: SourceRange, _ left: SyntaxNode, _ right: SyntaxNode)
        -> SyntaxNode
    {
        let whole = left.range.union(right.range)
        return switch infix {
        case .arithmetic(let symbol): node(.arithmetic(symbol, left, right, operator: sign), whole, over: left, right)
        case .set(let symbol): node(.set(symbol, left, right, operator: sign), whole, over: left, right)
        case .remainder: repairRemainder(sign, left, right)
        }
    }

    /// unary ::= ( '-' | '~' ) unary | power
    mutating func parseUnary() -> SyntaxNode {
        let signs = parseSigns()
        guard !signs.isEmpty else { return parsePower() }
        trace?.push(.sign)
        defer { trace?.pop() }
        return apply(signs, to: parsePower())
    }

    struct Sign {
        var isMinus: Bool
        var range: SourceRange
    }

    /// A row of signs, read by a loop: it costs levels of the tree and no frames.
    private mutating func parseSigns() -> [Sign] {
        var signs: [Sign] = []
        while isAt(.minus) || isAt(.tilde) || isAt(.plus) {
            if isAt(.plus) {
                reportUnaryPlus()
            } else {
                signs.append(Sign(isMinus: isAt(.minus), range: current.range))
            }
            // A level of the tree each: past the limit nothing is read.
            if signs.count > limits.depth {
                refuseDepth(at: current.range)
                return []
            }
            advance()
        }
        return signs
    }

    private mutating func apply(_ signs: [Sign], to operand: SyntaxNode) -> SyntaxNode {
        guard !signs.isEmpty, !stopped else { return operand }
        if operand.shape == .predicate { return repairSigns(signs, before: operand) }
        var result = operand
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
        case .double(let number): return .double(-number)
        // -2^63 has 64 bits.
        case .decimal: return NumberText.number("-" + text(node.range))
        default: return nil
        }
    }

    /// power ::= postfix ( '**' signed )*
    private mutating func parsePower() -> SyntaxNode {
        var left = parsePostfix()
        while isAt(.starStar), !stopped {
            let range = current.range
            requireExpression(left)
            advance()
            trace?.push(.arithmetic(.power, left))
            let right = parseSigned()
            trace?.pop()
            requireExpression(right)
            left = node(
                .arithmetic(.power, left, right, operator: range), left.range.union(right.range), over: left, right)
        }
        return left
    }

    /// signed ::= ( '-' | '~' ) signed | postfix
    private mutating func parseSigned() -> SyntaxNode {
        let signs = parseSigns()
        return apply(signs, to: parsePostfix())
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

    /// The components after a base, joined to the path that the base may be already.
    private mutating func parseComponents(of base: SyntaxNode) -> SyntaxNode {
        if base.form == .path || base.form == .field, case .path(let inner, let begun) = base.kind {
            var components = begun
            return parseComponents(behind: &components, of: inner, base.range) ?? base
        }
        var components: [SyntaxComponent] = []
        return parseComponents(behind: &components, of: base, base.range) ?? base
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
            if isAt(.dot) { dot = skipSecondDot(behind: dot) }
            if trace != nil, atEnd { noteComponent(of: root, components, base) }
            guard let component = parseComponent() else {
                if skipFullStop(dot, isWholeValue: root != nil) { break }
                return repairComponent(behind: dot, base)
            }
            components.append(component)
        }
        guard components.count > first else { return nil }
        let range = SourceRange(base.lowerBound, previousEnd)
        if case .dynamic(let node) = components[components.count - 1].kind, case .missing = node.kind {
            return missing(at: range)
        }
        return path(root, components, range)
    }

    /// Notes what a component is a part of, as far as it has been read.
    private mutating func noteComponent(of root: SyntaxNode?, _ components: [SyntaxComponent], _ base: SourceRange) {
        let read = components.isEmpty ? root : nil
        trace?.note(.component(of: read ?? SyntaxNode.make(.path(root, components), base)))
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

    // Each token has its own function, here and in `parsePrimary`: one large frame would be on the stack at every
    // level.

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
        if let repaired = repairIndexOfAll(behind: base) ?? repairPathFilter(behind: base) ?? repairSlice(of: base) {
            return repaired
        }
        let open = current.range
        advance()
        var height = base.height
        let index: SyntaxIndex
        if let word = indexWord {
            index = word
            advance()
        } else {
            trace?.push(.index(of: base))
            let key = nested { $0.parseExpression() }
            trace?.pop()
            requireExpression(key)
            height = max(height, key.height)
            index = .at(key)
        }
        close(.closeBracket, openedBy: .openBracket, at: open)
        return node(.index(base, index), SourceRange(base.range.lowerBound, previousEnd), height: height + 1)
    }

    private var indexWord: SyntaxIndex? {
        guard current.isName, next.sign == .closeBracket else { return nil }
        if lexer.spells(current, "FIRST") { return .first }
        if lexer.spells(current, "LAST") { return .last }
        return lexer.spells(current, "SIZE") ? .size : nil
    }

    /// primary ::= Number | String | 'NULL' | 'NIL' | 'TRUE' | 'YES' | 'FALSE' | 'NO' | 'SELF' | 'ANYKEY'
    ///           | ValueArgument | KeyPathArgument | Variable ( ':=' expression )? | aggregate | '(' expression ')'
    ///           | subquery | function | cast | ternary | fetch
    ///           | Name arguments? | Selector arguments | HashWord | AtWord
    mutating func parsePrimary() -> SyntaxNode {
        guard !stopped else { return missing(at: current.range) }
        switch current.code {
        case .number: return parseNumber()
        case .string: return parseString()
        case .argument: return parseArgumentValue()
        case .variable: return parseVariable(text(of: current))
        case .hashWord: return parseKey(.key(text(of: current)))
        case .atWord: return parseKey(.collectionOperator(text(of: current)))
        case .word: return parseWord(current)
        case .selector: return next.sign == .openParenthesis ? parseCall(text(of: current)) : repairSelector()
        case .punctuation: return parseBracketed()
        case .invalid: return repairInvalid()
        case .end:
            trace?.note(.operand)
            return repairOperand()
        case .hyphenatedOperator: return repairOperand()
        }
    }

    private mutating func parseNumber() -> SyntaxNode {
        let token = current
        advance()
        if current.isName, let duration = repairDurationUnit(behind: token) { return duration }
        switch token.detail {
        case .integer(let value): return literal(.integer(value), token.range)
        case .double(let value): return literal(.double(value), token.range)
        case .wideInteger: return literal(NumberText.number(text(token.range)) ?? .null, token.range)
        default: return missing(at: token.range)
        }
    }

    private mutating func parseString() -> SyntaxNode {
        let range = current.range
        let value = text(of: current)
        advance()
        warnOfQuotedArgument(value, at: range)
        skipMisplacedOptions(behind: range)
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
        switch keyword {
        case .null, .nil: return literal(.null)
        case .true, .yes: return literal(.boolean(true))
        case .false, .no: return literal(.boolean(false))
        case .self: return constant(.record)
        case .anyKey: return constant(.unavailable("ANYKEY", []))
        case .subquery, .function, .cast, .ternary, .fetch:
            return repairCallWord(keyword) ?? nested { $0.parseForm(keyword) }
        default: return repairMisplacedKeyword(text(of: token), keyword)
        }
    }

    private mutating func constant(_ kind: SyntaxNode.Kind) -> SyntaxNode {
        let range = current.range
        advance()
        return node(kind, range)
    }

    private mutating func parseForm(_ keyword: Keyword) -> SyntaxNode {
        switch keyword {
        case .subquery: parseSubquery()
        case .function: parseFunction()
        case .cast: parseCast()
        case .ternary: parseTernary()
        default: parseFetch()
        }
    }

    /// Name arguments?
    private mutating func parseName(_ token: Token) -> SyntaxNode {
        let range = token.range
        let word = text(of: token)
        if next.sign == .openParenthesis { return repairConditionFunction(word, range) ?? parseCall(word) }
        if let repaired = repairName(word, range) { return repaired }
        advance()
        return isAt(.dot) ? parsePath(SyntaxComponent(kind: .key(word), range: range)) : field(word, range)
    }

    private mutating func parseBracketed() -> SyntaxNode {
        switch current.sign {
        case .openParenthesis: nested { $0.parseParenthesized() }
        case .openBrace: nested { $0.parseAggregate() }
        default: repairSign()
        }
    }

    /// '(' predicate ')' or '(' expression ')'
    private mutating func parseParenthesized() -> SyntaxNode {
        let open = current.range
        advance()
        if isAt(.closeParenthesis) { return repairEmptyParentheses(openedAt: open) }
        trace?.push(.parenthesis)
        defer { trace?.pop() }
        var inner = parsePredicate()
        if inner.shape == .expression, isAt(.comma) { return repairListInParentheses(inner, openedAt: open) }
        if current.code == .invalid, let chosen = repairConditional(behind: inner) { inner = chosen }
        inner = repairRest(behind: inner, allowsComma: true)
        close(.closeParenthesis, openedBy: .openParenthesis, at: open)
        // The tree has no node for parentheses, so they are no level of it.
        return node(.parenthesized(inner), SourceRange(open.lowerBound, previousEnd), height: inner.height)
    }

    // MARK: Nodes

    /// A path of one name.
    private mutating func field(_ name: String, _ range: SourceRange) -> SyntaxNode {
        isAdmitted(range, height: 1) ? FieldNode(name, range) : missing(at: range)
    }

    /// A path; each component is a level of the tree that checking makes of it.
    mutating func path(_ base: SyntaxNode?, _ components: [SyntaxComponent], _ range: SourceRange) -> SyntaxNode {
        var height = base?.height ?? 0
        for location in components.indices {
            if case .dynamic(let key) = components[location].kind { height = max(height, key.height) }
        }
        height += components.count
        guard isAdmitted(range, height: height) else { return missing(at: range) }
        if base == nil, components.count == 1 { return SyntaxNode.make(.path(nil, components), range, height: height) }
        return PathNode(base, components, range, height: height)
    }

    /// The current token as a literal.
    mutating func literal(_ value: PredicateValue) -> SyntaxNode {
        let range = current.range
        advance()
        return literal(value, range)
    }

    private mutating func literal(_ value: PredicateValue, _ range: SourceRange) -> SyntaxNode {
        isAdmitted(range, height: 1) ? LiteralNode(value, range) : missing(at: range)
    }

    /// A number or a string by itself, which needs none of the rules of expressions: who asks has seen that the next
    /// token cannot belong to it. Nil for everything else, and where completion wants to know what is open.
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
}
