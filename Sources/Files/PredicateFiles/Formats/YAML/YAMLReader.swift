import PredicateFormat

/// Reads YAML.
package enum YAMLReader {
    /// The documents of a file.
    ///
    /// An alias is `ConfigurationNode.Content.alias`, so that no text is there twice. A repeated key is not an error.
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
    private var builder = ConfigurationNodeBuilder()
    /// The anchors of the document, with the text of a scalar: it may be a key elsewhere.
    private var anchors: [String: String] = [:]
    /// The collections that are open and are, or are within, a key. No text says what such a key is.
    private var keyDepth = 0

    init(_ file: [UInt8]) { self.file = file }

    #if Files
    /// Takes the next event of the file.
    mutating func take(_ event: YAMLEvent) throws(ConfigurationError) {
        switch event.kind {
        case .documentStart: anchors = [:]
        case .documentEnd: if let document = builder.finish() { documents.append(document) }
        case .streamEnd: break
        case .alias(let anchor):
            guard let text = anchors[anchor] else {
                throw ConfigurationError(
                    "invalid YAML: no anchor `\(anchor.inMessage)` comes before", at: event.range.lowerBound)
            }
            var map = TextMap(at: event.range.lowerBound)
            map.appendUnit(text.utf8.count, for: event.range)
            try add(.alias, event.range, text: LocatedText(text, map, .yamlPlain))
        case .scalar(let meaning, let style):
            if let anchor = event.anchor { anchors[anchor] = meaning }
            let scalar = YAMLScalar(file, event.range, style, meaning: meaning)
            let isText = YAMLResolution.isText(meaning, isPlain: style == .plain, tag: event.tag)
            try add(isText ? .text(scalar.text) : .other(meaning), scalar.range, text: scalar.text)
        case .sequenceStart: try open(event, isMapping: false)
        case .mappingStart: try open(event, isMapping: true)
        case .collectionEnd: close(event)
        }
    }

    private var isKeyNext: Bool { builder.isInMapping && builder.key == nil }

    /// Adds a node without parts: a key or a value.
    private mutating func add(
        _ content: ConfigurationNode.Content, _ range: Range<Int>, text: LocatedText
    ) throws(ConfigurationError) {
        guard keyDepth == 0 else { return }
        if isKeyNext { builder.key(text) } else { try builder.value(content, range) }
    }

    private mutating func open(_ event: YAMLEvent, isMapping: Bool) throws(ConfigurationError) {
        if let anchor = event.anchor { anchors[anchor] = "" }
        let start = YAMLScalar.skippingProperties(of: file, event.range)
        guard keyDepth == 0, !isKeyNext else {
            if keyDepth == 0 { builder.key(LocatedText("", TextMap(at: start), .yamlPlain)) }
            keyDepth += 1
            guard keyDepth < ConfigurationLimits.depth else { throw .tooDeep(at: start) }
            return
        }
        try builder.open(isMapping: isMapping, at: start)
    }

    private mutating func close(_ event: YAMLEvent) {
        guard keyDepth == 0 else {
            keyDepth -= 1
            return
        }
        // The parser's end of a block is where the next line begins.
        let hasBracket = file[event.range].last.map { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") } ?? false
        builder.close(at: hasBracket ? event.range.upperBound : nil)
    }
    #endif
}
