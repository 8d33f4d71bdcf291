#if Files
internal import CLibYAML
import PredicateFormat

/// A step of what a YAML file says: the beginning or the end of a collection, a scalar, an alias.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case documentEnd
        case alias(anchor: String)
        /// The text as the parser reads it.
        case scalar(text: String, style: YAMLScalarStyle)
        case sequenceStart
        case mappingStart
        case collectionEnd
        case streamEnd
    }

    let kind: Kind
    /// `name` of `&name`.
    var anchor: String?
    /// The full name of the tag; nil without one.
    var tag: String?
    /// From the properties of a node to its end. A collection has one event for each end.
    let range: Range<Int>
}

/// The events of a YAML file, from libyaml.
///
/// Libraries that build trees lose what is needed here: where a node ends, which nodes are aliases, and duplicate keys.
final class YAMLEvents {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let offsets: CharacterOffsets

    /// The parser of a file.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8. They must outlive the parser.
    ///   - offsets: The offsets of the characters of these bytes.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ offsets: CharacterOffsets) throws(ConfigurationError) {
        self.offsets = offsets
        // The parser keeps a pointer to itself.
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else { throw ConfigurationError("not enough memory", at: 0) }
        let text = UnsafeBufferPointer(rebasing: bytes[offsets.start...])
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deinitialize(count: 1)
        parser.deallocate()
    }

    /// The next event. After the end of the stream there are no more.
    func next() throws(ConfigurationError) -> YAMLEvent {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { throw problem }
            defer { yaml_event_delete(&event) }
            if let event = translated(event) { return event }
        }
    }

    private func translated(_ event: yaml_event_t) -> YAMLEvent? {
        let lower = offsets.byte(of: Int(event.start_mark.index))
        let range = lower..<max(lower, offsets.byte(of: Int(event.end_mark.index)))
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, range: range)
        case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, range: range)
        case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return YAMLEvent(kind: .streamEnd, range: range)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .collectionEnd, range: range)
        case YAML_ALIAS_EVENT:
            return YAMLEvent(kind: .alias(anchor: string(event.data.alias.anchor) ?? ""), range: range)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            return YAMLEvent(
                kind: .sequenceStart, anchor: string(start.anchor), tag: string(start.tag), range: range)
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            return YAMLEvent(
                kind: .mappingStart, anchor: string(start.anchor), tag: string(start.tag), range: range)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(
                decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            return YAMLEvent(
                kind: .scalar(text: text, style: style(scalar.style)), anchor: string(scalar.anchor),
                tag: string(scalar.tag), range: range)
        default: return nil
        }
    }

    private func style(_ style: yaml_scalar_style_t) -> YAMLScalarStyle {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }

    private func string(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? { pointer.map { String(cString: $0) } }

    /// What the parser says of a file that is not YAML.
    private var problem: ConfigurationError {
        let failed = parser.pointee
        let problem = failed.problem.map { String(cString: $0) } ?? "the parser gave no reason"
        let context = failed.context.map { " " + String(cString: $0) } ?? ""
        var offset = offsets.byte(of: Int(failed.problem_mark.index))
        if failed.error == YAML_READER_ERROR {
            offset = offsets.start + Int(failed.problem_offset)
        } else if offset >= offsets.end, failed.context != nil {
            // Something is not closed. Its beginning says more than the end of the file.
            offset = offsets.byte(of: Int(failed.context_mark.index))
        }
        return ConfigurationError("invalid YAML: \(problem)\(context)", at: min(offset, offsets.end))
    }
}
#endif

/// The five ways in which YAML writes a string.
enum YAMLScalarStyle: Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded

    /// Whether this is one of the blocks, `|` and `>`.
    var isBlock: Bool { self == .literal || self == .folded }
}

/// Where each character of a UTF-8 text begins, counted in code points: the parser of YAML counts so.
struct CharacterOffsets {
    /// The offset of the first character: after a byte order mark.
    let start: Int
    /// The offset after the last character.
    let end: Int
    private let file: [UInt8]
    /// The offsets of every 64th character; empty where each character is one byte.
    private let milestones: [Int]

    private static let distance = 64

    init(_ file: [UInt8]) {
        self.file = file
        let start = file.byteOrderMarkCount
        self.start = start
        end = file.count
        var milestones: [Int] = []
        if file[start...].contains(where: { $0 >= 0x80 }) {
            var characters = 0
            for offset in start..<file.count where file[offset] & 0xC0 != 0x80 {
                if characters % Self.distance == 0 { milestones.append(offset) }
                characters += 1
            }
        }
        self.milestones = milestones
    }

    /// The offset of a character; the end for characters after the last one.
    func byte(of character: Int) -> Int {
        guard !milestones.isEmpty else { return min(start + max(0, character), end) }
        let milestone = max(0, character) / Self.distance
        guard milestone < milestones.count else { return end }
        var offset = milestones[milestone]
        for _ in 0..<(max(0, character) % Self.distance) where offset < end {
            offset += 1
            while offset < end, file[offset] & 0xC0 == 0x80 { offset += 1 }
        }
        return offset
    }
}
