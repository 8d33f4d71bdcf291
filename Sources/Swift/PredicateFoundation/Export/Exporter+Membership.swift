import PredicatePlatform

import PredicateCore

// IN and CONTAINS.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Exporter {
    /// Whether a value is an element of a list, or part of a string.
    func membership(
        _ container: Exported, _ element: Exported, _ test: ComparisonTest, containerRange: SourceRange,
        elementRange: SourceRange
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        switch container {
        case .list(let candidates):
            return try isOne(of: candidates, element, test, elementRange)
        case .operand(let operand) where SwiftType(operand.type).isList:
            return try list(operand, contains: element, test, containerRange, elementRange)
        case .operand(let operand) where operand.byRawValue.type == String.self:
            return try text(.operand(operand.byRawValue), contains: element, test, containerRange, elementRange)
        case .constant(.string): return try text(container, contains: element, test, containerRange, elementRange)
        case .constant(.null): return StandardForms.value(false)
        case .operand(let operand):
            throw ExportRefusal(
                .operation, containerRange, "there is no standard expression for the values of a \(operand.type)")
        case .constant: throw ExportRefusal(.operation, containerRange, "this constant contains nothing")
        }
    }

    /// Whether a value is one of the listed values.
    private func isOne(
        of candidates: [ExportedElement], _ element: Exported, _ test: ComparisonTest,
        _ elementRange: SourceRange
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        // nil is never found in a list.
        let candidates = candidates.filter { if case .constant(.null) = $0.value { false } else { true } }
        if case .constant(.null) = element { return StandardForms.value(false) }
        var constants: [PredicateValue] = []
        for candidate in candidates { if case .constant(let value) = candidate.value { constants.append(value) } }
        if case .operand(let operand) = element, constants.count == candidates.count,
            test.options.isEmpty || operand.byRawValue.type != String.self,
            let scalar = operand.byRawValue.type as? any ExportScalar.Type
        {
            return try isConstant(of: constants, operand.byRawValue, test, elementRange, scalar)
        }
        var parts: [StandardNode<Bool>] = []
        for candidate in candidates {
            let equal = ComparisonTest(
                comparator: .equal, options: test.options, range: test.range, leftRange: elementRange,
                rightRange: candidate.range)
            let part = try node(equal, element, candidate.value)
            // Two nil values are equal, but nil is never found in a list.
            if case .operand(let a) = element, case .operand(let b) = candidate.value, a.isOptional && b.isOptional {
                parts.append(StandardForms.and(part, StandardForms.not(try isNil(a.byRawValue, elementRange))))
            } else {
                parts.append(part)
            }
        }
        return StandardForms.balanced(parts, empty: false) { StandardForms.or($0, $1) }
    }

    private func isConstant<T: ExportScalar>(
        of constants: [PredicateValue], _ operand: Operand, _ test: ComparisonTest, _ range: SourceRange, _ type: T.Type
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        var values: [T] = []
        for constant in constants {
            if type == Bool.self, case .boolean = constant {
            } else if type == Bool.self {
                for value in [true, false] where ValueSemantics.equals(.boolean(value), constant) {
                    if let value = value as? T { values.append(value) }
                }
                continue
            }
            guard let threshold = T.threshold(for: constant) else {
                throw ExportRefusal(.conversion, test.range, "one of these constants is not a \(type)")
            }
            noteConstant(constant, type, test.range)
            if threshold.order == .equal, !values.contains(threshold.value) { values.append(threshold.value) }
        }
        if let text = (values as? [String])?.first(where: { !$0.isAloneInItsCanonicalClass }) {
            noteEquality(of: text, test.range)
        }
        if type == URL.self { noteURL(test.range) }
        return try whenThere(operand, type, at: range) { value in
            StandardForms.contains(StandardForms.value(values), value)
        }
    }

    /// Whether a list of the record contains an element.
    private func list(
        _ list: Operand, contains element: Exported, _ test: ComparisonTest, _ listRange: SourceRange,
        _ elementRange: SourceRange
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        if case .constant(.null) = element { return StandardForms.value(false) }
        if case .list = element {
            throw ExportRefusal(.operation, test.range, "there is no standard expression for a list in a list")
        }
        if let node = try found(element, in: list, test, listRange) { return node }
        var equal = test
        equal.comparator = .equal
        (equal.leftRange, equal.rightRange) = (listRange, elementRange)
        return try elements(of: list, all: false, isOutermost: true, depth: .shallow, listRange) {
            (candidate) throws(ExportRefusal) in
            guard case .operand(let member) = candidate else { return StandardForms.value(false) }
            let part = try self.node(equal, candidate, element)
            guard member.isOptional, case .operand(let other) = element, other.isOptional else { return part }
            return StandardForms.and(part, StandardForms.not(try self.isNil(member.byRawValue, listRange)))
        }
    }

    /// `list.contains(constant)`, if the elements are scalars that compare with the constant.
    private func found(_ element: Exported, in list: Operand, _ test: ComparisonTest, _ range: SourceRange)
        throws(ExportRefusal) -> StandardNode<Bool>?
    {
        guard case .constant(let constant) = element, test.options.isEmpty, let type = list.type as? any Sequence.Type,
            let scalar = Importer.elementType(of: type) as? any ExportScalar.Type
        else { return nil }
        func found<T: ExportScalar>(_: T.Type) throws(ExportRefusal) -> StandardNode<Bool>? {
            // A constant between two values equals none of them. Types with their own equality are compared one by
            // one.
            guard T.self != URL.self, T.self != Bool.self, T.self != Decimal.self,
                let threshold = T.threshold(for: constant), threshold.order == .equal
            else { return nil }
            noteConstant(constant, T.self, test.range)
            if let text = threshold.value as? String { noteEquality(of: text, test.range) }
            let value = StandardForms.value(threshold.value)
            if list.type == [T].self {
                return try whenThere(list, [T].self, at: range) { StandardForms.contains($0, value) }
            }
            guard list.type == Set<T>.self else { return nil }
            return try whenThere(list, Set<T>.self, at: range) { StandardForms.contains($0, value) }
        }
        return try found(scalar)
    }
}
