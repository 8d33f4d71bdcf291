/// Elements of lists as jq, JSONPath and languages with closures write them.
extension Parser {
    /// `stack[].line > 300`, `stack[*].line > 300`: every element of a list. The comparison around it gets ANY.
    mutating func repairIndexOfAll(behind base: SyntaxNode) -> SyntaxNode? {
        let isStar = next.sign == .star && token(after: 2).sign == .closeBracket
        guard isStar || next.sign == .closeBracket else { return nil }
        let range = current.range.union(isStar ? token(after: 2).range : next.range)
        let count = diagnostics.count
        report(.indexOfAll, .indexOfAll(text(range), at: range))
        if diagnostics.count > count { indexOfAll = count }
        for _ in 0..<(isStar ? 3 : 2) { advance() }
        return base
    }

    /// The ANY that a comparison needs whose left side has `[]`.
    mutating func quantifierOfAll(before left: SyntaxNode) -> (kind: Quantifier, range: SourceRange)? {
        guard let message = indexOfAll, diagnostics.indices.contains(message) else { return nil }
        indexOfAll = nil
        let range = diagnostics[message].range
        // `sum(items[].price) > 3`: the call takes the whole list.
        switch left.unparenthesized.kind {
        case .path, .index: break
        default: return nil
        }
        guard left.range.lowerBound < range.lowerBound, range.upperBound <= previousEnd, isAtOperator else {
            return nil
        }
        let start = SourceRange(at: left.range.lowerBound)
        diagnostics[message].edits.append(.init(replacing: start, with: Quantifier.any.rawValue + " "))
        return (.any, start)
    }

    /// `name[0:3]`, `name[:3]`: a part of a string, from a position up to another.
    mutating func repairSlice(of base: SyntaxNode) -> SyntaxNode? {
        guard let close = (2...4).first(where: { token(after: $0).sign == .closeBracket }), !current.isName,
            !next.isName
        else { return nil }
        let whole = SourceRange(current.range.lowerBound, token(after: close).range.upperBound)
        let bounds = text(SourceRange(current.range.upperBound, token(after: close).range.lowerBound))
            .split(separator: ":", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard bounds.count == 2, bounds[0].isEmpty || Int(bounds[0]) != nil, bounds[1].isEmpty || Int(bounds[1]) != nil
        else { return nil }
        let start = Int(bounds[0]) ?? 0
        var edits: [PredicateDiagnostic.Edit] = []
        // A negative position counts from the end there.
        if start >= 0, bounds[1].isEmpty || (Int(bounds[1]) ?? -1) >= start {
            let length = Int(bounds[1]).map { ", \($0 - start)" } ?? ""
            edits = [
                .insert("substring(", at: base.range.lowerBound),
                .init(replacing: whole, with: ", \(start)\(length))"),
            ]
        }
        let count = diagnostics.count
        lexer.withdrawDiagnostics(startingIn: whole)
        report(.slice, .slice(at: whole, edits: edits))
        showResult(of: count, in: base.range.union(whole))
        for _ in 0...close { advance() }
        return missing(at: base.range.union(whole))
    }

    /// `$.name`: the root of a path of JSONPath. The current token is the `$`.
    mutating func repairPathRoot() -> SyntaxNode? {
        let sign = current.range
        guard text(sign) == "$", next.sign == .dot, token(after: 2).isName else { return nil }
        lexer.withdrawDiagnostics(startingIn: sign)
        report(.pathRoot, .pathRoot(at: sign.union(next.range)))
        advance()
        advance()
        return parseExpression(above: .product)
    }

    /// The most tokens of a filter of JSONPath.
    private static let longestFilter = 200

    /// `items[?(@.price > 3)]`: a filter of JSONPath. `items[type = 'x']` is one of XPath.
    mutating func repairPathFilter(behind base: SyntaxNode) -> SyntaxNode? {
        let isPath =
            next.isName && isOperator(token(after: 2)) && token(after: 2).sign != nil && !token(after: 3).isName
        guard isPath || sameCodePoints(text(next.range), "?") else { return nil }
        lexer.fill(to: position + Self.longestFilter + 2)
        var depth = 0
        var close: Int?
        for index in 0..<Self.longestFilter {
            let token = token(after: index)
            if token.isEnd { break }
            if token.sign == .openBracket { depth += 1 }
            if token.sign == .closeBracket { depth -= 1 }
            if depth == 0 {
                close = index
                break
            }
        }
        guard let close else { return nil }
        var inner = (isPath ? 1 : 2)..<close
        if token(after: 2).sign == .openParenthesis, token(after: close - 1).sign == .closeParenthesis, close > 4 {
            inner = 3..<close - 1
        }
        guard let first = inner.first, let last = inner.last else { return nil }
        let whole = current.range.union(token(after: close).range)
        var edits: [PredicateDiagnostic.Edit] = [
            .insert("SUBQUERY(", at: base.range.lowerBound),
            .init(
                replacing: SourceRange(current.range.lowerBound, token(after: first).range.lowerBound),
                with: ", $x, " + (isPath ? "$x." : "")),
        ]
        var hasOperator = false
        for index in inner {
            let token = token(after: index)
            if isOperator(token) { hasOperator = true }
            if text(token.range) == "@" {
                edits.append(.init(replacing: token.range, with: "$x"))
            }
        }
        let behind = token(after: close + 1)
        edits.append(
            .init(
                replacing: SourceRange(token(after: last).range.upperBound, whole.upperBound),
                with: (hasOperator ? "" : " != NULL") + ")"
                    + (behind.isEnd || isConnectiveToken(behind) ? Self.someElements : "")))
        lexer.withdrawDiagnostics(startingIn: whole)
        report(.pathFilter, .pathFilter(at: whole, edits: edits))
        for _ in 0...close { advance() }
        return missing(at: SourceRange(base.range.lowerBound, whole.upperBound))
    }

    private static let someElements = ".@count > 0"
    private static let noElements = ".@count == 0"

    // MARK: Functions of a list and a condition

    /// What a function or a method says of the elements that satisfy its condition.
    private enum ElementTest {
        case some, every, none, list

        init?(_ name: String) {
            guard Parser.mayBeHabit(name) else { return nil }
            switch asciiUppercased(name) {
            case "ANY", "SOME", "ANYMATCH", "ANY_MATCH", "EXISTS", "LIST_ANY": self = .some
            case "ALL", "EVERY", "ALLMATCH", "ALL_MATCH", "ALLSATISFY", "FORALL", "LIST_ALL": self = .every
            case "NONE", "NONEMATCH", "NONE_MATCH": self = .none
            case "FILTER", "WHERE", "SELECT", "LIST_FILTER": self = .list
            default: return nil
            }
        }

        var prefix: String { self == .every ? "NOT (" : "" }

        var suffix: String {
            switch self {
            case .some: ")" + Parser.someElements
            case .every: "))" + Parser.noElements
            case .none: ")" + Parser.noElements
            case .list: ")"
            }
        }

        /// The quantifier with the same meaning.
        var quantifier: Quantifier? {
            switch self {
            case .some: .any
            case .every: .all
            case .none: Quantifier.none
            case .list: nil
            }
        }
    }

    /// `any(stack, line > 300)`, `anyMatch(stack, x => x.line > 300)`, and jq's `any(.stack[]; .line > 300)`: a list, and a
    /// condition of its elements.
    mutating func repairListFunction() -> SyntaxNode? {
        guard next.sign == .openParenthesis, current.code == .word, let test = ElementTest(text(of: current)),
            library.functions[text(of: current) + ":"] == nil
        else { return nil }
        lexer.fill(to: position + Self.longestSearch + 2)
        if let generator = repairGenerator(test) { return generator }
        guard let comma = commaBehindPath(from: 2),
            isCondition(from: comma + 1) || isArrow(from: comma + 1) || token(after: comma + 1).sign == .dot
        else { return nil }
        let word = current.range
        let count = diagnostics.count
        report(.listFunction, .listFunction(text(word), at: word))
        guard diagnostics.count > count else { return nil }
        return nested { $0.parseListFunction(test, word, count) }
    }

    /// `ANY items (price > 3 AND qty == 2)`: a quantifier with a list and a condition. The quantifier has been read.
    mutating func repairQuantifiedCondition(_ quantifier: (kind: Quantifier, range: SourceRange)) -> SyntaxNode? {
        guard current.isName else { return nil }
        var last = 0
        while token(after: last + 1).sign == .dot, token(after: last + 2).isName, last < 8 { last += 2 }
        guard token(after: last + 1).sign == .openParenthesis, token(after: last + 2).isName,
            isCondition(from: last + 2),
            let test = ElementTest(quantifier.kind.rawValue)
        else { return nil }
        let message = diagnostics.count
        report(
            .listFunction,
            .conditionBehindQuantifier(quantifier.kind.rawValue, at: quantifier.range.union(token(after: last).range)))
        guard diagnostics.count > message else { return nil }
        let list = current.range.union(token(after: last).range)
        for _ in 0...last { advance() }
        let open = current.range
        advance()
        return nested { parser in
            let condition = parser.parseElementCondition(for: message)
            let end = parser.previousEnd
            parser.close(.closeParenthesis, openedBy: .openParenthesis, at: open)
            parser.settle(message, test, list, condition, SourceRange(end, max(end, parser.previousEnd)))
            let head = SourceRange(quantifier.range.lowerBound, list.lowerBound)
            parser.diagnostics[message].edits.append(.remove(head))
            parser.showResult(of: message, in: SourceRange(head.lowerBound, parser.previousEnd))
            return parser.missing(at: SourceRange(head.lowerBound, parser.previousEnd))
        }
    }

    /// `any(c.restarts > 5 for c in containers)`: a condition, and the list of its elements, as Python has them.
    private mutating func repairGenerator(_ test: ElementTest) -> SyntaxNode? {
        guard test.quantifier != nil,
            let word = token(inside: 1, where: { $1.isName && lexer.spells($1, "FOR") }), word > 2,
            token(after: word + 1).isName, token(after: word + 2).keyword == .in,
            let close = token(inside: 1, where: { $0 > word && $1.sign == .closeParenthesis }), close > word + 3
        else { return nil }
        let list = (word + 3)..<close
        guard list.allSatisfy({ token(after: $0).isName || token(after: $0).sign == .dot }) else { return nil }
        let (name, range) = (text(of: token(after: word + 1)), current.range)
        let path = text(token(after: list.lowerBound).range.union(token(after: close - 1).range))
        let end = token(after: close).range.upperBound
        var edits: [PredicateDiagnostic.Edit] = [
            .init(
                replacing: SourceRange(range.lowerBound, next.range.upperBound),
                with: "SUBQUERY(\(path), $\(name), \(test.prefix)"),
            .init(replacing: SourceRange(token(after: word - 1).range.upperBound, end), with: test.suffix),
        ]
        for index in 2..<word where token(after: index).isName && token(after: index - 1).sign != .dot {
            let token = token(after: index)
            if text(of: token) == name {
                edits.append(.insert("$", at: token.range.lowerBound))
            }
        }
        var message = PredicateDiagnostic.listFunction(text(range), at: range)
        message.edits = edits
        message.isForeignSpelling = true
        let count = diagnostics.count
        report(.listFunction, message)
        showResult(of: count, in: SourceRange(range.lowerBound, end))
        for _ in 0...close { advance() }
        return missing(at: SourceRange(range.lowerBound, end))
    }

    /// The list and the condition of a call whose name is the current token.
    ///
    /// - Parameter count: the index of the message about the call, which gets the edits.
    private mutating func parseListFunction(_ test: ElementTest, _ word: SourceRange, _ count: Int) -> SyntaxNode {
        advance()
        let open = current.range
        advance()
        let list = parseExpression()
        // The `[]` of jq says that the condition is one of the elements.
        indexOfAll = nil
        let separator = current.range
        if text(separator) == ";" { lexer.withdrawDiagnostics(startingIn: separator) }
        advance()
        let isElement = isAt(.dot)
        let condition = parseElementCondition(for: count)
        let end = SourceRange(at: previousEnd)
        close(.closeParenthesis, openedBy: .openParenthesis, at: open)
        let isClosed = previousEnd > end.lowerBound
        let closing = SourceRange(end.lowerBound, isClosed ? previousEnd : end.upperBound)
        let head = SourceRange(word.lowerBound, list.range.lowerBound)
        let between = SourceRange(list.range.upperBound, condition.start)
        if test == .list {
            // The list that is found is not a condition.
            diagnostics[count].edits = []
        } else {
            settle(count, test, list.range, condition, closing)
            diagnostics[count].edits.append(.remove(head))
        }
        foldSpellings(into: count, upTo: closing.upperBound)
        diagnostics[count].isForeignSpelling = condition.isNamed || isElement
        if case .path = condition.node.kind, let quantifier = test.quantifier, !condition.isNamed {
            testTruth(of: condition.node, quantifier, count, (head, between, closing))
        }
        showResult(of: count, in: SourceRange(word.lowerBound, closing.upperBound))
        return missing(at: SourceRange(word.lowerBound, previousEnd))
    }

    /// `all(items, paid)`: a boolean of each element, which is compared with YES. Its own message joins that about the call.
    private mutating func testTruth(
        of value: SyntaxNode, _ quantifier: Quantifier, _ message: Int,
        _ parts: (head: SourceRange, between: SourceRange, closing: SourceRange)
    ) {
        let dots = diagnostics[message].edits.filter {
            $0.text.isEmpty && $0.range != parts.head && $0.range.upperBound <= value.range.lowerBound
        }
        diagnostics.removeAll { $0.code == .missingComparison && $0.range == value.range }
        guard diagnostics.indices.contains(message) else { return }
        diagnostics[message].edits =
            dots + [
                .init(replacing: parts.head, with: quantifier.rawValue + " "),
                .init(replacing: parts.between, with: "."),
                .init(replacing: parts.closing, with: " == YES"),
            ]
        diagnostics[message].isForeignSpelling = false
    }

    /// Joins the dots and brackets of jq inside a call to the message about it: they are one mistake.
    private mutating func foldSpellings(into message: Int, upTo end: Int) {
        let inner = diagnostics[(message + 1)...]
        let isSpelling = { (finding: PredicateDiagnostic) in
            finding.isForeignSpelling && finding.code == .unexpectedToken && finding.range.upperBound <= end
        }
        // What is replaced as a whole needs no edits within.
        let made = diagnostics[message].edits
        diagnostics[message].edits += inner.filter(isSpelling).flatMap(\.edits).filter { edit in
            !made.contains {
                $0.range.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= $0.range.upperBound
            }
        }
        diagnostics.replaceSubrange((message + 1)..., with: inner.filter { !isSpelling($0) })
    }

    /// The number of the comma, in jq the semicolon, after a path of names, which jq may write as `.path[]`.
    private func commaBehindPath(from first: Int) -> Int? {
        var index = token(after: first).sign == .dot ? first + 1 : first
        while token(after: index).isName, index < 20 {
            var behind = index + 1
            if token(after: behind).sign == .openBracket, token(after: behind + 1).sign == .closeBracket { behind += 2 }
            let separator = token(after: behind)
            if separator.sign == .comma || text(separator.range) == ";" { return behind }
            guard separator.sign == .dot else { return nil }
            index = behind + 1
        }
        return nil
    }

    /// Whether a closure such as `x => …` or `x -> …` begins.
    func isArrow(from first: Int) -> Bool {
        guard token(after: first).isName else { return false }
        let (second, third) = (token(after: first + 1), token(after: first + 2))
        if second.sign == .equalGreater { return token(after: first).range.upperBound < second.range.lowerBound }
        return second.sign == .minus && third.sign == .greater && second.range.upperBound == third.range.lowerBound
    }

    private func isPlainComparison(_ node: SyntaxNode) -> Bool {
        guard case .comparison(let comparison) = node.kind, comparison.quantifier == nil, isLiteral(comparison.right),
            case .path(nil, _) = comparison.left.kind
        else { return false }
        return true
    }

    /// Reads the condition of an element, after the arrow of a closure if it has one. The edits that give its names
    /// their variable join a message.
    ///
    /// - Parameter implied: the name of the element that the condition uses without an arrow.
    private mutating func parseElementCondition(
        for message: Int, named implied: String? = nil
    ) -> (node: SyntaxNode, start: Int, name: String, isNamed: Bool) {
        let hasArrow = isArrow(from: 0)
        let isNamed = implied != nil || hasArrow
        // Without a name, every path begins at the element.
        let key = ExactName(implied ?? (isNamed ? text(of: current) : Self.anyName))
        let name = implied ?? (isNamed ? text(of: current) : "x")
        if hasArrow, implied == nil { for _ in 0..<(next.sign == .equalGreater ? 2 : 3) { advance() } }
        let start = current.range.lowerBound
        let outer = bareVariables[key]
        bareVariables[key] = message
        defer { bareVariables[key] = outer }
        return (parseInnerPredicate(), start, name, isNamed)
    }

    /// The name under which `bareVariables` has the message that every name joins.
    static let anyName = ""

    /// `items.some(x => x.price > 3)`: reads the closure of a method. What is wrong in it joins the message, because
    /// the call is one mistake. Returns false if it cannot be read.
    ///
    /// - Parameters:
    ///   - message: the message about the call.
    ///   - name: the name of the method, which has been read.
    ///   - open: its bracket, which has been read.
    mutating func repairArrow(_ message: Int, of name: String, behind open: SourceRange) -> Bool {
        guard let test = ElementTest(name), test != .list, let receiver = receiver(before: open), isArrow(from: 0)
        else {
            return false
        }
        // A block is not a condition.
        let body = token(after: next.sign == .equalGreater ? 2 : 3)
        guard body.sign != .openBrace else { return false }
        let condition = parseElementCondition(for: message)
        let end = previousEnd
        guard isAt(.closeParenthesis), diagnostics.count > message else { return false }
        advance()
        let inner = diagnostics[(message + 1)...]
        let isFixable = inner.allSatisfy { finding in
            finding.severity != .error || !finding.edits.isEmpty && finding.code != .missingComparison
        }
        let edits = inner.flatMap(\.edits)
        diagnostics.removeLast(diagnostics.count - message - 1)
        guard isFixable else {
            diagnostics[message].edits = []
            return true
        }
        // An inner SUBQUERY begins before the `$` of its list.
        diagnostics[message].edits = edits + diagnostics[message].edits
        settle(message, test, receiver, condition, SourceRange(end, previousEnd))
        diagnostics[message].isForeignSpelling = inner.allSatisfy { $0.severity != .error || $0.isForeignSpelling }
        return true
    }

    // MARK: Conditions after a method

    /// `items.any(price > 3)`, and `items.exists(i, i.price > 3)` of CEL: a method of a list, and a condition of its elements.
    /// The current token is the bracket.
    mutating func repairElementCondition(behind name: String, _ range: SourceRange) -> SyntaxNode? {
        guard position >= 2, tokens[position - 2].sign == .dot, next.isName, let test = ElementTest(name),
            test.quantifier != nil
        else { return nil }
        let element = text(of: next)
        let isMacro =
            token(after: 2).sign == .comma && token(after: 3).isName && text(of: token(after: 3)) == element
            && isCondition(from: 3)
        guard isMacro || isCondition(from: 1) else { return nil }
        let open = current.range
        advance()
        guard let receiver = receiver(before: open) else { return nil }
        if isMacro { for _ in 0..<2 { advance() } }
        return nested { $0.readElementCondition(test, name, range, of: receiver, open, named: isMacro ? element : nil) }
    }

    /// `.items | any(.price > 3)`: a filter of jq with a condition of elements. The current token is its name.
    mutating func repairElementFilter(of receiver: SourceRange) -> SyntaxNode? {
        let range = current.range
        guard let test = ElementTest(text(range)), test.quantifier != nil, next.sign == .openParenthesis else {
            return nil
        }
        let name = text(range)
        advance()
        let open = current.range
        advance()
        let isElement = isAt(.dot)
        let message = diagnostics.count
        let result = nested { $0.readElementCondition(test, name, range, of: receiver, open) }
        if isElement, diagnostics.indices.contains(message) {
            foldSpellings(into: message, upTo: previousEnd)
            diagnostics[message].isForeignSpelling = true
            showResult(of: message, in: SourceRange(receiver.lowerBound, previousEnd))
        }
        return result
    }

    private mutating func readElementCondition(
        _ test: ElementTest, _ name: String, _ range: SourceRange, of receiver: SourceRange, _ open: SourceRange,
        named element: String? = nil
    ) -> SyntaxNode {
        let message = diagnostics.count
        report(.closure, .closure(name, at: range))
        let isReported = diagnostics.count > message
        let condition = parseElementCondition(for: message, named: element)
        let end = previousEnd
        close(.closeParenthesis, openedBy: .openParenthesis, at: open)
        if isReported { settle(message, test, receiver, condition, SourceRange(end, max(end, previousEnd))) }
        return missing(at: SourceRange(range.lowerBound, previousEnd))
    }

    /// `items.contains { $0.price > 3 }`: a closure after the name of a method.
    mutating func repairTrailingClosure(behind left: SyntaxNode) -> SyntaxNode? {
        guard isAt(.openBrace), case .path(nil, let components) = left.kind, components.count > 1,
            let last = components.last, case .key(let name) = last.kind
        else { return nil }
        guard let test = ElementTest(name) ?? (name == "contains" ? .some : nil), test.quantifier != nil else {
            return nil
        }
        let receiver = SourceRange(left.range.lowerBound, components[components.count - 2].range.upperBound)
        return nested { $0.readTrailingClosure(test, name, last.range, of: receiver) }
    }

    private mutating func readTrailingClosure(
        _ test: ElementTest, _ name: String, _ range: SourceRange, of receiver: SourceRange
    ) -> SyntaxNode {
        let message = diagnostics.count
        report(.closure, .closure(name, at: range))
        let isReported = diagnostics.count > message
        advance()
        // Kotlin calls the element `it`.
        let isNamed = text(of: current) == "it" && next.sign == .dot
        let condition = parseElementCondition(for: message, named: isNamed ? "it" : nil)
        let end = previousEnd
        let isRead = isAt(.closeBrace)
        while !atEnd, !isAt(.closeBrace) { advance() }
        if !atEnd { advance() }
        let whole = SourceRange(range.lowerBound, max(previousEnd, range.upperBound))
        // The `$0.` before the names belong to the closure.
        let parameters = lexer.diagnostics.filter { whole.contains($0.range) && text($0.range) == "$0" }
        lexer.withdrawDiagnostics(startingIn: whole)
        guard isReported else { return missing(at: whole) }
        if isRead, parameters.allSatisfy({ $0.edits.first?.text == "" }) {
            diagnostics[message].edits += parameters.filter { $0.range.lowerBound > condition.start }.flatMap(\.edits)
            settle(message, test, receiver, condition, SourceRange(end, previousEnd))
        } else {
            diagnostics[message].edits = []
            diagnostics.removeLast(diagnostics.count - message - 1)
        }
        return missing(at: whole)
    }

    /// Gives a message the edits that make a quantifier or a SUBQUERY of a test of elements.
    private mutating func settle(
        _ message: Int, _ test: ElementTest, _ receiver: SourceRange,
        _ condition: (node: SyntaxNode, start: Int, name: String, isNamed: Bool), _ closing: SourceRange
    ) {
        let between = SourceRange(receiver.upperBound, condition.start)
        if !condition.isNamed, let quantifier = test.quantifier, isPlainComparison(condition.node) {
            // One comparison needs no variable.
            diagnostics[message].edits = [
                .insert(quantifier.rawValue + " ", at: receiver.lowerBound),
                .init(replacing: between, with: "."), .remove(closing),
            ]
        } else {
            diagnostics[message].edits += [
                .insert("SUBQUERY(", at: receiver.lowerBound),
                .init(replacing: between, with: ", $\(condition.name), " + test.prefix),
                .init(replacing: closing, with: test.suffix),
            ]
        }
        // Without a name, a bare name may be that of the element or of the record around it.
        diagnostics[message].isForeignSpelling = condition.isNamed
        showResult(of: message, in: SourceRange(receiver.lowerBound, closing.upperBound))
    }

    /// The path before the name of a method whose bracket has been read: `items` in `items.some(`.
    private func receiver(before open: SourceRange) -> SourceRange? {
        guard let bracket = tokens[..<min(position, tokens.count)].lastIndex(where: { $0.range == open }) else {
            return nil
        }
        var first = bracket - 1
        while first >= 2, tokens[first - 1].sign == .dot,
            tokens[first - 2].isName || tokens[first - 2].code == .variable
        {
            first -= 2
        }
        guard first < bracket - 1 else { return nil }
        return SourceRange(tokens[first].range.lowerBound, tokens[bracket - 3].range.upperBound)
    }
}
