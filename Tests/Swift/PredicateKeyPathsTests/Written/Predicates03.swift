// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting

extension Written {
    static var part3: [(String, KeyPathPredicate<Sample>)] {
        [
            predicate100(),
            predicate101(),
            predicate102(),
            predicate103(),
            predicate104(),
            predicate105(),
            predicate106(),
            predicate107(),
            predicate108(),
            predicate109(),
            predicate110(),
            predicate111(),
            predicate112(),
            predicate113(),
            predicate114(),
            predicate115(),
            predicate116(),
            predicate117(),
            predicate118(),
            predicate119(),
            predicate120(),
            predicate121(),
            predicate122(),
            predicate123(),
            predicate124(),
            predicate125(),
            predicate126(),
            predicate127(),
            predicate128(),
            predicate129(),
            predicate130(),
            predicate131(),
            predicate132(),
            predicate133(),
            predicate134(),
            predicate135(),
            predicate136(),
            predicate137(),
            predicate138(),
            predicate139(),
            predicate140(),
            predicate141(),
            predicate142(),
            predicate143(),
            predicate144(),
            predicate145(),
            predicate146(),
            predicate147(),
            predicate148(),
            predicate149(),
        ]
    }

    private static func predicate100() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).none(\.price) == 1.5
        return (#"NONE items.price == 1.5"#, predicate)
    }

    private static func predicate101() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.base.label).isNotEqual(to: "A") && (\Sample.items).max(\.quantity) != 5
        return (#"base.label != "A" AND items.@max.quantity != 5"#, predicate)
    }

    private static func predicate102() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.link == Written.link("http://a.b/C") && \.ratio <= -1.5 && (\Sample.tags).any == "back\\slash"
        return (#"link == CAST("http://a.b/C", "NSURL") AND ratio <= -1.5 AND ANY tags == "back\\slash""#, predicate)
    }

    private static func predicate103() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.born).between(Written.day(2)...Written.day(2)))
        return (
            #"NOT born BETWEEN {CAST("2001-01-03T00:00:00Z", "NSDate"), CAST("2001-01-03T00:00:00Z", "NSDate")}"#,
            predicate
        )
    }

    private static func predicate104() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.name >= "a"
        return (#"chain.name >= "a""#, predicate)
    }

    private static func predicate105() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.part).isNotEqual(to: "open", .n)
        return (#"part !=[n] "open""#, predicate)
    }

    private static func predicate106() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            KeyPathPredicate(\.maybeFlag) && (\Sample.scores).max >= 2 && \.id != Written.id(0)
        return (
            #"maybeFlag == TRUE AND scores.@max >= 2 AND id != CAST("00000000-0000-0000-0000-000000000000", "NSUUID")"#,
            predicate
        )
    }

    private static func predicate107() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.count != 7 || \.price >= Written.decimal("0")
        return (#"count != 7 OR price >= CAST("0", "NSDecimalNumber")"#, predicate)
    }

    private static func predicate108() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !((\Sample.items).all(\.code).contains("back\\slash", .diacriticInsensitive))
        return (#"NOT ALL items.code CONTAINS[d] "back\\slash""#, predicate)
    }

    private static func predicate109() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).first.beginsWith("a")
        return (#"tags[FIRST] BEGINSWITH "a""#, predicate)
    }

    private static func predicate110() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.base.label < "back\\slash"
        return (#"base.label < "back\\slash""#, predicate)
    }

    private static func predicate111() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).length > 1
        return (#"length(name) > 1"#, predicate)
    }

    private static func predicate112() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).last.beginsWith("")
        return (#"tags[LAST] BEGINSWITH """#, predicate)
    }

    private static func predicate113() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.items).none(\.quantity).between(1...2) && \.nick == "é"
                && (\Sample.base.label).in(["é", ""]))
            || (\Sample.home?.label).isNotEqual(to: "open", .diacriticInsensitive)
        return (
            #"(NONE items.quantity BETWEEN {1, 2} AND nick == "é" AND base.label IN {"é", ""}) OR home.label !=[d] "open""#,
            predicate
        )
    }

    private static func predicate114() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.died != Written.day(0))
        return (#"NOT died != CAST("2001-01-01T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate115() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            field(\Sample.count) & 1 > 1 || (\Sample.tags).none == "qu\"ote"
        return (#"count & 1 > 1 OR NONE tags == "qu\"ote""#, predicate)
    }

    private static func predicate116() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.chain?.weight != 5 && ((\Sample.letters).any >= "open" || (\Sample.died).in(Written.day(3)))
        return (
            #"chain.weight != 5 AND (ANY letters >= "open" OR died IN {CAST("2001-01-04T00:00:00Z", "NSDate")})"#,
            predicate
        )
    }

    private static func predicate117() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.home?.label < "A"
        return (#"home.label < "A""#, predicate)
    }

    private static func predicate118() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !(\Sample.died == nil)
            && (\.died != Written.day(3) || field(\Sample.maybe) + 1 < 10 || (\Sample.home?.label).like("a*"))
            && ((\Sample.chain?.name).endsWith("a text", .c) || \.count != 1)
        return (
            #"NOT died == nil AND (died != CAST("2001-01-04T00:00:00Z", "NSDate") OR maybe + 1 < 10 OR home.label LIKE "a*") AND (chain.name ENDSWITH[c] "a text" OR count != 1)"#,
            predicate
        )
    }

    private static func predicate119() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.home?.label == nil || \.maybe > 2
        return (#"home.label == nil OR maybe > 2"#, predicate)
    }

    private static func predicate120() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.level == nil
        return (#"level == nil"#, predicate)
    }

    private static func predicate121() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(field(\Sample.maybe) + 1 == 7)
        return (#"NOT maybe + 1 == 7"#, predicate)
    }

    private static func predicate122() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybeFlag == nil
        return (#"maybeFlag == nil"#, predicate)
    }

    private static func predicate123() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.home == nil)
        return (#"NOT home == nil"#, predicate)
    }

    private static func predicate124() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: (\Sample.Item.marks).sum > 3).max(\.price) < 1.5
            || (\Sample.part).like("A?", .c) || (\Sample.chain?.name).contains("ab", .n)
        return (
            #"SUBQUERY(items, $element, $element.marks.@sum > 3).@max.price < 1.5 OR part LIKE[c] "A?" OR chain.name CONTAINS[n] "ab""#,
            predicate
        )
    }

    private static func predicate125() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.wide).in([10, 0, 0]) && field(\Sample.count) * 2 - 1 >= 3
            && (\Sample.born).between(Written.day(1)...Written.day(1))
        return (
            #"wide IN {10, 0, 0} AND count * 2 - 1 >= 3 AND born BETWEEN {CAST("2001-01-02T00:00:00Z", "NSDate"), CAST("2001-01-02T00:00:00Z", "NSDate")}"#,
            predicate
        )
    }

    private static func predicate126() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).at(index: 1).beginsWith("é", [.c, .d])
        return (#"tags[1] BEGINSWITH[cd] "é""#, predicate)
    }

    private static func predicate127() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.name).uppercased == "AB")
        return (#"NOT uppercase(name) == "AB""#, predicate)
    }

    private static func predicate128() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.count <= 7)
        return (#"NOT count <= 7"#, predicate)
    }

    private static func predicate129() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.tiny > -1
        return (#"tiny > -1"#, predicate)
    }

    private static func predicate130() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.id != Written.id(1)
        return (#"id != CAST("11111111-1111-1111-1111-111111111111", "NSUUID")"#, predicate)
    }

    private static func predicate131() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.base.label).contains("a", [.c, .d])
            && (\.base.x ~= 2.0...2.5 || (\Sample.tags).count == 10)
        return (#"base.label CONTAINS[cd] "a" AND (base.x BETWEEN {2.0, 2.5} OR tags.@count == 10)"#, predicate)
    }

    private static func predicate132() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.base.x < 10.0 && field(\Sample.born) + 86400.0 > Written.day(0) && \.tiny < 10) || \.name != "ab"
        return (
            #"(base.x < 10.0 AND born + 86400.0 > CAST("2001-01-01T00:00:00Z", "NSDate") AND tiny < 10) OR name != "ab""#,
            predicate
        )
    }

    private static func predicate133() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.weight).in([5, -1, 2])
        return (#"chain.weight IN {5, -1, 2}"#, predicate)
    }

    private static func predicate134() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.base.x <= -1.5
        return (#"base.x <= -1.5"#, predicate)
    }

    private static func predicate135() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !((\Sample.died).in(Written.day(3)))
            || ((\Sample.died).in(Written.day(3)) && \.home?.label == nil && (\Sample.limits).contains(7))
        return (
            #"NOT died IN {CAST("2001-01-04T00:00:00Z", "NSDate")} OR (died IN {CAST("2001-01-04T00:00:00Z", "NSDate")} AND home.label == nil AND limits CONTAINS 7)"#,
            predicate
        )
    }

    private static func predicate136() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !(field(\Sample.maybe) + 1 >= 1) && (\Sample.letters).contains("é")
        return (#"NOT maybe + 1 >= 1 AND letters CONTAINS "é""#, predicate)
    }

    private static func predicate137() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).last.code == "é"
        return (#"items[LAST].code == "é""#, predicate)
    }

    private static func predicate138() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.died >= Written.day(0) && \.tiny == 0
        return (#"died >= CAST("2001-01-01T00:00:00Z", "NSDate") AND tiny == 0"#, predicate)
    }

    private static func predicate139() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.maybeFlag != nil || (\Sample.tags).at(index: 1).beginsWith("qu\"ote", .c) || \.maybe > 7
        return (#"maybeFlag != nil OR tags[1] BEGINSWITH[c] "qu\"ote" OR maybe > 7"#, predicate)
    }

    private static func predicate140() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.next?.weight > -1 || \.chain?.next?.next?.name == "A"
        return (#"chain.next.weight > -1 OR chain.next.next.name == "A""#, predicate)
    }

    private static func predicate141() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.letters).min != "open"
        return (#"letters.@min != "open""#, predicate)
    }

    private static func predicate142() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.died).in(Written.day(0)) && \.letter == "a"
        return (#"died IN {CAST("2001-01-01T00:00:00Z", "NSDate")} AND letter == "a""#, predicate)
    }

    private static func predicate143() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            field(\Sample.maybe) + 1 >= 10 && (\Sample.part).beginsWith("A", [.c, .d])
        return (#"maybe + 1 >= 10 AND part BEGINSWITH[cd] "A""#, predicate)
    }

    private static func predicate144() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).size < 10
        return (#"tags[SIZE] < 10"#, predicate)
    }

    private static func predicate145() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.flag || \.count >= 2
        return (#"flag == TRUE OR count >= 2"#, predicate)
    }

    private static func predicate146() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).all(\.at?.label) == "" || (\Sample.base.x).in([0.5, 0.0, 0.0])
        return (#"ALL items.at.label == "" OR base.x IN {0.5, 0.0, 0.0}"#, predicate)
    }

    private static func predicate147() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).first.at.label == "open"
        return (#"items[FIRST].at.label == "open""#, predicate)
    }

    private static func predicate148() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.chain?.name).like("*e*") && (\Sample.scores).count <= 10 && \.wide == 1
        return (#"chain.name LIKE "*e*" AND scores.@count <= 10 AND wide == 1"#, predicate)
    }

    private static func predicate149() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tags).size == 3 || 5 + field(\Sample.count) == 3
            || (\Sample.maybeReal).between(0.0...10.0)
        return (#"tags[SIZE] == 3 OR 5 + count == 3 OR maybeReal BETWEEN {0.0, 10.0}"#, predicate)
    }
}
