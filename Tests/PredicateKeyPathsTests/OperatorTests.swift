import Foundation
import PredicateFormat
import PredicateKeyPaths
import Testing

@Suite("Key-path operators")
struct OperatorTests {
    @Test func operatorsMakeTheTreeOfText() throws {
        let cases: [(KeyPathPredicate<Note>, String)] = [
            (\.views > 18, "views > 18"),
            (\.text == "x", "text == 'x'"),
            (\.parent == nil, "parent == nil"),
            (\.parent?.text == "x", "parent.text == 'x'"),
            (\.views >= 1 && \.text != "x", "views >= 1 AND text != 'x'"),
            (
                \.views >= 1 && \.text != "x" && \.views < 5 || \.views == 7,
                "(views >= 1 AND text != 'x' AND views < 5) OR views == 7"
            ),
            (!(\.views <= 1), "NOT views <= 1"),
            ((\Note.text).beginsWith("jo", [.c, .d]), "text BEGINSWITH[cd] 'jo'"),
            ((\Note.views).in(1, 2, 3), "views IN {1, 2, 3}"),
            (\.text == field(\.title), "text == title"),
            (\.isStarred && \.views > 1, "isStarred == TRUE AND views > 1"),
        ]
        for (predicate, text) in cases {
            let expected = try Note.predicate(text)
            #expect(predicate.predicateFormat == expected.predicateFormat)
            let checked = try predicate.checked()
            #expect(
                checked.checked.tree == expected.checked.tree.canonical
                    || checked.predicateFormat == expected.predicateFormat)
        }
    }

    @Test func filtering() throws {
        let notes = Note.samples
        #expect(try notes.filter(\.views > 18).count == notes.filter { $0.views > 18 }.count)
        let fromText = try Note.predicate("text CONTAINS 'a'")
        let expected = notes.filter { $0.views > 5 && $0.text.contains("a") }
        #expect(try notes.filter(\.views > 5 && fromText).map(\.id) == expected.map(\.id))
        #expect(try notes.filter(fromText && \.views > 5).map(\.id) == expected.map(\.id))
    }

    @Test func aKeyPathWithoutAFieldIsReported() throws {
        let predicate: KeyPathPredicate<Note> = \.views > 18 && \.draft == "x"
        #expect {
            try predicate.checked()
        } throws: { error in
            guard let found = error as? PredicateDiagnostics, found.diagnostics.count == 1 else { return false }
            let diagnostic = found.diagnostics[0]
            return diagnostic.code == "unregistered-key-path" && diagnostic.message.contains("draft")
                && diagnostic.range.text(in: found.source) == "\"\\\\Note.draft\""
        }
    }
}
