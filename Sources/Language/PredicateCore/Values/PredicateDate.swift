import PredicatePlatform

/// Why a string is not a date, and where.
package struct DateProblem: Error, Hashable, Sendable {
    /// A sentence without its full stop: "there is no month 13".
    package var message: String
    /// The UTF-8 offset of the error in the text.
    package var offset: Int
}

/// Dates as text and text as dates, by the proleptic Gregorian calendar in UTC.
///
/// All computations use integers: the system's calendar would add its locale, its time zone and its limits.
package enum PredicateDate {
    /// A date as a literal in a predicate writes it: `YYYY-MM-DD`, the start of that day in UTC, or
    /// `YYYY-MM-DDThh:mm[:ss[.f]][Z|±hh[[:]mm]]`, in UTC without an offset; a blank may stand for `T` (D21).
    package static func parseLiteral(_ text: String) -> Result<Date, DateProblem> {
        UTF8Text.withBytes(text) { bytes in
            var reader = DateReader(bytes: bytes)
            do throws(DateProblem) {
                return .success(try reader.literal())
            } catch {
                return .failure(error)
            }
        }
    }

    /// The instant of a string in a form that literals have, where an operation needs a date (D39).
    package static func instant(of text: String) -> Date? { UTF8Text.withBytes(text) { instant(utf8: $0) } }

    /// The same of UTF-8.
    package static func instant(utf8 bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        // Most strings are not dates, and this check is fast.
        guard bytes.count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D else { return nil }
        var reader = DateReader(bytes: bytes)
        do throws(DateProblem) {
            return try reader.literal()
        } catch {
            return nil
        }
    }

    /// Parses the date form of data: full RFC 3339, with seconds and an offset; nil for everything else.
    ///
    /// Second 60 is the first second of the next minute. Any number of digits may follow the seconds; the date is the nearest
    /// double.
    package static func parseRFC3339(_ text: String) -> Date? {
        UTF8Text.withBytes(text) { bytes in parseRFC3339(utf8: bytes) }
    }

    /// The same of UTF-8.
    package static func parseRFC3339(utf8 bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        // Most strings are not dates, and this check is fast.
        guard bytes.count >= 20, bytes[4] == 0x2D, bytes[10] | 0x20 == 0x74 else { return nil }
        var reader = DateReader(bytes: bytes)
        do throws(DateProblem) {
            return try reader.dataDate()
        } catch {
            return nil
        }
    }

    /// Whether `format` gives RFC 3339, which only has the years 0 to 9999.
    package static func hasRFC3339Form(_ date: Date) -> Bool {
        let seconds = date.timeIntervalSinceReferenceDate
        return seconds >= firstSecond && seconds < endSecond
    }

    /// 0000-01-01T00:00:00Z and 10000-01-01T00:00:00Z.
    private static let firstSecond = Double((CivilDay(year: 0, month: 1, day: 1).number) * 86400)
    private static let endSecond = Double((CivilDay(year: 10000, month: 1, day: 1).number) * 86400)

    /// A date as RFC 3339 in UTC, with as many digits after the seconds as it takes to read the same date back:
    /// `2024-01-31T00:00:00Z`.
    ///
    /// A year outside 0…9999 is written with its sign, and a date that is too far for a year as seconds since 2001; neither
    /// is RFC 3339.
    package static func format(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        guard seconds.isFinite, seconds.magnitude < 0x1p62 else { return NumberText.text(seconds) }
        var (whole, fraction) = parts(of: seconds)
        if seconds < 0, !fraction.isEmpty {
            // The digits count from the second before: -0.25 is .75 after -1.
            whole = -whole - 1
            fraction = complement(fraction)
        } else if seconds < 0 {
            whole = -whole
        }
        let number = floorDivision(whole, 86400)
        let day = CivilDay(number: number.quotient)
        let second = number.remainder
        var text = day.description
        text += "T\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
        if !fraction.isEmpty { text += "." + String(decoding: fraction.map { $0 + 0x30 }, as: UTF8.self) }
        return text + "Z"
    }

    /// The whole seconds of a double without its sign, and the decimal digits of its shortest text.
    private static func parts(of seconds: Double) -> (whole: Int64, fraction: [UInt8]) {
        let magnitude = seconds.magnitude
        let whole = Int64(magnitude)
        if Double(whole) == magnitude { return (whole, []) }
        // The shortest text: digits, perhaps a point, perhaps an exponent, which is negative for a number with a fraction.
        let text = magnitude.description.utf8
        let mantissa = text.prefix { $0 != 0x65 }
        let exponent = text.count > mantissa.count ? Int(String(text.dropFirst(mantissa.count + 1)) ?? "") ?? 0 : 0
        let point = mantissa.firstIndex(of: 0x2E)
        var fraction = (point.map { mantissa[$0...].dropFirst() } ?? mantissa.prefix(0)).map { $0 - 0x30 }
        if exponent < 0 {
            let leading = (point.map { mantissa[..<$0] } ?? mantissa[...]).map { $0 - 0x30 }
            fraction = [UInt8](repeating: 0, count: max(0, -exponent - leading.count)) + leading + fraction
        }
        while fraction.last == 0 { fraction.removeLast() }
        return (whole, fraction)
    }

    /// The digits of 1 minus the fraction; its last digit is not 0.
    static func complement(_ digits: [UInt8]) -> [UInt8] {
        var result = digits.map { 9 - min($0, 9) }
        if let last = result.indices.last { result[last] += 1 }
        return result
    }

    static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    package static func floorDivision(_ a: Int64, _ b: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
        return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
    }
}

/// A day of the proleptic Gregorian calendar.
package struct CivilDay {
    package var year: Int64
    package var month: Int64
    package var day: Int64

    package init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Days since 2001-01-01.
    ///
    /// Counted in years that begin with March, so that the leap day is a year's last, and in eras of 400 years.
    package var number: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = PredicateDate.floorDivision(marchYear, 400)
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = era.remainder * 365 + era.remainder / 4 - era.remainder / 100 + dayOfYear
        return era.quotient * 146097 + dayOfEra - Self.origin
    }

    /// Days from 0000-03-01 to 2001-01-01.
    private static let origin: Int64 = 730_791

    /// The day of a number of days since 2001-01-01.
    package init(number: Int64) {
        let era = PredicateDate.floorDivision(number + Self.origin, 146097)
        let day = era.remainder
        let year = (day - day / 1460 + day / 36524 - day / 146096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        self.day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        self.month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.year = era.quotient * 400 + year + (monthFromMarch < 10 ? 0 : 1)
    }

    /// How many days a month has.
    static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// `YYYY-MM-DD`; a year outside 0…9999 with its sign.
    var description: String {
        let digits = String(year.magnitude)
        let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        return "\(sign)\(zeros)\(digits)-\(PredicateDate.padded(month))-\(PredicateDate.padded(day))"
    }
}
