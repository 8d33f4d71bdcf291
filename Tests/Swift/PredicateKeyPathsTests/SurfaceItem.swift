import PredicateFormat
import PredicateKeyPaths
import Testing

import PredicatePatterns

/// An item of PredicateKit's documentation: how it is written here, the equivalent text, and its meaning.
struct SurfaceItem<Root: PredicateDescribed>: CustomTestStringConvertible {
    var name: String
    var predicate: KeyPathPredicate<Root>
    var text: String
    var meaning: @Sendable (Root) -> Bool

    init(
        _ name: String, _ predicate: KeyPathPredicate<Root>, _ text: String,
        _ meaning: @escaping @Sendable (Root) -> Bool
    ) {
        self.name = name
        self.predicate = predicate
        self.text = text
        self.meaning = meaning
    }

    var testDescription: String { name }

    /// Compares the predicate with the text and the meaning.
    func check(on samples: [Root]) throws {
        let library = PredicateLibrary.standard.using(patterns: PCRE2PatternEngine())
        let checked = try predicate.checked(library: library)
        let expected = try Root.predicate(parsing: text, library: library)
        #expect(checked.predicateFormat == expected.predicateFormat)
        #expect(checked.checked.tree.canonical == expected.checked.tree.canonical)
        let rows = samples.map(meaning)
        #expect(samples.map { checked.matches($0) } == rows)
        #expect(rows.contains(true) && rows.contains(false), "the samples do not tell whether it works")
    }
}
