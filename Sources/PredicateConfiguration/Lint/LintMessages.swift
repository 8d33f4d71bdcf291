import PredicateFormat

/// What is wrong with a file or with a call in source code, beside the predicates themselves.
package enum LintMessages {
    /// A file cannot be read in its format.
    package static func unreadableFile(_ error: ConfigurationError) -> PredicateDiagnostic {
        PredicateDiagnostic(.unreadableFile, .error, error.message, at: SourceRange(at: error.offset))
    }

    /// A call gives another number of arguments than its format has.
    static func argumentCount(_ wanted: Int, given: Int, at range: SourceRange) -> PredicateDiagnostic {
        let format = wanted == 1 ? "1 argument" : "\(wanted) arguments"
        return PredicateDiagnostic(
            .argumentCount, .error, "the format has \(format), but the call gives \(given)", at: range)
    }

    /// A uniform type identifier is not known.
    static func unknownUniformType(_ identifier: String, nearest: String?, at range: SourceRange) -> PredicateDiagnostic
    {
        PredicateDiagnostic(
            .unknownUniformType, .warning, "`\(identifier)` is not a known uniform type", at: range,
            hint: nearest.map { "did you mean `\($0)`?" },
            edits: nearest.map { [.init(replacing: range, with: SourceSpelling.quoted($0))] } ?? [],
            areEditsApplicable: false)
    }

    /// A text of the program is pasted into a format.
    static func injection(_ injection: SourceInjection) -> PredicateDiagnostic {
        let pasted =
            switch injection.kind {
            case .interpolation: "this interpolation"
            case .concatenation: "this text"
            case .stringFormat: "this formatted text"
            }
        let meant = injection.position == .keyPath ? "%K" : "%@"
        return PredicateDiagnostic(
            .injection, .error, "\(pasted) becomes part of the predicate, so its contents can change the question",
            at: SourceRange(injection.range.lowerBound, injection.range.upperBound),
            hint: injection.position == nil ? nil : "write `\(meant)`, and give the value as an argument",
            edits: injection.edits.map {
                .init(replacing: SourceRange($0.range.lowerBound, $0.range.upperBound), with: $0.replacement)
            }, areEditsApplicable: injection.isCertain)
    }
}

extension PredicateDiagnostic.Code {
    /// A text of the program is pasted into a format.
    static let injection: Self = "injection"
    /// A call gives another number of arguments than its format has.
    static let argumentCount: Self = "argument-count"
    /// A uniform type identifier is not known.
    static let unknownUniformType: Self = "unknown-uniform-type"
    /// A file cannot be read in its format.
    static let unreadableFile: Self = "unreadable-file"
}
