import Foundation
import PredicateFormat
import PredicateKeyPaths
import Testing

/// Predicates, schemas, limits and values are Swift values.
@Suite struct PredicatesAreValues {
    private static let schema = RecordSchema(
        root: "Ticket",
        types: [RecordType("Ticket", fields: [RecordField("title", .string), RecordField("day", .integer)])])

    private func again<Value: Codable>(_ value: Value, library: PredicateLibrary? = nil) throws -> Value {
        let decoder = JSONDecoder()
        if let library { decoder.userInfo[.predicateLibrary] = library }
        return try decoder.decode(Value.self, from: JSONEncoder().encode(value))
    }

    /// Equal, with equal hashes, and the same after they were written and read.
    private func isAValue<Value: Hashable & Codable & Sendable>(_ make: () throws -> Value, other: Value) throws {
        let value = try make()
        #expect(try value == make())
        #expect(Set([value, try make(), other]).count == 2)
        #expect(try again(value) == value)
        #expect(try again(value) != other)
    }

    @Test func everyKindIsOne() throws {
        try isAValue({ try Ticket.predicate("day > %d", 3) }, other: Ticket.predicate("day > 4"))
        try isAValue(
            { try CheckedPredicate("day>3", schema: Self.schema) }, other: CheckedPredicate("day > 3"))
        try isAValue({ \Ticket.day > 3 && (\Ticket.title).contains("x") }, other: \Ticket.day > 3)
        try isAValue({ Self.schema }, other: RecordSchema(root: "Other", types: [RecordType("Other", fields: [])]))
        try isAValue({ PredicateLimits(depth: 9) }, other: .untrusted)
        try isAValue({ PredicateValue.list([.integer(1), .string("x"), .null]) }, other: .list([]))
    }

    @Test func descriptionIsTheText() throws {
        #expect("\(try Ticket.predicate("day>3 && title=='x'"))" == #"day > 3 AND title == "x""#)
        #expect("\(try CheckedPredicate("day>3"))" == "day > 3")
        #expect("\(\Ticket.day > 3)" == "day > 3")
        #expect("\(PredicateValue.list([.integer(1), .string("x")]))" == #"{1, "x"}"#)
    }

    /// Both forms answer differently, so they are not equal.
    @Test func composedFormsAreDifferent() throws {
        let (composed, decomposed) = ("\u{e9}", "e\u{301}")
        #expect(composed == decomposed)
        #expect(try Ticket.predicate("title == %@", composed) != Ticket.predicate("title == %@", decomposed))
        #expect(
            try CheckedPredicate("a == %@", arguments: [.string(composed)])
                != CheckedPredicate("a == %@", arguments: [.string(decomposed)]))
        #expect((\Ticket.title == composed) != (\Ticket.title == decomposed))
        #expect(PredicateValue.string(composed) != .string(decomposed))
        #expect(Set([PredicateValue.string(composed), .string(decomposed)]).count == 2)
        #expect(Set([\Ticket.title == composed, \Ticket.title == decomposed]).count == 2)
    }

    @Test func decodingIsGivenTheLibrary() throws {
        let twice = PredicateFunction(
            "twice:", parameters: [FunctionParameter("number", .integer)], result: .integer, help: "Doubles."
        ) { _ in .null }
        let library = PredicateLibrary.standard.adding(twice)
        let predicate = try CheckedPredicate("twice(day) == 4", library: library)
        #expect(try again(predicate, library: library) == predicate)
        #expect(codes { _ = try again(predicate) } == ["unknown-function twice:"])
        let typed = try Ticket.predicate("twice(day) == 4", library: library)
        #expect(try again(typed, library: library) == typed)
        #expect(throws: PredicateDiagnostics.self) { try again(typed) }
        // Libraries hold closures: their names and signatures count.
        #expect(library == PredicateLibrary.standard.adding(twice) && library != .standard)
    }

    @Test func decodingChecks() throws {
        #expect(
            codes { _ = try JSONDecoder().decode([TypedPredicate<Ticket>].self, from: Data(#"["dya > 3"]"#.utf8)) }
                == ["unknown-field dya"])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([CheckedPredicate].self, from: Data("[3]".utf8))
        }
    }

    @Test func whatNoTextSaysIsNotWritten() throws {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([PredicateValue.double(.nan)]) }
        let unsayable = try CheckedPredicate("a == %@", arguments: [.object(PredicateObject([("a", .integer(1))]))])
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(unsayable) }
        // The property has no field.
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(\Ticket.title.count == 3) }
    }

    @Test func diagnosticsAreForPrograms() throws {
        let text = "é == 1 AND naem == 'x' AND day == 'y'"
        let error = #expect(throws: PredicateDiagnostics.self) { try CheckedPredicate(text, schema: strict) }
        let found = try #require(error)
        // The shape of `predicate check --diagnostics json`.
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(found)) as? [[String: Any]]
        #expect(json?.count == found.diagnostics.count)
        #expect(json?.last?["code"] as? String == "wrong-operand")
        #expect((json?.last?["labels"] as? [Any])?.count == 1)
        #expect(json?.allSatisfy { $0["range"] != nil && $0["message"] is String && $0["severity"] is String } == true)
        #expect(try JSONSerialization.jsonObject(with: Data(found.json().utf8)) as? NSArray == json as NSArray?)

        #expect(found.diagnostics.contains { $0.code == .unknownField })
        let range = try #require(found.diagnostics.first { $0.range.text(in: text) == "naem" }).range
        let indices: Range<String.Index> = range.indices(in: text)
        #expect(text[indices] == "naem")

        let localized: any LocalizedError = found
        #expect(localized.errorDescription == "`é` is not a field of Ticket, and 2 more")
        #expect(localized.localizedDescription == localized.errorDescription)
    }

    private var strict: RecordSchema { Self.schema }

    /// Configuration has memberwise initialisers with defaults.
    @Test func configurationIsMade() {
        #expect(PredicateLimits() == .standard)
        #expect(PredicateLimits(depth: 5, estimatedRecord: .init(recordBytes: 9)).depth == 5)
        #expect(FieldLimits(elements: 9).elements == 9)
        #expect(RecordField("a", .string, documentation: "x", limits: FieldLimits(elements: 1)).name == "a")
        let query = RecordQuery(where: "day > 1", sort: "-day", limit: 3)
        #expect(query.limit == 3)
    }
}
