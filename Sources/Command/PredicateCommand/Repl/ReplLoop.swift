/// Reads lines and runs them in the session, until the input or the session ends.
struct ReplLoop {
    /// The session.
    let session: ReplSession
    /// The source of lines.
    let source: any ReplLineSource
    /// What answers while a line is typed; nil if only Return does.
    var live: LivePrompt?

    /// Shown before a line.
    private var prompt: String {
        let name = session.current.map { ColumnText.cut(SafeText.plain($0.name), to: 24) } ?? "predicate"
        return name + "> "
    }

    /// Shown before a continued line, as wide as `prompt`.
    private var continuationPrompt: String {
        String(repeating: ".", count: max(1, TextWidth.columns(of: prompt) - 2)) + "> "
    }

    /// Runs until the input or the session ends.
    ///
    /// - Returns: whether the interrupt key was pressed while a line was running. This ends only a source that is not
    ///   a terminal.
    @discardableResult
    func run(stopsWhenInterrupted: Bool = false) throws(OutputFailure) -> Bool {
        var entry = ReplEntry()
        while !session.isOver {
            try session.environment.output.flush()
            let isContinued = !entry.isEmpty
            let shown = isContinued ? continuationPrompt : prompt
            live?.before = isContinued ? entry.text + "\n" : ""
            switch source.next(prompt: shown) {
            case .interrupted: entry = ReplEntry()
            case .end:
                if isContinued, try perform(entry.text) == .interrupted { return true }
                return false
            case .line(let line):
                if session.echoes { try session.show(shown + line + "\n") }
                if isContinued, !entry.isOpen, ReplSession.isCommand(ReplSession.trimmed(line)) {
                    // A command is not an operand.
                    if try perform(entry.text) == .interrupted, stopsWhenInterrupted { return true }
                    entry = ReplEntry()
                }
                // An empty line ends an entry that is not closed. Its error is then reported.
                let isEnd = isContinued && ReplSession.trimmed(line).isEmpty
                entry.add(line)
                if entry.goesOn, !isEnd { continue }
                let text = entry.text
                entry = ReplEntry()
                if try perform(text) == .interrupted, stopsWhenInterrupted { return true }
            case .paste(let lines):
                var entries = ReplPaste.entries(of: isContinued ? entry.text + "\n" + lines : lines)
                entry = entries.last.map { ReplEntry($0) } ?? ReplEntry()
                // What the last line leaves open continues with what is typed next.
                if entry.goesOn { entries.removeLast() } else { entry = ReplEntry() }
                for text in entries where !session.isOver {
                    let outcome = try perform(text)
                    if outcome == .interrupted, stopsWhenInterrupted { return true }
                    // The lines after it were meant to follow its answer.
                    if outcome == .interrupted { break }
                }
            }
        }
        return false
    }

    private func perform(_ entry: String) throws(OutputFailure) -> ReplSession.Outcome {
        if session.sourceDepth == 0, session.history.add(entry) { source.remember(ReplHistory.onOneLine(entry)) }
        // A key that was pressed just before counts, because it was probably meant for this line.
        let outcome = try session.run(entry)
        if outcome == .interrupted {
            ReplInterrupts.forget()
            source.discard()
        }
        for entry in session.takeMadeEntries() { source.remember(ReplHistory.onOneLine(entry)) }
        return outcome
    }
}
