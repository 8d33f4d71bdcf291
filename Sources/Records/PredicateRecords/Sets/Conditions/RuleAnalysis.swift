import PredicateCore
import PredicateFormat

/// Divides a rule into alternatives, each a conjunction of conditions on single fields.
///
/// A comparison with a constant becomes a condition with the meaning that `ComparisonPlan` gives it to every engine.
/// Any other part becomes a residual, which is evaluated. So the alternatives together say exactly what the rule
/// says.
struct RuleAnalysis {
    /// Gives the number of a field.
    private let field: ([String]) -> Int
    private let library: PredicateLibrary
    private let limits: PredicateLimits
    private let slotCount: Int

    /// The largest number of alternatives of a rule, and of a factor of a conjunction.
    private static let mostAlternatives = 256
    private static let mostProducts = 16
    /// The largest nesting of AND, OR and NOT that is taken apart.
    private static let deepest = 32

    /// The alternatives of a rule. None of them holds if there are none.
    ///
    /// - Parameters:
    ///   - predicate: the rule.
    ///   - field: gives the number of a field, by its path.
    static func alternatives(of predicate: CheckedPredicate, field: @escaping ([String]) -> Int) -> [[Literal]] {
        let program = predicate.program
        let analysis = RuleAnalysis(
            field: field, library: predicate.library, limits: predicate.limits, slotCount: program.slotCount)
        let levels = CoreDepth.of(program.predicate)
        return CoreDepth.run(levels: levels) {
            analysis.alternatives(program.predicate, isNegated: false, depth: 0)
        }
    }

    private func alternatives(_ predicate: CorePredicate, isNegated: Bool, depth: Int) -> [[Literal]] {
        guard depth < Self.deepest else { return [[residual(predicate, isNegated)]] }
        switch predicate {
        case .constant(let holds): return holds != isNegated ? [[]] : []
        case .not(let part): return alternatives(part, isNegated: !isNegated, depth: depth + 1)
        case .and(let parts):
            return isNegated ? any(parts, of: predicate, true, depth) : all(parts, false, depth)
        case .or(let parts):
            return isNegated ? all(parts, true, depth) : any(parts, of: predicate, false, depth)
        default: return literal(predicate, isNegated)
        }
    }

    private func all(_ parts: [CorePredicate], _ isNegated: Bool, _ depth: Int) -> [[Literal]] {
        var product: [[Literal]] = [[]]
        for part in parts {
            let factor = alternatives(part, isNegated: isNegated, depth: depth + 1)
            if factor.isEmpty { return [] }
            if factor.count > 1, product.count * factor.count > Self.mostProducts {
                // The factor is evaluated as a whole.
                let whole = residual(part, isNegated)
                for index in product.indices { product[index].append(whole) }
                continue
            }
            if factor.count == 1 {
                for index in product.indices { product[index] += factor[0] }
            } else {
                product = product.flatMap { left in factor.map { left + $0 } }
            }
        }
        return product
    }

    private func any(
        _ parts: [CorePredicate], of whole: CorePredicate, _ isNegated: Bool, _ depth: Int
    ) -> [[Literal]] {
        var sum: [[Literal]] = []
        for part in parts {
            let added = alternatives(part, isNegated: isNegated, depth: depth + 1)
            if added.contains(where: \.isEmpty) { return [[]] }
            sum += added
        }
        sum = Self.joined(sum)
        return sum.count <= Self.mostAlternatives ? sum : [[residual(whole, isNegated)]]
    }

    /// Joins alternatives that each compare one field with a constant: `a == 1 OR a == 2` is `a IN {1, 2}`.
    private static func joined(_ alternatives: [[Literal]]) -> [[Literal]] {
        guard alternatives.count > 1 else { return alternatives }
        var lists: [EventColumnKey: Int] = [:]
        var joined: [[Literal]] = []
        for alternative in alternatives {
            if alternative.count == 1, !alternative[0].isNegated, let key = alternative[0].condition.column {
                if let known = lists[key] {
                    switch (joined[known][0].condition, alternative[0].condition) {
                    case (.texts(let field, let options, let values), .texts(_, _, let added)):
                        joined[known][0].condition = .texts(field: field, options, values + added)
                        continue
                    case (.numbers(let field, let asDouble, let values), .numbers(_, _, let added)):
                        joined[known][0].condition = .numbers(field: field, asDouble: asDouble, values + added)
                        continue
                    default: break
                    }
                } else if alternative[0].condition.isList {
                    lists[key] = joined.count
                }
            }
            joined.append(alternative)
        }
        return joined
    }

    // MARK: Parts that are evaluated

    private func residual(_ predicate: CorePredicate, _ isNegated: Bool) -> Literal {
        if !isNegated, let (field, options, text) = elementText(of: predicate),
            let residual = residual(of: predicate)
        {
            return Literal(condition: .element(field: field, options, text, residual), isNegated: false)
        }
        guard let residual = residual(of: predicate) else { return Literal(condition: .whole, isNegated: false) }
        return Literal(condition: .residual(residual), isNegated: isNegated)
    }

    /// The list and the text of `ANY list == 'text'`; nil for other predicates.
    private func elementText(of predicate: CorePredicate) -> (Int, StringOptions, [UInt8])? {
        guard
            case .quantified(
                .any, let list, let slot, let expansion, .equal(.slot(let element), let other, let options)) =
                predicate, element == slot, case .string(let text)? = Self.constant(other),
            !options.effective.contains(.localized), let field = field(of: list)
        else { return nil }
        switch expansion {
        case .deep, .shallowIfList(.constant): break
        default: return nil
        }
        let folding = TextFolding.folding(options)
        return (field, folding, Array(TextFolding.fold(text, folding).utf8))
    }

    /// The part with its fields as inputs; nil if the whole rule must be evaluated instead.
    private func residual(of predicate: CorePredicate) -> Residual? {
        var binding = InputBinding(.record)
        // `random()` must not be drawn a second time, so such a rule is evaluated as a whole, once.
        guard CoreParts.areRepeatable(predicate), let bound = binding.bind(predicate) else {
            return nil
        }
        return Residual(
            bound, slotCount: slotCount, fields: binding.paths.map(field), library: library, limits: limits)
    }

    // MARK: Comparisons

    private func literal(_ predicate: CorePredicate, _ isNegated: Bool) -> [[Literal]] {
        guard
            let plan = ComparisonPlan(
                predicate, library: library, patterns: PatternCache(library: library), limits: limits,
                constant: Self.constant),
            let alternatives = conditions(plan)
        else { return [[residual(predicate, isNegated)]] }
        if !isNegated, case .text(.contains, let list, _, let options) = predicate,
            case .text(let field, let test, let need, _)? = alternatives.first, case .contains(let text) = test,
            !options.effective.contains(.localized), let residual = residual(of: predicate),
            self.field(of: list) == field
        {
            // A string contains a substring, a list an element.
            let folding = TextFolding.folding(options)
            let part = Condition.text(field: field, test, need: need, testsElements: false)
            let element = Condition.element(field: field, folding, Array(text.bytes.buffer), residual)
            return [part, element].map { [Literal(condition: $0, isNegated: false)] }
        }
        if !isNegated { return alternatives.map { [Literal(condition: $0, isNegated: false)] } }
        return [alternatives.map { Literal(condition: $0, isNegated: true) }]
    }

    /// The value of a literal, or of a cast literal.
    private static func constant(_ expression: CoreExpression) -> PredicateValue? {
        switch expression {
        case .constant(let value): value
        case .cast(.constant(let value), let target): ValueSemantics.cast(value, target)
        case .aggregate(let parts): CoreExpression.constants(parts).map(PredicateValue.list)
        default: nil
        }
    }

    /// The number of a field that an expression reads; nil for other expressions.
    private func field(of expression: CoreExpression) -> Int? {
        var binding = InputBinding(.record)
        guard case .input(let location)? = binding.bind(expression), binding.paths.indices.contains(location) else {
            return nil
        }
        return field(binding.paths[location])
    }

    /// The conditions of which one must hold; nil for a comparison that must be evaluated.
    private func conditions(_ plan: ComparisonPlan) -> [Condition]? {
        switch plan.test {
        case .isNil: field(of: Self.unread(plan.operand)).map { [.isNil(field: $0)] }
        case .boolean(let flag):
            numberField(plan.operand).map { .number(field: $0, asDouble: $1, .equal(NumberKey(flag))) }
                .map(Self.equality)
        case .range(let test, _): range(test, plan.operand).map(Self.equality)
        case .text(let test):
            test.holds(under: limits) ? field(of: plan.operand).flatMap { text(test, plan.relation, $0) } : nil
        case .among:
            if case .listed(let elements, let options) = plan.relation {
                listed(elements, options, plan.operand)
            } else {
                nil
            }
        case .general: nil
        }
    }

    /// An interval of one number is a list of one number, so that equal conditions are joined.
    private static func equality(_ condition: Condition) -> [Condition] {
        if case .number(let field, let asDouble, let interval) = condition, let low = interval.low,
            let high = interval.high, low == high, interval.includesLow, interval.includesHigh
        {
            return [.numbers(field: field, asDouble: asDouble, [low])]
        }
        return [condition]
    }

    /// An expression without the conversion of its declared type, which never makes or removes nil.
    private static func unread(_ operand: CoreExpression) -> CoreExpression {
        if case .read(let base, _) = operand { base } else { operand }
    }

    private func numberField(_ operand: CoreExpression) -> (Int, Bool)? {
        switch operand {
        // Numbers are compared by value, so an integral double need not become an integer first.
        case .read(let base, as: .integer): field(of: base).map { ($0, false) }
        case .read(let base, as: .double): field(of: base).map { ($0, true) }
        default: field(of: operand).map { ($0, false) }
        }
    }

    private func range(_ test: NumberTest, _ operand: CoreExpression) -> Condition? {
        let interval = Interval(test)
        if !test.isDate {
            return numberField(operand).map { .number(field: $0, asDouble: $1, interval) }
        }
        switch operand {
        case .read(let base, as: .date), .read(let base, as: .instant), .cast(let base, .date):
            return field(of: base).map { .date(field: $0, interval) }
        default: return field(of: operand).map { .date(field: $0, interval) }
        }
    }

    private func listed(
        _ elements: [PredicateValue], _ options: StringOptions, _ operand: CoreExpression
    ) -> [Condition]? {
        let options = TextFolding.folding(options)
        var texts: [[UInt8]] = []
        var numbers: [NumberKey] = []
        for element in elements {
            switch element {
            case .null: break
            case .string(let text): texts.append(Array(TextFolding.fold(text, options).utf8))
            case .integer(let integer): numbers.append(NumberKey(integer))
            case .boolean(let flag): numbers.append(NumberKey(flag))
            case .double(let double) where double.isFinite: numbers.append(NumberKey(double))
            default: return nil
            }
        }
        var conditions: [Condition] = []
        if !texts.isEmpty {
            guard let field = field(of: operand) else { return nil }
            conditions.append(.texts(field: field, options, texts))
        }
        if !numbers.isEmpty {
            guard let (field, asDouble) = numberField(operand) else { return nil }
            conditions.append(.numbers(field: field, asDouble: asDouble, numbers))
        }
        return conditions
    }

    // MARK: Strings

    private func text(_ test: TextTest, _ relation: ConstantRelation, _ field: Int) -> [Condition]? {
        switch (test, relation) {
        case (.equal(let text), .equal(_, let options)):
            return [.texts(field: field, TextFolding.folding(options), [Array(text.bytes.buffer)])]
        case (.ordered(let ordering, let text), .ordered(_, _, let options)):
            return [.textRange(field: field, TextFolding.folding(options), .init(ordering, Array(text.bytes.buffer)))]
        case (.between(let low, let high), .between):
            return [
                .textRange(
                    field: field, [], Interval(low: Array(low.bytes.buffer), high: Array(high.bytes.buffer)))
            ]
        case (.prefix(let text), .text(_, _, let options)):
            return Interval(prefix: Array(text.bytes.buffer)).map {
                [.textRange(field: field, TextFolding.folding(options), $0)]
            } ?? []
        case (.suffix(let text), .text(_, _, let options)):
            let bytes = Array(text.bytes.buffer)
            return bytes.isEmpty ? [] : [.suffix(field: field, TextFolding.folding(options), bytes)]
        case (.contains(let text), .text(_, _, let options)):
            let bytes = Array(text.bytes.buffer)
            let need = TextNeed(bytes: bytes, location: .anywhere, options: TextFolding.folding(options))
            return [.text(field: field, test, need: bytes.isEmpty ? nil : need, testsElements: true)]
        case (.like(let pattern, _), .text): return [like(pattern, test, field)]
        case (.matches(_, let source, _), .text(_, _, let options)):
            return [.text(field: field, test, need: PatternNeed.find(in: source, options: options))]
        default: return nil
        }
    }

    private func like(_ pattern: LikePattern, _ test: TextTest, _ field: Int) -> Condition {
        let parts = pattern.parts.map(\.literal)
        let options = pattern.options
        if parts.count == 1, let text = parts[0] { return .texts(field: field, options, [text]) }
        if parts.count == 2, let first = parts[0], let last = parts[1] {
            if last.isEmpty, let prefix = Interval(prefix: first) { return .textRange(field: field, options, prefix) }
            if first.isEmpty, !last.isEmpty { return .suffix(field: field, options, last) }
        }
        let firstPiece = pattern.parts.first?.pieces.first?.literal ?? []
        let last = pattern.parts.count > 1 ? pattern.parts.last?.pieces.last : nil
        let lastPiece = last?.anyCount == 0 ? last?.literal ?? [] : []
        let longest = pattern.parts.flatMap { $0.pieces.map(\.literal) }.max { $0.count < $1.count } ?? []
        var need: TextNeed?
        if firstPiece.count >= 3 {
            need = TextNeed(bytes: firstPiece, location: .start, options: options)
        } else if lastPiece.count >= 3 {
            need = TextNeed(bytes: lastPiece, location: .end, options: options)
        } else if !longest.isEmpty {
            need = TextNeed(bytes: longest, location: .anywhere, options: options)
        }
        return .text(field: field, test, need: need)
    }
}

extension Interval<NumberKey> {
    fileprivate static func equal(_ key: NumberKey) -> Interval { Interval(low: key, high: key) }
}

extension Interval<[UInt8]> {
    fileprivate init(_ ordering: CoreOrdering, _ text: [UInt8]) {
        switch ordering {
        case .less: self.init(high: text, includesHigh: false)
        case .lessOrEqual: self.init(high: text)
        case .greater: self.init(low: text, includesLow: false)
        case .greaterOrEqual: self.init(low: text)
        }
    }

    /// The strings that begin with a prefix in UTF-8; nil if it is empty, which no string begins with.
    init?(prefix: [UInt8]) {
        guard let last = prefix.last, last < 0xFF else { return nil }
        var end = prefix
        end[end.count - 1] = last + 1
        self.init(low: prefix, high: end, includesHigh: false)
    }
}
