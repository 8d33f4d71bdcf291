import PredicateFormat

/// A stage that reports mistakes, and the chapter of the reference for its messages.
enum MessageStage: String, CaseIterable, Sendable {
    case lexer, parser, checker, sample, query, tree, schema, records, files

    /// The stage in a heading.
    var title: String {
        switch self {
        case .lexer: "Characters, strings and numbers"
        case .parser: "Structure"
        case .checker: "Names, types and values"
        case .sample: "Values of the first records"
        case .query: "Orders, groups and selections"
        case .tree: "Predicates that programs build"
        case .schema: "JSON Schema"
        case .records: "Records and files"
        case .files: "Configuration files and source code"
        }
    }

    /// What the stage does, in a sentence.
    var summary: String {
        switch self {
        case .lexer: "The text is split into words, strings, numbers and symbols, and a piece is none of these."
        case .parser: "The pieces are put together, and one of them is missing, superfluous or in the wrong position."
        case .checker: "The text is well-formed, but it does not fit the records or the functions of the language."
        case .sample:
            "The predicate is well-formed and fits the types, but the values of the first records show that it does not mean what was intended."
        case .query:
            "A part of a query besides the predicate (`--sort`, `--select`, `--group-by`, `--aggregate`, `--having`) cannot be used."
        case .tree: "A tree that a program built, composed or read cannot be used as a predicate."
        case .schema: "A JSON Schema cannot be read, or part of it is not used."
        case .records: "A file, a compressed stream or a record in it cannot be read."
        case .files:
            "`predicate lint` finds a file that it cannot read, or a call that makes a predicate in a wrong way; or a file of named predicates or of rules is wrong beside its predicates."
        }
    }

    /// The messages of the stage.
    var entries: [MessageEntry] {
        switch self {
        case .lexer: MessageReference.lexer
        case .parser: MessageReference.parser
        case .checker: MessageReference.checker
        case .sample: MessageReference.sample
        case .query: MessageReference.query
        case .tree: MessageReference.tree
        case .schema: MessageReference.schema
        case .records: MessageReference.records
        case .files:
            #if Files
            MessageReference.files + MessageReference.named + MessageReference.rules
            #else
            MessageReference.rules
            #endif
        }
    }
}

/// The severity of a message.
enum MessageSeverity: String, Sendable {
    case error
    case warning
    /// Error or warning, depending on the schema (an error if it is declared, a warning if it is inferred) or on
    /// whether the predicate is evaluated.
    case either = "error or warning"
}

/// One message of the reference: its meaning, and examples that provoke it.
struct MessageEntry: Sendable {
    /// The stable code.
    var code: String
    /// Error or warning.
    var severity: MessageSeverity
    /// The mistake, in a few words.
    var title: String
    /// Why it is wrong and what to write instead.
    var explanation: String
    /// Examples that provoke it.
    var examples: [ReferenceExample]
    /// Examples that provoke it for other reasons.
    var reasons: [ReasonExample]

    init(
        _ code: String, _ severity: MessageSeverity, _ title: String, _ explanation: String,
        _ examples: [ReferenceExample], reasons: [ReasonExample] = []
    ) {
        self.code = code
        self.severity = severity
        self.title = title
        self.explanation = explanation
        self.examples = examples
        self.reasons = reasons
    }
}

/// Every message of the lexer, the parser, the checker, queries, trees, schemas and records, with examples that are
/// run.
///
/// The entries are in `MessageReference+Lexer.swift` and its neighbours. Pages and `predicate message` show them; tests
/// compare them with the codes in the sources, and the examples with the actual output.
enum MessageReference {
    /// An entry with its stage. Some codes have entries in two stages: a number can be too large in a predicate and
    /// in a record.
    struct Found: Sendable {
        var stage: MessageStage
        var entry: MessageEntry
    }

    /// All entries, stage by stage.
    static let all: [Found] = MessageStage.allCases.flatMap { stage in
        stage.entries.map { Found(stage: stage, entry: $0) }
    }

    /// The entries of a code.
    static func entries(for code: String) -> [Found] { all.filter { $0.entry.code == code } }

    /// Suggestions for an unknown word: similar codes, or else codes that contain it.
    static func suggestions(for word: String) -> [String] {
        var codes: [String] = []
        for found in all where !codes.contains(found.entry.code) { codes.append(found.entry.code) }
        if let near = Suggestions.nearest(to: word, among: codes) { return [near] }
        let wanted = word.lowercased().replacing("_", with: "-")
        guard !wanted.isEmpty else { return [] }
        return Array(codes.filter { $0.contains(wanted) }.prefix(5))
    }
}
