import PredicateCore
import PredicatePlatform

// Descriptions made from coding keys.

extension PredicateDescribed where Self: Codable & PredicateArgumentContent.FieldType {
    /// The coding keys of the type as fields, each with the type of its value or nil.
    ///
    /// ```swift
    /// struct Song: Codable, PredicateDescribed {
    ///     var title: String
    ///     var plays: Int
    /// }
    ///
    /// let popular = songs.filter(try Song.predicate("plays > 10"))
    /// ```
    ///
    /// A string can ask for all that the type encodes: list the fields of a type that encodes secrets. To read a field,
    /// the value is encoded up to it, which takes much longer than reading a listed field, and key paths such as
    /// `\.plays` need listed fields. If the type of a coding key is not known, making a predicate throws
    /// `wrong-description`.
    ///
    /// `init(from:)` runs once, on sample values: zero, empty strings and lists, first cases. One of your own must not
    /// trap on these. A value that it decodes as a type other than `encode(to:)` writes is nil.
    public static var predicateDescription: PredicateDescription<Self> { CodingKeyFields.description(of: Self.self) }
}

private enum CodingKeyFields {
    /// The descriptions that were made, by type.
    private static let known = Locked<[ObjectIdentifier: any Sendable]>([:])

    static func description<Root: PredicateDescribed & Codable & PredicateArgumentContent.FieldType>(of type: Root.Type)
        -> PredicateDescription<Root>
    {
        let identity = ObjectIdentifier(type)
        if let made = known.withLock({ $0[identity] }) as? PredicateDescription<Root> { return made }
        let search = FieldSearch<Root>()
        let isComplete = (try? Root(from: FieldSearch<Root>.Probe(search: search, count: .init()))) != nil
        if !isComplete, search.problem == nil {
            search.problem = .noSample(of: search.last ?? "self", in: String(describing: Root.self))
        }
        let made = PredicateDescription(fields: search.fields, problem: search.problem)
        known.withLock { $0[identity] = made }
        return made
    }
}

// MARK: - Names and types, from what a type asks of a decoder

/// The fields that a type asks a decoder for.
private final class FieldSearch<Root: PredicateDescribed & Encodable & PredicateArgumentContent.FieldType> {
    var fields: [PredicateField<Root>] = []
    var problem: PredicateDiagnostic?
    /// The coding key that was asked for last.
    var last: String?

    func add(_ type: any Decodable.Type, _ name: String) {
        last = name
        if let type = type as? any PredicateFieldValue.Type {
            add(known: type, name)
        } else if problem == nil {
            problem = .unknownType(of: name, in: String(describing: Root.self))
        }
    }

    private func add<Value: PredicateFieldValue>(known: Value.Type, _ name: String) {
        fields.append(PredicateField(name, as: Value?.predicateShape, reading: Self.reading(name)))
    }

    private static func reading<Value>(_ name: String) -> @Sendable (Root) -> Value? {
        { FieldReading<Value>.value(name, of: $0) }
    }

    /// A decoder that has a value of each type.
    struct Probe: Decoder {
        /// Nil while the value of a field is decoded.
        var search: FieldSearch?
        /// Bounds the samples of types that contain themselves.
        let count: Count
        let codingPath: [any CodingKey] = []
        let userInfo: [CodingUserInfoKey: Any] = [:]

        func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(Keyed(probe: self))
        }
        func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoSample() }
        func singleValueContainer() -> any SingleValueDecodingContainer { Single(probe: self) }

        func sample<Value: Decodable>(_: Value.Type) throws -> Value {
            if let known = samples.lazy.compactMap({ $0 as? Value }).first { return known }
            if let type = Value.self as? any CaseIterable.Type, let value = firstCase(type) as? Value { return value }
            if let type = Value.self as? any ExpressibleByArrayLiteral.Type, let value = empty(type) as? Value {
                return value
            }
            count.depth += 1
            defer { count.depth -= 1 }
            count.total += 1
            guard count.depth <= 32, count.total <= 1_000 else { throw NoSample() }
            return try Value(from: Probe(count: count))
        }
    }

    final class Count {
        var depth = 0
        var total = 0
    }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let probe: Probe
        let codingPath: [any CodingKey] = []
        let allKeys: [Key] = []

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            probe.search?.add(type, key.stringValue)
            return try probe.sample(type)
        }
        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
            probe.search?.add(type, key.stringValue)
            return nil
        }
        func nestedContainer<Inner: CodingKey>(
            keyedBy: Inner.Type, forKey: Key
        ) throws -> KeyedDecodingContainer<Inner> { throw NoSample() }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NoSample() }
        func superDecoder() -> any Decoder { probe }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw NoSample() }
    }

    private struct Single: SingleValueDecodingContainer {
        let probe: Probe
        let codingPath: [any CodingKey] = []

        func decodeNil() -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try probe.sample(type) }
    }
}

private struct NoSample: Error {}

/// Values of the types that decode from nothing smaller, and of those that not every string or number is a value of.
private let samples: [any Sendable] =
    [
        false, "", 0, 0.0, Float(0), Int8(0), Int16(0), Int32(0), Int64(0), UInt(0), UInt8(0), UInt16(0), UInt32(0),
        UInt64(0), Date(timeIntervalSinceReferenceDate: 0), UUID(), Decimal(0), Data(),
    ] + [URL(string: "a")].compactMap { $0 }

private func firstCase<Value: CaseIterable>(_: Value.Type) -> Value? { Value.allCases.first }

private func empty<Value: ExpressibleByArrayLiteral>(_: Value.Type) -> Value { [] }

// MARK: - Values, from what a type writes into an encoder

/// An encoder that takes the value of one coding key.
private final class FieldReading<Value>: Encoder {
    private let name: String
    private var value: Value?
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private init(_ name: String) { self.name = name }

    /// The value; nil if the record does not encode it.
    static func value(_ name: String, of record: some Encodable) -> Value? {
        let reading = FieldReading(name)
        try? record.encode(to: reading)
        return reading.value
    }

    func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed(reading: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { Discard() }
    func singleValueContainer() -> any SingleValueEncodingContainer { Discard() }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let reading: FieldReading
        let codingPath: [any CodingKey] = []

        func encodeNil(forKey key: Key) {}
        func encode<Other: Encodable>(_ value: Other, forKey key: Key) throws {
            guard sameCodePoints(key.stringValue, reading.name) else { return }
            reading.value = value as? Value
            throw Found()
        }
        func nestedContainer<Inner: CodingKey>(keyedBy: Inner.Type, forKey: Key) -> KeyedEncodingContainer<Inner> {
            Discard().nestedContainer(keyedBy: Inner.self)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Discard() }
        func superEncoder() -> any Encoder { reading }
        func superEncoder(forKey key: Key) -> any Encoder { Discard().superEncoder() }
    }

    /// Takes no value.
    private struct Discard: SingleValueEncodingContainer, UnkeyedEncodingContainer {
        let codingPath: [any CodingKey] = []
        let count = 0

        func encodeNil() {}
        func encode<Other: Encodable>(_ value: Other) {}
        func nestedContainer<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(Keyed(reading: FieldReading("")))
        }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
        func superEncoder() -> any Encoder { FieldReading("") }
    }

    /// Ends the encoding early.
    private struct Found: Error {}
}
