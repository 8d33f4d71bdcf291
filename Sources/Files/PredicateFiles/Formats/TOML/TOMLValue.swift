import PredicateFormat

/// What TOML allows as a value without quotes: numbers, booleans, dates.
enum TOMLValue {
    /// Whether these bytes are a value.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.elementsEqual("true".utf8) || bytes.elementsEqual("false".utf8) { return true }
        return isNumber(bytes) || isDateOrTime(bytes)
    }

    // MARK: Numbers

    private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.first == UInt8(ascii: "0"), let kind = bytes.dropFirst().first {
            let digits = bytes.dropFirst(2)
            switch kind {
            case UInt8(ascii: "x"): return isDigits(digits) { $0.hexadecimalValue != nil }
            case UInt8(ascii: "o"): return isDigits(digits) { $0.isDigit && $0 < UInt8(ascii: "8") }
            case UInt8(ascii: "b"): return isDigits(digits) { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "1") }
            default: break
            }
        }
        var rest = bytes
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        if rest.elementsEqual("inf".utf8) || rest.elementsEqual("nan".utf8) { return true }
        let whole = rest.prefix { $0.isDigit || $0 == UInt8(ascii: "_") }
        guard isDigits(whole), whole.first != UInt8(ascii: "0") || whole.count == 1 else { return false }
        rest = rest.dropFirst(whole.count)
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { $0.isDigit || $0 == UInt8(ascii: "_") }
            guard isDigits(fraction) else { return false }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard let exponent = rest.first else { return true }
        guard exponent == UInt8(ascii: "e") || exponent == UInt8(ascii: "E") else { return false }
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        return isDigits(rest)
    }

    /// Whether these are digits, with single underscores between them.
    private static func isDigits(_ bytes: ArraySlice<UInt8>, _ isDigit: (UInt8) -> Bool = { $0.isDigit }) -> Bool {
        var wasDigit = false
        for byte in bytes {
            if byte == UInt8(ascii: "_") {
                guard wasDigit else { return false }
                wasDigit = false
            } else {
                guard isDigit(byte) else { return false }
                wasDigit = true
            }
        }
        return wasDigit
    }

    // MARK: Dates

    /// `1979-05-27`, `07:32:00.5`, or both with `T` or a space between, and then perhaps a zone.
    private static func isDateOrTime(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        guard let date = takeDate(&rest) else { return takeTime(&rest) && rest.isEmpty }
        guard date else { return false }
        guard let separator = rest.first else { return true }
        guard separator == UInt8(ascii: "T") || separator == UInt8(ascii: "t") || separator == 0x20 else {
            return false
        }
        rest = rest.dropFirst()
        guard takeTime(&rest) else { return false }
        guard let zone = rest.first else { return true }
        rest = rest.dropFirst()
        if zone == UInt8(ascii: "Z") || zone == UInt8(ascii: "z") { return rest.isEmpty }
        guard zone == UInt8(ascii: "+") || zone == UInt8(ascii: "-"), let hours = take(2, &rest), hours < 24,
            take(":", &rest), let minutes = take(2, &rest), minutes < 60
        else { return false }
        return rest.isEmpty
    }

    /// Takes a date. Nil if there is none, and false if the calendar has no such day.
    private static func takeDate(_ rest: inout ArraySlice<UInt8>) -> Bool? {
        let start = rest
        guard let year = take(4, &rest), take("-", &rest), let month = take(2, &rest), take("-", &rest),
            let day = take(2, &rest)
        else {
            rest = start
            return nil
        }
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard days.indices.contains(month - 1) else { return false }
        return (1...days[month - 1]).contains(day)
    }

    private static func takeTime(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let hour = take(2, &rest), hour < 24, take(":", &rest), let minute = take(2, &rest), minute < 60,
            take(":", &rest), let second = take(2, &rest), second < 60
        else { return false }
        guard take(".", &rest) else { return true }
        let fraction = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(fraction.count)
        return !fraction.isEmpty
    }

    /// Takes so many digits, and gives their value.
    private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func take(_ sign: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first, UInt32(first) == sign.value else { return false }
        rest = rest.dropFirst()
        return true
    }
}
