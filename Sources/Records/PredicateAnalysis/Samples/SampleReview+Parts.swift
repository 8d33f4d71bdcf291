import PredicateFormat

/// Orders of texts that have numbers in them, and booleans that are true or missing.
extension SampleReview {
    // MARK: Numbers within texts

    /// `version >= "1.10"` and `memory > "1Gi"`: texts compare letter by letter, so "1.9" comes after "1.10", and "512Mi"
    /// after "1Gi".
    mutating func reviewNumbersInTexts(_ location: Location) {
        let comparison = location.comparison
        switch comparison.comparator {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: break
        default: return
        }
        guard comparison.options.isEmpty, !comparison.left.isConstant, let literals = comparison.right.scalars else {
            return
        }
        let written = literals.compactMap { Self.text(of: $0.value) }
        let seen = values(of: comparison.left, isQuantified: comparison.quantifier != nil).compactMap(Self.text)
        guard !seen.isEmpty, !written.isEmpty, written.count == literals.count else { return }
        if let pair = Self.misordered(seen, written, by: VersionParts.init, where: { $0.isVersion }) {
            reportVersions(location, literals.map(\.range), pair)
        } else if let scale = QuantityScale(seen, beside: written),
            let pair = Self.misordered(seen, written, by: scale.number, where: { _ in true })
        {
            reportQuantities(location, zip(written, literals.map(\.range)).map { ($0, $1) }, pair, scale)
        }
    }

    private mutating func reportVersions(
        _ location: Location, _ literals: [SourceRange], _ pair: (lower: String, upper: String)
    ) {
        var edits: [PredicateDiagnostic.Edit] = []
        if location.comparison.quantifier == nil {
            for range in [location.left] + literals {
                edits.append(.init(replacing: SourceRange(at: range.lowerBound), with: "version("))
                edits.append(.init(replacing: SourceRange(at: range.upperBound), with: ")"))
            }
        }
        report(
            .versionsAsText(pair, edits.isEmpty ? nil : fixed(location.range, edits), at: location.left, edits: edits),
            isRefutedByMatch: false)
    }

    /// Names the units, and offers to compare numbers if one expression reads them all.
    private mutating func reportQuantities(
        _ location: Location, _ literals: [(text: String, range: SourceRange)], _ pair: (lower: String, upper: String),
        _ scale: QuantityScale
    ) {
        var edits: [PredicateDiagnostic.Edit] = []
        let list = location.comparison.quantifier == nil ? nil : listPath(location)
        let operand = list.map { Self.elementName + $0.rest } ?? text(location.left)
        let isReadable = location.comparison.quantifier == nil || list != nil
        if isReadable, let conversion = scale.conversion(of: operand) {
            edits.append(.init(replacing: location.left, with: conversion.expression))
            for literal in literals {
                guard let number = scale.number(literal.text).flatMap(conversion.literal) else {
                    edits = []
                    break
                }
                edits.append(.init(replacing: literal.range, with: number))
            }
        }
        var fixed = edits.isEmpty ? nil : fixed(location.range, edits)
        if let list, let written = fixed {
            // The comparison without its quantifier.
            let skipped = location.left.lowerBound - location.range.lowerBound
            let comparison = String(decoding: written.utf8.dropFirst(skipped), as: UTF8.self)
            let query = "SUBQUERY(\(list.list), \(Self.elementName), \(comparison)).@count > 0"
            fixed = query
            edits = [.init(replacing: location.range, with: query)]
        }
        report(.quantitiesAsText(pair, scale, fixed, at: location.left, edits: edits), isRefutedByMatch: false)
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

    /// Two texts whose order is not that of what they mean; nil if there are none, or if other texts are among them.
    ///
    /// - Parameters:
    ///   - read: the meaning of a text; nil if it has none.
    ///   - counts: whether a meaning shows that this kind is meant. At least one must.
    private static func misordered<Meaning: Comparable>(
        _ seen: [String], _ written: [String], by read: (String) -> Meaning?, where counts: (Meaning) -> Bool
    ) -> (lower: String, upper: String)? {
        let literals = written.compactMap { text in read(text).map { (text: text, meaning: $0) } }
        let fields = seen.compactMap { text in read(text).map { (text: text, meaning: $0) } }
        // Some values of a field are wrong in any data.
        guard literals.count == written.count, fields.count * 10 >= seen.count * 9 else { return nil }
        let all = (fields + literals).sorted { $0.meaning < $1.meaning }
        guard all.contains(where: { counts($0.meaning) }) else { return nil }
        // If any two texts are in the wrong order, two adjacent ones are.
        for (lower, upper) in zip(all, all.dropFirst())
        where lower.meaning < upper.meaning && upper.text.utf8.lexicographicallyPrecedes(lower.text.utf8) {
            return (lower.text, upper.text)
        }
        return nil
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

/// The numbers of a version such as `1.10.0-beta`.
private struct VersionParts: Comparable {
    var parts: [Int64]

    /// Nil for a text that is not two numbers or more with points between them.
    init?(_ text: String) {
        let core = text.prefix { $0 != "-" && $0 != "+" }
        let digits = core.split(separator: ".", omittingEmptySubsequences: false)
        guard digits.count > 1 else { return nil }
        parts = []
        for part in digits {
            guard let number = Int64(part), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            parts.append(number)
        }
    }

    /// Whether it is no decimal number.
    var isVersion: Bool { parts.count > 2 }

    static func < (a: Self, b: Self) -> Bool { a.parts.lexicographicallyPrecedes(b.parts) }
}

extension PredicateValue {
    fileprivate var isList: Bool { ValueSemantics.elements(of: self) != nil }
}
