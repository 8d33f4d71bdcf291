import PredicateCore

/// Order comparisons of strings that are numbers, versions or dates, days as bounds, and numbers in two forms.
extension SampleReview {
    // MARK: Strings in order

    /// `size > "500"`, `version >= "1.10"`, `memory > "1Gi"`, `used < limit`: strings compare letter by letter, so
    /// "1.9" comes after "1.10", and "512Mi" after "1Gi".
    mutating func reviewTextOrder(_ location: Location) {
        let comparison = location.comparison
        let literals = comparison.right.scalars
        guard [.less, .lessOrEqual, .greater, .greaterOrEqual, .between].contains(comparison.comparator),
            comparison.options.isEmpty, !comparison.left.isConstant, !isWarned(.reversedBounds, in: location.range),
            !isWarned(.dateAsText, in: location.range), literals != nil || !comparison.right.isConstant
        else { return }
        let written = (literals ?? []).compactMap(\.value.text)
        var seen = values(of: comparison.left, isQuantified: comparison.quantifier != nil)
        if let literals {
            guard !written.isEmpty, written.count == literals.count else { return }
        } else {
            let others = values(of: comparison.right)
            guard !seen.isEmpty, !others.isEmpty else { return }
            seen += others
        }
        guard let (meaning, pair) = Self.misread(seen, beside: written) else { return }
        var list = comparison.quantifier == .any ? listPath(comparison.left, location.range) : nil
        if list?.isNested == true { list = nil }
        let operand = list.map { Self.elementName + $0.rest } ?? text(location.left)
        var pieces: [(range: SourceRange, text: String?)] = [(location.left, meaning.reading(of: operand))]
        if let literals {
            pieces += zip(literals, written).map { ($0.range, meaning.literal($1, beside: operand)) }
        } else {
            pieces.append((location.right, meaning.reading(of: text(location.right))))
        }
        let edits = pieces.compactMap { piece in
            piece.text.map { PredicateDiagnostic.Edit(replacing: piece.range, with: $0) }
        }
        var fixed: String?
        if edits.count == pieces.count, let list {
            let unquantified = SourceRange(location.left.lowerBound, location.range.upperBound)
            fixed = Self.someElement(of: list.list, text(unquantified, after: edits))
        } else if edits.count == pieces.count, comparison.quantifier == nil {
            fixed = text(location.range, after: edits)
        }
        if let text = fixed, sameCodePoints(text, self.text(location.range)) { fixed = nil }
        report(.orderOfTexts("compares", meaning, pair, fixed, at: location.left, in: location.range))
    }

    /// `--sort version`, `max(size)`.
    ///
    /// - Parameter isValue: whether a value is the answer, as it is of `max`, and not only the order.
    mutating func reviewTextOrder(of tree: ExpressionTree, isValue: Bool) {
        guard let range = tree.range, tree.isClosed, let (meaning, pair) = Self.misread(values(of: tree), beside: [])
        else { return }
        // Dates in several forms have no common expression.
        let reading = meaning.reading(of: text(range)).flatMap { sameCodePoints($0, text(range)) ? nil : $0 }
        let isKey = isValue && meaning.isReadAsKey
        report(
            .orderOfTexts(
                "sorts", meaning, pair, isKey ? nil : reading, at: range, in: range, key: isKey ? text(range) : nil))
    }

    /// What strings mean whose order differs from that of their letters; nil for other values.
    private static func misread(_ seen: [PredicateValue], beside literals: [String]) -> (
        meaning: TextMeaning, pair: (lower: String, upper: String)
    )? {
        let texts = seen.compactMap(\.text)
        guard NumberText.areMost(texts.count, of: seen.count), let meaning = TextMeaning(texts, beside: literals),
            let pair = meaning.misordered(literals + texts)
        else { return nil }
        return (meaning, pair)
    }

    // MARK: Elements of lists

    static let elementName = "$x"

    typealias ListPath = (list: String, rest: String, isNested: Bool)

    /// The list that a path leads through, the rest of the path, as in `pods` and `.use.memory`, and whether the rest leads to
    /// lists again.
    func listPath(_ path: ExpressionTree, _ whole: SourceRange) -> ListPath? {
        guard let range = path.range, !text(whole).contains(Self.elementName) else { return nil }
        var names: [String] = []
        var paths: [ExpressionTree] = []
        var tree = path
        while case .field(let base, let name) = tree.kind {
            names.append(name)
            paths.append(tree)
            tree = base
        }
        // Types under an inferred schema tell nothing, so the values tell which path is the list.
        guard case .record = tree.kind, sameCodePoints(names.reversed().joined(separator: "."), text(range)),
            let count = paths.lastIndex(where: { path in values(of: path).contains { $0.isList } })
        else { return nil }
        let elements = values(of: paths[count], isQuantified: true)
        var own = ExpressionTree(.record, type: .any)
        for name in names.prefix(count).reversed() { own = ExpressionTree(.field(own, name), type: .any) }
        let rest = names.prefix(count).reversed().map { "." + $0 }.joined()
        return (
            names.dropFirst(count).reversed().joined(separator: "."), rest,
            values(of: own, on: elements).contains(where: \.isList)
        )
    }

    /// That a condition is true for some element of a list.
    static func someElement(of list: String, _ condition: String) -> String {
        "SUBQUERY(\(list), \(elementName), \(condition)).@count > 0"
    }

    // MARK: Days

    /// `time <= "2026-10-31"` where the values have times of day.
    mutating func reviewDays(_ location: Location) {
        guard let bound = DayBound(location.comparison, at: location.range, in: source),
            !isWarned(.dayAsBound, in: location.range),
            values(of: bound.field, isQuantified: true).contains(where: DayBound.isWithinDay)
        else { return }
        // The edits of another form of the date would overlap.
        report(bound.warning(in: source, hasEdits: !isWarned(.dateAsText, in: location.range)))
    }

    /// `closed - opened > 30`, which all records or none satisfy in seconds, but some in a longer unit.
    mutating func reviewSeconds(_ location: Location) {
        let comparison = location.comparison
        guard comparison.quantifier == nil,
            case .arithmetic(.subtract, let end, _) = comparison.left.kind,
            case .constant(.integer(let number)) = comparison.right.kind,
            !DurationUnit.isSpelled(in: text(location.right)),
            // In a sum, a string that is a date is a date.
            values(of: ExpressionTree(.arithmetic(.add, end, .literal(.integer(0))), type: .any))
                .contains(where: { ValueType(of: $0) == .date })
        else { return }
        let (all, inSeconds) = (values(of: comparison.left).count, count(comparison))
        guard inSeconds == 0 || inSeconds == all else { return }
        for (unit, name) in [(DurationUnit.day, "days"), (.hour, "hours"), (.minute, "minutes")] {
            let other = count(comparison.with(comparison.comparator, unit.value(of: "\(number)")))
            guard other > 0, other < all else { continue }
            return report(
                .reading(
                    .seconds(name), "\(number)\(unit.rawValue)", share(abs(inSeconds - other)), at: location.right))
        }
    }

    // MARK: Numbers in two forms

    /// Reports a key of groups that holds numbers, and numbers written as text, and `id != "7"` where some values are numbers.
    /// Other comparisons count what they cannot compare, and this one is rightly true of it.
    ///
    /// - Parameter location: the comparison whose left side it is; nil for a key.
    mutating func reviewNumbers(_ tree: ExpressionTree, in location: Location? = nil) {
        let literals = location?.comparison.right.scalars ?? []
        guard let range = tree.range, !tree.isConstant, location == nil || !literals.isEmpty else { return }
        let isText = !literals.isEmpty && literals.allSatisfy(\.value.isNumberText)
        guard isText || literals.allSatisfy(\.value.isNumeric) else { return }
        func number(_ value: PredicateValue) -> PredicateValue { value.text.flatMap(NumberText.number) ?? value }
        let isQuantified = location?.comparison.quantifier != nil
        let seen = values(of: tree, isQuantified: isQuantified)
        let others = seen.filter { isText ? $0.isNumeric : $0.isNumberText }
        func isWritten(_ value: PredicateValue) -> Bool {
            literals.contains {
                ValueSemantics.order(number($0.value), number(value), options: [], library: library) == .equal
            }
        }
        guard let example = others.first, location != nil || seen.contains(where: \.isNumeric),
            location == nil || others.contains(where: isWritten)
        else { return }
        let plain: [PredicateDiagnostic.Edit] = literals.filter { $0.value.text != nil }.map {
            .init(replacing: $0.range, with: ExpressionTree.literal(number($0.value)).predicateFormat)
        }
        let whole = location?.range ?? range
        let fixed = text(whole, after: PredicateDiagnostic.Edit.toNumber(range) + plain)
        report(
            .reading(
                .numbers(areInQuotes: !isText), of: Self.written(example), isQuantified ? nil : fixed,
                "\(others.count) of \(seen.count) values", at: range, in: whole))
    }
}

extension PredicateValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }

    var isList: Bool { ValueSemantics.elements(of: self) != nil }

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
            elements.allSatisfy { if case .constant = $0.kind { $0.range != nil } else { false } }
                ? elements.flatMap { $0.scalars ?? [] } : nil
        default: nil
        }
    }
}
