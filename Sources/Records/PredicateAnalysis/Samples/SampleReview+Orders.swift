import PredicateCore

/// Order comparisons of strings that are numbers, versions or dates, days as bounds, and numbers in two forms.
extension SampleReview {
    // MARK: Strings in order

    /// `size > "500"`, `version >= "1.10"`, `memory > "1Gi"`, `used < limit`: strings compare letter by letter, so
    /// "1.9" comes after "1.10", and "512Mi" after "1Gi".
    mutating func reviewTextOrder(_ location: Location) {
        let comparison = location.comparison
        switch comparison.comparator {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: break
        default: return
        }
        guard comparison.options.isEmpty,
            !comparison.left.isConstant, !isWarned(.reversedBounds, in: location.range),
            !isWarned(.dateAsText, in: location.range)
        else { return }
        let literals = comparison.right.scalars
        guard literals != nil || !comparison.right.isConstant else { return }
        let written = (literals ?? []).compactMap(\.value.text)
        guard literals == nil || !written.isEmpty && written.count == literals?.count else { return }
        var seen = values(of: comparison.left, isQuantified: comparison.quantifier != nil)
        if literals == nil {
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
        var edits = pieces.compactMap { piece in
            piece.text.map { PredicateDiagnostic.Edit(replacing: piece.range, with: $0) }
        }
        if edits.count < pieces.count || comparison.quantifier != nil && list == nil { edits = [] }
        var fixed = edits.isEmpty ? nil : text(location.range, after: edits)
        if let list, fixed != nil {
            let unquantified = SourceRange(location.left.lowerBound, location.range.upperBound)
            let query = Self.someElement(of: list.list, text(unquantified, after: edits))
            (fixed, edits) = (query, [.init(replacing: location.range, with: query)])
        }
        edits.removeAll { sameCodePoints($0.text, text($0.range)) }
        if edits.isEmpty { fixed = nil }
        report(.orderOfTexts("compares", meaning, pair, fixed, at: location.left, edits: edits))
    }

    /// `--sort version`, `max(size)`.
    ///
    /// - Parameter isValue: whether a value is the answer, as it is of `max`, and not only the order.
    mutating func reviewTextOrder(of tree: ExpressionTree, isValue: Bool) {
        guard let range = tree.range, Self.isClosed(.expression(tree)),
            let (meaning, pair) = Self.misread(values(of: tree), beside: [])
        else { return }
        // Dates in several forms have no common expression.
        let reading = meaning.reading(of: text(range)).flatMap { sameCodePoints($0, text(range)) ? nil : $0 }
        let isKey = isValue && meaning.isReadAsKey
        let edits = isKey ? nil : reading.map { [PredicateDiagnostic.Edit(replacing: range, with: $0)] }
        report(
            .orderOfTexts(
                "sorts", meaning, pair, isKey ? nil : reading, at: range, edits: edits ?? [],
                key: isKey ? text(range) : nil))
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

    /// The list that a path leads through, the rest of the path, as in `pods` and `.use.memory`, and whether the rest leads to
    /// lists again.
    func listPath(_ path: ExpressionTree, _ whole: SourceRange) -> (list: String, rest: String, isNested: Bool)? {
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
                .secondsBetweenDates(
                    "\(number)\(unit.rawValue)", name, changed: abs(inSeconds - other), of: records.count,
                    at: location.right))
        }
    }

    // MARK: Numbers in two forms

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
                others.count, of: seen.count, isKey: areNumbers,
                example: Self.example(seen.filter { $0.text != nil }),
                text(location.left), at: location.left,
                edits: comparison.quantifier == nil ? PredicateDiagnostic.Edit.toNumber(location.left) + plain : []))
    }

    /// Reports a key of groups that holds numbers, and numbers written as text.
    mutating func reviewKey(_ tree: ExpressionTree) {
        // The type of a field that is always a number or always text leaves nothing to ask.
        guard tree.type.isAny || tree.type.family == .any, let range = tree.range else { return }
        let seen = values(of: tree)
        let texts = seen.filter(\.isNumberText)
        let numbers = seen.count { $0.isNumeric }
        guard numbers > 0, !texts.isEmpty else { return }
        report(
            .numbersInTwoForms(
                texts.count, of: numbers + seen.compactMap(\.text).count, isKey: true, example: Self.example(texts),
                source, at: range, edits: PredicateDiagnostic.Edit.toNumber(range)))
    }

    /// Whether two values are one number, in quotes or not.
    private static func areOneNumber(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        func number(_ value: PredicateValue) -> PredicateValue {
            value.text.flatMap(NumberText.number) ?? value
        }
        return ValueSemantics.order(number(a), number(b), options: [], library: .standard) == .equal
    }

    private static func example(_ values: [PredicateValue]) -> String { values.first.map(written) ?? "" }
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
