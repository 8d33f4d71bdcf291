import PredicateFormat

extension ReplCommandRow {
    /// Runs the lines of a file.
    static let source: Self = Self(name: "source", argument: .file) { session, text in
        let words = ReplWords.words(of: text).map(\.text)
        guard words.count == 1, let file = words.first else { throw ReplFailure("`:source` needs one file") }
        if file == "-" { throw ReplFailure("standard input is already the source of commands") }
        guard session.sourceDepth < ReplSession.deepestSource else {
            throw ReplFailure("files are nested deeper than \(ReplSession.deepestSource) levels")
        }
        let lines = ReplListedLines(try readText(FolderNames.expanded(file)))
        session.sourceDepth += 1
        defer { session.sourceDepth -= 1 }
        if try ReplLoop(session: session, source: lines).run(stopsWhenInterrupted: true) {
            throw ReplFailure.interrupted
        }
    }

    /// Lists the typed lines.
    static let history: Self = Self(name: "history", argument: .free, isAside: true) { session, text in
        guard let count = text.isEmpty ? 20 : Int(text), count >= 0 else {
            throw ReplFailure("`:history` takes a number, not `\(SafeText.plain(text))`")
        }
        let entries = session.history.entries
        let digits = "\(entries.count)".count
        for (index, entry) in entries.enumerated().suffix(count) {
            try session.show(ColumnText.right("\(index + 1)", to: digits) + "  " + SafeText.plain(entry))
        }
    }

    /// Keeps the session.
    static let session: Self = Self(name: "session", argument: .session) { session, text in
        let words = ReplWords.words(of: text).map(\.text)
        guard words.count == 2 else { throw ReplFailure("usage: \(Self.session.synopsis)") }
        let file = FolderNames.expanded(words[1])
        switch words[0] {
        case "save":
            try ReplFiles.write(ReplSessionFile.text(of: session, in: file), to: file, inputs: session.inputs)
            for variable in session.names.variables where ReplSessionFile.expression(of: variable, in: session) == nil {
                try session.tell("note: `$\(variable.name)` holds records of a last result, and is not kept")
            }
            for data in session.dataSets where !ReplSessionFile.isKept(data) {
                let name = SafeText.plain(data.name)
                try session.tell("note: \(name) was read from a pipe or from standard input, and is not kept")
            }
            try session.show("session saved to \(SafeText.plain(words[1]))")
        case "load":
            try ReplSessionFile.read(readText(file), file: file, into: session)
            try session.show(
                "session loaded: \(Plural.of(session.names.variables.count, "variable")), "
                    + "\(Plural.of(session.names.saved.count, "saved predicate"))")
        default: throw ReplFailure("usage: \(Self.session.synopsis)")
        }
    }

    /// Shows help.
    static let help: Self = Self(name: "help", aliases: ["h", "?"], argument: .topic, isAside: true) { session, text in
        if text.isEmpty {
            try session.show(ReplHelp.overview(width: session.width))
            return
        }
        let help: String
        do throws(ReplFailure) {
            help = try ReplHelp.text(for: text, width: session.width)
        } catch {
            guard session.fieldNames.contains(where: { sameCodePoints($0, text) }) else { throw error }
            let field = SafeText.plain(text)
            throw ReplFailure("there is no topic `\(field)`; `:schema \(field)` shows the field")
        }
        try session.show(help)
    }

    /// Ends the session.
    static let quit: Self = Self(name: "quit", aliases: ["q", "exit"], argument: .free) { session, _ in
        session.isOver = true
    }
}

extension ReplSession {
    /// The maximum nesting of `:source` files.
    static let deepestSource = 16
}

/// The topics of `:help`.
enum ReplHelp {
    /// An introduction and the list of commands.
    static func overview(width: Int) -> String {
        var text = """
            A predicate shows the matching records, an expression a summary of its values.
            A line that ends with an open bracket or quote, AND, OR or an operator goes on.
            One that begins with AND or OR continues the last predicate, and `$_` stands for
            its result. Ctrl-C cancels a line or a running command, Ctrl-D leaves.

              population > 1000000 AND name BEGINSWITH "S"
              $_ AND NOT capital == YES
              population / 1000


            """
        let column = (ReplCommandTable.rows.map(\.name.count).max() ?? 0) + 5
        for row in ReplCommandTable.rows where row.viewOf == nil {
            text +=
                ColumnText.cut(ColumnText.pad("  :" + row.name, to: column) + row.summary, to: max(width, 60)) + "\n"
        }
        return text + "\n`:tree`, `:type` and `:format` show parts of `:explain`.\n"
            + "`:help COMMAND` explains a command, `:help TOPIC` a part of the language:\n"
            + "`:help BEGINSWITH`, `:help @sum`, `:help [c]`, `:help dates`.\n`:help topics` lists all topics.\n"
    }

    /// The help for a command, or else for a topic of the language.
    static func text(for topic: String, width: Int) throws(ReplFailure) -> String {
        if topic.hasPrefix(":"), topic != ":=" {
            return text(of: try ReplCommandTable.required(String(topic.dropFirst())), width: width)
        }
        if sameCodePoints(topic, "topics") { return LanguageReference.list(width: width) }
        if let row = ReplCommandTable.row(named: topic) { return text(of: row, width: width) }
        if let text = LanguageReference.text(for: topic, width: width) { return text }
        // A similar command is more likely meant than a similar word of the language.
        let command = Suggestions.nearest(to: topic, among: ReplCommandTable.rows.map(\.name)).map { ":" + $0 }
        if let command {
            let shown = SafeText.plain(ColumnText.cut(topic, to: 40))
            throw ReplFailure("there is no topic `\(shown)`; did you mean `\(command)`?")
        }
        throw ReplFailure(LanguageReference.unknown(topic, listedBy: ":help topics"))
    }

    /// The help of a command.
    static func text(of row: ReplCommandRow, width: Int) -> String {
        var text = row.synopsis + "\n  " + row.summary + "\n"
        if !row.aliases.isEmpty { text += "  Also " + row.aliases.map { "`:\($0)`" }.joined(separator: ", ") + ".\n" }
        for block in row.page?.blocks ?? [] {
            let lines =
                switch block {
                case .fence(_, let example): example.split(separator: "\n").map { "  " + $0 }
                case .paragraph(let words): MessageText.lines(of: words, columns: max(20, width - 2))
                case .heading, .table: [String]()
                }
            text += "\n" + lines.map { "  " + $0 + "\n" }.joined()
        }
        return text
    }
}
