import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand
@testable import PredicateCore
@testable import PredicateFormat

/// The language reference agrees with the library's tables, and its examples with both evaluators.
@Suite struct LanguageReferenceTests {
    private static let all = LanguageReference.all

    // MARK: Completeness

    @Test(arguments: LanguageSubject.rows.map(\.title))
    func everyRowOfTheTablesHasOneEntry(title: String) throws {
        for row in LanguageSubject.rows where row.title == title {
            let found = Self.all.filter { $0.entry.subject == row }
            #expect(found.count == 1, "\(row) has \(found.count) entries")
            #expect(!row.help.isEmpty && row.help.hasSuffix("."), "\(row)")
        }
    }

    @Test func nothingIsUnknownToTheTables() {
        let rows = Set(LanguageSubject.rows)
        for found in Self.all {
            if case .topic = found.entry.subject { continue }
            #expect(rows.contains(found.entry.subject), "\(found.entry.subject)")
        }
    }

    @Test(arguments: Keyword.allCases.map(\.spelling))
    func everyReservedWordIsExplained(word: String) {
        #expect(!LanguageReference.entries(for: word).isEmpty)
        #expect(!LanguageReference.entries(for: word.lowercased()).isEmpty)
    }

    /// Signs without a use in the language. The parser knows them to fix the habits of other languages.
    private static let habit: [Punctuation] = [.percent, .range]

    @Test(arguments: Punctuation.allCases.map(\.spelling))
    func everySignIsExplained(sign: String) {
        if Self.habit.contains(where: { $0.spelling == sign }) { return }
        #expect(!LanguageReference.entries(for: sign).isEmpty)
    }

    /// The topic of each type. A new type does not compile here without one.
    private static func topic(of type: ValueType) -> String {
        switch type {
        case .any: "any"
        case .null: "nil"
        case .boolean: "boolean"
        case .integer: "integer"
        case .double: "double"
        case .decimal: "decimal"
        case .string: "string"
        case .dateTime, .date: "date"
        case .uuid: "uuid"
        case .data: "data"
        case .url: "url"
        case .enumeration: "enumeration"
        case .object: "object"
        case .list: "list"
        case .set: "set"
        case .dictionary: "dictionary"
        case .optional: "optional"
        }
    }

    @Test func everyTypeIsExplained() {
        let types: [ValueType] = [
            .any, .null, .boolean, .integer, .double, .decimal, .string, .dateTime, .date, .uuid, .data, .url,
            .enumeration(EnumerationType(["a"])), .object("T"), .list(.any), .set(.any), .dictionary(.any),
            .optional(.string),
        ]
        for type in types { #expect(LanguageReference.entries(for: Self.topic(of: type)).count == 1, "\(type)") }
    }

    @Test func everySelectorIsExplained() {
        let selectors =
            BuiltInFunction.allCases.map(\.rawValue) + ArithmeticOperator.allCases.map(\.selector)
            + SpecialSelector.allCases.map(\.rawValue)
        for selector in selectors { #expect(!LanguageReference.entries(for: selector).isEmpty, "\(selector)") }
    }

    // MARK: Spellings

    @Test func spellingsOfOneOperatorMeanTheSame() throws {
        for symbol in ComparisonOperator.builtIn {
            for spelling in [symbol.spelling] + symbol.otherSpellings {
                let right = symbol == .between ? "{1, 2}" : "b"
                let parsed = try ParsedPredicate(parsing: "a \(spelling) \(right)")
                #expect(parsed.predicateFormat == "a \(symbol.spelling) \(right)")
            }
        }
        for connective in Connective.allCases {
            for spelling in [connective.rawValue] + connective.otherSpellings {
                let text = connective == .not ? "\(spelling) a == 1" : "a == 1 \(spelling) b == 2"
                let canonical = connective == .not ? "NOT a == 1" : "a == 1 \(connective.rawValue) b == 2"
                #expect(try ParsedPredicate(parsing: text).predicateFormat == canonical)
            }
        }
        for quantifier in Quantifier.allCases {
            for spelling in [quantifier.rawValue] + quantifier.otherSpellings {
                let printed = try ParsedPredicate(parsing: "\(spelling) a == 1").predicateFormat
                #expect(printed == (quantifier == .none ? "NOT ANY a == 1" : "\(quantifier.rawValue) a == 1"))
            }
        }
        for letter in StringOptionLetter.allCases {
            #expect(letter.option.letters == letter.rawValue)
            let printed = try ParsedPredicate(parsing: "a ==[\(letter.rawValue)] b").predicateFormat
            #expect(printed == "a ==[\(letter.rawValue)] b")
        }
        for symbol in CollectionOperator.allCases {
            for spelling in [symbol.rawValue] + symbol.otherSpellings {
                #expect(CollectionOperator(name: spelling) == symbol)
            }
        }
        for kind in FormatSpecifier.Kind.allCases {
            for spelling in kind.spellings { #expect(FormatSpecifier(spelling: spelling)?.kind == kind, "\(spelling)") }
        }
        for word in ValueWord.allCases {
            let value = try ParsedExpression(parsing: word.rawValue).checked().predicateFormat
            for spelling in word.otherSpellings {
                #expect(try ParsedExpression(parsing: spelling).checked().predicateFormat == value)
            }
        }
        for word in IndexWord.allCases {
            #expect(
                try ParsedExpression(parsing: "a[\(word.rawValue)]").checked().predicateFormat == "a[\(word.rawValue)]")
        }
    }

    // MARK: Examples

    @Test(arguments: LanguageReference.all.map(\.entry.subject.title))
    func everyExampleGivesWhatItSays(title: String) throws {
        for found in Self.all where found.entry.subject.title == title {
            #expect(!found.entry.examples.isEmpty, "\(title) has no example")
            for example in found.entry.examples { Self.expectAnswers(of: example, title) }
        }
    }

    /// Compares an example with both evaluators, or with its message.
    static func expectAnswers(of example: LanguageExample, _ title: String) {
        for answer in example.answers {
            do {
                for said in try example.run(answer) {
                    #expect(said == answer.answer, "\(title): \(answer.text) of \(answer.record ?? "nothing")")
                }
            } catch let error as PredicateDiagnostics {
                Issue.record("\(title): \(DiagnosticRenderer(width: 100).render(error))")
            } catch {
                Issue.record("\(title): \(answer.text): \(error)")
            }
        }
        if let outcome = example.refusal(width: 80), case .refused(let text, let code) = example.kind {
            #expect(
                outcome.messages.contains { $0.code == code && $0.severity == .error },
                "\(title): \(text): \(outcome.messages.map(\.code))\n\(outcome.snippet)")
        }
    }

    @Test func commandsPrintWhatTheySay() throws {
        let guides = Guide.all.flatMap(\.sections).flatMap(\.examples)
        let folder = try TemporaryFolder()
        var count = 0
        for example in Self.all.flatMap(\.entry.examples) + guides {
            guard case .command(let line, let output) = example.kind else { continue }
            count += 1
            let result = try BuiltCommand.shell("cd '\(Repository.root.path)' && \(line)", in: folder)
            #expect(result.output == output + "\n" && result.status == 0, "\(line)\n\(result)")
        }
        #expect(count > 5)
    }

    /// The subject of an entry occurs in its forms or examples.
    @Test(arguments: LanguageReference.all.map(\.entry.subject.title))
    func entriesShowWhatTheyAreAbout(title: String) {
        for found in Self.all where found.entry.subject.title == title && found.entry.subject.isCode {
            let entry = found.entry
            let name = title.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
            let shown = (entry.forms + entry.examples.map { $0.shown(width: 80) }).joined(separator: "\n")
            #expect(shown.contains(name), "\(title)")
            for example in entry.examples {
                for line in example.shown(width: 80).split(separator: "\n") { #expect(line.count <= 130, "\(line)") }
            }
        }
    }

    // MARK: Words

    @Test func entriesAreWritten() {
        for found in Self.all {
            let entry = found.entry
            let title = entry.subject.title
            #expect(!entry.subject.isCode || !entry.forms.isEmpty, "\(title)")
            #expect(entry.explanation.hasSuffix(".") || entry.explanation.hasSuffix("\n"), "\(title)")
            for text in [entry.explanation, entry.apple ?? "."] {
                #expect(text.filter { $0 == "`" }.count % 2 == 0, "\(title)")
                #expect(!text.isEmpty && !text.contains("  "), "\(title)")
            }
            for name in entry.seeAlso {
                #expect(LanguageReference.entries(for: name).count >= 1, "\(title) leads to \(name)")
            }
        }
    }

    @Test func namesLeadToTheirEntries() {
        for found in Self.all {
            for name in found.entry.subject.names {
                let entries = LanguageReference.entries(for: name)
                #expect(entries.contains { $0.entry.subject == found.entry.subject }, "\(name)")
            }
        }
        // The sign `-` is two operators. Every other name has one entry.
        for name in LanguageReference.names where name != "-" {
            #expect(LanguageReference.entries(for: name).count == 1, "\(name)")
        }
        for section in LanguageSection.allCases {
            let anchors = section.entries.map(\.subject.anchor)
            #expect(Set(anchors).count == anchors.count && !anchors.contains(""), "\(section)")
        }
    }
}
