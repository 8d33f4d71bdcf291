// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns

extension Written {
    static var part4: [(String, KeyPathPredicate<Everything>)] {
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

    private static func predicate150() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.base.label).endsWith("a", .c) || \.wide == 10
        return (#"base.label ENDSWITH[c] "a" OR wide == 10"#, predicate)
    }

    private static func predicate151() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\.chain?.name > "" || (\Everything.id).beginsWith("0")) && (\.died == Written.day(1) || \.tiny == -1)
        return (
            #"(chain.name > "" OR id BEGINSWITH "0") AND (died == CAST("2001-01-02T00:00:00Z", "NSDate") OR tiny == -1)"#,
            predicate
        )
    }

    private static func predicate152() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.nick >= "" || \.letter == "a"
        return (#"nick >= "" OR letter == "a""#, predicate)
    }

    private static func predicate153() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            subquery(\Everything.parts, where: \.price < 2.5).any(\.price) != 1.5
            && (\Everything.tags).at(index: 1) == "é"
            || (\.flag != false && (\Everything.chain?.name).beginsWith("ab") && (\Everything.state).in(.open, .lost))
            || (\.home?.label != nil && \.base.x != 2.5 && \.count > field(\.maybe))
        return (
            #"ANY SUBQUERY(parts, $element, $element.price < 2.5).price != 1.5 AND tags[1] == "é" OR (flag != FALSE AND chain.name BEGINSWITH "ab" AND state IN {"open", "lost"}) OR (home.label != nil AND base.x != 2.5 AND count > maybe)"#,
            predicate
        )
    }

    private static func predicate154() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.chain?.weight == 3
        return (#"chain.weight == 3"#, predicate)
    }

    private static func predicate155() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: (\Everything.Part.marks).any < 2 && (\Everything.Part.marks).sum <= 3).max(
                \.price) > 1.5 && (\Everything.parts).average(\.quantity) < 1.5 && \.count >= -1
        return (
            #"SUBQUERY(parts, $element, ANY $element.marks < 2 AND $element.marks.@sum <= 3).@max.price > 1.5 AND parts.@avg.quantity < 1.5 AND count >= -1"#,
            predicate
        )
    }

    private static func predicate156() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.parts).none(\.code).contains("open", [.c, .d])
            || (\Everything.home?.label).matches("[ab]+", using: .pcre2)
            || \.chain?.next?.weight ~= 1...5
        return (
            #"NONE parts.code CONTAINS[cd] "open" OR home.label MATCHES "[ab]+" OR chain.next.weight BETWEEN {1, 5}"#,
            predicate
        )
    }

    private static func predicate157() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.count != -1
        return (#"count != -1"#, predicate)
    }

    private static func predicate158() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.chain?.name == nil && (\Everything.home?.label).like("*e*", .c)
            && all(\Everything.parts, where: (\Everything.Part.at?.label).endsWith("é", .c)).max(\.price) <= 1.5
        return (
            #"chain.name == nil AND home.label LIKE[c] "*e*" AND SUBQUERY(parts, $element, $element.at.label ENDSWITH[c] "é").@max.price <= 1.5"#,
            predicate
        )
    }

    private static func predicate159() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.count > 5 && \.chain?.next?.weight != nil && \.name <= "b"
        return (#"count > 5 AND chain.next.weight != nil AND name <= "b""#, predicate)
    }

    private static func predicate160() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.chain?.next == nil
            && subquery(
                \Everything.parts, where: (\Everything.Part.marks).any <= 2 && (\Everything.Part.marks).sum <= 3
            ).max(\.price) >= 1.5
        return (
            #"chain.next == nil AND SUBQUERY(parts, $element, ANY $element.marks <= 2 AND $element.marks.@sum <= 3).@max.price >= 1.5"#,
            predicate
        )
    }

    private static func predicate161() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !((\Everything.parts).last.at.label == "qu\"ote") || \.maybeReal == nil
        return (#"NOT parts[LAST].at.label == "qu\"ote" OR maybeReal == nil"#, predicate)
    }

    private static func predicate162() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = 7 + field(\Everything.count) >= 3
        return (#"7 + count >= 3"#, predicate)
    }

    private static func predicate163() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.base.label).endsWith("open", .n) || \.bytes == Data([1, 2, 3])
        return (#"base.label ENDSWITH[n] "open" OR bytes == "AQID""#, predicate)
    }

    private static func predicate164() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.parts).sum(\.price) > 2.5
            && (\.born == Written.day(3) || \.base.label == "open" || \.base.x >= 0.5)
        return (
            #"parts.@sum.price > 2.5 AND (born == CAST("2001-01-04T00:00:00Z", "NSDate") OR base.label == "open" OR base.x >= 0.5)"#,
            predicate
        )
    }

    private static func predicate165() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.id).beginsWith("0")
        return (#"id BEGINSWITH "0""#, predicate)
    }

    private static func predicate166() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.ratio) / field(\Everything.base.x) >= 0.5
        return (#"ratio / base.x >= 0.5"#, predicate)
    }

    private static func predicate167() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            subquery(\Everything.parts, where: \.quantity >= 2).any(\.price) == 1.5
        return (#"ANY SUBQUERY(parts, $element, $element.quantity >= 2).price == 1.5"#, predicate)
    }

    private static func predicate168() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.died == nil
        return (#"died == nil"#, predicate)
    }

    private static func predicate169() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\.chain?.name <= "back\\slash" || (\Everything.letters).all < "qu\"ote"
                || (\Everything.name).uppercased == "AB")
            && ((\Everything.parts).sum(\.price) <= 2.5 || \.state == .lost)
        return (
            #"(chain.name <= "back\\slash" OR ALL letters < "qu\"ote" OR uppercase(name) == "AB") AND (parts.@sum.price <= 2.5 OR state == "lost")"#,
            predicate
        )
    }

    private static func predicate170() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).max(\.quantity) >= 5
        return (#"parts.@max.quantity >= 5"#, predicate)
    }

    private static func predicate171() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.died) - Written.day(2) > 86400.0
        return (#"died - CAST("2001-01-03T00:00:00Z", "NSDate") > 86400.0"#, predicate)
    }

    private static func predicate172() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.link == Written.link("http://a.b/C")
            && subquery(\Everything.parts, where: \Everything.Part.at == nil).size <= 1
        return (
            #"link == CAST("http://a.b/C", "NSURL") AND SUBQUERY(parts, $element, $element.at == nil)[SIZE] <= 1"#,
            predicate
        )
    }

    private static func predicate173() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.scores).count >= 1)
        return (#"NOT scores.@count >= 1"#, predicate)
    }

    private static func predicate174() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.state).in(.open, .lost))
        return (#"NOT state IN {"open", "lost"}"#, predicate)
    }

    private static func predicate175() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.chain?.next?.next?.name).in(["é"], .n) && \.born > Written.day(2)
        return (#"chain.next.next.name IN[n] {"é"} AND born > CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate176() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            subquery(\Everything.parts, where: (\Everything.Part.marks).any == 2 && \.at?.label >= "b").max(\.price)
            != 1.5 && (\Everything.tiny).in([-1, 1, 3])
        return (
            #"SUBQUERY(parts, $element, ANY $element.marks == 2 AND $element.at.label >= "b").@max.price != 1.5 AND tiny IN {-1, 1, 3}"#,
            predicate
        )
    }

    private static func predicate177() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tiny).between(2...10)
        return (#"tiny BETWEEN {2, 10}"#, predicate)
    }

    private static func predicate178() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = subquery(\Everything.parts, where: \.quantity > 2).size > 1
        return (#"SUBQUERY(parts, $element, $element.quantity > 2)[SIZE] > 1"#, predicate)
    }

    private static func predicate179() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.name >= field(\.nick)
        return (#"name >= nick"#, predicate)
    }

    private static func predicate180() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.tags).at(index: 1) == "a" || (\Everything.link).contains("A.B", .c)
            || (\Everything.state).in(.open, .lost)
        return (#"tags[1] == "a" OR link CONTAINS[c] "A.B" OR state IN {"open", "lost"}"#, predicate)
    }

    private static func predicate181() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.born < Written.day(2)
        return (#"born < CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate182() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.scores).sum >= 10 && \.ratio == 2.5) || \.nick < "é"
            || ((\Everything.letters).min > "b" && field(\Everything.count) + 1 == 1)
        return (
            #"(scores.@sum >= 10 AND ratio == 2.5) OR nick < "é" OR (letters.@min > "b" AND count + 1 == 1)"#, predicate
        )
    }

    private static func predicate183() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.tiny).in(7)
            || ((\Everything.scores).none > 1 && field(\Everything.born) + 86400.0 <= Written.day(3))
        return (
            #"tiny IN {7} OR (NONE scores > 1 AND born + 86400.0 <= CAST("2001-01-04T00:00:00Z", "NSDate"))"#, predicate
        )
    }

    private static func predicate184() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).max(\.quantity) < 5
        return (#"parts.@max.quantity < 5"#, predicate)
    }

    private static func predicate185() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (field(\Everything.born) + 86400.0 > Written.day(2) && \.state != .open)
            || (\Everything.name).in(field(\.tags)) || (\.chain?.next == nil && \.level == nil && \.tags == ["a"])
        return (
            #"(born + 86400.0 > CAST("2001-01-03T00:00:00Z", "NSDate") AND state != "open") OR name IN tags OR (chain.next == nil AND level == nil AND tags == {"a"})"#,
            predicate
        )
    }

    private static func predicate186() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.tiny) - 1 <= 2
        return (#"tiny - 1 <= 2"#, predicate)
    }

    private static func predicate187() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.base.x).in([2.5]))
        return (#"NOT base.x IN {2.5}"#, predicate)
    }

    private static func predicate188() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.name).contains(field(\.nick), .c)
        return (#"name CONTAINS[c] nick"#, predicate)
    }

    private static func predicate189() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.letters).min <= "é" || \.home?.x > 1.0)
            && ((\Everything.scores).sum != 0 || field(\Everything.born) + 86400.0 > Written.day(0)
                || (\Everything.chain?.name).isNotEqual(to: "a", .c))
            && (\Everything.part).isEqual(to: "", .c)
        return (
            #"(letters.@min <= "é" OR home.x > 1.0) AND (scores.@sum != 0 OR born + 86400.0 > CAST("2001-01-01T00:00:00Z", "NSDate") OR chain.name !=[c] "a") AND part ==[c] """#,
            predicate
        )
    }

    private static func predicate190() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.real >= 2.5 && (\Everything.parts).any(\.quantity).in(1, 2)
        return (#"real >= 2.5 AND ANY parts.quantity IN {1, 2}"#, predicate)
    }

    private static func predicate191() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.link == Written.link("http://a.b/C")
        return (#"link == CAST("http://a.b/C", "NSURL")"#, predicate)
    }

    private static func predicate192() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = subquery(\Everything.parts, where: \.quantity != 5).count >= 1
        return (#"SUBQUERY(parts, $element, $element.quantity != 5).@count >= 1"#, predicate)
    }

    private static func predicate193() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = KeyPathPredicate(\.maybeFlag)
        return (#"maybeFlag == TRUE"#, predicate)
    }

    private static func predicate194() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (field(\Everything.born) + 86400.0 >= Written.day(2) || (\Everything.state).in(.open, .lost))
            && \.base.label == nil
        return (
            #"(born + 86400.0 >= CAST("2001-01-03T00:00:00Z", "NSDate") OR state IN {"open", "lost"}) AND base.label == nil"#,
            predicate
        )
    }

    private static func predicate195() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.letters).min == "b"
            || subquery(\Everything.parts, where: (\Everything.Part.code).endsWith("a", [.c, .d])).max(\.price) < 1.5
        return (
            #"letters.@min == "b" OR SUBQUERY(parts, $element, $element.code ENDSWITH[cd] "a").@max.price < 1.5"#,
            predicate
        )
    }

    private static func predicate196() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.chain?.next?.next?.name).endsWith("back\\slash", .c) && \.letter == "a"
        return (#"chain.next.next.name ENDSWITH[c] "back\\slash" AND letter == "a""#, predicate)
    }

    private static func predicate197() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.nick).beginsWith("back\\slash", .n)
        return (#"nick BEGINSWITH[n] "back\\slash""#, predicate)
    }

    private static func predicate198() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.chain?.name != "ab"
        return (#"chain.name != "ab""#, predicate)
    }

    private static func predicate199() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.base.label).endsWith("open", .diacriticInsensitive) && KeyPathPredicate(\.flag)
        return (#"base.label ENDSWITH[d] "open" AND flag == TRUE"#, predicate)
    }
}
