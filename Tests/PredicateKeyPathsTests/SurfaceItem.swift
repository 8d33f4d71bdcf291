import PredicateFormat
import PredicateKeyPaths
import Testing

import PredicatePatterns

/// Something that PredicateKit's documentation has: how it is written here, the text that says the same, and what it means.
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

    /// Holds the predicate to the text and to the meaning.
    func check(on samples: [Root]) throws {
        let library = PredicateLibrary.standard.using(patterns: PCRE2PatternEngine())
        let checked = try predicate.checked(library: library)
        let expected = try Root.predicate(text, library: library)
        #expect(checked.predicateFormat == expected.predicateFormat)
        #expect(checked.checked.tree.canonical == expected.checked.tree.canonical)
        let rows = samples.map(meaning)
        #expect(samples.map { checked.matches($0) } == rows)
        #expect(rows.contains(true) && rows.contains(false), "the samples do not tell whether it works")
    }
}
