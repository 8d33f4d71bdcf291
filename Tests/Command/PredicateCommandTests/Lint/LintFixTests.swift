import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `predicate lint --fix` and `--diff`: what they change, and what stays.
@Suite struct LintFixTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lint(_ arguments: String...) -> CommandResult { predicate(["lint"] + arguments) }

    /// Files with a wrong operator, and odd surroundings that stay.
    private static let files: [(name: String, text: String)] = [
        ("plain.yaml", "installable_condition: os_vers CONTAIN '1'"),
        (
            "comments.yaml",
            "# first\nx: &anchor   # behind\n    conditional_items:  \n        -   condition:   os_vers CONTAIN '1'   # CONTAIN\n"
                + "y: *anchor\n \n"
        ),
        ("crlf.yaml", "a: 1\r\ninstallable_condition: >-\r\n   os_vers\r\n   CONTAIN '1'\r\nb: 2\r\n"),
        ("bom.yaml", "\u{FEFF}installable_condition: \"os_vers CONTAIN '\\u00e9'\"\n"),
        (
            "entities.plist",
            "<?xml version='1.0'?>\r\n<plist><dict><!-- CONTAIN -->\r<key>installable_condition</key>\n"
                + "<string>os_vers CONTAIN &quot;&#x31;&quot; &#38;&amp; arch CONTAIN 'a'</string></dict></plist>"
        ),
        ("escapes.yaml", "{\t\"installable_condition\" : \"os_vers CONTAIN \\\"\\u0031\\\"\" }"),
        ("name with space.swift", "let a = 1 // é\n\nlet p = NSPredicate(format: \"a CONTAIN 'x'\")\n"),
        (
            "many.predicates",
            (1...40).map { "a\($0) == \($0)" }.joined(separator: "\n") + "\na CONTAIN 1\n\nb CONTAIN 2"
        ),
        ("ü \"quoted\"\\.predicates", "a CONTAIN 1\r\n"), ("tab\tname.predicates", "a CONTAIN 1\n"),
        ("script.sh", "#!/bin/sh\nlog show --predicate 'process CONTAIN \"a\"' # CONTAIN\n"),
    ]

    /// The text with the operator of its predicates replaced.
    private static func fixed(_ text: String) -> String {
        text.replacing(#/CONTAIN (?=['"1-9\\&])/#) { _ in "CONTAINS " }
    }

    @Test func onlyThePredicatesChange() throws {
        for (name, text) in Self.files {
            let path = try folder.file(name, text)
            let before = lint(path)
            #expect(before.status == 65, "\(name)")
            #expect(lint("--fix", path) == CommandResult(status: 0, output: "", messages: ""), "\(name)")
            let fixed = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(String(decoding: fixed, as: UTF8.self) == Self.fixed(text), "\(name)")
            #expect(Self.fixed(text) != text)
            // A second run has nothing to do, and writes nothing.
            let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
            #expect(lint("--fix", path).status == 0)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == fixed)
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == number)
        }
    }

    @Test func modesAndLinksStay() throws {
        let path = try folder.file("a.yaml", Self.files[0].text)
        try FileManager.default.setAttributes([.posixPermissions: 0o751], ofItemAtPath: path)
        let owner = try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int
        try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: true)
        let link = folder.path("sub/link.yaml")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../a.yaml")
        #expect(lint("--fix", link).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../a.yaml")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.fixed(Self.files[0].text))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o751)
        #expect(attributes[.ownerAccountID] as? Int == owner)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("sub")) == ["link.yaml"])
    }

    @Test func aChangeByAnEditorIsKept() async throws {
        let items = (0..<300).map { "  - condition: os_vers BEGINWITH \"\($0)\"\n" }.joined()
        _ = try folder.file("e.yaml", "conditional_items:\n" + items)
        let result = try await BuiltCommand.waitingShell(
            """
            predicate lint --no-config --fix e.yaml >/dev/null & command=$!
            sleep 0.1; echo 'mine: 1' >> e.yaml; wait $command; echo $?; grep -c mine e.yaml
            """, in: folder)
        // A fast run ends before the change, and a slow one begins after it.
        #expect(["0\n1\n", "65\n1\n"].contains(result.output), "\(result)")
    }

    @Test func aFileThatHasChangedIsNotReplaced() throws {
        let old = Array("old\n".utf8)
        for change in ["append", "replace", "remove", "folder", "none"] {
            let path = try folder.file("c-\(change)", "old\n")
            let file = try OutputFile(path, replacing: old)
            try file.sink.write("new\n")
            let manager = FileManager.default
            switch change {
            case "append":
                let handle = try #require(FileHandle(forWritingAtPath: path))
                handle.seekToEndOfFile()
                handle.write(Data("more\n".utf8))
                try handle.close()
            case "replace":
                try Data("else\n".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            case "remove": try manager.removeItem(atPath: path)
            case "folder":
                try manager.removeItem(atPath: path)
                try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
            default: break
            }
            if change == "none" {
                try file.complete()
                #expect(try String(contentsOfFile: path, encoding: .utf8) == "new\n")
            } else {
                #expect(throws: OutputFileFailure.self, "\(change)") { try file.complete() }
                let text = try? String(contentsOfFile: path, encoding: .utf8)
                #expect(text == ["append": "old\nmore\n", "replace": "else\n"][change], "\(change)")
            }
            let left = try manager.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasPrefix(".predicate-") }
            #expect(left == [], "\(change)")
        }
    }

    #if os(Linux)
    @Test func aFileThatIsOpenForWritingIsNotReplaced() throws {
        let path = try folder.file("open", "old\n")
        let handle = try #require(FileHandle(forWritingAtPath: path))
        handle.seekToEndOfFile()
        let file = try OutputFile(path, replacing: Array("old\n".utf8))
        try file.sink.write("new\n")
        #expect(throws: OutputFileFailure.self) { try file.complete() }
        handle.write(Data("more\n".utf8))
        try handle.close()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old\nmore\n")
    }
    #endif

    /// The command is killed at some moment: every file is the old one or the new one, and none is left unreadable.
    @Test func aKilledRunLeavesTheOldFileOrTheNewOne() async throws {
        // A large file takes longer to write than a small one.
        let line = "a CONTAIN 1 AND b == \"" + String(repeating: "x", count: 200) + "\"\n"
        let old = String(repeating: line, count: 300)
        let new = old.replacingOccurrences(of: "CONTAIN ", with: "CONTAINS ")
        for name in 0..<6 { _ = try folder.file("\(name).predicates", old) }
        var states: Set<String> = []
        for round in 0..<12 {
            let script = """
                predicate lint --fix . >/dev/null 2>&1 &
                sleep 0.\(String(round * 45 + 10).count < 3 ? "0" : "")\(round * 45 + 10)
                kill -9 $! 2>/dev/null
                wait $! 2>/dev/null
                true
                """
            _ = try await BuiltCommand.waitingShell(script, in: folder)
            for name in 0..<6 {
                let text = try String(contentsOfFile: folder.path("\(name).predicates"), encoding: .utf8)
                #expect(text == old || text == new, "\(name) is torn")
                states.insert(text == old ? "old" : "new")
                _ = try folder.file("\(name).predicates", old)
            }
        }
        #expect(lint("--fix", folder.url.path).status == 0)
        for name in 0..<6 {
            #expect(try String(contentsOfFile: folder.path("\(name).predicates"), encoding: .utf8) == new)
        }
        #expect(!states.isEmpty)
    }

    @Test func aFileThatCannotBeWrittenIsTold() throws {
        let path = try folder.file("a.yaml", Self.files[0].text)
        let locked = folder.path("locked")
        try FileManager.default.createDirectory(atPath: locked, withIntermediateDirectories: true)
        // Immutable for everybody but root: a folder that takes no new file.
        try FileManager.default.moveItem(atPath: path, toPath: locked + "/a.yaml")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: locked)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: locked) }
        if getuid() == 0 { return }
        #expect(lint("--fix", locked + "/a.yaml").status == 65)
        #expect(try String(contentsOfFile: locked + "/a.yaml", encoding: .utf8) == Self.files[0].text)
    }

    // MARK: Patches

    private static let hasPatch = FileManager.default.isExecutableFile(atPath: "/usr/bin/patch")
    private static let hasGit = FileManager.default.isExecutableFile(atPath: "/usr/bin/git")

    @Test(.enabled(if: hasPatch || hasGit)) func patchAndGitTakeThePatch() throws {
        let tools = [("patch -s -p1 --binary", Self.hasPatch), ("git apply --whitespace=nowarn", Self.hasGit)]
        for (tool, _) in tools.filter(\.1) {
            let copy = try TemporaryFolder()
            for (name, text) in Self.files { _ = try copy.file(name, text) }
            let result = try BuiltCommand.shell("predicate lint --diff . > .patch; echo $?; \(tool) < .patch", in: copy)
            #expect(result.status == 0, "\(tool): \(result)")
            #expect(result.output == "65\n", "\(tool): \(result)")
            for (name, text) in Self.files {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: copy.url.path + "/" + name))
                #expect(String(decoding: bytes, as: UTF8.self) == Self.fixed(text), "\(tool): \(name)")
            }
        }
    }

    @Test func aPatchHasThreeLinesOfContext() throws {
        let path = try folder.file("many.predicates", Self.files.first { $0.name == "many.predicates" }?.text ?? "")
        let result = try BuiltCommand.shell("predicate lint --diff ./many.predicates", in: folder)
        #expect(result.messages == "")
        #expect(
            result.output == """
                --- a/many.predicates
                +++ b/many.predicates
                @@ -38,6 +38,6 @@
                 a38 == 38
                 a39 == 39
                 a40 == 40
                -a CONTAIN 1
                +a CONTAINS 1
                 
                -b CONTAIN 2
                \\ No newline at end of file
                +b CONTAINS 2
                \\ No newline at end of file

                """)
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("CONTAIN 1"))
    }

    @Test func whatAPatchLeavesIsTold() throws {
        let path = try folder.file("a.predicates", "a CONTAIN 1\nb ==\n")
        let result = lint("--diff", path)
        #expect(result.status == 65)
        #expect(result.messages == "note: the patch leaves 1 problem\n")
        let right = try folder.file("r.predicates", "a == 1\n")
        #expect(lint("--diff", right) == CommandResult(status: 0, output: "", messages: ""))
    }

    /// Random texts and changes: the patch, applied by rule, gives the new text.
    @Test func generatedPatchesGiveTheNewText() {
        var state: UInt64 = 5
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for round in 0..<1500 {
            let kinds = round % 3 == 0 ? 3 : 60
            func line() -> String { "\(next(kinds))" + ["\n", "\r\n", "\n"][next(3)] }
            var old = (0..<next(30)).map { _ in line() }
            var new: [String] = []
            for text in old {
                switch next(8) {
                case 0: new.append(line())
                case 1: break
                case 2: new += [text, line()]
                default: new.append(text)
                }
            }
            // The last line may lack its end.
            if next(2) == 0, !old.isEmpty { old[old.count - 1] = "end" }
            if next(2) == 0, !new.isEmpty { new[new.count - 1] = "end" }
            let (before, after) = (Array(old.joined().utf8), Array(new.joined().utf8))
            let patch = UnifiedDiff(from: before, to: after).patch(of: "f")
            #expect(patch.isEmpty == (before == after))
            if before != after { #expect(Self.applied(patch, to: before) == after, "\(old) \(new)") }
        }
    }

    /// What a patch makes of a text: a slow reading of the format. Nil if the patch does not fit.
    private static func applied(_ patch: [UInt8], to old: [UInt8]) -> [UInt8]? {
        func lines(_ bytes: [UInt8]) -> [[UInt8]] {
            var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) + [0x0A] }
            let last = lines.removeLast().dropLast()
            return last.isEmpty ? lines : lines + [Array(last)]
        }
        let old = lines(old)
        var patch = Array(lines(patch).dropFirst(2))[...]
        var result: [[UInt8]] = []
        var position = 0
        while let head = patch.popFirst() {
            let numbers = String(decoding: head, as: UTF8.self).split { !$0.isNumber }.compactMap { Int($0) }
            let sides = String(decoding: head, as: UTF8.self).split(separator: " ")
            guard sides.count == 4, let first = numbers.first else { return nil }
            let isEmpty = sides[1].hasSuffix(",0")
            let start = isEmpty ? first : first - 1
            guard start >= position, start <= old.count else { return nil }
            result += old[position..<start]
            position = start
            while let line = patch.first, line.first != 0x40 {
                patch.removeFirst()
                var text = Array(line.dropFirst())
                if patch.first?.first == 0x5C {
                    patch.removeFirst()
                    text.removeLast()
                }
                if line.first != 0x2B {
                    guard position < old.count, old[position] == text else { return nil }
                    position += 1
                }
                if line.first != 0x2D { result.append(text) }
            }
        }
        return Array((result + old[position...]).joined())
    }

    @Test func patchesOfLongFilesTakeLinearTime() {
        let old = Array((0..<100_000).map { "line \($0 % 1000)\n" }.joined().utf8)
        let new = Array((0..<100_001).map { "line \(($0 + 7) % 1001)\n" }.joined().utf8)
        let (patch, seconds) = timed { UnifiedDiff(from: old, to: new).patch(of: "f") }
        #expect(seconds < 30)
        #expect(Self.applied(patch, to: old) == new)
    }
}
