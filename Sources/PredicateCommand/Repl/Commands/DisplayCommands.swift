import PredicateFormat

extension ReplCommandRow {
    /// Orders records.
    static let sort: ReplCommandRow = ReplCommandRow(
        name: "sort", usage: "[[-]EXPRESSION[cd][:nil-first|:nil-last], … | off]",
        summary: "Order the records, or the groups, that are shown.",
        help: """
            By the first expression, among equals by the second, and so on; `-` turns an order round. Records that are \
            equal stay in the order of the file. Letters in brackets are string options. nil comes first, and with `-` \
            last, unless `:nil-first` or `:nil-last` says otherwise. Without an argument it says what the order is.

              :sort -population, name[cd]
              :sort population:nil-last
              :sort off
            """,
        argument: .order
    ) { session, text in
        if !text.isEmpty {
            let sort = text == "off" ? "" : text
            if !sort.isEmpty {
                let query = try session.query(session.groupQuery { $0.sort = sort })
                for part in query.warnings where part.part == .sort {
                    try session.warn(part.diagnostics.diagnostics, in: part.diagnostics.source)
                }
            }
            session.settings.sort = sort
        }
        let sort = session.settings.sort
        try session.show(
            sort.isEmpty ? "records are in the order of the file" : "records are sorted by " + SafeText.plain(sort))
    }

    /// Limits how many records are shown.
    static let limit: ReplCommandRow = ReplCommandRow(
        name: "limit", usage: "[N | all | auto]", summary: "Show at most so many records.",
        help:
            "`auto`, as it is at first, is 10 on the screen and all in a file. Without an argument it says what the limit is.",
        argument: .words(["all", "auto"])
    ) { session, word in
        if !word.isEmpty {
            guard let limit = ReplSettings.Limit(word) else {
                throw ReplFailure("a limit is a number, `all` or `auto`, not `\(SafeText.plain(word))`")
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
    static let select: ReplCommandRow = ReplCommandRow(
        name: "select", usage: "[[NAME =] EXPRESSION, … | all]",
        summary: "Show some fields, or expressions, as the columns.",
        help: """
            `all` shows all fields again. Without an argument it says what the columns are.

              :select name, thousands = population / 1000, alternatenames.@count
            """,
        argument: .fields
    ) { session, text in
        if !text.isEmpty {
            let select = text == "all" || text == "*" ? "" : text
            if !select.isEmpty { _ = try session.query(session.groupQuery { $0.select = select }) }
            session.settings.select = select
        }
        let select = session.settings.select
        try session.show(select.isEmpty ? "all fields are shown" : "shown is " + SafeText.plain(select))
    }

    /// Changes how records are written.
    static let mode: ReplCommandRow = ReplCommandRow(
        name: "mode", usage: "[table | json | ndjson | csv | csv-safe]", summary: "Choose how records are written.",
        help: """
            A table fits the terminal, and numbers each record by its place in the file; the others write records whole, \
            as `predicate filter --output` does, and say how many there were as a message. `csv-safe` puts an apostrophe before text \
            that a spreadsheet would run, as --csv-safe does.
            """,
        argument: .words(ReplSettings.modeWords)
    ) { session, word in
        if !word.isEmpty {
            guard session.settings.setMode(word) else {
                let near = Suggestions.nearest(to: word, among: ReplSettings.modeWords)
                let hint = near.map { "; did you mean `\($0)`?" } ?? ": table, json, ndjson, csv or csv-safe"
                throw ReplFailure("there is no mode `\(SafeText.plain(word))`\(hint)")
            }
        }
        try session.show("records are written as \(session.settings.modeWord)")
    }

    /// Says how long answers take.
    static let timing: ReplCommandRow = ReplCommandRow(
        name: "timing", usage: "[on | off]", summary: "Say how long an answer took.", argument: .words(["on", "off"])
    ) { session, word in
        switch word {
        case "on": session.settings.timing = true
        case "off": session.settings.timing = false
        case "": break
        default: throw ReplFailure("timing is `on` or `off`, not `\(SafeText.plain(word))`")
        }
        try session.show("timing is \(session.settings.timing ? "on" : "off")")
    }

    /// Sends records to a file.
    static let output: ReplCommandRow = ReplCommandRow(
        name: "output", usage: "[FILE | -]", summary: "Write records to a file, or to the screen again.",
        help: """
            The records of later predicates go there, each after the other, in the mode that is set and without a limit unless \
            one is. `-` is the screen. The file takes the place of what it was when it is whole: at `:output -`, at another file, or at \
            the end of the session. If something cannot be written, it stays what it was.

              :mode csv
              :output large.csv
              population > 1000000
              :output -
            """,
        argument: .file
    ) { session, text in
        let words = ReplWords.words(of: text).map(\.text)
        if words.count > 1 { throw ReplFailure("`:output` takes one file; a name with blanks stands in quotes") }
        if let path = words.first {
            try session.completeOutput()
            if path != "-" { try session.beginOutput(path) }
        }
        let file = session.outputFile.map { SafeText.plain($0.path) + "; `:output -` completes it" } ?? "the screen"
        try session.show("records are written to \(file)")
    }
}
