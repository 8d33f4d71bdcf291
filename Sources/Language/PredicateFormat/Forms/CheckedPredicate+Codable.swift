import PredicateCore

extension CodingUserInfoKey {
    /// The library of decoded predicates, a `PredicateLibrary`. Without it the standard library is used.
    ///
    /// A library holds functions of the program, which no text can say, so a decoder needs it from the program.
    public static let predicateLibrary = key("PredicateFormat.library")

    /// The limits of decoded predicates, `PredicateLimits`. Without them the standard limits are used.
    public static let predicateLimits = key("PredicateFormat.limits")

    private static func key(_ name: String) -> CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: name) else { preconditionFailure("the names above are keys") }
        return key
    }
}

extension Decoder {
    fileprivate var predicateLibrary: PredicateLibrary {
        userInfo[.predicateLibrary] as? PredicateLibrary ?? .standard
    }

    fileprivate var predicateLimits: PredicateLimits { userInfo[.predicateLimits] as? PredicateLimits ?? .standard }
}

/// What is coded of a predicate and of a template.
private struct CodedForm: Codable {
    var format: String
    var schema: RecordSchema?
}

extension CheckedPredicate: Codable {
    /// Reads the text and the schema, and checks the text, as a program would that gets both from elsewhere.
    ///
    /// The library and the limits come from the decoder's `userInfo`: see `CodingUserInfoKey.predicateLibrary`.
    ///
    /// - Throws: `PredicateDiagnostics` if the text has errors, and `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let form = try CodedForm(from: decoder)
        self = try Self.checked(form.format, against: form.schema, in: decoder)
    }

    /// Writes the canonical text, and the schema if there is one.
    ///
    /// - Throws: `EncodingError` if the predicate cannot be written as a string: if a constant has no spelling, or if the text
    ///   would exceed the limits. Functions and operators are written by their names.
    public func encode(to encoder: any Encoder) throws {
        try CodedForm(format: writableFormat(for: encoder), schema: schema).encode(to: encoder)
    }

    /// The predicate of a format string that was decoded.
    static func checked(_ format: String, against schema: RecordSchema?, in decoder: any Decoder) throws
        -> CheckedPredicate
    {
        try CheckedPredicate(format, schema: schema, library: decoder.predicateLibrary, limits: decoder.predicateLimits)
    }

    /// The canonical text, after it has been read again: whoever decodes it must get the same predicate.
    func writableFormat(for encoder: any Encoder) throws -> String {
        let format = predicateFormat
        let again: CheckedPredicate
        do {
            again = try PredicateTemplate(format, schema: schema, library: library, limits: limits).open
        } catch {
            throw encoder.cannotWrite(
                self, "the text of the predicate has errors: \(error.errorDescription ?? "")", because: error)
        }
        guard again == self, again.structure.canonical == structure.canonical else {
            throw encoder.cannotWrite(self, "the predicate has a constant that no text can say")
        }
        return format
    }
}

extension PredicateTemplate: Codable {
    /// Reads the text and the schema, and checks the text; see `CheckedPredicate`.
    ///
    /// - Throws: `PredicateDiagnostics` if the text has errors, and `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let form = try CodedForm(from: decoder)
        try self.init(
            form.format, schema: form.schema, library: decoder.predicateLibrary, limits: decoder.predicateLimits)
    }

    /// Writes the canonical text, and the schema if there is one.
    ///
    /// - Throws: `EncodingError` if the template cannot be written as a string; see `CheckedPredicate.encode(to:)`.
    public func encode(to encoder: any Encoder) throws { try open.encode(to: encoder) }
}

extension PredicateDiagnostics: Encodable {
    /// Writes what `json(pretty:)` writes: an array with an object for each diagnostic.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try jsonNode.encode(to: encoder) }
}

extension CheckedPredicate {
    /// The JSON form of the predicate, with types and ranges; see `PredicateTree.json(source:pretty:)`.
    public func json(pretty: Bool = false) -> String { tree.json(source: source, pretty: pretty) }
}

extension ParsedPredicate {
    /// The JSON form of the predicate with its format arguments open; see `PredicateTree.json(source:pretty:)`.
    public func json(pretty: Bool = false) -> String { tree.json(source: source, pretty: pretty) }
}
