import PredicateCore

/// Finds possible records in a document, so that a message can suggest `--at` or `--values` for a field.
public enum RecordFinder {
    /// A location with records.
    public struct Candidate: Hashable, Sendable {
        /// The pointer to the list, the record, or the object of records.
        public var pointer: JSONPointer
        /// Whether the records are the values of an object, and not the elements of a list.
        public var values: Bool
        /// The number of records.
        public var count: Int
        /// The keys of the first records, in order of appearance.
        public var fields: [String]
    }

    /// The maximum number of keys of a list's first records, and of locations in the result.
    private static let sample = 20
    private static let candidates = 50
    private static let visits = 10_000

    /// The locations of objects in a document, those with the most records first. The document itself is not
    /// included.
    public static func findRecords(in document: PredicateValue) -> [Candidate] {
        var found: [Candidate] = []
        // Breadth first, because locations near the root are more likely meant.
        var pending: [(value: PredicateValue, pointer: JSONPointer)] = [(document, JSONPointer([]))]
        var next = 0
        while next < pending.count && next < visits && found.count < candidates {
            let (value, pointer) = pending[next]
            next += 1
            switch value {
            case .list(let elements):
                // A list with other values cannot be read.
                if !pointer.components.isEmpty, !elements.isEmpty, elements.allSatisfy({ $0.record != nil }) {
                    let objects = elements.prefix(sample).compactMap(\.record)
                    found.append(candidate(pointer, values: false, count: elements.count, objects))
                    // Lists in the elements, such as `/runs/*/results`.
                    if pointer.components.count < 6 {
                        pending += lists(in: elements, below: pointer.appending(JSONPointer.each))
                    }
                }
            case .object(let record):
                let keys = record.keys
                let members = keys.map { ($0, record.value(forKey: $0)) }
                let objects = members.compactMap(\.1.record)
                // Objects with a key in common are records under free keys.
                if objects.count > 1, objects.count == keys.count, haveKeyInCommon(objects) {
                    found.append(candidate(pointer, values: true, count: keys.count, Array(objects.prefix(sample))))
                    if pointer.components.count < 6 {
                        pending += lists(in: members.map(\.1), below: pointer.appending(JSONPointer.each))
                    }
                } else if pointer.components.count < 6 {
                    for (key, member) in members.prefix(visits) {
                        pending.append((member, pointer.appending(key)))
                    }
                }
            default: break
            }
        }
        return found.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(
            \.element)
    }

    /// The locations with a record that has a field, best first.
    public static func findRecords(in document: PredicateValue, with field: String) -> [Candidate] {
        findRecords(in: document).filter { has($0, field, in: document) }
    }

    /// The first of the locations in a document with a record that has a field.
    package static func firstRecords(
        of candidates: [Candidate], in document: PredicateValue, with field: String
    ) -> Candidate? {
        candidates.first { has($0, field, in: document) }
    }

    /// The first objects at a pointer, or in the lists there; none unless one of them has all of some fields.
    package static func records(at pointer: JSONPointer, in document: PredicateValue, with fields: [String])
        -> [PredicateValue]
    {
        let found = values(at: pointer, in: document).flatMap { value in
            if case .list(let elements) = value { elements } else { [value] }
        }
        let records = found.filter { $0.record != nil }.prefix(visits)
        let isMeant = records.contains { record in fields.allSatisfy { record.record?.hasKey($0) ?? false } }
        return isMeant ? Array(records) : []
    }

    private static func has(_ candidate: Candidate, _ field: String, in document: PredicateValue) -> Bool {
        if candidate.fields.contains(where: { sameCodePoints($0, field) }) { return true }
        // The field may occur only in later records.
        return values(at: candidate.pointer, in: document).contains { value in
            switch value {
            case .list(let elements): elements.contains { $0.record?.hasKey(field) ?? false }
            case .object(let record):
                record.keys.contains { record.value(forKey: $0).record?.hasKey(field) ?? false }
            default: false
            }
        }
    }

    private static func values(at pointer: JSONPointer, in document: PredicateValue) -> [PredicateValue] {
        pointer.components.reduce([document]) { values, component in
            values.flatMap { value -> [PredicateValue] in
                switch value {
                case .object(let record) where component == JSONPointer.each:
                    return record.keys.map { record.value(forKey: $0) }
                case .object(let record): return [record.value(forKey: component)]
                case .list(let elements) where component == JSONPointer.each: return elements
                case .list(let elements):
                    guard let index = JSONPointer.index(component), elements.indices.contains(index) else { return [] }
                    return [elements[index]]
                default: return []
                }
            }
        }
    }

    /// The lists of objects under each key of the elements of a list, joined.
    private static func lists(
        in elements: [PredicateValue], below pointer: JSONPointer
    ) -> [(value: PredicateValue, pointer: JSONPointer)] {
        let keys = elements.lazy.compactMap(\.record).first?.keys.prefix(candidates) ?? []
        return keys.compactMap { key in
            var joined: [PredicateValue] = []
            for case .list(let inner)? in elements.lazy.map({ $0.record?.value(forKey: key) }) { joined += inner }
            return joined.isEmpty ? nil : (.list(joined), pointer.appending(key))
        }
    }

    private static func haveKeyInCommon(_ objects: [any PredicateRecord]) -> Bool {
        guard let first = objects.first else { return false }
        return first.keys.contains { key in objects.prefix(sample).allSatisfy { $0.hasKey(key) } }
    }

    private static func candidate(
        _ pointer: JSONPointer, values: Bool, count: Int, _ objects: [any PredicateRecord]
    ) -> Candidate {
        var fields: [String] = []
        var seen: Set<[UInt8]> = []
        for object in objects {
            for key in object.keys where fields.count < 200 && seen.insert(Array(key.utf8)).inserted {
                fields.append(key)
            }
        }
        return Candidate(pointer: pointer, values: values, count: count, fields: fields)
    }
}

extension PredicateValue {
    /// The object, if the value is one.
    fileprivate var record: (any PredicateRecord)? {
        if case .object(let record) = self { return record }
        return nil
    }
}

extension RecordSchema {
    /// The schema of the records at a pointer in a document with this schema: the elements of a list, the values of a
    /// dictionary with `values`, or one record. Nil if the schema does not describe that location.
    public func records(at pointer: JSONPointer, values: Bool = false) -> RecordSchema? {
        var type = root.unwrapped
        for component in pointer.components {
            switch type {
            case .object(let name):
                guard let record = types[name] else { return nil }
                guard let field = record.field(named: component)?.type ?? record.additional else { return nil }
                type = field.unwrapped
            case .dictionary(let value): type = value.unwrapped
            case .list(let element) where JSONPointer.index(component) != nil || component == JSONPointer.each:
                type = element.unwrapped
            default: return nil
            }
        }
        switch type {
        case .dictionary(let value) where values: type = value.unwrapped
        case .list(let element), .set(let element): if values { return nil } else { type = element.unwrapped }
        default: if values { return nil }
        }
        guard type != .any else { return nil }
        var schema = self
        schema.root = type
        return schema
    }
}
