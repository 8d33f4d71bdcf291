import PredicateFormat
import PredicateRecords

/// The body of `POST /rules`: a JSON object of ids and texts, or null to remove a rule. All of it is made, or nothing.
struct RuleChanges: Sendable {
    /// A rule; nil removes it.
    struct Change: Sendable {
        var id: RuleID
        var text: String
        var predicate: CheckedPredicate?
        /// Whether the rule must be evaluated for every event.
        var isEvaluated = false
    }

    private(set) var changes: [Change] = []

    /// Why a body was refused.
    enum Refusal: Error {
        /// It is not the JSON that it should be.
        case malformed(json: [UInt8])
        /// It has rules that are wrong, or too many.
        case wrong(json: [UInt8])
        /// The rules could not be saved.
        case unsaved(json: [UInt8])
    }

    /// Reads and checks a body.
    ///
    /// - Throws: `Refusal` with all errors of all rules.
    init(
        _ body: [UInt8], against schema: RecordSchema, _ library: PredicateLibrary, _ limits: ServiceLimits
    ) throws(Refusal) {
        var reader = JSONReader(maximumDepth: 2, strict: true)
        let value: PredicateValue
        do throws(RecordError) {
            value = try body.withUnsafeBufferPointer { bytes throws(RecordError) in try reader.read(bytes) }
        } catch {
            throw .malformed(json: JSONText.error(error.code.rawValue, error.description))
        }
        guard case .object(let object) = value else {
            throw .malformed(json: JSONText.error("not-an-object", "rules are a JSON object of ids and predicates"))
        }
        var errors = JSONText()
        var errorCount = 0
        func report(_ id: String, _ name: String, _ json: String) {
            // A body of a thousand mistakes does not need a thousand messages.
            errorCount += 1
            if errorCount > 100 { return }
            errors.append(json: errorCount == 1 ? "{\"id\":" : ",{\"id\":")
            errors.append(id)
            errors.append(json: ",\"\(name)\":\(json)}")
        }
        func sentence(_ text: String) -> String {
            var json = JSONText()
            json.append(text)
            return String(decoding: json.bytes, as: UTF8.self)
        }
        for id in object.keys {
            guard (1...limits.idBytes).contains(id.utf8.count) else {
                report(id, "message", sentence("an id has 1 to \(limits.idBytes) bytes"))
                continue
            }
            switch object.value(forKey: id) {
            case .null: changes.append(Change(id: RuleID(id), text: "", predicate: nil))
            case .string(let text):
                do throws(PredicateDiagnostics) {
                    let predicate = try CheckedPredicate(
                        text, schema: schema, library: library, limits: limits.predicate)
                    changes.append(
                        Change(
                            id: RuleID(id), text: text, predicate: predicate,
                            isEvaluated: try Self.isEvaluated(predicate)))
                } catch {
                    report(id, "diagnostics", error.json())
                }
            default: report(id, "message", sentence("a rule is a string, or null to remove it"))
            }
        }
        guard errorCount == 0 else {
            var json = JSONText()
            json.append(json: "{\"errors\":[")
            json.append(json: errors.bytes)
            json.append(json: "],\"count\":\(errorCount)}\n")
            throw .wrong(json: json.bytes)
        }
    }

    /// Whether no index finds a rule, so that it is evaluated for every event.
    ///
    /// - Throws: the error of a variable without a value.
    private static func isEvaluated(_ predicate: CheckedPredicate) throws(PredicateDiagnostics) -> Bool {
        let alone = PredicateSet<Int>()
        try alone.insert(predicate, for: 0)
        return alone.explain(0)?.alternatives.contains { $0.access == .none && $0.isEvaluated } ?? false
    }
}
