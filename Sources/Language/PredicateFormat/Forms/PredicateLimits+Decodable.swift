import PredicateCore

extension PredicateLimits: Decodable {
    /// Reads limits by the names of the properties. What is missing has its default.
    ///
    /// - Throws: `DecodingError`, including for a negative number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        func read(_ key: CodingKeys, _ path: WritableKeyPath<PredicateLimits, Int>) throws {
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
}
