import PredicatePlatform

import PredicateFormat
import PredicateRecords

/// The name of a file where the predicate belongs. The file is never opened: only its name is looked up, and only if
/// the text cannot be a predicate.
enum MisplacedFile {
    /// Refuses a string that names a file and is not a predicate, before any record is read or waited for.
    ///
    /// - Parameters:
    ///   - text: the text in the place of the predicate.
    ///   - command: the name of the sub-command.
    ///   - others: the operands after it.
    ///   - readsRecords: whether the sub-command reads records from its operands.
    ///   - environment: the environment with the command line, which the message repeats with its options.
    static func refuse(
        _ text: String, of command: String, before others: [String] = [], readsRecords: Bool,
        in environment: CommandEnvironment
    ) throws(CommandFailure) {
        let exists = exists(text)
        guard exists || mayBeName(text), !isPredicate(text) else { return }
        let name = SafeText.plain(text)
        let word = ShellWord.quoted(text)
        let what = exists ? "is a file" : "looks like the name of a file"
        let typed = TypedLine(environment.arguments, or: [command, text] + others)
        guard readsRecords else {
            let line = typed.replacing(text, with: ["-f", word])
            throw CommandFailure(
                .usage, "error: `\(name)` \(what); --predicate-file reads the predicate in it: \(line)")
        }
        if let predicate = others.first(where: { !Self.exists($0) && isPredicate($0) }) {
            let line = typed.replacing(text, with: [ShellWord.quoted(predicate), word], without: predicate)
            throw CommandFailure(.usage, "error: `\(name)` \(what), and the predicate comes first: \(line)")
        }
        let line = typed.replacing(text, with: ["'PREDICATE'", word])
        let all = command == "filter" ? "; for all records: \(typed.replacing(text, with: ["--all", word]))" : ""
        throw CommandFailure(.usage, "error: `\(name)` \(what), and the predicate comes first: \(line)\(all)")
    }

    /// Refuses a predicate with `--all`, where the operands are files.
    static func refusePredicate(_ text: String) throws(CommandFailure) {
        guard !exists(text), isPredicate(text) else { return }
        throw CommandFailure(
            .usage,
            "error: `\(SafeText.plain(text))` is a predicate, and --all takes all records without one; leave out --all"
        )
    }

    /// Whether a string is a predicate over records of any kind.
    static func isPredicate(_ text: String) -> Bool {
        let parsed = ParsedText(text, as: .predicate, library: commandLibrary)
        return PredicateFrontEnd(parsed, arguments: nil, bindings: NameTable(), requiresValues: false)
            .compilation(against: nil).predicate != nil
    }

    /// Whether there is a file of the name.
    static func exists(_ name: String) -> Bool {
        !name.isEmpty && FileSystem.status(name) != nil
    }

    /// Whether a string ends as the names of data files do.
    private static func mayBeName(_ text: String) -> Bool {
        guard !text.utf8.contains(where: { [0x20, 0x22, 0x27, 0x3D, 0x28].contains($0) }) else { return false }
        return endings.contains { text.lowercased().hasSuffix($0) }
    }

    private static let endings = [
        ".json", ".ndjson", ".jsonl", ".json.gz", ".ndjson.gz", ".jsonl.gz", ".json.zst", ".ndjson.zst", ".jsonl.zst",
        ".csv", ".parquet", ".sqlite",
    ]
}
