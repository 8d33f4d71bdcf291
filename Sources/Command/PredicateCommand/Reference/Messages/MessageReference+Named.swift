#if Files
import PredicateFiles
import PredicateFormat

extension MessageReference {
    /// Messages about files of named predicates. Those about the predicates in them are the ones of the other stages.
    static let named: [MessageEntry] = [
        MessageEntry(
            "predicate-file-key", .error, "a file of predicates has a key that the format does not have",
            """
            A key that is not known is probably misspelt, and what stands under it would count for nothing. A key that is there \
            twice has two values, of which programs take different ones.
            """,
            [
                .rules(
                    """
                    predicates:
                      adults:
                        predicate: age >= 18
                        descripton: Who may vote.
                    """),
                .rules(
                    """
                    predicates:
                      adults: age >= 18
                    rules: all
                    """),
                .rules(
                    """
                    predicates:
                      adults: age >= 18
                      adults: age >= 21
                    """),
            ]),
        MessageEntry(
            "predicate-file-value", .error, "a file of predicates lacks a value, or has one of another kind",
            """
            The file is a mapping with the key `predicates`. Under it each name has a predicate: its text, or a mapping with \
            the key `predicate`. An alias of YAML stands for a value elsewhere, and is not followed. In YAML a text that begins \
            with `@` needs quotes.
            """,
            [
                .rules("$schema: predicate-file.schema.json"),
                .rules(""),
                .rules(
                    """
                    predicates:
                      adults: 18
                    """),
                .rules(
                    """
                    predicates:
                      adults:
                        predicate: age >= 18
                        cases:
                          - matches: true
                    """),
                .rules(
                    """
                    predicates:
                      adults: &adults age >= 18
                      voters: *adults
                    """),
                .rules(
                    """
                    predicates:
                      adults: age >= 18
                    ---
                    predicates:
                      children: age < 18
                    """),
                .rules(
                    """
                    predicates:
                      of age: age >= 18
                    """),
                .rules(
                    """
                    predicates:
                      adults: age >= 18
                      voters: @{adults} AND age < 120
                    """),
            ]),
        MessageEntry(
            "unknown-predicate", .error, "no predicate of the file has this name",
            """
            `@{name}` stands for another predicate of the file, as if it were written there in parentheses. Names are \
            compared exactly.
            """,
            [
                .rules(
                    """
                    predicates:
                      adults: age >= 18
                      children: NOT @{adult}
                    """),
                .rules(
                    """
                    predicates:
                      adults: age >= 18
                      children: NOT @{adults
                    """),
            ]),
        MessageEntry(
            "predicate-cycle", .error, "a predicate uses itself",
            """
            The predicates that a predicate uses are written out in it. One that uses itself, directly or through others, would \
            have no end.
            """,
            [
                .rules(
                    """
                    predicates:
                      adults: NOT @{children}
                      children: NOT @{adults}
                    """)
            ]),
        MessageEntry(
            "predicate-too-long", .error, "a predicate is too long with those that it uses",
            """
            The predicates that a predicate uses are written out in it. If each one uses the one before it twice, the text \
            doubles with every step. The limits bound one predicate, and all predicates of a file together.
            """,
            [
                .rules(doubling(30), shownAs: "Thirty predicates, each of which uses the one before it twice:"),
                .rules(repeated(40), shownAs: "Forty predicates, each of which uses a very long one:"),
            ]),
        MessageEntry(
            "predicate-schema", .error, "the schema of named predicates cannot be used",
            """
            `schema` is the path of a JSON Schema, relative to the file, or a JSON Schema itself. `type` is the name of a type \
            that the program gives. A predicate can only use others about the same records.
            """,
            [
                .rules(
                    """
                    type: Persn
                    predicates:
                      adults: age >= 18
                    """),
                .rules(
                    """
                    type: Invoice
                    predicates:
                      adults: age >= 18
                    """),
                .rules(
                    """
                    type: Person
                    predicates:
                      adults: age >= 18
                    """, types: false),
                .rules(
                    """
                    schema:
                      type: object
                      properties: {age: {type: nubmer}}
                    predicates:
                      adults: age >= 18
                    """),
                .rules(
                    """
                    schema: {type: object}
                    type: Person
                    predicates:
                      adults: age >= 18
                    """),
                .rules(
                    """
                    predicates:
                      adults: {type: Person, predicate: age >= 18}
                      named: '@{adults} AND name != nil'
                    """),
            ]),
        MessageEntry(
            "predicate-argument", .error, "an argument of a named predicate is declared or used in a wrong way",
            """
            A predicate of a file takes values by name: each variable is declared under `arguments`, with its type. The \
            arguments of a predicate that another uses are arguments of both.
            """,
            [
                .rules(
                    """
                    predicates:
                      adults:
                        arguments: {minimum: integer}
                        predicate: age >= $minimun
                    """),
                .rules(
                    """
                    predicates:
                      adults: age >= $minimum
                    """),
                .rules(
                    """
                    predicates:
                      adults: age >= 18
                      children: NOT $adults
                    """),
                .rules(
                    """
                    predicates:
                      adults: age >= %d
                    """),
                .rules(
                    """
                    predicates:
                      adults:
                        arguments: {minimum: integr}
                        predicate: age >= $minimum
                    """),
                .rules(
                    """
                    predicates:
                      adults:
                        arguments: {minimum: money}
                        predicate: age >= $minimum
                    """),
                .rules(
                    """
                    predicates:
                      adults:
                        arguments: {minimum-age: integer}
                        predicate: age >= 18
                    """),
                .rules(
                    """
                    predicates:
                      adults: {arguments: {x: integer}, predicate: age >= $x}
                      named: {arguments: {x: string}, predicate: name == $x}
                      both: '@{adults} AND @{named}'
                    """),
                .rules(
                    """
                    predicates:
                      adults:
                        arguments: {x: {type: integer, default: 18}}
                        predicate: age >= $x
                      children:
                        arguments: {x: {type: integer, default: 17}}
                        predicate: age <= $x
                      neither: NOT @{adults} AND NOT @{children}
                    """),
                .rules(
                    """
                    predicates:
                      tagged:
                        arguments: {tag: string}
                        predicate: SUBQUERY(tags, $tag, $tag == "new").@count > 0
                    """),
            ]),
        MessageEntry(
            "argument-value", .error, "an argument of a named predicate lacks a value, or gets a wrong one",
            """
            A value must have the declared type: an integer is also a number, and a text that reads as a date is also a date. \
            An argument without a default needs a value wherever the predicate is used: in a case, and in a program.
            """,
            [
                .rules(
                    """
                    predicates:
                      adults:
                        arguments: {minimum: {type: integer, default: many}}
                        predicate: age >= $minimum
                    """),
                .rules(
                    """
                    schema:
                      {type: object, properties: {size: {enum: [small, large]}}}
                    predicates:
                      sized:
                        arguments: {size: {type: string, default: medium}}
                        predicate: size == $size
                    """),
                .rules(
                    """
                    predicates:
                      adults:
                        arguments: {minimum: integer}
                        predicate: age >= $minimum
                        cases:
                          - {record: {age: 20}, matches: true}
                    """),
                .rules(
                    """
                    predicates:
                      adults:
                        arguments: {minimum: {type: integer, default: 18}}
                        predicate: age >= $minimum
                        cases:
                          - {record: {age: 20}, matches: true, arguments: {min: 21}}
                    """),
                .rules(
                    """
                    predicates:
                      adults:
                        predicate: age >= 18
                        cases:
                          - {record: {age: 20}, matches: true, arguments: {min: 21}}
                    """),
            ]),
        MessageEntry(
            "predicate-case", .error, "the record of a case does not fit its schema",
            """
            A case is a record and the answer that is expected for it. A record may lack fields: they are nil. A field that \
            the schema does not have, or a value of another type, is probably misspelt, and the answer would mean nothing.
            """,
            [
                .rules(
                    """
                    type: Person
                    predicates:
                      adults:
                        predicate: age >= 18
                        cases:
                          - {record: {agee: 20}, matches: true}
                    """),
                .rules(
                    """
                    type: Person
                    predicates:
                      adults:
                        predicate: age >= 18
                        cases:
                          - {record: {age: twenty}, matches: true}
                    """),
            ]),
    ]

    /// Predicates of which each uses the one before it twice.
    private static func doubling(_ count: Int) -> String {
        var text = "predicates:\n  p0: age >= 18\n"
        for index in 1...count { text += "  p\(index): '@{p\(index - 1)} OR @{p\(index - 1)}'\n" }
        return text
    }

    /// Predicates of which each uses one long one.
    private static func repeated(_ count: Int) -> String {
        let long = String(repeating: "9", count: 500_000)
        var text = "predicates:\n  p0: name != '\(long)'\n"
        for index in 1...count { text += "  p\(index): 'NOT @{p0}'\n" }
        return text
    }
}

extension ReferenceExample {
    /// A file of named predicates.
    ///
    /// - Parameters:
    ///   - types: whether the program gives the type of the examples.
    ///   - note: what is shown in place of the file.
    fileprivate static func rules(
        _ text: String, types: Bool = true, shownAs note: String? = nil
    ) -> ReferenceExample {
        ReferenceExample(note: note ?? "In a file `rules.yaml`:") { width in
            var outcome = ExampleOutcome(messages: [], snippet: "")
            do throws(PredicateFileError) {
                let schemas = types ? [ReferenceSchema.person].compactMap { $0 } : []
                _ = try PredicateFile(
                    Array(text.utf8), format: .yaml, path: "rules.yaml", types: schemas, library: commandLibrary)
            } catch {
                outcome = ExampleOutcome(
                    PredicateDiagnostics(source: error.source, diagnostics: error.problems.map(\.diagnostic)), width)
                outcome.snippet = error.rendered(width: width)
            }
            // The file is no predicate that could be checked again.
            outcome.fixed = nil
            outcome.suggested = nil
            return outcome
        }
    }
}
#endif
