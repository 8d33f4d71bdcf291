import PredicateCore

/// What is wrong with a file or with a call in source code, apart from the predicates themselves.
extension PredicateDiagnostic {
    /// A file cannot be read in its format.
    package static func unreadableFile(_ error: ConfigurationError) -> Self {
        .error(.unreadableFile, error.message, at: SourceRange(at: error.offset))
    }

    /// A call gives another number of arguments than its format has.
    static func argumentCount(_ wanted: Int, given: Int, at range: SourceRange) -> Self {
        let format = wanted == 1 ? "1 argument" : "\(wanted) arguments"
        return .error(
            .argumentCount, "the format has \(format), but the call gives \(given)", at: range,
            hint: given < wanted ? "add what is missing" : "remove the rest, or add a specifier for it")
    }

    /// An argument is not what its specifier reads, with the specifier that reads it.
    static func argumentKind(
        _ specifier: String, _ wanted: String, _ given: String, at range: SourceRange, meant: String? = nil
    ) -> Self {
        .error(
            .argumentKind, "`\(specifier)` takes \(wanted), but this is \(given)", at: range,
            hint: meant.map { "write `\($0)` in the format" } ?? (specifier == "%K" ? "pass the name of a field" : nil))
    }

    /// The argument of `%K` cannot be a key path.
    static func noKeyPath(_ text: String, at range: SourceRange) -> Self {
        .warning(
            .argumentKind,
            text.isEmpty
                ? "`%K` needs a key path, but this string is empty"
                : "`%K` needs a key path, but this string is not one",
            at: range, hint: "pass the name of a field, such as `\"name\"`")
    }

    /// A uniform type identifier is not known.
    static func unknownUniformType(_ identifier: String, nearest: String?, at range: SourceRange) -> Self {
        .suggestion(
            .unknownUniformType, "`\(identifier)` is not a known uniform type", at: range,
            hint: nearest.map { "did you mean `\($0)`?" },
            edits: nearest.map { [.init(replacing: range, with: SourceSpelling.quoted($0))] } ?? [])
    }

    /// A bundle identifier has no quotes, so it is read as a key path.
    static func unquotedIdentifier(_ identifier: String, at range: SourceRange) -> Self {
        .warning(
            .unquotedString, "this identifier needs quotes", at: range,
            edits: [.init(replacing: range, with: SourceSpelling.quoted(identifier))],
            notes: ["Without quotes an identifier is a key path, and a key path that no record has is nil."])
    }

    /// `@property(ring) == beta`: where only items have values, a word is not a field.
    static func unquotedWord(_ word: String, at range: SourceRange) -> PredicateDiagnostic {
        .warning(
            .unquotedString, "`\(word)` is not an item, so it is nil", at: range,
            hint: "text needs quotes: `\(SourceSpelling.quoted(word))`",
            edits: [.init(replacing: range, with: SourceSpelling.quoted(word))])
    }

    /// `os_vers > "10.9"`, `@status(device.operating-system.version) >= '14.0'`: strings that are numbers or versions.
    static func orderOfNumbersAsText(_ text: String, at range: SourceRange) -> PredicateDiagnostic {
        .suggestion(
            .numberAsText, "this compares text, not numbers: \"9\" comes after \(SourceSpelling.quoted(text))",
            at: range)
    }

    /// `hostname == "LAB-*"`
    static func literalWildcard(_ text: String, at range: SourceRange) -> PredicateDiagnostic {
        .suggestion(
            .literalPattern, "`*` is an ordinary character here", at: range,
            hint: "a pattern goes after LIKE: `LIKE \(SourceSpelling.quoted(text))`")
    }

    /// Several elements of a list have no quotes. They are the messages of the single elements.
    static func unquotedList(_ elements: [PredicateDiagnostic]) -> Self {
        let edits = elements.flatMap(\.edits)
        let ranges = edits.map(\.range)
        let shown = edits.count > 3 ? edits.prefix(2).map(\.text) + ["…"] : edits.map(\.text)
        return PredicateDiagnostic(
            .unquotedString, elements.contains { $0.severity == .error } ? .error : .warning,
            "\(edits.count) strings of this list need quotes",
            at: ranges.dropFirst().reduce(ranges.first ?? SourceRange(at: 0)) { $0.union($1) },
            hint: "write `\(shown.joined(separator: ", "))`", edits: edits)
    }

    /// The path of a status item of device management is written without `@status(…)`.
    static func bareStatusItem(_ path: String, _ item: String, at range: SourceRange) -> Self {
        .warning(
            .itemNotation, "a status item is read by `@status(…)`", at: range,
            .replace("SELF[" + SourceSpelling.quoted(item) + "]", "write `\(item)`"))
    }

    /// A string of a test is pasted into a locator. Appium has no format arguments, so there is no edit.
    static func locatorInjection(_ injection: SourceInjection) -> Self {
        .warning(
            .injection,
            injection.position == .quotedValue
                ? "a quote in this text would end the string of the locator"
                : "this text becomes part of the locator, so its contents can change what is found",
            at: SourceRange(injection.range),
            hint: injection.position == .quotedValue ? "escape its quotes first" : "check it first, or use fixed text")
    }

    /// A string of the program is pasted into a format.
    static func injection(_ injection: SourceInjection) -> Self {
        let pasted =
            switch injection.kind {
            case .interpolation: "this interpolation"
            case .concatenation: "this string"
            case .stringFormat: "this formatted string"
            }
        let hint: String? =
            if let position = injection.position {
                "write `\(position == .keyPath ? "%K" : "%@")`, and give the value as an argument"
            } else if injection.kind == .stringFormat {
                "give its format and its arguments to the predicate itself"
            } else {
                "write the condition here, and pass only its values as arguments"
            }
        return .error(
            .injection, "\(pasted) is parsed as part of the predicate, so its contents can change the predicate",
            at: SourceRange(injection.range), hint: hint)
    }
}

extension PredicateDiagnostic.Code {
    /// A string of the program is pasted into a format.
    static let injection: Self = "injection"
    /// A call gives another number of arguments than its format has.
    static let argumentCount: Self = "argument-count"
    /// An argument is not what its specifier reads.
    static let argumentKind: Self = "argument-kind"
    /// A uniform type identifier is not known.
    static let unknownUniformType: Self = "unknown-uniform-type"
    /// A file cannot be read in its format.
    static let unreadableFile: Self = "unreadable-file"
}

extension FoundPredicate {
    /// Diagnostics of the predicate with ranges and edits of the file, in the notation and the words of the file.
    func located(_ diagnostics: [PredicateDiagnostic]) -> [PredicateDiagnostic] {
        let messages = diagnostics.isEmpty ? nil : notation?.messages(about: original.text)
        return diagnostics.map { located($0, messages) }
    }

    private func located(_ diagnostic: PredicateDiagnostic, _ messages: PredicateNotation.Messages?)
        -> PredicateDiagnostic
    {
        var diagnostic = diagnostic
        // A binary file has no locations: the ranges stay those of the predicate.
        if text.style == .binary {
            diagnostic.edits = []
        } else {
            diagnostic = diagnostic.located(in: text) { replacement(of: $0.range, with: $0.text) }
        }
        guard let messages else { return diagnostic }
        diagnostic.message = messages.restored(diagnostic.message)
        diagnostic.hint = diagnostic.hint.map(messages.restored)
        diagnostic.notes = diagnostic.notes.map(messages.restored)
        diagnostic.labels = diagnostic.labels.map { .init(messages.restored($0.message), at: $0.range) }
        return diagnostic
    }

    /// The edit of the file that replaces a range of the predicate; nil if the file's form or the notation cannot hold it.
    private func replacement(of range: SourceRange, with replacement: String) -> PredicateDiagnostic.Edit? {
        guard let notation else { return text.replacement(of: range, with: replacement) }
        // An item of the notation is replaced as a whole.
        let whole = text.map.wholeUnits(around: range)
        guard whole != range else { return text.replacement(of: range, with: notation.restored(replacement)) }
        let head = SourceRange(whole.lowerBound, range.lowerBound).text(in: text.text)
        let tail = SourceRange(range.upperBound, whole.upperBound).text(in: text.text)
        let changed = head + replacement + tail
        let restored = notation.restored(changed)
        // A value that a placeholder stands for is not part of the file.
        guard !sameCodePoints(restored, changed) else { return nil }
        return text.replacement(of: whole, with: restored)
    }
}
