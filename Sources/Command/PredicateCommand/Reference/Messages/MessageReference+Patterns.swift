extension MessageReference {
    /// One pattern for every reason to reject a pattern. A test compares them with the reasons of
    /// `PredicatePatterns`.
    static let patterns: [ReasonExample] = [
        // Groups.
        .pattern("a)b"), .pattern("ab(c"), .pattern("a(?#c"), .pattern("(?<n>a)(?<n>b)"),
        .pattern("(?<n_1>a)"), .pattern("(?)a"), .pattern("(?w)a"), .pattern("a(?<=b+)c"),
        .pattern("(*UTF)a"), .pattern("(a(?1))"), .pattern("(?P<n>a)"), .pattern("(?(1)a|b)"),
        .pattern("a(?C1)"), .pattern("(?|a|b)"),
        .pattern(
            String(repeating: "(", count: 100) + String(repeating: ")", count: 100), shown: "`(` and `)` 100 times"),
        // Repetition.
        .pattern("a**"), .pattern("a}"), .pattern("a{3, 4}"), .pattern("a{3,1}"),
        .pattern("a{65536}"), .pattern("(?=a)*"),
        // Escapes.
        .pattern("ab\\"), .pattern("a\\y"), .pattern("a\\E"), .pattern("a\\Qb"),
        .pattern("a\\Kb"), .pattern("\\u12"), .pattern("\\x{110000}"), .pattern("\\ud83d"),
        .pattern("\\0"), .pattern("\\c"), .pattern("\\N{DIGIT ONE}"), .pattern("(a)\\2"),
        .pattern("\\k<n>(?<n>a)"), .pattern("\\kn"),
        // Properties.
        .pattern("\\pL"), .pattern("\\p{Foo}"), .pattern("\\p{InGreek}"),
        // Sets.
        .pattern("[a"), .pattern("[b-a]"), .pattern("[a-\\d]"), .pattern("[&&a]"),
        .pattern("[a&&]"),
        // Size.
        .pattern(String(repeating: "\\b", count: 5000), shown: "`\\b` 5000 times"),
    ]
}
