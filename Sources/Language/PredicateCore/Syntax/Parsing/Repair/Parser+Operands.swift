/// Text in place of a value, and mistakes in names and paths.
extension Parser {
    /// A value is missing.
    mutating func repairOperand() -> SyntaxNode {
        let location = SourceRange(at: atEnd ? source.utf8.count : current.range.lowerBound)
        // If there is unreadable text, its own message is the cause.
        if position > 0, tokens[position - 1].code == .invalid { return missing(at: location) }
        let (rule, edits) = omission
        report(rule, .missingOperand(omittedOperand, at: location, edits: edits))
        return missing(at: location)
    }

    /// The problem, named by the operator that lacks a value.
    private var omittedOperand: String {
        let previous = position > 0 ? tokens[position - 1] : nil
        if let previous {
            let isDoubled = !atEnd && text(previous.range) == text(current.range)
            switch kind(of: previous) {
            case .word(_, .and?), .word(_, .or?), .punctuation(.ampersandAmpersand), .punctuation(.barBar):
                if isDoubled { return "`\(text(previous.range))` is repeated" }
                if !isAtOperator { return "`\(text(previous.range))` has no condition on its right" }
            case _ where isOperator(previous):
                return "`\(text(previous.range))` " + (isDoubled ? "is repeated" : "has no value on its right")
            case .punctuation(.comma) where isDoubled: return "the comma is repeated"
            default: break
            }
        }
        if !atEnd, isAtOperator { return "`\(text(current.range))` has no value on its left" }
        if isAtConnective { return "`\(text(current.range))` has no condition on its left" }
        return "a value is missing here"
    }

    /// The omitted part, with its edits: the left side of `age > 5 AND < 10`, or nothing between AND AND.
    private var omission: (rule: RepairRule, edits: [PredicateDiagnostic.Edit]) {
        guard !atEnd else { return (.missingOperand, []) }
        let isBehindConnective: Bool
        switch position > 0 ? kind(of: tokens[position - 1]) : .end {
        case .word(_, .and?), .word(_, .or?), .punctuation(.ampersandAmpersand), .punctuation(.barBar):
            isBehindConnective = true
        default: isBehindConnective = false
        }
        // `name == == 'x'`, `{1,,2}`: a repeated token, followed by a value.
        if position > 0, isOperator(tokens[position - 1]) && isOperator(current) || isAt(.comma) {
            guard canBeginOperand(next) else { return (.missingOperand, []) }
            return (
                .doubledToken,
                [.remove(SourceRange(current.range.lowerBound, next.range.lowerBound))]
            )
        }
        if isBehindConnective, isAtOperator, let lastComparison {
            let written = text(lastComparison.left)
            guard written.utf8.count <= 60, !written.utf8.contains(UInt8(ascii: "%")) else {
                return (.missingOperand, [])
            }
            return (.omittedOperand, [.insert(written + " ", at: current.range.lowerBound)])
        }
        if isAtConnective, isBehindConnective || position == 0 {
            guard canBeginCondition(next) else { return (.missingOperand, []) }
            return (
                .doubledToken,
                [.remove(SourceRange(current.range.lowerBound, next.range.lowerBound))]
            )
        }
        return (.missingOperand, [])
    }

    /// Something that the lexer could not read, and has reported.
    mutating func repairInvalid() -> SyntaxNode {
        if let path = repairPathRoot() { return path }
        let range = current.range
        advance()
        return missing(at: range)
    }

    /// A sign in place of a value: a list in brackets, or a dot.
    mutating func repairSign() -> SyntaxNode {
        switch current.sign {
        case .openBracket: nested { $0.repairListInBrackets() }
        case .dot: repairElementDot() ?? repairLeadingDot() ?? repairOperand()
        default: repairOperand()
        }
    }

    /// `any(.tags[]; . == 'x')`: the element itself, in a condition of the elements of a list. It joins the message about it.
    private mutating func repairElementDot() -> SyntaxNode? {
        guard isOperator(next), let message = bareVariables[ExactName(Self.anyName)],
            diagnostics.indices.contains(message)
        else { return nil }
        let dot = current.range
        diagnostics[message].edits.append(.init(replacing: dot, with: "$x"))
        advance()
        return node(.variable("x"), dot)
    }

    /// `.name == 'x'`, as jq has it, and `state == .open`, as Swift does.
    private mutating func repairLeadingDot() -> SyntaxNode? {
        guard case .word(let name, let keyword) = kind(of: next), keyword == nil || keyword == .self,
            next.range.lowerBound == current.range.upperBound
        else { return nil }
        let dot = current.range
        if rightSideOf != nil, case .end = kind(of: token(after: 2)) {
        } else if rightSideOf == nil || token(after: 2).sign == .dot {
            report(.leadingDot, .leadingDot(at: dot))
            advance()
            return parseExpression(above: .product)
        }
        let range = dot.union(next.range)
        advance()
        advance()
        report(.enumerationCase, .unquotedString(name, at: range))
        return node(.literal(.string(name)), range)
    }

    /// `()`
    mutating func repairEmptyParentheses(openedAt open: SourceRange) -> SyntaxNode {
        let location = SourceRange(at: current.range.lowerBound)
        report(.missingOperand, .missingOperand("a condition or a value is missing here", at: location))
        advance()
        return missing(at: open.union(SourceRange(at: previousEnd)))
    }

    /// `name == '%@'`
    mutating func warnOfQuotedArgument(_ value: String, at range: SourceRange) {
        // `'c == "$C"'`: the shell puts no value into single quotes. Core Data has variables such as `$FETCH_SOURCE`.
        let name = value.utf8.first == UInt8(ascii: "$") ? value.utf8.dropFirst() : "".utf8.dropFirst()
        if !name.isEmpty, name.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5F).contains($0) }),
            !value.hasPrefix("$FETCH")
        {
            report(.quotedArgument, .quotedArgument(value, isWhole: true, at: range))
        }
        guard value.utf8.contains(UInt8(ascii: "%")) else { return }
        if value == "%@" || value == "%K" || value == "%d" || value == "%ld" || value == "%f" {
            report(.quotedArgument, .quotedArgument(value, isWhole: true, at: range))
        } else if value.containsExactly("%@") {
            report(.quotedArgument, .quotedArgument("%@", isWhole: false, at: range))
        }
    }

    // MARK: Paths

    /// `address..city`; returns the second dot.
    mutating func skipSecondDot(behind first: SourceRange) -> SourceRange {
        report(.doubledDot, .doubledDot(at: first))
        let second = current.range
        advance()
        return second
    }

    /// `active == YES.`: the full stop of a sentence after a whole value.
    mutating func skipFullStop(_ dot: SourceRange, isWholeValue: Bool) -> Bool {
        guard atEnd, isWholeValue || isSentence else { return false }
        report(.fullStop, .fullStop(at: dot))
        return true
    }

    /// Whether the text ends as a sentence does: `active == YES.`
    private var isSentence: Bool { atEnd && position >= 2 && kind(of: tokens[position - 2]) == .word("YES", .yes) }

    /// `address. == 'x'`
    mutating func repairComponent(behind dot: SourceRange, _ base: SourceRange) -> SyntaxNode {
        report(
            .missingOperand, .missingOperand("the name of a field is missing here", at: SourceRange(at: dot.upperBound))
        )
        // The owner of this path is unknown.
        return missing(at: SourceRange(base.lowerBound, previousEnd))
    }

    // MARK: Words

    /// A name with another meaning: `new Date()`, `r"x"`, the variable of a SUBQUERY without its `$`.
    mutating func repairName(_ word: String, _ range: SourceRange) -> SyntaxNode? {
        if Self.mayBeHabit(word) {
            if next.isName, let repaired = repairConstructor(word, range) ?? repairCase(range) { return repaired }
            if next.code == .string || next.code == .number, let value = repairTypedLiteral(word, range) {
                return value
            }
            if next.code == .string, skipStringPrefix(word, range) { return parsePrimary() }
        }
        guard !bareVariables.isEmpty else { return nil }
        if let message = bareVariables[ExactName(Self.anyName)], diagnostics.indices.contains(message),
            bareVariables[ExactName(word)] == nil
        {
            // The rest of the path is read as that of a field.
            diagnostics[message].edits.append(.insert("$x.", at: range.lowerBound))
            return nil
        }
        guard let message = bareVariables[ExactName(word)], diagnostics.indices.contains(message) else { return nil }
        advance()
        diagnostics[message].edits.append(.insert("$", at: range.lowerBound))
        return node(.variable(word), range)
    }

    /// `new Date()`
    private mutating func repairConstructor(_ word: String, _ range: SourceRange) -> SyntaxNode? {
        guard word == "new", case .word(let name, nil) = kind(of: next),
            token(after: 2).sign == .openParenthesis
        else { return nil }
        let nameRange = next.range
        let isNow = name == "Date" && token(after: 3).sign == .closeParenthesis
        let isOfText = name == "Date" && token(after: 4).sign == .closeParenthesis
        advance()
        let call = parseCall(name)
        let head = range.union(nameRange)
        var edits = isNow ? [PredicateDiagnostic.Edit(replacing: head, with: "now")] : []
        if isOfText {
            edits = [.init(replacing: head, with: "CAST"), .insert(", \"NSDate\"", at: call.range.upperBound - 1)]
        }
        report(.constructor, .constructor(name, at: nameRange, edits: edits))
        return missing(at: range.union(call.range))
    }

    /// `MATCHES r"\\d+"`, `name == u'Jo'`, `name == N'Jo'`: a letter before the quote.
    private mutating func skipStringPrefix(_ word: String, _ range: SourceRange) -> Bool {
        guard next.range.lowerBound == range.upperBound, word.utf8.count <= 2,
            word.lowercased().utf8.allSatisfy({ "rbfuln".utf8.contains($0) })
        else { return false }
        var diagnostic = PredicateDiagnostic.stringPrefix(word, at: range)
        if word.lowercased().utf8.contains(UInt8(ascii: "r")) {
            // A backslash in a raw string is an ordinary character.
            let string = next.range
            for (index, byte) in text(string).utf8.enumerated() where byte == UInt8(ascii: "\\") {
                diagnostic.edits.append(.insert("\\", at: string.lowerBound + index))
            }
        }
        report(.stringPrefix, diagnostic)
        advance()
        return true
    }

    /// `cast.@count == 1`: a field with the name of a form.
    mutating func repairCallWord(_ keyword: Keyword) -> SyntaxNode? { isCall(next) ? nil : repairReservedWord() }

    /// A reserved word, read as the intended field.
    private mutating func repairReservedWord() -> SyntaxNode {
        let range = current.range
        let word = text(of: current)
        report(.reservedWord, .reservedWord(word, at: range))
        advance()
        return path(nil, [SyntaxComponent(kind: .key(word), range: range)], range)
    }

    /// A reserved word in place of a value: the name of a field, or the operator after a missing value.
    mutating func repairMisplacedKeyword(_ word: String, _ keyword: Keyword) -> SyntaxNode {
        let range = current.range
        let isConnective = keyword == .and || keyword == .or || keyword == .not
        let isOperator =
            ComparisonOperator.textOperator(keyword) != nil || keyword == .union || keyword == .intersect
            || keyword == .minus
        var namesField = !isConnective && !isOperator
        if !namesField {
            // `like == 'x'`, `in.size > 3`: an operator follows, so this was a name.
            namesField = self.isOperator(next) || next.sign == .dot
            if !namesField, isOperator, isOperandBefore { namesField = true }
            // The whole text, as a key of a query is.
            if position == 0, next.isEnd, !isConnective { namesField = true }
        }
        if word == "None" || word == "none" && isOperandBefore {
            report(.nilHabit, .nilHabit(word, at: range))
            return literal(.null)
        }
        if isOperator, !namesField, let call = repairOperatorCall(word, keyword) { return call }
        guard namesField else { return repairOperand() }
        return repairReservedWord()
    }

    /// Whether an operator precedes the current word, so that a value must follow: `a == like`.
    private var isOperandBefore: Bool {
        guard position > 0 else { return false }
        return tokens[position - 1].sign.map { ComparisonOperator.relation($0) != nil } ?? false
    }

    /// `isKindOfClass:` in place of a value.
    mutating func repairSelector() -> SyntaxNode {
        let range = current.range
        report(.unexpectedToken, .unexpectedToken(text(of: current), at: range))
        advance()
        return missing(at: range)
    }
}
