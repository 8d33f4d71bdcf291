import PredicateCore

/// A format string whose interpolations are format arguments.
///
/// ```swift
/// let found = try Note.predicate("age > \(limit) AND name == \(name)")
/// let same = try Note.predicate("age > %@ AND name == %@", limit, name)
/// ```
///
/// The value of an interpolation is bound and checked as that of `%@` is. It never becomes a part of the text, so
/// whatever it contains cannot change the question. In quotes an interpolation is an error; remove the quotes.
/// `\(field: name)` inserts a field's name, as `%K` does. A predicate can be a clause: `"\(adults) AND name != nil"`.
///
/// The same text can also have `%@` with arguments. Messages show `%@` or `%K` where an interpolation is.
public struct PredicateFormatString: Sendable {
    /// The text, with `%@` or `%K` for each interpolation.
    public private(set) var text: String
    /// What interpolations contain, with the positions in the text.
    private(set) var interpolations: [(offset: Int, content: PredicateArgumentContent)] = []
    /// The interpolations of values that are no format arguments.
    private(set) var problems: [PredicateDiagnostic] = []
    /// What the other format arguments of the text contain, in order.
    private(set) var arguments: [PredicateArgumentContent] = []

    /// A string that is known at run time, such as one of a file or of a user.
    ///
    /// Check such a string under `PredicateLimits.untrusted` unless the program wrote it.
    public init(parsing text: String) { self.text = text }

    /// The format with more arguments.
    package func adding(arguments: [(any PredicateArgument)?]) -> PredicateFormatString {
        var format = self
        format.arguments += arguments.map { $0?.predicateArgument ?? .value(.null) }
        return format
    }
}

extension PredicateFormatString: ExpressibleByStringInterpolation {
    /// A long literal in several parts, whose interpolations stay arguments.
    public static func + (a: PredicateFormatString, b: PredicateFormatString) -> PredicateFormatString {
        var joined = a
        let start = a.text.utf8.count
        joined.text += b.text
        joined.interpolations += b.interpolations.map { ($0.offset + start, $0.content) }
        joined.problems += a.problems.isEmpty ? b.problems : []
        joined.arguments += b.arguments
        return joined
    }

    /// The text of a literal without interpolations.
    public init(stringLiteral text: String) { self.init(parsing: text) }

    /// The text of a literal with interpolations.
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.format }

    /// The parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var format = PredicateFormatString(parsing: "")

        /// No parts yet.
        public init(literalCapacity: Int, interpolationCount: Int) {
            format.text.reserveCapacity(literalCapacity + 2 * interpolationCount)
        }

        /// Adds text of the predicate.
        public mutating func appendLiteral(_ literal: String) { format.text += literal }

        /// Adds a value, or a predicate as a clause, as `%@` does.
        public mutating func appendInterpolation(_ value: some PredicateArgument) {
            append("%@", value.predicateArgument)
        }

        /// Adds a value, a predicate as a clause, or nil, as `%@` does.
        public mutating func appendInterpolation(_ value: (any PredicateArgument)?) {
            append("%@", value?.predicateArgument ?? .value(.null))
        }

        /// Refuses a value that is not a format argument. Without this, the literal would contain the value as text.
        @available(
            *, deprecated, message: "making the predicate throws: the type does not conform to PredicateFieldValue"
        )
        public mutating func appendInterpolation<Value>(_ value: Value) {
            format.problems.append(.noFormatArgument(Value.self, at: format.text.utf8.count))
            append("%@", .value(.null))
        }

        /// Adds the key path that a string names, as `%K` does.
        public mutating func appendInterpolation(field name: String) { append("%K", .value(.string(name))) }

        private mutating func append(_ specifier: String, _ content: PredicateArgumentContent) {
            format.interpolations.append((format.text.utf8.count, content))
            format.text += specifier
        }
    }
}

extension CheckedPredicate {
    /// A predicate from a literal, whose interpolations are format arguments: `CheckedPredicate("age >= \(limit)")`.
    ///
    /// The parameters are those of a string that is known at run time.
    public init(
        _ format: PredicateFormatString, schema: RecordSchema? = nil, arguments: [PredicateValue] = [],
        bindings: [String: PredicateValue] = [:], library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) {
        let filled = try FilledFormat(format.adding(arguments: arguments), library: library, limits: limits)
        try self.init(
            filled.source, schema: schema, arguments: filled.arguments, bindings: bindings, library: filled.library,
            limits: limits)
    }
}

extension PredicateTemplate {
    /// A template from a literal, whose interpolations are format arguments.
    ///
    /// The parameters are those of a string that is known at run time.
    public init(
        _ format: PredicateFormatString, schema: RecordSchema? = nil, arguments: [PredicateValue] = [],
        library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) {
        let filled = try FilledFormat(format.adding(arguments: arguments), library: library, limits: limits)
        try self.init(
            filled.source, schema: schema, arguments: filled.arguments, library: filled.library, limits: limits)
    }
}

/// A format string after its arguments are examined: predicates among them replace their `%@`, so that they are
/// parsed, checked and shown in messages as part of the text.
struct FilledFormat {
    private(set) var source: String
    private(set) var arguments: [PredicateValue] = []
    private(set) var library: PredicateLibrary

    init(_ format: PredicateFormatString, library: PredicateLibrary, limits: PredicateLimits)
        throws(PredicateDiagnostics)
    {
        source = format.text
        self.library = library
        let contents = format.interpolations.map(\.content) + format.arguments
        let hasPredicates = contents.contains { if case .predicate = $0.kind { true } else { false } }
        // A format string that is too long is not tokenized; parsing reports it.
        guard hasPredicates || !format.interpolations.isEmpty, source.utf8.count <= limits.sourceBytes else {
            arguments = contents.map { if case .value(let value) = $0.kind { value } else { .null } }
            return
        }
        for case .predicate(_, let other?) in contents.map(\.kind) { self.library.merge(other) }
        var lexer = Lexer(source, library: self.library)
        lexer.fill(to: .max)
        let locations = Self.locations(in: lexer)
        let bytes = Array(source.utf8)
        var text: [UInt8] = []
        var start = 0
        for (index, argument) in try Self.ordered(format, locations.map(\.range), lexer).enumerated() {
            switch argument.kind {
            case .value(let value): arguments.append(value)
            case .predicate(let tree, _):
                guard locations.indices.contains(index), locations[index].isValue, !tree.isTooDeep else {
                    // If a predicate is not allowed there, this nil makes the checker report what is missing.
                    arguments.append(.null)
                    if tree.isTooDeep { throw Self.tooDeep(source, limits) }
                    continue
                }
                let range = locations[index].range
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

    /// What the arguments of a format string contain, in their order there.
    ///
    /// - Throws: `PredicateDiagnostics` if an interpolation is not an argument, because it is in quotes or a part of a word.
    private static func ordered(_ format: PredicateFormatString, _ ranges: [SourceRange], _ lexer: Lexer)
        throws(PredicateDiagnostics) -> [PredicateArgumentContent]
    {
        let offsets = Set(ranges.map(\.lowerBound))
        var problems = format.problems
        for (offset, _) in format.interpolations where !offsets.contains(offset) {
            problems.append(.misplacedInterpolation(at: offset, of: format.text, lexer.tokens))
        }
        guard problems.isEmpty else { throw PredicateDiagnostics(source: format.text, diagnostics: problems) }
        var interpolations = format.interpolations[...]
        var others = format.arguments[...]
        var contents: [PredicateArgumentContent] = []
        for range in ranges {
            let isInterpolation = interpolations.first?.offset == range.lowerBound
            let next = isInterpolation ? interpolations.popFirst()?.content : others.popFirst()
            // After a missing argument, the next one would be taken for it; the checker reports all of them.
            guard let next else { return contents }
            contents.append(next)
        }
        return contents + others
    }

    private static func tooDeep(_ format: String, _ limits: PredicateLimits) -> PredicateDiagnostics {
        let range = SourceRange(0, format.utf8.count)
        return PredicateDiagnostics(
            source: format, diagnostics: [.treeTooDeep(limit: limits.depth, at: range)])
    }

    /// The positions of the arguments of a format string, and whether they are `%@`.
    private static func locations(in lexer: Lexer) -> [(range: SourceRange, isValue: Bool)] {
        lexer.tokens.compactMap { token in
            guard case .argument(let specifier) = lexer.kind(of: token) else { return nil }
            return (token.range, specifier.kind == .value)
        }
    }
}

extension PredicateDiagnostic {
    /// `"owner == \(account)"`
    fileprivate static func noFormatArgument(_ type: Any.Type, at offset: Int) -> PredicateDiagnostic {
        .error(
            .wrongFormatArgument, "a value of type `\(type)` is not a format argument",
            at: SourceRange(offset, offset + 2), hint: "the type has to conform to PredicateFieldValue")
    }

    /// `"name == '\(name)'"`, `"name\(suffix) == nil"`
    fileprivate static func misplacedInterpolation(at offset: Int, of text: String, _ tokens: [Token])
        -> PredicateDiagnostic
    {
        let range = SourceRange(offset, offset + 2)
        let string = tokens.first { $0.code == .string && $0.range.contains(range) }
        guard let string = string?.range else {
            return .error(
                .quotedArgument, "an interpolation stands for a whole value, not for a part of a word or of a comment",
                at: range)
        }
        let isWhole = string == SourceRange(offset - 1, offset + 3)
        return .error(
            .quotedArgument, "an interpolation in quotes would be text, not a value", at: string,
            hint: isWhole ? "remove the quotes" : "remove the quotes: an interpolation stands for a whole value",
            edits: isWhole ? [.init(replacing: string, with: range.text(in: text))] : [])
    }
}
