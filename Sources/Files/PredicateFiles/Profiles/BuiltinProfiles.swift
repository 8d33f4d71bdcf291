import PredicateCore

extension PredicateProfile {
    /// The profiles that the package brings, for files of keys and values. Each is a file in `Builtin`, which a test reads.
    package static let builtin: [PredicateProfile] = [
        // A site adds its own facts to those that the clients of Munki have.
        PackageResources.munki_json,
        // The records are the variables of a recipe, which every processor may add to.
        PackageResources.autopkg_json,
        // A rule that is a dictionary is not a predicate.
        PackageResources.app_extension_json,
        // The status items of Apple's schema. The type of an item is given only where it is the same on all systems.
        PackageResources.mdm_json,
        // The symbols of types and levels are fields: `messageType == error` compares with a symbol, not with a string.
        PackageResources.log_json,
        // Each attribute with and without the prefix `wd`. Only the part of a name before the first dot is looked up, and an
        // unknown one is an error there.
        PackageResources.appium_json,
    ].compactMap { try? PredicateProfile(reading: $0) }

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
