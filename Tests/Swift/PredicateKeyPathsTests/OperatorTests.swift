import Foundation
import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import Testing

@Suite("Key-path predicates in use")
struct OperatorTests {
    private let notes = Note.samples

    @Test func sequencesTakeThem() throws {
        #expect(try notes.filter(\.numberOfViews > 120).map(\.id) == [3, 4, 5])
        #expect(try notes.count(where: \.isStarred && \.numberOfViews < 100) == 1)
        #expect(try notes.first(where: \.parent != nil)?.id == 2)
        #expect(try notes.contains(where: \.text == ""))
        #expect(try !notes.allSatisfy(\.text == ""))
        let predicate = try Note.predicate(\.numberOfViews > 120 && \.isStarred)
        #expect(predicate.matches(notes[3]))
    }

    @Test func requestsTakeThem() throws {
        let found = try notes.fetch(where: \.numberOfViews > 100 && \.text != "").where(\.isStarred == false)
            .sorted(by: \.numberOfViews, .descending).result()
        #expect(found.map(\.id) == [3, 1])
        #expect(try Note.request(where: \.isStarred || \.text == "").result(from: notes).map(\.id) == [2, 4, 5])
        #expect(throws: RequestError.self) { try notes.fetch(where: \.draft == "x").result() }
    }

    @Test func theyGoWithPredicatesFromText() throws {
        let fromText = try Note.predicate("text CONTAINS[c] %@", "hello")
        for predicate: KeyPathPredicate<Note> in [
            \.numberOfViews > 120 && fromText, fromText && \.numberOfViews > 120,
        ] {
            #expect(try notes.filter(predicate).map(\.id) == [4])
        }
        #expect((fromText || \.isStarred).predicateFormat == "text CONTAINS[c] \"hello\" OR isStarred == 1")
        #expect((\.isStarred || fromText).predicateFormat == "isStarred == 1 OR text CONTAINS[c] \"hello\"")
        #expect(try notes.filter(\.parent == nil || fromText && !(\.isStarred)).map(\.id) == [1, 4])
        let composed = try Note.predicate(\.numberOfViews > 120) && fromText
        #expect(notes.filter(composed).map(\.id) == [4])
    }

    @Test func theFunctionsOfPredicatesFromTextComeWithThem() throws {
        let function = PredicateFunction(
            "twice:", parameters: [FunctionParameter("number", .integer)], result: .integer, help: "twice a number"
        ) { arguments in
            guard case .integer(let number) = arguments[0] else { return .null }
            return .integer(number * 2)
        }
        let library = PredicateLibrary.standard.adding(function)
        let fromText = try Note.predicate("twice(numberOfViews) == 38", library: library)
        #expect(try notes.filter(fromText && \.isStarred).map(\.id) == [2])
    }

    @Test func aKeyPathWithoutAFieldIsReported() throws {
        let predicate: KeyPathPredicate<Note> = \.numberOfViews > 120 && (\Note.draft).contains("x")
        let inner: KeyPathPredicate<Item> = \.note?.parent?.draft == "x" || \.assets == nil
        for (found, location) in [
            (diagnostics { try predicate.checked() }, 29), (diagnostics { try inner.checked() }, 5),
        ] {
            #expect(found?.diagnostics.map(\.code) == ["unregistered-key-path"])
            #expect(found?.diagnostics.first?.message.contains("draft") == true)
            #expect(found?.diagnostics.first?.range.lowerBound == location, "\(String(describing: found))")
        }
    }

    @Test func whatElseIsWrongIsReportedBesideIt() throws {
        let predicate: KeyPathPredicate<Note> =
            \.draft == "x" && (\Note.text).matches("(", using: .pcre2) && \.draft != "y"
        let found = diagnostics { try predicate.checked(library: .standard) }
        let codes = found?.diagnostics.map(\.code.rawValue) ?? []
        #expect(codes.filter { $0 == "unregistered-key-path" }.count == 2)
    }

    @Test func whatIsTooDeepIsADiagnostic() throws {
        var predicate: KeyPathPredicate<Note> = \.numberOfViews > 1
        for _ in 0..<2000 { predicate = !predicate }
        #expect(diagnostics { try predicate.checked() }?.diagnostics.map(\.code) == ["too-deep"])
        var chain: KeyPathPredicate<Note> = \.numberOfViews > 1
        for number in 0..<3000 { chain = chain || \.numberOfViews == number }
        #expect(try notes.filter(chain).count == 5)
    }

    @Test func subPredicatesNest() throws {
        let predicate: KeyPathPredicate<Shelf> =
            all(\.boxes, where: all(\.items, where: \.assets != nil).count > 1).count == 1
        #expect(
            predicate.predicateFormat
                == "SUBQUERY(boxes, $element2, SUBQUERY($element2.items, $element, $element.assets != nil).@count > 1).@count == 1"
        )
        let full = Box(items: Item.samples)
        let shelves = [Shelf(boxes: [full, Box(items: [])]), Shelf(boxes: [full, full]), Shelf(boxes: [])]
        #expect(try shelves.map { try predicate.checked().matches($0) } == [true, false, false])
    }

    private func diagnostics(_ body: () throws -> some Any) -> PredicateDiagnostics? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? PredicateDiagnostics
        }
    }
}

struct Shelf: PredicateDescribed {
    var boxes: [Box]
    static let predicateDescription = PredicateDescription<Shelf> { PredicateField("boxes", \.boxes) }
}

struct Box: PredicateDescribed {
    var items: [Item]
    static let predicateDescription = PredicateDescription<Box> { PredicateField("items", \.items) }
}
