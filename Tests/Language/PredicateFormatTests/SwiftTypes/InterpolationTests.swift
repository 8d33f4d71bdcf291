import Foundation
import PredicateCore
import PredicateFormat
import Testing

/// Interpolations of format strings are arguments: nothing of a value becomes part of the text.
@Suite struct InterpolationTests {
    enum State: String, CaseIterable, PredicateFieldValue { case open, closed }

    struct Note: PredicateDescribed, Equatable {
        var name: String
        var age: Int
        var state = State.open
        var due: Date?
        var tags: [String] = []

        static let predicateDescription = PredicateDescription<Note> {
            PredicateField("name", \.name)
            PredicateField("age", \.age)
            PredicateField("state", \.state)
            PredicateField("due", \.due)
            PredicateField("tags", \.tags)
        }
    }

    let notes = [
        Note(name: "Ann", age: 40, tags: ["x"]), Note(name: "Bob", age: 20, state: .closed),
        Note(name: "x' OR 1 == 1 OR 'x' == 'x", age: 60, due: Date(timeIntervalSince1970: 0)),
    ]

    @Test func valuesAreBound() throws {
        let (limit, name, state, none) = (30, "x' OR 1 == 1 OR 'x' == 'x", State.closed, Date?.none)
        let list = ["x", "y"]
        let cases: [(TypedPredicate<Note>, TypedPredicate<Note>, [Int])] = [
            (try Note.predicate("age > \(limit)"), try Note.predicate("age > %@", limit), [0, 2]),
            (try Note.predicate("age > \(limit + 10)"), try Note.predicate("age > %@", 40), [2]),
            (
                try Note.predicate("age > \(limit) AND name == \(name)"),
                try Note.predicate("age > %@ AND name == %@", limit, name), [2]
            ),
            (
                try Note.predicate("age > \(limit) " + "AND name == \(name)"),
                try Note.predicate("age > %@ AND name == %@", limit, name), [2]
            ),
            (try Note.predicate("state == \(state)"), try Note.predicate("state == %@", state), [1]),
            (try Note.predicate("due == \(none)"), try Note.predicate("due == %@", none), [0, 1]),
            (try Note.predicate("due == \(nil)"), try Note.predicate("due == %@", nil), [0, 1]),
            (try Note.predicate("ANY tags IN \(list)"), try Note.predicate("ANY tags IN %@", list), [0]),
            (try Note.predicate("age BETWEEN \(10...30)"), try Note.predicate("age BETWEEN %@", 10...30), [1]),
            (
                try Note.predicate("\(field: "age") > \(limit)"), try Note.predicate("%K > %@", "age", limit),
                [0, 2]
            ),
            (
                try Note.predicate("age < %d AND name != \(name) AND state == %@", 50, State.open),
                try Note.predicate("age < %d AND name != %@ AND state == %@", 50, name, State.open), [0]
            ),
        ]
        for (bound, expected, found) in cases {
            #expect(bound == expected)
            #expect(bound.source == expected.source)
            #expect(notes.indices.filter { bound.matches(notes[$0]) } == found, "\(bound)")
        }
        let adults = try Note.predicate("age >= \(limit)")
        #expect(try Note.predicate("\(adults) AND name == 'Ann'").source == "(age >= 30) AND name == 'Ann'")
        #expect(try Note.predicate(parsing: "age > %d", limit) == cases[0].1)
        #expect(try Note.predicateDescription.predicate("age > \(limit)", arguments: []) == cases[0].1)
        #expect(try Note.predicateDescription.predicate("age > %@", arguments: [30]) == cases[0].1)
    }

    @Test func everyEntryBinds() throws {
        let (limit, key) = (30, "age")
        let template = try Note.template("age > \(limit) AND name == $name")
        #expect(try template.binding(["name": "Ann"]).matches(notes[0]))
        #expect(try Note.template(parsing: "age > %d AND name == $name", limit) == template)
        let schema = Note.predicateDescription.schema
        #expect(
            try CheckedPredicate("age > \(limit)", schema: schema)
                == CheckedPredicate("age > %@", schema: schema, arguments: [30]))
        #expect(
            try CheckedPredicate("age > \(limit) AND age < %d", arguments: [50]).predicateFormat
                == "age > 30 AND age < 50")
        #expect(try PredicateTemplate("\(field: key) > $x").predicateFormat == "age > $x")
        let found: [Note] = try notes.fetch().where("age > \(limit)").sorted(by: "-\(field: key)").result()
        #expect(found == [notes[2], notes[0]])
        let groups = try notes.fetch().groupBy("\(field: "state")").aggregating("oldest = max(\(field: key))")
            .having("oldest > \(limit)").fetchingOnly("\(field: "oldest")").objects()
        #expect(groups.map { $0.value(forKey: "oldest") } == [60])
        let parsed = PredicateFormatString(parsing: "age > \(limit)")
        #expect(try notes.fetch().where(parsed).result() == [notes[0], notes[2]])
    }

    struct Unknown: Sendable {}

    @Test func misplacedInterpolationsAreErrors() throws {
        let value = "Ann"
        #expect(
            errors { try Note.predicate("name == '\(value)' AND age > \(3)") } == [
                "quoted-argument 8..<12: an interpolation in quotes would be text, not a value (remove the quotes)"
            ])
        #expect(
            errors { try Note.predicate("name LIKE \"*\(value)*\"") } == [
                "quoted-argument 10..<16: an interpolation in quotes would be text, not a value "
                    + "(remove the quotes: an interpolation stands for a whole value)"
            ])
        #expect(
            errors { try Note.predicate("age > 3 /* \(value) */") }.first?.hasPrefix("quoted-argument 11..<13: ")
                == true)
        #expect(errors { try Note.predicate("%@ == \(value)") } != [])
        #expect(errors { try Note.predicate("name == \(value)", 3) }.map { $0.prefix(15) } == ["unused-argument"])
        #expect(errors { try Note.predicate("age > \(value)") }.map { $0.prefix(13) } == ["wrong-operand"])
        #expect(errors { try Note.predicate("\(field: "nmae") == 1") }.map { $0.prefix(13) } == ["unknown-field"])
        let error = #expect(throws: PredicateDiagnostics.self) { try Note.predicate("name == '\(value)'") }
        #expect(error?.source == "name == '%@'")
        #expect(error?.diagnostics.first?.edits == [.init(replacing: SourceRange(8, 12), with: "%@")])
    }

    @Test @available(*, deprecated, message: "asks what a type that is no format argument gives")
    func otherTypesAreErrors() throws {
        #expect(
            errors { try Note.predicate("name == \(Unknown())") } == [
                "wrong-format-argument 8..<10: a value of type `Unknown` is not a format argument "
                    + "(the type has to conform to PredicateFieldValue)"
            ])
        #expect(errors { try CheckedPredicate("a == \(Unknown())", arguments: []) }.count == 1)
        // The overloads of before take texts that are known at run time.
        let text = "age > %d"
        #expect(try Note.predicate(text, 30) == Note.predicate(parsing: text, 30))
    }

    private func errors(_ body: () throws -> some Any) -> [String] {
        do {
            _ = try body()
            return []
        } catch let error as PredicateDiagnostics {
            return error.diagnostics.map { found in
                "\(found.code.rawValue) \(found.range.lowerBound)..<\(found.range.upperBound): \(found.message)"
                    + (found.hint.map { " (\($0))" } ?? "")
            }
        } catch { return ["\(error)"] }
    }
}
