import PredicateCore
import PredicatePlatform

// Arrays, sets and dictionaries. The code for the commonest elements is specialised.

extension CollectionShape {
    /// The shape of an array.
    static func list<Element>(of _: Element.Type, _ element: ValueShape) -> CollectionShape {
        if Element.self == String.self { return list(String.self, element) }
        if Element.self == Int.self { return list(Int.self, element) }
        if Element.self == Double.self { return list(Double.self, element) }
        return list(Element.self, element)
    }

    private static func list<Element>(_: Element.Type, _ element: ValueShape) -> CollectionShape {
        let stride = MemoryLayout<Element>.stride
        return CollectionShape(
            kind: .list, element: element,
            walk: Walk(stride: stride) { pointer, body in
                pointer.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
                    _ = body(elements.baseAddress.map { UnsafeRawPointer($0) } ?? pointer, elements.count)
                }
            },
            count: { $0.assumingMemoryBound(to: [Element].self).pointee.count }, finder: { _ in nil },
            value: { pointer in
                pointer.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBytes { bytes in
                    guard let first = bytes.baseAddress else { return .list([]) }
                    return .list((0..<bytes.count / stride).map { element.value(at: first + $0 * stride) })
                }
            })
    }

    /// The shape of a set.
    static func set<Element: Hashable>(of _: Element.Type, _ element: ValueShape)
        -> CollectionShape
    {
        if Element.self == String.self {
            return set(String.self, element) { value in
                guard case .string(let text) = value, text.utf8.count <= longestHashed else { return nil }
                let constant = ConstantText(text)
                // A set finds canonical equivalents. It holds one of them at most.
                return { set in set.firstIndex(of: constant.text).flatMap { constant.equals(set[$0]) ? $0 : nil } }
            }
        }
        if Element.self == Int.self {
            return set(Int.self, element) { value in
                guard case .integer(let integer) = value, let own = Int(exactly: integer) else { return nil }
                return { $0.firstIndex(of: own) }
            }
        }
        if Element.self == UUID.self {
            return set(UUID.self, element) { value in
                guard case .uuid(let id) = value else { return nil }
                return { $0.firstIndex(of: id) }
            }
        }
        return set(Element.self, element) { _ in nil }
    }

    private static func set<Element: Hashable>(
        _: Element.Type, _ element: ValueShape,
        finder: @escaping (PredicateValue) -> ((Set<Element>) -> Set<Element>.Index?)?
    ) -> CollectionShape {
        CollectionShape(
            kind: .set, element: element,
            walk: Walk(stride: 0) { pointer, body in
                for member in pointer.assumingMemoryBound(to: Set<Element>.self).pointee {
                    guard withUnsafePointer(to: member, { body(UnsafeRawPointer($0), 1) }) else { return }
                }
            },
            count: { $0.assumingMemoryBound(to: Set<Element>.self).pointee.count },
            finder: { value in
                guard let find = finder(value) else { return nil }
                return ValueVisit { pointer, body in
                    // No test needs more of the element than that it is there.
                    if find(pointer.assumingMemoryBound(to: Set<Element>.self).pointee) != nil { body(pointer) }
                }
            },
            value: { pointer in
                let values = pointer.assumingMemoryBound(to: Set<Element>.self).pointee.map { member in
                    withUnsafePointer(to: member) { element.value(at: UnsafeRawPointer($0)) }
                }
                return .set(element.keepsValuesApart ? values : ValueSemantics.distinct(values))
            })
    }

    /// The shape of a dictionary.
    static func dictionary<Value>(of _: Value.Type, _ value: ValueShape) -> CollectionShape {
        if Value.self == String.self { return dictionary(String.self, value) }
        if Value.self == Int.self { return dictionary(Int.self, value) }
        if Value.self == Double.self { return dictionary(Double.self, value) }
        return dictionary(Value.self, value)
    }

    private static func dictionary<Value>(_: Value.Type, _ shape: ValueShape) -> CollectionShape {
        CollectionShape(
            kind: .dictionary, element: shape,
            walk: Walk(stride: 0) { pointer, body in
                for value in pointer.assumingMemoryBound(to: [String: Value].self).pointee.values {
                    guard withUnsafePointer(to: value, { body(UnsafeRawPointer($0), 1) }) else { return }
                }
            },
            count: { $0.assumingMemoryBound(to: [String: Value].self).pointee.count },
            finder: { value in
                guard case .string(let text) = value, text.utf8.count <= longestHashed else { return nil }
                let key = ConstantText(text)
                return ValueVisit { pointer, body in
                    let entries = pointer.assumingMemoryBound(to: [String: Value].self).pointee
                    // A dictionary finds canonical equivalents, too.
                    guard let index = entries.index(forKey: key.text), key.equals(entries[index].key) else { return }
                    withUnsafePointer(to: entries[index].value) { body(UnsafeRawPointer($0)) }
                }
            },
            value: { pointer in
                let fields = pointer.assumingMemoryBound(to: [String: Value].self).pointee.map { entry in
                    (entry.key, withUnsafePointer(to: entry.value) { shape.value(at: UnsafeRawPointer($0)) })
                }
                return .object(PredicateObject(fields.sorted { TextComparison.compare($0.0, $1.0, options: []) < 0 }))
            })
    }
}

/// The bytes of a constant that are hashed for each value without a charge.
private let longestHashed = 128

extension ValueShape {
    /// Whether values that Swift tells apart are different in predicates, too.
    var keepsValuesApart: Bool {
        switch self {
        case .integer, .boolean, .string: true
        case .scalar(let scalar): scalar.type == .integer || scalar.type == .uuid
        case .optional(let optional):
            if case .optional = optional.wrapped { false } else { optional.wrapped.keepsValuesApart }
        case .double, .float, .date, .collection, .object, .mapped: false
        }
    }
}
