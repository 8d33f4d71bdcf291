import PredicateFiles
import PredicateFormat
import PredicateRecords

/// What decides how the predicates of a file are found and checked: the choices of the client, and `.predicate.yaml` files.
struct ServerSettings: Sendable {
    /// The choices of the client, as the last rule of the settings of each file.
    private let rule: LintSettings.Rule
    private let profiles: [PredicateProfile]
    private let library: PredicateLibrary
    private let files = SettingsFiles()

    /// The settings of a client without choices.
    init(_ library: PredicateLibrary) { self.init(LintSettings.Rule(), profiles: [], library) }

    private init(_ rule: LintSettings.Rule, profiles: [PredicateProfile], _ library: PredicateLibrary) {
        self.rule = rule
        self.profiles = profiles
        self.library = library
    }

    /// What finds and checks the predicates of a file; nil if the settings leave the file alone.
    ///
    /// - Parameter path: the path of the file.
    func checks(for path: String) -> LintChecks? {
        let settings = files.settings(of: path) { $0.adding(rule, profiles: profiles) }
        return settings.checks(for: path, library)
    }

    /// What finds the predicates of a file.
    func finder(for path: String) -> PredicateFinder { checks(for: path)?.finder ?? PredicateFinder(profiles: []) }
}

/// The settings of folders, each read once.
private final class SettingsFiles: Sendable {
    private struct State {
        var locator = LintSettingsLocator()
        /// The settings with the choices of the client, by the folder of their file.
        var known: [ExactName: LintSettings] = [:]
    }

    private let state = Locked(State())

    func settings(of path: String, complete: (LintSettings) -> LintSettings) -> LintSettings {
        state.withLock { state in
            let found = state.locator.settings(of: path)?.settings ?? LintSettings()
            let key = ExactName(found.folder ?? "")
            if let known = state.known[key] { return known }
            let settings = complete(found)
            state.known[key] = settings
            return settings
        }
    }
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
        var reader = SettingsReader(root: root, environment: environment)
        var value = value
        if case .object = value["predicate"] { value = value["predicate"] }
        var rule = LintSettings.Rule()
        let profiles = reader.profiles(value["profiles"])
        rule.profiles = profiles?.map(\.name)
        rule.keys = reader.keys(value["keys"])
        rule.schema = reader.schema(value["schema"])
        rule.models = reader.models(value["models"])
        return (ServerSettings(rule, profiles: profiles ?? [], environment.library), reader.problems)
    }
}

/// Reads settings part by part, and collects what is wrong.
private struct SettingsReader {
    let root: String?
    let environment: ServerEnvironment
    var problems: [String] = []

    init(root: String?, environment: ServerEnvironment) {
        self.root = root
        self.environment = environment
    }

    /// The texts of a setting: one, or a list.
    private mutating func texts(_ name: String, _ value: PredicateValue) -> [String]? {
        if value.isNull { return nil }
        if let text = value.text { return [text] }
        guard let elements = value.elements else {
            problems.append("The setting `\(name)` is a list of strings.")
            return nil
        }
        let texts = elements.compactMap(\.text)
        if texts.count < elements.count { problems.append("The setting `\(name)` is a list of strings.") }
        return texts
    }

    mutating func keys(_ value: PredicateValue) -> [KeyPattern] {
        var keys: [KeyPattern] = []
        for text in texts("keys", value) ?? [] {
            if let key = KeyPattern(text) {
                keys.append(key)
            } else {
                problems.append("The setting `keys`: `\(text)` is no key pattern.")
            }
        }
        return keys
    }

    mutating func profiles(_ value: PredicateValue) -> [PredicateProfile]? {
        guard let names = texts("profiles", value) else { return nil }
        var profiles: [PredicateProfile] = []
        for name in names {
            if let builtin = PredicateProfile.builtin(named: name) {
                profiles.append(builtin)
                continue
            }
            guard let bytes = bytes("profiles", name) else { continue }
            do throws(ConfigurationError) {
                profiles.append(try PredicateProfile(reading: bytes))
            } catch {
                problems.append("The setting `profiles`: \(name): \(error.message)")
            }
        }
        return profiles
    }

    mutating func schema(_ value: PredicateValue) -> RecordSchema? {
        if value.isNull { return nil }
        let bytes: [UInt8]
        if let path = value.text {
            guard let read = self.bytes("schema", path) else { return nil }
            bytes = read
        } else if case .object = value {
            // A schema within the settings.
            bytes = Array(RecordWriter.json(value).utf8)
        } else {
            problems.append("The setting `schema` is the path of a JSON Schema, or one itself.")
            return nil
        }
        do throws(RecordError) {
            return try JSONSchemaReader.read(bytes).schema
        } catch {
            problems.append("The setting `schema`: \(error.message)")
            return nil
        }
    }

    mutating func models(_ value: PredicateValue) -> [DataModel] {
        var models: [DataModel] = []
        for path in texts("models", value) ?? [] {
            do throws(ConfigurationError) {
                models.append(try DataModelPackage.read(at: absolute(path)).model)
            } catch {
                problems.append("The setting `models`: \(path): \(error.message)")
            }
        }
        return models
    }

    private mutating func bytes(_ name: String, _ path: String) -> [UInt8]? {
        switch environment.read(absolute(path)) {
        case .success(let bytes): return bytes
        case .failure(let failure):
            problems.append("The setting `\(name)`: \(path): \(failure.reason)")
            return nil
        }
    }

    private func absolute(_ path: String) -> String {
        FilePath.joined(root ?? "", path)
    }
}

/// What the program around the server gives it.
package struct ServerEnvironment: Sendable {
    /// The reason that a file cannot be read.
    package struct FileFailure: Error, Sendable {
        package let reason: String
        package init(reason: String) { self.reason = reason }
    }

    /// The version of the program.
    package let version: String
    /// The functions and operators that programs have.
    package let library: PredicateLibrary
    /// Reads a file at a path.
    package let read: @Sendable (String) -> Result<[UInt8], FileFailure>
    /// Explains an operator, a function or a word of the language in Markdown; nil if it knows none of the name.
    package let documentation: @Sendable (String) -> String?

    /// An environment.
    package init(
        version: String, library: PredicateLibrary,
        read: @escaping @Sendable (String) -> Result<[UInt8], FileFailure>,
        documentation: @escaping @Sendable (String) -> String?
    ) {
        self.version = version
        self.library = library
        self.read = read
        self.documentation = documentation
    }
}
