import PredicateCore
import PredicateFiles

/// The predicates of a document at one moment.
struct DocumentAnalysis: Sendable {
    /// A predicate, and whether it was edited since its file could last be read.
    struct Entry: Sendable {
        var predicate: FoundPredicate
        var isEdited = false
    }

    /// The predicates in their order. If the file cannot be read, those of the last readable text, where they are now.
    var entries: [Entry]
    /// The file; nil if it cannot be read, or if it is of no known format.
    var file: ConfigurationFile?
    /// The format; nil if it is not known.
    var format: ConfigurationFormat?
    /// Why the file cannot be read; nil also if that is of no interest, because it seems to have no predicates.
    var error: ConfigurationError?
    /// Whether the file has named predicates.
    var isNamed = false

    var predicates: [FoundPredicate] { entries.map(\.predicate) }

    /// Reads the text of a document.
    ///
    /// - Parameters:
    ///   - checks: what finds predicates; nil if the settings leave the file alone.
    ///   - isNamed: whether the last text had named predicates.
    ///   - before: the predicates of the last analysis, at their present locations. They serve if the text cannot be read.
    init(
        _ text: EditorText, path: String, languageID: String, checks: LintChecks?, isNamed: Bool,
        before: () -> [Entry]
    ) {
        entries = []
        guard let format = DocumentFormat.format(of: path, languageID: languageID, text.bytes) else { return }
        self.format = format
        do throws(ConfigurationError) {
            let file = try ConfigurationFile(path: path, text.bytes, format)
            if file.isBinary { return }
            self.file = file
            let named = checks?.named(file, isExpected: isNamed)
            self.isNamed = named != nil
            let predicates = named?.predicates(in: file) ?? checks?.finder.predicates(in: file) ?? []
            entries = predicates.map { Entry(predicate: $0) }
        } catch {
            self.isNamed = isNamed
            entries = before()
            if !entries.isEmpty || Self.seemsToHavePredicates(text, format, checks) { self.error = error }
        }
    }

    /// Whether a document has a key of a profile. The mistakes of other files are not for us to report.
    private static func seemsToHavePredicates(
        _ text: EditorText, _ format: ConfigurationFormat, _ checks: LintChecks?
    ) -> Bool {
        guard let finder = checks?.finder else { return false }
        switch format {
        case .predicates, .dataModel: return true
        default: break
        }
        let keys = finder.profiles.filter { $0.formats.contains(format) }.flatMap(\.predicates).compactMap(\.lastKey)
        return keys.contains { key in text.bytes.contains(Array(key.utf8)) }
    }
}

/// The format of a document: by its name and its first bytes, or else by the language that the editor takes it for.
enum DocumentFormat {
    static func format(of path: String, languageID: String, _ bytes: [UInt8]) -> ConfigurationFormat? {
        if let format = ConfigurationFile.format(of: path, bytes) { return format }
        switch languageID.lowercased() {
        case "yaml": return .yaml
        case "json", "jsonc", "json5": return .json
        case "toml": return .toml
        case "plist": return .propertyList
        case "swift": return .swift
        case "objective-c", "objective-cpp", "objc", "objcpp": return .objectiveC
        case "shellscript", "sh", "bash", "zsh": return .shell
        case "predicates", "predicate": return .predicates
        default: return nil
        }
    }
}

/// The diagnostics of predicates that were checked before.
///
/// A keystroke changes one predicate of a file. The others are found again by their text and by what they are checked against, wherever
/// they are now. What the last two complete checks of a document did not ask for is dropped.
struct CheckCache {
    /// What a result depends on in addition to the schema.
    private struct Key: Hashable {
        let text: ExactName
        let profile: String
        let isOpen: Bool
        let isExpression: Bool
        let api: SourceCall.API?
        let arguments: [SourceArgument.Kind]?
        let hasOpenArguments: Bool?
        let injectionCount: Int?
        let notation: PredicateNotation?

        init(_ predicate: FoundPredicate) {
            text = ExactName(predicate.text.text)
            profile = predicate.profile
            isOpen = predicate.isOpen
            isExpression = predicate.isExpression
            api = predicate.call?.api
            arguments = predicate.call?.arguments.map(\.kind)
            hasOpenArguments = predicate.call?.hasOpenArguments
            injectionCount = predicate.call?.injections.count
            notation = predicate.notation
        }
    }

    private struct Entry {
        let schema: RecordSchema?
        let diagnostics: [PredicateDiagnostic]
    }

    private var last: [Key: Entry] = [:]
    private var current: [Key: Entry] = [:]
    /// How many predicates were checked, for tests.
    private(set) var checkCount = 0

    /// What was found for a predicate before; nil if it has not been checked.
    mutating func diagnostics(of predicate: FoundPredicate) -> [PredicateDiagnostic]? {
        let key = Key(predicate)
        if let entry = current[key], entry.schema == predicate.schema { return entry.diagnostics }
        guard let entry = last[key], entry.schema == predicate.schema else { return nil }
        current[key] = entry
        return entry.diagnostics
    }

    /// Keeps what was found for a predicate.
    mutating func keep(_ diagnostics: [PredicateDiagnostic], of predicate: FoundPredicate) {
        checkCount += 1
        current[Key(predicate)] = Entry(schema: predicate.schema, diagnostics: diagnostics)
    }

    /// A check of all predicates is complete.
    mutating func finishRound() {
        last = current
        current = [:]
    }

    /// Drops everything, because profiles or schemas have changed.
    mutating func removeAll() {
        last = [:]
        current = [:]
    }
}
