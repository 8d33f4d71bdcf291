import PredicateCore

extension PredicateLimits: Codable {
    private enum Keys: String, CodingKey {
        case sourceBytes, depth, nodes, listElements, patternBytes, patternSteps, evaluationSteps, evaluationBytes
        case estimatedCost, estimatedRecord, recordDepth, allowsRandom, allowedFunctions
    }

    /// Reads limits by the names of the properties. What is missing has its default.
    ///
    /// - Throws: `DecodingError`, also for a negative number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        self.init()
        func read(_ key: Keys, _ path: WritableKeyPath<PredicateLimits, Int>) throws {
            guard let number = try container.decodeIfPresent(Int.self, forKey: key) else { return }
            guard number >= 0 else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "a limit is not negative")
            }
            self[keyPath: path] = number
        }
        try read(.sourceBytes, \.sourceBytes)
        try read(.depth, \.depth)
        try read(.nodes, \.nodes)
        try read(.listElements, \.listElements)
        try read(.patternBytes, \.patternBytes)
        try read(.patternSteps, \.patternSteps)
        try read(.evaluationSteps, \.evaluationSteps)
        try read(.evaluationBytes, \.evaluationBytes)
        try read(.recordDepth, \.recordDepth)
        estimatedCost = try container.decodeIfPresent(Int.self, forKey: .estimatedCost)
        estimatedRecord =
            try container.decodeIfPresent(RecordSizes.self, forKey: .estimatedRecord) ?? RecordSizes()
        allowsRandom = try container.decodeIfPresent(Bool.self, forKey: .allowsRandom) ?? true
        allowedFunctions = try container.decodeIfPresent(Set<String>.self, forKey: .allowedFunctions)
    }
    /// Writes all limits by the names of the properties. Limits that are nil are left out.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(sourceBytes, forKey: .sourceBytes)
        try container.encode(depth, forKey: .depth)
        try container.encode(nodes, forKey: .nodes)
        try container.encode(listElements, forKey: .listElements)
        try container.encode(patternBytes, forKey: .patternBytes)
        try container.encode(patternSteps, forKey: .patternSteps)
        try container.encode(evaluationSteps, forKey: .evaluationSteps)
        try container.encode(evaluationBytes, forKey: .evaluationBytes)
        try container.encodeIfPresent(estimatedCost, forKey: .estimatedCost)
        try container.encode(estimatedRecord, forKey: .estimatedRecord)
        try container.encode(recordDepth, forKey: .recordDepth)
        try container.encode(allowsRandom, forKey: .allowsRandom)
        try container.encodeIfPresent(allowedFunctions, forKey: .allowedFunctions)
    }
}

extension RecordSizes: Codable {
    private enum CodingKeys: String, CodingKey {
        case recordBytes, elements, textBytes, fields
    }

    /// Reads what `encode(to:)` writes.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            recordBytes: try container.decodeIfPresent(Int.self, forKey: .recordBytes),
            elements: try container.decodeIfPresent(Int.self, forKey: .elements),
            textBytes: try container.decodeIfPresent(Int.self, forKey: .textBytes),
            fields: try container.decode([String: Int].self, forKey: .fields))
    }

    /// Writes `fields`, and the other sizes that there are.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(recordBytes, forKey: .recordBytes)
        try container.encodeIfPresent(elements, forKey: .elements)
        try container.encodeIfPresent(textBytes, forKey: .textBytes)
        try container.encode(fields, forKey: .fields)
    }
}
