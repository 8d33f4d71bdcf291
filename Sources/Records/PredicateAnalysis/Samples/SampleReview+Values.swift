import PredicateFormat

/// Findings from the values of operands: Unix times, numbers as text, and values of two types.
extension SampleReview {
    // MARK: Unix times

    /// `CAST(unix, "NSDate")`, and `unixDate(unix)` in another unit than that of the values, in the operands of a
    /// comparison or in a part of a query.
    mutating func reviewUnixTimes(in expressions: [PredicateTreeNode]) {
        var pending = expressions
        while let node = pending.popLast() {
            guard case .expression(let tree) = node else { continue }
            pending += node.children.reversed()
            let operand: ExpressionTree
            var unit: UnixUnit?
            switch tree.kind {
            case .cast(let value, .date): operand = value
            case .call("unixDate", let arguments):
                guard let value = arguments.first else { continue }
                (operand, unit) = (value, .seconds)
                if let argument = arguments.dropFirst().first {
                    guard case .constant(.string(let name)) = argument.kind else { continue }
                    unit = UnixUnit(rawValue: name)
                }
            default: continue
            }
            guard let range = tree.range, let inner = operand.range, !operand.isConstant else { continue }
            let seen = values(of: operand)
            guard let example = seen.first, let likely = UnixUnit(certainOf: seen), likely != unit,
                let read = values(of: tree).first
            else { continue }
            report(
                .unixTime(
                    likely, unit, text(inner), example: Self.written(example), read: read.description, at: range,
                    operand: inner), isRefutedByMatch: false)
        }
    }

    // MARK: Numbers and text

    /// `id != "7"` where some values are numbers. Other comparisons count what they cannot compare, and this one is rightly
    /// true of it.
    mutating func reviewNumbers(_ location: Location) {
        let comparison = location.comparison
        guard comparison.comparator == .notEqual, comparison.options.isEmpty, !comparison.left.isConstant,
            let literals = comparison.right.scalars, !literals.isEmpty
        else { return }
        let areNumbers = literals.allSatisfy { $0.value.isNumeric }
        guard areNumbers || literals.allSatisfy(\.value.isNumberText) else { return }
        let seen = values(of: comparison.left, isQuantified: comparison.quantifier != nil)
        let others = seen.filter { areNumbers ? $0.isNumberText : $0.isNumeric }
        guard others.contains(where: { other in literals.contains { Self.areOneNumber($0.value, other) } }) else {
            return
        }
        let plain = literals.compactMap { literal -> PredicateDiagnostic.Edit? in
            guard case .string(let text) = literal.value, let number = NumberText.number(text) else { return nil }
            return .init(replacing: literal.range, with: ExpressionTree.literal(number).predicateFormat)
        }
        report(
            .numbersInTwoForms(
                others.count, of: seen.count, isKey: areNumbers, example: Self.example(seen.filter(\.isString)),
                text(location.left), at: location.left,
                edits: comparison.quantifier == nil ? PredicateDiagnostic.Edit.toNumber(location.left) + plain : []),
            isRefutedByMatch: false)
    }

    /// Whether two values are one number, in quotes or not.
    private static func areOneNumber(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        func number(_ value: PredicateValue) -> PredicateValue {
            if case .string(let text) = value { NumberText.number(text) ?? value } else { value }
        }
        return ValueSemantics.order(number(a), number(b), options: [], library: .standard) == .equal
    }

    static func example(_ values: [PredicateValue]) -> String { values.first.map(written) ?? "" }
}

extension PredicateValue {
    var isString: Bool { if case .string = self { true } else { false } }

    var isNumeric: Bool {
        switch self {
        case .integer, .double, .decimal: true
        default: false
        }
    }
}

extension ExpressionTree {
    /// The constant, or the constants of a list, with their ranges; nil for other expressions.
    var scalars: [(value: PredicateValue, range: SourceRange)]? {
        switch kind {
        case .constant(let value): range.map { [(value, $0)] }
        case .aggregate(let elements):
            elements.reduce(into: [(value: PredicateValue, range: SourceRange)]?([])) { found, element in
                guard case .constant(let value) = element.kind, let range = element.range else { return found = nil }
                found?.append((value, range))
            }
        default: nil
        }
    }

    /// Whether the expression is a path.
    var isField: Bool { if case .field = kind { true } else { false } }
}

/// Parts of dates whose texts state an offset from UTC.
extension SampleReview {
    /// `hour(time)` with texts such as `2024-01-31T22:00:00-05:00`: the hour in UTC is not the one that the text shows.
    mutating func reviewOffsets(_ root: PredicateTreeNode) {
        var calls: [(name: String, date: ExpressionTree, range: SourceRange)] = []
        root.forEachNode { node in
            guard case .expression(let tree) = node, case .call(let name, let arguments) = tree.kind,
                let function = BuiltInFunction(rawValue: name), function.signature.parameters.first?.type == .date,
                arguments.count == function.signature.parameters.count - 1, let range = tree.range
            else { return }
            calls.append((name, arguments[0], range))
        }
        for call in calls {
            var example: String?
            for case .string(let text) in values(of: call.date) {
                guard PredicateDate.instant(of: text) != nil, let zone = TimeZoneRules.written(in: text),
                    zone.offset(at: 0) != 0
                else { continue }
                example = text
                break
            }
            guard let example else { continue }
            report(.offsetIgnored(call.name, example: example, at: call.range), isRefutedByMatch: false)
        }
    }
}
