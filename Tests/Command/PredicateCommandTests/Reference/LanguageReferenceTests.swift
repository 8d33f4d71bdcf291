import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand
@testable import PredicateCore
@testable import PredicateFormat

/// The language reference agrees with the library's tables, and its examples with both evaluators.
@Suite struct LanguageReferenceTests {
    private static let all = LanguageReference.pages.flatMap(\.entries)
    private static let titles = all.map(\.title)

    // MARK: Completeness

    @Test(arguments: LanguageSubject.rows.map(\.title))
    func everyRowOfTheTablesHasOneEntry(title: String) throws {
        for row in LanguageSubject.rows where row.title == title {
            let found = Self.all.filter { $0.isCode && $0.title == title }
            #expect(found.count == 1, "\(row) has \(found.count) entries")
            let entry = try #require(found.first)
            #expect(entry.help == row.help && row.help.hasSuffix("."), "\(row)")
            #expect(Set(row.names).subtracting(entry.names) == [], "\(row)")
            #expect(!entry.forms.isEmpty, "\(row)")
            guard case .function(let function) = row else { continue }
            let signature = function.signature
            #expect(entry.forms.starts(with: row.forms), "\(row)")
            let facts =
                signature.parameters.map { "`\($0.name)` is \($0.type.phrase)." }
                + ["The result is \(signature.resultPhrase)."]
            let text = entry.text(width: 100).split { $0 == "\n" || $0 == " " }.joined(separator: " ")
            #expect(text.contains(facts.joined(separator: " ")), "\(row): \(facts)")
        }
    }

    @Test func everySectionIsAnEntry() throws {
        let rows = Set(LanguageSubject.rows.map(\.title))
        let index = try Repository.text(of: "Documentation/reference/README.md")
        for page in LanguageReference.pages {
            let text = try Repository.text(of: "Documentation/reference/\(page.name).md")
            #expect(MarkdownPage(text, name: "").sections.count == page.entries.count, "\(page.name)")
            #expect(index.contains("[\(page.title)](\(page.name).md)"), "\(page.name)")
            for entry in page.entries where entry.isCode && entry.title.allSatisfy(\.isLetter) {
                #expect(rows.contains(entry.title), "no table has \(entry.title)")
            }
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

    @Test(arguments: titles)
    func everyExampleGivesWhatItSays(title: String) throws {
        for entry in Self.all where entry.title == title {
            let examples = try LanguageExample.all(in: entry.blocks)
            #expect(!examples.isEmpty, "\(title) has no example")
            for example in examples {
                example.expectAnswers(title)
                for line in example.shown.split(separator: "\n") { #expect(line.count <= 130, "\(line)") }
            }
            // The subject of an entry occurs in its syntax or examples.
            let name = title.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
            let shown = (entry.forms + examples.map(\.shown)).joined(separator: "\n")
            #expect(!entry.isCode || shown.contains(name), "\(title)")
        }
    }

    @Test func commandsPrintWhatTheySay() throws {
        let folder = try TemporaryFolder()
        var count = 0
        let guides = Guide.all.flatMap { $0.page.sections.flatMap(\.blocks) }
        for example in try LanguageExample.all(in: Self.all.flatMap(\.blocks) + guides) {
            guard let command = example.command else { continue }
            count += 1
            let result = try BuiltCommand.shell("cd '\(Repository.root.path)' && \(command.line)", in: folder)
            #expect(result.output == command.output + "\n" && result.status == 0, "\(command.line)\n\(result)")
        }
        #expect(count > 5)
    }

    // MARK: Words

    @Test func entriesAreWritten() {
        for entry in Self.all {
            #expect(!entry.paragraphs.isEmpty, "\(entry.title)")
            for text in entry.paragraphs + [entry.help] {
                #expect(text.filter { $0 == "`" }.count % 2 == 0, "\(entry.title)")
                #expect(!text.isEmpty && !text.contains("  "), "\(entry.title)")
            }
        }
    }

    @Test func namesLeadToTheirEntries() {
        for entry in Self.all {
            for name in entry.names {
                #expect(LanguageReference.entries(for: name).contains { $0.title == entry.title }, "\(name)")
            }
        }
        // The sign `-` is two operators. Every other name has one entry.
        for name in LanguageReference.names where name != "-" {
            #expect(LanguageReference.entries(for: name).count == 1, "\(name)")
        }
    }
}

extension BuiltInFunction.Signature {
    /// The result in words. An element of a list of numbers is called a number, because the result of `sum` need not be in the list.
    fileprivate var resultPhrase: String {
        if case .element = result, parameters.first?.type.element == .double { return "a number or nil" }
        return result.phrase
    }
}
