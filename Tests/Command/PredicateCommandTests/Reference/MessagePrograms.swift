import PredicateCore
import PredicateFiles
import PredicateFormat
import PredicateRecords

@testable import PredicateCommand

/// The examples of messages that are pieces of Swift, or that need an input which is no text.
enum MessagePrograms {
    /// Runs one of the programs of a code.
    static func run(_ code: String, _ index: Int, width: Int) throws -> ExampleOutcome {
        guard let programs = all[code], programs.indices.contains(index) else {
            throw MessageExample.Problem(text: "\(code): there is no program \(index)")
        }
        return programs[index](width)
    }

    private typealias Program = @Sendable (_ width: Int) -> ExampleOutcome

    private static let all: [String: [Program]] = [
        "different-schemas": [
            building { () throws(PredicateDiagnostics) in
                let adults = try CheckedPredicate("age >= 18", schema: ReferenceSchema.person)
                let named = try CheckedPredicate("name != nil")
                _ = try named && adults
            }
        ],
        "malformed-tree": [
            building { () throws(PredicateDiagnostics) in
                let variable = ExpressionTree(.variable("a b"))
                _ = try PredicateTree(.comparison(.init(variable, .equal, .literal(1)))).checked()
            },
            building { () throws(PredicateDiagnostics) in
                let record = ExpressionTree(.record)
                _ = try PredicateTree(.comparison(.init(record, .custom("NEAR"), .literal("x")))).checked()
            },
            building { () throws(PredicateDiagnostics) in
                let difference = ExpressionTree(.arithmetic(.subtract, ExpressionTree(.element), .literal(5)))
                _ = try PredicateTree(.comparison(.init(difference, .equal, .literal(1)))).checked()
            },
        ],
        "unregistered-key-path": [
            building { () throws(PredicateDiagnostics) in
                let adults = try ReferencePerson.predicate("age >= 18")
                _ = try adults.rerooted(at: \ReferencePerson.neighbour)
            }
        ],
        "wrong-description": [
            building { () throws(PredicateDiagnostics) in _ = try Song.predicate("plays > 1") },
            building { () throws(PredicateDiagnostics) in _ = try Shelf.predicate("release == '1.2'") },
            building { () throws(PredicateDiagnostics) in _ = try Parcel.predicate("weight > 1") },
            building { () throws(PredicateDiagnostics) in _ = try Letter.predicate("weight > 1") },
        ],
        "unlike-property": ["single == 0.1", "flag == 2", "count == TRUE"].map(warned),
        "schema-too-deep": [
            failing { () throws(RecordError) in
                let text =
                    String(repeating: #"{"type": "array", "items": "#, count: 40) + "{}"
                    + String(repeating: "}", count: 40)
                _ = try JSONSchemaReader.read(text, file: "person.schema.json")
            }
        ],
        "predicate-too-long": [
            named((1...30).map { "  p\($0): '@{p\($0 - 1)} OR @{p\($0 - 1)}'" }, after: "age >= 18"),
            named(
                (1...40).map { "  p\($0): 'NOT @{p0}'" }, after: "name != '\(String(repeating: "9", count: 500_000))'"),
        ],
        "invalid-utf8": [
            input(.bytes(Array(#"{"name": "J"#.utf8) + [0xF6] + Array(#"rg"}"#.utf8), name: "people.ndjson")),
            failing { () throws(RecordError) in
                _ = try RecordSource.bytes([0x7B, 0xF6, 0x7D], name: "person.schema.json").text()
            },
        ],
        "record-too-large": [
            failing { () throws(RecordError) in
                _ = try RecordSource.text(#"{"type": "object"}"#, name: "person.schema.json").text(limit: 10)
            },
            failing { () throws(RecordError) in
                _ = try JSONSchemaReader.read(
                    Array(#"{"enum": [1, 2, 3]}"#.utf8), file: "number.schema.json", maximumParts: 1, maximumValues: 2)
            },
        ],
        "bad-pointer": [
            input(.text("{}"), at: "items"), input(.text("{}"), at: "/a~b"), input(.text("{}"), at: "#/a%2"),
        ],
        "no-such-file": [input(.file("/nowhere/people.ndjson"))],
        "permission-denied": [
            failing { () throws(RecordError) in throw .cannotOpen("people.ndjson", number: Errno.access) }
        ],
        "is-directory": [input(.file("/"))],
        "open-failed": [
            failing { () throws(RecordError) in throw .cannotOpen("people.ndjson", number: Errno.tooManyFiles) },
            failing { () throws(RecordError) in throw .silentPipe("people.schema.json") },
        ],
        "read-failed": [
            input(
                .function(name: "people.ndjson") { _ throws(RecordError) in
                    throw .readFailed(reason: "the connection was closed", file: "people.ndjson")
                })
        ],
        "file-cut-short": [
            failing { () throws(RecordError) in
                throw .fileCutShort(size: 167_000_000, rest: 16_700_000, file: "people.ndjson")
            }
        ],
        "corrupt-compression": [
            input(.bytes([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF], name: "people.ndjson.gz")),
            input(.bytes([0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58, 0x07, 0x00, 0x00], name: "people.ndjson.zst")),
        ],
        "truncated-compression": [
            input(.bytes([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3], name: "people.ndjson.gz")),
            input(.bytes([0x28, 0xB5, 0x2F, 0xFD, 0x04], name: "people.ndjson.zst")),
        ],
        "foreign-format": [
            input(.bytes([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], name: "people.ndjson.xz")),
            input(.bytes(Array("PAR1".utf8), name: "people.parquet")),
            failing { () throws(RecordError) in
                let text = "<plist><dict><key>age</key><integer>36"
                throw .damagedPropertyList(
                    "the element `integer` is not closed", in: Array(text.utf8), at: 28, file: "people.plist")
            },
        ],
        "compression-window": [
            input(.bytes([0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xA0, 0x01, 0x00, 0x00], name: "people.ndjson.zst"))
        ],
    ]

    /// The similar cases that a page describes in words.
    static let described: [String: String] = [
        "a character without width (U+200B) after `name`": "name\u{200B} == 'Ada'",
        "the control character U+0007 at the end": "age == 1\u{07}",
        "a backslash before the end of a line": "age > 30 AND \\\nstar == YES",
        "a tab in a string": "{\"name\": \"a\tb\"}",
        "a backslash at the end of a line, in a string": "{\n\"name\": \"a\\\nb\"}",
        "`x` after a record": "{\"name\": \"Ada\"}\n{\"name\": \"Grace\"} x",
        "two records on the second line": "{\"name\": \"Ada\"}\n{\"name\": \"Grace\"}{\"name\": \"Joan\"}",
        "`(` and `)` 100 times": String(repeating: "(", count: 100) + String(repeating: ")", count: 100),
        "`\\b` 5000 times": String(repeating: "\\b", count: 5000),
    ]

    // MARK: Kinds of programs

    private static func building(_ body: @escaping @Sendable () throws(PredicateDiagnostics) -> Void) -> Program {
        { width in
            do throws(PredicateDiagnostics) {
                try body()
                return ExampleOutcome(messages: [], snippet: "")
            } catch {
                var outcome = ExampleOutcome(error, width)
                // No user has written a text that could be fixed.
                outcome.fixed = nil
                outcome.suggested = nil
                return outcome
            }
        }
    }

    /// A predicate over a Swift type that has warnings.
    private static func warned(_ text: String) -> Program {
        { width in
            do throws(PredicateDiagnostics) {
                let warnings = try ReferenceNumbers.predicate(parsing: text).checked.warnings
                return ExampleOutcome(PredicateDiagnostics(source: text, diagnostics: warnings), width)
            } catch {
                return ExampleOutcome(error, width)
            }
        }
    }

    private static func failing(_ body: @escaping @Sendable () throws(RecordError) -> Void) -> Program {
        { width in reading(width, body) }
    }

    /// The outcome of reading, which is empty without an error.
    static func reading(_ width: Int, _ body: () throws(RecordError) -> Void) -> ExampleOutcome {
        do throws(RecordError) {
            try body()
            return ExampleOutcome(messages: [], snippet: "")
        } catch {
            return ExampleOutcome(error, width)
        }
    }

    private static func input(_ source: RecordSource, at pointer: String = "") -> Program {
        failing { () throws(RecordError) in
            let stream = try RecordStream(source, RecordInputOptions(pointer: try JSONPointer(parsing: pointer)))
            var reader = JSONReader()
            while let record = try stream.next() { _ = try reader.read(record) }
        }
    }

    private static func named(_ lines: [String], after first: String) -> Program {
        let text = (["predicates:", "  p0: \(first)"] + lines).joined(separator: "\n") + "\n"
        return { width in
            do throws(PredicateFileError) {
                _ = try PredicateFile(Array(text.utf8), format: .yaml, path: "rules.yaml", library: commandLibrary)
                return ExampleOutcome(messages: [], snippet: "")
            } catch {
                return outcome(of: error, width)
            }
        }
    }

    /// The outcome of a file of named predicates with mistakes.
    static func outcome(of error: PredicateFileError, _ width: Int) -> ExampleOutcome {
        var outcome = ExampleOutcome(
            PredicateDiagnostics(source: error.source, diagnostics: error.problems.map(\.diagnostic)), width)
        outcome.snippet = error.rendered(width: width)
        // The file is no predicate that could be checked again.
        outcome.fixed = nil
        outcome.suggested = nil
        return outcome
    }
}

/// A Swift type with a property that is not a field.
private final class ReferencePerson: PredicateDescribed, Sendable {
    let age: Int
    let neighbour: ReferencePerson?

    init(age: Int, neighbour: ReferencePerson?) {
        self.age = age
        self.neighbour = neighbour
    }

    static let predicateDescription = PredicateDescription<ReferencePerson>("Person") {
        PredicateField("age", \.age)
    }
}

/// A Swift type with numbers that the language has no types for.
private struct ReferenceNumbers: PredicateDescribed {
    let single: Float
    let flag: Bool
    let count: Int

    static let predicateDescription = PredicateDescription<ReferenceNumbers> {
        PredicateField("single", \.single)
        PredicateField("flag", \.flag)
        PredicateField("count", \.count)
    }
}

/// A type with two fields of one name.
private struct Song: PredicateDescribed {
    let plays: Int

    static let predicateDescription = PredicateDescription<Song> {
        PredicateField("plays", \.plays)
        PredicateField("plays") { $0.plays + 1 }
    }
}

/// A type with a field whose order is not known.
private struct Shelf: PredicateDescribed {
    struct Release: Comparable {
        let text: String

        static func < (a: Release, b: Release) -> Bool { a.text < b.text }
    }

    let release: Release

    static let predicateDescription = PredicateDescription<Shelf> {
        PredicateField("release", \.release, as: .mapped { $0.text })
    }
}

/// A type with a coding key whose type predicates do not know.
private struct Parcel: Codable, PredicateDescribed {
    struct Size: Codable { let width: Int }

    let size: Size
    let weight: Int
}

/// A type with a coding key whose type has no value that is known.
private struct Letter: Codable, PredicateDescribed {
    enum Stamp: String, Codable, PredicateFieldValue { case local, abroad }

    let stamp: Stamp
    let weight: Int
}
