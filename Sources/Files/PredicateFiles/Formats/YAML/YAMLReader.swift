import PredicateFormat

/// Reads YAML.
package enum YAMLReader {
    /// The documents of a file.
    ///
    /// An alias is `ConfigurationNode.Content.alias`, so that no text is there twice. A key that is there twice is no error.
    package static func read(_ file: [UInt8]) throws(ConfigurationError) -> [ConfigurationNode] {
        _ = try UTF8File(file)
        #if Files
        guard file.count > file.byteOrderMarkCount else { return [] }
        try checkTagDirectives(file)
        let offsets = CharacterOffsets(file)
        return try file.withUnsafeBufferPointer { bytes throws(ConfigurationError) -> [ConfigurationNode] in
            let events = try YAMLEvents(bytes, offsets)
            var composer = YAMLComposer(file)
            while true {
                let event = try events.next()
                if case .streamEnd = event.kind { return composer.documents }
                try composer.take(event)
            }
        }
        #else
        throw ConfigurationError("this package was built without YAML: its trait `Files` is off", at: 0)
        #endif
    }

    #if Files
    /// Refuses a file with very many `%TAG` directives: the parser compares each with all others.
    private static func checkTagDirectives(_ file: [UInt8]) throws(ConfigurationError) {
        let sign = Array("%TAG".utf8)
        var count = 0
        var offset = 0
        while let found = file[offset...].firstIndex(of: UInt8(ascii: "%")) {
            offset = found + 1
            guard file[found...].starts(with: sign), startsLine(file, found) else { continue }
            count += 1
            if count > 1000 { throw ConfigurationError("more than 1,000 directives `%TAG`", at: found) }
        }
    }

    private static func startsLine(_ file: [UInt8], _ offset: Int) -> Bool {
        // The last byte of a character that is not ASCII may end a line too.
        file[safely: offset - 1].map { $0.isLineBreak || $0 >= 0x80 } ?? true
    }
    #endif
}

/// Makes nodes of events.
struct YAMLComposer {
    /// What was read.
    private(set) var documents: [ConfigurationNode] = []

    private let file: [UInt8]
    private var comments: NumberSignComments
    /// The collections that are open, the innermost one last.
    private var frames: [Frame] = []
    /// The anchors of the document, with the text of a scalar: it may be a key elsewhere.
    private var anchors: [String: String] = [:]
    /// The end of the last text: comments stand behind it.
    private var textEnd = 0
    private var nodes = 0

    init(_ file: [UInt8]) {
        self.file = file
        comments = NumberSignComments(file)
    }

    /// A collection that is not complete.
    private struct Frame {
        let isMapping: Bool
        let isFlow: Bool
        let start: Int
        var end: Int
        let comments: [String]
        /// Whether the collection is itself a key.
        let isKey: Bool
        var items: [ConfigurationNode] = []
        var entries: [ConfigurationNode.Entry] = []
        /// The key whose value comes next, with its range and the comments above it.
        var key: (text: LocatedText, range: Range<Int>, comments: [String])?
    }

    #if Files
    /// Takes the next event of the file.
    mutating func take(_ event: YAMLEvent) throws(ConfigurationError) {
        switch event.kind {
        case .documentStart: anchors = [:]
        case .documentEnd, .streamEnd: break
        case .alias(let anchor):
            guard let text = anchors[anchor] else {
                throw ConfigurationError(
                    "invalid YAML: no anchor `\(anchor.inMessage)` stands before", at: event.range.lowerBound)
            }
            try count(event)
            var map = TextMap(at: event.range.lowerBound)
            map.appendUnit(text.utf8.count, for: event.range)
            add(event, .alias, event.range, text: LocatedText(text, map, .yamlPlain))
        case .scalar(let meaning, let style):
            try count(event)
            if let anchor = event.anchor { anchors[anchor] = meaning }
            let scalar = YAMLScalar(file, event.range, style, meaning: meaning)
            let isText = YAMLResolution.isText(meaning, isPlain: style == .plain, tag: event.tag)
            add(
                event, isText ? .text(scalar.text) : .other(meaning), scalar.range, text: scalar.text,
                isBlock: style.isBlock)
        case .sequenceStart(let isFlow): try open(event, isMapping: false, isFlow: isFlow)
        case .mappingStart(let isFlow): try open(event, isMapping: true, isFlow: isFlow)
        case .collectionEnd: close(event)
        }
    }

    private mutating func count(_ event: YAMLEvent) throws(ConfigurationError) {
        nodes += 1
        if nodes > ConfigurationLimits.nodes {
            throw ConfigurationError(
                "the file has more than \(ConfigurationLimits.nodes) values", at: event.range.lowerBound)
        }
    }

    /// Adds a node without parts: a key, or a value with the comments around it.
    private mutating func add(
        _ event: YAMLEvent, _ content: ConfigurationNode.Content, _ range: Range<Int>, text: LocatedText,
        isBlock: Bool = false
    ) {
        if isKeyNext {
            let above = comments.above(event.range.lowerBound, notBefore: textEnd)
            frames[frames.count - 1].key = (text, range, above)
        } else {
            var found = commentsBefore(range.lowerBound)
            // Behind the indicator of a block there may be a comment; behind its last line there is none.
            found +=
                isBlock ? comments.between(range.lowerBound, range.upperBound) : comments.behind(range.upperBound)
            give(ConfigurationNode(content, range, comments: found))
        }
        textEnd = max(textEnd, range.upperBound)
    }

    private var isKeyNext: Bool { frames.last.map { $0.isMapping && $0.key == nil } ?? false }

    /// The comments of a value that stand before it: above its key, behind its key, and above itself.
    private mutating func commentsBefore(_ start: Int) -> [String] {
        guard let key = frames.last?.key else { return comments.above(start, notBefore: textEnd) }
        let above = comments.above(start, notBefore: textEnd)
        let between = comments.between(key.range.upperBound, start)
        // In the line of the key the comments above it are those above the value too.
        return isInOneLine(key.range.lowerBound, start) ? key.comments : key.comments + between + above
    }

    private func isInOneLine(_ lower: Int, _ upper: Int) -> Bool {
        lower >= upper || !file[lower..<min(upper, file.count)].contains(where: \.isLineBreak)
    }

    private mutating func open(
        _ event: YAMLEvent, isMapping: Bool, isFlow: Bool
    ) throws(ConfigurationError) {
        try count(event)
        guard frames.count < ConfigurationLimits.depth else {
            throw ConfigurationError(
                "more than \(ConfigurationLimits.depth) values stand within each other", at: event.range.lowerBound)
        }
        if let anchor = event.anchor { anchors[anchor] = "" }
        let isKey = isKeyNext
        let start = YAMLScalar.skippingProperties(of: file, event.range)
        let found = isKey ? [] : commentsBefore(start)
        frames.append(
            Frame(
                isMapping: isMapping, isFlow: isFlow, start: start, end: event.range.upperBound, comments: found,
                isKey: isKey))
    }

    private mutating func close(_ event: YAMLEvent) {
        guard let frame = frames.popLast() else { return }
        let end = max(frame.start, frame.isFlow ? event.range.upperBound : frame.end)
        if frame.isFlow { textEnd = max(textEnd, end) }
        guard !frame.isKey else {
            // No text says what such a key is.
            let text = LocatedText("", TextMap(at: frame.start), .yamlPlain)
            if !frames.isEmpty { frames[frames.count - 1].key = (text, frame.start..<end, []) }
            return
        }
        let behind = frame.isFlow ? comments.behind(end) : []
        give(
            ConfigurationNode(
                frame.isMapping ? .mapping(frame.entries) : .sequence(frame.items), frame.start..<end,
                comments: frame.comments + behind))
    }

    /// Puts a value where it belongs.
    private mutating func give(_ node: ConfigurationNode) {
        guard let last = frames.indices.last else {
            documents.append(node)
            return
        }
        frames[last].end = max(frames[last].end, node.range.upperBound)
        if !frames[last].isMapping {
            frames[last].items.append(node)
        } else if let key = frames[last].key {
            frames[last].key = nil
            frames[last].entries.append(ConfigurationNode.Entry(key.text, node))
        }
    }
    #endif
}
