import PredicateCore
import PredicatePlatform

extension TypedRequest {
    // MARK: Values

    /// The values themselves.
    ///
    /// - Throws: what is wrong with the request; that its results are groups; or that an evaluation reached a limit, unless the request
    ///   has a context that is told (`warn`).
    public func result() throws(RequestError) -> [Root] { try result(from: sources.joined()) }

    /// The values themselves, of a source that is read once and no further than is needed.
    public func result(from values: some Sequence<Root>, context: EvaluationContext? = nil) throws(RequestError)
        -> [Root]
    {
        var run = try RequestRun(self, context)
        guard !run.query.isGrouped else { throw .groups }
        return try run.values(of: values)
    }

    /// The first result; nil if there is none.
    public func first() throws(RequestError) -> Root? {
        try with { $0.limitCount = min(1, $0.limitCount ?? 1) }.result().first
    }

    /// The first result of a source.
    public func first(from values: some Sequence<Root>) throws(RequestError) -> Root? {
        try with { $0.limitCount = min(1, $0.limitCount ?? 1) }.result(from: values).first
    }

    /// The number of results: values, or groups.
    public func count() throws(RequestError) -> Int { try count(from: sources.joined()) }

    /// How many results a source has.
    public func count(from values: some Sequence<Root>, context: EvaluationContext? = nil) throws(RequestError) -> Int {
        var run = try RequestRun(self, context)
        return try run.count(of: values)
    }

    // MARK: Objects

    /// The results as objects with the fields in their order: those of `fetchingOnly`, those of groups, or all.
    public func objects() throws(RequestError) -> [PredicateObject] { try objects(from: sources.joined()) }

    /// The results of a source as objects.
    public func objects(from values: some Sequence<Root>, context: EvaluationContext? = nil) throws(RequestError)
        -> [PredicateObject]
    {
        var run = try RequestRun(self, context)
        return try run.objects(of: values)
    }

    /// The results as dictionaries of values of the language.
    @_disfavoredOverload
    public func result() throws(RequestError) -> [[String: PredicateValue]] { try objects().map(\.dictionary) }

    /// The results of a source as dictionaries of values of the language.
    @_disfavoredOverload
    public func result(from values: some Sequence<Root>) throws(RequestError) -> [[String: PredicateValue]] {
        try objects(from: values).map(\.dictionary)
    }

    /// The results as dictionaries of Swift values. A field has its Swift type, an enumeration that of its raw values, and
    /// a described type is a dictionary. Counts and sums of integers are `Int`. nil fields are left out.
    @_disfavoredOverload
    public func result() throws(RequestError) -> [[String: Any]] { try result(from: sources.joined()) }

    /// The results of a source as dictionaries of Swift's own values.
    @_disfavoredOverload
    public func result(from values: some Sequence<Root>) throws(RequestError) -> [[String: Any]] {
        var run = try RequestRun(self, nil)
        let shapes = run.query.shapes(over: description.type)
        return try run.objects(of: values).map { object in object.swiftDictionary { shapes[$0] } }
    }

    /// The results decoded as a type of the program, whose keys are the names of the fields.
    ///
    /// ```swift
    /// struct City: Decodable { var city: String, count: Int, oldest: Int }
    /// let cities = try people.fetch().groupBy(\.city).aggregating("oldest = max(age)").result(as: City.self)
    /// ```
    ///
    /// - Throws: also that a result is not a value of the type.
    public func result<Value: Decodable>(as type: Value.Type) throws(RequestError) -> [Value] {
        try result(from: sources.joined(), as: type)
    }

    /// The results of a source, decoded as a type of the program.
    public func result<Value: Decodable>(from values: some Sequence<Root>, as type: Value.Type) throws(RequestError)
        -> [Value]
    {
        let objects = try objects(from: values)
        do {
            let rows = JSONNode.array(try objects.map { try PredicateValue.object($0).decodableJSON() })
            return try JSONDecoder().decode([Value].self, from: Data(rows.text(pretty: false).utf8))
        } catch {
            throw .undecodable(reason: "\(error)")
        }
    }

    // MARK: Tuples

    /// Some properties of each result, typed: `try request.result(of: \.name, \.age)` is `[(String, Int)]`.
    ///
    /// Distinct results differ in these properties, unless `fetchingOnly` chooses others.
    public func result<each Value>(of keyPath: repeat KeyPath<Root, each Value>) throws(RequestError) -> [(
        repeat each Value
    )] {
        try result(from: sources.joined(), of: repeat each keyPath)
    }

    /// Some properties of each result of a source.
    public func result<each Value>(
        from values: some Sequence<Root>, of keyPath: repeat KeyPath<Root, each Value>
    ) throws(RequestError) -> [(repeat each Value)] {
        var request = self
        if isDistinct, selection.isEmpty {
            var keyPaths: [PartialKeyPath<Root>] = []
            for keyPath in repeat each keyPath { keyPaths.append(keyPath) }
            request = fetching(keyPaths)
        }
        let found: [Root] = try request.result(from: values)
        return found.map { value in (repeat value[keyPath: each keyPath]) }
    }

    // MARK: Sections

    /// The results in sections by a property, in the order of their first results. The request's
    /// order applies within each section; if the request is ordered by the property first, its sections have that order.
    public func sections<Key: Hashable>(by keyPath: KeyPath<Root, Key>) throws(RequestError) -> [RequestSection<
        Key, Root
    >] {
        try sections(from: sources.joined(), by: keyPath)
    }

    /// The results of a source in sections.
    public func sections<Key: Hashable>(
        from values: some Sequence<Root>, by keyPath: KeyPath<Root, Key>
    ) throws(RequestError) -> [RequestSection<Key, Root>] {
        var locations: [Key: Int] = [:]
        var sections: [RequestSection<Key, Root>] = []
        let found: [Root] = try result(from: values)
        for value in found {
            let key = value[keyPath: keyPath]
            if let location = locations[key] {
                sections[location].values.append(value)
            } else {
                locations[key] = sections.count
                sections.append(RequestSection(key: key, values: [value]))
            }
        }
        return sections
    }
}

/// Results that have something in common.
public struct RequestSection<Key, Root> {
    /// The value of their property.
    public let key: Key
    /// The results, in the order of the request.
    public internal(set) var values: [Root]
}

extension RequestSection: Sendable where Key: Sendable, Root: Sendable {}
