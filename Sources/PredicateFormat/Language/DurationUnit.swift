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
