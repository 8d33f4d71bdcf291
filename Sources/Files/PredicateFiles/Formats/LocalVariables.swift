/// Finds the value of a local variable that a call uses, where the source shows it beyond doubt.
///
/// The variable is declared with its value in the same function, before the call and outside of other blocks, and is not assigned again.
/// A name that a parameter, a loop or a pattern may have too is left alone.
struct LocalVariables {
    /// The languages whose declarations are known.
    enum Language {
        case swift
        case objectiveC
    }

    let source: SourceTokens
    let language: Language
    /// Tokens and brackets before a call that are looked at.
    private static let mostSteps = 400
    /// Tokens between a declaration and a call.
    private static let mostTokens = 2000

    /// The tokens of the value of the variable that an argument names; nil if the source does not tell.
    func value(of argument: Range<Int>) -> Range<Int>? {
        let use = argument.lowerBound
        guard argument.count == 1, source.isWord(use) else { return nil }
        let name = source.bytes(use)
        var index = use - 1
        for _ in 0..<Self.mostSteps {
            guard let token = source[index] else { return nil }
            switch token.kind {
            case .sign:
                if let open = source.partner(index), open < index {
                    if hides(name, open, index) { return nil }
                    index = open
                } else if token.byte == UInt8(ascii: "{"), language == .objectiveC, !isInnerBlock(index, name) {
                    return nil
                }
            case .word:
                if language == .swift, isDeclaration(index) { return nil }
                if isName(index, name), !source.isSign(index - 1, "."), !source.isSign(index + 1, ":") {
                    if let value = declaredValue(index) { return isAssignedAgain(index, name, use) ? nil : value }
                    if isOtherDeclaration(index) { return nil }
                }
            case .number, .literal, .directiveStart, .directiveEnd: break
            }
            index -= 1
        }
        return nil
    }

    private func isName(_ index: Int, _ name: [UInt8]) -> Bool {
        guard source.isWord(index), let token = source[index] else { return false }
        return token.range.count == name.count && source.file[token.range].elementsEqual(name)
    }

    private func isAnyWord(_ index: Int, _ words: [String]) -> Bool { words.contains { source.isWord(index, $0) } }

    // MARK: Scopes

    /// Whether a word of Swift begins a function or a type: a local variable is declared after it.
    private func isDeclaration(_ index: Int) -> Bool {
        guard let token = source[index], token.range.count >= 4, !source.isSign(index - 1, ".") else { return false }
        return isAnyWord(
            index,
            ["func", "init", "deinit", "subscript", "class", "struct", "enum", "extension", "protocol", "actor"])
    }

    /// Whether brackets before a call may give the name to something else: parameters of a closure, a pattern.
    private func hides(_ name: [UInt8], _ open: Int, _ close: Int) -> Bool {
        guard source.isSign(open, "("), close - open <= 200 else { return false }
        let isPattern =
            source.isWord(close + 1, "in") || source.isSign(close + 1, ":") || source.isSign(close + 1, "{")
            || source.isSign(close + 1, "-") || source.isSign(close + 1, "=") && !source.isSign(close + 2, "=")
        return (open + 1..<close).contains { index in
            isName(index, name) && (isPattern || isAnyWord(index - 1, ["let", "var"]))
        }
    }

    /// Whether a bracket of Objective-C opens a block within a function, which gives the name to nothing else.
    private func isInnerBlock(_ bracket: Int, _ name: [UInt8]) -> Bool {
        if isAnyWord(bracket - 1, ["else", "do", "try", "autoreleasepool", "finally"]) { return true }
        if source.isSign(bracket - 1, "^") || source.isSign(bracket - 1, "{") || source.isSign(bracket - 1, ";") {
            return true
        }
        guard source.isSign(bracket - 1, ")"), let open = source.partner(bracket - 1), open < bracket else {
            return false
        }
        if (open..<bracket).prefix(200).contains(where: { isName($0, name) && source.isSign($0 - 1, "*") }) {
            return false
        }
        return source.isSign(open - 1, "^")
            || isAnyWord(open - 1, ["if", "for", "while", "switch", "synchronized", "catch"])
    }

    // MARK: Declarations

    /// The value with which a variable is declared at its name; nil if it is not.
    private func declaredValue(_ index: Int) -> Range<Int>? {
        switch language {
        case .swift:
            guard isAnyWord(index - 1, ["let", "var"]),
                !isAnyWord(index - 2, ["if", "guard", "while", "case", "for", "lazy", "static"]),
                !source.isSign(index - 2, ",")
            else { return nil }
            var sign = index + 1
            if source.isSign(sign, ":"), source.isWord(sign + 1) { sign += 2 }
            return source.isSign(sign, "=") && !source.isSign(sign + 1, "=") ? swiftValue(sign + 1) : nil
        case .objectiveC:
            let star = source.isWord(index - 1, "const") ? index - 2 : index - 1
            guard source.isSign(star, "*"), source.isWord(star - 1, "NSString"), source.isSign(index + 1, "="),
                !source.isSign(index + 2, "=")
            else { return nil }
            var end = index + 2
            while end < index + Self.mostTokens, source[end] != nil, !source.isSign(end, ";") { end = source.next(end) }
            return source.isSign(end, ";") && end > index + 2 ? index + 2..<end : nil
        }
    }

    /// An expression of Swift that begins at a token, up to the end of its statement.
    private func swiftValue(_ first: Int) -> Range<Int>? {
        var index = first
        while index < first + Self.mostTokens, let token = source[index] {
            if index > first {
                let isSign = token.kind == .sign
                if isSign, ";})],".utf8.contains(token.byte) { break }
                let isNewLine =
                    source.comments.line(of: Int(token.start)) > source.comments.line(of: end(before: index))
                let goesOn = isSign && "+.?".utf8.contains(token.byte) || source.isSign(index - 1, "+")
                if isNewLine, !goesOn { break }
            }
            index = source.next(index)
        }
        return index > first ? first..<index : nil
    }

    /// Where the token before a token ends, with the rest of a literal.
    private func end(before index: Int) -> Int {
        // After a literal with interpolations come the tokens of these, which end before it does.
        var previous = index - 1
        let start = source[index].map { Int($0.start) } ?? 0
        var end = 0
        for _ in 0..<200 {
            guard let token = source[previous] else { break }
            end = max(end, Int(token.end))
            if token.kind == .literal || previous < index - 1, end >= start { break }
            if source.literal(previous) != nil { break }
            previous -= 1
        }
        return min(end, start)
    }

    /// Whether a name is declared in a way that is not understood, or assigned.
    private func isOtherDeclaration(_ index: Int) -> Bool {
        switch language {
        case .swift:
            isAnyWord(index - 1, ["let", "var", "for"]) || source.isWord(index + 1, "in") || isAssigned(index)
        case .objectiveC: source.isSign(index - 1, "*") || isAssigned(index)
        }
    }

    private func isAssigned(_ index: Int) -> Bool {
        if source.isSign(index - 1, "&") { return true }
        if source.isSign(index + 1, "=") { return !source.isSign(index + 2, "=") }
        return source.isSign(index + 1, "+") && source.isSign(index + 2, "=")
    }

    /// Whether a variable may have another value at its use.
    private func isAssignedAgain(_ declaration: Int, _ name: [UInt8], _ use: Int) -> Bool {
        guard use - declaration <= Self.mostTokens else { return true }
        let isVariable = source.isWord(declaration - 1, "var")
        return (declaration + 1..<use).contains { index in
            // A variable of Swift may be changed by a method, too.
            isName(index, name) && !source.isSign(index - 1, ".") && !source.isSign(index + 1, ":")
                && (isVariable || isAssigned(index))
        }
    }
}
