/// Comparisons of versions with values that are none (D124).
extension Checker {
    /// Reports a version beside a value that is no version: the result of `version` is made for comparing it with another
    /// one, and no other text orders with it.
    mutating func reportVersions(_ comparator: ComparisonOperator, _ left: ExpressionTree, _ right: ExpressionTree) {
        let isLeft = Self.isVersion(left)
        guard isLeft || Self.isVersion(right) else { return }
        let (version, other) = isLeft ? (left, right) : (right, left)
        guard let range = version.range else { return }
        switch comparator.form {
        case .text, .containment, .custom:
            report(CheckingMessages.versionAsText(comparator.spelling, at: range))
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
                report(
                    CheckingMessages.versionBesideText(
                        excerpt(range), holdsVersion: Self.holdsVersion(other), at: range))
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
