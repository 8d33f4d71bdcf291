import Foundation
import PredicateFormat
import PredicatePatterns
import PredicateRecords
import Synchronization

/// What the service must answer: for each version of the rules and each event, the rules that hold when each is
/// evaluated alone.
final class Replay: Sendable {
    private let answers = Mutex<[Int: [UInt64]]>([:])
    let events: [[UInt8]]
    private let values: [PredicateValue]
    private let schema: RecordSchema

    init(_ events: [String]) throws {
        schema = try JSONSchemaReader.read(Workload.schema).schema
        self.events = events.map { Array($0.utf8) }
        var reader = JSONReader()
        values = try events.map { try reader.read($0) }
    }

    /// The events that a rule holds for.
    func evaluate(_ text: String) throws -> [Bool] {
        let rule = try CheckedPredicate(text, schema: schema, library: .standardWithPatterns)
        return values.map { rule.matches($0) }
    }

    /// Notes the rules of a version, before the service gets them.
    func add(_ version: Int, _ rules: [(id: String, holds: [Bool])]) {
        let hashes = events.indices.map { event in
            Self.hash(
                Array(rules.lazy.filter { $0.holds[event] }.map { "\"\($0.id)\"" }.joined(separator: ",").utf8)[...])
        }
        answers.withLock { $0[version] = hashes }
    }

    /// Whether an answer is right.
    ///
    /// - Parameter ids: the bytes between the brackets.
    func isRight(_ event: Int, version: Int, _ ids: ArraySlice<UInt8>) -> Bool {
        let hash = Self.hash(ids)
        return answers.withLock { $0[version]?[event] == hash }
    }

    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
