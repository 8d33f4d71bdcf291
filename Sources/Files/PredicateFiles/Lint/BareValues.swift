import PredicateFormat

/// The values of a text that stand where a condition is needed, as the parser reports them: `is_laptop AND os_vers_major > 13`.
///
/// An unknown name in such a place is the only message, because it explains more. Where records may have other fields, the name is no
/// mistake, but a value without a comparison still is: no program can parse the text.
struct BareValues {
    private var diagnostics: [SourceRange: PredicateDiagnostic] = [:]

    /// No values.
    init() {}

    /// The values of a text that was parsed.
    init(_ text: ParsedText) {
        for diagnostic in text.diagnostics where diagnostic.code == .missingComparison {
            var diagnostic = diagnostic
            // Nothing is known of the field, so `== YES` is a guess.
            diagnostic.areEditsApplicable = false
            diagnostics[diagnostic.range] = diagnostic
        }
    }

    /// The message about a value where the schema may not have its field: its edits are suggestions if only the parser made it.
    func judged(_ diagnostic: PredicateDiagnostic) -> PredicateDiagnostic {
        guard diagnostic.code == .missingComparison, let known = diagnostics[diagnostic.range],
            sameCodePoints(known.message, diagnostic.message)
        else { return diagnostic }
        return known
    }

    /// The message that an unknown name hides; nil if there is none.
    func diagnostic(behind diagnostic: PredicateDiagnostic) -> PredicateDiagnostic? {
        diagnostic.code == .unknownField ? diagnostics[diagnostic.range] : nil
    }
}
