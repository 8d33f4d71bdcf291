import PredicateFormat

extension ReplCommandRow {
    /// Orders records.
    static let sort: Self = Self(name: "sort", argument: .order, isSetting: true) { session, text in
        if !text.isEmpty {
            var sort = text == "off" ? "" : text
            if !sort.isEmpty {
                let select = session.settings.select
                let query = try session.query(
                    session.groupQuery { ($0.sort, $0.select) = (sort, select.isEmpty ? nil : select) })
                // Names of `:select` and spellings of SQL are written out.
                sort = query.query.sort ?? sort
                for part in query.warnings + session.findings(of: query) where part.part == .sort {
                    try session.warn(part.diagnostics.diagnostics, in: part.diagnostics.source)
                }
            }
            session.settings.sort = sort
        }
        let sort = session.settings.sort
        try session.show(
            sort.isEmpty
                ? "records are in the order of \(session.current?.place ?? "the file")"
                : "records are sorted by " + SafeText.plain(sort))
    }

    /// Limits the number of records shown.
    static let limit: Self = Self(name: "limit", argument: .words(["all", "auto"])) { session, word in
        if !word.isEmpty {
            guard let limit = ReplSettings.Limit(word) else {
                throw ReplFailure(
                    "the limit must be a number of records, `all` or `auto`, not `\(SafeText.plain(word))`")
            }
            session.settings.limit = limit
        }
        switch session.settings.limit {
        case .automatic:
            try session.show("\(ReplSettings.Limit.few) records are shown on the screen, and all in a file")
        case .none: try session.show("all records are shown")
        case .count(let count):
            try session.show("at most \(Plural.of(count, "record")) \(count == 1 ? "is" : "are") shown")
        }
    }

    /// Chooses columns.
    static let select: Self = Self(name: "select", argument: .fields, isSetting: true) { session, text in
        if !text.isEmpty {
            var select = ["all", "*", "off"].contains(text) ? "" : text
            if !select.isEmpty {
                select = try session.query(session.groupQuery { $0.select = select }).query.select ?? select
            }
            session.settings.select = select
        }
        let select = session.settings.select
        try session.show(select.isEmpty ? "all fields are shown" : "shown is " + SafeText.plain(select))
    }

    /// Chooses the format of records.
    static let mode: Self = Self(name: "mode", argument: .words(ReplSettings.modeWords)) { session, word in
        if !word.isEmpty {
            guard session.settings.setMode(word) else {
                let modes = ReplSettings.modeWords
                let hint = modes.hint(for: word, or: "; the modes are " + modes.joined(separator: ", "))
                throw ReplFailure("there is no mode `\(SafeText.plain(word))`\(hint)")
            }
        }
        try session.show("records are written as \(session.settings.modeWord)")
    }

    /// Shows the time that answers take.
    static let timing: Self = Self(name: "timing", argument: .words(["on", "off"])) { session, word in
        try ReplCommandRow.turn(&session.settings.timing, word, named: "timing")
        try session.show("timing is \(session.settings.timing ? "on" : "off")")
    }

    /// Sends records to a file.
    static let output: Self = Self(name: "output", argument: .output) { session, text in
        if text.hasPrefix("|") {
            try session.requireTerminal(for: ":output |")
            let command = ReplSession.trimmed(String(text.dropFirst()))
            if command.isEmpty { throw ReplFailure("`:output |` needs a command, as in `:output | less`") }
            try session.completeOutput()
            session.destination = .command(command)
        } else if ["-", "off"].contains(text) {
            try session.completeOutput()
        } else if !text.isEmpty {
            let words = ReplWords.words(of: text).map(\.text)
            guard words.count == 1, let path = words.first else {
                throw ReplFailure("`:output` takes one file; quote a name with spaces")
            }
            try session.completeOutput()
            if path != "-" { try session.beginOutput(path) }
        }
        let destination =
            switch session.destination {
            case .file(let file): SafeText.plain(file.path) + "; `:output -` completes it"
            case let command?: command.name + "; `:output -` ends that"
            case nil: "the screen"
            }
        try session.show("records are written to \(destination)")
    }
}
