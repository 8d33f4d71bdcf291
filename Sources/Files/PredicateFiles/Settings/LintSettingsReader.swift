import PredicateCore
import PredicatePlatform
import PredicateRecords

/// A file of settings that was read, with all that is wrong with it.
package struct LintSettingsFile: Sendable {
    /// The path of the file.
    package let path: String
    package let bytes: [UInt8]
    /// What could be read.
    package private(set) var settings: LintSettings
    /// All problems, in the order of the file.
    package let problems: [PredicateDiagnostic]

    /// Reads settings.
    ///
    /// - Parameters:
    ///   - path: the path of the file. Paths in it are relative to its folder.
    ///   - codes: the codes of messages; nil accepts every code.
    ///   - bounds: the folders that must hold the files that the settings name; nil for any.
    package init(_ bytes: [UInt8], at path: String, codes: [String]? = nil, within bounds: FileBounds? = nil) {
        self.path = path
        self.bytes = bytes
        var reader = SettingsReader(
            folder: FilePath.realFolder(FilePath.folder(of: path)), codes: codes, bounds: bounds, read: nil)
        reader.read(bytes)
        settings = reader.settings
        problems = reader.problems.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The same for the file at a path, which the user names.
    package init(reading path: String, codes: [String]? = nil) throws(FileBytes.Failure) {
        self.init(try FileBytes.read(path), at: path, codes: codes)
    }

    /// Adds a rule after all others, such as that of a command line.
    package mutating func add(_ rule: LintSettings.Rule, profiles: [PredicateProfile]) {
        settings = settings.adding(rule, profiles: profiles)
    }

    /// Settings that cannot be used. Files are not checked without their settings, as with settings that are wrong.
    private init(unread path: String, _ failure: FileBytes.Failure) {
        self.path = path
        bytes = []
        settings = LintSettings()
        problems = [
            .unusable("the settings are not read: \(failure.reason)", at: SourceRange(at: 0))
        ]
    }

    /// The same for a file that was found.
    fileprivate init(found path: String, codes: [String]?, within bounds: FileBounds?) throws(FileBytes.Failure) {
        do throws(FileBytes.Failure) {
            self.init(
                try FileBytes.read(path, .regular, within: bounds), at: path, codes: codes, within: bounds)
        } catch {
            guard error == .outside else { throw error }
            self.init(unread: path, error)
        }
    }
}

/// Finds the settings of folders: the file `.predicate.yaml` in a folder, or in the nearest one above it.
///
/// The search ends at the root of a repository, a folder with `.git`.
package struct LintSettingsLocator: Sendable {
    private let codes: [String]?
    private let bounds: FileBounds?
    private let rule: LintSettings.Rule
    private let profiles: [PredicateProfile]
    /// The settings where no file has any.
    package let fallback: LintSettings
    /// The answers so far, by the absolute paths of folders.
    private var known: [ExactName: LintSettingsFile?] = [:]

    /// A locator that has read nothing.
    ///
    /// - Parameters:
    ///   - codes: the codes of messages; nil accepts every code.
    ///   - bounds: the folders that hold the settings and the files that these name, besides the repository of the settings, or their
    ///     own folder where there is no repository; nil for any.
    ///   - rule: the rule after all others, such as that of a command line.
    ///   - profiles: the profiles that it may name, besides those of the settings.
    package init(
        codes: [String]? = nil, within bounds: FileBounds? = nil, adding rule: LintSettings.Rule = LintSettings.Rule(),
        profiles: [PredicateProfile] = []
    ) {
        self.codes = codes
        self.bounds = bounds
        self.rule = rule
        self.profiles = profiles
        fallback = LintSettings().adding(rule, profiles: profiles)
    }

    /// The settings of a folder; nil if there are none.
    ///
    /// - Parameter folder: an absolute path.
    package mutating func settings(ofFolder folder: String) -> LintSettingsFile? {
        var passed: [String] = []
        var found: LintSettingsFile?
        for current in sequence(first: folder, next: Self.above) {
            if let answer = known[ExactName(current)] {
                found = answer
                break
            }
            passed.append(current)
            found = file(in: current)
            if found != nil { break }
        }
        for folder in passed { known[ExactName(folder)] = .some(found) }
        return found
    }

    /// The settings of the file at a path; nil if there are none.
    package mutating func settings(of path: String) -> LintSettingsFile? {
        settings(ofFolder: FilePath.realFolder(FilePath.folder(of: path)))
    }

    /// The settings that a folder itself has.
    private func file(in folder: String) -> LintSettingsFile? {
        let path = FilePath.joined(folder, LintSettings.fileName)
        guard FileIdentity(path: path) != nil else { return nil }
        var file = try? LintSettingsFile(found: path, codes: codes, within: bounds(ofSettingsIn: folder))
        file?.add(rule, profiles: profiles)
        return file
    }

    private static func isRepository(_ folder: String) -> Bool {
        FileSystem.allows(F_OK, FilePath.joined(folder, ".git"))
    }

    /// The folder whose settings also hold for what is in a folder; nil for a repository, and at the root.
    private static func above(_ folder: String) -> String? {
        let above = FilePath.folder(of: folder)
        return isRepository(folder) || above == folder || above == "." ? nil : above
    }

    private func bounds(ofSettingsIn folder: String) -> FileBounds? {
        var top = folder
        while let above = Self.above(top) { top = above }
        return bounds?.adding(Self.isRepository(top) ? top : folder)
    }
}

extension LintSettings {
    /// Reads a file at a path.
    package typealias ReadFile = @Sendable (String) -> Result<[UInt8], FileBytes.Failure>

    /// What an editor sets for all its files: a rule, and the profiles that it names.
    ///
    /// - Parameters:
    ///   - json: an object with `keys`, `schema`, `profiles` and `models`.
    ///   - folder: the folder that relative paths start from.
    ///   - read: reads the files that are named; nil for files of the disk.
    /// - Returns: the settings as far as they can be read, with what is wrong with them in sentences.
    package static func ofEditor(
        _ json: [UInt8], folder: String, read: ReadFile?
    ) -> (rule: Rule, profiles: [PredicateProfile], problems: [String]) {
        var reader = SettingsReader(folder: folder, codes: nil, bounds: nil, read: read)
        do throws(ConfigurationError) {
            return reader.readEditorSettings(try JSONConfigurationReader.read(json))
        } catch {
            return (Rule(), [], ["The settings: \(error.message)"])
        }
    }
}

/// Reads settings, and goes on after each problem.
private struct SettingsReader {
    var settings = LintSettings()
    var problems: [PredicateDiagnostic] = []
    private let folder: String
    private let codes: [String]?
    /// Reads a file; nil for a file of the disk.
    private let readFile: LintSettings.ReadFile?
    private let bounds: FileBounds?
    /// The names of profiles in rules, which may be declared after them.
    private var names: [(text: LocatedText, what: String)] = []

    init(folder: String, codes: [String]?, bounds: FileBounds?, read: LintSettings.ReadFile?) {
        self.folder = folder
        readFile = read
        self.bounds = bounds
        self.codes = codes
        settings.folder = folder
    }

    private static let keys = ["profiles", "files", "ignore", "severity", "baseline"]
    private static let ruleKeys = ["paths", "profiles", "without", "keys", "schema", "model", "severity"]

    mutating func read(_ bytes: [UInt8]) {
        let documents: [ConfigurationNode]
        do throws(ConfigurationError) {
            documents = try YAMLReader.read(bytes)
        } catch {
            problems.append(.unreadableFile(error))
            return
        }
        if documents.count > 1, let second = documents.last {
            problems.append(.unusable("settings are one document", at: second.start))
        }
        guard let root = documents.first, !root.isNull else { return }
        var severity = LintSettings.Rule()
        entries(of: root, "the file", Self.keys) { reader, key, value in
            switch key {
            case "profiles": reader.readProfiles(value)
            case "files": for element in reader.elements(of: value, "a list of rules") { reader.readRule(element) }
            case "ignore": reader.settings.ignored = reader.globs(value)
            case "severity": severity.severity = reader.levels(value)
            case "baseline":
                if let text = reader.text(value, "the name of a file") { reader.readBaseline(text) }
            default: break
            }
        }
        // What holds for all files comes first, wherever it is.
        if !severity.severity.isEmpty { settings.rules.insert(severity, at: 0) }
        let known = settings.profileNames
        for (name, what) in names where !known.containsName(name.text) {
            problems.append(.unknownValue(name.text, what, known: known, at: name.sourceRange))
        }
    }

    // MARK: Profiles

    private mutating func readProfiles(_ node: ConfigurationNode) {
        for element in elements(of: node, "a list of profiles") {
            switch element.content {
            case .text(let text):
                if let profile = profile(of: text) { settings.profiles.append(profile) }
            case .mapping:
                guard let json = json(of: element) else { continue }
                do throws(ConfigurationError) {
                    settings.profiles.append(try PredicateProfile(reading: json.bytes))
                } catch {
                    problems.append(
                        .unusable(error.message, at: json.range(at: error.offset) ?? SourceRange(at: 0))
                    )
                }
            default: problems.append(.wrongKind("the name of a file or a profile", at: element.start))
            }
        }
    }

    /// The profile in a file.
    private mutating func profile(of name: LocatedText) -> PredicateProfile? {
        guard let bytes = bytes(of: name) else { return nil }
        do throws(ConfigurationError) {
            return try PredicateProfile(reading: bytes)
        } catch {
            let place = SourcePosition(of: error.offset, in: ConfigurationFile.text(of: bytes))
            problems.append(
                .unusable("\(name.text):\(place.line):\(place.column): \(error.message)", at: name.sourceRange))
            return nil
        }
    }

    // MARK: Editors

    mutating func readEditorSettings(
        _ root: ConfigurationNode
    ) -> (rule: LintSettings.Rule, profiles: [PredicateProfile], problems: [String]) {
        var rule = LintSettings.Rule()
        var profiles: [PredicateProfile] = []
        var sentences: [String] = []
        entries(of: root, "the editor", nil) { reader, key, value in
            // Editors send null for what is not set.
            if value.isNull { return }
            switch key {
            case "profiles":
                profiles = reader.texts(value, "a profile or a list of profiles").compactMap {
                    PredicateProfile.builtin(named: $0.text) ?? reader.profile(of: $0)
                }
                // A setting that cannot be read leaves the standard profiles.
                if reader.problems.isEmpty || !profiles.isEmpty { rule.profiles = profiles.map(\.name) }
            case "keys": rule.keys = reader.patterns(value)
            case "schema": rule.schema = reader.schema(value)
            case "models": rule.models = reader.models(value)
            default: break
            }
            sentences += reader.problems.map { "The setting `\(key)`: \($0.message)" }
            reader.problems = []
        }
        return (rule, profiles, sentences)
    }

    // MARK: Rules

    private mutating func readRule(_ node: ConfigurationNode) {
        var rule = LintSettings.Rule()
        let isMapping = entries(of: node, "a rule of `files`", Self.ruleKeys) { reader, key, value in
            switch key {
            case "paths": rule.paths = reader.globs(value)
            case "profiles": rule.profiles = reader.profiles(value)
            case "without": rule.without = reader.profiles(value)
            case "keys": rule.keys = reader.patterns(value)
            case "schema": rule.schema = reader.schema(value)
            case "model": rule.models = reader.models(value)
            case "severity": rule.severity = reader.levels(value)
            default: break
            }
        }
        guard isMapping else { return }
        if node["paths"] == nil {
            // A misspelt key is the one mistake.
            guard !hasUnknownKeys(node) else { return }
            problems.append(.unusable("a rule needs `paths`, the files that it is for", at: node.start))
            return
        }
        if let schema = rule.schema, rule.keys.isEmpty, schema.recordType(of: schema.root) == nil {
            problems.append(
                .unusable(
                    "a schema that is added to a profile describes objects", at: (node["schema"] ?? node).start))
        }
        settings.rules.append(rule)
    }

    private func hasUnknownKeys(_ rule: ConfigurationNode) -> Bool {
        guard case .mapping(let entries) = rule.content else { return false }
        return entries.contains { !Self.ruleKeys.containsName($0.key.text) }
    }

    private mutating func profiles(_ node: ConfigurationNode) -> [String] {
        texts(node, "a profile or a list of profiles").map { text in
            names.append((text, "profile"))
            return text.text
        }
    }

    private mutating func patterns(_ node: ConfigurationNode) -> [KeyPattern] {
        texts(node, "a key pattern or a list of key patterns").compactMap { text in
            if let pattern = KeyPattern(text.text) { return pattern }
            problems.append(.unusable("`\(text.text)` is not a key pattern", at: text.sourceRange))
            return nil
        }
    }

    private mutating func globs(_ node: ConfigurationNode) -> [SettingsGlob] {
        texts(node, "a path pattern, such as `vendor/`, or a list of path patterns").compactMap { text in
            do throws(PathGlob.Failure) {
                return try SettingsGlob(text.text)
            } catch {
                problems.append(.unusable("`\(text.text)` is not a pattern: \(error.message)", at: text.sourceRange))
                return nil
            }
        }
    }

    private mutating func schema(_ node: ConfigurationNode) -> RecordSchema? {
        var name: String?
        var bytes: [UInt8]?
        switch node.content {
        case .text(let text):
            name = text.text
            bytes = self.bytes(of: text)
        case .mapping: bytes = json(of: node)?.bytes
        default: problems.append(.wrongKind("the name of a file or a JSON Schema", at: node.start))
        }
        guard let bytes else { return nil }
        do throws(RecordError) {
            return try JSONSchemaReader.read(bytes, file: name).schema
        } catch {
            problems.append(.unusable("the schema: \(error.message)", at: node.start))
            return nil
        }
    }

    private mutating func models(_ node: ConfigurationNode) -> [DataModel] {
        texts(node, "a Core Data model or a list of them").compactMap { text in
            do throws(ConfigurationError) {
                return try DataModelPackage.read(at: FilePath.joined(folder, text.text), within: bounds).model
            } catch {
                problems.append(.unusable("the model: \(error.message)", at: text.sourceRange))
                return nil
            }
        }
    }

    private mutating func levels(_ node: ConfigurationNode) -> [PredicateDiagnostic.Code: LintSettings.Level] {
        var levels: [PredicateDiagnostic.Code: LintSettings.Level] = [:]
        entries(of: node, "`severity`", nil) { _, _, _ in }
        guard case .mapping(let entries) = node.content else { return [:] }
        for entry in entries {
            if let codes, !codes.containsName(entry.key.text) {
                problems.append(.unknownValue(entry.key.text, "message", known: codes, at: entry.key.sourceRange))
            }
            // YAML 1.1 reads `off` as a boolean.
            let word = entry.value.text?.text ?? entry.value.otherText ?? ""
            if let level = LintSettings.Level(rawValue: word) {
                levels[PredicateDiagnostic.Code(rawValue: entry.key.text)] = level
            } else {
                problems.append(
                    .unknownValue(
                        word, "severity", known: LintSettings.Level.allCases.map(\.rawValue), at: entry.value.start))
            }
        }
        return levels
    }

    // MARK: Values

    /// Goes through the entries of a mapping whose keys are known; false if the value is not a mapping.
    @discardableResult
    private mutating func entries(
        of node: ConfigurationNode, _ place: String, _ known: [String]?,
        _ read: (inout SettingsReader, String, ConfigurationNode) -> Void
    ) -> Bool {
        guard case .mapping(let entries) = node.content else {
            problems.append(.wrongKind("a mapping of keys to values", at: node.start))
            return false
        }
        var seen: Set<ExactName> = []
        for entry in entries {
            if !seen.insert(ExactName(entry.key.text)).inserted {
                problems.append(.repeated(entry.key))
            } else if let known, !known.containsName(entry.key.text) {
                problems.append(.unknownKey(entry.key, in: place, known: known))
            } else {
                read(&self, entry.key.text, entry.value)
            }
        }
        return true
    }

    private mutating func elements(of node: ConfigurationNode, _ expected: String) -> [ConfigurationNode] {
        if case .sequence(let elements) = node.content { return elements }
        problems.append(.wrongKind(expected, at: node.start))
        return []
    }

    private mutating func text(_ node: ConfigurationNode, _ expected: String) -> LocatedText? {
        if let text = node.text { return text }
        problems.append(.wrongKind(expected, at: node.start))
        return nil
    }

    /// A string, or a list of strings.
    private mutating func texts(_ node: ConfigurationNode, _ expected: String) -> [LocatedText] {
        if case .sequence(let elements) = node.content { return elements.compactMap { text($0, "a string") } }
        return text(node, expected).map { [$0] } ?? []
    }

    /// The bytes of a file that the settings name.
    private mutating func bytes(of name: LocatedText) -> [UInt8]? {
        do throws(FileBytes.Failure) {
            let path = FilePath.joined(folder, name.text)
            if let readFile { return try readFile(path).get() }
            return try FileBytes.read(path, .regular, within: bounds)
        } catch {
            problems.append(unreadable(name, error))
            return nil
        }
    }

    /// Takes the name of a baseline, which is read when it is needed.
    private mutating func readBaseline(_ name: LocatedText) {
        let path = FilePath.joined(folder, name.text)
        if let bounds, FileSystem.status(path) != nil, !bounds.contain(path) {
            problems.append(unreadable(name, .outside))
        } else {
            settings.baseline = path
        }
    }

    private func unreadable(_ name: LocatedText, _ failure: FileBytes.Failure) -> PredicateDiagnostic {
        .unusable("`\(name.text)` cannot be read: \(failure.reason)", at: name.sourceRange)
    }

    private mutating func json(of node: ConfigurationNode) -> LocatedJSON? {
        let json = LocatedJSON(node)
        if let alias = json.alias {
            problems.append(.unusable("a YAML alias cannot be used here", at: alias))
            return nil
        }
        return json
    }
}

extension ConfigurationNode {
    /// The text of a value that is not a string, such as a number.
    fileprivate var otherText: String? { if case .other(let text) = content { text } else { nil } }

    fileprivate var isNull: Bool { otherText.map { ["", "~", "null", "Null", "NULL"].contains($0) } ?? false }
}
