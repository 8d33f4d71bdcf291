import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// The committed pages of the language and the guides are up to date.
@Suite struct LanguagePagesTests {
    private static let documentation = Repository.root.appendingPathComponent("Documentation")
    /// Making the pages runs all their examples.
    private static let pages = LanguagePages.all
    private static let guides = GuidePages.all
    private static let folder = documentation.appendingPathComponent("reference")

    @Test func pagesAreWhatIsGenerated() throws {
        for page in Self.pages {
            let committed = try? String(contentsOf: Self.folder.appendingPathComponent(page.name), encoding: .utf8)
            #expect(committed == page.text, "Documentation/reference/\(page.name) is out of date: run `make reference`")
        }
        for page in Self.guides {
            let file = Self.documentation.appendingPathComponent(page.name)
            let committed = try? String(contentsOf: file, encoding: .utf8)
            #expect(committed == page.text, "Documentation/\(page.name) is out of date: run `make reference`")
        }
    }

    @Test func thereAreNoOtherPages() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names) == Set(Self.pages.map(\.name)))
        let guides = try FileManager.default.contentsOfDirectory(atPath: Self.documentation.path)
            .filter { $0.hasPrefix("coming-from-") }
        #expect(Set(guides) == Set(Self.guides.map(\.name)))
    }

    /// The source file that a chapter names exists.
    @Test func sourcesOfPagesExist() {
        for section in LanguageSection.allCases {
            let file = "Sources/Command/PredicateCommand/Reference/Language/LanguageReference+\(section.fileName).swift"
            #expect(
                FileManager.default.fileExists(atPath: Repository.root.appendingPathComponent(file).path),
                "\(file)")
        }
    }

    @Test func linksLeadSomewhere() throws {
        let pages =
            Self.pages.map { (Self.folder.appendingPathComponent($0.name), $0.text) }
            + Self.guides.map { (Self.documentation.appendingPathComponent($0.name), $0.text) }
        var count = 0
        for (file, text) in pages {
            for match in text.matches(of: /\]\(([^)#\s]*)(#[a-z0-9-]+)?\)/) {
                let path = String(match.1)
                let target =
                    path.isEmpty ? file : URL(fileURLWithPath: path, relativeTo: file.deletingLastPathComponent())
                let content = try? String(contentsOf: target, encoding: .utf8)
                #expect(content != nil, "\(file.lastPathComponent): \(path)")
                if let anchor = match.2 {
                    let locations = ["<a id=\"\(anchor.dropFirst())\"></a>", "\n## `\(anchor.dropFirst())`\n"]
                    #expect(locations.contains { content?.contains($0) == true }, "\(path)\(anchor)")
                }
                count += 1
            }
        }
        #expect(count > 300)
    }

    @Test func theCommandWritesThem() throws {
        let folder = try TemporaryFolder()
        #expect(predicate(["reference", "language", folder.url.path]).status == 0)
        #expect(predicate(["reference", "guides", folder.url.path]).status == 0)
        for page in Self.pages + Self.guides {
            #expect(try String(contentsOf: folder.url.appendingPathComponent(page.name), encoding: .utf8) == page.text)
        }
    }
}
