/// Methods, calls and search terms of other languages.
extension Parser {
    // MARK: Methods

    /// What an expression means where a predicate is needed, where another language has it so.
    mutating func foreignPredicate(_ node: SyntaxNode) -> SyntaxNode? {
        switch node.kind {
        case .arithmetic(let symbol, let a, let b, let sign) where symbol == .bitAnd || symbol == .bitOr:
            report(ParserMessages.bitwiseConnective(text(sign), at: sign))
            return self.node(.and([a, b], isWritten: false), node.range, over: [a, b])
        case .path(let base, let components):
            // Whether something is empty depends on what it is, which the checker knows.
            if components.count > 1, let last = components.last, case .key(let name) = last.kind,
                ForeignOperators.emptiness.contains(name)
            {
                return node
            }
            return methodCall(base, components, node.range)
        default: return nil
        }
    }

    /// `name.includes('x')`, `{'a', 'b'}.contains(name)`
    private mutating func methodCall(_ base: SyntaxNode?, _ components: [SyntaxComponent], _ range: SourceRange)
        -> SyntaxNode?
    {
        guard let last = components.last, case .dynamic(let node) = last.kind, case .call(let call) = node.kind,
            call.arguments.count == 1, let argument = call.arguments.first,
            let meaning = ForeignOperators.methods[call.name] ?? ForeignOperators.methods[call.name.lowercased()]
        else { return nil }
        let operation = meaning.operation
        let rest = Array(components.dropLast())
        guard let receiver = rest.isEmpty ? base : path(base, rest, rangeOf(base, rest)) else { return nil }
        var comparison = SyntaxComparison(
            quantifier: nil, comparator: .known(operation), comparatorRange: call.nameRange, options: [],
            optionsRange: nil, left: receiver, right: argument)
        if case .aggregate = receiver.unparenthesized.kind, operation == .contains {
            comparison.comparator = .known(.in)
            (comparison.left, comparison.right) = (argument, receiver)
            // The brackets of the list are a part of the same mistake.
            var brackets: [PredicateDiagnostic.Edit] = []
            if let last = diagnostics.last, last.code == "list-brackets", receiver.range.contains(last.range) {
                brackets = last.edits
                diagnostics.removeLast()
            }
            report(
                ParserMessages.methodCall(
                    call.name, "IN", at: call.nameRange,
                    edits: [
                        .init(
                            replacing: SourceRange(at: receiver.range.lowerBound), with: text(argument.range) + " IN "),
                        .init(replacing: SourceRange(receiver.range.upperBound, range.upperBound), with: ""),
                    ] + brackets))
        } else {
            // JavaScript's `match` searches within a text.
            var translated: ForeignPattern.Translation?
            if call.name == "match", case .literal(.string(let value)) = argument.kind {
                translated = ForeignPattern.search.translation(
                    of: value, written: text(argument.range), at: argument.range)
            }
            if let translated { comparison.right = LiteralNode(.string(translated.value), argument.range) }
            report(
                ParserMessages.methodCall(
                    call.name, meaning.spelling, at: call.nameRange,
                    edits: (translated?.edits ?? []) + [
                        .init(
                            replacing: SourceRange(receiver.range.upperBound, argument.range.lowerBound),
                            with: " \(meaning.spelling) "),
                        .init(replacing: SourceRange(argument.range.upperBound, range.upperBound), with: ""),
                    ]))
        }
        return self.node(.comparison(comparison), range, over: [comparison.left, comparison.right])
    }

    /// `select(.age > 18)`, `filter(age > 18)`: a function of a condition, which is the condition.
    mutating func parseConditionFunction(_ name: String, _ range: SourceRange) -> SyntaxNode? {
        guard ["select", "filter", "where", "find", "all", "any"].contains(name),
            library.functions[name + ":"] == nil, isCondition(from: 2) || token(after: 2).sign == .dot
        else { return nil }
        report(ParserMessages.conditionFunction(name, at: range))
        advance()
        return nested { $0.parsePrimary() }
    }

    /// `new Date()`
    mutating func parseConstructor(_ word: String, _ range: SourceRange) -> SyntaxNode? {
        guard next.isName, word == "new", case .word(let name, nil) = kind(of: next),
            token(after: 2).sign == .openParenthesis
        else { return nil }
        let nameRange = next.range
        let isNow = name == "Date" && token(after: 3).sign == .closeParenthesis
        report(
            ParserMessages.constructor(
                name, at: nameRange,
                edits: isNow ? [.init(replacing: range.union(nameRange), with: "now")] : []))
        advance()
        let call = parseCall(name)
        return missing(at: range.union(call.range))
    }

    /// Whether the arguments of a call begin with a closure: `t => …`, `where: { … }`, `{ $0 … }`, `lambda t: …`.
    var isAtClosure: Bool {
        switch current.code {
        case .word where keyword == nil:
            next.sign == .equalGreater && current.range.upperBound < next.range.lowerBound
                || text(of: current) == "lambda"
        case .selector: text(of: current) == "where:"
        default: false
        }
    }

    /// `name:Ann`, `age:>30`: the language of search fields.
    mutating func parseSearchTerm() -> SyntaxNode? {
        guard current.code == .selector, case .selector(let selector) = kind(of: current),
            next.sign != .openParenthesis,
            let colon = selector.utf8.firstIndex(of: UInt8(ascii: ":")),
            selector.utf8.index(after: colon) == selector.utf8.endIndex || next.isEnd || isConnectiveToken(next)
        else { return nil }
        let range = current.range
        let name = String(selector[..<colon])
        let key = SourceRange(range.lowerBound, range.lowerBound + name.utf8.count)
        let value = SourceRange(key.upperBound + 1, range.upperBound)
        let left = path(nil, [SyntaxComponent(kind: .key(name), range: key)], key)
        let sign = SourceRange(key.upperBound, key.upperBound + 1)
        advance()
        if !value.isEmpty {
            // The value is a part of the same token.
            let content = text(value)
            report(
                ParserMessages.searchTerm(
                    at: sign,
                    edits: [
                        .init(replacing: sign, with: " == "),
                        .init(replacing: value, with: SourceSpelling.quoted(content)),
                    ]))
            return comparison(left, .equal, node(.literal(.string(content)), value), sign)
        }
        if case .punctuation(let relation) = kind(of: current), let operation = ComparisonOperator.relation(relation) {
            let whole = SourceRange(sign.lowerBound, current.range.upperBound)
            let written = current.range
            advance()
            report(
                ParserMessages.searchTerm(
                    at: whole,
                    edits: [
                        .init(
                            replacing: SourceRange(sign.lowerBound, current.range.lowerBound),
                            with: " \(text(written)) ")
                    ]))
            return comparison(left, operation, parseExpression(), whole)
        }
        guard canBeginOperand(current) else { return nil }
        var edits = [
            PredicateDiagnostic.Edit(replacing: SourceRange(sign.lowerBound, current.range.lowerBound), with: " == ")
        ]
        var right: SyntaxNode?
        if case .word(let word, nil) = kind(of: current), next.isEnd || isConnectiveToken(next) {
            edits.append(.init(replacing: current.range, with: SourceSpelling.quoted(word)))
            right = node(.literal(.string(word)), current.range)
            advance()
        }
        report(ParserMessages.searchTerm(at: sign, edits: edits))
        return comparison(left, .equal, right ?? parseExpression(), sign)
    }

    private mutating func comparison(
        _ left: SyntaxNode, _ operation: ComparisonOperator, _ right: SyntaxNode, _ sign: SourceRange
    ) -> SyntaxNode {
        node(
            SyntaxComparison(
                quantifier: nil, comparator: .known(operation), comparatorRange: sign, options: [], optionsRange: nil,
                left: left, right: right), startingAt: left.range.lowerBound)
    }

    /// `ANY OF tags == 'x'`, `age > 3 AND THEN active == YES`
    mutating func passOverFillWord(_ words: Set<String>) {
        guard isName(current), isName(next), case let word = text(of: current), words.contains(asciiUppercased(word))
        else { return }
        let range = current.range
        advance()
        report(ParserMessages.copiedAlong(word, at: range, upTo: current.range.lowerBound))
    }

    /// `CAST(x AS 'NSDate')`
    mutating func passOverWordForComma() -> Bool {
        guard case .word(let word, nil) = kind(of: current), asciiUppercased(word) == "AS" else {
            guard !stopped, !atEnd, canBeginOperand(current) else { return false }
            if case .invalid = kind(of: current) { return false }
            report(
                ParserMessages.missingComma(
                    at: SourceRange(at: current.range.lowerBound),
                    filling: SourceRange(previousEnd, current.range.lowerBound)))
            return true
        }
        let range = current.range
        let before = previousEnd
        advance()
        report(
            ParserMessages.wordForComma(word, at: range, replacing: SourceRange(before, current.range.lowerBound)))
        return true
    }

    /// `.name == 'x'`, as jq has it, and `state == .open`, as Swift does.
    mutating func parseBehindDot() -> SyntaxNode? {
        guard case .word(let name, let keyword) = kind(of: next), keyword == nil || keyword == .self,
            next.range.lowerBound == current.range.upperBound
        else { return nil }
        let dot = current.range
        if rightSideOf != nil, case .end = kind(of: token(after: 2)) {
        } else if rightSideOf == nil || token(after: 2).sign == .dot {
            report(ParserMessages.leadingDot(at: dot))
            advance()
            return parseExpression(binding: 100)
        }
        let range = dot.union(next.range)
        advance()
        advance()
        report(LexerMessages.unquotedString(name, at: range))
        return node(.literal(.string(name)), range)
    }

    /// `age // 10`: the second slash of Python's division.
    mutating func passOverSecondSlash(_ first: SourceRange) {
        guard isAt(.slash), text(first) == "/", current.range.lowerBound == first.upperBound else { return }
        let range = first.union(current.range)
        report(LexerMessages.foreignOperator("//", "/", isNegated: false, startingAt: first.lowerBound, at: range))
        advance()
    }

    /// Whether a name is a slip of a word that opens a condition: `NTO name == 'x'`.
    func isMisspelt(_ keyword: Keyword) -> Bool {
        guard next.isName, current.isName, isCondition(from: 1) else { return false }
        return ForeignOperators.openings[asciiUppercased(text(of: current))] == keyword
    }

    mutating func reportMisspelt(_ meant: String) {
        report(ParserMessages.unknownOperator(text(current.range), suggestion: meant, at: current.range))
    }

    /// `SUBQEURY(items, $x, …)`: a slip in the name of a form that is read in its own way.
    mutating func parseMisspeltForm(_ name: String) -> SyntaxNode? {
        guard name.utf8.count >= 6, !Self.namesUnlikeForms.contains(name), library.functions[name + ":"] == nil,
            let meant = Suggestions.nearest(to: name, among: Self.misspeltForms)
        else { return nil }
        report(
            ParserMessages.misspeltForm(name, meant, at: current.range))
        return nested { meant == "SUBQUERY" ? $0.parseSubquery() : $0.parseTernary() }
    }

    private static let misspeltForms = ["SUBQUERY", "TERNARY"]

    /// The functions of the language that are no slip of such a form: those that are called most.
    private static let namesUnlikeForms: Set<String> = Set(
        BuiltInFunction.allCases.flatMap { [$0.rawValue, $0.rawValue.replacing(":", with: "")] }
            .filter { Suggestions.nearest(to: $0, among: misspeltForms) == nil })

    /// `contains(name, 'x')`: an operator that is called like a function.
    mutating func parseOperatorCall(_ word: String, _ keyword: Keyword) -> SyntaxNode? {
        guard next.sign == .openParenthesis, let operation = ComparisonOperator.textOperator(keyword) else {
            return nil
        }
        let place = current.range
        let start = position
        let call = parseCall(word)
        guard case .call(let made) = call.kind, made.arguments.count == 2 else {
            position = start
            return nil
        }
        let (left, right) = (made.arguments[0], made.arguments[1])
        report(
            ParserMessages.operatorCall(
                word, at: place,
                edits: [
                    .init(replacing: SourceRange(place.lowerBound, left.range.lowerBound), with: ""),
                    .init(
                        replacing: SourceRange(left.range.upperBound, right.range.lowerBound),
                        with: " \(operation.spelling) "),
                    .init(replacing: SourceRange(right.range.upperBound, call.range.upperBound), with: ""),
                ]))
        return comparison(left, operation, right, place)
    }

    /// `{1, 2)`: a bracket of another kind where one should close. One that closes something further out stays.
    mutating func closeByForeignSign(_ sign: Punctuation, openedBy open: Punctuation, at range: SourceRange) -> Bool {
        guard let found = current.sign, found != sign else { return false }
        let opening: Punctuation
        switch found {
        case .closeParenthesis: opening = .openParenthesis
        case .closeBracket: opening = .openBracket
        case .closeBrace: opening = .openBrace
        default: return false
        }
        var depth = 0
        for token in tokens[..<position] where token.range != range {
            if token.sign == opening { depth += 1 }
            if token.sign == found { depth -= 1 }
        }
        guard depth <= 0 else { return false }
        report(
            ParserMessages.unclosedBracket(
                open, at: range, end: SourceRange(at: current.range.lowerBound), replacing: current.range))
        advance()
        return true
    }

    /// Whether the text ends as a sentence does: `active == YES.`
    var isSentence: Bool { atEnd && position >= 2 && kind(of: tokens[position - 2]) == .word("YES", .yes) }

    /// `~(age > 30)`: signs of numbers before a condition.
    mutating func foreignNegation(_ signs: [(range: SourceRange, isMinus: Bool)], _ condition: SyntaxNode) -> SyntaxNode
    {
        report(
            ParserMessages.conditionAsOperand(
                at: condition.range,
                edits: signs.allSatisfy { !$0.isMinus } ? signs.map { .init(replacing: $0.range, with: "!") } : []))
        return node(.not(condition), condition.range, over: [condition])
    }

    private func rangeOf(_ base: SyntaxNode?, _ components: [SyntaxComponent]) -> SourceRange {
        let start = base?.range.lowerBound ?? components.first?.range.lowerBound ?? 0
        return SourceRange(start, components.last?.range.upperBound ?? start)
    }
}
