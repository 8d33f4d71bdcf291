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
        /// The files of the user's home.
        let home: [String: String]?

        var testDescription: String { "\(ignores)" }

        static let all: [Tree] = {
            let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../Fixtures/ignored.json")
            return (try? JSONDecoder().decode([Tree].self, from: Data(contentsOf: url))) ?? []
        }()
    }

    @Test func gitListsTheSameFiles() throws {
        #expect(Tree.all.count == 400)
        for (number, tree) in Tree.all.enumerated() {
            let part = "/\(number)"
            var files = Dictionary(uniqueKeysWithValues: tree.files.map { (part.dropFirst() + "/" + $0, "") })
            for (name, text) in tree.ignores { files[part.dropFirst() + "/" + name] = text }
            files[part.dropFirst() + "/.git/HEAD"] = ""
            for (name, text) in tree.home ?? [:] { files["home/\(number)/" + name] = text }
            try write(Dictionary(uniqueKeysWithValues: files.map { (String($0.key), $0.value) }))
            var options = LintFiles.Options()
            options.variables["HOME"] = folder.url.path + "/home/\(number)"
            #expect(
                found(in: part, options).sorted() == tree.listed.sorted(), "\(tree.ignores) \(tree.home ?? [:])")
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

    @Test func theUsersOwnExcludesCountInRepositories() throws {
        try write([
            ".git/config": "[core]\n\tbare = false\n", "a.yaml": "", "b.yaml": "", "c.yaml": "", "sub/a.yaml": "",
            "home/.config/git/ignore": "a.yaml\nhome/\n", "home/x/git/ignore": "b.yaml\nhome/\n",
            "home/mine": "/c.yaml\nhome/\n",
        ])
        func found(_ variables: [String: String]) -> [String] {
            self.found(
                LintFiles.Options(
                    variables: variables.merging(["GIT_CONFIG_NOSYSTEM": "1"]) { first, _ in first }))
        }
        let home = folder.path("home")
        #expect(found(["HOME": home]) == ["b.yaml", "c.yaml"])
        #expect(found(["HOME": home, "XDG_CONFIG_HOME": home + "/x"]) == ["a.yaml", "c.yaml", "sub/a.yaml"])
        try write(["global": "[core]\nexcludesfile = \(home)/mine\n"])
        #expect(
            found(["HOME": home, "GIT_CONFIG_GLOBAL": folder.path("global")])
                == ["a.yaml", "b.yaml", "global", "sub/a.yaml"])
        // The repository's own configuration overrules the user's.
        try write([".git/config": "[core]\n\texcludesFile = home/x/git/ignore\n"])
        #expect(
            found(["HOME": home, "GIT_CONFIG_GLOBAL": folder.path("global")])
                == ["a.yaml", "c.yaml", "global", "sub/a.yaml"])
        #expect(
            found(["GIT_CONFIG_SYSTEM": folder.path("global"), "GIT_CONFIG_NOSYSTEM": "0"])
                == ["a.yaml", "c.yaml", "global", "sub/a.yaml"])
        // A pattern of `.gitignore` is stronger.
        try write([".gitignore": "!b.yaml\nglobal"])
        #expect(found(["HOME": home]) == ["a.yaml", "b.yaml", "c.yaml", "sub/a.yaml"])
        // A folder that is no repository has no such files.
        try FileManager.default.removeItem(atPath: folder.path(".git"))
        #expect(found(["HOME": home]).contains("home/mine"))
    }

    @Test func aWorkTreeHasTheExcludesOfItsRepository() throws {
        try write([
            "main/.git/info/exclude": "a.yaml\n", "main/.git/worktrees/w/commondir": "../..\n",
            "w/.git": "gitdir: ../main/.git/worktrees/w\n", "w/a.yaml": "", "w/b.yaml": "",
        ])
        #expect(found(in: "/w") == ["b.yaml"])
        // A damaged file is no obstacle.
        for text in ["", "gitdir:", "gitdir: \u{0}", "gitdir: nowhere", "x"] {
            try write(["w/.git": text])
            #expect(found(in: "/w") == ["a.yaml", "b.yaml"])
        }
    }

    @Test func hostileConfigurationOfGitIsRead() {
        let rows: [(String, String?)] = [
            ("", nil), ("[core", nil), ("[core]", nil), ("[core]\nexcludesfile", nil), ("[core]\nexcludesfile=", ""),
            ("[core]\nexcludesfile=\\", ""), ("[core]\nexcludesfile=\"", ""), ("excludesfile=a", nil),
            ("[core]\r\nexcludesFile = a b \r\n", "a b"), ("\u{FEFF}[core]excludesfile=a;b", "a"),
            ("[core]\nexcludesfile=a\nexcludesfile=b", "b"), ("[core]\n=\n==\nexcludesfile=\\t\\\\", "\t\\"),
            ("[core]\n# excludesfile=a\n;excludesfile=b", nil), ("[core]\nexcludesfile = \" a \" # b", " a "),
        ]
        for (text, value) in rows {
            #expect(GitConfiguration(reading: Array(text.utf8)).excludesFile == value, "\(text)")
        }
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
        #expect(found(in: "/tree") == ["a.yaml", "sub/b.yaml"])
        let followed = found(in: "/tree", LintFiles.Options(followsLinks: true))
        #expect(followed == ["a.yaml", "sub/b.yaml", "4/c.yaml", "4/deep/d.yaml", "6"])
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
        #expect(predicate(["lint", folder.path("p.yaml")]).messages.hasSuffix("it is neither a file nor a folder\n"))
    }

    @Test func aFileIsTakenOnce() throws {
        try write(["a.yaml": "installable_condition: 'a =='"])
        let file = folder.path("a.yaml")
        #expect(predicate(["lint", file, folder.url.path, file]).output == predicate(["lint", file]).output)
    }
}
