// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting

extension Written {
    static var part5: [(String, KeyPathPredicate<Sample>)] {
        [
            predicate200(),
            predicate201(),
            predicate202(),
            predicate203(),
            predicate204(),
            predicate205(),
            predicate206(),
            predicate207(),
            predicate208(),
            predicate209(),
            predicate210(),
            predicate211(),
            predicate212(),
            predicate213(),
            predicate214(),
            predicate215(),
            predicate216(),
            predicate217(),
            predicate218(),
            predicate219(),
            predicate220(),
            predicate221(),
            predicate222(),
            predicate223(),
            predicate224(),
            predicate225(),
            predicate226(),
            predicate227(),
            predicate228(),
            predicate229(),
            predicate230(),
            predicate231(),
            predicate232(),
            predicate233(),
            predicate234(),
            predicate235(),
            predicate236(),
            predicate237(),
            predicate238(),
            predicate239(),
            predicate240(),
            predicate241(),
            predicate242(),
            predicate243(),
            predicate244(),
            predicate245(),
            predicate246(),
            predicate247(),
            predicate248(),
            predicate249(),
        ]
    }

    private static func predicate200() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: (\Sample.Item.marks).any < 2).any(\.price) >= 1.5
            || subquery(\Sample.items, where: \.at?.label < "A" && (\Sample.Item.marks).any < 2).count < 1
        return (
            #"ANY SUBQUERY(items, $element, ANY $element.marks < 2).price >= 1.5 OR SUBQUERY(items, $element, $element.at.label < "A" AND ANY $element.marks < 2).@count < 1"#,
            predicate
        )
    }

    private static func predicate201() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.base.x <= 10.0
        return (#"base.x <= 10.0"#, predicate)
    }

    private static func predicate202() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: (\Sample.Item.price).in([0.5, -1.5, 0.5])).any(\.price) >= 1.5
            && (\Sample.items).none(\.price) > 1.5
        return (
            #"ANY SUBQUERY(items, $element, $element.price IN {0.5, -1.5, 0.5}).price >= 1.5 AND NONE items.price > 1.5"#,
            predicate
        )
    }

    private static func predicate203() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: (\Sample.Item.marks).sum == 3).max(\.price) < 1.5 || \.flag != false
            || \.ratio < 0.0
        return (
            #"SUBQUERY(items, $element, $element.marks.@sum == 3).@max.price < 1.5 OR flag != FALSE OR ratio < 0.0"#,
            predicate
        )
    }

    private static func predicate204() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.letters).all < "b"
        return (#"ALL letters < "b""#, predicate)
    }

    private static func predicate205() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.name).endsWith("a text")
        return (#"chain.name ENDSWITH "a text""#, predicate)
    }

    private static func predicate206() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.level == nil)
        return (#"NOT level == nil"#, predicate)
    }

    private static func predicate207() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.price <= Written.decimal("-3") && \.real < 0.0
        return (#"price <= CAST("-3", "NSDecimalNumber") AND real < 0.0"#, predicate)
    }

    private static func predicate208() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.count) * 2 - 1 < 5
        return (#"count * 2 - 1 < 5"#, predicate)
    }

    private static func predicate209() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.letters).none <= "a text"
        return (#"NONE letters <= "a text""#, predicate)
    }

    private static func predicate210() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.died == nil && (\.chain?.name == "a" || \.died >= Written.day(3) || KeyPathPredicate(\.flag))
        return (
            #"died == nil AND (chain.name == "a" OR died >= CAST("2001-01-04T00:00:00Z", "NSDate") OR flag == TRUE)"#,
            predicate
        )
    }

    private static func predicate211() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybe != 5
        return (#"maybe != 5"#, predicate)
    }

    private static func predicate212() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).all(\.price) != 1.5 && \.home != nil
        return (#"ALL items.price != 1.5 AND home != nil"#, predicate)
    }

    private static func predicate213() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.part).isNotEqual(to: "b", .n)
        return (#"part !=[n] "b""#, predicate)
    }

    private static func predicate214() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.id).beginsWith("1")
        return (#"id BEGINSWITH "1""#, predicate)
    }

    private static func predicate215() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).count == 10
        return (#"tags.@count == 10"#, predicate)
    }

    private static func predicate216() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            field(\Sample.count) & 1 != 1 || (\Sample.part).isNotEqual(to: "qu\"ote", .n)
        return (#"count & 1 != 1 OR part !=[n] "qu\"ote""#, predicate)
    }

    private static func predicate217() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.items).first.at.label == "a text")
        return (#"NOT items[FIRST].at.label == "a text""#, predicate)
    }

    private static func predicate218() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.nick).isEqual(to: "back\\slash")
        return (#"nick == "back\\slash""#, predicate)
    }

    private static func predicate219() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.price >= Written.decimal("-3") && (\Sample.home?.label).isNotEqual(to: "a")
        return (#"price >= CAST("-3", "NSDecimalNumber") AND home.label != "a""#, predicate)
    }

    private static func predicate220() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (7 + field(\Sample.count) > 3 && (\Sample.items).average(\.quantity) <= 1.5) || \.tiny < 0
            || ((\Sample.born).between(Written.day(1)...Written.day(1)) && \.tiny <= 1)
        return (
            #"(7 + count > 3 AND items.@avg.quantity <= 1.5) OR tiny < 0 OR (born BETWEEN {CAST("2001-01-02T00:00:00Z", "NSDate"), CAST("2001-01-02T00:00:00Z", "NSDate")} AND tiny <= 1)"#,
            predicate
        )
    }

    private static func predicate221() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tiny).in(5, 0, 10) && \.maybe ~= 2...7
        return (#"tiny IN {5, 0, 10} AND maybe BETWEEN {2, 7}"#, predicate)
    }

    private static func predicate222() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.nick != "ab" && !(\Sample.scores == nil) && (\.nick != nil || \.real <= 2.5 || \.id == Written.id(0))
        return (
            #"nick != "ab" AND NOT scores == nil AND (nick != nil OR real <= 2.5 OR id == CAST("00000000-0000-0000-0000-000000000000", "NSUUID"))"#,
            predicate
        )
    }

    private static func predicate223() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.real).in([-1.5])
        return (#"real IN {-1.5}"#, predicate)
    }

    private static func predicate224() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.letters).min >= "a text" && (\Sample.limits).contains(7)
        return (#"letters.@min >= "a text" AND limits CONTAINS 7"#, predicate)
    }

    private static func predicate225() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.chain?.weight <= 0 || (\Sample.items).all(\.quantity).in(1, 2) || \.maybeReal > 0.0)
            && all(\Sample.items, where: \.code <= "A").size <= 1 || \.maybeReal <= 2.5 || (\Sample.wide).in(3)
        return (
            #"(chain.weight <= 0 OR ALL items.quantity IN {1, 2} OR maybeReal > 0.0) AND SUBQUERY(items, $element, $element.code <= "A")[SIZE] <= 1 OR maybeReal <= 2.5 OR wide IN {3}"#,
            predicate
        )
    }

    private static func predicate226() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            field(\Sample.ratio) / field(\Sample.base.x) > 0.5
            && all(\Sample.items, where: \Sample.Item.at == nil).size == 1
        return (#"ratio / base.x > 0.5 AND SUBQUERY(items, $element, $element.at == nil)[SIZE] == 1"#, predicate)
    }

    private static func predicate227() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.count <= 2 && !(\Sample.real < 0.5)
        return (#"count <= 2 AND NOT real < 0.5"#, predicate)
    }

    private static func predicate228() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.wide).between(7...10) || (\Sample.count).in([1]) || (\Sample.tiny).between(3...7)
        return (#"wide BETWEEN {7, 10} OR count IN {1} OR tiny BETWEEN {3, 7}"#, predicate)
    }

    private static func predicate229() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tags).first.beginsWith("back\\slash") || (\Sample.base.label).beginsWith("b")
        return (#"tags[FIRST] BEGINSWITH "back\\slash" OR base.label BEGINSWITH "b""#, predicate)
    }

    private static func predicate230() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.limits).count == 2
        return (#"limits.@count == 2"#, predicate)
    }

    private static func predicate231() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).none(\.at?.label) == "open"
        return (#"NONE items.at.label == "open""#, predicate)
    }

    private static func predicate232() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: \Sample.Item.at == nil && (\Sample.Item.marks).sum <= 3).count >= 1
        return (#"SUBQUERY(items, $element, $element.at == nil AND $element.marks.@sum <= 3).@count >= 1"#, predicate)
    }

    private static func predicate233() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).any(\.code).contains("qu\"ote", [.c, .d])
        return (#"ANY items.code CONTAINS[cd] "qu\"ote""#, predicate)
    }

    private static func predicate234() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.nick == nil
        return (#"nick == nil"#, predicate)
    }

    private static func predicate235() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.maybeReal > -1.5)
        return (#"NOT maybeReal > -1.5"#, predicate)
    }

    private static func predicate236() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.part).isNotEqual(to: "a text", [.c, .d])
        return (#"part !=[cd] "a text""#, predicate)
    }

    private static func predicate237() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.home?.label).endsWith("é")
        return (#"home.label ENDSWITH "é""#, predicate)
    }

    private static func predicate238() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.born < field(\.died) || (\Sample.name).in(field(\.tags)))
            && (\.born > Written.day(2)
                || all(\Sample.items, where: (\Sample.Item.code).like("*", .c)).size != 1)
            && \.nick != nil
        return (
            #"(born < died OR name IN tags) AND (born > CAST("2001-01-03T00:00:00Z", "NSDate") OR SUBQUERY(items, $element, $element.code LIKE[c] "*")[SIZE] != 1) AND nick != nil"#,
            predicate
        )
    }

    private static func predicate239() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.name).matches("a.*", using: .pcre2)
        return (#"chain.name MATCHES "a.*""#, predicate)
    }

    private static func predicate240() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybe != 0
        return (#"maybe != 0"#, predicate)
    }

    private static func predicate241() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.base.label).contains("ab", .n) || \.level != .high || (\Sample.scores).sum != 5
        return (#"base.label CONTAINS[n] "ab" OR level != 10 OR scores.@sum != 5"#, predicate)
    }

    private static func predicate242() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !(subquery(
                \Sample.items,
                where: \Sample.Item.at == nil && (\Sample.Item.code).isNotEqual(to: "qu\"ote", [.c, .d])
            ).any(\.price) == 1.5)
        return (
            #"NOT ANY SUBQUERY(items, $element, $element.at == nil AND $element.code !=[cd] "qu\"ote").price == 1.5"#,
            predicate
        )
    }

    private static func predicate243() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.part).isEqual(to: "b")
        return (#"part == "b""#, predicate)
    }

    private static func predicate244() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).none == "é"
        return (#"NONE tags == "é""#, predicate)
    }

    private static func predicate245() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybe != nil || (\Sample.letters).min <= "a text"
        return (#"maybe != nil OR letters.@min <= "a text""#, predicate)
    }

    private static func predicate246() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tiny).in([5])
        return (#"tiny IN {5}"#, predicate)
    }

    private static func predicate247() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.flag == false || \.base.label > "qu\"ote"
        return (#"flag == FALSE OR base.label > "qu\"ote""#, predicate)
    }

    private static func predicate248() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: \.price <= -1.5 && (\Sample.Item.marks).any >= 2).any(\.price) != 1.5
        return (
            #"ANY SUBQUERY(items, $element, $element.price <= -1.5 AND ANY $element.marks >= 2).price != 1.5"#,
            predicate
        )
    }

    private static func predicate249() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybe <= -1
        return (#"maybe <= -1"#, predicate)
    }
}
