// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting

extension Written {
    static var part6: [(String, KeyPathPredicate<Sample>)] {
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

    private static func predicate250() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.chain?.next?.next?.name != "back\\slash" && \.died == Written.day(0))
            || subquery(\Sample.items, where: \.at?.label >= "A").any(\.price) <= 1.5
        return (
            #"(chain.next.next.name != "back\\slash" AND died == CAST("2001-01-01T00:00:00Z", "NSDate")) OR ANY SUBQUERY(items, $element, $element.at.label >= "A").price <= 1.5"#,
            predicate
        )
    }

    private static func predicate251() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.home?.x <= 1.0 || (\Sample.letters).all == "back\\slash"
        return (#"home.x <= 1.0 OR ALL letters == "back\\slash""#, predicate)
    }

    private static func predicate252() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.base.x <= 2.5)
        return (#"NOT base.x <= 2.5"#, predicate)
    }

    private static func predicate253() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.name).length > 1 && (\.base.x ~= 1.0...10.0 || \.chain?.next == nil)
        return (#"length(name) > 1 AND (base.x BETWEEN {1.0, 10.0} OR chain.next == nil)"#, predicate)
    }

    private static func predicate254() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.letters).all == "a text" && KeyPathPredicate(\.maybeFlag)
        return (#"ALL letters == "a text" AND maybeFlag == TRUE"#, predicate)
    }

    private static func predicate255() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.items).all(\.price) >= 1.5 && (\Sample.died).in(Written.day(3)))
            || (\Sample.part).contains("b")
        return (
            #"(ALL items.price >= 1.5 AND died IN {CAST("2001-01-04T00:00:00Z", "NSDate")}) OR part CONTAINS "b""#,
            predicate
        )
    }

    private static func predicate256() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).first == ""
        return (#"tags[FIRST] == """#, predicate)
    }

    private static func predicate257() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).none == "b"
        return (#"NONE tags == "b""#, predicate)
    }

    private static func predicate258() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.part).beginsWith("A", [.c, .d]))
        return (#"NOT part BEGINSWITH[cd] "A""#, predicate)
    }

    private static func predicate259() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.name).contains("back\\slash", [.c, .d])
        return (#"chain.name CONTAINS[cd] "back\\slash""#, predicate)
    }

    private static func predicate260() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.ratio ~= 0.0...7.0
        return (#"ratio BETWEEN {0.0, 7.0}"#, predicate)
    }

    private static func predicate261() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).last.beginsWith("ab")
        return (#"tags[LAST] BEGINSWITH "ab""#, predicate)
    }

    private static func predicate262() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: \.price >= 0.0).max(\.price) >= 1.5
            || \.count <= 5
                && ((\Sample.items).any(\.code).contains("qu\"ote") || field(\Sample.count) + 1 >= 2
                    || \.born >= field(\.died))
                && \.chain?.next?.next?.name >= "qu\"ote"
        return (
            #"SUBQUERY(items, $element, $element.price >= 0.0).@max.price >= 1.5 OR count <= 5 AND (ANY items.code CONTAINS "qu\"ote" OR count + 1 >= 2 OR born >= died) AND chain.next.next.name >= "qu\"ote""#,
            predicate
        )
    }

    private static func predicate263() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).contains("A") || \.died < Written.day(0)
        return (#"name CONTAINS "A" OR died < CAST("2001-01-01T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate264() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.level != .high
        return (#"level != 10"#, predicate)
    }

    private static func predicate265() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).contains("é", .c)
        return (#"name CONTAINS[c] "é""#, predicate)
    }

    private static func predicate266() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(field(\Sample.ratio) * 2.0 <= 2.5)
        return (#"NOT ratio * 2.0 <= 2.5"#, predicate)
    }

    private static func predicate267() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.died == Written.day(2))
        return (#"NOT died == CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate268() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.born == field(\.died) && \.died != Written.day(3)
        return (#"born == died AND died != CAST("2001-01-04T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate269() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !((\Sample.name).uppercased == "AB") || (\Sample.items).any(\.code).contains("A")
            || ((\Sample.items).last.code == "back\\slash" && (\Sample.chain?.name).beginsWith("é", [.c, .d]))
        return (
            #"NOT uppercase(name) == "AB" OR ANY items.code CONTAINS "A" OR (items[LAST].code == "back\\slash" AND chain.name BEGINSWITH[cd] "é")"#,
            predicate
        )
    }

    private static func predicate270() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.count).between(-1...10)
        return (#"count BETWEEN {-1, 10}"#, predicate)
    }

    private static func predicate271() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.maybeReal).in(-1.5, 0.5, 1.0) || \.price == Written.decimal("-3")
        return (#"maybeReal IN {-1.5, 0.5, 1.0} OR price == CAST("-3", "NSDecimalNumber")"#, predicate)
    }

    private static func predicate272() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.deep != 1
        return (#"deep != 1"#, predicate)
    }

    private static func predicate273() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).any(\.quantity).in(1, 2) || (\Sample.nick).in(["b", "open", "open"], [.c, .d])
        return (#"ANY items.quantity IN {1, 2} OR nick IN[cd] {"b", "open", "open"}"#, predicate)
    }

    private static func predicate274() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: (\Sample.Item.marks).sum >= 3).max(\.price) == 1.5
            || \.born > field(\.died)
        return (#"SUBQUERY(items, $element, $element.marks.@sum >= 3).@max.price == 1.5 OR born > died"#, predicate)
    }

    private static func predicate275() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: \Sample.Item.at == nil && (\Sample.Item.marks).sum <= 3).first
            .quantity != 1 && \.flag == false
        return (
            #"SUBQUERY(items, $element, $element.at == nil AND $element.marks.@sum <= 3)[FIRST].quantity != 1 AND flag == FALSE"#,
            predicate
        )
    }

    private static func predicate276() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.home != nil && !((\Sample.link).contains("A.B", .c)) && !(field(\Sample.count) + 1 >= 10)
        return (#"home != nil AND NOT link CONTAINS[c] "A.B" AND NOT count + 1 >= 10"#, predicate)
    }

    private static func predicate277() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).all(\.at?.label) == "a text"
        return (#"ALL items.at.label == "a text""#, predicate)
    }

    private static func predicate278() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.bytes == Data([1, 2, 3]) || \.base.label == "ab") && (\Sample.wide).in(2, 3)
        return (#"(bytes == "AQID" OR base.label == "ab") AND wide IN {2, 3}"#, predicate)
    }

    private static func predicate279() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.count >= 10
        return (#"count >= 10"#, predicate)
    }

    private static func predicate280() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.base.x < 0.0 || ((\Sample.part).like("*e*") && (\Sample.name).in(field(\.tags)))
        return (#"base.x < 0.0 OR (part LIKE "*e*" AND name IN tags)"#, predicate)
    }

    private static func predicate281() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.price >= Written.decimal("1.5") && field(\Sample.count) & 1 >= 1
        return (#"price >= CAST("1.5", "NSDecimalNumber") AND count & 1 >= 1"#, predicate)
    }

    private static func predicate282() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.maybeReal > 1.0)
        return (#"NOT maybeReal > 1.0"#, predicate)
    }

    private static func predicate283() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.name).endsWith("é", [.c, .d]))
        return (#"NOT name ENDSWITH[cd] "é""#, predicate)
    }

    private static func predicate284() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.level < .high)
        return (#"NOT level < 10"#, predicate)
    }

    private static func predicate285() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.count == field(\.maybe) && field(\Sample.maybe) + 1 > 3
        return (#"count == maybe AND maybe + 1 > 3"#, predicate)
    }

    private static func predicate286() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !(subquery(
                \Sample.items,
                where: (\Sample.Item.quantity).between(2...7) && (\Sample.Item.price).in([-1.5, 2.5, 0.0])
            ).size <= 1)
        return (
            #"NOT SUBQUERY(items, $element, $element.quantity BETWEEN {2, 7} AND $element.price IN {-1.5, 2.5, 0.0})[SIZE] <= 1"#,
            predicate
        )
    }

    private static func predicate287() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.nick).contains("a", .c)
        return (#"nick CONTAINS[c] "a""#, predicate)
    }

    private static func predicate288() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.next?.next?.name).contains(
            "A", .diacriticInsensitive)
        return (#"chain.next.next.name CONTAINS[d] "A""#, predicate)
    }

    private static func predicate289() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.died) - Written.day(3) > 86400.0
        return (#"died - CAST("2001-01-04T00:00:00Z", "NSDate") > 86400.0"#, predicate)
    }

    private static func predicate290() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.wide).between(2...10))
        return (#"NOT wide BETWEEN {2, 10}"#, predicate)
    }

    private static func predicate291() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.nick).like("*e*") || \.nick <= "a text"
        return (#"nick LIKE "*e*" OR nick <= "a text""#, predicate)
    }

    private static func predicate292() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybe == nil
        return (#"maybe == nil"#, predicate)
    }

    private static func predicate293() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.name).contains("b", .n)
        return (#"chain.name CONTAINS[n] "b""#, predicate)
    }

    private static func predicate294() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.letters).min > "ab"
        return (#"letters.@min > "ab""#, predicate)
    }

    private static func predicate295() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.name).length > 1 || \.base.x != 0.0 || field(\Sample.tiny) - 1 >= -1)
            && (\.ratio < 2.5
                || all(\Sample.items, where: \.price ~= 10.0...10.0 && \Sample.Item.at == nil).any(\.price)
                    != 1.5)
        return (
            #"(length(name) > 1 OR base.x != 0.0 OR tiny - 1 >= -1) AND (ratio < 2.5 OR ANY SUBQUERY(items, $element, $element.price BETWEEN {10.0, 10.0} AND $element.at == nil).price != 1.5)"#,
            predicate
        )
    }

    private static func predicate296() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.home?.label).in(["a"], [.c, .d]) && \.name >= "a"
                && subquery(
                    \Sample.items, where: (\Sample.Item.marks).sum < 3 && (\Sample.Item.marks).sum > 3
                ).first.quantity < 1) || (\.real ~= 1.0...7.0 && \.count >= field(\.maybe)) || \.maybe < 0
        return (
            #"(home.label IN[cd] {"a"} AND name >= "a" AND SUBQUERY(items, $element, $element.marks.@sum < 3 AND $element.marks.@sum > 3)[FIRST].quantity < 1) OR (real BETWEEN {1.0, 7.0} AND count >= maybe) OR maybe < 0"#,
            predicate
        )
    }

    private static func predicate297() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !(\Sample.chain?.next?.weight ~= 0...3)
            || (\.bytes != Data([1, 2, 3]) && \.nick < "b" && \.chain?.next?.weight != nil)
        return (
            #"NOT chain.next.weight BETWEEN {0, 3} OR (bytes != "AQID" AND nick < "b" AND chain.next.weight != nil)"#,
            predicate
        )
    }

    private static func predicate298() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.home?.label).contains("qu\"ote")
        return (#"home.label CONTAINS "qu\"ote""#, predicate)
    }

    private static func predicate299() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tags).all.beginsWith("a", [.c, .d]) || (\Sample.name).in(field(\.tags))
        return (#"ALL tags BEGINSWITH[cd] "a" OR name IN tags"#, predicate)
    }
}
