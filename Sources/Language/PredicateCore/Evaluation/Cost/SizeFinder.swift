/// The sizes of values by path, as far as a schema and the caller know them.
struct SizeFinder {
    let schema: RecordSchema?
    private var sizes: RecordSizes
    /// Whether values are of their declared types for certain.
    private let isTyped: Bool
    /// How many levels of record types are followed. Types may refer to each other in a cycle.
    private static let deepest = 12
    /// How many types are visited for one size. Their number may grow exponentially with the levels.
    private static let mostVisits = 10_000

    init(_ schema: RecordSchema?, _ sizes: RecordSizes) {
        self.schema = schema
        self.sizes = sizes
        isTyped = schema?.holdsSwiftValues ?? false
        guard isTyped else { return }
        // What a field of a Swift type counts as if neither it nor the caller states a limit.
        self.sizes.elements = sizes.elements ?? 1_000
        self.sizes.textBytes = sizes.textBytes ?? 4_096
    }

    private var unknown: Double { sizes.recordBytes.map(Double.init) ?? .infinity }

    private static func mayNest(_ type: ValueType) -> Bool {
        switch type.unwrapped {
        case .list(let element), .set(let element):
            switch element.unwrapped {
            case .list, .set, .any: true
            default: false
            }
        default: true
        }
    }

    /// The type at a point along a path, and the number of values there.
    private struct Location {
        var type: ValueType
        var limits: FieldLimits?
        var count = 1.0
        var isMapped = false
        /// Whether a set is among the collections that keys have mapped over.
        var isOfSet = false
        var name: [String] = []

        /// The location of the value of a key.
        func member(_ key: String, _ type: ValueType, _ limits: FieldLimits?) -> Location {
            var member = self
            member.type = type
            member.limits = limits
            member.name.append(key)
            return member
        }
    }

    /// The size and the number of elements of the value at a path. The key `[]` stands for an element.
    func value(at path: [String]) -> CoreCost.KnownSize {
        let anything = CoreCost.KnownSize(size: unknown, count: unknown, mayHold: true)
        guard let schema else { return anything }
        var location = Location(type: schema.root.unwrapped)
        for key in path {
            guard let next = step(location, key) else { return anything }
            location = next
        }
        var visits = 0
        let own = size(of: location.type, location.limits, location.name, depth: 0, &visits)
        let size = min(unknown, location.count * own.size)
        // A key that maps over a list gives a list.
        let isMapped = location.isMapped
        var known = CoreCost.KnownSize(
            size: size, count: min(size, isMapped ? location.count * max(1, own.count) : own.count),
            mayHold: isMapped || own.count > 0, mayNest: isMapped ? own.count > 0 : Self.mayNest(location.type))
        guard isTyped, location.type.innermost != .any else { return known }
        known.isTyped = true
        known.isExact = Self.isExact(location.type.innermost)
        if case .set = location.type.unwrapped { known.mayBeSet = true } else { known.mayBeSet = location.isOfSet }
        known.mayBeText = !isMapped && location.type.isTextual
        return known
    }

    /// Whether values of a type are of JSON's types.
    private static func isExact(_ type: ValueType) -> Bool {
        switch type.unwrapped {
        case .null, .boolean, .integer, .double, .string, .enumeration: true
        default: false
        }
    }

    private func step(_ location: Location, _ key: String) -> Location? {
        let type = location.type.unwrapped
        if key == "[]", location.isMapped, isTyped, type.element == nil {
            return Location(type: type, limits: location.limits, name: location.name)
        }
        switch type {
        case .list(let element), .set(let element):
            let limits = FieldLimits(textBytes: location.limits?.elementTextBytes)
            var inner = location
            inner.type = element
            inner.limits = limits
            if key == "[]" {
                inner.count = 1
                inner.isMapped = false
                inner.isOfSet = false
                return inner
            }
            // A key maps over the elements.
            inner.count *= elements(location.limits, location.name)
            inner.isMapped = true
            if case .set = type { inner.isOfSet = true }
            return step(inner, key)
        case .dictionary(let value):
            return location.member(key, value, FieldLimits(textBytes: location.limits?.elementTextBytes))
        case .object:
            guard let field = schema?.recordType(of: type)?.field(named: key) else { return nil }
            return location.member(key, field.type.unwrapped, field.limits)
        case .string, .dateTime, .url:
            return sameCodePoints(key, "length") ? location.member(key, .integer, nil) : nil
        default: return nil
        }
    }

    private func given(_ name: [String]) -> Double? { sizes.fields[name.joined(separator: ".")].map(Double.init) }

    private func elements(_ limits: FieldLimits?, _ name: [String]) -> Double {
        min(unknown, given(name) ?? (limits?.elements ?? sizes.elements).map(Double.init) ?? .infinity)
    }

    private func text(_ limits: FieldLimits?, _ name: [String]) -> Double {
        min(unknown, given(name) ?? (limits?.textBytes ?? sizes.textBytes).map(Double.init) ?? .infinity)
    }

    private func size(
        of type: ValueType, _ limits: FieldLimits?, _ name: [String], depth: Int, _ visits: inout Int
    ) -> (size: Double, count: Double) {
        visits += 1
        guard depth < Self.deepest, visits <= Self.mostVisits else { return (unknown, unknown) }
        switch type.unwrapped {
        case .null, .boolean, .integer, .double, .decimal, .date, .uuid, .optional: return (1, 0)
        case .dateTime, .enumeration: return (64, 0)
        case .string, .url, .data: return (1 + text(limits, name), 0)
        case .any: return (unknown, elements(limits, name))
        case .list(let element), .set(let element), .dictionary(let element):
            let count = elements(limits, name)
            // A size given for this name is the number of elements. Their strings have a declared or a general limit.
            let inner = self.size(
                of: element, FieldLimits(textBytes: limits?.elementTextBytes), name + ["[]"], depth: depth + 1, &visits)
            return (count == 0 ? 1 : 1 + count * (1 + inner.size), count)
        case .object:
            guard let record = schema?.recordType(of: type), record.additional == nil else {
                return (unknown, unknown)
            }
            var size = 1.0
            for field in record.fields {
                size += 1 + Double(field.name.utf8.count)
                size += self.size(of: field.type, field.limits, name + [field.name], depth: depth + 1, &visits).size
                // Types that refer to each other would be followed to all of their ends.
                if size >= unknown { return (unknown, Double(record.fields.count)) }
            }
            return (size, Double(record.fields.count))
        }
    }
}
