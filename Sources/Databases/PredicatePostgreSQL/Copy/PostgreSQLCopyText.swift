#if PostgreSQL
import PredicateFormat

/// Rows in the text form of COPY: values with tabs between them, and a line feed at the end.
package enum PostgreSQLCopyText {
    /// Appends a row.
    ///
    /// - Throws: kind `value` for a value that the server cannot hold. What was appended of the row is then meaningless.
    package static func append(_ values: [PredicateValue], to bytes: inout [UInt8]) throws(PostgreSQLError) {
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(0x09) }
            switch value {
            case .null: bytes.append(contentsOf: [0x5C, 0x4E])
            case .string(let text), .url(let text): try append(text, to: &bytes)
            case .integer(let number): bytes.append(contentsOf: String(number).utf8)
            default:
                guard let text = try PostgreSQLParameter.text(value) else { continue }
                try append(text, to: &bytes)
            }
        }
        bytes.append(0x0A)
    }

    /// A text with escapes for what COPY means by itself.
    private static func append(_ text: String, to bytes: inout [UInt8]) throws(PostgreSQLError) {
        for byte in text.utf8 {
            switch byte {
            case 0x5C, 0x09, 0x0A, 0x0D:
                bytes.append(0x5C)
                bytes.append(byte == 0x09 ? 0x74 : byte == 0x0A ? 0x6E : byte == 0x0D ? 0x72 : 0x5C)
            case 0: throw PostgreSQLError(.value, "a text contains NUL, which PostgreSQL cannot hold")
            default: bytes.append(byte)
            }
        }
    }
}
#endif
