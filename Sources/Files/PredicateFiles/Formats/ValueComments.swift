import PredicateFormat

/// How a format writes comments.
struct CommentSyntax {
    struct Form {
        let open: String
        /// What ends a comment; nil if the end of its line does.
        let close: String?
    }

    let forms: [Form]
    /// Whether a comment has a blank before it: in YAML, `a#b` has none.
    var isBehindBlank = false

    static let none = CommentSyntax(forms: [])
    static let json = CommentSyntax(forms: [Form(open: "//", close: nil), Form(open: "/*", close: "*/")])
    static let propertyList = CommentSyntax(forms: [Form(open: "<!--", close: "-->")])
    static let toml = CommentSyntax(forms: [Form(open: "#", close: nil)])
    static let yaml = CommentSyntax(forms: toml.forms, isBehindBlank: true)
}

/// The comments of a file of keys and values, and which of its values they belong to: those in the lines directly above the line of
/// a value or its key, those between both, and those after the value in its last line.
///
/// Only the parts of a file between its strings are looked at. So a `#` within a string is never taken for a comment.
struct ValueComments {
    private struct Comment {
        let range: Range<Int>
        let text: String
    }

    private let file: [UInt8]
    private let comments: [Comment]
    /// The offsets at which lines begin.
    private let lines: [Int]
    /// The comments above the line that was asked for last: many values may be in one line.
    private var lineAbove: (line: Int, comments: [(index: Int, isAlone: Bool)]) = (-1, [])

    /// Lines of comments that a value takes. The nearest ones count.
    private static let linesAbove = 16

    /// The comments of a file whose values are known.
    init(_ file: [UInt8], _ syntax: CommentSyntax, _ roots: [ConfigurationNode]) {
        self.file = file
        var texts: [Range<Int>] = []
        for root in roots { root.collectTexts(into: &texts) }
        // Tables of TOML may be written in any order.
        texts.sort { $0.lowerBound < $1.lowerBound }
        var comments: [Comment] = []
        var start = file.byteOrderMarkCount
        for text in texts + [file.count..<file.count] {
            while start < text.lowerBound {
                guard let found = syntax.forms.first(where: { Self.begins($0, syntax, at: start, of: file) }) else {
                    start += 1
                    continue
                }
                let comment = Self.comment(found, at: start, of: file)
                comments.append(comment)
                start = comment.range.upperBound
            }
            start = max(start, text.upperBound)
        }
        self.comments = comments
        lines = comments.isEmpty ? [] : [0] + file.indices.filter { file.endsLine(at: $0) }.map { $0 + 1 }
    }

    private static func begins(
        _ form: CommentSyntax.Form, _ syntax: CommentSyntax, at start: Int, of file: [UInt8]
    ) -> Bool {
        guard matches(form.open, in: file, at: start) else { return false }
        return !syntax.isBehindBlank || (file[safely: start - 1].map { $0 <= 0x20 || $0 >= 0x80 } ?? true)
    }

    private static func comment(_ form: CommentSyntax.Form, at start: Int, of file: [UInt8]) -> Comment {
        var lower = start + form.open.utf8.count
        var upper = lower
        while upper < file.count {
            if let close = form.close {
                if matches(close, in: file, at: upper) { break }
            } else if file[upper].isLineBreak {
                break
            }
            upper += 1
        }
        let end = min(upper + (form.close?.utf8.count ?? 0), file.count)
        while lower < upper, file[lower] <= 0x20 || file[lower] == .numberSign { lower += 1 }
        while lower < upper, file[upper - 1] <= 0x20 { upper -= 1 }
        return Comment(range: start..<end, text: String(decoding: file[lower..<upper], as: UTF8.self))
    }

    /// The content of the comments of a value, from the top.
    mutating func texts(of node: ConfigurationNode, key: LocatedText?) -> [String] {
        guard !comments.isEmpty else { return [] }
        let start = node.text.map { max($0.fileRange.lowerBound, node.range.lowerBound) } ?? node.range.lowerBound
        // What comes before this belongs to another value.
        let first = min(key?.fileRange.upperBound ?? node.range.lowerBound, node.range.lowerBound)
        var found: [Int] = []
        if let key {
            let start = key.fileRange.lowerBound
            found += above(start, from: start) + before(signStart(before: start))
        }
        for place in [start, node.range.lowerBound] {
            found += above(place, from: first) + before(place)
        }
        switch node.content {
        case .mapping, .sequence: found += behind(signEnd(at: node.range.lowerBound), isBracket: true)
        case .text, .other, .alias: break
        }
        found += behind(node.range.upperBound, isBracket: false)
        return Set(found).sorted().map { comments[$0].text }
    }

    // MARK: Places

    /// The comments in the lines directly above that of an offset. The highest one may come after something in its line
    /// if that is not before `first`.
    private mutating func above(_ offset: Int, from first: Int) -> [Int] {
        let line = lines.partitioningIndex { $0 > offset } - 1
        if line != lineAbove.line { lineAbove = (line, commentsAbove(line)) }
        return lineAbove.comments.filter { $0.isAlone || comments[$0.index].range.lowerBound >= first }.map(\.index)
    }

    private func commentsAbove(_ line: Int) -> [(index: Int, isAlone: Bool)] {
        var found: [(index: Int, isAlone: Bool)] = []
        var line = line
        while found.count < Self.linesAbove, line > 0, let index = comment(endingBefore: lines[line]),
            comments[index].range.upperBound > lines[line - 1],
            file[comments[index].range.upperBound..<lines[line]].allSatisfy({ $0.isBlank || $0.isLineBreak })
        {
            let start = comments[index].range.lowerBound
            line = lines.partitioningIndex { $0 > start } - 1
            // The first line may have a byte order mark.
            let text = file.skippingBlanks(from: max(lines[line], file.byteOrderMarkCount))
            found.append((index, skippingIndicators(from: text) == start))
            // `- # comment` begins an item. What is above it is above another line.
            if text != start { break }
        }
        return found
    }

    /// The comments directly before an offset in its line.
    private func before(_ offset: Int) -> [Int] {
        var found: [Int] = []
        var place = offset
        while let index = comment(endingBefore: place),
            file[comments[index].range.upperBound..<place].allSatisfy(\.isBlank)
        {
            found.append(index)
            place = comments[index].range.lowerBound
        }
        return found
    }

    /// The comments after a value, or after its opening bracket, in the same line. Those between it and another value
    /// in that line belong to the other one, unless a comma says more.
    private func behind(_ end: Int, isBracket: Bool) -> [Int] {
        var found: [Int] = []
        var foundBeforeComma: [Int] = []
        var offset = end
        while let byte = file[safely: offset], !byte.isLineBreak {
            if let index = comment(at: offset) {
                found.append(index)
                offset = comments[index].range.upperBound
            } else if byte.isBlank {
                offset += 1
            } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
                if isBracket { return found }
                offset += 1
            } else if matches("</", in: file, at: offset) {
                if isBracket { return found }
                offset = signEnd(at: offset)
            } else if byte == UInt8(ascii: ","), !isBracket {
                foundBeforeComma = found
                offset += 1
            } else {
                return foundBeforeComma
            }
        }
        return found
    }

    /// The end of the bracket or the tag at an offset; the offset itself if there is neither.
    private func signEnd(at offset: Int) -> Int {
        switch file[safely: offset] {
        case UInt8(ascii: "["), UInt8(ascii: "{"): offset + 1
        case UInt8(ascii: "<"): (file[offset...].firstIndex(of: UInt8(ascii: ">")) ?? offset - 1) + 1
        default: offset
        }
    }

    /// Where the quote or the tag before the text of a key begins; the offset itself if there is neither.
    private func signStart(before offset: Int) -> Int {
        switch file[safely: offset - 1] {
        case .quote, .apostrophe: offset - 1
        case UInt8(ascii: ">"): file[..<offset].lastIndex(of: UInt8(ascii: "<")) ?? offset
        default: offset
        }
    }

    /// Skips indicators of YAML.
    private func skippingIndicators(from start: Int) -> Int {
        var offset = start
        while let byte = file[safely: offset], "-?:".utf8.contains(byte), file.isBlank(at: offset + 1) {
            offset = file.skippingBlanks(from: offset + 1)
        }
        return offset
    }

    private func comment(at offset: Int) -> Int? {
        let index = comments.partitioningIndex { $0.range.lowerBound >= offset }
        return index < comments.count && comments[index].range.lowerBound == offset ? index : nil
    }

    private func comment(endingBefore offset: Int) -> Int? {
        let index = comments.partitioningIndex { $0.range.upperBound > offset } - 1
        return index >= 0 ? index : nil
    }
}

extension ConfigurationNode {
    /// Adds the locations of keys and of values without parts. Readers limit the depth of nodes.
    fileprivate func collectTexts(into ranges: inout [Range<Int>]) {
        switch content {
        case .mapping(let entries):
            for entry in entries {
                ranges.append(entry.key.fileRange)
                entry.value.collectTexts(into: &ranges)
            }
        case .sequence(let elements):
            for element in elements { element.collectTexts(into: &ranges) }
        case .text(let text): ranges.append(text.fileRange)
        case .other, .alias: ranges.append(range)
        }
    }
}
