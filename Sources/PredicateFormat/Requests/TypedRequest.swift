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
///     .having("count > 3")
///     .result()
/// ```
///
/// The parts always run in the same order, whatever the order of the modifiers (D102): predicate, groups, `having`, order,
/// distinct results, offset, limit. Errors of a part, such as a missing field or a key path without a declared
/// field, are thrown when the results are requested.
public struct TypedRequest<Root> {
    /// The description of the values.
    public let description: PredicateDescription<Root>
    /// Functions, operators and the engine of MATCHES, for the texts in the request.
    public var library: PredicateLibrary
    /// Bounds on the texts and on the work.
    public var limits: PredicateLimits

    var predicates: [any RequestPredicate<Root>] = []
    var order: [OrderItem] = []
    var selection: [QueryItem<ColumnForm>] = []
    var keys: [QueryItem<ColumnForm>] = []
    var aggregates: [QueryItem<AggregateForm>] = []
    var havingParts: [Having] = []
    var isDistinct = false
    var offsetCount = 0
    var limitCount: Int?
    var batchCount: Int?
    var inspectors: [any RequestInspector] = []
    /// Key paths that no field was declared for.
    var problems: [PredicateDiagnostic] = []
    /// The sources of values, in order.
    var sources: [[Root]] = []

    /// A part of the order, or a comparison of the program's beside what it compares.
    struct OrderItem: Sendable {
        var key: QueryItem<SortKeyForm>
        var comparator: (@Sendable (Root, Root) -> ValueSemantics.Order)?
    }

    /// A predicate over groups.
    enum Having: Sendable {
        case text(String)
        case tree(PredicateTree)

        var text: String {
            switch self {
            case .text(let text): text
            case .tree(let tree): tree.predicateFormat
            }
        }
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
