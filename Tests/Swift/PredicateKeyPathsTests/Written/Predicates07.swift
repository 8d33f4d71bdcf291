// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting

extension Written {
    static var part7: [(String, KeyPathPredicate<Sample>)] {
        [
            predicate300(),
            predicate301(),
            predicate302(),
            predicate303(),
            predicate304(),
            predicate305(),
            predicate306(),
            predicate307(),
            predicate308(),
            predicate309(),
            predicate310(),
            predicate311(),
            predicate312(),
            predicate313(),
            predicate314(),
            predicate315(),
            predicate316(),
            predicate317(),
            predicate318(),
            predicate319(),
            predicate320(),
            predicate321(),
            predicate322(),
            predicate323(),
            predicate324(),
            predicate325(),
            predicate326(),
            predicate327(),
            predicate328(),
            predicate329(),
            predicate330(),
            predicate331(),
            predicate332(),
            predicate333(),
            predicate334(),
            predicate335(),
            predicate336(),
            predicate337(),
            predicate338(),
            predicate339(),
            predicate340(),
            predicate341(),
            predicate342(),
            predicate343(),
            predicate344(),
            predicate345(),
            predicate346(),
            predicate347(),
            predicate348(),
            predicate349(),
        ]
    }

    private static func predicate300() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.count).in(0, 2) && (\Sample.tags).all.beginsWith("qu\"ote", .c)
                && (\Sample.maybe).in(10, -1))
            || all(\Sample.items, where: (\Sample.Item.marks).sum >= 3).max(\.price) != 1.5
                && (\Sample.ratio).between(1.0...10.0)
        return (
            #"(count IN {0, 2} AND ALL tags BEGINSWITH[c] "qu\"ote" AND maybe IN {10, -1}) OR SUBQUERY(items, $element, $element.marks.@sum >= 3).@max.price != 1.5 AND ratio BETWEEN {1.0, 10.0}"#,
            predicate
        )
    }

    private static func predicate301() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.scores).count < 2
        return (#"scores.@count < 2"#, predicate)
    }

    private static func predicate302() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tags).size < 7 || (\Sample.chain?.name).beginsWith("back\\slash", [.c, .d])
            || (field(\Sample.ratio) * 2.0 <= 1.0 && (\Sample.items).sum(\.price) != 2.5
                && (\Sample.items).none(\.price) > 1.5)
        return (
            #"tags[SIZE] < 7 OR chain.name BEGINSWITH[cd] "back\\slash" OR (ratio * 2.0 <= 1.0 AND items.@sum.price != 2.5 AND NONE items.price > 1.5)"#,
            predicate
        )
    }

    private static func predicate303() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: \.quantity < 5).any(\.price) < 1.5 && (\Sample.tags).last == "a"
            && \.letter != "a"
        return (
            #"ANY SUBQUERY(items, $element, $element.quantity < 5).price < 1.5 AND tags[LAST] == "a" AND letter != "a""#,
            predicate
        )
    }

    private static func predicate304() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.tiny <= 2 || \.home?.x != 10.0 || \.count != 10
        return (#"tiny <= 2 OR home.x != 10.0 OR count != 10"#, predicate)
    }

    private static func predicate305() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = all(\Sample.items, where: \.quantity > 10).first.quantity >= 1
        return (#"SUBQUERY(items, $element, $element.quantity > 10)[FIRST].quantity >= 1"#, predicate)
    }

    private static func predicate306() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.chain?.weight).between(0...2) && (\Sample.chain?.name).endsWith("back\\slash")
            && \.ratio >= 2.5
        return (#"chain.weight BETWEEN {0, 2} AND chain.name ENDSWITH "back\\slash" AND ratio >= 2.5"#, predicate)
    }

    private static func predicate307() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (field(\Sample.tiny) - 1 != -1
                && all(
                    \Sample.items,
                    where: (\Sample.Item.code).matches("a.*", using: .pcre2) && (\Sample.Item.quantity).in(0, 1)
                ).any(\.price) != 1.5 && (\Sample.state).beginsWith("o")) || (\Sample.name).uppercased == "AB"
            || \.maybeReal > 1.0
        return (
            #"(tiny - 1 != -1 AND ANY SUBQUERY(items, $element, $element.code MATCHES "a.*" AND $element.quantity IN {0, 1}).price != 1.5 AND state BEGINSWITH "o") OR uppercase(name) == "AB" OR maybeReal > 1.0"#,
            predicate
        )
    }

    private static func predicate308() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = 5 + field(\Sample.count) <= 3
        return (#"5 + count <= 3"#, predicate)
    }

    private static func predicate309() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).isNotEqual(to: "é", [.c, .d])
        return (#"name !=[cd] "é""#, predicate)
    }

    private static func predicate310() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: \Sample.Item.at == nil).max(\.price) == 1.5
        return (#"SUBQUERY(items, $element, $element.at == nil).@max.price == 1.5"#, predicate)
    }

    private static func predicate311() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = KeyPathPredicate(\.flag)
        return (#"flag == TRUE"#, predicate)
    }

    private static func predicate312() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: \.price <= 2.5).first.quantity == 1
        return (#"SUBQUERY(items, $element, $element.price <= 2.5)[FIRST].quantity == 1"#, predicate)
    }

    private static func predicate313() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.link != Written.link("http://a.b/C")
            && subquery(\Sample.items, where: (\Sample.Item.at?.label).in(["b", "back\\slash"], .c)).size < 1
            || \.home?.x == 1.0
        return (
            #"link != CAST("http://a.b/C", "NSURL") AND SUBQUERY(items, $element, $element.at.label IN[c] {"b", "back\\slash"})[SIZE] < 1 OR home.x == 1.0"#,
            predicate
        )
    }

    private static func predicate314() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.scores).average == 1.5
            || ((\Sample.items).sum(\.price) <= 2.5 && (\Sample.link).contains("A.B", .c) && \.flag == false)
        return (
            #"scores.@avg == 1.5 OR (items.@sum.price <= 2.5 AND link CONTAINS[c] "A.B" AND flag == FALSE)"#, predicate
        )
    }

    private static func predicate315() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.maybe) + 1 == 10 && \.count ~= 3...5
        return (#"maybe + 1 == 10 AND count BETWEEN {3, 5}"#, predicate)
    }

    private static func predicate316() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).last.at.label == "open"
        return (#"items[LAST].at.label == "open""#, predicate)
    }

    private static func predicate317() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.nick).beginsWith("", .diacriticInsensitive)
        return (#"nick BEGINSWITH[d] """#, predicate)
    }

    private static func predicate318() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.base.label).beginsWith("a text", [.c, .d])
        return (#"base.label BEGINSWITH[cd] "a text""#, predicate)
    }

    private static func predicate319() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !(\Sample.home?.x ~= 0.0...7.0)
            && ((\Sample.scores).max >= 1 || \.base.x < 0.5 || (\Sample.scores).all < 1)
        return (#"NOT home.x BETWEEN {0.0, 7.0} AND (scores.@max >= 1 OR base.x < 0.5 OR ALL scores < 1)"#, predicate)
    }

    private static func predicate320() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).first.at.label == "back\\slash"
        return (#"items[FIRST].at.label == "back\\slash""#, predicate)
    }

    private static func predicate321() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.real > -1.5
        return (#"real > -1.5"#, predicate)
    }

    private static func predicate322() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.letters).min == "é"
        return (#"letters.@min == "é""#, predicate)
    }

    private static func predicate323() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybeReal <= -1.5 || !((\Sample.name).uppercased == "AB")
        return (#"maybeReal <= -1.5 OR NOT uppercase(name) == "AB""#, predicate)
    }

    private static func predicate324() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.name < "A" || (\Sample.scores).count < 10
        return (#"chain.name < "A" OR scores.@count < 10"#, predicate)
    }

    private static func predicate325() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.base.label).matches("[ab]+", using: .pcre2)
        return (#"base.label MATCHES "[ab]+""#, predicate)
    }

    private static func predicate326() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).all == "qu\"ote"
        return (#"ALL tags == "qu\"ote""#, predicate)
    }

    private static func predicate327() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).any(\.price) <= 1.5 || !(field(\Sample.tiny) - 1 == 0)
            || ((\Sample.nick).like("*e*") && \.died == nil)
        return (#"ANY items.price <= 1.5 OR NOT tiny - 1 == 0 OR (nick LIKE "*e*" AND died == nil)"#, predicate)
    }

    private static func predicate328() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.base.x).in(0.0, 10.0, -1.5)
        return (#"base.x IN {0.0, 10.0, -1.5}"#, predicate)
    }

    private static func predicate329() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.chain?.name).in(["a text"], .diacriticInsensitive))
        return (#"NOT chain.name IN[d] {"a text"}"#, predicate)
    }

    private static func predicate330() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.home?.label).in(["", "open"], .c))
        return (#"NOT home.label IN[c] {"", "open"}"#, predicate)
    }

    private static func predicate331() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !((\Sample.state).beginsWith("o")) || (\Sample.part).isEqual(to: "qu\"ote", [.c, .d])
        return (#"NOT state BEGINSWITH "o" OR part ==[cd] "qu\"ote""#, predicate)
    }

    private static func predicate332() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.born).between(Written.day(3)...Written.day(3))
        return (
            #"born BETWEEN {CAST("2001-01-04T00:00:00Z", "NSDate"), CAST("2001-01-04T00:00:00Z", "NSDate")}"#, predicate
        )
    }

    private static func predicate333() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).any(\.price) > 1.5
        return (#"ANY items.price > 1.5"#, predicate)
    }

    private static func predicate334() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.price != Written.decimal("1.5") || (\Sample.tags).at(index: 1).beginsWith("A", [.c, .d])
            || \.ratio == 0.5
        return (#"price != CAST("1.5", "NSDecimalNumber") OR tags[1] BEGINSWITH[cd] "A" OR ratio == 0.5"#, predicate)
    }

    private static func predicate335() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).all(\.price) < 1.5
            || !(subquery(\Sample.items, where: \Sample.Item.at == nil).first.quantity >= 1)
        return (
            #"ALL items.price < 1.5 OR NOT SUBQUERY(items, $element, $element.at == nil)[FIRST].quantity >= 1"#,
            predicate
        )
    }

    private static func predicate336() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.tiny).in(2, 7, 7))
        return (#"NOT tiny IN {2, 7, 7}"#, predicate)
    }

    private static func predicate337() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.weight).between(2...7)
        return (#"chain.weight BETWEEN {2, 7}"#, predicate)
    }

    private static func predicate338() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.died == nil || (\Sample.tags).last.beginsWith("", .n) || (\Sample.real).in(10.0))
            && !(KeyPathPredicate(\.maybeFlag))
        return (#"(died == nil OR tags[LAST] BEGINSWITH[n] "" OR real IN {10.0}) AND NOT maybeFlag == TRUE"#, predicate)
    }

    private static func predicate339() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.maybeReal <= 0.0 || subquery(\Sample.items, where: \.quantity != 7).size <= 1
        return (#"maybeReal <= 0.0 OR SUBQUERY(items, $element, $element.quantity != 7)[SIZE] <= 1"#, predicate)
    }

    private static func predicate340() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.scores).max > 7 || field(\Sample.died) - Written.day(0) > 86400.0
                || (\Sample.letters).min > "ab")
            && ((\Sample.items).at(index: 1).code == "é" || (\Sample.nick).endsWith("é", .c))
        return (
            #"(scores.@max > 7 OR died - CAST("2001-01-01T00:00:00Z", "NSDate") > 86400.0 OR letters.@min > "ab") AND (items[1].code == "é" OR nick ENDSWITH[c] "é")"#,
            predicate
        )
    }

    private static func predicate341() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.born) + 86400.0 < Written.day(0)
        return (#"born + 86400.0 < CAST("2001-01-01T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate342() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).sum(\.price) == 2.5
        return (#"items.@sum.price == 2.5"#, predicate)
    }

    private static func predicate343() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.count > 5 && all(\Sample.items, where: \.price >= 1.0).count >= 1
            && subquery(\Sample.items, where: \.at?.label < "back\\slash").count == 1
        return (
            #"count > 5 AND SUBQUERY(items, $element, $element.price >= 1.0).@count >= 1 AND SUBQUERY(items, $element, $element.at.label < "back\\slash").@count == 1"#,
            predicate
        )
    }

    private static func predicate344() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.born) + 86400.0 >= Written.day(2)
        return (#"born + 86400.0 >= CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate345() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.nick).contains("back\\slash", .n) && (\Sample.limits).contains(7)
        return (#"nick CONTAINS[n] "back\\slash" AND limits CONTAINS 7"#, predicate)
    }

    private static func predicate346() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.name).beginsWith("ab", .diacriticInsensitive)
        return (#"chain.name BEGINSWITH[d] "ab""#, predicate)
    }

    private static func predicate347() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.maybeReal).in([2.5, 0.0, 0.0])
        return (#"maybeReal IN {2.5, 0.0, 0.0}"#, predicate)
    }

    private static func predicate348() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.state).beginsWith("o") && field(\Sample.died) - Written.day(3) > 86400.0
        return (#"state BEGINSWITH "o" AND died - CAST("2001-01-04T00:00:00Z", "NSDate") > 86400.0"#, predicate)
    }

    private static func predicate349() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.name < field(\.nick) && (\Sample.items).first.code == "open"
            && (\Sample.chain?.name).like("A?", .c)
        return (#"name < nick AND items[FIRST].code == "open" AND chain.name LIKE[c] "A?""#, predicate)
    }
}
