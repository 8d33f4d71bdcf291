import Foundation
import PredicateFormat

/// A search for the predicate that takes the longest: hill climbing over conditions, nesting, and the values of the record.
struct Climbing {
    /// Bytes of a predicate and of a record, as the promise of SECURITY.md has them.
    static let textBytes = 4096
    static let recordBytes = 10 << 10

    /// What is tried: conditions in nested loops over a list of one kind.
    struct Candidate {
        var kind: Int
        var count: Int
        /// The levels of loops around the conditions.
        var loops: Int
        var loop: Int
        var conditions: [String]
        var isConjunction: Bool

        static let forms = [
            ("SUBQUERY(l, $%, ", ").@count == -1"), ("ANY SUBQUERY(l, $%, ", ").zz == 1"),
            ("NOT SUBQUERY(l, $%, ", ").@count > 100000"), ("SUBQUERY(l, $%, ", ").@min == nil"),
        ]

        var text: String {
            let names = ["w", "v", "y", "x"].suffix(loops)
            let (opening, closing) = Self.forms[loop % Self.forms.count]
            let body = conditions.joined(separator: isConjunction ? " AND " : " OR ")
            return names.map { opening.replacingOccurrences(of: "%", with: $0) }.joined() + "(" + body + ")"
                + String(repeating: closing, count: names.count)
        }
    }

    private var random: SystemRandomNumberGenerator
    private var best: Candidate
    private(set) var slowest = (milliseconds: 0.0, text: "", record: "")
    private(set) var largest = (megabytes: 0.0, text: "")
    private(set) var tried = 0
    private let limits: PredicateLimits
    private let route: Route

    init(limits: PredicateLimits, route: Route) {
        random = SystemRandomNumberGenerator()
        best = Candidate(kind: 0, count: 300, loops: 2, loop: 0, conditions: ["$x.a == $y.b"], isConjunction: false)
        self.limits = limits
        self.route = route
    }

    private mutating func condition(_ kind: Kind, loops: Int) -> String {
        let operations = kind.operations().all
        var condition = operations[Int.random(in: 0..<operations.count, using: &random)].condition
        // Operands of the other loops, so that nothing is the same for all elements.
        if loops > 1, Bool.random(using: &random) {
            condition = condition.replacingOccurrences(of: "$x.b", with: "$y.b")
        }
        if loops > 2, Bool.random(using: &random) {
            condition = condition.replacingOccurrences(of: "$x.c", with: "$v.c")
        }
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return "NOT (\(condition))"
        case 1:
            return
                "($t := \(kind.operations().a)) != \"q\" AND (\(condition.replacingOccurrences(of: kind.operations().a, with: "$t")))"
        case 2: return "TERNARY(\(condition), 1, 2) == 3"
        default: return condition
        }
    }

    private mutating func changed(_ candidate: Candidate) -> Candidate {
        var next = candidate
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            next.kind = Int.random(in: 0..<Kind.all.count, using: &random)
            next.conditions = [condition(Kind.all[next.kind], loops: next.loops)]
        case 1: next.count = max(1, min(2000, candidate.count * Int.random(in: 1...4, using: &random) / 2))
        case 2:
            next.loops = Int.random(in: 1...4, using: &random)
            next.conditions = [condition(Kind.all[next.kind], loops: next.loops)]
        case 3: next.loop = Int.random(in: 0..<Candidate.forms.count, using: &random)
        case 4: next.isConjunction.toggle()
        case 5 where next.conditions.count > 1: next.conditions.removeLast()
        case 6: next.conditions += next.conditions
        default:
            let new = condition(Kind.all[next.kind], loops: next.loops)
            if Bool.random(using: &random) || next.conditions.isEmpty {
                next.conditions.append(new)
            } else {
                next.conditions[Int.random(in: 0..<next.conditions.count, using: &random)] = new
            }
        }
        while next.text.utf8.count > Self.textBytes, next.conditions.count > 1 { next.conditions.removeLast() }
        return next
    }

    /// The record of a candidate, with as many elements as fit.
    private func record(_ candidate: Candidate) -> (PredicateValue, String) {
        var count = candidate.count
        while true {
            let record = Kind.all[candidate.kind].record(count: count)
            let text = record.description
            if text.utf8.count <= Self.recordBytes || count == 1 { return (record, text) }
            count = max(1, count * Self.recordBytes / text.utf8.count)
        }
    }

    /// Climbs for some seconds. Begins again from a random place when nothing better was found for a while.
    mutating func climb(seconds: Double, note: (String) -> Void) {
        let end = ContinuousClock.now + .seconds(seconds)
        var own = 0.0
        var stale = 0
        while ContinuousClock.now < end {
            if stale > 60 {
                best.kind = Int.random(in: 0..<Kind.all.count, using: &random)
                best.loops = Int.random(in: 1...3, using: &random)
                best.conditions = [condition(Kind.all[best.kind], loops: best.loops)]
                (own, stale) = (0, 0)
            }
            let candidate = changed(best)
            let text = candidate.text
            let (record, written) = record(candidate)
            guard text.utf8.count <= Self.textBytes else { continue }
            let before = Memory.reset()
            guard let measured = Measurement(text, record, rounds: 1, route: route, limits: limits) else { continue }
            let megabytes = Memory.peak() - before
            tried += 1
            stale += 1
            if megabytes > largest.megabytes { largest = (megabytes, text) }
            guard measured.nanoseconds > own * 1.02 else { continue }
            own = measured.nanoseconds
            stale = 0
            best = candidate
            // The least of several, so that another program on the processor is not taken for a cost.
            if own / 1e6 > slowest.milliseconds,
                let again = Measurement(text, record, rounds: 3, route: route, limits: limits)
            {
                if again.milliseconds > slowest.milliseconds {
                    slowest = (again.milliseconds, text, written)
                    note(
                        "\(Int(slowest.milliseconds)) ms after \(tried): \(Kind.all[candidate.kind].name): \(text.prefix(160))"
                    )
                }
            }
        }
    }
}

/// The resident memory of this process, in megabytes; 0 where the system does not tell it.
enum Memory {
    /// Forgets the peak so far, and returns the present size.
    static func reset() -> Double {
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        return status("VmRSS:")
    }

    /// The most since then.
    static func peak() -> Double { status("VmHWM:") }

    private static func status(_ name: String) -> Double {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
        for line in text.split(separator: "\n") where line.hasPrefix(name) {
            return (line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Double($0) } ?? 0) / 1024
        }
        return 0
    }
}
