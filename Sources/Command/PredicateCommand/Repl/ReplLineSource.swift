import CReadline
import PredicateFormat

@preconcurrency import PredicatePlatform

/// The result of reading a line.
enum ReplLine: Hashable {
    /// A line, without its end.
    case line(String)
    /// Lines that were pasted together, with line feeds between them.
    case paste(String)
    /// The interrupt key was pressed, and the typed text is dropped.
    case interrupted
    /// The end of the input.
    case end
}

/// A source of lines.
protocol ReplLineSource: AnyObject {
    /// The next line; a terminal shows a prompt before it.
    func next(prompt: String) -> ReplLine
    /// Adds an entry to the history.
    func remember(_ entry: String)
    /// Discards lines that arrived together with the last one.
    func discard()
}

extension ReplLineSource {
    func remember(_ entry: String) {}
    func discard() {}
}

/// Lines of a pipe or a file on standard input.
final class ReplInputLines: ReplLineSource {
    func next(prompt: String) -> ReplLine {
        // Not `readLine`, which replaces bytes that are not UTF-8: a name of a file may have them.
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        var count = 0
        repeat {
            clearerr(stdin)
            errno = 0
            count = getline(&line, &capacity, stdin)
        } while count < 0 && errno == EINTR
        guard count > 0, let line else { return .end }
        var bytes = UnsafeRawBufferPointer(start: line, count: count)[...]
        if bytes.last == UInt8(ascii: "\n") {
            bytes = bytes.dropLast()
            if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
        }
        return .line(FileName.text(ofTyped: bytes))
    }
}

/// Lines in memory, such as those of a file that `:source` reads.
final class ReplListedLines: ReplLineSource {
    private var lines: ArraySlice<String>

    init(_ text: String) {
        lines = text.textLines[...]
        if lines.last == "" { lines.removeLast() }
    }

    func next(prompt: String) -> ReplLine { lines.popFirst().map { .line($0) } ?? .end }
}

/// Lines from a terminal, edited with readline.
///
/// Only one editor may exist in a process, because readline has only one state.
final class ReplEditor: ReplLineSource {
    /// The callbacks for Tab, with the line and the cursor's position in bytes, and for notices.
    private final class Questions {
        let tab: (String, Int) -> ReplTab
        let notices: () -> String

        init(_ tab: @escaping (String, Int) -> ReplTab, _ notices: @escaping () -> String) {
            self.tab = tab
            self.notices = notices
        }
    }

    /// An editor.
    ///
    /// - Parameters:
    ///   - history: the entries of the history, oldest first.
    ///   - tab: the effect of Tab on a line.
    ///   - notices: lines to show above the input line, requested after `wake`; empty for none.
    init(history: [String], tab: @escaping (String, Int) -> ReplTab, notices: @escaping () -> String) {
        // Lives as long as the process, like readline's state.
        let questions = Unmanaged.passRetained(Questions(tab, notices)).toOpaque()
        predicate_editor_start(
            { line, cursor, context in
                guard let line, let context else { return predicate_tab(start: 0, replacement: nil, listing: nil) }
                let questions = Unmanaged<Questions>.fromOpaque(context).takeUnretainedValue()
                switch questions.tab(String(cString: line), cursor) {
                case .nothing: return predicate_tab(start: 0, replacement: nil, listing: nil)
                case .replace(let start, let text):
                    return predicate_tab(start: start, replacement: strdup(text), listing: nil)
                case .list(let text):
                    return predicate_tab(start: 0, replacement: nil, listing: strdup(SafeText.lines(text)))
                }
            },
            { context in
                guard let context else { return nil }
                let text = Unmanaged<Questions>.fromOpaque(context).takeUnretainedValue().notices()
                return text.isEmpty ? nil : strdup(SafeText.lines(text, allowingColour: true))
            }, questions)
        for entry in history { predicate_editor_remember(entry) }
    }

    /// Makes the editor request the notices. May be called from any thread.
    static func wake() { predicate_editor_wake() }

    func next(prompt: String) -> ReplLine {
        var interrupted: Int32 = 0
        guard let text = predicate_editor_read(prompt, &interrupted) else {
            return interrupted != 0 ? .interrupted : .end
        }
        defer { free(text) }
        let typed = FileName.text(ofTyped: UnsafeRawBufferPointer(start: text, count: strlen(text)))
        return typed.textLines.count > 1 ? .paste(typed) : .line(typed)
    }

    func remember(_ entry: String) { predicate_editor_remember(entry) }

    func discard() { predicate_editor_discard() }
}

/// The interrupt key of the terminal.
enum ReplInterrupts {
    /// Stops the key from ending the process.
    static func catchKey() { predicate_interrupts_catch() }
    /// Whether the key has been pressed since it was last forgotten.
    static func isPressed() -> Bool { predicate_interrupted_since(predicate_interrupts_seen()) != 0 }
    /// Returns a function that tells whether the key has been pressed since now. Forgetting the key does not change
    /// its answer.
    static func watch() -> @Sendable () -> Bool {
        let seen = predicate_interrupts_seen()
        return { predicate_interrupted_since(seen) != 0 }
    }
    /// Forgets that the key was pressed.
    static func forget() { predicate_interrupts_forget() }
}
