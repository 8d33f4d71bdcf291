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

    mutating func reviewNumbers(_ location: Location) {
        let comparison = location.comparison
        let isOrder: Bool
        switch comparison.comparator {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: isOrder = true
        case .notEqual: isOrder = false
        default: return
        }
        guard comparison.options.isEmpty, !comparison.left.isConstant, !isWarned(.reversedBounds, in: location.range)
        else { return }
        guard let literals = comparison.right.scalars else {
            if isOrder, !comparison.right.isConstant { reviewNumberTexts(location) }
            return
        }
        let areNumbers = literals.allSatisfy { $0.value.isNumeric }
        let areNumberTexts = literals.allSatisfy { $0.value.isNumberText }
        guard !literals.isEmpty, areNumbers || areNumberTexts else { return }
        let seen = values(of: comparison.left, isQuantified: comparison.quantifier != nil)
        if comparison.comparator == .notEqual {
            // Other comparisons count what they cannot compare, and this one is rightly true of it.
            let others = seen.filter { areNumbers ? $0.isNumberText : $0.isNumeric }
            let isSpelled = others.contains { other in literals.contains { Self.areOneNumber($0.value, other) } }
            guard isSpelled else { return }
            return report(
                .numbersInTwoForms(
                    others.count, of: seen.count, areNumbers ? .key : .text,
                    example: Self.example(seen.filter(\.isString)),
                    text(location.left), at: location.left,
                    edits: comparison.quantifier == nil ? Self.numeric(location.left, literals) : []),
                isRefutedByMatch: false)
        }
        guard isOrder, areNumberTexts else { return }
        reviewNumberTexts(location, seen, literals)
    }

    /// Whether two values are one number, in quotes or not.
    private static func areOneNumber(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        func number(_ value: PredicateValue) -> PredicateValue {
            if case .string(let text) = value { NumberText.number(text) ?? value } else { value }
        }
        return ValueSemantics.order(number(a), number(b), options: [], library: .standard) == .equal
    }

    static func example(_ values: [PredicateValue]) -> String { values.first.map(written) ?? "" }

    /// `used < limit`, two fields of numbers that are text.
    private mutating func reviewNumberTexts(_ location: Location) {
        let left = values(of: location.comparison.left, isQuantified: location.comparison.quantifier != nil)
        let right = values(of: location.comparison.right)
        guard !left.isEmpty, !right.isEmpty, (left + right).allSatisfy(\.isNumberText),
            let pair = Self.misordered(left + right)
        else { return }
        report(
            .numbersAsText(
                pair, at: location.left, count: left.count + right.count,
                edits: location.comparison.quantifier == nil
                    ? PredicateDiagnostic.Edit.toNumber(location.left)
                        + PredicateDiagnostic.Edit.toNumber(location.right) : []), isRefutedByMatch: false)
    }

    /// `size > "500"`, where all values are numbers as text.
    private mutating func reviewNumberTexts(
        _ location: Location, _ seen: [PredicateValue], _ literals: [(value: PredicateValue, range: SourceRange)]
    ) {
        guard !seen.isEmpty, seen.allSatisfy(\.isNumberText),
            let pair = Self.misordered(seen + literals.map(\.value))
        else { return }
        report(
            .numbersAsText(
                pair, at: location.left, count: seen.count,
                edits: location.comparison.quantifier == nil ? Self.numeric(location.left, literals) : []),
            isRefutedByMatch: false)
    }

    /// The edits that compare numbers: `toNumber` of the operand, and literals without quotes.
    private static func numeric(
        _ operand: SourceRange, _ literals: [(value: PredicateValue, range: SourceRange)]
    ) -> [PredicateDiagnostic.Edit] {
        PredicateDiagnostic.Edit.toNumber(operand)
            + literals.compactMap { literal in
                guard case .string(let text) = literal.value, let number = NumberText.number(text) else { return nil }
                return .init(replacing: literal.range, with: ExpressionTree.literal(number).predicateFormat)
            }
    }

    /// Two numbers whose texts sort differently; nil if all texts sort like the numbers, as years do.
    private static func misordered(_ values: [PredicateValue]) -> (lower: String, upper: String)? {
        let texts = values.compactMap { value in
            if case .string(let text) = value { text } else { nil }
        }
        guard let first = texts.first else { return nil }
        if let digits = NumberText.wholeDigits(first), texts.allSatisfy({ NumberText.wholeDigits($0) == digits }) {
            return nil
        }
        let numbers = texts.compactMap { text in NumberText.number(text).map { (text: text, number: $0) } }
            .sorted { isLess($0.number, $1.number) }
        // If any two texts are in the wrong order, two adjacent ones are.
        for (lower, upper) in zip(numbers, numbers.dropFirst())
        where isLess(lower.number, upper.number) && isLess(.string(upper.text), .string(lower.text)) {
            return (lower.text, upper.text)
        }
        return nil
    }

    private static func isLess(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        ValueSemantics.order(a, b, options: [], library: .standard) == .less
    }
}

extension PredicateValue {
    var isString: Bool { if case .string = self { true } else { false } }

    fileprivate var isCollection: Bool {
        switch self {
        case .list, .set, .object: true
        default: false
        }
    }

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
                guard let zone = TimeZoneRules.written(in: text), zone.offset(at: 0) != 0 else { continue }
                example = text
                break
            }
            guard let example else { continue }
            report(.offsetIgnored(call.name, example: example, at: call.range), isRefutedByMatch: false)
        }
    }
}
