import Foundation
import PredicateCore
import PredicatePatterns
import PredicateRecords

// Usage: rules COUNT… Matches lines of JSON against sets of so many rules on one thread, and writes a line of JSON for
// each engine and size.
//        rules --skewed COUNT… The same for events in which some values are much commoner than others, before and after
// the set is ordered by what was measured.
//        rules --export FOLDER COUNT Writes the events and the rules for other engines, and how often these rules hold
// together for the first 256 events.

struct Row: Encodable {
    var engine: String
    var rules: Int
    var eventsPerSecond: Double
    /// The mean number of rules that hold for an event.
    var held: Double
    /// The time to build the set of checked predicates; nil where nothing is built.
    var buildSeconds: Double?
    /// The memory of the set together with its predicates; nil where it was not measured.
    var megabytes: Double?
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(body).components
    return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
}

/// The memory of the process in megabytes.
func residentMegabytes() -> Double {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return 0 }
    return pages * 4096 / 1e6
}

func write(_ row: Row) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    print(String(decoding: try encoder.encode(row), as: UTF8.self))
}

/// An event as a Swift value.
func event(_ line: [UInt8], _ reader: inout JSONReader) throws -> Event {
    let value = try line.withUnsafeBufferPointer { try reader.read($0) }
    guard case .object(let record) = value else { fatalError("no record") }
    func text(_ key: String) -> String { if case .string(let text) = record.value(forKey: key) { text } else { "" } }
    return Event(
        texts: Workload.texts.map { text($0.name) },
        numbers: Workload.numbers.map { field in
            if case .integer(let integer) = record.value(forKey: field.name) { Int(integer) } else { 0 }
        }, path: text("path"), message: text("message"))
}

/// Matches lines for about so many seconds, and returns events a second.
func rate(_ lines: [[UInt8]], for limit: Double, _ match: ([UInt8]) throws -> Int) rethrows -> (Double, Double) {
    var (events, held) = (0, 0)
    var taken = 0.0
    while taken < limit {
        taken += try seconds {
            for line in lines.dropFirst(events % lines.count).prefix(64) {
                held += try match(line)
                events += 1
            }
        }
    }
    return (Double(events) / taken, Double(held) / Double(events))
}

func measure(_ count: Int) throws {
    var workload = Workload(seed: 1)
    let lines = (0..<4096).map { _ in Array(workload.event().utf8) }
    let rules = (0..<count).map { _ in workload.rule() }
    let before = residentMegabytes()
    var checked: [(Int, CheckedPredicate)] = []
    let checking = try seconds {
        for (id, rule) in rules.enumerated() {
            checked.append((id, try ParsedPredicate(parsing: rule.text, library: .standardWithPatterns).checked()))
        }
    }
    let afterChecking = residentMegabytes()
    let set = PredicateSet<Int>(library: .standardWithPatterns)
    let building = try seconds { try set.insert(contentsOf: checked) }
    let snapshot = set.snapshot
    _ = try rate(lines, for: 0.5) { line in try line.withUnsafeBufferPointer { try snapshot.matches(json: $0).count } }
    let memory = residentMegabytes() - before
    let (fast, held) = try rate(lines, for: 2) { line in
        try line.withUnsafeBufferPointer { try snapshot.matches(json: $0).count }
    }
    let size = lines.reduce(0) { $0 + $1.count } / lines.count
    FileHandle.standardError.write(
        Data(
            """
            \(count) rules, lines of \(size) bytes: checked in \(checking) s, \(afterChecking - before) MB; \
            \(snapshot.summary)

            """.utf8))
    try write(
        Row(
            engine: "predicate-set", rules: count, eventsPerSecond: fast, held: held, buildSeconds: building,
            megabytes: memory))
    var reader = JSONReader()
    let (each, heldByEach) = try rate(lines, for: count > 10_000 ? 4 : 1) { line in
        let value = try line.withUnsafeBufferPointer { try reader.read($0) }
        return checked.count { $0.1.matches(value) }
    }
    try write(Row(engine: "evaluating-each", rules: count, eventsPerSecond: each, held: heldByEach))
    let (closures, heldByClosures) = try rate(lines, for: count > 10_000 ? 4 : 1) { line in
        let event = try event(line, &reader)
        return rules.count { $0.test(event) }
    }
    try write(Row(engine: "closures", rules: count, eventsPerSecond: closures, held: heldByClosures))
    for line in lines.prefix(count > 10_000 ? 20 : 200) {
        let value = try line.withUnsafeBufferPointer { try reader.read($0) }
        let event = try event(line, &reader)
        let expected = checked.filter { $0.1.matches(value) }.map(\.0)
        let byClosures = rules.indices.filter { rules[$0].test(event) }
        let found = try line.withUnsafeBufferPointer { try snapshot.matches(json: $0) }
        guard found == expected, found == byClosures else {
            fatalError("the engines disagree about \(String(decoding: line, as: UTF8.self))")
        }
    }
}

/// Matches events whose values are spread unevenly.
func measureSkewed(_ count: Int) throws {
    var workload = Workload(seed: 2)
    let lines = (0..<4096).map { _ in Array(workload.skewedEvent().utf8) }
    let set = PredicateSet<Int>(library: .standardWithPatterns)
    let rules = try (0..<count).map { id in
        (id, try ParsedPredicate(parsing: workload.skewedRule(), library: .standardWithPatterns).checked())
    }
    try set.insert(contentsOf: rules)
    func measure(_ engine: String, build: Double?) throws {
        let snapshot = set.snapshot
        func match(_ line: [UInt8]) throws -> Int {
            try line.withUnsafeBufferPointer { try snapshot.matches(json: $0).count }
        }
        _ = try rate(lines, for: 0.2, match)
        let (fast, held) = try rate(lines, for: 2, match)
        try write(Row(engine: engine, rules: count, eventsPerSecond: fast, held: held, buildSeconds: build))
    }
    try measure("skewed events, ordered by constants", build: nil)
    let reordering = seconds { set.reorder() }
    try measure("skewed events, ordered by measures", build: reordering)
}

/// How many rules another engine can say, and how often they hold together for the first 256 events.
struct Exported: Encodable {
    var rules = 0
    var held = 0
}

func export(_ count: Int, to folder: String) throws {
    var workload = Workload(seed: 1)
    let lines = (0..<4096).map { _ in workload.event() }
    let rules = (0..<count).map { _ in workload.rule() }
    var reader = JSONReader()
    let events = try lines.prefix(256).map { try event(Array($0.utf8), &reader) }
    var exported = ["betree": Exported(), "quamina": Exported()]
    var files = ["betree": "", "quamina": ""]
    func add(_ engine: String, _ id: Int, _ spelled: [String]) {
        exported[engine]?.rules += 1
        exported[engine]?.held += events.count { rules[id].test($0) }
        for text in spelled { files[engine]? += "\(id)\t\(text)\n" }
    }
    for (id, rule) in rules.enumerated() {
        if let text = rule.betree { add("betree", id, [text]) }
        if let patterns = rule.quamina {
            let spelled = patterns.map { pattern in
                "{" + pattern.sorted { $0.key < $1.key }.map { "\"\($0.key)\":[\($0.value)]" }.joined(separator: ",")
                    + "}"
            }
            add("quamina", id, spelled)
        }
    }
    files["events"] = lines.joined(separator: "\n") + "\n"
    for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).txt")) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    print(String(decoding: try encoder.encode(exported), as: UTF8.self))
}

do {
    let arguments = CommandLine.arguments.dropFirst()
    let counts = arguments.compactMap { Int($0) }
    switch arguments.first {
    case "--skewed": for count in counts { try measureSkewed(count) }
    case "--export": try export(counts.first ?? 1000, to: arguments.dropFirst().first ?? ".")
    default: for count in counts.isEmpty ? [1000, 10_000, 100_000] : counts { try measure(count) }
    }
} catch {
    FileHandle.standardError.write(Data("rules: \(error)\n".utf8))
    exit(1)
}
