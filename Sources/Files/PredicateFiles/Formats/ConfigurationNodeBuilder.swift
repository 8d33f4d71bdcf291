import PredicateFormat

/// Builds the values of a file from the inside out without recursion, counts them, and gives each value its comments.
///
/// The reader reports what it meets in the order of the file. It sees to it that brackets match and that each key has a value.
struct ConfigurationNodeBuilder {
    /// A mapping or a sequence whose end was not yet read.
    private struct Frame {
        let start: Int
        let isMapping: Bool
        var key: LocatedText?
        var entries: [ConfigurationNode.Entry] = []
        var elements: [ConfigurationNode] = []
        /// The comments of the whole value.
        var comments: [String]
        /// The comments of the next value.
        var pending: [String] = []

        var isEmpty: Bool { entries.isEmpty && elements.isEmpty }
    }

    private var frames: [Frame] = []
    private var gap = CommentGap()
    private var count = 0
    /// The value of the file, as soon as it is complete.
    private(set) var root: ConfigurationNode?

    /// Mappings and sequences that are open.
    var depth: Int { frames.count }
    /// Whether the innermost open value is a mapping.
    var isInMapping: Bool { frames.last?.isMapping ?? false }
    /// The key that has no value yet.
    var key: LocatedText? { frames.last?.key }

    // MARK: Between values

    /// Notes line breaks between two values.
    mutating func lineBreaks(_ count: Int) { gap.lines += count }

    /// Notes the sign between two values.
    mutating func separator() { gap.hasSeparator = true }

    /// Notes a comment, without its signs.
    mutating func comment(_ text: String) { gap.add(text) }

    // MARK: Values

    /// Notes the key of the next value of the mapping.
    mutating func key(_ key: LocatedText) {
        let comments = endGap(isAtEnd: false)
        guard let last = frames.indices.last else { return }
        frames[last].key = key
        frames[last].pending = comments
    }

    /// Adds a value without values of its own.
    mutating func value(_ content: ConfigurationNode.Content, _ range: Range<Int>, comments more: [String] = [])
        throws(ConfigurationError)
    {
        try charge(range.lowerBound)
        let comments = startComments()
        add(ConfigurationNode(content, range, comments: comments + more))
    }

    /// Opens a mapping or a sequence.
    mutating func open(isMapping: Bool, at start: Int) throws(ConfigurationError) {
        guard frames.count < ConfigurationLimits.depth else {
            throw ConfigurationError("values are nested deeper than \(ConfigurationLimits.depth) levels", at: start)
        }
        try charge(start)
        let comments = startComments()
        frames.append(Frame(start: start, isMapping: isMapping, comments: comments))
        gap = CommentGap()
    }

    /// Closes the innermost mapping or sequence.
    mutating func close(at end: Int) {
        _ = endGap(isAtEnd: true)
        guard let frame = frames.popLast() else { return }
        let content: ConfigurationNode.Content = frame.isMapping ? .mapping(frame.entries) : .sequence(frame.elements)
        add(ConfigurationNode(content, frame.start..<max(frame.start, end), comments: frame.comments))
    }

    /// Ends the file; nil if there was no value.
    mutating func finish() -> ConfigurationNode? {
        _ = endGap(isAtEnd: true)
        return frames.isEmpty ? root : nil
    }

    private mutating func charge(_ offset: Int) throws(ConfigurationError) {
        count += 1
        guard count <= ConfigurationLimits.nodes else {
            throw ConfigurationError("the file has more than \(ConfigurationLimits.nodes) values", at: offset)
        }
    }

    private mutating func add(_ node: ConfigurationNode) {
        gap = CommentGap()
        guard let last = frames.indices.last else {
            root = node
            return
        }
        if let key = frames[last].key {
            frames[last].entries.append(ConfigurationNode.Entry(key, node))
            frames[last].key = nil
        } else {
            frames[last].elements.append(node)
        }
    }

    // MARK: Comments

    /// The comments of a value that begins here.
    private mutating func startComments() -> [String] {
        guard let last = frames.indices.last, frames[last].key != nil else { return endGap(isAtEnd: false) }
        // What stands between a key and its value belongs to the value.
        let comments = frames[last].pending + gap.comments.map(\.text)
        frames[last].pending = []
        gap = CommentGap()
        return comments
    }

    /// Ends the space between two values. The value before it takes its comments, and the rest is for the value behind it.
    private mutating func endGap(isAtEnd: Bool) -> [String] {
        guard !gap.comments.isEmpty else {
            gap = CommentGap()
            return []
        }
        let hasPrevious = !frames.isEmpty || root != nil
        let (behind, before) = gap.split(isAtEnd: isAtEnd, hasPrevious: hasPrevious)
        gap = CommentGap()
        if !behind.isEmpty { addComments(behind) }
        return before
    }

    /// Adds comments to the value that was read last, or to the open one that has no values yet.
    private mutating func addComments(_ comments: [String]) {
        guard let last = frames.indices.last else {
            root = root.map { Self.node($0, adding: comments) }
            return
        }
        if frames[last].isEmpty {
            frames[last].comments += comments
        } else if let entry = frames[last].entries.popLast() {
            frames[last].entries.append(.init(entry.key, Self.node(entry.value, adding: comments)))
        } else if let node = frames[last].elements.popLast() {
            frames[last].elements.append(Self.node(node, adding: comments))
        }
    }

    private static func node(_ node: ConfigurationNode, adding comments: [String]) -> ConfigurationNode {
        ConfigurationNode(node.content, node.range, comments: node.comments + comments)
    }
}

/// The space between two values, with the comments in it.
private struct CommentGap {
    struct Comment {
        let text: String
        /// Line breaks since the comment before it, or since the value.
        let lines: Int
        /// Whether it stands before the sign that separates the two values.
        let isBeforeSeparator: Bool
    }

    private(set) var comments: [Comment] = []
    /// Line breaks since the last comment.
    var lines = 0
    var hasSeparator = false

    mutating func add(_ text: String) {
        comments.append(Comment(text: text, lines: lines, isBeforeSeparator: !hasSeparator))
        lines = 0
    }

    /// The comments of the value before, which stand on its last line, and those of the value behind, which stand in the lines
    /// directly above it. A comment between empty lines belongs to neither.
    func split(isAtEnd: Bool, hasPrevious: Bool) -> (behind: [String], before: [String]) {
        var behind = 0
        if hasPrevious {
            behind = comments.prefix { $0.lines == 0 }.count
            if behind == comments.count, lines == 0, !isAtEnd {
                // Everything is on one line: the separator decides.
                behind = hasSeparator ? comments.prefix { $0.isBeforeSeparator }.count : 0
            }
        }
        var first = comments.count
        if !isAtEnd {
            var linesAfter = lines
            while first > behind, linesAfter <= 1 {
                first -= 1
                linesAfter = comments[first].lines
            }
        }
        return (comments.prefix(behind).map(\.text), comments.suffix(from: first).map(\.text))
    }
}

/// The text of a comment without the white space around it.
func commentText(_ file: UTF8File, _ range: Range<Int>) -> String {
    let bytes = file.bytes[range.clamped(to: file.bytes.indices)]
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 }) else {
        return ""
    }
    return file.text(first..<last + 1)
}

/// Line breaks of a range: LF, CR, or both.
func lineBreaks(_ file: UTF8File, _ range: Range<Int>) -> Int {
    var count = 0
    for offset in range.clamped(to: file.bytes.indices) {
        let byte = file.bytes[offset]
        if byte == 0x0A || byte == 0x0D && file[offset + 1] != 0x0A { count += 1 }
    }
    return count
}
