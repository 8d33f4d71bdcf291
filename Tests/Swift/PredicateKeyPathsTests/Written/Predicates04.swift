// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting

extension Written {
    static var part4: [(String, KeyPathPredicate<Sample>)] {
        [
            predicate150(),
            predicate151(),
            predicate152(),
            predicate153(),
            predicate154(),
            predicate155(),
            predicate156(),
            predicate157(),
            predicate158(),
            predicate159(),
            predicate160(),
            predicate161(),
            predicate162(),
            predicate163(),
            predicate164(),
            predicate165(),
            predicate166(),
            predicate167(),
            predicate168(),
            predicate169(),
            predicate170(),
            predicate171(),
            predicate172(),
            predicate173(),
            predicate174(),
            predicate175(),
            predicate176(),
            predicate177(),
            predicate178(),
            predicate179(),
            predicate180(),
            predicate181(),
            predicate182(),
            predicate183(),
            predicate184(),
            predicate185(),
            predicate186(),
            predicate187(),
            predicate188(),
            predicate189(),
            predicate190(),
            predicate191(),
            predicate192(),
            predicate193(),
            predicate194(),
            predicate195(),
            predicate196(),
            predicate197(),
            predicate198(),
            predicate199(),
        ]
    }

    private static func predicate150() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.base.label).endsWith("a", .c) || \.wide == 10
        return (#"base.label ENDSWITH[c] "a" OR wide == 10"#, predicate)
    }

    private static func predicate151() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.chain?.name > "" || (\Sample.id).beginsWith("0")) && (\.died == Written.day(1) || \.tiny == -1)
        return (
            #"(chain.name > "" OR id BEGINSWITH "0") AND (died == CAST("2001-01-02T00:00:00Z", "NSDate") OR tiny == -1)"#,
            predicate
        )
    }

    private static func predicate152() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.nick >= "" || \.letter == "a"
        return (#"nick >= "" OR letter == "a""#, predicate)
    }

    private static func predicate153() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: \.price < 2.5).any(\.price) != 1.5
            && (\Sample.tags).at(index: 1) == "é"
            || (\.flag != false && (\Sample.chain?.name).beginsWith("ab") && (\Sample.state).in(.open, .lost))
            || (\.home?.label != nil && \.base.x != 2.5 && \.count > field(\.maybe))
        return (
            #"ANY SUBQUERY(items, $element, $element.price < 2.5).price != 1.5 AND tags[1] == "é" OR (flag != FALSE AND chain.name BEGINSWITH "ab" AND state IN {"open", "lost"}) OR (home.label != nil AND base.x != 2.5 AND count > maybe)"#,
            predicate
        )
    }

    private static func predicate154() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.weight == 3
        return (#"chain.weight == 3"#, predicate)
    }

    private static func predicate155() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: (\Sample.Item.marks).any < 2 && (\Sample.Item.marks).sum <= 3).max(
                \.price) > 1.5 && (\Sample.items).average(\.quantity) < 1.5 && \.count >= -1
        return (
            #"SUBQUERY(items, $element, ANY $element.marks < 2 AND $element.marks.@sum <= 3).@max.price > 1.5 AND items.@avg.quantity < 1.5 AND count >= -1"#,
            predicate
        )
    }

    private static func predicate156() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).none(\.code).contains("open", [.c, .d])
            || (\Sample.home?.label).matches("[ab]+", using: .pcre2)
            || \.chain?.next?.weight ~= 1...5
        return (
            #"NONE items.code CONTAINS[cd] "open" OR home.label MATCHES "[ab]+" OR chain.next.weight BETWEEN {1, 5}"#,
            predicate
        )
    }

    private static func predicate157() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.count != -1
        return (#"count != -1"#, predicate)
    }

    private static func predicate158() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.chain?.name == nil && (\Sample.home?.label).like("*e*", .c)
            && all(\Sample.items, where: (\Sample.Item.at?.label).endsWith("é", .c)).max(\.price) <= 1.5
        return (
            #"chain.name == nil AND home.label LIKE[c] "*e*" AND SUBQUERY(items, $element, $element.at.label ENDSWITH[c] "é").@max.price <= 1.5"#,
            predicate
        )
    }

    private static func predicate159() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.count > 5 && \.chain?.next?.weight != nil && \.name <= "b"
        return (#"count > 5 AND chain.next.weight != nil AND name <= "b""#, predicate)
    }

    private static func predicate160() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.chain?.next == nil
            && subquery(
                \Sample.items, where: (\Sample.Item.marks).any <= 2 && (\Sample.Item.marks).sum <= 3
            ).max(\.price) >= 1.5
        return (
            #"chain.next == nil AND SUBQUERY(items, $element, ANY $element.marks <= 2 AND $element.marks.@sum <= 3).@max.price >= 1.5"#,
            predicate
        )
    }

    private static func predicate161() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !((\Sample.items).last.at.label == "qu\"ote") || \.maybeReal == nil
        return (#"NOT items[LAST].at.label == "qu\"ote" OR maybeReal == nil"#, predicate)
    }

    private static func predicate162() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = 7 + field(\Sample.count) >= 3
        return (#"7 + count >= 3"#, predicate)
    }

    private static func predicate163() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.base.label).endsWith("open", .n) || \.bytes == Data([1, 2, 3])
        return (#"base.label ENDSWITH[n] "open" OR bytes == "AQID""#, predicate)
    }

    private static func predicate164() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).sum(\.price) > 2.5
            && (\.born == Written.day(3) || \.base.label == "open" || \.base.x >= 0.5)
        return (
            #"items.@sum.price > 2.5 AND (born == CAST("2001-01-04T00:00:00Z", "NSDate") OR base.label == "open" OR base.x >= 0.5)"#,
            predicate
        )
    }

    private static func predicate165() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.id).beginsWith("0")
        return (#"id BEGINSWITH "0""#, predicate)
    }

    private static func predicate166() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.ratio) / field(\Sample.base.x) >= 0.5
        return (#"ratio / base.x >= 0.5"#, predicate)
    }

    private static func predicate167() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: \.quantity >= 2).any(\.price) == 1.5
        return (#"ANY SUBQUERY(items, $element, $element.quantity >= 2).price == 1.5"#, predicate)
    }

    private static func predicate168() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.died == nil
        return (#"died == nil"#, predicate)
    }

    private static func predicate169() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.chain?.name <= "back\\slash" || (\Sample.letters).all < "qu\"ote"
                || (\Sample.name).uppercased == "AB")
            && ((\Sample.items).sum(\.price) <= 2.5 || \.state == .lost)
        return (
            #"(chain.name <= "back\\slash" OR ALL letters < "qu\"ote" OR uppercase(name) == "AB") AND (items.@sum.price <= 2.5 OR state == "lost")"#,
            predicate
        )
    }

    private static func predicate170() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).max(\.quantity) >= 5
        return (#"items.@max.quantity >= 5"#, predicate)
    }

    private static func predicate171() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.died) - Written.day(2) > 86400.0
        return (#"died - CAST("2001-01-03T00:00:00Z", "NSDate") > 86400.0"#, predicate)
    }

    private static func predicate172() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.link == Written.link("http://a.b/C")
            && subquery(\Sample.items, where: \Sample.Item.at == nil).size <= 1
        return (
            #"link == CAST("http://a.b/C", "NSURL") AND SUBQUERY(items, $element, $element.at == nil)[SIZE] <= 1"#,
            predicate
        )
    }

    private static func predicate173() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.scores).count >= 1)
        return (#"NOT scores.@count >= 1"#, predicate)
    }

    private static func predicate174() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.state).in(.open, .lost))
        return (#"NOT state IN {"open", "lost"}"#, predicate)
    }

    private static func predicate175() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.chain?.next?.next?.name).in(["é"], .n) && \.born > Written.day(2)
        return (#"chain.next.next.name IN[n] {"é"} AND born > CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate176() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: (\Sample.Item.marks).any == 2 && \.at?.label >= "b").max(\.price)
            != 1.5 && (\Sample.tiny).in([-1, 1, 3])
        return (
            #"SUBQUERY(items, $element, ANY $element.marks == 2 AND $element.at.label >= "b").@max.price != 1.5 AND tiny IN {-1, 1, 3}"#,
            predicate
        )
    }

    private static func predicate177() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tiny).between(2...10)
        return (#"tiny BETWEEN {2, 10}"#, predicate)
    }

    private static func predicate178() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = subquery(\Sample.items, where: \.quantity > 2).size > 1
        return (#"SUBQUERY(items, $element, $element.quantity > 2)[SIZE] > 1"#, predicate)
    }

    private static func predicate179() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.name >= field(\.nick)
        return (#"name >= nick"#, predicate)
    }

    private static func predicate180() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tags).at(index: 1) == "a" || (\Sample.link).contains("A.B", .c)
            || (\Sample.state).in(.open, .lost)
        return (#"tags[1] == "a" OR link CONTAINS[c] "A.B" OR state IN {"open", "lost"}"#, predicate)
    }

    private static func predicate181() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.born < Written.day(2)
        return (#"born < CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate182() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.scores).sum >= 10 && \.ratio == 2.5) || \.nick < "é"
            || ((\Sample.letters).min > "b" && field(\Sample.count) + 1 == 1)
        return (
            #"(scores.@sum >= 10 AND ratio == 2.5) OR nick < "é" OR (letters.@min > "b" AND count + 1 == 1)"#, predicate
        )
    }

    private static func predicate183() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tiny).in(7)
            || ((\Sample.scores).none > 1 && field(\Sample.born) + 86400.0 <= Written.day(3))
        return (
            #"tiny IN {7} OR (NONE scores > 1 AND born + 86400.0 <= CAST("2001-01-04T00:00:00Z", "NSDate"))"#, predicate
        )
    }

    private static func predicate184() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).max(\.quantity) < 5
        return (#"items.@max.quantity < 5"#, predicate)
    }

    private static func predicate185() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (field(\Sample.born) + 86400.0 > Written.day(2) && \.state != .open)
            || (\Sample.name).in(field(\.tags)) || (\.chain?.next == nil && \.level == nil && \.tags == ["a"])
        return (
            #"(born + 86400.0 > CAST("2001-01-03T00:00:00Z", "NSDate") AND state != "open") OR name IN tags OR (chain.next == nil AND level == nil AND tags == {"a"})"#,
            predicate
        )
    }

    private static func predicate186() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.tiny) - 1 <= 2
        return (#"tiny - 1 <= 2"#, predicate)
    }

    private static func predicate187() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.base.x).in([2.5]))
        return (#"NOT base.x IN {2.5}"#, predicate)
    }

    private static func predicate188() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).contains(field(\.nick), .c)
        return (#"name CONTAINS[c] nick"#, predicate)
    }

    private static func predicate189() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.letters).min <= "é" || \.home?.x > 1.0)
            && ((\Sample.scores).sum != 0 || field(\Sample.born) + 86400.0 > Written.day(0)
                || (\Sample.chain?.name).isNotEqual(to: "a", .c))
            && (\Sample.part).isEqual(to: "", .c)
        return (
            #"(letters.@min <= "é" OR home.x > 1.0) AND (scores.@sum != 0 OR born + 86400.0 > CAST("2001-01-01T00:00:00Z", "NSDate") OR chain.name !=[c] "a") AND part ==[c] """#,
            predicate
        )
    }

    private static func predicate190() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.real >= 2.5 && (\Sample.items).any(\.quantity).in(1, 2)
        return (#"real >= 2.5 AND ANY items.quantity IN {1, 2}"#, predicate)
    }

    private static func predicate191() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.link == Written.link("http://a.b/C")
        return (#"link == CAST("http://a.b/C", "NSURL")"#, predicate)
    }

    private static func predicate192() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = subquery(\Sample.items, where: \.quantity != 5).count >= 1
        return (#"SUBQUERY(items, $element, $element.quantity != 5).@count >= 1"#, predicate)
    }

    private static func predicate193() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = KeyPathPredicate(\.maybeFlag)
        return (#"maybeFlag == TRUE"#, predicate)
    }

    private static func predicate194() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (field(\Sample.born) + 86400.0 >= Written.day(2) || (\Sample.state).in(.open, .lost))
            && \.base.label == nil
        return (
            #"(born + 86400.0 >= CAST("2001-01-03T00:00:00Z", "NSDate") OR state IN {"open", "lost"}) AND base.label == nil"#,
            predicate
        )
    }

    private static func predicate195() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.letters).min == "b"
            || subquery(\Sample.items, where: (\Sample.Item.code).endsWith("a", [.c, .d])).max(\.price) < 1.5
        return (
            #"letters.@min == "b" OR SUBQUERY(items, $element, $element.code ENDSWITH[cd] "a").@max.price < 1.5"#,
            predicate
        )
    }

    private static func predicate196() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.chain?.next?.next?.name).endsWith("back\\slash", .c) && \.letter == "a"
        return (#"chain.next.next.name ENDSWITH[c] "back\\slash" AND letter == "a""#, predicate)
    }

    private static func predicate197() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.nick).beginsWith("back\\slash", .n)
        return (#"nick BEGINSWITH[n] "back\\slash""#, predicate)
    }

    private static func predicate198() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.name != "ab"
        return (#"chain.name != "ab""#, predicate)
    }

    private static func predicate199() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.base.label).endsWith("open", .diacriticInsensitive) && KeyPathPredicate(\.flag)
        return (#"base.label ENDSWITH[d] "open" AND flag == TRUE"#, predicate)
    }
}
