import Foundation
import PredicateCore
import PredicateFormat
import PredicatePatterns
import PredicateRecords

/// Predicates with assignments, doubling, nesting and joins, over nested records. All evaluators must give the same
/// answer and the same warnings within the limits, and must not take longer than the limits allow.
@Sendable
func fuzzBudget(_ bytes: [UInt8]) {
    var maker = HostileMaker(bytes)
    let text = maker.predicate()
    guard let predicate = try? ParsedPredicate(parsing: text, library: .standardWithPatterns).checked(against: nil)
    else {
        return
    }
    // Compiling a predicate takes longer than evaluating it, so each is tested with many records.
    let lines = (0..<60).map { _ in maker.record() }
    var limits = PredicateLimits.standard
    limits.evaluationSteps = [300, 3_000, 30_000][maker.below(3)]
    limits.evaluationBytes = [5_000, 200_000][maker.below(2)]
    limits.patternSteps = 5_000
    // Reading records does not count as evaluation.
    var reader = JSONReader(maximumDepth: 200)
    reader.requiresObjects = true
    let reference = ReferenceEvaluator(library: predicate.library)
    var wanted: [Int] = []
    var limited = 0
    for (number, line) in lines.enumerated() {
        guard let value = try? reader.read(line) else { return }
        let slow = Told(limits)
        let holds = measured(text) { reference.evaluate(predicate.program, on: value, context: slow.context) }
        let fast = Told(limits)
        let found = measured(text) { predicate.compiled.evaluate(on: value, context: fast.context) }
        require(holds == found, "the compiled predicate says \(found), the reference \(holds): \(text)\n\(line)")
        require(
            fast.count == slow.count, "limits: \(fast.count) compiled, \(slow.count) by reference: \(text)\n\(line)")
        if holds { wanted.append(number) }
        limited += slow.count
    }
    let all = Array((lines.joined(separator: "\n") + "\n").utf8)
    let scanned = Told(limits)
    if let scan = LineScan(predicate, context: scanned.context, options: LineScan.Options()) {
        let found = measured(text, records: lines.count) {
            all.withUnsafeBufferPointer { scan.scan($0, in: 0..<$0.count, file: nil) }
        }
        require(
            found.matchCount == wanted.count, "a scan finds \(found.matchCount) of \(wanted.count): \(text)\n\(lines)")
        require(
            scanned.count == limited, "limits: \(scanned.count) by scan, \(limited) by reference: \(text)\n\(lines)")
    }
    var table = RecordTable()
    guard let stream = try? RecordStream(.bytes(all), RecordInputOptions(layout: .lines)) else { return }
    while let record = try? stream.next() { table.append(record) }
    let told = Told(limits)
    let found = measured(text, records: lines.count) {
        RecordColumns(table, reader: reader).matches(of: predicate, context: told.context, threads: 1)
    }
    require(found == wanted, "columns find \(found), the reference \(wanted): \(text)\n\(lines)")
    require(told.count == limited, "limits: \(told.count) by columns, \(limited) by reference: \(text)\n\(lines)")
}

/// Counts the limit warnings of an evaluation. A target runs on one thread.
private final class Told: @unchecked Sendable {
    private let limits: PredicateLimits
    private(set) var count = 0

    init(_ limits: PredicateLimits) { self.limits = limits }

    var context: EvaluationContext {
        EvaluationContext(
            now: Date(timeIntervalSinceReferenceDate: 0), limits: limits,
            warn: { warning in
                switch warning {
                case .stepLimit, .byteLimit: self.count += 1
                case .patternLimit, .badPattern, .largePattern: break
                }
            })
    }
}

/// Runs work with a time limit. 30,000 steps take less than a millisecond, and instrumentation multiplies that by
/// ten. The rest is for a busy machine.
private func measured<Result>(_ text: String, records: Int = 1, _ body: () -> Result) -> Result {
    let start = clock()
    let result = body()
    let milliseconds = Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC)
    require(milliseconds < Double(300 + 20 * records), "\(milliseconds) ms: \(text)")
    return result
}

/// Makes predicates and records from bytes, and from random numbers seeded by them when the bytes are used up.
private struct HostileMaker {
    private var bytes: ArraySlice<UInt8>
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    mutating func below(_ limit: Int) -> Int {
        if let byte = bytes.popFirst() { return Int(byte) % limit }
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }

    private mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }

    // MARK: Predicates

    mutating func predicate() -> String {
        var parts: [String] = []
        let links = below(24)
        if links > 0 { parts.append("($v0 := \(pick(["\"xé\"", "{a}", "l", "s", "{s, l}", "o", "{}"]))) != nil") }
        for link in 0..<links where link + 1 < links { parts.append("($v\(link + 1) := \(self.link(link))) != nil") }
        let last = max(0, links - 1)
        for _ in 0...below(3) { parts.append(clause(2, links > 0 ? ["$v\(last)", "$v\(last / 2)"] : [])) }
        let text = parts.joined(separator: below(4) == 0 ? " OR " : " AND ")
        return below(3) == 0 ? "NOT (\(text))" : text
    }

    private mutating func link(_ number: Int) -> String {
        let v = "$v\(number)"
        return pick([
            "stringByAppendingString:(\(v), \(v))", "{\(v), \(v)}", "\(v) UNION \(v)", "uppercase(\(v))", "\(v).a",
            "{\(v), l}", "SUBQUERY(\(v), $z, $z != 1)", "\(v) MINUS l", "TERNARY(a == 1, \(v), {\(v)})", "mode(\(v))",
            "\(v).@distinctUnionOfObjects.self", "CAST(\(v), \"NSString\")", "\(v).@unionOfArrays.self",
        ])
    }

    private mutating func operand(_ names: [String]) -> String {
        pick(["l", "k", "s", "a", "o", "o.p", "l.n", "k.n.m", "1", "\"x\"", "{1, 2}", "n"] + names)
    }

    private mutating func clause(_ depth: Int, _ names: [String]) -> String {
        let a = operand(names)
        let b = operand(names)
        switch below(depth > 0 ? 14 : 11) {
        case 0: return "ANY \(a) IN \(b)"
        case 1: return "ALL \(a) \(pick(["==", "<", "!=", "CONTAINS"])) \(b)"
        case 2: return "\(a) \(pick(["==", "!=", "<=", ">", "IN", "CONTAINS", "BEGINSWITH[c]", "==[l]", "<[cd]"])) \(b)"
        case 3: return "\(a) MATCHES \(pick(["\"(a+)+$\"", "\".*x.*y.*\"", "\"(é|x)*\"", "s", "\"[a-z]*\""]))"
        case 4: return "\(a) LIKE\(pick(["", "[c]", "[cd]"])) \(pick(["\"*a?é*x\"", "s", "\"*a*\"", "\"?*?*?x\""]))"
        case 5: return "(\(a) \(pick(["UNION", "INTERSECT", "MINUS"])) \(b)).@count > 1"
        case 6: return "\(pick(["mode", "median", "sum", "max", "length", "uppercase"]))(\(a)) == \(b)"
        case 7: return "\(a).@\(pick(["distinctUnionOfObjects", "unionOfArrays", "max", "sum"])).n == \(b)"
        case 8: return "{\(a), \(b)} == {\(b), \(a)}"
        case 9: return "CAST(\(a), \"\(pick(["NSNumber", "NSDate", "NSString", "NSDecimalNumber"]))\") == \(b)"
        case 10: return "\(a) BETWEEN {\(b), \(a)}"
        case 11:
            let x = "$x\(depth)"
            return
                "SUBQUERY(\(a), \(x), \(clause(depth - 1, names + [x, x + ".n"]))).@count \(pick(["> 0", "== 1", "< 3"]))"
        case 12: return "NOT (\(clause(depth - 1, names)))"
        default: return "(\(clause(depth - 1, names)) \(pick(["AND", "OR"])) \(clause(depth - 1, names)))"
        }
    }

    // MARK: Records

    mutating func record() -> String {
        let l = value(4)
        let k = value(4)
        let s = string()
        return
            "{\"a\":\(below(3)),\"l\":\(l),\"k\":\(k),\"s\":\(s),\"n\":\(value(1)),\"o\":{\"p\":\(value(2)),\"a\":\(l)}}"
    }

    private mutating func string() -> String {
        "\"" + String(repeating: pick(["a", "x", "é", "aé", "ab", "2024-01-01", "5", "İ"]), count: 1 << below(8))
            + pick(["", "b", "y"]) + "\""
    }

    private mutating func value(_ depth: Int) -> String {
        switch below(depth > 0 ? 8 : 4) {
        case 0: return "\(below(200))"
        case 1: return string()
        case 2: return pick(["null", "true", "1.5", "1e300", "\"\""])
        case 3: return "\"\(below(50))\""
        case 4: return "{\"n\":\(value(depth - 1)),\"m\":\(value(depth - 1))}"
        case 5:
            let inner = value(depth - 1)
            let levels = 1 << below(6)
            return String(repeating: "[", count: levels) + inner + String(repeating: "]", count: levels)
        default:
            let element = value(depth - 1)
            let count = 1 << below(depth > 2 ? 7 : 4)
            // Records beyond a few kilobytes show nothing new.
            guard element.utf8.count * count < 4_000 else { return "[\(element)]" }
            return "[" + (0..<count).map { $0 % 3 == 0 ? element : "\($0)" }.joined(separator: ",") + "]"
        }
    }
}
