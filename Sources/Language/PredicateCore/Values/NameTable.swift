/// Values by name, in the order in which the names were added. Names are equal if their code points are equal. A small
/// table is searched linearly, a larger one is hashed.
package struct NameTable<Value> {
    package private(set) var entries: [(name: String, value: Value)] = []
    /// The locations of the entries; empty while they are few.
    private var locations: [ExactName: Int] = [:]
    private static var few: Int { 8 }

    /// Creates an empty table.
    package init() {}

    /// Creates a table of one name.
    package init(_ name: String, _ value: Value) { append(name, value) }

    /// Creates a table from a dictionary, in the order of the names.
    package init(_ values: [String: Value]) {
        if values.isEmpty { return }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { append(name, value) }
    }

    /// Whether the table is empty.
    package var isEmpty: Bool { entries.isEmpty }

    /// The names, in their order.
    package var names: [String] { entries.map(\.name) }

    private func location(of name: String) -> Int? {
        locations.isEmpty ? entries.firstIndex { sameCodePoints($0.name, name) } : locations[ExactName(name)]
    }

    /// Adds a name with its value, unless it is there.
    package mutating func add(_ name: String, _ value: @autoclosure () -> Value) {
        if location(of: name) == nil { append(name, value()) }
    }

    private mutating func append(_ name: String, _ value: Value) {
        entries.append((name, value))
        if locations.isEmpty, entries.count > Self.few {
            for (location, entry) in entries.enumerated() { locations[ExactName(entry.name)] = location }
        } else if !locations.isEmpty {
            locations[ExactName(name)] = entries.count - 1
        }
    }

    /// The value of a name. Assigning nil has no effect.
    package subscript(name: String) -> Value? {
        get { location(of: name).map { entries[$0].value } }
        set {
            guard let newValue else { return }
            if let location = location(of: name) {
                entries[location].value = newValue
                return
            }
            append(name, newValue)
        }
    }

    /// A table with the same names and transformed values.
    package func mapValues<Other>(_ transform: (Value) -> Other) -> NameTable<Other> {
        var result = NameTable<Other>()
        for (name, value) in entries { result[name] = transform(value) }
        return result
    }
}

extension NameTable: Sendable where Value: Sendable {}

/// Words with a value each, such as keywords and the names of functions in other languages.
///
/// Words are compared by code points. Swift's equality and hash of strings normalise a string first, and for a run of
/// combining marks that takes the square of its length, so they must not see a name from outside.
package struct WordTable<Value: Sendable>: ExpressibleByDictionaryLiteral, Sendable {
    private let values: [ExactName: Value]

    /// Creates a table from a literal. Of equal words the first counts.
    package init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }

    /// Creates a table from words and values. Of equal words the first counts.
    package init(_ elements: some Sequence<(String, Value)>) {
        values = Dictionary(elements.map { (ExactName($0), $1) }, uniquingKeysWith: { first, _ in first })
    }

    /// The value of a word; nil for other strings.
    package subscript(word: String) -> Value? { values[ExactName(word)] }
}

/// Words, compared as in a `WordTable`.
package struct WordSet: ExpressibleByArrayLiteral, Sendable {
    private let words: Set<ExactName>

    /// Creates a set from a literal.
    package init(arrayLiteral elements: String...) { self.init(elements) }

    /// Creates a set from words.
    package init(_ elements: some Sequence<String>) { words = Set(elements.map(ExactName.init)) }

    package func contains(_ text: String) -> Bool { words.contains(ExactName(text)) }
}
