#if Files
import PredicateFiles
import PredicateFormat

extension PredicateRequest {
    /// Takes the predicate that `@name` means, if the whole text is that and `--predicates` names a file.
    ///
    /// - Parameters:
    ///   - file: the file of `--predicates`; nil if there is none.
    ///   - otherTexts: texts of the command line that may use variables too.
    mutating func lookUpName(
        in file: String?, otherTexts: [String] = [], _ environment: CommandEnvironment
    ) throws(CommandFailure) {
        guard let file, let name = Self.name(text.text) else { return }
        let types = try schemaFile.map { path throws(CommandFailure) in
            [try declaredSchema(path, in: environment)]
        }
        let predicates = try PredicateFile.read(file, types: types ?? [], in: environment)
        do throws(NamedPredicateError) {
            let found = try predicates.named(name)
            for variable in variables.names where !found.hasArgument(variable) {
                if otherTexts.contains(where: { $0.containsExactly("$" + variable) }) { continue }
                throw found.unknownArgument(variable)
            }
            named = found
            text = PredicateText(found.expandedText)
        } catch {
            throw CommandFailure(.usage, "error: \(SafeText.plain(file)): \(error)")
        }
    }

    /// The name in `@name`; nil for other texts, such as `@count > 3`.
    static func name(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        guard scalars.first == "@", scalars.count > 1 else { return nil }
        let name = scalars.dropFirst()
        let isName = name.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.".unicodeScalars.contains($0)
        }
        return isName ? String(name) : nil
    }
}

extension PredicateFile {
    /// Reads a file of named predicates.
    ///
    /// - Parameter types: the types that the file may name.
    static func read(
        _ path: String, types: [RecordSchema] = [], in environment: CommandEnvironment
    ) throws(CommandFailure) -> PredicateFile {
        do throws(PredicateFileError) {
            return try PredicateFile(contentsOf: path, types: types, library: commandLibrary)
        } catch {
            throw CommandFailure(error, in: environment)
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
