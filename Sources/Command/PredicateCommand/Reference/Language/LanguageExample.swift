import PredicatePlatform
import PredicateFormat
import PredicateRecords

/// An example of the language reference with its answer. Tests compare the answer with those of both evaluators.
struct LanguageExample: Sendable {
    /// A text with a record and its answer: `true` or `false` for a predicate, the displayed value for an expression.
    struct Answer: Sendable {
        var text: String
        /// A JSON value; nil if the text needs none.
        var record: String?
        /// The expected answer.
        var answer: String

        /// Whether the text is a predicate.
        var isPredicate: Bool { answer == "true" || answer == "false" }
    }

    /// The inputs besides the text.
    struct Setting: Sendable {
        /// The values of `%@` and similar arguments.
        var arguments: [PredicateValue] = []
        /// The values of variables.
        var variables: [String: PredicateValue] = [:]
        /// The declarations of fields, as the `properties` of a JSON Schema.
        var declared: String?

        static let none = Setting()
    }

    /// The kind of an example.
    enum Kind: Sendable {
        /// Texts without records, each with its value.
        case values([Answer])
        /// A text with its answers for some records.
        case records(String, [Answer])
        /// A rejected text, with the code of its message.
        case refused(String, code: String)
        /// A command in the folder of the package, with its output.
        case command(String, output: String)
    }

    var kind: Kind
    /// A sentence before the example.
    var note: String?
    var setting: Setting

    /// Texts that need no record, each with its value.
    static func values(_ rows: [(String, String)], note: String? = nil) -> LanguageExample {
        LanguageExample(
            kind: .values(rows.map { Answer(text: $0.0, record: nil, answer: $0.1) }), note: note, setting: .none)
    }

    /// A text with records and its answer for each.
    ///
    /// - Parameters:
    ///   - text: a predicate or an expression.
    ///   - records: JSON, each with the answer.
    ///   - arguments: the values of `%@` and similar arguments.
    ///   - variables: the values of variables.
    ///   - declared: the `properties` of a JSON Schema.
    ///   - note: a sentence before the example.
    static func of(
        _ text: String, _ records: [(String, String)], arguments: [PredicateValue] = [],
        variables: [String: PredicateValue] = [:], declared: String? = nil, note: String? = nil
    ) -> LanguageExample {
        LanguageExample(
            kind: .records(text, records.map { Answer(text: text, record: $0.0, answer: $0.1) }), note: note,
            setting: Setting(arguments: arguments, variables: variables, declared: declared))
    }

    /// A text that is rejected.
    static func refused(
        _ text: String, _ code: String, declared: String? = nil, arguments: [PredicateValue] = [], note: String? = nil
    ) -> LanguageExample {
        LanguageExample(
            kind: .refused(text, code: code), note: note, setting: Setting(arguments: arguments, declared: declared))
    }

    /// A command that runs in the folder of the package.
    static func command(_ line: String, _ output: String, note: String? = nil) -> LanguageExample {
        LanguageExample(kind: .command(line, output: output), note: note, setting: .none)
    }

    /// All texts of the example that have an answer.
    var answers: [Answer] {
        switch kind {
        case .values(let answers), .records(_, let answers): answers
        case .refused, .command: []
        }
    }
}

// MARK: Running

extension LanguageExample {
    /// The schema that the setting declares; nil without one.
    func schema() throws(RecordError) -> RecordSchema? {
        guard let declared = setting.declared else { return nil }
        return try JSONSchemaReader.read(#"{"title": "Record", "type": "object", "properties": \#(declared)}"#).schema
    }

    /// The answer of each evaluator to a text.
    func run(_ answer: Answer) throws -> [String] {
        let schema = try schema()
        var reader = JSONReader()
        let record = try answer.record.map { try reader.read($0) } ?? .null
        // A fixed instant for `now()`, so that an example can show it.
        let context = EvaluationContext(now: Self.now, bindings: setting.variables)
        let reference = ReferenceEvaluator(library: commandLibrary)
        if answer.isPredicate {
            let checked = try PredicateTemplate(
                answer.text, schema: schema, arguments: setting.arguments, library: commandLibrary
            ).open
            return [
                reference.evaluate(checked.program, on: record, context: context),
                checked.compiled.evaluate(on: record, context: context),
            ].map { $0 ? "true" : "false" }
        }
        let checked = try ParsedExpression(parsing: answer.text, library: commandLibrary)
            .checked(against: schema, arguments: setting.arguments)
        return [
            reference.evaluate(checked.program, on: record, context: context).description,
            checked.compiled.evaluate(on: record, context: context).description,
        ]
    }

    /// `now()` in the examples: 2026-01-31T12:00:00Z.
    static let now = Date(timeIntervalSince1970: 1_769_860_800)

    /// The snippet of a rejected text, and the codes of its messages.
    func refusal(width: Int) -> ExampleOutcome? {
        guard case .refused(let text, _) = kind else { return nil }
        let schema = try? schema()
        return ReferenceExample.predicate(text, schema: schema, arguments: setting.arguments).run(width)
    }
}

// MARK: Showing

extension LanguageExample {
    /// The arguments, variables and declarations on one line; nil if there are none.
    private var settingLine: String? {
        var parts: [String] = []
        if !setting.arguments.isEmpty {
            parts.append("arguments: " + setting.arguments.map(\.description).joined(separator: ", "))
        }
        for (name, value) in setting.variables.sorted(by: { $0.key < $1.key }) {
            parts.append("$\(name) is \(value.description)")
        }
        if let declared = setting.declared { parts.append("declared: \(declared)") }
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    /// The example as plain text, for pages and terminals.
    func shown(width: Int) -> String {
        var lines: [String] = []
        switch kind {
        case .values(let answers):
            let column = answers.map(\.text.count).filter { $0 <= 60 }.max() ?? 0
            for answer in answers {
                let pad = String(repeating: " ", count: max(0, column - answer.text.count))
                lines.append("\(answer.text)\(pad)   \(answer.answer)")
            }
        case .records(let text, let answers):
            lines.append(text)
            if let settingLine { lines += settingLine.split(separator: "\n").map { "  (\($0))" } }
            let column = answers.map(\.answer.count).max() ?? 0
            for answer in answers {
                let pad = String(repeating: " ", count: max(0, column - answer.answer.count))
                lines.append("    \(answer.answer)\(pad)   \(answer.record ?? "")")
            }
        case .refused:
            if let settingLine { lines += settingLine.split(separator: "\n").map { "(\($0))" } }
            lines.append(refusal(width: width)?.snippet ?? "")
        case .command(let line, let output):
            lines.append("$ \(line)")
            lines.append(output)
        }
        return lines.joined(separator: "\n")
    }

    /// The language of the block in Markdown.
    var language: String {
        if case .command = kind { return "console" }
        return "text"
    }
}
