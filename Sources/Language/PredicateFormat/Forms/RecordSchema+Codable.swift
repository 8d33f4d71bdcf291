import PredicateCore

// The coders of types with values are written out, because the compiler makes one only in the file of the type, and
// these types are the core's. Keys are the names of properties, and what is nil is left out.

extension RecordSchema: Codable {
    private enum CodingKeys: String, CodingKey {
        case origin, root, types, recordCount
    }

    /// Reads what `encode(to:)` writes.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            root: try container.decode(ValueType.self, forKey: .root),
            origin: try container.decode(Origin.self, forKey: .origin),
            recordCount: try container.decodeIfPresent(Int.self, forKey: .recordCount))
        types = try container.decode([String: RecordType].self, forKey: .types)
    }

    /// Writes `origin`, `root` and `types`, and `recordCount` if there is one.
    ///
    /// - Throws: what the types of the fields throw.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(origin, forKey: .origin)
        try container.encode(root, forKey: .root)
        try container.encode(types, forKey: .types)
        try container.encodeIfPresent(recordCount, forKey: .recordCount)
    }
}

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

extension RecordField: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, type, documentation, statistics, limits
    }

    /// Reads what `encode(to:)` writes.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .name),
            try container.decode(ValueType.self, forKey: .type),
            documentation: try container.decodeIfPresent(String.self, forKey: .documentation),
            statistics: try container.decodeIfPresent(FieldStatistics.self, forKey: .statistics),
            limits: try container.decodeIfPresent(FieldLimits.self, forKey: .limits))
    }

    /// Writes `name` and `type`, and the other properties that are there.
    ///
    /// - Throws: what the type throws, and the values of the statistics.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(documentation, forKey: .documentation)
        try container.encodeIfPresent(statistics, forKey: .statistics)
        try container.encodeIfPresent(limits, forKey: .limits)
    }
}

extension FieldStatistics: Codable {
    private enum CodingKeys: String, CodingKey {
        case present, null, total, values, seen, allDates, allNumbers, dateForms, percentSigns, areNumbersUneven
    }

    /// Reads what `encode(to:)` writes.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            present: try container.decode(Int.self, forKey: .present),
            null: try container.decode(Int.self, forKey: .null),
            total: try container.decode(Int.self, forKey: .total),
            values: try container.decode([ValueCount].self, forKey: .values),
            allDates: try container.decode(Bool.self, forKey: .allDates),
            seen: try container.decode([ValueCount].self, forKey: .seen),
            allNumbers: try container.decode(Bool.self, forKey: .allNumbers),
            dateForms: try container.decodeIfPresent(DateForms.self, forKey: .dateForms))
        percentSigns = try container.decode(PercentSigns.self, forKey: .percentSigns)
        areNumbersUneven = try container.decode(Bool.self, forKey: .areNumbersUneven)
    }

    /// Writes all statistics.
    ///
    /// - Throws: what the values throw.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(present, forKey: .present)
        try container.encode(null, forKey: .null)
        try container.encode(total, forKey: .total)
        try container.encode(values, forKey: .values)
        try container.encode(seen, forKey: .seen)
        try container.encode(allDates, forKey: .allDates)
        try container.encode(allNumbers, forKey: .allNumbers)
        try container.encodeIfPresent(dateForms, forKey: .dateForms)
        try container.encode(percentSigns, forKey: .percentSigns)
        try container.encode(areNumbersUneven, forKey: .areNumbersUneven)
    }
}

extension FieldStatistics.ValueCount: Codable {
    private enum CodingKeys: String, CodingKey {
        case value, count
    }

    /// Reads what `encode(to:)` writes.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(PredicateValue.self, forKey: .value), try container.decode(Int.self, forKey: .count))
    }

    /// Writes the value and its count.
    ///
    /// - Throws: what the value throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(value, forKey: .value)
        try container.encode(count, forKey: .count)
    }
}

extension EnumerationType: Codable {
    private enum CodingKeys: String, CodingKey {
        case base, cases
    }

    /// Reads what `encode(to:)` writes.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            base: try container.decode(ValueType.self, forKey: .base),
            cases: try container.decode([PredicateValue].self, forKey: .cases))
    }

    /// Writes the type of the cases and the cases.
    ///
    /// - Throws: what the cases throw.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(base, forKey: .base)
        try container.encode(cases, forKey: .cases)
    }
}
