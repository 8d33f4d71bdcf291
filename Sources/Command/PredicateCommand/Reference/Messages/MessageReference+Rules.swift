import PredicateFormat

extension MessageReference {
    /// Messages about files of rules. Those about the predicates in them are the ones of the other stages.
    static let rules: [MessageEntry] = [
        MessageEntry(
            "rule-file", .error, "a file of rules is wrong beside its predicates",
            """
            A line of a file for `predicate match --rules` is an id, a colon and a predicate. The id ends at the first `:`; a \
            backslash makes the character after it part of the id. A line that begins with `#` is a comment. Each id occurs once, \
            and none is empty. A JSON object has ids and texts; it is a file of named predicates if it has the key `predicates` \
            with anything but a text. Ids are compared by their bytes.
            """,
            [
                .ruleFile("large: size > 1000\nsize > 10"), .ruleFile("large: size > 1000\nlarge: size > 2000"),
                .ruleFile(": size > 1000"), .ruleFile(#"{"large": "size > 1000", "small": 10}"#),
            ])
    ]
}

extension ReferenceExample {
    /// A file of rules.
    fileprivate static func ruleFile(_ text: String) -> ReferenceExample {
        var example = ReferenceExample(note: "In a file of rules:") { width in
            let diagnostics = RuleFile.diagnostics(of: text)
            var outcome = ExampleOutcome(diagnostics, width)
            outcome.snippet = DiagnosticRenderer(width: width, fileName: "rules.txt").render(diagnostics)
            // The file is no predicate that could be checked again.
            outcome.fixed = nil
            outcome.suggested = nil
            return outcome
        }
        example.text = text
        return example
    }
}
