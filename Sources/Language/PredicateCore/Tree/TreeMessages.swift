// Every message about trees that programs build, compose, bind or read.
extension PredicateDiagnostic {
    /// Predicates that are composed but were checked against different schemas.
    package static func differentSchemas(at range: SourceRange) -> Self {
        .error(
            .differentSchemas, "only predicates that were checked against the same schema can be composed", at: range)
    }

    /// The name of a variable, a function or an operator that no text can spell, such as a variable `a b`.
    static func badName(_ name: String, of what: String, at range: SourceRange) -> Self {
        .error(.malformedTree, "\(SourceSpelling.quoted(name)) cannot be the name of \(what)", at: range)
    }

    /// A tree without a source form, such as the element of a collection operator outside of one.
    static func malformed(_ reason: String, at range: SourceRange) -> Self {
        .error(.malformedTree, "this tree is not a predicate: \(reason)", at: range)
    }
}
