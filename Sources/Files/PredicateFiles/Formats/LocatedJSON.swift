import PredicateFormat
import PredicateRecords

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
