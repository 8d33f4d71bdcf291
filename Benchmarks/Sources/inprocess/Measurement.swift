import Foundation

/// A line of output: a measurement with the seconds of each round.
struct Measurement: Encodable {
    /// The table of the measurement.
    var section: String
    /// The engine that ran.
    var engine: String
    /// The query that ran.
    var query: String
    /// The number of records, texts or repetitions per round.
    var operations: Int
    /// The number of records that satisfy the predicate; nil if nothing is counted.
    var count: Int?
    /// The time of each round.
    var seconds: [Double]
    /// A remark.
    var note: String?
}

/// An operation that can be repeated, and returns the number of records that it found.
struct Candidate {
    var engine: String
    var query: String
    var operations: Int
    var note: String?
    /// Runs one round.
    var run: () -> Int?
}

/// Runs the candidates in turn, round after round, so that other load on the machine affects all of them. Writes a
/// line for each candidate. A first round is not measured.
func measure(_ section: String, rounds: Int, _ candidates: [Candidate]) throws {
    var seconds = [[Double]](repeating: [], count: candidates.count)
    var counts = candidates.map { $0.run() }
    for _ in 0..<rounds {
        for (index, candidate) in candidates.enumerated() {
            let started = ContinuousClock.now
            let count = candidate.run()
            let duration = (ContinuousClock.now - started).components
            seconds[index].append(Double(duration.seconds) + Double(duration.attoseconds) / 1e18)
            if count != counts[index] { counts[index] = -1 }
        }
    }
    for (index, candidate) in candidates.enumerated() {
        try write(
            Measurement(
                section: section, engine: candidate.engine, query: candidate.query, operations: candidate.operations,
                count: counts[index], seconds: seconds[index], note: candidate.note))
    }
}

/// Writes a value as a line of JSON.
func write(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// The reason why something cannot be measured.
struct BenchmarkFailure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

/// The request of the harness; see `bench/inprocess.py`.
struct Request: Decodable {
    struct Query: Decodable {
        var key: String
        var predicate: String
        var needsSchema: Bool
    }

    struct Text: Decodable {
        var text: String
        /// A JSON Schema as text.
        var schema: String?
        var isInferred: Bool
        /// Whether the text must be accepted.
        var isAccepted: Bool
    }

    /// The file of the records, one per line.
    var file: String
    /// The JSON Schema, which declares `created` as a date.
    var schema: String
    var queries: [Query]
    /// The texts of the conformance corpus.
    var corpus: [Text]
    var rounds: Int
    /// The number of Swift structs for the comparison with a handwritten closure.
    var structs: Int
}
