import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// A link or a name in an untrusted tree must not make `predicate lint` print or change files elsewhere.
@Suite struct LintLinksTests {
    let folder: TemporaryFolder
    private let secret = "flask==2.0 && x\nsecret IS NOT NULL\n"

    init() throws {
        folder = try TemporaryFolder()
        for name in ["tree/sub", "outside"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(name), withIntermediateDirectories: true)
        }
        _ = try folder.file("outside/secret.predicates", secret)
        _ = try folder.file("outside/.predicate.yaml", "ignore: none\n")
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
    }

    private func expectKept(_ result: CommandResult) throws {
        #expect(
            !result.output.contains("flask") && !result.output.contains("secret ")
                && !result.messages.contains("flask"), "\(result)")
        #expect(try String(contentsOfFile: folder.path("outside/secret.predicates"), encoding: .utf8) == secret)
    }

    @Test(arguments: [
        "sub/a.predicates ../../outside/secret.predicates", "a.predicates /outside/secret.predicates",
        "sub/b ../../outside",
        "up ..", "sub/up ../..", "root /",
    ])
    func aLinkOutOfTheTreeIsNotFollowed(_ pair: String) throws {
        let words = pair.split(separator: " ").map(String.init)
        let target = words[1] == "/outside/secret.predicates" ? folder.path("outside/secret.predicates") : words[1]
        try link("tree/" + words[0], to: target)
        for option in [[], ["--fix"], ["--diff"], ["--list"]] {
            let result = predicate(["lint"] + option + [folder.path("tree")])
            #expect(
                result.status == 0 && result.output == ""
                    && result.messages.contains("leads out of the given paths"), "\(option) \(result)")
            try expectKept(result)
        }
    }

    @Test func aChainOfLinksCountsByItsEnd() throws {
        try link("tree/a.predicates", to: "sub/b.predicates")
        try link("tree/sub/b.predicates", to: "../../outside/c.predicates")
        try link("outside/c.predicates", to: "secret.predicates")
        try expectKept(predicate(["lint", "--fix", folder.path("tree")]))
        // A chain that comes back is within.
        _ = try folder.file("tree/.hidden", "name CONTAIN 'a'\n")
        try link("outside/back", to: "../tree/.hidden")
        try link("tree/good.predicates", to: "../outside/back")
        let result = predicate(["lint", folder.path("tree")])
        #expect(result.status == 65 && result.output.contains("good.predicates:1:6"), "\(result)")
    }

    @Test func whatIsAskedIsFollowed() throws {
        try link("tree/a.predicates", to: "../outside/secret.predicates")
        let named = predicate(["lint", folder.path("tree/a.predicates")])
        #expect(named.status == 65 && named.output.contains("flask"), "\(named)")
        let followed = predicate(["lint", "--follow-links", folder.path("tree")])
        #expect(followed.status == 65 && followed.output.contains("flask"), "\(followed)")
        // The folder that a link leads to is given too.
        let both = predicate(["lint", folder.path("tree"), folder.path("outside")])
        #expect(both.output.contains("flask") && !both.messages.contains("leads out"), "\(both)")
        // A link in the middle of a path that is given.
        try link("tree/way", to: "../outside")
        #expect(predicate(["lint", folder.path("tree/way/secret.predicates")]).output.contains("flask"))
    }

    @Test(arguments: [
        "files: [{paths: '*', keys: x, schema: secret.json}]", "files: [{paths: '*', model: secret.json}]",
        "profiles: [secret.json]", "baseline: secret.json",
        "files: [{paths: '*', keys: x, schema: ../outside/secret.json}]",
        "files: [{paths: '*', model: ../outside/secret.json}]",
        "profiles: [../outside/secret.json]", "baseline: ../outside/secret.json",
        "files: [{paths: '*', keys: x, schema: way/secret.json}]",
    ])
    func settingsNameNothingOutside(_ settings: String) throws {
        _ = try folder.file("outside/secret.json", #"{"hidden-key": 1, "findings": []}"#)
        try link("tree/secret.json", to: "../outside/secret.json")
        try link("tree/way", to: "../outside")
        _ = try folder.file("tree/.predicate.yaml", settings + "\n")
        _ = try folder.file("tree/a.yaml", "x: a == 1\n")
        let result = predicate(["lint", folder.path("tree")])
        #expect(result.status == 65 && result.output.contains("outside of the given paths"), "\(result)")
        #expect(!result.description.contains("hidden-key"))
        // Within the repository a name may lead to a folder above.
        try FileManager.default.createDirectory(atPath: folder.path(".git"), withIntermediateDirectories: true)
        #expect(!predicate(["lint", folder.path("tree")]).output.contains("outside of the given paths"))
    }

    @Test func settingsThatAreALinkAreNotShown() throws {
        _ = try folder.file("outside/passwd", "root:x:0:0\nflask: 1\n")
        try link("tree/.predicate.yaml", to: "../outside/passwd")
        _ = try folder.file("tree/a.predicates", "a == 1\n")
        let result = predicate(["lint", folder.path("tree")])
        #expect(result.status == 65 && result.output.contains("the settings are not read"), "\(result)")
        #expect(!result.description.contains("root:x") && !result.description.contains("flask"))
    }

    @Test func aFileOfNamedPredicatesNamesNoSchemaOutside() throws {
        _ = try folder.file("outside/secret.json", #"{"type": "object", "properties": {"hidden": {"type": "string"}}}"#)
        _ = try folder.file("tree/p.yaml", "schema: ../outside/secret.json\npredicates:\n  a: hiden == 'x'\n")
        let result = predicate(["lint", folder.path("tree")])
        #expect(
            result.output.contains("outside of the given paths") && !result.output.contains("`hidden`"), "\(result)")
        #expect(predicate(["lint", folder.path("tree/p.yaml")]).output.contains("`hidden`"))
    }

    @Test func aBaselineReplacesNoOtherFile() throws {
        let file = try folder.file("a.yaml", "installable_condition: 'a =='\n")
        let refused = predicate(["lint", "--write-baseline", file, file])
        #expect(refused.status == 64 && refused.messages.contains("exists and is not a baseline"), "\(refused)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "installable_condition: 'a =='\n")
        let known = folder.path("known.json")
        #expect(predicate(["lint", "--write-baseline", known, file]).status == 0)
        #expect(predicate(["lint", "--write-baseline", known, file, known]).status == 0)
        let empty = try folder.file("empty.json", "")
        #expect(predicate(["lint", "--write-baseline", empty, file]).status == 0)
        #expect(predicate(["lint", "--baseline", empty, file]).status == 0)
    }
}
