import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import Testing

/// A form of predicate: how it is written with key paths, the equivalent text, and the shops that satisfy it.
struct FormRow: CustomTestStringConvertible {
    var form: String
    var predicate: KeyPathPredicate<Shop>
    var text: String
    var rows: [Int]

    init(_ form: String, _ predicate: KeyPathPredicate<Shop>, _ text: String, _ rows: [Int]) {
        self.form = form
        self.predicate = predicate
        self.text = text
        self.rows = rows
    }

    var testDescription: String { form }

    /// Compares the predicate with the text, and both with the rows.
    func check() throws {
        let library = PredicateLibrary.standard.using(patterns: PCRE2PatternEngine())
        let checked = try predicate.checked(library: library)
        let expected = try Shop.predicate(parsing: text, library: library)
        #expect(checked.predicateFormat == expected.predicateFormat)
        #expect(checked.checked.tree.canonical == expected.checked.tree.canonical)
        #expect(Shop.samples.filter(checked).map(\.id) == rows)
        #expect(Shop.samples.filter(expected).map(\.id) == rows)
    }
}
