import PredicateFormat

/// A chapter of the language reference.
enum LanguageSection: String, CaseIterable, Sendable {
    case comparisons, strings, logic, lists
    case collectionOperators = "collection-operators"
    case keyPaths = "key-paths"
    case literals, types, arithmetic, functions, arguments

    /// The chapter in a heading.
    var title: String {
        switch self {
        case .comparisons: "Comparisons"
        case .strings: "Strings and options"
        case .logic: "Conditions"
        case .lists: "Lists and quantifiers"
        case .collectionOperators: "Collection operators"
        case .keyPaths: "Key paths"
        case .literals: "Literals"
        case .types: "Types"
        case .arithmetic: "Arithmetic"
        case .functions: "Functions"
        case .arguments: "Arguments and variables"
        }
    }

    /// The contents of the chapter.
    var summary: String {
        switch self {
        case .comparisons:
            """
            A comparison has one operator between two values, and is true or false. Comparisons do not chain: write
            `x BETWEEN {1, 5}` instead of `1 < x < 5`.
            """
        case .strings:
            "Operators that search in a text, and the options in brackets that determine which texts count as equal."
        case .logic: "Operators that join, negate and choose between conditions. Their words may be in any case."
        case .lists:
            "Tests of many values at once: of any element, all elements, no element, or the elements that match a condition."
        case .collectionOperators:
            """
            A component of a key path that begins with `@` reduces a list to one value. The rest of the path is
            read from each element.
            """
        case .keyPaths: "The names of fields, and of values in objects and lists."
        case .literals: "Constants in the text of a predicate."
        case .types:
            """
            The types of values, their form in JSON, and their declaration in a JSON Schema. Without a schema, the
            value in each record determines the type of a field.
            """
        case .arithmetic:
            """
            Operators that combine two values into one. From the tightest to the loosest: `**`, then `-a` and `~a`, then
            `*` `/`, `+` `-`, `<<` `>>`, `&`, `^`, `|`.
            """
        case .functions:
            """
            Functions are called by name. Names are case-sensitive, and the list is closed except for functions that a
            program registers.
            """
        case .arguments:
            """
            Values that are not part of the text: arguments are inserted when a predicate is checked, variables when it
            is used.
            """
        }
    }

    /// The entries, in their order.
    var entries: [LanguageEntry] {
        switch self {
        case .comparisons: LanguageReference.comparisons
        case .strings: LanguageReference.strings
        case .logic: LanguageReference.logic
        case .lists: LanguageReference.lists
        case .collectionOperators: LanguageReference.collectionOperators
        case .keyPaths: LanguageReference.keyPaths
        case .literals: LanguageReference.literals
        case .types: LanguageReference.types
        case .arithmetic: LanguageReference.arithmetic
        case .functions:
            LanguageReference.functions + LanguageReference.plainFunctions + LanguageReference.otherFunctions
        case .arguments: LanguageReference.arguments
        }
    }
}

/// One entry of the language reference.
struct LanguageEntry: Sendable {
    /// The subject, which links it to the library's tables.
    var subject: LanguageSubject
    /// The syntax.
    var forms: [String]
    /// Its meaning: paragraphs with an empty line between them.
    var explanation: String
    /// The difference from NSPredicate, if known.
    var apple: String?
    /// Examples with their answers.
    var examples: [LanguageExample]
    /// Names of other entries.
    var seeAlso: [String]

    /// An entry with the forms from the tables.
    init(
        _ subject: LanguageSubject, _ explanation: String, apple: String? = nil, _ examples: [LanguageExample],
        see seeAlso: [String] = []
    ) {
        self.init(subject, subject.forms, explanation, apple: apple, examples, see: seeAlso)
    }

    /// An entry.
    init(
        _ subject: LanguageSubject, _ forms: [String], _ explanation: String, apple: String? = nil,
        _ examples: [LanguageExample], see seeAlso: [String] = []
    ) {
        self.subject = subject
        self.forms = forms
        self.explanation = explanation
        self.apple = apple
        self.examples = examples
        self.seeAlso = seeAlso
    }
}

/// Every operator, option, function and form of the language, with examples that are run.
///
/// The entries are in `LanguageReference+Comparisons.swift` and its neighbours. Names, spellings, parameters and help
/// come from the tables of the library. Tests compare the entries with these tables, and the examples with the
/// answers of both evaluators.
enum LanguageReference {
    /// An entry with its chapter.
    struct Found: Sendable {
        var section: LanguageSection
        var entry: LanguageEntry
    }

    /// All entries, chapter by chapter.
    static let all: [Found] = LanguageSection.allCases.flatMap { section in
        section.entries.map { Found(section: section, entry: $0) }
    }

    /// The entries with a name: exactly, or else ignoring case.
    static func entries(for topic: String) -> [Found] {
        let topic = withoutBrackets(topic)
        let exact = all.filter { $0.entry.subject.names.contains(topic) }
        if !exact.isEmpty { return exact }
        let folded = topic.lowercased()
        return all.filter { found in found.entry.subject.names.contains { $0.lowercased() == folded } }
    }

    /// Removes the parentheses of `sum()` and `SUBQUERY(…)`.
    private static func withoutBrackets(_ topic: String) -> String {
        guard let open = topic.firstIndex(of: "("), open > topic.startIndex, topic.hasSuffix(")") else { return topic }
        return String(topic[..<open])
    }

    /// All names, each once, in the order of the entries.
    static let names: [String] = {
        var known: Set<String> = []
        return all.flatMap(\.entry.subject.names).filter { known.insert($0).inserted }
    }()

    /// Suggestions for an unknown word: names that begin with it, or else the nearest name, or names that contain it.
    static func suggestions(for word: String) -> [String] {
        let folded = word.lowercased()
        let beginning = folded.count > 1 ? names.filter { $0.lowercased().hasPrefix(folded) } : []
        if !beginning.isEmpty { return Array(beginning.prefix(5)) }
        if let near = Suggestions.nearest(to: word, among: names) { return [near] }
        guard folded.count > 1 else { return [] }
        return Array(names.filter { $0.lowercased().contains(folded) }.prefix(5))
    }
}
