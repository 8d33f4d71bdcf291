import PredicatePlatform

/// Reads a date from its text, and reports where the text is not a date.
struct DateReader {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// A date in one of the forms of a literal.
    mutating func literal() throws(DateProblem) -> Date {
        let day = try civilDay()
        if position == bytes.count { return try date(day: day, second: 0, fraction: 0..<0, offset: 0) }
        let hasBlank = take(0x20)
        guard hasBlank || takeMark() else { throw problem("`T` or a space is missing between the day and the time") }
        let (hour, minute) = try hourAndMinute()
        var second: Int64 = 0
        var fraction = 0..<0
        if take(0x3A) { (second, fraction) = try seconds() }
        if hasBlank, position + 1 < bytes.count { _ = take(0x20) }
        let offset = try position == bytes.count ? 0 : self.offset(colonRequired: false)
        try end()
        return try date(day: day, second: hour * 3600 + minute * 60 + second, fraction: fraction, offset: offset)
    }

    /// A date as RFC 3339 in full.
    mutating func dataDate() throws(DateProblem) -> Date {
        let day = try civilDay()
        guard takeMark() else { throw problem("a time of day follows after T") }
        let (hour, minute) = try hourAndMinute()
        guard take(0x3A) else { throw problem("the seconds are missing") }
        let (second, fraction) = try seconds()
        let offset = try self.offset(colonRequired: true)
        try end()
        return try date(day: day, second: hour * 3600 + minute * 60 + second, fraction: fraction, offset: offset)
    }

    private func problem(_ message: String, at offset: Int? = nil) -> DateProblem {
        DateProblem(message: message, offset: min(offset ?? position, bytes.count))
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func takeMark() -> Bool { take(0x54) || take(0x74) }

    /// A number with exactly the given number of digits.
    private mutating func number(digits: Int, _ name: String) throws(DateProblem) -> Int64 {
        var number: Int64 = 0
        for offset in 0..<digits {
            let index = position + offset
            guard index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 else {
                throw problem(
                    name == "year" ? "the year comes first, with 4 digits" : "the \(name) has \(digits) digits",
                    at: index
                )
            }
            number = number * 10 + Int64(bytes[index] - 0x30)
        }
        position += digits
        return number
    }

    private mutating func civilDay() throws(DateProblem) -> CivilDay {
        let year = try number(digits: 4, "year")
        guard take(0x2D) else { throw problem("a date is written YYYY-MM-DD") }
        let monthPosition = position
        let month = try number(digits: 2, "month")
        guard (1...12).contains(month) else { throw problem("there is no month \(month)", at: monthPosition) }
        guard take(0x2D) else { throw problem("a date is written YYYY-MM-DD") }
        let dayPosition = position
        let day = try number(digits: 2, "day")
        let days = CivilDay.days(inMonth: month, of: year)
        guard day >= 1, day <= days else {
            throw problem("there is no day \(day) in month \(month) of \(year)", at: dayPosition)
        }
        return CivilDay(year: year, month: month, day: day)
    }

    private mutating func hourAndMinute() throws(DateProblem) -> (Int64, Int64) {
        let hourPosition = position
        let hour = try number(digits: 2, "hour")
        guard hour < 24 else { throw problem("there is no hour \(hour)", at: hourPosition) }
        guard take(0x3A) else { throw problem("a time of day is written hh:mm") }
        let minutePosition = position
        let minute = try number(digits: 2, "minute")
        guard minute < 60 else { throw problem("there is no minute \(minute)", at: minutePosition) }
        return (hour, minute)
    }

    /// The seconds, where 60 is the first second of the next minute, and the range of the digits after the decimal point.
    private mutating func seconds() throws(DateProblem) -> (Int64, Range<Int>) {
        let secondPosition = position
        let second = try number(digits: 2, "second")
        guard second <= 60 else { throw problem("there is no second \(second)", at: secondPosition) }
        guard take(0x2E) else { return (second, 0..<0) }
        let start = position
        while position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 { position += 1 }
        guard position > start else { throw problem("digits follow after the point") }
        return (second, start..<position)
    }

    /// Seconds that local time is ahead of UTC.
    private mutating func offset(colonRequired: Bool) throws(DateProblem) -> Int64 {
        if take(0x5A) || take(0x7A) { return 0 }
        let isNegative: Bool
        if take(0x2B) {
            isNegative = false
        } else if take(0x2D) {
            isNegative = true
        } else {
            throw problem("the offset is Z or ±hh:mm")
        }
        let hourPosition = position
        let hours = try number(digits: 2, "hour of the offset")
        guard hours < 24 else { throw problem("there is no offset of \(hours) hours", at: hourPosition) }
        var minutes: Int64 = 0
        let hasColon = take(0x3A)
        if hasColon || colonRequired || position < bytes.count {
            guard hasColon || !colonRequired else { throw problem("the offset is Z or ±hh:mm") }
            let minutePosition = position
            minutes = try number(digits: 2, "minute of the offset")
            guard minutes < 60 else { throw problem("there is no offset of \(minutes) minutes", at: minutePosition) }
        }
        let seconds = hours * 3600 + minutes * 60
        return isNegative ? -seconds : seconds
    }

    private func end() throws(DateProblem) {
        guard position == bytes.count else { throw problem("something follows the date") }
    }

    private func date(
        day: CivilDay, second: Int64, fraction: Range<Int>, offset: Int64
    ) throws(DateProblem) -> Date {
        let whole = day.number * 86400 + second - offset
        guard let seconds = Self.seconds(whole: whole, fraction: Array(bytes[fraction])) else {
            throw problem("the date cannot be read", at: 0)
        }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    private static let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12]

    /// The double nearest to whole seconds and digits after the point.
    private static func seconds(whole: Int64, fraction: [UInt8]) -> Double? {
        var digits = fraction.map { $0 - 0x30 }
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { return Double(whole) }
        // Two exact numbers, divided once.
        if digits.count < powersOfTen.count {
            var scaled = whole
            var isExact = true
            for digit in digits {
                let (product, overflow) = scaled.multipliedReportingOverflow(by: 10)
                scaled = product &+ Int64(digit)
                if overflow || scaled.magnitude > 1 << 53 {
                    isExact = false
                    break
                }
            }
            if isExact { return Double(scaled) / powersOfTen[digits.count] }
        }
        if whole < 0 {
            let complement = PredicateDate.complement(digits)
            return Double("-\(-whole - 1)." + String(decoding: complement.map { $0 + 0x30 }, as: UTF8.self))
        }
        return Double("\(whole)." + String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self))
    }
}
