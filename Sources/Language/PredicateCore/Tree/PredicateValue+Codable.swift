extension PredicateValue: Codable {
    /// Reads what `encode(to:)` writes.
    ///
    /// - Throws: `DecodingError`, also for a value that is nested deeper than 200 levels.
    public init(from decoder: any Decoder) throws {
        self = try decoder.predicateJSON { node throws(PredicateJSONError) in try PredicateJSON.value(node) }
    }

    /// Writes a value of JSON as it is: nil, booleans, integers and strings. Any other value is an object whose only
    /// key names its type: `{"double": 1.5}`, `{"date": 728352000}` in seconds since 2001, `{"list": [1, 2]}`,
    /// `{"uuid": "…"}`. `Grammar/predicate-tree.schema.json` describes it.
    ///
    /// - Throws: `EncodingError` for a number that is not finite, for an object with two keys that are canonically equivalent,
    ///   and for a value that is nested deeper than 200 levels.
    public func encode(to encoder: any Encoder) throws {
        guard !isNested(deeperThan: ValueSemantics.nestingLimit) else {
            throw encoder.cannotWrite(self, "the value is nested too deep")
        }
        guard !hasEquivalentKeys else {
            throw encoder.cannotWrite(
                self, "two keys of an object differ only in composition, and coders take them for one")
        }
        let node = PredicateJSON.node(self)
        guard (try? PredicateJSON.value(node)) == self else {
            throw encoder.cannotWrite(self, "a number that is not finite has no text")
        }
        try node.encode(to: encoder)
    }

    /// Whether an object has keys that are equal as `String`s, and so in the dictionaries of coders.
    private var hasEquivalentKeys: Bool {
        switch self {
        case .list(let elements), .set(let elements): elements.contains(where: \.hasEquivalentKeys)
        case .object(let record):
            Set(record.keys).count < record.keys.count
                || record.keys.contains { record.value(forKey: $0).hasEquivalentKeys }
        default: false
        }
    }

    private func isNested(deeperThan limit: Int) -> Bool {
        guard limit > 0 else { return true }
        return switch self {
        case .list(let elements), .set(let elements): elements.contains { $0.isNested(deeperThan: limit - 1) }
        case .object(let record):
            record.keys.contains { record.value(forKey: $0).isNested(deeperThan: limit - 1) }
        default: false
        }
    }
}

extension ValueType: Codable {
    /// Reads what `encode(to:)` writes.
    ///
    /// - Throws: `DecodingError`, also for a type that is nested deeper than 32 levels.
    public init(from decoder: any Decoder) throws {
        self = try decoder.predicateJSON { node throws(PredicateJSONError) in try PredicateJSON.type(node) }
    }

    /// Writes a word, such as `"integer"`, or an object whose only key is a word: `{"optional": "integer"}`,
    /// `{"list": "string"}`, `{"object": "Person"}`, `{"enumeration": {"base": "string", "cases": ["a", "b"]}}`.
    ///
    /// - Throws: `EncodingError` for a type that is nested deeper than 32 levels.
    public func encode(to encoder: any Encoder) throws {
        let node = PredicateJSON.node(self)
        guard (try? PredicateJSON.type(node)) == self else {
            throw encoder.cannotWrite(self, "the type is nested too deep, or its cases have no text")
        }
        try node.encode(to: encoder)
    }
}

extension Decoder {
    /// Reads a value from its JSON form.
    fileprivate func predicateJSON<Value>(
        _ read: (JSONNode) throws(PredicateJSONError) -> Value
    ) throws -> Value {
        do {
            return try read(JSONNode(from: self))
        } catch let error as PredicateJSONError {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath, debugDescription: error.description, underlyingError: error))
        }
    }
}

extension Encoder {
    /// The error for a value that cannot be written.
    package func cannotWrite(_ value: Any, _ reason: String, because underlying: (any Error)? = nil) -> EncodingError {
        EncodingError.invalidValue(
            value, EncodingError.Context(codingPath: codingPath, debugDescription: reason, underlyingError: underlying))
    }
}
