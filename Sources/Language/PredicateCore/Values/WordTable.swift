/// Words with a value each, such as keywords and the names of functions in other languages.
///
/// Words are compared by code points. Swift's equality and hash of strings normalize a text first, and for a run of
/// combining marks that takes the square of its length, so they must not see a name from outside.
package struct WordTable<Value: Sendable>: ExpressibleByDictionaryLiteral, Sendable {
    private let values: [ExactName: Value]

    /// Creates a table from a literal. Of equal words the first counts.
    package init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }

    /// Creates a table from words and values. Of equal words the first counts.
    package init(_ elements: some Sequence<(String, Value)>) {
        values = Dictionary(elements.map { (ExactName($0), $1) }, uniquingKeysWith: { first, _ in first })
    }

    /// The value of a word; nil for other texts.
    package subscript(word: String) -> Value? { values[ExactName(word)] }
}

/// Words, compared as in a `WordTable`.
package struct WordSet: ExpressibleByArrayLiteral, Sendable {
    private let words: Set<ExactName>

    /// Creates a set from a literal.
    package init(arrayLiteral elements: String...) { self.init(elements) }

    /// Creates a set from words.
    package init(_ elements: some Sequence<String>) { words = Set(elements.map(ExactName.init)) }

    /// Whether a text is one of the words.
    package func contains(_ text: String) -> Bool { words.contains(ExactName(text)) }
}
