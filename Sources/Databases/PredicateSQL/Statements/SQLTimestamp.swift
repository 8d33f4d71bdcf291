/// Instants in microseconds since 1970, as text.
package enum SQLTimestamp {
    /// The instant as PostgreSQL reads it, in UTC: `2024-01-31 10:20:30.000001+00`.
    ///
    /// - Parameter microseconds: since 1970-01-01T00:00:00Z.
    package static func text(_ microseconds: Int64) -> String {
        let second = microseconds.floorDivided(by: 1_000_000)
        let fraction = microseconds - second * 1_000_000
        let day = second.floorDivided(by: 86_400)
        let time = second - day * 86_400
        let (year, month, dayOfMonth) = civil(day)
        var text = ""
        // There is no year 0: 1 BC is the year before 1.
        let isBeforeChrist = year <= 0
        text += padded(isBeforeChrist ? 1 - year : year, 4)
        text += "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2)
        text += " " + padded(time / 3600, 2) + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2)
        if fraction > 0 { text += "." + padded(fraction, 6) }
        return text + "+00" + (isBeforeChrist ? " BC" : "")
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// The date of a day counted from 1970-01-01, by the proleptic Gregorian calendar.
    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int64 {
    /// The quotient, rounded down. The divisor is positive.
    func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
