import PredicateFormat
import PredicatePatterns
import PredicateRecords

/// The outcome of an example.
struct ExampleOutcome: Sendable {
    /// A reported message.
    struct Message: Hashable, Sendable {
        var code: String
        var severity: MessageSeverity
        /// The sentences of the message, including labels under the marks and notes below the snippet.
        var sentences: [String]
    }

    /// The messages, in order.
    var messages: [Message]
    /// The snippet on a terminal.
    var snippet: String
    /// The text with the edits that fix it; nil if there are none.
    var fixed: String?
    /// The text with the suggested edits, which change the answer of a valid text; nil if there are none.
    var suggested: String?
    /// The messages that remain after fixing.
    var messagesAfterFixing: [Message] = []
}

/// An example that causes a message. It is run wherever it is shown, so that the page is always right.
struct ReferenceExample: Sendable {
    /// A sentence about inputs or actions that the snippet does not show.
    var note: String?
    /// The text of the example, if the snippet does not show it.
    var text: String?
    /// The language of the text in Markdown.
    var language = "text"
    /// Runs the example for a terminal with a number of columns.
    var run: @Sendable (_ width: Int) -> ExampleOutcome
}

// MARK: Predicates

extension ReferenceExample {
    /// A predicate that is checked against the schema of the reference.
    ///
    /// - Parameters:
    ///   - text: the predicate.
    ///   - note: a sentence about what the snippet does not show.
    ///   - schema: the known types of the records.
    ///   - arguments: the values of `%@`, `%K` and `%d`; nil leaves them open, as when a predicate is only checked.
    ///   - variables: the values of variables; nil leaves them open, as when a predicate is only checked.
    ///   - isParsedOnly: whether names and types are not checked.
    ///   - library: the functions, operators and the engine of MATCHES.
    ///   - limits: the limits, if they are not the standard ones.
    static func predicate(
        _ text: String, note: String? = nil, schema: RecordSchema? = ReferenceSchema.person,
        arguments: [PredicateValue]? = [], variables: [String: PredicateValue]? = nil, isParsedOnly: Bool = false,
        library: PredicateLibrary = commandLibrary, limits: PredicateLimits = .standard
    ) -> ReferenceExample {
        ReferenceExample(note: note) { width in
            func diagnostics(of text: String) -> PredicateDiagnostics {
                if isParsedOnly {
                    do throws(PredicateDiagnostics) {
                        let parsed = try ParsedPredicate(parsing: text, library: library, limits: limits)
                        return PredicateDiagnostics(source: text, diagnostics: parsed.warnings)
                    } catch {
                        return error
                    }
                }
                let compilation = PredicateCompilation(
                    text, schema: schema, arguments: arguments, bindings: variables ?? [:],
                    requiresValues: variables != nil, library: library, limits: limits)
                let found = compilation.diagnostics
                return found.hasErrors ? found.withoutSideIssues : found
            }
            var outcome = ExampleOutcome(diagnostics(of: text), width)
            if let fixed = outcome.fixed {
                outcome.messagesAfterFixing = ExampleOutcome(diagnostics(of: fixed), width).messages
            }
            return outcome
        }
    }

    /// A predicate that NSPredicate itself would not read, as `check --apple` reports it.
    static func apple(_ text: String) -> ReferenceExample {
        ReferenceExample(note: nil) { width in
            func outcome(of text: String) -> ExampleOutcome {
                guard let parsed = try? ParsedPredicate(parsing: text, library: commandLibrary) else {
                    return ExampleOutcome(messages: [], snippet: "")
                }
                return ExampleOutcome(
                    PredicateDiagnostics(source: text, diagnostics: AppleReview.diagnostics(of: parsed)), width)
            }
            var result = outcome(of: text)
            if let fixed = result.fixed { result.messagesAfterFixing = outcome(of: fixed).messages }
            return result
        }
    }

    /// A predicate that is evaluated for records, with the warnings that come from their values.
    ///
    /// - Parameters:
    ///   - text: the predicate.
    ///   - note: a sentence about what the snippet does not show.
    ///   - records: the first records, as lines.
    ///   - isAtEnd: whether all records were evaluated and none matched.
    ///   - examined: the number of records that the second look examined; nil for all.
    static func filtering(
        _ text: String, note: String, records: [String], isAtEnd: Bool = false, examined: Int? = nil
    ) -> ReferenceExample {
        ReferenceExample(note: note) { width in
            var reader = JSONReader()
            let values = records.compactMap { try? reader.read($0) }
            guard let predicate = try? CheckedPredicate(text, library: commandLibrary) else {
                return ExampleOutcome(messages: [], snippet: "")
            }
            let found =
                isAtEnd
                ? predicate.patternsOfNoMatch(in: values)
                    + predicate.alternativeReadings.map { reading in
                        let context = EvaluationContext(limits: predicate.limits)
                        let count = values.count { reading.predicate.evaluate(on: $0, context: context) }
                        return reading.warning(count, examined: examined)
                    }
                : predicate.findings(in: values).map(\.diagnostic)
            return ExampleOutcome(PredicateDiagnostics(source: text, diagnostics: found), width)
        }
    }

    /// A program that uses predicates.
    ///
    /// - Parameters:
    ///   - note: a sentence about what the program does.
    ///   - code: the central part in Swift.
    ///   - body: runs the program, and throws the message.
    static func program(
        _ note: String, code: String? = nil, _ body: @escaping @Sendable () throws(PredicateDiagnostics) -> Void
    ) -> ReferenceExample {
        ReferenceExample(note: note, text: code, language: "swift") { width in
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
}

// MARK: Queries

extension ReferenceExample {
    /// A query that is checked against the schema of the reference, and has an error in one part.
    static func query(
        _ query: RecordQuery, note: String? = nil, schema: RecordSchema? = ReferenceSchema.person
    ) -> ReferenceExample {
        ReferenceExample(note: note) { width in
            guard let found = found(in: query, schema) else { return ExampleOutcome(messages: [], snippet: "") }
            var outcome = ExampleOutcome(found.diagnostics, width)
            outcome.snippet = DiagnosticRenderer(width: width, fileName: "--" + found.part.rawValue)
                .render(found.diagnostics)
            if let fixed = outcome.fixed {
                var query = query
                query[found.part] = fixed
                outcome.messagesAfterFixing =
                    Self.found(in: query, schema).map { ExampleOutcome($0.diagnostics, width).messages } ?? []
            }
            return outcome
        }
    }

    /// The query options of `predicate filter`, with the warnings that come from the values of records.
    ///
    /// - Parameters:
    ///   - query: the texts.
    ///   - note: a sentence about what the snippet does not show.
    ///   - records: the first records, as lines.
    static func querying(_ query: RecordQuery, note: String, records: [String]) -> ReferenceExample {
        ReferenceExample(note: note) { width in
            var reader = JSONReader()
            let values = records.compactMap { try? reader.read($0) }
            guard let all = try? CheckedPredicate("TRUEPREDICATE", library: commandLibrary),
                let checked = try? query.checked(against: ReferenceSchema.inferred(records), library: commandLibrary),
                let found = checked.findings(in: values, selectedBy: all).first
            else { return ExampleOutcome(messages: [], snippet: "") }
            var outcome = ExampleOutcome(found.diagnostics, width)
            outcome.snippet = DiagnosticRenderer(width: width, fileName: "--" + found.part.rawValue)
                .render(found.diagnostics)
            return outcome
        }
    }

    private static func found(in query: RecordQuery, _ schema: RecordSchema?) -> RecordQueryDiagnostics.Found? {
        do throws(RecordQueryDiagnostics) {
            return try query.checked(against: schema, library: commandLibrary).warnings.first
        } catch {
            return error.parts.first
        }
    }
}

extension PredicateDiagnostics {
    /// The errors without warnings, as `predicate filter` shows them; the warnings if there are no errors.
    fileprivate var withoutSideIssues: PredicateDiagnostics {
        guard hasErrors else { return self }
        return PredicateDiagnostics(source: source, diagnostics: diagnostics.filter { $0.severity == .error })
    }
}

extension ExampleOutcome.Message {
    /// The sentences of a diagnostic.
    init(_ diagnostic: PredicateDiagnostic) {
        code = diagnostic.code.rawValue
        severity = diagnostic.severity == .error ? .error : .warning
        sentences =
            [diagnostic.message] + [diagnostic.hint].compactMap { $0 } + diagnostic.labels.map(\.message)
            + diagnostic.notes
    }
}

extension ExampleOutcome {
    /// The outcome of diagnostics.
    init(_ diagnostics: PredicateDiagnostics, _ width: Int) {
        self.init(
            messages: diagnostics.diagnostics.map(Message.init),
            snippet: DiagnosticRenderer(width: width).render(diagnostics),
            fixed: diagnostics.fixed(.error, .warning))
        guard diagnostics.diagnostics.contains(where: { !$0.areEditsApplicable && !$0.edits.isEmpty }) else { return }
        var all = diagnostics
        for index in all.diagnostics.indices { all.diagnostics[index].areEditsApplicable = true }
        suggested = all.fixed(.error, .warning)
    }

    /// The outcome of an error in reading records, a file or a schema.
    init(_ error: RecordError, _ width: Int) {
        self.init(
            messages: [Message(code: error.code.rawValue, severity: .error, sentences: [error.message])],
            snippet: RecordErrorSnippet.text(error, width: width, colour: false))
    }
}

// MARK: Records

extension ReferenceExample {
    /// Records that are read one after another, up to the first bad record.
    ///
    /// - Parameters:
    ///   - text: the records.
    ///   - note: a sentence about the options.
    ///   - file: the file name, which decides between lines and a document.
    ///   - pointer: the location of the records in the document, as text.
    ///   - values: whether the records are the values of an object.
    ///   - strict: whether duplicate keys are errors.
    ///   - limits: the limits, if they are not the standard ones.
    static func records(
        _ text: String, note: String? = nil, file: String = "people.ndjson", pointer: String = "",
        values: Bool = false, strict: Bool = false, limits: RecordLimits = .standard
    ) -> ReferenceExample {
        var example = input(.text(text, name: file), note, pointer, values, strict, limits)
        // A single line is shown with the message.
        example.text = text.contains("\n") ? text : nil
        example.language = "json"
        return example
    }

    /// An input that is not text: compressed, not UTF-8, or unreadable.
    static func input(
        _ source: RecordSource, _ note: String?, _ pointer: String = "", _ values: Bool = false,
        _ strict: Bool = false, _ limits: RecordLimits = .standard
    ) -> ReferenceExample {
        ReferenceExample(note: note) { width in
            do throws(RecordError) {
                let options = RecordInputOptions(
                    pointer: try JSONPointer(parsing: pointer), values: values, limits: limits)
                let stream = try RecordStream(source, options)
                var reader = JSONReader(maximumDepth: limits.depth, strict: strict)
                reader.requiresObjects = true
                while let record = try stream.next() { _ = try reader.read(record) }
                return ExampleOutcome(messages: [], snippet: "")
            } catch {
                return ExampleOutcome(error, width)
            }
        }
    }

    /// A JSON Schema.
    ///
    /// - Parameters:
    ///   - text: the schema.
    ///   - note: a sentence about what the text does not show.
    ///   - maximumParts: the maximum number of parts of its types; nil for the standard limit.
    static func schema(_ text: String, note: String? = nil, maximumParts: Int? = nil) -> ReferenceExample {
        ReferenceExample(note: note, text: text, language: "json") { width in
            do throws(RecordError) {
                let file = "person.schema.json"
                let reading =
                    if let maximumParts {
                        try JSONSchemaReader.read(Array(text.utf8), file: file, maximumParts: maximumParts)
                    } else {
                        try JSONSchemaReader.read(text, file: file)
                    }
                return ExampleOutcome(
                    messages: reading.warnings.map {
                        .init(code: $0.code.rawValue, severity: .warning, sentences: [$0.message])
                    },
                    snippet: reading.warnings.map { "warning: \($0)" }.joined(separator: "\n"))
            } catch {
                return ExampleOutcome(error, width)
            }
        }
    }
}

// MARK: Reasons

/// One of many reasons for a message, as a row of a table.
struct ReasonExample: Sendable {
    /// The contents of a row.
    struct Reason: Sendable {
        var message: ExampleOutcome.Message
        /// The location in the pattern or text, as an offset in bytes.
        var offset: Int

        /// The sentence of the row.
        var text: String { message.sentences.first ?? "" }
    }

    /// The cause, as Markdown.
    var shown: String
    /// Runs the example; nil if it causes no message.
    var run: @Sendable () -> Reason?

    /// A pattern of MATCHES that is rejected.
    ///
    /// - Parameters:
    ///   - pattern: the pattern.
    ///   - shown: a replacement for a pattern that is too long for a table.
    static func pattern(_ pattern: String, shown: String? = nil) -> ReasonExample {
        ReasonExample(shown: shown ?? MarkdownPage.code(pattern)) {
            do throws(PatternError) {
                _ = try commandLibrary.patterns?.compile(pattern, options: [], limits: .standard)
                return nil
            } catch {
                return Reason(
                    message: .init(code: "bad-pattern", severity: .error, sentences: [error.message]),
                    offset: error.offset)
            }
        }
    }

    /// A predicate whose first message is the reason.
    ///
    /// - Parameters:
    ///   - text: the predicate.
    ///   - shown: a replacement for a text with invisible characters.
    ///   - arguments: the values of `%@` and similar arguments.
    static func predicate(_ text: String, shown: String? = nil, arguments: [PredicateValue] = []) -> ReasonExample {
        ReasonExample(shown: shown ?? MarkdownPage.code(text)) {
            let found = PredicateCompilation(
                text, schema: ReferenceSchema.person, arguments: arguments, library: commandLibrary
            ).diagnostics.withoutSideIssues
            return found.diagnostics.first.map {
                Reason(message: ExampleOutcome.Message($0), offset: $0.range.lowerBound)
            }
        }
    }

    /// Records that cannot be read.
    static func records(_ text: String, shown: String? = nil, file: String = "people.ndjson", pointer: String = "")
        -> ReasonExample
    {
        let example = ReferenceExample.records(text, file: file, pointer: pointer)
        return ReasonExample(shown: shown ?? MarkdownPage.code(text)) {
            example.run(80).messages.first.map { Reason(message: $0, offset: 0) }
        }
    }
}

// MARK: The schema of the examples

/// The schemas for the examples.
enum ReferenceSchema {
    /// The schema as text.
    static let text = """
        {
          "title": "Person",
          "type": "object",
          "required": [
            "name", "age", "height", "star", "born", "id", "photo", "state", "tags", "scores",
            "address", "friends", "settings", "like", "blood-type"
          ],
          "properties": {
            "name":     { "type": "string" },
            "nickname": { "type": ["string", "null"] },
            "age":      { "type": "integer" },
            "height":   { "type": "number" },
            "star":     { "type": "boolean" },
            "born":     { "type": "string", "format": "date-time" },
            "id":       { "type": "string", "format": "uuid" },
            "photo":    { "type": "string", "contentEncoding": "base64" },
            "state":    { "enum": ["open", "closed", "waiting"] },
            "tags":     { "type": "array", "items": { "type": "string" } },
            "scores":   { "type": "array", "items": { "type": "integer" } },
            "address":  {
              "type": "object",
              "required": ["street", "city"],
              "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
            },
            "friends":  { "type": "array", "items": { "$ref": "#" } },
            "settings": { "type": "object", "additionalProperties": { "type": "string" } },
            "like":     { "type": "integer" },
            "anything": {},
            "blood-type": { "type": "string" }
          }
        }
        """

    /// The schema; nil only if the text above is not a schema, which a test rules out.
    static let person: RecordSchema? = try? JSONSchemaReader.read(text).schema

    /// Records with keys that are not identifiers, and one key with an accented letter.
    static let keys = RecordSchema(
        root: "Record",
        types: [
            RecordType(
                "Record",
                fields: [
                    RecordField("first name", .string), RecordField("http.status_code", .integer),
                    RecordField("caf\u{E9}", .string),
                ])
        ])

    /// An inferred schema of forty records.
    static let sample: RecordSchema = {
        var inference = SchemaInference()
        var reader = JSONReader()
        for index in 0..<40 {
            let state = index % 4 == 0 ? "waiting" : index % 2 == 0 ? "open" : "closed"
            if let value = try? reader.read(#"{"state": "\#(state)"}"#) { inference.add(value) }
        }
        return inference.schema
    }()

    /// The schema of records with times in UTC, with one offset and with two, and of a day.
    static let times: RecordSchema = inferred(
        ["Z", "+02:00"].map { offset in
            """
            {"at": "2024-01-31T10:00:00Z", "local": "2024-01-31T12:00:00+02:00", "day": "2024-01-31",
            "mixed": "2024-01-31T10:00:00\(offset)"}
            """
        })

    /// The schema of records whose sizes are numbers in quotes.
    static let sizes: RecordSchema = inferred([#"{"size": "50"}"#, #"{"size": "1000"}"#])

    /// The schema of records with durations in one unit, in two and in three.
    static let quantities: RecordSchema = inferred([
        #"{"took": "750ms", "waited": "2s", "age": "1m"}"#, #"{"took": "1200ms", "waited": "20ms", "age": "5h"}"#,
        #"{"took": "9ms", "waited": "3s", "age": "9s"}"#,
    ])

    /// The schema of records with more fields than the limit.
    static let crowded: RecordSchema = {
        var limits = SchemaInference.Limits()
        limits.keys = 2
        limits.names = 0
        return inferred([#"{"a": 1, "b": 2, "c": 3}"#], limits)
    }()

    /// The schema of records that are nested too deeply to be examined.
    static let deep: RecordSchema = {
        var limits = SchemaInference.Limits()
        limits.depth = 1
        return inferred([#"{"a": {"b": {"c": 1}}}"#], limits)
    }()

    static func inferred(
        _ records: [String], _ limits: SchemaInference.Limits = SchemaInference.Limits()
    ) -> RecordSchema {
        var inference = SchemaInference(limits: limits)
        var reader = JSONReader()
        for record in records {
            if let value = try? reader.read(record) { inference.add(value) }
        }
        return inference.schema
    }

    /// The same schema as if it had been inferred.
    static let inferred: RecordSchema? = person.map { schema in
        var schema = schema
        schema.origin = .inferred
        return schema
    }
}
