import PredicateFormat

extension MessageReference {
    /// Messages about trees that programs build, compose, bind or read.
    static let tree: [MessageEntry] = [
        MessageEntry(
            "different-schemas", .error, "predicates for different records are joined",
            #"""
            `&&`, `||` and `conjunction()` join predicates that were checked against the same schema, because the result is
            checked against it again. A predicate that was checked without a schema does not mix with one that was: its fields
            have other types. Parse and check both against the schema of the records that they are for.
            """#,
            [
                .program(
                    "One predicate is checked against the schema, the other against none:",
                    code: """
                        let adults = try ParsedPredicate(parsing: "age >= 18").checked(against: person)
                        let named = try ParsedPredicate(parsing: "name != nil").checked()
                        try named && adults
                        """
                ) { () throws(PredicateDiagnostics) in
                    let adults = try ParsedPredicate(parsing: "age >= 18").checked(against: ReferenceSchema.person)
                    let named = try ParsedPredicate(parsing: "name != nil").checked()
                    _ = try named && adults
                }
            ]),
        MessageEntry(
            "malformed-tree", .error, "no text stands for a tree that a program built",
            #"""
            A tree that is built, rewritten or read from JSON is checked as its text would be. A tree that has no text is refused: a
            variable, function or operator whose name is not one, or the element of a collection operator outside of one. So whatever is
            evaluated can also be printed and read again. The place is the whole text of the tree, since no
            person has written it.
            """#,
            [
                .program(
                    "A variable's name has a blank in it:",
                    code: """
                        let variable = ExpressionTree(.variable("a b"))
                        try PredicateTree(.comparison(.init(variable, .equal, .literal(1)))).checked()
                        """
                ) { () throws(PredicateDiagnostics) in
                    let variable = ExpressionTree(.variable("a b"))
                    _ = try PredicateTree(.comparison(.init(variable, .equal, .literal(1)))).checked()
                },
                .program(
                    "The operator is not in the library that the tree is checked with:",
                    code: """
                        let record = ExpressionTree(.record)
                        try PredicateTree(.comparison(.init(record, .custom("NEAR"), .literal("x")))).checked()
                        """
                ) { () throws(PredicateDiagnostics) in
                    let record = ExpressionTree(.record)
                    _ = try PredicateTree(.comparison(.init(record, .custom("NEAR"), .literal("x")))).checked()
                },
                .program(
                    "The element of a collection operator, which has no text of its own, stands where no collection is:",
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
            "unregistered-key-path", .error, "a key path goes through a property that no field was declared for",
            #"""
            Predicates see of a Swift type what its description declares, by name. A key path stands for the fields that were declared with its
            properties (`Field("age", \.age)`), one after another. Declare a field for the property, with the key path
            beside the closure where a closure reads it. `?` and `!` may stand in a key path; subscripts and properties of the standard
            library's types, such as `count`, are operators of the language instead.
            """#,
            [
                .program(
                    "The description has a field for the age, none for the neighbour:",
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

/// A Swift type with a property that predicates do not see.
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
