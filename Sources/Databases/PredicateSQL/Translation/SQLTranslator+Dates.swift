import PredicateCore
import PredicatePlatform

/// The year of a date, or the first instant of the unit that it is in. Both never decrease while the date increases, so
/// a comparison with a constant is one of the date itself, for which an index serves.
final class SQLDateStep: Sendable {
    enum Value: Sendable {
        case year
        case start(DateUnit)
    }

    let value: Value
    /// The date, which may be a column.
    let date: SQLScalar
    /// A zone whose offset never changes.
    let zone: TimeZoneRules

    init(_ value: Value, of date: SQLScalar, in zone: TimeZoneRules) {
        self.value = value
        self.date = date
        self.zone = zone
    }
}

// Years and beginnings of units, which compare with constants. Other parts of dates are left to this program.
extension SQLTranslator {
    static let datePartReason = "parts of dates need the calendar and the time zones of this program"

    /// The year of a date, or the first instant of its unit; nil for other parts, and in zones that change their offset.
    func dateStep(_ function: BuiltInFunction, _ operands: [SQLOperand]) -> SQLOperand? {
        guard dialect != .spark, let first = operands.first, case .scalar(let date) = computed(first),
            date.kind == .date, date.node.size < 2000
        else { return nil }
        var constants: [String] = []
        for operand in operands.dropFirst() {
            guard case .constant(let value) = operand else { return nil }
            if case .null = value { return .constant(.null) }
            guard case .string(let text) = value else { return nil }
            constants.append(text)
        }
        let value: SQLDateStep.Value
        switch function {
        case .year: value = .year
        case .truncateDate:
            guard let unit = constants.first.flatMap(DateUnit.init(rawValue:)) else { return nil }
            constants.removeFirst()
            value = .start(unit)
        default: return nil
        }
        // A column of dates states no zone.
        guard constants.count < 2, constants.first != TimeZoneRules.written,
            let zone = constants.isEmpty ? .utc : constants.first.flatMap(TimeZoneRules.named), zone.fixedOffset != nil
        else { return nil }
        var stored = date
        if case .scalar(let scalar) = first, scalar.column != nil { stored = scalar }
        return .dateStep(SQLDateStep(value, of: stored, in: zone))
    }

    /// Whether a year or a beginning is nil: where the date is, and outside the calendar.
    func isNil(_ step: SQLDateStep) -> SQLPair {
        isTimestamp(step.date) ? isNil(.scalar(step.date)) : .unknown(Self.datePartReason)
    }

    /// Whether a date is a column of a type that holds nothing outside the calendar but infinities.
    private func isTimestamp(_ scalar: SQLScalar) -> Bool {
        switch scalar.column?.type {
        case .date(.timestampWithZone), .date(.timestamp), .date(.day): true
        default: false
        }
    }

    // MARK: Ranges

    /// A comparison with a constant as a range of the date.
    func relation(_ relation: ConstantComparison, _ step: SQLDateStep, _ value: PredicateValue) -> SQLPair {
        guard let bounds = bounds(step, value) else { return .unknown(Self.datePartReason) }
        var date = step.date
        date.steps = []
        let trust = step.date.trust + typeTrust(step.date)
        func test(_ relation: ConstantComparison, _ seconds: Double) -> SQLPair {
            self.date(relation, date, Date(timeIntervalSinceReferenceDate: seconds))
        }
        var pairs: [SQLPair]
        switch relation {
        case .equal:
            if bounds.first == bounds.next { return trusted(.exact(.no), trust) }
            pairs = [test(.greaterOrEqual, bounds.first), test(.less, bounds.next)]
        case .less, .lessOrEqual: pairs = [test(.less, relation == .less ? bounds.first : bounds.next)]
        case .greater, .greaterOrEqual:
            pairs = [test(.greaterOrEqual, relation == .greater ? bounds.next : bounds.first)]
        }
        // Dates outside the calendar have no parts.
        if relation != .equal, !isTimestamp(date) {
            let isUpward = relation == .greater || relation == .greaterOrEqual
            pairs.append(isUpward ? test(.less, Self.calendarEnd) : test(.greater, -Self.calendarEnd))
        }
        let range = conjunction(pairs)
        guard range.isExact else { return .unknown(Self.datePartReason) }
        return trusted(.exact(reached(by: step.date.steps, range.over)), trust)
    }

    /// The seconds since 2001 beyond which there is no calendar.
    private static let calendarEnd = 8.64e15

    /// The first date whose value is not less than a constant, and the first whose value is greater; nil near the ends
    /// of the calendar.
    private func bounds(_ step: SQLDateStep, _ value: PredicateValue) -> (first: Double, next: Double)? {
        switch step.value {
        case .year:
            guard case .integer(let year) = value, year.magnitude < 200_000_000, let offset = step.zone.fixedOffset
            else { return nil }
            func start(_ year: Int64) -> Double {
                Double(CivilDay(year: year, month: 1, day: 1).number * 86_400 - offset)
            }
            return (start(year), start(year + 1))
        case .start(let unit):
            guard let date = ValueSemantics.date(of: value) else { return nil }
            let seconds = date.timeIntervalSinceReferenceDate
            guard abs(seconds) < 6e15, let start = step.start(of: unit, seconds),
                let next = step.start(of: unit, start + Self.length(of: unit))
            else { return nil }
            return (start == seconds ? start : next, next)
        }
    }

    /// The greatest length of a unit, which reaches into the next one from its start and no further.
    private static func length(of unit: DateUnit) -> Double {
        switch unit {
        case .second: 1
        case .minute: 60
        case .hour: 3600
        case .day: 86_400
        case .week: 7 * 86_400
        case .month: 31 * 86_400
        case .quarter: 92 * 86_400
        case .year: 366 * 86_400
        }
    }
}

extension SQLDateStep {
    /// The first instant of the unit that a date is in.
    fileprivate func start(of unit: DateUnit, _ seconds: Double) -> Double? {
        LocalDate(Date(timeIntervalSinceReferenceDate: seconds), in: zone)?.truncated(to: unit)
            .timeIntervalSinceReferenceDate
    }
}
