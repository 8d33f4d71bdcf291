import PredicateFormat

/// Builds the values of a file from the inside out without recursion, and counts them.
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
    }

    private var frames: [Frame] = []
    private var count = 0
    /// The value of the file, as soon as it is complete.
    private(set) var root: ConfigurationNode?

    /// Mappings and sequences that are open.
    var depth: Int { frames.count }
    /// Whether the innermost open value is a mapping.
    var isInMapping: Bool { frames.last?.isMapping ?? false }
    /// The key that has no value yet.
    var key: LocatedText? { frames.last?.key }

    /// Notes the key of the next value of the mapping.
    mutating func key(_ key: LocatedText) {
        guard let last = frames.indices.last else { return }
        frames[last].key = key
    }

    /// Adds a value that contains no values.
    mutating func value(_ content: ConfigurationNode.Content, _ range: Range<Int>) throws(ConfigurationError) {
        try charge(range.lowerBound)
        add(ConfigurationNode(content, range))
    }

    /// Opens a mapping or a sequence.
    mutating func open(isMapping: Bool, at start: Int) throws(ConfigurationError) {
        guard frames.count < ConfigurationLimits.depth else { throw .tooDeep(at: start) }
        try charge(start)
        frames.append(Frame(start: start, isMapping: isMapping))
    }

    /// Closes the innermost mapping or sequence: where its last value ends, if no other end is known.
    mutating func close(at end: Int?) {
        guard let frame = frames.popLast() else { return }
        let content: ConfigurationNode.Content = frame.isMapping ? .mapping(frame.entries) : .sequence(frame.elements)
        let last = frame.isMapping ? frame.entries.last?.value : frame.elements.last
        add(ConfigurationNode(content, frame.start..<max(frame.start, end ?? last?.range.upperBound ?? frame.start)))
    }

    /// Ends the file or a document of it; nil if there was no value.
    mutating func finish() -> ConfigurationNode? {
        defer { root = nil }
        return frames.isEmpty ? root : nil
    }

    private mutating func charge(_ offset: Int) throws(ConfigurationError) {
        count += 1
        guard count <= ConfigurationLimits.nodes else { throw .tooManyValues(at: offset) }
    }

    private mutating func add(_ node: ConfigurationNode) {
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
}
