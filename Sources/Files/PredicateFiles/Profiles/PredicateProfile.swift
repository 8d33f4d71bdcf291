import PredicateFormat
import PredicateRecords

/// A kind of file with predicates: where they are, what their records are, what notation surrounds them.
///
/// A profile is data. The built-in ones are JSON in code, and a user adds one as a file.
package struct PredicateProfile: Sendable {
    /// The name, such as `munki`.
    package let name: String
    /// One sentence.
    package let summary: String
    /// The formats of the files.
    package let formats: Set<ConfigurationFormat>
    /// Where predicates are.
    package let predicates: [KeyPattern]
    /// The types of the records; nil if nothing is known of them.
    package var schema: RecordSchema?
    /// Whether records may have other fields. An unknown name is then only reported if it looks like a mistake.
    package let isOpen: Bool
    /// What the strings contain in addition to predicates.
    package var notation: PredicateNotation?
}

extension PredicateProfile {
    /// Reads a profile.
    ///
    /// - Parameter file: JSON: `name`, `summary`, `formats`, `predicates` (key patterns), `schema` (JSON Schema), `open`, `notation`.
    /// - Throws: what is wrong with the file.
    package init(reading file: [UInt8]) throws(ConfigurationError) {
        let root = try JSONConfigurationReader.read(file)
        guard case .mapping(let entries) = root.content else {
            throw ConfigurationError("a profile is a JSON object", at: root.range.lowerBound)
        }
        for entry in entries where !Self.keys.contains(entry.key.text) {
            throw ConfigurationError(
                "a profile has no key `\(entry.key.text)`; its keys are \(Self.keys.joined(separator: ", "))",
                at: entry.key.fileRange.lowerBound)
        }
        name = try Self.text("name", in: root).text
        summary = root["summary"]?.text?.text ?? ""
        var formats: Set<ConfigurationFormat> = []
        for text in try Self.texts("formats", in: root) {
            guard let format = ConfigurationFormat(rawValue: text.text) else {
                let known = ConfigurationFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigurationError(
                    "there is no format `\(text.text)`; the formats are \(known)", at: text.fileRange.lowerBound)
            }
            formats.insert(format)
        }
        self.formats = formats.isEmpty ? Set(ConfigurationFormat.data) : formats
        var predicates: [KeyPattern] = []
        for text in try Self.texts("predicates", in: root) {
            guard let pattern = KeyPattern(text.text) else {
                throw ConfigurationError("`\(text.text)` is not a key pattern", at: text.fileRange.lowerBound)
            }
            predicates.append(pattern)
        }
        self.predicates = predicates
        isOpen = if case .other("true")? = root["open"]?.content { true } else { false }
        notation = try root["notation"]?.text.map { text throws(ConfigurationError) in
            guard let notation = PredicateNotation(rawValue: text.text) else {
                throw ConfigurationError("there is no notation `\(text.text)`", at: text.fileRange.lowerBound)
            }
            return notation
        }
        schema = try root["schema"].map { node throws(ConfigurationError) in
            try RecordError.translating(try JSONSchemaReader.read(Array(file[node.range])).schema) {
                ConfigurationError("the schema: \($0.message)", at: node.range.lowerBound)
            }
        }
    }

    private static let keys = ["name", "summary", "formats", "predicates", "schema", "open", "notation"]

    private static func text(_ key: String, in root: ConfigurationNode) throws(ConfigurationError) -> LocatedText {
        guard let text = root[key]?.text else {
            throw ConfigurationError("a profile needs `\(key)`, a string", at: root.range.lowerBound)
        }
        return text
    }

    private static func texts(_ key: String, in root: ConfigurationNode) throws(ConfigurationError) -> [LocatedText] {
        guard let node = root[key] else { return [] }
        guard case .sequence(let elements) = node.content else {
            throw ConfigurationError("`\(key)` is a list of strings", at: node.range.lowerBound)
        }
        var texts: [LocatedText] = []
        for element in elements {
            guard let text = element.text else {
                throw ConfigurationError("`\(key)` is a list of strings", at: element.range.lowerBound)
            }
            texts.append(text)
        }
        return texts
    }
}

/// The format of a file.
package enum ConfigurationFormat: String, Hashable, Sendable, CaseIterable {
    case propertyList = "plist"
    case yaml
    case json
    case toml
    /// A Core Data model.
    case dataModel = "xcdatamodel"
    /// One predicate a line.
    case predicates
    case swift
    case objectiveC = "objc"
    case shell
    /// Settings of Wazuh.
    case collector = "wazuh"
    case python
    case java
    case kotlin
    case javaScript = "javascript"
    case ruby
    case cSharp = "csharp"

    /// The formats that are trees of keys and values.
    package static let data: [ConfigurationFormat] = [.propertyList, .yaml, .json, .toml]
}

extension PredicateProfile {
    /// The profile for records that have the fields of a schema too; nil if records of one of them are no objects.
    package func adding(_ schema: RecordSchema) -> PredicateProfile? {
        guard let merged = self.schema.map({ $0.merged(with: schema) }) ?? schema else { return nil }
        var profile = self
        profile.schema = merged
        return profile
    }
}
