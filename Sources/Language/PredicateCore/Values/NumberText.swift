import PredicatePlatform

/// Numbers as text and text as numbers.
package enum NumberText {
    /// The shortest text that reads back as the same double, with a point or an exponent: `5.0`, `0.1`, `1e+16`.
    package static func text(_ double: Double) -> String { double.description }

    /// The text of a double under CAST: as `text`, but a whole number below 2^53 like an integer (D38).
    package static func castText(_ double: Double) -> String {
        if double.magnitude < 0x1p53, let integer = Int64(exactly: double) { return String(integer) }
        return text(double)
    }

    /// The shortest text of a double without an exponent: `0.00001`; nil for a double of 2^53 and more, and for one that is not
    /// finite.
    static func digits(_ double: Double) -> [UInt8]? {
        guard double.magnitude < 0x1p53 else { return nil }
        let text = Array(double.description.utf8)
        guard let mark = text.firstIndex(of: UInt8(ascii: "e")) else { return text }
        // Only small doubles have one: the point moves to the left.
        guard let exponent = Int(String(decoding: text[(mark + 1)...], as: UTF8.self)), exponent < 0 else { return nil }
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = text[..<mark].filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: -exponent - 1)
        return (isNegative ? Array("-0.".utf8) : Array("0.".utf8)) + zeros + digits
    }

    /// Whether text is a number for CAST, and if so whether it has the form of an integer: an optional sign, digits, a
    /// decimal point, an exponent, and nothing else (D20).
    private static func isInteger(_ text: String) -> Bool? {
        var bytes = Array(text.utf8)[...]
        func skipSign() { if let sign = bytes.first, sign == 0x2B || sign == 0x2D { bytes.removeFirst() } }
        func skipDigits() -> Int {
            let before = bytes.count
            bytes = bytes.drop { $0 >= 0x30 && $0 <= 0x39 }
            return before - bytes.count
        }
        skipSign()
        var digits = skipDigits()
        var isInteger = true
        if bytes.first == 0x2E {
            isInteger = false
            bytes.removeFirst()
            digits += skipDigits()
        }
        guard digits > 0 else { return nil }
        if let mark = bytes.first, mark | 0x20 == 0x65 {
            isInteger = false
            bytes.removeFirst()
            skipSign()
            guard skipDigits() > 0 else { return nil }
        }
        return bytes.isEmpty ? isInteger : nil
    }

    private static let placeholders: Set<String> = ["", "-", "n/a", "null", "none", "unknown"]

    /// Whether a string stands for a missing value.
    package static func isPlaceholder(_ text: String) -> Bool {
        text.utf8.count <= 7 && placeholders.contains(text.lowercased())
    }

    /// Whether a part of the values decides what all are: all but one, or nine of ten, since some values of a field are wrong in
    /// any data.
    package static func areMost(_ part: Int, of all: Int) -> Bool {
        part > 0 && part >= all - max(all / 10, part > 1 ? 1 : 0)
    }

    /// `1250.00` for `1,250.00`; nil for other strings.
    package static func ungrouped(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: ",")) else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let isWhole = parts.dropFirst().dropLast().allSatisfy { $0.utf8.count == 3 }
        guard isWhole, let first = parts.first, (1...3).contains(first.drop { $0 == "-" || $0 == "+" }.utf8.count),
            let last = parts.last, last.prefix(while: { $0 != "." }).utf8.count == 3
        else { return nil }
        return parts.joined()
    }

    /// The most digits of an integer; past 64 bits it is a decimal (D128).
    package static let mostDigits = 38

    /// The number that text is: an integer, a decimal past 64 bits, or a double when it has a point, an exponent or more
    /// digits; nil when it is none, or none that is finite.
    package static func number(_ text: String) -> PredicateValue? {
        guard let isInteger = isInteger(text) else { return nil }
        if isInteger {
            if let integer = Int64(text) { return .integer(integer) }
            let digits = text.utf8.drop { $0 < UInt8(ascii: "1") }
            if digits.count <= mostDigits, let decimal = decimal(text) { return .decimal(decimal) }
        }
        guard let double = Double(text), double.isFinite else { return nil }
        return .double(double)
    }

    /// The decimal that text is; nil when it is none, or one past the range of decimals.
    package static func decimal(_ text: String) -> Decimal? {
        guard isInteger(text) != nil else { return nil }
        return Decimal(string: text).flatMap(DecimalArithmetic.checked)
    }

    /// A decimal as JSON. An integer of more digits than one may have gets an exponent, which makes it a double.
    package static func json(_ decimal: Decimal) -> String {
        let text = decimal.description
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        return digits.count > mostDigits && !digits.contains(UInt8(ascii: ".")) ? text + "e0" : text
    }

    /// The literal that a decimal is: the digits of an integer past 64 bits; nil for another decimal.
    static func literal(_ decimal: Decimal) -> String? {
        let text = decimal.description
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        let isWhole = (19...mostDigits).contains(digits.count) && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        return isWhole && Int64(text) == nil ? text : nil
    }

    /// The decimal of a double's shortest text: 0.1 is 0.1.
    package static func decimal(_ double: Double) -> Decimal? {
        double.isFinite ? decimal(double.description) : nil
    }
}

extension PredicateValue {
    /// Whether CAST can read this value, a string, as a number.
    package var isNumberText: Bool {
        if case .string(let text) = self { NumberText.number(text) != nil } else { false }
    }
}

/// Arithmetic on decimals. Foundation's multiplication traps if the sum of the exponents is out of range.
enum DecimalArithmetic {
    /// A decimal unless it is NaN, which is how Foundation reports an overflow.
    static func checked(_ decimal: Decimal) -> Decimal? { decimal.isNaN ? nil : decimal }

    static func product(_ a: Decimal, _ b: Decimal) -> Decimal? {
        guard (-128...127).contains(a.exponent + b.exponent) else { return nil }
        return checked(a * b)
    }

    static func quotient(_ a: Decimal, _ b: Decimal) -> Decimal? {
        b == 0 ? nil : checked(a / b)
    }

    /// A whole power by repeated squaring; a negative one is the reciprocal.
    static func power(_ base: Decimal, _ exponent: Int64) -> Decimal? {
        var result = Decimal(1)
        var square = base
        var rest = exponent.magnitude
        while rest > 0 {
            if rest & 1 == 1 {
                guard let product = product(result, square) else { return nil }
                result = product
            }
            rest >>= 1
            if rest > 0 {
                guard let product = product(square, square) else { return nil }
                square = product
            }
        }
        return exponent < 0 ? quotient(1, result) : result
    }
}
