import PredicateFormat

/// Names of files for ids that come from anyone.
///
/// Letters, digits, `-`, `_` and `.` stay; every other byte becomes `%` and two digits, and so does a leading `.`. So
/// no id leaves its folder. Ids that differ only in case get names that differ in more. A long name is cut and
/// numbered.
enum RuleFileNames {
    /// The most bytes of a name, without its extension.
    private static let longest = 180

    /// A name for each id. The ids are distinct.
    static func names(_ ids: [String]) -> [String] {
        var names = ids.enumerated().map { cut(escaped($1, capitals: false), $0) }
        var owners: [String: Int] = [:]
        for name in names { owners[name.lowercased(), default: 0] += 1 }
        for (index, id) in ids.enumerated() where owners[names[index].lowercased(), default: 0] > 1 {
            names[index] = cut(escaped(id, capitals: true), index)
        }
        return names
    }

    private static func escaped(_ id: String, capitals: Bool) -> String {
        var name = ""
        for byte in id.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "A")...UInt8(ascii: "Z") where !capitals: name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: ".") where !name.isEmpty: name += "."
            default:
                let digits = String(byte, radix: 16)
                name += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return name
    }

    /// A name of bearable length. `%r` stands in no escaped name.
    private static func cut(_ name: String, _ index: Int) -> String {
        if !name.isEmpty, name.utf8.count <= longest { return name }
        return String(name.prefix(longest)) + "%r\(index + 1)"
    }
}
