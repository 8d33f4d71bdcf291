// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns

extension Written {
    static var part7: [(String, KeyPathPredicate<Everything>)] {
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

    private static func predicate300() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.count).in(0, 2) && (\Everything.tags).all.beginsWith("qu\"ote", .c)
                && (\Everything.maybe).in(10, -1))
            || all(\Everything.parts, where: (\Everything.Part.marks).sum >= 3).max(\.price) != 1.5
                && (\Everything.ratio).between(1.0...10.0)
        return (
            #"(count IN {0, 2} AND ALL tags BEGINSWITH[c] "qu\"ote" AND maybe IN {10, -1}) OR SUBQUERY(parts, $element, $element.marks.@sum >= 3).@max.price != 1.5 AND ratio BETWEEN {1.0, 10.0}"#,
            predicate
        )
    }

    private static func predicate301() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.scores).count < 2
        return (#"scores.@count < 2"#, predicate)
    }

    private static func predicate302() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.tags).size < 7 || (\Everything.chain?.name).beginsWith("back\\slash", [.c, .d])
            || (field(\Everything.ratio) * 2.0 <= 1.0 && (\Everything.parts).sum(\.price) != 2.5
                && (\Everything.parts).none(\.price) > 1.5)
        return (
            #"tags[SIZE] < 7 OR chain.name BEGINSWITH[cd] "back\\slash" OR (ratio * 2.0 <= 1.0 AND parts.@sum.price != 2.5 AND NONE parts.price > 1.5)"#,
            predicate
        )
    }

    private static func predicate303() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: \.quantity < 5).any(\.price) < 1.5 && (\Everything.tags).last == "a"
            && \.letter != "a"
        return (
            #"ANY SUBQUERY(parts, $element, $element.quantity < 5).price < 1.5 AND tags[LAST] == "a" AND letter != "a""#,
            predicate
        )
    }

    private static func predicate304() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.tiny <= 2 || \.home?.x != 10.0 || \.count != 10
        return (#"tiny <= 2 OR home.x != 10.0 OR count != 10"#, predicate)
    }

    private static func predicate305() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = all(\Everything.parts, where: \.quantity > 10).first.quantity >= 1
        return (#"SUBQUERY(parts, $element, $element.quantity > 10)[FIRST].quantity >= 1"#, predicate)
    }

    private static func predicate306() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.chain?.weight).between(0...2) && (\Everything.chain?.name).endsWith("back\\slash")
            && \.ratio >= 2.5
        return (#"chain.weight BETWEEN {0, 2} AND chain.name ENDSWITH "back\\slash" AND ratio >= 2.5"#, predicate)
    }

    private static func predicate307() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (field(\Everything.tiny) - 1 != -1
                && all(
                    \Everything.parts,
                    where: (\Everything.Part.code).matches("a.*", using: .pcre2) && (\Everything.Part.quantity).in(0, 1)
                ).any(\.price) != 1.5 && (\Everything.state).beginsWith("o")) || (\Everything.name).uppercased == "AB"
            || \.maybeReal > 1.0
        return (
            #"(tiny - 1 != -1 AND ANY SUBQUERY(parts, $element, $element.code MATCHES "a.*" AND $element.quantity IN {0, 1}).price != 1.5 AND state BEGINSWITH "o") OR uppercase(name) == "AB" OR maybeReal > 1.0"#,
            predicate
        )
    }

    private static func predicate308() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = 5 + field(\Everything.count) <= 3
        return (#"5 + count <= 3"#, predicate)
    }

    private static func predicate309() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.name).isNotEqual(to: "é", [.c, .d])
        return (#"name !=[cd] "é""#, predicate)
    }

    private static func predicate310() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            subquery(\Everything.parts, where: \Everything.Part.at == nil).max(\.price) == 1.5
        return (#"SUBQUERY(parts, $element, $element.at == nil).@max.price == 1.5"#, predicate)
    }

    private static func predicate311() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = KeyPathPredicate(\.flag)
        return (#"flag == TRUE"#, predicate)
    }

    private static func predicate312() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            subquery(\Everything.parts, where: \.price <= 2.5).first.quantity == 1
        return (#"SUBQUERY(parts, $element, $element.price <= 2.5)[FIRST].quantity == 1"#, predicate)
    }

    private static func predicate313() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.link != Written.link("http://a.b/C")
            && subquery(\Everything.parts, where: (\Everything.Part.at?.label).in(["b", "back\\slash"], .c)).size < 1
            || \.home?.x == 1.0
        return (
            #"link != CAST("http://a.b/C", "NSURL") AND SUBQUERY(parts, $element, $element.at.label IN[c] {"b", "back\\slash"})[SIZE] < 1 OR home.x == 1.0"#,
            predicate
        )
    }

    private static func predicate314() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.scores).average == 1.5
            || ((\Everything.parts).sum(\.price) <= 2.5 && (\Everything.link).contains("A.B", .c) && \.flag == false)
        return (
            #"scores.@avg == 1.5 OR (parts.@sum.price <= 2.5 AND link CONTAINS[c] "A.B" AND flag == FALSE)"#, predicate
        )
    }

    private static func predicate315() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.maybe) + 1 == 10 && \.count ~= 3...5
        return (#"maybe + 1 == 10 AND count BETWEEN {3, 5}"#, predicate)
    }

    private static func predicate316() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).last.at.label == "open"
        return (#"parts[LAST].at.label == "open""#, predicate)
    }

    private static func predicate317() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.nick).beginsWith("", .diacriticInsensitive)
        return (#"nick BEGINSWITH[d] """#, predicate)
    }

    private static func predicate318() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.base.label).beginsWith("a text", [.c, .d])
        return (#"base.label BEGINSWITH[cd] "a text""#, predicate)
    }

    private static func predicate319() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !(\Everything.home?.x ~= 0.0...7.0)
            && ((\Everything.scores).max >= 1 || \.base.x < 0.5 || (\Everything.scores).all < 1)
        return (#"NOT home.x BETWEEN {0.0, 7.0} AND (scores.@max >= 1 OR base.x < 0.5 OR ALL scores < 1)"#, predicate)
    }

    private static func predicate320() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).first.at.label == "back\\slash"
        return (#"parts[FIRST].at.label == "back\\slash""#, predicate)
    }

    private static func predicate321() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.real > -1.5
        return (#"real > -1.5"#, predicate)
    }

    private static func predicate322() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.letters).min == "é"
        return (#"letters.@min == "é""#, predicate)
    }

    private static func predicate323() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.maybeReal <= -1.5 || !((\Everything.name).uppercased == "AB")
        return (#"maybeReal <= -1.5 OR NOT uppercase(name) == "AB""#, predicate)
    }

    private static func predicate324() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.chain?.name < "A" || (\Everything.scores).count < 10
        return (#"chain.name < "A" OR scores.@count < 10"#, predicate)
    }

    private static func predicate325() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.base.label).matches("[ab]+", using: .pcre2)
        return (#"base.label MATCHES "[ab]+""#, predicate)
    }

    private static func predicate326() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).all == "qu\"ote"
        return (#"ALL tags == "qu\"ote""#, predicate)
    }

    private static func predicate327() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.parts).any(\.price) <= 1.5 || !(field(\Everything.tiny) - 1 == 0)
            || ((\Everything.nick).like("*e*") && \.died == nil)
        return (#"ANY parts.price <= 1.5 OR NOT tiny - 1 == 0 OR (nick LIKE "*e*" AND died == nil)"#, predicate)
    }

    private static func predicate328() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.base.x).in(0.0, 10.0, -1.5)
        return (#"base.x IN {0.0, 10.0, -1.5}"#, predicate)
    }

    private static func predicate329() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.chain?.name).in(["a text"], .diacriticInsensitive))
        return (#"NOT chain.name IN[d] {"a text"}"#, predicate)
    }

    private static func predicate330() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.home?.label).in(["", "open"], .c))
        return (#"NOT home.label IN[c] {"", "open"}"#, predicate)
    }

    private static func predicate331() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !((\Everything.state).beginsWith("o")) || (\Everything.part).isEqual(to: "qu\"ote", [.c, .d])
        return (#"NOT state BEGINSWITH "o" OR part ==[cd] "qu\"ote""#, predicate)
    }

    private static func predicate332() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.born).between(Written.day(3)...Written.day(3))
        return (
            #"born BETWEEN {CAST("2001-01-04T00:00:00Z", "NSDate"), CAST("2001-01-04T00:00:00Z", "NSDate")}"#, predicate
        )
    }

    private static func predicate333() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).any(\.price) > 1.5
        return (#"ANY parts.price > 1.5"#, predicate)
    }

    private static func predicate334() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.price != Written.decimal("1.5") || (\Everything.tags).at(index: 1).beginsWith("A", [.c, .d])
            || \.ratio == 0.5
        return (#"price != CAST("1.5", "NSDecimalNumber") OR tags[1] BEGINSWITH[cd] "A" OR ratio == 0.5"#, predicate)
    }

    private static func predicate335() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.parts).all(\.price) < 1.5
            || !(subquery(\Everything.parts, where: \Everything.Part.at == nil).first.quantity >= 1)
        return (
            #"ALL parts.price < 1.5 OR NOT SUBQUERY(parts, $element, $element.at == nil)[FIRST].quantity >= 1"#,
            predicate
        )
    }

    private static func predicate336() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.tiny).in(2, 7, 7))
        return (#"NOT tiny IN {2, 7, 7}"#, predicate)
    }

    private static func predicate337() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.chain?.weight).between(2...7)
        return (#"chain.weight BETWEEN {2, 7}"#, predicate)
    }

    private static func predicate338() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\.died == nil || (\Everything.tags).last.beginsWith("", .n) || (\Everything.real).in(10.0))
            && !(KeyPathPredicate(\.maybeFlag))
        return (#"(died == nil OR tags[LAST] BEGINSWITH[n] "" OR real IN {10.0}) AND NOT maybeFlag == TRUE"#, predicate)
    }

    private static func predicate339() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.maybeReal <= 0.0 || subquery(\Everything.parts, where: \.quantity != 7).size <= 1
        return (#"maybeReal <= 0.0 OR SUBQUERY(parts, $element, $element.quantity != 7)[SIZE] <= 1"#, predicate)
    }

    private static func predicate340() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.scores).max > 7 || field(\Everything.died) - Written.day(0) > 86400.0
                || (\Everything.letters).min > "ab")
            && ((\Everything.parts).at(index: 1).code == "é" || (\Everything.nick).endsWith("é", .c))
        return (
            #"(scores.@max > 7 OR died - CAST("2001-01-01T00:00:00Z", "NSDate") > 86400.0 OR letters.@min > "ab") AND (parts[1].code == "é" OR nick ENDSWITH[c] "é")"#,
            predicate
        )
    }

    private static func predicate341() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.born) + 86400.0 < Written.day(0)
        return (#"born + 86400.0 < CAST("2001-01-01T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate342() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).sum(\.price) == 2.5
        return (#"parts.@sum.price == 2.5"#, predicate)
    }

    private static func predicate343() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.count > 5 && all(\Everything.parts, where: \.price >= 1.0).count >= 1
            && subquery(\Everything.parts, where: \.at?.label < "back\\slash").count == 1
        return (
            #"count > 5 AND SUBQUERY(parts, $element, $element.price >= 1.0).@count >= 1 AND SUBQUERY(parts, $element, $element.at.label < "back\\slash").@count == 1"#,
            predicate
        )
    }

    private static func predicate344() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.born) + 86400.0 >= Written.day(2)
        return (#"born + 86400.0 >= CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate345() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.nick).contains("back\\slash", .n) && (\Everything.limits).contains(7)
        return (#"nick CONTAINS[n] "back\\slash" AND limits CONTAINS 7"#, predicate)
    }

    private static func predicate346() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.chain?.name).beginsWith("ab", .diacriticInsensitive)
        return (#"chain.name BEGINSWITH[d] "ab""#, predicate)
    }

    private static func predicate347() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.maybeReal).in([2.5, 0.0, 0.0])
        return (#"maybeReal IN {2.5, 0.0, 0.0}"#, predicate)
    }

    private static func predicate348() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.state).beginsWith("o") && field(\Everything.died) - Written.day(3) > 86400.0
        return (#"state BEGINSWITH "o" AND died - CAST("2001-01-04T00:00:00Z", "NSDate") > 86400.0"#, predicate)
    }

    private static func predicate349() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.name < field(\.nick) && (\Everything.parts).first.code == "open"
            && (\Everything.chain?.name).like("A?", .c)
        return (#"name < nick AND parts[FIRST].code == "open" AND chain.name LIKE[c] "A?""#, predicate)
    }
}
