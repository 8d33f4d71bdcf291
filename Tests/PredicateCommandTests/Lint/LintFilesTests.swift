import Foundation
import Testing

@testable import PredicateCommand

/// Which files `predicate lint` takes of folders: ignore files, links, hidden files.
@Suite struct LintFilesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ files: [String: String]) throws {
        for (name, text) in files {
            let url = URL(fileURLWithPath: folder.url.path + "/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.path + "/" + name, withDestinationPath: target)
    }

    /// The paths of files below the folder.
    private func found(
        in part: String = "", _ options: LintFiles.Options = LintFiles.Options()
    ) -> [String] {
        let root = folder.url.path + part
        return LintFiles([root], options).files.map { String($0.path.dropFirst(root.count + 1)) }
    }

    // MARK: Ignore files

    /// A tree with ignore files, and what git lists of it.
    struct Tree: Decodable, Sendable, CustomTestStringConvertible {
        let ignores: [String: String]
        let files: [String]
        let listed: [String]

        var testDescription: String { "\(ignores)" }

        static let all: [Tree] = {
            let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../Fixtures/ignored.json")
            return (try? JSONDecoder().decode([Tree].self, from: Data(contentsOf: url))) ?? []
        }()
    }

    @Test func gitListsTheSameFiles() throws {
        #expect(Tree.all.count == 300)
        for (number, tree) in Tree.all.enumerated() {
            let part = "/\(number)"
            var files = Dictionary(uniqueKeysWithValues: tree.files.map { (part.dropFirst() + "/" + $0, "") })
            for (name, text) in tree.ignores { files[part.dropFirst() + "/" + name] = text }
            files[part.dropFirst() + "/.git/HEAD"] = ""
            try write(Dictionary(uniqueKeysWithValues: files.map { (String($0.key), $0.value) }))
            #expect(found(in: part).sorted() == tree.listed.sorted(), "\(tree.ignores)")
        }
    }

    @Test func ignoreFilesOfAllKindsCount() throws {
        try write([
            ".git/info/exclude": "mine.yaml\n", ".gitignore": "*.log\ngone/\na.yaml\n", ".ignore": "!a.yaml\nb.yaml\n",
            ".predicateignore": "!b.yaml\nc.yaml\n", "a.yaml": "", "b.yaml": "", "c.yaml": "", "d.yaml": "",
            "mine.yaml": "",
            "x.log": "", "gone/a.yaml": "", "sub/.gitignore": "!c.yaml\nd.yaml", "sub/c.yaml": "", "sub/d.yaml": "",
            "sub/a.yaml": "",
        ])
        #expect(found() == ["a.yaml", "b.yaml", "d.yaml", "sub/a.yaml"])
        // The files above a named folder count too, but not for what is named.
        #expect(found(in: "/sub") == ["a.yaml"])
        #expect(found(in: "/gone") == ["a.yaml"])
        #expect(LintFiles([folder.path("c.yaml")]).files.map(\.isNamed) == [true])
        let all = found(LintFiles.Options(usesIgnoreFiles: false))
        #expect(all.count == 10, "\(all)")
    }

    @Test func aRepositoryInAnotherIsATreeOfItsOwn() throws {
        try write([
            ".git/HEAD": "", ".gitignore": "*.yaml", "a.yaml": "", "inner/.git": "gitdir: elsewhere",
            "inner/a.yaml": "",
            "inner/sub/b.yaml": "",
        ])
        #expect(found() == ["inner/a.yaml", "inner/sub/b.yaml"])
        #expect(found(in: "/inner/sub") == ["b.yaml"])
    }

    @Test func withoutARepositoryOnlyFilesBelowCount() throws {
        try write([".gitignore": "*.yaml", "sub/a.yaml": "", "sub/.gitignore": "b.yaml", "sub/b.yaml": ""])
        #expect(found() == [])
        #expect(found(in: "/sub") == ["a.yaml"])
    }

    // MARK: Hidden files and links

    @Test func hiddenFilesAreTakenIfAsked() throws {
        try write([".a.yaml": "", ".github/w.yaml": "", ".git/c.yaml": "", "node_modules/d.yaml": "", "e.yaml": ""])
        #expect(found() == ["e.yaml"])
        #expect(found(LintFiles.Options(includesHidden: true)) == [".a.yaml", ".github/w.yaml", "e.yaml"])
    }

    @Test func linksAreFollowedOnce() throws {
        try write(["tree/a.yaml": "", "tree/sub/b.yaml": "", "other/c.yaml": "", "other/deep/d.yaml": "", "e.yaml": ""])
        try link("tree/0", to: "a.yaml")
        try link("tree/1", to: "sub")
        try link("tree/2", to: ".")
        try link("tree/sub/3", to: "../..")
        try link("tree/4", to: "../other")
        try link("tree/5", to: "../other/deep")
        try link("tree/6", to: "../e.yaml")
        try link("tree/7", to: "nowhere")
        try link("tree/8", to: "8")
        try link("other/back", to: "../tree")
        #expect(found(in: "/tree") == ["a.yaml", "sub/b.yaml", "4/c.yaml", "4/deep/d.yaml", "6"])
        // A named link is followed.
        try link("named", to: "tree")
        #expect(found(in: "/named").first == "a.yaml")
    }

    @Test func ignoredLinksAreNotFollowed() throws {
        try write([".git/HEAD": "", ".gitignore": "gone\n/x/", "a.yaml": "", "out/b.yaml": ""])
        try link("gone", to: "/")
        #expect(found() == ["a.yaml", "out/b.yaml"])
    }

    @Test func aPipeIsNoFile() throws {
        #expect(mkfifo(folder.path("p.yaml"), 0o600) == 0)
        #expect(mkfifo(folder.path(".gitignore"), 0o600) == 0)
        #expect(mkfifo(folder.path(".predicate.yaml"), 0o600) == 0)
        try write(["a.yaml": ""])
        #expect(predicate(["lint", folder.url.path]).status == 0)
        #expect(found() == ["a.yaml"])
        #expect(predicate(["lint", folder.path("p.yaml")]).messages.hasSuffix("it is no file and no folder\n"))
    }

    @Test func aFileIsTakenOnce() throws {
        try write(["a.yaml": "installable_condition: 'a =='"])
        let file = folder.path("a.yaml")
        #expect(predicate(["lint", file, folder.url.path, file]).output == predicate(["lint", file]).output)
    }
}
