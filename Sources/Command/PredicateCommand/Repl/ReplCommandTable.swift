import PredicateFormat

/// A REPL command, such as `:load`: its name, argument and action. `CPages/help/prompt.md` has the rest.
struct ReplCommandRow: Sendable {
    /// The kind of the command's argument, for completion and for lines that continue.
    enum Argument: Hashable, Sendable {
        /// Nothing, or any words.
        case free
        /// The name of a file.
        case file
        /// Whether a session is saved or loaded, and the name of its file.
        case session
        /// The name of a file, or where else records go.
        case output
        /// The name of a file of records, or the address of a table.
        case records
        /// The name of a file of SQLite, or the address of a server.
        case database
        /// One of a few words.
        case words([String])
        /// The name of a command, or of a part of the language.
        case topic
        /// The name of a data set.
        case dataSet
        /// The name of a saved predicate.
        case saved
        /// A name, followed by a predicate.
        case savedPredicate
        /// A field, or a path of fields.
        case field
        /// Fields or expressions, separated by commas.
        case fields
        /// Fields or expressions, each with an optional sign.
        case order
        /// Fields or expressions, with functions of groups, followed by a predicate.
        case groups
        /// A predicate or an expression.
        case language
        /// A number, followed by a predicate.
        case numberedPredicate
        /// A name, `=`, and an expression.
        case assignment

        /// Whether the argument is text of the language, which an open bracket or quote continues on the next line.
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
    /// The kind of its argument.
    let argument: Argument
    /// Whether its text is kept for later answers.
    var isSetting = false
    /// Whether `:fix` and `:edit` after this command are still about the line before it.
    var isAside = false
    /// The command that this one is a view of, which help lists instead.
    var viewOf: String?
    /// Runs the command with the text after its name, without surrounding blanks.
    let run: @Sendable (ReplSession, String) throws -> Void

    /// A setting: an argument changes it, and what holds then is shown.
    static func setting(
        _ name: String, _ argument: Argument, isSetting: Bool = false, isAside: Bool = false,
        change: @escaping @Sendable (ReplSession, String) throws -> Void,
        shown: @escaping @Sendable (ReplSession) -> String
    ) -> Self {
        Self(name: name, argument: argument, isSetting: isSetting, isAside: isAside) { session, text in
            if !text.isEmpty { try change(session, text) }
            try session.show(shown(session))
        }
    }

    /// Turns something on or off.
    static func turn(_ flag: inout Bool, _ word: String, named name: String) throws(ReplFailure) {
        switch word {
        case "on", "off": flag = word == "on"
        default: throw ReplFailure("\(name) must be `on` or `off`, not `\(SafeText.plain(word))`")
        }
    }

    /// The sections of the page of help, which are read once.
    private static let pages = Dictionary(
        uniqueKeysWithValues: ReplCommandTable.rows.map { row in
            (row.name, MarkdownPage.section(":" + row.name, ofEmbedded: "help/prompt").flatMap(LanguageEntry.init))
        })

    /// What help says of the command.
    var page: LanguageEntry? { Self.pages[name] ?? nil }
    /// The command as the user types it.
    var synopsis: String { page?.forms.first ?? ":" + name }
    /// The purpose of the command, in one line.
    var summary: String { page?.help ?? "" }
}

/// The REPL commands. A new one is a row here, and a file or a declaration in `Repl/Commands`.
enum ReplCommandTable {
    /// All commands in the order in which help lists them.
    static let rows: [ReplCommandRow] = [
        .load, .tables, .use, .schema,
        .show, .count, .histogram, .why, .coverage, .fix, .explain, .tree, .type, .format,
        .let, .vars, .save, .saved, .predicates, .rules, .run,
        .sort, .limit, .offset, .select, .distinct, .group, .mode, .timing, .output, .pager, .live,
        .edit, .sh, .source, .history, .session, .help, .quit,
    ]

    /// The command with a name or a shorter name; nil if there is none.
    static func row(named name: String) -> ReplCommandRow? {
        rows.first { $0.name == name } ?? rows.first { $0.aliases.contains(name) }
    }

    /// The command with a name; if there is none, the failure names the nearest.
    static func required(_ name: String) throws(ReplFailure) -> ReplCommandRow {
        if let row = row(named: name) { return row }
        let shown = SafeText.plain(ColumnText.cut(name, to: 40))
        let hint = nearest(to: name).map { "did you mean `:\($0)`?" } ?? "`:help` lists them"
        throw ReplFailure("there is no command `:\(shown)`; \(hint)")
    }

    /// The command that a misspelt name probably means.
    static func nearest(to name: String) -> String? {
        Suggestions.nearest(to: name, among: rows.map(\.name))
            ?? rows.first { !name.isEmpty && $0.name.hasPrefix(name) }?.name
    }
}
