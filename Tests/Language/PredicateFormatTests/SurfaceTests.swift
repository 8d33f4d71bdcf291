import Foundation
import PredicateCore
import PredicatePatterns
import Testing

/// The library from the view of a program: from a text to an answer, the errors that it throws, and additions to
/// the language. Foundation is imported too, and its names must not clash.
@Suite struct SurfaceTests {
    static let person = RecordSchema(
        root: "Person",
        types: [
            RecordType(
                "Person",
                fields: [
                    RecordField("name", .string), RecordField("age", .optional(.integer)),
                    RecordField("tags", .list(.string)), RecordField("born", .dateTime),
                    RecordField("parent", .optional(.object("Person"))),
                ])
        ])

    static let record: PredicateValue = [
        "name": "Jörg", "age": 31, "tags": ["a", "b"], "born": "1990-05-01T10:00:00+02:00",
        "parent": ["name": "Ada", "age": nil, "tags": [], "born": "1960-01-01T00:00:00Z"],
    ]

    @Test(arguments: [
        ("age > 30 AND name BEGINSWITH[cd] 'jo'", true), ("ANY tags == 'b'", true), ("tags.@count == 2", true),
        ("SUBQUERY(tags, $t, $t == 'a').@count == 1", true), ("parent.name == 'Ada' AND parent.age == nil", true),
        ("parent.parent.name == nil", true), ("NOT parent.age > 3", true), ("born < '1990-05-01T09:00:00Z'", true),
        ("born BEGINSWITH '1990-05-01T10'", true), ("name MATCHES 'J.*g'", true), ("age BETWEEN {32, 40}", false),
        ("TERNARY(age > 30, 'old', 'young') == 'old'", true), ("$v := age + 1 > 31 AND $v == 32", true),
    ])
    func answers(_ text: String, _ expected: Bool) throws {
        let predicate = try ParsedPredicate(parsing: text, library: .standardWithPatterns).checked(against: Self.person)
        #expect(predicate.matches(Self.record) == expected)
        let again = try ParsedPredicate(parsing: predicate.predicateFormat, library: .standardWithPatterns)
        #expect(again.tree == predicate.tree)
    }

    @Test func everyMistakeOfATextIsThrownAtOnce() {
        let error = #expect(throws: PredicateDiagnostics.self) {
            try ParsedPredicate(
                parsing: "nmae BEGINSWITH[cd] \"jo\" AND age > \"thirty\" AND tags == 'x' AND born > 'soon'"
            )
            .checked(against: Self.person)
        }
        #expect(
            error?.diagnostics.filter { $0.severity == .error }.map(\.code)
                == ["unknown-field", "wrong-operand", "missing-quantifier", "unreadable-date"])
        #expect(error?.description.contains("did you mean `name`?") == true)
    }

    @Test func syntaxNamesAndTypesAreShownTogether() {
        let text = "nmae CONTAIN 'x' AND age > 'a' AND"
        let found = ParsedPredicate.diagnostics(of: text, against: Self.person)
        #expect(
            found.diagnostics.map(\.code) == ["unknown-field", "unknown-operator", "wrong-operand", "missing-operand"])
    }

    @Test func argumentsHaveTheTypesOfWhatTheyAreComparedWith() throws {
        let parsed = try ParsedPredicate(parsing: "age > %@ AND name IN %@ AND %K == %@ AND %d == 1")
        #expect(parsed.argumentCount == 5)
        let types = parsed.argumentTypes(against: Self.person)
        #expect(types[0] == .integer)
        #expect(types[1] == .list(.string))
        let checked = try parsed.checked(against: Self.person, arguments: [18, ["Jörg"], "name", "Jörg", 1])
        #expect(checked.matches(Self.record))
        #expect(checked.predicateFormat == "age > 18 AND name IN {\"Jörg\"} AND name == \"Jörg\" AND 1 == 1")
    }

    // MARK: Registered functions and operators

    static let distance = PredicateFunction(
        "distance:to:", parameters: [FunctionParameter("from", .double), FunctionParameter("to", .double)],
        result: .double,
        help: "How far two numbers are apart."
    ) { arguments in
        guard case .integer(let a) = arguments[0], case .integer(let b) = arguments[1] else { return .null }
        return .double(Double(a) - Double(b) < 0 ? Double(b) - Double(a) : Double(a) - Double(b))
    }

    static let soundsLike = PredicateOperator(
        "SOUNDS-LIKE", left: .string, right: .string, help: "The first letters agree."
    ) { left, right, _ in
        guard case .string(let a) = left, case .string(let b) = right else { return false }
        return a.first == b.first
    }

    static let near = PredicateOperator("NEAR", left: .double, right: .double, help: "Within ten.") { left, right, _ in
        guard case .integer(let a) = left, case .integer(let b) = right else { return false }
        return abs(a - b) <= 10
    }

    static let library = PredicateLibrary.standard.adding(distance).adding([soundsLike, near])

    @Test(arguments: [
        ("distance:to:(age, 40) == 9", true, "distance:to:(age, 40) == 9"),
        ("FUNCTION(age, 'distance:to:', 40) < 9", false, "FUNCTION(age, \"distance:to:\", 40) < 9"),
        ("name sounds-like 'Jan'", true, "name SOUNDS-LIKE \"Jan\""),
        ("ANY tags SOUNDS-LIKE[c] 'bb'", true, "ANY tags SOUNDS-LIKE[c] \"bb\""), ("age near 35", true, "age NEAR 35"),
        ("parent.age NEAR 35", false, "parent.age NEAR 35"),
    ])
    func whatIsRegisteredIsLikeBuiltIn(_ text: String, _ expected: Bool, _ printed: String) throws {
        let predicate = try ParsedPredicate(parsing: text, library: Self.library).checked(against: Self.person)
        #expect(predicate.matches(Self.record) == expected)
        #expect(predicate.predicateFormat == printed)
    }

    @Test(arguments: [
        ("distance:to:(name, 40) == 9", "wrong-argument-type"), ("distance:to:(age) == 9", "wrong-argument-count"),
        ("distanc:to:(age, 4) == 9", "unknown-function"), ("age SOUNDS-LIKE 'x'", "wrong-operand"),
        ("age NEAER 35", "unknown-operator"),
    ])
    func whatIsRegisteredIsChecked(_ text: String, _ code: String) {
        let found = ParsedPredicate.diagnostics(of: text, against: Self.person, library: Self.library)
        #expect(found.diagnostics.map(\.code.rawValue) == [code])
        #expect(found.diagnostics.first?.hint != nil || code.hasPrefix("wrong"))
    }

    @Test func aFieldMayHaveTheNameOfARegisteredOperator() throws {
        let predicate = try ParsedPredicate(parsing: "near NEAR 3 AND near == 5", library: Self.library).checked()
        #expect(predicate.matches(["near": 5]))
    }

    // MARK: Limits and threads

    @Test func limitsCanBeSetAndAreNamed() {
        var limits = PredicateLimits()
        limits.depth = 5
        limits.sourceBytes = 100
        limits.listElements = 3
        for (text, code) in [
            ("((((((((((((((((((((((((((((((((a == 1))))))))))))))))))))))))))))))))", "too-deep"),
            ("a == 1+1+1+1+1+1+1+1", "too-deep"), (String(repeating: "a", count: 101), "source-too-long"),
            ("a IN {1, 2, 3, 4}", "list-too-long"),
        ] {
            let found = ParsedPredicate.diagnostics(of: text, limits: limits)
            #expect(found.diagnostics.map(\.code.rawValue) == [code], "\(text)")
            let names = ["too-deep": "depth", "source-too-long": "sourceBytes", "list-too-long": "listElements"]
            #expect(found.diagnostics.first?.message.contains(names[code] ?? "?") == true)
        }
    }

    @Test func onePredicateServesManyThreads() async throws {
        let predicate = try ParsedPredicate(
            parsing: "name MATCHES[c] 'j.*' AND ANY tags IN {'a', 'c'}", library: .standardWithPatterns
        ).checked(against: Self.person)
        let record = Self.record
        let count = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<200).reduce(0) { count, _ in count + (predicate.matches(record) ? 1 : 0) } }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 1600)
    }
}
