/// Fields of Swift types compared with literals that their values are never equal to, though the types compare.
extension Checker {
    /// Warns of `single == 0.1` over a Float, `flag == 2`, `count == TRUE`, and of a day for a `Date`.
    mutating func warnOfProperty(_ comparison: PredicateTree.Comparison, _ range: SourceRange) {
        for (side, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
            guard case .field(let base, let name) = side.kind,
                let isFloat = schema?.recordType(of: base.type)?.field(named: name)?.isFloat
            else { continue }
            let type = side.type.innermost.unwrapped
            if type == .date, let day = DayBound(comparison, at: range, in: source) {
                return report(day.warning(in: source))
            }
            var constants = [other]
            if case .aggregate(let elements) = other.kind { constants = elements }
            for constant in constants {
                guard case .constant(let value) = constant.kind, let place = constant.range else { continue }
                let mustEqual = [.equal, .notEqual, .in].contains(comparison.comparator)
                warn(of: value, at: place, beside: type, isFloat: isFloat && mustEqual)
            }
        }
    }

    private mutating func warn(of value: PredicateValue, at place: SourceRange, beside type: ValueType, isFloat: Bool) {
        switch (type, value) {
        case (.double, .double(let double)) where isFloat && Double(Float(double)) != double:
            report(.noFloat(Double(Float(double)), text(place), at: place))
        case (.boolean, .integer), (.boolean, .double):
            if let number = ExactNumber(value)?.asDouble, number != 0, number != 1 {
                report(.noBoolean(text(place), at: place))
            }
        case (.integer, .boolean(let flag)), (.double, .boolean(let flag)), (.decimal, .boolean(let flag)):
            report(.booleanAsNumber(text(place), flag ? 1 : 0, at: place))
        default: break
        }
    }
}
