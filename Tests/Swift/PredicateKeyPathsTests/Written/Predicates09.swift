// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting

extension Written {
    static var part9: [(String, KeyPathPredicate<Sample>)] {
        [
            predicate400(),
            predicate401(),
            predicate402(),
            predicate403(),
            predicate404(),
            predicate405(),
            predicate406(),
            predicate407(),
            predicate408(),
            predicate409(),
            predicate410(),
            predicate411(),
            predicate412(),
            predicate413(),
            predicate414(),
            predicate415(),
            predicate416(),
            predicate417(),
            predicate418(),
            predicate419(),
            predicate420(),
            predicate421(),
            predicate422(),
            predicate423(),
            predicate424(),
            predicate425(),
            predicate426(),
            predicate427(),
            predicate428(),
            predicate429(),
            predicate430(),
            predicate431(),
            predicate432(),
            predicate433(),
            predicate434(),
            predicate435(),
            predicate436(),
            predicate437(),
            predicate438(),
            predicate439(),
            predicate440(),
            predicate441(),
            predicate442(),
            predicate443(),
            predicate444(),
            predicate445(),
            predicate446(),
            predicate447(),
            predicate448(),
            predicate449(),
        ]
    }

    private static func predicate400() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.id != Written.id(1) || field(\Sample.born) + 86400.0 != Written.day(3)
            || (\Sample.died).in(Written.day(1))
        return (
            #"id != CAST("11111111-1111-1111-1111-111111111111", "NSUUID") OR born + 86400.0 != CAST("2001-01-04T00:00:00Z", "NSDate") OR died IN {CAST("2001-01-02T00:00:00Z", "NSDate")}"#,
            predicate
        )
    }

    private static func predicate401() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.wide).in([0])
        return (#"wide IN {0}"#, predicate)
    }

    private static func predicate402() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).last == "é"
        return (#"tags[LAST] == "é""#, predicate)
    }

    private static func predicate403() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybeReal ~= 0.0...2.0
        return (#"maybeReal BETWEEN {0.0, 2.0}"#, predicate)
    }

    private static func predicate404() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.ratio > 2.5 && field(\Sample.count) + 1 >= -1 && field(\Sample.count) * 2 - 1 <= -1
        return (#"ratio > 2.5 AND count + 1 >= -1 AND count * 2 - 1 <= -1"#, predicate)
    }

    private static func predicate405() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).in(field(\.tags))
        return (#"name IN tags"#, predicate)
    }

    private static func predicate406() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: (\Sample.Item.code).endsWith("a", .n)).size < 1
        return (#"SUBQUERY(items, $element, $element.code ENDSWITH[n] "a")[SIZE] < 1"#, predicate)
    }

    private static func predicate407() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.part).contains("a", .c)
        return (#"part CONTAINS[c] "a""#, predicate)
    }

    private static func predicate408() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.part).isEqual(to: "A")
        return (#"part == "A""#, predicate)
    }

    private static func predicate409() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.state).beginsWith("o") && (\Sample.items).none(\.price) > 1.5
        return (#"state BEGINSWITH "o" AND NONE items.price > 1.5"#, predicate)
    }

    private static func predicate410() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.next?.next?.name > "a" || \.real != 1.0
        return (#"chain.next.next.name > "a" OR real != 1.0"#, predicate)
    }

    private static func predicate411() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).count > 2
        return (#"tags.@count > 2"#, predicate)
    }

    private static func predicate412() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybeReal ~= 0.5...2.0
        return (#"maybeReal BETWEEN {0.5, 2.0}"#, predicate)
    }

    private static func predicate413() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: \.quantity ~= 5...7).any(\.price) > 1.5
            && (\Sample.born).between(Written.day(3)...Written.day(3))
        return (
            #"ANY SUBQUERY(items, $element, $element.quantity BETWEEN {5, 7}).price > 1.5 AND born BETWEEN {CAST("2001-01-04T00:00:00Z", "NSDate"), CAST("2001-01-04T00:00:00Z", "NSDate")}"#,
            predicate
        )
    }

    private static func predicate414() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            field(\Sample.born) + 86400.0 < Written.day(3) || (\Sample.tags).contains("b")
        return (#"born + 86400.0 < CAST("2001-01-04T00:00:00Z", "NSDate") OR tags CONTAINS "b""#, predicate)
    }

    private static func predicate415() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !(all(\Sample.items, where: (\Sample.Item.marks).any < 2).max(\.price) <= 1.5)
        return (#"NOT SUBQUERY(items, $element, ANY $element.marks < 2).@max.price <= 1.5"#, predicate)
    }

    private static func predicate416() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.maybeReal).between(1.0...2.5) || (\Sample.state).beginsWith("o")
        return (#"maybeReal BETWEEN {1.0, 2.5} OR state BEGINSWITH "o""#, predicate)
    }

    private static func predicate417() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !(field(\Sample.born) + 86400.0 > Written.day(0))
            || ((\Sample.state).beginsWith("o") && (\Sample.items).any(\.quantity).between(1...2))
            || (field(\Sample.ratio) / field(\Sample.base.x) > 2.5 && \.maybeReal == 10.0)
        return (
            #"NOT born + 86400.0 > CAST("2001-01-01T00:00:00Z", "NSDate") OR (state BEGINSWITH "o" AND ANY items.quantity BETWEEN {1, 2}) OR (ratio / base.x > 2.5 AND maybeReal == 10.0)"#,
            predicate
        )
    }

    private static func predicate418() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.name).isNotEqual(to: "b") && \.chain?.next?.weight == nil) || KeyPathPredicate(\.flag)
        return (#"(name != "b" AND chain.next.weight == nil) OR flag == TRUE"#, predicate)
    }

    private static func predicate419() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.weight < 10
        return (#"chain.weight < 10"#, predicate)
    }

    private static func predicate420() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.chain?.next?.next?.name).endsWith("back\\slash") && \.died < Written.day(3))
            || (\.home?.x == 2.5 && \.died == nil) || ((\Sample.items).at(index: 1).code == "open" && \.tiny > -1)
        return (
            #"(chain.next.next.name ENDSWITH "back\\slash" AND died < CAST("2001-01-04T00:00:00Z", "NSDate")) OR (home.x == 2.5 AND died == nil) OR (items[1].code == "open" AND tiny > -1)"#,
            predicate
        )
    }

    private static func predicate421() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: (\Sample.Item.code).beginsWith("open", .c) && \.quantity <= 10).count
            >= 1
        return (
            #"SUBQUERY(items, $element, $element.code BEGINSWITH[c] "open" AND $element.quantity <= 10).@count >= 1"#,
            predicate
        )
    }

    private static func predicate422() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.bytes != Data([1, 2, 3])
        return (#"bytes != "AQID""#, predicate)
    }

    private static func predicate423() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).any(\.quantity).between(1...2) || (\Sample.items).all(\.price) <= 1.5
        return (#"ANY items.quantity BETWEEN {1, 2} OR ALL items.price <= 1.5"#, predicate)
    }

    private static func predicate424() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.maybe ~= 0...2)
        return (#"NOT maybe BETWEEN {0, 2}"#, predicate)
    }

    private static func predicate425() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.died == Written.day(3)
        return (#"died == CAST("2001-01-04T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate426() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.home?.label).like("*b") || (\Sample.wide).between(0...10)
                || field(\Sample.died) - Written.day(0) > 86400.0)
            && ((\Sample.name).contains(field(\.nick), .c) || (\Sample.chain?.next?.next?.name).endsWith("é"))
        return (
            #"(home.label LIKE "*b" OR wide BETWEEN {0, 10} OR died - CAST("2001-01-01T00:00:00Z", "NSDate") > 86400.0) AND (name CONTAINS[c] nick OR chain.next.next.name ENDSWITH "é")"#,
            predicate
        )
    }

    private static func predicate427() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).average(\.quantity) < 1.5
        return (#"items.@avg.quantity < 1.5"#, predicate)
    }

    private static func predicate428() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).size != 3 && \.maybeReal >= 2.5
        return (#"tags[SIZE] != 3 AND maybeReal >= 2.5"#, predicate)
    }

    private static func predicate429() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.born) + 86400.0 == Written.day(2)
        return (#"born + 86400.0 == CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate430() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.died < Written.day(2)
        return (#"died < CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate431() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.name).length > 1
            && ((\Sample.name).in(field(\.tags)) || \.chain?.weight != nil || (\Sample.died).in(Written.day(0)))
        return (
            #"length(name) > 1 AND (name IN tags OR chain.weight != nil OR died IN {CAST("2001-01-01T00:00:00Z", "NSDate")})"#,
            predicate
        )
    }

    private static func predicate432() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: \.price ~= 0.0...5.0).size != 1
            || subquery(\Sample.items, where: (\Sample.Item.marks).sum > 3).size > 1
                && ((\Sample.items).average(\.quantity) != 1.5
                    || (\Sample.chain?.next?.next?.name).isEqual(to: "é", .n) || \.maybeFlag == nil)
                && (\.flag == false || field(\Sample.count) * 2 - 1 < 10 || \.died == nil)
        return (
            #"SUBQUERY(items, $element, $element.price BETWEEN {0.0, 5.0})[SIZE] != 1 OR SUBQUERY(items, $element, $element.marks.@sum > 3)[SIZE] > 1 AND (items.@avg.quantity != 1.5 OR chain.next.next.name ==[n] "é" OR maybeFlag == nil) AND (flag == FALSE OR count * 2 - 1 < 10 OR died == nil)"#,
            predicate
        )
    }

    private static func predicate433() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.limits).contains(7)
        return (#"limits CONTAINS 7"#, predicate)
    }

    private static func predicate434() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = 3 + field(\Sample.count) < 3
        return (#"3 + count < 3"#, predicate)
    }

    private static func predicate435() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.born) + 86400.0 <= Written.day(2)
        return (#"born + 86400.0 <= CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate436() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.maybeReal > 0.0 && (\Sample.limits).at(key: "a") > 10 && (\Sample.maybeReal).in(-1.5, 2.5, 1.0)
        return (#"maybeReal > 0.0 AND limits["a"] > 10 AND maybeReal IN {-1.5, 2.5, 1.0}"#, predicate)
    }

    private static func predicate437() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !(\Sample.deep != 2) || (KeyPathPredicate(\.flag) && \.letter != "a")
        return (#"NOT deep != 2 OR (flag == TRUE AND letter != "a")"#, predicate)
    }

    private static func predicate438() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).endsWith("b", .c)
        return (#"name ENDSWITH[c] "b""#, predicate)
    }

    private static func predicate439() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).contains("a text", .c)
        return (#"name CONTAINS[c] "a text""#, predicate)
    }

    private static func predicate440() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.real >= -1.5
        return (#"real >= -1.5"#, predicate)
    }

    private static func predicate441() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.base.x != 1.0 || all(\Sample.items, where: \.price == 1.0).any(\.price) > 1.5
        return (#"base.x != 1.0 OR ANY SUBQUERY(items, $element, $element.price == 1.0).price > 1.5"#, predicate)
    }

    private static func predicate442() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.next?.next?.name == nil
        return (#"chain.next.next.name == nil"#, predicate)
    }

    private static func predicate443() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !(all(\Sample.items, where: \Sample.Item.at == nil).count > 1)
        return (#"NOT SUBQUERY(items, $element, $element.at == nil).@count > 1"#, predicate)
    }

    private static func predicate444() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.count) & 1 != 1
        return (#"count & 1 != 1"#, predicate)
    }

    private static func predicate445() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).any(\.price) <= 1.5
        return (#"ANY items.price <= 1.5"#, predicate)
    }

    private static func predicate446() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).none(\.code).contains("a", .n) && \.name >= "A"
        return (#"NONE items.code CONTAINS[n] "a" AND name >= "A""#, predicate)
    }

    private static func predicate447() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.home?.label < "open" && (\Sample.letters).any <= "A"
        return (#"home.label < "open" AND ANY letters <= "A""#, predicate)
    }

    private static func predicate448() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.base.label <= "ab")
        return (#"NOT base.label <= "ab""#, predicate)
    }

    private static func predicate449() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.count) + 1 >= 10
        return (#"count + 1 >= 10"#, predicate)
    }
}
