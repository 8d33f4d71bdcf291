import PredicateFormat

/// The offsets of time zones in SQLite, by the rules that are compiled in: SQLite itself knows no zone but its own.
enum SQLiteZones {
    /// Whether SQL can say the offsets of a zone.
    static func says(_ zone: TimeZoneRules) -> Bool {
        guard zone.changes.count <= 400 else { return false }
        guard let summer = zone.rule.summer else { return true }
        return summer.start.month != summer.end.month
    }

    /// The seconds by which local time is ahead of UTC.
    ///
    /// - Parameter second: a name of the seconds since 2001 in UTC.
    static func offset(of second: SQLNode, in zone: TimeZoneRules) -> SQLNode {
        let rule = rule(of: second, zone.rule)
        guard let last = zone.changes.last else { return rule }
        func isReached(_ change: Int64) -> SQLNode {
            .compare(second, ">=", .literal(String(change)))
        }
        // The latest first, because most dates are late.
        let before = zone.changes.dropLast().reversed().map { change in
            (condition: isReached(change.second), value: SQLNode.literal(String(change.offset)))
        }
        return .cases([(isReached(last.second), rule)] + before, otherwise: .literal(String(zone.initial)))
    }

    /// The offset after the last change.
    private static func rule(of second: SQLNode, _ rule: TimeZoneRules.Rule) -> SQLNode {
        let standard = SQLNode.literal(String(rule.standard))
        guard let summer = rule.summer else { return standard }
        let local = SQLiteDates.placed(
            .infix(second, "+", .literal(String(SQLiteDates.shift + rule.standard)), .sum))
        return SQLiteDates.named(local, "p") { local in
            // Both in the time of winter, of the year in which it is then.
            let start = SQLNode.compare(local, ">=", moment(summer.start, local, 0))
            let end = SQLNode.compare(local, "<", moment(summer.end, local, rule.standard - summer.offset))
            // South of the equator summer lasts over the end of the year.
            let isSummer = summer.start.month < summer.end.month ? SQLNode.and([start, end]) : .or([start, end])
            return .cases([(isSummer, .literal(String(summer.offset)))], otherwise: standard)
        }
    }

    /// When clocks change in the year of a second since 1970.
    private static func moment(_ day: TimeZoneRules.Day, _ second: SQLNode, _ shift: Int64) -> SQLNode {
        // The last week of a month ends with the first day of the next one.
        let isLast = day.week > 4
        var modifiers = ["start of year"]
        let months = day.month - (isLast ? 0 : 1)
        if months > 0 { modifiers.append("\(months) months") }
        let days = isLast ? -7 : (day.week - 1) * 7
        if days != 0 { modifiers.append("\(days) days") }
        modifiers.append("weekday \(day.weekday)")
        let midnight = SQLiteDates.calendar(
            "'%s'", ofUnixSecond: second, modifiers.map { .literal("'\($0)'") })
        return .infix(midnight, "+", .literal(String(day.second + shift)), .sum)
    }
}
