import PredicateFormat

/// An entry as its lines arrive: a command, a comment, a predicate or an expression.
///
/// Text of the language continues on the next line after an open bracket or quote, and after AND, OR and operators.
/// Nothing else does, because a file name may contain an apostrophe.
struct ReplEntry {
    /// The lines, with a line feed between them.
    private(set) var text = ""
    private var lineCount = 0
    private var scan = ReplContinuation()
    private var kind = Kind.empty
    /// Whether it ends with an operator.
    private var endsWithOperator = false

    private enum Kind {
        case empty
        case language
        case other
    }

    init() {}

    init(_ text: String) { for line in text.textLines { add(line) } }

    /// Whether there is no line.
    var isEmpty: Bool { lineCount == 0 }

    /// Whether it continues on the next line.
    var goesOn: Bool { kind == .language && (scan.isOpen || endsWithOperator) }

    /// Whether a bracket or a quote is open.
    var isOpen: Bool { kind == .language && scan.isOpen }

    /// Adds a line.
    mutating func add(_ line: String) {
        let isFirst = kind == .empty
        var part = line
        if isFirst {
            let trimmed = ReplSession.trimmed(line)
            if trimmed.isEmpty {
                kind = .empty
            } else if ReplSession.isCommand(trimmed) {
                let (name, argument) = ReplSession.command(trimmed)
                kind = ReplCommandTable.row(named: name)?.argument.isLanguage ?? false ? .language : .other
                part = argument
            } else {
                let isOther = ReplSession.isComment(trimmed) || ReplHabit.isHelp(trimmed) || ReplHabit.isMarked(trimmed)
                kind = isOther ? .other : .language
            }
        }
        text = lineCount == 0 ? line : text + "\n" + line
        lineCount += 1
        guard kind == .language else { return }
        let beganInQuotes = scan.isInQuotes
        for scalar in part.unicodeScalars { scan.pass(scalar) }
        scan.pass("\n")
        if scan.isOpen { return }
        if ReplSession.trimmed(part).isEmpty { return }
        // A line that begins in quotes has no tokens.
        let end = beganInQuotes ? text : part
        endsWithOperator = ReplTokens.endsWithOperator(end, isAlone: isFirst)
    }
}

/// Lines that were pasted together.
enum ReplPaste {
    /// The entries of pasted lines. A command and a comment are separate entries. The lines between them are one entry
    /// if they can be read as one predicate or expression. Otherwise each line is one, with the lines that continue it.
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
