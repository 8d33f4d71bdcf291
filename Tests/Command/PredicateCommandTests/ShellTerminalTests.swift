import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Tab in bash, zsh and fish themselves, on a terminal that Python provides. Compares the whole line after the key,
/// with its quotes.
@Suite struct ShellTerminalTests {
    /// A line with a mark at the cursor (without a mark the cursor is at the end), and the line after Tab.
    struct Case: Sendable {
        var typed: String
        var expected: String
        /// The line in fish; nil if it is the same, empty if fish cannot complete it.
        var inFish: String?

        init(_ typed: String, _ expected: String, inFish: String? = nil) {
            self.typed = typed
            self.expected = expected
            self.inFish = inFish
        }
    }

    private static let cases: [Case] = [
        // Sub-commands, options, values of options, codes, files.
        Case("predicate fil", "predicate filter "),
        Case("predicate help cov", "predicate help coverage "),
        Case("predicate filter --off", "predicate filter --offset "),
        Case("predicate filter --output ta", "predicate filter --output table "),
        Case("predicate filter --output=ta", "predicate filter --output=table "),
        Case("predicate message missing-q", "predicate message missing-quantifier "),
        Case("predicate repl tow", "predicate repl towns.ndjson "),
        Case("predicate check --schema=sch", "predicate check --schema=schema.json "),
        Case("predicate filter 'TRUEPREDICATE' tow", "predicate filter 'TRUEPREDICATE' towns.ndjson "),
        // Fields and operators. The quote stays open, because the predicate is not finished.
        Case("predicate check --data towns.ndjson 'popul", "predicate check --data towns.ndjson 'population"),
        Case("predicate check --data=towns.ndjson \"popul", "predicate check --data=towns.ndjson \"population"),
        Case("predicate check --data towns.ndjson popul", "predicate check --data towns.ndjson population"),
        Case(
            "predicate check --schema schema.json 'height > 5 AND hei",
            "predicate check --schema schema.json 'height > 5 AND height"),
        Case("predicate check 'name BEG", "predicate check 'name BEGINSWITH "),
        Case(
            "predicate check --data towns.ndjson 'boa", "predicate check --data towns.ndjson 'SELF.\"board-id\"",
            inFish: "predicate check --data towns.ndjson SELF.\\\"board-id\\\" "),
        Case(
            "predicate check --data towns.ndjson 'tags BEG",
            "predicate check --data towns.ndjson 'ANY tags BEGINSWITH ",
            inFish: "predicate check --data towns.ndjson ANY\\ tags\\ BEGINSWITH\\  "),
        // The file is after the predicate. fish does not pass that part of the line to completions.
        Case("predicate filter 'popul¦' towns.ndjson", "predicate filter 'population' towns.ndjson", inFish: ""),
        Case(
            "predicate filter 'name == \"Li¦' towns.ndjson", "predicate filter 'name == \"Lisbon\"' towns.ndjson",
            inFish: ""),
        Case(
            "predicate why --find 'name == \"Li¦' x towns.ndjson",
            "predicate why --find 'name == \"Lisbon\"' x towns.ndjson",
            inFish: ""),
        // Values with characters that are special in shells.
        Case(
            "predicate check --data towns.ndjson 'name == \"Li",
            "predicate check --data towns.ndjson 'name == \"Lisbon\""),
        Case(
            "predicate check --data towns.ndjson \"name == 'Li",
            "predicate check --data towns.ndjson \"name == 'Lisbon'"),
        Case(
            "predicate check --data towns.ndjson \"name == \\\"Li",
            "predicate check --data towns.ndjson \"name == \\\"Lisbon\\\""),
        Case(
            "predicate check --data towns.ndjson name\\ ==\\ \\\"Li",
            "predicate check --data towns.ndjson name\\ ==\\ \\\"Lisbon\\\""),
        Case(
            "predicate check --data towns.ndjson 'name == \"O",
            "predicate check --data towns.ndjson 'name == \"O'\\''Hara\"",
            inFish: "predicate check --data towns.ndjson 'name == \"O\\'Hara\""),
        Case(
            "predicate check --data towns.ndjson \"name == 'sa",
            "predicate check --data towns.ndjson \"name == 'say \\\"hi\\\"'"),
        Case(
            "predicate check --data towns.ndjson 'name == \"ba",
            "predicate check --data towns.ndjson 'name == \"back\\\\slash\"",
            inFish: "predicate check --data towns.ndjson 'name == \"back\\\\\\\\slash\""),
        Case(
            "predicate check --data towns.ndjson 'name == \"$",
            "predicate check --data towns.ndjson 'name == \"$5 & more\""),
        Case(
            "predicate check --data towns.ndjson 'name == \"a:",
            "predicate check --data towns.ndjson 'name == \"a:b=c\""),
        Case(
            "predicate check --data towns.ndjson 'name == \"São",
            "predicate check --data towns.ndjson 'name == \"São Paulo\""),
        Case(
            "predicate check --data towns.ndjson 'name == \"*",
            "predicate check --data towns.ndjson 'name == \"*?[x]\"",
            inFish: ""),
    ]

    private static let driver = #"""
        import fcntl, os, pty, re, select, signal, struct, sys, termios, time
        shell, here = sys.argv[1], os.getcwd()
        dump = here + "/dump"
        setup = {
            "bash": ["bind 'set enable-bracketed-paste off'; source %s/predicate.bash" % here,
                "dump_line() { printf '%%s' \"$READLINE_LINE\" > %s.new; mv %s.new %s; }" % (dump, dump, dump),
                "bind -x '\"\\C-xd\": dump_line'"],
            "zsh": ["unset zle_bracketed_paste; fpath=(%s $fpath); autoload -Uz compinit; compinit -u -D" % here,
                "dump_line() { print -rn -- \"$BUFFER\" > %s.new; mv %s.new %s }" % (dump, dump, dump),
                "zle -N dump_line; bindkey '^Xd' dump_line; setopt nobeep"],
            "fish": ["source %s/predicate.fish" % here,
                "function dump_line; commandline -b > %s.new; mv %s.new %s; end; bind \\cxd dump_line" % (dump, dump, dump)],
        }[shell]
        prompt = {"fish": "function fish_prompt; printf 'REA''DY> '; end"}.get(shell, "PS1='REA''DY> '")
        start = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"], "fish": ["fish", "--no-config", "-i"]}[shell]
        pid, fd = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", HOME=here)
            os.execvp(start[0], start)
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
        def read(seconds):
            if not select.select([fd], [], [], seconds)[0]: return None
            try: text = os.read(fd, 65536).decode("utf8", "replace")
            except OSError: text = ""
            if not text: print("ENDED"); sys.exit(1)
            # A shell may ask what the terminal is, and wait.
            if re.search("\x1b\\[0?c", text): os.write(fd, b"\x1b[?62;c")
            return text
        def wait(done, seconds=30):
            end, seen = time.time() + seconds, ""
            while not done(seen):
                if time.time() > end: print("MISSING", repr(seen)); os.kill(pid, signal.SIGKILL); sys.exit(1)
                seen += read(0.05) or ""
        def quiet(seconds):
            while read(seconds) is not None: pass
        quiet(1)
        for line in setup + [prompt]:
            os.write(fd, (line + "\r").encode())
            quiet(0.3)
        os.write(fd, b"\r")
        wait(lambda seen: "READY> " in seen)
        # The line as the shell has it.
        def buffer():
            if os.path.exists(dump): os.remove(dump)
            for attempt in range(30):
                os.write(fd, b"\x18d")
                quiet(0.1)
                if attempt: time.sleep(1)
                if os.path.exists(dump): return open(dump, encoding="utf8").read().rstrip("\n")
            print("MISSING"); sys.exit(1)
        # Sends keys until the line is right, because a busy shell throws away keys that come too early.
        def press(keys, isRight):
            for attempt in range(10):
                os.write(fd, keys)
                quiet(0.1)
                seen = buffer()
                if isRight(seen): break
                time.sleep(attempt / 2)
            return seen
        # In fish an end of line and a kill would leave what a completion offers.
        clear = b"\x03" if shell == "fish" else b"\x05\x15"
        for line in open("lines", encoding="utf8").read().split("\n"):
            if not line: continue
            place = line.find("\u00a6")
            text = line.replace("\u00a6", "")
            for attempt in range(10):
                press(clear, lambda seen: not seen)
                if press(text.encode(), lambda seen: True) == text: break
            if place >= 0: os.write(fd, b"\x02" * (len(text) - place))
            # Each of the lines can be completed.
            print("=" + press(b"\t", lambda seen: seen != text), flush=True)
        os.kill(pid, signal.SIGKILL)
        """#

    private static func isInstalled(_ programs: String...) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return programs.allSatisfy { program in
            folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
        }
    }

    /// Types the cases in three parallel shells, because most of the time is spent waiting for the shell.
    private func type(in shell: String) async throws {
        // Otherwise each shell types every second case.
        let some = Self.cases.enumerated().filter { runsDeepTests || ($0.offset + shell.utf8.count) % 2 == 0 }
        let cases = some.map(\.element).filter { shell != "fish" || $0.inFish != "" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for part in 0..<3 {
                let cases = cases.enumerated().filter { $0.offset % 3 == part }.map(\.element)
                group.addTask { try await Self.type(cases, in: shell) }
            }
            try await group.waitForAll()
        }
    }

    private static func type(_ cases: [Case], in shell: String) async throws {
        let folder = try TemporaryFolder()
        let names = ["Lisbon", "O'Hara", "say \"hi\"", "back\\slash", "$5 & more", "a:b=c", "São Paulo", "*?[x]"]
        let records = try names.map { name in
            String(
                decoding: try JSONSerialization.data(
                    withJSONObject: ["name": name, "population": 5, "board-id": "b", "tags": ["t"]],
                    options: .sortedKeys), as: UTF8.self)
        }
        // Each record occurs twice, because completion does not offer a value that occurs once.
        _ = try folder.file("towns.ndjson", (records + records).joined(separator: "\n") + "\n")
        _ = try folder.file("schema.json", #"{"type": "object", "properties": {"height": {"type": "number"}}}"#)
        for (kind, file) in [("bash", "predicate.bash"), ("zsh", "_predicate"), ("fish", "predicate.fish")] {
            _ = try folder.file(file, predicate(["--generate-completion-script", kind]).output)
        }
        _ = try folder.file("drive.py", Self.driver)
        _ = try folder.file("lines", cases.map(\.typed).joined(separator: "\n") + "\n")
        let result = try await BuiltCommand.waitingShell("python3 drive.py \(shell)", in: folder)
        #expect(result.status == 0, "\(result)")
        let seen = result.lines.map { String($0.dropFirst()) }
        #expect(seen.count == cases.count, "\(result)")
        for (example, line) in zip(cases, seen) {
            let expected = shell == "fish" ? example.inFish ?? example.expected : example.expected
            #expect(line == expected, "\(shell): \(example.typed)")
        }
    }

    @Test(.enabled(if: isInstalled("bash", "python3"), "bash or python3 is not installed"))
    func tabInBash() async throws { try await type(in: "bash") }

    @Test(.enabled(if: isInstalled("zsh", "python3"), "zsh or python3 is not installed"))
    func tabInZsh() async throws { try await type(in: "zsh") }

    @Test(.enabled(if: isInstalled("fish", "python3"), "fish or python3 is not installed"))
    func tabInFish() async throws { try await type(in: "fish") }
}
