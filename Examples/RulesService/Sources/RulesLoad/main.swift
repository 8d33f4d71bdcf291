import Foundation
import PredicateFormat
import PredicateRecords

// rules-load schema        writes the schema of the tenant `load`
// rules-load PORT [--seconds N] [--connections N] [--rules N] [--until-stopped]
//
// Sends events over some connections while the rules change every second, and compares every answer with evaluating
// each rule. `--until-stopped` expects that the service is stopped meanwhile. Exits with 1 if an answer is wrong or
// missing.

let arguments = Array(CommandLine.arguments.dropFirst())
func option(_ name: String, _ value: Int) -> Int {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return value }
    return Int(arguments[index + 1]) ?? value
}
if arguments.first == "schema" {
    print(Workload.schema)
    exit(0)
}
guard let port = arguments.first.flatMap({ UInt16($0) }) else {
    print("usage: rules-load PORT [--seconds N] [--connections N] [--rules N] [--until-stopped]")
    exit(64)
}
signal(SIGPIPE, SIG_IGN)

/// The rules, as this program knows them. It is the only one that changes them.
struct Rules {
    var rules: [(id: String, holds: [Bool])] = []
    var version = 0
    var nextID = 0
    var workload = Workload(random: SeededRandom(state: 2))

    /// Adds, replaces and removes rules, and notes what must be answered from then on.
    mutating func change(adding added: Int, replacing replaced: Int, removing removed: Int, _ replay: Replay) throws
        -> [UInt8]
    {
        var body: [String] = []
        for _ in 0..<min(removed, rules.count) {
            let rule = rules.remove(at: workload.random.below(rules.count))
            body.append("\"\(rule.id)\": null")
        }
        // Each id once: a body with an id twice is refused.
        for place in Set((0..<replaced).map { _ in workload.random.below(rules.count) }) where place < rules.count {
            let text = workload.rule()
            rules[place].holds = try replay.evaluate(text)
            body.append("\"\(rules[place].id)\": \"\(text)\"")
        }
        for _ in 0..<added {
            let (id, text) = ("rule \(nextID): é/..", workload.rule())
            nextID += 1
            rules.append((id, try replay.evaluate(text)))
            body.append("\"\(id)\": \"\(text)\"")
        }
        version += 1
        replay.add(version, rules)
        return Array("{\(body.joined(separator: ", "))}".utf8)
    }
}

/// Writes a line at once, also into a file.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func metric(_ name: String, _ page: String) -> Int {
    page.split(separator: "\n").filter {
        $0.hasPrefix(name) && $0.dropFirst(name.count).first.map { "{ ".contains($0) } == true
    }
    .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
}

func run() throws -> Bool {
    let seconds = option("--seconds", 10)
    let connections = option("--connections", 4)
    let isStopped = arguments.contains("--until-stopped")
    var workload = Workload(random: SeededRandom(state: 1))
    let replay = try Replay((0..<400).map { _ in workload.event() })
    var rules = Rules()
    let control = try Connection(port: port)
    func post(_ body: [UInt8]) throws {
        let (status, answer) = try control.request("POST", "/rules", tenant: "load", body)
        guard status == 200, answer.hasPrefix("{\"version\":\(rules.version),\"rules\":\(rules.rules.count)}") else {
            throw ConnectionError(description: "the change was answered with \(status): \(answer)")
        }
    }
    // Rules of an earlier run may be there.
    let old = try control.request("GET", "/rules", tenant: "load")
    var reader = JSONReader()
    if case .object(let page) = try reader.read(old.body), case .object(let known) = page.value(forKey: "rules") {
        let removals = known.keys.map { "\"\($0)\": null" }.joined(separator: ", ")
        if case .integer(let version) = page.value(forKey: "version") { rules.version = Int(version) + 1 }
        replay.add(rules.version, [])
        try post(Array("{\(removals)}".utf8))
    } else {
        throw ConnectionError(description: "the tenant `load` is not there: \(old.body)")
    }
    try post(try rules.change(adding: option("--rules", 1000), replacing: 0, removing: 0, replay))
    let before = metric("rules_events_total", try control.request("GET", "/metrics", tenant: "load").body)

    let loads = (0..<connections).map { EventLoad(replay, first: $0 * 31) }
    let threads = loads.map { load in Thread { load.run(port: port, tenant: "load") } }
    let start = ContinuousClock.now
    for thread in threads { thread.start() }
    var memory: [Int] = []
    var changes: [Double] = []
    for second in 1...max(1, seconds) {
        Thread.sleep(until: Date(timeIntervalSinceNow: max(0, 1 - (changes.last ?? 0) / 1000)))
        if isStopped, loads.contains(where: { $0.now.stopped != nil || $0.now.failure != nil }) { break }
        do {
            let body = try rules.change(adding: 5, replacing: 10, removing: 5, replay)
            let begin = ContinuousClock.now
            try post(body)
            changes.append((ContinuousClock.now - begin) / .milliseconds(1))
            let page = try control.request("GET", "/metrics", tenant: "load").body
            memory.append(metric("process_resident_memory_bytes", page))
        } catch  where isStopped {
            break
        }
        if second % 10 == 0 || second == 1 {
            let answered = loads.reduce(0) { $0 + $1.now.answered }
            say("\(second) s: \(answered) events, version \(rules.version), \((memory.last ?? 0) >> 10) KiB")
        }
    }
    for load in loads { load.stop() }
    while !threads.allSatisfy(\.isFinished) { Thread.sleep(forTimeInterval: 0.01) }
    let taken = (ContinuousClock.now - start) / .seconds(1)

    let results = loads.map(\.now)
    var isGood = true
    for result in results {
        if let failure = result.failure {
            say("failed: \(failure)")
            isGood = false
        }
        if isStopped, result.stopped == nil, result.failure == nil, result.answered != result.sent { isGood = false }
        if !isStopped, result.answered != result.sent || result.stopped != nil { isGood = false }
        if result.wrong > 0 { isGood = false }
    }
    let (sent, answered) = (results.reduce(0) { $0 + $1.sent }, results.reduce(0) { $0 + $1.answered })
    let delays = results.flatMap(\.delays).sorted()
    func delay(_ part: Double) -> Double {
        delays.isEmpty ? 0 : (delays[Int(part * Double(delays.count - 1))] * 10).rounded() / 10
    }
    say("sent \(sent), answered \(answered), wrong \(results.reduce(0) { $0 + $1.wrong })")
    say(
        "\(Int(Double(answered) / taken)) events/s over \(connections) connections, "
            + "\(results.reduce(0) { $0 + $1.matches }) matches, "
            + "\(results.reduce(into: Set<Int>()) { $0.formUnion($1.versions) }.count) versions seen in answers")
    say("delay of 64 events: median \(delay(0.5)) ms, 99 % \(delay(0.99)) ms, longest \(delay(1)) ms")
    changes.sort()
    if let longest = changes.last {
        say("change of 20 rules: median \(changes[changes.count / 2].rounded()) ms, longest \(longest.rounded()) ms")
    }
    if let first = memory.first, let most = memory.max(), let last = memory.last {
        say("memory: \(first >> 10) KiB after 1 s, \(last >> 10) at the end, at most \(most >> 10)")
    }
    if !isStopped {
        let page = try Connection(port: port).request("GET", "/metrics", tenant: "load").body
        let counted = metric("rules_events_total", page) - before
        say("the service counted \(counted) events")
        if counted != answered { isGood = false }
    }
    return isGood
}

do {
    exit(try run() ? 0 : 1)
} catch {
    say("failed: \(error)")
    exit(1)
}
