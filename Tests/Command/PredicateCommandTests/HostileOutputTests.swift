import Foundation
import PredicateTesting
import Testing

/// `--output` with values that a format could take for something else, read back by another program.
@Suite struct HostileOutputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Texts that YAML, Markdown, or a reader of lines and cells could misread.
    private static let texts = [
        "", " ", "a b", " lead", "trail ", "tab\tin", "line\nbreak", "cr\r\nlf", "back\\slash", "\\t", "a|b", "||",
        "`code`", "*bold*", "_x_", "snake_case", "[link](http://x)", "<b>&amp;</b>", "~~no~~", "# head", "- item",
        "yes", "No", "ON", "y", "null", "~", "Null", "true", "FALSE", ".inf", "NaN", "-.INF", "1", "1.5", "1e3",
        "0x1F", "0o17", "017", "1_000", "12:30:45", "2020-01-01", "2020-01-01T00:00:00Z", "+1", "-", "=", "<<", "!tag",
        "&anchor", "*alias", "%dir", "@at", "? key", "key: value", "a #comment", "#", "---", "...", "{}", "[]", "{a",
        "'", "\"", "it's", "\u{0}", "\u{1}\u{1B}[31m", "\u{7F}\u{85}\u{A0}", "\u{2028}x\u{2029}", "\u{FEFF}bom",
        "\u{FFFE}\u{FFFF}", "日本語", "e\u{301}", "\u{301}", "😀", "\u{202E}rtl", "a,b", "a;b", "x: y", "x:",
    ]

    /// The texts as values and as keys, with numbers in several spellings.
    private static var records: String {
        var lines = texts.map { text in
            "{\"v\":\(json(text)),\"k\":{\(json("k" + text)):[\(json(text)),[],{},{\"in\":null}]}}"
        }
        lines.append(#"{"v":2e99,"k":[1E-7,-0,0.1,12345678901234567890,true,false,null,[[1],[2,[3]]]]}"#)
        lines.append(
            "{\"v\":\(json(String(repeating: "long ", count: 400))),\(json(String(repeating: "k", count: 2000))):1}")
        lines.append("{}")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func json(_ text: String) -> String {
        let data = (try? JSONEncoder().encode(text)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    /// Whether Python can import a module.
    static func hasPython(_ module: String) -> Bool { (try? python("import \(module)", [])) != nil }

    /// What a program of Python writes.
    private static func python(_ program: String, _ arguments: [String]) throws -> String {
        let result = try BuiltCommand.run("python3", ["-c", program] + arguments, in: Repository.root)
        guard result.status == 0 else { throw CocoaError(.fileReadCorruptFile) }
        return result.output
    }

    /// Writes the records in a format, and compares what a function of Python reads with the records themselves.
    ///
    /// - Parameter reader: the body of `read(text)`; it returns rows or values, and `wanted(records)` what they must be.
    private func compare(_ format: String, _ options: [String] = [], _ program: String) throws {
        let file = try folder.file("r.ndjson", Self.records)
        let result = filter(arguments: ["--all", "-o", format, file] + options)
        #expect(result.status == 0)
        let written = try folder.file("written", result.output)
        let answer = try Self.python(
            """
            import json, sys, csv, io, re
            records = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8", newline="\\n")]
            text = open(sys.argv[2], encoding="utf-8", newline="").read()
            def cell(value):
                if value is None: return ""
                return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            wanted = [cell(r.get("v")) for r in records if not isinstance(r.get("v"), float)]
            """ + "\n" + program, [file, written])
        #expect(answer == "", "\(format)")
    }

    @Test(.enabled(if: hasPython("csv"))) func csv() throws {
        try compare(
            "csv", ["--select", "v"],
            """
            found = [row[0] if row else "" for row in csv.reader(io.StringIO(text, newline=""))][1:]
            found = [f for f in found if f != "2e99"]
            for w, f in zip(wanted, found):
                if w != f: print(repr(w), repr(f))
            if len(wanted) != len(found): print(len(wanted), len(found))
            """)
    }

    @Test(.enabled(if: hasPython("csv"))) func tsv() throws {
        try compare(
            "tsv", ["--select", "v,copy = v"],
            """
            signs = {"t": "\\t", "n": "\\n", "r": "\\r", "\\\\": "\\\\"}
            rows = [line.split("\\t") for line in text.split("\\n")[:-1]]
            if any(len(row) != 2 or row[0] != row[1] and row[0] != "2e99" for row in rows[1:]): print("cells")
            found = [re.sub(r"\\\\(.)", lambda m: signs[m.group(1)], row[0]) for row in rows][1:]
            found = [f for f in found if f != "2e99"]
            for w, f in zip(wanted, found):
                if w != f: print(repr(w), repr(f))
            if len(wanted) != len(found): print(len(wanted), len(found))
            """)
    }

    @Test(.enabled(if: hasPython("csv"))) func markdown() throws {
        // Control characters become visible symbols, so only the other texts are compared; blanks at the ends are
        // padding in Markdown.
        try compare(
            "markdown", ["--select", "v"],
            """
            rows = text.split("\\n")[:-1]
            found = []
            for row in rows[2:]:
                cells = re.split(r"(?<!\\\\)(?:\\\\\\\\)*\\|", row)
                if len(re.findall(r"(?:^|[^\\\\])(?:\\\\\\\\)*\\|", row)) != 2: print("cells", repr(row))
                found.append(re.sub(r"\\\\([!-/:-@[-`{-~])", r"\\1", row[1:-1].strip(" ").replace("<br>", "\\n")))
            found = [f for f in found if f != "2e99"]
            if len(wanted) != len(found): print(len(wanted), len(found))
            for w, f in zip(wanted, found):
                if any(ord(c) < 32 and c != "\\n" or c in "\\x7f\\x85\\u2028\\u2029\\u202e\\ufeff" for c in w) or w == "\\u0301": continue
                if w.strip(" ") != f.strip(" "): print(repr(w), repr(f))
            """)
    }

    @Test(.enabled(if: hasPython("yaml"))) func yaml() throws {
        try compare(
            "yaml", [],
            """
            import yaml
            found = yaml.safe_load(text)
            if len(records) != len(found): print(len(records), len(found))
            for w, f in zip(records, found):
                if w != f or json.dumps(w) != json.dumps(f): print(repr(w), repr(f))
            """)
    }

    @Test func emptyResults() throws {
        let file = try folder.file("r", "{\"a\":1}\n")
        #expect(filter("-o", "yaml", "a > 1", file).output == "[]\n")
        #expect(filter("-o", "tsv", "a > 1", file).output == "")
        #expect(filter("-o", "markdown", "a > 1", file).output == "")
    }

    @Test func layouts() throws {
        let file = try folder.file(
            "r",
            "{\"name\":\"A|B\",\"n\":1.50,\"l\":[1,{\"x\":\"yes\"}],\"o\":{\"k\":null}}\n{\"n\":20,\"name\":\"=1\"}\n")
        #expect(
            filter("-o", "markdown", "--select", "name,n", "n > 0", file).output == """
                | name |    n |
                | ---- | ---: |
                | A\\|B | 1.50 |
                | =1   |   20 |

                """)
        #expect(filter("-o", "tsv", "--csv-safe", "--select", "name,n", "n > 2", file).output == "name\tn\n'=1\t20\n")
        #expect(
            filter("-o", "yaml", "n < 2", file).output == """
                - name: "A|B"
                  "n": 1.50
                  l:
                    - 1
                    - x: "yes"
                  o:
                    k: null

                """)
        #expect(
            filter("-o", "pretty", "n < 2", file).output == """
                {
                  "name": "A|B",
                  "n": 1.50,
                  "l": [1, {"x": "yes"}],
                  "o": {"k": null}
                }

                """)
    }
}
