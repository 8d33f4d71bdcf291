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
                let unit = arguments.count == 1 ? UnixUnit.seconds.rawValue : arguments[1].scalars?.first?.value.text
                if let unit { reviewUnixTime(tree, at: range, of: operand, in: UnixUnit(rawValue: unit)) }
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
        guard let inner = operand.range, !operand.isConstant, operand.isClosed, let read = values(of: tree).first,
            case let seen = values(of: operand), let example = seen.first, let likely = UnixUnit(certainOf: seen),
            likely != unit
        else { return }
        report(
            .reading(
                .unixTime(likely, unit), of: read.description, likely.call(of: text(inner)), Self.written(example),
                at: range))
    }

    /// `round(toNumber(size) / 1024)`, `mean = total / count` and `sum(cents / 100)`, where both sides are integers by their
    /// types or by all their values, and the quotient drops a rest.
    ///
    /// - Parameter function: what rounds the quotient; nil for other quotients.
    mutating func reviewQuotient(_ tree: ExpressionTree, roundedBy function: String? = nil) {
        var tree = tree
        // A factor rounds to some digits: `round(a / b * 100) / 100`.
        while function != nil, case .arithmetic(.multiply, let left, let right) = tree.kind {
            tree = right.isConstant ? left : right
        }
        guard case .arithmetic(.divide, let left, let right) = tree.kind, tree.isClosed, let range = tree.range,
            !left.isConstant, !isWarned(.integerDivision, in: range)
        else { return }
        let areIntegers = [left, right].allSatisfy { side in
            let seen = values(of: side).filter(\.isNumeric)
            return side.type.unwrapped == .integer || !seen.isEmpty && seen.allSatisfy { ValueType(of: $0) == .integer }
        }
        let seen = values(of: left)
        // The values of groups are not known.
        let isWhole =
            function == nil && !seen.isEmpty
            && values(of: ExpressionTree(.arithmetic(.multiply, tree, right))) == seen
        guard areIntegers, !isWhole else { return }
        PredicateDiagnostic.integerDivision(tree, in: source, roundedBy: function).map { report($0) }
    }

    /// `hour(time)` with `2024-01-31T22:00:00-05:00`: the hour in UTC is not the one that the string shows.
    private mutating func reviewOffset(_ function: String, of arguments: [ExpressionTree], at range: SourceRange) {
        func parts(_ arguments: [ExpressionTree]) -> [PredicateValue] {
            values(of: ExpressionTree(.call(function, arguments), type: .any))
        }
        let written = ExpressionTree(.constant(.string(TimeZoneRules.written)), type: .string)
        guard arguments.allSatisfy(\.isClosed), parts(arguments) != parts(arguments + [written]) else { return }
        for case .string(let text) in arguments.first.map({ values(of: $0) }) ?? [] {
            guard PredicateDate.instant(of: text) != nil, let zone = TimeZoneRules.written(in: text),
                zone.offset(at: 0) != 0
            else { continue }
            let call = self.text(range, after: [.insert(", \"written\"", at: range.upperBound - 1)])
            return report(
                .reading(
                    .offsetIgnored, of: function, call, text, at: range,
                    notes: ["the zone \"Z\" says that UTC is meant"]))
        }
    }
}
