import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Integers past 64 bits keep every digit on each route (D128).
@Suite struct LongIntegerTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A number as JSON and literals spell it, and its order by its digits.
    struct Spelled: Equatable {
        var text: String

        var isInteger: Bool { !text.contains { ".eE".contains($0) } }

        private var magnitude: String { text.hasPrefix("-") ? String(text.dropFirst()) : text }

        /// A negative number, 0 or a positive number: integers by their digits, beside a double as a double.
        func compared(to other: Spelled) -> Int {
            if isInteger, other.isInteger {
                let isNegative = text.hasPrefix("-")
                if isNegative != other.text.hasPrefix("-") { return isNegative ? -1 : 1 }
                let (a, b) = (magnitude, other.magnitude)
                let order =
                    a.utf8.count != b.utf8.count ? (a.utf8.count < b.utf8.count ? -1 : 1) : a < b ? -1 : a > b ? 1 : 0
                return isNegative ? -order : order
            }
            if let integer = Int64(text), let double = Double(other.text) { return Self.order(integer, double) }
            if let integer = Int64(other.text), let double = Double(text) { return -Self.order(integer, double) }
            let (a, b) = (Double(text) ?? .nan, Double(other.text) ?? .nan)
            return a < b ? -1 : a > b ? 1 : 0
        }

        private static func order(_ integer: Int64, _ double: Double) -> Int {
            if double >= 0x1p63 { return -1 }
            if double < -0x1p63 { return 1 }
            let whole = Int64(double)
            return integer < whole ? -1 : integer > whole ? 1 : 0
        }
    }

    /// Numbers of which many differ in the last digit.
    struct Numbers: SeededGenerator {
        var random: SeededRandom
        var known: [String] = [
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
            "18446744073709551615", "18446744073709551616", "100000000000000000000", "7",
            String(repeating: "9", count: 38),
        ]

        mutating func next(doubles: Bool) -> Spelled {
            if chance(3) { return Spelled(text: pick(known)) }
            if chance(2), let digit = known.last?.last {
                // Another last digit.
                var twin = pick(known)
                twin.removeLast()
                known.append(twin + (digit == "9" ? "8" : "9"))
                if twin.isEmpty || twin == "-" { return Spelled(text: "9") }
                return Spelled(text: known[known.count - 1])
            }
            if doubles, chance(4) {
                return Spelled(
                    text: pick(["1e20", "1.5878708649682983e19", "18446744073709551616.0", "7.0", "-1e19", "1e30"]))
            }
            var digits = chance(4) ? "-" : ""
            digits += String(below(9) + 1)
            for _ in 1..<(18 + below(21)) { digits += String(below(10)) }
            known.append(digits)
            return Spelled(text: digits)
        }
    }

    private struct Question {
        var text: String
        /// Whether it holds for a number and a list.
        var holds: (Spelled, [Spelled]) -> Bool
    }

    private static func questions(_ numbers: inout Numbers, doubles: Bool) -> [Question] {
        let a = numbers.next(doubles: doubles)
        let b = numbers.next(doubles: doubles)
        let (low, high) = a.compared(to: b) <= 0 ? (a, b) : (b, a)
        return [
            Question(text: "id == \(a.text)") { id, _ in id.compared(to: a) == 0 },
            Question(text: "id != \(a.text)") { id, _ in id.compared(to: a) != 0 },
            Question(text: "id < \(a.text)") { id, _ in id.compared(to: a) < 0 },
            Question(text: "id <= \(a.text) OR id > \(b.text)") { id, _ in
                id.compared(to: a) <= 0 || id.compared(to: b) > 0
            },
            Question(text: "id >= \(a.text)") { id, _ in id.compared(to: a) >= 0 },
            Question(text: "id IN {\(a.text), 7, \(b.text)}") { id, _ in
                [a, Spelled(text: "7"), b].contains { id.compared(to: $0) == 0 }
            },
            Question(text: "id BETWEEN {\(low.text), \(high.text)}") { id, _ in
                id.compared(to: low) >= 0 && id.compared(to: high) <= 0
            },
            Question(text: "ANY l == \(a.text)") { _, l in l.contains { $0.compared(to: a) == 0 } },
            Question(text: "id IN l") { id, l in l.contains { $0.compared(to: id) == 0 } },
            Question(text: "ALL l > \(a.text) AND id < \(b.text)") { id, l in
                l.allSatisfy { $0.compared(to: a) > 0 } && id.compared(to: b) < 0
            },
        ]
    }

    /// The numbers of the records that a run wrote.
    private func found(_ result: CommandResult, _ route: [String]) -> [Int] {
        #expect(result.status == 0 || result.status == 1, "\(route) \(result)")
        return result.lines.compactMap { Int($0.filter(\.isNumber)) }
    }

    @Test(arguments: 0..<10)
    func everyRouteTellsThemApart(seed: Int) throws {
        let hasDoubles = seed % 2 == 0
        var numbers = Numbers(random: SeededRandom(seed: UInt64(seed)))
        let records = (0..<60).map { _ in
            (id: numbers.next(doubles: hasDoubles), list: (0..<3).map { _ in numbers.next(doubles: hasDoubles) })
        }
        let written = records.enumerated().map { n, record in
            #"{"n":\#(n),"id":\#(record.id.text),"l":[\#(record.list.map(\.text).joined(separator: ","))]}"#
        }
        let lines = try folder.file("a.ndjson", written.joined(separator: "\n") + "\n")
        let list = try folder.file("a.json", "[" + written.joined(separator: ",\n") + "]")
        let nested = try folder.file("b.json", #"{"items": ["# + written.joined(separator: ",") + "]}")
        let pretty = try folder.file(
            "c.json", "[" + written.map { $0.replacing(",", with: ",\n  ") }.joined(separator: ",\n") + "]")
        let type = #"{"type":"integer"}"#
        let integers = try folder.file(
            "i.json",
            #"{"type":"object","properties":{"n":\#(type),"id":\#(type),"l":{"type":"array","items":\#(type)}}}"#)
        let decimals = try folder.file(
            "d.json",
            #"{"type":"object","properties":{"n":\#(type),"id":{"type":"number","format":"decimal"},"l":{"type":"array","items":{"type":"number","format":"decimal"}}}}"#
        )
        var routes = [
            [lines], ["--strict", lines], ["--untyped", lines], ["--threads", "3", lines], [list], [pretty],
            ["--at", "/items", nested], ["--skip-bad-records", "--limit", "999", lines],
            ["--schema", integers, lines],
        ]
        if !hasDoubles { routes.append(["--schema", decimals, lines]) }
        #if SQLite
        let table = "sqlite:\(folder.path("t.sqlite"))#t"
        let imported = predicate(["import", lines, "--into", table])
        #expect(imported.status == 0, "\(imported)")
        #expect(
            filter("--all", "--from", table, "--select", "n, id").lines
                == filter("--all", "--select", "n, id", lines).lines || hasDoubles)
        routes.append(["--from", table])
        #endif
        let questions = Self.questions(&numbers, doubles: hasDoubles)
        let session = try TestSession(lines)
        _ = try session.type(":mode ndjson\n:limit 999\n:select n")
        for question in questions {
            let wanted = records.indices.filter { question.holds(records[$0].id, records[$0].list) }
            for route in routes {
                let result = filter(
                    arguments: ["--no-warnings", "-o", "ndjson", "--select", "n", question.text] + route)
                #expect(found(result, route) == wanted, "\(question.text) \(route)")
            }
            let shown = try session.type(question.text).split(separator: "\n").filter { $0.hasPrefix("{") }
            #expect(shown.compactMap { Int($0.filter(\.isNumber)) } == wanted, "\(question.text) at the prompt")
        }
        let rules = try folder.file(
            "rules.txt", questions.enumerated().map { "q\($0): \($1.text)" }.joined(separator: "\n"))
        let matched = predicate(["match", "--rules", rules, lines]).lines
        for (record, line) in zip(records, matched) {
            let wanted = questions.indices.filter { questions[$0].holds(record.id, record.list) }.map { "\"q\($0)\"" }
            #expect(line == "[" + wanted.joined(separator: ",") + "]", "\(record)")
        }
    }

    /// Orders, groups, distinct values and aggregates of integers alone.
    @Test(arguments: 20..<26)
    func queriesTellThemApart(seed: Int) throws {
        var numbers = Numbers(random: SeededRandom(seed: UInt64(seed)))
        let ids = (0..<60).map { _ in numbers.next(doubles: false) }
        let lines = try folder.file(
            "a.ndjson", ids.enumerated().map { #"{"n":\#($0),"id":\#($1.text)}"# }.joined(separator: "\n") + "\n")
        let sorted = ids.indices.sorted {
            let order = ids[$0].compared(to: ids[$1])
            return order == 0 ? $0 < $1 : order < 0
        }
        var distinct: [Spelled] = []
        for id in ids where !distinct.contains(id) { distinct.append(id) }
        var routes = [[lines], ["--strict", lines], ["--threads", "3", lines]]
        #if SQLite
        let table = "sqlite:\(folder.path("t.sqlite"))#t"
        #expect(predicate(["import", lines, "--into", table, "--index", "id"]).status == 0)
        routes.append(["--from", table])
        #endif
        for route in routes {
            #expect(
                found(filter(arguments: ["--all", "-o", "ndjson", "--sort", "id", "--select", "n"] + route), route)
                    == sorted)
            let groups = filter(arguments: ["--all", "-o", "ndjson", "--group-by", "id"] + route).lines
            #expect(
                groups == distinct.map { id in #"{"id":\#(id.text),"count":\#(ids.count { $0 == id })}"# }, "\(route)")
            let values = filter(arguments: ["--all", "-o", "ndjson", "--select", "id", "--distinct"] + route).lines
            #expect(values == distinct.map { #"{"id":\#($0.text)}"# }, "\(route)")
            let bounds = filter(
                arguments: ["--all", "-o", "ndjson", "--aggregate", "a = min(id), b = max(id)"] + route)
            let (least, most) = (sorted.first.map { ids[$0].text } ?? "", sorted.last.map { ids[$0].text } ?? "")
            #expect(bounds.output.contains(#""a":\#(least),"b":\#(most)"#), "\(route) \(bounds)")
        }
    }
}
