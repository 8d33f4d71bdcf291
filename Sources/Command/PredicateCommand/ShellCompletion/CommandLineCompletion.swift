/// The possible completions of a word.
enum CompletionAnswer: Equatable {
    /// One completion.
    struct Item: Equatable {
        /// The whole word.
        var text: String
        /// The text to show for it.
        var label: String
        /// A sentence about it.
        var note: String?
    }

    /// Complete words, which a space follows.
    case words([Item])
    /// Words that may continue. Their quote stays open.
    case open([Item])
    /// File names. Those with the extensions come first.
    case files(extensions: [String])
}

/// Finds the completions at the cursor of a command line, from the descriptions of the commands.
struct CommandLineCompletion {
    private let current: String
    private let behind: [String]
    /// The words before the cursor that have not been read yet.
    private var before: ArraySlice<String>
    /// The option whose value contains the cursor.
    private var option: CommandHelp.Argument?
    private var operandCount = 0
    private var isBehindOptions = false
    private var used: Set<String> = []
    private var records = ShellCompletion.RecordsOfLine()
    private var operands: [String] = []
    private var hasPredicateFile = false
    /// The value of `--predicates`.
    private var predicates: String?

    private init(_ line: ShellLine) {
        current = line.current.content
        behind = line.behind
        before = line.before.dropFirst()
    }

    /// The completions at the cursor.
    static func answer(for line: ShellLine, from tool: CommandHelp?) -> CompletionAnswer {
        guard let tool else { return .words([]) }
        var completion = CommandLineCompletion(line)
        return completion.answer(tool)
    }

    private mutating func answer(_ tool: CommandHelp) -> CompletionAnswer {
        guard let name = before.popFirst() else {
            return current.startsExactly(with: "-") ? options(of: tool) : commands(of: tool, withHelp: true)
        }
        if name == "help" {
            if before.isEmpty { return commands(of: tool, withHelp: false) }
            return .words("--all".startsExactly(with: current) ? [item("--all", "List all options.")] : [])
        }
        guard let command = tool.subcommands?.first(where: { $0.commandName == name }) else { return .words([]) }
        read(before, of: command, isBeforeCursor: true)
        let cursor = self
        var option = option
        var typed = current
        var prefix = ""
        if option == nil, !isBehindOptions, current.startsExactly(with: "--"),
            let (name, value) = current.split(atFirst: "=")
        {
            option = command.option(name)
            prefix = name + "="
            typed = value
        }
        read(behind[...], of: command, isBeforeCursor: false)
        if let option { return values(of: option, typed, prefix) }
        if cursor.isBehindOptions || !current.startsExactly(with: "-") {
            return operand(cursor.operandCount, of: command)
        }
        return options(of: command)
    }

    // MARK: Reading the line

    /// Reads words of the line, and notes options about the records and options that are already given.
    private mutating func read(_ words: ArraySlice<String>, of command: CommandHelp, isBeforeCursor: Bool) {
        // An option whose value contains the cursor takes none of the later words.
        var pending: CommandHelp.Argument?
        for word in words {
            if let argument = pending {
                note(argument.longName, word)
                pending = nil
            } else if isBehindOptions || !word.startsExactly(with: "-") || word == "-" {
                operands.append(word)
                if isBeforeCursor { operandCount += 1 }
            } else if word == "--" {
                isBehindOptions = true
            } else {
                let parts = word.split(atFirst: "=")
                guard let argument = command.option(parts?.before ?? word) else { continue }
                used.insert(argument.longName)
                if let parts {
                    note(argument.longName, parts.behind)
                } else if argument.kind == .option {
                    pending = argument
                } else {
                    note(argument.longName, nil)
                }
            }
        }
        if isBeforeCursor { option = pending }
    }

    private mutating func note(_ name: String, _ value: String?) {
        switch name {
        case "--schema": records.schemaFile = value
        case ShellCompletion.addressOption: records.address = value
        case "--data": if let value { records.files.append(value) }
        case "--at": records.pointer = value
        case "--values": records.values = true
        case "--untyped": records.isUntyped = true
        case "--predicate-file": hasPredicateFile = true
        case "--predicates": predicates = value
        default: break
        }
    }

    // MARK: Answers

    private func commands(of tool: CommandHelp, withHelp: Bool) -> CompletionAnswer {
        var items = tool.visibleCommands.map { item($0.commandName, $0.abstract) }
        if withHelp { items.append(item("help", "Show help on a sub-command.")) }
        return .words(items.filter { $0.text.startsExactly(with: current) })
    }

    private func options(of command: CommandHelp) -> CompletionAnswer {
        let items = command.visibleArguments.filter { argument in
            argument.kind != .positional && (argument.isRepeating || !used.contains(argument.longName))
        }.flatMap { argument in
            (argument.names ?? []).map { item($0.text, argument.abstract) }
        }
        return .words(items.filter { $0.text.startsExactly(with: current) })
    }

    private func operand(_ location: Int, of command: CommandHelp) -> CompletionAnswer {
        var arguments = command.visibleArguments.filter { $0.kind == .positional }
        if hasPredicateFile { arguments.removeAll { $0.completionKind?.custom != nil } }
        guard let last = arguments.last else { return .words([]) }
        if location < arguments.count { return values(of: arguments[location], current, "") }
        return last.isRepeating ? values(of: last, current, "") : .words([])
    }

    private func values(of argument: CommandHelp.Argument, _ typed: String, _ prefix: String) -> CompletionAnswer {
        if let list = argument.completionKind?.list {
            return .words(
                list.values.filter { $0.startsExactly(with: typed) }.map {
                    CompletionAnswer.Item(text: prefix + $0, label: $0)
                })
        }
        if let files = argument.completionKind?.file { return .files(extensions: files.extensions) }
        guard argument.completionKind?.custom != nil else { return .words([]) }
        if argument.longName == ShellCompletion.addressOption {
            return ShellCompletion.addresses(in: typed, behind: prefix)
        }
        if argument.kind == .positional, typed.startsExactly(with: "@"), let predicates {
            return .words(ShellCompletion.names(in: predicates).filter { $0.text.startsExactly(with: typed) })
        }
        var records = records
        // The operands count as files. One of them may be the predicate, unless the cursor is in the predicate.
        records.files += operands
        let isQuery = ShellCompletion.queryOptions.contains(argument.longName)
        return .open(
            (isQuery
                ? ShellCompletion.queries(in: typed, option: argument.longName, schema: records.schema)
                : ShellCompletion.predicates(in: typed, schema: records.schema)).map { item in
                    CompletionAnswer.Item(text: prefix + item.text, label: item.label, note: item.note)
                })
    }

    private func item(_ text: String, _ note: String?) -> CompletionAnswer.Item {
        CompletionAnswer.Item(text: text, label: text, note: note)
    }
}

extension CommandHelp {
    /// The option or flag with a name, including its dashes.
    fileprivate func option(_ name: String) -> Argument? {
        visibleArguments.first { $0.names?.contains { $0.text == name } ?? false }
    }
}

extension CommandHelp.Argument {
    /// The longest of the names.
    fileprivate var longName: String { names?.map(\.text).max { $0.count < $1.count } ?? "" }
}
