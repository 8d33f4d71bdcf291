import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Values by name, with a few names and with many.
@Suite struct NameTableTests {
    @Test(arguments: [0, 1, 8, 9, 10, 300])
    func keepsWhatItIsGiven(count: Int) {
        var table = NameTable<Int>()
        let names = (0..<count).map { "name\($0 * 7919 % 1009)" }
        for (location, name) in names.enumerated() {
            #expect(table[name] == nil)
            table[name] = location
        }
        #expect(table.entries.map(\.name) == names)
        for (location, name) in names.enumerated() { #expect(table[name] == location) }
        #expect(table["name"] == nil)
        for name in names { table[name]? += 1 }
        #expect(table.entries.map(\.value) == (0..<count).map { $0 + 1 })
    }

    /// The variables of a predicate are in the order of their first use, for any number of variables.
    @Test(arguments: [1, 8, 9, 40])
    func variablesKeepTheirOrder(count: Int) throws {
        let names = (0..<count).map { "v\($0 * 31 % 41)" }
        let once = names.map { "a == $\($0)" }.joined(separator: " AND ")
        let checked = try open(once + " AND " + once)
        #expect(checked.variables.map(\.name) == names)
        #expect(checked.variableRanges.map { $0.text(in: checked.source) } == names.map { "$" + $0 })
    }
}
