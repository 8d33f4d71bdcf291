import Foundation
import PredicateFormat
import Testing

@testable import PredicateCommand

/// The catalogue of messages agrees with the sources, and its examples with their output. An example provokes every
/// code, so no code is unreachable.
@Suite struct MessageReferenceTests {
    @Test func theSourcesAreFound() {
        #expect(MessageSources.files.count >= 5)
        #expect(
            MessageSources.files.allSatisfy { !MessageSources.codes(of: $0).isEmpty || $0.name.contains("Pattern") })
        #expect(Set(MessageSources.files.flatMap(MessageSources.codes)).count > 90)
    }

    @Test(arguments: MessageSources.files)
    func everyCodeHasAnEntry(file: MessageSources.File) {
        let stages = MessageSources.stages(of: file)
        #expect(
            !stages.isEmpty || MessageSources.codes(of: file).isEmpty, "a new file of messages needs its stage here")
        for code in MessageSources.codes(of: file).sorted() {
            let found = MessageReference.entries(for: code)
            #expect(
                found.contains { stages.contains($0.stage) },
                "`\(code)` of \(file) has no entry in Sources/Command/PredicateCommand/Reference")
        }
    }

    @Test func everyCodeHasAConstantOfItsName() throws {
        let constants = try #require(MessageSources.all.first { $0.name.hasSuffix("PredicateDiagnostic+Codes.swift") })
        var found: Set<String> = []
        for match in constants.text.matches(of: /static let ([A-Za-z]+): Self = "([a-z-]+)"/) {
            #expect(MessageSources.code(named: match.1) == match.2)
            found.insert(String(match.2))
        }
        let stages: [MessageStage] = [.lexer, .parser, .checker, .sample, .query, .tree]
        #expect(found == Set(stages.flatMap { $0.entries.map(\.code) }))
    }

    @Test func everyEntryHasACode() {
        for found in MessageReference.all {
            let files = MessageSources.files.filter { MessageSources.stages(of: $0).contains(found.stage) }
            #expect(
                files.contains { MessageSources.codes(of: $0).contains(found.entry.code) },
                "there is no message `\(found.entry.code)` in the \(found.stage)")
        }
    }

    @Test func aStageHasACodeOnce() {
        for stage in MessageStage.allCases {
            let codes = stage.entries.map(\.code)
            #expect(Set(codes).count == codes.count, "\(stage)")
        }
    }

    @Test func messagesAreMadeInTheirFiles() {
        for file in MessageSources.all where !MessageSources.files.contains(where: { $0.name == file.name }) {
            #expect(!file.text.contains(/PredicateDiagnostic\(\s*["\.]/), "\(file)")
            #expect(!file.text.contains(/RecordError\(\s*\.[a-z]/), "\(file)")
            #expect(!file.text.contains(/Code\("[a-z-]+"\)/), "\(file)")
        }
    }

    @Test func theSchemaOfTheExamplesCanBeRead() throws {
        let schema = try #require(ReferenceSchema.person)
        #expect(schema.types.keys.contains("Person"))
    }

    // MARK: Examples

    /// The results of all examples, by stage and code. Some examples take long.
    private static let allOutcomes: [String: [ExampleOutcome]] = Dictionary(
        uniqueKeysWithValues: MessageReference.all.map { found in
            ("\(found.stage) \(found.entry.code)", found.entry.examples.map { $0.run(80) })
        })

    /// The results of an entry's examples.
    static func outcomes(of found: MessageReference.Found) -> [ExampleOutcome] {
        allOutcomes["\(found.stage) \(found.entry.code)"] ?? []
    }

    @Test(arguments: MessageReference.all.map(\.entry.code))
    func everyExampleYieldsItsCode(code: String) {
        for found in MessageReference.entries(for: code) {
            let entry = found.entry
            #expect(!entry.examples.isEmpty, "\(code) has no example")
            for (index, outcome) in Self.outcomes(of: found).enumerated() {
                let others = outcome.messages.filter { $0.code != code }
                #expect(
                    outcome.messages.contains { $0.code == code }, "example \(index) of \(code):\n\(outcome.snippet)")
                #expect(
                    others.isEmpty,
                    "example \(index) of \(code):\n\(outcome.snippet)")
                for message in outcome.messages where message.code == code && entry.severity != .either {
                    #expect(message.severity == entry.severity, "\(code)")
                }
                #expect(!outcome.snippet.isEmpty)
            }
            for reason in entry.reasons {
                #expect(reason.run()?.message.code == code, "\(reason.shown)")
            }
        }
    }

    /// The edits of an example remove its errors, and the warning that they belong to.
    @Test(arguments: MessageReference.all.map(\.entry.code))
    func fixedTextsAreRight(code: String) {
        for found in MessageReference.entries(for: code) {
            for outcome in Self.outcomes(of: found) {
                guard let fixed = outcome.fixed else { continue }
                let left = outcome.messagesAfterFixing.filter {
                    ($0.severity == .error && $0.code != "missing-argument") || $0.code == code
                }
                #expect(left.isEmpty, "\(code): \(fixed)")
            }
        }
    }

    /// One table gives the consequence of each warning.
    @Test func everyWarningHasAConsequence() {
        let stages: [MessageStage] = [.lexer, .parser, .checker, .sample, .query]
        let warnings = MessageReference.all.filter { stages.contains($0.stage) && $0.entry.severity != .error }
        let codes = Set(warnings.map(\.entry.code))
        let known = Set(PredicateDiagnostic.consequences.keys.map(\.rawValue))
        #expect(codes.subtracting(known) == [])
        // The table also has an error that is a warning for a short sample, and two errors that also occur as
        // warnings.
        #expect(known.subtracting(codes).isSubset(of: ["unknown-field", "unbound-variable", "unknown-case"]))
    }

    // MARK: Sentences

    /// An example provokes every sentence in a file of messages, except `unsaid`.
    @Test(arguments: MessageSources.files + MessageSources.all.filter { $0.name.contains("Checking/Checker") })
    func everySentenceIsProvoked(file: MessageSources.File) {
        let said = Self.sentences
        for parts in MessageSources.literals(of: file) where Self.isSentence(parts) && !Self.unsaid.contains(parts) {
            #expect(
                said.contains { MessageSources.holds($0, parts) },
                "\(file): no example in the reference says \"\(parts.joined(separator: "…"))\"")
        }
    }

    private static let sentences: [String] = MessageReference.all.flatMap { found in
        outcomes(of: found).flatMap { $0.messages.flatMap(\.sentences) }
            + found.entry.reasons.flatMap { $0.run()?.message.sentences ?? [] }
    }

    /// PCRE2 rejects some patterns that our parser accepts. They depend on its version, so no page can show one. The other two
    /// follow a thousand messages.
    private static let unsaid: Set<[String]> = [
        ["the engine says: ", ""], ["1 more error or warning is not shown"],
        ["", " more errors and warnings are not shown"],
    ]

    /// A sentence has three words or more.
    private static func isSentence(_ parts: [String]) -> Bool {
        parts.joined(separator: " ").split(separator: " ").filter { $0.contains(where: \.isLetter) }.count >= 3
    }

    // MARK: Words

    @Test(arguments: MessageReference.all.map(\.entry.code))
    func entriesAreWritten(code: String) {
        for found in MessageReference.entries(for: code) {
            let entry = found.entry
            #expect(!entry.title.hasSuffix("."), "\(code)")
            #expect(entry.explanation.hasSuffix("."), "\(code)")
            #expect(entry.explanation.count > 60, "\(code)")
            #expect(entry.explanation.filter { $0 == "`" }.count % 2 == 0, "\(code)")
        }
    }
}
