// The productions in brackets, in the order of Grammar/PredicateFormat.ebnf and with its names: arguments, lists, and the
// calls with their own forms.

extension Parser {
    /// Name or Selector with its arguments.
    mutating func parseCall(_ name: String) -> SyntaxNode {
        if let form = repairMisspeltForm(name) { return form }
        return nested { parser in
            let nameRange = parser.current.range
            parser.advance()
            if let closure = parser.repairClosure(behind: name, nameRange) { return closure }
            let arguments = parser.parseArguments(of: name)
            let call = SyntaxCall(name: name, nameRange: nameRange, arguments: arguments)
            return parser.node(
                .call(call), SourceRange(nameRange.lowerBound, parser.previousEnd), over: arguments)
        }
    }

    /// arguments ::= '(' ( expression ( ',' expression )* )? ')'
    private mutating func parseArguments(of name: String) -> [SyntaxNode] {
        let open = current.range
        advance()
        trace?.push(.argument(of: name, 0))
        let arguments = parseList(until: .closeParenthesis)
        trace?.pop()
        close(.closeParenthesis, openedBy: .openParenthesis, at: open)
        return arguments
    }

    /// aggregate ::= '{' ( expression ( ',' expression )* )? '}'
    mutating func parseAggregate() -> SyntaxNode {
        let open = current.range
        advance()
        trace?.push(.element)
        let elements = parseList(until: .closeBrace)
        trace?.pop()
        if isAt(.range), let bounds = repairRange(in: open, behind: elements) { return bounds }
        close(.closeBrace, openedBy: .openBrace, at: open)
        return node(.aggregate(elements), SourceRange(open.lowerBound, previousEnd), over: elements)
    }

    /// subquery ::= 'SUBQUERY' '(' expression ',' Variable ',' predicate ')'
    mutating func parseSubquery() -> SyntaxNode {
        let word = current.range
        guard let call = openCall() else { return missing(at: word) }
        let collection = parseArgument(.collection)
        guard acceptComma(before: "a variable such as $x") else { return abandon(call) }
        if atEnd { trace?.note(.variableName) }
        guard current.code == .variable else { return repairVariable(of: call, over: collection) }
        let variable = text(of: current)
        advance()
        guard acceptComma(before: "a condition") else { return abandon(call) }
        trace?.pushElementCondition(over: collection, variable)
        let predicate = parseInnerPredicate()
        trace?.pop()
        return finish(.subquery(collection, variable: variable, predicate), call, over: [collection, predicate])
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

    // MARK: Parts

    /// A call with its own form, up to its opening bracket.
    struct OpenCall {
        var start: Int
        var open: SourceRange
    }

    /// Expressions between commas, up to the closing sign, which is left for the caller.
    mutating func parseList(until close: Punctuation) -> [SyntaxNode] {
        var elements: [SyntaxNode] = []
        guard !isAt(close) else { return elements }
        while !stopped {
            trace?.setLocation(elements.count)
            if next.sign == .comma || next.sign == close, let literal = parseLiteral() {
                elements.append(literal)
            } else {
                var element = repairUnquotedText(of: nil) ?? parseExpression()
                if let compared = repairComparedValue(element, isInBracket: true) { element = compared }
                requireExpression(element)
                elements.append(element)
            }
            if insertMissingComma() { continue }
            guard isAt(.comma) else { break }
            let comma = current.range
            advance()
            if isAt(close) {
                reportTrailingComma(comma)
                break
            }
        }
        return elements
    }

    /// `KEYWORD (`; nil when the bracket is missing, which has been reported.
    private mutating func openCall() -> OpenCall? {
        let word = current.range
        advance()
        let open = current.range
        guard accept(.openParenthesis) else {
            reportMissingParenthesis(behind: word)
            return nil
        }
        return OpenCall(start: word.lowerBound, open: open)
    }

    /// A comma; false if the next part is missing, which has been reported.
    private mutating func acceptComma(before part: String) -> Bool { accept(.comma) || repairComma(before: part) }

    private mutating func parseArgument(_ frame: CursorTrace.Frame? = nil) -> SyntaxNode {
        if let frame { trace?.push(frame) }
        defer { if frame != nil { trace?.pop() } }
        let result = parseExpression()
        requireExpression(result)
        return result
    }

    /// A predicate within the brackets of a call.
    mutating func parseInnerPredicate() -> SyntaxNode {
        repairRest(behind: requirePredicate(parsePredicate()), allowsComma: false)
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
        default: return repairConstantText(what)
        }
    }

    mutating func finish(_ kind: SyntaxNode.Kind, _ call: OpenCall, over children: [SyntaxNode]) -> SyntaxNode {
        close(.closeParenthesis, openedBy: .openParenthesis, at: call.open)
        return node(kind, SourceRange(call.start, previousEnd), over: children)
    }

    /// Reads a closing bracket, or repairs what is there instead.
    mutating func close(_ sign: Punctuation, openedBy open: Punctuation, at range: SourceRange) {
        if accept(sign) || stopped { return }
        repairClosingBracket(sign, openedBy: open, at: range)
    }
}
