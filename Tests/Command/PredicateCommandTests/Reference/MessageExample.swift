import Foundation
import PredicateFiles
import PredicatePatterns
import PredicateRecords
import PredicateTesting

@testable import PredicateCommand
@testable import PredicateAnalysis
import PredicateCore
import PredicateFormat

/// An example of a page of `Documentation/messages`: a block of `text`, which is what a terminal shows.
///
/// Its input is the block before it if that has another language, or else the text after `"text"` in the line that
/// opens the block, or else the lines that the block itself shows with their numbers. The line may have other settings,
/// as a JSON object: the records, the schema, the name of the file, limits, or the parts of a query. An example with the
/// setting `program` is a piece of Swift in `MessagePrograms`.
struct MessageExample: Sendable {
    var stage: String
    var code: String
    var settings: [String: PredicateValue] = [:]
    var input: String
    /// The output, as the page shows it.
    var shown = ""
    /// The lines after it: the text with the edits that fix it, and with the edits that are only suggested.
    var fixed: String?
    var suggested: String?
    /// Which of the programs of its code it is.
    var program = 0

    /// The columns of the blocks. With the indentation of `predicate message`, they fit a terminal of 80 columns.
    static let width = 78

    /// The examples of an entry.
    static func all(of entry: MessageEntry, in stage: String) throws -> [MessageExample] {
        var examples: [MessageExample] = []
        var input: String?
        var programs = 0
        for block in entry.blocks {
            switch block {
            case .fence(let words, let text) where words.hasPrefix("text"):
                var example = MessageExample(stage: stage, code: entry.code, input: "", shown: text)
                example.settings = try settings(words.dropFirst(4))
                example.input = input ?? example.setting("text") ?? numbered(text)
                if example.settings["program"] != nil {
                    example.program = programs
                    programs += 1
                }
                examples.append(example)
                input = nil
            case .fence(_, let text): input = text
            case .paragraph(let text):
                guard let match = text.wholeMatch(of: /(Fixed|Suggested): ([\s\S]+)/) else { continue }
                let code = MarkdownPage.content(ofCode: match.2)
                if match.1 == "Fixed" {
                    examples[examples.count - 1].fixed = code
                } else {
                    examples[examples.count - 1].suggested = code
                }
            case .table, .heading: break
            }
        }
        return examples
    }

    private static func settings(_ json: Substring) throws -> [String: PredicateValue] {
        var reader = JSONReader()
        guard !json.isEmpty, case .object(let record) = try reader.read(String(json)) else { return [:] }
        return Dictionary(uniqueKeysWithValues: record.keys.map { ($0, record.value(forKey: $0)) })
    }

    /// The lines of a snippet that have a number.
    private static func numbered(_ snippet: String) -> String {
        var lines: [Int: String] = [:]
        for match in snippet.matches(of: /(?m)^ *(\d+) │(?: (.*))?$/) {
            lines[Int(match.1) ?? 0] = match.2.map(String.init) ?? ""
        }
        return lines.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n")
    }

    /// The examples of the table of similar cases, each with its sentence.
    static func cases(of entry: MessageEntry, in stage: String) throws -> [(example: MessageExample, sentence: String)]
    {
        guard case .table(let rows)? = entry.blocks.last else { return [] }
        return try rows.map { row in
            var example = MessageExample(stage: stage, code: entry.code, input: MessagePrograms.described[row[0]] ?? "")
            if example.input.isEmpty {
                guard let match = row[0].wholeMatch(of: /(`.*?`)(?: with (.+))?/) else { throw Problem(text: row[0]) }
                example.input = MarkdownPage.content(ofCode: match.1)
                if let option = match.2?.wholeMatch(of: /`--at (.*)`/) {
                    example.settings = ["file": "people.json", "at": .string(String(option.1))]
                } else if let argument = match.2 {
                    example.settings["arguments"] = .list([try constant(String(argument))])
                }
            }
            if stage == "records",
                example.input.contains("\n") && !row[0].contains("`x`") || example.input.hasPrefix("[")
            {
                example.settings["file"] = "people.json"
            }
            return (example, row[1])
        }
    }

    /// The value of an expression without fields.
    static func constant(_ text: String) throws -> PredicateValue {
        try ParsedExpression(parsing: text).checked().compiled.evaluate(on: .null, context: EvaluationContext())
    }

    struct Problem: Error { var text: String }

    private func setting(_ name: String) -> String? {
        if case .string(let text)? = settings[name] { text } else { nil }
    }

    private func number(_ name: String, in group: String = "limits") -> Int? {
        guard case .object(let limits)? = settings[group], case .integer(let value) = limits.value(forKey: name) else {
            return nil
        }
        return Int(value)
    }

    private func list(_ name: String) -> [PredicateValue]? {
        if case .list(let values)? = settings[name] { values } else { nil }
    }

    // MARK: Running

    /// The outcome for a terminal with a number of columns.
    func run(width: Int = MessageExample.width) throws -> ExampleOutcome {
        if settings["program"] != nil { return try MessagePrograms.run(code, program, width: width) }
        if stage == "files" { return try file(setting("file") ?? "", width) }
        if stage == "records" { return records(width) }
        if stage == "schema" { return schema(width) }
        if settings["apple"] != nil {
            return fixing(width) {
                AppleReview.diagnostics(of: try ParsedPredicate(parsing: $0, library: commandLibrary))
            }
        }
        let parts = RecordQuery.Part.allCases.filter { setting($0.rawValue) != nil }
        if !parts.isEmpty { return try query(parts, width) }
        if let records = list("records") { return try filtering(records, width) }
        return predicate(width)
    }

    /// The outcome of a similar case, which for `bad-pattern` is a pattern of MATCHES alone.
    func outcomeOfCase() throws -> ExampleOutcome {
        guard code == "bad-pattern" else { return try run() }
        do throws(PatternError) {
            _ = try commandLibrary.patterns?.compile(input, options: [], limits: .standard)
            return ExampleOutcome(messages: [], snippet: "")
        } catch {
            let message = ExampleOutcome.Message(code: code, severity: "error", sentences: [error.message])
            return ExampleOutcome(messages: [message], snippet: "")
        }
    }

    private func fixing(
        _ width: Int, diagnostics: (String) throws -> [PredicateDiagnostic]
    ) -> ExampleOutcome {
        func found(_ text: String) -> PredicateDiagnostics {
            PredicateDiagnostics(source: text, diagnostics: (try? diagnostics(text)) ?? [])
        }
        var outcome = ExampleOutcome(found(input), width)
        if let fixed = outcome.fixed { outcome.messagesAfterFixing = ExampleOutcome(found(fixed), width).messages }
        return outcome
    }

    private func predicate(_ width: Int) -> ExampleOutcome {
        var limits = setting("limits") == "untrusted" ? PredicateLimits.untrusted : .standard
        limits.sourceBytes = number("sourceBytes") ?? limits.sourceBytes
        limits.depth = number("depth") ?? limits.depth
        limits.nodes = number("nodes") ?? limits.nodes
        limits.listElements = number("listElements") ?? limits.listElements
        limits.patternBytes = number("patternBytes") ?? limits.patternBytes
        limits.evaluationBytes = number("evaluationBytes") ?? limits.evaluationBytes
        limits.estimatedCost = number("estimatedCost") ?? limits.estimatedCost
        if let bytes = number("recordBytes") { limits.estimatedRecord = RecordSizes(recordBytes: bytes) }
        let library =
            switch setting("library") {
            case "standard": PredicateLibrary.standard
            case "without-uppercase": PredicateLibrary.standard.without(.uppercase)
            default: commandLibrary
            }
        let schema = ReferenceSchema.named(setting("schema"))
        var variables: [String: PredicateValue]?
        if case .object(let record)? = settings["variables"] {
            variables = Dictionary(uniqueKeysWithValues: record.keys.map { ($0, record.value(forKey: $0)) })
        }
        return fixing(width) { text in
            if settings["parsed"] != nil {
                do throws(PredicateDiagnostics) {
                    return try ParsedPredicate(parsing: text, library: library, limits: limits).warnings
                } catch {
                    return error.diagnostics
                }
            }
            let found = PredicateCompilation(
                text, schema: schema, arguments: settings["open"] != nil ? nil : list("arguments") ?? [],
                bindings: variables ?? [:], requiresValues: variables != nil, library: library, limits: limits
            ).diagnostics
            // As `predicate filter` shows them: errors without warnings.
            return found.hasErrors ? found.diagnostics.filter { $0.severity == .error } : found.diagnostics
        }
    }

    /// A predicate that is evaluated for records, with the warnings that come from their values. `atEnd` means that all
    /// records were evaluated and none matched; `examined` is the number that the second look examined.
    private func filtering(_ records: [PredicateValue], _ width: Int) throws -> ExampleOutcome {
        let predicate = try CheckedPredicate(input, arguments: list("arguments") ?? [], library: commandLibrary)
        var found: [PredicateDiagnostic] = []
        if settings["atEnd"] == nil {
            found = predicate.findings(in: records).map(\.diagnostic)
            found += predicate.unusable(in: records, reported: found.map(\.range))
        } else {
            if let look = SecondLook(predicate, knowing: records) {
                for record in records { _ = look.take(record, byteCount: 0) }
                var count = records.count
                if case .integer(let examined)? = settings["examined"] {
                    for _ in count..<Int(examined) { _ = look.take(.null, byteCount: 0) }
                    count = Int(examined) + 1
                }
                found = look.warnings(of: count)
            }
        }
        return ExampleOutcome(PredicateDiagnostics(source: input, diagnostics: found), width)
    }

    /// A query with an error in one part, or with a warning that comes from the values of records.
    private func query(_ parts: [RecordQuery.Part], _ width: Int) throws -> ExampleOutcome {
        var query = RecordQuery()
        for part in parts { query[part] = setting(part.rawValue) }
        query.isDistinct = settings["distinct"] != nil
        func found(in query: RecordQuery) throws -> RecordQueryDiagnostics.Found? {
            if let records = list("records") {
                let all = try CheckedPredicate("TRUEPREDICATE", library: commandLibrary)
                let checked = try query.checked(
                    against: ReferenceSchema.inferred(from: records), library: commandLibrary)
                if let found = checked.findings(in: records, selectedBy: all).first { return found }
                let warnings = EvaluationWarnings()
                _ = checked.results(of: records, context: warnings.counting())
                return UnusableWarnings(of: warnings.unusable, all, checked, .all).query.first
            }
            do throws(RecordQueryDiagnostics) {
                let schema = ReferenceSchema.named(setting("schema"))
                return try query.checked(against: schema, library: commandLibrary).warnings.first
            } catch {
                return error.parts.first
            }
        }
        guard let problem = try found(in: query) else { throw Problem(text: code) }
        var outcome = ExampleOutcome(problem.diagnostics, width)
        outcome.snippet = DiagnosticRenderer(width: width, fileName: "--" + problem.part.rawValue)
            .render(problem.diagnostics)
        if let fixed = outcome.fixed {
            query[problem.part] = fixed
            outcome.messagesAfterFixing =
                try found(in: query).map { ExampleOutcome($0.diagnostics, width).messages } ?? []
        }
        return outcome
    }

    /// Records that are read one after another, up to the first bad record.
    private func records(_ width: Int) -> ExampleOutcome {
        var limits = RecordLimits.standard
        limits.depth = number("depth") ?? limits.depth
        limits.recordBytes = number("recordBytes") ?? limits.recordBytes
        return MessagePrograms.reading(width) { () throws(RecordError) in
            var options = RecordInputOptions(
                pointer: try JSONPointer(parsing: setting("at") ?? ""), values: settings["values"] != nil,
                limits: limits)
            options.nameField = setting("nameField")
            options.parentField = setting("parentField")
            let stream = try RecordStream(.text(input, name: setting("file") ?? "people.ndjson"), options)
            var reader = JSONReader(maximumDepth: limits.depth, strict: settings["strict"] != nil)
            reader.requiresObjects = true
            while let record = try stream.next() { _ = try reader.read(record) }
        }
    }

    private func schema(_ width: Int) -> ExampleOutcome {
        var outcome = ExampleOutcome(messages: [], snippet: "")
        let error = MessagePrograms.reading(width) { () throws(RecordError) in
            let file = "person.schema.json"
            let reading =
                if let parts = number("parts") {
                    try JSONSchemaReader.read(Array(input.utf8), file: file, maximumParts: parts)
                } else {
                    try JSONSchemaReader.read(input, file: file)
                }
            outcome.messages = reading.warnings.map {
                .init(code: $0.code.rawValue, severity: "warning", sentences: [$0.message])
            }
            outcome.snippet = reading.warnings.map { "warning: \($0)" }.joined(separator: "\n")
        }
        return error.messages.isEmpty ? outcome : error
    }

    /// A file that is linted, and those that describe predicates and settings.
    private func file(_ path: String, _ width: Int) throws -> ExampleOutcome {
        let bytes = Array(input.utf8)
        var found: [PredicateDiagnostic] = []
        switch path {
        case "rules.yaml":
            do throws(PredicateFileError) {
                let schemas = settings["types"] == nil ? [ReferenceSchema.person] : []
                _ = try PredicateFile(
                    bytes, format: .yaml, path: path, types: schemas, library: commandLibrary)
            } catch {
                return MessagePrograms.outcome(of: error, width)
            }
        case "rules.txt":
            let folder = try TemporaryFolder()
            let silent = CommandEnvironment(output: OutputSink(), errors: OutputSink())
            let rules = try folder.file(path, input)
            do throws(CommandFailure) {
                _ = try RuleFile(rules, schema: nil, in: silent)
            } catch {
                found = error.diagnostics?.parts.flatMap(\.diagnostics.diagnostics) ?? []
            }
        case LintSettings.fileName:
            found = LintSettingsFile(bytes, at: path, codes: MessageReference.codes).problems
        default:
            do throws(ConfigurationError) {
                guard let format = ConfigurationFile.format(of: path, bytes) else { break }
                let file = try ConfigurationFile(path: path, bytes, format)
                found = PredicateLinter(library: commandLibrary).findings(in: file).map(\.diagnostic)
            } catch {
                found = [.unreadableFile(error)]
            }
        }
        let diagnostics = PredicateDiagnostics(source: input, diagnostics: found)
        var outcome = ExampleOutcome(diagnostics, width)
        outcome.snippet = DiagnosticRenderer(width: width, fileName: path).render(diagnostics)
        // The file is no predicate that could be checked again.
        outcome.fixed = nil
        outcome.suggested = nil
        return outcome
    }
}

extension MarkdownPage {
    /// The content of code in backquotes.
    static func content(ofCode code: some StringProtocol) -> String {
        let fence = code.hasPrefix("``") ? 3 : 1
        return String(code.dropFirst(fence).dropLast(fence))
    }
}
