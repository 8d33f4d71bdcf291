import PredicateCore

/// Makes named record types from profiles.
struct SchemaNaming {
    private(set) var types: [RecordType] = []
    private var names: Set<String> = []

    /// The type for a profile. Adds the record types that it needs.
    mutating func type(of profile: ValueProfile, path: [String], isRoot: Bool = false) -> ValueType {
        var type = profile.kinds.scalarType
        if profile.kinds == .string && profile.allDates { type = .dateTime }
        if profile.kinds == [.object, .unknown] { type = nil }
        if let type { return type }
        let singular = Array(path.dropLast()) + [path.last.map(Self.singular) ?? "item"]
        if profile.kinds == .object, let object = profile.object.first {
            if !isRoot, let values = object.valuesOfFreeKeys {
                return .dictionary(optional(self.type(of: values, path: singular), values))
            }
            return .object(name(of: object, path: path))
        }
        if profile.kinds == [.object, .unknown], profile.object.isEmpty {
            // The objects are nested too deeply to be examined, so their fields are unknown.
            let name = uniqueName(for: path)
            types.append(RecordType(name, fields: [], additional: .any))
            return .object(name)
        }
        guard let element = profile.element.first, element.total > 0 else {
            return profile.kinds == .set ? .set(.any) : .list(.any)
        }
        let inner = optional(self.type(of: element, path: singular), element)
        return profile.kinds == .set ? .set(inner) : .list(inner)
    }

    private func optional(_ type: ValueType, _ profile: ValueProfile) -> ValueType {
        profile.null > 0 ? type.orNil : type
    }

    /// Adds a record type and gives it a name.
    private mutating func name(of object: ObjectProfile, path: [String]) -> String {
        let name = uniqueName(for: path)
        // The type is added before the types inside it.
        let index = types.count
        types.append(RecordType(name, fields: []))
        let fields = object.fields.map { field in
            let profile = field.profile
            let isOptional = profile.null > 0 || profile.total < object.total
            let type = self.type(of: profile, path: path + [field.name])
            return RecordField(
                field.name, isOptional ? type.orNil : type, statistics: Self.statistics(profile, in: object))
        }
        // Next to common keys there may be free ones.
        var additional: ValueType? = object.isOpen ? .any : nil
        if let values = object.freeValues.first {
            additional = optional(type(of: values, path: path + [path.last.map(Self.singular) ?? "item"]), values).orNil
        }
        types[index] = RecordType(name, fields: fields + unlistedFields(of: object, path), additional: additional)
        return name
    }

    private static func statistics(_ profile: ValueProfile, in object: ObjectProfile) -> FieldStatistics {
        let single = profile.element.first ?? profile
        var statistics = FieldStatistics(
            present: profile.total - profile.null, null: profile.null, total: object.total,
            values: profile.values.commonest, allDates: profile.allDates, seen: single.values.seen,
            allNumbers: profile.allNumbers, dateForms: single.dateForms.ifKnown)
        statistics.examples = single.values.first
        statistics.percentSigns = single.percentSigns
        statistics.areGrouped = profile.areGrouped
        return statistics
    }

    /// The fields that have only names, with the shared type of their values.
    private mutating func unlistedFields(of object: ObjectProfile, _ path: [String]) -> [RecordField] {
        guard let values = object.rest.first, !object.unlisted.isEmpty else { return [] }
        let type = self.type(of: values, path: path + [path.last.map(Self.singular) ?? "item"])
        let isOptional = object.total > 1 || values.null > 0
        return object.unlisted.map { RecordField($0, isOptional ? type.orNil : type) }
    }

    private mutating func uniqueName(for path: [String]) -> String {
        let parts = path.map(Self.capitalized).filter { !$0.isEmpty }
        var candidates = [parts.last ?? "Record"]
        if parts.count > 1 { candidates.append(parts.suffix(2).joined()) }
        for candidate in candidates where Self.isName(candidate) && names.insert(candidate).inserted {
            return candidate
        }
        let base = candidates.last { Self.isName($0) } ?? "Record" + (candidates.last ?? "")
        var name = base
        var number = 2
        while !names.insert(name).inserted {
            name = base + String(number)
            number += 1
        }
        return name
    }

    private static func isName(_ text: String) -> Bool { text.unicodeScalars.first?.properties.isXIDStart ?? false }

    /// Converts `official_name` and `official-name` to `OfficialName`.
    private static func capitalized(_ text: String) -> String {
        var result = ""
        var startsWord = true
        for scalar in text.unicodeScalars.prefix(60) {
            guard scalar.properties.isXIDContinue, scalar != "_" else {
                startsWord = true
                continue
            }
            if startsWord { result += scalar.properties.uppercaseMapping } else { result.unicodeScalars.append(scalar) }
            startsWord = false
        }
        return result
    }

    /// A type name from a title or a key; empty if no character can be used.
    static func typeName(_ text: String) -> String {
        let name = capitalized(text)
        return name.isEmpty || isName(name) ? name : "Record" + name
    }

    /// The singular of a name, by common English endings.
    static func singular(_ name: String) -> String {
        let lower = name.lowercased()
        let irregular: String? =
            switch lower {
            case "children": "child"
            case "people": "person"
            case "men": "man"
            case "women": "woman"
            case "indices": "index"
            default: nil
            }
        if let irregular {
            return name.first?.isUppercase == true
                ? irregular.prefix(1).uppercased() + irregular.dropFirst() : irregular
        }
        let endings: [(String, drop: Int, add: String)] = [
            ("ies", 3, "y"), ("sses", 2, ""), ("xes", 2, ""), ("ches", 2, ""), ("shes", 2, ""), ("ss", 0, ""),
            ("us", 0, ""),
            ("is", 0, ""), ("s", 1, ""),
        ]
        for (ending, drop, add) in endings where lower.hasSuffix(ending) && lower.utf8.count > ending.utf8.count + 1 {
            return name.dropLast(drop) + add
        }
        return name
    }
}
