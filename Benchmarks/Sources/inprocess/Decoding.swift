import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// The usual way for a program to read lines of JSON with Foundation: a Decodable with only the wanted fields, and a
// closure.

private struct NameAndAge: Decodable { var name: String, age: Int? }
private struct FiveFields: Decodable { var age: Int?, score: Double, active: Bool, country: String, bucket: Int }
private struct DeviceOnly: Decodable { var device: Record.Device? }
private struct CityOnly: Decodable { var city: String }
private struct NameOnly: Decodable { var name: String }
private struct EmailOnly: Decodable { var email: String }
private struct TagsOnly: Decodable { var tags: [String]? }
private struct ItemsOnly: Decodable { var items: [Record.Item] }
private struct CreatedOnly: Decodable { var created: Date }
private struct ScoreAndAge: Decodable { var score: Double, age: Int? }
private struct CityAndAge: Decodable { var city: String, age: Int? }

/// The lines of a file, located by their line feeds.
struct Lines {
    private let content: Data

    init(_ file: String) throws { content = try Data(contentsOf: URL(fileURLWithPath: file), options: .mappedIfSafe) }

    func forEach(_ body: (Data) throws -> Void) rethrows {
        try content.withUnsafeBytes { bytes in
            guard var line = bytes.baseAddress else { return }
            let end = line + bytes.count
            while line < end, let newline = memchr(line, 10, end - line) {
                let length = UnsafeRawPointer(newline) - line
                try body(Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: line), count: length, deallocator: .none))
                line += length + 1
            }
        }
    }
}

extension Handwritten {
    /// Reads each line as a value and counts those that satisfy a condition.
    private func count<Value: Decodable>(_ file: String, _ condition: Condition<Value>) throws -> Int {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        var count = 0
        try Lines(file).forEach { line in if condition(try decoder.decode(Value.self, from: line)) { count += 1 } }
        return count
    }

    /// Reads the records of a file and counts those that satisfy a query.
    func decodeAndCount(_ key: String, in file: String) throws -> Int {
        switch key {
        case "two-scalars":
            try count(file) { (record: NameAndAge) in (record.age ?? -1) > 30 && record.name.hasPrefix("A") }
        case "five-fields":
            try count(file) { (record: FiveFields) in
                guard let age = record.age else { return false }
                return age >= 25 && age <= 60 && record.score >= 50 && record.active && record.country == "PT"
                    && record.bucket < 500_000
            }
        case "deep-path": try count(file) { (record: DeviceOnly) in (record.device?.system.version.major ?? -1) >= 14 }
        case "rare-string": try count(file) { (record: CityOnly) in record.city == "Ystad" }
        case "string-options": try count(file) { (record: NameOnly) in isGarcia(record.name) }
        case "in-fifty": try count(file) { (record: CityOnly) in cities.contains(record.city) }
        case "matches": try count(file) { (record: EmailOnly) in isEmail(record.email) }
        case "any": try count(file) { (record: TagsOnly) in record.tags?.contains("urgent") ?? false }
        case "subquery":
            try count(file) { (record: ItemsOnly) in record.items.contains { $0.price > 400 && $0.quantity >= 5 } }
        case "dates": try count(file) { (record: CreatedOnly) in record.created >= from && record.created < to }
        case "arithmetic":
            try count(file) { (record: ScoreAndAge) in
                guard let age = record.age else { return false }
                return record.score * 1.5 - Double(age) / 2 > 60.007
            }
        case "many-or":
            try count(file) { (record: CityAndAge) in
                clauses.contains { $0.city == record.city && $0.age == record.age }
            }
        default: throw BenchmarkFailure("no query \(key)")
        }
    }
}

/// The twelve queries over lines of JSON by Foundation's JSONDecoder.
func measureDecoding(_ request: Request) throws {
    let handwritten = try Handwritten(request)
    let candidates = request.queries.map { query in
        Candidate(engine: "json-decoder", query: query.key, operations: 0) {
            try? handwritten.decodeAndCount(query.key, in: request.file)
        }
    }
    try measure("decoding", rounds: request.rounds, candidates)
}
