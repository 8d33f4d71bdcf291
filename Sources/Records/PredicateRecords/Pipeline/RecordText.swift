import PredicateFormat

/// The text of a record, for the original spelling of its values. Its fields are located once, on first use.
package final class RecordText {
    private let record: RawRecord
    private lazy var fields = record.withBytes { Self.fields(of: $0) }

    package init(_ record: RawRecord) { self.record = record }

    private static func fields(of text: UnsafeBufferPointer<UInt8>) -> [(key: String, value: Range<Int>)] {
        JSONText.fields(of: text, maximumDepth: PredicateLimits.standard.recordDepth) ?? []
    }

    /// All fields, with the spelling of their values.
    package var all: [(name: String, cell: QueryCell)] {
        record.withBytes { bytes in
            fields.map { field in
                let value = JSONText.compact(UnsafeBufferPointer(rebasing: bytes[field.value]))
                return (field.key, QueryCell(.null, spelling: value))
            }
        }
    }

    /// The text of the value at a path of keys, without blanks; nil if there is none, or the path leads through a
    /// value that is not an object.
    package func value(at path: [String]) -> [UInt8]? {
        record.withBytes { bytes in
            var text = bytes
            for (depth, key) in path.enumerated() {
                let fields = depth == 0 ? self.fields : Self.fields(of: text)
                guard let field = fields.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else { return nil }
                text = UnsafeBufferPointer(rebasing: text[field.value])
            }
            return JSONText.compact(text)
        }
    }
}

extension RawRecord {
    /// A result of a query as a line. Values with a spelling keep it.
    ///
    /// - Parameter file: the name of the input of the record that the result shows; nil for a group.
    package init(fields: [(name: String, cell: QueryCell)], file: String? = nil) {
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            RecordWriter.write(string: field.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            Self.write(field.cell, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        self.init(bytes: bytes, file: file)
    }

    private static func write(_ cell: QueryCell, to bytes: inout [UInt8]) {
        if let spelling = cell.spelling {
            bytes += spelling
        } else if let elements = cell.elements {
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        } else {
            RecordWriter.write(cell.value, to: &bytes)
        }
    }
}
