import PredicateCore
import PredicateFiles
import PredicateRecords

/// What decides how the predicates of a file are found and checked: the choices of the client, and `.predicate.yaml` files.
struct ServerSettings: Sendable {
    /// The settings of folders, with the choices of the client as their last rule.
    private let locator: Locked<LintSettingsLocator>
    private let library: PredicateLibrary

    /// The settings of a client without choices.
    init(_ library: PredicateLibrary) { self.init(LintSettingsLocator(), library) }

    private init(_ locator: LintSettingsLocator, _ library: PredicateLibrary) {
        self.locator = Locked(locator)
        self.library = library
    }

    /// What finds and checks the predicates of a file; nil if the settings leave the file alone.
    ///
    /// - Parameter path: the path of the file.
    func checks(for path: String) -> LintChecks? {
        locator.withLock { $0.settings(of: path)?.settings ?? $0.fallback }.checks(for: path, library)
    }

    /// What finds the predicates of a file.
    func finder(for path: String) -> PredicateFinder { checks(for: path)?.finder ?? PredicateFinder(profiles: []) }
}

extension ServerSettings {
    /// The settings of a client, as far as they can be read, with what is wrong with them.
    ///
    /// - Parameters:
    ///   - value: an object with `keys`, `schema`, `profiles`, `models`, or with such an object at `predicate`.
    ///   - root: the folder that relative paths start from.
    static func read(
        _ value: PredicateValue, root: String?, in environment: ServerEnvironment
    ) -> (settings: ServerSettings, problems: [String]) {
        var value = value
        if case .object = value["predicate"] { value = value["predicate"] }
        let read = LintSettings.ofEditor(
            Array(RecordWriter.json(value).utf8), folder: root ?? "", read: environment.read)
        let locator = LintSettingsLocator(adding: read.rule, profiles: read.profiles)
        return (ServerSettings(locator, environment.library), read.problems)
    }
}

/// What the program around the server gives it.
package struct ServerEnvironment: Sendable {
    /// The version of the program.
    package let version: String
    /// The functions and operators that programs have.
    package let library: PredicateLibrary
    /// Reads a file that settings name; nil for a file of the disk.
    package let read: LintSettings.ReadFile?
    /// Explains an operator, a function or a word of the language in Markdown; nil if it knows none of the name.
    package let documentation: @Sendable (String) -> String?

    /// An environment.
    package init(
        version: String, library: PredicateLibrary, read: LintSettings.ReadFile? = nil,
        documentation: @escaping @Sendable (String) -> String?
    ) {
        self.version = version
        self.library = library
        self.read = read
        self.documentation = documentation
    }
}
