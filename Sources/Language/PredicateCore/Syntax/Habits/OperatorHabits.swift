/// Operators as other languages and plain English write them, with the operator that each is here.
enum OperatorHabits {
    /// The meaning of a sequence of words.
    struct Meaning {
        var operation: ComparisonOperator
        /// Whether NOT belongs before the comparison.
        var isNegated = false
        /// Whether the words include the right side, which is nil.
        var isWhole = false

        /// Whether the operator means the same in all languages that have it. A negated one does not: in SQL, `NOT IN` and
        /// `NOT LIKE` are not true for nil. Nor do searches for a pattern, such as `=~`, which is an equality in Kusto and
        /// matches whole labels in PromQL.
        var isExact: Bool {
            guard !isNegated, !isAmbiguous else { return false }
            switch pattern {
            case nil, .wildcards(isCertain: true): return true
            default: return false
            }
        }
        /// Whether the operator has another meaning in some language: `~=` is "not equal" in Lua.
        var isAmbiguous = false

        /// The replacement of the words.
        var spelling: String {
            isWhole ? operation.spelling + " NULL" : (written ?? operation.spelling) + options
        }
        /// Options that the words imply.
        var options = ""
        /// The spelling of the operator, if it is already right.
        var written: String?
        /// The language of the pattern that the operator takes.
        var pattern: PatternHabit?
    }

    /// The most words that one phrase has.
    static let longest = 6

    /// By the words in upper case with one space between them.
    static let phrases: WordTable<Meaning> = {
        var phrases: [String: Meaning] = [:]
        func add(_ operation: ComparisonOperator, _ words: [String], negated: Bool = false) {
            for words in words { phrases[words] = Meaning(operation: operation, isNegated: negated) }
        }
        add(
            .equal,
            [
                "IS", "EQ", "EQUALS", "EQUAL", "EQUAL TO", "EQUALS TO", "IS EQUAL TO", "IS EQUAL",
                "IS NOT DISTINCT FROM",
                "ISEQUAL", "ISEQUALTO", "IS THE SAME AS",
            ])
        add(
            .notEqual,
            [
                "IS NOT", "NE", "NEQ", "NOT EQUAL", "NOT EQUAL TO", "NOT EQUALS", "IS NOT EQUAL TO", "IS DISTINCT FROM",
                "ISNT",
                "ISNOT", "DOES NOT EQUAL", "NOTEQUAL", "NOTEQUALS",
            ])
        add(.less, ["LT", "LESS THAN", "IS LESS THAN", "FEWER THAN", "BELOW", "BEFORE"])
        add(.lessOrEqual, ["LE", "LTE", "AT MOST", "LESS THAN OR EQUAL TO", "IS LESS THAN OR EQUAL TO"])
        add(.greater, ["GT", "GREATER THAN", "IS GREATER THAN", "MORE THAN", "ABOVE", "AFTER"])
        add(.greaterOrEqual, ["GE", "GTE", "AT LEAST", "GREATER THAN OR EQUAL TO", "IS GREATER THAN OR EQUAL TO"])
        let texts: [(ComparisonOperator, [String])] = [
            (
                .beginsWith,
                [
                    "STARTSWITH", "STARTS WITH", "START WITH", "STARTS", "STARTWITH", "BEGINS WITH", "BEGIN WITH",
                    "BEGINS",
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
        add(.in, ["NOTIN", "NOT_IN", "NIN"], negated: true)
        add(
            .contains, ["NOTCONTAINS", "DOES NOT CONTAIN", "DOESNT CONTAIN", "DOES NOT HAVE", "DOES NOT INCLUDE"],
            negated: true)
        add(.beginsWith, ["DOES NOT START WITH", "DOES NOT BEGIN WITH"], negated: true)
        add(.endsWith, ["DOES NOT END WITH"], negated: true)
        add(.matches, ["DOES NOT MATCH"], negated: true)
        phrases["ILIKE"] = Meaning(operation: .like, options: "[c]", pattern: .wildcards(isCertain: true))
        phrases["NOT ILIKE"] = Meaning(
            operation: .like, isNegated: true, options: "[c]", pattern: .wildcards(isCertain: true))
        for words in ["NOT LIKE", "IS LIKE", "IS NOT LIKE"] { phrases[words]?.pattern = .wildcards(isCertain: false) }
        for words in ["REGEX", "REGEXP", "RLIKE", "MATCHES REGEX", "REGEX_MATCH"] {
            phrases[words]?.pattern = .search
            phrases["NOT " + words]?.pattern = .search
        }
        for words in ["SIMILAR TO", "NOT SIMILAR TO"] { phrases[words]?.pattern = .wildcardExpression }
        for (operation, word) in ownWords where operation != .between && operation != .in {
            for options in ["c", "d", "cd"] {
                phrases[word + options.uppercased()] = Meaning(operation: operation, options: "[\(options)]")
            }
        }
        // `icontains`, `istartswith`, as Django and Falco have them.
        for (operation, word) in ownWords + [(.beginsWith, "STARTSWITH"), (.equal, "EXACT"), (.equal, "EQUALS")]
        where operation != .between && operation != .in && operation != .like {
            phrases["I" + word] = Meaning(operation: operation, options: "[c]")
            phrases["NOT I" + word] = Meaning(operation: operation, isNegated: true, options: "[c]")
        }
        for words in ["HAS", "MATCH", "GLOB", "WITHIN"] { phrases[words]?.isAmbiguous = true }
        for words in ["ISNULL", "ISNIL", "IS MISSING", "IS UNDEFINED"] {
            phrases[words] = Meaning(operation: .equal, isWhole: true)
        }
        for words in ["NOTNULL", "EXISTS", "ISNOTNULL"] {
            phrases[words] = Meaning(operation: .notEqual, isWhole: true)
        }
        return WordTable(phrases.map { ($0, $1) })
    }()

    /// Two signs that are one operator elsewhere, or one operator here that a space has come into.
    static func signs(_ first: Punctuation, _ second: Punctuation, areAdjacent: Bool) -> Meaning? {
        switch (first, second) {
        case (.equalEqual, .equal) where areAdjacent: Meaning(operation: .equal)
        case (.greaterEqual, .equal) where areAdjacent: Meaning(operation: .greaterOrEqual)
        case (.lessEqual, .equal) where areAdjacent: Meaning(operation: .lessOrEqual)
        case (.tilde, .star) where areAdjacent: Meaning(operation: .matches, options: "[c]", pattern: .search)
        case (.notEqual, .equal) where areAdjacent, (.equal, .exclamation) where areAdjacent:
            Meaning(operation: .notEqual)
        case (.lessEqual, .greater) where areAdjacent: Meaning(operation: .equal)
        case (.equal, .tilde) where areAdjacent: Meaning(operation: .matches, pattern: .search)
        case (.exclamation, .tilde) where areAdjacent: Meaning(operation: .matches, isNegated: true, pattern: .search)
        case (.tilde, .equal) where areAdjacent: Meaning(operation: .matches, isAmbiguous: true, pattern: .search)
        case (.equal, .equal): Meaning(operation: .equal)
        case (.exclamation, .equal), (.less, .greater): Meaning(operation: .notEqual)
        case (.greater, .equal): Meaning(operation: .greaterOrEqual)
        case (.less, .equal): Meaning(operation: .lessOrEqual)
        default: nil
        }
    }

    /// An operator followed by `=`. `name += "x"` is a typing mistake; `*=`, `^=` and `/=` are operators in other
    /// languages.
    static func assignment(_ sign: Punctuation, beside isText: Bool) -> Meaning? {
        switch sign {
        case .star where isText: Meaning(operation: .contains)
        case .caret where isText: Meaning(operation: .beginsWith)
        case .slash: Meaning(operation: .notEqual)
        case .plus, .minus, .star, .caret, .bar, .ampersand, .percent: Meaning(operation: .equal)
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

    /// Slips in the words that open a condition.
    static let openings: WordTable<Keyword> = [
        "NTO": .not, "NOTT": .not, "ONT": .not, "NIT": .not, "AYN": .any, "NAY": .any, "ANYY": .any, "ANT": .any,
        "EACH": .all, "EVERY": .all, "ALLL": .all, "AL": .all,
    ]

    /// The meaning of a word in place of AND or OR.
    static func connective(_ word: String) -> String? {
        switch asciiUppercased(latin(word)) {
        case "AND" where latin(word) != word: "AND"
        case "OR" where latin(word) != word: "OR"
        case "ADN", "AN", "ANDD", "ADND", "AAND", "NAD", "UND", "ET", "Y", "PLUS", "ALSO", "AMD", "ANS": "AND"
        case "ORR", "RO", "OOR", "ODER", "OU", "ELSE": "OR"
        default: nil
        }
    }

    /// A word whose letters of other alphabets are replaced by the Latin ones that look like them.
    static func latin(_ word: String) -> String {
        guard word.utf8.contains(where: { $0 >= 0x80 }) else { return word }
        return String(String.UnicodeScalarView(word.unicodeScalars.map { lookalikes[$0] ?? $0 }))
    }

    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = [
        "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C", "Т": "T", "Х": "X",
        "І": "I", "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "х": "x", "у": "y", "і": "i", "Α": "A", "Β": "B",
        "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Τ": "T", "Υ": "Y",
        "Χ": "X", "ο": "o",
    ]

    /// Functions of two arguments that are operators here, in upper case.
    static let functions: WordTable<ComparisonOperator> = [
        "STARTS_WITH": .beginsWith, "STARTSWITH": .beginsWith, "BEGINS_WITH": .beginsWith, "HASPREFIX": .beginsWith,
        "HAS_PREFIX": .beginsWith, "ENDS_WITH": .endsWith, "HASSUFFIX": .endsWith, "HAS_SUFFIX": .endsWith,
        "ARRAY_CONTAINS": .contains, "ARRAYCONTAINS": .contains, "LIST_CONTAINS": .contains, "LIST_HAS": .contains,
        "ARRAY_HAS": .contains, "INCLUDES": .contains, "EQUALS": .equal, "IS_IN": .in, "ISIN": .in,
    ]

    /// Properties that test whether a string or a list is empty.
    static let emptiness: WordSet = ["isEmpty", "is_empty", "empty"]

    /// Methods of strings and lists that are conditions, with the operator that each is here.
    static let methods: WordTable<Meaning> = {
        var methods: [String: Meaning] = [:]
        let names: [(ComparisonOperator, [String])] = [
            (.contains, ["includes", "contains", "containsString", "has", "include"]),
            (.beginsWith, ["startsWith", "startswith", "hasPrefix", "starts", "beginsWith", "starts_with"]),
            (.endsWith, ["endsWith", "endswith", "hasSuffix", "ends_with"]),
            (.matches, ["match", "matches"]), (.equal, ["equals", "isEqual", "isEqualToString"]), (.in, ["isin"]),
        ]
        for (operation, names) in names { for name in names { methods[name] = Meaning(operation: operation) } }
        methods["equalsIgnoreCase"] = Meaning(operation: .equal, options: "[c]")
        for (name, meaning) in methods where methods[name.lowercased()] == nil { methods[name.lowercased()] = meaning }
        methods["localizedCaseInsensitiveContains"] = Meaning(operation: .contains, options: "[c]")
        methods["localizedStandardContains"] = Meaning(operation: .contains, options: "[cd]")
        return WordTable(methods.map { ($0, $1) })
    }()
}

/// Names of types in other languages.
enum CastHabits {
    /// Type names of Swift and other languages, in lower case, with the type of CAST.
    static let targets: WordTable<CastTarget> = [
        "int": .number, "integer": .number, "double": .number, "float": .number, "number": .number, "bool": .number,
        "string": .string, "text": .string, "varchar": .string, "date": .date, "datetime": .date, "timestamp": .date,
        "decimal": .decimal, "uuid": .uuid, "url": .url,
    ]
}

/// Parts of dates as other languages name them.
enum DatePartHabits {
    /// The function of a part of a date as `extract` and `date_part` name it; nil for other parts. The days of the week have
    /// other numbers there.
    static func function(_ name: String) -> BuiltInFunction? {
        switch name.lowercased() {
        case "year", "years": .year
        case "month", "months": .month
        case "day", "days", "dayofmonth": .day
        case "hour", "hours": .hour
        case "minute", "minutes": .minute
        case "second", "seconds": .second
        case "isodow": .weekday
        default: nil
        }
    }

    /// What is said of a part of a date that no function gives.
    static let hint = "`year`, `month`, `day`, `hour`, `minute`, `second` and `weekday` give a part of a date"
}
