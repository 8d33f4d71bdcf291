/// Text in place of a condition, and expressions used as conditions.
extension Parser {
    /// A name at the start of a condition with another meaning: SQL's EXISTS, and the terms of a search field.
    mutating func repairCondition() -> SyntaxNode? {
        if current.code == .selector { return repairSearchTerm() }
        if next.sign == .openParenthesis, let call = repairListFunction() { return call }
        if current.sign == .star { return repairAnyField() }
        // `EXISTS scores > 3` tests for an element, as ANY does.
        return isAtExistence && !isCondition(from: 1) ? repairExistence() : nil
    }

    /// `* CONTAINS '10.0.3.7'`: a string in any field, for which there is a function.
    private mutating func repairAnyField() -> SyntaxNode? {
        guard next.keyword == .contains, token(after: 2).code == .string else { return nil }
        let range = current.range
        let head = SourceRange(range.lowerBound, token(after: 2).range.lowerBound)
        for _ in 0..<2 { advance() }
        let needle = parsePrimary()
        report(
            .anyField,
            .anyField(
                at: range,
                edits: [.init(replacing: head, with: "anywhere("), .insert(")", at: needle.range.upperBound)]))
        return missing(at: SourceRange(range.lowerBound, needle.range.upperBound))
    }

    /// `AYN tags == 'x'`, `EXISTS scores > 3`: the quantifier that a name means.
    mutating func repairQuantifier() -> Quantifier? {
        guard current.isName, next.isName || next.sign == .openParenthesis else { return nil }
        let meant: Quantifier
        if isMisspelt(.any) || isAtExistence && isCondition(from: 1) {
            meant = .any
        } else if isMisspelt(.all) {
            meant = .all
        } else {
            return nil
        }
        reportMisspelt(.misspeltQuantifier, meant.rawValue)
        return meant
    }

    /// `NTO name == 'x'`
    var isAtMisspeltNegation: Bool { isMisspelt(.not) }

    mutating func reportMisspeltNegation() { reportMisspelt(.misspeltNegation, "NOT") }

    /// Whether a name is a slip of a word that opens a condition: `NTO name == 'x'`.
    private func isMisspelt(_ keyword: Keyword) -> Bool {
        guard next.isName, current.isName, isCondition(from: 1) else { return false }
        return OperatorHabits.openings[asciiUppercased(text(of: current))] == keyword
    }

    private mutating func reportMisspelt(_ rule: RepairRule, _ meant: String) {
        report(rule, .unknownOperator(text(current.range), suggestion: meant, at: current.range))
    }

    /// Whether the current word is SQL's EXISTS with an operand.
    private var isAtExistence: Bool {
        current.isName && lexer.spells(current, "EXISTS") && library.functions["exists:"] == nil
            && (next.sign == .openParenthesis || isSingleOperand(from: 1) || next.isName && isCondition(from: 1))
            && !lexer.spells(token(after: 2), "SELECT")
    }

    /// `EXISTS orders`, `NOT EXISTS(orders)`, `EXISTS email`: whether a list has elements. The checker replaces the
    /// message if the operand is not a list.
    private mutating func repairExistence() -> SyntaxNode {
        let range = current.range
        let word = text(range)
        advance()
        let operand = parseExpression(above: .product)
        requireExpression(operand)
        report(
            .existence,
            .existence(
                word, of: excerpt(operand.unparenthesized.range), isList: true, at: range,
                operand.unparenthesized.range, in: operand.range))
        let end = SourceRange(at: operand.range.upperBound)
        return node(
            SyntaxComparison(
                quantifier: nil, comparator: .known(.notEqual), comparatorRange: range, options: [], optionsRange: nil,
                left: operand, right: LiteralNode(.null, end)), startingAt: range.lowerBound)
    }

    /// `name:Ann`, `age:>30`: the language of search fields.
    private mutating func repairSearchTerm() -> SyntaxNode? {
        guard current.code == .selector, case .selector(let selector) = kind(of: current),
            next.sign != .openParenthesis,
            let colon = selector.utf8.firstIndex(of: UInt8(ascii: ":")),
            selector.utf8.index(after: colon) == selector.utf8.endIndex || next.isEnd || isConnectiveToken(next)
        else { return nil }
        let range = current.range
        if next.range.lowerBound == range.upperBound, text(next.range) == ":", let cast = repairTypeSuffix() {
            return cast
        }
        let name = String(selector[..<colon])
        let key = SourceRange(range.lowerBound, range.lowerBound + name.utf8.count)
        let value = SourceRange(key.upperBound + 1, range.upperBound)
        let left = path(nil, [SyntaxComponent(kind: .key(name), range: key)], key)
        let sign = SourceRange(key.upperBound, key.upperBound + 1)
        advance()
        if !value.isEmpty {
            // The value is a part of the same token.
            let content = text(value)
            let quoted = PredicateDiagnostic.Edit(replacing: value, with: SourceSpelling.quoted(content))
            reportSearchTerm(at: sign, in: range, [.init(replacing: sign, with: " == "), quoted])
            return comparison(left, .equal, node(.literal(.string(content)), value), sign)
        }
        if case .punctuation(let relation) = kind(of: current), let operation = ComparisonOperator.relation(relation) {
            let whole = SourceRange(sign.lowerBound, current.range.upperBound)
            let written = text(current.range)
            advance()
            let all = SourceRange(sign.lowerBound, current.range.lowerBound)
            reportSearchTerm(
                at: whole, in: key.union(current.range), [.init(replacing: all, with: " \(written) ")])
            return comparison(left, operation, parseExpression(), whole)
        }
        // `age:[18 TO 30]` of Lucene
        let last = token(after: 4)
        let areConstants = [next, token(after: 3)].allSatisfy { $0.code == .number || $0.code == .string }
        if isAt(.openBracket), areConstants, lexer.spells(token(after: 2), "TO"), last.sign == .closeBracket {
            let bounds = "{\(text(next.range)), \(text(token(after: 3).range))}"
            let all = SourceRange(sign.lowerBound, last.range.upperBound)
            for _ in 0..<5 { advance() }
            reportSearchTerm(at: sign, in: key.union(all), [.init(replacing: all, with: " BETWEEN \(bounds)")])
            return missing(at: key.union(all))
        }
        guard canBeginOperand(current) else { return nil }
        let term = key.union(current.range)
        // `_exists_:age` of Lucene
        if name == "_exists_", current.isName {
            reportSearchTerm(at: sign, in: term, [.init(replacing: term, with: text(current.range) + " != nil")])
            advance()
            return missing(at: term)
        }
        var edits = [
            PredicateDiagnostic.Edit(replacing: SourceRange(sign.lowerBound, current.range.lowerBound), with: " == ")
        ]
        var right: SyntaxNode?
        if case .word(let word, nil) = kind(of: current), next.isEnd || isConnectiveToken(next) {
            edits.append(.init(replacing: current.range, with: SourceSpelling.quoted(word)))
            right = node(.literal(.string(word)), current.range)
            advance()
        }
        reportSearchTerm(at: sign, in: term, edits)
        return comparison(left, .equal, right ?? parseExpression(), sign)
    }

    /// Reports a term of a search field with its edits.
    private mutating func reportSearchTerm(
        at sign: SourceRange, in term: SourceRange, _ edits: [PredicateDiagnostic.Edit]
    ) {
        report(.searchTerm, .searchTerm(term.text(in: source, after: edits), at: sign, edits: edits))
    }

    /// `bytes::int > 5`: the CAST of PostgreSQL. The comparison goes on after it.
    private mutating func repairTypeSuffix() -> SyntaxNode? {
        let type = token(after: 2)
        guard type.isName, type.range.lowerBound == next.range.upperBound,
            let target = CastHabits.targets[text(of: type).lowercased()], isOperator(token(after: 3))
        else { return nil }
        let key = SourceRange(current.range.lowerBound, current.range.upperBound - 1)
        let suffix = SourceRange(key.upperBound, type.range.upperBound)
        lexer.withdrawDiagnostics(startingIn: suffix)
        let count = diagnostics.count
        report(
            .searchTerm,
            .searchTerm(
                text(suffix), at: suffix,
                edits: [
                    .insert("CAST(", at: key.lowerBound),
                    .init(replacing: suffix, with: ", \(SourceSpelling.quoted(target.rawValue)))"),
                ]))
        if diagnostics.count > count {
            diagnostics[count].message = "`::` is not an operator"
            showResult(of: count, in: key.union(suffix))
        }
        for _ in 0..<3 { advance() }
        let left = missing(at: key.union(suffix))
        guard let comparator = parseComparator(behind: left, startingAt: key.lowerBound) else { return left }
        return node(parseRightSide(of: comparator, left), startingAt: key.lowerBound)
    }

    /// A comparison by an operator that was not written as one.
    mutating func comparison(
        _ left: SyntaxNode, _ operation: ComparisonOperator, _ right: SyntaxNode, _ sign: SourceRange
    ) -> SyntaxNode {
        node(
            SyntaxComparison(
                quantifier: nil, comparator: .known(operation), comparatorRange: sign, options: [], optionsRange: nil,
                left: left, right: right), startingAt: left.range.lowerBound)
    }

    // MARK: Expressions for predicates

    /// A node in place of a predicate; reports an expression, and returns its meaning.
    mutating func requirePredicate(_ node: SyntaxNode) -> SyntaxNode {
        guard node.shape == .expression else { return node }
        let inner = node.unparenthesized
        if let condition = conditionCall(inner) { return condition }
        if let meant = repairPredicate(inner) { return meant }
        if hasUnclosedBracket, atEnd { return node }
        report(.missingComparison, .missingComparison(excerpt(inner.range), fixIt(of: inner), at: inner.range))
        return node
    }

    /// The meaning of an expression in place of a predicate, if another language has one.
    private mutating func repairPredicate(_ node: SyntaxNode) -> SyntaxNode? {
        switch node.kind {
        case .arithmetic(.bitAnd, _, let mask, _) where mask.form == .literal:
            // `mode & 8` asks for a bit.
            report(.missingComparison, .missingComparison(excerpt(node.range), .bits, at: node.range))
            return missing(at: node.range)
        case .arithmetic(let symbol, let a, let b, let sign) where symbol == .bitAnd || symbol == .bitOr:
            report(.bitwiseConnective, .bitwiseConnective(text(sign), at: sign))
            return self.node(.and([a, b], isWritten: false), node.range, over: [a, b])
        case .path(let base, let components):
            // Whether something is empty depends on its type, which the checker knows.
            if components.count > 1, let last = components.last, case .key(let name) = last.kind,
                OperatorHabits.emptiness.contains(name)
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
            let meaning = OperatorHabits.methods[call.name] ?? OperatorHabits.methods[call.name.lowercased()]
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
            if let last = diagnostics.last, last.code == .listBrackets, receiver.range.contains(last.range) {
                brackets = last.edits
                diagnostics.removeLast()
            }
            report(
                .methodCall,
                .methodCall(
                    call.name, hint: Self.betweenValues("IN"), at: call.nameRange,
                    edits: [
                        .insert(text(argument.range) + " IN ", at: receiver.range.lowerBound),
                        .remove(SourceRange(receiver.range.upperBound, range.upperBound)),
                    ] + brackets
                ).asForeignSpelling())
        } else {
            // JavaScript's `match` searches within a string.
            var translated: PatternHabit.Translation?
            var isUnclear = false
            if call.name == "match", case .literal(.string(let value)) = argument.kind {
                let written = text(argument.range)
                if written.hasPrefix("/") {
                    // `/l/` was read as a string that lacks its quotes.
                    if diagnostics.last?.range == argument.range { diagnostics.removeLast() }
                    translated = PatternHabit.slashed(written, at: argument.range)
                    isUnclear = translated == nil
                } else {
                    translated = PatternHabit.search.translation(of: value, written: written, at: argument.range)
                }
            }
            if let translated { comparison.right = LiteralNode(.string(translated.value), argument.range) }
            report(
                .methodCall,
                .methodCall(
                    call.name, hint: Self.betweenValues(meaning.spelling), at: call.nameRange,
                    edits: isUnclear
                        ? []
                        : (translated?.edits ?? []) + [
                            .init(
                                replacing: SourceRange(receiver.range.upperBound, argument.range.lowerBound),
                                with: " \(meaning.spelling) "),
                            .remove(SourceRange(argument.range.upperBound, range.upperBound)),
                        ]
                ).asForeignSpelling(operation != .matches))
        }
        return self.node(.comparison(comparison), range, over: [comparison.left, comparison.right])
    }

    private static func betweenValues(_ spelling: String) -> String {
        "`\(spelling)` is an operator: write it between two values"
    }

    private func rangeOf(_ base: SyntaxNode?, _ components: [SyntaxComponent]) -> SourceRange {
        let start = base?.range.lowerBound ?? components.first?.range.lowerBound ?? 0
        return SourceRange(start, components.last?.range.upperBound ?? start)
    }

    /// How a value might become a condition.
    private func fixIt(of value: SyntaxNode) -> PredicateDiagnostic.ComparisonFix {
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
        guard let fixed = comparison.fixed else { return text(comparison.upToRight) }
        let negation = "NOT … "
        return fixed.hasPrefix(negation)
            ? "NOT " + text(comparison.left) + " " + fixed.dropFirst(negation.count) + " "
            : text(comparison.left) + " " + fixed + " "
    }

    /// The range of the text without surrounding blanks.
    private var wholeRange: SourceRange {
        guard let first = tokens.first, atEnd else { return SourceRange(at: 0) }
        return SourceRange(first.range.lowerBound, previousEnd)
    }

    /// Whether a string within quotes is a predicate that was quoted as a whole.
    private func looksLikePredicate(_ content: String) -> Bool {
        content.utf8.contains { "=<>".utf8.contains($0) }
            || content.split(separator: " ").dropFirst().contains {
                Keyword(word: String($0)).map { ComparisonOperator.textOperator($0) != nil } ?? false
            }
    }

    // MARK: Predicates for expressions

    /// Reports a predicate in place of an expression.
    mutating func requireExpression(_ node: SyntaxNode) {
        guard node.shape == .predicate else { return }
        // `status == (404 OR 500)`, `(home OR away) == 'Ajax'`
        if case .or(let values) = node.unparenthesized.kind, values.allSatisfy({ $0.shape == .expression }) {
            diagnostics.removeAll { $0.code == .missingComparison && node.range.contains($0.range) }
            let list = "{\(values.map { text($0.range) }.joined(separator: ", "))}"
            return report(.conditionAsOperand, .conditionAsOperand(of: list.excerpt(60), at: node.range))
        }
        report(.conditionAsOperand, .conditionAsOperand(at: node.range))
    }

    /// `~(age > 30)`: signs of numbers before a condition.
    mutating func repairSigns(_ signs: [Sign], before condition: SyntaxNode) -> SyntaxNode {
        report(
            .signBeforeCondition,
            .conditionAsOperand(
                at: condition.range,
                edits: signs.allSatisfy { !$0.isMinus } ? signs.map { .init(replacing: $0.range, with: "!") } : []))
        return node(.not(condition), condition.range, over: [condition])
    }

    // MARK: Comparisons without an operator

    /// The result if no operator follows: a whole condition or value, or a comparison without its operator.
    mutating func repairComparison(without quantifier: SourceRange?, _ left: SyntaxNode) -> SyntaxNode {
        if let result = repairTrailingClosure(behind: left) { return result }
        if let search = repairSearchSign(behind: left, isQuantified: quantifier != nil) { return search }
        if let result = repairMissingComparator(left) { return result }
        guard let quantifier else { return left }
        if left.shape == .expression {
            // `ANY names.startsWith('A')`
            if case .path(let base, let components) = left.unparenthesized.kind,
                let method = methodCall(base, components, left.range)
            {
                return missing(at: quantifier.union(method.range))
            }
            report(.missingComparison, .missingComparison(excerpt(left.range), fixIt(of: left), at: left.range))
        } else {
            requireExpression(left)
        }
        return missing(at: quantifier.union(left.range))
    }

    /// A value followed by another one, or by something unreadable: reports it once, and skips the rest of
    /// the condition. Nil if it is only a value.
    private mutating func repairMissingComparator(_ left: SyntaxNode) -> SyntaxNode? {
        guard left.shape != .predicate else { return nil }
        if isAtQuestion { return nil }
        if current.code == .invalid {
            skipToConnective()
            return missing(at: left.range)
        }
        guard left.shape == .expression, beginsCondition, !isAtCaseWord, keyword != .not, !isAt(.exclamation) else {
            return nil
        }
        let number = text(current.range)
        // `coordinates.0`
        let isIndex = current.code == .number && number.hasPrefix(".") && previousEnd == current.range.lowerBound
        report(
            .missingComparator,
            isIndex
                ? .indexWithoutBrackets(excerpt(left.range), String(number.dropFirst()), at: current.range)
                : .missingComparator(at: current.range))
        skipToConnective()
        return missing(at: left.range)
    }

    func excerpt(_ range: SourceRange) -> String { range.excerpt(of: source) }
}
