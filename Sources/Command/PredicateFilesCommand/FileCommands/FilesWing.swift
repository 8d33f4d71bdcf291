#if Command && Files
import PredicateFiles
import PredicateFormat
import PredicatePlatform
import PredicateRecords

extension CommandWing {
    /// Predicates in the files of other programs: `lint`, `test`, `lsp`, and files of named predicates.
    package static let files = CommandWing(
        part: .files, commands: { [LintCommand.self, TestCommand.self, LanguageServerCommand.self] },
        provide: { KnownPredicates.reader.withLock { $0 = NamedFileReader() } })
}

/// Reads files of named predicates for the commands of other wings.
struct NamedFileReader: NamedPredicateReader {
    private static let namesOfJSON = [".json", ".ndjson", ".jsonl", ".geojson", ".gz", ".zst"]

    func propertyList(_ path: String) -> RecordSource? {
        // What is named as JSON is opened once, as a file may change between two times.
        guard !Self.namesOfJSON.contains(where: { path.lowercased().endsExactly(with: $0) }) else { return nil }
        // A pipe must not be opened twice: its writer would lose its reader.
        guard FileIdentity(path: path) != nil, let file = try? OpenedFile(path, .regular) else { return nil }
        defer { close(file.descriptor) }
        // Most files are JSON, and their first byte shows it.
        let first = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        defer { first.deallocate() }
        guard SystemCall.readBytes(file.descriptor, into: first) > 0, "<b\u{FEFF}".utf8.contains(first[0]),
            let bytes = try? FileBytes.read(path), let kind = PropertyListReader.kind(of: bytes), kind != .ascii
        else { return nil }
        do throws(ConfigurationError) {
            return .text(RecordWriter.json(try PropertyListReader.read(bytes).predicateValue), name: path)
        } catch {
            let failure = RecordError.damagedPropertyList(error.message, in: bytes, at: error.offset, file: path)
            return .function(name: path) { _ throws(RecordError) in throw failure }
        }
    }

    func reads(_ path: String) -> Bool { PredicateFile.Format(path: path) != nil }

    func read(
        _ path: String, types: [RecordSchema], in environment: CommandEnvironment
    ) throws(CommandFailure) -> KnownPredicates {
        let file = try PredicateFile.read(path, types: types, in: environment)
        return KnownPredicates(path: file.path, predicates: file.predicates.map { KnownPredicate($0) })
    }

    func predicate(
        named name: String, withArguments arguments: [String], of path: String, types: [RecordSchema],
        in environment: CommandEnvironment
    ) throws(CommandFailure) -> KnownPredicate {
        let file = try PredicateFile.read(path, types: types, in: environment)
        do throws(PredicateFileError) {
            let found = try file.named(name)
            if let unknown = arguments.first(where: { !found.hasArgument($0) }) { throw found.unknownArgument(unknown) }
            return KnownPredicate(found)
        } catch {
            throw CommandFailure(.usage, "error: \(SafeText.plain(path)): \(error)")
        }
    }
}

extension KnownPredicate {
    /// A predicate of a file.
    init(_ predicate: NamedPredicate) {
        name = predicate.name
        description = predicate.description
        text = predicate.text
        expandedText = predicate.expandedText
        schema = predicate.schema
        arguments = predicate.arguments.map { argument in
            Argument(name: argument.name, type: argument.type, defaultValue: argument.defaultValue) {
                value throws(CommandFailure) in
                try PredicateFileError.translating(try argument.fitting(value)) {
                    CommandFailure(.usage, "error: \($0)")
                }
            }
        }
        checked = predicate.checked
    }
}

extension PredicateFile {
    /// Reads a file of named predicates.
    ///
    /// - Parameter types: the types that the file may name.
    static func read(
        _ path: String, types: [RecordSchema] = [], in environment: CommandEnvironment
    ) throws(CommandFailure) -> PredicateFile {
        try PredicateFileError.translating(try PredicateFile(contentsOf: path, types: types, library: commandLibrary)) {
            CommandFailure($0, in: environment)
        }
    }
}

extension CommandFailure {
    /// The failure for a file of named predicates that cannot be used.
    init(_ error: PredicateFileError, in environment: CommandEnvironment) {
        self.init(
            error.isUnreadable ? .noInput : .data,
            snippet: error.rendered(width: environment.width, colour: environment.colour))
    }
}
#endif
