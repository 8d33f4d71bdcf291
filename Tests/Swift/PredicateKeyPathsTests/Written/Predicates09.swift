// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns

extension Written {
    static var part9: [(String, KeyPathPredicate<Everything>)] {
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

    private static func predicate400() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.id != Written.id(1) || field(\Everything.born) + 86400.0 != Written.day(3)
            || (\Everything.died).in(Written.day(1))
        return (
            #"id != CAST("11111111-1111-1111-1111-111111111111", "NSUUID") OR born + 86400.0 != CAST("2001-01-04T00:00:00Z", "NSDate") OR died IN {CAST("2001-01-02T00:00:00Z", "NSDate")}"#,
            predicate
        )
    }

    private static func predicate401() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.wide).in([0])
        return (#"wide IN {0}"#, predicate)
    }

    private static func predicate402() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).last == "é"
        return (#"tags[LAST] == "é""#, predicate)
    }

    private static func predicate403() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.maybeReal ~= 0.0...2.0
        return (#"maybeReal BETWEEN {0.0, 2.0}"#, predicate)
    }

    private static func predicate404() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.ratio > 2.5 && field(\Everything.count) + 1 >= -1 && field(\Everything.count) * 2 - 1 <= -1
        return (#"ratio > 2.5 AND count + 1 >= -1 AND count * 2 - 1 <= -1"#, predicate)
    }

    private static func predicate405() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.name).in(field(\.tags))
        return (#"name IN tags"#, predicate)
    }

    private static func predicate406() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: (\Everything.Part.code).endsWith("a", .n)).size < 1
        return (#"SUBQUERY(parts, $element, $element.code ENDSWITH[n] "a")[SIZE] < 1"#, predicate)
    }

    private static func predicate407() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.part).contains("a", .c)
        return (#"part CONTAINS[c] "a""#, predicate)
    }

    private static func predicate408() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.part).isEqual(to: "A")
        return (#"part == "A""#, predicate)
    }

    private static func predicate409() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.state).beginsWith("o") && (\Everything.parts).none(\.price) > 1.5
        return (#"state BEGINSWITH "o" AND NONE parts.price > 1.5"#, predicate)
    }

    private static func predicate410() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.chain?.next?.next?.name > "a" || \.real != 1.0
        return (#"chain.next.next.name > "a" OR real != 1.0"#, predicate)
    }

    private static func predicate411() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).count > 2
        return (#"tags.@count > 2"#, predicate)
    }

    private static func predicate412() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.maybeReal ~= 0.5...2.0
        return (#"maybeReal BETWEEN {0.5, 2.0}"#, predicate)
    }

    private static func predicate413() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: \.quantity ~= 5...7).any(\.price) > 1.5
            && (\Everything.born).between(Written.day(3)...Written.day(3))
        return (
            #"ANY SUBQUERY(parts, $element, $element.quantity BETWEEN {5, 7}).price > 1.5 AND born BETWEEN {CAST("2001-01-04T00:00:00Z", "NSDate"), CAST("2001-01-04T00:00:00Z", "NSDate")}"#,
            predicate
        )
    }

    private static func predicate414() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            field(\Everything.born) + 86400.0 < Written.day(3) || (\Everything.tags).contains("b")
        return (#"born + 86400.0 < CAST("2001-01-04T00:00:00Z", "NSDate") OR tags CONTAINS "b""#, predicate)
    }

    private static func predicate415() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !(all(\Everything.parts, where: (\Everything.Part.marks).any < 2).max(\.price) <= 1.5)
        return (#"NOT SUBQUERY(parts, $element, ANY $element.marks < 2).@max.price <= 1.5"#, predicate)
    }

    private static func predicate416() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.maybeReal).between(1.0...2.5) || (\Everything.state).beginsWith("o")
        return (#"maybeReal BETWEEN {1.0, 2.5} OR state BEGINSWITH "o""#, predicate)
    }

    private static func predicate417() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !(field(\Everything.born) + 86400.0 > Written.day(0))
            || ((\Everything.state).beginsWith("o") && (\Everything.parts).any(\.quantity).between(1...2))
            || (field(\Everything.ratio) / field(\Everything.base.x) > 2.5 && \.maybeReal == 10.0)
        return (
            #"NOT born + 86400.0 > CAST("2001-01-01T00:00:00Z", "NSDate") OR (state BEGINSWITH "o" AND ANY parts.quantity BETWEEN {1, 2}) OR (ratio / base.x > 2.5 AND maybeReal == 10.0)"#,
            predicate
        )
    }

    private static func predicate418() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.name).isNotEqual(to: "b") && \.chain?.next?.weight == nil) || KeyPathPredicate(\.flag)
        return (#"(name != "b" AND chain.next.weight == nil) OR flag == TRUE"#, predicate)
    }

    private static func predicate419() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.chain?.weight < 10
        return (#"chain.weight < 10"#, predicate)
    }

    private static func predicate420() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.chain?.next?.next?.name).endsWith("back\\slash") && \.died < Written.day(3))
            || (\.home?.x == 2.5 && \.died == nil) || ((\Everything.parts).at(index: 1).code == "open" && \.tiny > -1)
        return (
            #"(chain.next.next.name ENDSWITH "back\\slash" AND died < CAST("2001-01-04T00:00:00Z", "NSDate")) OR (home.x == 2.5 AND died == nil) OR (parts[1].code == "open" AND tiny > -1)"#,
            predicate
        )
    }

    private static func predicate421() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            subquery(\Everything.parts, where: (\Everything.Part.code).beginsWith("open", .c) && \.quantity <= 10).count
            >= 1
        return (
            #"SUBQUERY(parts, $element, $element.code BEGINSWITH[c] "open" AND $element.quantity <= 10).@count >= 1"#,
            predicate
        )
    }

    private static func predicate422() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.bytes != Data([1, 2, 3])
        return (#"bytes != "AQID""#, predicate)
    }

    private static func predicate423() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.parts).any(\.quantity).between(1...2) || (\Everything.parts).all(\.price) <= 1.5
        return (#"ANY parts.quantity BETWEEN {1, 2} OR ALL parts.price <= 1.5"#, predicate)
    }

    private static func predicate424() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(\Everything.maybe ~= 0...2)
        return (#"NOT maybe BETWEEN {0, 2}"#, predicate)
    }

    private static func predicate425() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.died == Written.day(3)
        return (#"died == CAST("2001-01-04T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate426() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.home?.label).like("*b") || (\Everything.wide).between(0...10)
                || field(\Everything.died) - Written.day(0) > 86400.0)
            && ((\Everything.name).contains(field(\.nick), .c) || (\Everything.chain?.next?.next?.name).endsWith("é"))
        return (
            #"(home.label LIKE "*b" OR wide BETWEEN {0, 10} OR died - CAST("2001-01-01T00:00:00Z", "NSDate") > 86400.0) AND (name CONTAINS[c] nick OR chain.next.next.name ENDSWITH "é")"#,
            predicate
        )
    }

    private static func predicate427() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).average(\.quantity) < 1.5
        return (#"parts.@avg.quantity < 1.5"#, predicate)
    }

    private static func predicate428() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).size != 3 && \.maybeReal >= 2.5
        return (#"tags[SIZE] != 3 AND maybeReal >= 2.5"#, predicate)
    }

    private static func predicate429() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.born) + 86400.0 == Written.day(2)
        return (#"born + 86400.0 == CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate430() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.died < Written.day(2)
        return (#"died < CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate431() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.name).length > 1
            && ((\Everything.name).in(field(\.tags)) || \.chain?.weight != nil || (\Everything.died).in(Written.day(0)))
        return (
            #"length(name) > 1 AND (name IN tags OR chain.weight != nil OR died IN {CAST("2001-01-01T00:00:00Z", "NSDate")})"#,
            predicate
        )
    }

    private static func predicate432() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: \.price ~= 0.0...5.0).size != 1
            || subquery(\Everything.parts, where: (\Everything.Part.marks).sum > 3).size > 1
                && ((\Everything.parts).average(\.quantity) != 1.5
                    || (\Everything.chain?.next?.next?.name).isEqual(to: "é", .n) || \.maybeFlag == nil)
                && (\.flag == false || field(\Everything.count) * 2 - 1 < 10 || \.died == nil)
        return (
            #"SUBQUERY(parts, $element, $element.price BETWEEN {0.0, 5.0})[SIZE] != 1 OR SUBQUERY(parts, $element, $element.marks.@sum > 3)[SIZE] > 1 AND (parts.@avg.quantity != 1.5 OR chain.next.next.name ==[n] "é" OR maybeFlag == nil) AND (flag == FALSE OR count * 2 - 1 < 10 OR died == nil)"#,
            predicate
        )
    }

    private static func predicate433() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.limits).contains(7)
        return (#"limits CONTAINS 7"#, predicate)
    }

    private static func predicate434() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = 3 + field(\Everything.count) < 3
        return (#"3 + count < 3"#, predicate)
    }

    private static func predicate435() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.born) + 86400.0 <= Written.day(2)
        return (#"born + 86400.0 <= CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate436() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.maybeReal > 0.0 && (\Everything.limits).at(key: "a") > 10 && (\Everything.maybeReal).in(-1.5, 2.5, 1.0)
        return (#"maybeReal > 0.0 AND limits["a"] > 10 AND maybeReal IN {-1.5, 2.5, 1.0}"#, predicate)
    }

    private static func predicate437() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !(\Everything.deep != 2) || (KeyPathPredicate(\.flag) && \.letter != "a")
        return (#"NOT deep != 2 OR (flag == TRUE AND letter != "a")"#, predicate)
    }

    private static func predicate438() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.name).endsWith("b", .c)
        return (#"name ENDSWITH[c] "b""#, predicate)
    }

    private static func predicate439() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.name).contains("a text", .c)
        return (#"name CONTAINS[c] "a text""#, predicate)
    }

    private static func predicate440() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.real >= -1.5
        return (#"real >= -1.5"#, predicate)
    }

    private static func predicate441() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.base.x != 1.0 || all(\Everything.parts, where: \.price == 1.0).any(\.price) > 1.5
        return (#"base.x != 1.0 OR ANY SUBQUERY(parts, $element, $element.price == 1.0).price > 1.5"#, predicate)
    }

    private static func predicate442() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.chain?.next?.next?.name == nil
        return (#"chain.next.next.name == nil"#, predicate)
    }

    private static func predicate443() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !(all(\Everything.parts, where: \Everything.Part.at == nil).count > 1)
        return (#"NOT SUBQUERY(parts, $element, $element.at == nil).@count > 1"#, predicate)
    }

    private static func predicate444() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.count) & 1 != 1
        return (#"count & 1 != 1"#, predicate)
    }

    private static func predicate445() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).any(\.price) <= 1.5
        return (#"ANY parts.price <= 1.5"#, predicate)
    }

    private static func predicate446() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.parts).none(\.code).contains("a", .n) && \.name >= "A"
        return (#"NONE parts.code CONTAINS[n] "a" AND name >= "A""#, predicate)
    }

    private static func predicate447() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.home?.label < "open" && (\Everything.letters).any <= "A"
        return (#"home.label < "open" AND ANY letters <= "A""#, predicate)
    }

    private static func predicate448() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(\Everything.base.label <= "ab")
        return (#"NOT base.label <= "ab""#, predicate)
    }

    private static func predicate449() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.count) + 1 >= 10
        return (#"count + 1 >= 10"#, predicate)
    }
}
