import PredicateFormat

/// Finds predicates in shell scripts: the ones of `log show`, `log stream`, `log collect` and `log stats`.
package enum ShellReader {
    /// The commands of a script that take a predicate, in the order of the script.
    ///
    /// No script is wrong: the reader skips what it does not understand, and here documents. A string with
    /// substitutions has no format.
    package static func calls(in file: [UInt8]) -> [SourceCall] {
        guard file.count <= ConfigurationLimits.fileBytes, mentions(["--predicate"], in: file) else { return [] }
        var lexer = ShellLexer(file)
        lexer.run()
        let comments = SourceComments(file, lexer.comments)
        return lexer.found.map { found in
            let word = found.word
            let hasSubstitutions = !word.substitutions.isEmpty
            return SourceCall(
                api: .log(found.subcommand), range: found.start..<max(found.start, word.range.upperBound),
                formatRange: word.range,
                format: hasSubstitutions ? nil : word.text.located(word.style ?? .shellWord), arguments: [],
                hasOpenArguments: false,
                comments: comments.texts(
                    behind: [word.range.upperBound], within: found.start..<word.range.upperBound,
                    above: [word.range.lowerBound, found.start]),
                substitutions: word.substitutions)
        }
        .filter { $0.format != nil || !$0.substitutions.isEmpty }
    }
}

/// A word of a command.
private struct ShellWord {
    var text: SourceText
    /// How its first quoted part is written; nil without quotes.
    var style: TextStyle?
    var range: Range<Int>
    var substitutions: [Range<Int>] = []
    /// Where the value of `--predicate=…` begins; nil if the word is something else.
    var valueStart: Int?

    init(at offset: Int) {
        text = SourceText(at: offset)
        range = offset..<offset
    }

    func has(_ word: String) -> Bool { text.bytes.elementsEqual(word.utf8) }
}

/// Cuts a script into words, as far as it takes to find commands. What is open is on a separate stack.
private struct ShellLexer {
    /// A command that uses a predicate.
    struct Found {
        let subcommand: String
        let start: Int
        let word: ShellWord
    }

    /// What is known of the command whose words are read.
    private struct Command {
        enum State { case start, log, subcommand(String), value(String) }
        var state = State.start
        var start = 0
        /// Whether the word before is `git`, whose `log` is another one.
        var isBehindGit = false
        var word: ShellWord?
    }

    private enum Frame {
        /// Commands, up to a bracket or a backquote.
        case commands(end: UInt8, saved: Command)
        case doubleQuotes
        /// `${…}`
        case parameter(isQuoted: Bool)
        /// `$((…))`, with the open brackets.
        case arithmetic(depth: Int)
    }

    private let file: [UInt8]
    private var position = 0
    private var frames: [Frame] = []
    private var command = Command()
    /// The substitutions that are open: where each begins.
    private var starts: [Int] = []
    /// The words that end the here documents of this line.
    private var documents: [(word: [UInt8], stripsTabs: Bool)] = []
    private var lineStart = 0
    private var lastWordEnd = 0
    private(set) var comments: [SourceComments.Comment] = []
    private(set) var found: [Found] = []

    init(_ file: [UInt8]) { self.file = file }

    private func byte(_ offset: Int) -> UInt8 { file.indices.contains(offset) ? file[offset] : 0 }

    mutating func run() {
        if matches("\u{FEFF}", in: file, at: 0) { position = 3 }
        // No script is as deep; what is deeper is not read.
        while position < file.count, frames.count <= ConfigurationLimits.depth {
            switch frames.last {
            case nil, .commands: commands()
            case .doubleQuotes: doubleQuotes()
            case .parameter(let isQuoted): parameter(isQuoted)
            case .arithmetic(let depth): arithmetic(depth)
            }
        }
        endWord()
    }

    // MARK: Commands

    private mutating func commands() {
        let start = position
        switch file[position] {
        case 0x0A:
            endCommand()
            position += 1
            skipDocuments()
            lineStart = position
        case 0...0x20:
            endWord()
            position += 1
        case UInt8(ascii: "#") where command.word == nil:
            while position < file.count, file[position] != 0x0A { position += 1 }
            let end = byte(position - 1) == 0x0D ? position - 1 : position
            comments.append(
                .init(start: Int32(start), end: Int32(max(start, end)), isAlone: lastWordEnd <= lineStart))
        case UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"):
            endCommand()
            position += 1
            lastWordEnd = position
        case UInt8(ascii: "<"), UInt8(ascii: ">"): redirection()
        case UInt8(ascii: "("):
            endCommand()
            position += 1
            lastWordEnd = position
            push(UInt8(ascii: ")"))
        case UInt8(ascii: ")"):
            endCommand()
            position += 1
            lastWordEnd = position
            pop(UInt8(ascii: ")"))
        case UInt8(ascii: "`"):
            if case .commands(UInt8(ascii: "`"), _) = frames.last {
                endCommand()
                position += 1
                pop(UInt8(ascii: "`"))
            } else {
                substitution()
            }
        default: wordPart()
        }
    }

    /// A part of a word outside of double quotes.
    private mutating func wordPart() {
        let start = position
        if command.word == nil { command.word = ShellWord(at: start) }
        switch file[position] {
        case UInt8(ascii: "'"):
            note(.shellSingleQuoted)
            position += 1
            let content = position
            while position < file.count, file[position] != UInt8(ascii: "'") { position += 1 }
            command.word?.text.appendVerbatim(content..<position, of: file)
            position = min(position + 1, file.count)
            if file[content..<position].contains(0x0A) { lineStart = position }
        case UInt8(ascii: "\""):
            note(.shellDoubleQuoted)
            position += 1
            frames.append(.doubleQuotes)
        case UInt8(ascii: "$") where byte(position + 1) == UInt8(ascii: "'"): escapedQuotes()
        case UInt8(ascii: "$") where byte(position + 1) == UInt8(ascii: "\""): position += 1
        case UInt8(ascii: "$"): substitution()
        case UInt8(ascii: "\\"): escape()
        default:
            position += 1
            command.word?.text.appendVerbatim(start..<position, of: file)
            if file[start] == UInt8(ascii: "="), command.word?.valueStart == nil,
                command.word?.has("--predicate=") == true
            {
                command.word?.valueStart = position
            }
        }
    }

    /// Remembers how the first part of a word is quoted.
    private mutating func note(_ style: TextStyle) {
        if command.word?.style == nil { command.word?.style = style }
    }

    /// A backslash outside of quotes.
    private mutating func escape() {
        let start = position
        switch byte(position + 1) {
        case 0x0A: position += 2
        case 0x0D where byte(position + 2) == 0x0A: position += 3
        default:
            position = min(position + 2, file.count)
            if position - start == 2 { command.word?.text.appendUnit([file[start + 1]], for: start..<position) }
            return
        }
        // A line that goes on ends a word only if there is a blank.
        lineStart = position
        if command.word?.text.bytes.isEmpty == true, command.word?.style == nil { command.word = nil }
    }

    /// `$'…'`
    private mutating func escapedQuotes() {
        note(.shellEscaped)
        let start = position
        position += 2
        var verbatim = position
        while position < file.count, file[position] != UInt8(ascii: "'") {
            guard file[position] == UInt8(ascii: "\\"), position + 1 < file.count else {
                position += 1
                continue
            }
            command.word?.text.appendVerbatim(verbatim..<position, of: file)
            if var word = command.word,
                let after = appendEscapeOfC(
                    in: file, at: position, before: file.count, hexadecimalDigits: 2, to: &word.text)
            {
                command.word = nil
                command.word = word
                verbatim = after
            } else if byte(position + 1) == UInt8(ascii: "c") {
                // A control character; no predicate has one, so the text is not read.
                command.word?.substitutions.append(position..<min(position + 3, file.count))
                verbatim = min(position + 3, file.count)
            } else {
                // The backslash of an unknown escape stays.
                verbatim = position
                position += 2
                continue
            }
            position = verbatim
        }
        command.word?.text.appendVerbatim(verbatim..<max(verbatim, position), of: file)
        position = min(max(position + 1, start + 2), file.count)
    }

    /// `<<WORD` begins a here document after the line; other redirections end a word.
    private mutating func redirection() {
        endWord()
        guard byte(position) == UInt8(ascii: "<"), byte(position + 1) == UInt8(ascii: "<") else {
            position += 1
            lastWordEnd = position
            return
        }
        position += 2
        lastWordEnd = position
        if byte(position) == UInt8(ascii: "<") {
            position += 1
            return
        }
        let stripsTabs = byte(position) == UInt8(ascii: "-")
        if stripsTabs { position += 1 }
        while byte(position) == 0x20 || byte(position) == 0x09 { position += 1 }
        var word: [UInt8] = []
        while position < file.count, file[position] > 0x20, !";|&<>()`".utf8.contains(file[position]) {
            // Quotes within say that the document is taken as it is, which does not matter here.
            if !"'\"\\".utf8.contains(file[position]) { word.append(file[position]) }
            position += 1
        }
        if !word.isEmpty { documents.append((word, stripsTabs)) }
    }

    private mutating func skipDocuments() {
        guard !documents.isEmpty else { return }
        for document in documents {
            var isEnd = false
            while position < file.count, !isEnd {
                var start = position
                while position < file.count, file[position] != 0x0A { position += 1 }
                var end = position
                if end > start, file[end - 1] == 0x0D { end -= 1 }
                while document.stripsTabs, start < end, file[start] == 0x09 { start += 1 }
                isEnd = end - start == document.word.count && file[start..<end].elementsEqual(document.word)
                position = min(position + 1, file.count)
            }
        }
        documents = []
    }

    private mutating func endCommand() {
        endWord()
        command.state = .start
        command.isBehindGit = false
    }

    /// Ends the word that is read, and takes it for what it is in its command.
    private mutating func endWord() {
        guard var word = command.word else { return }
        command.word = nil
        word.range = word.range.lowerBound..<max(word.range.lowerBound, position)
        lastWordEnd = word.range.upperBound
        switch command.state {
        case .value(let subcommand):
            found.append(Found(subcommand: subcommand, start: command.start, word: word))
            command.state = .subcommand(subcommand)
        case .subcommand(let subcommand):
            if word.has("--predicate") {
                command.state = .value(subcommand)
            } else if let start = word.valueStart, let value = value(of: word, start) {
                found.append(Found(subcommand: subcommand, start: command.start, word: value))
            }
        case .log where ["show", "stream", "collect", "stats"].contains { word.has($0) }:
            command.state = .subcommand(String(decoding: word.text.bytes, as: UTF8.self))
        case .start, .log:
            let isLog = word.has("log") || word.has("/usr/bin/log")
            command.state = isLog && !command.isBehindGit ? .log : .start
            if isLog { command.start = word.range.lowerBound }
            command.isBehindGit = word.has("git")
        }
    }

    /// The value of `--predicate=…` as a separate word.
    private func value(of word: ShellWord, _ start: Int) -> ShellWord? {
        let count = "--predicate=".utf8.count
        guard word.text.bytes.count >= count else { return nil }
        var value = ShellWord(at: start)
        value.range = start..<max(start, word.range.upperBound)
        value.style = word.style
        value.substitutions = word.substitutions
        value.text = word.text.part(count..<word.text.bytes.count)
        return value
    }

    // MARK: Nesting

    private mutating func push(_ end: UInt8) {
        frames.append(.commands(end: end, saved: command))
        command = Command()
    }

    /// Closes commands; a bracket that closes nothing belongs to a `case`.
    private mutating func pop(_ end: UInt8) {
        guard case .commands(end, _) = frames.last else { return }
        command = saved() ?? Command()
        if command.word != nil, let start = starts.popLast() { substitute(start) }
    }

    /// The command around the innermost one. Nobody else holds its word then, so that it grows in place.
    private mutating func saved() -> Command? {
        guard case .commands(_, let command) = frames.popLast() else { return nil }
        return command
    }

    /// Something that the shell fills in: `$name`, `${…}`, `$(…)`, `` `…` ``, at its first byte.
    private mutating func substitution() {
        if command.word == nil { command.word = ShellWord(at: position) }
        let start = position
        if file[position] == UInt8(ascii: "`") {
            position += 1
            starts.append(start)
            push(UInt8(ascii: "`"))
            return
        }
        switch byte(position + 1) {
        case UInt8(ascii: "("):
            starts.append(start)
            if byte(position + 2) == UInt8(ascii: "(") {
                position += 3
                frames.append(.arithmetic(depth: 2))
            } else {
                position += 2
                push(UInt8(ascii: ")"))
            }
        case UInt8(ascii: "{"):
            starts.append(start)
            var isQuoted = false
            if case .doubleQuotes = frames.last { isQuoted = true }
            frames.append(.parameter(isQuoted: isQuoted))
            position += 2
        case let next where isNameByte(next) && next < 0x80 && next != UInt8(ascii: "$"):
            position += 2
            // `$10` is `$1` and a zero.
            while !next.isDigit, position < file.count, isNameByte(file[position]), file[position] < 0x80,
                file[position] != UInt8(ascii: "$")
            {
                position += 1
            }
            substitute(start)
        case let next where "@*#?-$!".utf8.contains(next):
            position += 2
            substitute(start)
        default:
            position += 1
            command.word?.text.appendVerbatim(start..<position, of: file)
        }
    }

    private mutating func substitute(_ start: Int) {
        command.word?.substitutions.append(start..<max(start, position))
    }

    private mutating func doubleQuotes() {
        let start = position
        while position < file.count, !"\"\\$`".utf8.contains(file[position]) {
            position += 1
            if file[position - 1] == 0x0A { lineStart = position }
        }
        command.word?.text.appendVerbatim(start..<position, of: file)
        guard position < file.count else { return }
        switch file[position] {
        case UInt8(ascii: "\""):
            position += 1
            frames.removeLast()
        case UInt8(ascii: "\\"):
            let next = byte(position + 1)
            if next == 0x0A {
                position += 2
                lineStart = position
            } else if "\"\\$`".utf8.contains(next) {
                command.word?.text.appendUnit([next], for: position..<position + 2)
                position += 2
            } else {
                command.word?.text.appendVerbatim(position..<position + 1, of: file)
                position += 1
            }
        case UInt8(ascii: "`") where isWithinBackquotes:
            // The quotes were not closed before the command ended.
            frames.removeLast()
        default: substitution()
        }
    }

    /// Whether double quotes are directly in a command in backquotes.
    private var isWithinBackquotes: Bool {
        guard frames.count > 1, case .commands(UInt8(ascii: "`"), _) = frames[frames.count - 2] else { return false }
        return true
    }

    /// `${…}`: its text is not read.
    private mutating func parameter(_ isQuoted: Bool) {
        switch file[position] {
        case UInt8(ascii: "}"):
            position += 1
            frames.removeLast()
            if let start = starts.popLast() {
                // Only the outermost one is a part of the word.
                if case .parameter = frames.last { return }
                if case .arithmetic = frames.last { return }
                substitute(start)
            }
        case UInt8(ascii: "\\"): position = min(position + 2, file.count)
        case UInt8(ascii: "'") where !isQuoted:
            position += 1
            while position < file.count, file[position] != UInt8(ascii: "'") { position += 1 }
            position = min(position + 1, file.count)
        case UInt8(ascii: "$") where byte(position + 1) == UInt8(ascii: "{"):
            starts.append(position)
            position += 2
            frames.append(.parameter(isQuoted: isQuoted))
        default: position += 1
        }
    }

    private mutating func arithmetic(_ depth: Int) {
        var depth = depth
        while position < file.count, depth > 0 {
            if file[position] == UInt8(ascii: "(") { depth += 1 }
            if file[position] == UInt8(ascii: ")") { depth -= 1 }
            position += 1
        }
        frames.removeLast()
        if let start = starts.popLast() { substitute(start) }
    }
}
