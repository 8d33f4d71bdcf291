/// Operators and connectives as other languages write them.
///
/// Each is reported with the edits that mend it, and read as what it means, so that names and types behind it are still
/// looked at and nothing is reported twice.
extension Parser {
    // MARK: Operators

    /// An operator as another language writes it: `IS NOT`, `NOT IN`, `STARTS WITH`, `===`.
    mutating func parseForeignOperator(startingAt start: Int) -> ParsedComparator? {
        if let sign = current.sign {
            // It takes a second sign, or a word behind `!`.
            guard sign == .assign || next.sign != nil || sign == .exclamation else { return nil }
            return parseForeignSigns(sign, startingAt: start)
        }
        guard current.code == .word, keyword == nil || keyword == .not else { return nil }
        return parsePhrase(startingAt: start)
    }

    private mutating func parseForeignSigns(_ first: Punctuation, startingAt start: Int) -> ParsedComparator? {
        let range = current.range
        if first == .assign {
            return accept(ForeignOperators.Meaning(operation: .equal), tokens: 1, range, startingAt: start)
        }
        let areAdjacent = next.range.lowerBound == range.upperBound
        if first == .exclamation, case .word(_, let keyword?) = kind(of: next),
            let operation = ComparisonOperator.textOperator(keyword)
        {
            let meaning = ForeignOperators.Meaning(operation: operation, isNegated: true)
            return accept(meaning, tokens: 2, range.union(next.range), startingAt: start)
        }
        if isAtAssignment, let meaning = ForeignOperators.assignment(first, beside: token(after: 2).code == .string) {
            return accept(meaning, tokens: 2, range.union(next.range), startingAt: start)
        }
        guard case .punctuation(let second) = kind(of: next),
            var meaning = ForeignOperators.signs(first, second, areAdjacent: areAdjacent)
        else { return nil }
        // `mask =~5` is an equation with a complement.
        if first == .equal, second == .tilde {
            switch kind(of: token(after: 2)) {
            case .string, .punctuation(.slash): break
            default: return nil
            }
        }
        // `name ~* 'x'`, as PostgreSQL has it.
        // An operator that a space has come into.
        if !areAdjacent { meaning.written = first.spelling + second.spelling }
        return accept(meaning, tokens: 2, range.union(next.range), startingAt: start)
    }

    /// `name += "x"`: an arithmetic operator directly followed by `=`.
    var isAtAssignment: Bool { next.sign == .equal && current.range.upperBound == next.range.lowerBound }

    /// Words that are one operator elsewhere; the longest row of them counts.
    private mutating func parsePhrase(startingAt start: Int) -> ParsedComparator? {
        guard let phrase = phrase() else { return nil }
        var range = current.range
        for index in 1..<max(2, phrase.count) where phrase.count > 1 { range = range.union(token(after: index).range) }
        return accept(phrase.meaning, tokens: phrase.count, range, startingAt: start)
    }

    private func phrase() -> (meaning: ForeignOperators.Meaning, count: Int)? {
        var words: [String] = []
        var found: (ForeignOperators.Meaning, Int)?
        for index in 0..<ForeignOperators.longest {
            let token = token(after: index)
            guard case .word(let word, let keyword) = kind(of: token) else {
                // `age NOT > 5`
                if index == 1, words == ["NOT"], case .punctuation(let sign) = kind(of: token),
                    let relation = ComparisonOperator.relation(sign)
                {
                    found = (ForeignOperators.Meaning(operation: relation, isNegated: true), 2)
                }
                break
            }
            // A word that the program registered, or the language has, is no foreign one.
            if index == 0, keyword != nil, keyword != .not { return nil }
            if index == 0, library.operators[asciiUppercased(word)] != nil { return nil }
            words.append(asciiUppercased(word))
            if let meaning = ForeignOperators.phrases[words.joined(separator: " ")] { found = (meaning, index + 1) }
        }
        guard let (meaning, count) = found else { return nil }
        // `name IS` may be two fields side by side; with an operand behind it is an operator.
        let next = token(after: count)
        if count == 1, !meaning.isWhole {
            if case .word("None", _) = kind(of: next) { return (meaning, count) }
            if !canBeginOperand(next), next.sign != .openBracket { return nil }
        }
        return (meaning, count)
    }

    private mutating func accept(
        _ meaning: ForeignOperators.Meaning, tokens count: Int, _ range: SourceRange, startingAt start: Int
    ) -> ParsedComparator {
        var meaning = meaning
        // A word of the language stays as it is written.
        if case .word(let last, _) = kind(of: token(after: count - 1)), asciiUppercased(last) == meaning.spelling {
            meaning.written = last
        }
        let place = diagnostics.count
        report(
            LexerMessages.foreignOperator(
                text(range), meaning.spelling, replacement: apart(meaning.spelling, in: range),
                isNegated: meaning.isNegated, startingAt: start, at: range))
        for _ in 0..<count { advance() }
        return ParsedComparator(
            kind: .known(meaning.operation), range: range, spelling: meaning.operation.spelling,
            isWhole: meaning.isWhole, pattern: meaning.pattern,
            message: diagnostics.indices.contains(place) ? place : nil,
            written: (meaning.isNegated ? "NOT … " : "") + meaning.spelling)
    }

    /// A replacement for an operator, with the spaces that it needs: `name=~"x"` becomes `name MATCHES"x"`.
    private func apart(_ spelling: String, in range: SourceRange) -> String {
        func isName(_ byte: UInt8?) -> Bool { byte.map { $0 >= 0x80 || Lexer.isASCIINameByte($0) } ?? false }
        let before = range.lowerBound > 0 ? lexer.byte(at: range.lowerBound - 1) : 0
        return (isName(before) && isName(spelling.utf8.first) ? " " : "") + spelling
            + (isName(spelling.utf8.last) && isName(lexer.byte(at: range.upperBound)) ? " " : "")
    }

    /// `name =~ "^x"`, `name ILIKE "%x%"`: translates the pattern as part of the message about the operator.
    mutating func translatePattern(_ right: SyntaxNode, of comparator: ParsedComparator) -> SyntaxNode {
        guard let pattern = comparator.pattern, let message = comparator.message, let literal = right.asLiteral,
            case .string(let value) = literal.value,
            let made = pattern.translation(of: value, written: text(right.range), at: right.range)
        else { return right }
        amend(message, hint: comparator.written + " " + made.text, edits: made.edits)
        return LiteralNode(.string(made.value), right.range)
    }

    /// `name =~ /x/i`, `name MATCHES /^Jo/`: a pattern between slashes is a search.
    mutating func parseSlashedPattern(
        _ content: String, flags: String, at range: SourceRange, of comparator: ParsedComparator
    ) -> SyntaxNode {
        guard case .known(.matches) = comparator.kind else {
            let written = flags.isEmpty ? SourceSpelling.quoted(content) : nil
            report(
                ParserMessages.slashedPattern(
                    written, at: range, edits: written.map { [.init(replacing: range, with: $0)] } ?? []))
            return node(.literal(.string(content)), range)
        }
        let pattern = (flags.contains("s") ? "(?s)" : "") + ForeignPattern.whole(content)
        let right = node(.literal(.string(pattern)), range)
        // No option corresponds to `m` and `x`.
        guard flags.allSatisfy({ "igus".contains($0) }) else {
            report(ParserMessages.slashedPattern(nil, at: range, edits: []))
            return right
        }
        let written = SourceSpelling.quoted(pattern)
        var edits = [PredicateDiagnostic.Edit(replacing: range, with: written)]
        var operation = comparator.written.isEmpty ? comparator.spelling : comparator.written
        if let options = comparator.options {
            operation += text(options)
        } else if flags.contains("i"), !operation.hasSuffix("[c]") {
            operation += "[c]"
            edits.append(.init(replacing: SourceRange(at: comparator.range.upperBound), with: "[c]"))
        }
        if let message = comparator.message {
            amend(message, hint: operation + " " + written, edits: edits)
        } else {
            report(
                ParserMessages.slashedPattern(
                    edits.count > 1 ? operation + " " + written : written, at: range, edits: edits))
        }
        return right
    }

    /// Replaces the hint of a message that has been reported, and extends its edits.
    mutating func amend(_ message: Int, hint: String? = nil, edits: [PredicateDiagnostic.Edit]) {
        guard diagnostics.indices.contains(message) else { return }
        diagnostics[message].edits += edits
        if let hint, hint.utf8.count <= 80 { diagnostics[message].hint = "write `\(hint)`" }
    }

    // MARK: Quantifiers on the right

    /// `3 < ANY scores`, `5 = ANY(scores)`: reads the comparison with its sides exchanged. Returns nil if the right
    /// side has no quantifier.
    mutating func parseQuantifiedRightSide(of comparator: ParsedComparator, _ left: SyntaxNode) -> SyntaxComparison? {
        guard let kind = quantifier(of: current), canBeginOperand(next), text(of: current) != "None" else { return nil }
        let place = current.range
        let word = text(place)
        advance()
        let outer = rightSideOf
        rightSideOf = comparator.range
        defer { rightSideOf = outer }
        let right = parseExpression()
        requireExpression(right)
        var turned = SyntaxComparison(
            quantifier: (kind, place), comparator: .invalid, comparatorRange: comparator.range, options: [],
            optionsRange: nil, left: right, right: left)
        guard case .known(let operation) = comparator.kind, right.shape == .expression, comparator.options == nil else {
            report(ParserMessages.quantifierOnTheRight(word, hint: nil, at: place, edits: []))
            return turned
        }
        if operation == .in {
            report(
                ParserMessages.quantifierOnTheRight(
                    word, hint: "remove it", at: place,
                    edits: [.init(replacing: SourceRange(place.lowerBound, right.range.lowerBound), with: "")]))
            (turned.left, turned.right, turned.quantifier) = (left, right, nil)
            turned.comparator = comparator.kind
            return turned
        }
        let (a, b) = (text(left.range), text(right.range))
        // Exchanging the sides would change the order of format arguments.
        guard let mirrored = Self.mirrored(operation),
            !a.utf8.contains(UInt8(ascii: "%")) || !b.utf8.contains(UInt8(ascii: "%"))
        else {
            report(ParserMessages.quantifierOnTheRight(word, hint: nil, at: place, edits: []))
            return turned
        }
        turned.comparator = .known(mirrored)
        let hint = "\(word) \(excerpt(right.range)) \(mirrored.spelling) \(excerpt(left.range))"
        report(
            ParserMessages.quantifierOnTheRight(
                word, hint: "write `\(hint)`", at: place,
                edits: [
                    .init(replacing: left.range, with: word + " " + b),
                    .init(replacing: comparator.range, with: mirrored.spelling),
                    .init(replacing: SourceRange(place.lowerBound, right.range.upperBound), with: a),
                ]))
        return turned
    }

    /// The quantifier of a token.
    func quantifier(of token: Token) -> Quantifier? {
        switch token.keyword {
        case .any, .someOf: .any
        case .all: .all
        case .noneOf: Quantifier.none
        default: nil
        }
    }

    /// The operator with the same meaning for exchanged sides.
    private static func mirrored(_ operation: ComparisonOperator) -> ComparisonOperator? {
        switch operation {
        case .equal, .notEqual: operation
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: nil
        }
    }

    // MARK: Existence

    /// Whether the current word is SQL's EXISTS with an operand.
    var isAtExistence: Bool {
        current.isName && lexer.spells(current, "EXISTS") && library.functions["exists:"] == nil
            && (next.sign == .openParenthesis || isSingleOperand(from: 1) || next.isName && isCondition(from: 1))
            && !lexer.spells(token(after: 2), "SELECT")
    }

    /// `EXISTS orders`, `NOT EXISTS(orders)`, `EXISTS email`: whether a list has elements. The checker replaces the
    /// message if the operand is not a list.
    mutating func parseExistence() -> SyntaxNode {
        let place = current.range
        let word = text(place)
        advance()
        let operand = parseExpression(binding: 100)
        requireExpression(operand)
        report(ParserMessages.existence(word, of: excerpt(operand.range), isList: true, at: place, operand.range))
        let end = SourceRange(at: operand.range.upperBound)
        return node(
            SyntaxComparison(
                quantifier: nil, comparator: .known(.notEqual), comparatorRange: place, options: [], optionsRange: nil,
                left: operand, right: LiteralNode(.null, end)), startingAt: place.lowerBound)
    }

    /// `CONFORMS-TO "public.image"`, `UTI CONFORMS TO`: the operator of type identifiers.
    mutating func parseTypeIdentifierOperator(_ word: String) -> ParsedComparator? {
        let name = "UTI-CONFORMS-TO"
        guard let registered = library.operators[name] else { return nil }
        var words: [String] = []
        var count = 0
        var range = current.range
        while count < 5 {
            let token = token(after: count)
            if case .word(let word, nil) = kind(of: token) {
                words.append(asciiUppercased(word))
            } else if token.sign != .minus {
                break
            }
            range = range.union(token.range)
            count += 1
            if words.last == "TO" { break }
        }
        guard
            ["CONFORMS TO", "UTI CONFORMS TO", "CONFORMSTO", "UTI_CONFORMS_TO"].contains(words.joined(separator: " "))
        else { return nil }
        report(ParserMessages.unknownOperator(text(range), suggestion: registered.name, at: range))
        for _ in 0..<count { advance() }
        return ParsedComparator(kind: .known(.custom(registered.name)), range: range, spelling: registered.name)
    }

    /// `CONTAINS[c, d]`, with signs between the letters.
    mutating func parseForeignOptions(of comparator: ParsedComparator) -> (value: StringOptions, range: SourceRange)? {
        guard token(after: 2).sign == .comma, case .word(let first, nil) = kind(of: next), isOptionLetters(first),
            case .word(let second, nil) = kind(of: token(after: 3)), isOptionLetters(second),
            token(after: 4).sign == .closeBracket
        else { return nil }
        let range = current.range.union(token(after: 4).range)
        let between = SourceRange(next.range.upperBound, token(after: 3).range.lowerBound)
        report(ParserMessages.unknownOption(",", mended: "", at: token(after: 2).range, replacing: between))
        for _ in 0..<5 { advance() }
        let letters = (first + second).lowercased()
        var options: StringOptions = []
        if letters.contains("c") { options.insert(.caseInsensitive) }
        if letters.contains("d") { options.insert(.diacriticInsensitive) }
        if letters.contains("n") { options.insert(.normalized) }
        if letters.contains("l") { options.insert(.localized) }
        return (options, range)
    }

    /// `name CONTAINS cd 'x'`, `name CONTAINS(cd) 'x'`: options without their brackets. Nil where there are none.
    mutating func parseBareOptions(of comparator: ParsedComparator) -> (value: StringOptions, range: SourceRange)? {
        let count = isAt(.openParenthesis) ? 3 : 1
        guard token(after: count).code == .string, case .word(let letters, nil) = kind(of: token(after: count / 2)),
            isOptionLetters(letters), count == 1 || token(after: 2).sign == .closeParenthesis, !comparator.isBetween
        else { return nil }
        let range = current.range.union(token(after: count - 1).range)
        // `N'Ann'` is a letter before a string.
        guard count == 3 || token(after: count).range.lowerBound > range.upperBound else { return nil }
        report(
            ParserMessages.bareOptions(
                letters, at: range, replacing: SourceRange(comparator.range.upperBound, range.upperBound)))
        let start = token(after: count / 2).range.lowerBound
        for _ in 0..<count { advance() }
        return (readOptions(letters, at: start), range)
    }

    /// Spotlight's `name == "x"cd`: options behind the right side.
    mutating func passOverMisplacedOptions(behind string: SourceRange) {
        guard let operation = rightSideOf, current.range.lowerBound == string.upperBound,
            case .word(let word, nil) = kind(of: current), word.utf8.allSatisfy({ "cdw".utf8.contains($0) })
        else { return }
        report(
            ParserMessages.misplacedOptions(
                word.filter { $0 != "w" }, behind: operation.upperBound, at: current.range, removing: current.range))
        advance()
    }

    // MARK: Chains

    /// `1 < x < 5`, `a = b = c`, `a == 1 & b == 2`: says what is wrong with it, and reads the parts as what they mean.
    mutating func parseChain(after comparison: consuming SyntaxComparison, startingAt start: Int) -> SyntaxNode {
        guard !stopped, isAtOperator else { return node(comparison, startingAt: start) }
        var first = comparison
        var parts: [SyntaxNode] = []
        var start = start
        while !stopped, isAtOperator {
            guard first.right.shape == .expression else {
                // Where the right side is missing, the second operator is not a second comparison.
                skipToConnective()
                break
            }
            var left = first.right
            if case .arithmetic(let symbol, let a, let b, let sign) = left.kind, symbol == .bitAnd || symbol == .bitOr {
                report(ParserMessages.bitwiseConnective(text(sign), at: sign))
                first.right = a
                left = b
            } else if passOverBooleanEnd(of: first) {
                continue
            } else {
                report(
                    ParserMessages.chainedComparison(
                        at: current.range, first: first.comparatorRange, repeated: repeatedOperand(of: first)))
            }
            parts.append(node(first, startingAt: start))
            // `age > 20 > 10`: both comparisons are of `age`, and none is of two numbers.
            if case .literal = left.kind, !isLiteral(first.left) { left = first.left }
            start = left.range.lowerBound
            guard let comparator = parseComparator(afterOperand: left, startingAt: start) else {
                skipToConnective()
                break
            }
            first = parseRest(of: comparator, left)
        }
        let last = node(first, startingAt: start)
        guard !parts.isEmpty else { return last }
        parts.append(last)
        return node(.and(parts, isWritten: false), parts[0].range.union(last.range), over: parts)
    }

    private var isAtOperator: Bool {
        isOperator(current)
    }

    /// `(a > 5) == TRUE`, written without the parentheses: what stands behind the comparison is needless.
    private mutating func passOverBooleanEnd(of comparison: SyntaxComparison) -> Bool {
        guard case .word(_, let keyword?) = kind(of: next), case .punctuation(let sign) = kind(of: current),
            let isTrue = [Keyword.true: true, .yes: true, .false: false, .no: false][keyword],
            let relation = ComparisonOperator.relation(sign), relation == .equal || relation == .notEqual
        else { return false }
        report(
            ParserMessages.comparedComparison(
                at: current.range, first: comparison.comparatorRange,
                removing: isTrue == (relation == .equal)
                    ? SourceRange(comparison.right.range.upperBound, next.range.upperBound) : nil))
        advance()
        advance()
        return true
    }

    /// The text of the operand that a chain leaves out the second time.
    private func repeatedOperand(of comparison: SyntaxComparison) -> String? {
        var operand = comparison.right
        var isText = false
        if current.code == .word { isText = true }
        if case .literal = operand.kind, isText || !isLiteral(comparison.left) { operand = comparison.left }
        let written = text(operand.range)
        return written.utf8.count <= 60 && !written.utf8.contains(UInt8(ascii: "%")) ? written : nil
    }

    /// The edit for a missing operand: the left side that `age > 5 AND < 10` leaves out, or nothing in place of AND AND.
    var mendOfMissingOperand: [PredicateDiagnostic.Edit] {
        guard !atEnd else { return [] }
        let isBehindConnective: Bool
        switch position > 0 ? kind(of: tokens[position - 1]) : .end {
        case .word(_, .and?), .word(_, .or?), .punctuation(.ampersandAmpersand), .punctuation(.barBar):
            isBehindConnective = true
        default: isBehindConnective = false
        }
        // `name == == 'x'`, `{1,,2}`: a repeated token, followed by a value.
        if position > 0, isOperator(tokens[position - 1]) && isOperator(current) || isAt(.comma) {
            guard canBeginOperand(next) else { return [] }
            return [.init(replacing: SourceRange(current.range.lowerBound, next.range.lowerBound), with: "")]
        }
        if isBehindConnective, isAtOperator, let lastComparison {
            let written = text(lastComparison.left)
            guard written.utf8.count <= 60, !written.utf8.contains(UInt8(ascii: "%")) else { return [] }
            return [.init(replacing: SourceRange(at: current.range.lowerBound), with: written + " ")]
        }
        if isAtConnective, isBehindConnective || position == 0 {
            guard canBeginCondition(next) else { return [] }
            return [.init(replacing: SourceRange(current.range.lowerBound, next.range.lowerBound), with: "")]
        }
        return []
    }

    // MARK: Connectives

    /// `a == 1 ADN b == 2`, `a == 1, b == 2`: what was meant for AND or OR, and the condition behind it.
    mutating func parseAfterForeignConnective(_ left: SyntaxNode, allowsComma: Bool) -> SyntaxNode? {
        switch kind(of: current) {
        case .word(let word, nil):
            guard let meant = ForeignOperators.connective(word), canBeginOperand(next) || isNegation(next) else {
                return nil
            }
            report(ParserMessages.unknownOperator(word, suggestion: meant, at: current.range))
        case .punctuation(.comma) where allowsComma:
            guard canBeginOperand(next), isCondition(from: 1) else { return nil }
            report(ParserMessages.commaForAnd(at: current.range))
        case .punctuation(.ampersand), .punctuation(.bar):
            guard canBeginOperand(next) else { return nil }
            report(ParserMessages.bitwiseConnective(text(current.range), at: current.range))
        default: return nil
        }
        advance()
        return predicate(parseDisjunction())
    }

    /// `population > 1,000`: digits in groups.
    mutating func passOverGroupedDigits() -> Bool {
        guard isAt(.comma), position > 0, case .number = kind(of: tokens[position - 1]), case .number = kind(of: next),
            next.range.lowerBound == current.range.upperBound, current.range.lowerBound == previousEnd,
            next.range.upperBound - next.range.lowerBound == 3
        else { return false }
        let start = tokens[position - 1].range.lowerBound
        var end = next.range.upperBound
        advance()
        advance()
        while isAt(.comma), case .number = kind(of: next), next.range.upperBound - next.range.lowerBound == 3,
            next.range.lowerBound == end + 1
        {
            end = next.range.upperBound
            advance()
            advance()
        }
        let range = SourceRange(start, end)
        report(ParserMessages.groupedDigits(text(range), at: range))
        return true
    }
}
