/// Numbers compared with dates: they are Unix times, years or durations (D126).
extension Checker {
    /// How to compare a number with a date, a string that is one, or `now()`. Nil for other operands.
    func numberBesideDate(
        _ a: ExpressionTree, _ aRange: SourceRange, _ b: ExpressionTree, _ bRange: SourceRange
    ) -> (hint: String?, edits: [PredicateDiagnostic.Edit])? {
        if let unix = unixDate(ofText: a, aRange, beside: b) ?? unixDate(ofText: b, bRange, beside: a) { return unix }
        let isFirst = a.type.innermost.family == .number
        let (number, numberRange) = isFirst ? (a, aRange) : (b, bRange)
        let (date, dateRange) = isFirst ? (b, bRange) : (a, aRange)
        guard number.type.innermost.family == .number, number.type.innermost != .boolean else { return nil }
        switch date.type.innermost {
        case .date, .dateTime: break
        default:
            guard isDate(date) else { return nil }
        }
        // `now() - started < 7d`: the number is in the difference.
        if number.isConstant, case .arithmetic(.subtract, let from, let unix) = date.kind, let range = unix.range,
            from.type.family == .date || from.type.unwrapped == .dateTime || isDate(from), unix.type.family == .number,
            !unix.isConstant
        {
            return unixDate(of: unix, range)
        }
        if number.isConstant, DurationUnit.isSpelled(in: text(numberRange)) {
            let duration = "now() - " + text(numberRange)
            return ("write `\(duration)`", [.init(replacing: numberRange, with: duration)])
        }
        if areYears(number), !date.isConstant, date.type.element == nil {
            return ("write `year(\(excerpt(dateRange)))`", Self.call(.year, around: dateRange))
        }
        // Each element of a list would need a call.
        return number.type.element == nil ? unixDate(of: number, numberRange) : nil
    }

    /// The call that makes a date of a number, in the unit that its values suggest. Without values, the call is a suggestion.
    func unixDate(of number: ExpressionTree, _ range: SourceRange) -> (
        hint: String?, edits: [PredicateDiagnostic.Edit]
    ) {
        let unit = UnixUnit(suggestedBy: values(of: number))
        let shown = unit ?? .seconds
        let others = unit == nil ? "; `\(UnixUnit.milliseconds.call(of: excerpt(range)))` reads milliseconds" : ""
        return (
            "`\(shown.call(of: excerpt(range)))` reads \(shown.name) since 1970 as a date\(others)",
            unit == nil ? [] : shown.edits(around: range)
        )
    }

    /// `created > now()` where `created` holds the digits of Unix times as strings.
    private func unixDate(
        ofText text: ExpressionTree, _ range: SourceRange, beside date: ExpressionTree
    ) -> (hint: String?, edits: [PredicateDiagnostic.Edit])? {
        guard text.type.unwrapped == .string, !text.isConstant, date.type.family == .date else { return nil }
        let numbers = Self.texts(statistics(of: text)?.examples).compactMap { NumberText.number($0) }
        guard let unit = UnixUnit(suggestedBy: numbers) else { return nil }
        let call = unit.call(of: "toNumber(\(excerpt(range)))")
        return ("`\(call)` reads \(unit.name) since 1970 as a date", [.init(replacing: range, with: call)])
    }

    private func values(of number: ExpressionTree) -> [PredicateValue] {
        switch number.kind {
        case .constant(let value): return [value]
        case .cast(let text, .number): return values(of: text)
        case .call(BuiltInFunction.toNumber.rawValue, let texts): return texts.first.map(values) ?? []
        default: break
        }
        return (statistics(of: number)?.examples ?? []).map { value in
            if case .string(let text) = value { NumberText.number(text) ?? value } else { value }
        }
    }

    private func areYears(_ number: ExpressionTree) -> Bool {
        let values = values(of: number)
        return !values.isEmpty
            && values.allSatisfy { if case .integer(let year) = $0 { (1000..<3000).contains(year) } else { false } }
    }
}
