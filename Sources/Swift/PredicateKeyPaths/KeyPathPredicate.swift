import PredicateCore
import PredicateFormat

/// A predicate that is written with key paths of a Swift type.
///
/// ```swift
/// let predicate = \Note.views >= 120 && (\Note.text).contains("hello", .caseInsensitive)
/// let popular = try notes.filter(predicate)
/// ```
///
/// The operators and functions of this module make it. It contains the tree of a predicate, the same as from a string,
/// and no key paths: each becomes a path of fields when its operator is applied. A property without a field is kept,
/// and reported by `checked()` together with all other errors.
public struct KeyPathPredicate<Root>: Sendable {
    /// The predicate as an unchecked tree.
    public let tree: PredicateTree
    /// The key paths without a field.
    let unregistered: [UnregisteredKeyPath]
    /// The libraries of the predicates from text that are parts of this one.
    let libraries: [PredicateLibrary]

    init(_ tree: PredicateTree, unregistered: [UnregisteredKeyPath] = [], libraries: [PredicateLibrary] = []) {
        self.tree = tree
        self.unregistered = unregistered
        self.libraries = libraries
    }

    /// A predicate from a tree.
    public init(_ tree: PredicateTree) { self.init(tree, unregistered: [], libraries: []) }

    /// A predicate from a checked one, such as a predicate from text.
    public init(_ predicate: TypedPredicate<Root>) {
        self.init(predicate.checked.tree, libraries: [predicate.checked.library])
    }

    /// The canonical text.
    public var predicateFormat: String { tree.predicateFormat }

    /// The predicate with an engine for its regular expressions.
    func using(_ engine: any PatternEngine) -> KeyPathPredicate {
        KeyPathPredicate(
            tree, unregistered: unregistered, libraries: libraries + [PredicateLibrary().using(patterns: engine)])
    }

    init(_ tree: PredicateTree, of parts: [KeyPathPredicate<Root>]) {
        self.init(
            tree, unregistered: parts.flatMap(\.unregistered), libraries: parts.flatMap(\.libraries))
    }
}

extension KeyPathPredicate: PredicateArgument {
    /// The predicate, for `%@` in a string.
    public var predicateArgument: PredicateArgumentContent {
        let library = libraries.reduce(into: PredicateLibrary?.none) { all, next in
            if all == nil { all = next } else { all?.merge(next) }
        }
        return .predicate(tree, library: library)
    }
}

extension KeyPathPredicate: Hashable {
    /// Whether the predicates have the same canonical text, byte by byte, and equal libraries.
    public static func == (a: KeyPathPredicate, b: KeyPathPredicate) -> Bool {
        a.tree.canonical == b.tree.canonical && a.unregistered == b.unregistered && a.libraries == b.libraries
    }

    /// Hashes the tree of the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(tree.canonical) }
}

extension KeyPathPredicate: CustomStringConvertible {
    /// The canonical text.
    public var description: String { predicateFormat }
}

extension KeyPathPredicate where Root: PredicateDescribed {
    /// The predicate, checked against its type and ready for use.
    ///
    /// - Parameters:
    ///   - library: functions, operators and the engine of MATCHES, in addition to those of predicates from text that
    ///     are parts of this one.
    ///   - limits: limits of the text and of the work of an evaluation.
    /// - Throws: `PredicateDiagnostics` with all errors, each at its location in the text of the predicate. A
    ///   property without a field is `unregistered-key-path`.
    public func checked(
        library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try checked(against: Root.predicateDescription, library: library, limits: limits)
    }
}

extension KeyPathPredicate {
    func checked(
        against description: PredicateDescription<Root>, library: PredicateLibrary, limits: PredicateLimits
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        let library = libraries.reduce(into: library) { $0.merge($1) }
        let schema = try description.checkedSchema()
        do {
            let checked = try tree.checked(against: schema, library: library, limits: limits)
            if unregistered.isEmpty { return TypedPredicate(checked, description) }
        } catch {
            throw unregistered.isEmpty ? error : UnregisteredKeyPath.replaced(in: error, unregistered)
        }
        throw UnregisteredKeyPath.replaced(
            in: PredicateDiagnostics(source: predicateFormat, diagnostics: []), unregistered)
    }
}

extension PredicateDescribed {
    /// A predicate over values of this type, written with key paths.
    ///
    /// ```swift
    /// let adults = try Person.predicate(\.age >= 18 && \.name != "")
    /// ```
    ///
    /// - Throws: `PredicateDiagnostics` with all errors; see `KeyPathPredicate.checked`.
    public static func predicate(
        _ predicate: KeyPathPredicate<Self>, library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Self> {
        try predicate.checked(library: library, limits: limits)
    }
}

extension Sequence where Element: PredicateDescribed {
    /// The elements that satisfy a predicate. Throws the same errors as `KeyPathPredicate.checked`.
    public func filter(
        _ predicate: KeyPathPredicate<Element>, context: EvaluationContext? = nil
    ) throws(PredicateDiagnostics) -> [Element] {
        filter(try predicate.checked(), context: context)
    }

    /// The number of elements that satisfy a predicate. Throws the same errors as `KeyPathPredicate.checked`.
    public func count(
        where predicate: KeyPathPredicate<Element>, context: EvaluationContext? = nil
    ) throws(PredicateDiagnostics) -> Int {
        count(where: try predicate.checked(), context: context)
    }

    /// The first element that satisfies a predicate. Throws the same errors as `KeyPathPredicate.checked`.
    public func first(
        where predicate: KeyPathPredicate<Element>, context: EvaluationContext? = nil
    ) throws(PredicateDiagnostics) -> Element? {
        first(where: try predicate.checked(), context: context)
    }

    /// Whether an element satisfies a predicate. Throws the same errors as `KeyPathPredicate.checked`.
    public func contains(
        where predicate: KeyPathPredicate<Element>, context: EvaluationContext? = nil
    ) throws(PredicateDiagnostics) -> Bool {
        contains(where: try predicate.checked(), context: context)
    }

    /// Whether all elements satisfy a predicate. Throws the same errors as `KeyPathPredicate.checked`.
    public func allSatisfy(
        _ predicate: KeyPathPredicate<Element>, context: EvaluationContext? = nil
    ) throws(PredicateDiagnostics) -> Bool {
        allSatisfy(try predicate.checked(), context: context)
    }
}

extension KeyPathPredicate: Codable {
    /// Reads a string. It is checked where it is used, like every predicate of key paths.
    ///
    /// The library comes from the decoder's `userInfo`: see `CodingUserInfoKey.predicateLibrary`.
    ///
    /// - Throws: `PredicateDiagnostics` if the text has errors, and `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let format = try decoder.singleValueContainer().decode(String.self)
        let library = decoder.userInfo[.predicateLibrary] as? PredicateLibrary
        let parsed = try ParsedPredicate(
            parsing: format, library: library ?? .standard,
            limits: decoder.userInfo[.predicateLimits] as? PredicateLimits ?? .standard)
        self.init(parsed.tree, libraries: library.map { [$0] } ?? [])
    }

    /// Writes the canonical text.
    ///
    /// - Throws: `EncodingError` if a property has no field, or if no string says what the predicate is.
    public func encode(to encoder: any Encoder) throws {
        func failure(_ reason: String) -> EncodingError {
            EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
        }
        if let first = unregistered.first { throw failure("\(first.name) is not a field") }
        let library = libraries.reduce(into: PredicateLibrary.standard) { $0.merge($1) }
        let format = predicateFormat
        guard let again = try? ParsedPredicate(parsing: format, library: library),
            again.tree.canonical == tree.canonical
        else { throw failure("the predicate has a constant that no text can say") }
        var container = encoder.singleValueContainer()
        try container.encode(format)
    }
}

/// A key path without a field. In a tree, a name that no field has stands for it.
struct UnregisteredKeyPath: Hashable, Sendable {
    /// The name in the tree: the text of the key path.
    let name: String
    /// The diagnostic of the key path. Its location is set when the tree is written as text.
    private let diagnostic: PredicateDiagnostic

    init(_ keyPath: AnyKeyPath, named name: String, of root: String) {
        self.name = name
        diagnostic = PredicateDiagnostic.unregisteredKeyPath(keyPath, of: root, at: SourceRange(at: 0))
    }

    /// The diagnostics of a tree, in which these diagnostics replace those that checking finds for the names.
    static func replaced(in found: PredicateDiagnostics, _ unregistered: [UnregisteredKeyPath])
        -> PredicateDiagnostics
    {
        var own: [PredicateDiagnostic] = []
        var known: Set<UnregisteredKeyPath> = []
        for keyPath in unregistered where known.insert(keyPath).inserted {
            let written = ExpressionTree.literal(.string(keyPath.name)).predicateFormat
            let locations = Self.locations(of: written, in: found.source)
            for location in locations.isEmpty ? [SourceRange(at: 0)] : locations {
                var diagnostic = keyPath.diagnostic
                diagnostic.range = location
                own.append(diagnostic)
            }
        }
        let others = found.diagnostics.filter { other in !own.contains { $0.range.overlaps(other.range) } }
        let all = (own + others).sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        return PredicateDiagnostics(source: found.source, diagnostics: all)
    }

    /// The locations of a string in another.
    private static func locations(of part: String, in whole: String) -> [SourceRange] {
        let part = Array(part.utf8)
        let whole = Array(whole.utf8)
        guard let first = part.first, whole.count >= part.count else { return [] }
        var locations: [SourceRange] = []
        for start in 0...(whole.count - part.count)
        where whole[start] == first && whole[start..<(start + part.count)].elementsEqual(part) {
            locations.append(SourceRange(start, start + part.count))
        }
        return locations
    }
}

extension SourceRange {
    fileprivate func overlaps(_ other: SourceRange) -> Bool {
        lowerBound < other.upperBound && other.lowerBound < upperBound || contains(other) || other.contains(self)
    }
}

// Requests with predicates of key paths. The concrete overloads let the compiler infer the root of `\.views > 5`.

extension KeyPathPredicate: RequestPredicate {
    /// The predicate, checked against the description.
    ///
    /// - Throws: `PredicateDiagnostics` with all errors; see `checked`.
    public func predicate(over description: PredicateDescription<Root>) throws(PredicateDiagnostics) -> TypedPredicate<
        Root
    > { try checked(against: description, library: .standard, limits: .standard) }

    /// The predicate, checked against the description with the library and the limits of a request.
    ///
    /// - Throws: `PredicateDiagnostics` with all errors; see `checked`.
    public func predicate(
        over description: PredicateDescription<Root>, library: PredicateLibrary, limits: PredicateLimits
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try checked(against: description, library: library, limits: limits)
    }
}

extension TypedRequest {
    /// Adds a predicate that values must satisfy, in addition to those given before. Its errors are thrown when the
    /// request runs.
    public func `where`(_ predicate: KeyPathPredicate<Root>) -> TypedRequest {
        let predicate: some RequestPredicate<Root> = predicate
        return self.where(predicate)
    }

    /// Only groups that satisfy a predicate over values. A key of the groups has its value; any other field has the value of
    /// the first value of the group.
    ///
    /// ```swift
    /// notes.fetch().groupBy(\.creationDate).having((\Note.text).contains("Hello, World!"))
    /// ```
    public func having(_ predicate: KeyPathPredicate<Root>) -> TypedRequest {
        let predicate: some RequestPredicate<Root> = predicate
        return self.having(predicate)
    }
}

extension PredicateDescribed {
    /// A request for values that satisfy a predicate. The errors of the predicate are thrown when the request runs.
    public static func request(where predicate: KeyPathPredicate<Self>) -> TypedRequest<Self> {
        let predicate: some RequestPredicate<Self> = predicate
        return request(where: predicate)
    }
}

extension Sequence where Element: PredicateDescribed {
    /// A request for the values that satisfy a predicate. The errors of the predicate are thrown when the request
    /// runs.
    public func fetch(where predicate: KeyPathPredicate<Element>) -> TypedRequest<Element> {
        let predicate: some RequestPredicate<Element> = predicate
        return fetch(where: predicate)
    }
}
