/// The blocks of a page on a terminal.
enum ReferenceText {
    /// The blocks, with an empty line between them.
    ///
    /// - Parameters:
    ///   - blocks: the blocks of a section.
    ///   - width: the columns of the terminal.
    static func text(of blocks: some Sequence<MarkdownPage.Block>, width: Int) -> String {
        let columns = max(40, min(width, 100))
        var parts: [String] = []
        for block in blocks {
            switch block {
            case .paragraph(let text): parts.append(paragraph(text, columns: columns))
            case .fence(_, let text): parts.append(indented(text))
            case .heading(let title): parts.append(title)
            case .table(let rows):
                parts.append(
                    rows.map { row in
                        let cells = row.dropFirst().flatMap { MessageText.lines(of: $0, columns: columns - 6) }
                        return "  \(row.first ?? "")\n" + cells.map { "      " + $0 }.joined(separator: "\n")
                    }.joined(separator: "\n"))
            }
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func paragraph(_ text: String, columns: Int) -> String {
        if let match = text.wholeMatch(of: /(Fixed|Suggested): (`+) ?(.+?) ?\2/) {
            return "\(match.1):\n\n" + indented(String(match.3))
        }
        if let match = text.wholeMatch(of: /The message is\s\[`([a-z-]+)`\]\(.*\)\./) {
            return "`predicate message \(match.1)` explains this message."
        }
        if text.hasPrefix("See also ") {
            let names = text.matches(of: /\[(`[^`]+`|[^\]]+)\]/).map { match in
                match.1.hasPrefix("`") ? String(match.1.dropFirst().dropLast()) : MarkdownPage.topic(String(match.1))
            }
            return MessageText.lines(of: "See also: \(names.joined(separator: ", "))", columns: columns)
                .joined(separator: "\n")
        }
        let text = text.replacing("**NSPredicate:**", with: "NSPredicate:")
        return MessageText.lines(of: withoutLinks(text), columns: columns).joined(separator: "\n")
    }

    /// Replaces each link with its text, and the path of its file if it is a page of another folder.
    static func withoutLinks(_ text: String, namesFiles: Bool = true) -> String {
        text.replacing(/\[(`[^`]+`|[^\]]+)\]\(((?:\.\.\/)*)([^)]+)\)/) { match in
            switch namesFiles ? match.2.count : 0 {
            case 0: String(match.1)
            case 3: "\(match.1) (Documentation/\(match.3))"
            default: "\(match.1) (\(match.3))"
            }
        }
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
    }
}
