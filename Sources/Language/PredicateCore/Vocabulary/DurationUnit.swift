/// A unit of a number of seconds: `250ms`, `30s`, `2h` (D116).
package enum DurationUnit: String, CaseIterable, Sendable {
    case millisecond = "ms"
    case second = "s"
    case minute = "m"
    case hour = "h"
    case day = "d"
    case week = "w"

    /// The seconds in the unit; nil for a part of a second.
    var seconds: Int64? {
        switch self {
        case .millisecond: nil
        case .second: 1
        case .minute: 60
        case .hour: 3600
        case .day: 86400
        case .week: 7 * 86400
        }
    }

    /// The seconds in so many of the unit.
    package func value(of number: String) -> PredicateValue {
        if let count = Int64(number), let seconds {
            let (product, overflow) = count.multipliedReportingOverflow(by: seconds)
            if !overflow { return .integer(product) }
        }
        return .double((Double(number) ?? 0) * (seconds.map(Double.init) ?? 0.001))
    }

    /// The unit that a word of another language means; nil for other words.
    static func meant(by word: String) -> DurationUnit? {
        switch word.lowercased() {
        case "msec", "millis", "millisecond", "milliseconds": .millisecond
        case "sec", "secs", "second", "seconds": .second
        case "min", "mins", "minute", "minutes": .minute
        case "hr", "hrs", "hour", "hours": .hour
        case "day", "days": .day
        case "wk", "week", "weeks": .week
        default: nil
        }
    }

    /// How the language writes durations of other forms: `1d` for `1 day`, `1h + 30m` for `1h30m`; nil for other
    /// strings. `M` may be a month or a minute, so it is none.
    package static func spelling(of text: String) -> String? {
        var parts: [String] = []
        var rest = Array(text.utf8)[...]
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 }
        while !rest.isEmpty, parts.count < 8 {
            let digits = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
            // The point of `2.days` calls a method.
            let isCall = digits.last == UInt8(ascii: ".")
            let number = String(decoding: isCall ? digits.dropLast() : digits, as: UTF8.self)
            let behind = rest.dropFirst(digits.count).drop(while: isBlank)
            let word = String(decoding: behind.prefix(while: isLetter), as: UTF8.self)
            guard let first = digits.first, isDigit(first), Double(number) != nil, word != "M",
                let unit = DurationUnit(rawValue: word.lowercased()) ?? meant(by: word)
            else { return nil }
            parts.append(number + unit.rawValue)
            rest = behind.dropFirst(word.utf8.count).drop(while: isBlank)
        }
        return parts.isEmpty || !rest.isEmpty ? nil : parts.joined(separator: " + ")
    }

    /// Whether a word is a unit of time that durations do not have.
    static func isUnknown(_ word: String) -> Bool {
        switch word.lowercased() {
        case "us", "µs", "μs", "usec", "micros", "microsecond", "microseconds", "ns", "nsec", "nanos", "nanosecond",
            "nanoseconds", "mo", "mon", "month", "months", "q", "quarter", "quarters", "y", "yr", "yrs", "year",
            "years":
            true
        default: false
        }
    }

    /// The units, as messages name them.
    static let phrase: String = {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }()

    /// Whether the text of a number has a unit.
    package static func isSpelled(in number: String) -> Bool {
        // The digits of `0x1d` may end like one.
        let bytes = number.utf8.drop { $0 == UInt8(ascii: "-") }
        guard let first = bytes.first, first == UInt8(ascii: ".") || (0x30...0x39).contains(first),
            let last = bytes.last, "smhdw".utf8.contains(last)
        else { return false }
        return bytes.dropFirst().first.map { !"xXoObB".utf8.contains($0) } ?? false
    }
}
