import PredicateCore

extension CheckedPredicate {
    /// The JSON form of the predicate, with types and ranges; see `PredicateTree.json(source:pretty:)`.
    public func json(pretty: Bool = false) -> String { tree.json(source: source, pretty: pretty) }
}

extension ParsedPredicate {
    /// The JSON form of the predicate with its format arguments open; see `PredicateTree.json(source:pretty:)`.
    public func json(pretty: Bool = false) -> String { tree.json(source: source, pretty: pretty) }
}
