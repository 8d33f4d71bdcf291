/// JSON as it is written.
struct JSONText: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Appends JSON as it is.
    mutating func append(json: String) { bytes.append(contentsOf: json.utf8) }

    /// Appends JSON as it is.
    mutating func append(json: [UInt8]) { bytes.append(contentsOf: json) }

    /// Appends a number.
    mutating func append(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

    /// Appends a string.
    mutating func append(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Removes everything.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// `{"error": {"code": …, "message": …}}`.
    static func error(_ code: String, _ message: String) -> [UInt8] {
        var json = JSONText()
        json.append(json: "{\"error\":{\"code\":")
        json.append(code)
        json.append(json: ",\"message\":")
        json.append(message)
        json.append(json: "}}\n")
        return json.bytes
    }
}
