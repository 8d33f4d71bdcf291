import PredicateCore
import PredicateRecords

/// Reads JSON with the location of each value.
///
/// Comments are accepted, because the settings of many tools have them. Everything else is strict (`JSONTextReader`).
package enum JSONConfigurationReader {
    /// The value of a document.
    package static func read(_ file: [UInt8]) throws(ConfigurationError) -> ConfigurationNode {
        let file = try UTF8File(file)
        var reader = JSONTextReader(
            file.bytes, from: file.start, hasComments: true, noun: "file", mostEscapes: ConfigurationLimits.nodes)
        var builder = ConfigurationNodeBuilder()
        while let (part, range) = try next(&reader) {
            switch part {
            case .open(let isObject): try builder.open(isMapping: isObject, at: range.lowerBound)
            case .close: builder.close(at: range.upperBound)
            case .key(let key): builder.key(text(of: key, in: file))
            case .string(let string): try builder.value(.text(text(of: string, in: file)), range)
            case .word: try builder.value(.other(file.text(range)), range)
            case .comma, .space, .comment: break
            }
        }
        guard let root = builder.finish() else { throw ConfigurationError("expected a value", at: file.count) }
        return root
    }

    private static func next(
        _ reader: inout JSONTextReader
    ) throws(ConfigurationError) -> (part: JSONTextReader.Part, range: Range<Int>)? {
        do throws(JSONTextError) {
            return try reader.next()
        } catch {
            throw ConfigurationError(error.message, at: error.offset)
        }
    }

    private static func text(of string: JSONString, in file: UTF8File) -> LocatedText {
        var text = SourceText(at: string.content.lowerBound)
        string.forEachPiece(
            verbatim: { text.appendVerbatim($0, of: file.bytes) },
            escape: { text.appendScalar($0.code, for: $0.range) })
        return text.text(.json)
    }
}

/// A value of a file as JSON, with the range of each part in the file.
///
/// A schema or a profile within a file is read from it, so that their readers need to know one format only.
struct LocatedJSON {
    private(set) var bytes: [UInt8] = []
    /// The first alias, which has no value here.
    private(set) var alias: SourceRange?
    /// Where parts begin, in order.
    private var parts: [(offset: Int, range: SourceRange)] = []

    init(_ node: ConfigurationNode) { write(node) }

    /// The range in the file of the part at an offset of the JSON text; nil before the first one.
    func range(at offset: Int) -> SourceRange? { parts.last { $0.offset <= offset }?.range }

    /// Readers limit the depth of nodes.
    private mutating func write(_ node: ConfigurationNode) {
        parts.append((bytes.count, node.start))
        switch node.content {
        case .mapping(let entries):
            bytes.append(UInt8(ascii: "{"))
            for (index, entry) in entries.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                parts.append((bytes.count, entry.key.sourceRange))
                RecordWriter.write(string: entry.key.text, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                write(entry.value)
            }
            bytes.append(UInt8(ascii: "}"))
        case .sequence(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element)
            }
            bytes.append(UInt8(ascii: "]"))
        case .text(let text): RecordWriter.write(string: text.text, to: &bytes)
        case .other: RecordWriter.write(node.predicateValue, to: &bytes)
        case .alias: alias = alias ?? node.sourceRange
        }
    }
}
