// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns

extension Written {
    static var part3: [(String, KeyPathPredicate<Everything>)] {
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

    private static func predicate100() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).none(\.price) == 1.5
        return (#"NONE parts.price == 1.5"#, predicate)
    }

    private static func predicate101() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.base.label).isNotEqual(to: "A") && (\Everything.parts).max(\.quantity) != 5
        return (#"base.label != "A" AND parts.@max.quantity != 5"#, predicate)
    }

    private static func predicate102() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.link == Written.link("http://a.b/C") && \.ratio <= -1.5 && (\Everything.tags).any == "back\\slash"
        return (#"link == CAST("http://a.b/C", "NSURL") AND ratio <= -1.5 AND ANY tags == "back\\slash""#, predicate)
    }

    private static func predicate103() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.born).between(Written.day(2)...Written.day(2)))
        return (
            #"NOT born BETWEEN {CAST("2001-01-03T00:00:00Z", "NSDate"), CAST("2001-01-03T00:00:00Z", "NSDate")}"#,
            predicate
        )
    }

    private static func predicate104() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.chain?.name >= "a"
        return (#"chain.name >= "a""#, predicate)
    }

    private static func predicate105() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.part).isNotEqual(to: "open", .n)
        return (#"part !=[n] "open""#, predicate)
    }

    private static func predicate106() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            KeyPathPredicate(\.maybeFlag) && (\Everything.scores).max >= 2 && \.id != Written.id(0)
        return (
            #"maybeFlag == TRUE AND scores.@max >= 2 AND id != CAST("00000000-0000-0000-0000-000000000000", "NSUUID")"#,
            predicate
        )
    }

    private static func predicate107() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.count != 7 || \.price >= Written.decimal("0")
        return (#"count != 7 OR price >= CAST("0", "NSDecimalNumber")"#, predicate)
    }

    private static func predicate108() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !((\Everything.parts).all(\.code).contains("back\\slash", .diacriticInsensitive))
        return (#"NOT ALL parts.code CONTAINS[d] "back\\slash""#, predicate)
    }

    private static func predicate109() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).first.beginsWith("a")
        return (#"tags[FIRST] BEGINSWITH "a""#, predicate)
    }

    private static func predicate110() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.base.label < "back\\slash"
        return (#"base.label < "back\\slash""#, predicate)
    }

    private static func predicate111() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.name).length > 1
        return (#"length(name) > 1"#, predicate)
    }

    private static func predicate112() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).last.beginsWith("")
        return (#"tags[LAST] BEGINSWITH """#, predicate)
    }

    private static func predicate113() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            ((\Everything.parts).none(\.quantity).between(1...2) && \.nick == "é"
                && (\Everything.base.label).in(["é", ""]))
            || (\Everything.home?.label).isNotEqual(to: "open", .diacriticInsensitive)
        return (
            #"(NONE parts.quantity BETWEEN {1, 2} AND nick == "é" AND base.label IN {"é", ""}) OR home.label !=[d] "open""#,
            predicate
        )
    }

    private static func predicate114() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(\Everything.died != Written.day(0))
        return (#"NOT died != CAST("2001-01-01T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate115() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            field(\Everything.count) & 1 > 1 || (\Everything.tags).none == "qu\"ote"
        return (#"count & 1 > 1 OR NONE tags == "qu\"ote""#, predicate)
    }

    private static func predicate116() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.chain?.weight != 5 && ((\Everything.letters).any >= "open" || (\Everything.died).in(Written.day(3)))
        return (
            #"chain.weight != 5 AND (ANY letters >= "open" OR died IN {CAST("2001-01-04T00:00:00Z", "NSDate")})"#,
            predicate
        )
    }

    private static func predicate117() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.home?.label < "A"
        return (#"home.label < "A""#, predicate)
    }

    private static func predicate118() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !(\Everything.died == nil)
            && (\.died != Written.day(3) || field(\Everything.maybe) + 1 < 10 || (\Everything.home?.label).like("a*"))
            && ((\Everything.chain?.name).endsWith("a text", .c) || \.count != 1)
        return (
            #"NOT died == nil AND (died != CAST("2001-01-04T00:00:00Z", "NSDate") OR maybe + 1 < 10 OR home.label LIKE "a*") AND (chain.name ENDSWITH[c] "a text" OR count != 1)"#,
            predicate
        )
    }

    private static func predicate119() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.home?.label == nil || \.maybe > 2
        return (#"home.label == nil OR maybe > 2"#, predicate)
    }

    private static func predicate120() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.level == nil
        return (#"level == nil"#, predicate)
    }

    private static func predicate121() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(field(\Everything.maybe) + 1 == 7)
        return (#"NOT maybe + 1 == 7"#, predicate)
    }

    private static func predicate122() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.maybeFlag == nil
        return (#"maybeFlag == nil"#, predicate)
    }

    private static func predicate123() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(\Everything.home == nil)
        return (#"NOT home == nil"#, predicate)
    }

    private static func predicate124() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            all(\Everything.parts, where: (\Everything.Part.marks).sum > 3).max(\.price) < 1.5
            || (\Everything.part).like("A?", .c) || (\Everything.chain?.name).contains("ab", .n)
        return (
            #"SUBQUERY(parts, $element, $element.marks.@sum > 3).@max.price < 1.5 OR part LIKE[c] "A?" OR chain.name CONTAINS[n] "ab""#,
            predicate
        )
    }

    private static func predicate125() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.wide).in([10, 0, 0]) && field(\Everything.count) * 2 - 1 >= 3
            && (\Everything.born).between(Written.day(1)...Written.day(1))
        return (
            #"wide IN {10, 0, 0} AND count * 2 - 1 >= 3 AND born BETWEEN {CAST("2001-01-02T00:00:00Z", "NSDate"), CAST("2001-01-02T00:00:00Z", "NSDate")}"#,
            predicate
        )
    }

    private static func predicate126() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).at(index: 1).beginsWith("é", [.c, .d])
        return (#"tags[1] BEGINSWITH[cd] "é""#, predicate)
    }

    private static func predicate127() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !((\Everything.name).uppercased == "AB")
        return (#"NOT uppercase(name) == "AB""#, predicate)
    }

    private static func predicate128() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = !(\Everything.count <= 7)
        return (#"NOT count <= 7"#, predicate)
    }

    private static func predicate129() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.tiny > -1
        return (#"tiny > -1"#, predicate)
    }

    private static func predicate130() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.id != Written.id(1)
        return (#"id != CAST("11111111-1111-1111-1111-111111111111", "NSUUID")"#, predicate)
    }

    private static func predicate131() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.base.label).contains("a", [.c, .d])
            && (\.base.x ~= 2.0...2.5 || (\Everything.tags).count == 10)
        return (#"base.label CONTAINS[cd] "a" AND (base.x BETWEEN {2.0, 2.5} OR tags.@count == 10)"#, predicate)
    }

    private static func predicate132() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\.base.x < 10.0 && field(\Everything.born) + 86400.0 > Written.day(0) && \.tiny < 10) || \.name != "ab"
        return (
            #"(base.x < 10.0 AND born + 86400.0 > CAST("2001-01-01T00:00:00Z", "NSDate") AND tiny < 10) OR name != "ab""#,
            predicate
        )
    }

    private static func predicate133() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.chain?.weight).in([5, -1, 2])
        return (#"chain.weight IN {5, -1, 2}"#, predicate)
    }

    private static func predicate134() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.base.x <= -1.5
        return (#"base.x <= -1.5"#, predicate)
    }

    private static func predicate135() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !((\Everything.died).in(Written.day(3)))
            || ((\Everything.died).in(Written.day(3)) && \.home?.label == nil && (\Everything.limits).contains(7))
        return (
            #"NOT died IN {CAST("2001-01-04T00:00:00Z", "NSDate")} OR (died IN {CAST("2001-01-04T00:00:00Z", "NSDate")} AND home.label == nil AND limits CONTAINS 7)"#,
            predicate
        )
    }

    private static func predicate136() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            !(field(\Everything.maybe) + 1 >= 1) && (\Everything.letters).contains("é")
        return (#"NOT maybe + 1 >= 1 AND letters CONTAINS "é""#, predicate)
    }

    private static func predicate137() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).last.code == "é"
        return (#"parts[LAST].code == "é""#, predicate)
    }

    private static func predicate138() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.died >= Written.day(0) && \.tiny == 0
        return (#"died >= CAST("2001-01-01T00:00:00Z", "NSDate") AND tiny == 0"#, predicate)
    }

    private static func predicate139() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            \.maybeFlag != nil || (\Everything.tags).at(index: 1).beginsWith("qu\"ote", .c) || \.maybe > 7
        return (#"maybeFlag != nil OR tags[1] BEGINSWITH[c] "qu\"ote" OR maybe > 7"#, predicate)
    }

    private static func predicate140() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.chain?.next?.weight > -1 || \.chain?.next?.next?.name == "A"
        return (#"chain.next.weight > -1 OR chain.next.next.name == "A""#, predicate)
    }

    private static func predicate141() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.letters).min != "open"
        return (#"letters.@min != "open""#, predicate)
    }

    private static func predicate142() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.died).in(Written.day(0)) && \.letter == "a"
        return (#"died IN {CAST("2001-01-01T00:00:00Z", "NSDate")} AND letter == "a""#, predicate)
    }

    private static func predicate143() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            field(\Everything.maybe) + 1 >= 10 && (\Everything.part).beginsWith("A", [.c, .d])
        return (#"maybe + 1 >= 10 AND part BEGINSWITH[cd] "A""#, predicate)
    }

    private static func predicate144() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.tags).size < 10
        return (#"tags[SIZE] < 10"#, predicate)
    }

    private static func predicate145() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = \.flag || \.count >= 2
        return (#"flag == TRUE OR count >= 2"#, predicate)
    }

    private static func predicate146() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.parts).all(\.at?.label) == "" || (\Everything.base.x).in([0.5, 0.0, 0.0])
        return (#"ALL parts.at.label == "" OR base.x IN {0.5, 0.0, 0.0}"#, predicate)
    }

    private static func predicate147() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> = (\Everything.parts).first.at.label == "open"
        return (#"parts[FIRST].at.label == "open""#, predicate)
    }

    private static func predicate148() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.chain?.name).like("*e*") && (\Everything.scores).count <= 10 && \.wide == 1
        return (#"chain.name LIKE "*e*" AND scores.@count <= 10 AND wide == 1"#, predicate)
    }

    private static func predicate149() -> (String, KeyPathPredicate<Everything>) {
        let predicate: KeyPathPredicate<Everything> =
            (\Everything.tags).size == 3 || 5 + field(\Everything.count) == 3
            || (\Everything.maybeReal).between(0.0...10.0)
        return (#"tags[SIZE] == 3 OR 5 + count == 3 OR maybeReal BETWEEN {0.0, 10.0}"#, predicate)
    }
}
