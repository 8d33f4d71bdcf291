import PredicateCore
import PredicatePlatform

// Values of the language as values of Swift types.

extension ValueShape {
    /// A value in the Swift type of the shape: `Int32`, and not `Int64`. Mapped values stay what they are mapped to; nil
    /// for nil, and for an integer that the type cannot hold.
    func swiftValue(of value: PredicateValue) -> Any? {
        switch (self, value) {
        case (.optional(let optional), _): optional.wrapped.swiftValue(of: value)
        case (.mapped(let mapped), _): mapped.inner.swiftValue(of: value)
        case (.integer(let width), .integer(let integer)): width.swiftValue(integer)
        case (.integer(let width), .double(let double)): Int64(exactly: double).flatMap(width.swiftValue)
        case (.double, .integer(let integer)): Double(integer)
        case (.float, .integer(let integer)): Float(integer)
        case (.float, .double(let double)): Float(double)
        case (.scalar(let scalar), .integer), (.scalar(let scalar), .double), (.scalar(let scalar), .decimal):
            scalar.swiftNumber?(value) ?? value.swiftValue
        case (.collection(let collection), .list(let values)), (.collection(let collection), .set(let values)):
            values.map { collection.element.swiftValue(of: $0) ?? $0.swiftValue }
        case (.collection(let collection), .object(let record)):
            record.swiftDictionary { _ in collection.element }
        case (.object(let object), .object(let record)):
            record.swiftDictionary { [type = object.type()] in type.field(named: $0)?.shape }
        default: value.swiftValue
        }
    }
}

extension PredicateRecord {
    /// The fields as a dictionary of values in the Swift types of shapes; nil fields are left out.
    func swiftDictionary(_ shape: (String) -> ValueShape?) -> [String: Any] {
        var dictionary: [String: Any] = [:]
        for key in keys where dictionary[key] == nil {
            let value = value(forKey: key)
            dictionary[key] = shape(key).flatMap { $0.swiftValue(of: value) } ?? value.swiftValue
        }
        return dictionary
    }
}

extension IntegerWidth {
    /// The integer in its Swift type; nil if it does not fit.
    fileprivate func swiftValue(_ integer: Int64) -> Any? {
        switch self {
        case .int: Int(exactly: integer)
        case .int8: Int8(exactly: integer)
        case .int16: Int16(exactly: integer)
        case .int32: Int32(exactly: integer)
        case .int64: integer
        case .uint8: UInt8(exactly: integer)
        case .uint16: UInt16(exactly: integer)
        case .uint32: UInt32(exactly: integer)
        }
    }
}

extension DescribedType {
    /// The shape of the value at a path of fields; nil if the path passes through a list.
    func shape(at path: [String]) -> ValueShape? {
        var shape: ValueShape = .object(ObjectShape { self })
        for name in path {
            guard case .object(let object) = shape.core, let field = object.type().field(named: name) else {
                return nil
            }
            shape = field.shape
        }
        return shape
    }
}

extension CheckedQuery {
    /// The shapes of the results of a query over values of a type, by their names, as far as they are known.
    func shapes(over type: DescribedType) -> [String: ValueShape] {
        func shape(_ column: QueryColumn?) -> ValueShape? { column?.path.flatMap { type.shape(at: $0) } }
        guard isGrouped else {
            if columns.isEmpty { return Self.named(type.fields.map { ($0.name, $0.shape) }) }
            return Self.named(columns.map { ($0.name, shape($0)) })
        }
        var groups: [(String, ValueShape?)] = [("count", .integer(.int))]
        groups += (grouping?.keys ?? []).map { ($0.name, shape($0)) }
        for aggregate in grouping?.aggregates ?? [] {
            let own = shape(aggregate.column)
            switch aggregate.function {
            case .min, .max, .first, .last: groups.append((aggregate.name, own))
            case .mode, .distinct, .list:
                groups.append((aggregate.name, own.map { .collection(.list(of: PredicateValue.self, $0)) }))
            default: groups.append((aggregate.name, aggregate.type.unwrapped == .integer ? .integer(.int) : nil))
            }
        }
        let known = Self.named(groups)
        if columns.isEmpty { return known }
        return Self.named(columns.map { ($0.name, $0.path.flatMap { known[$0.joined(separator: ".")] }) })
    }

    private static func named(_ shapes: [(String, ValueShape?)]) -> [String: ValueShape] {
        let known = shapes.compactMap { name, shape in shape.map { (name, $0) } }
        return Dictionary(known, uniquingKeysWith: { first, _ in first })
    }
}

extension PredicateValue {
    /// The JSON that Foundation's decoder reads as the Swift value by default: a date is its seconds since 2001.
    ///
    /// - Parameter levels: how many levels of lists and objects there may be. Objects may refer to each other in a circle.
    /// - Throws: `DecodingError` if there are more.
    func decodableJSON(levels: Int = 128) throws -> JSONNode {
        guard levels > 0 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the values are nested too deeply, or contain themselves"))
        }
        return switch self {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let integer): .number(String(integer))
        case .double(let double): .number(double.description)
        case .decimal(let decimal): .number(decimal.description)
        case .string(let text), .url(let text): .string(text)
        case .date(let date): .number(date.timeIntervalSinceReferenceDate.description)
        case .uuid(let uuid): .string(uuid.uuidString)
        case .data(let data): .string(data.base64EncodedString())
        case .list(let elements), .set(let elements):
            .array(try elements.map { try $0.decodableJSON(levels: levels - 1) })
        case .object(let record):
            .object(
                try record.keys.map {
                    JSONNode.Member($0, try record.value(forKey: $0).decodableJSON(levels: levels - 1))
                })
        }
    }
}
