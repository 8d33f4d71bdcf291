/// Patterns as regular expressions between slashes and SQL write them.
extension Parser {
    /// `name =~ "^x"`, `name ILIKE "%x%"`: translates the pattern as part of the message about the operator.
    mutating func translatePattern(_ right: SyntaxNode, of comparator: ParsedComparator) -> SyntaxNode {
        guard let pattern = comparator.pattern, let message = comparator.message, let literal = right.asLiteral,
            case .string(let value) = literal.value,
            let made = pattern.translation(of: value, written: text(right.range), at: right.range)
        else { return right }
        amend(message, hint: comparator.written + " " + made.text, edits: made.edits)
        // An escape makes a wildcard of SQL literal, which the translation does not see.
        if text(right.range).utf8.contains(UInt8(ascii: "\\")), diagnostics.indices.contains(message) {
            diagnostics[message].isForeignSpelling = false
        }
        return LiteralNode(.string(made.value), right.range)
    }

    /// `name =~ /x/i`, `name MATCHES /^Jo/`: a pattern between slashes is a search.
    mutating func repairSlashedPattern(
        _ content: String, flags: String, at range: SourceRange, of comparator: ParsedComparator
    ) -> SyntaxNode {
        guard case .known(.matches) = comparator.kind else {
            let written = flags.isEmpty ? SourceSpelling.quoted(content) : nil
            report(
                .slashedPattern,
                ParserMessages.slashedPattern(
                    written, at: range, edits: written.map { [.init(replacing: range, with: $0)] } ?? []))
            return node(.literal(.string(content)), range)
        }
        let pattern = (flags.contains("s") ? "(?s)" : "") + PatternHabit.whole(content)
        let right = node(.literal(.string(pattern)), range)
        // No option corresponds to `m` and `x`.
        guard flags.allSatisfy({ "igus".contains($0) }) else {
            report(.slashedPattern, ParserMessages.slashedPattern(nil, at: range, edits: []))
            return right
        }
        let written = SourceSpelling.quoted(pattern)
        var edits = [PredicateDiagnostic.Edit(replacing: range, with: written)]
        var operation = comparator.written.isEmpty ? comparator.spelling : comparator.written
        if let options = comparator.options {
            operation += text(options.range)
        } else if flags.contains("i"), !operation.hasSuffix("[c]") {
            operation += "[c]"
            edits.append(.init(replacing: SourceRange(at: comparator.range.upperBound), with: "[c]"))
        }
        if let message = comparator.message {
            amend(message, hint: operation + " " + written, edits: edits)
        } else {
            report(
                .slashedPattern,
                ParserMessages.slashedPattern(
                    edits.count > 1 ? operation + " " + written : written, at: range, edits: edits))
        }
        return right
    }

    /// `name == /Jo/`: a pattern with an operator that takes none. Nil if the text may be a path such as `/usr/bin/`.
    mutating func repairSlashedText(
        _ content: String, flags: String, at range: SourceRange, of comparator: ParsedComparator
    ) -> SyntaxNode? {
        guard case .known(let operation) = comparator.kind, operation == .equal || operation == .notEqual,
            !content.isEmpty, !content.utf8.contains(UInt8(ascii: "/"))
        else { return nil }
        let options = flags.utf8.contains(UInt8(ascii: "i")) ? "[c]" : ""
        let pattern = SourceSpelling.quoted(PatternHabit.whole(content))
        let written = text(range)
        let isPattern = !flags.isEmpty || content.utf8.contains { "*+?|()[]^$\\".utf8.contains($0) }
        if isPattern, operation == .equal, comparator.options == nil, flags.allSatisfy({ "igu".contains($0) }) {
            report(
                .slashedPattern,
                ParserMessages.slashedPattern(
                    "MATCHES" + options + " " + pattern, at: range,
                    edits: [
                        .init(replacing: comparator.range, with: "MATCHES" + options),
                        .init(replacing: range, with: pattern),
                    ]))
        } else {
            report(
                .slashedText, ParserMessages.slashedText(SourceSpelling.quoted(written), pattern: pattern, at: range))
        }
        return node(.literal(.string(written)), range)
    }
}
