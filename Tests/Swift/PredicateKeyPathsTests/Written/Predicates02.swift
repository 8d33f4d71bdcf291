// Generated once; the texts are kept as they are.
import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting

extension Written {
    static var part2: [(String, KeyPathPredicate<Sample>)] {
        [
            predicate50(),
            predicate51(),
            predicate52(),
            predicate53(),
            predicate54(),
            predicate55(),
            predicate56(),
            predicate57(),
            predicate58(),
            predicate59(),
            predicate60(),
            predicate61(),
            predicate62(),
            predicate63(),
            predicate64(),
            predicate65(),
            predicate66(),
            predicate67(),
            predicate68(),
            predicate69(),
            predicate70(),
            predicate71(),
            predicate72(),
            predicate73(),
            predicate74(),
            predicate75(),
            predicate76(),
            predicate77(),
            predicate78(),
            predicate79(),
            predicate80(),
            predicate81(),
            predicate82(),
            predicate83(),
            predicate84(),
            predicate85(),
            predicate86(),
            predicate87(),
            predicate88(),
            predicate89(),
            predicate90(),
            predicate91(),
            predicate92(),
            predicate93(),
            predicate94(),
            predicate95(),
            predicate96(),
            predicate97(),
            predicate98(),
            predicate99(),
        ]
    }

    private static func predicate50() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.id).beginsWith("0") || field(\Sample.tiny) - 1 != 0)
            && (\.letter != "a" || (\Sample.name).beginsWith("a", .c) || (\Sample.tags).first == "a")
        return (
            #"(id BEGINSWITH "0" OR tiny - 1 != 0) AND (letter != "a" OR name BEGINSWITH[c] "a" OR tags[FIRST] == "a")"#,
            predicate
        )
    }

    private static func predicate51() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tiny).between(0...2)
        return (#"tiny BETWEEN {0, 2}"#, predicate)
    }

    private static func predicate52() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tiny).in(0, 10)
        return (#"tiny IN {0, 10}"#, predicate)
    }

    private static func predicate53() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.tags == ["a"]
        return (#"tags == {"a"}"#, predicate)
    }

    private static func predicate54() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tags).contains("back\\slash", .n) || \.wide == 0 || (\Sample.letters).any < "qu\"ote"
        return (#"tags CONTAINS[n] "back\\slash" OR wide == 0 OR ANY letters < "qu\"ote""#, predicate)
    }

    private static func predicate55() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.home?.x < -1.5 && (\Sample.chain?.name).matches("a.*", using: .pcre2)
        return (#"home.x < -1.5 AND chain.name MATCHES "a.*""#, predicate)
    }

    private static func predicate56() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.count == 7
        return (#"count == 7"#, predicate)
    }

    private static func predicate57() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.letters).min != "ab"
        return (#"letters.@min != "ab""#, predicate)
    }

    private static func predicate58() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            all(\Sample.items, where: (\Sample.Item.marks).sum <= 3 && \.quantity == 2).first.quantity <= 1
            && \.died == nil
        return (
            #"SUBQUERY(items, $element, $element.marks.@sum <= 3 AND $element.quantity == 2)[FIRST].quantity <= 1 AND died == nil"#,
            predicate
        )
    }

    private static func predicate59() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.next?.weight == nil
        return (#"chain.next.weight == nil"#, predicate)
    }

    private static func predicate60() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !(\Sample.flag)
        return (#"NOT flag == TRUE"#, predicate)
    }

    private static func predicate61() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.home?.label).isNotEqual(
            to: "a text", .diacriticInsensitive)
        return (#"home.label !=[d] "a text""#, predicate)
    }

    private static func predicate62() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.tags).last == "A"
        return (#"tags[LAST] == "A""#, predicate)
    }

    private static func predicate63() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.tiny <= 3
        return (#"tiny <= 3"#, predicate)
    }

    private static func predicate64() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.chain?.weight == 7
        return (#"chain.weight == 7"#, predicate)
    }

    private static func predicate65() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.base.label > "a"
        return (#"base.label > "a""#, predicate)
    }

    private static func predicate66() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.scores).max >= 1
        return (#"scores.@max >= 1"#, predicate)
    }

    private static func predicate67() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.base.x).in(10.0)
        return (#"base.x IN {10.0}"#, predicate)
    }

    private static func predicate68() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            subquery(\Sample.items, where: (\Sample.Item.marks).sum >= 3).count != 1
        return (#"SUBQUERY(items, $element, $element.marks.@sum >= 3).@count != 1"#, predicate)
    }

    private static func predicate69() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            field(\Sample.born) + 86400.0 != Written.day(2) || (\Sample.scores).sum < 0 || \.name == "é"
        return (
            #"born + 86400.0 != CAST("2001-01-03T00:00:00Z", "NSDate") OR scores.@sum < 0 OR name == "é""#, predicate
        )
    }

    private static func predicate70() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.count != 10 || \.nick == "") && (\Sample.link).contains("A.B", .c)
            && all(\Sample.items, where: \.price < 0.5).size <= 1
        return (
            #"(count != 10 OR nick == "") AND link CONTAINS[c] "A.B" AND SUBQUERY(items, $element, $element.price < 0.5)[SIZE] <= 1"#,
            predicate
        )
    }

    private static func predicate71() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.tags).last.beginsWith("back\\slash") && \.chain?.weight <= 0 && (\Sample.scores).any > 1
        return (#"tags[LAST] BEGINSWITH "back\\slash" AND chain.weight <= 0 AND ANY scores > 1"#, predicate)
    }

    private static func predicate72() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.name < field(\.nick)
        return (#"name < nick"#, predicate)
    }

    private static func predicate73() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.base.label).in(
            ["back\\slash", "back\\slash"], .diacriticInsensitive)
        return (#"base.label IN[d] {"back\\slash", "back\\slash"}"#, predicate)
    }

    private static func predicate74() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.maybe).between(1...7)
        return (#"maybe BETWEEN {1, 7}"#, predicate)
    }

    private static func predicate75() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            field(\Sample.count) + 1 >= 10 && \.price > Written.decimal("-3")
        return (#"count + 1 >= 10 AND price > CAST("-3", "NSDecimalNumber")"#, predicate)
    }

    private static func predicate76() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.chain?.name).in(
            ["ab", "é", ""], .diacriticInsensitive)
        return (#"chain.name IN[d] {"ab", "é", ""}"#, predicate)
    }

    private static func predicate77() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.base.x).in(1.0)
        return (#"base.x IN {1.0}"#, predicate)
    }

    private static func predicate78() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.born).between(Written.day(0)...Written.day(0)) || \.flag == false || \.nick != "é")
            && (\.level != .high || subquery(\Sample.items, where: \Sample.Item.at == nil).count <= 1)
        return (
            #"(born BETWEEN {CAST("2001-01-01T00:00:00Z", "NSDate"), CAST("2001-01-01T00:00:00Z", "NSDate")} OR flag == FALSE OR nick != "é") AND (level != 10 OR SUBQUERY(items, $element, $element.at == nil).@count <= 1)"#,
            predicate
        )
    }

    private static func predicate79() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            1 + field(\Sample.count) <= 3
            || (\.born > field(\.died) && (\Sample.base.label).isNotEqual(to: "open", .n))
        return (#"1 + count <= 3 OR (born > died AND base.label !=[n] "open")"#, predicate)
    }

    private static func predicate80() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.items).max(\.quantity) <= 10
        return (#"items.@max.quantity <= 10"#, predicate)
    }

    private static func predicate81() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\Sample.items).all(\.quantity).in(1, 2) || all(\Sample.items, where: \.quantity == 3).count == 1
        return (
            #"ALL items.quantity IN {1, 2} OR SUBQUERY(items, $element, $element.quantity == 3).@count == 1"#, predicate
        )
    }

    private static func predicate82() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            (\.maybe != -1 || \.maybe ~= 0...3) && (\Sample.nick).contains("ab", .n)
        return (#"(maybe != -1 OR maybe BETWEEN {0, 3}) AND nick CONTAINS[n] "ab""#, predicate)
    }

    private static func predicate83() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.name).uppercased == "AB"
        return (#"uppercase(name) == "AB""#, predicate)
    }

    private static func predicate84() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = all(\Sample.items, where: \.quantity <= 7).first.quantity == 1
        return (#"SUBQUERY(items, $element, $element.quantity <= 7)[FIRST].quantity == 1"#, predicate)
    }

    private static func predicate85() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = 7 + field(\Sample.count) < 3
        return (#"7 + count < 3"#, predicate)
    }

    private static func predicate86() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.scores).sum == 1)
        return (#"NOT scores.@sum == 1"#, predicate)
    }

    private static func predicate87() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.tags).first.beginsWith("a") || \.flag == false || \.id != Written.id(1))
            && (field(\Sample.born) + 86400.0 == Written.day(1) || (\Sample.tags).contains("é"))
        return (
            #"(tags[FIRST] BEGINSWITH "a" OR flag == FALSE OR id != CAST("11111111-1111-1111-1111-111111111111", "NSUUID")) AND (born + 86400.0 == CAST("2001-01-02T00:00:00Z", "NSDate") OR tags CONTAINS "é")"#,
            predicate
        )
    }

    private static func predicate88() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = !((\Sample.name).in(field(\.tags)))
        return (#"NOT name IN tags"#, predicate)
    }

    private static func predicate89() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.letters).none >= "ab"
        return (#"NONE letters >= "ab""#, predicate)
    }

    private static func predicate90() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.wide <= 7 && all(\Sample.items, where: \Sample.Item.at == nil).any(\.price) <= 1.5
        return (#"wide <= 7 AND ANY SUBQUERY(items, $element, $element.at == nil).price <= 1.5"#, predicate)
    }

    private static func predicate91() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.part).contains("a text", .n)
        return (#"part CONTAINS[n] "a text""#, predicate)
    }

    private static func predicate92() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.chain?.next?.next?.name).like("?b", .c)
                || all(
                    \Sample.items,
                    where: (\Sample.Item.quantity).in([10, 5]) && (\Sample.Item.quantity).in([7, 1, 0])
                ).first.quantity == 1) && !(field(\Sample.maybe) + 1 <= 0)
        return (
            #"(chain.next.next.name LIKE[c] "?b" OR SUBQUERY(items, $element, $element.quantity IN {10, 5} AND $element.quantity IN {7, 1, 0})[FIRST].quantity == 1) AND NOT maybe + 1 <= 0"#,
            predicate
        )
    }

    private static func predicate93() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.nick).endsWith("a") || \.deep == 10 || \.level != nil
        return (#"nick ENDSWITH "a" OR deep == 10 OR level != nil"#, predicate)
    }

    private static func predicate94() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            ((\Sample.name).in(field(\.tags)) || (\Sample.state).beginsWith("o"))
            && ((\Sample.name).contains(field(\.nick), .c) || KeyPathPredicate(\.flag))
        return (#"(name IN tags OR state BEGINSWITH "o") AND (name CONTAINS[c] nick OR flag == TRUE)"#, predicate)
    }

    private static func predicate95() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> =
            \.home?.label != "back\\slash" || \.home != nil
            || (\Sample.chain?.next?.next?.name).matches("[ab]+", using: .pcre2)
        return (#"home.label != "back\\slash" OR home != nil OR chain.next.next.name MATCHES "[ab]+""#, predicate)
    }

    private static func predicate96() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.real > 0.0
        return (#"real > 0.0"#, predicate)
    }

    private static func predicate97() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = (\Sample.nick).beginsWith("é")
        return (#"nick BEGINSWITH "é""#, predicate)
    }

    private static func predicate98() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.flag == false
        return (#"flag == FALSE"#, predicate)
    }

    private static func predicate99() -> (String, KeyPathPredicate<Sample>) {
        let predicate: KeyPathPredicate<Sample> = \.maybeReal <= 1.0 && \.died == nil
        return (#"maybeReal <= 1.0 AND died == nil"#, predicate)
    }
}
