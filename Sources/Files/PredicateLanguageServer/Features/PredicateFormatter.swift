import PredicateCore
import PredicateFiles

/// Writes a predicate in its canonical form, in its place.
///
/// Only what differs is edited. Strings keep their quotes, because a file may have to escape the other kind, and line breaks stay where
/// they are, because a file may need them. The result must mean the same, or nothing is edited.
struct PredicateFormatter {
    let library: PredicateLibrary

    /// Tokens of a predicate that is formatted.
    private static let tokenLimit = 4000

    /// The edits of the text, in order; nil if it cannot be formatted.
    func edits(of predicate: FoundPredicate) -> [PredicateDiagnostic.Edit]? {
        let text = predicate.text.text
        guard let tree = tree(of: text, predicate.isExpression) else { return nil }
        let old = FormattedText(text, library)
        let new = FormattedText(tree.predicateFormat, library)
        guard old.tokens.count <= Self.tokenLimit, new.tokens.count <= Self.tokenLimit else { return nil }
        var alignment = Alignment(old: old, new: new, located: predicate.text)
        guard let edits = alignment.edits() else { return nil }
        guard edits.allSatisfy({ !predicate.text.map.hasNotation(in: $0.range, of: text) }) else { return nil }
        let formatted = PredicateDiagnostic.Edit.apply(edits, to: text)
        guard self.tree(of: formatted, predicate.isExpression) == tree else { return nil }
        return edits
    }

    private func tree(of text: String, _ isExpression: Bool) -> PredicateTreeNode? {
        if isExpression {
            guard let checked = try? ParsedExpression(parsing: text, library: library).checked() else { return nil }
            return .expression(checked.tree)
        }
        guard let parsed = try? ParsedPredicate(parsing: text, library: library) else { return nil }
        return .predicate(parsed.tree)
    }
}

/// A predicate with its tokens, and with what makes two tokens the same.
private struct FormattedText {
    let text: String
    let tokens: [PredicateToken]
    /// For each token what it means, whatever its spelling.
    let meanings: [ExactName]

    init(_ text: String, _ library: PredicateLibrary) {
        self.text = text
        tokens = PredicateToken.tokens(of: text, library)
        meanings = tokens.map { ExactName(Self.meaning($0, library)) }
    }

    private static func meaning(_ token: PredicateToken, _ library: PredicateLibrary) -> String {
        switch token.kind {
        case .string:
            var lexer = Lexer(token.text, library: library)
            lexer.fill(to: 1)
            return "\"" + (lexer.tokens.first.map { lexer.text(of: $0) } ?? token.text)
        case .keyword: return token.text.uppercased()
        case .operator:
            switch token.text {
            case "&&": return "AND"
            case "||": return "OR"
            case "!": return "NOT"
            case "=": return "=="
            case "<>": return "!="
            case "=<": return "<="
            case "=>": return ">="
            default: return token.text
            }
        default: return token.text
        }
    }

    /// The range between a token and the next one, or an end of the text.
    func gap(behind index: Int) -> SourceRange {
        let lower = index < 0 ? 0 : tokens[index].range.upperBound
        let upper = index + 1 < tokens.count ? tokens[index + 1].range.lowerBound : text.utf8.count
        return SourceRange(lower, upper)
    }
}

/// The tokens that two predicates have in common, and the edits between them.
private struct Alignment {
    let old: FormattedText
    let new: FormattedText
    let located: LocatedText
    var found: [PredicateDiagnostic.Edit] = []

    /// The edits that turn the old text into the new one, but for strings and line breaks; nil if a line break is in the way.
    mutating func edits() -> [PredicateDiagnostic.Edit]? {
        var (oldLast, newLast) = (-1, -1)
        for pair in old.meanings.common(with: new.meanings) + [(old.tokens.count, new.tokens.count)] {
            guard stretch(oldLast, pair.old, newLast, pair.new) else { return nil }
            if pair.old < old.tokens.count { respell(old.tokens[pair.old], as: new.tokens[pair.new]) }
            (oldLast, newLast) = (pair.old, pair.new)
        }
        return found
    }

    private mutating func replace(_ range: SourceRange, with text: String) {
        if sameCodePoints(range.text(in: old.text), text) { return }
        found.append(.init(replacing: range, with: text))
    }

    private mutating func respell(_ token: PredicateToken, as other: PredicateToken) {
        if token.kind != .string { replace(token.range, with: other.text) }
    }

    /// Edits what is between two tokens that both predicates have.
    private mutating func stretch(_ oldLast: Int, _ oldNext: Int, _ newLast: Int, _ newNext: Int) -> Bool {
        let range = SourceRange(
            old.gap(behind: oldLast).lowerBound, old.gap(behind: oldNext - 1).upperBound)
        let wanted = SourceRange(
            new.gap(behind: newLast).lowerBound, new.gap(behind: newNext - 1).upperBound
        ).text(in: new.text)
        guard hasLineBreak(range) else {
            replace(range, with: wanted)
            return true
        }
        // White space with line breaks stays. What else there is goes away, and what is new goes to the token that it touches.
        let pieces = wanted.split(separator: " ", omittingEmptySubsequences: true)
        var behind = ""
        var before = ""
        if let first = pieces.first, wanted.utf8.first != UInt8(ascii: " "), oldLast >= 0 { behind = String(first) }
        let rest = pieces.count - (behind.isEmpty ? 0 : 1)
        if let last = pieces.last, rest > 0, wanted.utf8.last != UInt8(ascii: " "), old.tokens.indices.contains(oldNext)
        {
            before = String(last)
        }
        guard pieces.count == (behind.isEmpty ? 0 : 1) + (before.isEmpty ? 0 : 1) else { return false }
        if !behind.isEmpty { found.append(.init(replacing: SourceRange(at: range.lowerBound), with: behind)) }
        for index in (oldLast + 1)..<max(oldLast + 1, oldNext) {
            var token = old.tokens[index].range
            let gap = old.gap(behind: index)
            if !hasLineBreak(gap) { token = SourceRange(token.lowerBound, gap.upperBound) }
            found.append(.init(replacing: token, with: ""))
        }
        if !before.isEmpty { found.append(.init(replacing: SourceRange(at: range.upperBound), with: before)) }
        return true
    }

    /// Whether a range of the old text has a line break, in the text or in the file.
    private func hasLineBreak(_ range: SourceRange) -> Bool {
        !range.isEmpty && located.hasLineBreak(in: range)
    }
}

extension LocatedText {
    /// Whether white space of the text is a line break of the file. In folded scalars a space is one.
    func hasLineBreak(in range: SourceRange) -> Bool {
        if range.text(in: text).utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return true }
        return map.part(range).runs.contains { run in
            guard !run.isVerbatim else { return false }
            let part = SourceRange(range.lowerBound + run.text, range.lowerBound + run.text + run.textCount)
            return part.text(in: text) == " "
        }
    }
}

extension TextMap {
    /// Whether a range holds notation that stands for something else in the file, such as `%NAME%` of AutoPkg. Writing the text there
    /// would change the file's meaning. An escape stands for one code point.
    func hasNotation(in range: SourceRange, of text: String) -> Bool {
        part(range).runs.contains { run in
            guard !run.isVerbatim else { return false }
            let unit = SourceRange(range.lowerBound + run.text, range.lowerBound + run.text + run.textCount)
            let scalars = unit.text(in: text).unicodeScalars
            return scalars.count > 1 && !scalars.allSatisfy { $0 == "\n" || $0 == "\r" || $0 == " " || $0 == "\t" }
        }
    }
}

/// Formats the predicates of a file.
struct FormattingFeature {
    let file: ConfigurationFile
    /// What finds the predicates of a file.
    let predicates: (ConfigurationFile) -> [FoundPredicate]
    let library: PredicateLibrary

    /// Predicates that are tried one by one if all of them together cannot be formatted.
    private static let singleLimit = 50

    /// The edits of the file, in order.
    ///
    /// - Parameters:
    ///   - range: the part of the file whose predicates are formatted.
    ///   - wrong: the places of predicates in which something is wrong. They stay as they are.
    func edits(in range: Range<Int>, except wrong: Set<Range<Int>>) -> [PredicateDiagnostic.Edit] {
        let predicates = self.predicates(file)
        let formatter = PredicateFormatter(library: library)
        var places: Set<Range<Int>> = []
        var changes: [(place: Range<Int>, text: String, edits: [PredicateDiagnostic.Edit])] = []
        for predicate in predicates {
            let place = predicate.text.fileRange
            guard predicate.text.style != .binary, place.lowerBound <= range.upperBound,
                range.lowerBound <= place.upperBound, !wrong.contains(place), places.insert(place).inserted,
                let edits = formatter.edits(of: predicate), !edits.isEmpty
            else { continue }
            let written = edits.compactMap { predicate.text.replacement(of: $0.range, with: $0.text) }
            guard written.count == edits.count else { continue }
            changes.append((place, PredicateDiagnostic.Edit.apply(edits, to: predicate.text.text), written))
        }
        let all = changes.flatMap(\.edits)
        if all.isEmpty || isAsMeant(predicates, changes) { return all }
        return changes.prefix(Self.singleLimit).filter { isAsMeant(predicates, [$0]) }.flatMap(\.edits)
    }

    /// Whether the edited file can be read, and contains the formatted predicates.
    private func isAsMeant(
        _ predicates: [FoundPredicate],
        _ changes: [(place: Range<Int>, text: String, edits: [PredicateDiagnostic.Edit])]
    ) -> Bool {
        guard let again = file.edited(changes.flatMap(\.edits)) else { return false }
        let formatted = Dictionary(changes.map { ($0.place, $0.text) }, uniquingKeysWith: { first, _ in first })
        let after = self.predicates(again)
        return after.count == predicates.count
            && zip(predicates, after).allSatisfy { old, new in
                sameCodePoints(formatted[old.text.fileRange] ?? old.text.text, new.text.text)
            }
    }
}
