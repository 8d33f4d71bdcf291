import Foundation
import PredicateTesting
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

    // MARK: Ignored files

    /// Makes a repository without anything in it.
    private func makeRepository(_ name: String = "") throws {
        _ = try BuiltCommand.shell("git init -q .\(name)", in: folder)
    }

    @Test func whatGitIgnoresIsSkipped() throws {
        try makeRepository()
        try write([
            ".git/info/exclude": "mine.yaml\n", ".gitignore": "*.log\ngone/\na.yaml\n",
            "a.yaml": "", "b.yaml": "", "c.yaml": "", "d.yaml": "", "mine.yaml": "", "x.log": "", "gone/a.yaml": "",
            "gone/b.yaml": "", "sub/.gitignore": "!a.yaml\nd.yaml", "sub/c.yaml": "", "sub/d.yaml": "",
            "sub/a.yaml": "",
            "e\u{301}/\u{E9}.yaml": "", "\u{FE}.yaml": "",
        ])
        let names = ["e\u{301}/\u{E9}.yaml", "\u{FE}.yaml"]
        #expect(found() == ["b.yaml", "c.yaml", "d.yaml", names[0], "sub/a.yaml", "sub/c.yaml", names[1]])
        #expect(found(in: "/sub") == ["a.yaml", "c.yaml"])
        // What is named is looked at in any case.
        #expect(found(in: "/gone") == ["a.yaml", "b.yaml"])
        #expect(LintFiles([folder.path("a.yaml")]).files.map(\.isNamed) == [true])
        #expect(found(LintFiles.Options(usesIgnoreFiles: false)).count == 13)
        // A file that is tracked is not ignored.
        _ = try BuiltCommand.shell("git add -f a.yaml", in: folder)
        #expect(found().first == "a.yaml")
    }

    @Test func moreIgnoreFilesLeaveOutWhatGitTracks() throws {
        try makeRepository()
        try write([
            ".ignore": "b.yaml\n", "sub/.predicateignore": "c.yaml\n", "b.yaml": "", "c.yaml": "", "sub/b.yaml": "",
            "sub/c.yaml": "", "sub/deep/c.yaml": "", "sub/deep/d.yaml": "",
        ])
        _ = try BuiltCommand.shell("git add .", in: folder)
        #expect(found() == ["c.yaml", "sub/deep/d.yaml"])
        #expect(found(in: "/sub/deep") == ["d.yaml"])
    }

    @Test func theUsersOwnExcludesCount() throws {
        try makeRepository()
        try write(["a.yaml": "", "b.yaml": "", ".home/.config/git/ignore": "a.yaml\n"])
        let variables = ["HOME": folder.path(".home"), "GIT_CONFIG_NOSYSTEM": "1"]
        #expect(found(LintFiles.Options(variables: variables)) == ["b.yaml"])
        // What a hook sets is for another repository.
        #expect(found(LintFiles.Options(variables: ["GIT_DIR": "/nowhere"])) == ["a.yaml", "b.yaml"])
    }

    @Test func aRepositoryMakesGitStartNothing() throws {
        try makeRepository()
        let script = "#!/bin/sh\ntouch \(folder.path("started"))\n"
        try write([
            "a.yaml": "", "hook": script, ".git/hooks/post-index-change": script, ".git/hooks/pre-auto-gc": script,
        ])
        _ = try BuiltCommand.shell(
            """
            chmod +x hook .git/hooks/*; git add a.yaml; git config core.fsmonitor "$PWD/hook"
            git config core.untrackedCache true; git config core.sshCommand "$PWD/hook"
            git config filter.x.clean "$PWD/hook"; echo '* filter=x' > .gitattributes; touch a.yaml
            rm -f started
            """, in: folder)
        let before = FileManager.default.contents(atPath: folder.path(".git/index"))
        #expect(found() == ["a.yaml", "hook"])
        #expect(!FileManager.default.fileExists(atPath: folder.path("started")))
        #expect(FileManager.default.contents(atPath: folder.path(".git/index")) == before)
    }

    @Test func withoutAnAnswerOfGitAllFilesAreTaken() throws {
        try write([".git/HEAD": "", ".gitignore": "*.yaml", "a.yaml": "", "b.yaml": "x: 1"])
        #expect(found() == ["a.yaml", "b.yaml"])
        let result = predicate(["lint", folder.url.path])
        #expect(result.status == 0)
        #expect(result.messages.hasPrefix("note: git did not say what it ignores in `"))
        #expect(result.messages.contains("so all files were checked: fatal: "), "\(result.messages)")
    }

    @Test func aRepositoryInAnotherIsATreeOfItsOwn() throws {
        try makeRepository()
        try write([".gitignore": "*.yaml\nhidden/", "a.yaml": ""])
        for name in ["/inner", "/hidden/inner"] {
            try makeRepository(name)
            try write([
                name + "/a.yaml": "", name + "/sub/b.yaml": "", name + "/c.log": "", name + "/.gitignore": "*.log",
            ])
        }
        #expect(found() == ["inner/a.yaml", "inner/sub/b.yaml"])
        #expect(found(in: "/inner/sub") == ["b.yaml"])
        #expect(found(in: "/hidden") == ["inner/a.yaml", "inner/sub/b.yaml"])
    }

    @Test func withoutARepositoryNothingIsIgnored() throws {
        try write([".gitignore": "*.yaml", "sub/a.yaml": "", "sub/.gitignore": "b.yaml", "sub/b.yaml": ""])
        #expect(found() == ["sub/a.yaml", "sub/b.yaml"])
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
        try makeRepository()
        try write([".gitignore": "gone\n/x/", "a.yaml": "", "out/b.yaml": ""])
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
