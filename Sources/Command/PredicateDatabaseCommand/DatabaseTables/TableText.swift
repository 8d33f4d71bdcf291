import PredicateFormat
import PredicateRecords

/// Writes the records of a table as objects of JSON.
///
/// The names of columns are the same in every record, so they are written once, with their quotes.
struct TableText {
    /// For each column, `{"name":` or `,"name":`, one after the other.
    private let names: [UInt8]
    /// The ends of the columns' parts of the names.
    private let ends: [Int]

    init(columns: [String]) {
        var names: [UInt8] = []
        ends = columns.map { name in
            names.append(names.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
            RecordWriter.write(string: name, to: &names)
            names.append(UInt8(ascii: ":"))
            return names.count
        }
        if names.isEmpty { names.append(UInt8(ascii: "{")) }
        self.names = names
    }

    /// An object whose values a function appends, column by column.
    ///
    /// - Parameter size: about how many bytes it will have.
    func text(size: Int = 0, _ value: (Int, inout [UInt8]) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(size, names.count + 16 * ends.count))
        names.withUnsafeBufferPointer { names in
            var start = 0
            for (index, end) in ends.enumerated() {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: names[start..<end]))
                value(index, &bytes)
                start = end
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: names[start...]))
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Appends a value.
    static func append(_ value: PredicateValue, to output: inout [UInt8]) {
        switch value {
        case .null: output.append(contentsOf: "null".utf8)
        case .boolean(let flag): output.append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let number): append(number, to: &output)
        case .double(let number): append(number, to: &output)
        case .string(var text): text.withUTF8 { append(text: $0, to: &output) }
        default: RecordWriter.write(value, to: &output)
        }
    }

    /// Appends text as a string of JSON. Bytes that are not UTF-8 are replaced.
    static func append(text bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        guard isPlain(bytes) else {
            return RecordWriter.write(string: String(decoding: bytes, as: UTF8.self), to: &output)
        }
        output.append(0x22)
        output.append(contentsOf: bytes)
        output.append(0x22)
    }

    /// Whether a string is UTF-8 that JSON writes as it is. Eight bytes of ASCII are looked at at once.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        let raw = UnsafeRawPointer(base)
        let ones: UInt64 = 0x0101_0101_0101_0101
        /// Subtracting one borrows from the highest bit of a byte that is zero, here of one that equals another.
        func equals(_ word: UInt64, _ byte: UInt64) -> UInt64 { (word ^ (ones &* byte)) &- ones }
        var index = 0
        while index < bytes.count {
            if index + 8 <= bytes.count {
                let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let special = (word &- ones &* 0x20) | equals(word, 0x22) | equals(word, 0x5C) | word
                if special & (ones &* 0x80) == 0 {
                    index += 8
                    continue
                }
            }
            let byte = bytes[index]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { return false }
            let length = UTF8Sequence.length(at: base + index, available: bytes.count - index)
            guard length > 0 else { return false }
            index += length
        }
        return true
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
