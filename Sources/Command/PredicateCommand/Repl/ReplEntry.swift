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
        // A line that begins in quotes has no tokens of its own.
        let end = beganInQuotes ? text : part
        endsWithOperator = ReplTokens.endsWithOperator(end, isAlone: isFirst)
    }
}
