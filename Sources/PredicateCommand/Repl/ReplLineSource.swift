import CReadline
import PredicateFormat

import PredicatePlatform

/// What comes from where lines are read.
enum ReplLine: Hashable {
    /// A line, without its end.
    case line(String)
    /// The interrupt key: what has been typed is thrown away.
    case interrupted
    /// There is nothing more.
    case end
}

/// Where lines come from.
protocol ReplLineSource: AnyObject {
    /// The next line; a terminal shows the prompt before it.
    func next(prompt: String) -> ReplLine
    /// Adds an entry to those that can be brought back.
    func remember(_ entry: String)
    /// Throws away the lines that came together with the last one.
    func discard()
}

extension ReplLineSource {
    func remember(_ entry: String) {}
    func discard() {}
}

/// Lines of a pipe or a file on standard input.
final class ReplInputLines: ReplLineSource {
    func next(prompt: String) -> ReplLine {
        // At the end of the input `readLine` looks at a number that nobody has set, and reads for ever where the last call before it that
        // failed was interrupted.
        errno = 0
        return readLine(strippingNewline: true).map { .line($0) } ?? .end
    }
}

/// Lines that are known, as of a file that `:source` reads.
final class ReplListedLines: ReplLineSource {
    private var lines: ArraySlice<String>

    /// The lines of a text.
    init(_ text: String) {
        lines = text.textLines[...]
        if lines.last == "" { lines.removeLast() }
    }

    func next(prompt: String) -> ReplLine { lines.popFirst().map { .line($0) } ?? .end }
}

/// Lines that somebody types at a terminal, edited by readline.
///
/// There is one in a process, because readline has one state.
final class ReplEditor: ReplLineSource {
    /// What Tab does, asked with the line and the cursor's location in bytes, and what there is to be said beside the line.
    private final class Questions {
        let tab: (String, Int) -> ReplTab
        let notices: () -> String

        init(_ tab: @escaping (String, Int) -> ReplTab, _ notices: @escaping () -> String) {
            self.tab = tab
            self.notices = notices
        }
    }

    /// Lines of one entry that were pasted together, still to be given.
    private var pending: ArraySlice<String> = []

    /// An editor.
    ///
    /// - Parameters:
    ///   - history: entries that can be brought back, the oldest first.
    ///   - tab: what Tab does to a line.
    ///   - notices: lines that are shown above the line, asked for after `wake`; empty for none.
    init(history: [String], tab: @escaping (String, Int) -> ReplTab, notices: @escaping () -> String) {
        // Lives as long as the process, as readline's state does.
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

    /// Has the notices asked for; from any thread.
    static func wake() { predicate_editor_wake() }

    func next(prompt: String) -> ReplLine {
        if let line = pending.popFirst() { return .line(line) }
        var interrupted: Int32 = 0
        guard let text = predicate_editor_read(prompt, &interrupted) else {
            return interrupted != 0 ? .interrupted : .end
        }
        defer { free(text) }
        pending = String(cString: text).textLines[...]
        return .line(pending.popFirst() ?? "")
    }

    func remember(_ entry: String) { predicate_editor_remember(entry) }

    func discard() {
        pending = []
        predicate_editor_discard()
    }
}

/// The interrupt key of the terminal.
enum ReplInterrupts {
    /// From now on the key does not end the process.
    static func catchKey() { predicate_interrupts_catch() }
    /// Whether it has been pressed since it was last forgotten.
    static func isPressed() -> Bool { predicate_interrupted_since(predicate_interrupts_seen()) != 0 }
    /// The question whether it has been pressed since now, which keeps its answer when it is forgotten.
    static func watch() -> @Sendable () -> Bool {
        let seen = predicate_interrupts_seen()
        return { predicate_interrupted_since(seen) != 0 }
    }
    /// Forgets that it was pressed.
    static func forget() { predicate_interrupts_forget() }
}
