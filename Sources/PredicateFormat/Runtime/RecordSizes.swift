/// How large records may be, for an estimate of what a predicate costs.
///
/// What is not given here is taken from the schema (`FieldLimits`), and what is not given there has no bound.
public struct RecordSizes: Hashable, Sendable {
    /// Bytes of the text of a record. It bounds every list and every text in it.
    public var recordBytes: Int?
    /// Elements of a list of which nothing else is known.
    public var elements: Int?
    /// Bytes of a text of which nothing else is known.
    public var textBytes: Int?
    /// Elements of lists, and bytes of texts, by key path: `items`, `items.name`.
    public var fields: [String: Int]

    /// Sizes; nil is no bound.
    public init(
        recordBytes: Int? = nil, elements: Int? = nil, textBytes: Int? = nil, fields: [String: Int] = [:]
    ) {
        self.recordBytes = recordBytes
        self.elements = elements
        self.textBytes = textBytes
        self.fields = fields
    }
}
