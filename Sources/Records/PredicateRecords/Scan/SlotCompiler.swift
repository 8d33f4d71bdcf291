import CRecordScan
import PredicateCore
import PredicateFormat

import PredicatePlatform

/// Finds the slot form of a comparison, if it has one.
struct SlotCompiler {
    let library: PredicateLibrary
    let context: EvaluationContext
    let patterns: PatternCache
    let maximumDepth: Int
    let kernel: UInt32
    /// The number of core slots in a frame.
    let frameSize: Int
    /// Counts what the operations of the predicate cannot use; nil counts nothing.
    let tally: UnusableTally?

    /// The operation for a comparison, and its slot.
    func operation(_ predicate: CorePredicate) -> (SlotProgram.Kind, Int) {
        found(predicate) ?? (.general, 0)
    }

    private func found(_ predicate: CorePredicate) -> (SlotProgram.Kind, Int)? {
        if case .quantified(let quantifier, .input(let slot), let element, let expansion, let body) = predicate {
            return quantified(quantifier, slot, element, expansion, body)
        }
        let plan = ComparisonPlan(
            predicate, library: library, patterns: patterns, limits: context.limits, constant: Self.constant)
        guard let plan else { return nil }
        switch (plan.test, plan.operand) {
        case (.isNil, .input(let slot)): return (.isNull, slot)
        case (.boolean(let flag), .input(let slot)): return (.boolean(flag), slot)
        case (.text(let test), .input(let slot)):
            return test.holds(under: context.limits) ? (.text(test), slot) : nil
        case (.among(let set), .input(let slot)): return set.isExact && set.isPlain ? (.among(set), slot) : nil
        case (.range(let test, _), let operand): return range(test, operand)
        default: return nil
        }
    }

    /// The value of a literal, or of a cast literal.
    static func constant(_ expression: CoreExpression) -> PredicateValue? {
        switch expression {
        case .constant(let value): value
        case .cast(.constant(let value), let target): ValueSemantics.cast(value, target)
        default: nil
        }
    }

    // MARK: Scalars

    private func range(_ test: NumberTest, _ operand: CoreExpression) -> (SlotProgram.Kind, Int)? {
        guard let bound = test.single else { return nil }
        if test.isDate {
            switch operand {
            case .input(let slot), .read(.input(let slot), as: .date), .read(.input(let slot), as: .instant),
                .cast(.input(let slot), .date):
                return (.date(bound.comparison, bound.number.asDouble), slot)
            default: return nil
            }
        }
        switch (operand, bound.number) {
        case (.input(let slot), .integer(let integer)): return (.integer(bound.comparison, integer), slot)
        case (.input(let slot), .double(let double)): return (.double(bound.comparison, double), slot)
        case (.arithmetic, let number):
            return SlotArithmetic(operand).map { (.arithmetic($0, bound.comparison, number), 0) }
        case (.collection(.count, .subquery(.input(let slot), let element, let body), _, nil), .integer(let count)),
            (.size(.subquery(.input(let slot), let element, let body)), .integer(let count)):
            guard let program = elementProgram(element, body) else { return nil }
            let question = SlotElements.Question.count(bound.comparison, count)
            return (.elements(SlotElements(program, question, slot: element, body: body)), slot)
        default: return nil
        }
    }

    // MARK: Lists

    private func quantified(
        _ quantifier: CoreQuantifier, _ slot: Int, _ element: Int, _ expansion: CoreExpansion, _ body: CorePredicate
    ) -> (SlotProgram.Kind, Int)? {
        switch expansion {
        // The compiled predicate decides nested lists, which need special handling.
        case .deep, .shallow: break
        case .shallowIfList(.constant(let other)):
            // If the other side is a list, its elements are compared with whole lists.
            switch other {
            case .list, .set: return nil
            default: break
            }
        default: return nil
        }
        guard let program = elementProgram(element, body) else { return nil }
        return (.elements(SlotElements(program, quantifier == .any ? .any : .all, slot: element, body: body)), slot)
    }

    private func elementProgram(_ element: Int, _ body: CorePredicate) -> SlotElements.Program? {
        var binding = InputBinding(.slot(element))
        guard let bound = binding.bind(body) else { return nil }
        // Slot 0 is the element itself. The wanted fields follow.
        let wanted = Array(binding.paths.dropFirst())
        let program = SlotProgram(
            CoreProgram(predicate: bound, slotCount: frameSize), slotCount: wanted.count + 1, library: library,
            context: context, maximumDepth: maximumDepth, kernel: kernel, tally: tally)
        return SlotElements.Program(
            plan: ScanPlan(paths: wanted, maximumDepth: maximumDepth, kernel: kernel), program: program)
    }
}
