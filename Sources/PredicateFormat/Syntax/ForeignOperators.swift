/// Operators as other languages and plain English write them, with the operator that each is here.
enum ForeignOperators {
    /// What was meant by a row of words.
    struct Meaning {
        var operation: ComparisonOperator
        /// Whether NOT belongs before the comparison.
        var isNegated = false
        /// Whether the words hold the right side too, which is nil.
        var isWhole = false

        /// What takes the place of the words.
        var spelling: String { isWhole ? operation.spelling + " NULL" : operation.spelling + options }
        /// Options that the words imply.
        var options = ""
    }

    /// The most words that one phrase has.
    static let longest = 6

    /// By the words in upper case with one space between them.
    static let phrases: [String: Meaning] = {
        var phrases: [String: Meaning] = [:]
        func add(_ operation: ComparisonOperator, _ words: [String], negated: Bool = false) {
            for words in words { phrases[words] = Meaning(operation: operation, isNegated: negated) }
        }
        add(
            .equal,
            [
                "IS", "EQ", "EQUALS", "EQUAL", "EQUAL TO", "EQUALS TO", "IS EQUAL TO", "IS EQUAL", "IS NOT DISTINCT FROM",
                "ISEQUAL", "ISEQUALTO", "IS THE SAME AS",
            ])
        add(
            .notEqual,
            [
                "IS NOT", "NE", "NEQ", "NOT EQUAL", "NOT EQUAL TO", "NOT EQUALS", "IS NOT EQUAL TO", "IS DISTINCT FROM", "ISNT",
                "ISNOT", "DOES NOT EQUAL", "NOTEQUAL", "NOTEQUALS",
            ])
        add(.less, ["LT", "LESS THAN", "IS LESS THAN", "FEWER THAN", "BELOW"])
        add(.lessOrEqual, ["LE", "LTE", "AT MOST", "LESS THAN OR EQUAL TO", "IS LESS THAN OR EQUAL TO"])
        add(.greater, ["GT", "GREATER THAN", "IS GREATER THAN", "MORE THAN", "ABOVE"])
        add(.greaterOrEqual, ["GE", "GTE", "AT LEAST", "GREATER THAN OR EQUAL TO", "IS GREATER THAN OR EQUAL TO"])
        let texts: [(ComparisonOperator, [String])] = [
            (
                .beginsWith,
                [
                    "STARTSWITH", "STARTS WITH", "START WITH", "STARTS", "STARTWITH", "BEGINS WITH", "BEGIN WITH", "BEGINS",
                    "BEGINWITH", "HASPREFIX", "HAS PREFIX", "STARTS_WITH", "BEGINS_WITH",
                ]
            ),
            (
                .endsWith,
                ["ENDS WITH", "END WITH", "ENDS", "ENDWITH", "HASSUFFIX", "HAS SUFFIX", "ENDS_WITH"]
            ),
            (.contains, ["CONTAIN", "INCLUDES", "INCLUDE", "HAS", "CONTAINING", "CONTAINSSTRING"]),
            (
                .matches,
                ["MATCH", "REGEX", "REGEXP", "RLIKE", "SIMILAR TO", "MATCHES REGEX", "REGEX_MATCH"]
            ),
            (.in, ["IS IN", "IS ONE OF", "ONE OF"]),
            (.between, ["IS BETWEEN", "WITHIN"]), (.like, ["IS LIKE", "GLOB"]),
        ]
        let ownWords: [(ComparisonOperator, String)] = [
            (.in, "IN"), (.like, "LIKE"), (.matches, "MATCHES"), (.contains, "CONTAINS"), (.between, "BETWEEN"),
            (.beginsWith, "BEGINSWITH"), (.endsWith, "ENDSWITH"),
        ]
        for (operation, words) in texts {
            add(operation, words)
            add(operation, words.map { "NOT " + $0 }, negated: true)
        }
        for (operation, word) in ownWords {
            add(operation, ["NOT " + word, "IS NOT " + word, "DOES NOT " + word], negated: true)
        }
        add(.contains, ["DOES NOT CONTAIN", "DOESNT CONTAIN", "DOES NOT HAVE", "DOES NOT INCLUDE"], negated: true)
        add(.beginsWith, ["DOES NOT START WITH", "DOES NOT BEGIN WITH"], negated: true)
        add(.endsWith, ["DOES NOT END WITH"], negated: true)
        add(.matches, ["DOES NOT MATCH"], negated: true)
        phrases["ILIKE"] = Meaning(operation: .like, options: "[c]")
        phrases["NOT ILIKE"] = Meaning(operation: .like, isNegated: true, options: "[c]")
        for words in ["ISNULL", "ISNIL", "IS MISSING", "IS UNDEFINED"] {
            phrases[words] = Meaning(operation: .equal, isWhole: true)
        }
        for words in ["NOTNULL", "EXISTS", "ISNOTNULL"] {
            phrases[words] = Meaning(operation: .notEqual, isWhole: true)
        }
        return phrases
    }()

    /// Two signs that are one operator elsewhere, or one operator here that a space has come into.
    static func signs(_ first: Punctuation, _ second: Punctuation, areAdjacent: Bool) -> Meaning? {
        switch (first, second) {
        case (.equalEqual, .equal) where areAdjacent: Meaning(operation: .equal)
        case (.notEqual, .equal) where areAdjacent, (.equal, .exclamation) where areAdjacent:
            Meaning(operation: .notEqual)
        case (.lessEqual, .greater) where areAdjacent: Meaning(operation: .equal)
        case (.equal, .tilde) where areAdjacent: Meaning(operation: .matches)
        case (.exclamation, .tilde) where areAdjacent: Meaning(operation: .matches, isNegated: true)
        case (.tilde, .equal) where areAdjacent: Meaning(operation: .equal)
        case (.equal, .equal): Meaning(operation: .equal)
        case (.exclamation, .equal), (.less, .greater): Meaning(operation: .notEqual)
        case (.greater, .equal): Meaning(operation: .greaterOrEqual)
        case (.less, .equal): Meaning(operation: .lessOrEqual)
        default: nil
        }
    }

    /// The operator of the language or the library that is near a word.
    static func near(_ word: String, library: PredicateLibrary) -> String? {
        let names =
            ComparisonOperator.builtIn.map(\.spelling).filter { $0.first?.isLetter == true }
            + library.operators.values.map(\.name)
        return Suggestions.nearest(to: asciiUppercased(word), among: names)
    }

    /// What was meant by a word where AND or OR should stand.
    static func connective(_ word: String) -> String? {
        switch asciiUppercased(word) {
        case "ADN", "AN", "ANDD", "ADND", "AAND", "NAD", "UND", "ET", "Y", "PLUS", "ALSO", "AMD", "ANS": "AND"
        case "ORR", "RO", "OOR", "ODER", "OU", "ELSE": "OR"
        default: nil
        }
    }

    /// Methods of strings and lists that are conditions, with the operator that each is here.
    static let methods: [String: ComparisonOperator] = [
        "includes": .contains, "contains": .contains, "localizedCaseInsensitiveContains": .contains,
        "localizedStandardContains": .contains, "containsString": .contains, "has": .contains, "include": .contains,
        "startsWith": .beginsWith, "startswith": .beginsWith, "hasPrefix": .beginsWith, "starts": .beginsWith,
        "beginsWith": .beginsWith, "starts_with": .beginsWith, "endsWith": .endsWith, "endswith": .endsWith,
        "hasSuffix": .endsWith, "ends_with": .endsWith, "match": .matches, "matches": .matches, "equals": .equal,
        "isEqual": .equal, "isEqualToString": .equal, "isin": .in,
    ]
}
