import PredicateRecords

extension MessageReference {
    /// Messages about records, their files, and JSON pointers.
    static let records: [MessageEntry] = recordTexts + recordLocations + recordFiles

    // MARK: JSON

    private static let recordTexts: [MessageEntry] = [
        MessageEntry(
            "bad-json", .error, "a record is not JSON",
            #"""
            Records must be exact JSON (RFC 8259): keys and strings in double quotes, no comma before a closing bracket, no
            comments, no `NaN`, `undefined` or `True`, no leading zeros, and line breaks in strings as `\n`. Values that JavaScript
            or Python print are often not JSON; the output of `JSON.stringify` and `json.dumps` is. The mark is on the first wrong
            byte. With `--skip-bad-records` bad lines are skipped and counted.

            `predicate filter` checks the records that it writes to their end. Other records, and all records with `--count`, are read
            only as far as needed, so a mistake after that point goes unnoticed; `--strict` checks everything.
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
                .records(#"{"name":}"#), .records("{\"name\": \"a\tb\"}", shown: "a tab in a string"),
                .records(
                    "{\n\"name\": \"a\\\nb\"}", shown: "a backslash at the end of a line, in a string",
                    file: "people.json"),
                .records(
                    #"{"name": "Ada"}"# + "\n" + #"{"name": "Grace"} x"#, shown: "`x` after a record",
                    file: "people.ndjson"),
                .records(#"[{"name": "Ada"} {"name": "Grace"}]"#, file: "people.json"),
            ]),
        MessageEntry(
            "truncated", .error, "a record ends before it is complete",
            #"""
            A bracket or a string is still open at the end of the record, as in a truncated line or an interrupted download.
            A record may span several lines if the whole file is one document; in a line-delimited file each line is a record.
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
            JSON is UTF-8. A file in Latin-1 or UTF-16, or a text cut in the middle of a character, is not. Convert it, for
            example with `iconv -f latin1 -t utf-8`. Wrong bytes are not replaced silently, because the record would then differ
            from the file.
            """#,
            [
                .input(
                    .bytes(Array(#"{"name": "J"#.utf8) + [0xF6] + Array(#"rg"}"#.utf8), name: "people.ndjson"),
                    "`ö` is written as one byte, 0xF6, as in Latin-1:"),
                .reading("A schema in UTF-16:") { () throws(RecordError) in
                    _ = try RecordSource.bytes([0xFF, 0xFE, 0x7B, 0x00], name: "person.schema.json").text()
                },
            ]),
        MessageEntry(
            "record-too-deep", .error, "a record is nested too deeply",
            #"""
            A record may have 200 levels of objects and lists, so that a hostile record cannot exhaust the stack. Deeper data is
            usually a tree of nested objects; `--at` selects a part of it.
            """#,
            [
                .records(
                    #"{"a": {"b": {"c": 1}}}"#, note: "With a limit of 2 levels:", limits: .with { $0.depth = 2 })
            ]),
        MessageEntry(
            "record-too-large", .error, "a record has more bytes than the limit",
            #"""
            A record may have 256 MiB. A larger one is usually a document of many records that was not recognised:
            `--at` selects their location, and `--values` means that they are the values of an object. A schema may have 64 MiB and
            a million values.
            """#,
            [
                .records(
                    #"{"name": "Ada"}"# + "\n" + #"{"name": "Augusta Ada King, Countess of Lovelace"}"#,
                    note: "With a limit of 40 bytes:", limits: .with { $0.recordBytes = 40 }),
                .records(
                    #"[{"name": "Augusta Ada King, Countess of Lovelace"}]"#, note: "The same in a document:",
                    file: "people.json", limits: .with { $0.recordBytes = 40 }),
                .reading("A schema with a limit of 10 bytes:") { () throws(RecordError) in
                    _ = try RecordSource.text(#"{"type": "object"}"#, name: "person.schema.json").text(limit: 10)
                },
                .reading("A schema with a limit of 2 values:") { () throws(RecordError) in
                    _ = try JSONSchemaReader.read(
                        Array(#"{"enum": [1, 2, 3]}"#.utf8), file: "number.schema.json", maximumParts: 1,
                        maximumValues: 2)
                },
            ]),
        MessageEntry(
            "number-too-large", .error, "a number of a record is larger than any double",
            #"""
            JSON does not limit numbers, and most programs read them as doubles, up to about 1.8e308. A larger number is an error,
            because comparisons with infinity would be wrong. Write it as a string.
            """#,
            [.records(#"{"size": 1e400}"#)]),
        MessageEntry(
            "duplicate-key", .error, "an object has the same key twice",
            #"""
            JSON does not define which of the two counts, and programs differ. Here the first counts; `--strict` refuses the record.
            """#,
            [.records(#"{"name": "Ada", "age": 36, "name": "Grace"}"#, note: "With `--strict`:", strict: true)]),
        MessageEntry(
            "not-a-record", .error, "a record is not an object",
            #"""
            A record has fields, so it must be a JSON object. A list of lists or numbers has no names for a predicate to use. With
            `--untyped` any value can be a record, and `SELF` is the value itself: `SELF > 5`.
            """#,
            [
                .records(#"{"name": "Ada"}"# + "\n" + "42"), .records("[[1, 2], [3, 4]]", file: "people.json"),
                .records(#""Ada""#), .records("null"), .records("true"),
            ]),
    ]

    // MARK: Locations in a document

    private static let recordLocations: [MessageEntry] = [
        MessageEntry(
            "bad-pointer", .error, "a JSON pointer is not written as one",
            #"""
            `--at` takes a JSON pointer (RFC 6901): keys and indices, each after a slash, as in `/data/0/items`. In a key, write
            `~0` for `~` and `~1` for a slash. The empty pointer is the whole document.
            """#,
            [
                .input(.text("{}"), "`--at items`:", "items"), .input(.text("{}"), "`--at /a~b`:", "/a~b"),
                .input(.text("{}"), "`--at '#/a%2'`:", "#/a%2"),
            ]),
        MessageEntry(
            "pointer-not-found", .error, "a JSON pointer leads nowhere in the document",
            #"""
            The message shows how far the pointer leads, and what is there. Letter case counts in keys, and list indices begin at 0.
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
            "no-values", .error, "the records are not the values of an object",
            #"""
            `--values` is for documents that store records by key: `{"ada": {…}, "grace": {…}}`. A list needs no option; its elements
            are the records.
            """#,
            [.records(#"[{"name": "Ada"}]"#, note: "`--values`:", file: "people.json", values: true)]),
    ]

    // MARK: Files

    private static let recordFiles: [MessageEntry] = [
        MessageEntry(
            "no-such-file", .error, "no such file",
            #"""
            The path does not exist, relative to the folder of the command. A name with spaces needs quotes in a shell. If the
            predicate itself is taken for a file, change the order: the predicate comes first, then the files.
            """#,
            [.input(.file("/nowhere/people.ndjson"), "A file in a folder that does not exist:")]),
        MessageEntry(
            "permission-denied", .error, "no permission to read the file",
            #"""
            The file exists, but the user of the command has no permission to read it: `ls -l` shows the permissions. On macOS, the
            terminal may also lack access to folders such as Documents.
            """#,
            [
                .reading("The system answers that access is denied (EACCES):") { () throws(RecordError) in
                    throw .cannotOpen("people.ndjson", number: Errno.access)
                }
            ]),
        MessageEntry(
            "is-directory", .error, "the path is a folder, not a file",
            #"""
            Folders are not searched. Name the files; in a shell, `folder/*.json` does.
            """#,
            [.input(.file("/"), "The root of the file system as a file of records:")]),
        MessageEntry(
            "open-failed", .error, "the system cannot open the file",
            #"""
            The message gives the reason of the system: too many open files, a name that is too long, a loop of links, or a missing
            device. A schema, a predicate or a list of values can come through a pipe, such as `<(command)` in a shell. If no program
            opens the pipe for writing within two seconds, that is an error too.
            """#,
            [
                .reading("The system answers that too many files are open (EMFILE):") { () throws(RecordError) in
                    throw .cannotOpen("people.ndjson", number: Errno.tooManyFiles)
                },
                .reading("A pipe of `mkfifo` that no program writes to:") { () throws(RecordError) in
                    throw .silentPipe("people.schema.json")
                },
            ]),
        MessageEntry(
            "read-failed", .error, "reading failed",
            #"""
            The file was opened, and then a read failed: a disk or a network became unavailable, or the source of a program reported
            an error. The records before that have been processed.
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
            The file ended before the size that it had when it was opened: another program emptied it or began to write it
            again. The records before that have been processed, and the message shows their number. A program that writes a file for
            others should write a new file and rename it. Data that is added while the file is read is not an error, and is not read.
            """#,
            [
                .reading("A file that lost a tenth of its size:") { () throws(RecordError) in
                    throw .fileCutShort(size: 167_000_000, rest: 16_700_000, file: "people.ndjson")
                }
            ]),
        MessageEntry(
            "corrupt-compression", .error, "compressed data is damaged",
            #"""
            gzip and zstd are recognised by their first bytes, whatever the name of the file, but the rest of the data is wrong. Often
            a file was transferred as text or partly overwritten. The records before the damage have been processed.
            """#,
            [
                .input(
                    .bytes([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF], name: "people.ndjson.gz"),
                    "A gzip header, followed by random bytes:"),
                .input(
                    .bytes([0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58, 0x07, 0x00, 0x00], name: "people.ndjson.zst"),
                    "The same for zstd:"),
            ]),
        MessageEntry(
            "truncated-compression", .error, "compressed data ends too early",
            #"""
            The end of the gzip or zstd data is missing: a download was interrupted, or a program is still writing the file.
            """#,
            [
                .input(
                    .bytes([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3], name: "people.ndjson.gz"),
                    "Only the header of gzip:"),
                .input(.bytes([0x28, 0xB5, 0x2F, 0xFD, 0x04], name: "people.ndjson.zst"), "Only the header of zstd:"),
            ]),
        MessageEntry(
            "foreign-format", .error, "data in a form that is not read",
            #"""
            The first bytes are those of another form: xz, bzip2, lz4, zip or Parquet. Records are JSON, also compressed with gzip or
            zstd. The command in the message writes the text of the file, and `|` passes it on:
            `xz -dc people.ndjson.xz | predicate filter 'age > 30'`.
            """#,
            [
                .input(
                    .bytes([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], name: "people.ndjson.xz"), "The first bytes of xz:"),
                .input(.bytes(Array("PAR1".utf8), name: "people.parquet"), "The first bytes of Parquet:"),
            ]),
        MessageEntry(
            "compression-window", .error, "compressed data needs too much memory",
            #"""
            zstd data states how much memory its window needs. More than 128 MiB, which `zstd --ultra` and `--long` can require,
            is refused, so that a small file cannot take all memory. Compress it again without `--long`; a program that trusts its
            input can raise `RecordLimits.windowLog`.
            """#,
            [
                .input(
                    .bytes([0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xA0, 0x01, 0x00, 0x00], name: "people.ndjson.zst"),
                    "A frame whose window is 1 GiB:")
            ]),
    ]
}

extension RecordLimits {
    /// The standard limits with a change.
    static func with(_ change: (inout RecordLimits) -> Void) -> RecordLimits {
        var limits = RecordLimits.standard
        change(&limits)
        return limits
    }
}

extension ReferenceExample {
    /// A program that reads an input.
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
