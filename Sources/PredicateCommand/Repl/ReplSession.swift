import PredicateFormat
import PredicateRecords

#if Configuration
import PredicateConfiguration
#endif

/// A session at the prompt: its data, names and settings, and the effect of each line. It does not need a terminal.
final class ReplSession {
    /// A variable of `:let`.
    struct Variable: Hashable {
        /// The name, without `$`.
        var name: String
        /// The expression as given.
        var text: String
        /// The value of the expression.
        var value: PredicateValue
    }

    /// A predicate of `:save`.
    struct SavedPredicate: Hashable {
        /// The name.
        var name: String
        /// The predicate as given.
        var text: String
    }

    /// The outcome of a line.
    enum Outcome {
        case done
        case failed
        case interrupted
    }

    /// The output for answers and messages.
    private(set) var environment: CommandEnvironment
    /// Measures the terminal, whose width can change during the session; nil if there is none.
    var measureTerminal: (() -> Int?)?
    /// Whether the user has cancelled; may be called from any thread.
    let isInterrupted: @Sendable () -> Bool
    /// Returns a function that tells whether the user has cancelled since the call; nil to use `isInterrupted`.
    var watchInterrupts: (() -> @Sendable () -> Bool)?
    /// Whether a file is examined completely before the next line runs. On a terminal that happens while the user
    /// types. Without a terminal, the same lines must always give the same answers.
    var awaitsStatistics = true
    /// Called on another thread when there is a notice.
    var whenNoticed: @Sendable () -> Void = {}
    /// The display settings.
    var settings = ReplSettings()
    /// The data sets in the order in which they were loaded.
    private(set) var dataSets: [any ReplData] = []
    /// The current data set.
    private(set) var current: (any ReplData)?
    /// The variables, in the order of first assignment.
    var variables: [Variable] = []
    /// The saved predicates, in the order of first saving.
    var saved: [SavedPredicate] = []
    /// The file of `:predicates`.
    var named: PredicateFile?
    /// The last predicate; commands use it if none is given.
    var lastPredicate: String?
    /// The lines of the session.
    var history = ReplHistory()
    /// The file for records instead of the screen.
    var outputFile: OutputFile?
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
    func handle(_ entry: String) throws(OutputFailure) -> Outcome {
        if let width = measureTerminal?() { environment.width = width }
        return try attempt { try perform(Self.trimmed(entry)) }
    }

    /// Runs an action, and shows its error.
    @discardableResult
    func attempt(_ body: () throws -> Void) throws(OutputFailure) -> Outcome {
        let outcome: Outcome
        do {
            try body()
            try environment.output.flush()
            outcome = .done
        } catch let failure as ReplFailure where failure.isInterruption {
            try tellInterruption()
            outcome = .interrupted
        } catch let failure as ReplFailure {
            try tell(snippet: failure.message)
            outcome = .failed
        } catch let failure as CommandFailure {
            try tell(snippet: failure.message)
            outcome = .failed
        } catch let error as RecordError {
            try tell(snippet: snippet(of: error))
            outcome = .failed
        } catch OutputFailure.interrupted {
            try tellInterruption()
            outcome = .interrupted
        } catch let failure as OutputFailure {
            throw failure
        } catch {
            try tell("error: \(error)")
            outcome = .failed
        }
        if outcome != .done { hasFailed = true }
        return outcome
    }

    /// Reports an interruption, on a line of its own. Buffered output is dropped.
    private func tellInterruption() throws(OutputFailure) {
        // A terminal shows the key as `^C` at the cursor.
        let isWithinLine = environment.output.discard() || environment.output.isTerminal
        environment.say((isWithinLine ? "\n" : "") + ReplFailure.interrupted.message)
    }

    private func perform(_ entry: String) throws {
        if entry.isEmpty || Self.isComment(entry) { return }
        guard Self.isCommand(entry) else {
            try ask(entry)
            return
        }
        let (name, argument) = Self.command(entry)
        let row = try ReplCommandTable.required(name)
        if row.argument.isLanguage {
            // Names are checked against the columns that there are now. Whoever needs the records says why they are gone.
            do { try current?.refresh(in: self) } catch let failure as ReplFailure where failure.isInterruption {
                throw failure
            } catch {}
        }
        try row.run(self, argument)
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
        entry == "#" || ["# ", "#!", "##"].contains { entry.startsExactly(with: $0) }
    }

    /// A text without surrounding spaces and line breaks.
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

    /// Writes a message, after all answers so far.
    func tell(_ text: String) throws(OutputFailure) { try tell(snippet: SafeText.lines(text)) }

    /// The same for a message that a renderer has drawn, which may have its colours.
    func tell(snippet: String) throws(OutputFailure) {
        try environment.output.flush()
        environment.say(snippet: snippet)
    }

    /// Shows the warnings about a text.
    func warn(_ warnings: [PredicateDiagnostic], in source: String) throws(OutputFailure) {
        if warnings.isEmpty { return }
        try tell(snippet: snippet(of: PredicateDiagnostics(source: source, diagnostics: warnings)))
    }

    /// The maximum number of warnings and errors shown for one line.
    private static let mostWarnings = 5
    private static let mostErrors = 50

    /// The errors and warnings of a text, for display. Their number is limited, because a long list may have
    /// thousands.
    func snippet(of diagnostics: PredicateDiagnostics) -> String {
        let errors = diagnostics.diagnostics.filter { $0.severity == .error }
        let most = errors.isEmpty ? Self.mostWarnings : Self.mostErrors
        let left = diagnostics.diagnostics.count - most
        guard left > 0 else { return environment.snippet(of: diagnostics, fileName: nil) }
        var shown = diagnostics
        shown.diagnostics = Array((errors.isEmpty ? diagnostics.diagnostics : errors).prefix(most))
        let snippet = environment.snippet(of: shown, fileName: nil)
        return snippet + (snippet.hasSuffix("\n") ? "" : "\n") + "and \(left) more of the kind"
    }

    /// The error of a record or a file, for display.
    func snippet(of error: RecordError) -> String {
        var error = error
        // File names are untrusted, and the snippet may contain colours.
        error.file = error.file.map { SafeText.plain($0) }
        error.message = SafeText.plain(error.message)
        return RecordErrorSnippet.text(error, width: environment.width, colour: environment.colour)
    }

    /// Ends the current work if the user has cancelled.
    func checkInterrupt() throws(ReplFailure) {
        if isInterrupted() { throw .interrupted }
    }

    /// Tells whether the user cancels work that begins now.
    func interruption() -> ReplInterruption { ReplInterruption(isWanted: watchInterrupts?() ?? isInterrupted) }

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
        if let index = dataSets.firstIndex(where: { sameCodePoints($0.name, data.name) }) {
            dataSets[index] = data
        } else {
            dataSets.append(data)
        }
        current = data
    }

    /// Makes a data set the current one.
    func use(_ data: any ReplData) { current = data }

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
