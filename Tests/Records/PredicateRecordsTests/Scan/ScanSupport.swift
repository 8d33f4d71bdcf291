import CRecordScan
import PredicateCore
import PredicatePatterns
import PredicateTesting
import Testing

@testable import PredicateRecords

/// The kernels that this processor supports.
let kernels = [rs_kernel_portable, rs_kernel_sse2, rs_kernel_avx2, rs_kernel_avx512, rs_kernel_neon]
    .map(\.rawValue).filter { rs_has_kernel($0) != 0 }

/// Predicates for every path of a scan: each operation over slots, and operations that the scanner leaves to
/// others.
let scannedPredicates = comparingPredicates + callingPredicates

/// Predicates without a call, or with operators in the words of functions.
private let comparingPredicates = [
    "i > 3", "i >= 3 AND i < 7", "i == 4", "i != 4", "i == nil", "i != nil", "3 < i", "i BETWEEN {2, 6}",
    "i BETWEEN {2.5, 6}", "i > 2.5", "i == 4.0", "i == TRUE", "i > 9007199254740993", "d > 1.5", "d <= 2", "d == 0.5",
    "d == 1", "d < 1e3", "b == TRUE", "b == FALSE", "b != TRUE", "b == 1", "b > 0",
    #"s == "abc""#, #"s != "abc""#, #"s == """#, #"s < "b""#, #"s >= "ä""#, #"s == 3"#, #"s == [c] "ABC""#,
    #"s BEGINSWITH "a""#, #"s BEGINSWITH[cd] "Ä""#, #"s ENDSWITH "c""#, #"s ENDSWITH[c] "C""#, #"s CONTAINS "b""#,
    #"s CONTAINS[cd] "B""#, #"s CONTAINS "\n""#, #"s LIKE "a*c""#, #"s LIKE[cd] "?B*""#, #"s MATCHES "[a-z]+""#,
    #"s MATCHES[cd] "A.*""#, #"s IN {"abc", "ä", "", "x y"}"#, #"s IN[c] {"ABC"}"#, "i IN {1, 2.0, TRUE, 7}",
    "d IN {0.5, 1, 1000}", "d IN {1, 2, 1000, -3}", (0..<9).map { "i == \($0 * 3)" }.joined(separator: " OR "),
    (1..<9).map { "\($0) == d" }.joined(separator: " OR ") + #" OR i == 4 OR s == "abc""#, #"s IN {"abc", 4, nil}"#,
    "s.length > 3", "NOT (i > 3 OR s == nil)",
    "o.x == 2", #"o.y.z BEGINSWITH "k""#, "o.x > 1 AND o.y.z != nil", "o.y == nil", "o != nil", "o.x.length == nil",
    "ANY o.x == 2", #"ANY l == "red""#, "ANY l > 2", "ALL l > 2", "NONE l == 2", #"ANY l IN {"red", 2}"#,
    "ANY l == nil",
    #"l CONTAINS "red""#, "l.@count > 2", "l[FIRST] == 2", "l == {1, 2}", #"ANY l BEGINSWITH[c] "R""#,
    #"ANY l CONTAINS "re""#, #"ALL l CONTAINS "e""#,
    "ANY m.q > 3", "SUBQUERY(m, $e, $e.q > 3).@count > 0", "SUBQUERY(m, $e, $e.q > 3 AND $e.t == \"a\").@count == 1",
    "SUBQUERY(m, $e, $e.q > i).@count > 0", "SUBQUERY(m, $e, ANY $e.u == 1).@count >= 1",
    "SUBQUERY(l, $e, $e == 2).@count > 0",
    "SUBQUERY(m, $e, $e.q == nil).@count == 0", "m.@sum.q > 5", "m[0].q == 1", "m.q == {1}",
    "i + 1 > 4", "i * d > 3", "i - 2 == d", "i / 2 == 1", "i / 0 == nil", "d / i > 0.5", "i * 9223372036854775807 > 0",
    "i + d * 2.0 - 1 <= 6", "i ** 2 > 9", "t > CAST(\"2024-01-01T00:00:00Z\", \"NSDate\")",
    "t == CAST(\"2023-05-05T10:00:00Z\", \"NSDate\")", "i > 3 OR d > 100 OR s == \"abc\" OR b == TRUE",
    "(i > 3 AND s BEGINSWITH \"a\") OR (d < 1 AND NOT b == TRUE) OR o.x == 2", "TRUEPREDICATE", "FALSEPREDICATE",
    "#first == 1", "t - '2023-06-01' > 30d", "t + i > '2024-01-01'", "CAST(t, 'NSDate') < CAST('2024-01-01', 'NSDate')",
    "t > CAST('2024-01-01', 'NSDate')", "NOT t <= CAST('2024-02-01', 'NSDate')", "t == CAST('2024-02-01', 'NSDate')",
    "CAST('2024-01-01', 'NSDate') < t AND i > 2", "t BETWEEN {CAST('2024-01-01', 'NSDate'), now()}", "t - s == 0.0",
    // Conditions that are checked first, texts that a line must contain, and tables of texts.
    #"i == 4 AND d >= 0.5 AND b == TRUE AND s BEGINSWITH "ab""#, "4 < i AND 2.5 > d", #"s == "abc" AND i > 2"#,
    #"NOT s == "abc" AND i < 5"#, #"s IN {"abc", "äbc"}"#, #"s IN {"abc", "äbc", nil}"#, #"s == "x y" OR s == "ABC""#,
    #"s CONTAINS "ong ""#, #"l CONTAINS "long""#, #"s ENDSWITH "\"abc\"""#, #"ANY m.t == "abc""#,
    #"o.y.z == "key" AND i > 1"#,
    #"SUBQUERY(m, $e, $e.t == "abc").@count > 0"#, #"SUBQUERY(m, $e, $e.t == "abc").@count < 1"#,
    #"ALL m.t == "abc""#, #"ANY l == "abc" AND d > 0"#, #"t == "no date" OR ANY l == "red""#,
    #"(s == "abc" AND i == 4) OR (s == "ABC" AND i > 2) OR s == "red" OR (i == 1 AND s == "a") OR s == "x y" OR d == 1"#,
    #"s == "abc" OR s == "ABC" OR s == "" OR s == "äbc" OR s == "a\nb""#,
    #"NOT ((s == "abc" AND i < 4) OR (s == "abc" AND i > 5) OR (s == "a" AND o.x == 2) OR (s == "o" AND b == TRUE)) AND i > 2"#,
]

/// Predicates that call every pure function.
let callingPredicates = [
    "NOT has(o.y.z)", "has(o.x) AND s == nil", "SUBQUERY(m, $e, has($e.q)).@count > 1",
    #"anywhere(o, "k")"#, #"finds(s, "^a|y$")"#, #"NOT finds(s, "(?i)B")"#, #"substring(s, 0, 1) == "a""#,
    #"indexOf(s, "b") > 0"#, #"split(s, " ")[LAST] == "y""#, #"concat(s, "-", i) CONTAINS "c-3""#, "round(d) > 2",
    #"replace(s, "b", "") == "ac""#, "trim(s) == s", "toNumber(s) == nil", "hour(s) == nil",
    #"toString(i) == "4""#, #"toString(d) BEGINSWITH "2""#, #"toString(s) == s"#,
    #"version(concat(i, ".2")) < version("4.1")"#,
    "version(s) == nil", "year(t) == 2024", #"month(t, "+02:00") < 3"#, "day(t) == 31",
    #"hour(t, "Asia/Kathmandu") == 3"#,
    #"minute(t, "Asia/Kathmandu") == 45"#, "second(t) == 0", "weekday(t) == 5",
    #"truncate(t, "month") == CAST("2024-01-01T00:00:00Z", "NSDate")"#, #"hour(t, "written") == 0"#,
    "sum(l) > 5", "average(l) == 2", "count(l) == 3", "min(l) < 1", "max(m.q) > 4", "median(l) >= 2",
    "mode(l)[FIRST] == 2",
    "stddev(m.q) > 1", "modulus:by:(i, 3) == 1", "sqrt(i) == 2", "ln(d) > 0", "log(d) >= 3", "exp(i) < 20",
    "floor(d) == 2",
    "ceiling(d) == 1", "trunc(d) == 1", "abs(i) == 1", #"uppercase(s) == "ABC""#, #"lowercase(s) == "abc""#,
    "length(s) == 3", "unixDate(i, 'ms') < '1970-01-02'",
    #"stringByAppendingString:(s, "!") ENDSWITH "c!""#, "noindex(i) == 4",
]

/// A predicate without a schema.
func scanned(_ text: String) throws -> CheckedPredicate {
    try ParsedPredicate(parsing: text, library: .standardWithPatterns).checked(against: nil)
}

/// Random lines of JSON.
struct LineGenerator: SeededGenerator {
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private mutating func blank() -> String { chance(12) ? pick([" ", "  ", "\t", " \t "]) : "" }

    private mutating func string() -> String {
        pick([
            #""abc""#, #""ABC""#, #""a""#, #""""#, #""äbc""#, #""Äöü""#, #""x y""#, #""\u0061bc""#, #""a\nb""#,
            #""\"abc\"""#,
            #""\\""#, #""{[,:]}""#, #""i\":4,""#, #""日本語""#, #""\ud83d\ude00""#, #""red""#, #""o""#,
            "\"" + String(repeating: "long ", count: Int.random(in: 0..<40, using: &random)) + "\"",
        ])
    }

    private mutating func number() -> String {
        pick([
            "0", "1", "2", "3", "4", "5", "7", "-1", "-0", "0.5", "1.0", "2.5", "1e3", "1.5E-2", "-0.0",
            "12345678901234567",
            "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
            "0.1234567890123456789",
            "123456789012345678901234567890", "1e-400", "1.7976931348623157e308", "3.0e2",
        ])
    }

    private mutating func scalar() -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3: number()
        case 4...6: string()
        case 7: pick(["true", "false"])
        default: "null"
        }
    }

    private mutating func list(_ element: (inout LineGenerator) -> String) -> String {
        let count = pick([0, 1, 2, 3, 5, 40])
        var parts: [String] = []
        for _ in 0..<count { parts.append(blank() + element(&self) + blank()) }
        return "[" + parts.joined(separator: ",") + "]"
    }

    private mutating func object(_ fields: [(String, String)]) -> String {
        var fields = fields
        if chance(4) { fields.shuffle(using: &random) }
        let parts = fields.map { blank() + $0.0 + blank() + ":" + blank() + $0.1 + blank() }
        return "{" + parts.joined(separator: ",") + (fields.isEmpty ? blank() : "") + "}"
    }

    private mutating func value(of key: String) -> String {
        if chance(15) { return chance(3) ? list { $0.scalar() } : scalar() }
        switch key {
        case "i": return chance(3) ? number() : pick(["1", "2", "3", "4", "5", "6", "7"])
        case "d": return number()
        case "b": return pick(["true", "false"])
        case "t":
            return pick([
                #""2023-05-05T10:00:00Z""#, #""2024-02-01T00:00:00.25+02:00""#, #""no date""#, #""2024-02-01 00:00""#,
                #""2024-02-01""#,
            ])
        case "l": return list { $0.chance(12) ? $0.list { $0.scalar() } : $0.scalar() }
        case "m":
            return list {
                $0.chance(12)
                    ? $0.scalar() : $0.object([("\"q\"", $0.number()), ("\"t\"", $0.string()), ("\"u\"", "[1,2]")])
            }
        case "o":
            return chance(8)
                ? list { $0.object([("\"x\"", $0.number())]) }
                : object([
                    ("\"x\"", number()), ("\"y\"", chance(4) ? scalar() : object([("\"z\"", pick([#""key""#, "1"]))])),
                ])
        default: return string()
        }
    }

    /// A record as a line.
    mutating func line() -> String {
        var fields: [(String, String)] = []
        for key in ["i", "d", "s", "b", "o", "l", "m", "t"] where !chance(8) {
            if chance(5) { fields.append(("\"pad\(fields.count)\"", chance(3) ? list { $0.string() } : string())) }
            fields.append(
                (chance(40) ? "\"\\u00\(String(key.utf8.first ?? 0, radix: 16))\"" : "\"\(key)\"", value(of: key)))
            // A duplicate key; the first counts.
            if chance(20) { fields.append(("\"\(key)\"", value(of: key))) }
            // The key in a nested object.
            if chance(10) { fields.append(("\"deep\"", "{\"\(key)\":{\"x\":2},\"i\":4,\"list\":[{\"s\":\"abc\"}]}")) }
        }
        if chance(30) { fields.append((#""k \"1""#, "1")) }
        return blank() + object(fields) + blank()
    }

    /// A line with a few bytes changed.
    mutating func mutated(_ line: String) -> [UInt8] {
        var bytes = Array(line.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.remove(at: at)
            case 1: bytes[at] = pick(Array(#"{}[]",:\0e-. "#.utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xFF])
            case 2: bytes.insert(pick(Array(#"{}[]",:\"#.utf8)), at: at)
            default: bytes.removeSubrange(at...)
            }
        }
        return bytes.filter { $0 != 0x0A }
    }
}

/// The result of scanning a text.
func scan(
    _ predicate: CheckedPredicate, _ text: [UInt8], kernel: UInt32,
    _ change: (inout LineScan.Options) -> Void = { _ in }
) -> LineScan.Found {
    var options = LineScan.Options()
    options.kernel = kernel
    options.skipsBadRecords = true
    change(&options)
    guard let scan = LineScan(predicate, context: EvaluationContext(), options: options) else {
        return LineScan.Found()
    }
    return text.withUnsafeBufferPointer { scan.scan($0, in: 0..<$0.count, file: nil) }
}

/// One scan per thread.
func scansFor(
    _ threads: Int, _ predicate: CheckedPredicate, _ options: LineScan.Options = LineScan.Options()
) throws -> [LineScan] {
    let first = try #require(LineScan(predicate, context: EvaluationContext(), options: options))
    return try [first] + (1..<threads).map { _ in try #require(first.copy()) }
}
