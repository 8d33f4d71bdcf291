import PredicateTesting

@testable import PredicateRecords

/// Makes random predicates, as texts, over the fields of `LineGenerator`. Comparisons that read fields and
/// comparisons that read none occur alone, in lists and next to each other. Nearly all predicates are valid.
struct ScannedPredicateGenerator: SeededGenerator {
    var random: SeededRandom
    /// The variables of the SUBQUERY under construction.
    private var variables: [String] = []

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func predicate(_ depth: Int = 2) -> String {
        guard depth > 0 else { return comparison(0) }
        switch below(9) {
        case 0, 1, 2:
            let word = pick([" AND ", " OR "])
            return "(" + (0...(1 + below(3))).map { _ in predicate(depth - 1) }.joined(separator: word) + ")"
        case 3: return "NOT (" + predicate(depth - 1) + ")"
        default: return comparison(depth)
        }
    }

    private mutating func comparison(_ depth: Int) -> String {
        if below(20) == 0 { return pick(callingPredicates) }
        switch below(10) {
        case 0, 1: return constant(depth)
        case 2:
            return certainText() + pick([" BEGINSWITH", " ENDSWITH", " CONTAINS", " LIKE", "=="]) + options()
                + literalText()
        case 3: return certainText() + " MATCHES " + pick(["\"[a-z]+\"", "\".*b.*\""])
        case 4: return certainNumber() + " BETWEEN {" + pick(["1", "2.5"]) + ", " + pick(["4", "7.5"]) + "}"
        case 5: return pick([number(), text()]) + " IN {" + value() + ", " + value() + ", " + value() + "}"
        case 6, 7: return depth > 0 ? list(depth) : number() + order() + value()
        case 8: return pick([number(), text(), "b", "o.y", "l"]) + pick([" == ", " != "]) + "nil"
        default: return certainNumber() + order() + pick(["i", "d", "3", "2.5"])
        }
    }

    /// A comparison that reads no field of the record.
    private mutating func constant(_ depth: Int) -> String {
        switch below(12) {
        case 0: pick(["1", "2", "0.5"]) + order() + pick(["1", "2", "1.0"])
        case 1: "NOT 1 < " + pick(["0", "2"])
        case 2: pick(["7", "8"]) + " IN {7}"
        case 3: literalText() + pick([" BEGINSWITH", " CONTAINS", " LIKE", " =="]) + options() + literalText()
        case 4: "nil == nil"
        case 5: "now()" + pick([" > ", " < "]) + "CAST(\"2020-01-01T00:00:00Z\", \"NSDate\")"
        case 6: "{1, 2}.@count" + order() + "2"
        case 7: "ANY {1, 2, 3}" + order() + pick(["0", "2", "4"])
        case 8: "TERNARY(" + (depth > 0 ? predicate(depth - 1) : "1 < 2") + ", 1, 2) == " + pick(["1", "2"])
        case 9: "SUBQUERY({1, 2}, $c, $c" + order() + "1).@count == " + pick(["0", "1", "2"])
        case 10: "($w := 3) == " + pick(["3", "4"])
        default: literalText() + " MATCHES \"[a-z]+\""
        }
    }

    /// A test of a list's elements. Its predicate may read none of them.
    private mutating func list(_ depth: Int) -> String {
        let name = "$e\(variables.count)"
        let source = pick(["l", "m", "m"])
        switch below(4) {
        case 0: return pick(["ANY ", "ALL ", "NONE "]) + pick(["l", "m.q", "m.t", "o.x"]) + order() + value()
        case 1:
            return pick(["ANY ", "ALL "]) + pick(["l", "m.t"])
                + pick([" BEGINSWITH", " CONTAINS"]) + options() + literalText()
        default:
            let body: String
            if below(3) == 0 {
                body = constant(0)
            } else {
                variables.append(name)
                body = predicate(depth - 1) + pick([" AND ", " OR "]) + name + pick(["", ".q"]) + order() + value()
                variables.removeLast()
            }
            return "SUBQUERY(\(source), \(name), \(body)).@count" + order() + pick(["0", "1", "2"])
        }
    }

    private mutating func number() -> String {
        if let variable = variables.last, below(2) == 0 { return variable + ".q" }
        return pick(["i", "d", "o.x", "i", "i + 1", "i * d", "b", "l.@count", "s.length"])
    }

    private mutating func text() -> String {
        if let variable = variables.last, below(2) == 0 { return variable + ".t" }
        return pick(["s", "s", "o.y.z", "t"])
    }

    /// A number, which may be the result of a call: it compares with numbers only.
    private mutating func certainNumber() -> String {
        guard below(6) == 0 else { return number() }
        let text = text()
        return pick([
            "indexOf(\(text), \"b\")", "length(\(text))", "day(\(text))", "hour(\(text), \"Asia/Kathmandu\")",
            "weekday(\(text))",
            "abs(i)", "modulus:by:(i, 3)",
        ])
    }

    /// A text, which may be the result of a call: it compares with texts only.
    private mutating func certainText() -> String {
        guard below(6) == 0 else { return text() }
        let text = text()
        return pick([
            "trim(\(text))", "substring(\(text), 1)", "replace(\(text), \"a\", \"b\")", "toString(i)",
            "concat(\(text), i)",
            "split(\(text), \" \")[LAST]", "lowercase(\(text))",
        ])
    }

    private mutating func order() -> String { pick([" == ", " != ", " < ", " <= ", " > ", " >= "]) }
    private mutating func options() -> String { pick([" ", " ", "[c] ", "[cd] "]) }
    private mutating func literalText() -> String {
        pick(["\"abc\"", "\"a\"", "\"B\"", "\"ä\"", "\"red\"", "\"x y\""])
    }
    private mutating func value() -> String {
        below(2) == 0 ? literalText() : pick(["2", "4", "0.5", "nil", "TRUE", "7"])
    }
}
