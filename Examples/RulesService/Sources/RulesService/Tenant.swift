import Foundation
import PredicateFormat
import PredicatePatterns
import PredicateRecords
import PredicateSets
import Synchronization

/// A customer of the service: a schema of its events, and rules.
final class Tenant: Sendable {
    /// The rules at one moment. Every change gives the next number, so an answer can say which rules it was made with.
    struct Version: Sendable {
        var number: Int
        var rules: PredicateSetSnapshot<RuleID>
    }

    private struct State {
        var number = 0
        var texts: [RuleID: String] = [:]
        var evaluated: Set<RuleID> = []
    }

    let name: String
    let schema: RecordSchema
    let library: PredicateLibrary
    let limits: ServiceLimits
    private let set: PredicateSet<RuleID>
    /// The file of the rules: a JSON object that `predicate match --rules` reads, too.
    private let file: URL
    /// Held while rules are changed and saved. Matching does not wait for it.
    private let state: Mutex<State>
    private let current: Mutex<Version>
    private let matched = Mutex<[RuleID: Int]>([:])

    /// A tenant, with the rules of its file if there is one.
    ///
    /// - Throws: errors of the file system, and `RuleChanges.Refusal` if the file has rules that are wrong now.
    init(_ name: String, schema: RecordSchema, folder: URL, _ limits: ServiceLimits) throws {
        self.name = name
        self.schema = schema
        self.limits = limits
        library = .standardWithPatterns
        set = PredicateSet(schema: schema, library: library, limits: limits.predicate)
        file = folder.appendingPathComponent("\(name).rules.json")
        state = Mutex(State())
        current = Mutex(Version(number: 0, rules: set.snapshot))
        if FileManager.default.fileExists(atPath: file.path) {
            let changes = try RuleChanges([UInt8](Data(contentsOf: file)), against: schema, library, limits)
            _ = try change(changes, saves: false)
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
    /// - Returns: the new rules. They are saved, and every event that is matched from now on is matched with them.
    func change(_ changes: RuleChanges, saves: Bool = true) throws(RuleChanges.Refusal) -> Version {
        let result = state.withLock { state -> Result<Version, RuleChanges.Refusal> in
            var (texts, evaluated) = (state.texts, state.evaluated)
            for change in changes.changes {
                if change.predicate == nil {
                    texts.removeValue(forKey: change.id)
                } else {
                    texts[change.id] = change.text
                }
                if change.isEvaluated { evaluated.insert(change.id) } else { evaluated.remove(change.id) }
            }
            if texts.count > limits.rules {
                let message = "a tenant has at most \(limits.rules) rules; these would be \(texts.count)"
                return .failure(.wrong(json: JSONText.error("too-many-rules", message)))
            }
            if evaluated.count > limits.evaluatedRules {
                let message = """
                    at most \(limits.evaluatedRules) rules of a tenant may be without a condition that an index finds; \
                    these would be \(evaluated.count)
                    """
                return .failure(.wrong(json: JSONText.error("too-many-evaluated-rules", message)))
            }
            do {
                // What is not saved is not answered as done.
                if saves { try save(changes, texts) }
                try set.update(contentsOf: changes.changes.map { ($0.id, $0.predicate) })
            } catch {
                return .failure(.unsaved(json: JSONText.error("not-saved", "the rules could not be saved")))
            }
            state.texts = texts
            state.evaluated = evaluated
            state.number += 1
            let version = Version(number: state.number, rules: set.snapshot)
            current.withLock { $0 = version }
            return .success(version)
        }
        let version = try result.get()
        matched.withLock { matched in
            for change in changes.changes { matched.removeValue(forKey: change.id) }
        }
        return version
    }

    /// Writes all rules, so that the file is whole at any moment.
    private func save(_ changes: RuleChanges, _ texts: [RuleID: String]) throws {
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
struct Tenants: Sendable {
    private let byName: [String: Tenant]

    init(folder: URL, _ limits: ServiceLimits) throws {
        var byName: [String: Tenant] = [:]
        let suffix = ".schema.json"
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.lastPathComponent.hasSuffix(suffix) {
            let name = String(file.lastPathComponent.dropLast(suffix.count))
            let schema = try JSONSchemaReader.read([UInt8](Data(contentsOf: file)), file: file.path).schema
            byName[name] = try Tenant(name, schema: schema, folder: folder, limits)
        }
        self.byName = byName
    }

    /// A tenant by its name. A name that a client sends is only looked up; it never becomes a path.
    subscript(name: String) -> Tenant? { byName[name] }

    /// All tenants, by name.
    var all: [Tenant] { byName.values.sorted { $0.name < $1.name } }
}
