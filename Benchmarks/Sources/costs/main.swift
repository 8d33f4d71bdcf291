import Foundation
import PredicateFormat

// Usage: costs [--all]
//        costs --climb SECONDS [--untrusted] [answer | trace | coverage | warnings]
//
// Measures each operation over each kind of operands, and writes a row for each operation: its slowest
// kind, and what a step takes. Exits with 1 if a step of an
// operation takes longer than `longest`. With --climb it searches for the predicate of up to 4 KB that takes the longest for a
// record of up to 10 KB, and writes what it found; it exits with 1 if that is more than the promise of SECURITY.md.

/// What a step takes in two nested loops over integers, which tells how fast the machine is.
func measuredReference() -> Double {
    [1, 2, 3, 4, 5].compactMap { _ in
        Measurement(
            "SUBQUERY(l, $x, SUBQUERY(l, $y, $x == $y).@count == -1).@count == 0",
            .object(PredicateObject([("l", .list((0..<800).map { .integer($0) }))])))?.perStep
    }.min() ?? 10
}
let reference = measuredReference()
/// The most that a step may take, as a multiple of that. At 4.5 ns, nine million steps of 3.7 times that take 150 ms; the rest is
/// for the noise of a busy machine.
let longest = 4.5
let showsAll = CommandLine.arguments.contains("--all")
let count = 400

if let index = CommandLine.arguments.firstIndex(of: "--climb") {
    let seconds = CommandLine.arguments.dropFirst(index + 1).first.flatMap(Double.init) ?? 60
    let isUntrusted = CommandLine.arguments.contains("--untrusted")
    let route = CommandLine.arguments.last.flatMap(Route.init) ?? .answer
    var limits = isUntrusted ? PredicateLimits.untrusted : .standard
    // It would refuse nearly all costly predicates before they run, and the search is for what a run takes.
    limits.estimatedCost = nil
    var climbing = Climbing(limits: limits, route: route)
    climbing.climb(seconds: seconds) { print($0) }
    let (slowest, largest) = (climbing.slowest, climbing.largest)
    print(
        "\(climbing.tried) predicates; the slowest took \(Int(slowest.milliseconds)) ms, the largest \(Int(largest.megabytes)) MB"
    )
    print("slowest: \(slowest.text)\nrecord: \(slowest.record.prefix(300))\nlargest: \(largest.text)")
    // The promise is for a machine on which the reference takes 4.5 ns.
    let slowness = max(1, max(reference, measuredReference()) / 4.5)
    exit(slowest.milliseconds > (isUntrusted ? 30 : 150) * slowness || largest.megabytes > 64 ? 1 : 0)
}

struct Row {
    var name: String
    var kind: String
    var condition: String
    var record: PredicateValue
    var measured: Measurement
}

/// A condition in loops: alone, and as a chain, in which the loops cost next to nothing.
func texts(_ condition: String, _ shape: Kind.Shape) -> [String] {
    let chain = Array(repeating: "(\(condition))", count: max(2, min(16, 4_000 / condition.utf8.count)))
    return [condition, chain.joined(separator: " OR "), chain.joined(separator: " AND ")].map { body in
        let inner = "SUBQUERY(l, $x, \(body)).@count == -1"
        return shape == .fields ? inner : "SUBQUERY(m, $y, \(inner)).@count == -1"
    }
}

var rows: [Row] = []
for kind in Kind.all {
    for shape in Kind.Shape.allCases {
        let record = kind.record(count: count, shape)
        for operation in kind.operations(shape).all {
            for text in texts(operation.condition, shape) {
                guard var measured = Measurement(text, record, rounds: 1) else {
                    if showsAll { print("error: \(text.prefix(200))") }
                    break
                }
                // Few rows are near the limit, and only for them does the noise of one evaluation matter.
                if measured.perStep > longest / 2 * reference {
                    measured = Measurement(text, record) ?? measured
                }
                rows.append(
                    Row(name: operation.name, kind: kind.name, condition: text, record: record, measured: measured))
            }
        }
    }
}
// What else the machine does can slow one measurement many times, but seldom the same row again.
for index in rows.indices where rows[index].measured.perStep > longest * reference {
    let row = rows[index]
    for _ in 0..<10 where rows[index].measured.perStep > longest * reference {
        usleep(100_000)
        guard let again = Measurement(row.condition, row.record) else { break }
        if again.perStep < rows[index].measured.perStep { rows[index].measured = again }
    }
}
let slowest = Dictionary(grouping: rows, by: \.name).values.compactMap {
    $0.max { $0.measured.perStep < $1.measured.perStep }
}
for row in (showsAll ? rows : slowest).sorted(by: { $0.measured.perStep > $1.measured.perStep }) {
    print(
        "| \(row.name) | \(row.kind) | \(String(format: "%.1f", row.measured.perStep)) ns | \(String(format: "%.2f", row.measured.perStep / reference)) |"
            + (showsAll ? " \(row.condition.prefix(100))" : ""))
}
print("\(rows.count) rows; the reference takes \(String(format: "%.1f", reference)) ns")
exit(slowest.contains { $0.measured.perStep > longest * reference } ? 1 : 0)
