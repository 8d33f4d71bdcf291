import PredicateCore

extension TypedPredicate: Hashable {
    /// Whether the predicates are equal as `CheckedPredicate`s.
    public static func == (a: TypedPredicate, b: TypedPredicate) -> Bool { a.checked == b.checked }

    /// Hashes the canonical text.
    public func hash(into hasher: inout Hasher) { hasher.combine(checked) }
}

extension TypedPredicate: CustomStringConvertible {
    /// The canonical text.
    public var description: String { predicateFormat }
}
