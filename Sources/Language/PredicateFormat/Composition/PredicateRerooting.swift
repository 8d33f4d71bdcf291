import PredicateCore

extension PredicateTree {
    /// The predicate about the value under a key of a record, instead of the record itself.
    ///
    /// `title == "x"` at `item.note` is `item.note.title == "x"`, and `SELF` becomes the path. The result is the same
    /// as with the path written before every field: if the path leads to nil, every field after it is nil.
    ///
    /// - Parameter keys: the keys from the new record to the old one; with none, the predicate stays the same.
    public func rerooted(at keys: [String]) -> PredicateTree {
        guard !keys.isEmpty else { return self }
        return replacingRecord(by: Self.path(keys))
    }

    /// The predicate about each value in a collection under a key of a record.
    ///
    /// `title == "x"` for any at `notes` is `SUBQUERY(notes, $element, $element.title == "x").@count > 0`: one element
    /// must satisfy the whole predicate, unlike with `ANY` before each of several comparisons.
    ///
    /// - Parameters:
    ///   - keys: the keys from the new record to the collection.
    ///   - quantifier: how many of the elements must satisfy the predicate.
    public func rerooted(at keys: [String], _ quantifier: Quantifier) -> PredicateTree {
        let name = freshVariable("element")
        var condition = replacingRecord(by: ExpressionTree(.variable(name)))
        if quantifier == .all { condition = !condition }
        let elements = ExpressionTree(.subquery(Self.path(keys), variable: name, condition))
        let found = PredicateTree(
            .comparison(Comparison(ExpressionTree(.collection(.count, elements, path: nil)), .greater, .literal(0))))
        return quantifier == .any ? found : !found
    }

    private static func path(_ keys: [String]) -> ExpressionTree {
        keys.reduce(ExpressionTree(.record)) { ExpressionTree(.field($0, $1)) }
    }

    package func replacingRecord(by path: ExpressionTree) -> PredicateTree {
        rewritingExpressions { tree in
            if case .record = tree.kind { path } else { tree }
        }
    }

    /// A name that no variable of the predicate has.
    package func freshVariable(_ base: String) -> String {
        var taken: Set<String> = []
        forEachNode { node in
            guard case .expression(let tree) = node else { return }
            switch tree.kind {
            case .variable(let name), .assignment(let name, _), .subquery(_, variable: let name, _): taken.insert(name)
            default: break
            }
        }
        var name = base
        var number = 1
        while taken.contains(name) {
            number += 1
            name = "\(base)\(number)"
        }
        return name
    }
}

extension CheckedPredicate {
    /// The predicate about the value under a key of a record, instead of the record itself; see
    /// `PredicateTree.rerooted(at:)`.
    ///
    /// - Parameters:
    ///   - keys: the keys from the new record to the old one.
    ///   - schema: the schema of the new records; nil treats every field as `any`.
    /// - Throws: `PredicateDiagnostics` if the predicate does not fit the value at the path.
    public func rerooted(at keys: [String], against schema: RecordSchema?) throws(PredicateDiagnostics)
        -> CheckedPredicate
    {
        try structure.rerooted(at: keys).openlyChecked(against: schema, library: library, limits: limits)
    }

    /// The predicate about each value in a collection under a key of a record; see
    /// `PredicateTree.rerooted(at:_:)`.
    ///
    /// - Parameters:
    ///   - keys: the keys from the new record to the collection.
    ///   - quantifier: how many of the elements must satisfy the predicate.
    ///   - schema: the schema of the new records; nil treats every field as `any`.
    /// - Throws: `PredicateDiagnostics` if the predicate does not fit the value at the path.
    public func rerooted(at keys: [String], _ quantifier: Quantifier, against schema: RecordSchema?)
        throws(PredicateDiagnostics) -> CheckedPredicate
    {
        try structure.rerooted(at: keys, quantifier)
            .openlyChecked(against: schema, library: library, limits: limits)
    }
}
