// Comparisons. With a constant on a side, and a value of the type that the constant suggests on the other, they take the
// short way; everything else goes to `ValueSemantics`, as in the reference.
extension PredicateCompiler {
    mutating func equal(_ a: CompiledOperand, _ b: CompiledOperand, _ options: StringOptions) -> CompiledCondition {
        switch (a, b) {
        case (.constant(let a), .constant(let b)):
            return .constant(ValueSemantics.equals(a, b, options: options, library: library))
        case (.computed(let a), .constant(let b)): return equal(a, to: b, options)
        case (.constant(let a), .computed(let b)): return equal(b, to: a, options)
        case (.computed(let a), .computed(let b)):
            let library = library
            return CompiledCondition { run in
                let left = a.value(&run)
                let right = b.value(&run)
                return ValueSemantics.equals(left, right, options: options, library: library, &run.work)
            }
        }
    }

    private mutating func equal(
        _ operand: CompiledValue, to constant: PredicateValue, _ options: StringOptions
    ) -> CompiledCondition {
        switch constant {
        case .null:
            return CompiledCondition { run in
                if case .null = operand.value(&run) { return true }
                return false
            }
        case .integer(let integer):
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .integer(let other) = value { return other == integer }
                return ValueSemantics.equals(value, constant, &run.work)
            }
        case .double(let double) where double.isFinite:
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .double(let other) = value { return other == double }
                return ValueSemantics.equals(value, constant, &run.work)
            }
        case .boolean(let flag):
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .boolean(let other) = value { return other == flag }
                return ValueSemantics.equals(value, constant, &run.work)
            }
        case .string(let text): return equal(operand, toText: text, options)
        default:
            let library = library
            return CompiledCondition { run in
                let value = operand.value(&run)
                return ValueSemantics.equals(value, constant, options: options, library: library, &run.work)
            }
        }
    }

    private mutating func equal(
        _ operand: CompiledValue, toText text: String, _ options: StringOptions
    ) -> CompiledCondition {
        let constant = PredicateValue.string(text)
        let size = text.utf8.count
        // Of a short one a comparison of bytes costs nothing.
        if options.effective.isEmpty, WorkCost.comparing(size, size, []) == 0 {
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .string(let other) = value { return sameCodePoints(other, text) }
                return ValueSemantics.equals(value, constant, &run.work)
            }
        }
        if let prepared = PreparedText(comparing: text, options: options) {
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .string(let other) = value {
                    return run.step(WorkCost.comparing(other.utf8.count, size, options)) && prepared.equals(other)
                }
                return ValueSemantics.equals(value, constant, &run.work)
            }
        }
        let library = library
        return CompiledCondition { run in
            let value = operand.value(&run)
            return ValueSemantics.equals(value, constant, options: options, library: library, &run.work)
        }
    }

    mutating func ordered(
        _ ordering: CoreOrdering, _ a: CompiledOperand, _ b: CompiledOperand, _ options: StringOptions
    ) -> CompiledCondition {
        switch (a, b) {
        case (.constant(let a), .constant(let b)):
            return .constant(ValueSemantics.ordered(ordering, a, b, options: options, library: library))
        case (.computed(let a), .constant(let b)): return ordered(ordering, a, b, options)
        case (.constant(let a), .computed(let b)): return ordered(Self.mirrored(ordering), b, a, options)
        case (.computed(let a), .computed(let b)):
            let library = library
            return CompiledCondition { run in
                let left = a.value(&run)
                let right = b.value(&run)
                return ValueSemantics.ordered(ordering, left, right, options: options, library: library, &run.work)
            }
        }
    }

    static func mirrored(_ ordering: CoreOrdering) -> CoreOrdering {
        switch ordering {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }

    private mutating func ordered(
        _ ordering: CoreOrdering, _ operand: CompiledValue, _ constant: PredicateValue, _ options: StringOptions
    ) -> CompiledCondition {
        switch constant {
        case .integer(let integer): return ordered(ordering, operand, integer: integer)
        case .double(let double) where double.isFinite: return ordered(ordering, operand, double: double)
        case .string(let text):
            guard let prepared = PreparedText(comparing: text, options: options) else { break }
            let size = text.utf8.count
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .string(let other) = value {
                    return run.step(WorkCost.comparing(other.utf8.count, size, options))
                        && ValueSemantics.holds(ordering, prepared.order(of: other))
                }
                return ValueSemantics.ordered(ordering, value, constant, &run.work)
            }
        default: break
        }
        let library = library
        return CompiledCondition { run in
            let value = operand.value(&run)
            return ValueSemantics.ordered(ordering, value, constant, options: options, library: library, &run.work)
        }
    }

    private mutating func ordered(
        _ ordering: CoreOrdering, _ operand: CompiledValue, integer: Int64
    ) -> CompiledCondition {
        let constant = PredicateValue.integer(integer)
        return CompiledCondition { run in
            let value = operand.value(&run)
            switch value {
            case .integer(let other): return Self.holds(ordering, other, integer)
            case .null: return false
            default: return ValueSemantics.ordered(ordering, value, constant, &run.work)
            }
        }
    }

    private mutating func ordered(_ ordering: CoreOrdering, _ operand: CompiledValue, double: Double)
        -> CompiledCondition
    {
        let constant = PredicateValue.double(double)
        return CompiledCondition { run in
            let value = operand.value(&run)
            switch value {
            case .double(let other) where other.isFinite: return Self.holds(ordering, other, double)
            case .null: return false
            default: return ValueSemantics.ordered(ordering, value, constant, &run.work)
            }
        }
    }

    @inline(__always)
    private static func holds<T: Comparable>(_ ordering: CoreOrdering, _ a: T, _ b: T) -> Bool {
        switch ordering {
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        }
    }

    mutating func between(_ operand: CompiledOperand, _ low: CompiledOperand, _ high: CompiledOperand)
        -> CompiledCondition
    {
        switch (operand, low, high) {
        case (.constant(let value), .constant(let low), .constant(let high)):
            var work = WorkBudget.unlimited
            return .constant(ValueSemantics.between(value, low, high, &work))
        case (.computed(let operand), .constant(.integer(let lowest)), .constant(.integer(let highest))):
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .integer(let integer) = value { return integer >= lowest && integer <= highest }
                return ValueSemantics.between(value, .integer(lowest), .integer(highest), &run.work)
            }
        case (.computed(let operand), .constant(let low), .constant(let high)):
            return CompiledCondition { run in
                let value = operand.value(&run)
                return ValueSemantics.between(value, low, high, &run.work)
            }
        default:
            let (operand, low, high) = (operand.computed, low.computed, high.computed)
            return CompiledCondition { run in
                let value = operand.value(&run)
                let lowest = low.value(&run)
                let highest = high.value(&run)
                return ValueSemantics.between(value, lowest, highest, &run.work)
            }
        }
    }

    mutating func between(_ operand: CompiledOperand, bounds: CompiledOperand) -> CompiledCondition {
        switch (operand, bounds) {
        case (_, .constant(.list(let list))) where list.count == 2:
            return between(operand, .constant(list[0]), .constant(list[1]))
        case (.constant(let value), .constant(let bounds)):
            var work = WorkBudget.unlimited
            return .constant(ValueSemantics.between(value, bounds: bounds, &work))
        default:
            let (operand, bounds) = (operand.computed, bounds.computed)
            return CompiledCondition { run in
                let value = operand.value(&run)
                let bounds = bounds.value(&run)
                return ValueSemantics.between(value, bounds: bounds, &run.work)
            }
        }
    }

    mutating func contains(
        _ container: CoreExpression, _ element: CompiledOperand, _ options: StringOptions
    ) -> CompiledCondition {
        let library = library
        if let elements = ListedMembership.elements(of: container) {
            return contains(listed: elements, element, options)
        }
        if case .once(let location, _) = container {
            let (container, element) = (operand(container).computed, element.computed)
            return CompiledCondition { run in
                _ = container.value(&run)
                let element = element.value(&run)
                return run.contains(keptAt: location, element, options: options, library: library)
            }
        }
        switch (operand(container), element) {
        case (.constant(let all), .constant(let value)):
            if CoreKnown.isKnown(.text(.contains, container, .constant(value), options)) {
                return .constant(ValueSemantics.contains(all, value, options: options, library: library))
            }
            return contains(CompiledValue { _ in all }, CompiledValue { _ in value }, options)
        case (.computed(let container), .constant(.string(let text))): return contains(container, text: text, options)
        case (let container, let element): return contains(container.computed, element.computed, options)
        }
    }

    /// An element of a list that the predicate itself writes.
    private mutating func contains(
        listed elements: [PredicateValue], _ element: CompiledOperand, _ options: StringOptions
    ) -> CompiledCondition {
        let library = library
        let list = PredicateValue.list(elements)
        switch element {
        case .constant(let value):
            return .constant(ValueSemantics.contains(list, value, options: options, library: library))
        case .computed(let element):
            let listed = ListedMembership(elements, options: options)
            let prepared = PreparedList(elements, options: options, library: library)
            return CompiledCondition { run in
                let value = element.value(&run)
                guard listed.step(value, &run.work) else { return false }
                return prepared?.contains(value)
                    ?? ValueSemantics.contains(list, value, options: options, library: library)
            }
        }
    }

    private mutating func contains(
        _ container: CompiledValue, _ element: CompiledValue, _ options: StringOptions
    ) -> CompiledCondition {
        let library = library
        return CompiledCondition { run in
            let all = container.value(&run)
            let element = element.value(&run)
            return ValueSemantics.contains(all, element, options: options, library: library, &run.work)
        }
    }

    /// A constant text in a text, or in a collection of texts.
    private mutating func contains(
        _ container: CompiledValue, text: String, _ options: StringOptions
    ) -> CompiledCondition {
        let constant = PredicateValue.string(text)
        let needle = PreparedText(text, options: options)
        let size = text.utf8.count
        // The same text, unless a collation compares elements.
        let element = options.effective.contains(.localized) ? nil : needle
        let library = library
        return CompiledCondition { run in
            let all = container.value(&run)
            if case .string(let text) = all {
                return run.step(WorkCost.searching(text.utf8.count, for: size, options)) && needle.isContained(in: text)
            }
            guard let element, let elements = ValueSemantics.elements(of: all) else {
                return ValueSemantics.contains(all, constant, options: options, library: library, &run.work)
            }
            for candidate in elements {
                if case .string(let other) = candidate {
                    let steps = WorkCost.candidate + WorkCost.comparing(other.utf8.count, size, options)
                    guard run.step(steps) else { return false }
                    if element.equals(other) { return true }
                } else {
                    guard run.step(WorkCost.candidate) else { return false }
                    if ValueSemantics.equals(candidate, constant, &run.work) { return true }
                }
            }
            return false
        }
    }

    mutating func beginsWith(_ a: CompiledOperand, _ b: CompiledOperand, _ options: StringOptions) -> CompiledCondition
    {
        switch (a, b) {
        case (.constant(let a), .constant(let b)):
            var work = WorkBudget.unlimited
            return .constant(ValueSemantics.beginsWith(a, b, options: options, &work))
        case (.computed(let a), .constant(.string(let text))):
            let prefix = PreparedText(text, options: options)
            let size = text.utf8.count
            let folding = TextFolding.folding(options)
            return CompiledCondition { run in
                guard let text = ValueSemantics.text(of: a.value(&run)) else { return false }
                return run.step(WorkCost.comparing(text.utf8.count, size, folding)) && prefix.isPrefix(of: text)
            }
        default:
            let (a, b) = (a.computed, b.computed)
            return CompiledCondition { run in
                let text = a.value(&run)
                let prefix = b.value(&run)
                return ValueSemantics.beginsWith(text, prefix, options: options, &run.work)
            }
        }
    }

    mutating func endsWith(_ a: CompiledOperand, _ b: CompiledOperand, _ options: StringOptions) -> CompiledCondition {
        switch (a, b) {
        case (.constant(let a), .constant(let b)):
            var work = WorkBudget.unlimited
            return .constant(ValueSemantics.endsWith(a, b, options: options, &work))
        case (.computed(let a), .constant(.string(let text))):
            let suffix = PreparedText(text, options: options)
            let size = text.utf8.count
            let folding = TextFolding.folding(options)
            return CompiledCondition { run in
                guard let text = ValueSemantics.text(of: a.value(&run)) else { return false }
                return run.step(WorkCost.comparing(text.utf8.count, size, folding)) && suffix.isSuffix(of: text)
            }
        default:
            let (a, b) = (a.computed, b.computed)
            return CompiledCondition { run in
                let text = a.value(&run)
                let suffix = b.value(&run)
                return ValueSemantics.endsWith(text, suffix, options: options, &run.work)
            }
        }
    }

    mutating func like(_ a: CompiledOperand, _ b: CoreExpression, _ options: StringOptions) -> CompiledCondition {
        let a = a.computed
        guard case .constant(let pattern) = b, let text = ValueSemantics.text(of: pattern) else {
            let b = operand(b).computed
            return CompiledCondition { run in
                let text = a.value(&run)
                let pattern = b.value(&run)
                return ValueSemantics.like(text, pattern, options: options, limits: run.context.limits, &run.work)
            }
        }
        let size = text.utf8.count
        let compiled = LikePattern(text, options: options)
        return CompiledCondition { run in
            guard let text = ValueSemantics.text(of: a.value(&run)) else { return false }
            return size <= run.context.limits.patternBytes && ValueSemantics.matches(text, compiled, &run.work)
        }
    }

    mutating func matches(_ a: CompiledOperand, _ b: CoreExpression, _ options: StringOptions) -> CompiledCondition {
        // A cache for each MATCHES: most predicates have none, and need none.
        let patterns = PatternCache(library: library)
        let text = a.computed
        guard case .constant(let constant) = b else {
            let pattern = operand(b).computed
            return CompiledCondition { run in
                let text = text.value(&run)
                let pattern = pattern.value(&run)
                guard run.stepCompiling(pattern) else { return false }
                return ValueSemantics.matches(
                    text, pattern, options: options, patterns: patterns, context: run.context, &run.work)
            }
        }
        let bounds = PatternBounds(limits)
        let pattern = ValueSemantics.text(of: constant) ?? ""
        let compiled = pattern.isEmpty ? nil : patterns.compiled(pattern, options: options, limits: limits)
        return CompiledCondition { run in
            let value = text.value(&run)
            if let compiled, PatternBounds(run.context.limits) == bounds {
                guard let text = ValueSemantics.text(of: value) else { return false }
                return PatternCache.matches(text, compiled, pattern: pattern, context: run.context, &run.work)
            }
            return ValueSemantics.matches(
                value, constant, options: options, patterns: patterns, context: run.context, &run.work)
        }
    }

    mutating func custom(
        _ name: String, _ a: CompiledOperand, _ b: CompiledOperand, _ options: StringOptions
    ) -> CompiledCondition {
        let library = library
        let (a, b) = (a.computed, b.computed)
        return CompiledCondition { run in
            let left = a.value(&run)
            let right = b.value(&run)
            return ValueSemantics.custom(name, left, right, options: options, library: library, &run.work)
        }
    }
}
