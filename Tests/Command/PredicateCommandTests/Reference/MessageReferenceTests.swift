import Foundation
import PredicateFormat
import PredicateTesting
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
        let known = Set(Self.pages.filter { stages.contains($0.stage) }.flatMap { $0.entries.map(\.code) })
        for code in MessageSources.codes(of: file).sorted() {
            #expect(known.contains(code), "`\(code)` of \(file) has no section in Documentation/messages")
        }
    }

    @Test func everyCodeHasAConstantOfItsName() throws {
        let constants = try #require(MessageSources.all.first { $0.name.hasSuffix("PredicateDiagnostic+Codes.swift") })
        var found: Set<String> = []
        for match in constants.text.matches(of: /static let ([A-Za-z]+): Self = "([a-z-]+)"/) {
            #expect(MessageSources.code(named: match.1) == match.2)
            found.insert(String(match.2))
        }
        let pages = Self.pages.filter { !["schema", "records", "files"].contains($0.stage) }
        #expect(found == Set(pages.flatMap { $0.entries.map(\.code) }))
    }

    @Test func everySectionIsAboutACode() throws {
        #expect(Self.pages.map(\.stage) == MessageSources.stages)
        for page in Self.pages {
            let text = try Repository.text(of: "Documentation/messages/\(page.stage).md")
            #expect(MarkdownPage(text, name: "").sections.count == page.entries.count, "\(page.stage)")
            let files = MessageSources.files.filter { MessageSources.stages(of: $0).contains(page.stage) }
            let codes = page.entries.map(\.code)
            #expect(Set(codes).count == codes.count, "\(page.stage)")
            #expect(Set(codes).subtracting(files.flatMap(MessageSources.codes)) == [], "there are no such messages")
            let index = try Repository.text(of: "Documentation/messages/README.md")
            for code in codes { #expect(index.contains("[`\(code)`](\(page.stage).md#\(code))"), "\(code)") }
        }
    }

    @Test func messagesAreMadeInTheirFiles() {
        for file in MessageSources.all where !MessageSources.files.contains(where: { $0.name == file.name }) {
            #expect(!file.text.contains(/PredicateDiagnostic\(\s*["\.]/), "\(file)")
            #expect(!file.text.contains(/RecordError\(\s*\.[a-z]/), "\(file)")
            #expect(!file.text.contains(/Code\("[a-z-]+"\)/), "\(file)")
        }
    }

    // MARK: Examples

    /// An example with its outcome.
    private struct Run: Sendable {
        var example: MessageExample
        var outcome: ExampleOutcome
        /// Whether it is a similar case, of which the page shows the sentence.
        var sentence: String?
    }

    private static let pages = MessageReference.pages
    private static let entries = pages.flatMap { page in page.entries.map { (page.stage, $0) } }

    /// All examples, by stage and code. Some take long.
    private static let runs: [String: Result<[Run], any Error>] = Dictionary(
        uniqueKeysWithValues: entries.map { stage, entry in
            (
                "\(stage) \(entry.code)",
                Result {
                    try MessageExample.all(of: entry, in: stage).map { Run(example: $0, outcome: try $0.run()) }
                        + MessageExample.cases(of: entry, in: stage).map {
                            Run(example: $0.example, outcome: try $0.example.outcomeOfCase(), sentence: $0.sentence)
                        }
                }
            )
        })

    @Test(arguments: entries.map { "\($0) \($1.code)" })
    func everyExampleIsAsThePageSays(name: String) throws {
        let runs = try #require(Self.runs[name]).get()
        let code = try #require(name.split(separator: " ").last.map(String.init))
        let severity = Self.entries.first { "\($0) \($1.code)" == name }?.1.severity
        #expect(runs.contains { $0.sentence == nil }, "there is no example")
        for run in runs {
            let outcome = run.outcome
            #expect(outcome.messages.contains { $0.code == code }, "\(run.example.input)\n\(outcome.snippet)")
            if let sentence = run.sentence {
                #expect(outcome.messages.first?.sentences.first == sentence, "\(run.example.input)")
                continue
            }
            #expect(outcome.messages.allSatisfy { $0.code == code }, "\(outcome.snippet)")
            for message in outcome.messages where severity != "error or warning" {
                #expect(message.severity == severity)
            }
            #expect(!outcome.snippet.isEmpty)
            #expect(outcome.fixed == run.example.fixed && outcome.suggested == run.example.suggested)
            // The edits remove the errors, and the warning that they belong to.
            let left = outcome.messagesAfterFixing.filter {
                ($0.severity == "error" && $0.code != "missing-argument") || $0.code == code
            }
            #expect(left.isEmpty, "\(outcome.fixed ?? "")")
        }
    }

    /// `make record` writes what differs into the page: read the diff.
    @Test(arguments: pages.map(\.stage))
    func snippetsAreUpToDate(stage: String) throws {
        let path = "Documentation/messages/\(stage).md"
        var text = try Repository.text(of: path)
        for (name, runs) in Self.runs where name.hasPrefix("\(stage) ") {
            for run in try runs.get() where run.sentence == nil && run.example.shown != run.outcome.snippet {
                text = text.replacing(
                    "\n\(run.example.shown)\n```", with: "\n\(run.outcome.snippet)\n```", maxReplacements: 1)
            }
        }
        #expect(try Repository.holds(text, in: path), "run `make record`")
    }

    /// The table of doubts has codes of warnings only.
    @Test func everyDoubtIsAWarning() {
        let codes = Set(
            Self.entries.filter { !["tree", "schema", "records", "files"].contains($0) && $1.severity != "error" }
                .map(\.1.code))
        let doubts = Set(PredicateDiagnostic.doubts.map(\.rawValue))
        // Two errors also occur as warnings.
        #expect(doubts.subtracting(codes).isSubset(of: ["unbound-variable", "unknown-case"]))
    }

    // MARK: Sentences

    /// An example provokes every sentence in a file of messages, except `unsaid`.
    @Test(arguments: MessageSources.files + MessageSources.all.filter { $0.name.contains("Checking/Checker") })
    func everySentenceIsProvoked(file: MessageSources.File) {
        let said = Self.sentences
        for parts in MessageSources.literals(of: file) where Self.isSentence(parts) && !Self.unsaid.contains(parts) {
            #expect(
                said.contains { MessageSources.holds($0, parts) },
                "\(file): no example in Documentation/messages says \"\(parts.joined(separator: "…"))\"")
        }
    }

    private static let sentences: [String] = runs.values.flatMap { runs in
        ((try? runs.get()) ?? []).flatMap { $0.outcome.messages.flatMap(\.sentences) }
    }

    /// PCRE2 rejects some patterns that our parser accepts. They depend on its version, so no page can show one. The other two
    /// follow a thousand messages.
    private static let unsaid: Set<[String]> = [
        ["the engine says: ", ""], ["1 more error or warning is not shown"],
        ["", " more errors and warnings are not shown"], ["1 more rule is not checked"],
        ["", " more rules are not checked"],
    ]

    /// A sentence has three words or more.
    private static func isSentence(_ parts: [String]) -> Bool {
        parts.joined(separator: " ").split(separator: " ").filter { $0.contains(where: \.isLetter) }.count >= 3
    }

    // MARK: Words

    @Test func entriesAreWritten() {
        for (_, entry) in Self.entries {
            #expect(["error", "warning", "error or warning"].contains(entry.severity), "\(entry.code)")
            #expect(!entry.title.hasSuffix("."), "\(entry.code)")
            #expect(entry.explanation.hasSuffix(".") && entry.explanation.count > 60, "\(entry.code)")
            #expect(entry.explanation.filter { $0 == "`" }.count % 2 == 0, "\(entry.code)")
        }
    }
}
