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
                guard run.step(comparing: left, right) else { return false }
                return ValueSemantics.equals(left, right, options: options, library: library)
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
                return ValueSemantics.equals(value, constant)
            }
        case .double(let double) where double.isFinite:
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .double(let other) = value { return other == double }
                return ValueSemantics.equals(value, constant)
            }
        case .boolean(let flag):
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .boolean(let other) = value { return other == flag }
                return ValueSemantics.equals(value, constant)
            }
        case .string(let text): return equal(operand, toText: text, options)
        default:
            let library = library
            return CompiledCondition { run in
                let value = operand.value(&run)
                guard run.step(comparing: value, constant) else { return false }
                return ValueSemantics.equals(value, constant, options: options, library: library)
            }
        }
    }

    private mutating func equal(
        _ operand: CompiledValue, toText text: String, _ options: StringOptions
    ) -> CompiledCondition {
        let constant = PredicateValue.string(text)
        if options.effective.isEmpty {
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .string(let other) = value { return sameCodePoints(other, text) }
                return ValueSemantics.equals(value, constant)
            }
        }
        if let prepared = PreparedText(comparing: text, options: options) {
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .string(let other) = value { return prepared.equals(other) }
                return ValueSemantics.equals(value, constant)
            }
        }
        let library = library
        return CompiledCondition { run in
            ValueSemantics.equals(operand.value(&run), constant, options: options, library: library)
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
                return ValueSemantics.ordered(ordering, left, b.value(&run), options: options, library: library)
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
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .string(let other) = value {
                    return ValueSemantics.holds(ordering, prepared.order(of: other))
                }
                return ValueSemantics.ordered(ordering, value, constant)
            }
        default: break
        }
        let library = library
        return CompiledCondition { run in
            ValueSemantics.ordered(ordering, operand.value(&run), constant, options: options, library: library)
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
            default: return ValueSemantics.ordered(ordering, value, constant)
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
            default: return ValueSemantics.ordered(ordering, value, constant)
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
            return .constant(ValueSemantics.between(value, low, high))
        case (.computed(let operand), .constant(.integer(let lowest)), .constant(.integer(let highest))):
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .integer(let integer) = value { return integer >= lowest && integer <= highest }
                return ValueSemantics.between(value, .integer(lowest), .integer(highest))
            }
        case (.computed(let operand), .constant(let low), .constant(let high)):
            return CompiledCondition { run in ValueSemantics.between(operand.value(&run), low, high) }
        default:
            let (operand, low, high) = (operand.computed, low.computed, high.computed)
            return CompiledCondition { run in
                let value = operand.value(&run)
                let lowest = low.value(&run)
                return ValueSemantics.between(value, lowest, high.value(&run))
            }
        }
    }

    mutating func between(_ operand: CompiledOperand, bounds: CompiledOperand) -> CompiledCondition {
        switch (operand, bounds) {
        case (_, .constant(.list(let list))) where list.count == 2:
            return between(operand, .constant(list[0]), .constant(list[1]))
        case (.constant(let value), .constant(let bounds)):
            return .constant(ValueSemantics.between(value, bounds: bounds))
        default:
            let (operand, bounds) = (operand.computed, bounds.computed)
            return CompiledCondition { run in
                let value = operand.value(&run)
                return ValueSemantics.between(value, bounds: bounds.value(&run))
            }
        }
    }

    mutating func contains(
        _ container: CoreExpression, _ element: CompiledOperand, _ options: StringOptions
    ) -> CompiledCondition {
        // What the predicate itself lists is no work that a record causes.
        let isListed =
            switch container {
            case .constant, .aggregate: true
            default: false
            }
        let library = library
        switch (operand(container), element) {
        case (.constant(let container), .constant(let element)):
            let holds = ValueSemantics.contains(container, element, options: options, library: library)
            if isListed { return .constant(holds) }
            return contains(CompiledValue { _ in container }, CompiledValue { _ in element }, isListed, options)
        case (.constant(let container), .computed(let element)):
            if isListed, let elements = ValueSemantics.elements(of: container),
                let prepared = PreparedList(elements, options: options, library: library)
            {
                return CompiledCondition { run in prepared.contains(element.value(&run)) }
            }
            return contains(CompiledValue { _ in container }, element, isListed, options)
        case (.computed(let container), .constant(.string(let text))):
            return contains(container, text: text, isListed, options)
        case (.computed(let container), let element):
            return contains(container, element.computed, isListed, options)
        }
    }

    private mutating func contains(
        _ container: CompiledValue, _ element: CompiledValue, _ isListed: Bool, _ options: StringOptions
    ) -> CompiledCondition {
        let library = library
        return CompiledCondition { run in
            let all = container.value(&run)
            let element = element.value(&run)
            guard isListed || run.step(over: all) else { return false }
            return ValueSemantics.contains(all, element, options: options, library: library)
        }
    }

    /// A constant text in a text, or in a collection of texts.
    private mutating func contains(
        _ container: CompiledValue, text: String, _ isListed: Bool, _ options: StringOptions
    ) -> CompiledCondition {
        let constant = PredicateValue.string(text)
        let needle = PreparedText(text, options: options)
        // The same text, unless a collation compares elements.
        let element = options.effective.contains(.localized) ? nil : needle
        let library = library
        return CompiledCondition { run in
            let all = container.value(&run)
            if case .string(let text) = all { return needle.isContained(in: text) }
            guard let elements = ValueSemantics.elements(of: all) else {
                return ValueSemantics.contains(all, constant, options: options, library: library)
            }
            guard isListed || run.step(over: elements) else { return false }
            guard let element else {
                return ValueSemantics.contains(all, constant, options: options, library: library)
            }
            return Self.contains(elements, element, constant)
        }
    }

    private static func contains(
        _ elements: [PredicateValue], _ text: PreparedText, _ constant: PredicateValue
    ) -> Bool {
        for element in elements {
            if case .string(let other) = element {
                if text.equals(other) { return true }
            } else if ValueSemantics.equals(element, constant) {
                return true
            }
        }
        return false
    }

    mutating func beginsWith(_ a: CompiledOperand, _ b: CompiledOperand, _ options: StringOptions) -> CompiledCondition
    {
        switch (a, b) {
        case (.constant(let a), .constant(let b)):
            return .constant(ValueSemantics.beginsWith(a, b, options: options))
        case (.computed(let a), .constant(let b)):
            guard let text = ValueSemantics.text(of: b) else { return .constant(false) }
            let prefix = PreparedText(text, options: options)
            return CompiledCondition { run in
                ValueSemantics.text(of: a.value(&run)).map(prefix.isPrefix) ?? false
            }
        default:
            let (a, b) = (a.computed, b.computed)
            return CompiledCondition { run in
                let text = a.value(&run)
                return ValueSemantics.beginsWith(text, b.value(&run), options: options)
            }
        }
    }

    mutating func endsWith(_ a: CompiledOperand, _ b: CompiledOperand, _ options: StringOptions) -> CompiledCondition {
        switch (a, b) {
        case (.constant(let a), .constant(let b)):
            return .constant(ValueSemantics.endsWith(a, b, options: options))
        case (.computed(let a), .constant(let b)):
            guard let text = ValueSemantics.text(of: b) else { return .constant(false) }
            let suffix = PreparedText(text, options: options)
            return CompiledCondition { run in
                ValueSemantics.text(of: a.value(&run)).map(suffix.isSuffix) ?? false
            }
        default:
            let (a, b) = (a.computed, b.computed)
            return CompiledCondition { run in
                let text = a.value(&run)
                return ValueSemantics.endsWith(text, b.value(&run), options: options)
            }
        }
    }

    mutating func like(_ a: CompiledOperand, _ b: CompiledOperand, _ options: StringOptions) -> CompiledCondition {
        guard case .constant(let pattern) = b, let text = ValueSemantics.text(of: pattern) else {
            let (a, b) = (a.computed, b.computed)
            return CompiledCondition { run in
                let text = a.value(&run)
                return ValueSemantics.like(text, b.value(&run), options: options, limits: run.context.limits)
            }
        }
        let a = a.computed
        let size = text.utf8.count
        let compiled = LikePattern(text, options: options)
        return CompiledCondition { run in
            guard let text = ValueSemantics.text(of: a.value(&run)) else { return false }
            return size <= run.context.limits.patternBytes && compiled.matches(text)
        }
    }

    mutating func matches(_ a: CompiledOperand, _ b: CompiledOperand, _ options: StringOptions) -> CompiledCondition {
        // A cache for each MATCHES: most predicates have none, and need none.
        let patterns = PatternCache(library: library)
        let text = a.computed
        if let pattern = b.constant.flatMap(ValueSemantics.text), !pattern.isEmpty,
            let compiled = patterns.compiled(pattern, options: options, limits: limits)
        {
            let limits = limits
            return CompiledCondition { run in
                guard let text = ValueSemantics.text(of: text.value(&run)) else { return false }
                if run.context.limits == limits {
                    return PatternCache.matches(text, compiled, pattern: pattern, context: run.context)
                }
                return patterns.matches(text, pattern: pattern, options: options, context: run.context)
            }
        }
        let pattern = b.computed
        return CompiledCondition { run in
            let text = text.value(&run)
            let pattern = pattern.value(&run)
            return ValueSemantics.matches(
                text, pattern, options: options, patterns: patterns, context: run.context)
        }
    }

    mutating func custom(
        _ name: String, _ a: CompiledOperand, _ b: CompiledOperand, _ options: StringOptions
    ) -> CompiledCondition {
        let library = library
        let (a, b) = (a.computed, b.computed)
        return CompiledCondition { run in
            let left = a.value(&run)
            return ValueSemantics.custom(name, left, b.value(&run), options: options, library: library)
        }
    }
}
