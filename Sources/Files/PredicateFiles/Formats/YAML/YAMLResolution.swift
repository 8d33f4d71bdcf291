import PredicateFormat

/// Decides whether a YAML scalar is a text, or a number, a boolean, a date or null.
///
/// The rules are those of YAML 1.1, and the numbers of YAML 1.2 (`1e3`, `0o17`). Text in quotes is a text.
enum YAMLResolution {
    /// Whether a scalar is a text.
    ///
    /// - Parameter tag: The full name of its tag; nil without one. A tag decides by itself.
    static func isText(_ text: String, isPlain: Bool, tag: String?) -> Bool {
        if let tag, !tag.isEmpty, !tag.utf8.elementsEqual("!".utf8) {
            return !otherTags.contains { tag.utf8.elementsEqual($0.utf8) }
        }
        guard isPlain, tag == nil || tag?.isEmpty == true else { return true }
        let bytes = Array(text.utf8)
        guard let first = bytes.first else { return false }
        // Nearly every text is told by its first byte or its length.
        if bytes.count > 64 { return true }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            return !isNumber(bytes) && !isTimestamp(bytes)
        default:
            return bytes.count > 5 || !words.contains { bytes.elementsEqual($0.utf8) }
        }
    }

    private static let otherTags = ["bool", "int", "float", "null", "timestamp", "binary", "merge", "value"].map {
        "tag:yaml.org,2002:" + $0
    }

    private static let words =
        ["~", "<<", "="]
        + ["yes", "no", "true", "false", "on", "off", "null"].flatMap { word in
            [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()]
        }

    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        let isSigned = bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "-")
        let digits = bytes.dropFirst(isSigned ? 1 : 0)
        let rest = digits.dropFirst(2)
        if digits.elementsEqual(".inf".utf8) || digits.elementsEqual(".Inf".utf8) || digits.elementsEqual(".INF".utf8) {
            return true
        }
        if !isSigned, [".nan", ".NaN", ".NAN"].contains(where: { digits.elementsEqual($0.utf8) }) { return true }
        if digits.starts(with: "0b".utf8) {
            return !rest.isEmpty && rest.allSatisfy { $0 == 0x30 || $0 == 0x31 || $0 == 0x5F }
        }
        if digits.starts(with: "0x".utf8) {
            return !rest.isEmpty && rest.allSatisfy { $0.hexadecimalValue != nil || $0 == 0x5F }
        }
        if digits.starts(with: "0o".utf8) {
            return !rest.isEmpty && rest.allSatisfy { $0.isDigit && $0 < 0x38 || $0 == 0x5F }
        }
        return isDecimal(digits, isSigned: isSigned) || isSexagesimal(digits)
    }

    /// `1_000`, `1.5e3`, `.5`.
    private static func isDecimal(_ bytes: ArraySlice<UInt8>, isSigned: Bool) -> Bool {
        var rest = bytes
        let whole = rest.prefix { $0.isDigit || $0 == 0x5F }
        rest = rest.dropFirst(whole.count)
        guard let first = whole.first ?? rest.first, whole.isEmpty ? !isSigned : first.isDigit else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            let fraction = rest.prefix { $0.isDigit || $0 == 0x5F }
            if whole.isEmpty, fraction.isEmpty { return false }
            rest = rest.dropFirst(fraction.count)
        } else if whole.isEmpty {
            return false
        }
        guard let exponent = rest.first else { return true }
        guard exponent == UInt8(ascii: "e") || exponent == UInt8(ascii: "E") else { return false }
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
            rest = rest.dropFirst()
        } else if whole.isEmpty {
            return false
        }
        return !rest.isEmpty && rest.allSatisfy(\.isDigit)
    }

    /// `190:20:30`, `190:20:30.15`.
    private static func isSexagesimal(_ bytes: ArraySlice<UInt8>) -> Bool {
        let halves = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let parts = halves.first?.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false),
            parts.count > 1, let first = parts.first?.first
        else { return false }
        if halves.count > 1, !halves[1].allSatisfy({ $0.isDigit || $0 == 0x5F }) { return false }
        guard first.isDigit, first != UInt8(ascii: "0") || halves.count > 1,
            parts[0].allSatisfy({ $0.isDigit || $0 == 0x5F })
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            part.count == 1 && part.allSatisfy(\.isDigit)
                || part.count == 2 && part.allSatisfy(\.isDigit) && (part.first.map { $0 < UInt8(ascii: "6") } ?? false)
        }
    }

    /// `2001-12-14`, `2001-12-14t21:59:43.10-05:00`.
    private static func isTimestamp(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        guard let year = digits(&rest), year == 4, take("-", &rest), let month = digits(&rest), month <= 2,
            take("-", &rest), let day = digits(&rest), day <= 2
        else { return false }
        if rest.isEmpty { return month == 2 && day == 2 }
        if !take("T", &rest), !take("t", &rest) {
            guard let byte = rest.first, byte.isBlank else { return false }
            rest = rest.drop(while: \.isBlank)
        }
        guard let hour = digits(&rest), hour <= 2, take(":", &rest), digits(&rest) == 2, take(":", &rest),
            digits(&rest) == 2
        else { return false }
        if take(".", &rest) { rest = rest.drop(while: \.isDigit) }
        if rest.isEmpty { return true }
        rest = rest.drop(while: \.isBlank)
        if take("Z", &rest) { return rest.isEmpty }
        guard take("+", &rest) || take("-", &rest), let zone = digits(&rest), zone <= 2 else { return false }
        if rest.isEmpty { return true }
        return take(":", &rest) && digits(&rest) == 2 && rest.isEmpty
    }

    /// Takes digits, and gives how many; nil if there are none.
    private static func digits(_ rest: inout ArraySlice<UInt8>) -> Int? {
        let count = rest.prefix(while: \.isDigit).count
        rest = rest.dropFirst(count)
        return count > 0 ? count : nil
    }

    private static func take(_ sign: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first, UInt32(first) == sign.value else { return false }
        rest = rest.dropFirst()
        return true
    }
}
