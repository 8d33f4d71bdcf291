import PredicateFormat

/// Some records of a group as a line of JSON: their number `n`, the fields of the first one, and under its number what they give
/// to each aggregate: a number of values, the count and the halves of a sum of integers, a word, or the fields of the
/// record that has the chosen value.
package struct PartGroup {
    package var count: Int
    /// The fields of the first record; nil if there are no keys.
    package var first: [UInt8]?
    /// What the records give to each aggregate, with the fields of the record that has a chosen value.
    package var aggregates: [AggregatePart<[UInt8]>]

    /// A part of a group whose cells have the fields of their records as strings.
    init(_ part: GroupPart) {
        count = part.count
        first = part.keys.first?.spelling
        aggregates = part.aggregates.map { $0.mapValue(\.spelling) }
    }

    /// The part on one line.
    var json: [UInt8] {
        var bytes = Array("{\"n\":\(count)".utf8)
        if let first { bytes += Array(",\"first\":".utf8) + first }
        for (index, aggregate) in aggregates.enumerated() {
            bytes += Array(",\"\(index)\":".utf8)
            switch aggregate {
            case .none: bytes += Array("null".utf8)
            case .count(let count): bytes += Array("\(count)".utf8)
            case .integers(let count, let high, let low):
                bytes += Array("[\(count),\(high),\(Int64(bitPattern: low))]".utf8)
            case .failed: bytes += Array("\"failed\"".utf8)
            case .separate: bytes += Array("\"separate\"".utf8)
            case .value(let text): bytes += text
            }
        }
        return bytes + [UInt8(ascii: "}")]
    }

    /// Reads a part.
    ///
    /// - Throws: if the line is not part of a group.
    package init(json: ArraySlice<UInt8>) throws(PartRequestError) {
        let bytes = Array(json)
        let limit = PredicateLimits.standard.recordDepth + 1
        let fields = bytes.withUnsafeBufferPointer { text in
            JSONText.fields(of: text, maximumDepth: limit).map { $0.map { ($0.key, Array(text[$0.value])) } }
        }
        var count: Int?
        aggregates = []
        for (key, text) in fields ?? [] {
            switch key {
            case "n": if case .integer(let number) = Self.value(text) { count = Int(exactly: number) }
            case "first": first = text
            default:
                guard key == String(aggregates.count) else { throw Self.damaged }
                aggregates.append(try Self.aggregate(text))
            }
        }
        guard let count, count >= 0 else { throw Self.damaged }
        self.count = count
    }

    private static let damaged = PartRequestError("a group of a part is not one")

    private static func aggregate(_ text: [UInt8]) throws(PartRequestError) -> AggregatePart<[UInt8]> {
        if text.first == UInt8(ascii: "{") { return .value(text) }
        switch value(text) {
        case .null: return .none
        case .integer(let count): return .count(Int(clamping: count))
        case .string("failed"): return .failed
        case .string("separate"): return .separate
        case .list(let values):
            guard values.count == 3, case .integer(let count) = values[0], case .integer(let high) = values[1],
                case .integer(let low) = values[2]
            else { throw damaged }
            return .integers(count: Int(clamping: count), high: high, low: UInt64(bitPattern: low))
        default: throw damaged
        }
    }

    private static func value(_ text: [UInt8]) -> PredicateValue? {
        var reader = JSONReader()
        return try? reader.read(RawRecord(bytes: text))
    }
}

extension QueryRun {
    /// Takes some records of a group.
    ///
    /// - Parameter record: reads the fields of a record.
    package mutating func join(_ part: PartGroup, _ record: ([UInt8]) throws -> PartRecord) throws {
        join(
            count: part.count, first: try part.first.map(record),
            aggregates: try part.aggregates.map { try $0.mapValue(record) })
    }
}

extension RecordPipeline {
    /// Takes some records of a group of the query, which a worker has put together.
    ///
    /// - Returns: false if there is no query.
    package func join(_ part: PartGroup) throws -> Bool {
        guard let query else { return false }
        try query.join(part)
        return true
    }
}

extension QueryOutput {
    fileprivate func join(_ part: PartGroup) throws {
        var reader = reader
        let wanted = wanted
        try run.join(part) { bytes in
            let record = RawRecord(bytes: bytes)
            let text = RecordText(record)
            let value = try wanted.map { try reader.readPartially(record, fields: $0) } ?? reader.read(record)
            return QueryRun<Kept>.PartRecord(value: value) { text.value(at: $0) }
        }
    }
}
