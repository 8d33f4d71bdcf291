/// What a format argument of a predicate about Swift values may be: a value, or another predicate.
///
/// Every `PredicateFieldValue` conforms: the value types of the language, optionals, arrays, sets, closed ranges (the two bounds of
/// BETWEEN), enumerations with raw values, identifiers and described types. So do predicates, for `%@` where a predicate stands:
///
/// ```swift
/// let adults = try Person.predicate("age >= %d", 18)
/// let found = try Person.predicate("%@ AND name BEGINSWITH[cd] %@", adults, "jo")
/// ```
public protocol PredicateArgument {
    /// What the argument stands for.
    var predicateArgument: PredicateArgumentContent { get }
}

/// What a format argument stands for.
public struct PredicateArgumentContent: Sendable {
    enum Kind: Sendable {
        case value(PredicateValue)
        case predicate(PredicateTree, PredicateLibrary?)
    }

    let kind: Kind

    /// A value.
    public static func value(_ value: PredicateValue) -> PredicateArgumentContent {
        PredicateArgumentContent(kind: .value(value))
    }

    /// A predicate about the same record as the text that it is an argument of, with the functions and operators that it uses.
    public static func predicate(_ tree: PredicateTree, library: PredicateLibrary? = nil) -> PredicateArgumentContent {
        PredicateArgumentContent(kind: .predicate(tree, library))
    }
}

extension PredicateFieldValue {
    /// The value.
    public var predicateArgument: PredicateArgumentContent { .value(predicateValue) }
}

extension PredicateTree: PredicateArgument {
    /// The predicate.
    public var predicateArgument: PredicateArgumentContent { .predicate(self) }
}

extension CheckedPredicate: PredicateArgument {
    /// The predicate.
    public var predicateArgument: PredicateArgumentContent { .predicate(tree, library: library) }
}

extension TypedPredicate: PredicateArgument {
    /// The predicate.
    public var predicateArgument: PredicateArgumentContent { checked.predicateArgument }
}

/// A format string whose arguments have been looked at: predicates among them are written out where their `%@` stands, so that they are
/// parsed, checked and shown in messages as a part of the text.
struct FilledFormat {
    private(set) var source: String
    private(set) var arguments: [PredicateValue] = []
    private(set) var library: PredicateLibrary

    init(_ format: String, _ given: [PredicateArgumentContent], library: PredicateLibrary, limits: PredicateLimits)
        throws(PredicateDiagnostics)
    {
        source = format
        self.library = library
        let hasPredicates = given.contains { if case .predicate = $0.kind { true } else { false } }
        // A text that is too long is not cut into tokens; parsing it says so.
        guard hasPredicates, format.utf8.count <= limits.sourceBytes else {
            arguments = given.map { if case .value(let value) = $0.kind { value } else { .null } }
            return
        }
        for case .predicate(_, let other?) in given.map(\.kind) { self.library.merge(other) }
        let places = Self.places(in: format, library: self.library)
        let bytes = Array(format.utf8)
        var text: [UInt8] = []
        var start = 0
        for (index, argument) in given.enumerated() {
            switch argument.kind {
            case .value(let value): arguments.append(value)
            case .predicate(let tree, _):
                guard places.indices.contains(index), places[index].isValue, !tree.isTooDeep else {
                    // Where no predicate can stand, what is there now says what is missing.
                    arguments.append(.null)
                    if tree.isTooDeep { throw Self.tooDeep(format, limits) }
                    continue
                }
                let range = places[index].range
                let (written, values) = tree.exactText
                text += bytes[start..<range.lowerBound] + Array("(\(written))".utf8)
                start = range.upperBound
                for value in values {
                    if case .value(let value) = value { arguments.append(value) } else { arguments.append(.null) }
                }
            }
        }
        source = String(decoding: text + bytes[start...], as: UTF8.self)
    }

    private static func tooDeep(_ format: String, _ limits: PredicateLimits) -> PredicateDiagnostics {
        let range = SourceRange(0, format.utf8.count)
        return PredicateDiagnostics(
            source: format, diagnostics: [CheckingMessages.treeTooDeep(limit: limits.depth, at: range)])
    }

    /// Where the arguments of a text stand, and whether they are `%@`.
    private static func places(in format: String, library: PredicateLibrary) -> [(range: SourceRange, isValue: Bool)] {
        var lexer = Lexer(format, library: library)
        lexer.fill(to: .max)
        var places: [(range: SourceRange, isValue: Bool)] = []
        for token in lexer.tokens {
            guard case .argument(let specifier) = lexer.kind(of: token) else { continue }
            places.append((token.range, specifier.kind == .value))
        }
        return places
    }
}

extension PredicateDescription {
    /// A predicate over values of the type, with its arguments in a list that may hold predicates.
    package func predicate(
        _ format: String, given arguments: [(any PredicateArgument)?], library: PredicateLibrary,
        limits: PredicateLimits
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try predicate(
            format, filledWith: arguments.map { $0?.predicateArgument ?? .value(.null) }, library: library,
            limits: limits)
    }

    /// A predicate over values of the type, with what its arguments stand for.
    package func predicate(
        _ format: String, filledWith arguments: [PredicateArgumentContent], library: PredicateLibrary,
        limits: PredicateLimits
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        let filled = try FilledFormat(format, arguments, library: library, limits: limits)
        return try predicate(filled.source, arguments: filled.arguments, library: filled.library, limits: limits)
    }
}
