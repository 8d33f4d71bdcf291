import PredicateFormat
import PredicateRecords

/// The part of a session that can be saved to a file: saved predicates, variables and settings, as JSON.
///
/// ```json
/// { "version": 1, "settings": { "mode": "table", "limit": "auto" },
///   "variables": [ { "name": "big", "expression": "1000000" } ],
///   "saved": [ { "name": "capitals", "predicate": "capital == YES" } ] }
/// ```
///
/// Variables are stored as expressions and evaluated when they are loaded, so that `now()` is the current time.
enum ReplSessionFile {
    private static let version: Int64 = 1

    /// The text of a session.
    static func text(of session: ReplSession) -> String {
        let settings = session.settings
        let values: PredicateValue = [
            "version": .integer(version),
            "settings": [
                "mode": .string(settings.modeWord), "limit": .string(settings.limit.text),
                "sort": .string(settings.sort), "select": .string(settings.select),
                "group": .string(settings.group), "distinct": .boolean(settings.isDistinct),
                "offset": .integer(Int64(settings.offset)), "timing": .boolean(settings.timing),
            ],
            "variables": .list(
                session.variables.map { ["name": .string($0.name), "expression": .string($0.text)] }),
            "saved": .list(session.saved.map { ["name": .string($0.name), "predicate": .string($0.text)] }),
        ]
        return RecordWriter.json(values, layout: .pretty) + "\n"
    }

    /// Loads a text into a session. Entries with the same name are replaced, others stay. A text with errors changes
    /// nothing.
    static func read(_ text: String, file: String, into session: ReplSession) throws {
        var reader = JSONReader()
        let value = try Array(text.utf8).withUnsafeBufferPointer { bytes throws(RecordError) in
            try reader.read(bytes, file: file)
        }
        let shown = SafeText.plain(file)
        guard case .object(let root) = value, root.value(forKey: "version") == .integer(version) else {
            throw ReplFailure("`\(shown)` is not a session of version \(version)")
        }
        let settings = try settings(root.value(forKey: "settings"), session.settings, shown)
        let variables = try pairs(root.value(forKey: "variables"), "expression", shown)
        let saved = try pairs(root.value(forKey: "saved"), "predicate", shown)
        let before = (session.variables, session.settings)
        do {
            for (name, text) in variables { try session.assign(name, text) }
        } catch {
            (session.variables, session.settings) = before
            throw error
        }
        for (name, text) in saved { session.keep(name, text) }
        session.settings = settings
    }

    private static func settings(_ value: PredicateValue, _ before: ReplSettings, _ file: String) throws(ReplFailure)
        -> ReplSettings
    {
        guard case .object(let object) = value else { return before }
        var settings = before
        for key in object.keys {
            let value = object.value(forKey: key)
            switch (key, value) {
            case ("mode", .string(let word)):
                guard settings.setMode(word) else { throw bad(key, file) }
            case ("limit", .string(let word)):
                guard let limit = ReplSettings.Limit(word) else { throw bad(key, file) }
                settings.limit = limit
            case ("sort", .string(let text)): settings.sort = text
            case ("select", .string(let text)): settings.select = text
            case ("group", .string(let text)): settings.group = text
            case ("distinct", .boolean(let flag)): settings.isDistinct = flag
            case ("offset", .integer(let count)):
                guard count >= 0, let offset = Int(exactly: count) else { throw bad(key, file) }
                settings.offset = offset
            case ("timing", .boolean(let flag)): settings.timing = flag
            default: throw bad(key, file)
            }
        }
        return settings
    }

    private static func bad(_ key: String, _ file: String) -> ReplFailure {
        ReplFailure("`\(SafeText.plain(file))` has an unknown setting `\(SafeText.plain(key))`")
    }

    private static func pairs(_ value: PredicateValue, _ key: String, _ file: String) throws(ReplFailure)
        -> [(name: String, text: String)]
    {
        if value.isNull { return [] }
        guard case .list(let elements) = value else { throw ReplFailure("`\(file)` is not a session") }
        var pairs: [(name: String, text: String)] = []
        for element in elements {
            guard case .object(let object) = element, case .string(let name) = object.value(forKey: "name"),
                case .string(let text) = object.value(forKey: key), PlainName.isOne(name)
            else { throw ReplFailure("`\(file)` has an element without a name and its \(key)") }
            pairs.append((name, text))
        }
        return pairs
    }
}
