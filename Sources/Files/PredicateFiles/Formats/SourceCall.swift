import PredicateFormat

/// A location in a source file where a program makes a predicate or an expression from a format string.
package struct SourceCall: Sendable {
    /// What takes the text.
    package enum API: Hashable, Sendable {
        /// `NSPredicate(format:)`, `predicateWithFormat:`.
        case predicate
        /// `NSExpression(format:)`, `expressionWithFormat:`.
        case expression
        /// A method of Realm, by its name: `filter`, `objectsWhere`.
        case realm(String)
        /// `CheckedPredicate("…")`.
        case checkedPredicate
        /// `ParsedPredicate(parsing:)`.
        case parsedPredicate
        /// `ParsedExpression(parsing:)`.
        case parsedExpression
        /// `SomeType.predicate("…")`, with the name of the type.
        case typedPredicate(String)
        /// `log show --predicate`, with the name of the subcommand.
        case log(String)
        /// A locator of Appium.
        case locator(AppiumLocator.Strategy)

        /// Whether the text is an expression rather than a predicate.
        package var takesExpression: Bool { self == .expression || self == .parsedExpression }
    }

    package let api: API
    /// The call in the file.
    package let range: Range<Int>
    /// What stands for the format in the call, with quotes: a literal, literals that are joined, the name of a constant.
    package let formatRange: Range<Int>
    /// The text that can be checked; nil if the source does not tell all of it.
    ///
    /// Where the source has injections that have a position, `%@` or `%K` stands for each of them. Where the call names
    /// a constant, the format string is in the declaration, outside of `formatRange`.
    package let format: LocatedText?
    /// What fills the format arguments, in order.
    package let arguments: [SourceArgument]
    /// Whether the source does not show how many arguments there are: `argumentArray:`, a `va_list`.
    package let hasOpenArguments: Bool
    /// The content of comments that belong to the call, the nearest first, without the signs of comments.
    package var comments: [String] = []
    /// What is pasted into the format while the program runs.
    package var injections: [SourceInjection] = []
    /// What is wrong with the text around the predicate, with ranges and edits of the file.
    package var problems: [PredicateDiagnostic] = []
    /// What a shell fills in while the script runs, such as `$name`; `format` is nil if there is any.
    package var substitutions: [Range<Int>] = []

    /// The word after `predicate:` in the nearest comment that begins so: the name of a schema. Nil if there is none.
    package var schemaName: String? {
        for comment in comments where comment.utf8.starts(with: "predicate:".utf8) {
            let rest = comment.utf8.dropFirst("predicate:".utf8.count).drop { $0 <= 0x20 }
            var name = rest.prefix { $0 > 0x20 }
            while let last = name.last, ".,;:)*/".utf8.contains(last) { name.removeLast() }
            if !name.isEmpty { return String(decoding: name, as: UTF8.self) }
        }
        return nil
    }
}

extension SourceTokens {
    /// A call that takes a format; nil if the source tells nothing of its text.
    ///
    /// - Parameters:
    ///   - tokens: those of the call.
    ///   - arguments: the arguments after the format.
    ///   - isOpen: whether the source does not show how many there are.
    func call(
        _ api: SourceCall.API, at tokens: Range<Int>, _ format: SourceFormat, arguments: [SourceArgument], isOpen: Bool
    ) -> SourceCall? {
        let outcome = InjectionReader.outcome(of: format)
        if outcome.injections.isEmpty, outcome.format == nil { return nil }
        let range = fileRange(tokens)
        return SourceCall(
            api: api, range: range, formatRange: format.range, format: outcome.format, arguments: arguments,
            hasOpenArguments: isOpen,
            comments: comments.texts(
                behind: [format.range.upperBound, range.upperBound], within: range,
                above: [range.lowerBound, statementStart(of: tokens.lowerBound)]),
            injections: outcome.injections)
    }
}

/// An argument after a format, as far as the source shows what it is.
package struct SourceArgument: Hashable, Sendable {
    /// What an argument is.
    package enum Kind: Hashable, Sendable {
        case integer
        case double
        case boolean
        /// A string; with its text where it is one literal.
        case string(LocatedText?)
        /// `nil` as it is, without a type.
        case nilLiteral
        /// `#keyPath(…)` or `NSStringFromSelector(@selector(…))`: a string that names a key path.
        case keyPath(String)
        /// `#selector(…)` or `@selector(…)`: no object.
        case selector
        case date
        /// A boxed number: `NSNumber(value:)`, `@(3)`, `@YES`.
        case number
        /// An array, a set or a dictionary.
        case collection
        /// Another type that the source names, such as `UUID`.
        case typed(String)
        case unknown
    }

    /// The argument in the file, without its label.
    package let range: Range<Int>
    package let kind: Kind
}

/// A string of the program that is pasted into a format, and is read as a part of the predicate.
package struct SourceInjection: Hashable, Sendable {
    /// How the text is pasted.
    package enum Kind: Hashable, Sendable {
        /// `\(…)` in a literal of Swift.
        case interpolation
        /// `+`, or `stringByAppendingString:`.
        case concatenation
        /// `String(format:)` or `stringWithFormat:`.
        case stringFormat
    }

    /// What the pasted text is in the predicate.
    package enum Position: Hashable, Sendable {
        /// Within quotes: `'\(name)'`.
        case quotedValue
        /// A value without quotes: `age > \(limit)`.
        case value
        /// Before an operator, or after a dot: `\(key) == 3`.
        case keyPath
    }

    package let kind: Kind
    /// The interpolation, the operand of `+`, or the whole call that makes the text. Several in the same quotes are one injection.
    package let range: Range<Int>
    /// Nil if the text around it does not tell.
    package let position: Position?
}
