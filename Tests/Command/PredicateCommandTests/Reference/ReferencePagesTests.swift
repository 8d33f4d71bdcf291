import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Reading pages, and showing their blocks on a terminal.
@Suite struct ReferencePagesTests {
    /// The command contains all pages of the folders, as they are.
    @Test(arguments: ["messages", "reference"])
    func everyPageIsEmbedded(folder: String) throws {
        let pages = MarkdownPage.embedded(in: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: Repository.url("Documentation/\(folder)").path)
        #expect(Set(names) == Set(pages.map { $0.name.dropFirst(folder.count + 1) + ".md" } + ["README.md"]))
        for page in pages {
            let read = MarkdownPage(try Repository.text(of: "Documentation/\(page.name).md"), name: page.name)
            #expect(read.title == page.title && read.sections.map(\.blocks) == page.sections.map(\.blocks))
        }
    }

    @Test func pagesAreRead() {
        let page = MarkdownPage(
            """
            # Title

            Two
            lines.

            <a id="a"></a>

            ## `a`

            ```text {"x": 1}
            # no heading

            | no | table |
            ```
            | one | two |
            | --- | --- |
            | `a\\|b` |  |

            ## Word
            """, name: "x/y")
        #expect(page.title == "Title" && page.introduction == [.paragraph("Two\nlines.")])
        #expect(page.sections.map(\.title) == ["a", "Word"] && page.sections.map(\.isCode) == [true, false])
        let fence = MarkdownPage.Block.fence(#"text {"x": 1}"#, text: "# no heading\n\n| no | table |")
        #expect(page.sections[0].blocks == [fence, .table([["`a|b`", ""]])])
        #expect(MarkdownPage("", name: "").sections.isEmpty && MarkdownPage("```\na", name: "").introduction.count == 1)
    }

    @Test func blocksAreShown() {
        let blocks: [MarkdownPage.Block] = [
            .paragraph("Fixed: `a == 1`"), .paragraph("See also [`a`](b.md#a), [Dates](c.md)."),
            .paragraph("[A page](../page.md) and [`[c]`](#c)."), .table([["`x`", "wrong"]]),
        ]
        #expect(
            ReferenceText.text(of: blocks, width: 80) == """
                Fixed:

                  a == 1

                See also: a, dates

                A page (Documentation/page.md) and `[c]`.

                  `x`
                      wrong

                """)
    }

    @Test func paragraphsAreWrappedAndCodeIsKept() {
        #expect(MessageText.lines(of: "one two\nthree", columns: 8) == ["one two", "three"])
        #expect(MessageText.lines(of: "a `b c d e` f", columns: 5) == ["a", "`b c d e`", "f"])
        #expect(MessageText.lines(of: "", columns: 5) == [])
        #expect(MessageText.lines(of: "longer than that", columns: 3) == ["longer", "than", "that"])
    }
}
