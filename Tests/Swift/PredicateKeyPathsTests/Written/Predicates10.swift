// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting

extension Written {
    static var part10: [(String, KeyPathPredicate<Sample>)] {
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

    private static func predicate450() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.chain?.next?.next?.name >= "" || \.deep != -1 || \.chain?.next?.next?.name != nil
        return (#"chain.next.next.name >= "" OR deep != -1 OR chain.next.next.name != nil"#, predicate)
    }

    private static func predicate451() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(field(\Sample.tiny) - 1 <= 1)
        return (#"NOT tiny - 1 <= 1"#, predicate)
    }

    private static func predicate452() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: \Sample.Item.at == nil).any(\.price) > 1.5 || \.maybeReal == nil
        return (#"ANY SUBQUERY(items, $element, $element.at == nil).price > 1.5 OR maybeReal == nil"#, predicate)
    }

    private static func predicate453() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !((\Sample.tags).count != 3) && (\Sample.died).in(Written.day(1))
        return (#"NOT tags.@count != 3 AND died IN {CAST("2001-01-02T00:00:00Z", "NSDate")}"#, predicate)
    }

    private static func predicate454() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.base.label).beginsWith("ab", .c)
        return (#"base.label BEGINSWITH[c] "ab""#, predicate)
    }

    private static func predicate455() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.born >= Written.day(3) || (\Sample.nick).endsWith("A", [.c, .d]) || \.count > field(\.maybe)
        return (#"born >= CAST("2001-01-04T00:00:00Z", "NSDate") OR nick ENDSWITH[cd] "A" OR count > maybe"#, predicate)
    }

    private static func predicate456() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.limits).count == 2 || (\Sample.state).in(.open, .lost)
            || (\Sample.part).isNotEqual(to: "b", .n)
        return (#"limits.@count == 2 OR state IN {"open", "lost"} OR part !=[n] "b""#, predicate)
    }

    private static func predicate457() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.tags != ["a"]
        return (#"tags != {"a"}"#, predicate)
    }

    private static func predicate458() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).average(\.quantity) > 1.5
        return (#"items.@avg.quantity > 1.5"#, predicate)
    }

    private static func predicate459() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.name > "open" || \.link != Written.link("http://a.b/C")
        return (#"chain.name > "open" OR link != CAST("http://a.b/C", "NSURL")"#, predicate)
    }

    private static func predicate460() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).contains("a text", .diacriticInsensitive)
        return (#"tags CONTAINS[d] "a text""#, predicate)
    }

    private static func predicate461() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).contains("a", .diacriticInsensitive)
        return (#"name CONTAINS[d] "a""#, predicate)
    }

    private static func predicate462() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.name).matches("open|a", using: .pcre2) || \.maybeFlag == nil
        return (#"name MATCHES "open|a" OR maybeFlag == nil"#, predicate)
    }

    private static func predicate463() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.next == nil
        return (#"chain.next == nil"#, predicate)
    }

    private static func predicate464() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.tiny >= 7
        return (#"tiny >= 7"#, predicate)
    }

    private static func predicate465() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).sum(\.price) >= 2.5
        return (#"items.@sum.price >= 2.5"#, predicate)
    }

    private static func predicate466() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.weight).in(0)
        return (#"chain.weight IN {0}"#, predicate)
    }

    private static func predicate467() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.count < 5
        return (#"count < 5"#, predicate)
    }

    private static func predicate468() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: \Sample.Item.at == nil).size <= 1 && (\Sample.part).in(["b"], .c)
            && field(\Sample.tiny) - 1 >= 5
        return (
            #"SUBQUERY(items, $element, $element.at == nil)[SIZE] <= 1 AND part IN[c] {"b"} AND tiny - 1 >= 5"#,
            predicate
        )
    }

    private static func predicate469() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            field(\Sample.ratio) * 2.0 >= -1.5 && (\Sample.scores).max != 10 && \.state == .closed
        return (#"ratio * 2.0 >= -1.5 AND scores.@max != 10 AND state == "closed""#, predicate)
    }

    private static func predicate470() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.home?.label).contains("a", .c) && field(\Sample.tiny) - 1 <= 0 && \.real ~= 3.0...10.0
        return (#"home.label CONTAINS[c] "a" AND tiny - 1 <= 0 AND real BETWEEN {3.0, 10.0}"#, predicate)
    }

    private static func predicate471() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.name).endsWith("qu\"ote", [.c, .d]) || (\Sample.nick).beginsWith("back\\slash"))
            && ((\Sample.name).in(field(\.tags)) || (\Sample.name).in(["back\\slash"], .c))
        return (
            #"(name ENDSWITH[cd] "qu\"ote" OR nick BEGINSWITH "back\\slash") AND (name IN tags OR name IN[c] {"back\\slash"})"#,
            predicate
        )
    }

    private static func predicate472() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.maybe).in([10]) && (\Sample.items).last.code == "qu\"ote")
            || subquery(\Sample.items, where: (\Sample.Item.price).between(7.0...10.0)).first.quantity == 1
                && field(\Sample.tiny) - 1 >= 1
        return (
            #"(maybe IN {10} AND items[LAST].code == "qu\"ote") OR SUBQUERY(items, $element, $element.price BETWEEN {7.0, 10.0})[FIRST].quantity == 1 AND tiny - 1 >= 1"#,
            predicate
        )
    }

    private static func predicate473() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.born == field(\.died)
        return (#"born == died"#, predicate)
    }

    private static func predicate474() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.count) + 1 >= 7
        return (#"count + 1 >= 7"#, predicate)
    }

    private static func predicate475() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = 2 + field(\Sample.count) >= 3
        return (#"2 + count >= 3"#, predicate)
    }

    private static func predicate476() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.tiny) - 1 > 10
        return (#"tiny - 1 > 10"#, predicate)
    }

    private static func predicate477() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.born).between(Written.day(0)...Written.day(0)) || \.deep != -1
                || field(\Sample.count) & 1 >= 1) && (\.wide < 3 || (\Sample.tags).count > 1)
            && \.chain?.next?.weight != 2
        return (
            #"(born BETWEEN {CAST("2001-01-01T00:00:00Z", "NSDate"), CAST("2001-01-01T00:00:00Z", "NSDate")} OR deep != -1 OR count & 1 >= 1) AND (wide < 3 OR tags.@count > 1) AND chain.next.weight != 2"#,
            predicate
        )
    }

    private static func predicate478() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.name < "back\\slash"
        return (#"name < "back\\slash""#, predicate)
    }

    private static func predicate479() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.base.x >= 0.0
        return (#"base.x >= 0.0"#, predicate)
    }

    private static func predicate480() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.name == "ab"
        return (#"chain.name == "ab""#, predicate)
    }

    private static func predicate481() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).any(\.price) == 1.5 || (\Sample.items).all(\.quantity).between(1...2)
            || (\Sample.tiny).in(1)
        return (#"ANY items.price == 1.5 OR ALL items.quantity BETWEEN {1, 2} OR tiny IN {1}"#, predicate)
    }

    private static func predicate482() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !((\Sample.name).uppercased == "AB") || \.born == Written.day(2)
        return (#"NOT uppercase(name) == "AB" OR born == CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate483() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.base.label).isEqual(to: "back\\slash", .c)
        return (#"base.label ==[c] "back\\slash""#, predicate)
    }

    private static func predicate484() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            field(\Sample.died) - Written.day(2) > 86400.0 && \.level == nil
        return (#"died - CAST("2001-01-03T00:00:00Z", "NSDate") > 86400.0 AND level == nil"#, predicate)
    }

    private static func predicate485() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).average(\.quantity) != 1.5
        return (#"items.@avg.quantity != 1.5"#, predicate)
    }

    private static func predicate486() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !(all(\Sample.items, where: \.price > 0.0 && \.at?.label != "back\\slash").count >= 1)
        return (
            #"NOT SUBQUERY(items, $element, $element.price > 0.0 AND $element.at.label != "back\\slash").@count >= 1"#,
            predicate
        )
    }

    private static func predicate487() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.name < "a text"
        return (#"name < "a text""#, predicate)
    }

    private static func predicate488() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.nick).beginsWith("A")
        return (#"nick BEGINSWITH "A""#, predicate)
    }

    private static func predicate489() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.tiny ~= 3...5
        return (#"tiny BETWEEN {3, 5}"#, predicate)
    }

    private static func predicate490() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.wide == 2 && \.id != Written.id(2)
        return (#"wide == 2 AND id != CAST("22222222-2222-2222-2222-222222222222", "NSUUID")"#, predicate)
    }

    private static func predicate491() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: (\Sample.Item.at?.label).beginsWith("a text")).size >= 1
        return (#"SUBQUERY(items, $element, $element.at.label BEGINSWITH "a text")[SIZE] >= 1"#, predicate)
    }

    private static func predicate492() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.level != nil && \.home?.x >= 10.0 && (\Sample.limits).contains(7)
        return (#"level != nil AND home.x >= 10.0 AND limits CONTAINS 7"#, predicate)
    }

    private static func predicate493() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.name).beginsWith("A", .c)
        return (#"chain.name BEGINSWITH[c] "A""#, predicate)
    }

    private static func predicate494() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.state).in(.open, .lost) && (\Sample.name).uppercased == "AB")
            || ((\Sample.part).contains("a text", .diacriticInsensitive)
                && subquery(
                    \Sample.items, where: (\Sample.Item.marks).any == 2 && (\Sample.Item.quantity).in(3)
                ).count <= 1)
        return (
            #"(state IN {"open", "lost"} AND uppercase(name) == "AB") OR (part CONTAINS[d] "a text" AND SUBQUERY(items, $element, ANY $element.marks == 2 AND $element.quantity IN {3}).@count <= 1)"#,
            predicate
        )
    }

    private static func predicate495() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.home?.label).in(["é"], .c) && (\Sample.died).in(Written.day(0))
        return (#"home.label IN[c] {"é"} AND died IN {CAST("2001-01-01T00:00:00Z", "NSDate")}"#, predicate)
    }

    private static func predicate496() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.base.label >= "a" || !(\Sample.bytes == Data([1, 2, 3]))
            || ((\Sample.nick).contains("a text")
                && all(\Sample.items, where: (\Sample.Item.code).endsWith("", [.c, .d])).max(\.price) >= 1.5)
        return (
            #"base.label >= "a" OR NOT bytes == "AQID" OR (nick CONTAINS "a text" AND SUBQUERY(items, $element, $element.code ENDSWITH[cd] "").@max.price >= 1.5)"#,
            predicate
        )
    }

    private static func predicate497() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.tiny < -1
        return (#"tiny < -1"#, predicate)
    }

    private static func predicate498() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.born >= Written.day(2)
        return (#"born >= CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate499() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.maybeFlag != nil || subquery(\Sample.items, where: (\Sample.Item.marks).sum <= 3).size < 1)
            && (\.home?.x == 10.0 || field(\Sample.died) - Written.day(3) > 86400.0)
        return (
            #"(maybeFlag != nil OR SUBQUERY(items, $element, $element.marks.@sum <= 3)[SIZE] < 1) AND (home.x == 10.0 OR died - CAST("2001-01-04T00:00:00Z", "NSDate") > 86400.0)"#,
            predicate
        )
    }
}
