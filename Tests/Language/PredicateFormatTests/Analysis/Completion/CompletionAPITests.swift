import Testing

@testable import PredicateAnalysis
@testable import PredicateCore
@testable import PredicateFormat

/// The information of a completion besides the texts of its candidates.
@Suite struct CompletionAPITests {
    /// Example 1 of issue 4.
    @Test func theFourOfThePrompt() {
        #expect(completion("population BEG", cities).candidates == [])
        let begins = completion("name BEG", cities)
        #expect(begins.candidates.map(\.text) == ["BEGINSWITH"])
        #expect(begins.replacement == SourceRange(5, 8))
        #expect(begins.inserting(begins.candidates[0], in: "name BEG") == "name BEGINSWITH")
        #expect(completion("country.", cities).candidates.map(\.label) == ["name", "area", "languages", "iso code"])
        let text = "countrycode == \"P"
        let values = completion(text, cities)
        #expect(
            values.candidates.map { values.inserting($0, in: text) }
                == ["PH", "PK", "PE", "PL"].map { "countrycode == \"\($0)\"" })
        #expect(values.candidates.allSatisfy { $0.kind == .valueSeen })
        #expect(values.candidates.first?.documentation == "seen 54 times")
    }

    @Test func candidatesSayWhatTheyAre() throws {
        let start = completion("", people).candidates
        let name = try #require(start.first)
        #expect(
            name
                == .init(
                    text: "name", label: "name", kind: .field, type: .string, documentation: nil, isOpen: false, rank: 0
                ))
        #expect(start.map(\.rank) == Array(start.indices))
        let modulus = try #require(start.first { $0.text == "modulus:by:(" })
        #expect(modulus.label == "modulus:by:(dividend, divisor)")
        #expect(modulus.kind == .function)
        #expect(modulus.type == .optional(.integer))
        #expect(modulus.documentation == "The remainder of a division of integers, with the sign of the dividend.")
        #expect(modulus.isOpen)
        #expect(start.first { $0.text == "now()" }?.isOpen == false)
        #expect(start.first { $0.text == "ANY" }?.kind == .keyword)
        #expect(completion("state == ", people).candidates.first?.kind == .enumerationCase)
        #expect(completion("name ==[", people).candidates.first?.kind == .option)
        #expect(completion("tags[", people).candidates.first?.kind == .indexWord)
        #expect(completion("tags.", people).candidates.contains { $0.kind == .collectionOperator })
        #expect(completion("CAST(name, ", people).candidates.first?.kind == .name)
    }

    @Test func fieldsTellWhatWasSeen() {
        #expect(completion("countryc", cities).candidates.first?.documentation == "seen in 100 of 100")
    }

    @Test func aListAsksForAQuantifier() {
        #expect(
            completion("tags ", people).hint
                == "this is a list of strings: write ANY, ALL or NONE before it to compare its elements")
        #expect(completion("ANY tags ", people).hint == nil)
        #expect(completion("name ", people).hint == nil)
    }

    /// Where an operator applies to elements, its candidate inserts the ANY that it needs.
    @Test(arguments: [
        ("tags BEG", "ANY tags BEGINSWITH"), ("NOT tags LI", "NOT ANY tags LIKE"),
        ("age > 3 AND (tags END", "age > 3 AND (ANY tags ENDSWITH"), ("tags ", "ANY tags BEGINSWITH"),
        ("(tags) BEG", "ANY (tags) BEGINSWITH"),
        ("name == \"ä\" OR tags BEG", "name == \"ä\" OR ANY tags BEGINSWITH"),
    ])
    func anyIsInserted(text: String, expected: String) throws {
        let found = completion(text, people)
        let candidate = try #require(found.candidates.first { !$0.additionalEdits.isEmpty })
        #expect(found.inserting(candidate, in: text) == expected)
        #expect(candidate.additionalEdits.map(\.text) == ["ANY "])
    }

    @Test func anyIsInsertedOnPaths() throws {
        for (text, expected) in [
            ("districts.name BEG", "ANY districts.name BEGINSWITH"), ("scores BET", "ANY scores BETWEEN"),
            ("SUBQUERY(districts, $d, $d.streets.name BEG", "SUBQUERY(districts, $d, ANY $d.streets.name BEGINSWITH"),
        ] {
            let found = completion(text, cities)
            let candidate = try #require(found.candidates.first { !$0.additionalEdits.isEmpty })
            #expect(found.inserting(candidate, in: text) == expected)
        }
    }

    @Test(arguments: ["ANY tags BEG", "ALL tags BEG", "name BEG", "tags CON", "(1 + tags BEG"])
    func anyIsNotInserted(text: String) {
        #expect(completion(text, people).candidates.allSatisfy { $0.additionalEdits.isEmpty })
    }

    @Test func variablesOfTheHost() {
        let variables: [String: ValueType] = [
            "limit": .integer, "who": .string, "boss": .object("Person"), "and": .integer,
        ]
        let all = completion("age > $", people, variables: variables).candidates
        #expect(all.map(\.text) == ["$#and", "$boss.", "$limit"])
        #expect(completion("$boss.", people, variables: variables).candidates.first?.text == "name")
        #expect(completion("$li", people, variables: variables).candidates.map(\.text) == ["$limit"])
    }

    @Test func formatArgumentsThatAreKnown() {
        let text = "%K "
        let known = PredicateCompletion.candidates(in: text, at: 3, schema: people, arguments: ["age"])
        #expect(!known.candidates.contains { $0.text == "BEGINSWITH" })
        let open = PredicateCompletion.candidates(in: text, at: 3, schema: people)
        #expect(open.candidates.contains { $0.text == "BEGINSWITH" })
    }

    @Test func expressions() {
        let start = completion("", people, as: .expression).candidates.map(\.text)
        #expect(start.contains("age") && start.contains("sum("))
        #expect(!start.contains("ANY") && !start.contains("NOT") && !start.contains("TRUEPREDICATE"))
        let behind = completion("age ", people, as: .expression).candidates.map(\.text)
        #expect(behind.first == "+")
        #expect(!behind.contains("==") && !behind.contains("AND"))
    }

    @Test func functionsAndOperatorsOfTheProgram() {
        let candidates = completion("distance", people, library: programLibrary).candidates
        #expect(candidates.map(\.label) == ["distance:to:(from, to)"])
        #expect(candidates.first?.documentation == "How far one place is from another.")
    }

    @Test func matchesNeedsAnEngine() {
        #expect(completion("name MAT", people).candidates == [])
    }

    @Test func aCursorAnywhere() {
        let text = "name == \"é😀\""
        for offset in [-5, 0, 9, 10, 11, 12, 13, 15, 100, .max, .min] {
            let completion = PredicateCompletion.candidates(in: text, at: offset, schema: people)
            let replaced = completion.replacement
            #expect(replaced.lowerBound >= 0 && replaced.upperBound <= text.utf8.count)
        }
        #expect(PredicateCompletion.candidates(in: text, at: 10, schema: people).replacement == SourceRange(9, 9))
        #expect(
            PredicateCompletion.candidates(in: text, at: 99, schema: people).replacement.upperBound == text.utf8.count)
    }

    @Test func noMoreThanAreAskedFor() {
        #expect(PredicateCompletion.candidates(in: "", at: 0, schema: people, atMost: 3).candidates.count == 3)
        #expect(PredicateCompletion.candidates(in: "", at: 0, schema: people, atMost: -1).candidates == [])
    }
}
