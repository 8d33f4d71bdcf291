import PredicateRecords

extension MessageReference {
    /// Messages about records, the files that they are in, and JSON pointers.
    static let records: [MessageEntry] = recordTexts + recordLocations + recordFiles

    // MARK: JSON

    private static let recordTexts: [MessageEntry] = [
        MessageEntry(
            "bad-json", .error, "a record is not JSON",
            #"""
            Records are JSON as RFC 8259 has it, to the letter: keys and strings in double quotes, no comma before a closing bracket, no
            comments, no `NaN`, `undefined` or `True`, no leading zeros, and line ends within strings as `\n`. What JavaScript or Python print is
            often not that; `JSON.stringify` and `json.dumps` are. The place is the byte that cannot stand there. With
            `--skip-bad-records` bad lines are skipped and counted.

            `predicate filter` checks to its end what it writes. Of the other records, and with `--count` of all, it may read no more than
            the predicate needs, and then does not find what is wrong behind that; with `--strict` it does.
            """#,
            [
                .records(#"{"name": "Ada", "age": 36}"# + "\n" + #"{'name': 'Grace'}"#),
                .records(#"{"name": "Ada", "age": 36,}"#), .records(#"{"name": "Ada" "age": 36}"#),
                .records(#"{"name": None}"#), .records(#"{"name": "C:\dir"}"#),
            ],
            reasons: [
                .records(#"{"age": 036}"#), .records(#"{"age": 1.}"#), .records(#"{"name": "\ud83d"}"#),
                .records(#"{"name": "\u12g4"}"#), .records(#"{"tags": [, 1]}"#), .records(#"{"tags": [1 2]}"#),
                .records(#"{"name" "Ada"}"#), .records(#"{, "name": "Ada"}"#), .records(#"{"name": "Ada", 5: 1}"#),
                .records(#"{"name":}"#), .records("{\"name\": \"a\tb\"}", shown: "a tab within a string"),
                .records(
                    "{\n\"name\": \"a\\\nb\"}", shown: "a backslash at the end of a line, within a string",
                    file: "people.json"),
                .records(
                    #"{"name": "Ada"}"# + "\n" + #"{"name": "Grace"} x"#, shown: "`x` behind a record",
                    file: "people.ndjson"),
                .records(#"[{"name": "Ada"} {"name": "Grace"}]"#, file: "people.json"),
            ]),
        MessageEntry(
            "truncated", .error, "a record ends before it is complete",
            #"""
            A bracket or a string is still open where the record ends. Lines that were cut off, and downloads that broke off, look like
            this. A record that goes over several lines is read when the whole file is one document; in a file of lines each line
            is a record.
            """#,
            [
                .records(#"{"name": "Ada"}"# + "\n" + #"{"name": "Gra"#),
                .records(#"[{"name": "Ada"}, {"name": "Grace"}"#, file: "people.json"),
            ],
            reasons: [
                .records(#"{"star": tru"#), .records(#"{"age": -"#), .records(#"{"name""#), .records(#"{"name":"#),
                .records(#"{"name": "Ada","#), .records(#"{"tags": ["#), .records("{"),
                .records(
                    #"{"a": {"b": 1"#, shown: "`{\"a\": {\"b\": 1` with `--at /c`", file: "people.json", pointer: "/c"),
            ]),
        MessageEntry(
            "invalid-utf8", .error, "the bytes are not UTF-8",
            #"""
            JSON is UTF-8. A file in Latin-1 or UTF-16, or text that was cut in the middle of a character, is not; convert it, for
            example with `iconv -f latin1 -t utf-8`. Nothing is replaced silently, because then a record would not be what is
            in the file.
            """#,
            [
                .input(
                    .bytes(Array(#"{"name": "J"#.utf8) + [0xF6] + Array(#"rg"}"#.utf8), name: "people.ndjson"),
                    "`ö` is written as one byte, 0xF6, as in Latin-1:"),
                .reading("A schema that is in UTF-16:") { () throws(RecordError) in
                    _ = try RecordSource.bytes([0xFF, 0xFE, 0x7B, 0x00], name: "person.schema.json").text()
                },
            ]),
        MessageEntry(
            "record-too-deep", .error, "a record is nested too deep",
            #"""
            A record may have 200 levels of objects and lists, so that a hostile one cannot exhaust the stack. Data that is deeper is
            a tree written as nested objects; `--at` reaches a part of it.
            """#,
            [
                .records(
                    #"{"a": {"b": {"c": 1}}}"#, note: "With a limit of 2 levels:", limits: .with { $0.depth = 2 })
            ]),
        MessageEntry(
            "record-too-large", .error, "a record has more bytes than the limit",
            #"""
            A record may have 256 MiB. What is larger is most often not one record but a document of many that was not recognised:
            `--at` says where in it they are, and `--values` that they are the values of an object.
            """#,
            [
                .records(
                    #"{"name": "Ada"}"# + "\n" + #"{"name": "Augusta Ada King, Countess of Lovelace"}"#,
                    note: "With a limit of 40 bytes:", limits: .with { $0.recordBytes = 40 }),
                .records(
                    #"[{"name": "Augusta Ada King, Countess of Lovelace"}]"#, note: "The same in a document:",
                    file: "people.json", limits: .with { $0.recordBytes = 40 }),
                .reading("A schema of more than 10 bytes, where no more are wanted:") { () throws(RecordError) in
                    _ = try RecordSource.text(#"{"type": "object"}"#, name: "person.schema.json").text(limit: 10)
                },
            ]),
        MessageEntry(
            "number-too-large", .error, "a number of a record is larger than any double",
            #"""
            JSON sets no bounds to numbers, and most programs read them as doubles, up to about 1.8e308. A larger one is an error rather
            than an infinity, of which no comparison would be right. Write it as a string.
            """#,
            [.records(#"{"size": 1e400}"#)]),
        MessageEntry(
            "duplicate-key", .error, "an object has a key twice",
            #"""
            JSON leaves open which of the two counts, and programs differ. Here it is the first, and with `--strict` the record is refused.
            """#,
            [.records(#"{"name": "Ada", "age": 36, "name": "Grace"}"#, note: "With `--strict`:", strict: true)]),
        MessageEntry(
            "not-a-record", .error, "a value that is no object stands among the records",
            #"""
            A record has fields, so it is a JSON object. A list of lists or of numbers has no names that a predicate could use. With
            `--untyped` every value is taken, and `SELF` is the value itself: `SELF > 5`.
            """#,
            [
                .records(#"{"name": "Ada"}"# + "\n" + "42"), .records("[[1, 2], [3, 4]]", file: "people.json"),
                .records(#""Ada""#), .records("null"), .records("true"),
            ]),
    ]

    // MARK: Places in a document

    private static let recordLocations: [MessageEntry] = [
        MessageEntry(
            "bad-pointer", .error, "a JSON pointer is not written as one",
            #"""
            `--at` takes a JSON pointer (RFC 6901): the keys and indices on the way, each behind a slash, as in `/data/0/items`. In a key, `~` is
            written `~0` and a slash `~1`. The empty pointer is the whole document.
            """#,
            [
                .input(.text("{}"), "`--at items`:", "items"), .input(.text("{}"), "`--at /a~b`:", "/a~b"),
                .input(.text("{}"), "`--at '#/a%2'`:", "#/a%2"),
            ]),
        MessageEntry(
            "pointer-not-found", .error, "a JSON pointer leads nowhere in the document",
            #"""
            The message says how far the pointer leads, and what stands there. Keys count by letter case, and lists are counted from 0.
            """#,
            [
                .records(
                    #"{"items": [{"name": "Ada"}]}"#, note: "`--at /people`:", file: "people.json", pointer: "/people"),
                .records(
                    #"{"items": [{"name": "Ada"}]}"#, note: "`--at /items/3`:", file: "people.json", pointer: "/items/3"
                ),
                .records(
                    #"{"items": [{"name": "Ada"}]}"#, note: "`--at /items/first`:", file: "people.json",
                    pointer: "/items/first"),
                .records(#"{"items": 5}"#, note: "`--at /items/0`:", file: "people.json", pointer: "/items/0"),
            ],
            reasons: [
                .records(
                    #"{"items": []}"#, shown: "`{\"items\": []}` with `--at /items/0`", file: "people.json",
                    pointer: "/items/0"),
                .records(
                    #"{"items": [{}, {}]}"#, shown: "`{\"items\": [{}, {}]}` with `--at /items/2`", file: "people.json",
                    pointer: "/items/2"),
            ]),
        MessageEntry(
            "no-values", .error, "the values of something that is no object are asked for",
            #"""
            `--values` is for documents that keep records by key: `{"ada": {…}, "grace": {…}}`. A list needs no option; its elements are
            the records.
            """#,
            [.records(#"[{"name": "Ada"}]"#, note: "`--values`:", file: "people.json", values: true)]),
    ]

    // MARK: Files

    private static let recordFiles: [MessageEntry] = [
        MessageEntry(
            "no-such-file", .error, "there is no such file",
            #"""
            The path leads nowhere, seen from the folder that the command runs in. A name with blanks needs quotes in a shell. When the
            predicate itself is taken for a file, it stands in the wrong place: the predicate comes first, then the files.
            """#,
            [.input(.file("/nowhere/people.ndjson"), "A file in a folder that does not exist:")]),
        MessageEntry(
            "permission-denied", .error, "the file may not be read",
            #"""
            The file is there, and the user who runs the command has no right to read it: `ls -l` shows who has. On macOS, the
            terminal may also lack the right to folders such as Documents.
            """#,
            [
                .reading("The system answers that access is denied (EACCES):") { () throws(RecordError) in
                    throw .cannotOpen("people.ndjson", number: Errno.access)
                }
            ]),
        MessageEntry(
            "is-directory", .error, "a folder stands where a file is needed",
            #"""
            Folders are not gone through. Name the files, which a shell does for `folder/*.json`.
            """#,
            [.input(.file("/"), "The root of the file system as a file of records:")]),
        MessageEntry(
            "open-failed", .error, "the system cannot open the file",
            #"""
            The system says why: too many files are open, a name is too long, links go round in a circle, or a device is not there.
            """#,
            [
                .reading("The system answers that too many files are open (EMFILE):") { () throws(RecordError) in
                    throw .cannotOpen("people.ndjson", number: Errno.tooManyFiles)
                }
            ]),
        MessageEntry(
            "read-failed", .error, "reading broke off",
            #"""
            The file could be opened, and then a read failed: a disk or a network went away, or a source that a program gave reports it. The
            records before that have been dealt with.
            """#,
            [
                .input(
                    .function(name: "people.ndjson") { _ throws(RecordError) in
                        throw .readFailed(reason: "the connection was closed", file: "people.ndjson")
                    }, "A source of a program reports that its connection was closed:")
            ]),
        MessageEntry(
            "file-cut-short", .error, "a file became shorter while it was read",
            #"""
            The file had a size when it was opened, and ended before that size was reached: another program emptied it or began to write it
            anew. The records before that have been dealt with, and a message of a command says how many there were. A program that writes a file for
            others should write a new one and rename it. What is added to a file while it is read is no error, and is not read.
            """#,
            [
                .reading("A file of which a tenth went away:") { () throws(RecordError) in
                    throw .fileCutShort(size: 167_000_000, rest: 16_700_000, file: "people.ndjson")
                }
            ]),
        MessageEntry(
            "corrupt-compression", .error, "compressed data is damaged",
            #"""
            gzip and zstd are recognised by their first bytes, whatever the file is called, and what follows does not add up. Most
            often a file was transferred as text or was overwritten in part. The records before the damage have been dealt with.
            """#,
            [
                .input(
                    .bytes([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF], name: "people.ndjson.gz"),
                    "The header of gzip, and then nonsense:"),
                .input(
                    .bytes([0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58, 0x07, 0x00, 0x00], name: "people.ndjson.zst"),
                    "The same of zstd:"),
            ]),
        MessageEntry(
            "truncated-compression", .error, "compressed data ends too early",
            #"""
            The end of the gzip or zstd data is missing, as it is when a download broke off or a program is still writing it.
            """#,
            [
                .input(
                    .bytes([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3], name: "people.ndjson.gz"),
                    "The header of gzip alone:"),
                .input(.bytes([0x28, 0xB5, 0x2F, 0xFD, 0x04], name: "people.ndjson.zst"), "The beginning of zstd's:"),
            ]),
        MessageEntry(
            "compression-window", .error, "compressed data needs too much memory",
            #"""
            zstd data says how much of what went before has to be kept at hand. More than 128 MiB, which `zstd --ultra` and `--long` can ask
            for, is refused, so that a small file cannot take all memory. Compress it again without `--long`; a program that trusts its
            input raises `RecordLimits.windowLog`.
            """#,
            [
                .input(
                    .bytes([0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xA0, 0x01, 0x00, 0x00], name: "people.ndjson.zst"),
                    "A frame whose window is 1 GiB:")
            ]),
    ]
}

extension RecordLimits {
    /// The usual limits with a change.
    static func with(_ change: (inout RecordLimits) -> Void) -> RecordLimits {
        var limits = RecordLimits.standard
        change(&limits)
        return limits
    }
}

extension ReferenceExample {
    /// What a program does with an input.
    static func reading(
        _ note: String, _ body: @escaping @Sendable () throws(RecordError) -> Void
    ) -> ReferenceExample {
        ReferenceExample(note: note) { width in
            do throws(RecordError) {
                try body()
                return ExampleOutcome(messages: [], snippet: "")
            } catch {
                return ExampleOutcome(error, width)
            }
        }
    }
}
