import PredicateCore

/// How a rule of a set is found.
public struct RuleExplanation: Sendable, Hashable, CustomStringConvertible {
    /// How the records for which an alternative of the rule comes into question are recognised.
    public enum Access: Sendable, Hashable {
        /// By the values of two fields.
        case values(String, String)
        /// By the value of a field, or one of several values.
        case value(String)
        /// By a range, a prefix or a suffix of the value of a field.
        case range(String)
        /// By text that the value of a field contains.
        case substring(String)
        /// Not at all: every record is looked at.
        case none
    }

    /// A conjunction of conditions. The rule holds where one of its alternatives does.
    public struct Alternative: Sendable, Hashable {
        /// How the alternative is found.
        public let access: Access
        /// The number of conditions that are tested then.
        public let testCount: Int
        /// Whether a part of them is evaluated, because no test of a single value says it. It takes as long as
        /// evaluating a predicate.
        public let isEvaluated: Bool
    }

    /// The text of the rule.
    public let predicateFormat: String
    /// The alternatives; none if the rule never holds.
    public let alternatives: [Alternative]
    /// What evaluating the rule alone costs at most, for records of the sizes in its limits
    /// (`PredicateLimits.estimatedRecord`) and its schema. Only a part of it is spent where an alternative says that it is
    /// evaluated, and nothing elsewhere.
    public let cost: PredicateCost

    /// A line for each alternative.
    public var description: String {
        if alternatives.isEmpty { return "never holds" }
        return alternatives.map { alternative in
            let found =
                switch alternative.access {
                case .values(let a, let b): "found by the values of `\(a)` and `\(b)`"
                case .value(let field): "found by the value of `\(field)`"
                case .range(let field): "found by the range of `\(field)`"
                case .substring(let field): "found by a part of `\(field)`"
                case .none: "looked at for every record"
                }
            let tests = alternative.testCount == 1 ? "1 test" : "\(alternative.testCount) tests"
            return found + (alternative.testCount > 0 ? ", then \(tests)" : "")
                + (alternative.isEvaluated ? ", with evaluation" : "")
        }.joined(separator: "\n")
    }
}

extension PredicateSetSnapshot {
    /// How a rule is found; nil if there is no such rule.
    func explanation(of id: ID) -> RuleExplanation? {
        for segment in segments {
            guard let rule = segment.ids.indices.first(where: { segment.ids[$0] == id && segment.isAlive($0) }) else {
                continue
            }
            let index = segment.index
            var alternatives: [RuleExplanation.Alternative] = []
            for number in 0..<index.branches.count where Int(index.branches[number].rule) == rule {
                let plan = index.plans[number]
                alternatives.append(
                    RuleExplanation.Alternative(
                        access: access(plan.access, index), testCount: plan.testCount, isEvaluated: plan.evaluates))
            }
            let predicate = index.rules[rule].predicate
            return RuleExplanation(
                predicateFormat: predicate.predicateFormat, alternatives: alternatives,
                cost: predicate.cost(for: predicate.limits.estimatedRecord))
        }
        return nil
    }

    private func access(_ access: RuleIndex.Access, _ index: RuleIndex) -> RuleExplanation.Access {
        func name(_ column: Int) -> String { path(index.columnKeys[column].field) }
        return switch access {
        case .pair(let a, let b): .values(name(a), name(b))
        case .point(let column): .value(name(column))
        case .interval(let column): .range(name(column))
        case .substring(let field): .substring(path(field))
        case .always: .none
        }
    }

    private func path(_ field: Int) -> String { rows.fields.paths[field].joined(separator: ".") }
}
