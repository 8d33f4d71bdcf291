import PredicateFiles
import Testing

@Suite struct ShellReaderTests {
    /// Scripts and the commands that are found in them.
    static let cases: [(source: String, calls: [String])] = [
        ("log show --predicate 'process == \"kernel\"' --last 1h", ["log show|process == \"kernel\""]),
        (#"log stream --predicate "process == \"kernel\"" --info"#, ["log stream|process == \"kernel\""]),
        ("log collect --output x --predicate 'a == 1'", ["log collect|a == 1"]),
        ("log stats --predicate 'a == 1'", ["log stats|a == 1"]),
        ("/usr/bin/log show --last 1d \\\n  --predicate 'a == 1' \\\n  | grep x", ["log show|a == 1"]),
        ("sudo log show --predicate='a == 1'", ["log show|a == 1"]),
        ("xcrun simctl spawn booted log stream --level=debug --predicate 'a == 1'", ["log stream|a == 1"]),
        ("x=$(log show --predicate 'a == 1' | wc -l)", ["log show|a == 1"]),
        ("x=\"$(log show --predicate 'a == 1' | wc -l) lines\"", ["log show|a == 1"]),
        ("x=`log show --predicate 'a == 1'`", ["log show|a == 1"]),
        ("x=\"`log show --predicate \"a\"`\"; log stream --predicate b", ["log show|a", "log stream|b"]),
        ("if log show --predicate 'a == 1'; then echo; fi", ["log show|a == 1"]),
        ("(log show --predicate 'a == 1') & log show --predicate 'b == 1'", ["log show|a == 1", "log show|b == 1"]),
        ("f() { log show --predicate 'a == 1'; }", ["log show|a == 1"]),
        ("case $1 in\n  a) log show --predicate 'a == 1' ;;\nesac", ["log show|a == 1"]),
        ("log show --predicate 'a == 1' > out 2>&1", ["log show|a == 1"]),
        ("log show --predicate 'it'\\''s'", ["log show|it's"]),
        ("log show --predicate 'a == '\"'x'\"", ["log show|a == 'x'"]),
        ("log show --predicate $'a == \\'x\\'\\t\\x41\\u00e9\\101\\q'", ["log show|a == 'x'\tAéA\\q"]),
        ("log show --predicate a\\ ==\\ 1", ["log show|a == 1"]),
        ("log show --predicate \"a == 1 \\\n AND b == 2\"", ["log show|a == 1  AND b == 2"]),
        ("log show --predicate \"a MATCHES '\\d\\\\\\\\'\"", ["log show|a MATCHES '\\d\\\\'"]),
        ("log show --predicate 'a == 1\n  AND b == 2'", ["log show|a == 1\n  AND b == 2"]),
        ("log show --predicate ''", ["log show|"]),
        ("log show --predicate \"cost == '5$'\"", ["log show|cost == '5$'"]),

        // What the shell fills in.
        ("log show --predicate \"process == '$name'\"", ["log show|?"]),
        ("log show --predicate \"process == '${name:-x}' AND $(id -u) == `id`\"", ["log show|?"]),
        ("log show --predicate \"$1\"", ["log show|?"]),
        ("log show --predicate 'process == \"$name\"'", ["log show|process == \"$name\""]),
        ("log show --predicate \"a == \\$x\"", ["log show|a == $x"]),
        ("log show --predicate $((1 << 3)); log show --predicate 'b'", ["log show|?", "log show|b"]),

        // Nothing.
        ("# log show --predicate 'a == 1'", []),
        ("echo a#b; log show --predicate 'a#b'", ["log show|a#b"]),
        ("git log show --predicate 'a == 1'", []),
        ("log help --predicate 'a == 1'", []),
        ("log show; x --predicate 'a == 1'", []),
        ("log show --predicate", []),
        ("other show --predicate 'a == 1'", []),
        ("cat <<EOF\nlog show --predicate 'a == 1'\nEOF\nlog show --predicate 'b == 1'", ["log show|b == 1"]),
        ("cat <<-'EOF' | x\n\tlog show --predicate 'a'\n\tEOF\nlog show --predicate 'b'", ["log show|b"]),
        ("cat <<A <<\"B\"\nlog show --predicate 'a'\nA\nit's\nB\nlog show --predicate 'b'", ["log show|b"]),
        ("cat <<<\"x\"\nlog show --predicate 'b'", ["log show|b"]),
        ("echo \"it's\"; log show --predicate 'b' # it's", ["log show|b"]),
        ("echo ${x#'}'} ${#y} ${z:-${w}}; log show --predicate 'b'", ["log show|b"]),
    ]

    @Test(arguments: cases.indices)
    func calls(index: Int) {
        let (source, expected) = Self.cases[index]
        for file in [source, "\u{FEFF}" + source] {
            let calls = SourceLanguage.shell.calls(in: file)
            #expect(calls.map(\.summary) == expected, "\(source)")
            for call in calls { expectExact(call, in: file) }
        }
    }

    @Test func substitutions() throws {
        let file = "log show --predicate \"a == '$name' AND ${b:-$c} $(d \"$e\") `f` $1$$ \\$g $\""
        let call = try #require(SourceLanguage.shell.calls(in: file).first)
        let found = call.substitutions.map { String(decoding: Array(file.utf8)[$0], as: UTF8.self) }
        #expect(found == ["$name", "${b:-$c}", "$(d \"$e\")", "`f`", "$1", "$$"])
        #expect(call.format == nil)
    }

    @Test func comments() throws {
        let file = "# predicate: LogEvent\nlog show \\\n  --predicate 'a == 1' \\\n  --info\n"
        let call = try #require(SourceLanguage.shell.calls(in: file).first)
        #expect(call.schemaName == "LogEvent")
    }

    /// What is written in place of a text is read as that text.
    @Test(arguments: ["a == 'x'", "a == \"x\"", "a \\ $b `c` \t\n é", "", "'\\''"])
    func replacements(text: String) {
        for style in [TextStyle.shellSingleQuoted, .shellDoubleQuoted, .shellEscaped] {
            guard let written = style.written(text) else { continue }
            let quotes: (String, String) =
                switch style {
                case .shellSingleQuoted: ("'", "'")
                case .shellEscaped: ("$'", "'")
                default: ("\"", "\"")
                }
            let calls = SourceLanguage.shell.calls(in: "log show --predicate \(quotes.0)\(written)\(quotes.1)")
            #expect(calls.first?.format.map { Array($0.text.utf8) } == Array(text.utf8), "\(style) \(written)")
        }
    }
}
