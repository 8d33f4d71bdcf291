import Foundation
import PredicateCore
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Keys that are not identifiers, typed without quotes: one error, whose edit makes a predicate that finds the
/// records.
@Suite struct UnquotedKeyTests {
    static let keys = [
        "first name", "http.status_code", "@timestamp", "maj:min", "app.kubernetes.io/name", "board-id", "unit price",
        "date of birth", "content-type", "user.email", "k8s:pod/uid", "2fa", "1st place", "load %", "größe (cm)",
        "is ok?", "C++", "café au lait", "trace-id:span", "x/y",
    ]

    private static let record: String = {
        let fields = keys.map { "\"\($0)\": \"v\"" }.joined(separator: ", ")
        return "{\"id\": 1, \(fields), \"box\": {\"id\": 2, \(fields)}, \"rows\": [{\"id\": 3, \(fields)}]}"
    }()

    /// The ways to type a key without quotes at the start of a path.
    static func ways(_ key: String) -> [String] {
        var ways = [key, "`\(key)`"]
        // The words joined with underscores, and in camel case.
        let words = key.unicodeScalars.split { !$0.properties.isXIDContinue }.map { String($0) }
        let isWord = words.first?.unicodeScalars.first?.properties.isXIDStart ?? false
        if isWord, words.joined().count > 2 {
            ways.append(words.joined(separator: "_"))
            ways.append((words.prefix(1) + words.dropFirst().map(\.localizedCapitalized)).joined())
        }
        return ways.filter { $0 != "C" }
    }

    struct Case: CustomTestStringConvertible {
        var key: String
        var text: String
        var testDescription: String { text }
    }

    /// At the top level, in an object, in a list, in the element of SUBQUERY, and in the path syntax of other
    /// languages.
    static let cases: [Case] = keys.flatMap { key in
        ways(key).flatMap { typed in
            [
                "\(typed) == 'v'", "SELF.\(typed) == 'v'", "box.\(typed) == 'v'", "ANY rows.\(typed) == 'v'",
                "id == 1 AND \(typed) == 'v' AND id < 3", "SUBQUERY(rows, $r, $r.\(typed) == 'v').@count > 0",
            ].map { Case(key: key, text: $0) }
        }
            + [
                ".\(key) == 'v'", ".\"\(key)\" == 'v'", ".[\"\(key)\"] == 'v'", "$.\(key) == 'v'", "[\(key)] == 'v'",
                "box[\(key)] == 'v'", "box.[\"\(key)\"] == 'v'",
            ].map { Case(key: key, text: $0) }
    }

    private func inferred() throws -> (schema: RecordSchema, record: PredicateValue) {
        var reader = JSONReader()
        let record = try reader.read(Self.record)
        var inference = SchemaInference()
        inference.add(record)
        return (inference.schema, record)
    }

    @Test func oneErrorWhoseEditFindsTheRecord() throws {
        let (schema, record) = try inferred()
        for tested in Self.cases {
            let found = ParsedPredicate.diagnostics(of: tested.text, against: schema, arguments: [])
            let errors = found.diagnostics.filter { $0.severity == .error }
            // A valid text needs no fix.
            if errors.isEmpty {
                let predicate = try ParsedPredicate(parsing: tested.text).checked(against: schema)
                #expect(predicate.matches(record), "\(tested.text) is not refused and finds nothing")
                continue
            }
            #expect(errors.count == 1, "\(tested.text)\n\(found)")
            #expect(errors.first?.edits.count == 1, "\(tested.text)\n\(found)")
            #expect(errors.first?.areEditsApplicable == true, "\(tested.text)")
            guard let fixed = found.fixed else { continue }
            let predicate = try? ParsedPredicate(parsing: fixed).checked(against: schema)
            #expect(predicate?.matches(record) == true, "\(tested.text) became \(fixed)")
        }
    }

    @Test func objectsWithFreeKeys() throws {
        let schema = try JSONSchemaReader.read(
            #"{"properties": {"id": {"type": "integer"}, "labels": {"type": "object", "additionalProperties": {"type": "string"}}}}"#,
            file: "schema.json"
        ).schema
        for key in ["app.kubernetes.io/name", "first name", "@timestamp", "maj:min", "board-id", "a.b.c", "2fa"] {
            let record: PredicateValue = .object(
                PredicateObject([("id", 1), ("labels", .object(PredicateObject([(key, "v")])))]))
            for typed in ["labels.\(key)", "labels.`\(key)`", "labels[\(key)]"] {
                let text = "\(typed) == 'v' AND id == 1"
                let found = ParsedPredicate.diagnostics(of: text, against: schema, arguments: [])
                #expect(found.diagnostics.map(\.severity) == [.error], "\(text)\n\(found)")
                let fixed = try #require(found.fixed, "\(text)\n\(found)")
                #expect(fixed.contains("labels[\"\(key)\"]"), "\(fixed)")
                let predicate = try? ParsedPredicate(parsing: fixed).checked(against: schema)
                #expect(predicate?.matches(record) == true, "\(text) became \(fixed)")
            }
        }
    }

    @Test func otherMistakesStay() throws {
        let (schema, _) = try inferred()
        let text = "first name == 'v' AND idd == 1 OR http.status_code == 'v' AND maj:min > 3"
        let found = ParsedPredicate.diagnostics(of: text, against: schema, arguments: [])
        let errors = found.diagnostics.filter { $0.severity == .error }
        #expect(
            errors.map { $0.range.text(in: text) } == ["first name", "idd", "http.status_code", "maj:min", "3"],
            "\(found)")
        // Text that only resembles a key is not reported as one.
        let other = ParsedPredicate.diagnostics(of: "id name == 3", against: schema, arguments: [])
        #expect(other.diagnostics.allSatisfy { $0.code != "unknown-field" }, "\(other)")
    }

    @Test func messages() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("r.ndjson", Self.record.replacingOccurrences(of: "\n", with: "") + "\n")
        #expect(
            predicate(["check", "--data", file, "id == 1 AND first name == 'v'"]).messages == """
                error: the key `first name` needs quotes
                 1 │ id == 1 AND first name == 'v'
                   │             ^^^^^^^^^^ write `SELF."first name"`

                """)
        #expect(
            predicate(["check", "--data", file, "ANY rows.first_name:x == 'v'"]).messages.contains("rows.first_name"))
        #expect(
            predicate(["check", "--fix", "--data", file, "http.status-code == 'v'"]).output
                == "SELF.\"http.status_code\" == 'v'\n")
        #expect(filter("SELF.\"first name\" == 'v'", file, "--count").output == "1\n")
        let read = filter("first name == 'v'", file, "--count")
        #expect(
            read
                == CommandResult(status: 0, output: "1\n", messages: "note: read as `SELF.\"first name\" == 'v'`\n"))
        #expect(filter("frist name == 'v'", file).status == 65)
        // A quoted name is a string: the message names the path, and the edit inserts it.
        let quoted = ParsedPredicate.diagnostics(of: #""first name" == "v""#, against: try inferred().schema)
        #expect(quoted.diagnostics.flatMap(\.edits).map(\.text) == [#"SELF."first name""#], "\(quoted)")
        // In brackets it stays quoted.
        let index = ParsedPredicate.diagnostics(of: "box['first nam'] == 'v'", against: try inferred().schema)
        #expect(index.diagnostics.flatMap(\.edits).map(\.text) == [#""first name""#], "\(index)")
    }

    @Test func partsOfAQuery() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("r.ndjson", Self.record.replacingOccurrences(of: "\n", with: "") + "\n")
        for key in ["first name", "http.status_code", "@timestamp", "maj:min", "app.kubernetes.io/name", "board-id"] {
            let path = "SELF.\"\(key)\""
            for (option, rest) in [
                ("--select", []), ("--sort", []), ("--group-by", []), ("--sort", ["--limit", "1"]),
            ] as [(String, [String])] {
                for typed in [key] + (option == "--sort" ? ["-" + key] : ["id, " + key]) {
                    let result = predicate(["filter", "TRUEPREDICATE", file, "\(option)=\(typed)"] + rest)
                    #expect(result.status == 0, "\(option) \(typed)\n\(result)")
                    let reading = typed.replacingOccurrences(of: key, with: path)
                    #expect(result.messages == "note: \(option) read as `\(reading)`\n", "\(result)")
                }
                let right = predicate(["filter", "TRUEPREDICATE", file, "\(option)=\(path)"] + rest)
                #expect(right.status == 0, "\(right)")
                if option == "--select" { #expect(right.output == "{\"\(key)\":\"v\"}\n") }
                if option == "--group-by" { #expect(right.output == "{\"\(key)\":\"v\",\"count\":1}\n") }
            }
            #expect(
                filter("TRUEPREDICATE", file, "--aggregate", "m = max(\(key))").messages.contains(path), "\(key)")
            #expect(
                filter("TRUEPREDICATE", file, "--select", path, "--output", "csv").output == "\(key)\nv\n", "\(key)")
        }
        // A key in brackets is named and spelled like a key in a path.
        #expect(
            filter("TRUEPREDICATE", file, "--select", #"box["first name"], box."maj:min", SELF.id"#).output
                == #"{"box.first name":"v","box.maj:min":"v","id":1}"# + "\n")
    }

    @Test func aPipe() throws {
        let folder = try TemporaryFolder()
        let result = try BuiltCommand.shell("predicate filter \"first name == 'v'\"", in: folder, input: Self.record)
        #expect(result.status == 0 && result.messages.contains("read as `SELF.\"first name\" == 'v'`"), "\(result)")
        // Text that cannot be a key is rejected before anything is read.
        let error = #expect(throws: PredicateDiagnostics.self) { try ParsedPredicate(parsing: "age > (3") }
        #expect(try !ParsedPredicate.mayLackQuotes(#require(error), library: .standard))
    }

    @Test func atThePrompt() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("r.ndjson", Self.record.replacingOccurrences(of: "\n", with: "") + "\n")
        let session = try TestSession(file)
        for line in [
            "first name == 'v'", ":count first name == 'v'", "first name", "http.status_code", ":sort maj:min",
        ] {
            #expect(try session.type(line).contains("SELF.\""), "\(line)")
        }
        for line in [":schema first name", ":schema SELF.\"first name\"", ":schema http.status_code"] {
            #expect(try session.type(line).contains("1 of 1") || session.type(line).contains("string"), "\(line)")
        }
        #expect(try session.type(":count SELF.\"first name\" == 'v'").hasPrefix("1"))
    }
}
