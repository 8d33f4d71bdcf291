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

    /// What stands in it.
    var summary: String {
        switch self {
        case .comparisons:
            """
            A comparison has one operator between two values, and is true or false. It does not chain: `1 < x < 5` is
            an error, `x BETWEEN {1, 5}` is not.
            """
        case .strings:
            "Operators that look into a text, and the options in brackets that say which texts count as the same."
        case .logic: "Conditions are joined, turned round and chosen between. Words may be written in any case."
        case .lists:
            "What is asked of many values at once: of any element, of all, of none, of those that satisfy a condition."
        case .collectionOperators:
            """
            A component of a key path that begins with `@` makes one value of a list. What follows it in the path is
            read from each element.
            """
        case .keyPaths: "How fields are named, and what lies within objects and lists."
        case .literals: "Values that are written out in a predicate."
        case .types:
            """
            What values are, how JSON has them, and how a JSON Schema declares them. Without a schema a field is what
            its value is in each record.
            """
        case .arithmetic:
            """
            Operators that make a value of two. From the tightest to the loosest: `**`, then `-a` and `~a`, then `*`
            `/`, `+` `-`, `<<` `>>`, `&`, `^`, `|`.
            """
        case .functions:
            """
            Functions are called by name. The names are case-sensitive, and the list is closed but for what a program
            registers.
            """
        case .arguments:
            """
            Values that are not part of the text: arguments are put in when a predicate is checked, variables when it
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
        case .functions: LanguageReference.functions
        case .arguments: LanguageReference.arguments
        }
    }
}

/// An entry of the language reference.
struct LanguageEntry: Sendable {
    /// What it is about, as the library's tables have it.
    var subject: LanguageSubject
    /// How it is written.
    var forms: [String]
    /// What it means: paragraphs with an empty line between them.
    var explanation: String
    /// How NSPredicate differs, where that is known.
    var apple: String?
    /// What it gives.
    var examples: [LanguageExample]
    /// Names of other entries.
    var seeAlso: [String]

    /// An entry with what the tables know of how it is written.
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
/// The entries stand in `LanguageReference+Comparisons.swift` and its neighbours. Names, spellings, parameters and the sentence of help come
/// from the tables of the library; tests hold the entries to those tables, and the examples to what both evaluators say.
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

    /// The entries that something is the name of: as it is written, or in other letters where nothing is written so.
    static func entries(for topic: String) -> [Found] {
        let topic = withoutBrackets(topic)
        let exact = all.filter { $0.entry.subject.names.contains(topic) }
        if !exact.isEmpty { return exact }
        let folded = topic.lowercased()
        return all.filter { found in found.entry.subject.names.contains { $0.lowercased() == folded } }
    }

    /// `sum()` and `SUBQUERY(…)` are asked for by people who see them so.
    private static func withoutBrackets(_ topic: String) -> String {
        guard let open = topic.firstIndex(of: "("), open > topic.startIndex, topic.hasSuffix(")") else { return topic }
        return String(topic[..<open])
    }

    /// Every name that can be asked for, each once, in the order of the entries.
    static let names: [String] = {
        var known: Set<String> = []
        return all.flatMap(\.entry.subject.names).filter { known.insert($0).inserted }
    }()

    /// The names that a person may have meant by a word that is none: those that begin with it, or else the nearest, or those
    /// that hold it.
    static func suggestions(for word: String) -> [String] {
        let folded = word.lowercased()
        let beginning = folded.count > 1 ? names.filter { $0.lowercased().hasPrefix(folded) } : []
        if !beginning.isEmpty { return Array(beginning.prefix(5)) }
        if let near = Suggestions.nearest(to: word, among: names) { return [near] }
        guard folded.count > 1 else { return [] }
        return Array(names.filter { $0.lowercased().contains(folded) }.prefix(5))
    }
}
