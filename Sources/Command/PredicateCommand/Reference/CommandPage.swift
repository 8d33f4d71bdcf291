import PredicateFormat

/// What help and the manual say of a command: a section of `CPages/help/commands.md`.
///
/// The section has the purpose in italics, the forms of the command in a fenced block, and paragraphs. Below further
/// headings are examples in a fenced block, and tables of groups of options, exit statuses, variables and files.
struct CommandPage: Sendable {
    /// The purpose, in one sentence.
    private(set) var abstract = ""
    /// The forms of the command, a line for each.
    private(set) var usage = ""
    /// The paragraphs before the first heading, each as one line.
    private(set) var description: [String] = []
    /// What is below the further headings.
    private var parts: [(title: String, blocks: [MarkdownPage.Block])] = []

    /// The headings of parts that are more than a description.
    private static let ownTitles = [statusTitle, examplesTitle, optionsTitle, "Environment", "Files"]
    private static let statusTitle = "Exit status"
    private static let examplesTitle = "Examples"
    private static let optionsTitle = "Options"

    /// The page of a command.
    init(of command: String) {
        for block in MarkdownPage.section(command, ofEmbedded: "help/commands")?.blocks ?? [] {
            switch block {
            case .heading(let title): parts.append((title, []))
            case _ where !parts.isEmpty: parts[parts.count - 1].blocks.append(block)
            case .paragraph(let text) where abstract.isEmpty: abstract = String(text.dropFirst().dropLast())
            case .paragraph(let text): description.append(text.replacing("\n", with: " "))
            case .fence(_, let text): usage = text
            case .table: break
            }
        }
    }

    /// The parts of the description that have their own title.
    var settings: [(title: String, paragraphs: [String])] {
        parts.filter { !Self.ownTitles.contains($0.title) }.map { part in
            let paragraphs = part.blocks.compactMap { block -> String? in
                if case .paragraph(let text) = block { text.replacing("\n", with: " ") } else { nil }
            }
            return (part.title, paragraphs)
        }
    }

    /// The groups of options with the names of the common ones, which all forms of help list, and of the others.
    var optionGroups: [(title: String, common: [String], more: [String])] {
        for case .table(let rows) in blocks(below: Self.optionsTitle) {
            return rows.filter { $0.count == 3 }.map { row in
                let names = row.map { $0.split(separator: ", ").map(String.init) }
                return (row[0], names[1], names[2])
            }
        }
        return []
    }

    /// The examples as they are shown; nil if there are none.
    var exampleText: String? {
        for case .fence(_, let text) in blocks(below: Self.examplesTitle) { return text }
        return nil
    }

    /// The exit statuses and their meanings, in ascending order.
    var exitStatuses: [(name: String, text: String)] { rows(below: Self.statusTitle) }

    /// The variables that the command reads, besides those of `predicate`.
    var variables: [(name: String, text: String)] { rows(below: "Environment") }

    /// The files that the command keeps.
    var files: [(name: String, text: String)] { rows(below: "Files") }

    private func rows(below title: String) -> [(name: String, text: String)] {
        for case .table(let rows) in blocks(below: title) {
            return rows.compactMap { row in row.first.map { ($0, row.last ?? "") } }
        }
        return []
    }

    private func blocks(below title: String) -> [MarkdownPage.Block] {
        parts.first { $0.title == title }?.blocks ?? []
    }

    /// The examples, each with the remark before it. A line that ends with `|` or a backslash continues on the next
    /// line.
    var examples: [(note: String?, command: String)] {
        var examples: [(note: String?, command: String)] = []
        for case .fence(_, let text) in blocks(below: Self.examplesTitle) {
            var note: String?
            for line in text.split(separator: "\n") {
                if line.hasPrefix("# ") {
                    note = String(line.dropFirst(2))
                } else if let last = examples.last?.command, last.hasSuffix("|") || last.hasSuffix("\\") {
                    examples[examples.count - 1].command = last + "\n" + line
                } else {
                    examples.append((note, String(line)))
                    note = nil
                }
            }
        }
        return examples
    }
}
