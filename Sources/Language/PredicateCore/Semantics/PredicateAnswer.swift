/// What a predicate says about a value: yes, no, or neither, because its evaluation reached a limit.
///
/// `matches` counts an evaluation that reaches a limit as false. Where a predicate *forbids* something, false lets the
/// value pass, so a hostile value could pass by being costly. Such a program asks for the answer:
///
/// ```swift
/// guard forbidden.answer(for: event) == .no else { throw Refused() }
/// ```
public enum PredicateAnswer: Hashable, Sendable {
    /// The value satisfies the predicate.
    case yes
    /// It does not.
    case no
    /// A part of the evaluation reached a limit, or the evaluation was cancelled. So the predicate as a whole has no
    /// answer, whatever surrounds that part: a NOT does not make it a yes.
    case undecided(EvaluationLimit)
}

/// A limit that leaves a predicate undecided for a value.
public enum EvaluationLimit: Hashable, Sendable {
    /// The evaluation exceeded its steps (`PredicateLimits.evaluationSteps`).
    case steps
    /// The evaluation exceeded its bytes (`PredicateLimits.evaluationBytes`).
    case bytes
    /// A match of this pattern exceeded its steps (`PredicateLimits.patternSteps`).
    case pattern(String)
    /// This pattern from the value is longer than `PredicateLimits.patternBytes`, or too large for its engine.
    case patternSize(String)
    /// `EvaluationContext.isCancelled` ended the evaluation.
    case cancellation
}

extension EvaluationWarning {
    /// The limit that the warning stands for; nil for a warning of something else.
    public var limit: EvaluationLimit? {
        switch self {
        case .stepLimit: .steps
        case .byteLimit: .bytes
        case .patternLimit(let pattern): .pattern(pattern)
        case .largePattern(let pattern, _): .patternSize(pattern)
        case .badPattern: nil
        }
    }
}

/// Notes the first limit that evaluations reach.
///
/// It listens to the warnings and the cancellation of a context, which every engine reports in the same way. So no
/// engine has a second way to evaluate, and an evaluation that asks for no answer pays for none.
package final class LimitNote: Sendable {
    private let noted = Locked<EvaluationLimit?>(nil)

    package init() {}

    /// A context that reports to the note too.
    package func listening(to context: EvaluationContext) -> EvaluationContext {
        var listening = context
        listening.warn = { [warn = context.warn] warning in
            if let limit = warning.limit { self.add(limit) }
            warn?(warning)
        }
        if let isCancelled = context.isCancelled {
            listening.isCancelled = {
                guard isCancelled() else { return false }
                self.add(.cancellation)
                return true
            }
        }
        return listening
    }

    private func add(_ limit: EvaluationLimit) { noted.withLock { if $0 == nil { $0 = limit } } }

    /// The noted limit, which is then forgotten.
    package func take() -> EvaluationLimit? {
        noted.withLock { noted in
            defer { noted = nil }
            return noted
        }
    }
}

extension PredicateAnswer {
    /// The answer of an evaluation.
    ///
    /// - Parameter evaluate: evaluates in the context that it gets, on any thread, and returns whether the predicate holds.
    package static func of(
        _ context: EvaluationContext, _ evaluate: (EvaluationContext) -> Bool
    ) -> PredicateAnswer {
        let note = LimitNote()
        let holds = evaluate(note.listening(to: context))
        if let limit = note.take() { return .undecided(limit) }
        return holds ? .yes : .no
    }
}
