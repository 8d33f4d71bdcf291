import PredicateFormat

/// Orders of texts that mean something else, and booleans that are true or missing.
extension SampleReview {
    // MARK: Order of texts

    /// `version >= "1.10"`, `memory > "1Gi"`, `size > "500"`, `used < limit`: texts compare letter by letter, so "1.9" comes
    /// after "1.10", and "512Mi" after "1Gi".
    mutating func reviewOrder(_ location: Location) {
        let comparison = location.comparison
        switch comparison.comparator {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: break
        default: return
        }
        let literals = comparison.right.scalars
        let written = literals?.compactMap { Self.text(of: $0.value) } ?? []
        guard comparison.options.isEmpty, !comparison.left.isConstant, written.count == (literals?.count ?? 0),
            !isWarned(.reversedBounds, in: location.range), !isWarned(.dateAsText, in: location.range), takesText()
        else { return }
        var seen = values(of: comparison.left, isQuantified: comparison.quantifier != nil)
        if literals == nil {
            let right = values(of: comparison.right)
            guard !comparison.right.isConstant, !seen.isEmpty, !right.isEmpty else { return }
            seen += right
        }
        let texts = seen.compactMap(Self.text)
        guard let order = TextOrder(texts, beside: written) else { return }
        // A mix with numbers is counted when all records are read.
        if case .numbers = order.meaning, texts.count != seen.count { return }
        let edits = orderEdits(location, literals.map { Array(zip(written, $0.map(\.range))) }, order)
        report(
            .orderOfTexts(
                order, "compares", fixed: edits.isEmpty ? nil : fixed(location.range, edits), at: location.left,
                edits: edits), isRefutedByMatch: false)
    }

    /// The edits that compare what texts mean, if one expression reads them all.
    private func orderEdits(
        _ location: Location, _ literals: [(text: String, range: SourceRange)]?, _ order: TextOrder
    ) -> [PredicateDiagnostic.Edit] {
        let list = location.comparison.quantifier == nil ? nil : listPath(location)
        guard location.comparison.quantifier == nil || list != nil && literals != nil,
            let reading = order.reading(of: list.map { Self.elementName + $0.rest } ?? text(location.left))
        else { return [] }
        var edits = [PredicateDiagnostic.Edit(replacing: location.left, with: reading)]
        if let literals {
            for literal in literals {
                guard let written = order.literal(literal.text) else { return [] }
                edits.append(.init(replacing: literal.range, with: written))
            }
        } else if let other = order.reading(of: text(location.right)) {
            edits.append(.init(replacing: location.right, with: other))
        }
        guard let list else { return edits }
        // The comparison without its quantifier.
        let skipped = location.left.lowerBound - location.range.lowerBound
        let comparison = String(decoding: fixed(location.range, edits).utf8.dropFirst(skipped), as: UTF8.self)
        return [
            .init(
                replacing: location.range,
                with: "SUBQUERY(\(list.list), \(Self.elementName), \(comparison)).@count > 0")
        ]
    }

    /// `--sort version`, `max(size)`: a key of texts that do not sort as what they mean.
    mutating func reviewOrderKey(_ tree: ExpressionTree) {
        guard let range = tree.range, !isWarned(.dateAsText, in: range), !isWarned(.numberAsText, in: range),
            let order = TextOrder(values(of: tree).compactMap(Self.text))
        else { return }
        // The types say that all are numbers.
        if case .numbers(let signs) = order.meaning, signs.isEmpty { return }
        let fixed = order.reading(of: text(range))
        report(
            .orderOfTexts(
                order, "orders", fixed: fixed, at: range, edits: fixed.map { [.init(replacing: range, with: $0)] } ?? []
            ), isRefutedByMatch: false)
    }

    private static let elementName = "$x"

    /// The list that a path leads through, and the rest of the path: `pods` and `.use.memory`. Nil if the path leads
    /// through several, or the comparison is not one of `ANY`.
    private func listPath(_ location: Location) -> (list: String, rest: String)? {
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
