import PredicateCore

extension PredicateDiagnostics {
    /// The text with the edits of its errors made; nil if no edit is made.
    ///
    /// The edits never overlap, and edits that would cause a new error are left out. The edits of one error are made
    /// together or not at all. A fix-it may reveal another mistake that the first one hid, so the result may still have
    /// errors.
    ///
    /// - Complexity: parses and checks the text again, several times if edits have to be left out.
    public var fixed: String? { fixed(.error) }

    /// The text with the applicable edits of the given severities made; nil if no edit is made.
    ///
    /// A predicate without errors keeps its answer.
    public func fixed(_ severities: PredicateDiagnostic.Severity...) -> String? {
        FixItSelection(self, severities).text
    }

    /// The text in the spelling of this language, if its only errors are spellings of other languages with one meaning,
    /// such as `level IN ("ERROR", "FATAL")` or `email IS NOT NULL`. Nil otherwise.
    ///
    /// The result has no errors, and no warnings of a wrong answer. A spelling that another language may read otherwise
    /// has no translation. Neither has a predicate with NOT, which SQL does not find true for nil.
    ///
    /// - Complexity: as `fixed`, a few times.
    public var translated: String? {
        guard hasErrors, let rediagnosis, !Self.hasNegation(source) else { return nil }
        var found = self
        for _ in 0...Self.translationRounds {
            let errors = found.diagnostics.filter { $0.severity == .error }
            guard errors.allSatisfy(\.isForeignSpelling) else { return nil }
            if errors.isEmpty {
                // With a list in parentheses, `level IN ('a')` is surely also meant as one.
                let misleads = found.diagnostics.contains {
                    $0.consequence == .wrongAnswer || $0.code == .parenthesizedList
                }
                return misleads ? nil : found.source
            }
            found.rediagnosis = rediagnosis
            guard let fixed = found.fixed else { return nil }
            found = PredicateDiagnostics(source: fixed, diagnostics: rediagnosis.diagnose(fixed))
        }
        return nil
    }

    /// The diagnostics without the spellings of other languages, if there are other errors: once those are mended, the
    /// spellings are read. Errors that the spellings hide are found in the translation, which is then the source.
    package var withoutTranslations: PredicateDiagnostics {
        guard !Self.hasNegation(source) else { return self }
        var found = self
        for _ in 0...Self.translationRounds {
            let errors = found.diagnostics.filter { $0.severity == .error }
            if errors.contains(where: { !$0.isForeignSpelling }) {
                found.diagnostics.removeAll { $0.severity == .error && $0.isForeignSpelling }
                return found
            }
            guard let first = errors.first, let rediagnosis else { return self }
            var edits = errors.reduce(into: Set()) { $0.formUnion($1.edits) }
            if Array(edits).haveOverlap { edits = Set(first.edits) }
            let text = PredicateDiagnostic.Edit.apply(Array(edits), to: found.source)
            found = PredicateDiagnostics(source: text, diagnostics: rediagnosis.diagnose(text))
            found.rediagnosis = rediagnosis
        }
        return self
    }

    /// Whether a predicate has `!`, or NOT without IS before it.
    private static func hasNegation(_ source: String) -> Bool {
        var lexer = Lexer(source, library: .standard)
        lexer.fill(to: .max)
        var isBehindIs = false
        for token in lexer.tokens {
            if token.sign == .exclamation || token.keyword == .not && !isBehindIs { return true }
            // The text of a long name is not asked for.
            isBehindIs =
                token.code == .word && token.range.upperBound - token.range.lowerBound == 2
                && lexer.text(of: token).lowercased() == "is"
        }
        return false
    }

    /// A translation can reveal a spelling that the first one hid.
    private static let translationRounds = 4

    /// The same diagnostics, with edits that would bring a new error marked as not applicable.
    ///
    /// - Complexity: as `fixed`. Use it before edits are shown to a person or a program.
    package var withVerifiedEdits: PredicateDiagnostics { FixItSelection(self, [.error, .warning]).verified }
}
