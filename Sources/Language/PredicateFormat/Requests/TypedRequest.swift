import PredicateCore

/// A query over Swift values: a predicate, their order, their number, their fields, and groups of them.
///
/// A request is a value. Each modifier returns another one; nothing runs before the results are requested.
///
/// ```swift
/// let adults = try Person.request()
///     .where(Person.predicate("age >= 18"))
///     .sorted(by: \.age, .descending)
///     .sorted(by: \.name, options: .caseInsensitive)
///     .limit(20)
///     .result(from: people)
///
/// let cities: [[String: PredicateValue]] = try people.fetch()
///     .groupBy(\.city)
///     .aggregating("oldest = max(age)")
///     .having("count > %d", 3)
///     .result()
/// ```
///
/// The parts always run in the same order, whatever the order of the modifiers (D102): predicate, groups, `having`, order,
/// distinct results, offset, limit. Errors of a part, such as a missing field or a key path without a declared
/// field, are thrown when the results are requested.
public struct TypedRequest<Root> {
    /// The description of the values.
    public let description: PredicateDescription<Root>
    /// Functions, operators and the engine of MATCHES, for all strings and key paths of the request, including those
    /// that were given before.
    public var library: PredicateLibrary
    /// Bounds on all strings and key paths of the request and on its work, including those that were given before. The
    /// standard limits leave a checked predicate the limits that it was checked with; then these, and its library, are
    /// those of the other parts of the request too.
    public var limits: PredicateLimits

    var predicates: [any RequestPredicate<Root>] = []
    var order: [OrderItem] = []
    var selection: [PredicateFormatString] = []
    var keys: [PredicateFormatString] = []
    var aggregates: [PredicateFormatString] = []
    var havingParts: [Having] = []
    var isDistinct = false
    var offsetCount = 0
    var limitCount: Int?
    var batchCount: Int?
    var inspectors: [any RequestInspector] = []
    /// Key paths that no field was declared for.
    var problems: [RecordQueryDiagnostics.Found] = []
    /// The sources of values, in order.
    var sources: [[Root]] = []

    /// A part of the order, or a comparison of the program with what it compares.
    struct OrderItem: Sendable {
        var key: PredicateFormatString
        var comparator: (@Sendable (Root, Root) -> ValueSemantics.Order)?
    }

    /// A predicate that selects groups.
    enum Having: Sendable {
        /// An expression over the fields of groups, with the values of its format arguments.
        case text(PredicateFormatString)
        /// A predicate over records.
        case predicate(any RequestPredicate<Root>)
    }

    /// A request for all values of a described type.
    public init(
        _ description: PredicateDescription<Root>, library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) {
        self.description = description
        self.library = library
        self.limits = limits
    }

    func with(_ change: (inout TypedRequest) -> Void) -> TypedRequest {
        var request = self
        change(&request)
        return request
    }
}

/// A request can move to another thread if its values can.
extension TypedRequest: Sendable where Root: Sendable {}

extension PredicateDescribed {
    /// A request for values of this type.
    public static func request() -> TypedRequest<Self> { TypedRequest(predicateDescription) }

    /// A request for the values of this type that satisfy a predicate.
    public static func request(where predicate: some RequestPredicate<Self>) -> TypedRequest<Self> {
        request().where(predicate)
    }
}

extension PredicateDescription {
    /// A request for values of the described type.
    public func request() -> TypedRequest<Root> { TypedRequest(self) }
}

extension Sequence where Element: PredicateDescribed {
    /// A request for these values.
    public func fetch() -> TypedRequest<Element> { Element.request().from(self) }

    /// A request for those of these values that satisfy a predicate.
    public func fetch(where predicate: some RequestPredicate<Element>) -> TypedRequest<Element> {
        fetch().where(predicate)
    }

    /// How many of these values satisfy a predicate.
    ///
    /// - Throws: `PredicateDiagnostics` when the predicate cannot be used.
    public func count(where predicate: some RequestPredicate<Element>) throws(PredicateDiagnostics) -> Int {
        count(where: try predicate.predicate(over: Element.predicateDescription))
    }
}

/// The predicate of a request: a predicate, or a value that becomes one when the request runs and may fail then.
public protocol RequestPredicate<Root>: Sendable {
    /// The type of the values.
    associatedtype Root

    /// The predicate.
    ///
    /// - Throws: `PredicateDiagnostics` with its errors.
    func predicate(over description: PredicateDescription<Root>) throws(PredicateDiagnostics) -> TypedPredicate<Root>

    /// The predicate under the library and the limits of a request. A predicate that is checked already has its own, and
    /// needs no other implementation than the default.
    ///
    /// - Throws: `PredicateDiagnostics` with its errors.
    func predicate(
        over description: PredicateDescription<Root>, library: PredicateLibrary, limits: PredicateLimits
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root>
}

extension RequestPredicate {
    /// The predicate, which has its own library and limits.
    public func predicate(
        over description: PredicateDescription<Root>, library: PredicateLibrary, limits: PredicateLimits
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try predicate(over: description)
    }
}

extension TypedPredicate: RequestPredicate {
    /// The predicate itself.
    public func predicate(over description: PredicateDescription<Root>) -> TypedPredicate<Root> { self }
}

/// Sees a request before it runs, for logs or tests.
public protocol RequestInspector: Sendable {
    /// Called before a request runs.
    ///
    /// - Parameter query: the request as text. A comparator is shown as the expression that it compares.
    func inspect(_ query: RecordQuery)
}
