import PredicatePlatform

import PredicateCore

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Exporter {
    /// The comparison of two exported sides.
    func node(_ test: ComparisonTest, _ left: Exported, _ right: Exported) throws(ExportRefusal) -> StandardNode<Bool> {
        switch test.comparator.form {
        case .relation: return try relation(test, left, right)
        case .between: return try between(test, left, right)
        case .membership:
            // `a IN b` is the same as `b CONTAINS a`.
            return try membership(right, left, test, containerRange: test.rightRange, elementRange: test.leftRange)
        case .containment:
            return try membership(left, right, test, containerRange: test.leftRange, elementRange: test.rightRange)
        case .text: return try textTest(test, left, right)
        case .custom(let name):
            throw ExportRefusal(.operation, test.range, "there is no standard expression for \(name)")
        }
    }

    // MARK: nil

    /// Applies a body to a value if there is one, and returns `otherwise` if it is nil.
    func whenThere<T>(
        _ operand: Operand, _ type: T.Type, at range: SourceRange, otherwise: Bool = false,
        _ body: (StandardNode<T>) throws(ExportRefusal) -> StandardNode<Bool>
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        if let node = operand.plain(type) { return try body(node) }
        guard let node = operand.optional(type) else { throw mismatch(operand, range) }
        let value = PredicateExpressions.Variable<T>()
        let answer: StandardNode<Bool?> = StandardForms.flatMap(node, value, try body(value))
        return StandardForms.coalesce(answer, StandardForms.value(otherwise))
    }

    func mismatch(_ operand: Operand, _ range: SourceRange) -> ExportRefusal {
        ExportRefusal(.type, range, "there is no standard expression for values of \(operand.type) here")
    }

    /// Whether a value is nil.
    func isNil(_ operand: Operand, _ range: SourceRange) throws(ExportRefusal) -> StandardNode<Bool> {
        if !operand.isFinite, let type = operand.type as? any OrderedScalar.Type, isFinitenessDecisive(type) {
            if mode == .mayDiffer {
                noteFinite(range)
            } else {
                return StandardForms.not(try isFinite(operand, type, range))
            }
        }
        guard operand.isOptional else { return StandardForms.value(false) }
        func compared<T: Equatable>(_ type: T.Type) -> StandardNode<Bool>? {
            operand.optional(type).map { StandardForms.equal($0, StandardForms.null(type)) }
        }
        if let type = operand.type as? any Equatable.Type, let node = compared(type) { return node }
        func asked<T>(_ type: T.Type) throws(ExportRefusal) -> StandardNode<Bool> {
            StandardForms.not(try whenThere(operand, type, at: range) { _ in StandardForms.value(true) })
        }
        return try asked(operand.type)
    }

    private func canBeNil(_ operand: Operand) -> Bool {
        operand.isOptional
            || (!operand.isFinite && (operand.type as? any OrderedScalar.Type).map { isFinitenessDecisive($0) } == true)
    }

    private func isFinitenessDecisive<T: OrderedScalar>(_: T.Type) -> Bool { T.finite != nil }

    private func isFinite<T: OrderedScalar>(_ operand: Operand, _ type: T.Type, _ range: SourceRange)
        throws(ExportRefusal) -> StandardNode<Bool>
    {
        try whenThere(operand, type, at: range) { value in self.isFinite(value) }
    }

    /// Whether a number is finite. Other numbers are nil in the language.
    func isFinite<T: OrderedScalar>(_ value: StandardNode<T>) -> StandardNode<Bool> {
        guard let finite = T.finite else { return StandardForms.value(true) }
        return StandardForms.and(
            StandardForms.compare(value, .greaterThanOrEqual, StandardForms.value(finite.lowerBound)),
            StandardForms.compare(value, .lessThanOrEqual, StandardForms.value(finite.upperBound)))
    }

    func noteFinite(_ range: SourceRange) {
        deviate(.notFinite, range, "NaN and the infinities are nil here; in Swift they are numbers")
    }

    // MARK: == != < <= > >=

    private func relation(_ test: ComparisonTest, _ left: Exported, _ right: Exported) throws(ExportRefusal)
        -> StandardNode<Bool>
    {
        switch (left, right) {
        case (.operand(let operand), .constant(let value)):
            return try relation(test, operand.byRawValue, value)
        case (.constant(let value), .operand(let operand)):
            guard let mirrored = test.mirrored else { break }
            return try relation(mirrored, operand.byRawValue, value)
        case (.operand(let a), .operand(let b)): return try relation(test, a.byRawValue, b.byRawValue)
        case (.constant(let a), .constant(let b)): return StandardForms.value(Self.holds(test, a, b))
        default: break
        }
        throw ExportRefusal(.operation, test.range, "there is no standard expression for a comparison with a list")
    }

    /// Whether a comparison of constants is true.
    private static func holds(_ test: ComparisonTest, _ a: PredicateValue, _ b: PredicateValue) -> Bool {
        switch test.comparator {
        case .equal: ValueSemantics.equals(a, b, options: test.options)
        case .notEqual: !ValueSemantics.equals(a, b, options: test.options)
        case .less: ValueSemantics.ordered(.less, a, b, options: test.options)
        case .lessOrEqual: ValueSemantics.ordered(.lessOrEqual, a, b, options: test.options)
        case .greater: ValueSemantics.ordered(.greater, a, b, options: test.options)
        case .greaterOrEqual: ValueSemantics.ordered(.greaterOrEqual, a, b, options: test.options)
        default: false
        }
    }

    /// A comparison of a value with a constant.
    private func relation(_ test: ComparisonTest, _ operand: Operand, _ constant: PredicateValue) throws(ExportRefusal)
        -> StandardNode<Bool>
    {
        if case .null = constant {
            switch test.comparator {
            case .equal, .lessOrEqual, .greaterOrEqual: return try isNil(operand, test.leftRange)
            case .notEqual: return try isThere(operand, test.leftRange)
            default: return StandardForms.value(false)
            }
        }
        if operand.type == Bool.self { return try booleanRelation(test, operand, constant) }
        guard let scalar = operand.type as? any ExportScalar.Type else { throw mismatch(operand, test.leftRange) }
        if operand.type == String.self, !test.options.isEmpty {
            return try optionsTest(test, operand, constant)
        }
        return try relation(test, operand, constant, scalar)
    }

    private func isThere(_ operand: Operand, _ range: SourceRange) throws(ExportRefusal) -> StandardNode<Bool> {
        func compared<T: Equatable>(_ type: T.Type) -> StandardNode<Bool>? {
            operand.optional(type).map { StandardForms.notEqual($0, StandardForms.null(type)) }
        }
        if operand.isOptional, !(operand.type is any OrderedScalar.Type),
            let type = operand.type as? any Equatable.Type,
            let node = compared(type)
        {
            return node
        }
        return StandardForms.not(try isNil(operand, range))
    }

    private func relation<T: ExportScalar>(
        _ test: ComparisonTest, _ operand: Operand, _ constant: PredicateValue, _ type: T.Type
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        guard let threshold = T.threshold(for: constant) else {
            throw ExportRefusal(.conversion, test.rightRange, "this constant is not a \(type)")
        }
        noteConstant(constant, type, test.rightRange)
        switch test.comparator {
        case .equal, .notEqual:
            let isEqual = test.comparator == .equal
            guard threshold.order == .equal else { return StandardForms.value(!isEqual) }
            if let text = threshold.value as? String { noteEquality(of: text, test.range) }
            if type == URL.self { noteURL(test.range) }
            if let node = operand.plain(type) {
                let value = StandardForms.value(threshold.value)
                return isEqual ? StandardForms.equal(node, value) : StandardForms.notEqual(node, value)
            }
            guard let node = operand.optional(type) else { throw mismatch(operand, test.leftRange) }
            let value: StandardNode<T?> = StandardForms.value(Optional(threshold.value))
            return isEqual ? StandardForms.equal(node, value) : StandardForms.notEqual(node, value)
        default:
            func ordered<S: OrderedScalar>(_ type: S.Type) throws(ExportRefusal) -> StandardNode<Bool>? {
                guard let value = threshold.value as? S else { return nil }
                return try order(test, operand, Threshold(value, threshold.order))
            }
            if let scalar = type as? any OrderedScalar.Type, let node = try ordered(scalar) { return node }
            throw ExportRefusal(.operation, test.range, "values of \(type) have no order in standard expressions")
        }
    }

    /// Notes a difference if a constant has another numeric type.
    func noteConstant(_ constant: PredicateValue, _ type: Any.Type, _ range: SourceRange) {
        guard case .double(let double) = constant else { return }
        if type == Decimal.self || ((type == UInt.self || type == UInt64.self) && double >= 0x1p63) {
            deviate(
                .decimalPrecision, range,
                "a decimal with a double is compared as a double here, and exactly in Swift")
        }
    }

    func noteEquality(of text: String?, _ range: SourceRange) {
        if let text, text.isAloneInItsCanonicalClass { return }
        deviate(
            .canonicalEquivalence, range,
            "strings are equal here if their code points are; in Swift also when they are canonically equivalent")
    }

    func noteURL(_ range: SourceRange) {
        deviate(.urlEquality, range, "scheme and host of URLs compare without case here")
    }

    func noteOrder(_ type: Any.Type, _ range: SourceRange) {
        if type == String.self {
            deviate(.textOrder, range, "text is ordered by code points here, and by its canonical composition in Swift")
        }
    }

    /// An ordered comparison with a constant.
    private func order<T: OrderedScalar>(_ test: ComparisonTest, _ operand: Operand, _ threshold: Threshold<T>)
        throws(ExportRefusal) -> StandardNode<Bool>
    {
        noteOrder(T.self, test.range)
        let symbol: PredicateExpressions.ComparisonOperator
        let isUpward: Bool
        switch test.comparator {
        case .less:
            symbol = threshold.order == .less ? .lessThanOrEqual : .lessThan
            isUpward = false
        case .lessOrEqual:
            symbol = threshold.order == .greater ? .lessThan : .lessThanOrEqual
            isUpward = false
        case .greater:
            symbol = threshold.order == .greater ? .greaterThanOrEqual : .greaterThan
            isUpward = true
        default:
            symbol = threshold.order == .less ? .greaterThan : .greaterThanOrEqual
            isUpward = true
        }
        if T.finite != nil, !operand.isFinite, mode == .mayDiffer { noteFinite(test.leftRange) }
        return try whenThere(operand, T.self, at: test.leftRange) { value in
            let node = StandardForms.compare(value, symbol, StandardForms.value(threshold.value))
            guard let finite = T.finite, self.mode == .exact, !operand.isFinite else { return node }
            let bound =
                isUpward
                ? StandardForms.compare(value, .lessThanOrEqual, StandardForms.value(finite.upperBound))
                : StandardForms.compare(value, .greaterThanOrEqual, StandardForms.value(finite.lowerBound))
            return StandardForms.and(node, bound)
        }
    }

    /// A comparison of a boolean with a constant, which may be a number: decided for both values.
    private func booleanRelation(_ test: ComparisonTest, _ operand: Operand, _ constant: PredicateValue)
        throws(ExportRefusal) -> StandardNode<Bool>
    {
        let whenTrue = Self.holds(test, .boolean(true), constant)
        let whenFalse = Self.holds(test, .boolean(false), constant)
        let whenNil = Self.holds(test, .null, constant)
        func answer(_ value: StandardNode<Bool>) -> StandardNode<Bool> {
            switch (whenTrue, whenFalse) {
            case (true, true): StandardForms.value(true)
            case (true, false): value
            case (false, true): StandardForms.not(value)
            case (false, false): StandardForms.value(false)
            }
        }
        if !operand.isOptional {
            return try whenThere(operand, Bool.self, at: test.leftRange) { value in answer(value) }
        }
        if whenTrue != whenFalse, let node = operand.optional(Bool.self) {
            // The usual form in Swift: flag == true, flag != false.
            return whenNil
                ? StandardForms.notEqual(node, StandardForms.value(Optional(whenFalse)))
                : StandardForms.equal(node, StandardForms.value(Optional(whenTrue)))
        }
        return try whenThere(operand, Bool.self, at: test.leftRange, otherwise: whenNil) { value in answer(value) }
    }

    // MARK: Two values

    private func relation(_ test: ComparisonTest, _ a: Operand, _ b: Operand) throws(ExportRefusal) -> StandardNode<
        Bool
    > {
        guard SwiftType.same(a.type, b.type) else { throw conversion(a, b, test.range) }
        guard let scalar = a.type as? any ExportScalar.Type else { throw mismatch(a, test.range) }
        if a.type == String.self, !test.options.isEmpty { return try optionsTest(test, a, b) }
        switch test.comparator {
        case .equal: return try equality(test, a, b, scalar)
        case .notEqual: return StandardForms.not(try equality(test, a, b, scalar))
        default:
            guard let ordered = a.type as? any OrderedScalar.Type else {
                throw ExportRefusal(.operation, test.range, "values of \(a.type) have no order in standard expressions")
            }
            return try order(test, a, b, ordered)
        }
    }

    func conversion(_ a: Operand, _ b: Operand, _ range: SourceRange) -> ExportRefusal {
        ExportRefusal(.conversion, range, "no standard expression makes a \(b.type) of a \(a.type)")
    }

    private func equality<T: ExportScalar>(_ test: ComparisonTest, _ a: Operand, _ b: Operand, _ type: T.Type)
        throws(ExportRefusal) -> StandardNode<Bool>
    {
        if type == String.self { noteEquality(of: nil, test.range) }
        if type == URL.self { noteURL(test.range) }
        let isReal = (type as? any OrderedScalar.Type).map { isFinitenessDecisive($0) } ?? false
        if isReal, !(a.isFinite && b.isFinite) {
            if mode == .exact, let ordered = type as? any OrderedScalar.Type {
                return try finiteEquality(test, a, b, ordered)
            }
            noteFinite(test.range)
        }
        if let a = a.plain(type) {
            if let b = b.plain(type) { return StandardForms.equal(a, b) }
            return try whenThere(b, type, at: test.rightRange) { b in StandardForms.equal(a, b) }
        }
        if let b = b.plain(type) {
            return try whenThere(a, type, at: test.leftRange) { a in StandardForms.equal(a, b) }
        }
        guard let a = a.optional(type), let b = b.optional(type) else { throw mismatch(a, test.range) }
        return StandardForms.equal(a, b)
    }

    /// Equality of numbers if a value that is not finite is nil: equal finite numbers, or nil on both sides.
    private func finiteEquality<T: OrderedScalar>(_ test: ComparisonTest, _ a: Operand, _ b: Operand, _ type: T.Type)
        throws(ExportRefusal) -> StandardNode<Bool>
    {
        let equal = try both(a, b, type, test) { a, b in
            StandardForms.and(StandardForms.equal(a, b), self.isFinite(a))
        }
        return StandardForms.or(equal, try bothNil(a, b, test))
    }

    private func both<T>(
        _ a: Operand, _ b: Operand, _ type: T.Type, _ test: ComparisonTest,
        _ body: (StandardNode<T>, StandardNode<T>) -> StandardNode<Bool>
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        try whenThere(a, type, at: test.leftRange) { (first) throws(ExportRefusal) in
            try self.whenThere(b, type, at: test.rightRange) { second in body(first, second) }
        }
    }

    private func bothNil(_ a: Operand, _ b: Operand, _ test: ComparisonTest) throws(ExportRefusal) -> StandardNode<Bool>
    {
        StandardForms.and(try isNil(a, test.leftRange), try isNil(b, test.rightRange))
    }

    private func order<T: OrderedScalar>(_ test: ComparisonTest, _ a: Operand, _ b: Operand, _ type: T.Type)
        throws(ExportRefusal) -> StandardNode<Bool>
    {
        noteOrder(type, test.range)
        let symbol: PredicateExpressions.ComparisonOperator
        switch test.comparator {
        case .less: symbol = .lessThan
        case .lessOrEqual: symbol = .lessThanOrEqual
        case .greater: symbol = .greaterThan
        default: symbol = .greaterThanOrEqual
        }
        let isGuarded = T.finite != nil && mode == .exact && !(a.isFinite && b.isFinite)
        if T.finite != nil, mode == .mayDiffer, !(a.isFinite && b.isFinite) { noteFinite(test.range) }
        let ordered = try both(a, b, type, test) { a, b in
            let node = StandardForms.compare(a, symbol, b)
            return isGuarded ? StandardForms.and(node, StandardForms.and(self.isFinite(a), self.isFinite(b))) : node
        }
        // "Less or equal" is true if both sides are nil.
        guard symbol == .lessThanOrEqual || symbol == .greaterThanOrEqual else { return ordered }
        guard isGuarded || (a.isOptional && b.isOptional) else { return ordered }
        return StandardForms.or(ordered, try bothNil(a, b, test))
    }

    // MARK: BETWEEN

    private func between(_ test: ComparisonTest, _ left: Exported, _ right: Exported) throws(ExportRefusal)
        -> StandardNode<Bool>
    {
        guard case .list(let bounds) = right, bounds.count == 2 else {
            throw ExportRefusal(.operation, test.rightRange, "BETWEEN has a standard expression for two written bounds")
        }
        func part(_ comparator: ComparisonOperator, _ value: Exported, _ bound: ExportedElement)
            throws(ExportRefusal) -> StandardNode<Bool>
        {
            if case .constant(.null) = bound.value { return StandardForms.value(false) }
            var part = test
            part.comparator = comparator
            part.rightRange = bound.range
            part.options = []
            let node = try relation(part, value, bound.value)
            // BETWEEN is false for nil, although nil is less than or equal to nil.
            guard case .operand(let value) = value, case .operand(let bound) = bound.value,
                canBeNil(value) && canBeNil(bound)
            else { return node }
            return StandardForms.and(node, StandardForms.not(try isNil(value, test.leftRange)))
        }
        guard case .operand(let operand) = left, operand.isOptional,
            let scalar = operand.byRawValue.type as? any ExportScalar.Type
        else {
            let lower = try part(.greaterOrEqual, left, bounds[0])
            return StandardForms.and(lower, try part(.lessOrEqual, left, bounds[1]))
        }
        // Unwraps the value once for both bounds.
        func bound<T: ExportScalar>(_ type: T.Type) throws(ExportRefusal) -> StandardNode<Bool> {
            try whenThere(operand.byRawValue, type, at: test.leftRange) { (value) throws(ExportRefusal) in
                var there = Operand(value, type)
                there.isFinite = operand.isFinite
                let lower = try part(.greaterOrEqual, .operand(there), bounds[0])
                return StandardForms.and(lower, try part(.lessOrEqual, .operand(there), bounds[1]))
            }
        }
        return try bound(scalar)
    }
}
