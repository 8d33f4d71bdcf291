extension CheckedPredicate: Hashable {
    /// Whether the predicates have the same canonical text, byte by byte, and equal schemas, libraries and limits.
    ///
    /// A text with NFC and one with NFD answer differently, so they are not equal. Libraries are equal if what a text
    /// can name is: see `PredicateLibrary`.
    public static func == (a: CheckedPredicate, b: CheckedPredicate) -> Bool {
        a.storage === b.storage
            || sameCodePoints(a.predicateFormat, b.predicateFormat) && a.schema == b.schema && a.limits == b.limits
                && a.library == b.library
    }

    /// Hashes the canonical text.
    public func hash(into hasher: inout Hasher) { hasher.combine(ExactName(predicateFormat)) }
}
