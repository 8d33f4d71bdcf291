import PredicateFormat
import PredicateRecords

/// The text of a predicate as it was given: on the command line, or in a file.
struct PredicateText {
    /// The predicate.
    var text: String
    /// The file of the predicate. Messages begin with its name.
    var fileName: String?
    /// The byte order mark before the predicate in its file.
    private var head = ""
    /// The blanks and line ends after the predicate in its file.
    private var tail = "\n"

    /// An operand of the command line.
    init(_ text: String) { self.text = text }

    /// The text of the file if one is named, otherwise an operand of the command line.
    init(_ text: String?, orFile file: String?) throws(CommandFailure) {
        if let file { try self.init(file: file) } else { self.init(text ?? "") }
    }

    /// The text of a file; `-` is standard input. Blanks before the predicate are kept, so that lines and columns are
    /// those of the file. A byte order mark, and blanks and line ends after the predicate, are set aside.
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

    /// The contents of the file with another predicate in place of this one.
    func replacing(with text: String) -> String { head + text + tail }
}

extension PredicateDiagnostics {
    /// The codes of the errors, in their order.
    var errorCodes: [String] { diagnostics.filter { $0.severity == .error }.map(\.code.rawValue) }
}

extension CommandFailure {
    /// The failure for errors in a predicate.
    init(_ diagnostics: PredicateDiagnostics, of text: PredicateText, in environment: CommandEnvironment) {
        self.init(.data, snippet: environment.snippet(of: diagnostics, fileName: text.fileName))
        explained = diagnostics.errorCodes
    }
}

/// The whole text of a file, for predicates and schemas.
func readText(_ path: String, keepsMark: Bool = false) throws(CommandFailure) -> String {
    do throws(RecordError) {
        return try (path == "-" ? RecordSource.standardInput : .file(path)).text(keepsMark: keepsMark)
    } catch {
        throw CommandFailure(error)
    }
}
