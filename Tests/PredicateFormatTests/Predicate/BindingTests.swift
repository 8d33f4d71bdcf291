import Testing

@testable import PredicateFormat

@Suite struct BindingTests {
    @Test func valuesAreReadAsLiterals() throws {
        let since = try ParsedPredicate(parsing: "born > $day AND age < $age").checked(against: people)
        #expect(since.variables.map(\.name) == ["day", "age"])
        let bound = try since.binding(["day": "2001-01-01", "age": 30])
        #expect(bound.variables.isEmpty)
        #expect(bound.source == since.source)
        let literal = try ParsedPredicate(parsing: "born > '2001-01-01' AND age < 30").checked(against: people)
        #expect(bound.tree == literal.tree)
        #expect(bound.matches(["born": "2001-01-02T00:00:00Z", "age": 20]))
        #expect(!bound.matches(["born": "2000-01-02T00:00:00Z", "age": 20]))
    }

    @Test func anyNumberOfTimes() throws {
        let open = try checked("a == $x AND b == $y AND c == $x")
        let half = try open.binding(["x": 1, "unused": 5])
        #expect(half.variables.map(\.name) == ["y"])
        #expect(half.predicateFormat == "a == 1 AND b == $y AND c == 1")
        let whole = try half.binding(["y": "s", "x": 2])
        #expect(whole.predicateFormat == #"a == 1 AND b == "s" AND c == 1"#)
        #expect(try open.binding(["x": 7]).predicateFormat == "a == 7 AND b == $y AND c == 7")
        #expect(open.variables.map(\.name) == ["x", "y"])
        #expect(half.matches(["a": 1, "b": 4, "c": 1], context: EvaluationContext(bindings: ["y": 4])))
    }

    /// Unknown names have no effect, and a predicate without open variables does not change.
    @Test func nothingToBind() throws {
        let closed = try checked("a == 1 OR a != 1")
        #expect(try closed.binding(["a": 5]).predicateFormat == closed.predicateFormat)
        let open = try checked("a == $x AND b == $y")
        #expect(try open.binding(["z": 5]).variables.map(\.name) == ["x", "y"])
        let bound = try open.binding(["x": 1, "y": 2])
        #expect(try bound.binding(["x": 3]).predicateFormat == "a == 1 AND b == 2")
    }

    @Test func nilAndLists() throws {
        let open = try checked("a IN $list OR a == $none")
        let bound = try open.binding(["list": [1, "x"], "none": nil])
        #expect(bound.predicateFormat == #"a IN {1, "x"} OR a == nil"#)
        #expect(bound.matches([:]))
        #expect(bound.matches(["a": "x"]))
        #expect(!bound.matches(["a": 2]))
        let object = try checked("a == $o").binding(["o": ["k": 1]])
        #expect(object.matches(["a": ["k": 1]]))
        #expect(try (object && checked("b == 1")).matches(["a": ["k": 1], "b": 1]))
    }

    @Test(arguments: [
        ("age == $x", PredicateValue.string("old"), "wrong-operand $x"),
        ("born < $x", .string("2001-13-01"), "unreadable-date $x"),
        ("state == $x", .string("lots"), "unknown-case $x"),
        ("age BETWEEN $x", .list([1]), "between-bounds $x"),
        ("id == $x", .string("?"), "unreadable-uuid $x"),
        ("name LIKE $x", .integer(5), "wrong-operand $x"),
        ("$x.city == 'a'", .integer(5), "no-fields city"),
    ])
    func whatDoesNotFitPointsAtTheVariable(text: String, value: PredicateValue, expected: String) throws {
        let open = try ParsedPredicate(parsing: text).checked(against: people)
        #expect(codes { try open.binding(["x": value]) } == [expected])
    }

    @Test func variablesOfScopesAreNotSubstituted() throws {
        let open = try checked("SUBQUERY(items, $x, $x > $y).@count == 1 AND $z := 2 > 1 AND a == $z")
        #expect(open.variables.map(\.name) == ["y"])
        let bound = try open.binding(["x": 1, "y": 2, "z": 3])
        #expect(bound.predicateFormat == "SUBQUERY(items, $x, $x > 2).@count == 1 AND $z := 2 > 1 AND a == $z")
    }

    @Test func keysMayBeBound() throws {
        let open = try ParsedPredicate(parsing: "SELF.$key == 'x'").checked(against: people)
        #expect(try open.binding(["key": "name"]).predicateFormat == #"name == "x""#)
        #expect(codes { try open.binding(["key": "nmae"]) } == ["unknown-field $key"])
        #expect(try open.binding(["key": nil]).matches(["name": "x"]) == false)
    }

    @Test func unboundVariablesAreNamed() throws {
        let open = try checked("a == $x AND b == $y AND c == $x")
        #expect(
            codes {
                try open.requireBound(); return open
            } == ["unbound-variable $x", "unbound-variable $y"])
        #expect(
            codes {
                try open.requireBound(except: ["x": nil]); return open
            } == ["unbound-variable $y"])
        #expect(
            codes {
                try open.requireBound(except: ["x": 1, "y": 2]); return open
            } == [])
    }

    @Test func inferredSchemasDoNotChangeAnswers() throws {
        var inferred = people
        inferred.origin = .inferred
        let open = try ParsedPredicate(parsing: "seen == $t").checked(against: inferred)
        let bound = try open.binding(["t": "2001-01-01T00:00:00Z"])
        #expect(bound.matches(["seen": "2001-01-01T00:00:00Z"]))
        #expect(!bound.matches(["seen": "2001-01-01T01:00:00+01:00"]))
    }
}
