import Foundation
import PredicateFormat
import PredicateFoundation
import PredicateRecords
import Testing

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

    /// A name that is misspelt, beside values for all variables.
    @Test func namesThatTheTextLacks() throws {
        let template = try Ticket.template("day > $least")
        #expect(
            codes { _ = try template.binding(["least": 1, "leest": 2]) }.map { $0.prefix(16) } == ["unknown-variable"])
    }

    @Test func untrustedTextsHaveBounds() throws {
        func found(_ text: String, _ limits: PredicateLimits = .untrusted, library: PredicateLibrary = .standard)
            -> [String]
        {
            codes { _ = try CheckedPredicate(text, library: library, limits: limits) }
                .map { String($0.prefix { $0 != " " }) }
        }
        #expect(found("day == 1 AND title == '\(String(repeating: "x", count: 20_000))'") == ["source-too-long"])
        let nested = String(repeating: "NOT (", count: 60) + "day == 1" + String(repeating: ")", count: 60)
        #expect(found(nested) == ["too-deep"])
        #expect(found(nested, .standard) == [])
        #expect(found("day IN {\((0...1_000).map(String.init).joined(separator: ","))}") == ["list-too-long"])
        #expect(
            found("SUBQUERY(a, $x, SUBQUERY(a, $y, ANY a == $y AND $x != $y).@count > 1).@count > 1") == ["too-costly"])
        #expect(
            found("SUBQUERY(a, $x, SUBQUERY(a, $y, ANY a == $y AND $x != $y).@count > 1).@count > 1", .standard) == [])

        let twice = PredicateFunction(
            "twice:", parameters: [FunctionParameter("number", .integer)], result: .integer, help: "Doubles."
        ) { _ in .null }
        let library = PredicateLibrary.standard.adding(twice)
        #expect(found("twice(day) == 4", library: library) == ["refused-function"])
        #expect(found("twice(day) == 4", .untrusted(allowing: ["twice:"]), library: library) == [])
    }

    /// A predicate that reads an optional value twice is imported with a variable, and goes back.
    @Test func assignmentsGoBack() throws {
        let memos = [Memo(number: nil), Memo(number: 2), Memo(number: 7)]
        let imported = try TypedPredicate(importing: #Predicate<Memo> { ($0.number.flatMap { $0 + 1 } ?? 8) == 8 })
        #expect(imported.predicateFormat.contains(":="))
        let exported = try imported.foundationPredicate().predicate
        #expect(try memos.map(exported.evaluate) == [true, false, true])
        #expect(memos.map(imported.matches) == [true, false, true])
    }

    /// A comparison with nil means the same in the language, so there is nothing to remark.
    @Test func comparisonsWithNilHaveNoRemark() throws {
        let imported = try Memo.predicateDescription.predicate(importing: #Predicate<Memo> { $0.assets == nil })
        #expect(imported.notes.isEmpty)
        #expect(imported.predicate.predicateFormat == "assets == nil")
    }

    /// A context costs little: the bound is loose, since this is measured in a debug build on a busy machine.
    @Test func aContextCostsLittle() throws {
        let predicate = try Ticket.predicate("day > 0 AND title CONTAINS 'leak'")
        let context = EvaluationContext()
        func fastest(_ body: () -> Void) -> Duration {
            (0..<20).map { _ in ContinuousClock().measure { for _ in 0..<2_000 { body() } } }.min() ?? .zero
        }
        let plain = fastest { _ = predicate.matches(tickets[0]) }
        let within = fastest { _ = predicate.matches(tickets[0], context: context) }
        #expect(within < plain * 3)
    }
}

/// A value with a list that may be nil.
private struct Memo: PredicateDescribed {
    var assets: [Int]?
    var number: Int?
    static let predicateDescription = PredicateDescription<Memo> {
        PredicateField("assets", \.assets)
        PredicateField("number", \.number)
    }
}
