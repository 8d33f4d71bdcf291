import PredicateFormat
import PredicateRecords

/// The records of the last answer, which a line asks about as `$_`.
struct ReplLastResult {
    /// The predicate that they match.
    var text: String
    /// The data set that they belong to.
    var data: any ReplData
}

/// A line with `$_` written out, and the locations in the line as it was typed.
struct ReplExpansion: Sendable {
    /// The text as typed.
    let original: String
    /// The text that is read.
    let text: String
    /// The ranges in both strings that stand for each other, in order.
    private let pieces: [(typed: SourceRange, read: SourceRange)]
    /// The names that stand for earlier results. `$_` is another one now.
    private let earlierNames: [String]

    /// Replaces ranges of a string.
    ///
    /// - Parameters:
    ///   - replacements: the ranges, in order, with what is read in their place.
    ///   - earlierNames: what is read in place of earlier results.
    init(
        _ original: String, _ replacements: [(range: SourceRange, text: String)], earlierNames: [String] = []
    ) {
        self.original = original
        self.earlierNames = earlierNames
        let bytes = Array(original.utf8)
        var read: [UInt8] = []
        var pieces: [(typed: SourceRange, read: SourceRange)] = []
        var done = 0
        for (range, text) in replacements where range.lowerBound >= done && range.upperBound <= bytes.count {
            read += bytes[done..<range.lowerBound]
            let start = read.count
            read += Array(text.utf8)
            pieces.append((range, SourceRange(start, read.count)))
            done = range.upperBound
        }
        read += bytes[done...]
        self.text = String(decoding: read, as: UTF8.self)
        self.pieces = pieces
    }

    /// Whether nothing was replaced.
    var isPlain: Bool { pieces.isEmpty }

    /// A message about the line, with `$_` and its paths in place of the names that stand for them.
    ///
    /// - Parameter isRead: whether the text is to be read again, so that earlier results keep their names.
    func restored(_ text: String, isRead: Bool = false) -> String {
        guard text.containsExactly("$_") else { return text }
        let bytes = Array(text.utf8)
        var restored: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            let name = Self.name(at: rest)
            let piece = pieces.first { !name.isEmpty && $0.read.text(in: self.text).utf8.elementsEqual(name) }
            if let piece, !isRead || !earlierNames.contains(where: { $0.utf8.elementsEqual(name) }) {
                restored += Array(piece.typed.text(in: original).utf8)
                rest = rest.dropFirst(name.count)
            } else {
                restored.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: restored, as: UTF8.self)
    }

    /// The name of a last result at the beginning of a string, such as `$_12`; empty without one.
    private static func name(at text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.starts(with: "$_".utf8) else { return [] }
        return text.prefix(2 + text.dropFirst(2).prefix { (0x30...0x39).contains($0) }.count)
    }

    /// The diagnostics of the text that is read, or of its end, with places in the text as typed. Nil for diagnostics
    /// of another text.
    func restored(_ diagnostics: PredicateDiagnostics) -> PredicateDiagnostics? {
        guard !isPlain, text.utf8.count >= diagnostics.source.utf8.count,
            text.utf8.suffix(diagnostics.source.utf8.count).elementsEqual(diagnostics.source.utf8)
        else { return nil }
        let offset = text.utf8.count - diagnostics.source.utf8.count
        // Nothing before the text of the diagnostics may have been replaced.
        guard pieces.allSatisfy({ $0.read.lowerBound >= offset }) else { return nil }
        func typed(_ position: Int, isEnd: Bool) -> Int {
            let position = position + offset
            var shift = 0
            for piece in pieces {
                if position < piece.read.lowerBound || position == piece.read.lowerBound && !isEnd { break }
                if position < piece.read.upperBound || position == piece.read.upperBound && isEnd {
                    return isEnd ? piece.typed.upperBound : piece.typed.lowerBound
                }
                shift = piece.typed.upperBound - piece.read.upperBound
            }
            return position + shift - offset
        }
        func typed(_ range: SourceRange) -> SourceRange {
            SourceRange(
                typed(range.lowerBound, isEnd: false), typed(range.upperBound, isEnd: !range.isEmpty))
        }
        var restored = PredicateDiagnostics(
            source: String(decoding: original.utf8.dropFirst(offset), as: UTF8.self),
            diagnostics: diagnostics.diagnostics)
        // A doubt about what is written out was told with the predicate that it comes from.
        restored.diagnostics.removeAll { diagnostic in
            let start = diagnostic.range.lowerBound + offset
            return diagnostic.severity == .warning
                && pieces.contains { $0.read.lowerBound <= start && start < $0.read.upperBound }
        }
        restored.diagnostics = restored.diagnostics.map { diagnostic in
            var moved = diagnostic.moved(typed)
            moved.message = self.restored(moved.message)
            moved.hint = moved.hint.map { self.restored($0) }
            for label in moved.labels.indices {
                moved.labels[label].message = self.restored(moved.labels[label].message)
            }
            let isOutside = diagnostic.edits.allSatisfy { edit in
                pieces.allSatisfy {
                    edit.range.upperBound + offset <= $0.read.lowerBound
                        || edit.range.lowerBound + offset >= $0.read.upperBound
                }
            }
            if !isOutside { moved.edits = [] }
            return moved
        }
        return restored
    }
}

extension ReplSession {
    /// The maximum number of records of `$_` as a list.
    static let mostRecordsOfResult = 100_000
    /// The maximum number of bytes of these records.
    static let mostBytesOfResult = PredicateLimits.standard.evaluationBytes

    /// A line with `$_` written out. In the position of a predicate, it is the predicate of the last result. Anywhere
    /// else it is the list of the records, under a name that keeps them although later answers change `$_`.
    ///
    /// - Parameters:
    ///   - isSetting: whether the text is kept for later answers, so that it cannot depend on the last one.
    ///   - isNumbered: whether a number is before the predicate.
    ///   - isTyped: whether the line is still being typed, so that no list is made.
    func expansion(
        of text: String, isSetting: Bool = false, isNumbered: Bool = false, isTyped: Bool = false
    ) throws -> ReplExpansion {
        // Few lines have it. The others are not split into tokens.
        guard text.containsExactly("$_") else { return ReplExpansion(text, []) }
        let (text, named) = namesRestored(in: text)
        let tokens = ReplTokens.tokens(of: text)
        func isLastResult(_ token: Token) -> Bool { token.isVariable("_", in: text) }
        guard tokens.contains(where: { isLastResult($0) && named[$0.range.lowerBound] == nil }) else {
            let replacements = named.values.sorted { $0.range.lowerBound < $1.range.lowerBound }
            return ReplExpansion(text, replacements, earlierNames: replacements.map(\.text))
        }
        if isSetting {
            throw ReplFailure("`$_` changes with each answer; `:let NAME = $_` gives the records a name")
        }
        guard let last = lastResult else {
            let reason = replacedResult.map { "\(SafeText.plain($0)) was loaded again since" } ?? "there is none yet"
            throw ReplFailure("`$_` stands for the last result, and \(reason); enter a predicate first")
        }
        if !isTyped { names.dropKept(neededBy: [lastPredicate, lastResult?.text, joinable].compactMap { $0 }) }
        var replacements: [(range: SourceRange, text: String)] = []
        var namesOfPaths = NameTable<String>()
        // For each open bracket: whether it contains a predicate.
        var brackets: [Bool] = []
        for (index, token) in tokens.enumerated() {
            let before = index > (isNumbered ? 1 : 0) ? tokens[index - 1] : nil
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            let begins = Self.beginsPredicate(behind: before, brackets.last ?? true)
            switch token.sign {
            case .openParenthesis: brackets.append(begins)
            case .openBrace, .openBracket: brackets.append(false)
            case .closeParenthesis, .closeBrace, .closeBracket: _ = brackets.popLast()
            default: break
            }
            guard isLastResult(token) else { continue }
            if let known = named[token.range.lowerBound] {
                replacements.append(known)
                continue
            }
            if begins, Self.endsPredicate(before: next, brackets.last ?? true) {
                guard last.data === current else {
                    throw ReplFailure(
                        "`$_` holds records of \(SafeText.plain(last.data.name)), and predicates are about those of \(SafeText.plain(current?.name ?? "nothing")) now; `KEY IN $_.KEY` compares the two"
                    )
                }
                replacements.append((token.range, ReplTokens.isInParentheses(last.text) ? last.text : "(\(last.text))"))
            } else {
                if isTyped { throw ReplFailure.interrupted }
                let path = Self.path(behind: index, in: tokens)
                let (name, isWhole) = try keptName(of: path.text(in: text), &namesOfPaths)
                let end = isWhole ? path.upperBound : path.lowerBound
                replacements.append((SourceRange(token.range.lowerBound, end), "$" + name))
            }
        }
        return ReplExpansion(text, replacements, earlierNames: named.values.map(\.text))
    }

    /// A string with names of earlier results, as in a predicate that a line continues, with `$_` and its paths in
    /// their place as they were typed; and the names, by their locations.
    private func namesRestored(in text: String) -> (String, [Int: (range: SourceRange, text: String)]) {
        var restored: [UInt8] = []
        var named: [Int: (range: SourceRange, text: String)] = [:]
        let bytes = Array(text.utf8)
        var done = 0
        for token in ReplTokens.tokens(of: text) where token.code == .variable {
            let name = token.range.text(in: text)
            guard token.range.lowerBound >= done, token.range.upperBound <= bytes.count,
                let typed = names.kept.first(where: { sameCodePoints("$" + $0.name, name) })?.text, !typed.isEmpty
            else { continue }
            restored += bytes[done..<token.range.lowerBound]
            let start = restored.count
            restored += Array(typed.utf8)
            named[start] = (SourceRange(start, restored.count), name)
            done = token.range.upperBound
        }
        restored += bytes[done...]
        return (String(decoding: restored, as: UTF8.self), named)
    }

    /// Whether a predicate may begin after a token.
    private static func beginsPredicate(behind token: Token?, _ isPredicate: Bool) -> Bool {
        guard let token else { return true }
        switch (token.keyword, token.sign) {
        case (.and, _), (.or, _), (.not, _), (_, .ampersandAmpersand), (_, .barBar), (_, .exclamation): return true
        case (_, .openParenthesis): return isPredicate
        default: return false
        }
    }

    /// Whether a predicate may end before a token.
    private static func endsPredicate(before token: Token?, _ isPredicate: Bool) -> Bool {
        guard let token else { return true }
        switch (token.keyword, token.sign) {
        case (.and, _), (.or, _), (_, .ampersandAmpersand), (_, .barBar): return true
        case (_, .closeParenthesis): return isPredicate
        default: return false
        }
    }

    /// The keys and collection operators after a token, such as `.name` or `.@count`.
    private static func path(behind index: Int, in tokens: [Token]) -> SourceRange {
        var end = index
        while end + 2 < tokens.count, tokens[end + 1].sign == .dot,
            [.word, .hashWord, .atWord].contains(tokens[end + 2].code)
        {
            end += 2
        }
        return SourceRange(tokens[index].range.upperBound, tokens[end].range.upperBound)
    }

    /// The name of the variable for the value of a path in the last result. The path is evaluated once, and not for each
    /// record. If that fails, it is the name for the records alone.
    ///
    /// - Parameter namesOfPaths: the names of this line by their paths.
    private func keptName(of path: String, _ namesOfPaths: inout NameTable<String>) throws -> (
        name: String, isWhole: Bool
    ) {
        if let known = namesOfPaths[path] { return (known, true) }
        let records = try namesOfPaths[""] ?? keepLastResult()
        namesOfPaths[""] = records
        if path.isEmpty { return (records, true) }
        do {
            let expression = try expression("$" + records + path)
            let warnings = EvaluationWarnings()
            let context = context(warnings)
            let value = try interruptibly { _ in expression.value(for: .null, context: context) }
            let bytes = try bytes(of: value, warnings, "`$_\(SafeText.plain(path))`", "the line was not run")
            let name = names.keep(value, bytes, typedAs: "$_" + path)
            namesOfPaths[path] = name
            return (name, true)
        } catch let failure as ReplFailure where !failure.isInterruption {
            // The message, and its edits, are about the line as a whole.
            offer = nil
            return (records, false)
        }
    }

    /// Keeps the records of the last result as the value of a variable, and returns its name.
    private func keepLastResult() throws -> String {
        guard let last = lastResult else { throw ReplFailure("there is no last result") }
        let predicate = try predicate(last.text, about: last.data)
        let warnings = EvaluationWarnings()
        let records = try last.data.records(
            of: predicate, atMost: Self.mostRecordsOfResult + 1, context: context(warnings), in: self)
        guard records.count <= Self.mostRecordsOfResult else {
            throw ReplFailure(
                "the last result has more than \(Self.mostRecordsOfResult) records, too many for a list; `$_ AND …` asks within any number"
            )
        }
        let value = PredicateValue.list(records)
        guard let bytes = value.bytes(upTo: Self.mostBytesOfResult) else { throw Self.tooLargeResult }
        return names.keep(value, bytes, typedAs: "$_")
    }

    /// The failure for a last result that is too large for a list.
    static var tooLargeResult: ReplFailure {
        ReplFailure(
            "the records of `$_` take more than \(mostBytesOfResult) bytes (limit `evaluationBytes`), too many for a list; the line was not run, and `$_ AND …` asks within any number"
        )
    }

    /// Whether a name of a variable belongs to last results: `_`, `_1`, `_2` and so on.
    static func isKept(_ name: String) -> Bool {
        name.utf8.first == UInt8(ascii: "_") && name.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Gives the old value of a variable that gets another to the last result, whose records stay the same.
    func freeze(_ name: String) {
        guard let last = lastResult, let old = names.variables.first(\.name, name) else { return }
        let ranges = ReplTokens.tokens(of: last.text).filter { $0.isVariable(name, in: last.text) }.map(\.range)
        if ranges.isEmpty { return }
        let kept = names.keep(old.value, old.bytes, typedAs: "")
        lastResult?.text = ReplExpansion(last.text, ranges.map { ($0, "$" + kept) }).text
    }

    /// A predicate about the records of a data set, which need not be the current one.
    private func predicate(_ text: String, about data: any ReplData) throws -> CheckedPredicate {
        let before = current
        current = data
        defer { current = before }
        try data.refresh(in: self)
        return try predicate(text)
    }
}

extension Token {
    /// Whether the token is a variable with a name.
    fileprivate func isVariable(_ name: String, in text: String) -> Bool {
        code == .variable && sameCodePoints(range.text(in: text), "$" + name)
    }
}
