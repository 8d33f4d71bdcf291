import PredicateFormat

/// Reads lines and has the session carry them out, until there are no more.
struct ReplLoop {
    /// The session.
    let session: ReplSession
    /// Where lines come from.
    let source: any ReplLineSource

    /// What stands before a line.
    private var prompt: String {
        let name = session.current.map { ColumnText.cut(SafeText.plain($0.name), to: 24) } ?? "predicate"
        return name + "> "
    }

    /// What stands before a line that goes on, as wide as the prompt.
    private var continuationPrompt: String {
        String(repeating: ".", count: max(1, TextWidth.columns(of: prompt) - 2)) + "> "
    }

    /// Runs until the lines end or the session is over.
    ///
    /// - Returns: whether somebody pressed the interrupt key while a line was carried out; only a source that is no terminal
    ///   ends then.
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
                // An empty line ends an entry that nobody can close: what is wrong with it is said then.
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
        // A key that was pressed just before counts: it was meant for this line, as far as anybody can tell.
        let outcome = try session.handle(entry)
        if outcome == .interrupted {
            ReplInterrupts.forget()
            source.discard()
        }
        return outcome
    }
}
