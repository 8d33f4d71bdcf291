/// The maximum sizes of records, for an estimate of the cost of a predicate.
///
/// Missing sizes come from the schema (`FieldLimits`), and have no bound if they are missing there too.
public struct RecordSizes: Hashable, Sendable {
    /// Bytes of the text of a record. It bounds every list and every text in it.
    public var recordBytes: Int?
    /// The elements of a list without another limit.
    public var elements: Int?
    /// The bytes of a text without another limit.
    public var textBytes: Int?
    /// Elements of lists, and bytes of texts, by key path: `items`, `items.name`.
    public var fields: [String: Int]

    /// Sizes; nil means no bound.
    public init(
        recordBytes: Int? = nil, elements: Int? = nil, textBytes: Int? = nil, fields: [String: Int] = [:]
    ) {
        self.recordBytes = recordBytes
        self.elements = elements
        self.textBytes = textBytes
        self.fields = fields
    }
}
