/// Calls of other languages, and mistakes in the parts of a call.
extension Parser {
    /// `select(.age > 18)`, `filter(age > 18)`: a function of a condition, which becomes the condition.
    mutating func repairConditionFunction(_ name: String, _ range: SourceRange) -> SyntaxNode? {
        guard Self.mayBeHabit(name) else { return nil }
        if let call = repairOperatorFunction(name) { return call }
        if token(after: 2).isName, token(after: 3).isName, let part = repairDatePart(name, range) { return part }
        let isMap = name == "map" && lexer.spells(token(after: 2), "SELECT")
        guard isMap || ["select", "filter", "where", "find", "all", "any"].contains(name),
            library.functions[name + ":"] == nil, isMap || isCondition(from: 2) || token(after: 2).sign == .dot
        else { return nil }
        report(.conditionFunction, .conditionFunction(name, at: range))
        advance()
        return nested { $0.parsePrimary() }
    }

    /// Whether a name may be a word of another language, or a slip in a word of this one. No such word is long, and a
    /// comparison of a long name with many words takes the square of its length if the name is a run of combining marks.
    static func mayBeHabit(_ name: String) -> Bool { name.utf8.count <= 100 }

    /// Whether the current word is a function that chooses between two values: `if(a, 1, 0)`, `iif(a > 3, 1, 0)`.
    var isAtChoice: Bool {
        guard current.isName, next.sign == .openParenthesis,
            lexer.spells(current, "IF") || lexer.spells(current, "IIF") || lexer.spells(current, "IFF")
        else { return false }
        guard let first = token(inside: 1, where: { $1.sign == .comma }) else { return false }
        return token(inside: 1, where: { $0 > first && $1.sign == .comma }) != nil
    }

    /// `if(status == 200, 1, 0)`: TERNARY under another name.
    private mutating func repairChoice(_ name: String) -> SyntaxNode? {
        guard library.functions[name + ":"] == nil else { return nil }
        lexer.fill(to: position + Self.longestSearch + 2)
        guard isAtChoice else { return nil }
        report(.choice, .choice(name, at: current.range))
        return nested { $0.parseTernary() }
    }

    /// `avg(success == YES)`, `level = status > 499 ? 'bad' : 'good'`: a comparison in place of a value. The value has been read
    /// up to the operator.
    ///
    /// - Parameter isInBracket: whether a bracket must close after it. Without one, the bracket was forgotten.
    mutating func repairComparedValue(_ value: SyntaxNode, isInBracket: Bool) -> SyntaxNode? {
        guard isAtOperator || isAtQuestion, value.shape == .expression, !stopped else { return nil }
        if isInBracket {
            lexer.fill(to: position + Self.longestSearch)
            guard token(inside: -1, where: { $1.sign == .closeParenthesis || $1.sign == .closeBrace }) != nil else {
                return nil
            }
        }
        var condition = value
        if isAtOperator {
            guard let comparator = parseComparator(behind: value, startingAt: value.range.lowerBound) else {
                return nil
            }
            condition = node(parseRightSide(of: comparator, value), startingAt: value.range.lowerBound)
        }
        return repairConditional(behind: condition) ?? condition
    }

    /// Whether the `?` of `a ? b : c` is here.
    var isAtQuestion: Bool {
        current.code == .invalid && text(current.range) == "?"
            && token(inside: 0, where: { $1.code == .invalid && text($1.range) == ":" }) != nil
    }

    /// `(status > 499 ? 'bad' : 'good')`: TERNARY as C has it. The condition has been read.
    mutating func repairConditional(behind condition: SyntaxNode) -> SyntaxNode? {
        guard isAtQuestion else { return nil }
        let sign = current.range
        lexer.fill(to: position + Self.longestSearch)
        let count = diagnostics.count
        let tested = requirePredicate(condition)
        advance()
        let first = nested { $0.parseExpression() }
        guard current.code == .invalid, text(current.range) == ":" else { return nil }
        let colon = current.range
        advance()
        let second = nested { $0.parseExpression() }
        lexer.withdrawDiagnostics(startingIn: sign)
        lexer.withdrawDiagnostics(startingIn: colon)
        let whole = condition.range.union(second.range)
        let message = diagnostics.count
        report(
            .conditional,
            .conditional(
                at: sign,
                edits: [
                    .insert("TERNARY(", at: whole.lowerBound),
                    .init(replacing: SourceRange(condition.range.upperBound, first.range.lowerBound), with: ", "),
                    .init(replacing: SourceRange(first.range.upperBound, second.range.lowerBound), with: ", "),
                    .insert(")", at: whole.upperBound),
                ]))
        if message == count { showResult(of: message, in: whole) }
        return node(.ternary(tested, first, second), whole, over: [tested, first, second])
    }

    /// `SUBQEURY(items, $x, …)`: a slip in the name of a form that is read in its own way.
    mutating func repairMisspeltForm(_ name: String) -> SyntaxNode? {
        guard Self.mayBeHabit(name) else { return nil }
        if name.utf8.count <= 3, let choice = repairChoice(name) { return choice }
        guard name.utf8.count >= 6, !Self.namesUnlikeForms.contains(name), library.functions[name + ":"] == nil,
            let meant = Suggestions.nearest(to: name, among: Self.misspeltForms)
        else { return nil }
        report(.misspeltForm, .unknownFunction(name, suggestion: meant, at: current.range))
        return nested { meant == "SUBQUERY" ? $0.parseSubquery() : $0.parseTernary() }
    }

    private static let misspeltForms = ["SUBQUERY", "TERNARY"]

    /// The common functions of the language, which are not misspellings of such a form.
    private static let namesUnlikeForms = WordSet(
        BuiltInFunction.allCases.flatMap { [$0.rawValue, $0.rawValue.replacing(":", with: "")] }
            .filter { Suggestions.nearest(to: $0, among: misspeltForms) == nil })

    /// `contains(name, 'x')`: an operator that is called like a function.
    mutating func repairOperatorCall(_ word: String, _ keyword: Keyword) -> SyntaxNode? {
        guard next.sign == .openParenthesis, let operation = ComparisonOperator.textOperator(keyword) else {
            return nil
        }
        return repairCall(word, of: operation)
    }

    /// `starts_with(name, 'x')`, `array_contains(tags, 'x')`: a function of another language that is an operator here.
    private mutating func repairOperatorFunction(_ name: String) -> SyntaxNode? {
        guard let operation = OperatorHabits.functions[asciiUppercased(name)],
            library.functions[name + ":"] == nil, library.functions[name] == nil
        else { return nil }
        return repairCall(name, of: operation)
    }

    /// A call of two arguments that is a comparison here.
    private mutating func repairCall(_ word: String, of operation: ComparisonOperator) -> SyntaxNode? {
        let range = current.range
        let start = position
        let call = parseCall(word)
        guard case .call(let made) = call.kind, made.arguments.count == 2 else {
            position = start
            return nil
        }
        let (left, right) = (made.arguments[0], made.arguments[1])
        var message = PredicateDiagnostic.operatorCall(
            word, operation.spelling, at: range,
            edits: [
                .remove(SourceRange(range.lowerBound, left.range.lowerBound)),
                .init(
                    replacing: SourceRange(left.range.upperBound, right.range.lowerBound),
                    with: " \(operation.spelling) "),
                .remove(SourceRange(right.range.upperBound, call.range.upperBound)),
            ])
        // SQLite's `like` has its pattern first, and `matches` searches in other languages.
        message.isForeignSpelling = operation.place.map { $0 != .pattern } ?? false
        report(.operatorCall, message)
        return comparison(left, operation, right, range)
    }

    /// `items.filter(t => t.x)`: arguments that begin with a closure. The current token is their bracket.
    mutating func repairClosure(behind name: String, _ range: SourceRange) -> SyntaxNode? {
        guard isAtClosure else { return repairElementCondition(behind: name, range) }
        let open = current.range
        advance()
        let count = diagnostics.count
        report(.closure, .closure(name, at: range))
        let inside = position
        if diagnostics.count > count, repairArrow(count, of: name, behind: open) {
            lexer.withdrawDiagnostics(startingIn: SourceRange(open.lowerBound, previousEnd))
            return missing(at: SourceRange(range.lowerBound, previousEnd))
        }
        position = inside
        if diagnostics.count > count { diagnostics[count].edits = [] }
        if diagnostics.count > count + 1 { diagnostics.removeLast(diagnostics.count - count - 1) }
        let call = abandon(OpenCall(start: range.lowerBound, open: open))
        lexer.withdrawDiagnostics(startingIn: call.range)
        return call
    }

    /// Whether a closure follows the parenthesis: `t => …`, `where: { … }`, `lambda t: …`.
    private var isAtClosure: Bool {
        let first = next
        switch first.code {
        case .word where first.keyword == nil:
            return isArrow(from: 1)
                || lexer.spells(first, "LAMBDA") && text(of: first) == "lambda"
        case .selector: return text(of: first) == "where:"
        default: return false
        }
    }

    /// `CAST x`, without its bracket.
    mutating func reportMissingParenthesis(behind word: SourceRange) {
        report(
            .missingOperand,
            .missingOperand("`(` is missing after \(asciiUppercased(text(word)))", at: SourceRange(at: word.upperBound))
        )
    }

    /// A comma is missing in a call; returns false if the part after it is missing too.
    mutating func repairComma(before part: String) -> Bool {
        if skipWordForComma() { return true }
        if !stopped { report(.missingPart, .missingPart(part, at: SourceRange(at: previousEnd))) }
        return false
    }

    /// `CAST(x AS 'NSDate')`
    private mutating func skipWordForComma() -> Bool {
        guard case .word(let word, nil) = kind(of: current), asciiUppercased(word) == "AS" else {
            guard !stopped, !atEnd, canBeginOperand(current) else { return false }
            if case .invalid = kind(of: current) { return false }
            report(
                .missingComma,
                .missingComma(
                    at: SourceRange(at: current.range.lowerBound),
                    filling: SourceRange(previousEnd, current.range.lowerBound)))
            return true
        }
        let range = current.range
        let before = previousEnd
        advance()
        report(.wordForComma, .wordForComma(word, at: range, replacing: SourceRange(before, current.range.lowerBound)))
        return true
    }

    /// `SUBQUERY(items, x, x.price > 3)`: a name in place of the variable. Its uses in the predicate join the message.
    mutating func repairVariable(of call: OpenCall, over collection: SyntaxNode) -> SyntaxNode {
        guard current.isName, next.sign == .comma else {
            report(.missingVariable, .missingVariable(at: current.range.lowerBound))
            return abandon(call)
        }
        let name = text(of: current)
        report(.bareVariable, .bareVariable(name, at: current.range))
        let outer = bareVariables[ExactName(name)]
        bareVariables[ExactName(name)] = diagnostics.count - 1
        defer { bareVariables[ExactName(name)] = outer }
        advance()
        advance()
        let predicate = parseInnerPredicate()
        return finish(.subquery(collection, variable: name, predicate), call, over: [collection, predicate])
    }

    /// `CAST(x, NSDate)`: a string that lacks its quotes.
    mutating func repairConstantText(_ what: String) -> SyntaxNode? {
        let token = current
        guard token.code == .selector || token.isName && (next.sign == .closeParenthesis || next.sign == .comma) else {
            report(
                .missingOperand, .missingOperand("\(what) is missing here", at: SourceRange(at: token.range.lowerBound))
            )
            return nil
        }
        let written = text(of: token)
        let content = CastHabits.targets[written.lowercased()]?.rawValue ?? written
        // `CAST(x AS INTEGER)` is one mistake.
        if let last = diagnostics.last, last.code == .unexpectedToken, last.range.upperBound < token.range.lowerBound,
            position > 0, last.range == tokens[position - 1].range
        {
            diagnostics[diagnostics.count - 1].edits.append(
                .init(replacing: token.range, with: SourceSpelling.quoted(content)))
            diagnostics[diagnostics.count - 1].hint = "write `, \(SourceSpelling.quoted(content))`"
            diagnostics[diagnostics.count - 1].isForeignSpelling = content != CastTarget.number.rawValue
        } else {
            report(.unquotedName, .unquotedString(content, at: token.range))
        }
        advance()
        return node(.literal(.string(content)), token.range)
    }

    /// Skips the rest of a call that no rule can read.
    mutating func abandon(_ call: OpenCall) -> SyntaxNode {
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
}
