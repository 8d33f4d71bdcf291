import Foundation
import PredicateFormat

// Usage: costs [--all]
//        costs --climb SECONDS [--untrusted] [answer | trace | coverage | warnings]
//
// Measures each operation over each kind of operands, and writes a row for each operation: its slowest
// kind, the nanoseconds and the charged steps for an element, and the nanoseconds of a step. Exits with 1 if a step of an
// operation takes longer than `longest`. With --climb it searches for the predicate of up to 4 KB that takes the longest for a
// record of up to 10 KB, and writes what it found; it exits with 1 if that is more than the promise of SECURITY.md.

/// Two nested loops over integers: what a step takes in them is the measure of the others.
let reference =
    [1, 2, 3, 4, 5].compactMap { _ in
        Measurement(
            "SUBQUERY(l, $x, SUBQUERY(l, $y, $x == $y).@count == -1).@count == 0",
            .object(PredicateObject([("l", .list((0..<800).map { .integer($0) }))])))?.perStep
    }.min() ?? 10
/// The most that a step may take, as a multiple of a step of the reference.
let longest = 1.5
let showsAll = CommandLine.arguments.contains("--all")
let count = 400

if let index = CommandLine.arguments.firstIndex(of: "--climb") {
    let seconds = CommandLine.arguments.dropFirst(index + 1).first.flatMap(Double.init) ?? 60
    let isUntrusted = CommandLine.arguments.contains("--untrusted")
    let route = CommandLine.arguments.last.flatMap(Route.init) ?? .answer
    var climbing = Climbing(limits: isUntrusted ? .untrusted : .standard, route: route)
    climbing.climb(seconds: seconds) { print($0) }
    let (slowest, largest) = (climbing.slowest, climbing.largest)
    print(
        "\(climbing.tried) predicates; the slowest took \(Int(slowest.milliseconds)) ms, the largest \(Int(largest.megabytes)) MB"
    )
    print("slowest: \(slowest.text)\nrecord: \(slowest.record.prefix(300))\nlargest: \(largest.text)")
    exit(slowest.milliseconds > (isUntrusted ? 30 : 150) || largest.megabytes > 64 ? 1 : 0)
}

struct Row {
    var name: String
    var kind: String
    var condition: String
    var measured: Measurement
}

var rows: [Row] = []
for kind in Kind.all {
    let record = kind.record(count: count)
    for operation in kind.operations().all {
        let text = "SUBQUERY(l, $x, \(operation.condition)).@count == -1"
        guard let measured = Measurement(text, record) else {
            if showsAll { print("error: \(text.prefix(200))") }
            continue
        }
        rows.append(Row(name: operation.name, kind: kind.name, condition: operation.condition, measured: measured))
    }
}
let slowest = Dictionary(grouping: rows, by: \.name).values.compactMap {
    $0.max { $0.measured.perStep < $1.measured.perStep }
}
for row in (showsAll ? rows : slowest).sorted(by: { $0.measured.perStep > $1.measured.perStep }) {
    let element = row.measured.nanoseconds / Double(count)
    print(
        "| \(row.name) | \(row.kind) | \(Int(element)) ns | \(row.measured.steps / count) | \(String(format: "%.2f", row.measured.perStep / reference)) |"
            + (showsAll ? " \(row.condition.prefix(80))" : ""))
}
print("\(rows.count) rows; a step of the reference takes \(String(format: "%.1f", reference)) ns")
exit(slowest.contains { $0.measured.perStep > longest * reference } ? 1 : 0)
