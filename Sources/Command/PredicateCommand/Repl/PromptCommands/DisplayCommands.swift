import PredicateFormat

extension ReplCommandRow {
    /// Orders records.
    static let sort = setting("sort", .order, isSetting: true) { session, text in
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
    } shown: { session in
        let sort = session.settings.sort
        return sort.isEmpty
            ? "records are in the order of \(session.current?.place ?? "the file")"
            : "records are sorted by " + SafeText.plain(sort)
    }

    /// Limits the number of records shown.
    static let limit = setting("limit", .words(["all", "auto"])) { session, word in
        guard let limit = ReplSettings.Limit(word) else {
            throw ReplFailure("the limit must be a number of records, `all` or `auto`, not `\(SafeText.plain(word))`")
        }
        session.settings.limit = limit
    } shown: { session in
        switch session.settings.limit {
        case .automatic: "\(ReplSettings.Limit.few) records are shown on the screen, and all in a file"
        case .none: "all records are shown"
        case .count(let count): "at most \(Plural.of(count, "record")) \(count == 1 ? "is" : "are") shown"
        }
    }

    /// Chooses columns.
    static let select = setting("select", .fields, isSetting: true) { session, text in
        var select = ["all", "*", "off"].contains(text) ? "" : text
        if !select.isEmpty {
            select = try session.query(session.groupQuery { $0.select = select }).query.select ?? select
        }
        session.settings.select = select
    } shown: { session in
        let select = session.settings.select
        return select.isEmpty ? "all fields are shown" : "shown is " + SafeText.plain(select)
    }

    /// Chooses the format of records.
    static let mode = setting("mode", .words(ReplSettings.modeWords)) { session, word in
        guard !session.settings.setMode(word) else { return }
        let modes = ReplSettings.modeWords
        let hint = modes.hint(for: word, or: "; the modes are " + modes.joined(separator: ", "))
        throw ReplFailure("there is no mode `\(SafeText.plain(word))`\(hint)")
    } shown: {
        "records are written as \($0.settings.modeWord)"
    }

    /// Shows the time that answers take.
    static let timing = setting("timing", .words(["on", "off"])) { session, word in
        try turn(&session.settings.timing, word, named: "timing")
    } shown: {
        "timing is \($0.settings.timing ? "on" : "off")"
    }

    /// Sends records to a file.
    static let output = setting("output", .output) { session, text in
        if text.hasPrefix("|") {
            try session.requireTerminal(for: ":output |")
            let command = ReplSession.trimmed(String(text.dropFirst()))
            if command.isEmpty { throw ReplFailure("`:output |` needs a command, as in `:output | less`") }
            try session.completeOutput()
            session.destination = .command(command)
        } else if ["-", "off"].contains(text) {
            try session.completeOutput()
        } else {
            let words = ReplWords.words(of: text).map(\.text)
            guard words.count == 1, let path = words.first else {
                throw ReplFailure("`:output` takes one file; quote a name with spaces")
            }
            try session.completeOutput()
            if path != "-" { try session.beginOutput(path) }
        }
    } shown: { session in
        switch session.destination {
        case .file(let file): "records are written to \(SafeText.plain(file.path)); `:output -` completes it"
        case let command?: "records are written to \(command.name); `:output -` ends that"
        case nil: "records are written to the screen"
        }
    }
}
