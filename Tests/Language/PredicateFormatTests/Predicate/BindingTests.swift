import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite struct BindingTests {
    @Test func valuesAreReadAsLiterals() throws {
        let since = try PredicateTemplate("born > $day AND age < $age", schema: people)
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
        let open = try PredicateTemplate("a == $x AND b == $y AND c == $x")
        let half = try open.partiallyBinding(["x": 1])
        #expect(half.variables.map(\.name) == ["y"])
        #expect(half.predicateFormat == "a == 1 AND b == $y AND c == 1")
        #expect(try half.binding(["y": "s"]).predicateFormat == #"a == 1 AND b == "s" AND c == 1"#)
        #expect(try open.partiallyBinding(["x": 7]).predicateFormat == "a == 7 AND b == $y AND c == 7")
        #expect(open.variables.map(\.name) == ["x", "y"])
        let context = EvaluationContext(bindings: ["y": 4, "other": 1])
        #expect(try half.matches(["a": 1, "b": 4, "c": 1], context: context))
        #expect(try half.binding(context).predicateFormat == "a == 1 AND b == 4 AND c == 1")
    }

    /// A name that the text lacks, and a variable without a value, are errors with ranges; both at once if both are.
    private static let faults: [(String, [String: PredicateValue], [String])] = [
        ("a == $name", ["nme": 1], ["unknown-variable $name"]),
        ("a == $name AND b == $x", ["nme": 1], ["unknown-variable $name", "unbound-variable $x"]),
        ("a == $name", ["name": 1, "zzz": 1], ["unknown-variable a == $name"]),
        ("a == $name", [:], ["unbound-variable $name"]),
        ("a == 1", ["name": 1], ["unknown-variable a == 1"]),
        (
            "born == $day AND age == $x", ["day": 1, "y": 2],
            ["wrong-operand $day", "unknown-variable born == $day AND age == $x", "unbound-variable $x"]
        ),
        ("age == $x AND born == $day", ["x": "old", "dya": 2], ["wrong-operand $x", "unknown-variable $day"]),
    ]

    @Test(arguments: faults.indices)
    func whatIsMissingOrTooMuch(index: Int) throws {
        let (text, values, expected) = Self.faults[index]
        let template = try PredicateTemplate(text, schema: text.contains("born") ? people : nil)
        #expect(codes { try template.binding(values) }.sorted() == expected.sorted())
        let direct = codes { try CheckedPredicate(text, schema: template.schema, bindings: values) }
        #expect(direct.sorted() == expected.sorted())
    }

    @Test func suggestionsAreMade() throws {
        let template = try PredicateTemplate("a == $name AND b == $age")
        do {
            _ = try template.binding(["nme": 1, "age": 2])
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.diagnostics.map(\.message) == ["the predicate has no variable `$nme`"])
            #expect(error.diagnostics.map(\.hint) == ["did you mean `$name`?"])
        }
    }

    /// Only a template has variables: whatever makes a predicate refuses them.
    @Test func predicatesHaveNoVariables() throws {
        let text = "a == $x"
        #expect(codes { try CheckedPredicate(text) } == ["unbound-variable $x"])
        #expect(codes { try ParsedPredicate(parsing: text).checked() } == ["unbound-variable $x"])
        #expect(codes { try ParsedPredicate(parsing: text).tree.checked() } == ["unbound-variable $x"])
        #expect(PredicateCompilation(text).predicate == nil)
        #expect(PredicateCompilation(text).template?.variables.map(\.name) == ["x"])
        #expect(throws: RecordQueryDiagnostics.self) { try RecordQuery(where: text).checked() }
        #expect(throws: RecordQueryDiagnostics.self) { try RecordQuery(select: "b = $x").checked() }
        #expect(throws: PredicateDiagnostics.self) {
            try PredicateTemplate(text).matches(["a": 1], context: EvaluationContext())
        }
        let closed = try CheckedPredicate("a == 1 OR a != 1")
        #expect(try PredicateTemplate(closed).binding([:]) == closed)
    }

    @Test func nilAndLists() throws {
        let open = try PredicateTemplate("a IN $list OR a == $none")
        let bound = try open.binding(["list": [1, "x"], "none": nil])
        #expect(bound.predicateFormat == #"a IN {1, "x"} OR a == nil"#)
        #expect(bound.matches([:]))
        #expect(bound.matches(["a": "x"]))
        #expect(!bound.matches(["a": 2]))
        let object = try PredicateTemplate("a == $o").binding(["o": ["k": 1]])
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
        let open = try PredicateTemplate(text, schema: people)
        #expect(codes { try open.binding(["x": value]) } == [expected])
    }

    @Test func variablesOfScopesAreNotSubstituted() throws {
        let open = try PredicateTemplate("SUBQUERY(items, $x, $x > $y).@count == 1 AND $z := 2 > 1 AND a == $z")
        #expect(open.variables.map(\.name) == ["y"])
        #expect(codes { try open.binding(["y": 2, "z": 3]) } != [])
        let bound = try open.binding(["y": 2])
        #expect(bound.predicateFormat == "SUBQUERY(items, $x, $x > 2).@count == 1 AND $z := 2 > 1 AND a == $z")
    }

    @Test func keysMayBeBound() throws {
        let open = try PredicateTemplate("SELF.$key == 'x'", schema: people)
        #expect(try open.binding(["key": "name"]).predicateFormat == #"name == "x""#)
        #expect(codes { try open.binding(["key": "nmae"]) } == ["unknown-field $key"])
        #expect(try open.binding(["key": nil]).matches(["name": "x"]) == false)
    }

    @Test func inferredSchemasDoNotChangeAnswers() throws {
        var inferred = people
        inferred.origin = .inferred
        let open = try PredicateTemplate("seen == $t", schema: inferred)
        let bound = try open.binding(["t": "2001-01-01T00:00:00Z"])
        #expect(bound.matches(["seen": "2001-01-01T00:00:00Z"]))
        #expect(!bound.matches(["seen": "2001-01-01T01:00:00+01:00"]))
    }
}
