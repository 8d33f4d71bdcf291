/// `UTI-CONFORMS-TO` and `UTI-EQUALS` over the public type hierarchy (LANGUAGE D99).
let uniformTypeOperators: [PredicateOperator] = [
    PredicateOperator(
        "UTI-CONFORMS-TO", left: .string, right: .string,
        help: "The type identifier on the left is the one on the right, or conforms to it."
    ) { left, right, _ in
        guard case .string(let type) = left, case .string(let supertype) = right else { return false }
        return UniformTypes.conforms(type.lowercased(), to: supertype.lowercased())
    },
    PredicateOperator(
        "UTI-EQUALS", left: .string, right: .string,
        help: "Both sides are the same type identifier, whatever their case."
    ) { left, right, _ in
        guard case .string(let a) = left, case .string(let b) = right else { return false }
        return a.lowercased() == b.lowercased()
    },
]

/// The public type hierarchy: each identifier with what it conforms to directly.
enum UniformTypes {
    /// Whether a type is another or conforms to it; both in lower case. An unknown type conforms only to itself.
    static func conforms(_ type: String, to supertype: String) -> Bool {
        var seen: Set<String> = [type]
        var pending = [type]
        while let next = pending.popLast() {
            if next == supertype { return true }
            for parent in supertypes[next] ?? [] where seen.insert(parent).inserted { pending.append(parent) }
        }
        return false
    }

    static let supertypes: [String: [String]] = [:]
}
