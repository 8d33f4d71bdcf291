import PredicateFormat
import PredicateRecords

/// The text of a predicate as it was given: on the command line, or in a file.
struct PredicateText {
    /// The predicate.
    var text: String
    /// The file that it stands in; messages begin with it.
    var fileName: String?
    /// What stands before the predicate in its file: a byte order mark.
    private var head = ""
    /// What stands behind it: blanks and line ends.
    private var tail = "\n"

    /// An operand of the command line.
    init(_ text: String) { self.text = text }

    /// The text of a file where one is named, or else an operand of the command line.
    init(_ text: String?, orFile file: String?) throws(CommandFailure) {
        if let file { try self.init(file: file) } else { self.init(text ?? "") }
    }

    /// The text of a file; `-` is standard input. What stands before the predicate stays with it, so that lines and columns are
    /// those of the file; a byte order mark and the blanks and line ends behind it are set aside.
    init(file: String) throws(CommandFailure) {
        fileName = file == "-" ? "standard input" : file
        var scalars = try readText(file, keepsMark: true).unicodeScalars[...]
        if scalars.first == "\u{FEFF}" { head.unicodeScalars.append(scalars.removeFirst()) }
        let whole = scalars
        while let last = scalars.last, last == " " || last == "\n" || last == "\r" || last == "\t" {
            scalars.removeLast()
        }
        text = String(scalars)
        tail = String(whole[scalars.endIndex...])
    }

    /// Another text in the place of this one, with what stands round it in the file.
    func replacing(with text: String) -> String { head + text + tail }
}

extension CommandFailure {
    /// What is wrong with a predicate.
    init(_ diagnostics: PredicateDiagnostics, of text: PredicateText, in environment: CommandEnvironment) {
        self.init(.data, snippet: environment.snippet(of: diagnostics, fileName: text.fileName))
    }
}

/// The text of a file, whole; for predicates and schemas.
func readText(_ path: String, keepsMark: Bool = false) throws(CommandFailure) -> String {
    do throws(RecordError) {
        return try (path == "-" ? RecordSource.standardInput : .file(path)).text(keepsMark: keepsMark)
    } catch {
        throw CommandFailure(error)
    }
}
