// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting

extension Written {
    static var part1: [(String, KeyPathPredicate<Sample>)] {
        [
            predicate0(),
            predicate1(),
            predicate2(),
            predicate3(),
            predicate4(),
            predicate5(),
            predicate6(),
            predicate7(),
            predicate8(),
            predicate9(),
            predicate10(),
            predicate11(),
            predicate12(),
            predicate13(),
            predicate14(),
            predicate15(),
            predicate16(),
            predicate17(),
            predicate18(),
            predicate19(),
            predicate20(),
            predicate21(),
            predicate22(),
            predicate23(),
            predicate24(),
            predicate25(),
            predicate26(),
            predicate27(),
            predicate28(),
            predicate29(),
            predicate30(),
            predicate31(),
            predicate32(),
            predicate33(),
            predicate34(),
            predicate35(),
            predicate36(),
            predicate37(),
            predicate38(),
            predicate39(),
            predicate40(),
            predicate41(),
            predicate42(),
            predicate43(),
            predicate44(),
            predicate45(),
            predicate46(),
            predicate47(),
            predicate48(),
            predicate49(),
        ]
    }

    private static func predicate0() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.name >= "a text"
        return (#"name >= "a text""#, predicate)
    }

    private static func predicate1() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.maybe).in(3, 1)
        return (#"maybe IN {3, 1}"#, predicate)
    }

    private static func predicate2() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybe == 5 && field(\Sample.count) + 1 < 1
        return (#"maybe == 5 AND count + 1 < 1"#, predicate)
    }

    private static func predicate3() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.died > Written.day(2)
        return (#"died > CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate4() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.ratio) / field(\Sample.base.x) != 10.0
        return (#"ratio / base.x != 10.0"#, predicate)
    }

    private static func predicate5() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.wide ~= 5...5 && (\Sample.limits).at(key: "a") == 5
        return (#"wide BETWEEN {5, 5} AND limits["a"] == 5"#, predicate)
    }

    private static func predicate6() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).matches("[ab]+", using: .pcre2)
        return (#"name MATCHES "[ab]+""#, predicate)
    }

    private static func predicate7() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.name).in(field(\.tags))
            || (\.chain?.next?.next?.name != nil && (\Sample.name).contains(field(\.nick), .c))
        return (#"name IN tags OR (chain.next.next.name != nil AND name CONTAINS[c] nick)"#, predicate)
    }

    private static func predicate8() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.link).contains("A.B", .c) || \.died == nil
        return (#"link CONTAINS[c] "A.B" OR died == nil"#, predicate)
    }

    private static func predicate9() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.level < .high || (\Sample.name).beginsWith("a text", .diacriticInsensitive)
        return (#"level < 10 OR name BEGINSWITH[d] "a text""#, predicate)
    }

    private static func predicate10() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.part).endsWith("back\\slash")
        return (#"part ENDSWITH "back\\slash""#, predicate)
    }

    private static func predicate11() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.ratio) * 2.0 >= 10.0
        return (#"ratio * 2.0 >= 10.0"#, predicate)
    }

    private static func predicate12() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.level < .high
        return (#"level < 10"#, predicate)
    }

    private static func predicate13() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.items).all(\.at?.label) == "é" && (\Sample.chain?.name).contains("", .c)
                && (\Sample.scores).sum >= 1) || (\Sample.chain?.next?.weight).in(3, 1)
        return (
            #"(ALL items.at.label == "é" AND chain.name CONTAINS[c] "" AND scores.@sum >= 1) OR chain.next.weight IN {3, 1}"#,
            predicate
        )
    }

    private static func predicate14() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.base.x == 10.0
        return (#"base.x == 10.0"#, predicate)
    }

    private static func predicate15() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.maybeReal > 10.0 && (\Sample.items).average(\.quantity) != 1.5
        return (#"maybeReal > 10.0 AND items.@avg.quantity != 1.5"#, predicate)
    }

    private static func predicate16() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.scores).all > 3 && (\Sample.items).none(\.code).contains("A", .n) && \.died == nil
        return (#"ALL scores > 3 AND NONE items.code CONTAINS[n] "A" AND died == nil"#, predicate)
    }

    private static func predicate17() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.count).in(-1))
        return (#"NOT count IN {-1}"#, predicate)
    }

    private static func predicate18() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            field(\Sample.died) - Written.day(2) > 86400.0 && field(\Sample.tiny) - 1 == 3
            && (\Sample.chain?.next?.next?.name).contains("b", .n)
        return (
            #"died - CAST("2001-01-03T00:00:00Z", "NSDate") > 86400.0 AND tiny - 1 == 3 AND chain.next.next.name CONTAINS[n] "b""#,
            predicate
        )
    }

    private static func predicate19() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.home == nil
        return (#"home == nil"#, predicate)
    }

    private static func predicate20() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.count < -1 && (\Sample.id).beginsWith("0")
        return (#"count < -1 AND id BEGINSWITH "0""#, predicate)
    }

    private static func predicate21() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.name != "a"
                && subquery(\Sample.items, where: \.price <= 0.0 && \Sample.Item.at == nil).size == 1)
            || (\.scores != nil && field(\Sample.ratio) / field(\Sample.base.x) != 0.5)
            || !(\Sample.real ~= 0.0...0.0)
        return (
            #"(name != "a" AND SUBQUERY(items, $element, $element.price <= 0.0 AND $element.at == nil)[SIZE] == 1) OR (scores != nil AND ratio / base.x != 0.5) OR NOT real BETWEEN {0.0, 0.0}"#,
            predicate
        )
    }

    private static func predicate22() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tags).size >= 7 || \.deep == 2 || (\Sample.base.label).like("a*")
        return (#"tags[SIZE] >= 7 OR deep == 2 OR base.label LIKE "a*""#, predicate)
    }

    private static func predicate23() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.link != Written.link("http://a.b/C") || \.name <= "" || (\Sample.died).in(Written.day(0))
        return (
            #"link != CAST("http://a.b/C", "NSURL") OR name <= "" OR died IN {CAST("2001-01-01T00:00:00Z", "NSDate")}"#,
            predicate
        )
    }

    private static func predicate24() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.name != field(\.nick)
        return (#"name != nick"#, predicate)
    }

    private static func predicate25() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: (\Sample.Item.marks).sum > 3 && \.price != 0.5).max(\.price) != 1.5
            || (\Sample.items).none(\.code).contains("qu\"ote", [.c, .d])
                && (field(\Sample.count) & 1 > 1 || \.nick < "" || field(\Sample.count) & 1 < 1)
        return (
            #"SUBQUERY(items, $element, $element.marks.@sum > 3 AND $element.price != 0.5).@max.price != 1.5 OR NONE items.code CONTAINS[cd] "qu\"ote" AND (count & 1 > 1 OR nick < "" OR count & 1 < 1)"#,
            predicate
        )
    }

    private static func predicate26() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.level == nil && (\Sample.base.label).in(["qu\"ote", "qu\"ote", "é"])
        return (#"level == nil AND base.label IN {"qu\"ote", "qu\"ote", "é"}"#, predicate)
    }

    private static func predicate27() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.letters).min == "qu\"ote" || \.flag == false
        return (#"letters.@min == "qu\"ote" OR flag == FALSE"#, predicate)
    }

    private static func predicate28() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tags).count < 3 || (\Sample.chain?.name).beginsWith("é", .c)
        return (#"tags.@count < 3 OR chain.name BEGINSWITH[c] "é""#, predicate)
    }

    private static func predicate29() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).sum(\.price) > 2.5
        return (#"items.@sum.price > 2.5"#, predicate)
    }

    private static func predicate30() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).any(\.price) != 1.5
        return (#"ANY items.price != 1.5"#, predicate)
    }

    private static func predicate31() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.part).matches("a.*", using: .pcre2)
        return (#"part MATCHES "a.*""#, predicate)
    }

    private static func predicate32() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.id != Written.id(1) || \.real > 0.0 || (\Sample.chain?.next?.next?.name).beginsWith("back\\slash")
        return (
            #"id != CAST("11111111-1111-1111-1111-111111111111", "NSUUID") OR real > 0.0 OR chain.next.next.name BEGINSWITH "back\\slash""#,
            predicate
        )
    }

    private static func predicate33() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.born >= Written.day(0)
        return (#"born >= CAST("2001-01-01T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate34() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.scores != nil)
        return (#"NOT scores != nil"#, predicate)
    }

    private static func predicate35() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.state).beginsWith("o")
        return (#"state BEGINSWITH "o""#, predicate)
    }

    private static func predicate36() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.died == Written.day(3) || \.level == .high
        return (#"died == CAST("2001-01-04T00:00:00Z", "NSDate") OR level == 10"#, predicate)
    }

    private static func predicate37() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.base.label).endsWith("qu\"ote", .diacriticInsensitive)
                && field(\Sample.born) + 86400.0 > Written.day(0)) || !(\Sample.maybeReal != 0.5)
            || (\Sample.count).in([-1, 10, -1])
        return (
            #"(base.label ENDSWITH[d] "qu\"ote" AND born + 86400.0 > CAST("2001-01-01T00:00:00Z", "NSDate")) OR NOT maybeReal != 0.5 OR count IN {-1, 10, -1}"#,
            predicate
        )
    }

    private static func predicate38() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.born).between(Written.day(1)...Written.day(1))
        return (
            #"born BETWEEN {CAST("2001-01-02T00:00:00Z", "NSDate"), CAST("2001-01-02T00:00:00Z", "NSDate")}"#, predicate
        )
    }

    private static func predicate39() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.scores).count < 3
        return (#"scores.@count < 3"#, predicate)
    }

    private static func predicate40() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tags).last.beginsWith("ab", .diacriticInsensitive) || \.level < .high
        return (#"tags[LAST] BEGINSWITH[d] "ab" OR level < 10"#, predicate)
    }

    private static func predicate41() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.letter == "a"
        return (#"letter == "a""#, predicate)
    }

    private static func predicate42() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.count != 10 || (\Sample.tags).count > 5
        return (#"count != 10 OR tags.@count > 5"#, predicate)
    }

    private static func predicate43() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.nick).endsWith("", .n) || (\Sample.base.label).endsWith("b") || \.born > field(\.died))
            && (KeyPathPredicate(\.flag) || (\Sample.nick).contains("ab")
                || all(\Sample.items, where: (\Sample.Item.marks).sum <= 3).first.quantity > 1)
        return (
            #"(nick ENDSWITH[n] "" OR base.label ENDSWITH "b" OR born > died) AND (flag == TRUE OR nick CONTAINS "ab" OR SUBQUERY(items, $element, $element.marks.@sum <= 3)[FIRST].quantity > 1)"#,
            predicate
        )
    }

    private static func predicate44() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).in(["b", "a"], .c)
        return (#"name IN[c] {"b", "a"}"#, predicate)
    }

    private static func predicate45() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: \.price ~= 2.5...10.0).any(\.price) != 1.5 && \.tiny != 3
        return (
            #"ANY SUBQUERY(items, $element, $element.price BETWEEN {2.5, 10.0}).price != 1.5 AND tiny != 3"#, predicate
        )
    }

    private static func predicate46() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybeReal != 2.5
        return (#"maybeReal != 2.5"#, predicate)
    }

    private static func predicate47() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybe == field(\.count)
        return (#"maybe == count"#, predicate)
    }

    private static func predicate48() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.scores).all <= 5
        return (#"ALL scores <= 5"#, predicate)
    }

    private static func predicate49() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.died == nil || \.tiny >= 3) && \.price == Written.decimal("1.5")
        return (#"(died == nil OR tiny >= 3) AND price == CAST("1.5", "NSDecimalNumber")"#, predicate)
    }
}
