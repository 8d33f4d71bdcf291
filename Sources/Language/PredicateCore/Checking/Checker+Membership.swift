/// Comparisons with the values of a list: BETWEEN, IN, and CONTAINS.
extension Checker {
    // MARK: BETWEEN

    mutating func checkBetween(_ operands: Operands, _ syntax: SyntaxNode) {
        if operands.leftType.family == .object || operands.leftType.family == .dictionary {
            report(
                .wrongOperand(
                    "BETWEEN needs ordered values, but this is \(operands.leftType.phrase)", at: operands.leftRange))
            return
        }
        guard case .aggregate(let bounds) = operands.right.kind else {
            switch operands.right.type.family {
            case .any: learn(operands.right, is: .list(operands.leftType.unwrapped))
            case .list:
                if let element = operands.right.type.element {
                    checkPair(operands, operands.leftType, retyped(operands.right, element), operands.rightRange)
                }
            default: report(.betweenBounds(nil, at: operands.rightRange))
            }
            return
        }
        guard bounds.count == 2 else {
            report(.betweenBounds(bounds.count, at: operands.rightRange))
            return
        }
        for bound in bounds {
            learn(bound, is: operands.leftType)
            learn(operands.left, is: bound.type)
            checkPair(operands, operands.leftType, bound, bound.range ?? operands.rightRange)
        }
        warnOfReversed(bounds[0], bounds[1], operands)
    }

    private func retyped(_ tree: ExpressionTree, _ type: ValueType) -> ExpressionTree {
        ExpressionTree(tree.kind, type: type, range: tree.range)
    }

    private mutating func warnOfReversed(_ low: ExpressionTree, _ high: ExpressionTree, _ operands: Operands) {
        guard case .constant(let a) = low.kind, case .constant(let b) = high.kind, let lowRange = low.range,
            let highRange = high.range, lowRange != highRange,
            let first = read(a, beside: operands), let last = read(b, beside: operands),
            ValueSemantics.order(first, last, options: [], library: library) == .greater
        else { return }
        let isText = a.isNumberText && b.isNumberText
        // Text compared with a number has been reported. The order of two strings does not show which is greater.
        if isText, operands.leftType.family == .number || Self.isNumber(operands.left) { return }
        if isText, let advice = numbersForText(a, lowRange, b, highRange, operands) { return report(advice) }
        if case (.string(let low), .string(let high)) = (a, b),
            case .versions? = TextMeaning(Self.texts(statistics(of: operands.left)?.examples), beside: [low, high])
        {
            return report(.boundsOfText(at: operands.rightRange))
        }
        report(
            .reversedBounds(
                at: operands.rightRange,
                edits: [
                    .init(replacing: lowRange, with: text(highRange)),
                    .init(replacing: highRange, with: text(lowRange)),
                ]))
    }

    /// `price BETWEEN {"500", "1000"}` where all values of the sample are numbers written as text. The suggestion
    /// compares numbers, since swapped bounds would still compare text. Returns nil for other fields.
    private func numbersForText(
        _ low: PredicateValue, _ lowRange: SourceRange, _ high: PredicateValue, _ highRange: SourceRange,
        _ operands: Operands
    ) -> PredicateDiagnostic? {
        guard case .string(let lowText) = low, case .string(let highText) = high,
            var first = NumberText.number(lowText), var last = NumberText.number(highText)
        else { return nil }
        guard operands.leftType.unwrapped == .string, let statistics = statistics(of: operands.left),
            statistics.allNumbers
                || !statistics.examples.isEmpty && statistics.examples.allSatisfy(\.isNumberText)
        else { return nil }
        // CAST cannot read a list.
        guard operands.left.type.element == nil else {
            return .boundsOfText(at: operands.rightRange)
        }
        if ValueSemantics.order(first, last, options: [], library: library) == .greater { swap(&first, &last) }
        return .reversedBounds(
            at: operands.rightRange,
            hint: "`toNumber(\(excerpt(operands.leftRange)))` compares numbers instead of text",
            edits: PredicateDiagnostic.Edit.toNumber(operands.leftRange) + [
                .init(replacing: lowRange, with: ExpressionTree.literal(first).predicateFormat),
                .init(replacing: highRange, with: ExpressionTree.literal(last).predicateFormat),
            ])
    }

    /// A bound as it is compared: text is read as a date next to dates, and as a value next to a Swift type with an
    /// order; nil if it is not a value of that type.
    private func read(_ bound: PredicateValue, beside operands: Operands) -> PredicateValue? {
        if let order = operands.leftType.innermost.order { return order.value(bound).map(PredicateValue.object) }
        let isDate = operands.leftType.family == .date || isDeclared && operands.leftType.unwrapped == .dateTime
        guard isDate, case .string(let text) = bound, case .success(let date) = PredicateDate.parseLiteral(text) else {
            return bound
        }
        return .date(date)
    }

    // MARK: Membership

    /// `element IN container`, and CONTAINS over a collection.
    mutating func checkMembership(
        _ operands: Operands, element: ExpressionTree, elementType: ValueType, leftRange: SourceRange,
        container: ExpressionTree, _ containerRange: SourceRange
    ) {
        switch container.type.family {
        case .any, .null: learn(container, is: .list(elementType.unwrapped))
        case .text, .uuid, .url:
            if operands.comparator == .contains, reportTestOfEach(operands) { return }
            warnOfListInText(operands, container, containerRange)
            learn(element, is: .string)
            if !elementType.isTextual {
                let (hint, edits) = conversion(of: element, elementType, leftRange, to: .string)
                report(
                    .wrongOperand(
                        "`\(operands.comparator.spelling)` looks for a string in a string, but this is \(elementType.plain.phrase)",
                        at: leftRange,
                        labels: [seenType(container.type, containerRange)], hint: hint, edits: edits))
            }
        case .list:
            if case .aggregate(let elements) = container.kind {
                // The first stands for all: a long list may have thousands.
                let null = elements.first { $0.type == .null && $0.kind == .constant(.null) }
                if operands.comparator == .in, let null {
                    let hint = "IN does not find nil; `\(excerpt(leftRange)) == nil` does"
                    report(.always(false, at: null.range ?? containerRange, hint: hint))
                }
                for candidate in elements {
                    learn(candidate, is: elementType)
                    if ValueType.fitAtSight(elementType, candidate.type), element.type.element == nil { continue }
                    checkMember(operands, candidate, elementType, element, leftRange, candidate.range ?? containerRange)
                }
                if elements.isEmpty { return }
                learn(element, is: container.type.element ?? .any)
            } else if let inner = container.type.element {
                learn(element, is: inner)
                checkElement(operands, element, elementType, leftRange, inner, containerRange)
            }
        case .dictionary:
            if case .dictionary(let value) = container.type.unwrapped {
                learn(element, is: value)
                checkElement(operands, element, elementType, leftRange, value, containerRange)
            }
        default:
            let question =
                operands.leftType == operands.left.type && operands.options.isEmpty
                ? questionForKey(element, in: container, over: leftRange.union(containerRange)) : nil
            let digits = textOfNumber(container, containerRange, beside: elementType)
            report(
                .wrongOperand(
                    "\(operands.comparator.spelling) needs a list or a string to look in, but this is \(container.type.phrase)",
                    at: containerRange, hint: question.map { "to ask for a key, write `\($0.text)`" } ?? digits.hint,
                    edits: question?.edits ?? digits.edits))
        }
    }

    /// Checks one written element of a container against the element that is tested.
    mutating func checkMember(
        _ operands: Operands, _ candidate: ExpressionTree, _ elementType: ValueType, _ element: ExpressionTree,
        _ elementRange: SourceRange, _ candidateRange: SourceRange
    ) {
        var pair = operands
        pair.left = element
        pair.leftRange = elementRange
        checkPair(pair, elementType, candidate, candidateRange)
    }

    /// Checks the element that is tested against the type of a container's elements.
    mutating func checkElement(
        _ operands: Operands, _ element: ExpressionTree, _ elementType: ValueType, _ elementRange: SourceRange,
        _ inner: ValueType, _ containerRange: SourceRange
    ) {
        if checkLiteral(element, elementRange, against: inner, operands) == .rejected { return }
        let stand = ExpressionTree(.record, type: inner, range: containerRange)
        guard !Self.comparable(inner, elementType, stand, element) else { return }
        // `ANY` can only precede the left side, so it does not help with IN.
        if operands.comparator == .contains, inner.element != nil, elementType.element == nil {
            report(.missingQuantifier(excerpt(containerRange), insertAt: containerRange.lowerBound, at: containerRange))
            return
        }
        var (hint, edits) = conversion(of: element, elementType, elementRange, to: inner)
        if operands.comparator == .contains, quantified == nil, case .aggregate = element.kind,
            ValueType.fitAtSight(elementType.element ?? .any, inner)
        {
            hint = "write `ANY \(excerpt(containerRange)) IN \(excerpt(elementRange))`"
            edits = [
                .insert("ANY ", at: containerRange.lowerBound), .init(replacing: operands.operatorRange, with: "IN"),
            ]
        }
        report(
            .wrongOperand(
                "\(operands.comparator.spelling) looks for \(inner.plain.phrase), but this is \(elementType.plain.phrase)",
                at: elementRange, labels: [seenType(.list(inner), containerRange)], hint: hint, edits: edits))
    }

    mutating func checkContains(_ operands: Operands) {
        let container = ExpressionTree(operands.left.kind, type: operands.leftType, range: operands.leftRange)
        switch operands.leftType.family {
        case .any, .null: break
        default:
            checkMembership(
                operands, element: operands.right, elementType: operands.right.type, leftRange: operands.rightRange,
                container: container, operands.leftRange)
        }
        // A literal that is not a string can only be an element. A list cannot be a substring.
    }
}
