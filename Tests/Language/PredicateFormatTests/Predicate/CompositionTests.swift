import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite struct CompositionTests {
    let a = PredicateTree(.comparison(.init(ExpressionTree(.field(ExpressionTree(.record), "a")), .equal, .literal(1))))
    let b = PredicateTree(.comparison(.init(ExpressionTree(.field(ExpressionTree(.record), "b")), .less, .literal(2))))
    let c = PredicateTree(
        .comparison(.init(ExpressionTree(.field(ExpressionTree(.record), "c")), .like, .literal("x"))))

    @Test func operatorsMakeGroups() {
        #expect((a && b).predicateFormat == "a == 1 AND b < 2")
        #expect((a || b).predicateFormat == "a == 1 OR b < 2")
        #expect((!a).predicateFormat == "NOT a == 1")
        #expect((a && b && c).predicateFormat == "a == 1 AND b < 2 AND c LIKE \"x\"")
        #expect((a || b || c).predicateFormat == "a == 1 OR b < 2 OR c LIKE \"x\"")
        #expect((a && (b && c)).predicateFormat == "a == 1 AND (b < 2 AND c LIKE \"x\")")
        #expect((a && b || c).predicateFormat == "(a == 1 AND b < 2) OR c LIKE \"x\"")
    }

    @Test func groupsOfTextsStay() throws {
        let group = try tree("a == 1 AND b < 2")
        #expect((group && c).predicateFormat == "(a == 1 AND b < 2) AND c LIKE \"x\"")
        #expect([group, group].conjunction().predicateFormat == "(a == 1 AND b < 2) AND (a == 1 AND b < 2)")
    }

    @Test func sequences() {
        #expect([PredicateTree]().conjunction().predicateFormat == "TRUEPREDICATE")
        #expect([PredicateTree]().disjunction().predicateFormat == "FALSEPREDICATE")
        #expect([a].conjunction() == a)
        #expect([a].disjunction() == a)
        #expect(PredicateTree.and([a, b, c]) == (a && b && c))
        #expect(PredicateTree.or([a, b, c]) == (a || b || c))
    }

    @Test func checkedPredicatesCompose() throws {
        let adult = try ParsedPredicate(parsing: "age >= %@").checked(against: people, arguments: [18])
        let named = try ParsedPredicate(parsing: "name BEGINSWITH[c] 'jo' OR state == 'new'").checked(against: people)
        let both = try adult && named
        #expect(both.predicateFormat == #"age >= 18 AND (name BEGINSWITH[c] "jo" OR state == "new")"#)
        #expect(both.schema == people)
        #expect(try (adult || named).predicateFormat == #"age >= 18 OR (name BEGINSWITH[c] "jo" OR state == "new")"#)
        #expect(try (!named).predicateFormat == #"NOT (name BEGINSWITH[c] "jo" OR state == "new")"#)
        #expect(both.matches(["age": 20, "name": "Jon", "state": "lost"]))
        #expect(!both.matches(["age": 17, "name": "Jon", "state": "new"]))
        #expect(try [adult, named, adult].conjunction().matches(["age": 20, "name": "Jon", "state": "lost"]))
        #expect(try [CheckedPredicate]().disjunction().matches(1) == false)
        #expect(try [CheckedPredicate]().conjunction().matches(1))
    }

    @Test func rangesStandInTheNewText() throws {
        let whole = try checked("name == 'x'") && checked("age > 3 AND age < 5")
        var texts: [String] = []
        whole.tree.forEachNode { node in
            if case .expression(let tree) = node, case .field(_, let name) = tree.kind {
                texts.append(tree.range?.text(in: whole.source) ?? "none")
                #expect(texts.last == name)
            }
        }
        #expect(texts == ["name", "age", "age"])
    }

    @Test func whatDoesNotFitIsAnError() throws {
        let a = try PredicateTemplate("age == $x", schema: people)
        let b = try PredicateTemplate("name == $x", schema: people)
        #expect(codes { try (a && b).open } == ["variable-conflict $x"])
        #expect(codes { try (a && PredicateTemplate("name == $y")).open } == ["different-schemas name == $y"])
        #expect(
            try (a && PredicateTemplate("age < $y", schema: people)).variables.map(\.name) == ["x", "y"])
    }

    @Test func valuesWithoutLiteralsSurvive() throws {
        let record: PredicateValue = ["k": 1, "on": true]
        let bytes: PredicateValue = .data(.init([1, 2, 3]))
        let objects = try ParsedPredicate(parsing: "a == %@ AND b == %@ AND on == TRUE").checked(arguments: [
            record, bytes,
        ])
        let whole = try objects && checked("c IN {1, 2}")
        #expect(whole.source == "(a == %@ AND b == %@ AND on == TRUE) AND c IN {1, 2}")
        #expect(whole.matches(["a": record, "b": bytes, "on": true, "c": 2]))
        #expect(!whole.matches(["a": record, "b": "AQIE", "on": true, "c": 2]))
    }

    @Test func librariesAreJoined() throws {
        func library(_ name: String, _ value: PredicateValue) -> PredicateLibrary {
            PredicateLibrary().adding(
                PredicateFunction(name, parameters: [], result: .integer, help: "") { _ in value })
        }
        let one = try ParsedPredicate(parsing: "one() == 1", library: library("one", 1)).checked()
        let two = try ParsedPredicate(parsing: "two() == 2", library: library("two", 2)).checked()
        #expect(try (one && two).matches(.null))
    }

    @Test func longChainsStayShallow() throws {
        var all = a
        for _ in 0..<5000 { all = all && b }
        #expect(all.height < 10)
        #expect(try all.checked().matches(["a": 1, "b": 1]))
        let many = Array(repeating: b, count: 50_000).conjunction()
        #expect(many.height == a.height + 1)
        #expect(try many.checked().matches(["b": 1]))
    }

    @Test func noChainOverflowsAStack() {
        onSmallStack {
            var deep = a
            var levels: [PredicateTree] = []
            for step in 0..<3000 {
                deep = step % 2 == 0 ? !deep : (b || deep)
                if step == 900 { levels.append(deep) }
            }
            #expect(deep.isTooDeep)
            #expect(deep.predicateFormat == "")
            #expect(deep == !deep)
            #expect((a && deep).isTooDeep)
            #expect(codes { try deep.checked() } == ["too-deep "])
            let high = levels[0]
            #expect(!high.isTooDeep && high == levels[0] && Set(levels).contains(high))
            #expect(high.predicateFormat.hasPrefix("NOT (b < 2 OR (NOT "))
            #expect(codes { try high.checked() } != [])
            var right = c
            for _ in 0..<100_000 { right = a && right }
            #expect(right.isTooDeep)
        }
    }

    @Test func treesAreCheckedByTheirText() throws {
        let record = ExpressionTree(.record)
        func compare(_ left: ExpressionTree, _ comparator: ComparisonOperator = .equal) -> PredicateTree {
            PredicateTree(.comparison(.init(left, comparator, .literal(1))))
        }
        #expect(try compare(.init(.field(record, "a b"))).checked().source == "SELF.\"a b\" == 1")
        #expect(
            codes { try compare(.init(.variable("x == 1 OR $y"))).checked() } == ["malformed-tree $x == 1 OR $y == 1"])
        #expect(
            codes { try compare(record, .custom("== 2 OR SELF ==")).checked() } == [
                "malformed-tree SELF == 2 OR SELF == 1"
            ])
        #expect(
            codes { try compare(.init(.call("evil(1) + f", []))).checked() } == ["malformed-tree evil(1) + f() == 1"])
        #expect(
            codes { try compare(.init(.arithmetic(.subtract, .init(.element), .literal(5)))).checked() } == [
                "malformed-tree  - 5 == 1"
            ])
        #expect(
            codes { try compare(.init(.call("performSelector:", [record]))).checked() } == [
                "unknown-function performSelector:"
            ])
        #expect(
            codes { try compare(.init(.argument(0, FormatSpecifier("%@", .value)))).checked() } == [
                "missing-argument %@ == 1"
            ])
        #expect(try compare(.init(.argument(0, FormatSpecifier("%@", .value)))).checked(arguments: [1]).matches(.null))
    }
}
