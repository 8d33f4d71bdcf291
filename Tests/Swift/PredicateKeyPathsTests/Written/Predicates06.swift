// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns

extension Written {
    static var part6: [(String, KeyPathPredicate<Everything>)] {
        [
            predicate250(),
            predicate251(),
            predicate252(),
            predicate253(),
            predicate254(),
            predicate255(),
            predicate256(),
            predicate257(),
            predicate258(),
            predicate259(),
            predicate260(),
            predicate261(),
            predicate262(),
            predicate263(),
            predicate264(),
            predicate265(),
            predicate266(),
            predicate267(),
            predicate268(),
            predicate269(),
            predicate270(),
            predicate271(),
            predicate272(),
            predicate273(),
            predicate274(),
            predicate275(),
            predicate276(),
            predicate277(),
            predicate278(),
            predicate279(),
            predicate280(),
            predicate281(),
            predicate282(),
            predicate283(),
            predicate284(),
            predicate285(),
            predicate286(),
            predicate287(),
            predicate288(),
            predicate289(),
            predicate290(),
            predicate291(),
            predicate292(),
            predicate293(),
            predicate294(),
            predicate295(),
            predicate296(),
            predicate297(),
            predicate298(),
            predicate299(),
        ]
    }

    private static func predicate250() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\.chain?.next?.next?.name != "back\\slash" && \.died == Written.day(0))
            || subquery(\Everything.parts, where: \.at?.label >= "A").any(\.price) <= 1.5
        return (
            #"(chain.next.next.name != "back\\slash" AND died == CAST("2001-01-01T00:00:00Z", "NSDate")) OR ANY SUBQUERY(parts, $element, $element.at.label >= "A").price <= 1.5"#,
            predicate
        )
    }

    private static func predicate251() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.home?.x <= 1.0 || (\Everything.letters).all == "back\\slash"
        return (#"home.x <= 1.0 OR ALL letters == "back\\slash""#, predicate)
    }

    private static func predicate252() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(\Everything.base.x <= 2.5)
        return (#"NOT base.x <= 2.5"#, predicate)
    }

    private static func predicate253() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.name).length > 1 && (\.base.x ~= 1.0...10.0 || \.chain?.next == nil)
        return (#"length(name) > 1 AND (base.x BETWEEN {1.0, 10.0} OR chain.next == nil)"#, predicate)
    }

    private static func predicate254() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.letters).all == "a text" && KeyPathPredicate(\.maybeFlag)
        return (#"ALL letters == "a text" AND maybeFlag == TRUE"#, predicate)
    }

    private static func predicate255() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.parts).all(\.price) >= 1.5 && (\Everything.died).in(Written.day(3)))
            || (\Everything.part).contains("b")
        return (
            #"(ALL parts.price >= 1.5 AND died IN {CAST("2001-01-04T00:00:00Z", "NSDate")}) OR part CONTAINS "b""#,
            predicate
        )
    }

    private static func predicate256() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).first == ""
        return (#"tags[FIRST] == """#, predicate)
    }

    private static func predicate257() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).none == "b"
        return (#"NONE tags == "b""#, predicate)
    }

    private static func predicate258() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.part).beginsWith("A", [.c, .d]))
        return (#"NOT part BEGINSWITH[cd] "A""#, predicate)
    }

    private static func predicate259() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.chain?.name).contains("back\\slash", [.c, .d])
        return (#"chain.name CONTAINS[cd] "back\\slash""#, predicate)
    }

    private static func predicate260() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.ratio ~= 0.0...7.0
        return (#"ratio BETWEEN {0.0, 7.0}"#, predicate)
    }

    private static func predicate261() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).last.beginsWith("ab")
        return (#"tags[LAST] BEGINSWITH "ab""#, predicate)
    }

    private static func predicate262() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: \.price >= 0.0).max(\.price) >= 1.5
            || \.count <= 5
                && ((\Everything.parts).any(\.code).contains("qu\"ote") || field(\Everything.count) + 1 >= 2
                    || \.born >= field(\.died))
                && \.chain?.next?.next?.name >= "qu\"ote"
        return (
            #"SUBQUERY(parts, $element, $element.price >= 0.0).@max.price >= 1.5 OR count <= 5 AND (ANY parts.code CONTAINS "qu\"ote" OR count + 1 >= 2 OR born >= died) AND chain.next.next.name >= "qu\"ote""#,
            predicate
        )
    }

    private static func predicate263() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.name).contains("A") || \.died < Written.day(0)
        return (#"name CONTAINS "A" OR died < CAST("2001-01-01T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate264() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.level != .high
        return (#"level != 10"#, predicate)
    }

    private static func predicate265() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.name).contains("é", .c)
        return (#"name CONTAINS[c] "é""#, predicate)
    }

    private static func predicate266() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(field(\Everything.ratio) * 2.0 <= 2.5)
        return (#"NOT ratio * 2.0 <= 2.5"#, predicate)
    }

    private static func predicate267() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(\Everything.died == Written.day(2))
        return (#"NOT died == CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate268() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.born == field(\.died) && \.died != Written.day(3)
        return (#"born == died AND died != CAST("2001-01-04T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate269() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !((\Everything.name).uppercased == "AB") || (\Everything.parts).any(\.code).contains("A")
            || ((\Everything.parts).last.code == "back\\slash" && (\Everything.chain?.name).beginsWith("é", [.c, .d]))
        return (
            #"NOT uppercase(name) == "AB" OR ANY parts.code CONTAINS "A" OR (parts[LAST].code == "back\\slash" AND chain.name BEGINSWITH[cd] "é")"#,
            predicate
        )
    }

    private static func predicate270() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.count).between(-1...10)
        return (#"count BETWEEN {-1, 10}"#, predicate)
    }

    private static func predicate271() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.maybeReal).in(-1.5, 0.5, 1.0) || \.price == Written.decimal("-3")
        return (#"maybeReal IN {-1.5, 0.5, 1.0} OR price == CAST("-3", "NSDecimalNumber")"#, predicate)
    }

    private static func predicate272() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.deep != 1
        return (#"deep != 1"#, predicate)
    }

    private static func predicate273() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.parts).any(\.quantity).in(1, 2) || (\Everything.nick).in(["b", "open", "open"], [.c, .d])
        return (#"ANY parts.quantity IN {1, 2} OR nick IN[cd] {"b", "open", "open"}"#, predicate)
    }

    private static func predicate274() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: (\Everything.Part.marks).sum >= 3).max(\.price) == 1.5
            || \.born > field(\.died)
        return (#"SUBQUERY(parts, $element, $element.marks.@sum >= 3).@max.price == 1.5 OR born > died"#, predicate)
    }

    private static func predicate275() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: \Everything.Part.at == nil && (\Everything.Part.marks).sum <= 3).first
            .quantity != 1 && \.flag == false
        return (
            #"SUBQUERY(parts, $element, $element.at == nil AND $element.marks.@sum <= 3)[FIRST].quantity != 1 AND flag == FALSE"#,
            predicate
        )
    }

    private static func predicate276() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.home != nil && !((\Everything.link).contains("A.B", .c)) && !(field(\Everything.count) + 1 >= 10)
        return (#"home != nil AND NOT link CONTAINS[c] "A.B" AND NOT count + 1 >= 10"#, predicate)
    }

    private static func predicate277() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).all(\.at?.label) == "a text"
        return (#"ALL parts.at.label == "a text""#, predicate)
    }

    private static func predicate278() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\.bytes == Data([1, 2, 3]) || \.base.label == "ab") && (\Everything.wide).in(2, 3)
        return (#"(bytes == "AQID" OR base.label == "ab") AND wide IN {2, 3}"#, predicate)
    }

    private static func predicate279() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.count >= 10
        return (#"count >= 10"#, predicate)
    }

    private static func predicate280() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.base.x < 0.0 || ((\Everything.part).like("*e*") && (\Everything.name).in(field(\.tags)))
        return (#"base.x < 0.0 OR (part LIKE "*e*" AND name IN tags)"#, predicate)
    }

    private static func predicate281() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.price >= Written.decimal("1.5") && field(\Everything.count) & 1 >= 1
        return (#"price >= CAST("1.5", "NSDecimalNumber") AND count & 1 >= 1"#, predicate)
    }

    private static func predicate282() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(\Everything.maybeReal > 1.0)
        return (#"NOT maybeReal > 1.0"#, predicate)
    }

    private static func predicate283() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.name).endsWith("é", [.c, .d]))
        return (#"NOT name ENDSWITH[cd] "é""#, predicate)
    }

    private static func predicate284() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(\Everything.level < .high)
        return (#"NOT level < 10"#, predicate)
    }

    private static func predicate285() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.count == field(\.maybe) && field(\Everything.maybe) + 1 > 3
        return (#"count == maybe AND maybe + 1 > 3"#, predicate)
    }

    private static func predicate286() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !(subquery(
                \Everything.parts,
                where: (\Everything.Part.quantity).between(2...7) && (\Everything.Part.price).in([-1.5, 2.5, 0.0])
            ).size <= 1)
        return (
            #"NOT SUBQUERY(parts, $element, $element.quantity BETWEEN {2, 7} AND $element.price IN {-1.5, 2.5, 0.0})[SIZE] <= 1"#,
            predicate
        )
    }

    private static func predicate287() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.nick).contains("a", .c)
        return (#"nick CONTAINS[c] "a""#, predicate)
    }

    private static func predicate288() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.chain?.next?.next?.name).contains(
            "A", .diacriticInsensitive)
        return (#"chain.next.next.name CONTAINS[d] "A""#, predicate)
    }

    private static func predicate289() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.died) - Written.day(3) > 86400.0
        return (#"died - CAST("2001-01-04T00:00:00Z", "NSDate") > 86400.0"#, predicate)
    }

    private static func predicate290() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.wide).between(2...10))
        return (#"NOT wide BETWEEN {2, 10}"#, predicate)
    }

    private static func predicate291() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.nick).like("*e*") || \.nick <= "a text"
        return (#"nick LIKE "*e*" OR nick <= "a text""#, predicate)
    }

    private static func predicate292() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.maybe == nil
        return (#"maybe == nil"#, predicate)
    }

    private static func predicate293() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.chain?.name).contains("b", .n)
        return (#"chain.name CONTAINS[n] "b""#, predicate)
    }

    private static func predicate294() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.letters).min > "ab"
        return (#"letters.@min > "ab""#, predicate)
    }

    private static func predicate295() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.name).length > 1 || \.base.x != 0.0 || field(\Everything.tiny) - 1 >= -1)
            && (\.ratio < 2.5
                || all(\Everything.parts, where: \.price ~= 10.0...10.0 && \Everything.Part.at == nil).any(\.price)
                    != 1.5)
        return (
            #"(length(name) > 1 OR base.x != 0.0 OR tiny - 1 >= -1) AND (ratio < 2.5 OR ANY SUBQUERY(parts, $element, $element.price BETWEEN {10.0, 10.0} AND $element.at == nil).price != 1.5)"#,
            predicate
        )
    }

    private static func predicate296() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.home?.label).in(["a"], [.c, .d]) && \.name >= "a"
                && subquery(
                    \Everything.parts, where: (\Everything.Part.marks).sum < 3 && (\Everything.Part.marks).sum > 3
                ).first.quantity < 1) || (\.real ~= 1.0...7.0 && \.count >= field(\.maybe)) || \.maybe < 0
        return (
            #"(home.label IN[cd] {"a"} AND name >= "a" AND SUBQUERY(parts, $element, $element.marks.@sum < 3 AND $element.marks.@sum > 3)[FIRST].quantity < 1) OR (real BETWEEN {1.0, 7.0} AND count >= maybe) OR maybe < 0"#,
            predicate
        )
    }

    private static func predicate297() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !(\Everything.chain?.next?.weight ~= 0...3)
            || (\.bytes != Data([1, 2, 3]) && \.nick < "b" && \.chain?.next?.weight != nil)
        return (
            #"NOT chain.next.weight BETWEEN {0, 3} OR (bytes != "AQID" AND nick < "b" AND chain.next.weight != nil)"#,
            predicate
        )
    }

    private static func predicate298() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.home?.label).contains("qu\"ote")
        return (#"home.label CONTAINS "qu\"ote""#, predicate)
    }

    private static func predicate299() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.tags).all.beginsWith("a", [.c, .d]) || (\Everything.name).in(field(\.tags))
        return (#"ALL tags BEGINSWITH[cd] "a" OR name IN tags"#, predicate)
    }
}
