import PredicatePlatform

/// The functions that take dates apart (D117).
extension ValueSemantics {
    /// A date, or a text that is one in the form of a literal (D21): with or without a time, and with or without an offset.
    private static func date(of value: PredicateValue, _ work: inout WorkBudget) -> Date? {
        switch value {
        case .date(let date): return date
        case .string(let text):
            guard work.step(WorkCost.converting(text.utf8.count)) else { return nil }
            if let date = PredicateDate.parseRFC3339(text) { return date }
            return if case .success(let date) = PredicateDate.parseLiteral(text) { date } else { nil }
        default: return nil
        }
    }

    /// The date in the zone that the rest of the arguments names, which is UTC without one.
    private static func local(
        _ value: PredicateValue, zone: ArraySlice<PredicateValue>, _ work: inout WorkBudget
    ) -> LocalDate? {
        guard let date = date(of: value, &work), zone.count < 2 else { return nil }
        guard let zone = zone.first else { return LocalDate(date, in: .utc) }
        guard let name = text(of: zone) else { return nil }
        if name == TimeZoneRules.written {
            // A date that is no text has no offset of its own.
            guard case .string(let text) = value, let rules = TimeZoneRules.written(in: text) else { return nil }
            return LocalDate(date, in: rules)
        }
        return TimeZoneRules.named(name).flatMap { LocalDate(date, in: $0) }
    }

    static func datePart(
        _ function: BuiltInFunction, _ value: PredicateValue, zone: ArraySlice<PredicateValue>,
        _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let local = local(value, zone: zone, &work), let part = function.datePart else { return .null }
        return .integer(local.part(part))
    }

    static func truncated(
        _ value: PredicateValue, to unit: PredicateValue, zone: ArraySlice<PredicateValue>, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard case .string(let name) = unit, let unit = DateUnit(rawValue: name),
            let local = local(value, zone: zone, &work)
        else { return .null }
        return .date(local.truncated(to: unit))
    }
}

extension BuiltInFunction {
    /// The part of a date that the function returns; nil for other functions.
    package var datePart: DatePart? {
        switch self {
        case .year: .year
        case .month: .month
        case .day: .day
        case .hour: .hour
        case .minute: .minute
        case .second: .second
        case .weekday: .weekday
        default: nil
        }
    }
}
