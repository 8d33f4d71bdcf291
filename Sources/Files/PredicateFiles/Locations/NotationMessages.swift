import PredicateCore

/// What is wrong with the notation around predicates in files of a kind.
extension PredicateDiagnostic {
    /// An item of device management, such as `@status(device.model.family`, is not closed.
    static func unclosedItem(_ function: String, at range: SourceRange) -> Self {
        .error(
            .itemNotation, "`@\(function)(` is not closed", at: range, .replace(")", "`)` is missing"),
            in: SourceRange(at: range.upperBound))
    }

    /// `@status()` names nothing.
    static func emptyItem(_ function: String, at range: SourceRange) -> Self {
        .error(
            .itemNotation, "`@\(function)()` names no item", at: range,
            hint: "write one, as in `@status(device.model.family)`")
    }

    /// `@status("device.model.family")`, with the name without its quotes.
    static func quotedItem(_ function: String, _ name: String, at range: SourceRange) -> Self {
        .error(.itemNotation, "`@\(function)(…)` takes a name without quotes", at: range, .write(name))
    }

    /// `@stats(device.model.family)`, with the function that was probably meant.
    static func unknownItemFunction(_ function: String, nearest: String?, at range: SourceRange) -> Self {
        .error(
            .itemNotation, "`@\(function)(…)` reads nothing; there are `@status`, `@property` and `@key`", at: range,
            hint: nearest.map { "did you mean `@\($0)`?" },
            edits: nearest.map { [.init(replacing: range, with: "@" + $0)] } ?? [])
    }

    /// A placeholder of AutoPkg without quotes, whose value is a string.
    static func unquotedPlaceholder(_ name: String, _ value: String, at range: SourceRange) -> Self {
        .warning(
            .placeholder,
            value.isEmpty
                ? "`%\(name)%` is empty, so that nothing is left here"
                : "`%\(name)%` is replaced by `\(value)`, which is not a value", at: range,
            .replace("\"%\(name)%\"", "text needs quotes: `\"%\(name)%\"`"))
    }

    /// A placeholder in quotes, whose value has these quotes too.
    static func quoteInPlaceholder(_ name: String, _ quote: String, at range: SourceRange) -> Self {
        .warning(
            .placeholder, "the value of `%\(name)%` contains `\(quote)`, which ends the string", at: range,
            hint: "use the other quotes")
    }

    /// A predicate in a class chain is not closed.
    static func unclosedChain(_ delimiter: String, at range: SourceRange) -> Self {
        .error(
            .classChain, "the predicate of this class chain is not closed", at: range,
            hint: "`\(delimiter)]` is missing")
    }

    /// A predicate in a class chain has its delimiter in it.
    static func delimiterInChain(_ delimiter: String, at range: SourceRange) -> Self {
        .error(
            .classChain, "`\(delimiter)` ends the predicate, and `]` has to follow", at: range,
            hint: "write it twice within a predicate")
    }
}

extension PredicateDiagnostic.Code {
    /// A class chain of Appium is not well-formed.
    static let classChain: Self = "class-chain"
    /// An item of device management, such as `@status(…)`, is written wrongly.
    static let itemNotation: Self = "item-notation"
    /// The text that replaces a placeholder does not fit.
    static let placeholder: Self = "placeholder"
}
