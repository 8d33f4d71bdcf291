import Foundation
import PredicateFormat

/// Makes samples and predicates about them from a seed.
package struct SampleGenerator: SeededGenerator {
    package var random: SeededRandom

    package init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private static let texts = [
        "", "a", "A", "ab", "Ab", "é", "e\u{301}", "É", "lost", "a text that is longer than fifteen bytes",
        "a text that is longer than fifteen bytez", "AB*", "naïve", "open",
    ]
    private static let integers = [0, 1, -1, 2, 3, 10, 255, Int.max, Int.min, 1 << 53, (1 << 53) + 1]
    private static let reals = [
        0, -0.0, 0.5, 1, 2, -1.5, 1e300, .infinity, -.infinity, .nan, 0x1p63, 9_007_199_254_740_992,
    ]

    private mutating func text() -> String { pick(Self.texts) }
    private mutating func integer() -> Int { below(3) > 0 ? below(7) - 1 : pick(Self.integers) }
    private mutating func real() -> Double { below(3) > 0 ? Double(below(9)) / 2 - 1 : pick(Self.reals) }
    private mutating func date() -> Date { Date(timeIntervalSinceReferenceDate: Double(below(4)) * 86400) }

    private mutating func point() -> Sample.Point {
        let x = real()
        let label = text()
        return Sample.Point(x: x, label: perhaps(label))
    }

    private mutating func item() -> Sample.Item {
        let price = Double(below(9)) / 2
        let point = point()
        return Sample.Item(
            price: price, quantity: integer(), code: text(), at: perhaps(point), marks: list { $0.below(4) })
    }

    private mutating func node(_ depth: Int) -> Sample.Node? {
        guard depth > 0, below(3) > 0 else { return nil }
        let weight = integer()
        return Sample.Node(text(), weight: perhaps(weight), next: node(depth - 1))
    }

    package mutating func sample() -> Sample {
        let (number, second, real, nick, died, home) = (integer(), integer(), self.real(), text(), date(), point())
        let isFlagged = chance(2)
        let scores: [Int?] = list { generator in
            let score = generator.integer()
            return generator.perhaps(score)
        }
        let digit = Character("\(below(3))")
        let id = [8, 4, 4, 4, 12].map { String(repeating: digit, count: $0) }.joined(separator: "-")
        let letters = Set(list { $0.text() })
        return Sample(
            flag: below(2) == 0, maybeFlag: perhaps(isFlagged), tiny: Int8(chance(2) ? below(5) - 1 : below(256) - 128),
            wide: pick([0, 1, 3, UInt64(Int64.max), .max - 1, .max]),
            count: integer(), maybe: perhaps(number), deep: pick([nil, .some(nil), .some(second)]), ratio: self.real(),
            real: Float(self.real()), maybeReal: perhaps(real), name: text(), nick: perhaps(nick), part: text()[...],
            letter: pick(["a", "A", "é", "x"]),
            born: date(), died: perhaps(died), id: UUID(uuidString: id) ?? UUID(),
            link: URL(string: pick(["http://a.b/C", "HTTP://A.b/C", "x:y"])) ?? URL(fileURLWithPath: "/"),
            price: pick([0, 1, Decimal(15) / 10, -3]), bytes: pick([Data(), Data([1, 2, 3])]), tags: list { $0.text() },
            scores: perhaps(scores), letters: letters, limits: ["a": below(3), "b": 7],
            state: pick(Sample.State.allCases),
            level: pick([nil, .low, .high]), key: Sample.Key(number: below(3)), home: perhaps(home), base: point(),
            items: list { $0.item() }, chain: node(3))
    }
}

// Predicates, as texts. Nearly all of them are valid.
extension SampleGenerator {
    package mutating func predicate(_ depth: Int = 3, _ base: String = "") -> String {
        switch below(depth > 0 ? 9 : 5) {
        case 5, 6: group("AND", depth, base)
        case 7: group("OR", depth, base)
        case 8: "(NOT \(predicate(depth - 1, base)))"
        default: base.isEmpty ? comparison(depth) : itemComparison(base)
        }
    }

    private mutating func group(_ word: String, _ depth: Int, _ base: String) -> String {
        "(" + (0..<(2 + below(3))).map { _ in predicate(depth - 1, base) }.joined(separator: " \(word) ") + ")"
    }

    private mutating func relation() -> String { pick(["==", "!=", "<", "<=", ">", ">="]) }
    private mutating func options() -> String { pick(["", "", "[c]", "[cd]", "[n]", "[l]"]) }
    private mutating func quoted() -> String { "'\(text())'" }

    private mutating func number() -> String {
        pick([
            "0", "1", "2", "-1", "0.5", "1.0", "2.5", "10", "255", "1e300", "9223372036854775807",
            "-9223372036854775808",
            "9007199254740993", "9007199254740992.0", "9223372036854775808.0", "-9.3e18", "-0.0",
            "9223372036854775808", "18446744073709551614", "-9223372036854775809",
        ])
    }

    private mutating func comparison(_ depth: Int) -> String {
        switch below(14) {
        case 13: constant()
        case 0, 1:
            numeric(
                pick([
                    "count", "maybe", "deep", "tiny", "wide", "ratio", "real", "maybeReal", "level", "key", "base.x",
                    "home.x", "chain.weight", "chain.next.weight", "price",
                ]))
        case 2, 3:
            textual(
                pick([
                    "name", "nick", "part", "home.label", "base.label", "chain.name", "chain.next.next.name", "initial",
                ]))
        case 4: dated()
        case 5: odd()
        case 6: quantified()
        case 7: subquery(depth)
        case 8: arithmetic()
        case 9: counted()
        case 10: membership()
        case 11: between()
        default: general(depth)
        }
    }

    private mutating func numeric(_ field: String) -> String {
        below(5) == 0
            ? "\(number()) \(relation()) \(field)" : "\(field) \(relation()) \(below(6) == 0 ? "nil" : number())"
    }

    private mutating func textual(_ field: String) -> String {
        switch below(7) {
        case 0: "\(field) IN\(options()) {\(quoted()), \(quoted()), \(quoted()), nil}"
        case 1: "\(field) BETWEEN {\(quoted()), \(quoted())}"
        case 2: "\(field) \(relation()) nil"
        case 3: "\(field) \(relation())\(options()) \(pick(["name", "nick", "initial"]))"
        case 4: "\(field) \(pick(["BEGINSWITH", "ENDSWITH", "CONTAINS"]))\(options()) \(quoted())"
        case 5:
            pick([
                "\(field) LIKE\(pick(["", "[c]", "[cd]"])) '\(pick(["*", "a*", "*b", "*e*", "?b", "A?", ""]))'",
                "\(field) MATCHES\(pick(["", "[c]"])) '\(pick(["a.*", ".*", "ab"]))'",
            ])
        default: "\(field) \(relation())\(options()) \(quoted())"
        }
    }

    private mutating func dated() -> String {
        let date = "'2001-01-0\(1 + below(4))T00:00:00Z'"
        return pick([
            "born \(relation()) \(date)", "died \(relation()) \(date)", "died \(relation()) nil",
            "born BETWEEN {'2001-01-02', \(date)}", "died \(relation()) born", "born - died \(relation()) 0",
            "born + 86400 \(relation()) \(date)", "died IN {\(date), '2001-01-02T00:00:00Z'}",
        ])
    }

    private mutating func odd() -> String {
        pick([
            "flag == \(pick(["TRUE", "FALSE", "1", "0", "nil"]))", "flag \(relation()) 0.5", "flag != maybe",
            "state \(pick(["==", "!=", "==[c]"])) '\(pick(["open", "closed", "lost"]))'", "state BEGINSWITH 'o'",
            "id == '\(pick(["00000000-0000-0000-0000-000000000000", "11111111-1111-1111-1111-111111111111"]))'",
            "id BEGINSWITH '000'", "link \(pick(["==", "!="])) 'http://A.B/C'", "link CONTAINS[c] 'A.B'",
            "bytes == 'AQID'", "price \(relation()) \(number())", "price IN {1, 1.5, 7}",
            "wide IN {0, 3, 18446744073709551615}", "wide \(relation()) 18446744073709551615",
            "home \(pick(["==", "!="])) nil", "chain.next == nil", "scores == nil", "tags != nil", "wide & 1 == 1",
            "level IN {1, 2, 3}", "key == maybe", "price == wide", "link == nil", "nick == nil", "id == id",
        ])
    }

    /// A comparison that reads no field of the value.
    private mutating func constant() -> String {
        switch below(6) {
        case 0: "\(below(3)) \(relation()) \(below(3))"
        case 1: "NOT 1 < \(below(3))"
        case 2: "\(6 + below(2)) IN {7}"
        case 3: "'\(pick(["a", "b"]))' \(pick(["BEGINSWITH", "CONTAINS[c]", "=="])) 'A'"
        case 4: "ANY {1, 2} \(relation()) \(below(4))"
        default: "SUBQUERY(items, $k, \(below(2)) == 1).@count \(relation()) \(below(3))"
        }
    }

    private mutating func quantified() -> String {
        let quantifier = pick(["ANY", "ALL", "NONE"])
        return switch below(6) {
        case 0: quantifier + " " + textual("tags")
        case 1: quantifier + " " + numeric("scores")
        case 2: "\(quantifier) items.\(numeric("price"))"
        case 3: "\(quantifier) " + textual("items.at.label")
        case 4: "\(quantifier) items.marks \(relation()) \(below(4))"
        default: quantifier + " letters " + pick(["==", "BEGINSWITH", "<"]) + " 'a'"
        }
    }

    private mutating func itemComparison(_ base: String) -> String {
        switch below(6) {
        case 0: numeric(base + ".price")
        case 1: numeric(base + ".quantity")
        case 2: textual(base + ".code")
        case 3: "\(base).at.x \(relation()) \(number())"
        case 4: "ANY \(base).marks \(relation()) \(below(4))"
        default: "\(base).price * \(base).quantity \(relation()) \(pick(["1", "count", "2.5"]))"
        }
    }

    private mutating func subquery(_ depth: Int) -> String {
        "SUBQUERY(items, $i, \(predicate(min(1, depth), "$i")))\(pick([".@count", "[SIZE]"])) \(relation()) \(below(3))"
    }

    private mutating func arithmetic() -> String {
        let fields = ["count", "maybe", "ratio", "maybeReal", "real", "tiny", "flag", "deep", "chain.weight", "level"]
        let (a, b) = (pick(fields), pick(fields + ["2", "0", "0.5", "9223372036854775807"]))
        let sign = pick(["+", "-", "*", "/", "/", "**"])
        return pick([
            "\(a) \(sign) \(b) \(relation()) \(number())", "\(a) \(relation()) \(b)",
            "\(number()) \(relation()) \(a) \(sign) \(b)",
            "\(a) \(sign) \(b) \(relation()) \(pick(fields)) + 1",
            "count \(pick(["&", "|", "^", "<<", ">>"])) \(below(4)) \(relation()) maybe",
            "(\(a) / \(b)) * 2 \(relation()) 1", "-\(a) \(relation()) \(b)",
        ])
    }

    private mutating func counted() -> String {
        pick([
            "\(pick(["tags", "items", "scores", "letters", "limits"])).@count \(relation()) \(below(4))",
            "tags[SIZE] \(relation()) 1.5", "items.@sum.price \(relation()) \(number())",
            "items.@max.quantity \(relation()) count",
            "items.at.@count > 1", "scores[0] \(relation()) 1", "tags[FIRST] == \(quoted())", "limits['a'] == 1",
            "limits.a == 1",
        ])
    }

    private mutating func membership() -> String {
        pick([
            "\(quoted()) IN\(options()) tags", "tags CONTAINS\(options()) \(quoted())", "name IN tags",
            "scores CONTAINS \(number())",
            "\(number()) IN scores", "letters CONTAINS 'a'", "count IN {1, 2.0, 3.5, -1, 10, 4, 5, 6, 7, 8, 9}",
            "maybe IN scores",
            "limits CONTAINS 7", "ratio IN {0, 0.5, 2}", "tags == {'a', 'b'}", "nick IN {'a', 'A', 'ab', 'é'}",
            "tags IN {'a'}",
        ])
    }

    private mutating func between() -> String {
        let field = pick(["count", "maybe", "ratio", "real", "tiny", "price", "deep", "key", "maybeReal"])
        return "\(field) BETWEEN {\(number()), \(number())}"
    }

    /// A call of each pure function.
    private mutating func called() -> String {
        let text = pick(["name", "nick", "part", "home.label", "initial", "items[0].code"])
        let number = pick(["count", "maybe", "ratio", "real", "maybeReal", "tiny", "price"])
        let list = pick(["scores", "items.price", "items.quantity"])
        let date = pick(["born", "died", "born + \(below(3)) * 100000.5"])
        let zone = pick(["", ", 'America/Havana'", ", 'Asia/Kathmandu'", ", '+05:30'"])
        switch below(6) {
        case 0:
            let part = pick(["year", "month", "day", "hour", "minute", "second", "weekday"])
            return "\(part)(\(date)\(zone)) \(relation()) \(pick(["0", "1", "2", "12", "2001", "maybe"]))"
        case 1:
            let unit = pick(["second", "minute", "hour", "day", "week", "month", "quarter", "year"])
            return
                pick(["truncate(\(date), '\(unit)'\(zone))", "unixDate(\(number))", "unixDate(\(number), 'ms')"])
                + " \(relation()) \(pick(["born", "died", "'2001-01-02T00:00:00Z'"]))"
        case 2:
            let function = pick([
                "sum", "average", "count", "min", "max", "median", "stddev",
            ])
            return pick(["\(function)(\(list)) \(relation()) \(self.number())", "mode(\(list))[SIZE] \(relation()) 1"])
        case 3:
            let function = pick(["sqrt", "ln", "log", "exp", "floor", "ceiling", "trunc", "abs", "round", "noindex"])
            return pick([
                "\(function)(\(number)) \(relation()) \(self.number())",
                "modulus:by:(count, \(below(4))) \(relation()) tiny",
                "round(\(number), \(below(3))) \(relation()) \(self.number())",
            ])
        case 4:
            return pick([
                "trim(\(text)) == \(text)", "toNumber(concat(\(below(3)), \(text))) \(relation()) count",
                "toString(\(number)) \(relation()) \(quoted())",
                "replace(\(text), \(quoted()), \(quoted())) == \(quoted())",
                "split(\(text), \(quoted()))[\(pick(["FIRST", "LAST", "1", "SIZE"]))] == \(quoted())",
                "concat(\(text), \(number)) > \(quoted())", "indexOf(\(text), \(quoted())) \(relation()) \(below(3))",
                "substring(\(text), \(below(3)), \(below(3))) == \(quoted())", "length(\(text)) > \(below(3))",
                "version(concat(\(number), '.', \(below(3)))) \(relation()) version('2.1-a')",
                "version(\(text)) == nil",
            ])
        default:
            return pick([
                "finds(\(text), \(pick(["'a'", "'b+'", "'^A'", "''", "'t e'"])))", "anywhere(\(quoted()))",
                "anywhere(items, \(quoted()))", "anywhere(tags, \(quoted()))", "has(home.label)",
                "has(chain.next.weight)",
                "has(limits.a)", "has(tags[1])", "has(scores)", "uppercase(\(text)) == \(quoted())",
                "lowercase(\(text)) == \(quoted())",
                "stringByAppendingString:(\(text), \(quoted())) == \(quoted())",
            ])
        }
    }

    private mutating func general(_ depth: Int) -> String {
        if below(2) == 0 { return called() }
        return pick([
            "TERNARY(\(predicate(depth > 0 ? 1 : 0)), count, maybe) \(relation()) 1", "length(name) > 1",
            "substring(name, 0, 1) == 'A'", "concat(name, count) == 'a1'", "round(real) \(relation()) 1", "has(maybe)",
            "indexOf(name, 'a') == nil", "year(items[0].at) > 2000",
            "name.length \(relation()) 2",
            "uppercase(name) == 'A'", "CAST(count, 'NSString') == '1'", "$v := count + 1 > 1", "home == base",
            "SELF.count == 1",
            "$x == count", "maybe == $y", "sum(scores) > 1", "items[0].code == 'a'", "chain.self.name == 'a'",
            "ANY items.at == nil",
        ])
    }
}
