import PredicateFormat

/// Reads lines and runs them in the session, until the input or the session ends.
struct ReplLoop {
    /// The session.
    let session: ReplSession
    /// The source of lines.
    let source: any ReplLineSource

    /// The prompt.
    private var prompt: String {
        let name = session.current.map { ColumnText.cut(SafeText.plain($0.name), to: 24) } ?? "predicate"
        return name + "> "
    }

    /// The prompt of a continued line, as wide as the normal one.
    private var continuationPrompt: String {
        String(repeating: ".", count: max(1, TextWidth.columns(of: prompt) - 2)) + "> "
    }

    /// Runs until the input or the session ends.
    ///
    /// - Returns: whether the interrupt key was pressed while a line was running. This ends only a source that is not
    ///   a terminal.
    @discardableResult
    func run(stopsWhenInterrupted: Bool = false) throws(OutputFailure) -> Bool {
        var entry = ""
        var isContinued = false
        while !session.isOver {
            try session.environment.output.flush()
            let shown = isContinued ? continuationPrompt : prompt
            switch source.next(prompt: shown) {
            case .interrupted:
                isContinued = false
                entry = ""
            case .end:
                if isContinued, try perform(entry) == .interrupted { return true }
                return false
            case .line(let line):
                if session.echoes { try session.show(shown + line + "\n") }
                entry = isContinued ? entry + "\n" + line : line
                // An empty line ends an entry that is not closed. Its error is then reported.
                isContinued = !(isContinued && ReplSession.trimmed(line).isEmpty) && ReplContinuation.goesOn(entry)
                if isContinued { continue }
                if try perform(entry) == .interrupted, stopsWhenInterrupted { return true }
            }
        }
        return false
    }

    private func perform(_ entry: String) throws(OutputFailure) -> ReplSession.Outcome {
        if session.sourceDepth == 0, session.history.add(entry) { source.remember(ReplHistory.onOneLine(entry)) }
        let entry = ReplSession.trimmed(entry)
        // A key that was pressed just before counts, because it was probably meant for this line.
        let outcome = try session.handle(entry)
        if outcome == .interrupted {
            ReplInterrupts.forget()
            source.discard()
        }
        return outcome
    }
}
