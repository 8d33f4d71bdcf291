import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateFiles

/// Patterns of paths in settings.
@Suite struct PathGlobTests {
    @Test(arguments: [
        ("a.yaml", ["a.yaml"], ["b.yaml", "a.yamlx", "xa.yaml", "a/a.yaml", ""]),
        ("*.yaml", ["a.yaml", ".yaml", "é.yaml"], ["a/b.yaml", "a.yml"]),
        ("a/*.yaml", ["a/b.yaml"], ["a/b/c.yaml", "b.yaml", "a/b.yml"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/xb", "ab", "x/a/b"]),
        ("**/b", ["b", "a/b", "a/c/b"], ["ab", "b/a"]),
        ("a/**", ["a/b", "a/b/c"], ["a", "b/a"]), ("**", ["a", "a/b", ""], []), ("**/**/b", ["b", "x/y/b"], ["xb"]),
        ("a**/b", ["a/b", "axx/b"], ["a/x/b"]),
        ("?.toml", ["a.toml", "é.toml", "🎉.toml"], ["ab.toml", ".toml", "/.toml"]),
        ("[ab].toml", ["a.toml", "b.toml"], ["c.toml", "ab.toml"]), ("[!ab]", ["c", "é"], ["a", "b", "/"]),
        ("[a-cx]", ["a", "c", "x"], ["d", "-"]), ("[]a]", ["]", "a"], ["b"]), ("[é-ü]", ["ö"], ["a", "z"]),
        ("[[:digit:]a]", ["7", "a"], ["b"]), ("a\\*b", ["a*b"], ["axb"]), ("\\{a\\}", ["{a}"], ["a"]),
        ("*.{yaml,yml}", ["a.yaml", "a.yml"], ["a.json", "a.{yaml,yml}"]), ("{a,b}/c", ["a/c", "b/c"], ["a", "c"]),
        ("{a,b{1,2},}x", ["ax", "b1x", "b2x", "x"], ["bx", "a"]), ("a{[,]}b", ["a,b"], ["ab"]),
        ("{a/b,c}", ["a/b", "c"], ["a", "b"]), ("/a/b", ["a/b"], ["x/a/b"]), ("a,b", ["a,b"], ["a", "b"]),
        ("*a*b*c*", ["abc", "xaxbxcx"], ["acb"]), ("**a", ["a", "ba"], ["b/a"]), ("***/a", ["a", "b/c/a"], ["ba"]),
    ])
    func patternsFitPaths(pattern: String, fitting: [String], others: [String]) throws {
        let glob = try PathGlob(pattern)
        for path in fitting { #expect(glob.matches(path), "\(pattern) \(path)") }
        for path in others { #expect(!glob.matches(path), "\(pattern) \(path)") }
    }

    @Test(arguments: [
        ("[a", "`[` is not closed"), ("a\\", "nothing follows the backslash"),
        ("{a", "`{` is not closed; a brace in a name is written `\\{`"),
        ("a}", "`}` closes nothing; a brace in a name is written `\\}`"),
        ("[b-a]", "the set between `[` and `]` is empty"),
        (String(repeating: "{a,b}", count: 20), "the braces stand for more than 1000 strings"),
        (String(repeating: "{", count: 30), "braces are nested deeper than 20 levels"),
        (String(repeating: "a", count: 5000), "a pattern has at most 4096 bytes"),
    ])
    func whatIsNoPatternSaysWhy(pattern: String, reason: String) {
        #expect(throws: PathGlob.Failure(message: reason)) { try PathGlob(pattern) }
    }

    @Test func canonicallyEquivalentNamesAreDifferent() throws {
        #expect(try !PathGlob("\u{E9}").matches("e\u{301}"))
        #expect(try PathGlob("e?").matches("e\u{301}"))
    }

    @Test(arguments: [
        (String(repeating: "*a", count: 1000), String(repeating: "a", count: 20_000)),
        (String(repeating: "**/a/", count: 200), Array(repeating: "a", count: 3000).joined(separator: "/")),
        (String(repeating: "**/*a*/", count: 100), Array(repeating: "aaaa", count: 1000).joined(separator: "/")),
    ])
    func hostilePatternsTakeBoundedTime(pattern: String, path: String) throws {
        let glob = try PathGlob(pattern + "b")
        let seconds = processorSeconds { #expect(!glob.matches(path)) }
        #expect(seconds < 20)
    }

    /// A slow matcher that follows the definition: it tries every way.
    private func fits(_ pattern: ArraySlice<String>, _ path: ArraySlice<String>) -> Bool {
        guard let first = pattern.first else { return path.isEmpty }
        if first == "**" {
            if pattern.count == 1 { return !path.isEmpty }
            return (0...path.count).contains { fits(pattern.dropFirst(), path.dropFirst($0)) }
        }
        guard let name = path.first else { return false }
        return fits(name: Substring(first), Substring(name)) && fits(pattern.dropFirst(), path.dropFirst())
    }

    private func fits(name pattern: Substring, _ name: Substring) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == "*" { return (0...name.count).contains { fits(name: pattern.dropFirst(), name.dropFirst($0)) } }
        guard let letter = name.first, first == "?" || first == letter else { return false }
        return fits(name: pattern.dropFirst(), name.dropFirst())
    }

    @Test func generatedPatternsAgreeWithASlowMatcher() throws {
        var generator = SeededRandom(seed: 7)
        var fitting = 0
        for _ in 0..<3000 {
            let pattern = (0...generator.below(3)).map { _ in generator.pick(["a", "b", "*", "**", "a*", "?b", "*a*"]) }
            let path = (0...generator.below(4)).map { _ in generator.pick(["a", "b", "ab", "aa", "bab"]) }
            let expected = fits(pattern[...], path[...])
            if expected { fitting += 1 }
            let found = try PathGlob(pattern.joined(separator: "/")).matches(path.joined(separator: "/"))
            #expect(found == expected, "\(pattern) \(path)")
        }
        #expect(fitting > 300)
    }

    // MARK: Settings

    @Test(arguments: [
        ("vendor", "vendor/a/b.yaml", true), ("vendor/", "vendor/a.yaml", true), ("vendor/", "x/vendor/a.yaml", true),
        ("vendor/", "vendor", false), ("/vendor", "x/vendor/a", false), ("/vendor", "vendor/a", true),
        ("*.yaml", "a/b/c.yaml", true), ("a/*.yaml", "a/b/c.yaml", false), ("a/*", "a/b/c.yaml", true),
        ("./a", "a/x", true), ("a", "ab", false), ("**/x/*.plist", "m/x/a.plist", true),
    ])
    func aPatternOfSettingsMeansAllInAFolder(pattern: String, path: String, isMeant: Bool) throws {
        #expect(try SettingsGlob(pattern).matches(path) == isMeant)
    }

    @Test func anyTextIsAPatternOrNone() {
        var generator = SeededRandom(seed: 3)
        for _ in 0..<300 {
            let signs = Array("ab/*?[]!\\{},- \n\r#^:é".utf8) + [0, 0xFF]
            let file = (0..<generator.below(60)).map { _ in signs[generator.below(signs.count)] }
            _ = try? PathGlob(String(decoding: file, as: UTF8.self)).matches("a/b")
        }
    }
}
