import CRecordScan
import PredicateFormat

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Finds the form of a comparison over slots, where it has one.
struct SlotCompiler {
    let library: PredicateLibrary
    let context: EvaluationContext
    let patterns: PatternCache
    let maximumDepth: Int
    let kernel: UInt32
    /// How many slots of the core a frame has.
    let frameSize: Int

    /// The operation of a comparison, and the slot that it looks at.
    func operation(_ predicate: CorePredicate) -> (SlotProgram.Kind, Int) {
        found(predicate) ?? (.general, 0)
    }

    private func found(_ predicate: CorePredicate) -> (SlotProgram.Kind, Int)? {
        switch predicate {
        case .equal(let a, let b, let options):
            if let value = constant(b) { return equal(a, value, options) }
            return constant(a).flatMap { equal(b, $0, options) }
        case .ordered(let ordering, let a, let b, let options):
            if let value = constant(b) { return ordered(SlotComparison(ordering), a, value, options) }
            return constant(a).flatMap { ordered(SlotComparison(ordering).mirrored, b, $0, options) }
        case .text(.beginsWith, .input(let slot), .constant(.string(let text)), let options):
            return text.isEmpty ? nil : (self.text(.prefix, text, options), slot)
        case .text(.endsWith, .input(let slot), .constant(.string(let text)), let options):
            return text.isEmpty ? nil : (self.text(.suffix, text, options), slot)
        case .text(.contains, .input(let slot), .constant(.string(let text)), let options):
            // Of a list, which the slot may hold too, the compiled predicate knows.
            return text.isEmpty ? nil : (self.text(.part, text, options), slot)
        case .text(.contains, let list, .input(let slot), let options):
            return among(list, options).map { ($0, slot) }
        case .text(.like, .input(let slot), .constant(.string(let pattern)), let options):
            guard pattern.utf8.count <= context.limits.patternBytes else { return nil }
            return (.like(LikePattern(pattern, options: options)), slot)
        case .text(.matches, .input(let slot), .constant(.string(let pattern)), let options):
            guard !pattern.isEmpty,
                let compiled = patterns.compiled(pattern, options: options, limits: context.limits)
            else { return nil }
            return (.pattern(compiled), slot)
        case .quantified(let quantifier, .input(let slot), let element, let expansion, let body):
            return quantified(quantifier, slot, element, expansion, body)
        default: return nil
        }
    }

    /// The value of a literal, also of one that is cast.
    private func constant(_ expression: CoreExpression) -> PredicateValue? {
        switch expression {
        case .constant(let value): value
        case .cast(.constant(let value), let target): ValueSemantics.cast(value, target)
        default: nil
        }
    }

    // MARK: Scalars

    private func equal(
        _ operand: CoreExpression, _ value: PredicateValue, _ options: StringOptions
    ) -> (SlotProgram.Kind, Int)? {
        if case .input(let slot) = operand {
            switch value {
            case .null: return (.isNull, slot)
            case .boolean(let flag): return (.boolean(flag), slot)
            case .string(let text):
                if options.effective.isEmpty { return (.text(.equal, SlotBytes(text)), slot) }
                return PreparedText(comparing: text, options: options).map { (.foldedText(.equal, $0), slot) }
            default: break
            }
        }
        return ordered(.equal, operand, value, options)
    }

    private func ordered(
        _ comparison: SlotComparison, _ operand: CoreExpression, _ value: PredicateValue, _ options: StringOptions
    ) -> (SlotProgram.Kind, Int)? {
        switch (operand, value) {
        case (.input(let slot), .integer(let integer)): return (.integer(comparison, integer), slot)
        case (.input(let slot), .double(let double)) where double.isFinite: return (.double(comparison, double), slot)
        case (.input(let slot), .string(let text)) where options.effective.isEmpty && comparison != .equal:
            return (.textOrder(comparison, SlotBytes(text)), slot)
        case (.input(let slot), .date(let date)), (.read(.input(let slot), as: .date), .date(let date)),
            (.cast(.input(let slot), .date), .date(let date)):
            guard date.timeIntervalSinceReferenceDate.isFinite else { return nil }
            return (.date(comparison, date.timeIntervalSinceReferenceDate), slot)
        case (.arithmetic, _):
            guard let number = SlotNumber(value), let arithmetic = SlotArithmetic(operand) else { return nil }
            return (.arithmetic(arithmetic, comparison, number), 0)
        case (.collection(.count, .subquery(.input(let slot), let element, let body), _, nil), .integer(let count)),
            (.size(.subquery(.input(let slot), let element, let body)), .integer(let count)):
            guard let program = elementProgram(element, body) else { return nil }
            return (.elements(SlotElements(program, .count(comparison, count), slot: element, body: body)), slot)
        default: return nil
        }
    }

    private func text(_ test: SlotTextTest, _ text: String, _ options: StringOptions) -> SlotProgram.Kind {
        // A collation plays no part in what is a part of a text.
        TextFolding.folding(options).isEmpty
            ? .text(test, SlotBytes(text)) : .foldedText(test, PreparedText(text, options: options))
    }

    private func among(_ list: CoreExpression, _ options: StringOptions) -> SlotProgram.Kind? {
        let elements: [PredicateValue]
        switch list {
        case .constant(.list(let values)), .constant(.set(let values)): elements = values
        case .aggregate(let parts):
            var values: [PredicateValue] = []
            for part in parts {
                guard case .constant(let value) = part else { return nil }
                values.append(value)
            }
            elements = values
        default: return nil
        }
        guard options.effective.isEmpty else { return nil }
        return SlotSet(elements).map { .among($0) }
    }

    // MARK: Lists

    private func quantified(
        _ quantifier: CoreQuantifier, _ slot: Int, _ element: Int, _ expansion: CoreExpansion, _ body: CorePredicate
    ) -> (SlotProgram.Kind, Int)? {
        switch expansion {
        // Lists among the elements, which alone are treated differently, are left to others.
        case .deep, .shallow: break
        case .shallowIfList(.constant(let other)):
            // With a list on the other side its elements are whole lists.
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
        // The element itself has the first location, and what is wanted of it the ones behind.
        let wanted = Array(binding.paths.dropFirst())
        let program = SlotProgram(
            CoreProgram(predicate: bound, slotCount: frameSize), slotCount: wanted.count + 1, library: library,
            context: context, maximumDepth: maximumDepth, kernel: kernel)
        return SlotElements.Program(
            plan: ScanPlan(paths: wanted, maximumDepth: maximumDepth, kernel: kernel), program: program)
    }
}
