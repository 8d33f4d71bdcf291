import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `match --split-into` replaces the files of an earlier run when all new ones are complete, and otherwise none.
@Suite struct RuleSplitTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.file("rules.txt", "one: n == 1\ntwo: n == 2\nnone: n == 9\n")
        try FileManager.default.createDirectory(atPath: folder.path("parts"), withIntermediateDirectories: true)
        for name in ["one", "two", "none", "other"] { _ = try folder.file("parts/\(name).ndjson", "{\"old\":1}\n") }
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("parts")).sorted()
    }

    private func text(_ name: String) -> String? {
        try? String(contentsOfFile: folder.path("parts/\(name).ndjson"), encoding: .utf8)
    }

    private func expectUnchanged(_ result: CommandResult) throws {
        #expect(try names() == ["none.ndjson", "one.ndjson", "other.ndjson", "two.ndjson"], "\(result)")
        for name in ["one", "two", "none", "other"] { #expect(text(name) == "{\"old\":1}\n", "\(name): \(result)") }
    }

    @Test func aCompleteRunReplacesTheFiles() throws {
        let records = try folder.file("r.ndjson", "{\"n\":1}\n{\"n\":2}\n{\"n\":1}\n")
        let result = predicate([
            "match", "--rules", folder.path("rules.txt"), "--split-into", folder.path("parts"), records,
        ])
        #expect(result == CommandResult(status: 0, output: "", messages: ""))
        #expect(try names() == ["one.ndjson", "other.ndjson", "two.ndjson"])
        #expect(text("one") == "{\"n\":1}\n{\"n\":1}\n" && text("two") == "{\"n\":2}\n")
    }

    @Test func aBadRecordChangesNothing() throws {
        let records = try folder.file("r.ndjson", "{\"n\":1}\n{\"n\":\n")
        let result = predicate([
            "match", "--rules", folder.path("rules.txt"), "--split-into", folder.path("parts"), records,
        ])
        #expect(result.status == 65 && result.messages.contains("has replaced no file"), "\(result)")
        try expectUnchanged(result)
        // A new folder is not left behind either.
        let fresh = folder.path("fresh")
        #expect(
            predicate(["match", "--rules", folder.path("rules.txt"), "--split-into", fresh, records]).status == 65)
        #expect(!FileManager.default.fileExists(atPath: fresh))
    }

    @Test func aFolderInPlaceOfAFileIsRefusedBeforeReading() throws {
        try FileManager.default.removeItem(atPath: folder.path("parts/two.ndjson"))
        try FileManager.default.createDirectory(
            atPath: folder.path("parts/two.ndjson"), withIntermediateDirectories: true)
        let result = predicate([
            "match", "--rules", folder.path("rules.txt"), "--split-into", folder.path("parts"), "/nowhere",
        ])
        #expect(result.status == 74 && result.messages.contains("two.ndjson`: Is a directory"), "\(result)")
    }

    @Test(arguments: ["KILL", "TERM", "INT", "HUP"])
    func anEndedRunChangesNothing(_ signal: String) async throws {
        // The run has read records, and waits for more.
        let result = try await BuiltCommand.waitingShell(
            """
            mkfifo input; exec 3<>input
            env --default-signal=INT predicate match --rules rules.txt --split-into parts <&3 >/dev/null & command=$!
            printf '{"n":1}\\n{"n":2}\\n' >&3
            for i in $(seq 100); do ls -A parts | grep -q '^[.]' && break; sleep 0.02; done
            kill -\(signal) $command; wait $command; echo $?
            """, in: folder)
        let numbers = ["KILL": 9, "TERM": 15, "INT": 2, "HUP": 1]
        #expect(result.output == "\(128 + (numbers[signal] ?? 0))\n", "\(result)")
        if signal == "KILL" {
            // Nobody can remove the unfinished folder then.
            for name in try names() where name.hasPrefix(".predicate-") {
                try FileManager.default.removeItem(atPath: folder.path("parts/" + name))
            }
        }
        try expectUnchanged(result)
    }

    @Test func anIgnoredSignalStaysIgnored() async throws {
        let result = try await BuiltCommand.waitingShell(
            """
            mkfifo input
            (trap '' HUP; exec predicate match --rules rules.txt --split-into parts <input >/dev/null) & command=$!
            exec 3>input
            printf '{"n":1}\\n' >&3
            for i in $(seq 100); do ls -A parts | grep -q '^[.]' && break; sleep 0.02; done
            kill -HUP $command; sleep 0.1; exec 3>&-; wait $command; echo $?
            """, in: folder)
        #expect(result.output == "0\n" && text("one") == "{\"n\":1}\n", "\(result)")
    }

    @Test func aFullDiskChangesNothing() throws {
        let records = (0..<3000).map { _ in "{\"n\":1}\n" }.joined()
        _ = try folder.file("r.ndjson", records)
        // The shell's limit on file sizes acts like a full disk.
        let result = try BuiltCommand.shell(
            "trap '' XFSZ; ulimit -f 4; predicate match --rules rules.txt --split-into parts r.ndjson", in: folder)
        #expect(
            result.status == 74 && result.messages.contains("one.ndjson`: File too large; no file has been replaced"),
            "\(result)")
        try expectUnchanged(result)
    }

    @Test func aLinkIsReplacedAndNotFollowed() throws {
        let outside = try folder.file("outside", "mine\n")
        try FileManager.default.removeItem(atPath: folder.path("parts/one.ndjson"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("parts/one.ndjson"), withDestinationPath: outside)
        let records = try folder.file("r.ndjson", "{\"n\":1}\n")
        let result = predicate([
            "match", "--rules", folder.path("rules.txt"), "--split-into", folder.path("parts"), records,
        ])
        #expect(result.status == 0 && text("one") == "{\"n\":1}\n", "\(result)")
        #expect(try String(contentsOfFile: outside, encoding: .utf8) == "mine\n")
    }
}
