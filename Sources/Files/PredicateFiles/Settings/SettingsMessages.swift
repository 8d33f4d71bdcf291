import PredicateCore

/// What is wrong with a file of settings.
extension PredicateDiagnostic {
    /// A key means nothing.
    static func unknownKey(_ key: LocatedText, in place: String, known: [String]) -> Self {
        let nearest = Suggestions.nearest(to: key.text, among: known)
        return .error(
            .unknownSetting, "`\(key.text)` is not a setting of \(place)", at: key.sourceRange,
            hint: nearest.map { "did you mean `\($0)`?" } ?? "the settings are \(known.joined(separator: ", "))")
    }

    /// A value is of the wrong kind.
    static func wrongKind(_ expected: String, at range: SourceRange) -> Self {
        .error(.wrongSetting, "this must be \(expected)", at: range)
    }

    /// A string is none of the possible ones.
    static func unknownValue(_ value: String, _ what: String, known: [String], at range: SourceRange) -> Self {
        let nearest = Suggestions.nearest(to: value, among: known)
        let few = known.count <= 12 ? "it is one of \(known.joined(separator: ", "))" : nil
        return .error(
            .wrongSetting, "there is no \(what) `\(value)`", at: range,
            hint: nearest.map { "did you mean `\($0)`?" } ?? few)
    }

    /// A string cannot be used, for a reason.
    static func unusable(_ reason: String, at range: SourceRange) -> Self {
        .error(.wrongSetting, reason, at: range)
    }

    /// A setting is there twice.
    static func repeated(_ key: LocatedText) -> Self {
        .error(.wrongSetting, "`\(key.text)` is set twice", at: key.sourceRange, hint: "keep one")
    }
}

extension PredicateDiagnostic.Code {
    /// A key of the settings means nothing.
    static let unknownSetting: Self = "unknown-setting"
    /// A value of the settings cannot be used.
    static let wrongSetting: Self = "wrong-setting"
}
