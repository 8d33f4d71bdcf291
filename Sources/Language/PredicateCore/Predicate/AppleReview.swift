/// What NSPredicate does not read in a predicate that is right here.
///
/// NSPredicate's own parser is not public. The rules are those that the facts about it name (Documentation/facts.md).
package struct AppleReview {
    private let parsed: ParsedPredicate
    private var found: [PredicateDiagnostic] = []

    /// A message for each construct of a predicate that NSPredicate does not read, in the order of the source. None
    /// means that NSPredicate takes the text, as far as is known.
    package static func diagnostics(of parsed: ParsedPredicate) -> [PredicateDiagnostic] {
        var review = AppleReview(parsed: parsed)
        review.reviewTokens()
        review.reviewTree()
        return review.found.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private init(parsed: ParsedPredicate) { self.parsed = parsed }

    private mutating func report(
        _ message: String, at range: SourceRange?, hint: String? = nil, edits: [PredicateDiagnostic.Edit] = []
    ) {
        found.append(.notApple(message, at: range ?? SourceRange(at: 0), hint: hint, edits: edits))
    }

    // MARK: Words

    /// Words that are reserved there, and names here outside of brackets.
    private static let indexWords: WordSet = ["FIRST", "LAST", "SIZE"]

    private mutating func reviewTokens() {
        var lexer = Lexer(parsed.source, library: parsed.library)
        lexer.fill(to: .max)
        var previous: Token?
        for (index, token) in lexer.tokens.enumerated() {
            let next = lexer.tokens.indices.contains(index + 1) ? lexer.tokens[index + 1] : nil
            let text = lexer.text(of: token)
            switch token.code {
            case .word, .hashWord, .atWord, .variable, .selector:
                if !text.utf8.allSatisfy({ $0 < 0x80 }) {
                    report(
                        "NSPredicate reads only names of ASCII letters, digits and `_`", at: token.range,
                        hint: token.code == .variable ? nil : "there, `%K` takes the key path as an argument")
                } else if token.code == .word {
                    reviewWord(token, text, behind: previous, before: next)
                }
                if next?.sign == .openParenthesis { reviewFunction(text, at: token.range) }
            case .number: reviewNumber(token)
            default: break
            }
            previous = token
        }
    }

    private mutating func reviewWord(_ token: Token, _ text: String, behind previous: Token?, before next: Token?) {
        let isIndex = Self.indexWords.contains(asciiUppercased(text)) && previous?.sign != .openBracket
        let isComponent = previous?.sign == .dot && token.keyword != nil
        guard isIndex && next?.sign != .openParenthesis || isComponent else { return }
        report(
            "`\(text)` is a reserved word of NSPredicate", at: token.range, hint: "write `#\(text)`",
            edits: [.insert("#", at: token.range.lowerBound)])
    }

    private mutating func reviewFunction(_ name: String, at range: SourceRange) {
        let isRegistered = parsed.library.functions[name] != nil || parsed.library.functions[name + ":"] != nil
        guard isRegistered || BuiltInFunction(rawValue: name)?.isPlain == true else { return }
        var hint: String?
        switch BuiltInFunction(rawValue: name) {
        case .concat?: hint = "FUNCTION(a, \"stringByAppendingString:\", b) joins two strings there"
        case .toNumber?: hint = "CAST(…, \"NSNumber\") means the same"
        case .toText?: hint = "CAST(…, \"NSString\") means the same"
        case .finds?: hint = "MATCHES with `.*` around the pattern means the same for strings of one line"
        default: break
        }
        report("NSPredicate has no function `\(name)`", at: range, hint: isRegistered ? nil : hint)
    }

    private mutating func reviewNumber(_ token: Token) {
        let text =
            String(
                parsed.source.utf8.dropFirst(token.range.lowerBound).prefix(
                    token.range.upperBound - token.range.lowerBound)) ?? ""
        if DurationUnit.isSpelled(in: text) {
            report("NSPredicate has no durations such as `\(text)`", at: token.range, hint: plain(text))
        } else if let radix = text.utf8.dropFirst().first, "oObB".utf8.contains(radix) {
            report(
                "NSPredicate reads octal and binary numbers such as `\(text)` as 0", at: token.range, hint: plain(text))
        }
    }

    /// A hint with the number that a string represents.
    private func plain(_ text: String) -> String? {
        guard let number = try? ParsedExpression(parsing: text).checked().predicateFormat else { return nil }
        return "write `\(number)`"
    }

    // MARK: The tree

    private mutating func reviewTree() {
        var messages: [(String, SourceRange?)] = []
        TreeBuilder.tree(of: parsed.root).forEachNode { node in
            switch node {
            case .expression(let tree):
                switch tree.kind {
                case .cast(_, let target) where target == .uuid || target == .url:
                    messages.append(("NSPredicate casts nothing to \(target.rawValue)", tree.range))
                case .function(_, let selector, _):
                    let isOurs = BuiltInFunction(rawValue: selector)?.isPlain == true
                    if isOurs || parsed.library.functions[selector] != nil {
                        messages.append(("NSPredicate has no function `\(selector)`", tree.range))
                    }
                default: break
                }
            case .predicate(let tree):
                guard case .comparison(let comparison) = tree.kind, case .custom(let name) = comparison.comparator,
                    !name.hasPrefix("UTI-")
                else { return }
                messages.append(("NSPredicate has no operator \(name)", tree.range))
            }
        }
        for (message, range) in messages { report(message, at: range) }
    }
}
