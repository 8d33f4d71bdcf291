// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting

extension Written {
    static var part8: [(String, KeyPathPredicate<Sample>)] {
        [
            predicate350(),
            predicate351(),
            predicate352(),
            predicate353(),
            predicate354(),
            predicate355(),
            predicate356(),
            predicate357(),
            predicate358(),
            predicate359(),
            predicate360(),
            predicate361(),
            predicate362(),
            predicate363(),
            predicate364(),
            predicate365(),
            predicate366(),
            predicate367(),
            predicate368(),
            predicate369(),
            predicate370(),
            predicate371(),
            predicate372(),
            predicate373(),
            predicate374(),
            predicate375(),
            predicate376(),
            predicate377(),
            predicate378(),
            predicate379(),
            predicate380(),
            predicate381(),
            predicate382(),
            predicate383(),
            predicate384(),
            predicate385(),
            predicate386(),
            predicate387(),
            predicate388(),
            predicate389(),
            predicate390(),
            predicate391(),
            predicate392(),
            predicate393(),
            predicate394(),
            predicate395(),
            predicate396(),
            predicate397(),
            predicate398(),
            predicate399(),
        ]
    }

    private static func predicate350() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = field(\Sample.born) + 86400.0 > Written.day(0)
        return (#"born + 86400.0 > CAST("2001-01-01T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate351() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.name <= "open"
        return (#"name <= "open""#, predicate)
    }

    private static func predicate352() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = -1 + field(\Sample.count) > 3
        return (#"-1 + count > 3"#, predicate)
    }

    private static func predicate353() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            !((\Sample.part).contains("a text", .c))
            && subquery(\Sample.items, where: (\Sample.Item.price).between(5.0...10.0)).size < 1
            || (\Sample.scores).sum == 3
        return (
            #"NOT part CONTAINS[c] "a text" AND SUBQUERY(items, $element, $element.price BETWEEN {5.0, 10.0})[SIZE] < 1 OR scores.@sum == 3"#,
            predicate
        )
    }

    private static func predicate354() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.items).max(\.quantity) >= 3)
        return (#"NOT items.@max.quantity >= 3"#, predicate)
    }

    private static func predicate355() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.name == "é" || field(\Sample.born) + 86400.0 >= Written.day(2)
        return (#"name == "é" OR born + 86400.0 >= CAST("2001-01-03T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate356() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).all(\.quantity).in(1, 2)
            && ((\Sample.tags).at(index: 1).beginsWith("") || field(\Sample.died) - Written.day(0) > 86400.0)
        return (
            #"ALL items.quantity IN {1, 2} AND (tags[1] BEGINSWITH "" OR died - CAST("2001-01-01T00:00:00Z", "NSDate") > 86400.0)"#,
            predicate
        )
    }

    private static func predicate357() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.items).all(\.quantity).in(1, 2) && (\Sample.name).uppercased == "AB")
            || (field(\Sample.died) - Written.day(0) > 86400.0 && (\Sample.base.x).in([10.0, -1.5, 2.5]))
        return (
            #"(ALL items.quantity IN {1, 2} AND uppercase(name) == "AB") OR (died - CAST("2001-01-01T00:00:00Z", "NSDate") > 86400.0 AND base.x IN {10.0, -1.5, 2.5})"#,
            predicate
        )
    }

    private static func predicate358() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.letters).contains("A") && (\Sample.tags).at(index: 1) == "ab")
            || !(\Sample.died == nil)
        return (#"(letters CONTAINS "A" AND tags[1] == "ab") OR NOT died == nil"#, predicate)
    }

    private static func predicate359() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.deep != 5 && \.maybe <= 3 && field(\Sample.ratio) / field(\Sample.base.x) >= 0.5)
            || field(\Sample.tiny) - 1 == 7
        return (#"(deep != 5 AND maybe <= 3 AND ratio / base.x >= 0.5) OR tiny - 1 == 7"#, predicate)
    }

    private static func predicate360() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).contains("A")
        return (#"tags CONTAINS "A""#, predicate)
    }

    private static func predicate361() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.ratio).in([10.0]) || ((\Sample.items).any(\.code).contains("", [.c, .d]) && \.maybe > 1)
            || (\Sample.chain?.name).isNotEqual(to: "b", .c)
        return (
            #"ratio IN {10.0} OR (ANY items.code CONTAINS[cd] "" AND maybe > 1) OR chain.name !=[c] "b""#, predicate
        )
    }

    private static func predicate362() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.base.label).isNotEqual(to: "ab", .c) || (\Sample.scores).average == 1.5)
            && (\.home != nil || all(\Sample.items, where: (\Sample.Item.price).in(1.0)).max(\.price) > 1.5
                || (\Sample.name).in(field(\.tags)))
        return (
            #"(base.label !=[c] "ab" OR scores.@avg == 1.5) AND (home != nil OR SUBQUERY(items, $element, $element.price IN {1.0}).@max.price > 1.5 OR name IN tags)"#,
            predicate
        )
    }

    private static func predicate363() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.flag || \.count != 2
        return (#"flag == TRUE OR count != 2"#, predicate)
    }

    private static func predicate364() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).count <= 1
        return (#"tags.@count <= 1"#, predicate)
    }

    private static func predicate365() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.items).any(\.price) <= 1.5 || (\Sample.tags).count == 7 || \.letter != "a")
            && ((\Sample.letters).any >= "back\\slash" || (\Sample.chain?.name).isNotEqual(to: "a", .c))
        return (
            #"(ANY items.price <= 1.5 OR tags.@count == 7 OR letter != "a") AND (ANY letters >= "back\\slash" OR chain.name !=[c] "a")"#,
            predicate
        )
    }

    private static func predicate366() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.limits).at(key: "a") > 3
        return (#"limits["a"] > 3"#, predicate)
    }

    private static func predicate367() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.born == field(\.died)
            && (\.chain?.name != "open" || field(\Sample.ratio) * 2.0 != 0.0
                || (\Sample.home?.label).endsWith("A", .n))
        return (
            #"born == died AND (chain.name != "open" OR ratio * 2.0 != 0.0 OR home.label ENDSWITH[n] "A")"#, predicate
        )
    }

    private static func predicate368() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(field(\Sample.died) - Written.day(3) > 86400.0)
        return (#"NOT died - CAST("2001-01-04T00:00:00Z", "NSDate") > 86400.0"#, predicate)
    }

    private static func predicate369() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.chain?.next?.next?.name).isEqual(to: "qu\"ote") || \.maybe >= field(\.count)
        return (#"chain.next.next.name == "qu\"ote" OR maybe >= count"#, predicate)
    }

    private static func predicate370() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).all(\.code).contains("b", .c) && \.died == nil
        return (#"ALL items.code CONTAINS[c] "b" AND died == nil"#, predicate)
    }

    private static func predicate371() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.name).contains(
            "a text", .diacriticInsensitive)
        return (#"chain.name CONTAINS[d] "a text""#, predicate)
    }

    private static func predicate372() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            KeyPathPredicate(\.flag) && (\Sample.chain?.name).in(["qu\"ote", "ab"], .diacriticInsensitive)
        return (#"flag == TRUE AND chain.name IN[d] {"qu\"ote", "ab"}"#, predicate)
    }

    private static func predicate373() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tags).size < 2
            && subquery(\Sample.items, where: \Sample.Item.at == nil).first.quantity <= 1
        return (#"tags[SIZE] < 2 AND SUBQUERY(items, $element, $element.at == nil)[FIRST].quantity <= 1"#, predicate)
    }

    private static func predicate374() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.chain?.name).beginsWith("A") || (\Sample.scores).sum > 10 || \.base.x < 1.0
        return (#"chain.name BEGINSWITH "A" OR scores.@sum > 10 OR base.x < 1.0"#, predicate)
    }

    private static func predicate375() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.scores).all >= 2)
        return (#"NOT ALL scores >= 2"#, predicate)
    }

    private static func predicate376() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.tags).contains("é", .c) && (\Sample.chain?.name).isEqual(to: "é", .n))
            || (\Sample.tags).contains("é", [.c, .d])
        return (#"(tags CONTAINS[c] "é" AND chain.name ==[n] "é") OR tags CONTAINS[cd] "é""#, predicate)
    }

    private static func predicate377() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).none(\.quantity).between(1...2)
        return (#"NONE items.quantity BETWEEN {1, 2}"#, predicate)
    }

    private static func predicate378() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: (\Sample.Item.marks).sum == 3).any(\.price) > 1.5
        return (#"ANY SUBQUERY(items, $element, $element.marks.@sum == 3).price > 1.5"#, predicate)
    }

    private static func predicate379() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: \Sample.Item.at == nil && (\Sample.Item.code).beginsWith(""))
            .any(\.price) != 1.5
        return (
            #"ANY SUBQUERY(items, $element, $element.at == nil AND $element.code BEGINSWITH "").price != 1.5"#,
            predicate
        )
    }

    private static func predicate380() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).average(\.quantity) <= 1.5
        return (#"items.@avg.quantity <= 1.5"#, predicate)
    }

    private static func predicate381() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.home?.label).contains("b", .diacriticInsensitive)
        return (#"home.label CONTAINS[d] "b""#, predicate)
    }

    private static func predicate382() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: \Sample.Item.at == nil).max(\.price) == 1.5
            && 2 + field(\Sample.count) >= 3 && (\Sample.nick).in(["é", "back\\slash"], .c)
        return (
            #"SUBQUERY(items, $element, $element.at == nil).@max.price == 1.5 AND 2 + count >= 3 AND nick IN[c] {"é", "back\\slash"}"#,
            predicate
        )
    }

    private static func predicate383() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.chain?.next?.next?.name).endsWith("ab", [.c, .d]))
        return (#"NOT chain.next.next.name ENDSWITH[cd] "ab""#, predicate)
    }

    private static func predicate384() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.died == nil || (\.born == Written.day(0) && \.link == Written.link("x:y") && \.real < 1.0)
        return (
            #"died == nil OR (born == CAST("2001-01-01T00:00:00Z", "NSDate") AND link == CAST("x:y", "NSURL") AND real < 1.0)"#,
            predicate
        )
    }

    private static func predicate385() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.items).max(\.quantity) >= 3 || \.born <= Written.day(0) || 7 + field(\Sample.count) <= 3)
            && (field(\Sample.count) & 1 != 1 || (\Sample.scores).all != 3)
        return (
            #"(items.@max.quantity >= 3 OR born <= CAST("2001-01-01T00:00:00Z", "NSDate") OR 7 + count <= 3) AND (count & 1 != 1 OR ALL scores != 3)"#,
            predicate
        )
    }

    private static func predicate386() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).any == "A"
        return (#"ANY tags == "A""#, predicate)
    }

    private static func predicate387() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.born == Written.day(1)
        return (#"born == CAST("2001-01-02T00:00:00Z", "NSDate")"#, predicate)
    }

    private static func predicate388() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).none(\.price) != 1.5 || (\Sample.items).max(\.quantity) == 0
        return (#"NONE items.price != 1.5 OR items.@max.quantity == 0"#, predicate)
    }

    private static func predicate389() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.name).like("A?")
        return (#"chain.name LIKE "A?""#, predicate)
    }

    private static func predicate390() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.home?.label).beginsWith("back\\slash", .c))
        return (#"NOT home.label BEGINSWITH[c] "back\\slash""#, predicate)
    }

    private static func predicate391() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.born != field(\.died)
        return (#"born != died"#, predicate)
    }

    private static func predicate392() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.part).isNotEqual(to: "b", .c)
        return (#"part !=[c] "b""#, predicate)
    }

    private static func predicate393() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).sum(\.price) != 2.5
        return (#"items.@sum.price != 2.5"#, predicate)
    }

    private static func predicate394() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.home?.label).isNotEqual(to: "", [.c, .d]) && (\Sample.link).contains("A.B", .c)
        return (#"home.label !=[cd] "" AND link CONTAINS[c] "A.B""#, predicate)
    }

    private static func predicate395() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.name).beginsWith("a", .diacriticInsensitive)
        return (#"chain.name BEGINSWITH[d] "a""#, predicate)
    }

    private static func predicate396() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.ratio).in([0.0, 10.0])
        return (#"ratio IN {0.0, 10.0}"#, predicate)
    }

    private static func predicate397() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.id == Written.id(0) || \.died < Written.day(2)
        return (
            #"id == CAST("00000000-0000-0000-0000-000000000000", "NSUUID") OR died < CAST("2001-01-03T00:00:00Z", "NSDate")"#,
            predicate
        )
    }

    private static func predicate398() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).beginsWith("qu\"ote", [.c, .d])
        return (#"name BEGINSWITH[cd] "qu\"ote""#, predicate)
    }

    private static func predicate399() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).beginsWith("open", [.c, .d])
        return (#"name BEGINSWITH[cd] "open""#, predicate)
    }
}
