import PredicateCore

/// The result of simplifying a predicate, with the steps.
public struct PredicateSimplification: Sendable {
    /// The simpler predicate, with the same answer for every record; the original predicate if none was found.
    public let predicate: PredicateTree
    /// The steps. Those of parts come before those of the groups that contain them.
    public let steps: [SimplificationStep]
}

/// A step that makes a predicate simpler.
public struct SimplificationStep: Hashable, Sendable {
    /// The reason why a step keeps every answer.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// `1 == 1`: a comparison of constants is evaluated.
        case constantComparison = "constant-comparison"
        /// `a IN {}`, `a < nil`, `a BEGINSWITH ""`: one side makes the comparison false for every record.
        case neverTrue = "never-true"
        /// `2 + 3`: arithmetic of constants is evaluated.
        case arithmetic
        /// `a IN {1}` is `a == 1`.
        case singleElement = "single-element"
        /// `NOT TRUEPREDICATE` is `FALSEPREDICATE`.
        case negatedConstant = "negated-constant"
        /// `NOT NOT a` is `a`.
        case doubleNegation = "double-negation"
        /// `NOT a == 1` is `a != 1`, and the other way round.
        case negatedEquality = "negated-equality"
        /// `a AND (b AND c)`: a group inside a group of the same kind is merged into it.
        case nestedGroup = "nested-group"
        /// `a AND TRUEPREDICATE`, `a OR FALSEPREDICATE`: a part changes nothing.
        case neutralPart = "neutral-part"
        /// `a AND FALSEPREDICATE`, `a OR TRUEPREDICATE`: a part decides its group.
        case decidingPart = "deciding-part"
        /// `a AND NOT a`, `a OR NOT a`: two parts decide their group.
        case oppositeParts = "opposite-parts"
        /// `a > 2 AND a < 1`, `a != 1 OR a != 2`: no value satisfies both parts, or every value satisfies one of them.
        case contradiction
        /// `a AND a`: a part occurs twice.
        case repeatedPart = "repeated-part"
        /// `a AND (a OR b)`, `a > 3 AND a > 5`: another part implies it, or in an OR, it implies another part.
        case impliedPart = "implied-part"
    }

    /// The reason why it keeps every answer.
    public var rule: Rule
    /// The original node, with its range in the text if it has one: for parts of groups the part, otherwise the whole.
    public var before: PredicateTreeNode
    /// The new node; nil for a removed part. If a part decides its group, it is the new group.
    public var after: PredicateTreeNode?
    /// The other part of the group that is the reason for the step.
    public var other: PredicateTreeNode?
    /// Whether the group is an AND; nil if there is no group.
    public var isConjunction: Bool?

    /// The step as a sentence.
    ///
    /// - Parameter source: the text that the predicate came from, to quote parts as written; nil writes them in
    ///   canonical form.
    public func sentence(in source: String?) -> String {
        let part = Self.text(of: before, in: source)
        let group = isConjunction == true ? "AND" : "OR"
        let result = after.map { Self.text(of: $0, in: nil) } ?? ""
        let another = other.map { Self.text(of: $0, in: source) } ?? ""
        return switch rule {
        case .constantComparison: "\(part) is always \(answer)"
        case .neverTrue: "\(part) is never true, whatever the record"
        case .arithmetic, .singleElement, .doubleNegation, .negatedEquality: "\(part) is \(result)"
        case .negatedConstant: "\(part) is always \(answer)"
        case .nestedGroup: "\(part) needs no separate group in the \(group) round it"
        case .neutralPart:
            "\(part) changes nothing in its \(group), because it is always \(isConjunction == true ? "true" : "false")"
        case .decidingPart, .oppositeParts:
            rule == .decidingPart
                ? "the \(group) round \(part) is always \(answer)"
                : "\(another) and \(part) are opposites, so the \(group) round them is always \(answer)"
        case .contradiction:
            isConjunction == true
                ? "no value satisfies both \(another) and \(part), so the AND round them is always \(answer)"
                : "every value satisfies \(another) or \(part), so the OR round them is always \(answer)"
        case .repeatedPart: "\(part) is repeated in its \(group)"
        case .impliedPart: "\(part) adds nothing to \(another)"
        }
    }

    private var answer: String {
        if case .predicate(let tree) = after, case .constant(let value) = tree.kind { return value ? "true" : "false" }
        return "the same"
    }

    /// A part in backticks, shortened if it is long.
    private static func text(of node: PredicateTreeNode, in source: String?) -> String {
        guard let source, let range = node.range, !range.isEmpty else { return "`\(node.predicateFormat.excerpt(60))`" }
        return "`\(range.text(in: source).excerpt(60))`"
    }
}
