import PredicatePlatform

/// A unit that dates are truncated to.
package enum DateUnit: String, CaseIterable, Sendable {
    case second, minute, hour, day, week, month, quarter, year
}

/// A part of a date.
package enum DatePart: Sendable {
    case year, month, day, hour, minute, second
    /// Monday is 1, Sunday 7.
    case weekday

    /// The values that it has.
    package var values: ClosedRange<Int64> {
        switch self {
        case .year: .min ... .max
        case .month: 1...12
        case .day: 1...31
        case .hour: 0...23
        case .minute, .second: 0...59
        case .weekday: 1...7
        }
    }
}

/// A date as a calendar and a clock of a time zone show it, by the proleptic Gregorian calendar.
package struct LocalDate: Sendable {
    private let zone: TimeZoneRules
    /// Whole seconds since 2001-01-01, rounded down.
    private let second: Int64
    /// The same in local time.
    private let local: Int64

    /// A date in a zone; nil for dates some hundred million years from now, which have no place in a calendar.
    package init?(_ date: Date, in zone: TimeZoneRules) {
        let seconds = date.timeIntervalSinceReferenceDate
        guard seconds.magnitude < 8.64e15 else { return nil }
        self.zone = zone
        second = Int64(seconds.rounded(.down))
        local = second + zone.offset(at: second)
    }

    /// A part, as a number.
    package func part(_ part: DatePart) -> Int64 {
        let days = PredicateDate.floorDivision(local, 86400)
        let second = days.remainder
        switch part {
        case .hour: return second / 3600
        case .minute: return second / 60 % 60
        case .second: return second % 60
        // 2001-01-01 was a Monday.
        case .weekday: return PredicateDate.floorDivision(days.quotient, 7).remainder + 1
        case .year: return CivilDay(number: days.quotient).year
        case .month: return CivilDay(number: days.quotient).month
        case .day: return CivilDay(number: days.quotient).day
        }
    }

    /// The first instant of the unit that the date is in.
    package func truncated(to unit: DateUnit) -> Date {
        let days = PredicateDate.floorDivision(local, 86400)
        let day = days.quotient
        let start: Int64
        switch unit {
        case .second: return Date(timeIntervalSinceReferenceDate: Double(second))
        case .minute: start = local - PredicateDate.floorDivision(local, 60).remainder
        case .hour: start = local - PredicateDate.floorDivision(local, 3600).remainder
        case .day: start = day * 86400
        case .week: start = (day - PredicateDate.floorDivision(day, 7).remainder) * 86400
        case .month, .quarter, .year:
            var first = CivilDay(number: day)
            first.day = 1
            if unit == .quarter { first.month -= (first.month - 1) % 3 }
            if unit == .year { first.month = 1 }
            start = first.number * 86400
        }
        // An hour that clocks show twice is two hours, a day is one.
        let isFirst = unit != .minute && unit != .hour
        return Date(
            timeIntervalSinceReferenceDate: Double(zone.second(ofLocal: start, upTo: second, isFirst: isFirst)))
    }
}
