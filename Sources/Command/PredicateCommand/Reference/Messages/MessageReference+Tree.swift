import PredicateFormat

extension MessageReference {
    /// Messages about trees that programs build, compose, bind or read.
    static let tree: [MessageEntry] = [
        MessageEntry(
            "different-schemas", .error, "predicates for different records are composed",
            #"""
            `&&`, `||` and `conjunction()` join predicates that were checked against the same schema, because the result is
            checked against it again. A predicate that was checked without a schema does not mix with one that was: its fields
            have other types. Check both against the schema of their records.
            """#,
            [
                .program(
                    "Only one of the predicates is checked against the schema:",
                    code: """
                        let adults = try CheckedPredicate("age >= 18", schema: person)
                        let named = try CheckedPredicate("name != nil")
                        try named && adults
                        """
                ) { () throws(PredicateDiagnostics) in
                    let adults = try CheckedPredicate("age >= 18", schema: ReferenceSchema.person)
                    let named = try CheckedPredicate("name != nil")
                    _ = try named && adults
                }
            ]),
        MessageEntry(
            "malformed-tree", .error, "a tree cannot be written as text",
            #"""
            A tree that is built, rewritten or read from JSON is checked as its text would be. A tree that has no text is refused: a
            variable, function or operator whose name is not one, or the element of a collection operator outside of one. So whatever is
            evaluated can also be printed and read again. The place is the whole text of the tree, since no
            person has written it.
            """#,
            [
                .program(
                    "The name of a variable contains a space:",
                    code: """
                        let variable = ExpressionTree(.variable("a b"))
                        try PredicateTree(.comparison(.init(variable, .equal, .literal(1)))).checked()
                        """
                ) { () throws(PredicateDiagnostics) in
                    let variable = ExpressionTree(.variable("a b"))
                    _ = try PredicateTree(.comparison(.init(variable, .equal, .literal(1)))).checked()
                },
                .program(
                    "The operator is not in the library of the check:",
                    code: """
                        let record = ExpressionTree(.record)
                        try PredicateTree(.comparison(.init(record, .custom("NEAR"), .literal("x")))).checked()
                        """
                ) { () throws(PredicateDiagnostics) in
                    let record = ExpressionTree(.record)
                    _ = try PredicateTree(.comparison(.init(record, .custom("NEAR"), .literal("x")))).checked()
                },
                .program(
                    "The element of a collection operator, which has no text of its own, is used outside of one:",
                    code: """
                        let difference = ExpressionTree(.arithmetic(.subtract, ExpressionTree(.element), .literal(5)))
                        try PredicateTree(.comparison(.init(difference, .equal, .literal(1)))).checked()
                        """
                ) { () throws(PredicateDiagnostics) in
                    let difference = ExpressionTree(.arithmetic(.subtract, ExpressionTree(.element), .literal(5)))
                    _ = try PredicateTree(.comparison(.init(difference, .equal, .literal(1)))).checked()
                },
            ]),
        MessageEntry(
            "unregistered-key-path", .error, "a key path uses a property without a declared field",
            #"""
            Predicates see only the fields that the description of a Swift type declares. A key path becomes the path of the fields
            declared for its properties (`Field("age", \.age)`). Declare a field for the property; if a closure reads it, give the
            key path too. A key path may contain `?` and `!`. Subscripts and properties of the standard
            library's types, such as `count`, are operators of the language instead.
            """#,
            [
                .program(
                    "The description has a field for the age, but none for the neighbour:",
                    code: """
                        let adults = try Person.predicate("age >= 18")
                        try adults.rerooted(at: \\Person.neighbour)
                        """
                ) { () throws(PredicateDiagnostics) in
                    let adults = try ReferencePerson.predicate("age >= 18")
                    _ = try adults.rerooted(at: \ReferencePerson.neighbour)
                }
            ]),
    ]
}

/// A Swift type with a property that is not a field.
private final class ReferencePerson: PredicateDescribed, Sendable {
    let age: Int
    let neighbour: ReferencePerson?

    init(age: Int, neighbour: ReferencePerson?) {
        self.age = age
        self.neighbour = neighbour
    }

    static let predicateDescription = PredicateDescription<ReferencePerson>("Person") {
        Field("age", \.age)
    }
}
