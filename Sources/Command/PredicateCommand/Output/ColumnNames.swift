import PredicateFormat

/// Distinct column names in order of first appearance, compared by code points.
struct ColumnNames: Sendable {
    private(set) var names: [String] = []
    private var known: Set<ExactName> = []

    mutating func add(_ name: String) {
        if known.insert(ExactName(name)).inserted { names.append(name) }
    }

    /// The names in the given order; the remaining names follow.
    func ordered(as order: [String]) -> [String] { Self.ordered(names, as: order) }

    /// Names in the given order; the remaining names follow.
    static func ordered(_ names: [String], as order: [String]) -> [String] {
        let locations = Dictionary(
            order.enumerated().map { (ExactName($1), $0) }, uniquingKeysWith: { first, _ in first })
        return names.enumerated().sorted {
            (locations[ExactName($0.element)] ?? .max, $0.offset) < (
                locations[ExactName($1.element)] ?? .max, $1.offset
            )
        }.map(\.element)
    }
}
