import Foundation
import PredicateFormat
import PredicateFoundationKeyPaths
import PredicateKeyPaths
import Testing

/// The forms of predicates that PredicateKit has: form, predicate, equivalent text, rows.
@Suite("PredicateKit's forms")
struct FormTests {
    @Test("Comparisons", arguments: Forms.comparisons)
    func comparisons(_ row: FormRow) throws { try row.check() }

    @Test("Text", arguments: Forms.texts)
    func texts(_ row: FormRow) throws { try row.check() }

    @Test("Regular expressions", arguments: try Forms.regularExpressions())
    func regularExpressions(_ row: FormRow) throws { try row.check() }

    @Test("Membership", arguments: Forms.membership)
    func membership(_ row: FormRow) throws { try row.check() }

    @Test("Compounds and constants", arguments: Forms.compounds)
    func compounds(_ row: FormRow) throws { try row.check() }

    @Test("Lists", arguments: Forms.lists)
    func lists(_ row: FormRow) throws { try row.check() }

    @Test("Elements of lists", arguments: Forms.elements)
    func elements(_ row: FormRow) throws { try row.check() }

    @Test("Elements at a key path", arguments: Forms.elementsAtKeyPaths)
    func elementsAtKeyPaths(_ row: FormRow) throws { try row.check() }

    @Test("Relationships", arguments: Forms.relationships)
    func relationships(_ row: FormRow) throws { try row.check() }

    @Test func constantsArePredicatesWhereverOneIsExpected() throws {
        let shops = Shop.samples
        #expect(try shops.filter(true).count == 4)
        for (isStrict, rows) in [(true, [3]), (false, [1, 3])] {
            #expect(try shops.filter(\.isOpen && (isStrict ? \.id > 1 : true)).map(\.id) == rows)
        }
        #expect(try shops.count(where: .false) == 0)
        let open: [Shop] = try shops.fetch(where: true).where(\.isOpen || false).result()
        #expect(open.map(\.id) == [1, 3])
        #expect(try Shop.request(where: false).result(from: shops).map(\.id) == [])
        #expect(try Shop.predicate(true).matches(shops[0]))
    }

    @Test func thereIsARowForEachForm() throws {
        let rows =
            try Forms.comparisons + Forms.texts + Forms.regularExpressions() + Forms.membership + Forms.compounds
            + Forms.lists + Forms.elements + Forms.elementsAtKeyPaths + Forms.relationships
        #expect(rows.count >= 88)
        #expect(Set(rows.map(\.form)).count == rows.count)
    }
}

enum Forms {
    private static let day = Shop.day(0)
    private static let later = Shop.day(5)

    static let comparisons: [FormRow] = [
        FormRow("==", \Shop.name == "Corner", "name == 'Corner'", [1]),
        FormRow("== of an optional", \Shop.nick == "x", "nick == 'x'", [3]),
        FormRow("== nil", \Shop.nick == nil, "nick == nil", [2]),
        FormRow("== of a case", \Shop.kind == .book, "kind == 'book'", [1, 4]),
        FormRow("== of an identifiable value", \Shop.owner == Person.ann, "owner.id == 1", [1]),
        FormRow("!=", \Shop.name != "Corner", "name != 'Corner'", [2, 3, 4]),
        FormRow("!= nil", \Shop.nick != nil, "nick != nil", [1, 3, 4]),
        FormRow("!= of a case", \Shop.kind != .book, "kind != 'book'", [2, 3]),
        FormRow("!= of an identifiable value", \Shop.owner != Person.ann, "owner.id != 1", [2, 3, 4]),
        FormRow("<", \Shop.id < 3, "id < 3", [1, 2]),
        FormRow("< of a date", \Shop.opened < day, "opened < CAST('2001-01-01', 'NSDate')", [1]),
        FormRow("< of an optional", \Shop.rating < 4, "rating < 4.0", [3, 4]),
        FormRow("< of a case", \Shop.size < .large, "size < 'large'", [1, 3, 4]),
        FormRow("<=", \Shop.id <= 3, "id <= 3", [1, 2, 3]),
        FormRow(">", \Shop.rating > 3.5, "rating > 3.5", [1]),
        FormRow("> of a case", \Shop.size > .small, "size > 'small'", [2, 3]),
        FormRow(">=", \Shop.rating >= 3.5, "rating >= 3.5", [1, 4]),
    ]

    static let texts: [FormRow] = [
        FormRow("beginsWith", (\Shop.name).beginsWith("Corner"), "name BEGINSWITH 'Corner'", [1]),
        FormRow(
            "beginsWith, c", (\Shop.name).beginsWith("CORNER", .caseInsensitive), "name BEGINSWITH[c] 'CORNER'",
            [1, 2, 3]),
        FormRow(
            "beginsWith, d", (\Shop.name).beginsWith("corner cafe", .diacriticInsensitive),
            "name BEGINSWITH[d] 'corner cafe'", [2]),
        FormRow("beginsWith, n", (\Shop.name).beginsWith("Corner", .normalized), "name BEGINSWITH[n] 'Corner'", [1]),
        FormRow("beginsWith of an optional", (\Shop.nick).beginsWith("corner"), "nick BEGINSWITH 'corner'", [1]),
        FormRow("contains", (\Shop.name).contains("orne"), "name CONTAINS 'orne'", [1, 2]),
        FormRow("contains, c", (\Shop.name).contains("orne", .caseInsensitive), "name CONTAINS[c] 'orne'", [1, 2, 3]),
        FormRow("contains, d", (\Shop.name).contains("cafe", .diacriticInsensitive), "name CONTAINS[d] 'cafe'", [2]),
        FormRow("contains, n", (\Shop.name).contains("CAFE", .normalized), "name CONTAINS[n] 'CAFE'", [3]),
        FormRow(
            "contains, c and d", (\Shop.name).contains("cafe", [.caseInsensitive, .diacriticInsensitive]),
            "name CONTAINS[cd] 'cafe'", [2, 3]),
        FormRow("endsWith", (\Shop.name).endsWith("er"), "name ENDSWITH 'er'", [1]),
        FormRow("endsWith, c", (\Shop.name).endsWith("CAFÉ", .caseInsensitive), "name ENDSWITH[c] 'CAFÉ'", [2]),
        FormRow("endsWith, d", (\Shop.name).endsWith("cafe", .diacriticInsensitive), "name ENDSWITH[d] 'cafe'", [2]),
        FormRow("endsWith, n", (\Shop.name).endsWith("CAFE", .normalized), "name ENDSWITH[n] 'CAFE'", [3]),
        FormRow("like", (\Shop.name).like("*o?ner"), "name LIKE '*o?ner'", [1]),
        FormRow("like, c", (\Shop.name).like("corner*", .caseInsensitive), "name LIKE[c] 'corner*'", [1, 2, 3]),
        FormRow("like, d", (\Shop.name).like("*cafe", .diacriticInsensitive), "name LIKE[d] '*cafe'", [2]),
        FormRow("like, n", (\Shop.name).like("*CAFE", .normalized), "name LIKE[n] '*CAFE'", [3]),
        FormRow("isEqualTo", (\Shop.name).isEqualTo("Corner"), "name == 'Corner'", [1]),
        FormRow("isEqualTo, c", (\Shop.name).isEqualTo("corner", .caseInsensitive), "name ==[c] 'corner'", [1]),
        FormRow(
            "isEqualTo, d", (\Shop.name).isEqualTo("corner cafe", .diacriticInsensitive), "name ==[d] 'corner cafe'",
            [2]),
        FormRow("isEqualTo, n", (\Shop.nick).isEqualTo("x", .normalized), "nick ==[n] 'x'", [3]),
    ]

    /// With the engine of the expressions themselves.
    static func regularExpressions() throws -> [FormRow] {
        let expression = try NSRegularExpression(pattern: "[cC]orner( .*)?")
        let capitals = try NSRegularExpression(pattern: "corner cafe", options: .caseInsensitive)
        return [
            FormRow("matches", (\Shop.name).matches(expression), "name MATCHES '[cC]orner( .*)?'", [1, 2]),
            FormRow(
                "matches, c", (\Shop.name).matches(expression, .caseInsensitive), "name MATCHES[c] '[cC]orner( .*)?'",
                [1, 2, 3]),
            FormRow(
                "matches, d", (\Shop.name).matches(expression, .diacriticInsensitive),
                "name MATCHES[d] '[cC]orner( .*)?'", [1, 2]),
            FormRow(
                "matches, n", (\Shop.name).matches(expression, .normalized), "name MATCHES[n] '[cC]orner( .*)?'",
                [1, 2]),
            FormRow(
                "matches with options of both", (\Shop.name).matches(capitals, .diacriticInsensitive),
                "name MATCHES[d] '(?i)corner cafe'", [2, 3]),
            FormRow("matches of an optional", (\Shop.nick).matches(expression), "nick MATCHES '[cC]orner( .*)?'", [1]),
        ]
    }

    static let membership: [FormRow] = [
        FormRow("between", (\Shop.id).between(2...3), "id BETWEEN {2, 3}", [2, 3]),
        FormRow(
            "between of a date", (\Shop.opened).between(day...later),
            "opened BETWEEN {CAST('2001-01-01', 'NSDate'), CAST('2001-01-06', 'NSDate')}", [2, 3]),
        FormRow("between of an optional", (\Shop.rating).between(2...3.5), "rating BETWEEN {2.0, 3.5}", [3, 4]),
        FormRow(
            "between of a case", (\Shop.size).between(.medium ... .large), "size BETWEEN {'medium', 'large'}", [2, 3]),
        FormRow("~=", \Shop.id ~= 2...3, "id BETWEEN {2, 3}", [2, 3]),
        FormRow("~= of an optional", \Shop.rating ~= 2...3.5, "rating BETWEEN {2.0, 3.5}", [3, 4]),
        FormRow("in", (\Shop.id).in(1, 4, 9), "id IN {1, 4, 9}", [1, 4]),
        FormRow("in of an array", (\Shop.id).in([1, 4]), "id IN {1, 4}", [1, 4]),
        FormRow("in of a set", (\Shop.id).in(Set([4])), "id IN {4}", [4]),
        FormRow("in of an optional", (\Shop.nick).in("x", "Harbour"), "nick IN {'x', 'Harbour'}", [3, 4]),
        FormRow(
            "in of texts, c", (\Shop.name).in(["CORNER", "harbour"], .caseInsensitive),
            "name IN[c] {'CORNER', 'harbour'}", [1, 4]),
        FormRow(
            "in of texts, d", (\Shop.name).in(["corner cafe"], .diacriticInsensitive), "name IN[d] {'corner cafe'}", [2]
        ),
        FormRow("in of texts, n", (\Shop.name).in(["Corner"], .normalized), "name IN[n] {'Corner'}", [1]),
        FormRow("in of cases", (\Shop.kind).in(.food, .tea), "kind IN {'food', 'tea'}", [2, 3]),
        FormRow("in of identifiable values", (\Shop.owner).in(Person.ann, Person.bob), "owner.id IN {1, 2}", [1, 4]),
    ]

    static let compounds: [FormRow] = [
        FormRow("&&", \Shop.id > 1 && (\Shop.name).beginsWith("c"), "id > 1 AND name BEGINSWITH 'c'", [2]),
        FormRow("||", \Shop.id == 1 || \Shop.rating == nil, "id == 1 OR rating == nil", [1, 2]),
        FormRow("!", !(\Shop.id == 1), "NOT id == 1", [2, 3, 4]),
        FormRow(
            "a chain", \Shop.id == 1 || \Shop.id > 1 && !(\Shop.name).contains("a") || \Shop.id == 3,
            "id == 1 OR (id > 1 AND NOT name CONTAINS 'a') OR id == 3", [1, 3]),
        FormRow("a boolean field", \Shop.isOpen && \Shop.id > 1, "isOpen == TRUE AND id > 1", [3]),
        FormRow("a boolean field == true", \Shop.isOpen == true, "isOpen == TRUE", [1, 3]),
        FormRow("true", true, "TRUEPREDICATE", [1, 2, 3, 4]),
        FormRow("false", false, "FALSEPREDICATE", []),
        FormRow(".true", .true, "TRUEPREDICATE", [1, 2, 3, 4]),
        FormRow(".false", .false, "FALSEPREDICATE", []),
        FormRow("&& true", \Shop.id > 2 && true, "id > 2 AND TRUEPREDICATE", [3, 4]),
        FormRow("|| false", false || \Shop.id > 2, "FALSEPREDICATE OR id > 2", [3, 4]),
    ]

    static let lists: [FormRow] = [
        FormRow("count", (\Shop.tags).count < 2, "tags.@count < 2", [2]),
        FormRow("count, between", (\Shop.tags).count.between(2...3), "tags.@count BETWEEN {2, 3}", [1, 3, 4]),
        FormRow("size", (\Shop.tags).size == 3, "tags[SIZE] == 3", [4]),
        FormRow("sum", (\Shop.sales).sum < 240, "sales.@sum < 240.0", [2, 4]),
        FormRow("average", (\Shop.sales).average == 120, "sales.@avg == 120.0", [1]),
        FormRow("min", (\Shop.sales).min == 98.5, "sales.@min == 98.5", [1]),
        FormRow("max", (\Shop.sales).max >= 141.5, "sales.@max >= 141.5", [1, 3]),
        FormRow("mode", (\Shop.counts).mode == [5], "mode(counts) == {5}", [3]),
        FormRow("mode, contains", (\Shop.sales).mode.contains(20), "mode(sales) CONTAINS 20.0", [3]),
        FormRow("mode, count", (\Shop.counts).mode.count == 3, "mode(counts).@count == 3", [1]),
        FormRow("all", (\Shop.sales).all >= 95, "ALL sales >= 95.0", [1, 2, 4]),
        FormRow("any", (\Shop.sales).any == 20, "ANY sales == 20.0", [3]),
        FormRow("any, in", (\Shop.counts).any.in(2, 7), "ANY counts IN {2, 7}", [1, 4]),
        FormRow("none", (\Shop.sales).none <= 50, "NONE sales <= 50.0", [1, 2, 4]),
        FormRow("any, contains", (\Shop.tags).any.contains("list"), "ANY tags CONTAINS 'list'", [4]),
    ]

    static let elements: [FormRow] = [
        FormRow("first", (\Shop.tags).first == "To Do", "tags[FIRST] == 'To Do'", [1]),
        FormRow("first, contains", (\Shop.tags).first.contains("Do"), "tags[FIRST] CONTAINS 'Do'", [1]),
        FormRow("last", (\Shop.tags).last == "To Do", "tags[LAST] == 'To Do'", [3]),
        FormRow("last, >", (\Shop.counts).last > 3, "counts[LAST] > 3", [3, 4]),
        FormRow("at", (\Shop.tags).at(index: 2).contains("To Do"), "tags[2] CONTAINS 'To Do'", [4]),
        FormRow("at, between", (\Shop.counts).at(index: 1).between(2...4), "counts[1] BETWEEN {2, 4}", [1]),
    ]

    static let elementsAtKeyPaths: [FormRow] = [
        FormRow("first(_:) ==", (\Shop.visits).first(\.guest) == "John", "visits[FIRST].guest == 'John'", [1]),
        FormRow("first(_:) !=", (\Shop.visits).first(\.guest) != "John", "visits[FIRST].guest != 'John'", [2, 3, 4]),
        FormRow(
            "first(_:) <", (\Shop.visits).first(\.day) < day, "visits[FIRST].day < CAST('2001-01-01', 'NSDate')", [4]),
        FormRow("first(_:) >=", (\Shop.visits).first(\.spent) >= 10, "visits[FIRST].spent >= 10.0", [1, 4]),
        FormRow("first(_:) == nil", (\Shop.visits).first(\.note) == nil, "visits[FIRST].note == nil", [2, 4]),
        FormRow("first(_:) of an optional, <", (\Shop.visits).first(\.stars) < 5, "visits[FIRST].stars < 5", [3, 4]),
        FormRow(
            "first(_:) beginsWith", (\Shop.visits).first(\.guest).beginsWith("John"),
            "visits[FIRST].guest BEGINSWITH 'John'", [1, 4]),
        FormRow(
            "first(_:) contains, c", (\Shop.visits).first(\.note).contains("FIR", .caseInsensitive),
            "visits[FIRST].note CONTAINS[c] 'FIR'", [1]),
        FormRow(
            "first(_:) in", (\Shop.visits).first(\.guest).in("Johnny", "Jane Doe"),
            "visits[FIRST].guest IN {'Johnny', 'Jane Doe'}", [3, 4]),
        FormRow(
            "first(_:) between", (\Shop.visits).first(\.spent).between(5...10),
            "visits[FIRST].spent BETWEEN {5.0, 10.0}", [1, 3]),
        FormRow("first(_:) ~=", (\Shop.visits).first(\.stars) ~= 3...4, "visits[FIRST].stars BETWEEN {3, 4}", [3, 4]),
        FormRow("first(_:) of a list", (\Shop.visits).first(\.tags).count == 2, "visits[FIRST].tags.@count == 2", [1]),
        FormRow(
            "first(_:) of an optional list", (\Shop.past).first(\.guest) == "Old", "past[FIRST].guest == 'Old'", [1]),
        FormRow("last(_:) ==", (\Shop.visits).last(\.guest) == "John", "visits[LAST].guest == 'John'", [3]),
        FormRow(
            "last(_:) >", (\Shop.visits).last(\.day) > later, "visits[LAST].day > CAST('2001-01-06', 'NSDate')", [3]),
        FormRow("last(_:) <=", (\Shop.visits).last(\.stars) <= 2, "visits[LAST].stars <= 2", [3]),
        FormRow(
            "last(_:) beginsWith", (\Shop.visits).last(\.guest).beginsWith("J"), "visits[LAST].guest BEGINSWITH 'J'",
            [1, 3, 4]),
        FormRow("last(_:) like", (\Shop.visits).last(\.guest).like("*n?y"), "visits[LAST].guest LIKE '*n?y'", [4]),
        FormRow(
            "last(_:) in", (\Shop.visits).last(\.spent).in([20, 50]), "visits[LAST].spent IN {20.0, 50.0}", [1, 4]),
        FormRow("last(_:) of a list, any", (\Shop.visits).last(\.tags).any == "y", "ANY visits[LAST].tags == 'y'", [3]),
        FormRow("at(index:_:) ==", (\Shop.visits).at(index: 1, \.guest) == "Al", "visits[1].guest == 'Al'", [3]),
        FormRow(
            "at(index:_:) <", (\Shop.visits).at(index: 1, \.day) < later,
            "visits[1].day < CAST('2001-01-06', 'NSDate')", [3]),
        FormRow("at(index:_:) of an optional", (\Shop.visits).at(index: 1, \.stars) >= 1, "visits[1].stars >= 1", [3]),
        FormRow(
            "at(index:_:) endsWith", (\Shop.visits).at(index: 1, \.guest).endsWith("Doe"),
            "visits[1].guest ENDSWITH 'Doe'", [1]),
        FormRow(
            "at(index:_:) between", (\Shop.visits).at(index: 2, \.spent).between(50...100),
            "visits[2].spent BETWEEN {50.0, 100.0}", [3]),
        FormRow("a field of first", (\Shop.visits).first.guest == "John", "visits[FIRST].guest == 'John'", [1]),
    ]

    static let relationships: [FormRow] = [
        FormRow("a key path of one", \Shop.owner?.name == "Ann", "owner.name == 'Ann'", [1]),
        FormRow("all(_:)", (\Shop.visits).all(\.spent) >= 10, "ALL visits.spent >= 10.0", [1, 2, 4]),
        FormRow(
            "any(_:)", (\Shop.visits).any(\.guest).contains("John"), "ANY visits.guest CONTAINS 'John'", [1, 3, 4]),
        FormRow("any(_:) of a set", (\Shop.staff).any(\.name) == "Ann", "ANY staff.name == 'Ann'", [1, 4]),
        FormRow("any(_:) of an optional", (\Shop.visits).any(\.stars) < 3, "ANY visits.stars < 3", [3]),
        FormRow("any(_:) ~=", (\Shop.visits).any(\.spent) ~= 5...10, "ANY visits.spent BETWEEN {5.0, 10.0}", [1, 3]),
        FormRow("none(_:)", (\Shop.visits).none(\.guest) == "Jane Doe", "NONE visits.guest == 'Jane Doe'", [2, 4]),
        FormRow("sum(_:)", (\Shop.visits).sum(\.spent) > 40, "visits.@sum.spent > 40.0", [3, 4]),
        FormRow("average(_:)", (\Shop.visits).average(\.spent) == 15, "visits.@avg.spent == 15.0", [1]),
        FormRow("min(_:)", (\Shop.visits).min(\.spent) < 10, "visits.@min.spent < 10.0", [3]),
        FormRow("max(_:) of an optional", (\Shop.visits).max(\.stars) < 5, "visits.@max.stars < 5", [3, 4]),
        FormRow("max(_:)", (\Shop.visits).max(\.day) > later, "visits.@max.day > CAST('2001-01-06', 'NSDate')", [3]),
        FormRow(
            "all(_:where:), size", all(\Shop.visits, where: (\Visit.guest).contains("John")).size == 1,
            "SUBQUERY(visits, $element, $element.guest CONTAINS 'John')[SIZE] == 1", [1, 3, 4]),
        FormRow(
            "all(_:where:), first", all(\Shop.visits, where: (\Visit.spent) > 6).first(\.guest) == "Al",
            "SUBQUERY(visits, $element, $element.spent > 6.0)[FIRST].guest == 'Al'", [3]),
        FormRow(
            "all(_:where:), any", all(\Shop.staff, where: (\Person.id) < 2).any(\.name) == "Ann",
            "ANY SUBQUERY(staff, $element, $element.id < 2).name == 'Ann'", [1, 4]),
        FormRow(
            "all(_:where:), &&", \Shop.isOpen && all(\.visits, where: \.stars != nil).count == 1,
            "isOpen == TRUE AND SUBQUERY(visits, $element, $element.stars != nil).@count == 1", [1]),
    ]
}
