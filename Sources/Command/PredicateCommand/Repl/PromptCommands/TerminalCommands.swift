import PredicateFormat
import PredicatePlatform

extension ReplCommandRow {
    /// Turns the pager on or off.
    static let pager = setting("pager", .words(["on", "off"]), isAside: true) { session, word in
        try turn(&session.terminal.pages, word, named: "pager")
    } shown: { session in
        guard session.terminal.pages else { return "the pager is off" }
        if !session.terminal.isPresent { return "the pager is on, but there is no terminal for it" }
        return ReplPager.command() == nil ? "the pager is on, but $PAGER names none" : "the pager is on"
    }

    /// Chooses what is shown while a line is typed.
    static let live = setting("live", .words(ReplSettings.Live.allCases.map(\.rawValue)), isAside: true) {
        session, word in
        guard let live = ReplSettings.Live(rawValue: word) else {
            throw ReplFailure("live must be `on`, `off` or `colours`, not `\(SafeText.plain(word))`")
        }
        session.settings.live = live
    } shown: { session in
        switch session.settings.live {
        case nil: "mistakes, suggestions and the answer so far are shown while you type"
        case .on: "mistakes, suggestions and the answer so far are shown while you type, also of tables"
        case .off: "nothing is shown while you type"
        case .colours: "only colours are shown while you type"
        }
    }

    /// Opens the last line in an editor.
    static let edit: Self = Self(name: "edit", argument: .free, isAside: true) { session, text in
        try session.requireTerminal(for: ":edit")
        let before = text.isEmpty ? session.lastEntry ?? "" : text
        let after = try ReplEditedFile(before).edited()
        let entries = ReplPaste.entries(of: after)
        if entries.isEmpty { return try session.show("the text is empty; nothing was run") }
        if ReplSession.trimmed(after) == ReplSession.trimmed(before) {
            return try session.show("the text was not changed; nothing was run")
        }
        for entry in entries where !session.isOver { try session.performMade(entry) }
    }

    /// Runs a command of the shell.
    static let sh: Self = Self(name: "sh", argument: .free, isAside: true) { session, command in
        try session.requireTerminal(for: ":sh")
        if command.isEmpty { throw ReplFailure("`:sh` needs a command, as in `:sh ls`") }
        try session.environment.output.flush()
        try session.tell(commandStatus: ReplShell(command, isFed: false).wait())
    }
}

extension ReplSession {
    /// Checks that a line was typed by a person, who may start other programs. Lines of files and pipes may not.
    func requireTerminal(for name: String) throws(ReplFailure) {
        guard terminal.isPresent else {
            throw ReplFailure("`\(name)` needs a terminal, and the lines come from elsewhere")
        }
        guard sourceDepth == 0 else { throw ReplFailure("`\(name)` must be typed; lines of a file cannot use it") }
    }

    /// Reports the status of a command of the shell.
    ///
    /// - Throws: `interrupted` if the interrupt key ended it.
    func tell(commandStatus status: Int32) throws {
        if status == 128 + SIGINT { throw ReplFailure.interrupted }
        if status != 0 { try tell("the command ended with status \(status)") }
    }

    /// Shows the answer to a line with a pager if it does not fit the terminal.
    func paging(_ body: () throws(OutputFailure) -> Outcome) throws(OutputFailure) -> Outcome {
        guard terminal.isPresent, terminal.pages, terminal.pager == nil, ReplPager.command() != nil,
            let size = ReplScreen.size()
        else {
            return try body()
        }
        let pager = ReplPager(
            environment.output, messages: environment.errors.isTerminal ? environment.errors : environment.output,
            lines: size.lines, columns: size.columns)
        terminal.pager = pager
        environment.output.divert(to: pager, asMessages: false)
        if environment.errors.isTerminal { environment.errors.divert(to: pager, asMessages: true) }
        func end() {
            environment.output.endDiversion()
            environment.errors.endDiversion()
            terminal.pager = nil
        }
        let outcome: Outcome
        do throws(OutputFailure) {
            outcome = try body()
            try pager.finish()
        } catch {
            end()
            if error == .interrupted { return .interrupted }
            throw error
        }
        end()
        if let failure = pager.failure {
            terminal.pages = false
            environment.say("warning: \(failure); answers are not paged any more (`:pager on`)")
        }
        return outcome
    }
}

/// A string that the user changes with an editor.
struct ReplEditedFile {
    private let text: String
    /// The name of the file with the text. Its ending tells an editor the language.
    private static let fileName = "line.predicate"

    init(_ text: String) { self.text = text }

    /// The shell's command for the editor.
    static func editor(in variables: [String: String] = ProcessInfo.processInfo.environment) -> String {
        for name in ["VISUAL", "EDITOR"] {
            if let editor = variables[name], !ReplSession.trimmed(editor).isEmpty { return editor }
        }
        return "vi"
    }

    /// The text that the editor leaves.
    ///
    /// - Throws: if the file cannot be made or read, or the editor fails.
    func edited() throws -> String {
        let folder = try PrivateFolder()
        defer { folder.remove() }
        try folder.write(text.isEmpty ? "" : text + "\n", to: Self.fileName)
        let path = folder.path(of: Self.fileName)
        // As in git, the name of the editor is a shell command, so that it may have options and quotes.
        let shell = try ReplShell(Self.editor() + " \"$1\"", arguments: [path], isFed: false)
        let status = shell.wait()
        guard status == 0 else { throw ReplFailure("the editor ended with status \(status); nothing was run") }
        // An editor may leave anything in its place, or nothing.
        guard FileManager.default.fileExists(atPath: path), ReplFiles.isRegularOrMissing(path) else {
            throw ReplFailure("the editor has left no file; nothing was run")
        }
        return try readText(path)
    }
}
