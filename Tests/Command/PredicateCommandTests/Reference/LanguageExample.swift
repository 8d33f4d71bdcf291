import Foundation
import PredicateCore
import PredicateFormat
import PredicateRecords
import Testing

@testable import PredicateCommand

/// An example of a page of `Documentation/reference`, or of a page for users of another language. It is a fenced block.
///
/// - In a block of `console` there is a command, which runs in the folder of the package, and its output.
/// - A line of text, and lines `    answer   record`: the answers of a predicate, or of an expression, for records.
/// - Lines `text   answer`: the values of expressions without records.
/// - A message: the text in it is refused. The paragraph after the block names the code.
///
/// Lines in parentheses before the records or the message give arguments, variables and the declared types of fields.
struct LanguageExample: Sendable {
    /// A text with a record and its answer: `true` or `false` for a predicate, the displayed value for an expression.
    struct Answer: Sendable {
        var text: String
        /// A JSON value; nil if the text needs none.
        var record: String?
        var answer: String

        /// Whether the text is a predicate.
        var isPredicate: Bool { answer == "true" || answer == "false" }
    }

    /// The block.
    var shown: String
    var answers: [Answer] = []
    /// A command and its output.
    var command: (line: String, output: String)?
    /// The text in a message, with its code.
    var refused: (text: String, code: String)?
    private var arguments: [PredicateValue] = []
    private var variables: [String: PredicateValue] = [:]
    /// The `properties` of a JSON Schema.
    private var declared: String?

    /// The examples among some blocks.
    static func all(in blocks: some Sequence<MarkdownPage.Block>) throws -> [LanguageExample] {
        var examples: [LanguageExample] = []
        for block in blocks {
            switch block {
            case .fence("text", let text), .fence("console", let text): examples.append(try LanguageExample(text))
            case .paragraph(let text):
                guard let match = text.wholeMatch(of: /The message is\s\[`([a-z-]+)`\]\(.*\)\./), !examples.isEmpty
                else { continue }
                examples[examples.count - 1].refused?.code = String(match.1)
            default: break
            }
        }
        return examples
    }

    private init(_ text: String) throws {
        shown = text
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        if text.hasPrefix("$ ") {
            var line = String(lines.removeFirst().dropFirst(2))
            while line.hasSuffix("\\"), !lines.isEmpty { line += "\n" + lines.removeFirst() }
            command = (line, lines.joined(separator: "\n"))
            return
        }
        let setting = /(?:  )?\((arguments: |declared: |\$[a-z]+ is )(.*)\)/
        let row = #/ {4}(.*?\S) {3,}(\S.*)/#
        var texts: [String] = []
        while let line = lines.first, !line.hasPrefix("error: "), line.wholeMatch(of: setting) == nil,
            line.wholeMatch(of: row) == nil
        {
            texts.append(String(line))
            lines.removeFirst()
        }
        while let match = lines.first?.wholeMatch(of: setting) {
            try add(setting: match.1, match.2)
            lines.removeFirst()
        }
        if lines.first?.hasPrefix("error: ") == true {
            let shown = lines.compactMap { $0.wholeMatch(of: /(?: *\d+ │ ?)(.*)/).map { String($0.1) } }
            refused = (shown.first ?? "", "")
        } else if !lines.isEmpty {
            answers = try lines.map { line in
                let match = try #require(line.wholeMatch(of: row), "\(line)")
                return Answer(
                    text: texts.joined(separator: "\n"), record: String(match.2), answer: String(match.1))
            }
        } else {
            answers = try texts.map { line in
                let match = try #require(line.wholeMatch(of: /(.*\S) {3,}(\S.*)/), "\(line)")
                return Answer(text: String(match.1), answer: String(match.2))
            }
        }
    }

    private mutating func add(setting name: Substring, _ value: Substring) throws {
        switch name {
        case "declared: ": declared = String(value)
        case "arguments: ":
            if case .list(let values) = try MessageExample.constant("{\(value)}") { arguments = values }
        default: variables[String(name.dropFirst().prefix { $0 != " " })] = try MessageExample.constant(String(value))
        }
    }

    // MARK: Running

    /// `now()` in the examples: 2026-01-31T12:00:00Z.
    static let now = Date(timeIntervalSince1970: 1_769_860_800)

    /// The schema that the example declares; nil without one.
    private func schema() throws -> RecordSchema? {
        guard let declared else { return nil }
        return try JSONSchemaReader.read(#"{"title": "Record", "type": "object", "properties": \#(declared)}"#).schema
    }

    /// The answer of each evaluator to a text.
    func run(_ answer: Answer) throws -> [String] {
        let schema = try schema()
        var reader = JSONReader()
        let record = try answer.record.map { try reader.read($0) } ?? .null
        let context = EvaluationContext(now: Self.now, bindings: variables)
        let reference = ReferenceEvaluator(library: commandLibrary)
        if answer.isPredicate {
            let checked = try PredicateTemplate(
                answer.text, schema: schema, arguments: arguments, library: commandLibrary
            ).open
            return [
                reference.evaluate(checked.program, on: record, context: context),
                checked.compiled.evaluate(on: record, context: context),
            ].map { $0 ? "true" : "false" }
        }
        let checked = try ParsedExpression(parsing: answer.text, library: commandLibrary)
            .checked(against: schema, arguments: arguments)
        return [
            reference.evaluate(checked.program, on: record, context: context).description,
            checked.compiled.evaluate(on: record, context: context).description,
        ]
    }

    /// Compares the example with both evaluators, or with its message. Commands are run by another test.
    func expectAnswers(_ title: String) {
        for answer in answers {
            do {
                for said in try run(answer) {
                    #expect(said == answer.answer, "\(title): \(answer.text) of \(answer.record ?? "nothing")")
                }
            } catch let error as PredicateDiagnostics {
                Issue.record("\(title): \(DiagnosticRenderer(width: 100).render(error))")
            } catch {
                Issue.record("\(title): \(answer.text): \(error)")
            }
        }
        guard let refused else { return }
        let found = PredicateCompilation(
            refused.text, schema: try? schema(), arguments: arguments, bindings: [:], requiresValues: false,
            library: commandLibrary
        ).diagnostics
        let errors = PredicateDiagnostics(
            source: found.source, diagnostics: found.diagnostics.filter { $0.severity == .error })
        // A page names the code if there is one message.
        #expect(
            refused.code.isEmpty || errors.diagnostics.contains { $0.code.rawValue == refused.code },
            "\(title): \(refused)")
        let snippet = DiagnosticRenderer(width: MessageExample.width).render(errors)
        #expect(shown.hasSuffix(snippet), "\(title): the message is\n\(snippet)")
    }
}
