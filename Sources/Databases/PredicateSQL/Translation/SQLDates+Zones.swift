import PredicateFormat

// The offsets of time zones, by the rules that are compiled in: SQLite knows no zone but its own, and databases have
// rules of other years.
extension SQLDates {
    /// Whether SQL can say the offsets of a zone.
    static func says(_ zone: TimeZoneRules) -> Bool {
        guard zone.changes.count <= 400 else { return false }
        guard let summer = zone.rule.summer else { return true }
        return summer.start.month != summer.end.month
    }

    /// The seconds by which local time is ahead of UTC.
    ///
    /// - Parameter second: a name of the seconds since 2001 in UTC.
    func offset(of second: SQLNode, in zone: TimeZoneRules) -> SQLNode {
        let rule = rule(of: second, zone.rule)
        guard let last = zone.changes.last else { return rule }
        func isReached(_ change: Int64) -> SQLNode { .compare(second, ">=", .literal(String(change))) }
        // The latest first, because most dates are late.
        let before = zone.changes.dropLast().reversed().map { change in
            (condition: isReached(change.second), value: SQLNode.literal(String(change.offset)))
        }
        return .cases([(isReached(last.second), rule)] + before, otherwise: .literal(String(zone.initial)))
    }

    /// The offset after the last change.
    private func rule(of second: SQLNode, _ rule: TimeZoneRules.Rule) -> SQLNode {
        let standard = SQLNode.literal(String(rule.standard))
        guard let summer = rule.summer else { return standard }
        let local = Self.place(.infix(second, "+", .literal(String(Self.shift + rule.standard)), .sum))
        return named(local, "p") { local in
            // Both in the time of winter, of the year in which it is then.
            let start = SQLNode.compare(local, ">=", moment(summer.start, local, 0))
            let end = SQLNode.compare(local, "<", moment(summer.end, local, rule.standard - summer.offset))
            // South of the equator summer lasts over the end of the year.
            let isSummer = summer.start.month < summer.end.month ? SQLNode.and([start, end]) : .or([start, end])
            return .cases([(isSummer, .literal(String(summer.offset)))], otherwise: standard)
        }
    }

    /// When clocks change in the year at a place in a cycle of the calendar.
    private func moment(_ day: TimeZoneRules.Day, _ place: SQLNode, _ shift: Int64) -> SQLNode {
        // The last week of a month ends with the first day of the next one.
        let isLast = day.week > 4
        let months = day.month - (isLast ? 0 : 1)
        let days = isLast ? -7 : (day.week - 1) * 7
        return .infix(
            firstDay(weekday: day.weekday, months: months, days: days, place), "+",
            .literal(String(day.second + shift)), .sum)
    }

    /// The beginning of the first day of the week that is not before the beginning of the year, and so many months and
    /// days, at a place in a cycle.
    private func firstDay(weekday: Int64, months: Int64, days: Int64, _ place: SQLNode) -> SQLNode {
        if dialect == .sqlite {
            var modifiers = ["start of year"]
            if months > 0 { modifiers.append("\(months) months") }
            if days != 0 { modifiers.append("\(days) days") }
            modifiers.append("weekday \(weekday)")
            return Self.sinceOrigin(formatted("%s", place, modifiers))
        }
        // Of the months that end with a week, December has the next year after it.
        let year = SQLNode.cast(extract("YEAR", day(place)), "int4")
        let (month, first): (Int64, Int64) = months < 12 ? (months + 1, 1) : (12, 32)
        let start = SQLNode.call("make_date", [year, .literal(String(month)), .literal("1")])
        let days = days + first - 1
        // 2001-01-01 was a Monday, and a week begins with the day that is looked for.
        let distance = SQLNode.infix(
            .infix(start, "-", .literal(Self.firstDay), .sum), "+", .literal(String(days + 7 - weekday)), .sum)
        let week = SQLNode.infix(quotient(distance, "7"), "*", .literal("7"), .product)
        let day = SQLNode.infix(week, "-", .literal(String(1 - weekday)), .sum)
        return .infix(.cast(day, dialect.typeName(of: .integer)), "*", .literal("86400"), .product)
    }
}
