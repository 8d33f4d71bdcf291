import PredicateFormat

/// Lines that were pasted together.
enum ReplPaste {
    /// The entries of pasted lines. A command and a comment are entries of their own. The lines between them are one
    /// entry if they can be read as one predicate or expression. Otherwise each line is one, with the lines that
    /// continue it.
    static func entries(of text: String) -> [String] {
        var entries: [String] = []
        var block: [ReplEntry] = []
        func endBlock() {
            entries += Self.entries(ofBlock: block.map(\.text))
            block = []
        }
        for line in text.textLines {
            let trimmed = ReplSession.trimmed(line)
            // What is open takes any line.
            if let last = block.last, last.isOpen || last.goesOn && !trimmed.isEmpty && !ReplSession.isCommand(trimmed)
            {
                block[block.count - 1].add(line)
                continue
            }
            // A command ends with its line.
            if let last = block.last, ReplSession.isCommand(ReplSession.trimmed(last.text)) { endBlock() }
            if trimmed.isEmpty || ReplSession.isComment(trimmed) || ReplSession.isCommand(trimmed) { endBlock() }
            if trimmed.isEmpty || ReplSession.isComment(trimmed) { continue }
            block.append(ReplEntry(line))
        }
        endBlock()
        return entries
    }

    /// The entries of lines without commands, each with the lines that continue it.
    private static func entries(ofBlock lines: [String]) -> [String] {
        if lines.count < 2 { return lines }
        let whole = lines.joined(separator: "\n")
        if isWellFormed(whole) { return [whole] }
        var entries: [String] = []
        for line in lines {
            if let last = entries.last, ReplTokens.beginsWithConnective(ReplSession.trimmed(line)) {
                entries[entries.count - 1] = last + "\n" + line
            } else {
                entries.append(line)
            }
        }
        // Lines that make no sense one by one are a single mistake.
        return entries.allSatisfy(isWellFormed) ? entries : [whole]
    }

    private static func isWellFormed(_ text: String) -> Bool {
        !ParsedText(ReplSession.trimmed(text), as: .either, library: commandLibrary).hasErrors
    }
}
