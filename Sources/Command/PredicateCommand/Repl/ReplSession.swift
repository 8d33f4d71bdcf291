import PredicateFormat
import PredicateRecords

/// A session of the REPL: its data, names and settings, and the effect of each line. It does not need a terminal.
final class ReplSession {
    /// The outcome of a line.
    enum Outcome {
        case done
        case failed
        case interrupted
    }

    /// The output for answers and messages.
    private(set) var environment: CommandEnvironment
    /// Whether the user has cancelled; may be called from any thread.
    let isInterrupted: @Sendable () -> Bool
    /// The terminal, if a person types the lines.
    var terminal = ReplTerminal()
    /// The display settings.
    var settings = ReplSettings()
    /// The data sets in the order in which they were loaded.
    private(set) var dataSets: [any ReplData] = []
    /// The settings when another data set became the current one, by the name of the data set. Each has its own query.
    var settingsOfOthers = NameTable<ReplSettings>()
    /// The current data set.
    var current: (any ReplData)? {
        didSet {
            guard let oldValue, let current, !sameCodePoints(oldValue.name, current.name) else { return }
            settingsOfOthers[oldValue.name] = settings
            settings = settings.with(queryOf: settingsOfOthers[current.name] ?? ReplSettings())
        }
    }
    /// Variables, predicates and rules.
    var names = ReplNames()
    /// The last predicate; commands use it if none is given.
    var lastPredicate: String? { didSet { joinable = lastPredicate } }
    /// The records of the last answer, which are `$_`.
    var lastResult: ReplLastResult? { didSet { if lastResult != nil { replacedResult = nil } } }
    /// The data set that was loaded again, so that there is no last result any more; nil for another reason.
    private(set) var replacedResult: String?
    /// The text that a line which begins with AND or OR continues: the last predicate, or a later text that failed.
    var joinable: String?
    /// The last line, for `:edit`.
    var lastEntry: String?
    /// Where records go; nil for the screen.
    var destination: ReplDestination?
    /// What the last line could be with the offered edits.
    var offer: ReplOffer?
    /// The current line with `$_` written out.
    private(set) var expansion = ReplExpansion("", [])
    /// The current line as it is read.
    var lineRead = ""
    /// Entries that commands have made, for the history.
    private var madeEntries: [String] = []
    /// The lines of the session.
    var history = ReplHistory()
    /// Whether the session is over.
    var isOver = false
    /// Whether any line has failed.
    private(set) var hasFailed = false
    /// Whether lines are shown before their answers, as on a terminal.
    var echoes = false
    /// The number of open `:source` files.
    var sourceDepth = 0

    /// A session.
    ///
    /// - Parameters:
    ///   - environment: the output for answers and messages.
    ///   - isInterrupted: whether the user has cancelled.
    init(in environment: CommandEnvironment, isInterrupted: @escaping @Sendable () -> Bool = { false }) {
        self.environment = environment
        self.isInterrupted = isInterrupted
    }

    /// The width of output: the width of the terminal, or 80 columns.
    var width: Int { environment.output.isTerminal ? max(20, environment.width) : 80 }

    // MARK: Lines

    /// Runs a line: a command, a predicate or an expression. Errors are shown, and the session continues.
    ///
    /// - Throws: only if output fails.
    @discardableResult
    func run(_ entry: String) throws(OutputFailure) -> Outcome {
        if let width = terminal.measure?() { environment.width = width }
        return try paging { () throws(OutputFailure) in try reporting { try perform(entry) } }
    }

    /// Runs an entry that a command has made, and adds it to the history.
    func performMade(_ entry: String) throws {
        try show(entry)
        if history.add(entry) { madeEntries.append(entry) }
        try perform(entry)
    }

    /// The entries that commands have made since the last call.
    func takeMadeEntries() -> [String] {
        defer { madeEntries = [] }
        return madeEntries
    }

    /// Runs an action, and shows its error.
    @discardableResult
    func reporting(_ body: () throws -> Void) throws(OutputFailure) -> Outcome {
        do {
            try body()
            try environment.output.flush()
            return .done
        } catch OutputFailure.interrupted where terminal.pager?.isLeft ?? false {
            return .done
        } catch let failure as OutputFailure where failure != .interrupted {
            throw failure
        } catch {
            hasFailed = true
            if error is OutputFailure || Self.isInterruption(error) {
                try tellInterruption()
                return .interrupted
            }
            try tell(snippet: snippet(of: error))
            return .failed
        }
    }

    /// Whether an error is the interrupt key.
    static func isInterruption(_ error: any Error) -> Bool { (error as? ReplFailure)?.isInterruption ?? false }

    /// Reports an interruption, on a separate line. Buffered output is dropped.
    private func tellInterruption() throws(OutputFailure) {
        // A terminal shows the key as `^C` at the cursor.
        let isWithinLine = environment.output.discard() || environment.output.isTerminal
        environment.say((isWithinLine ? "\n" : "") + ReplFailure.interrupted.message)
    }

    private func perform(_ entry: String) throws {
        let typed = Self.trimmed(entry)
        if typed.isEmpty || Self.isComment(typed) { return }
        let entry = Self.isCommand(typed) ? typed : ReplHabit.command(for: typed, fields: fieldNames) ?? typed
        if Self.isCommand(entry) { try perform(command: entry) } else { try perform(question: entry) }
    }

    private func perform(command entry: String) throws {
        let (name, argument) = Self.command(entry)
        let row: ReplCommandRow
        do throws(ReplFailure) {
            row = try ReplCommandTable.required(name)
        } catch {
            offer = ReplCommandTable.nearest(to: name).map { near in
                ReplOffer(entry: ":" + near + (argument.isEmpty ? "" : " " + argument))
            }
            throw error
        }
        if !row.isAside { (offer, lastEntry) = (nil, entry) }
        guard row.argument.isLanguage else { return try row.run(self, argument) }
        // Names are checked against the columns that there are now. Whoever needs the records says why they are gone.
        do { try current?.refresh(in: self) } catch { if Self.isInterruption(error) { throw error } }
        let isNumbered = row.argument == .numberedPredicate
        try reading(argument, in: ":" + name + " ", isSetting: row.isSetting, isNumbered: isNumbered) { text in
            do {
                try row.run(self, text)
            } catch {
                // A line that begins with AND belongs to this text, even though it is wrong.
                if row.argument == .language, !text.isEmpty { joinable = text }
                throw error
            }
        }
    }

    /// Answers a typed predicate or expression. A line that begins with AND or OR continues the last predicate.
    private func perform(question entry: String) throws {
        (offer, lastEntry) = (nil, entry)
        var text = entry
        if ReplTokens.beginsWithConnective(entry) {
            guard let before = joinable else {
                throw ReplFailure("there is no predicate that this line could continue")
            }
            text = before + "\n" + entry
        }
        try current?.refresh(in: self)
        do {
            try reading(text, in: "") { try ask($0) }
        } catch {
            // AND alone is not a predicate to continue.
            if !ReplTokens.isConnective(entry) { joinable = text }
            if Self.isInterruption(error) { throw error }
            throw ReplHabit.failure(of: entry) ?? error
        }
    }

    /// Writes out `$_` in a line, and reads the line. Mistakes are shown in the text as it was typed.
    private func reading(
        _ text: String, in lead: String, isSetting: Bool = false, isNumbered: Bool = false,
        _ body: (String) throws -> Void
    ) throws {
        expansion = try expansion(of: text, isSetting: isSetting, isNumbered: isNumbered)
        lineRead = lead + expansion.text
        defer { (expansion, lineRead) = (ReplExpansion("", []), "") }
        try body(expansion.text)
    }

    /// The names of the fields of the records in use, as far as they are known.
    var fieldNames: [String] {
        guard let schema = current?.offeredSchema else { return [] }
        return schema.recordType(of: schema.root)?.fields.map(\.name) ?? []
    }

    /// Whether an entry is a command.
    static func isCommand(_ entry: String) -> Bool { entry.utf8.first == UInt8(ascii: ":") }

    /// The text before the first space, and the rest including that space.
    static func firstWord(of text: String) -> (word: String, rest: String) {
        let word = text.unicodeScalars.prefix { !$0.properties.isWhitespace }
        return (String(word), String(text.unicodeScalars[word.endIndex...]))
    }

    /// The name of a command and its argument.
    static func command(_ entry: String) -> (name: String, argument: String) {
        let (name, argument) = firstWord(of: String(entry.unicodeScalars.dropFirst()))
        return (name, trimmed(argument))
    }

    /// Whether a line is a comment: `#` alone or before a space. Before a name it is a sign of the language.
    static func isComment(_ entry: String) -> Bool {
        sameCodePoints(entry, "#") || ["# ", "#!", "##"].contains { entry.startsExactly(with: $0) }
    }

    /// A string without surrounding spaces and line breaks.
    static func trimmed(_ text: String) -> String {
        let kept = text.unicodeScalars.drop { $0.properties.isWhitespace }
        guard let last = kept.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(kept[...last])
    }

    // MARK: Output

    /// Writes an answer.
    func show(_ text: String) throws(OutputFailure) {
        let safe = SafeText.lines(text)
        try environment.output.write(safe.isEmpty || safe.utf8.last == UInt8(ascii: "\n") ? safe : safe + "\n")
    }

    /// Writes an answer that may have colours, and whose parts are safe.
    func show(coloured text: String) throws(OutputFailure) { try environment.output.writeUnchanged(text) }

    /// Writes a message, after all answers so far.
    func tell(_ text: String) throws(OutputFailure) { try tell(snippet: SafeText.lines(text)) }

    /// The same for a message that a renderer has drawn, which may have its colours.
    func tell(snippet: String) throws(OutputFailure) {
        try environment.output.flush()
        environment.say(snippet: snippet)
    }

    /// Shows the warnings about a line.
    func warn(_ warnings: [PredicateDiagnostic], in source: String) throws(OutputFailure) {
        if warnings.isEmpty { return }
        let all = PredicateDiagnostics(source: source, diagnostics: warnings)
        // What is wrong with `$_` was told when it was asked.
        if let shown = expansion.restored(all), shown.diagnostics.isEmpty { return }
        try tell(snippet: snippet(of: all))
    }

    /// The maximum number of warnings and errors shown for one line.
    private static let mostWarnings = 5
    private static let mostErrors = 50

    /// The errors and warnings of a line, for display. Their number is limited, because a long list may have thousands.
    func snippet(of diagnostics: PredicateDiagnostics) -> String {
        noteOffer(of: diagnostics)
        let diagnostics = expansion.restored(diagnostics) ?? diagnostics
        let errors = diagnostics.diagnostics.filter { $0.severity == .error }
        let most = errors.isEmpty ? Self.mostWarnings : Self.mostErrors
        let left = diagnostics.diagnostics.count - most
        guard left > 0 else { return environment.snippet(of: diagnostics, fileName: nil) }
        var shown = diagnostics
        shown.diagnostics = Array((errors.isEmpty ? diagnostics.diagnostics : errors).prefix(most))
        return ReplFailure(snippet: environment.snippet(of: shown, fileName: nil))
            .adding("and \(left) more of the kind").message
    }

    /// Notes the edits that a message offers, for `:fix`. The first message of a line counts.
    private func noteOffer(of diagnostics: PredicateDiagnostics) {
        guard offer == nil, diagnostics.diagnostics.contains(where: { !$0.edits.isEmpty }) else { return }
        offer = ReplOffer(line: lineRead, diagnostics: diagnostics, expansion: expansion)
    }

    /// An error, for display.
    func snippet(of error: any Error) -> String {
        switch error {
        case let failure as ReplFailure: failure.message
        case let failure as CommandFailure: failure.message
        case let error as RecordError: snippet(of: error)
        default: SafeText.lines("error: \(error)")
        }
    }

    /// The error of a record or a file, for display.
    func snippet(of error: RecordError) -> String {
        var error = error.namingNearFile
        // File names are untrusted, and the snippet may contain colours.
        error.file = error.file.map { SafeText.plain($0) }
        error.message = SafeText.plain(error.message)
        return RecordErrorSnippet.text(error, width: environment.width, colour: environment.colour)
    }

    /// Tells whether the user cancels work that begins now.
    func interruption() -> ReplInterruption { ReplInterruption(isWanted: terminal.watchInterrupts?() ?? isInterrupted) }

    /// The new notices: data sets that have been examined completely.
    func takeNotices() -> String {
        dataSets.compactMap { $0 as? ReplDataSet }.filter { $0.statistics.announcesNow() }.map { data in
            let count = Plural.of(data.recordCount, "record")
            return data.report(in: self)
                + SafeText.plain("\(data.name): fields and values of all \(count) are known now") + "\n"
        }.joined()
    }

    // MARK: Data

    /// Adds a data set, or replaces the one with its name, and makes it the current one.
    func add(_ data: any ReplData) {
        // The records of the last result are gone.
        if let old = dataSets.put(data, named: \.name), lastResult?.data === old {
            (lastResult, replacedResult) = (nil, data.name)
        }
        current = data
    }

    /// The current data set.
    func dataInUse() throws -> any ReplData {
        guard let current else { throw ReplFailure("no records are loaded; `:load FILE` loads some") }
        try current.refresh(in: self)
        return current
    }

    /// A name derived from a file name that no data set has yet.
    func freeName(for file: String) -> String {
        let last = file.split(separator: "/").last.map(String.init) ?? file
        let stem = last.prefix { $0 != "." }
        return freeName(stem.isEmpty ? last : String(stem), for: file)
    }

    /// A name that no data set of another file or address has yet.
    func freeName(_ name: String, for file: String) -> String {
        let base = String(name.map { $0.isWhitespace ? "-" : $0 })
        if let same = dataSets.first(where: { sameCodePoints($0.name, base) }), !sameCodePoints(same.file, file) {
            return (2...).lazy.map { "\(base)-\($0)" }.first { name in
                !self.dataSets.contains { sameCodePoints($0.name, name) && !sameCodePoints($0.file, file) }
            } ?? base
        }
        return base
    }
}
