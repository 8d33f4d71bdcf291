import PredicateFormat

/// Parts of dates in SQLite, whose own functions know the years 0 to 9999 only.
///
/// The calendar repeats after 400 years, so a date is read as the one at its place in the years 2001 to 2400. All
/// numbers are integers: `strftime` never sees a fraction that it would round.
enum SQLiteDates {
    /// How many seconds the calendar takes to repeat.
    static let cycle = "12622780800"
    /// A multiple of the cycle, which makes all seconds of the calendar positive, and the years that it has.
    static let shift: Int64 = 8_646_604_848_000_000
    private static let shiftedYears = "274000000"
    /// 2001-01-01 in seconds since 1970.
    static let origin = "978307200"
    /// The seconds since 2001 beyond which there is no calendar.
    private static let end = "8.64e15"

    /// A part of a date.
    ///
    /// - Parameters:
    ///   - date: in seconds since 2001. An infinity has no parts.
    ///   - zone: the time zone in which the calendar and the clock are read.
    static func part(_ part: DatePart, of date: SQLNode, in zone: TimeZoneRules) -> SQLNode {
        if let offset = zone.fixedOffset { return self.part(part, ofSecond: second(of: date, offset: offset)) }
        return named(second(of: date, offset: -shift), "u") { second in
            let local = SQLNode.infix(
                .infix(second, "+", .literal(String(shift)), .sum), "+", SQLiteZones.offset(of: second, in: zone), .sum)
            return self.part(part, ofSecond: local)
        }
    }

    /// A part of a date that is given as shifted seconds in local time.
    private static func part(_ part: DatePart, ofSecond second: SQLNode) -> SQLNode {
        switch part {
        case .hour: return remainder(quotient(second, "3600"), "24")
        case .minute: return remainder(quotient(second, "60"), "60")
        case .second: return remainder(second, "60")
        // The first day was a Monday.
        case .weekday: return .infix(remainder(quotient(second, "86400"), "7"), "+", .literal("1"), .sum)
        case .day: return calendar("'%d'", second)
        case .month: return calendar("'%m'", second)
        case .year:
            return named(second, "s") { second in
                let cycles = SQLNode.infix(quotient(second, cycle), "*", .literal("400"), .product)
                let year = SQLNode.infix(calendar("'%Y'", second), "+", cycles, .sum)
                return .infix(year, "-", .literal(shiftedYears), .sum)
            }
        }
    }

    /// The first instant of the unit that a date is in, in seconds since 2001.
    static func start(of unit: DateUnit, _ date: SQLNode, offset: Int64) -> SQLNode {
        // Offsets are whole minutes.
        let offset = unit == .second ? 0 : offset
        let second = second(of: date, offset: offset)
        func whole(_ length: String) -> SQLNode {
            .infix(quotient(second, length), "*", .literal(length), .product)
        }
        /// The beginning of the day less the days that the unit has had before.
        func day(_ days: @escaping (SQLNode) -> SQLNode) -> SQLNode {
            named(second, "s") { second in
                let midnight = SQLNode.infix(quotient(second, "86400"), "*", .literal("86400"), .product)
                let before = SQLNode.infix(days(second), "-", .literal("1"), .sum)
                return unshifted(
                    .infix(midnight, "-", .infix(before, "*", .literal("86400"), .product), .sum), offset)
            }
        }
        switch unit {
        case .second: return unshifted(second, offset)
        case .minute: return unshifted(whole("60"), offset)
        case .hour: return unshifted(whole("3600"), offset)
        case .day: return unshifted(whole("86400"), offset)
        case .week: return unshifted(whole("604800"), offset)
        case .month: return day { calendar("'%d'", $0) }
        case .year: return day { calendar("'%j'", $0) }
        case .quarter:
            return named(second, "s") { second in
                let months = remainder(.infix(.literal("1"), "-", calendar("'%m'", second), .sum), "3")
                let modifier = SQLNode.infix(months, "||", .literal("' months'"), .text)
                let start = calendar("'%s'", second, [.literal("'start of month'"), modifier])
                let cycles = SQLNode.infix(quotient(second, cycle), "*", .literal(cycle), .product)
                let whole = SQLNode.infix(start, "-", .literal(origin), .sum)
                return unshifted(.infix(whole, "+", cycles, .sum), offset)
            }
        }
    }

    /// The whole seconds of a date in local time, from the beginning of a cycle before all dates; NULL outside the calendar.
    private static func second(of date: SQLNode, offset: Int64) -> SQLNode {
        guard case .column = date.form else { return named(date, "d") { counted($0, offset) } }
        return counted(date, offset)
    }

    private static func counted(_ date: SQLNode, _ offset: Int64) -> SQLNode {
        let isInside = SQLNode.and([
            .compare(date, ">", .literal("-" + end)), .compare(date, "<", .literal(end)),
        ])
        // A cast drops the fraction, which rounds negative numbers up.
        let whole = SQLNode.cast(date, "INTEGER")
        let floor = SQLNode.infix(whole, "-", .compare(date, "<", whole), .sum)
        if offset == -shift { return .when(isInside, floor) }
        return .when(isInside, .infix(floor, "+", .literal(shifted(by: offset)), .sum))
    }

    private static func shifted(by offset: Int64) -> String { String(shift + offset) }

    /// Shifted seconds in local time as seconds since 2001.
    private static func unshifted(_ second: SQLNode, _ offset: Int64) -> SQLNode {
        .cast(.infix(second, "-", .literal(shifted(by: offset)), .sum), "REAL")
    }

    /// What `strftime` says of the day that is in the same place of the first cycle.
    private static func calendar(_ format: String, _ second: SQLNode, _ modifiers: [SQLNode] = []) -> SQLNode {
        calendar(format, ofUnixSecond: placed(second), modifiers)
    }

    /// The second at the same place of the first cycle, since 1970.
    static func placed(_ second: SQLNode) -> SQLNode {
        .infix(remainder(second, cycle), "+", .literal(origin), .sum)
    }

    /// A number that `strftime` makes of a second since 1970.
    static func calendar(_ format: String, ofUnixSecond second: SQLNode, _ modifiers: [SQLNode]) -> SQLNode {
        .cast(
            .call("strftime", [.literal(format), second, .literal("'unixepoch'")] + modifiers, isNullable: true),
            "INTEGER")
    }

    private static func quotient(_ a: SQLNode, _ b: String) -> SQLNode { .infix(a, "/", .literal(b), .product) }

    private static func remainder(_ a: SQLNode, _ b: String) -> SQLNode { .infix(a, "%", .literal(b), .product) }

    /// An expression of a value that is computed once.
    static func named(_ value: SQLNode, _ name: String, _ body: (SQLNode) -> SQLNode) -> SQLNode {
        let column = SQLNode.marked("", value, " AS \(name)")
        var select = SQLSelect(
            columns: [body(.variable(name, isNullable: value.isNullable))], sources: [], conditions: [])
        select.rows = SQLSelect.SubSelect(SQLSelect(columns: [column], sources: [], conditions: []), alias: "x")
        return .scalar(select)
    }
}
