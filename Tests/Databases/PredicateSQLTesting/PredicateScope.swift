/// The fields that a generated predicate may read, by their types.
///
/// The tests of a database add what only it has: columns of other types, and longer paths.
package struct PredicateScope: Sendable {
    package var integers: [String]
    package var doubles: [String] = []
    package var texts: [String]
    package var booleans: [String] = []
    package var dates: [String] = []
    package var uuids: [String] = []
    package var blobs: [String] = []
    package var objects: [String] = []
    package var textLists: [String] = []
    package var integerLists: [String] = []
    package var doubleLists: [String] = []
    package var dateLists: [String] = []
    /// Lists of parts, and of the parts in them.
    package var partLists: [String] = []
    package var subLists: [String] = []
    /// The numbers of a part besides its size and its weight.
    package var partNumbers: [String] = []
    package var partDates: [String] = []
    /// Fields of other types, with the constants that they are compared with.
    package var others: [(paths: [String], constants: [String])] = []

    /// The records of `GeneratedTables`.
    package static let items = PredicateScope(
        integers: ["i", "j", "i", "j", "id", "team.rank", "team.boss.age"], doubles: ["r", "s"],
        texts: ["t", "u", "n", "t", "team.name", "team.boss.name"], booleans: ["f", "g"], dates: ["d", "e"],
        uuids: ["x"], blobs: ["b"], objects: ["team", "team.boss"],
        textLists: ["tags", "parts.name", "parts.subs.v", "parts.owner.name"],
        integerLists: ["nums", "parts.size", "parts.subs.k"], doubleLists: ["reals", "parts.weight"],
        partLists: ["parts"])

    /// A part that a variable holds.
    func part(_ name: String) -> PredicateScope {
        PredicateScope(
            integers: ["size", "owner.age"].map { name + "." + $0 },
            doubles: (["weight"] + partNumbers).map { name + "." + $0 },
            texts: ["name", "owner.name"].map { name + "." + $0 }, dates: partDates.map { name + "." + $0 },
            objects: [name + ".owner"], textLists: [name + ".subs.v"], integerLists: [name + ".subs.k"],
            subLists: [name + ".subs"])
    }

    /// A part of a part that a variable holds.
    static func sub(_ name: String) -> PredicateScope { PredicateScope(integers: [name + ".k"], texts: [name + ".v"]) }
}
