import PredicateFormat

/// A command of the prompt, such as `:load`: everything there is to say of it, and what it does.
struct ReplCommandRow: Sendable {
    /// What stands behind the name, for completion and for lines that go on.
    enum Argument: Hashable, Sendable {
        /// Nothing, or words that nobody can foresee.
        case free
        /// The name of a file.
        case file
        /// One of a few words.
        case words([String])
        /// The name of a command, or of a part of the language.
        case topic
        /// The name of a data set.
        case dataSet
        /// The name of a saved predicate.
        case saved
        /// A name, and a predicate behind it.
        case savedPredicate
        /// A field, or a path of fields.
        case field
        /// Fields or expressions with commas between them.
        case fields
        /// The same with signs before them.
        case order
        /// The same with functions of groups among them, and a predicate behind.
        case groups
        /// A predicate or an expression.
        case language
        /// A number, and a predicate behind it.
        case numberedPredicate
        /// A name, `=`, and an expression.
        case assignment

        /// Whether it is text of the language, which an open bracket or quote continues on the next line.
        var isLanguage: Bool {
            switch self {
            case .language, .assignment, .savedPredicate, .numberedPredicate, .fields, .order, .groups: true
            default: false
            }
        }
    }

    /// The name, without the colon.
    let name: String
    /// Shorter names.
    var aliases: [String] = []
    /// What stands behind the name, as help shows it.
    let usage: String
    /// What it does, in a line.
    let summary: String
    /// More on it: what the arguments are, and examples. Empty where the summary says it all.
    var help = ""
    /// What its argument is.
    let argument: Argument
    /// Runs it with the text behind its name, without blanks round it.
    let run: @Sendable (ReplSession, String) throws -> Void

    /// The command as one types it.
    var synopsis: String { usage.isEmpty ? ":" + name : ":\(name) \(usage)" }
}

/// The commands of the prompt. A new one is a row here, and a file or a declaration in `Repl/Commands`.
enum ReplCommandTable {
    /// All commands in the order in which help lists them.
    static let rows: [ReplCommandRow] = [
        .load, .use, .schema,
        .type, .count, .why, .coverage, .explain, .tree, .format,
        .let, .vars, .save, .saved, .run,
        .sort, .limit, .offset, .select, .distinct, .group, .mode, .timing, .output,
        .source, .history, .session, .help, .quit,
    ]

    /// The command with a name or a shorter name; nil when there is none.
    static func row(named name: String) -> ReplCommandRow? {
        rows.first { $0.name == name } ?? rows.first { $0.aliases.contains(name) }
    }

    /// The command with a name; where there is none the failure names the nearest.
    static func required(_ name: String) throws(ReplFailure) -> ReplCommandRow {
        if let row = row(named: name) { return row }
        let shown = SafeText.plain(ColumnText.cut(name, to: 40))
        let near =
            Suggestions.nearest(to: name, among: rows.map(\.name))
            ?? rows.first { !name.isEmpty && $0.name.hasPrefix(name) }?.name
        let hint = near.map { "did you mean `:\($0)`?" } ?? "`:help` lists them"
        throw ReplFailure("there is no command `:\(shown)`; \(hint)")
    }
}
