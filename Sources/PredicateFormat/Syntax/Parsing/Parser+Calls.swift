extension Parser {
    /// Name or Selector with arguments ::= '(' ( expression ( ',' expression )* )? ')'
    mutating func parseCall(_ name: String) -> SyntaxNode {
        if let form = parseMisspeltForm(name) { return form }
        return nested { parser in
            let nameRange = parser.current.range
            parser.advance()
            let open = parser.current.range
            parser.advance()
            if parser.isAtClosure {
                parser.report(ParserMessages.closure(name, at: nameRange))
                let call = parser.abandon((nameRange.lowerBound, open))
                parser.lexer.diagnostics.removeAll { call.range.contains($0.range) }
                return call
            }
            parser.trace?.push(.argument(of: name, 0))
            let arguments = parser.parseList(until: .closeParenthesis)
            parser.trace?.pop()
            parser.close(.closeParenthesis, openedBy: .openParenthesis, at: open)
            let call = SyntaxCall(name: name, nameRange: nameRange, arguments: arguments)
            return parser.node(
                .call(call), SourceRange(nameRange.lowerBound, parser.previousEnd), over: arguments)
        }
    }

    /// Reads `KEYWORD (`; nil when the bracket is missing, which has been reported.
    private mutating func openCall() -> (start: Int, open: SourceRange)? {
        let word = current.range
        advance()
        guard isAt(.openParenthesis) else {
            report(
                ParserMessages.missingOperand(
                    "`(` behind \(asciiUppercased(text(word)))", at: SourceRange(at: word.upperBound)))
            return nil
        }
        let open = current.range
        advance()
        return (word.lowerBound, open)
    }

    /// Reads a comma; without one says that the next part is missing.
    private mutating func acceptComma(before what: String) -> Bool {
        if accept(.comma) { return true }
        if passOverWordForComma() { return true }
        if !stopped { report(ParserMessages.missingPart(what, at: SourceRange(at: previousEnd))) }
        return false
    }

    private mutating func parseArgument(_ frame: CursorTrace.Frame? = nil) -> SyntaxNode {
        if let frame { trace?.push(frame) }
        defer { if frame != nil { trace?.pop() } }
        let result = parseExpression()
        requireExpression(result)
        return result
    }

    private mutating func finish(
        _ kind: SyntaxNode.Kind, _ call: (start: Int, open: SourceRange), over children: [SyntaxNode]
    )
        -> SyntaxNode
    {
        close(.closeParenthesis, openedBy: .openParenthesis, at: call.open)
        return node(kind, SourceRange(call.start, previousEnd), over: children)
    }

    /// Leaves the rest of a call that is beyond repair.
    private mutating func abandon(_ call: (start: Int, open: SourceRange)) -> SyntaxNode {
        var depth = 0
        while !atEnd {
            switch kind(of: current) {
            case .punctuation(.openParenthesis): depth += 1
            case .punctuation(.closeParenthesis):
                if depth == 0 {
                    advance()
                    return missing(at: SourceRange(call.start, previousEnd))
                }
                depth -= 1
            default: break
            }
            advance()
        }
        return missing(at: SourceRange(call.start, previousEnd))
    }

    /// subquery ::= 'SUBQUERY' '(' expression ',' Variable ',' predicate ')'
    mutating func parseSubquery() -> SyntaxNode {
        let word = current.range
        guard let call = openCall() else { return missing(at: word) }
        let collection = parseArgument(.collection)
        guard acceptComma(before: "a variable such as $x") else { return abandon(call) }
        if atEnd { trace?.note(.variableName) }
        guard case .variable(let variable) = kind(of: current) else {
            guard case .word(let name, nil) = kind(of: current), next.sign == .comma else {
                report(ParserMessages.missingVariable(at: current.range.lowerBound))
                return abandon(call)
            }
            report(ParserMessages.bareVariable(name, at: current.range))
            let outer = bareVariables[ExactName(name)]
            bareVariables[ExactName(name)] = diagnostics.count - 1
            defer { bareVariables[ExactName(name)] = outer }
            advance()
            advance()
            let predicate = parseInnerPredicate()
            return finish(.subquery(collection, variable: name, predicate), call, over: [collection, predicate])
        }
        advance()
        guard acceptComma(before: "a condition") else { return abandon(call) }
        trace?.pushElementCondition(over: collection, variable)
        let predicate = parseInnerPredicate()
        trace?.pop()
        return finish(.subquery(collection, variable: variable, predicate), call, over: [collection, predicate])
    }

    /// A predicate within the brackets of a call.
    private mutating func parseInnerPredicate() -> SyntaxNode {
        recoverWithinParentheses(predicate(parseDisjunction()), allowsComma: false)
    }

    /// Two conditions side by side within brackets: says that AND or OR is missing.
    mutating func recoverWithinParentheses(_ node: SyntaxNode, allowsComma: Bool) -> SyntaxNode {
        var result = node
        while !stopped, result.shape == .predicate {
            if let right = parseAfterForeignConnective(result, allowsComma: allowsComma) {
                result = joined(result, right)
            } else if beginsCondition {
                report(ParserMessages.missingOperator(at: current.range))
                result = joined(result, predicate(parseDisjunction()))
            } else {
                break
            }
        }
        return result
    }

    /// ternary ::= 'TERNARY' '(' predicate ',' expression ',' expression ')'
    mutating func parseTernary() -> SyntaxNode {
        let word = current.range
        guard let call = openCall() else { return missing(at: word) }
        let outer = isBeforeComma
        isBeforeComma = true
        trace?.push(.ternaryCondition)
        let condition = parseInnerPredicate()
        trace?.pop()
        isBeforeComma = outer
        guard acceptComma(before: "the value if the condition is true") else { return abandon(call) }
        let first = parseArgument(.ternaryValue)
        guard acceptComma(before: "the value if the condition is false") else { return abandon(call) }
        let second = parseArgument(.ternaryValue)
        return finish(.ternary(condition, first, second), call, over: [condition, first, second])
    }

    /// ( String | ValueArgument )
    private mutating func parseConstantText(_ what: String, _ frame: CursorTrace.Frame) -> SyntaxNode? {
        let token = current
        if atEnd {
            trace?.push(frame)
            trace?.note(.constantText)
            trace?.pop()
        }
        switch kind(of: token) {
        case .string(let text):
            advance()
            return node(.literal(.string(text)), token.range)
        case .argument(let specifier) where specifier.kind != .keyPath:
            advance()
            argumentCount += 1
            return node(.argument(argumentCount - 1, specifier), token.range)
        case .word(let word, nil)
        where next.sign == .closeParenthesis || next.sign == .comma:
            report(LexerMessages.unquotedString(word, at: token.range))
            advance()
            return node(.literal(.string(word)), token.range)
        case .selector(let selector):
            report(LexerMessages.unquotedString(selector, at: token.range))
            advance()
            return node(.literal(.string(selector)), token.range)
        default:
            report(ParserMessages.missingOperand(what, at: SourceRange(at: token.range.lowerBound)))
            return nil
        }
    }

    /// function ::= 'FUNCTION' '(' expression ',' ( String | ValueArgument ) ( ',' expression )* ')'
    mutating func parseFunction() -> SyntaxNode {
        let word = current.range
        guard let call = openCall() else { return missing(at: word) }
        let target = parseArgument(.functionTarget)
        let what = "the name of a function in quotes, such as 'sqrt:'"
        guard acceptComma(before: what), let selector = parseConstantText(what, .functionName) else {
            return abandon(call)
        }
        var arguments: [SyntaxNode] = []
        while accept(.comma), !stopped {
            arguments.append(parseArgument(.functionArgument(of: selector, arguments.count)))
        }
        return finish(
            .function(target: target, selector: selector, arguments: arguments), call, over: [target] + arguments)
    }

    /// cast ::= 'CAST' '(' expression ',' ( String | ValueArgument ) ')'
    mutating func parseCast() -> SyntaxNode {
        let word = current.range
        guard let call = openCall() else { return missing(at: word) }
        let value = parseArgument(.castValue)
        let what = "the name of a type in quotes, such as 'NSDate'"
        guard acceptComma(before: what), let type = parseConstantText(what, .castType) else { return abandon(call) }
        return finish(.cast(value, type: type), call, over: [value])
    }

    /// fetch ::= 'FETCH' '(' expression ',' expression ',' expression ')'
    mutating func parseFetch() -> SyntaxNode {
        let word = current.range
        guard let call = openCall() else { return missing(at: word) }
        let request = parseArgument()
        guard acceptComma(before: "a context") else { return abandon(call) }
        let context = parseArgument()
        guard acceptComma(before: "whether to count only") else { return abandon(call) }
        let countOnly = parseArgument()
        return finish(.unavailable("FETCH", [request, context, countOnly]), call, over: [request, context, countOnly])
    }
}
