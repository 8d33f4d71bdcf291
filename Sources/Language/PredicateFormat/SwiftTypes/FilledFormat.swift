import PredicateCore

/// A format string after its arguments are examined: predicates among them replace their `%@`, so that they are
/// parsed, checked and shown in messages as part of the text.
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
        // A text that is too long is not tokenized; parsing reports it.
        guard hasPredicates, format.utf8.count <= limits.sourceBytes else {
            arguments = given.map { if case .value(let value) = $0.kind { value } else { .null } }
            return
        }
        for case .predicate(_, let other?) in given.map(\.kind) { self.library.merge(other) }
        let locations = Self.locations(in: format, library: self.library)
        let bytes = Array(format.utf8)
        var text: [UInt8] = []
        var start = 0
        for (index, argument) in given.enumerated() {
            switch argument.kind {
            case .value(let value): arguments.append(value)
            case .predicate(let tree, _):
                guard locations.indices.contains(index), locations[index].isValue, !tree.isTooDeep else {
                    // If a predicate is not allowed there, this nil makes the checker report what is missing.
                    arguments.append(.null)
                    if tree.isTooDeep { throw Self.tooDeep(format, limits) }
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

    private static func tooDeep(_ format: String, _ limits: PredicateLimits) -> PredicateDiagnostics {
        let range = SourceRange(0, format.utf8.count)
        return PredicateDiagnostics(
            source: format, diagnostics: [CheckingMessages.treeTooDeep(limit: limits.depth, at: range)])
    }

    /// The positions of the arguments of a text, and whether they are `%@`.
    private static func locations(in format: String, library: PredicateLibrary) -> [(range: SourceRange, isValue: Bool)]
    {
        var lexer = Lexer(format, library: library)
        lexer.fill(to: .max)
        var locations: [(range: SourceRange, isValue: Bool)] = []
        for token in lexer.tokens {
            guard case .argument(let specifier) = lexer.kind(of: token) else { continue }
            locations.append((token.range, specifier.kind == .value))
        }
        return locations
    }
}
