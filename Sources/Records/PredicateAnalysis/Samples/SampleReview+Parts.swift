import PredicateFormat

/// Orders of texts that are numbers, versions or dates, and booleans that are true or missing.
extension SampleReview {
    // MARK: Texts in order

    /// `size > "500"`, `version >= "1.10"`, `memory > "1Gi"`, `used < limit`: texts compare letter by letter, so "1.9" comes
    /// after "1.10", and "512Mi" after "1Gi".
    mutating func reviewTextOrder(_ location: Location) {
        let comparison = location.comparison
        switch comparison.comparator {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: break
        default: return
        }
        guard comparison.options.isEmpty, !comparison.left.isConstant, !isWarned(.reversedBounds, in: location.range),
            !isWarned(.dateAsText, in: location.range)
        else { return }
        let literals = comparison.right.scalars
        guard literals != nil || !comparison.right.isConstant else { return }
        let written = (literals ?? []).compactMap { Self.text(of: $0.value) }
        guard literals == nil || !written.isEmpty && written.count == literals?.count else { return }
        var seen = values(of: comparison.left, isQuantified: comparison.quantifier != nil)
        if literals == nil {
            let others = values(of: comparison.right)
            guard !seen.isEmpty, !others.isEmpty else { return }
            seen += others
        }
        guard let (meaning, pair) = Self.misread(seen, beside: written) else { return }
        let list = comparison.quantifier == nil ? nil : listPath(location)
        let operand = list.map { Self.elementName + $0.rest } ?? text(location.left)
        var pieces: [(range: SourceRange, text: String?)] = [(location.left, meaning.reading(of: operand))]
        if let literals {
            for (literal, text) in zip(literals, written) {
                pieces.append((literal.range, meaning.literal(text, beside: operand)))
            }
        } else {
            pieces.append((location.right, meaning.reading(of: text(location.right))))
        }
        var edits = pieces.compactMap { piece in
            piece.text.map { PredicateDiagnostic.Edit(replacing: piece.range, with: $0) }
        }
        if edits.count < pieces.count || comparison.quantifier != nil && list == nil { edits = [] }
        var fixed = edits.isEmpty ? nil : fixed(location.range, edits)
        if let list, let written = fixed {
            // The comparison without its quantifier.
            let skipped = location.left.lowerBound - location.range.lowerBound
            let comparison = String(decoding: written.utf8.dropFirst(skipped), as: UTF8.self)
            let query = "SUBQUERY(\(list.list), \(Self.elementName), \(comparison)).@count > 0"
            fixed = query
            edits = [.init(replacing: location.range, with: query)]
        }
        report(
            .orderOfTexts("compares", meaning, pair, fixed, at: location.left, edits: edits), isRefutedByMatch: false)
    }

    /// `--sort version`, `max(size)`.
    ///
    /// - Parameter isValue: whether a value is the answer, as it is of `max`, and not only the order.
    mutating func reviewTextOrder(of tree: ExpressionTree, isValue: Bool) {
        guard let range = tree.range, Self.isClosed(.expression(tree)) else { return }
        let seen = values(of: tree)
        var forms = DateForms()
        for text in seen.compactMap(Self.text) { forms.add(text, isDate: false) }
        if let known = forms.ifKnown {
            if tree.type.unwrapped != .date, !known.sortRightly, !isTyped {
                report(.orderOfDates(known.example, text(range), at: range), isRefutedByMatch: false)
            }
        } else if let (meaning, pair) = Self.misread(seen, beside: []) {
            let reading = meaning.reading(of: text(range))
            // The result of `version` is made for comparisons, and not to be read.
            let isKey = if case .versions = meaning { isValue } else { false }
            let edits = isKey ? nil : reading.map { [PredicateDiagnostic.Edit(replacing: range, with: $0)] }
            report(
                .orderOfTexts(
                    "sorts", meaning, pair, isKey ? nil : reading, at: range, edits: edits ?? [],
                    sort: isKey ? reading : nil), isRefutedByMatch: false)
        }
    }

    /// What texts mean whose order is another one; nil for other values.
    private static func misread(_ seen: [PredicateValue], beside literals: [String]) -> (
        meaning: TextMeaning, pair: (lower: String, upper: String)
    )? {
        let texts = seen.compactMap(text)
        guard NumberText.areMost(texts.count, of: seen.count), let meaning = TextMeaning(texts, beside: literals),
            let pair = meaning.misordered(literals + texts)
        else { return nil }
        return (meaning, pair)
    }

    static let elementName = "$x"

    /// The list that a path leads through, and the rest of the path: `pods` and `.use.memory`. Nil if the path leads
    /// through several, or the comparison is not one of `ANY`.
    func listPath(_ location: Location) -> (list: String, rest: String)? {
        guard location.comparison.quantifier == .any, !text(location.range).contains(Self.elementName) else {
            return nil
        }
        var names: [String] = []
        var paths: [ExpressionTree] = []
        var tree = location.comparison.left
        while case .field(let base, let name) = tree.kind {
            names.append(name)
            paths.append(tree)
            tree = base
        }
        // Types under an inferred schema tell nothing, so the values tell which path is the list.
        guard case .record = tree.kind, sameCodePoints(names.reversed().joined(separator: "."), text(location.left)),
            let count = paths.lastIndex(where: { path in values(of: path).contains { $0.isList } })
        else { return nil }
        let elements = values(of: paths[count], isQuantified: true)
        var own = ExpressionTree(.record, type: .any)
        for name in names.prefix(count).reversed() { own = ExpressionTree(.field(own, name), type: .any) }
        guard !values(of: own, on: elements).contains(where: \.isList) else { return nil }
        let rest = names.prefix(count).reversed().map { "." + $0 }.joined()
        return (names.dropFirst(count).reversed().joined(separator: "."), rest)
    }

    /// The text in a range after edits within it.
    private func fixed(_ range: SourceRange, _ edits: [PredicateDiagnostic.Edit]) -> String {
        var bytes = Array(text(range).utf8)
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) where range.contains(edit.range) {
            let (lower, upper) = (edit.range.lowerBound - range.lowerBound, edit.range.upperBound - range.lowerBound)
            guard lower >= 0, upper <= bytes.count else { continue }
            bytes.replaceSubrange(lower..<upper, with: Array(edit.text.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func text(of value: PredicateValue) -> String? {
        if case .string(let text) = value { text } else { nil }
    }

    // MARK: Booleans

    /// `capital == NO` where all values are true, and records without a value exist.
    mutating func reviewBooleans(_ location: Location) {
        let comparison = location.comparison
        guard comparison.comparator == .equal, comparison.quantifier == nil,
            case .constant(.boolean(let wanted)) = comparison.right.kind
        else { return }
        // A condition such as `finds(name, 'x')` that is false for all records is no surprise.
        switch comparison.left.kind {
        case .field, .index: break
        default: return
        }
        let seen = values(of: comparison.left)
        guard seen.count > 1, seen.count < records.count, seen.allSatisfy({ $0 == .boolean(!wanted) }) else { return }
        report(
            .missingBoolean(wanted, seen: seen.count, of: records.count, at: location.range, left: text(location.left)),
            isRefutedByMatch: location.isNecessary)
    }
}

extension PredicateValue {
    fileprivate var isList: Bool { ValueSemantics.elements(of: self) != nil }
}
