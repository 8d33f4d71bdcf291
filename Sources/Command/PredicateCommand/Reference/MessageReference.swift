/// One message of the reference: a section of a page of `Documentation/messages`.
///
/// The section begins with a paragraph `*error*: what is wrong`, and goes on with the explanation. A block of
/// `text` is what a terminal of 80 columns shows for an example. A paragraph before it that ends with a colon says what
/// the block does not show. A test runs the examples; `MessageExample` says how it finds their input.
struct MessageEntry: Sendable {
    /// The stable code.
    var code: String
    /// `error`, `warning`, or `error or warning`, which depends on the schema or on whether the predicate is evaluated.
    var severity: String
    /// The mistake, in a few words.
    var title: String
    /// The rest of the section.
    var blocks: [MarkdownPage.Block]

    /// Reads a section; nil if it does not begin as one.
    init?(_ section: MarkdownPage.Section) {
        guard case .paragraph(let first)? = section.blocks.first,
            let match = first.wholeMatch(of: /\*(.+?)\*: ([\s\S]+)/)
        else { return nil }
        code = section.title
        severity = String(match.1)
        title = String(match.2).replacing("\n", with: " ")
        blocks = Array(section.blocks.dropFirst())
    }

    /// Why it is wrong and what to write instead.
    var explanation: String {
        var paragraphs: [String] = []
        for block in blocks {
            guard case .paragraph(let text) = block, !text.hasSuffix(":") else { break }
            paragraphs.append(text.replacing("\n", with: " "))
        }
        return paragraphs.joined(separator: " ")
    }

    /// The section on a terminal.
    func text(width: Int) -> String {
        let heading = "\(code) (\(severity)): \(title)\n\n"
        return heading + ReferenceText.text(of: blocks, width: width)
    }
}

/// Every message of the lexer, the parser, the checker, queries, trees, schemas, records and files.
enum MessageReference {
    /// A page, which is about the messages of one stage.
    struct Page: Sendable {
        /// The name of the stage: `lexer`.
        var stage: String
        var title: String
        var entries: [MessageEntry]
    }

    /// The pages, in the order in which a predicate meets the stages.
    static let pages: [Page] = MarkdownPage.embedded(in: "messages").map { page in
        Page(
            stage: String(page.name.dropFirst("messages/".count)), title: page.title,
            entries: page.sections.compactMap(MessageEntry.init))
    }

    /// The codes, each once.
    static let codes: [String] = pages.flatMap { $0.entries.map(\.code) }.uniqued

    /// The entries of a code. Some codes have entries in two stages: a number can be too large in a predicate and in a
    /// record.
    static func entries(for code: String) -> [MessageEntry] {
        pages.flatMap(\.entries).filter { $0.code == code }
    }

    /// Suggestions for an unknown word: similar codes, or else codes that contain it.
    static func suggestions(for word: String) -> [String] {
        if let near = Suggestions.nearest(to: word, among: codes) { return [near] }
        let wanted = word.lowercased().replacing("_", with: "-")
        guard !wanted.isEmpty else { return [] }
        return Array(codes.filter { $0.contains(wanted) }.prefix(5))
    }
}
