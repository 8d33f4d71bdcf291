import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// The pages in the repository are up to date with the catalogue.
@Suite struct ReferencePagesTests {
    private static let generated = MessagePages.all
    private static let folder = Repository.root.appendingPathComponent("Documentation/messages")

    @Test func pagesAreWhatIsGenerated() throws {
        for page in Self.generated {
            let committed = try? String(contentsOf: Self.folder.appendingPathComponent(page.name), encoding: .utf8)
            #expect(
                committed == page.text, "Documentation/messages/\(page.name) is out of date: run `make reference`")
        }
    }

    @Test func thereAreNoOtherPages() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names) == Set(Self.generated.map(\.name)))
    }

    @Test func everyEntryIsShown() throws {
        let pages = Dictionary(uniqueKeysWithValues: Self.generated.map { ($0.name, $0.text) })
        let index = try #require(pages["README.md"])
        #expect(index.contains(ReferenceSchema.text))
        for found in MessageReference.all {
            let page = try #require(pages[MessagePages.name(of: found.stage)])
            #expect(page.contains("\n## `\(found.entry.code)`\n"))
            #expect(index.contains("(\(MessagePages.name(of: found.stage))#\(found.entry.code))"))
            for outcome in MessageReferenceTests.outcomes(of: found) {
                #expect(page.contains(outcome.snippet), "\(found.entry.code)")
                if let fixed = outcome.fixed { #expect(page.contains(fixed), "\(found.entry.code)") }
                if let suggested = outcome.suggested { #expect(page.contains(suggested), "\(found.entry.code)") }
            }
            for reason in found.entry.reasons {
                #expect(page.contains(reason.run()?.text.replacing("|", with: "\\|") ?? "\u{0}"))
            }
        }
    }

    @Test func theCommandWritesThem() throws {
        let folder = try TemporaryFolder()
        let result = predicate(["reference", "messages", folder.url.path])
        #expect(result.status == 0)
        for page in Self.generated {
            #expect(try String(contentsOf: folder.url.appendingPathComponent(page.name), encoding: .utf8) == page.text)
        }
        #expect(predicate(["reference", "messages", folder.path("nowhere")]).status == 74)
        #expect(!predicate(["--help"]).output.contains("Write the pages"))
    }

    // MARK: Markdown

    @Test func paragraphsAreWrappedAndCodeIsKept() {
        #expect(WrappedText.lines(of: "one two\nthree", columns: 8) == ["one two", "three"])
        #expect(WrappedText.lines(of: "a `b c d e` f", columns: 5) == ["a", "`b c d e`", "f"])
        #expect(WrappedText.lines(of: "", columns: 5) == [])
        #expect(WrappedText.lines(of: "longer than that", columns: 3) == ["longer", "than", "that"])
    }

    @Test func markdownIsEscaped() {
        #expect(MarkdownPage.code("a`b") == "`` a`b ``")
        #expect(MarkdownPage.code("a") == "`a`")
        var page = MarkdownPage(generatedFrom: "x")
        page.table(["a"], [["`(a|b)`"]])
        #expect(page.text.contains("| `(a\\|b)` |"))
        page.block("```")
        #expect(page.text.hasSuffix("\n````text\n```\n````\n"))
    }
}
