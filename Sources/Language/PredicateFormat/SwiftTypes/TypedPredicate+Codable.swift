import PredicateCore

extension TypedPredicate: Encodable {
    /// Writes the canonical text. The type of the values is known where it is read.
    ///
    /// - Throws: `EncodingError` if no text says what the predicate is; see `CheckedPredicate.encode(to:)`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(checked.writableFormat(for: encoder))
    }
}

extension TypedPredicate: Decodable where Root: PredicateDescribed {
    /// Reads a text and checks it against the description of the type.
    ///
    /// The library and the limits come from the decoder's `userInfo`: see `CodingUserInfoKey.predicateLibrary`.
    ///
    /// - Throws: `PredicateDiagnostics` if the text has errors, and `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let format = try decoder.singleValueContainer().decode(String.self)
        let description = Root.predicateDescription
        self.init(try CheckedPredicate.checked(format, against: description.schema, in: decoder), description)
    }
}
