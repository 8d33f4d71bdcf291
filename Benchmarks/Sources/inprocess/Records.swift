import Foundation
import PredicateCore
import PredicatePatterns
import PredicateRecords

/// The twelve queries over records in memory, one record at a time.
func measureRecords(_ request: Request) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var records: [Record] = []
    var values: [PredicateValue] = []
    var reader = JSONReader()
    try Lines(request.file).forEach { line in
        records.append(try decoder.decode(Record.self, from: line))
        values.append(try reader.read(String(decoding: line, as: UTF8.self)))
    }
    let handwritten = try Handwritten(request)
    let schema = try JSONSchemaReader.read(request.schema).schema
    let context = EvaluationContext()
    var candidates: [Candidate] = []
    for query in request.queries {
        func add(_ engine: String, _ run: @escaping () -> Int?) {
            candidates.append(Candidate(engine: engine, query: query.key, operations: records.count, run: run))
        }
        let parsed = try ParsedPredicate(parsing: query.predicate, library: .standardWithPatterns)
        let overRecords = try parsed.checked(against: Record.schema)
        let byAccessors = try Record.byAccessors.predicate(parsing: query.predicate, library: .standardWithPatterns)
        let byKeyPaths = try Record.byKeyPaths.predicate(parsing: query.predicate, library: .standardWithPatterns)
        let overValues = try parsed.checked(against: query.needsSchema ? schema : nil)
        if let closure = handwritten.closure(query.key) { add("closure") { records.count(where: closure) } }
        add("accessors") { records.count(where: byAccessors) }
        add("key-paths") { records.count(where: byKeyPaths) }
        add("predicate-record") { records.count { overRecords.matches($0, context: context) } }
        add("predicate-value") { values.count { overValues.matches($0, context: context) } }
        if let foundation = handwritten.foundation(query.key) {
            add("foundation-predicate") { records.count { (try? foundation.evaluate($0)) ?? false } }
        }
    }
    try measure("records", rounds: request.rounds, candidates)
}
