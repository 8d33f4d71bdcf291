import PredicateFormat

/// Parts of dates in SQL, for every date that has them here: the calendars of databases are smaller.
///
/// The calendar repeats after 400 years, so a date is read as the one at its place in the years 2001 to 2400. All
/// numbers are integers: no function of the database sees a fraction that it would round.
struct SQLDates {
    let dialect: SQLDialect

    /// Whether the database has the functions that dates are taken apart with.
    init?(_ dialect: SQLDialect) {
        guard dialect != .spark else { return nil }
        self.dialect = dialect
    }

    /// How many seconds the calendar takes to repeat.
    private static let cycle = "12622780800"
    /// A multiple of the cycle, which makes all seconds of the calendar positive, and the years that it has.
    static let shift: Int64 = 8_646_604_848_000_000
    private static let shiftedYears = "274000000"
    /// 2001-01-01 in seconds since 1970.
    private static let origin = "978307200"
    /// The seconds since 2001 beyond which there is no calendar.
    private static let end = "8.64e15"

    /// A date in seconds since 2001, of which an infinity has no parts.
    struct Instant {
        var node: SQLNode
        /// Whether all values are certainly in the calendar.
        var isInside = false
    }

    // MARK: Parts and units

    /// A part of a date, as the calendar shows it so many seconds ahead of UTC.
    func part(_ part: DatePart, of date: Instant, offset: Int64) -> SQLNode {
        self.part(part, ofSecond: second(of: date, shiftedBy: Self.shift + offset))
    }

    /// A part of a date that is given as shifted seconds in local time.
    private func part(_ part: DatePart, ofSecond second: SQLNode) -> SQLNode {
        switch part {
        case .hour: return Self.remainder(quotient(second, "3600"), "24")
        case .minute: return Self.remainder(quotient(second, "60"), "60")
        case .second: return Self.remainder(second, "60")
        // The first day was a Monday.
        case .weekday: return .infix(Self.remainder(quotient(second, "86400"), "7"), "+", .literal("1"), .sum)
        case .day: return field("%d", "DAY", ofPlace: Self.place(second))
        case .month: return field("%m", "MONTH", ofPlace: Self.place(second))
        case .year:
            return named(second, "s") { second in
                let cycles = SQLNode.infix(quotient(second, Self.cycle), "*", .literal("400"), .product)
                let year = field("%Y", "YEAR", ofPlace: Self.place(second))
                return .infix(.infix(year, "+", cycles, .sum), "-", .literal(Self.shiftedYears), .sum)
            }
        }
    }

    /// The first instant of the unit that a date is in, in seconds since 2001.
    ///
    /// - Parameter offset: the seconds by which local time is ahead of UTC.
    func start(of unit: DateUnit, _ date: Instant, offset: Int64) -> SQLNode {
        let shift = Self.shift + offset
        let second = second(of: date, shiftedBy: shift)
        /// Shifted seconds in local time as seconds since 2001.
        func unshifted(_ second: SQLNode) -> SQLNode {
            dialect.double(.infix(second, "-", .literal(String(shift)), .sum))
        }
        func whole(_ length: String) -> SQLNode {
            unshifted(.infix(quotient(second, length), "*", .literal(length), .product))
        }
        switch unit {
        case .second: return unshifted(second)
        case .minute: return whole("60")
        case .hour: return whole("3600")
        case .day: return whole("86400")
        case .week: return whole("604800")
        case .month, .quarter, .year:
            return named(second, "s") { second in
                let cycles = SQLNode.infix(quotient(second, Self.cycle), "*", .literal(Self.cycle), .product)
                return unshifted(.infix(start(of: unit, inPlace: Self.place(second)), "+", cycles, .sum))
            }
        }
    }

    // MARK: Seconds

    /// The whole seconds of a date and a number; NULL outside the calendar.
    private func second(of date: Instant, shiftedBy shift: Int64) -> SQLNode {
        func shifted(_ second: SQLNode) -> SQLNode {
            shift == 0 ? second : .infix(second, "+", .literal(String(shift)), .sum)
        }
        guard dialect == .sqlite else {
            let second = shifted(.cast(.call("floor", [date.node]), dialect.typeName(of: .integer)))
            return date.isInside ? second : .when(.compare(.call("abs", [date.node]), "<", .literal(Self.end)), second)
        }
        func counted(_ node: SQLNode) -> SQLNode {
            // `abs` raises an error for the smallest integer.
            let isInside = SQLNode.and([
                .compare(node, ">", .literal("-" + Self.end)), .compare(node, "<", .literal(Self.end)),
            ])
            // A cast drops the fraction, which rounds negative numbers up.
            let whole = SQLNode.cast(node, "INTEGER")
            return .when(isInside, shifted(.infix(whole, "-", .compare(node, "<", whole), .sum)))
        }
        guard case .column = date.node.form else { return named(date.node, "d", counted) }
        return counted(date.node)
    }

    /// The place of shifted seconds in a cycle.
    static func place(_ second: SQLNode) -> SQLNode { remainder(second, cycle) }

    func quotient(_ a: SQLNode, _ b: String) -> SQLNode {
        .infix(a, dialect == .duckdb ? "//" : "/", .literal(b), .product)
    }

    private static func remainder(_ a: SQLNode, _ b: String) -> SQLNode { .infix(a, "%", .literal(b), .product) }

    // MARK: The calendar of a cycle

    /// A number of the calendar at a place in a cycle, which `strftime` of SQLite and `extract` have.
    private func field(_ format: String, _ field: String, ofPlace place: SQLNode) -> SQLNode {
        if dialect == .sqlite { return formatted(format, place) }
        return .cast(extract(field, day(place)), dialect.typeName(of: .integer))
    }

    /// The beginning of a unit at a place in a cycle.
    private func start(of unit: DateUnit, inPlace place: SQLNode) -> SQLNode {
        guard dialect == .sqlite else {
            let name = SQLNode.literal("'\(unit.rawValue)'")
            let start = SQLNode.call("date_trunc", [name, .cast(day(place), "timestamp")])
            return Self.sinceOrigin(.cast(extract("EPOCH", start), dialect.typeName(of: .integer)))
        }
        guard unit == .quarter else { return Self.sinceOrigin(formatted("%s", place, ["start of \(unit.rawValue)"])) }
        let month = formatted("%m", place)
        let before = Self.remainder(.infix(.literal("1"), "-", month, .sum), "3")
        let modifiers = [.literal("'start of month'"), SQLNode.infix(before, "||", .literal("' months'"), .text)]
        return Self.sinceOrigin(formatted("%s", place, modifiers))
    }

    static func sinceOrigin(_ unixSecond: SQLNode) -> SQLNode {
        .infix(unixSecond, "-", .literal(origin), .sum)
    }

    /// A number that `strftime` of SQLite makes of a place in a cycle.
    func formatted(_ format: String, _ place: SQLNode, _ modifiers: [String]) -> SQLNode {
        formatted(format, place, modifiers.map { SQLNode.literal("'\($0)'") })
    }

    private func formatted(_ format: String, _ place: SQLNode, _ modifiers: [SQLNode] = []) -> SQLNode {
        let second = SQLNode.infix(place, "+", .literal(Self.origin), .sum)
        let arguments = [.literal("'\(format)'"), second, .literal("'unixepoch'")] + modifiers
        return .cast(.call("strftime", arguments, isNullable: true), "INTEGER")
    }

    /// The day at a place in a cycle, as a value of the type `date`.
    func day(_ place: SQLNode) -> SQLNode {
        let days = SQLNode.cast(quotient(place, "86400"), "int4")
        return .infix(.literal(Self.firstDay), "+", days, .sum)
    }

    static let firstDay = "DATE '2001-01-01'"

    func extract(_ field: String, _ node: SQLNode) -> SQLNode { .call("EXTRACT", [.marked("\(field) FROM ", node)]) }

    /// An expression of a value that is computed once.
    func named(_ value: SQLNode, _ name: String, _ body: (SQLNode) -> SQLNode) -> SQLNode {
        var select = SQLSelect(
            columns: [body(.variable(name, isNullable: value.isNullable))], sources: [], conditions: [])
        let rows = SQLSelect(columns: [.marked("", value, " AS \(name)")], sources: [], conditions: [])
        select.rows = SQLSelect.SubSelect(rows, alias: "x")
        return .scalar(select, isNullable: value.isNullable)
    }
}
