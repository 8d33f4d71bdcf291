import PredicatePatterns
import PredicateTesting
import Testing

@testable import PredicateAnalysis
@testable import PredicateCore
@testable import PredicateFormat

/// Generates predicates over `cities` without errors, in every form that completion knows.
struct ConditionGenerator: SeededGenerator {
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func predicate(_ depth: Int) -> String {
        switch below(depth > 0 ? 8 : 4) {
        case 0...3: return condition(depth)
        case 4: return "NOT (" + predicate(depth - 1) + ")"
        case 5: return "(" + predicate(depth - 1) + " OR " + predicate(depth - 1) + ")"
        default: return condition(depth) + " AND " + condition(depth - 1)
        }
    }

    private mutating func condition(_ depth: Int) -> String {
        switch below(10) {
        case 0:
            return text() + " " + pick(["==", "!=", "BEGINSWITH[cd]", "CONTAINS", "LIKE[c]", "==[c]"]) + " "
                + pick(["\"PH\"", "'a'", "asciiname", "country.name"])
        case 1: return value() + " " + pick(["==", "<", ">="]) + " " + value()
        case 2: return "countrycode IN {\"US\", 'PE'}"
        case 3: return value() + " BETWEEN {1, " + pick(["5", "elevation"]) + "}"
        case 4: return "ANY " + pick(["alternatenames", "districts.name", "country.languages"]) + " == \"Porto\""
        case 5: return pick(["ALL", "NONE"]) + " districts.population > " + value()
        case 6: return "alternatenames CONTAINS 'Lisboa'"
        case 7:
            return pick([
                "capital == TRUE", "mayor.name == nil", "elevation != nil", "founded > '2020-01-01'",
                "districts[FIRST].name == 'x'", "extra['k'] == 3", "SELF.\"board-id\" == 'b1'",
            ])
        case 8 where depth > 0:
            return "SUBQUERY(districts, $d, $d.name == 'x' AND ANY $d.streets.houses > 3).@count > 1"
        default: return "TERNARY(capital == TRUE, population, 0) > CAST(name, \"NSNumber\")"
        }
    }

    private mutating func text() -> String {
        pick(["name", "countrycode", "country.name", "uppercase(name)", "mayor.name", "districts[0].name"])
    }

    private mutating func value() -> String {
        pick([
            "population", "level", "country.area", "sum(scores)", "districts.@sum.population", "districts.@count",
            "population + 1", "-level", "(level * 2)", "modulus:by:(level, 3)", "abs(elevation)", "scores[0]", "7",
        ])
    }
}

/// Completes a cut text with one of a few short ends. `nil` is valid nearly everywhere.
struct MinimalEnd {
    let schema: RecordSchema
    let library: PredicateLibrary

    /// Whether an end exists that makes the text valid.
    func exists(for text: String, _ candidate: PredicateCompletion.Candidate) -> Bool {
        for value in values(candidate) {
            var ends = [""]
            for closers in closers(text + value) {
                // Inside a bracket, a value may have to become a condition first.
                ends = ends.flatMap { end in closers.flatMap { [end + $0, end + " == nil" + $0] } }
            }
            for end in ends {
                for last in ["", " == nil"] where checks(text + value + end + last) { return true }
            }
        }
        return false
    }

    private func values(_ candidate: PredicateCompletion.Candidate) -> [String] {
        guard candidate.isOpen else { return [""] }
        switch candidate.text.drop(while: { $0 == " " }) {
        case "SUBQUERY(": return ["districts, $q, 1 == 1", "alternatenames, $q, 1 == 1"]
        case "TERNARY(": return ["1 == 1, nil, nil"]
        case "AND", "OR", "NOT": return [" 1 == 1"]
        case "ANY", "ALL", "NONE": return [" scores"]
        case "BETWEEN": return [" {nil, nil}"]
        default: break
        }
        switch candidate.kind {
        case .field, .variable, .collectionOperator:
            if candidate.text.hasSuffix("[") { return ["0"] }
            guard candidate.text.hasSuffix(".") else { return [", 1 == 1"] }
            return [
                "name", "population", "area", "age", "houses", "languages", "streets", "friends", "friends.name",
                "friends.age",
                "streets.name", "streets.houses", "friends.friends", "@count",
            ]
        case .function:
            // Arguments in brackets may be left out. `has` takes a field.
            let commas = candidate.label.prefix { $0 != "[" }.filter { $0 == "," }.count
            if candidate.label.hasPrefix("has(") { return ["name", "$d.name"] }
            let name = String(candidate.label.prefix { $0 != "(" })
            guard name.hasSuffix(":") || BuiltInFunction(rawValue: name)?.isPlain == true else { return ["nil"] }
            return [Array(repeating: "nil", count: commas + 1).joined(separator: ", ")]
        case .name: return [", nil"]
        default: return [" nil"]
        }
    }

    /// The possible ends of each open bracket, the innermost first.
    private func closers(_ text: String) -> [[String]] {
        var lexer = Lexer(text, library: library)
        lexer.fill(to: .max)
        var open: [(word: String, commas: Int, sign: String)] = []
        var word = ""
        for token in lexer.tokens {
            switch lexer.kind(of: token) {
            case .punctuation(.openParenthesis): open.append((word, 0, ")"))
            case .punctuation(.openBrace): open.append((word, 0, "}"))
            case .punctuation(.openBracket): open.append(("", 0, "]"))
            case .punctuation(.closeParenthesis), .punctuation(.closeBrace), .punctuation(.closeBracket):
                _ = open.popLast()
            case .punctuation(.comma): if !open.isEmpty { open[open.count - 1].commas += 1 }
            default: break
            }
            switch lexer.kind(of: token) {
            case .word(let text, _), .selector(let text): word = text
            default: word = ""
            }
        }
        return open.reversed().map { word, commas, sign in
            let missing: [String] =
                switch (word, commas) {
                case ("TERNARY", 0): [", nil, nil"]
                case ("TERNARY", 1), ("modulus:by:", 0), ("stringByAppendingString:", 0), ("BETWEEN", 0): [", nil"]
                case ("CAST", 0): [", 'NSString'", ", 'NSNumber'", ", 'NSDate'"]
                case ("SUBQUERY", 0): [", $q, 1 == 1"]
                case ("SUBQUERY", 1): [", 1 == 1"]
                case ("FUNCTION", 0): [", 'noindex:'"]
                default: [""]
                }
            return missing.map { $0 + sign }
        }
    }

    private func checks(_ text: String) -> Bool {
        !ParsedPredicate.diagnostics(of: text, against: schema, library: library).hasErrors
    }
}

@Suite struct CompletionPropertyTests {
    static let library = PredicateLibrary.standardWithPatterns

    @Test(arguments: 0..<4) func everyCandidateLeadsToAWholePredicate(seed: UInt64) {
        var generator = ConditionGenerator(seed: seed)
        let end = MinimalEnd(schema: cities, library: Self.library)
        var tried = 0
        for _ in 0..<10 {
            let text = generator.predicate(2)
            #expect(!ParsedPredicate.diagnostics(of: text, against: cities, library: Self.library).hasErrors, "\(text)")
            var lexer = Lexer(text, library: Self.library)
            lexer.fill(to: .max)
            for token in lexer.tokens {
                let location = token.range.lowerBound
                let head = SourceRange(0, location).text(in: text)
                let completion = PredicateCompletion.candidates(
                    in: head, at: location, schema: cities, library: Self.library)
                for candidate in completion.candidates where Int.random(in: 0..<12, using: &generator.random) == 0 {
                    tried += 1
                    // The type in CAST decides the valid comparisons.
                    // A version compares only with another one.
                    if candidate.kind == .name || candidate.label.hasPrefix("version(") { continue }
                    let whole = completion.inserting(candidate, in: head)
                    let isFinished = end.exists(for: whole, candidate)
                    #expect(isFinished, "\(whole)‸")
                }
            }
        }
        #expect(tried > 100)
    }

    /// The candidates at a location include the word that is there.
    @Test(arguments: 0..<8) func whatStandsThereIsOffered(seed: UInt64) {
        var generator = ConditionGenerator(seed: 1000 + seed)
        for _ in 0..<25 {
            let text = generator.predicate(2)
            var lexer = Lexer(text, library: Self.library)
            lexer.fill(to: .max)
            for token in lexer.tokens {
                guard case .word(let word, _) = lexer.kind(of: token) else { continue }
                let location = token.range.lowerBound
                let found = PredicateCompletion.candidates(
                    in: text, at: location, schema: cities, library: Self.library
                ).candidates.map(\.text)
                let endings = ["", ".", "[", "(", "]", "()"].map { word + $0 }
                let isThere = found.contains { candidate in endings.contains(String(candidate.drop { $0 == " " })) }
                #expect(isThere, "\(text) at \(word): \(found.prefix(20))")
            }
        }
    }

    @Test(arguments: 0..<4) func noPrefixOfAGeneratedTextIsTooMuch(seed: UInt64) {
        var trees = TreeGenerator(seed: seed)
        var conditions = ConditionGenerator(seed: seed)
        for round in 0..<60 {
            let text = round % 2 == 0 ? trees.predicate(3).predicateFormat : conditions.predicate(3)
            let step = max(1, text.utf8.count / 25)
            for offset in stride(from: 0, through: text.utf8.count, by: step) {
                let found = PredicateCompletion.candidates(
                    in: text, at: offset, schema: cities, library: Self.library)
                #expect(found.replacement.upperBound <= offset)
                if let first = found.candidates.first { #expect(!found.inserting(first, in: text).isEmpty) }
            }
        }
    }

    @Test(arguments: HostileInputTests.texts) func hostileTextsAreAnsweredInTime(_ hostile: HostileInputTests.Hostile) {
        var seconds = 0.0
        onSmallThread {
            seconds = processorSeconds {
                let count = hostile.text.utf8.count
                for offset in [count, count / 2] {
                    _ = PredicateCompletion.candidates(in: hostile.text, at: offset, schema: cities)
                }
            }
        }
        #expect(seconds < 10)
    }

    @Test func aCircleOfTypesAndAWideRecordAreLookedThroughInTime() {
        let fields = (0..<4000).map { RecordField("f\($0)", .list(.object("T"))) }
        let schema = RecordSchema(root: "T", types: [RecordType("T", fields: fields)])
        let seconds = processorSeconds {
            #expect(PredicateCompletion.candidates(in: "1 == ", at: 5, schema: schema).candidates.count <= 1000)
            #expect(PredicateCompletion.candidates(in: "f39", at: 3, schema: schema).candidates.count == 111)
        }
        #expect(seconds < 5)
    }
}
