import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The part of a session that can be saved to a file: what was loaded, saved predicates, variables and settings, as
/// JSON. Records are not part of it.
///
/// ```json
/// { "version": 1, "settings": { "mode": "table", "limit": "auto" },
///   "data": [ { "name": "cities", "file": "cities.ndjson", "schema": "city.schema.json" } ], "current": "cities",
///   "variables": [ { "name": "big", "expression": "1000000" } ],
///   "saved": [ { "name": "capitals", "predicate": "capital == YES" } ] }
/// ```
///
/// A file in the folder of the session, or below it, is named from there, so that the folder can be moved. Other files
/// have absolute names.
///
/// Variables are stored as expressions and evaluated when they are loaded, so that `now()` is the current time.
enum ReplSessionFile {
    private static let version: Int64 = 1

    /// The text of a session that is kept in a file. Variables without an expression are left out.
    static func text(of session: ReplSession, in file: String) -> String {
        let folder = ReplSessionFolder(of: file)
        let variables: [PredicateValue] = session.names.variables.compactMap { variable in
            expression(of: variable, in: session).map {
                ["name": .string(variable.name), "expression": .string($0)]
            }
        }
        let settings = session.settings
        let display: [(String, PredicateValue)] = [
            ("mode", .string(settings.modeWord)), ("limit", .string(settings.limit.text)),
            ("timing", .boolean(settings.timing)),
        ]
        let values: PredicateValue = [
            "version": .integer(version),
            "settings": .object(PredicateObject(display + query(settings))),
            "data": .list(session.dataSets.filter(isKept).map { description(of: $0, of: session, in: folder) }),
            "current": session.current.map { .string($0.name) } ?? .null,
            "variables": .list(variables),
            "saved": .list(session.names.saved.map { ["name": .string($0.name), "predicate": .string($0.text)] }),
        ]
        return RecordWriter.json(values, layout: .pretty) + "\n"
    }

    /// The text that gives a variable its value again; nil if there is none, as for records of a last result.
    static func expression(of variable: ReplNames.Variable, in session: ReplSession) -> String? {
        // Names of last results mean nothing in another session.
        guard variable.text.containsExactly("$_") else { return variable.text }
        let text = variable.value.description
        var language = session.language
        language.schema = nil
        guard let expression = try? language.expression(text),
            expression.value(for: .null, context: EvaluationContext()) == variable.value
        else { return nil }
        return text
    }

    /// Whether a data set can be loaded again.
    static func isKept(_ data: any ReplData) -> Bool { !(data is ReplDataSet) || data.request.isRepeatable }

    /// The settings that each data set keeps for itself.
    private static func query(_ settings: ReplSettings) -> [(String, PredicateValue)] {
        [
            ("sort", .string(settings.sort)), ("select", .string(settings.select)),
            ("group", .string(settings.group)), ("distinct", .boolean(settings.isDistinct)),
            ("offset", .integer(Int64(settings.offset))),
        ]
    }

    /// How a data set is loaded again, with its settings if it is not the current one.
    private static func description(
        of data: any ReplData, of session: ReplSession, in folder: ReplSessionFolder
    ) -> PredicateValue {
        let request = data.request
        var fields: [(String, PredicateValue)] = [("name", .string(data.name))]
        fields.append(("file", .string(folder.stored(request.file))))
        if !request.input.pointer.components.isEmpty {
            fields.append(("at", .string(request.input.pointer.description)))
        }
        if request.input.values { fields.append(("values", .boolean(true))) }
        if let field = request.input.nameField { fields.append(("name-field", .string(field))) }
        if let field = request.input.parentField { fields.append(("parent-field", .string(field))) }
        if !request.input.form.start.isEmpty { fields.append(("json-from", .string(request.input.form.start))) }
        if request.input.form.readsNaN { fields.append(("nan-as-null", .boolean(true))) }
        if let schema = request.schemaFile { fields.append(("schema", .string(folder.stored(schema)))) }
        if request.isUntyped { fields.append(("untyped", .boolean(true))) }
        if data !== session.current, let settings = session.settingsOfOthers[data.name] {
            fields.append(("settings", .object(PredicateObject(query(settings)))))
        }
        return .object(PredicateObject(fields))
    }

    /// The data sets of a session file, to be loaded.
    private static func requests(_ value: PredicateValue, _ file: String) throws -> [ReplLoadRequest] {
        if value.isNull { return [] }
        let shown = SafeText.plain(file)
        let folder = ReplSessionFolder(of: file)
        guard case .list(let elements) = value else { throw ReplFailure("`\(shown)` is not a session") }
        return try elements.map { element in
            guard case .object(let object) = element, case .string(let name) = object.value(forKey: "name"),
                case .string(let path) = object.value(forKey: "file"), !name.isEmpty, !path.isEmpty
            else { throw ReplFailure("`\(shown)` has records without a name and their file") }
            var request = ReplLoadRequest(file: folder.found(path), input: RecordInputOptions())
            request.name = name
            for key in object.keys {
                switch (key, object.value(forKey: key)) {
                case ("name", _), ("file", _), ("settings", .object): break
                case ("at", .string(let pointer)): request.input.pointer = try JSONPointer(parsing: pointer)
                case ("values", .boolean(let flag)): request.input.values = flag
                case ("name-field", .string(let field)): request.input.nameField = field
                case ("parent-field", .string(let field)) where !field.isEmpty: request.input.parentField = field
                case ("json-from", .string(let text)): request.input.form.start = text
                case ("nan-as-null", .boolean(let flag)): request.input.form.readsNaN = flag
                case ("schema", .string(let path)): request.schemaFile = folder.found(path)
                case ("untyped", .boolean(let flag)): request.isUntyped = flag
                default: throw bad(key, shown)
                }
            }
            return request
        }
    }

    /// Loads the data sets that the session does not have yet. One that cannot be loaded is reported, and the others are
    /// loaded.
    ///
    /// - Returns: a failure that is still to be reported; nil without one.
    private static func load(_ requests: [ReplLoadRequest], into session: ReplSession) throws -> (any Error)? {
        var last: (any Error)?
        for request in requests {
            let isLoaded = session.dataSets.contains { data in
                let known = data.request
                return sameCodePoints(data.name, request.name ?? "") && sameCodePoints(known.file, request.file)
                    && known.schemaFile == request.schemaFile && known.input == request.input
                    && known.isUntyped == request.isUntyped
            }
            if isLoaded { continue }
            do {
                try session.load(request)
            } catch let failure as ReplFailure where failure.isInterruption {
                throw failure
            } catch let failure as OutputFailure {
                throw failure
            } catch {
                if let last { try session.reporting { throw last } }
                last = error
            }
        }
        return last
    }

    /// Loads a string into a session. Entries with the same name are replaced, others stay. A string with errors
    /// changes nothing.
    static func read(_ text: String, file: String, into session: ReplSession) throws {
        let limit = PredicateLimits.standard.evaluationBytes
        guard WorkCost.element * JSONText.valueCount(of: text.utf8) + text.utf8.count <= limit else {
            throw ReplFailure(
                "`\(SafeText.plain(file))` has too many values; the limit (evaluationBytes) is \(limit) bytes, and the session is unchanged"
            )
        }
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
        let requests = try requests(root.value(forKey: "data"), file)
        let others = try (root.value(forKey: "data").elements ?? []).map { data throws(ReplFailure) in
            (data["name"].text ?? "", try Self.settings(data["settings"], ReplSettings(), shown))
        }
        let before = (session.names.variables, session.settings)
        do {
            for (name, text) in variables { try session.assign(name, text) }
        } catch {
            (session.names.variables, session.settings) = before
            guard let failure = error as? ReplFailure, !failure.isInterruption else { throw error }
            throw failure.adding("`\(shown)` was not loaded; the session is unchanged")
        }
        for (name, text) in saved { session.names.saved.put(.init(name: name, text: text), named: \.name) }
        let failure = try load(requests, into: session)
        if case .string(let name) = root.value(forKey: "current"),
            let data = session.dataSets.first(\.name, name)
        {
            session.current = data
        }
        session.settings = settings
        for (name, settings) in others { session.settingsOfOthers[name] = settings }
        if let failure { throw failure }
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

/// The folder of a session file, which names the files in it.
struct ReplSessionFolder {
    /// The absolute path of the folder, with a slash at its end.
    private let folder: String

    /// The folder of a file.
    init(of file: String) {
        folder = FileSystem.folder(of: Self.absolute(file))
    }

    /// The name of a file, or the address of a table, in the session.
    func stored(_ path: String) -> String {
        if let (scheme, file, rest) = Self.sqlite(path) { return scheme + name(of: file) + rest }
        return (try? SourceAddress(ofData: path)) == nil ? name(of: path) : path
    }

    /// The file or address of a name.
    func found(_ name: String) -> String {
        if let (scheme, file, rest) = Self.sqlite(name) { return scheme + path(of: file) + rest }
        return (try? SourceAddress(ofData: name)) == nil ? path(of: name) : name
    }

    private func name(of file: String) -> String {
        let path = Self.absolute(file)
        guard path.startsExactly(with: folder), path.utf8.count > folder.utf8.count else { return path }
        let rest = String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
        // The name must not be taken for an address.
        return (try? SourceAddress(ofData: rest)) == nil ? rest : path
    }

    private func path(of name: String) -> String {
        let path = FolderNames.expanded(name)
        return path.hasPrefix("/") ? path : folder + path
    }

    /// The parts of the address of a table of SQLite: scheme, file, and the rest from `#`.
    private static func sqlite(_ address: String) -> (String, String, String)? {
        let scheme = "sqlite:"
        guard address.startsExactly(with: scheme) else { return nil }
        let rest = String(decoding: address.utf8.dropFirst(scheme.utf8.count), as: UTF8.self)
        guard let (file, table) = rest.split(atFirst: "#") else { return nil }
        return (scheme, file, "#" + table)
    }

    /// The path from the root.
    private static func absolute(_ path: String) -> String { FileSystem.absolute(FolderNames.expanded(path)) }
}
