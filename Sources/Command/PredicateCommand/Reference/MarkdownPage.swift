import CPages
import CRecordScan

/// A page of `Documentation/messages` or `Documentation/reference`, or the page of help, read.
///
/// A page has a title (`# Title`), an introduction, and a section for each subject (`## name`; in backquotes if it is
/// a word of the language or a code). Both consist of blocks with an empty line between them: paragraphs, fenced
/// blocks, tables, and further headings. Lists and images do not occur, and lines that begin with `<` are not shown.
struct MarkdownPage: Sendable {
    /// A part of a section.
    enum Block: Hashable, Sendable {
        /// Lines of text, as they are written.
        case paragraph(String)
        /// A fenced block: the words after the fence, of which the first is the language, and its lines.
        case fence(String, text: String)
        /// The rows after the head of a table.
        case table([[String]])
        /// A heading within a section.
        case heading(String)
    }

    /// A subject of the page.
    struct Section: Sendable {
        /// The heading without backquotes.
        var title: String
        /// Whether the heading is in backquotes.
        var isCode: Bool
        var blocks: [Block]
    }

    /// The path below `Documentation`, without `.md`.
    var name: String
    var title = ""
    var introduction: [Block] = []
    var sections: [Section] = []

    /// Reads a page.
    init(_ text: String, name: String) {
        self.name = name
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { Substring($0) }[...]
        while let line = lines.popFirst() {
            if line.utf8.first == UInt8(ascii: "#") {
                add(heading: line)
            } else if line.hasPrefix("```") {
                let fence = line.prefix { $0 == "`" }
                let content = lines.prefix { $0 != fence }
                lines = lines.dropFirst(content.count + 1)
                add(.fence(String(line.dropFirst(fence.count)), text: content.joined(separator: "\n")))
            } else if line.hasPrefix("| ") {
                let rows = lines.prefix { $0.hasPrefix("| ") }
                lines = lines.dropFirst(rows.count)
                add(.table(rows.dropFirst().map(Self.cells)))
            } else if !line.isEmpty, !line.hasPrefix("<") {
                let more = lines.prefix { !$0.isEmpty && !$0.hasPrefix("```") }
                lines = lines.dropFirst(more.count)
                add(.paragraph(([line] + more).joined(separator: "\n")))
            }
        }
    }

    private mutating func add(heading line: Substring) {
        let title = line.drop { $0 == "#" }.dropFirst()
        if line.hasPrefix("# ") {
            self.title = String(title)
            return
        }
        if line.hasPrefix("### ") { return add(.heading(String(title))) }
        let isCode = title.hasPrefix("`") && title.hasSuffix("`")
        sections.append(
            Section(title: String(isCode ? title.dropFirst().dropLast() : title), isCode: isCode, blocks: []))
    }

    private mutating func add(_ block: Block) {
        if sections.isEmpty { introduction.append(block) } else { sections[sections.count - 1].blocks.append(block) }
    }

    /// The cells of a row. A bar in a cell has a backslash before it.
    private static func cells(of row: Substring) -> [String] {
        var cells: [String] = []
        var cell: [UInt8] = []
        for byte in row.utf8.dropFirst() {
            if byte != UInt8(ascii: "|") {
                cell.append(byte)
            } else if cell.last == UInt8(ascii: "\\") {
                cell[cell.count - 1] = byte
            } else {
                cells.append(String(decoding: cell.dropFirst().dropLast(), as: UTF8.self))
                cell = []
            }
        }
        return cells
    }

    /// A heading without its capital, unless it is an abbreviation.
    static func topic(_ heading: String) -> String {
        guard heading.dropFirst().first?.isUppercase != true else { return heading }
        return heading.prefix(1).lowercased() + heading.dropFirst()
    }

    /// Code within a line.
    static func code(_ content: String) -> String { content.contains("`") ? "`` \(content) ``" : "`\(content)`" }
}

extension MarkdownPage {
    /// The pages of a folder that the command contains, in the order of the reference.
    static func embedded(in folder: String) -> [MarkdownPage] {
        texts(in: folder).map { MarkdownPage($0.text, name: $0.name) }
    }

    /// A section of a page that the command contains; the others are not read.
    static func section(_ title: String, ofEmbedded name: String) -> Section? {
        guard let bytes = files.first(where: { $0.name == name })?.bytes,
            let start = bytes.offset(of: "\n## `\(title)`\n")
        else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[(start + 1)...])
        let text = rest[..<(rest.offset(of: "\n## ") ?? rest.count)]
        return MarkdownPage(String(decoding: text, as: UTF8.self), name: name).sections.first
    }

    /// The files of a folder that the command contains.
    static func texts(in folder: String) -> [ReferencePage] {
        files.filter { $0.name.hasPrefix(folder + "/") }.map {
            ReferencePage(name: $0.name, text: String(decoding: $0.bytes, as: UTF8.self))
        }
    }

    /// All files that the command contains.
    private static var files: [(name: String, bytes: UnsafeRawBufferPointer)] {
        var files: [(name: String, bytes: UnsafeRawBufferPointer)] = []
        while let name = embeddedPage(files.count).name {
            let page = embeddedPage(files.count)
            files.append((String(cString: name), UnsafeRawBufferPointer(start: page.text, count: page.count)))
        }
        return files
    }
}

extension UnsafeRawBufferPointer {
    /// Where a string occurs first; nil if it is not there.
    fileprivate func offset(of text: String) -> Int? {
        guard let base = baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        let bytes = Array(text.utf8)
        return rs_find(base, count, bytes, bytes.count).map { $0 - base }
    }
}

/// A page of the reference with the name of its file.
struct ReferencePage {
    /// The name of the file, within the folder of its reference.
    var name: String
    /// The contents of the file.
    var text: String
}
