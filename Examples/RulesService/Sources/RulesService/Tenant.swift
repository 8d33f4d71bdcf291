import Foundation
import PredicateFormat
import PredicatePatterns
import PredicateRecords
import Synchronization

/// A customer of the service: a schema of its events, and rules.
final class Tenant: Sendable {
    /// The rules at one moment. Every change gives the next number, so an answer can say which rules it was made with.
    struct Version: Sendable {
        var number: Int
        var rules: PredicateSetSnapshot<RuleID>
    }

    /// A schema and its number, which every other schema of the tenant changes.
    struct Schema: Sendable {
        var number = 0
        var schema: RecordSchema
        /// The file that it was read from.
        var bytes: [UInt8]
    }

    private struct State {
        var number = 0
        var schema: Schema
        var set: PredicateSet<RuleID>
        var texts: [RuleID: String] = [:]
        var evaluated: Set<RuleID> = []
    }

    let name: String
    let library: PredicateLibrary
    let limits: ServiceLimits
    /// The file of the rules: a JSON object that `predicate match --rules` reads, too.
    private let file: URL
    /// Held while rules are changed and saved. Matching does not wait for it.
    private let state: Mutex<State>
    private let current: Mutex<Version>
    private let matched = Mutex<[RuleID: Int]>([:])
    private let ended = Atomic(false)

    /// A tenant, with the rules of its file if there is one.
    ///
    /// - Throws: errors of the file system, and `RuleChanges.Refusal` if the file has rules that are wrong now.
    init(_ name: String, schema: Schema, folder: URL, _ limits: ServiceLimits) throws {
        self.name = name
        self.limits = limits
        library = .standardWithPatterns
        let set = PredicateSet<RuleID>(schema: schema.schema, library: library, limits: limits.predicate)
        file = folder.appendingPathComponent("\(name).rules.json")
        state = Mutex(State(schema: schema, set: set))
        current = Mutex(Version(number: 0, rules: set.snapshot))
        if let saved = try saved(schema.schema) { _ = try change(saved, saves: false) }
    }

    /// The rules of the file, checked with a schema; nil if there is no file.
    private func saved(_ schema: RecordSchema) throws -> RuleChanges? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try RuleChanges([UInt8](Data(contentsOf: file)), against: schema, library, limits)
    }

    /// Whether the schema vanished. Open streams then end.
    var isGone: Bool { ended.load(ordering: .sequentiallyConsistent) }

    func end() { ended.store(true, ordering: .sequentiallyConsistent) }

    /// The schema as it is now.
    var schema: Schema { state.withLock { $0.schema } }

    /// Takes another schema. The rules are checked and indexed again, and the next events are matched with the new ones, in
    /// streams that are open as well.
    ///
    /// - Throws: `RuleChanges.Refusal` if a rule is wrong now, or if the file has too many rules. Then nothing is changed.
    func reload(_ schema: Schema) throws {
        try state.withLock { state in
            let rules = try saved(schema.schema)?.changes ?? []
            let evaluated = Set(rules.filter(\.isEvaluated).map(\.id))
            if let refusal = refusal(rules: rules.count { $0.predicate != nil }, evaluated: evaluated.count) { throw refusal }
            let set = PredicateSet<RuleID>(schema: schema.schema, library: library, limits: limits.predicate)
            try set.update(contentsOf: rules.map { ($0.id, $0.predicate) })
            state.set = set
            // The file may have been edited, and its rules are those that the next change keeps.
            state.texts = [:]
            for rule in rules where rule.predicate != nil { state.texts[rule.id] = rule.text }
            state.evaluated = evaluated
            state.schema = schema
            state.schema.number += 1
            state.number += 1
            let version = Version(number: state.number, rules: set.snapshot)
            current.withLock { $0 = version }
        }
    }

    /// The rules as they are now.
    var version: Version { current.withLock { $0 } }

    /// The texts of all rules, in their order.
    var texts: [(id: RuleID, text: String)] {
        let texts = state.withLock { $0.texts }
        return version.rules.ids.compactMap { id in texts[id].map { (id, $0) } }
    }

    /// Makes changes, all at once.
    ///
    /// - Parameter number: that of the schema which the changes were checked with.
    /// - Returns: the new rules. They are saved, and every event that is matched from now on is matched with them. Nil if there
    ///   is another schema meanwhile.
    func change(
        _ changes: RuleChanges, checkedWith number: Int = 0, saves: Bool = true
    ) throws(RuleChanges.Refusal) -> Version? {
        let result = state.withLock { state -> Result<Version?, RuleChanges.Refusal> in
            guard state.schema.number == number else { return .success(nil) }
            var (texts, evaluated) = (state.texts, state.evaluated)
            for change in changes.changes {
                if change.predicate == nil {
                    texts.removeValue(forKey: change.id)
                } else {
                    texts[change.id] = change.text
                }
                if change.isEvaluated { evaluated.insert(change.id) } else { evaluated.remove(change.id) }
            }
            if let refusal = refusal(rules: texts.count, evaluated: evaluated.count) { return .failure(refusal) }
            do {
                // What is not saved is not answered as done.
                if saves { try save(changes, texts, state.set) }
                try state.set.update(contentsOf: changes.changes.map { ($0.id, $0.predicate) })
            } catch {
                return .failure(.unsaved(json: JSONText.error("not-saved", "the rules could not be saved")))
            }
            state.texts = texts
            state.evaluated = evaluated
            state.number += 1
            let version = Version(number: state.number, rules: state.set.snapshot)
            current.withLock { $0 = version }
            return .success(version)
        }
        guard let version = try result.get() else { return nil }
        matched.withLock { matched in
            for change in changes.changes { matched.removeValue(forKey: change.id) }
        }
        return version
    }

    /// The refusal of more rules than a tenant may have; nil if they are few enough.
    private func refusal(rules: Int, evaluated: Int) -> RuleChanges.Refusal? {
        if rules > limits.rules {
            let message = "a tenant has at most \(limits.rules) rules; these would be \(rules)"
            return .wrong(json: JSONText.error("too-many-rules", message))
        }
        if evaluated > limits.evaluatedRules {
            let message = """
                at most \(limits.evaluatedRules) rules of a tenant may be without a condition that an index finds; \
                these would be \(evaluated)
                """
            return .wrong(json: JSONText.error("too-many-evaluated-rules", message))
        }
        return nil
    }

    /// Writes all rules, so that the file is whole at any moment.
    private func save(_ changes: RuleChanges, _ texts: [RuleID: String], _ set: PredicateSet<RuleID>) throws {
        var json = JSONText()
        json.append(json: "{")
        // The order of the set, then the new rules in theirs.
        let known = set.ids.filter { texts[$0] != nil }
        let isKnown = Set(known)
        var isFirst = true
        for id in known + changes.changes.map(\.id).filter({ texts[$0] != nil && !isKnown.contains($0) }) {
            json.append(json: isFirst ? "\n" : ",\n")
            isFirst = false
            json.append(json: id.json)
            json.append(json: ": ")
            json.append(texts[id] ?? "")
        }
        json.append(json: "\n}\n")
        try Data(json.bytes).write(to: file, options: .atomic)
    }

    /// Counts the events that rules held for.
    func count(_ found: [RuleID: Int]) {
        matched.withLock { $0.merge(found, uniquingKeysWith: +) }
    }

    /// How often each rule held since it was changed last. Rules that never held are absent.
    var counts: [RuleID: Int] {
        let counts = matched.withLock { $0 }
        let known = state.withLock { $0.texts }
        return counts.filter { known[$0.key] != nil }
    }

    /// What a rule is, as JSON; nil if there is no such rule.
    func describe(_ id: RuleID) -> [UInt8]? {
        guard let text = state.withLock({ $0.texts[id] }), let found = version.rules.explain(id) else { return nil }
        var json = JSONText()
        json.append(json: "{\"id\":")
        json.append(json: id.json)
        json.append(json: ",\"predicate\":")
        json.append(text)
        json.append(json: ",\"found\":")
        json.append(found.description)
        json.append(json: ",\"matched\":\(matched.withLock { $0[id] } ?? 0)}\n")
        return json.bytes
    }
}

/// The tenants, one for each `NAME.schema.json` of a folder.
final class Tenants: Sendable {
    private let folder: URL
    private let limits: ServiceLimits
    private let byName: Mutex<[String: Tenant]>

    init(folder: URL, _ limits: ServiceLimits) throws {
        self.folder = folder
        self.limits = limits
        var byName: [String: Tenant] = [:]
        for (name, file) in try Self.files(folder) {
            byName[name] = try Tenant(name, schema: Self.schema(file), folder: folder, limits)
        }
        self.byName = Mutex(byName)
    }

    private static func files(_ folder: URL) throws -> [(name: String, file: URL)] {
        let suffix = ".schema.json"
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter {
            $0.lastPathComponent.hasSuffix(suffix)
        }.map { (String($0.lastPathComponent.dropLast(suffix.count)), $0) }
    }

    private static func schema(_ file: URL) throws -> Tenant.Schema {
        let bytes = [UInt8](try Data(contentsOf: file))
        return Tenant.Schema(schema: try JSONSchemaReader.read(bytes, file: file.path).schema, bytes: bytes)
    }

    /// Looks at the folder again: new schemas are new tenants, changed ones are taken, and a tenant whose schema is gone
    /// ends. What cannot be taken stays as it was, and is reported.
    ///
    /// - Returns: the tenants that ended. Their streams end when they next wait for bytes.
    func reload(_ report: (String, any Error) -> Void) -> [Tenant] {
        let files: [(name: String, file: URL)]
        do {
            files = try Self.files(folder)
        } catch {
            report(folder.path, error)
            return []
        }
        for (name, file) in files {
            do {
                var schema = try Self.schema(file)
                guard let known = self[name] else {
                    let tenant = try Tenant(name, schema: schema, folder: folder, limits)
                    byName.withLock { $0[name] = tenant }
                    continue
                }
                let old = known.schema
                schema.number = old.number
                if schema.bytes != old.bytes { try known.reload(schema) }
            } catch { report(name, error) }
        }
        let names = Set(files.map(\.name))
        let gone = byName.withLock { byName in
            let gone = byName.values.filter { !names.contains($0.name) }
            byName = byName.filter { names.contains($0.key) }
            return gone
        }
        for tenant in gone { tenant.end() }
        return gone
    }

    /// A tenant by its name. A name that a client sends is only looked up; it never becomes a path.
    subscript(name: String) -> Tenant? { byName.withLock { $0[name] } }

    /// All tenants, by name.
    var all: [Tenant] { byName.withLock { $0.values.sorted { $0.name < $1.name } } }
}
