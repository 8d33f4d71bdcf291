import Testing

@testable import PredicateAnalysis
@testable import PredicateCore
@testable import PredicateFormat

/// The content of an explanation: types of nodes and fields, and the steps of simplification.
@Suite struct ExplanationTests {
    static let schema = RecordSchema(
        root: "Shop",
        types: [
            RecordType(
                "Shop",
                fields: [
                    RecordField("name", .string), RecordField("owner", .optional(.object("Person"))),
                    RecordField("orders", .list(.object("Order"))), RecordField("extra", .dictionary(.integer)),
                    RecordField("tags", .set(.string)), RecordField("open", .boolean),
                ]),
            RecordType("Person", fields: [RecordField("age", .integer)]),
            RecordType(
                "Order", fields: [RecordField("total", .decimal), RecordField("lines", .list(.string))],
                additional: .string),
        ])

    @Test(arguments: [
        ("name == 'x'", [("name", ValueType.string)]), ("name.length > 3", [("name.length", .integer)]),
        ("owner.age > 3", [("owner.age", .optional(.integer))]),
        ("ANY orders.total > 3", [("orders[].total", .decimal)]),
        ("orders.@sum.total > 3", [("orders", .list(.object("Order"))), ("orders[].total", .decimal)]),
        ("ANY orders.note == 'x'", [("orders[].note", .optional(.string))]),
        ("extra.k == 3", [("extra.k", .optional(.integer))]), ("ANY tags == 'x'", [("tags", .set(.string))]),
        ("tags.@count == 1", [("tags", .set(.string))]), ("SELF == nil", [("SELF", .object("Shop"))]),
        (
            "SUBQUERY(orders, $o, ANY $o.lines == name).@count == 1",
            [("orders", .list(.object("Order"))), ("orders[].lines", .list(.string)), ("name", .string)]
        ),
        ("self.name == 'x'", [("name", .string)]),
    ])
    func typesOfFields(text: String, fields: [(String, ValueType)]) throws {
        let explanation = try ParsedPredicate(parsing: text).explanation(against: Self.schema)
        #expect(explanation.fields.map(\.path.description) == fields.map(\.0))
        #expect(explanation.fields.map(\.type) == fields.map(\.1))
        #expect(explanation.fields.allSatisfy { !$0.isSeen })
    }

    @Test func pathsThatAreNotThere() {
        for path in [[FieldPath.Step.key("nope")], [.key("name"), .elements], [.key("name"), .key("x")], [.elements]] {
            #expect(Self.schema.type(at: FieldPath(path)) == nil)
            #expect(Self.schema.field(at: FieldPath(path)) == nil)
        }
        #expect(Self.schema.type(at: FieldPath([.key("name"), .anyKey, .key("x")])) == .any)
        #expect(Self.schema.field(at: FieldPath([.key("owner"), .key("age")]))?.type == .integer)
        #expect(Self.schema.type(at: FieldPath()) == .object("Shop"))
    }

    @Test func whatIsYetToBeGiven() throws {
        let explanation = try ParsedPredicate(parsing: "owner.age > $least AND name == %@ AND %K == 1 AND $free == nil")
            .explanation(against: Self.schema)
        #expect(explanation.variables.map(\.name) == ["least", "free"])
        #expect(explanation.variables.map(\.type.unwrapped) == [.integer, .any])
        #expect(explanation.arguments.map(\.specifier.spelling) == ["%@", "%K"])
        #expect(explanation.arguments.map(\.type) == [.string, .string])
        let given = try ParsedPredicate(parsing: "name == %@ AND owner.age > $least")
            .explanation(against: Self.schema, arguments: ["x"], bindings: ["least": 3])
        #expect(given.canonical == "name == \"x\" AND owner.age > 3")
        #expect(given.variables.isEmpty)
        #expect(given.arguments.isEmpty)
    }

    /// A type that only the sample shows is marked as seen. A type that follows from the text is not.
    @Test func typesOfASampleAreSeen() throws {
        var schema = Self.schema
        schema.origin = .inferred
        let explanation = try ParsedPredicate(
            parsing: "name == $n AND owner.age + 1 > $x + 2 AND length:(name) > 2"
        )
        .explanation(against: schema)
        #expect(explanation.schemaOrigin == .inferred)
        let seen = explanation.nodes.filter(\.isSeen).map { node in
            if case .expression(let tree) = node.node { tree.predicateFormat } else { "predicate" }
        }
        #expect(seen.contains("name"))
        #expect(seen.contains("owner.age"))
        #expect(!seen.contains("predicate"))
        #expect(!seen.contains("2"))
        #expect(explanation.fields.allSatisfy { $0.isSeen })
        let variables = Dictionary(uniqueKeysWithValues: explanation.variables.map { ($0.name, $0) })
        #expect(variables["n"]?.isSeen == true)
        #expect(variables["n"]?.type == .string)
    }

    @Test func errorsAreThrown() {
        let error = #expect(throws: PredicateDiagnostics.self) {
            _ = try ParsedPredicate(parsing: "nmae == 1 AND age BETWEEN {5, 1}").explanation(against: Self.schema)
        }
        #expect(error?.hasErrors == true)
    }

    // MARK: Steps

    @Test(arguments: [
        (
            "1 == 1 AND a == 1",
            [
                "constant-comparison `1 == 1` is always true",
                "neutral-part `1 == 1` changes nothing in its AND, because it is always true",
            ]
        ),
        (
            "a == 1 OR 1 > 2",
            [
                "constant-comparison `1 > 2` is always false",
                "neutral-part `1 > 2` changes nothing in its OR, because it is always false",
            ]
        ),
        ("a == 1 AND FALSEPREDICATE", ["deciding-part the AND round `FALSEPREDICATE` is always false"]),
        ("a == 1 OR TRUEPREDICATE", ["deciding-part the OR round `TRUEPREDICATE` is always true"]),
        (
            "(a == 1 AND b == 2) AND c == 3",
            ["nested-group `a == 1 AND b == 2` needs no separate group in the AND round it"]
        ),
        ("NOT NOT a > 1", ["double-negation `NOT NOT a > 1` is `a > 1`"]),
        ("NOT a = 1", ["negated-equality `NOT a = 1` is `a != 1`"]),
        ("NOT TRUEPREDICATE", ["negated-constant `NOT TRUEPREDICATE` is always false"]),
        ("a == 2+3", ["arithmetic `2+3` is `5`"]), ("a IN {1}", ["single-element `a IN {1}` is `a == 1`"]),
        ("a IN {}", ["never-true `a IN {}` is never true, whatever the record"]),
        ("a > 1 AND b == 2 AND a>1", ["repeated-part `a>1` is repeated in its AND"]),
        (
            "a > 1 AND NOT a > 1",
            ["opposite-parts `a > 1` and `NOT a > 1` are opposites, so the AND round them is always false"]
        ),
        (
            "a == 1 OR a != 1",
            ["opposite-parts `a == 1` and `a != 1` are opposites, so the OR round them is always true"]
        ),
        (
            "a > 2 AND a < 1",
            ["contradiction no value satisfies both `a > 2` and `a < 1`, so the AND round them is always false"]
        ),
        (
            "a != 1 OR a != 2",
            ["contradiction every value satisfies `a != 1` or `a != 2`, so the OR round them is always true"]
        ),
        ("a == 1 AND (a == 1 OR b == 2)", ["implied-part `a == 1 OR b == 2` adds nothing to `a == 1`"]),
        ("a == 1", []), ("random() > 0.5 AND random() > 0.5", []),
        (
            "$v := a == 1 AND (b == 1 AND TRUEPREDICATE)",
            ["nested-group `b == 1 AND TRUEPREDICATE` needs no separate group in the AND round it"]
        ),
    ])
    func steps(text: String, expected: [String]) throws {
        let tree = try ParsedPredicate(parsing: text).tree
        let simplification = tree.simplification()
        #expect(simplification.steps.map { "\($0.rule.rawValue) \($0.sentence(in: text))" } == expected)
        #expect(simplification.predicate == tree.simplified())
        #expect((simplification.predicate == tree) == expected.isEmpty)
        // Without a text, the clauses are written in canonical form.
        for step in simplification.steps { #expect(step.sentence(in: nil).contains("`")) }
    }

    /// Each simplification has a step.
    @Test func generatedTreesTellTheirSteps() {
        var generator = TreeGenerator(seed: 77)
        for round in 0..<400 {
            let tree = generator.predicate(round % 5)
            let simplification = tree.simplification()
            // Removing a group of one clause is no step, because its text is that of the clause. Only programs
            // build such groups.
            let isSame = simplification.predicate.canonical == tree.canonical
            #expect(isSame || !simplification.steps.isEmpty, "\(tree)")
        }
    }

    @Test func aSimplerFormThatDoesNotCheckIsNone() throws {
        let level = RecordSchema(
            root: "R",
            types: [
                RecordType("R", fields: [RecordField("level", .enumeration(.init(base: .integer, cases: [1, 2])))])
            ])
        let explanation = try ParsedPredicate(parsing: "level == 2 + 3").explanation(against: level)
        #expect(explanation.simplification == nil)
        let open = try ParsedPredicate(parsing: "level == %d AND 1 == 1").explanation(against: level)
        #expect(open.simplification?.predicate.predicateFormat == "level == %d")
    }

    @Test func longPartsAreCut() throws {
        let text = "'" + String(repeating: "é", count: 500) + "' == 'x' AND a == 1"
        let step = try #require(ParsedPredicate(parsing: text).tree.simplification().steps.first)
        #expect(step.sentence(in: text) == "`'" + String(repeating: "é", count: 58) + "…` is always false")
    }
}
