#if PostgreSQL
import PredicateFormat
import PredicatePlatform

/// Dates as the server counts them: microseconds since 2000-01-01T00:00:00Z.
enum PostgreSQLDate {
    /// Microseconds from the server's origin to that of `Date`, 2001-01-01.
    private static let origin: Int64 = 366 * 86400 * 1_000_000

    /// The date nearest to a number of microseconds.
    static func date(microseconds: Int64) -> Date {
        let (count, overflow) = microseconds.subtractingReportingOverflow(origin)
        guard !overflow else { return Date(timeIntervalSinceReferenceDate: Double(microseconds) / 1e6) }
        // Two exact numbers, divided once, as in reading text.
        if count.magnitude <= 1 << 53 { return Date(timeIntervalSinceReferenceDate: Double(count) / 1e6) }
        let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(rest)
        let text = "\(whole).\(String(repeating: "0", count: 6 - digits.utf8.count))\(digits)"
        let seconds = Double(text) ?? Double(whole)
        return Date(timeIntervalSinceReferenceDate: count < 0 ? -seconds : seconds)
    }

    /// The text of a date that the server reads as `timestamptz`: rounded to microseconds, as the server rounds. A date outside
    /// the server's range is infinite, so that comparisons keep their order.
    static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        // 4713 BC and AD 294276.
        if seconds < -211_845_000_000 { return "-infinity" }
        if seconds > 9_223_371_331_000 { return "infinity" }
        var text = PredicateDate.format(date)
        // The server writes years before the year 1 in another way, and has no signs.
        if text.hasPrefix("-") || text.hasPrefix("0000-") {
            let digits = text.drop { $0 == "-" }.prefix { $0 != "-" }
            let year = (Int(digits) ?? 0) + 1
            let rest = text.drop { $0 == "-" }.drop { $0 != "-" }
            let padded = String(repeating: "0", count: max(0, 4 - String(year).utf8.count)) + String(year)
            return padded + rest + " BC"
        }
        if text.hasPrefix("+") { text.removeFirst() }
        return text
    }
}
#endif
