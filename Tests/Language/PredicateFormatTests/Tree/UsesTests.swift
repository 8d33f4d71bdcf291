import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite struct UsesTests {
    @Test(arguments: [
        ("name == 'x' AND age > age", "name, age"),
        ("address.city == 'x'", "address.city"),
        ("ANY orders.total > 5", "orders[].total"),
        ("ANY orders.lines.sku == 'x'", "orders[].lines[].sku"),
        ("orders[0].lines.sku[FIRST] == 'x'", "orders[].lines[].sku"),
        ("orders.lines[0].@count == 1", "orders[].lines"),
        ("orders.@count > 2", "orders"),
        ("orders.@sum.total > 2", "orders, orders[].total"),
        ("(orders.@unionOfArrays.lines).@count > 2", "orders, orders[].lines"),
        ("(orders.@unionOfObjects.buyer).name[0] == 'x'", "orders, orders[].buyer[].name"),
        (
            "SUBQUERY(orders, $o, $o.total > 5 AND $o.buyer.name == name).@count > 1",
            "orders, orders[].total, orders[].buyer.name, name"
        ),
        (
            "SUBQUERY(orders, $o, SUBQUERY($o.lines, $l, $l.count > 1).@count > 1).@count > 1",
            "orders, orders[].lines, orders[].lines[].count"
        ),
        ("SUBQUERY(orders, $o, $o.total > 5)[0].buyer.age > 1", "orders, orders[].total, orders[].buyer.age"),
        ("extra.x == 1 AND extra['y'] == 2 AND extra[name] == 3", "extra.x, extra.y, name, extra.*"),
        ("SELF == nil", "SELF"),
        ("$o := address AND $o.city == 'x'", ""),
        ("($o := address).city == 'x' AND $o.zip == 'y'", "address.city, address.zip"),
        (
            "TERNARY(age > 3, address, orders[0].buyer.address).city == 'x'",
            "age, address.city, orders[].buyer.address.city"
        ),
        ("tags[SIZE] > 1 AND 'x' IN tags", "tags"),
        ("uppercase(name) == 'X' AND CAST(age, 'NSString') == '1'", "name, age"),
        ("SELF.$key == 'x'", "*"),
    ])
    func fields(text: String, expected: String) throws {
        guard let checked = try? open(text, against: people) else {
            #expect(expected.isEmpty)
            return
        }
        #expect(checked.uses.fields.map(\.description).joined(separator: ", ") == expected)
    }

    @Test(arguments: [
        ("a.b == 1 AND c == 2 AND a == 3", ["a", "c"]),
        ("SUBQUERY(items, $x, $x.p == q).@count == 1", ["items", "q"]),
        ("a.#self.b == 1", ["a"]),
        ("1 == 1", []),
        ("é == 1 AND e\u{301} == 1", ["é", "e\u{301}"]),
        ("SELF == 1", nil), ("#self == 1", nil), ("@count == 1", nil), ("@sum.a == 1", nil),
        ("SELF.$x == 1", nil), ("SELF[0] == 1", nil), ("SELF[name] == 1", nil),
        ("SUBQUERY(a, $x, SELF == $x).@count == 1", nil), ("CAST(SELF, 'NSString') == 'a'", nil),
        ("SELF['a'] == 1", ["a"]),
    ])
    func topLevelKeys(text: String, expected: [String]?) throws {
        #expect(try tree(text).uses.topLevelKeys == expected)
    }

    /// Fields outside the reported keys do not change the answer.
    @Test func otherKeysDoNotCount() throws {
        var generator = TreeGenerator(seed: 31)
        let record = PredicateObject([
            ("a", 1), ("b", ["x": 1, "a": [1, 2]]), ("name", [["a": 1], ["a": 2]]), ("_x1", "x"), ("AND", nil),
            ("", 5.5),
        ])
        var checked = 0
        for round in 0..<3000 {
            let tree = generator.predicate(round % 4)
            guard let keys = tree.uses.topLevelKeys, let predicate = try? tree.checked() else { continue }
            checked += 1
            let narrow = PredicateObject(record.fields.filter { keys.contains($0.0) })
            let context = EvaluationContext()
            #expect(
                predicate.matches(record, context: context) == predicate.matches(narrow, context: context), "\(tree)")
        }
        #expect(checked > 200)
    }

    @Test func variablesAndFunctions() throws {
        let uses = try tree(
            "a == $x AND SUBQUERY(b, $x, $x == $y).@count == 1 AND $z := 1 == $z AND $x == now() AND FUNCTION(a, 'sqrt:') == abs(sum(b)) AND abs(1) == 1 AND a UTI-EQUALS 'x'"
        ).uses
        #expect(uses.variables == ["x", "y"])
        #expect(uses.functions == ["now", "sqrt:", "abs:", "sum:"])
        #expect(uses.operators == ["UTI-EQUALS"])
        #expect(try expression("a + $q").uses.variables == ["q"])
    }

    @Test func walksVisitInOrder() throws {
        var seen: [String] = []
        try tree("a == 1 AND NOT SUBQUERY(b, $x, c == 2).@count == TERNARY(d == 1, e, f)").forEachNode { node in
            if case .expression(let tree) = node, case .field(_, let name) = tree.kind { seen.append(name) }
        }
        #expect(seen == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func rewritingGoesFromTheBottomUp() throws {
        let renamed = try tree(
            "a.b == 1 AND ANY SUBQUERY(a, $x, $x.a > 2).b == 2 OR NOT TERNARY(a > 1, a, 2) IN {a, 1}"
        )
        .rewritingExpressions { tree in
            if case .field(let base, "a") = tree.kind { ExpressionTree(.field(base, "z")) } else { tree }
        }
        #expect(
            renamed.predicateFormat
                == "(z.b == 1 AND ANY SUBQUERY(z, $x, $x.z > 2).b == 2) OR (NOT TERNARY(z > 1, z, 2) IN {z, 1})")
        let negated = try tree("a == 1 AND (b == 2 OR c == 3)").rewriting(
            predicates: { tree in if case .comparison = tree.kind { !tree } else { tree } }, expressions: { $0 })
        #expect(negated.predicateFormat == "(NOT a == 1) AND ((NOT b == 2) OR (NOT c == 3))")
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try tree("a == 1").rewritingExpressions { (tree) throws(Stop) in throw Stop() }
        }
    }

    @Test func rewritingWithNothingChangesNothing() {
        var generator = TreeGenerator(seed: 32)
        for round in 0..<1000 {
            let tree = generator.predicate(round % 6)
            #expect(tree.rewriting(predicates: { $0 }, expressions: { $0 }) == tree)
        }
    }

    @Test func sameKeysAreSameCodePoints() throws {
        #expect(try tree("é == 1") != tree("e\u{301} == 1"))
        #expect(try Set([tree("é == 1"), tree("e\u{301} == 1"), tree("é == 1")]).count == 2)
    }
}
