import PredicateTesting

@testable import PredicateCore
@testable import PredicateFormat

/// Makes random predicates, as texts, for the records of `CoreGenerator`. Most of them are valid without a schema.
struct RecordPredicates: SeededGenerator {
    var random: SeededRandom
    /// The variables of the SUBQUERY under construction.
    private var variables: [String] = []

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func predicate(_ depth: Int = 3) -> String {
        switch below(depth > 0 ? 10 : 5) {
        case 0 where depth > 0: return pick(["TRUEPREDICATE", "FALSEPREDICATE"])
        case 5, 6: return group("AND", depth)
        case 7, 8: return group("OR", depth)
        case 9: return "(NOT \(predicate(depth - 1)))"
        default: return comparison(depth)
        }
    }

    private mutating func group(_ word: String, _ depth: Int) -> String {
        var parts: [String] = []
        for _ in 0..<(2 + below(3)) { parts.append(predicate(depth - 1)) }
        return "(" + parts.joined(separator: " \(word) ") + ")"
    }

    private mutating func comparison(_ depth: Int) -> String {
        let quantifier = pick(["", "", "", "ANY ", "ALL ", "NONE "])
        let options = pick(["", "", "[c]", "[cd]"])
        let left = quantifier + path(depth)
        switch below(7) {
        case 6: return constant(depth)
        case 0: return "\(left) \(pick(["BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES"]))\(options) \(text())"
        case 1: return "\(left) CONTAINS\(options) \(value(depth))"
        case 2: return "\(left) IN {\(scalar()), \(scalar()), \(path(0))}"
        case 3: return "\(left) BETWEEN {\(number()), \(number())}"
        default: return "\(left) \(pick(["==", "!=", "<", "<=", ">", ">="])) \(value(depth))"
        }
    }

    /// A comparison that reads no field of the record.
    private mutating func constant(_ depth: Int) -> String {
        switch below(4) {
        case 0: "\(number()) \(pick(["==", "!=", "<", ">="])) \(number())"
        case 1: "\(pick(["7", "8"])) IN {7}"
        case 2: "\(text()) \(pick(["BEGINSWITH", "CONTAINS[c]", "LIKE", "MATCHES"])) \(text())"
        default: "SUBQUERY({1, 2}, $k, $k \(pick(["<", "=="])) 2).@count == \(pick(["1", "2"]))"
        }
    }

    private mutating func value(_ depth: Int) -> String { below(3) > 0 ? scalar() : path(depth) }

    private mutating func scalar() -> String { below(2) == 0 ? text() : pick([number(), "nil", "TRUE"]) }

    private mutating func number() -> String { pick(["-1", "0", "1", "2", "0.5", "3"]) }

    private mutating func text() -> String { pick(["'a'", "'A'", "'b'", "'ab'", "'É'", "'a.*'", "'*'", "'Ab'"]) }

    private mutating func path(_ depth: Int) -> String {
        let field = pick(["a", "b", "c", "d"])
        let base = variables.isEmpty || below(2) == 0 ? field : pick(variables)
        switch below(depth > 0 ? 13 : 4) {
        case 0, 1, 2: return base
        case 3: return base + "." + field
        case 4: return base + "[0]"
        case 5: return base + ".@count"
        case 6: return base + pick([".@sum", ".@max", ".@unionOfObjects"]) + "." + field
        case 7: return "TERNARY(\(predicate(depth - 1)), \(path(depth - 1)), \(path(depth - 1)))"
        case 8: return "(\(path(depth - 1)) + \(path(depth - 1)))"
        case 9, 10:
            let name = "$v\(variables.count)"
            variables.append(name)
            defer { variables.removeLast() }
            return "SUBQUERY(\(base), \(name), \(predicate(depth - 1)))" + pick(["", ".@count", "[FIRST]"])
        case 11: return call(depth, base, field)
        default: return "CAST(\(path(depth - 1)), 'NSString')"
        }
    }

    /// A call of a pure function.
    private mutating func call(_ depth: Int, _ base: String, _ field: String) -> String {
        let value = path(depth - 1)
        switch below(3) {
        case 0:
            return pick([
                "substring(\(value), 0, 1)", "concat(\(value), \(text()))", "indexOf(\(value), \(text()))",
                "round(\(value))", "toNumber(\(value))", "replace(\(value), \(text()), 'b')", "trim(\(value))",
                "split(\(value), \(text()))[LAST]", "version(\(value)).length", "hour(\(value), 'Asia/Tokyo')",
                "toString(\(value))", "finds(\(value), \(text()))", "anywhere(\(value), \(text()))",
                "has(\(base).\(field))", "has(\(base)[0])", "length(\(value))", "uppercase(\(value))",
                "lowercase(\(value))",
                "stringByAppendingString:(\(value), \(text()))",
            ])
        case 1:
            let date = pick([value, "CAST(\(value), 'NSDate')", "'2001-01-01T00:00:02.5Z'"])
            return pick([
                "year(\(date))", "month(\(date))", "day(\(date), 'America/Havana')", "hour(\(date), '+05:30')",
                "minute(\(date))",
                "second(\(date))", "weekday(\(date))", "unixDate(\(value))",
                "unixDate(\(number()), '\(pick(["s", "ms", "ns"]))')",
                "truncate(\(date), '\(pick(["second", "minute", "day", "week", "quarter", "year"]))', 'Pacific/Apia')",
            ])
        default:
            return pick([
                "sum(\(value))", "average(\(value))", "count(\(value))", "min(\(value))", "max(\(value))",
                "median(\(value))",
                "mode(\(value))", "stddev(\(value))", "modulus:by:(\(value), \(number()))", "sqrt(\(value))",
                "ln(\(value))",
                "log(\(value))", "exp(\(value))", "floor(\(value))", "ceiling(\(value))", "trunc(\(value))",
                "abs(\(value))",
                "noindex(\(value))",
            ])
        }
    }
}
