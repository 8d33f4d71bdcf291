import PredicateFormat

extension PredicateProfile {
    /// The profiles that the package brings, for files of keys and values. A test reads each.
    package static let builtin: [PredicateProfile] = [
        munkiText, autoPkgText, appExtensionText, deviceManagementText, logText, appiumText,
    ].compactMap { try? PredicateProfile(reading: Array($0.utf8)) }

    /// The built-in profile of a name.
    package static func builtin(named name: String) -> PredicateProfile? {
        builtin.first { sameCodePoints($0.name, name) }
    }

    /// The profile of predicates at keys that a user names.
    package static func generic(_ predicates: [KeyPattern], schema: RecordSchema?) -> PredicateProfile {
        PredicateProfile(
            name: "generic", summary: "predicates at given keys", formats: Set(ConfigurationFormat.data),
            predicates: predicates, schema: schema, isOpen: false)
    }
}
