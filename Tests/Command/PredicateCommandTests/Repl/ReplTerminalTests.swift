import Foundation
import PredicateTesting
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
        import fcntl, os, pty, re, select, struct, sys, termios, time
        pid, fd = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", XDG_STATE_HOME=os.getcwd() + "/state")
            # A terminal of unknown size has no pager.
            for name in ("PAGER", "EDITOR"):
                if os.path.exists(name): os.environ[name] = open(name).read()
            if os.path.exists("PAGER"):
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 100, 0, 0))
            os.environ.pop("VISUAL", None)
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
                # Without colours.
                got = re.sub(r"\x1b\[(?:[0-9;:]*m|\?25[hl])", "", got + data.decode("utf8", "replace"))
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

    /// The pager holds an answer back until it fits. The key ends the answer, and the message about that is shown.
    @Test func theInterruptKeyBesideAPager() async throws {
        _ = try folder.file("PAGER", "cat >seen; echo PAGED")
        let result = try await drive(
            #"""
             => long> 
            SUBQUERY(l, $a, SUBQUERY(l, $b, $b == $a).@count > 9).@count > 3\r => \r\n
            \x03 => \r\ninterrupted\r\n
             => long> 
            :sh sleep 100\r => \r\n
            ~0.5
            \x03 => \r\ninterrupted\r\n
             => long> 
            :quit\r => \r\n
            """#, "long.ndjson")
        guard let result else { return }
        #expect(result.output.hasSuffix("STATUS 0\n") && !result.output.contains("PAGED"), "\(result)")
    }

    /// A screen is full of wide characters sooner.
    @Test func aPagerForWideCharacters() async throws {
        _ = try folder.file("PAGER", "cat >seen; echo PAGED")
        // The terminal has 12 lines of 100 columns.
        let text = String(repeating: "上", count: 60)
        let record = (0..<8).map { "\"a\($0)\":\"\(text)\"" }.joined(separator: ",")
        _ = try folder.file("wide.ndjson", "{\(record)}\n{\"a\":\"\(text)\"}\n")
        let result = try await drive(
            #"""
             => wide> 
            :show 2\r => }\r\n
             => wide> 
            :show 1\r => PAGED\r\n
             => wide> 
            :quit\r => \r\n
            """#, "wide.ndjson")
        #expect(result?.output == "STATUS 0\n", "\(String(describing: result))")
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

    /// Lines of a paste are one input, and the greeting says how to begin.
    @Test func greetingAndPaste() async throws {
        let result = try await drive(
            #"""
             => `:help` lists the commands, Ctrl-D leaves.\r\n
            \x1b[200~country == "PT"\n  AND population > 300000\n  AND name != "x"\x1b[201~ => "x"
            \r => 1 of 5 records
            \x1b[200~:limit 1\npopulation > 1\ncountry == "JP"\x1b[201~\r => 4 of 5 records
             => 1 of 5 records
            AND name == "x"\r => 0 of 5 records
            popultion > 1\r => did you mean
            :fix\r => population > 1
             => 4 of 5 records
            exit\r => \r\n
            """#, "towns.ndjson")
        guard let result else { return }
        #expect(result.output == "STATUS 0\n", "\(result)")
        let history = try String(contentsOfFile: folder.path("state/predicate/history"), encoding: .utf8)
        #expect(
            history.hasPrefix(#"country == "PT" AND population > 300000 AND name != "x""# + "\n:limit 1\n"),
            "\(history)")
    }

    /// The answer goes to the pager if it does not fit, and nowhere else.
    @Test func anAnswerThatDoesNotFitIsPaged() async throws {
        _ = try folder.file("PAGER", "cat >seen; echo PAGED")
        let result = try await drive(
            #"""
             => towns> 
            :help\r => PAGED\r\n
             => towns> 
            1 + 1\r => 2\r\n
            :pager off\r => the pager is off
            :help count\r => towns> 
            :pager on\r => the pager is on
            :help\r => PAGED\r\n
            :sh echo $((40 + 2))\r => 42\r\n
            :sh exit 3\r => the command ended with status 3
            :output | tr a-z A-Z\r => records are written to `tr a-z A-Z`; `:output -` ends that
            name == "Porto"\r => PORTO
             => 1 record written to `tr a-z A-Z`
            :output off\r => the screen
            :quit\r => \r\n
            """#, "towns.ndjson")
        guard let result else { return }
        #expect(result.output == "STATUS 0\n", "\(result)")
        let seen = try String(contentsOfFile: folder.path("seen"), encoding: .utf8)
        #expect(seen.contains(":coverage") && seen.hasSuffix("`:help topics` lists all topics.\n"), "\(seen)")
    }

    /// A pager that is not there, fails, dies, spoils the terminal, or never reads: the answer is shown or given up, and
    /// the prompt goes on.
    @Test(arguments: [
        ("/nonexistent/pager", ":coverage", "answers are not paged any more"), ("exit 127", ":coverage", "any more"),
        ("((", ":coverage", "any more"), ("true", "", ""), ("kill -9 $$", "", ""), ("head -1", "predicate shows", ""),
        ("stty raw -echo; cat >/dev/null", "", ""), ("sleep 1000", "~0.5\n\\x03", ""),
        (
            "trap '' INT; cat >/dev/null; while :; do sleep 0.1; done",
            "~0.5\n\\x03\n~0.2\n\\x03\n~0.2\n\\x03\n~0.2\n\\x03\n~0.2\n\\x03", ""
        ),
    ])
    func aHostilePager(pager: String, shown: String, message: String) async throws {
        _ = try folder.file("PAGER", pager)
        var steps = " => towns> \n:help\\r => :help\n"
        if shown.hasPrefix("~") {
            steps +=
                shown.split(separator: "\n").map { $0.hasPrefix("~") ? String($0) : $0 + " => " }
                .joined(separator: "\n") + "\n"
        } else if !shown.isEmpty {
            steps += " => \(shown)\n"
        }
        if !message.isEmpty { steps += "? => \(message)\n" }
        steps += "? => towns> \n~0.3\n40 + 2\\r => 42\\r\\n\n:sh stty -a\\r => icanon\n:quit\\r => \\r\\n\n"
        let result = try await drive(steps, "towns.ndjson")
        guard let result else { return }
        #expect(result.output.hasSuffix("STATUS 0\n"), "\(result)")
    }

    @Test func theEditor() async throws {
        _ = try folder.file("EDITOR", "sed -i s/PT/JP/")
        let result = try await drive(
            #"""
            country == "PT"\r => 2 of 5 records
            :edit\r => country == "JP"
             => 1 of 5 records
            :edit country == "XX"\r => the text was not changed; nothing was run
            :edit country == "PT" OR name == "x"\r => 1 of 5 records
            :quit\r => \r\n
            """#, "towns.ndjson")
        guard let result else { return }
        #expect(result.output == "STATUS 0\n", "\(result)")
        for (editor, said) in [
            ("false", "error: the editor ended with status 1; nothing was run"),
            ("rm", "error: the editor has left no file; nothing was run"),
            ("rm -f \"$1\"; mkfifo", "error: the editor has left no file"),
            ("kill -9 $$ #", "error: the editor ended with status 137"), (":>", "the text is empty; nothing was run"),
        ] {
            _ = try folder.file("EDITOR", editor)
            let failed = try await drive(
                ":edit 1 + 1\\r => \(said)\n2 + 3\\r => 5\\r\\n\n:quit\\r => \\r\\n\n", "towns.ndjson")
            #expect(failed?.output == "STATUS 0\n", "\(editor) \(String(describing: failed))")
        }
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
