import PredicateAnalysis
import PredicateFormat
import PredicateRecords

extension ReplCommandRow {
    /// Shows one whole record.
    static let show: Self = Self(name: "show", argument: .free) { session, text in
        let data = try session.dataInUse()
        guard let number = Int(text) else { throw ReplFailure("`:show` needs the number of a record, as in `:show 3`") }
        let (title, raw) = try data.record(at: number, in: session)
        try session.show(title)
        var output = PrettyOutput(in: session.environment)
        try output.write(raw, isLine: true)
    }

    /// Makes the offered edits.
    static let fix: Self = Self(name: "fix", argument: .free, isAside: true) { session, _ in
        guard let offer = session.offer else { throw ReplFailure("nothing to fix: no edit is known for the last line") }
        session.offer = nil
        guard let entry = try session.interruptibly({ _ in offer.edited }) else {
            throw ReplFailure("no edit fixes the last line; change it by hand")
        }
        try session.performMade(entry)
    }
}

/// What a line could be with the edits of a message.
struct ReplOffer: Sendable {
    private let line: String
    /// The message; nil if the line is already edited.
    private let diagnostics: PredicateDiagnostics?
    /// The line as typed and as read.
    private let expansion: ReplExpansion

    /// An edited line.
    init(entry: String) { (line, diagnostics, expansion) = (entry, nil, ReplExpansion("", [])) }

    /// A line as it is read, and the diagnostics of a part of it.
    init(line: String, diagnostics: PredicateDiagnostics, expansion: ReplExpansion) {
        (self.line, self.diagnostics, self.expansion) = (line, diagnostics, expansion)
    }

    /// The line with the edits made; nil if none can be made. A list of the last result is still `$_`.
    var edited: String? {
        guard let diagnostics else { return line }
        return edited(by: diagnostics).map { expansion.restored($0, isRead: true) }
    }

    private func edited(by diagnostics: PredicateDiagnostics) -> String? {
        let rounds = FixItRounds(diagnostics)
        guard rounds.hasChanged else { return nil }
        let fixed = rounds.text
        // The text is the end of the line, or a part of a command's argument that is there once.
        let part = Array(diagnostics.source.utf8)
        let whole = Array(line.utf8)
        if part.isEmpty || part.count > whole.count { return nil }
        if whole.suffix(part.count).elementsEqual(part) {
            return String(decoding: whole.dropLast(part.count), as: UTF8.self) + fixed
        }
        let places = (0...whole.count - part.count).filter { whole[$0..<$0 + part.count].elementsEqual(part) }
        guard places.count == 1, let place = places.first else { return nil }
        return String(decoding: whole[..<place], as: UTF8.self) + fixed
            + String(decoding: whole[(place + part.count)...], as: UTF8.self)
    }
}

extension ReplCommandRow {
    /// Shows why a record matches or does not.
    static let why: Self = Self(name: "why", argument: .numberedPredicate) { session, text in
        let word = text.prefix { !$0.isWhitespace }
        let data = try session.dataInUse()
        guard let number = Int(word) else { throw ReplFailure("`:why` needs the number of a record, as in `:why 3`") }
        try data.check(number: number)
        let given = ReplSession.trimmed(String(text.dropFirst(word.count)))
        let predicate = try session.predicate(ofCommand: given)
        try session.evaluating { context in
            let (title, record, _) = try data.value(at: number, for: [predicate], in: session)
            let trace = try session.interruptibly { _ in predicate.trace(of: record, context: context) }
            let isColoured = session.environment.colouredOutput
            try session.show(
                coloured: TraceText(trace: trace, title: title, width: session.width, isColoured: isColoured).text)
        }
    }

    /// Shows which clauses of a predicate matter.
    static let coverage: Self = Self(name: "coverage", argument: .language) { session, text in
        let data = try session.dataInUse()
        let predicate = try session.predicate(ofCommand: text)
        try session.evaluating { context in
            let coverage = try data.coverage(of: predicate, context: context, in: session)
            let isColoured = session.environment.colouredOutput
            try session.show(
                coloured: CoverageText(coverage: coverage, width: session.width, isColoured: isColoured).text)
        }
    }
}
