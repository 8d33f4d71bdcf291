import PredicateFormat

/// The line being typed, with the lines of the same entry before it, read as far as that is possible.
struct LiveLine {
    /// Longer entries are neither coloured nor read while they are typed.
    static let longest = 4096

    /// The line.
    let text: String
    /// The cursor, in bytes of the line.
    let cursor: Int
    /// The text that is read: the entry without a command's name, in which the line begins at `offset`, which is negative if the
    /// text begins within the line.
    let read: String
    let offset: Int
    /// The command of the entry, if it is one.
    let command: ReplCommandRow?
    /// The tokens of `read`.
    private let tokens: [Token]

    /// - Parameters:
    ///   - before: the lines of the entry before it, each with its end.
    ///   - joinable: the predicate that a line beginning with AND or OR continues; nil if there is none.
    init(_ text: String, cursor: Int, after before: String, joinable: String?) {
        (self.text, self.cursor) = (text, cursor)
        let entry = before + text
        let blanks = entry.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
        let isCommand = entry.utf8.dropFirst(blanks).first == UInt8(ascii: ":")
        let joinable = before.isEmpty && ReplTokens.beginsWithConnective(text) ? joinable : nil
        let isLong = entry.utf8.count + (joinable?.utf8.count ?? 0) > Self.longest
        if isCommand {
            let name = entry.utf8.dropFirst(blanks + 1).prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A }
            command = ReplCommandTable.row(named: String(decoding: name, as: UTF8.self))
            let start = blanks + 1 + name.count
            read = String(decoding: entry.utf8.dropFirst(start), as: UTF8.self)
            offset = before.utf8.count - start
            tokens = isLong || command?.argument.isLanguage != true ? [] : ReplTokens.tokens(of: read)
            return
        }
        command = nil
        let lead = isLong ? "" : joinable.map { $0 + "\n" } ?? ""
        read = lead + entry
        offset = lead.utf8.count + before.utf8.count
        tokens = isLong || ReplSession.isComment(ReplSession.trimmed(entry)) ? [] : ReplTokens.tokens(of: read)
    }

    /// Whether the line may be a predicate or an expression. Those are answered before Return.
    var isQuestion: Bool {
        guard !tokens.isEmpty else { return false }
        return command.map { $0.argument == .language } ?? (ReplHabit.command(for: read, fields: []) == nil)
    }

    /// The offset of the cursor in `read`, in bytes.
    var place: Int { cursor + offset }

    var isCursorAtEnd: Bool { cursor == text.utf8.count }

    /// The line with edits; nil without any, and if they are not all within the line.
    func fixed(by edits: [PredicateDiagnostic.Edit]) -> String? {
        guard !edits.isEmpty, offset + text.utf8.count == read.utf8.count,
            edits.allSatisfy({ $0.range.lowerBound >= offset })
        else { return nil }
        let fixed = PredicateDiagnostic.Edit.apply(edits, to: read).utf8
        return String(
            decoding: Array(text.utf8.prefix(max(0, -offset))) + fixed.dropFirst(max(0, offset)), as: UTF8.self)
    }

    // MARK: Colours

    /// The style of each byte of the line.
    ///
    /// - Parameter mistake: the range of a mistake, in bytes of the text that is read.
    func styles(mistake: SourceRange?) -> [LiveStyle] {
        let count = text.utf8.count
        var styles = [LiveStyle](repeating: .plain, count: count)
        func paint(_ range: SourceRange, _ change: (inout LiveStyle) -> Void) {
            let (lower, upper) = (max(0, range.lowerBound - offset), min(count, range.upperBound - offset))
            if lower < upper { for index in lower..<upper { change(&styles[index]) } }
        }
        if offset < 0 { for index in 0..<min(count, -offset) { styles[index].role = .command } }
        for (index, token) in tokens.enumerated() {
            let role = role(of: token, after: tokens[..<index])
            if role != .plain { paint(token.range) { $0.role = role } }
        }
        for range in pair { paint(range) { $0.isPair = true } }
        if let mistake {
            let isEmpty = mistake.lowerBound == mistake.upperBound
            paint(isEmpty ? SourceRange(mistake.lowerBound, mistake.lowerBound + 1) : mistake) { $0.isWrong = true }
        }
        return styles
    }

    private func role(of token: Token, after others: ArraySlice<Token>) -> LiveStyle.Role {
        let before = others.last
        switch token.code {
        case .string: return .text
        case .number: return .number
        case .variable, .hashWord: return .field
        case .atWord, .selector, .hyphenatedOperator: return .keyword
        case .word:
            // `CONTAINS[cd]`
            if before?.sign == .openBracket, others.dropLast().last?.keyword?.role == .comparison { return .keyword }
            guard let keyword = token.keyword, before?.sign != .dot else { return .field }
            switch keyword.role {
            case .boolean, .null: return .number
            default: return .keyword
            }
        case .invalid:
            // A string that is not closed yet.
            let first = read.utf8.dropFirst(token.range.lowerBound).first
            return first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") ? .text : .plain
        case .argument, .punctuation, .end: return .plain
        }
    }

    /// The bracket at the cursor or before it, and its other end.
    private var pair: [SourceRange] {
        func isAtCursor(_ token: Token) -> Bool {
            token.sign.map { $0.nesting != 0 } ?? false
                && (token.range.lowerBound == place || token.range.upperBound == place)
        }
        guard let start = tokens.lastIndex(where: isAtCursor), let step = tokens[start].sign?.nesting else { return [] }
        var depth = 0
        var index = start
        while tokens.indices.contains(index) {
            depth += tokens[index].sign?.nesting ?? 0
            if depth == 0 { return [tokens[start].range, tokens[index].range] }
            index += step
        }
        return []
    }

    // MARK: Parts

    /// The token that the cursor is in, or at whose end it is.
    private var touched: Token? { tokens.last { $0.range.lowerBound < place && place <= $0.range.upperBound } }

    /// Whether more characters at the cursor may still mend a mistake.
    enum Prospect {
        case certain
        /// Only if the word at the cursor becomes another one.
        case ofWord
        case open
    }

    /// Whether a mistake will remain whatever is typed next.
    func prospect(of mistake: PredicateDiagnostic) -> Prospect {
        let end = tokens.last?.range.upperBound ?? 0
        if mistake.range.lowerBound >= end { return .open }
        let isLast = mistake.range.upperBound >= end
        let isWithinBrackets = tokens.reduce(0) { $0 + ($1.sign?.nesting ?? 0) } > 0
        switch mistake.code {
        case .unclosedBracket, .unclosedString, .emptyPredicate, .missingOperand: return .open
        // An operator may follow, also after a bracket, or the arguments of a call, or the value of a variable.
        case .missingComparison, .bitwiseConnective, .reservedWord, .unboundVariable, .unexpectedToken:
            let inner = tokens.last { ($0.sign?.nesting ?? 0) >= 0 }?.range.upperBound ?? end
            if mistake.range.upperBound >= inner { return .open }
        // `UTI-CONFORMS-TO`, `< =`
        case .unknownOperator:
            if isLast || !read.utf8.dropFirst(mistake.range.lowerBound).contains(0x20) { return .open }
        // Another argument may follow, or another bound.
        case .betweenBounds, .wrongArgumentCount, .badIndex: if isWithinBrackets { return .open }
        case .wrongOperand:
            // A set may follow: `1 IN a UNION b`.
            let word = touched?.range.text(in: read).uppercased() ?? ""
            if !word.isEmpty, ["UNION", "INTERSECT", "MINUS"].contains(where: { $0.hasPrefix(word) }) { return .open }
        default: break
        }
        guard let touched else { return .certain }
        // A sign may become another one, which joins what is before it: `a !`, `f.`.
        let isSign = touched.code == .punctuation || touched.code == .invalid
        // A name is not mended by an operator after it.
        if isSign, mistake.code == .unknownField, touched.sign != .dot { return .certain }
        let before = isSign ? tokens.last { $0.range.upperBound <= touched.range.lowerBound } : nil
        let reached = SourceRange((before ?? touched).range.lowerBound, touched.range.upperBound)
        let isReached = mistake.range.upperBound >= reached.lowerBound && mistake.range.lowerBound <= reached.upperBound
        // The type of one operand may be shown as a mistake of the other.
        guard isReached || isSign && mistake.code == .wrongOperand else { return .certain }
        return isSign ? .open : .ofWord
    }

    /// The text before each AND and OR at the end, the longest first: what may be a predicate while the whole is not yet one.
    var parts: [String] {
        let end = tokens.last?.range.upperBound ?? 0
        return tokens.reversed().lazy.filter { token in
            switch (token.keyword, token.sign) {
            case (.and, _), (.or, _), (_, .ampersandAmpersand), (_, .barBar): return true
            default: break
            }
            // The beginning of AND or OR.
            let word = token.range.upperBound == end ? token.range.text(in: read).uppercased() : ""
            return !word.isEmpty && ["AND", "OR", "&&", "||"].contains { $0.hasPrefix(word) }
        }.prefix(8).map { String(decoding: read.utf8.prefix($0.range.lowerBound), as: UTF8.self) }
    }
}

extension LiveFrame {
    /// Adds the line, and puts the cursor into it.
    ///
    /// - Parameter mistake: the range of a mistake, in bytes of the text that is read.
    mutating func add(_ line: LiveLine, mistake: SourceRange?) {
        let styles = line.styles(mistake: mistake)
        var index = 0
        for scalar in line.text.unicodeScalars {
            if index == line.cursor { makeRoomForCursor(at: scalar) }
            add(scalar, styles.indices.contains(index) ? styles[index] : .plain)
            index += UTF8.width(scalar)
        }
        if line.cursor >= index { makeRoomForCursor(at: " ") }
    }
}
