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

/// What an editor asks about the line being typed. Cursors are in bytes.
protocol ReplEditorAnswers: AnyObject {
    /// The change of a key.
    func change(_ line: String, cursor: Int, key: ReplEditor.Key) -> ReplTab
    /// Lines to show above the line, requested after `wake`; empty for none.
    func notices() -> String
    /// Whether the line is drawn by `draw`, and not by readline.
    var draws: Bool { get }
    /// What is written to the terminal to draw a line, and the milliseconds after which it is drawn again if no key
    /// arrives; nil for never.
    func draw(
        _ line: String, cursor: Int, prompt: String, because cause: ReplEditor.Cause
    ) -> (bytes: String, wait: Int?)
    /// Takes the milliseconds until the terminal had shown what was written.
    func lag(_ milliseconds: Int)
}

/// Lines from a terminal, edited with readline.
///
/// Only one editor may exist in a process, because readline has only one state.
final class ReplEditor: ReplLineSource {
    /// The keys that do not only do what readline does.
    enum Key: Int32 {
        case tab, take, takeWord, fix
    }

    /// Why a line is drawn; see `CReadline.h`.
    enum Cause: Int32 {
        case keys, rest, anew, end, nothing
    }

    /// The answers, for a function of C.
    private final class Context {
        let answers: any ReplEditorAnswers

        init(_ answers: any ReplEditorAnswers) { self.answers = answers }

        static func answers(_ pointer: UnsafeMutableRawPointer?) -> (any ReplEditorAnswers)? {
            pointer.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue().answers }
        }
    }

    /// - Parameters:
    ///   - history: the entries of the history, oldest first.
    ///   - answers: what the editor asks.
    init(history: [String], answers: any ReplEditorAnswers) {
        // Lives as long as the process, like readline's state.
        let context = Unmanaged.passRetained(Context(answers)).toOpaque()
        predicate_editor_start(
            predicate_answers(
                change: { line, cursor, key, context in
                    var change = predicate_change(start: 0, end: cursor, replacement: nil, listing: nil)
                    guard let line, let answers = Context.answers(context), let key = Key(rawValue: key) else {
                        return change
                    }
                    switch answers.change(String(cString: line), cursor: cursor, key: key) {
                    case .nothing: break
                    case .replace(let start, let text): (change.start, change.replacement) = (start, strdup(text))
                    case .replaceAll(let text): (change.end, change.replacement) = (strlen(line), strdup(text))
                    case .list(let text): change.listing = strdup(SafeText.lines(text))
                    }
                    return change
                },
                notices: { context in
                    let text = Context.answers(context)?.notices() ?? ""
                    return text.isEmpty ? nil : strdup(SafeText.lines(text, allowingColour: true))
                },
                draws: { Context.answers($0)?.draws ?? false ? 1 : 0 },
                draw: { prompt, line, cursor, cause, context in
                    var drawing = predicate_drawing(bytes: nil, wait: -1)
                    guard let answers = Context.answers(context), let cause = Cause(rawValue: cause) else {
                        return drawing
                    }
                    let (bytes, wait) = answers.draw(
                        line.map { String(cString: $0) } ?? "", cursor: cursor,
                        prompt: prompt.map { String(cString: $0) } ?? "", because: cause)
                    if !bytes.isEmpty { drawing.bytes = strdup(bytes) }
                    drawing.wait = wait.map { Int32(clamping: $0) } ?? -1
                    return drawing
                },
                lag: { Context.answers($1)?.lag(Int($0)) },
                context: context))
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
