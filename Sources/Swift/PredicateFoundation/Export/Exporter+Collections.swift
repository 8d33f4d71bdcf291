import PredicatePlatform

import PredicateCore

// Quantifiers, SUBQUERY, counts, elements and entries.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Exporter {
    /// The levels of lists that a quantifier opens.
    enum Expansion { case shallow, deep }

    typealias ElementTest = (Exported) throws(ExportRefusal) -> StandardNode<Bool>

    // MARK: Quantifiers

    /// Whether one value of an expression passes a test, or all of them do.
    func elements(of tree: ExpressionTree, all: Bool, isShallow: Bool, _ body: ElementTest) throws(ExportRefusal)
        -> StandardNode<Bool>
    {
        try elements(of: tree, all: all, isOutermost: true, isShallow ? .shallow : .deep, body)
    }

    private func elements(
        of tree: ExpressionTree, all: Bool, isOutermost: Bool, _ depth: Expansion, _ body: ElementTest
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        switch tree.kind {
        case .field(let base, let name) where isMapped(base):
            // A path through a list: the rest of the path applies to each element.
            return try elements(of: base, all: all, isOutermost: isOutermost, .deep) {
                (element) throws(ExportRefusal) in
                guard case .operand(let value) = element else { return try body(.constant(.null)) }
                return try self.withElement("", value) { () throws(ExportRefusal) in
                    let path = ExpressionTree(
                        .field(ExpressionTree(.variable("")), name), type: tree.type.element ?? .any, range: tree.range)
                    let operand = try self.operand(path)
                    if depth == .shallow { return try body(.operand(operand)) }
                    return try self.elements(
                        of: operand, all: all, isOutermost: false, depth: .deep, self.location(tree), body)
                }
            }
        case .subquery(let collection, let variable, let predicate):
            return try elements(of: collection, all: all, isOutermost: isOutermost, .shallow) {
                (element) throws(ExportRefusal) in
                guard case .operand(let value) = element else { throw self.unquantifiable(tree) }
                let condition = try self.withElement(variable, value) { () throws(ExportRefusal) in
                    self.node(of: predicate)
                }
                let found = try body(element)
                return all
                    ? StandardForms.or(StandardForms.not(condition), found) : StandardForms.and(condition, found)
            }
        case .aggregate, .constant:
            guard case .list(let values) = try exported(tree) else { throw unquantifiable(tree) }
            var parts: [StandardNode<Bool>] = []
            for value in values { parts.append(try body(value.value)) }
            return StandardForms.balanced(parts, empty: all) {
                all ? StandardForms.and($0, $1) : StandardForms.or($0, $1)
            }
        default:
            let operand = try operand(tree)
            return try elements(
                of: operand, all: all, isOutermost: isOutermost, depth: depth, location(tree), body)
        }
    }

    private func unquantifiable(_ tree: ExpressionTree) -> ExportRefusal {
        ExportRefusal(.operation, location(tree), "there is no standard expression for a quantifier over this")
    }

    /// Whether a tree is a list or a subquery, or a path through a list.
    private func isMapped(_ tree: ExpressionTree) -> Bool {
        switch tree.kind {
        case .field(let base, _): tree.type.element != nil || isMapped(base)
        case .subquery: true
        default: tree.type.element != nil
        }
    }

    /// The same for a list. Inside a path, a value that is not a list counts as a single element.
    func elements(
        of operand: Operand, all: Bool, isOutermost: Bool, depth: Expansion, _ range: SourceRange,
        _ body: ElementTest
    ) throws(ExportRefusal) -> StandardNode<Bool> {
        guard SwiftType(operand.type).isList, let type = operand.type as? any Sequence.Type else {
            if isOutermost {
                throw ExportRefusal(.operation, range, "there is no standard expression for a quantifier over this")
            }
            return try body(.operand(operand))
        }
        func expanded<C: Sequence>(_ type: C.Type) throws(ExportRefusal) -> StandardNode<Bool> {
            let variable = PredicateExpressions.Variable<C.Element>()
            let element = Operand(variable, C.Element.self)
            let test: StandardNode<Bool>
            if depth == .deep, SwiftType(element.type).isList {
                test = try elements(of: element, all: all, isOutermost: false, depth: .deep, range, body)
            } else {
                test = try body(.operand(element))
            }
            func quantified(_ list: StandardNode<C>) -> StandardNode<Bool> {
                all
                    ? StandardForms.allSatisfy(list, variable, test)
                    : StandardForms.contains(list, variable, where: test)
            }
            if let list = operand.plain(type) { return quantified(list) }
            guard let list = operand.optional(type) else { throw mismatch(operand, range) }
            // ANY over nil is false, and ALL is true. In the middle of a path, nil is an element like any other.
            let whenNil = isOutermost ? StandardForms.value(all) : try body(.constant(.null))
            let there = PredicateExpressions.Variable<C>()
            let answer: StandardNode<Bool?> = StandardForms.flatMap(list, there, quantified(there))
            return StandardForms.coalesce(answer, whenNil)
        }
        return try expanded(type)
    }

    // MARK: SUBQUERY

    /// `SUBQUERY(…).@count > 0` as a single quantifier.
    func countOfSubquery(_ comparison: PredicateTree.Comparison, _ test: ComparisonTest) throws(ExportRefusal)
        -> StandardNode<Bool>?
    {
        guard case .constant(.integer(let limit)) = comparison.right.kind else { return nil }
        let query: ExpressionTree
        switch comparison.left.kind {
        case .collection(.count, let base, nil): query = base
        case .index(let base, .size): query = base
        default: return nil
        }
        guard case .subquery(let collection, let variable, let predicate) = query.kind, !isMapped(collection, in: ()),
            case let list = try operand(collection), !list.isOptional
        else { return nil }
        let isAny: Bool
        switch (comparison.comparator, limit) {
        case (.greater, 0), (.greaterOrEqual, 1), (.notEqual, 0): isAny = true
        case (.equal, 0), (.less, 1), (.lessOrEqual, 0): isAny = false
        default: return nil
        }
        let found = try elements(of: list, all: false, isOutermost: true, depth: .shallow, location(query)) {
            (element) throws(ExportRefusal) in
            guard case .operand(let value) = element else { return StandardForms.value(false) }
            return try self.withElement(variable, value) { () throws(ExportRefusal) in self.node(of: predicate) }
        }
        return isAny ? found : StandardForms.not(found)
    }

    /// Whether a collection is a path through a list. Its elements are then in many lists.
    private func isMapped(_ tree: ExpressionTree, in _: Void) -> Bool {
        if case .field(let base, _) = tree.kind { return isMapped(base) }
        return false
    }

    /// The elements of a SUBQUERY as a list.
    func filtered(
        _ collection: ExpressionTree, _ variable: String, _ predicate: PredicateTree, _ range: SourceRange
    ) throws(ExportRefusal) -> Operand {
        let list = try operand(collection)
        guard SwiftType(list.type).isList, let type = list.type as? any Sequence.Type else {
            throw unquantifiable(collection)
        }
        func filtered<C: Sequence>(_ type: C.Type) throws(ExportRefusal) -> Operand {
            let element = PredicateExpressions.Variable<C.Element>()
            let test = try withElement(variable, Operand(element, C.Element.self)) { () throws(ExportRefusal) in
                self.node(of: predicate)
            }
            guard let found = list.mapped(type, { StandardForms.filter($0, element, test) }) else {
                throw mismatch(list, range)
            }
            return found
        }
        return try filtered(type)
    }

    // MARK: Counts, elements, entries

    /// `@count` and `[SIZE]`.
    func count(_ tree: ExpressionTree) throws(ExportRefusal) -> Operand {
        if isMapped(tree, in: ()) {
            throw ExportRefusal(.operation, location(tree), "there is no standard expression for a count after a list")
        }
        let list = try operand(tree)
        let swift = SwiftType(list.type)
        if swift.isList, let type = list.type as? any Sequence.Type {
            func counted<C: Sequence>(_: C.Type) -> Operand? {
                if let count = list.property(\[C.Element].count) { return count }
                func ofSet<E: Hashable>(_: E.Type) -> Operand? { list.property(\Set<E>.count) }
                return (C.Element.self as? any Hashable.Type).flatMap { ofSet($0) }
            }
            if let count = counted(type) { return count }
        }
        if let type = list.type as? any DictionaryValue.Type {
            func counted<V>(_: V.Type) -> Operand? { list.property(\[String: V].count) }
            if let count = counted(type.valueType) { return count }
        }
        throw ExportRefusal(
            .operation, location(tree), "there is no standard expression for the count of a \(list.type)")
    }

    /// `@min` and `@max` of scalars.
    func extreme(_ symbol: CollectionOperator, of list: Operand, _ range: SourceRange) throws(ExportRefusal) -> Operand
    {
        guard SwiftType(list.type).isList, let type = list.type as? any Sequence.Type else {
            throw mismatch(list, range)
        }
        func extreme<C: Sequence>(_ type: C.Type) throws(ExportRefusal) -> Operand {
            func ordered<E: OrderedScalar>(_: E.Type) throws(ExportRefusal) -> Operand {
                noteOrder(E.self, range)
                // Values that are not finite would have to be excluded.
                if E.finite != nil { noteFinite(range) }
                let isMinimum = symbol == .min
                let found =
                    list.mapped(
                        [E].self, optional: { isMinimum ? StandardForms.minimum($0) : StandardForms.maximum($0) })
                    ?? list.mapped(
                        Set<E>.self, optional: { isMinimum ? StandardForms.minimum($0) : StandardForms.maximum($0) })
                if let found { return found }
                throw mismatch(list, range)
            }
            guard let element = C.Element.self as? any OrderedScalar.Type else {
                throw ExportRefusal(
                    .operation, range,
                    "there is no standard expression for \(symbol.rawValue) of values of \(C.Element.self)")
            }
            return try ordered(element)
        }
        return try extreme(type)
    }

    /// `[FIRST]`, `[LAST]`, `[SIZE]`, `[n]` and `['key']`.
    func element(_ index: ExpressionTree.Index, of tree: ExpressionTree, _ range: SourceRange) throws(ExportRefusal)
        -> Operand
    {
        if case .size = index { return try count(tree) }
        let base = try operand(tree)
        if base.type is any DictionaryValue.Type {
            guard case .at(let key) = index, case .constant(.string(let name)) = key.kind else {
                throw ExportRefusal(.operation, range, "there is a standard expression for constant keys only")
            }
            return try entry(name, of: base, range)
        }
        if !SwiftType(base.type).isList, case .at(let key) = index, case .constant(.string(let name)) = key.kind {
            return try operand(ExpressionTree(.field(tree, name), range: range))
        }
        guard SwiftType(base.type).isList, let type = base.type as? any Sequence.Type else {
            throw mismatch(base, range)
        }
        func found<C: Sequence>(_: C.Type) throws(ExportRefusal) -> Operand? {
            typealias List = [C.Element]
            switch index {
            case .size: return nil
            case .first: return base.property(\List.first)
            case .last: return base.property(\List.last)
            case .at(let key):
                guard case .constant(.integer(let number)) = key.kind else {
                    throw ExportRefusal(.operation, range, "there is a standard expression for constant indexes only")
                }
                return element(number, of: base, List.self)
            }
        }
        guard let result = try found(type) else {
            throw ExportRefusal(.operation, range, "there is no standard expression for an element of a \(base.type)")
        }
        return result
    }

    /// The element at a constant index; nil if it is out of range, where a plain index would trap.
    private func element<E>(_ number: Int64, of list: Operand, _: [E].Type) -> Operand? {
        func guarded(_ list: StandardNode<[E]>) -> StandardNode<E?> {
            guard let number = Int(exactly: number), number >= 0 else { return StandardForms.null(E.self) }
            let index = StandardForms.value(number)
            return StandardForms.conditional(
                StandardForms.compare(StandardForms.property(list, \[E].count), .greaterThan, index),
                StandardForms.optional(StandardForms.element(of: list, at: index)), StandardForms.null(E.self))
        }
        return list.mapped([E].self, optional: guarded)
    }

    /// The value for a key of a dictionary.
    func entry(_ key: String, of dictionary: Operand, _ range: SourceRange) throws(ExportRefusal) -> Operand {
        guard let type = dictionary.type as? any DictionaryValue.Type, type.keyType == String.self else {
            throw mismatch(dictionary, range)
        }
        noteEquality(of: key, range)
        func entry<V>(_: V.Type) -> Operand? {
            dictionary.mapped(
                [String: V].self, optional: { StandardForms.entry(of: $0, for: StandardForms.value(key)) })
        }
        guard let value = entry(type.valueType) else { throw mismatch(dictionary, range) }
        return value
    }
}
