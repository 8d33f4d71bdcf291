// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns

extension Written {
    static var part5: [(String, KeyPathPredicate<Everything>)] {
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

    private static func predicate200() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            subquery(\Everything.parts, where: (\Everything.Part.marks).any < 2).any(\.price) >= 1.5
            || subquery(\Everything.parts, where: \.at?.label < "A" && (\Everything.Part.marks).any < 2).count < 1
        return (
            #"ANY SUBQUERY(parts, $element, ANY $element.marks < 2).price >= 1.5 OR SUBQUERY(parts, $element, $element.at.label < "A" AND ANY $element.marks < 2).@count < 1"#,
            predicate
        )
    }

    private static func predicate201() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.base.x <= 10.0
        return (#"base.x <= 10.0"#, predicate)
    }

    private static func predicate202() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: (\Everything.Part.price).in([0.5, -1.5, 0.5])).any(\.price) >= 1.5
            && (\Everything.parts).none(\.price) > 1.5
        return (
            #"ANY SUBQUERY(parts, $element, $element.price IN {0.5, -1.5, 0.5}).price >= 1.5 AND NONE parts.price > 1.5"#,
            predicate
        )
    }

    private static func predicate203() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: (\Everything.Part.marks).sum == 3).max(\.price) < 1.5 || \.flag != false
            || \.ratio < 0.0
        return (
            #"SUBQUERY(parts, $element, $element.marks.@sum == 3).@max.price < 1.5 OR flag != FALSE OR ratio < 0.0"#,
            predicate
        )
    }

    private static func predicate204() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.letters).all < "b"
        return (#"ALL letters < "b""#, predicate)
    }

    private static func predicate205() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.chain?.name).endsWith("a text")
        return (#"chain.name ENDSWITH "a text""#, predicate)
    }

    private static func predicate206() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(\Everything.level == nil)
        return (#"NOT level == nil"#, predicate)
    }

    private static func predicate207() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.price <= Written.decimal("-3") && \.real < 0.0
        return (#"price <= CAST("-3", "NSDecimalNumber") AND real < 0.0"#, predicate)
    }

    private static func predicate208() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.count) * 2 - 1 < 5
        return (#"count * 2 - 1 < 5"#, predicate)
    }

    private static func predicate209() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.letters).none <= "a text"
        return (#"NONE letters <= "a text""#, predicate)
    }

    private static func predicate210() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.died == nil && (\.chain?.name == "a" || \.died >= Written.day(3) || KeyPathPredicate(\.flag))
        return (
            #"died == nil AND (chain.name == "a" OR died >= CAST("2001-01-04T00:00:00Z", "NSDate") OR flag == TRUE)"#,
            predicate
        )
    }

    private static func predicate211() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.maybe != 5
        return (#"maybe != 5"#, predicate)
    }

    private static func predicate212() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).all(\.price) != 1.5 && \.home != nil
        return (#"ALL parts.price != 1.5 AND home != nil"#, predicate)
    }

    private static func predicate213() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.part).isNotEqual(to: "b", .n)
        return (#"part !=[n] "b""#, predicate)
    }

    private static func predicate214() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.id).beginsWith("1")
        return (#"id BEGINSWITH "1""#, predicate)
    }

    private static func predicate215() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).count == 10
        return (#"tags.@count == 10"#, predicate)
    }

    private static func predicate216() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            field(\Everything.count) & 1 != 1 || (\Everything.part).isNotEqual(to: "qu\"ote", .n)
        return (#"count & 1 != 1 OR part !=[n] "qu\"ote""#, predicate)
    }

    private static func predicate217() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.parts).first.at.label == "a text")
        return (#"NOT parts[FIRST].at.label == "a text""#, predicate)
    }

    private static func predicate218() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.nick).isEqual(to: "back\\slash")
        return (#"nick == "back\\slash""#, predicate)
    }

    private static func predicate219() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.price >= Written.decimal("-3") && (\Everything.home?.label).isNotEqual(to: "a")
        return (#"price >= CAST("-3", "NSDecimalNumber") AND home.label != "a""#, predicate)
    }

    private static func predicate220() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (7 + field(\Everything.count) > 3 && (\Everything.parts).average(\.quantity) <= 1.5) || \.tiny < 0
            || ((\Everything.born).between(Written.day(1)...Written.day(1)) && \.tiny <= 1)
        return (
            #"(7 + count > 3 AND parts.@avg.quantity <= 1.5) OR tiny < 0 OR (born BETWEEN {CAST("2001-01-02T00:00:00Z", "NSDate"), CAST("2001-01-02T00:00:00Z", "NSDate")} AND tiny <= 1)"#,
            predicate
        )
    }

    private static func predicate221() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tiny).in(5, 0, 10) && \.maybe ~= 2...7
        return (#"tiny IN {5, 0, 10} AND maybe BETWEEN {2, 7}"#, predicate)
    }

    private static func predicate222() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.nick != "ab" && !(\Everything.scores == nil) && (\.nick != nil || \.real <= 2.5 || \.id == Written.id(0))
        return (
            #"nick != "ab" AND NOT scores == nil AND (nick != nil OR real <= 2.5 OR id == CAST("00000000-0000-0000-0000-000000000000", "NSUUID"))"#,
            predicate
        )
    }

    private static func predicate223() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.real).in([-1.5])
        return (#"real IN {-1.5}"#, predicate)
    }

    private static func predicate224() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.letters).min >= "a text" && (\Everything.limits).contains(7)
        return (#"letters.@min >= "a text" AND limits CONTAINS 7"#, predicate)
    }

    private static func predicate225() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\.chain?.weight <= 0 || (\Everything.parts).all(\.quantity).in(1, 2) || \.maybeReal > 0.0)
            && all(\Everything.parts, where: \.code <= "A").size <= 1 || \.maybeReal <= 2.5 || (\Everything.wide).in(3)
        return (
            #"(chain.weight <= 0 OR ALL parts.quantity IN {1, 2} OR maybeReal > 0.0) AND SUBQUERY(parts, $element, $element.code <= "A")[SIZE] <= 1 OR maybeReal <= 2.5 OR wide IN {3}"#,
            predicate
        )
    }

    private static func predicate226() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            field(\Everything.ratio) / field(\Everything.base.x) > 0.5
            && all(\Everything.parts, where: \Everything.Part.at == nil).size == 1
        return (#"ratio / base.x > 0.5 AND SUBQUERY(parts, $element, $element.at == nil)[SIZE] == 1"#, predicate)
    }

    private static func predicate227() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.count <= 2 && !(\Everything.real < 0.5)
        return (#"count <= 2 AND NOT real < 0.5"#, predicate)
    }

    private static func predicate228() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.wide).between(7...10) || (\Everything.count).in([1]) || (\Everything.tiny).between(3...7)
        return (#"wide BETWEEN {7, 10} OR count IN {1} OR tiny BETWEEN {3, 7}"#, predicate)
    }

    private static func predicate229() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.tags).first.beginsWith("back\\slash") || (\Everything.base.label).beginsWith("b")
        return (#"tags[FIRST] BEGINSWITH "back\\slash" OR base.label BEGINSWITH "b""#, predicate)
    }

    private static func predicate230() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.limits).count == 2
        return (#"limits.@count == 2"#, predicate)
    }

    private static func predicate231() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).none(\.at?.label) == "open"
        return (#"NONE parts.at.label == "open""#, predicate)
    }

    private static func predicate232() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: \Everything.Part.at == nil && (\Everything.Part.marks).sum <= 3).count >= 1
        return (#"SUBQUERY(parts, $element, $element.at == nil AND $element.marks.@sum <= 3).@count >= 1"#, predicate)
    }

    private static func predicate233() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).any(\.code).contains("qu\"ote", [.c, .d])
        return (#"ANY parts.code CONTAINS[cd] "qu\"ote""#, predicate)
    }

    private static func predicate234() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.nick == nil
        return (#"nick == nil"#, predicate)
    }

    private static func predicate235() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(\Everything.maybeReal > -1.5)
        return (#"NOT maybeReal > -1.5"#, predicate)
    }

    private static func predicate236() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.part).isNotEqual(to: "a text", [.c, .d])
        return (#"part !=[cd] "a text""#, predicate)
    }

    private static func predicate237() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.home?.label).endsWith("é")
        return (#"home.label ENDSWITH "é""#, predicate)
    }

    private static func predicate238() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\.born < field(\.died) || (\Everything.name).in(field(\.tags)))
            && (\.born > Written.day(2)
                || all(\Everything.parts, where: (\Everything.Part.code).like("*", .c)).size != 1)
            && \.nick != nil
        return (
            #"(born < died OR name IN tags) AND (born > CAST("2001-01-03T00:00:00Z", "NSDate") OR SUBQUERY(parts, $element, $element.code LIKE[c] "*")[SIZE] != 1) AND nick != nil"#,
            predicate
        )
    }

    private static func predicate239() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.chain?.name).matches("a.*", using: .pcre2)
        return (#"chain.name MATCHES "a.*""#, predicate)
    }

    private static func predicate240() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.maybe != 0
        return (#"maybe != 0"#, predicate)
    }

    private static func predicate241() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.base.label).contains("ab", .n) || \.level != .high || (\Everything.scores).sum != 5
        return (#"base.label CONTAINS[n] "ab" OR level != 10 OR scores.@sum != 5"#, predicate)
    }

    private static func predicate242() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !(subquery(
                \Everything.parts,
                where: \Everything.Part.at == nil && (\Everything.Part.code).isNotEqual(to: "qu\"ote", [.c, .d])
            ).any(\.price) == 1.5)
        return (
            #"NOT ANY SUBQUERY(parts, $element, $element.at == nil AND $element.code !=[cd] "qu\"ote").price == 1.5"#,
            predicate
        )
    }

    private static func predicate243() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.part).isEqual(to: "b")
        return (#"part == "b""#, predicate)
    }

    private static func predicate244() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).none == "é"
        return (#"NONE tags == "é""#, predicate)
    }

    private static func predicate245() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.maybe != nil || (\Everything.letters).min <= "a text"
        return (#"maybe != nil OR letters.@min <= "a text""#, predicate)
    }

    private static func predicate246() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tiny).in([5])
        return (#"tiny IN {5}"#, predicate)
    }

    private static func predicate247() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.flag == false || \.base.label > "qu\"ote"
        return (#"flag == FALSE OR base.label > "qu\"ote""#, predicate)
    }

    private static func predicate248() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            subquery(\Everything.parts, where: \.price <= -1.5 && (\Everything.Part.marks).any >= 2).any(\.price) != 1.5
        return (
            #"ANY SUBQUERY(parts, $element, $element.price <= -1.5 AND ANY $element.marks >= 2).price != 1.5"#,
            predicate
        )
    }

    private static func predicate249() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.maybe <= -1
        return (#"maybe <= -1"#, predicate)
    }
}
