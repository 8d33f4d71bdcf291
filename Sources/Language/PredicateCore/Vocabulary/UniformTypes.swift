/// `UTI-CONFORMS-TO` and `UTI-EQUALS` over the public type hierarchy (D99).
let uniformTypeOperators: [PredicateOperator] = [
    PredicateOperator(
        "UTI-CONFORMS-TO", left: .string, right: .string,
        help: "The type identifier on the left is the one on the right, or conforms to it."
    ) { left, right, _ in
        guard case .string(let type) = left, case .string(let supertype) = right else { return false }
        return UniformTypes.conforms(type, to: supertype)
    },
    PredicateOperator(
        "UTI-EQUALS", left: .string, right: .string,
        help: "Both sides are the same type identifier, whatever their case."
    ) { left, right, _ in
        guard case .string(let a) = left, case .string(let b) = right else { return false }
        return UniformTypes.equal(a, b)
    },
]

/// The public type hierarchy: each identifier with the types that it conforms to, from `UniformTypeTable`.
///
/// Identifiers are ASCII, and the case of ASCII letters is ignored; other letters are never equal to them, even if
/// they look the same. An unknown identifier conforms only to itself.
package enum UniformTypes {
    /// The types in the order of the table.
    static var rows: [(type: String, parents: [String])] {
        UniformTypeTable.text.description.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .flatMap { $0.split(separator: ";") }
            .compactMap { entry in
                let names = entry.split(separator: " ").map(String.init)
                return names.first.map { ($0, Array(names.dropFirst())) }
            }
    }

    /// The types that each type conforms to directly, all in lower case.
    static let supertypes: [String: [String]] = {
        var supertypes: [String: [String]] = [:]
        for row in rows { supertypes[row.type] = row.parents }
        return supertypes
    }()

    /// All types that each type conforms to, except itself.
    private static let ancestors: [String: Set<String>] = supertypes.mapValues { parents in
        var found: Set<String> = []
        var pending = parents
        while let next = pending.popLast() {
            if found.insert(next).inserted { pending += supertypes[next] ?? [] }
        }
        return found
    }

    /// Whether an identifier is one of the known types.
    package static func isKnown(_ identifier: String) -> Bool {
        lowered(identifier).map { supertypes[$0] != nil } ?? false
    }

    /// The known identifier that is most similar to an unknown one; nil if none is.
    package static func nearest(to identifier: String) -> String? {
        Suggestions.nearest(to: identifier, among: supertypes.keys.sorted())
    }

    /// Whether a type is another one or conforms to it.
    static func conforms(_ type: String, to supertype: String) -> Bool {
        if equal(type, supertype) { return true }
        guard let type = lowered(type), let supertype = lowered(supertype) else { return false }
        return ancestors[type]?.contains(supertype) ?? false
    }

    /// Whether two identifiers are the same, byte by byte but for the case of ASCII letters.
    static func equal(_ a: String, _ b: String) -> Bool {
        UTF8Text.withBytes(a) { a in
            UTF8Text.withBytes(b) { b in
                a.count == b.count && zip(a, b).allSatisfy { lowered($0) == lowered($1) }
            }
        }
    }

    /// An identifier in lower case; nil when it has other letters than ASCII, and so cannot be in the hierarchy.
    private static func lowered(_ identifier: String) -> String? {
        UTF8Text.withBytes(identifier) { bytes in
            UTF8Text.isASCII(bytes) ? String(decoding: bytes.map(lowered), as: UTF8.self) : nil
        }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
