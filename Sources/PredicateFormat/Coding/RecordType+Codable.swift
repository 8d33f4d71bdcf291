extension RecordType: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, fields, additional, documentation
    }

    /// Reads what `encode(to:)` writes.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .name),
            fields: try container.decode([RecordField].self, forKey: .fields),
            additional: try container.decodeIfPresent(ValueType.self, forKey: .additional),
            documentation: try container.decodeIfPresent(String.self, forKey: .documentation))
    }

    /// Writes `name` and `fields`, and `additional` and `documentation` if there are any.
    ///
    /// - Throws: what the types and statistics of the fields throw.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(fields, forKey: .fields)
        try container.encodeIfPresent(additional, forKey: .additional)
        try container.encodeIfPresent(documentation, forKey: .documentation)
    }
}
