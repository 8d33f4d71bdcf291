import PredicateFormat
import PredicateRecords

/// Writes the records of a table as objects of JSON.
///
/// The names of columns are the same in every record, so they are written once, with their quotes.
struct TableText {
    /// For each column, `{"name":` or `,"name":`.
    private let beginnings: [[UInt8]]

    init(columns: [String]) {
        beginnings = columns.enumerated().map { index, name in
            var bytes: [UInt8] = [index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")]
            RecordWriter.write(string: name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            return bytes
        }
    }

    /// An object whose values a function appends, column by column.
    func text(_ value: (Int, inout [UInt8]) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(capacity)
        for (index, beginning) in beginnings.enumerated() {
            bytes += beginning
            value(index, &bytes)
        }
        if beginnings.isEmpty { bytes.append(UInt8(ascii: "{")) }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private var capacity: Int { beginnings.reduce(0) { $0 + $1.count + 16 } }

    /// Appends text as a string of JSON. Bytes that are not UTF-8 are replaced.
    static func append(text bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x80 && $0 != 0x22 && $0 != 0x5C }
        guard isPlain else { return RecordWriter.write(string: String(decoding: bytes, as: UTF8.self), to: &output) }
        output.append(0x22)
        output.append(contentsOf: bytes)
        output.append(0x22)
    }

    /// Appends an integer.
    static func append(_ number: Int64, to output: inout [UInt8]) {
        guard number < 0 || number >= 10 else { return output.append(0x30 + UInt8(number)) }
        var rest = number.magnitude
        var digits: (UInt64, UInt64, UInt32) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { digits in
            var start = digits.count
            while rest > 0, start > 0 {
                start -= 1
                digits[start] = 0x30 + UInt8(rest % 10)
                rest /= 10
            }
            if number < 0 { output.append(0x2D) }
            output.append(contentsOf: UnsafeRawBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends a double; null if it is not finite.
    static func append(_ number: Double, to output: inout [UInt8]) {
        output.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
    }
}
