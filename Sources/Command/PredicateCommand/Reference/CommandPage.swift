import PredicateFormat

/// What help and the manual say of a command: a section of `CPages/help/commands.md`.
///
/// The section has the purpose in italics, the forms of the command in a fenced block, and paragraphs. Below further
/// headings stand examples in a fenced block, and tables of exit statuses, variables and files.
struct CommandPage: Sendable {
    /// The purpose, in one sentence.
    private(set) var abstract = ""
    /// The forms of the command, a line for each.
    private(set) var usage = ""
    /// The paragraphs before the first heading, each as one line.
    private(set) var description: [String] = []
    /// What stands below the further headings.
    private var parts: [(title: String, blocks: [MarkdownPage.Block])] = []

    /// The headings that only the manual shows.
    private static let manualTitles = [statusTitle, "Environment", "Files"]
    private static let statusTitle = "Exit status"

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

    /// What `predicate help` shows between the purpose and the options.
    var discussion: String {
        let shown = parts.filter { !Self.manualTitles.contains($0.title) }.map { part in
            let texts = part.blocks.map { block in
                switch block {
                case .fence(_, let text): text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
                case .paragraph(let text): text.replacing("\n", with: " ")
                case .heading, .table: ""
                }
            }
            return part.title.uppercased() + "\n" + texts.joined(separator: "\n")
        }
        return (description + shown).joined(separator: "\n\n")
    }

    /// The exit statuses as a part of the discussion.
    var statuses: String {
        let rows = exitStatuses.map { "  " + ColumnText.pad($0.name, to: 2) + "  " + $0.text }
        return Self.statusTitle.uppercased() + "\n" + rows.joined(separator: "\n")
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
        for case .fence(_, let text) in blocks(below: "Examples") {
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
