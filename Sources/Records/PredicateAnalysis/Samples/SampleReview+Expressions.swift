import PredicateCore

/// Calls that read values otherwise than they were meant: Unix times, rounded quotients, and parts of dates in UTC.
extension SampleReview {
    mutating func review(_ tree: ExpressionTree) {
        guard let range = tree.range else { return }
        switch tree.kind {
        case .cast(let operand, .date): reviewUnixTime(tree, at: range, of: operand, in: nil)
        case .call(let name, let arguments):
            guard let function = BuiltInFunction(rawValue: name), let operand = arguments.first else { return }
            let parameters = function.signature.parameters
            if function == .unixDate {
                if arguments.count == 1 {
                    reviewUnixTime(tree, at: range, of: operand, in: .seconds)
                } else if case .constant(.string(let unit)) = arguments[1].kind {
                    reviewUnixTime(tree, at: range, of: operand, in: UnixUnit(rawValue: unit))
                }
            } else if function == .round || function == .ceiling {
                reviewQuotient(operand, roundedBy: name)
            } else if parameters.first?.type == .date, arguments.count == parameters.count - 1 {
                reviewOffset(name, of: arguments, at: range)
            }
        default: break
        }
    }

    /// `CAST(unix, "NSDate")`, and `unixDate(unix)` in another unit than that of the values.
    private mutating func reviewUnixTime(
        _ tree: ExpressionTree, at range: SourceRange, of operand: ExpressionTree, in unit: UnixUnit?
    ) {
        guard let inner = operand.range, !operand.isConstant, Self.isClosed(.expression(operand)) else { return }
        let seen = values(of: operand)
        guard let example = seen.first, let likely = UnixUnit(certainOf: seen), likely != unit,
            let read = values(of: tree).first
        else { return }
        report(
            .unixTime(
                likely, unit, text(inner), example: Self.written(example), read: read.description, at: range,
                operand: inner))
    }

    /// `round(toNumber(size) / 1024)` where all values of both sides are integers, but not by their types.
    private mutating func reviewQuotient(_ tree: ExpressionTree, roundedBy function: String) {
        var tree = tree
        // A factor rounds to some digits: `round(a / b * 100) / 100`.
        while case .arithmetic(.multiply, let left, let right) = tree.kind { tree = right.isConstant ? left : right }
        guard case .arithmetic(.divide, let left, let right) = tree.kind, left.type.isAny || right.type.isAny,
            Self.isClosed(.expression(tree)), let range = tree.range, !isWarned(.integerDivision, in: range)
        else { return }
        let dividends = values(of: left).filter(\.isNumeric)
        let divisors = values(of: right).filter(\.isNumeric)
        let areIntegers = (dividends + divisors).allSatisfy { ValueType(of: $0) == .integer }
        guard !dividends.isEmpty, !divisors.isEmpty, areIntegers,
            let warning = PredicateDiagnostic.integerDivision(tree, in: source, roundedBy: function)
        else { return }
        report(warning)
    }

    /// `hour(time)` with `2024-01-31T22:00:00-05:00`: the hour in UTC is not the one that the string shows.
    private mutating func reviewOffset(_ function: String, of arguments: [ExpressionTree], at range: SourceRange) {
        func parts(_ arguments: [ExpressionTree]) -> [PredicateValue] {
            values(of: ExpressionTree(.call(function, arguments), type: .any))
        }
        let written = ExpressionTree(.constant(.string(TimeZoneRules.written)), type: .string)
        guard arguments.allSatisfy({ Self.isClosed(.expression($0)) }), parts(arguments) != parts(arguments + [written])
        else { return }
        for case .string(let text) in arguments.first.map({ values(of: $0) }) ?? [] {
            guard PredicateDate.instant(of: text) != nil, let zone = TimeZoneRules.written(in: text),
                zone.offset(at: 0) != 0
            else { continue }
            return report(.offsetIgnored(function, example: text, at: range))
        }
    }
}
