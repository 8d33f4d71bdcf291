import PredicateFormat
import PredicateRecords

/// A predicate of a file of named predicates.
struct KnownPredicate: Sendable {
    /// An argument, which the text names with `$`.
    struct Argument: Sendable {
        var name: String
        var type: ValueType
        var defaultValue: PredicateValue?
        /// A value as one of the type.
        ///
        /// - Throws: the failure that it is none; status 64.
        var fitting: @Sendable (PredicateValue) throws(CommandFailure) -> PredicateValue
    }

    var name: String
    var description: String?
    /// The text in the file.
    var text: String
    /// The text with the predicates that it uses written out.
    var expandedText: String
    /// The types of its records; nil if the file declares none.
    var schema: RecordSchema?
    var arguments: [Argument]
    var checked: CheckedPredicate

    /// The predicate with values for its arguments: the given ones, and the defaults of others.
    func binding(_ given: [String: PredicateValue] = [:]) throws(PredicateDiagnostics) -> CheckedPredicate {
        var values = NameTable<PredicateValue>()
        for argument in arguments { values[argument.name] = given[argument.name] ?? argument.defaultValue }
        return values.isEmpty ? checked : try checked.binding(values: values)
    }
}

/// The named predicates of a file.
struct KnownPredicates: Sendable {
    var path: String
    var predicates: [KnownPredicate]

    var names: [String] { predicates.map(\.name) }

    subscript(name: String) -> KnownPredicate? { predicates.first { sameCodePoints($0.name, name) } }
}

/// Reads files of named predicates, and property lists. The wing Files registers one.
protocol NamedPredicateReader: Sendable {
    /// The property list in a regular file as JSON, or the error of a damaged one; nil for other files.
    func propertyList(_ path: String) -> RecordSource?

    /// Whether a file with this name can hold named predicates.
    func reads(_ path: String) -> Bool

    /// Reads a file.
    ///
    /// - Parameter types: the types that the file may name.
    func read(
        _ path: String, types: [RecordSchema], in environment: CommandEnvironment
    ) throws(CommandFailure) -> KnownPredicates

    /// Reads a file and finds a predicate in it.
    ///
    /// - Parameters:
    ///   - arguments: names that have to be arguments of the predicate.
    ///   - types: the types that the file may name.
    func predicate(
        named name: String, withArguments arguments: [String], of path: String, types: [RecordSchema],
        in environment: CommandEnvironment
    ) throws(CommandFailure) -> KnownPredicate
}

extension RecordSource {
    /// A file of records. A property list is a document.
    static func records(_ path: String) -> RecordSource {
        KnownPredicates.reader.withLock { $0 }?.propertyList(path) ?? .file(path)
    }
}

extension KnownPredicates {
    /// The reader of this build; nil if it has none.
    static let reader = Locked<(any NamedPredicateReader)?>(nil)

    /// The reader of this build.
    ///
    /// - Throws: the failure that the build lacks one.
    static func requiredReader() throws(CommandFailure) -> any NamedPredicateReader {
        guard let reader = reader.withLock({ $0 }) else {
            throw CommandFailure(absent: "named predicates", .files)
        }
        return reader
    }
}

extension PredicateRequest {
    /// Takes the predicate that `@name` means, if the whole text is that and `--predicates` names a file.
    ///
    /// - Parameters:
    ///   - file: the file of `--predicates`; nil if there is none.
    ///   - otherTexts: other strings of the command line that may use variables.
    mutating func lookUpName(
        in file: String?, otherTexts: [String] = [], _ environment: CommandEnvironment
    ) throws(CommandFailure) {
        guard let file else { return try refuseUnknownVariables(otherTexts) }
        let reader = try KnownPredicates.requiredReader()
        guard let name = Self.name(text.text) else { return try refuseUnknownVariables(otherTexts) }
        let types = try schemaFile.map { path throws(CommandFailure) in
            [try declaredSchema(path, in: environment)]
        }
        let arguments = variables.names.filter { variable in
            !otherTexts.contains { $0.containsExactly("$" + variable) }
        }
        let found = try reader.predicate(
            named: name, withArguments: arguments, of: file, types: types ?? [], in: environment)
        for argument in found.arguments {
            guard let given = variables[argument.name] else { continue }
            variables[argument.name] = .value(try argument.fitting(given.value(as: argument.type)))
        }
        named = found
        text = PredicateText(found.expandedText)
    }

    /// Refuses a value for a variable that neither the predicate nor its query has: its name is probably misspelt.
    ///
    /// In the spelling of another language a variable may follow `:` or a brace.
    private func refuseUnknownVariables(_ otherTexts: [String]) throws(CommandFailure) {
        guard !variables.isEmpty else { return }
        let known = ([text.text] + otherTexts).flatMap { $0.matches(of: /[$:@{#](\w+)/).map { String($0.1) } }
        for name in variables.names where !known.containsName(name) {
            let hint =
                Suggestions.nearest(to: name, among: known).map { "did you mean `$\($0)`?" }
                ?? "write it there, in single quotes for the shell, or leave `--var` out"
            throw CommandFailure(.usage, "error: the predicate has no variable `$\(SafeText.plain(name))`; \(hint)")
        }
    }

    /// The name in `@name`; nil for other strings, such as `@count > 3`.
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
