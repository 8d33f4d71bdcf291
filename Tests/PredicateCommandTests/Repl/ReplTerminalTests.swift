import Foundation
import Testing

@testable import PredicateCommand

/// Behaviour that only a terminal shows: editing, Tab, history, and the keys that end things. Python provides the
/// terminal.
@Suite struct ReplTerminalTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.file("towns.ndjson", townRecords)
        let list = "[" + (0..<3000).map(String.init).joined(separator: ",") + "]"
        _ = try folder.file("long.ndjson", String(repeating: "{\"l\":\(list)}\n", count: 200))
        _ = try folder.file("drive.py", Self.driver)
    }

    /// Types keys into a session on a terminal. Each step waits for its expected output. Reports the output and the
    /// time in milliseconds that the interrupt key took.
    private static let driver = #"""
        import os, pty, select, sys, time
        pid, fd = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", XDG_STATE_HOME=os.getcwd() + "/state")
            os.execvp("predicate", ["predicate", "repl"] + sys.argv[1].split())
        seen = ""
        rest = ""
        def wait(text, seconds=60, anew=True):
            global seen, rest
            end = time.time() + seconds
            # Without a key of its own a step waits for what came with, or comes after, what the step before waited for.
            got = "" if anew else rest
            # Of two texts with OR between them the second stays for the next step.
            text, _, other = text.partition(" OR ")
            while text not in got and not (other and other in got):
                if time.time() > end or not select.select([fd], [], [], max(0, end - time.time()))[0]:
                    print("MISSING", repr(text), "IN", repr(got)); os.kill(pid, 9); sys.exit(1)
                try: data = os.read(fd, 65536)
                except OSError: data = b""
                if not data: break
                got += data.decode("utf8", "replace")
            seen += got
            rest = got[got.find(text) + len(text):] if text in got else got[got.find(other):]
            return got
        steps = open("steps").read().split("\n")
        for step in steps:
            if not step: continue
            keys, _, text = step.partition(" => ")
            if keys.startswith("~"):
                time.sleep(float(keys[1:]))
                continue
            if keys == "?":
                # What may have come already, as a notice does.
                if text not in seen: wait(text, anew=False)
                continue
            started = time.time()
            if keys: os.write(fd, keys.encode().decode("unicode_escape").encode("latin1").decode("utf8").encode() if "\\" in keys else keys.encode())
            wait(text.encode().decode("unicode_escape") if "\\" in text else text, anew=bool(keys))
            if keys == "\\x03": print("INTERRUPTED", int((time.time() - started) * 1000))
        try:
            while os.read(fd, 65536): pass
        except OSError: pass
        print("STATUS", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        """#

    private func drive(_ steps: String, _ arguments: String) async throws -> CommandResult? {
        guard try BuiltCommand.shell("command -v python3", in: folder).status == 0 else { return nil }
        _ = try folder.file("steps", steps)
        return try await BuiltCommand.waitingShell("python3 drive.py '\(arguments)'", in: folder)
    }

    @Test func editingAndCompletion() async throws {
        // Tab completes a command, a file and a field; Ctrl-A goes to the start; Up recalls the last line.
        let result = try await drive(
            #"""
            :lo\t => :load 
            to\t => towns.ndjson 
            \r => towns: 5 records of towns.ndjson
            popul\t => population 
            > 1000000\x01NOT \r => 3 of 5 records
            2 + 3\r => 5\r\n
            \x1b[A\x1b[A => NOT population > 1000000
            \r => 3 of 5 records
            (1 +\r => ...> 
            6)\r => towns> 
            \x04 => \r\n
            """#, "towns.ndjson")
        guard let result else { return }
        #expect(result.output == "STATUS 0\n", "\(result)")
        let history = try String(contentsOfFile: folder.path("state/predicate/history"), encoding: .utf8)
        #expect(
            history == """
                :load towns.ndjson
                NOT population > 1000000
                2 + 3
                NOT population > 1000000
                (1 + 6)

                """)
    }

    @Test func theInterruptKey() async throws {
        let result = try await drive(
            #"""
            (abc\r => ...> 
            \x03 => long> 
            SUBQUERY(l, $a, SUBQUERY(l, $b, $b == $a).@count > 9).@count > 3\r => \r\n
            \x03 => \r\ninterrupted\r\n
            half a line => half a line
            \x03 => long> 
            \x12SUB => SUBQUERY
            \x03 => long> 
            1 + 1\r => 2\r\n
            :quit\r => \r\n
            """#, "long.ndjson")
        guard let result else { return }
        #expect(result.output.hasSuffix("STATUS 0\n"), "\(result)")
        let waits = interruptions(result)
        #expect(waits.count == 4)
        #expect(arePrompt(waits), "\(waits)")
    }

    /// Some of these never end, the others last much longer than pressing a key.
    @Test func theInterruptKeyEndsWhatLasts() async throws {
        let records = (0..<60_000).map {
            "{\"n\":\($0 * 7919 % 60_000),\"t\":\"\(String(repeating: "aé", count: 20))\($0)\"}"
        }
        _ = try folder.file("many.ndjson", records.joined(separator: "\n") + "\n{\"late\":1}\n")
        let huge = "[" + (0..<2_000_000).map(String.init).joined(separator: ",") + "]"
        _ = try folder.file("huge.ndjson", "{\"l\":\(huge)}\n")
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let lasting = [
            ":load huge.ndjson",
            ":load pipe\\r => \\r\\n\n~0.3", "t",
            #":count t MATCHES "(aé|a|é)*[xy]"\r => \r\n"# + "\n~0.3",
            #":coverage t MATCHES "(aé|a|é)*[xy]" OR t LIKE "*é*x"\r => \r\n"# + "\n~0.3",
            ":limit all\\r => are shown\n => many> \n:sort -t, n\\r => sorted by\n => many> \nTRUEPREDICATE",
            ":mode csv\\r => as csv\n => many> \n:output out.csv\\r => out.csv\n => many> \nTRUEPREDICATE",
        ]
        // The first may end before the key is pressed. The notice that all records are known must not appear in
        // between.
        let first =
            " => many> \n:count late == 1\\r => \\r\\n\n\\x03 => interrupted OR many> \n? => records are known now\n"
        // The terminal discards keys typed before the prompt is back, and the interrupt key with them.
        let steps = lasting.map { line in
            " => many> \n" + line + (line.hasSuffix("~0.3") ? "" : "\\r => \\r\\n")
                + "\n\\x03 => interrupted\\r\\n\n"
        }
        let result = try await drive(
            first + steps.joined() + " => many> \n1 + 1\\r => 2\\r\\n\n:quit\\r => \\r\\n\n", "many.ndjson")
        guard let result else { return }
        #expect(result.output.hasSuffix("STATUS 0\n"), "\(result)")
        let waits = interruptions(result)
        #expect(waits.count == lasting.count + 1)
        #expect(arePrompt(waits), "\(waits)")
    }

    /// A notice appears above the line that is being typed and does not change it.
    @Test func aNoticeLeavesTheLineAlone() async throws {
        let records = (0..<60_000).map { "{\"n\":\($0),\"t\":\"\(String(repeating: "aé", count: 20))\"}" }
        _ = try folder.file("many.ndjson", records.joined(separator: "\n") + "\n")
        let result = try await drive(
            #"""
             => many> 
            :count n < 17 => n < 17
             => all 60000 records are known now\r\n
             => many> :count n < 17
            0\r => 170\r\n
            :quit\r => \r\n
            """#, "many.ndjson")
        guard let result else { return }
        #expect(result.output == "STATUS 0\n", "\(result)")
    }

    /// Whether the key ended the work in time. A tenth of a second is promised, but a busy machine may sometimes be
    /// much slower.
    private func arePrompt(_ waits: [Int]) -> Bool {
        let sorted = waits.sorted()
        return (sorted.last ?? 0) < 30_000 && sorted[sorted.count / 2] < 3000
    }

    private func interruptions(_ result: CommandResult) -> [Int] {
        result.lines.compactMap { line in
            line.hasPrefix("INTERRUPTED ") ? Int(line.dropFirst("INTERRUPTED ".count)) : nil
        }
    }
}
