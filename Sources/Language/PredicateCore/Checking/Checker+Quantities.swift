/// Numbers compared with strings that hold numbers with units.
extension Checker {
    /// `timeout > 1s` where the values are strings such as `250ms`: how to read them.
    func quantityBesideNumber(_ fault: ExpressionTree, _ range: SourceRange, _ scale: QuantityScale) -> (
        hint: String?, edits: [PredicateDiagnostic.Edit], isCertain: Bool
    ) {
        guard let conversion = scale.conversion(of: text(range)) else {
            return ("the values have the units \(scale.list): no single number compares them", [], false)
        }
        // A duration is its number of seconds.
        guard let place = fault.range, scale.areTimes, DurationUnit.isSpelled(in: text(place)),
            let seconds = Self.seconds(fault), let literal = conversion.literal(seconds)
        else {
            let unit = conversion.unit.isEmpty ? "" : " in \(conversion.unit)"
            return ("the values have units: `\(conversion.expression)` reads them\(unit)", [], false)
        }
        return (
            "the values have a unit: compare `\(conversion.expression)` with \(literal)",
            [.init(replacing: range, with: conversion.expression), .init(replacing: place, with: literal)], false
        )
    }

    private static func seconds(_ tree: ExpressionTree) -> Double? {
        switch tree.kind {
        case .constant(.integer(let value)): Double(value)
        case .constant(.double(let value)): value
        default: nil
        }
    }
}

/// Durations compared with numbers (D116).
extension Checker {
    /// Warns of a duration that is compared with a field of plain numbers, whose unit is unknown.
    mutating func warnOfDurations(_ left: ExpressionTree, _ right: ExpressionTree) {
        // A tree that was built without text spells no durations.
        guard wantsText == nil else { return }
        warnOfDurations(in: right, beside: left)
        warnOfDurations(in: left, beside: right)
    }

    private mutating func warnOfDurations(in tree: ExpressionTree, beside field: ExpressionTree) {
        guard field.type.innermost.family == .number, let fieldRange = field.range else { return }
        switch field.kind {
        case .field, .index, .collection: break
        default: return
        }
        var operands = [tree]
        if case .aggregate(let elements) = tree.kind { operands = elements }
        for operand in operands {
            guard case .constant(let value) = operand.kind, let range = operand.range,
                DurationUnit.isSpelled(in: text(range))
            else { continue }
            report(
                .durationAsNumber(
                    excerpt(fieldRange), text(range), seconds: ExpressionTree.literal(value).predicateFormat, at: range,
                    field: fieldRange))
        }
    }
}

/// Comparisons of versions with values that are none (D124).
extension Checker {
    /// Reports a version that is compared with a value that is not a version: the result of `version` only compares
    /// with another one.
    mutating func reportVersions(_ comparator: ComparisonOperator, _ left: ExpressionTree, _ right: ExpressionTree) {
        let isLeft = Self.isVersion(left)
        guard isLeft || Self.isVersion(right) else { return }
        let (version, other) = isLeft ? (left, right) : (right, left)
        guard let range = version.range else { return }
        switch comparator.form {
        case .text, .containment, .custom:
            report(.versionAsText(comparator.spelling, at: range))
            return
        case .relation, .between, .membership: break
        }
        var others = [other]
        if case .aggregate(let elements) = other.kind { others = elements }
        for other in others where !Self.isVersion(other) {
            switch other.kind {
            case .constant(.null): continue
            default:
                // A list of versions has no other form than braces.
                guard let range = other.range, other.type.element == nil else { continue }
                report(.versionBesideText(excerpt(range), holdsVersion: Self.holdsVersion(other), at: range))
            }
        }
    }

    /// Whether a value is the result of `version`: its own, or one that `TERNARY`, `max` or `min` chooses, which keep the
    /// order.
    private static func isVersion(_ tree: ExpressionTree) -> Bool {
        switch tree.kind {
        case .call(BuiltInFunction.version.rawValue, _), .function(_, BuiltInFunction.version.rawValue, _): true
        case .call(BuiltInFunction.max.rawValue, let arguments), .call(BuiltInFunction.min.rawValue, let arguments):
            arguments.first.map(areVersions) ?? false
        case .function(let target, BuiltInFunction.max.rawValue, _),
            .function(let target, BuiltInFunction.min.rawValue, _):
            areVersions(target)
        case .ternary(_, let a, let b): isVersion(a) || isVersion(b)
        default: false
        }
    }

    private static func areVersions(_ list: ExpressionTree) -> Bool {
        guard case .aggregate(let elements) = list.kind else { return false }
        return !elements.isEmpty && elements.allSatisfy(isVersion)
    }

    /// Whether a value is computed from a version, so that `version` could not read it.
    private static func holdsVersion(_ tree: ExpressionTree) -> Bool {
        var open = [tree]
        while let tree = open.popLast() {
            if isVersion(tree) { return true }
            open += tree.children.compactMap { if case .expression(let child) = $0 { child } else { nil } }
        }
        return false
    }
}
