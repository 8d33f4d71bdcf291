import PredicateConfiguration
import PredicateFormat
import PredicateRecords

/// What a client chooses: where predicates stand, and what their records are.
struct ServerSettings: Sendable {
    private var finder = PredicateFinder()

    /// The settings without choices: the built-in profiles.
    static let standard = ServerSettings()

    /// What finds the predicates of a file.
    ///
    /// - Parameter path: the path of the file.
    func finder(for path: String) -> PredicateFinder { finder }
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
        var settings = ServerSettings()
        let profiles = reader.profiles(value["profiles"])
        settings.finder = PredicateFinder(profiles: profiles ?? PredicateProfile.builtin)
        let keys = reader.keys(value["keys"])
        let schema = reader.schema(value["schema"])
        if !keys.isEmpty || schema != nil { settings.finder.profiles.append(.generic(keys, schema: schema)) }
        settings.finder.models = reader.models(value["models"])
        return (settings, reader.problems)
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
        guard let root, path.utf8.first != UInt8(ascii: "/") else { return path }
        return root.utf8.last == UInt8(ascii: "/") ? root + path : root + "/" + path
    }
}
