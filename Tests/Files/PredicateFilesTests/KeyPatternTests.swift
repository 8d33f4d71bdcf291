import PredicateFiles
import PredicateFormat
import Testing

/// Where values stand in a file of keys and values.
@Suite struct KeyPatternTests {
    private static let json = #"""
        {"a": {"b": "ab", "list": [{"b": "l0"}, {"b": "l1", "kind": "x"}, [{"b": "deep"}]]}, "b": "top", "name/2": "two",
        "tree": {"items": [{"b": "i0", "items": [{"b": "i00"}]}]}}
        """#

    @Test(arguments: [
        ("b", ["b"]), ("a.b", ["a.b"]), ("a.list[].b", ["a.list[0].b", "a.list[1].b"]),
        ("a.list[]{kind=x}.b", ["a.list[1].b"]), ("a.list[]{kind=y}.b", []), ("a.list[][].b", ["a.list[2][0].b"]),
        (
            "**.b",
            ["a.b", "a.list[0].b", "a.list[1].b", "a.list[2][0].b", "b", "tree.items[0].b", "tree.items[0].items[0].b"]
        ),
        ("**.items[].b", ["tree.items[0].b", "tree.items[0].items[0].b"]),
        ("tree.**.b", ["tree.items[0].b", "tree.items[0].items[0].b"]),
        ("*.b", ["a.b"]), ("name*", ["name/2"]), ("*e*2", ["name/2"]), ("{b=top}.a.b", ["a.b"]), ("{b=other}.a.b", []),
        ("missing.b", []), ("a.b.c", []),
    ])
    func whatAPatternFinds(pattern: String, expected: [String]) throws {
        let root = try JSONConfigurationReader.read(Array(Self.json.utf8))
        let found = try #require(KeyPattern(pattern)).matches(in: root)
        #expect(found.map(\.keyPath) == expected)
    }

    @Test(arguments: ["", ".a", "a.", "a..b", "{a}", "{a=b", "[", "a[0]"])
    func whatIsNoPattern(text: String) { #expect(KeyPattern(text) == nil) }

    /// Many `**` in a row visit a value once for each place, not once for each way to it.
    @Test func patternsTakeLinearTime() throws {
        let depth = 150
        let text = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        let root = try JSONConfigurationReader.read(Array(text.utf8))
        let pattern = try #require(KeyPattern(String(repeating: "**.a.", count: 40) + "b"))
        #expect(pattern.matches(in: root).isEmpty)
    }
}
