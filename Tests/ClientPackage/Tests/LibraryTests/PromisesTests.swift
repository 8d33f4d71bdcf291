// What the library promises to a program, seen from outside of its package: no declaration here is `package`.
import Foundation
import PredicateFoundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateSets
import Testing

enum Priority: String, CaseIterable, PredicateFieldValue { case low, high }

struct Part: PredicateDescribed, Hashable {
    var name: String
    static let predicateDescription = PredicateDescription<Part> { Field("name", \.name) }
}

struct Ticket: PredicateDescribed, Hashable {
    var title: String
    var priority: Priority
    var day: Int
    var parts: Set<Part> = []

    static let predicateDescription = PredicateDescription<Ticket> {
        Field("title", \.title)
        Field("priority", \.priority)
        Field("day", \.day)
        Field("parts", \.parts)
    }
}

private let tickets = [
    Ticket(title: "Leak, again", priority: .high, day: 1, parts: [Part(name: "pipe"), Part(name: "valve")]),
    Ticket(title: "a leak", priority: .high, day: 2), Ticket(title: "noise", priority: .low, day: 1),
]

/// The codes of what is thrown, with the parts of the text that they are about.
private func codes(_ body: () throws -> Void) -> [String] {
    do {
        try body()
        return []
    } catch let error as PredicateDiagnostics {
        return error.diagnostics.map { "\($0.code.rawValue) \($0.range.text(in: error.source))" }
    } catch let error as RecordQueryDiagnostics {
        return error.parts.flatMap { part in
            part.diagnostics.diagnostics.map { "\($0.code.rawValue) \($0.range.text(in: part.diagnostics.source))" }
        }
    } catch {
        return ["\(error)"]
    }
}

@Suite struct NoSilentFalse {
    @Test func freeVariablesHaveNoAnswer() throws {
        #expect(codes { _ = try Ticket.predicate("day > $least") } == ["unbound-variable $least"])
        #expect(codes { _ = try CheckedPredicate("day > $least") } == ["unbound-variable $least"])
        #expect(codes { _ = try tickets.fetch().where("day > $least").count() } == ["unbound-variable $least"])
        #expect(codes { _ = try RecordQuery(where: "day > $least").checked() } == ["unbound-variable $least"])
        #expect(codes { _ = try PredicateSet<Int>().insert("day > $least", for: 1) } == ["unbound-variable $least"])
    }

    @Test func bindingIsComplete() throws {
        let template = try Ticket.template("day > $least AND title CONTAINS[c] $word")
        #expect(codes { _ = try template.binding(["leest": 1, "word": "x"]) } == ["unknown-variable $least"])
        #expect(codes { _ = try template.binding(["least": 1]) } == ["unbound-variable $word"])
        #expect(codes { _ = try template.binding(["least": "one", "word": "x"]) } == ["wrong-operand $least"])
        let bound: TypedPredicate<Ticket> = try template.binding(["least": 1, "word": "LEAK"])
        #expect(tickets.filter(bound).map(\.day) == [2])
        #expect(tickets.filter { bound.matches($0) }.map(\.day) == [2])
    }

    /// Before the first record: an empty list throws, too.
    @Test func contextsAreCheckedFirst() throws {
        let template = try Ticket.template("day > $least")
        let none: [Ticket] = []
        #expect(
            codes { _ = try none.filter(template, context: EvaluationContext(bindings: ["leest": 1])) }
                == ["unbound-variable $least"])
        #expect(
            codes { _ = try none.count(where: template, context: EvaluationContext(bindings: ["least": "x"])) }
                == ["wrong-operand $least"])
        #expect(try tickets.filter(template, context: EvaluationContext(bindings: ["least": 1])).count == 1)
    }

    @Test func strangers() throws {
        let library = PredicateLibrary.standard.without(.now)
        #expect(codes { _ = try Ticket.predicate("random() > 0.5", limits: .untrusted) } == ["refused-function random"])
        #expect(codes { _ = try Ticket.predicate("now() != nil", library: library) } == ["refused-function now"])
        #expect(try tickets.count(where: Ticket.predicate("title CONTAINS[c] 'leak'", limits: .untrusted)) == 2)
    }

    @Test func exportsSayWhetherTheyMayDiffer() throws {
        let text = try Ticket.predicate("title CONTAINS 'leak'")
        #expect(throws: PredicateExportError.self) { try text.foundationPredicate() }
        let exported = try text.foundationPredicate(.mayDiffer)
        #expect(!exported.deviations.isEmpty)
        #expect(try tickets.filter(exported.predicate).count == 1)
    }
}

@Suite struct RequestsKeepTheirWord {
    @Test func havingAKeyPath() throws {
        let groups = tickets.fetch().groupBy(\.day).having((\Ticket.title).contains("leak", .c))
        let result: [[String: Any]] = try groups.result()
        #expect(result.map { $0["day"] as? Int64 } == [1, 2])
        #expect(try tickets.fetch().groupBy(\.day).having((\Ticket.title).contains("noise")).count() == 0)
    }

    @Test func textsTakeArguments() throws {
        let groups = tickets.fetch().groupBy(\.priority).aggregating("last = max(%K)", "day")
        #expect(try groups.having("count > %d AND last == %d", 1, 2).sorted(by: "%K", "last").count() == 1)
    }

    @Test func orderDoesNotMatter() throws {
        var request = tickets.fetch().where("title MATCHES '.*leak'").where(\.day < 9)
        #expect(throws: PredicateDiagnostics.self) { try request.count() }
        request.library = .standardWithPatterns
        #expect(try request.count() == 1)
        request.limits = PredicateLimits(patternBytes: 3)
        #expect(throws: PredicateDiagnostics.self) { try request.count() }
    }

    @Test func keyPathsFindTheirEngine() throws {
        #expect(try tickets.filter((\Ticket.title).matches(".*leak", using: .pcre2)).map(\.day) == [2])
    }

    /// A set has no order, so its parts have a number, and no first element.
    @Test func partsOfASetAreASet() throws {
        #expect(try tickets.filter(all(\Ticket.parts, where: \.name == "pipe").count == 1).map(\.day) == [1])
        #expect(try tickets.filter(all(\Ticket.parts, where: \.name != "x").count == 2).count == 1)
    }

    /// The line of the page for library users.
    @Test func keyPaths() throws {
        #expect(
            try tickets.filter(\Ticket.priority == .high && (\Ticket.title).contains("leak", .c)).map(\.day) == [1, 2])
    }
}
