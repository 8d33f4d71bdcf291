/// What is wrong with a file of rules, and not with a predicate in it.
enum RuleFileMessages {
    static func noColon(at range: SourceRange) -> PredicateDiagnostic {
        .error("rule-file", "this line has no `:`", at: range, hint: "write `id: predicate`")
    }

    static func twice(_ id: String, at range: SourceRange) -> PredicateDiagnostic {
        .error("rule-file", "there are two rules `\(SafeText.plain(id))`", at: range, hint: "give one another id")
    }

    static func notText(_ id: String, at range: SourceRange) -> PredicateDiagnostic {
        .error("rule-file", "the predicate of `\(SafeText.plain(id))` must be a string", at: range)
    }

    static func noID(at range: SourceRange) -> PredicateDiagnostic {
        .error("rule-file", "a rule has no id", at: range, hint: "write it before the `:`")
    }

    /// A note, if there are too many errors.
    static func leftOut(_ count: Int) -> String {
        count == 1 ? "1 more rule is not checked" : "\(count) more rules are not checked"
    }
}
