import Foundation

/// A line of output: what was measured, and the seconds of each round.
struct Measurement: Encodable {
    /// The table it belongs to.
    var section: String
    /// What ran.
    var engine: String
    /// What was asked.
    var query: String
    /// How many records, texts or repetitions a round has.
    var operations: Int
    /// How many records satisfied the predicate; nil where nothing is counted.
    var count: Int?
    /// The time of each round.
    var seconds: [Double]
    /// What else is to be known.
    var note: String?
}

/// Something that can be run again and again and tells how many records it found.
struct Candidate {
    var engine: String
    var query: String
    var operations: Int
    var note: String?
    /// One round.
    var run: () -> Int?
}

/// Runs the candidates in turn, round after round, so that what else the machine does falls on all of them, and writes a line
/// for each. A round before the first is not counted.
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

/// Why something cannot be measured.
struct BenchmarkFailure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

/// What the harness asks for; see `bench/inprocess.py`.
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
        /// Whether the text has to be accepted.
        var isAccepted: Bool
    }

    /// The records, one a line.
    var file: String
    /// The JSON Schema that says that `created` is a date.
    var schema: String
    var queries: [Query]
    /// The texts of the conformance corpus.
    var corpus: [Text]
    var rounds: Int
    /// How many Swift structs the comparison with a handwritten closure has.
    var structs: Int
}
