// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns

extension Written {
    static var part10: [(String, KeyPathPredicate<Everything>)] {
        [
            predicate450(),
            predicate451(),
            predicate452(),
            predicate453(),
            predicate454(),
            predicate455(),
            predicate456(),
            predicate457(),
            predicate458(),
            predicate459(),
            predicate460(),
            predicate461(),
            predicate462(),
            predicate463(),
            predicate464(),
            predicate465(),
            predicate466(),
            predicate467(),
            predicate468(),
            predicate469(),
            predicate470(),
            predicate471(),
            predicate472(),
            predicate473(),
            predicate474(),
            predicate475(),
            predicate476(),
            predicate477(),
            predicate478(),
            predicate479(),
            predicate480(),
            predicate481(),
            predicate482(),
            predicate483(),
            predicate484(),
            predicate485(),
            predicate486(),
            predicate487(),
            predicate488(),
            predicate489(),
            predicate490(),
            predicate491(),
            predicate492(),
            predicate493(),
            predicate494(),
            predicate495(),
            predicate496(),
            predicate497(),
            predicate498(),
            predicate499(),
        ]
    }

    private static func predicate450() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.chain?.next?.next?.name >= "" || \.deep != -1 || \.chain?.next?.next?.name != nil
        return (#"chain.next.next.name >= "" OR deep != -1 OR chain.next.next.name != nil"#, predicate)
    }

    private static func predicate451() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(field(\Everything.tiny) - 1 <= 1)
        return (#"NOT tiny - 1 <= 1"#, predicate)
    }

    private static func predicate452() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            subquery(\Everything.parts, where: \Everything.Part.at == nil).any(\.price) > 1.5 || \.maybeReal == nil
        return (#"ANY SUBQUERY(parts, $element, $element.at == nil).price > 1.5 OR maybeReal == nil"#, predicate)
    }

    private static func predicate453() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !((\Everything.tags).count != 3) && (\Everything.died).in(Written.day(1))
        return (#"NOT tags.@count != 3 AND died IN {CAST("2001-01-02T00:00:00Z", "NSDate")}"#, predicate)
    }

    private static func predicate454() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.base.label).beginsWith("ab", .c)
        return (#"base.label BEGINSWITH[c] "ab""#, predicate)
    }

    private static func predicate455() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.born >= Written.day(3) || (\Everything.nick).endsWith("A", [.c, .d]) || \.count > field(\.maybe)
        return (#"born >= CAST("2001-01-04T00:00:00Z", "NSDate") OR nick ENDSWITH[cd] "A" OR count > maybe"#, predicate)
    }

    private static func predicate456() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.limits).count == 2 || (\Everything.state).in(.open, .lost)
            || (\Everything.part).isNotEqual(to: "b", .n)
        return (#"limits.@count == 2 OR state IN {"open", "lost"} OR part !=[n] "b""#, predicate)
    }

    private static func predicate457() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.tags != ["a"]
        return (#"tags != {"a"}"#, predicate)
    }

    private static func predicate458() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).average(\.quantity) > 1.5
        return (#"parts.@avg.quantity > 1.5"#, predicate)
    }

    private static func predicate459() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.chain?.name > "open" || \.link != Written.link("http://a.b/C")
        return (#"chain.name > "open" OR link != CAST("http://a.b/C", "NSURL")"#, predicate)
    }

    private static func predicate460() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).contains("a text", .diacriticInsensitive)
        return (#"tags CONTAINS[d] "a text""#, predicate)
    }

    private static func predicate461() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.name).contains("a", .diacriticInsensitive)
        return (#"name CONTAINS[d] "a""#, predicate)
    }

    private static func predicate462() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.name).matches("open|a", using: .pcre2) || \.maybeFlag == nil
        return (#"name MATCHES "open|a" OR maybeFlag == nil"#, predicate)
    }

    private static func predicate463() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.chain?.next == nil
        return (#"chain.next == nil"#, predicate)
    }

    private static func predicate464() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.tiny >= 7
        return (#"tiny >= 7"#, predicate)
    }

    private static func predicate465() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).sum(\.price) >= 2.5
        return (#"parts.@sum.price >= 2.5"#, predicate)
    }

    private static func predicate466() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.chain?.weight).in(0)
        return (#"chain.weight IN {0}"#, predicate)
    }

    private static func predicate467() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.count < 5
        return (#"count < 5"#, predicate)
    }

    private static func predicate468() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: \Everything.Part.at == nil).size <= 1 && (\Everything.part).in(["b"], .c)
            && field(\Everything.tiny) - 1 >= 5
        return (
            #"SUBQUERY(parts, $element, $element.at == nil)[SIZE] <= 1 AND part IN[c] {"b"} AND tiny - 1 >= 5"#,
            predicate
        )
    }

    private static func predicate469() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            field(\Everything.ratio) * 2.0 >= -1.5 && (\Everything.scores).max != 10 && \.state == .closed
        return (#"ratio * 2.0 >= -1.5 AND scores.@max != 10 AND state == "closed""#, predicate)
    }

    private static func predicate470() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.home?.label).contains("a", .c) && field(\Everything.tiny) - 1 <= 0 && \.real ~= 3.0...10.0
        return (#"home.label CONTAINS[c] "a" AND tiny - 1 <= 0 AND real BETWEEN {3.0, 10.0}"#, predicate)
    }

    private static func predicate471() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.name).endsWith("qu\"ote", [.c, .d]) || (\Everything.nick).beginsWith("back\\slash"))
            && ((\Everything.name).in(field(\.tags)) || (\Everything.name).in(["back\\slash"], .c))
        return (
            #"(name ENDSWITH[cd] "qu\"ote" OR nick BEGINSWITH "back\\slash") AND (name IN tags OR name IN[c] {"back\\slash"})"#,
            predicate
        )
    }

    private static func predicate472() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.maybe).in([10]) && (\Everything.parts).last.code == "qu\"ote")
            || subquery(\Everything.parts, where: (\Everything.Part.price).between(7.0...10.0)).first.quantity == 1
                && field(\Everything.tiny) - 1 >= 1
        return (
            #"(maybe IN {10} AND parts[LAST].code == "qu\"ote") OR SUBQUERY(parts, $element, $element.price BETWEEN {7.0, 10.0})[FIRST].quantity == 1 AND tiny - 1 >= 1"#,
            predicate
        )
    }

    private static func predicate473() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.born == field(\.died)
        return (#"born == died"#, predicate)
    }

    private static func predicate474() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.count) + 1 >= 7
        return (#"count + 1 >= 7"#, predicate)
    }

    private static func predicate475() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = 2 + field(\Everything.count) >= 3
        return (#"2 + count >= 3"#, predicate)
    }

    private static func predicate476() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = field(\Everything.tiny) - 1 > 10
        return (#"tiny - 1 > 10"#, predicate)
    }

    private static func predicate477() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.born).between(Written.day(0)...Written.day(0)) || \.deep != -1
                || field(\Everything.count) & 1 >= 1) && (\.wide < 3 || (\Everything.tags).count > 1)
            && \.chain?.next?.weight != 2
        return (
            #"(born BETWEEN {CAST("2001-01-01T00:00:00Z", "NSDate"), CAST("2001-01-01T00:00:00Z", "NSDate")} OR deep != -1 OR count & 1 >= 1) AND (wide < 3 OR tags.@count > 1) AND chain.next.weight != 2"#,
            predicate
        )
    }

    private static func predicate478() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.name < "back\\slash"
        return (#"name < "back\\slash""#, predicate)
    }

    private static func predicate479() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.base.x >= 0.0
        return (#"base.x >= 0.0"#, predicate)
    }

    private static func predicate480() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.chain?.name == "ab"
        return (#"chain.name == "ab""#, predicate)
    }

    private static func predicate481() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.parts).any(\.price) == 1.5 || (\Everything.parts).all(\.quantity).between(1...2)
            || (\Everything.tiny).in(1)
        return (#"ANY parts.price == 1.5 OR ALL parts.quantity BETWEEN {1, 2} OR tiny IN {1}"#, predicate)
    }

    private static func predicate482() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !((\Everything.name).uppercased == "AB") || \.born == Written.day(2)
        return (#"NOT uppercase(name) == "AB" OR born == CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate483() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.base.label).isEqual(to: "back\\slash", .c)
        return (#"base.label ==[c] "back\\slash""#, predicate)
    }

    private static func predicate484() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            field(\Everything.died) - Written.day(2) > 86400.0 && \.level == nil
        return (#"died - CAST("2001-01-03T00:00:00Z", "NSDate") > 86400.0 AND level == nil"#, predicate)
    }

    private static func predicate485() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).average(\.quantity) != 1.5
        return (#"parts.@avg.quantity != 1.5"#, predicate)
    }

    private static func predicate486() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !(all(\Everything.parts, where: \.price > 0.0 && \.at?.label != "back\\slash").count >= 1)
        return (
            #"NOT SUBQUERY(parts, $element, $element.price > 0.0 AND $element.at.label != "back\\slash").@count >= 1"#,
            predicate
        )
    }

    private static func predicate487() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.name < "a text"
        return (#"name < "a text""#, predicate)
    }

    private static func predicate488() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.nick).beginsWith("A")
        return (#"nick BEGINSWITH "A""#, predicate)
    }

    private static func predicate489() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.tiny ~= 3...5
        return (#"tiny BETWEEN {3, 5}"#, predicate)
    }

    private static func predicate490() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.wide == 2 && \.id != Written.id(2)
        return (#"wide == 2 AND id != CAST("22222222-2222-2222-2222-222222222222", "NSUUID")"#, predicate)
    }

    private static func predicate491() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: (\Everything.Part.at?.label).beginsWith("a text")).size >= 1
        return (#"SUBQUERY(parts, $element, $element.at.label BEGINSWITH "a text")[SIZE] >= 1"#, predicate)
    }

    private static func predicate492() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.level != nil && \.home?.x >= 10.0 && (\Everything.limits).contains(7)
        return (#"level != nil AND home.x >= 10.0 AND limits CONTAINS 7"#, predicate)
    }

    private static func predicate493() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.chain?.name).beginsWith("A", .c)
        return (#"chain.name BEGINSWITH[c] "A""#, predicate)
    }

    private static func predicate494() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.state).in(.open, .lost) && (\Everything.name).uppercased == "AB")
            || ((\Everything.part).contains("a text", .diacriticInsensitive)
                && subquery(
                    \Everything.parts, where: (\Everything.Part.marks).any == 2 && (\Everything.Part.quantity).in(3)
                ).count <= 1)
        return (
            #"(state IN {"open", "lost"} AND uppercase(name) == "AB") OR (part CONTAINS[d] "a text" AND SUBQUERY(parts, $element, ANY $element.marks == 2 AND $element.quantity IN {3}).@count <= 1)"#,
            predicate
        )
    }

    private static func predicate495() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.home?.label).in(["é"], .c) && (\Everything.died).in(Written.day(0))
        return (#"home.label IN[c] {"é"} AND died IN {CAST("2001-01-01T00:00:00Z", "NSDate")}"#, predicate)
    }

    private static func predicate496() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.base.label >= "a" || !(\Everything.bytes == Data([1, 2, 3]))
            || ((\Everything.nick).contains("a text")
                && all(\Everything.parts, where: (\Everything.Part.code).endsWith("", [.c, .d])).max(\.price) >= 1.5)
        return (
            #"base.label >= "a" OR NOT bytes == "AQID" OR (nick CONTAINS "a text" AND SUBQUERY(parts, $element, $element.code ENDSWITH[cd] "").@max.price >= 1.5)"#,
            predicate
        )
    }

    private static func predicate497() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.tiny < -1
        return (#"tiny < -1"#, predicate)
    }

    private static func predicate498() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.born >= Written.day(2)
        return (#"born >= CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate499() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\.maybeFlag != nil || subquery(\Everything.parts, where: (\Everything.Part.marks).sum <= 3).size < 1)
            && (\.home?.x == 10.0 || field(\Everything.died) - Written.day(3) > 86400.0)
        return (
            #"(maybeFlag != nil OR SUBQUERY(parts, $element, $element.marks.@sum <= 3)[SIZE] < 1) AND (home.x == 10.0 OR died - CAST("2001-01-04T00:00:00Z", "NSDate") > 86400.0)"#,
            predicate
        )
    }
}
