#if PostgreSQL
import PredicateFormat
import PredicatePlatform

/// The text form of parameters, which the server reads by the types that the statement casts them to.
enum PostgreSQLParameter {
    /// The text of a value; nil for NULL.
    ///
    /// Numbers, dates, UUIDs and bytes have the server's forms, lists are arrays, and objects JSON.
    ///
    /// - Throws: kind `value` for text with NUL, which the server cannot hold.
    static func text(_ value: PredicateValue) throws(PostgreSQLError) -> String? { try text(value, dimension: 0) }

    private static func text(_ value: PredicateValue, dimension: Int) throws(PostgreSQLError) -> String? {
        switch value {
        case .null: return nil
        case .boolean(let value): return value ? "t" : "f"
        case .integer(let value): return String(value)
        case .double(let value): return value.description
        case .decimal(let value): return value.description
        case .string(let text), .url(let text):
            guard !text.utf8.contains(0) else {
                throw PostgreSQLError(.value, "a string contains NUL, which PostgreSQL cannot hold")
            }
            return text
        case .date(let date): return PostgreSQLDate.text(date)
        case .uuid(let uuid): return uuid.uuidString
        case .data(let data): return bytes(data)
        case .list(let elements), .set(let elements): return try array(elements, dimension: dimension + 1)
        case .object: throw PostgreSQLError(.value, "an object cannot be a parameter")
        }
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)

    private static func bytes(_ data: Data) -> String {
        var text: [UInt8] = [0x5C, 0x78]
        text.reserveCapacity(2 * data.count + 2)
        for byte in data {
            text.append(hexadecimal[Int(byte >> 4)])
            text.append(hexadecimal[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `{"a","b",NULL}`. Lists in lists are arrays of several dimensions.
    private static func array(_ elements: [PredicateValue], dimension: Int) throws(PostgreSQLError) -> String {
        guard dimension <= 6 else {
            throw PostgreSQLError(.value, "a list is nested deeper than the six dimensions of PostgreSQL's arrays")
        }
        var text = "{"
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            if case .list(let inner) = element {
                text += try array(inner, dimension: dimension + 1)
            } else if let element = try Self.text(element, dimension: dimension) {
                text += "\""
                for scalar in element.unicodeScalars {
                    if scalar == "\"" || scalar == "\\" { text += "\\" }
                    text.unicodeScalars.append(scalar)
                }
                text += "\""
            } else {
                text += "NULL"
            }
        }
        return text + "}"
    }
}
#endif
