import PredicateCore

extension SQLTranslator {
    // MARK: Quantifiers

    mutating func quantified(
        _ quantifier: CoreQuantifier, _ over: CoreExpression, _ slot: Int, _ expansion: CoreExpansion,
        _ body: CorePredicate
    ) -> SQLPair {
        switch operand(over) {
        case .unknown(let reason): return .unknown(reason)
        case .constant(.null): return .exact(.truth(quantifier == .all))
        case .constant(let value):
            guard let elements = ValueSemantics.elements(of: value) else { return .exact(.no) }
            guard elements.count <= 32, !elements.contains(where: { ValueSemantics.elements(of: $0) != nil }) else {
                return .unknown("the list is long")
            }
            return quantified(quantifier, elements.map { .constant($0) }, slot, body)
        case .written(let elements):
            for element in elements {
                if case .list = element { return .unknown("the list is made of lists") }
                if case .variable = element { return .unknown("a variable may be a list") }
            }
            guard elements.count <= 32 else { return .unknown("the list is long") }
            return quantified(quantifier, elements, slot, body)
        case .variable, .now, .dateStep:
            return .unknown("whether it is a list is known only when it is evaluated")
        case .structure(let structure):
            return quantifier == .any ? .exact(.no) : isNil(.structure(structure))
        case .row(let row):
            // It is not a list: both are false, unless it is nil (D2).
            return quantifier == .any ? .exact(.no) : isNil(.row(row))
        case .scalar(let scalar):
            if !scalar.trust.isEmpty || scalar.kind == .json { return .unknown("it may be a list") }
            return quantifier == .any ? .exact(.no) : isNil(.scalar(scalar))
        case .count(let list): return quantifier == .any ? .exact(.no) : isNil(.list(list))
        case .list(let list):
            switch expanded(list, expansion) {
            case .failure(let problem): return .unknown(problem.reason)
            case .success(let list):
                slots[slot] = list.element
                let body = pair(body)
                if quantifier == .any { return exists(list, body) }
                return exists(list, body.negated).negated
            }
        }
    }

    private mutating func quantified(
        _ quantifier: CoreQuantifier, _ elements: [SQLOperand], _ slot: Int, _ body: CorePredicate
    ) -> SQLPair {
        var pairs: [SQLPair] = []
        for element in elements {
            slots[slot] = element
            pairs.append(pair(body))
        }
        return quantifier == .any ? disjunction(pairs) : conjunction(pairs)
    }

    private struct Problem: Error {
        var reason: String
    }

    /// A list with the lists in it expanded, as far as a quantifier does that (D13).
    private mutating func expanded(_ list: SQLRowList, _ expansion: CoreExpansion) -> Result<SQLRowList, Problem> {
        switch expansion {
        case .shallow:
            if list.mayHoldLists { return .failure(Problem(reason: "the array may have several dimensions")) }
            return .success(list)
        case .deep: break
        case .shallowIfList(let other):
            switch operand(other) {
            case .list, .written, .variable, .unknown:
                return .failure(Problem(reason: "its elements are compared with a list"))
            case .constant(let value) where ValueSemantics.elements(of: value) != nil:
                return .failure(Problem(reason: "its elements are compared with a list"))
            default: break
            }
        }
        var list = list
        while case .list(let inner) = list.element {
            // nil in place of a list is an element, and a list without elements is none.
            if inner.owner != nil || inner.array != nil {
                return .failure(Problem(reason: "a list in it may be nil"))
            }
            if inner.isDistinct { return .failure(Problem(reason: "it is made of distinct values")) }
            list = joined(list, inner)
        }
        if case .count(let inner) = list.element { list.element = scalar(ofCount: inner) }
        if case .unknown(let reason) = list.element { return .failure(Problem(reason: reason)) }
        return .success(list)
    }

    /// The elements of the lists in a list.
    private func joined(_ list: SQLRowList, _ inner: SQLRowList) -> SQLRowList {
        var joined = list
        joined.sources += inner.sources
        joined.filters += inner.filters
        joined.element = inner.element
        joined.order = []
        return joined
    }

    /// Whether a row of a list satisfies a condition.
    func exists(_ list: SQLRowList, _ condition: SQLPair) -> SQLPair {
        let all = conjunction(list.filters + [condition])
        func row(_ condition: SQLNode) -> SQLNode {
            if condition.isFalse { return .no }
            if dialect == .spark { return Self.exists(list.sources, condition) }
            return .exists(SQLSelect(columns: [.literal("1")], sources: list.sources, conditions: [condition]))
        }
        if all.isExact { return .exact(row(all.over)) }
        return SQLPair(under: row(all.under), over: row(all.over), reason: all.reason)
    }

    // MARK: SUBQUERY and operators

    mutating func subquery(_ base: CoreExpression, _ slot: Int, _ predicate: CorePredicate) -> SQLOperand {
        switch operand(base) {
        case .list(var list):
            if list.isDistinct { return .unknown("SUBQUERY of distinct values") }
            if list.mayHoldLists { return .unknown("the array may have several dimensions") }
            slots[slot] = list.element
            list.filters.append(pair(predicate))
            list.order = []
            return .list(list)
        case .constant(.null): return .constant(.null)
        case .unknown(let reason): return .unknown(reason)
        default: return .unknown("SUBQUERY of a value that is not a list of rows")
        }
    }

    func count(_ operand: SQLOperand) -> SQLOperand {
        switch operand {
        case .list(let list): return .count(list)
        case .constant(let value):
            if let elements = ValueSemantics.elements(of: value) { return .constant(.integer(Int64(elements.count))) }
            if case .object = value { return .unknown("SQL has no objects") }
            return .constant(.null)
        case .written(let elements): return .constant(.integer(Int64(elements.count)))
        case .unknown: return operand
        default: return .unknown("it is counted only if it is a list")
        }
    }

    /// How many rows a list has, as a value; nil if the list is nil.
    func scalar(ofCount list: SQLRowList) -> SQLOperand {
        if dialect == .spark { return .unknown(Self.arrayReason) }
        if let array = list.array {
            // The length of the first dimension is NULL for an empty array.
            let length = SQLNode.call("array_length", [array.node, .literal("1")], isNullable: true)
            let count = SQLNode.call("COALESCE", [length, .literal("0")], isNullable: false)
            return .scalar(computed(array, .when(.isNotNull(array.node), .cast(count, "int8")), .integer))
        }
        guard let condition = exactFilter(list) else { return .unknown(Self.reason(list)) }
        var counted = SQLNode.literal("*")
        if list.isDistinct {
            guard case .scalar(let scalar) = list.element else { return .unknown("distinct objects are counted") }
            let value = plain(scalar)
            if let problem = value.problem ?? (value.trust.isEmpty ? nil : "its values may be of any type") {
                return .unknown(problem)
            }
            guard scalar.kind == .text || scalar.kind == .integer else {
                return .unknown("distinct values are counted")
            }
            let text = dialect.text(value.node, scalar)
            counted = .marked("DISTINCT ", scalar.kind == .text ? dialect.ordered(text) : text)
        }
        let select = SQLSelect(
            columns: [.call("COUNT", [counted], isNullable: false)], sources: list.sources, conditions: [condition])
        return .scalar(owned(list, SQLScalar(node: .scalar(select, isNullable: false), kind: .integer)))
    }

    /// A value made of a column of a row that links may reach.
    private func computed(_ column: SQLScalar, _ node: SQLNode, _ kind: SQLScalar.Kind) -> SQLScalar {
        if column.steps.isEmpty { return SQLScalar(node: node, kind: kind) }
        let select = SQLSelect(columns: [node], sources: column.steps.map { Self.source($0) }, conditions: [])
        return SQLScalar(node: .scalar(select), kind: kind)
    }

    /// The condition that an array has one dimension, or no elements: its elements are not lists.
    private func isFlat(_ array: SQLScalar) -> SQLNode {
        .compare(
            .call(
                "COALESCE", [.call("array_ndims", [array.node], isNullable: true), .literal("1")], isNullable: false),
            "=", .literal("1"))
    }

    static func reason(_ list: SQLRowList) -> String {
        list.filters.lazy.compactMap(\.reason).first ?? "its rows are not known"
    }

    func exactFilter(_ list: SQLRowList) -> SQLNode? {
        let all = conjunction(list.filters)
        return all.isExact ? all.over : nil
    }

    /// The value for a list; nil if the list is nil.
    private func owned(_ list: SQLRowList, _ scalar: SQLScalar) -> SQLScalar {
        let isThere = presence(of: list)
        if isThere.isTrue { return scalar }
        var owned = scalar
        owned.node = .when(isThere, scalar.node)
        return owned
    }

    mutating func collection(_ op: CollectionOperator, _ base: CoreExpression, _ slot: Int, _ path: CoreExpression?)
        -> SQLOperand
    {
        let base = operand(base)
        if op == .count { return count(base) }
        switch base {
        case .unknown: return base
        case .constant(let value):
            guard path == nil else { return .unknown("the list is not one of rows") }
            var work = WorkBudget.unlimited
            return .constant(ValueSemantics.collection(op, of: value, &work))
        case .list(var list):
            if list.isDistinct { return .unknown("the values are distinct") }
            if let path {
                slots[slot] = list.element
                list.element = operand(path)
            }
            if case .count(let inner) = list.element { list.element = scalar(ofCount: inner) }
            return collection(op, list)
        default: return .unknown("the list is not one of rows")
        }
    }

    func collection(_ op: CollectionOperator, _ list: SQLRowList) -> SQLOperand {
        if case .unknown(let reason) = list.element { return .unknown(reason) }
        if dialect == .spark, [.sum, .avg, .min, .max].contains(op) { return .unknown(Self.arrayReason) }
        if let array = list.array, list.mayHoldLists, op != .count {
            // Of lists there is no sum.
            guard case .scalar(let element) = list.element, [.sum, .avg, .min, .max].contains(op) else {
                return .unknown("the array may have several dimensions")
            }
            var plain = list
            plain.array = nil
            plain.sources.removeFirst(min(array.steps.count, plain.sources.count))
            guard case .scalar(let result) = aggregate(op, plain, element) else { return aggregate(op, plain, element) }
            let isThere = SQLNode.and([.isNotNull(array.node), isFlat(array)])
            return .scalar(computed(array, .when(isThere, result.node), result.kind))
        }
        switch op {
        case .count: return count(.list(list))
        case .unionOfObjects, .distinctUnionOfObjects:
            if case .list = list.element { return .unknown("the list is made of lists") }
            var list = list
            list.filters.append(isNil(list.element).negated)
            list.isDistinct = op == .distinctUnionOfObjects
            list.order = []
            return .list(list)
        case .unionOfArrays, .distinctUnionOfArrays:
            guard case .list(let inner) = list.element else { return .unknown("its elements are not lists") }
            if list.array != nil || inner.array != nil { return .unknown("the array may have several dimensions") }
            // Lists that are nil have no elements here.
            var union = joined(list, inner)
            union.filters.append(isNil(union.element).negated)
            union.isDistinct = op == .distinctUnionOfArrays
            return .list(union)
        case .sum, .avg, .min, .max:
            guard case .scalar(let scalar) = list.element else { return .unknown("its elements are not single values") }
            return aggregate(op, list, scalar)
        }
    }

    private func aggregate(_ op: CollectionOperator, _ list: SQLRowList, _ scalar: SQLScalar) -> SQLOperand {
        guard let condition = exactFilter(list) else { return .unknown(Self.reason(list)) }
        let value = plain(scalar)
        if let problem = value.problem ?? (value.trust.isEmpty ? nil : "its values may be of any type") {
            return .unknown(problem)
        }
        func select(_ columns: [SQLNode]) -> SQLSelect {
            SQLSelect(columns: columns, sources: list.sources, conditions: [condition])
        }
        let isInteger = scalar.kind == .integer || scalar.kind == .boolean
        switch op {
        case .sum, .avg:
            if !scalar.kind.isNumber { return .unknown("its elements are not numbers") }
            if op == .sum, dialect == .postgresql, scalar.kind == .decimal, let digits = scalar.column?.digits,
                digits <= 20
            {
                // So many digits that no sum of rows has more than a decimal keeps.
                let sum = SQLNode.call("COALESCE", [.call("SUM", [value.node], isNullable: true), .literal("0")])
                return .scalar(owned(list, SQLScalar(node: .scalar(select([sum])), kind: .decimal)))
            }
            guard isInteger else {
                return .unknown(
                    scalar.kind == .decimal
                        ? "the sum may have more digits than a decimal" : "the sum of doubles depends on their order")
            }
            var node = value.node
            if scalar.kind == .boolean { node = dialect.integer(SQLScalar(node: node, kind: .boolean)) }
            let total = op == .sum ? dialect.sum(node) : dialect.average(node)
            return .scalar(
                owned(list, SQLScalar(node: .scalar(select([total])), kind: op == .sum ? .integer : .real)))
        default:
            var node = value.node
            switch scalar.kind {
            case .text:
                if !mapping.isUTF8 { return .unknown("the database orders text by UTF-16") }
                node = dialect == .sqlite ? SQLNode.collate(node, "BINARY") : dialect.ordered(node)
            case .integer, .real: break
            case .date: break
            case .boolean: if dialect == .postgresql { node = .cast(node, "int4") }
            case .decimal where dialect == .postgresql: break
            default: return .unknown("SQL has no order of such values")
            }
            let extreme = SQLNode.call(op == .min ? "MIN" : "MAX", [node], isNullable: true)
            let kind = scalar.kind == .boolean && dialect == .postgresql ? SQLScalar.Kind.integer : scalar.kind
            return .scalar(owned(list, SQLScalar(node: .scalar(select([extreme])), kind: kind)))
        }
    }

    // MARK: Elements by their place

    func end(of operand: SQLOperand, isLast: Bool) -> SQLOperand {
        guard case .list(let list) = operand else { return place(operand) }
        return element(list, isDescending: isLast, offset: 0)
    }

    func element(of operand: SQLOperand, at index: SQLOperand) -> SQLOperand {
        guard case .list(let list) = operand else { return place(operand) }
        guard case .constant(let index) = index else { return .unknown("the place is known only when it is evaluated") }
        guard case .integer(let index) = index, index >= 0 else { return .constant(.null) }
        return element(list, isDescending: false, offset: index)
    }

    private func place(_ operand: SQLOperand) -> SQLOperand {
        if case .unknown = operand { return operand }
        return .unknown("the list is not one of rows")
    }

    private func element(_ list: SQLRowList, isDescending: Bool, offset: Int64) -> SQLOperand {
        if dialect == .spark { return .unknown(Self.arrayReason) }
        guard !list.order.isEmpty, !list.isDistinct, let condition = exactFilter(list) else {
            return .unknown("rows have no order")
        }
        let trust = list.array.map { [reached(by: $0.steps, isFlat($0).negated).negated] } ?? []
        guard case .scalar(let scalar) = list.element else { return .unknown("an object by its place") }
        let value = plain(scalar)
        if let problem = value.problem ?? (value.trust.isEmpty ? nil : "its values may be of any type") {
            return .unknown(problem)
        }
        var select = SQLSelect(columns: [value.node], sources: list.sources, conditions: [condition])
        select.order = list.order.map { ($0, isDescending) }
        select.limit = .literal("1")
        if offset > 0 { select.offset = .literal(String(offset)) }
        // What was declared of the column holds for the value, too.
        return .scalar(SQLScalar(node: .scalar(select), kind: scalar.kind, trust: trust))
    }

    // MARK: IN and CONTAINS

    /// Whether an element is in a collection; nil if the container is a string.
    mutating func membership(of element: SQLOperand, in container: SQLOperand, _ options: StringOptions) -> SQLPair? {
        if case .unknown(let reason) = element { return .unknown(reason) }
        if case .constant(.null) = element { return .exact(.no) }
        switch container {
        case .unknown(let reason): return .unknown(reason)
        case .constant(.null): return .exact(.no)
        case .constant(.object), .row, .structure: return .unknown("SQL has no dictionaries")
        case .variable: return .unknown("whether it is a list is known only when it is evaluated")
        case .constant(let value):
            guard let elements = ValueSemantics.elements(of: value) else { return nil }
            return membership(of: element, among: elements, options)
        case .written(let elements):
            guard elements.count <= 100 else { return .unknown("the list is long") }
            let equal = disjunction(elements.map { relation(.equal, $0, element, options) })
            return conjunction([isNil(element).negated, equal])
        case .list(var list):
            if case .list = list.element { return .unknown("its elements are lists") }
            if case .count(let inner) = list.element { list.element = scalar(ofCount: inner) }
            let equal = relation(.equal, list.element, element, options)
            // A list in an array is not equal to a single value.
            let isSingle = list.mayHoldLists ? list.array.map { SQLPair.exact(self.isFlat($0)) } : nil
            return exists(list, conjunction([equal, isNil(element).negated, isSingle ?? .exact(.yes)]))
        case .count: return .exact(.no)
        case .scalar, .dateStep, .now: return nil
        }
    }

    private func membership(of element: SQLOperand, among values: [PredicateValue], _ options: StringOptions)
        -> SQLPair
    {
        guard case .scalar(let scalar) = element else {
            guard values.count <= 100 else { return .unknown("the list is long") }
            let equal = disjunction(values.map { relation(.equal, element, .constant($0), options) })
            return conjunction([isNil(element).negated, equal])
        }
        if !options.isEmpty && scalar.kind == .text || scalar.kind == .date || scalar.kind == .decimal
            || scalar.kind == .json
        {
            guard values.count <= 100 else { return .unknown("the list is long") }
            if scalar.kind == .text {
                var texts: [String] = []
                for case .string(let text) in values { texts.append(text) }
                let others = values.filter { if case .string = $0 { false } else { ValueSemantics.isPresent($0) } }
                if others.isEmpty, let pair = folded(scalar, among: texts, options) { return pair }
            }
            return disjunction(
                values.filter(ValueSemantics.isPresent).map { relation(.equal, element, .constant($0), options) })
        }
        var nodes: [SQLNode] = []
        nodes.reserveCapacity(values.count)
        for value in values where ValueSemantics.isPresent(value) {
            switch constant(value, beside: scalar) {
            case .value(let node): nodes.append(node)
            case .never: continue
            case .unknown(let reason): return .unknown(reason)
            }
        }
        let node = dialect.rules.comparable(scalar, .equal)
        let test = dialect.isIn(node, nodes)
        return trusted(.exact(reached(by: scalar.steps, test)), valueTrust(scalar))
    }

    // MARK: Comparisons of counts

    /// How many rows a list has, compared with a constant.
    func relation(_ relation: ConstantComparison, _ list: SQLRowList, _ value: PredicateValue) -> SQLPair? {
        guard !list.isDistinct, !list.mayHoldLists, let number = ExactNumber(value) else { return nil }
        let integer: Int64
        switch number {
        case .integer(let value): integer = value
        case .double(let value):
            guard let value = Int64(exactly: value) else { return nil }
            integer = value
        case .decimal: return nil
        }
        let isThere = SQLPair.exact(presence(of: list))
        let anyRow = exists(list, .exact(.yes))
        switch (relation, integer) {
        case (.greater, 0), (.greaterOrEqual, 1): return anyRow
        case (.equal, 0), (.less, 1), (.lessOrEqual, 0): return conjunction([isThere, anyRow.negated])
        case (.equal, ..<0), (.less, ..<1), (.lessOrEqual, ..<0): return .exact(.no)
        case (.greater, ..<0), (.greaterOrEqual, ..<1): return isThere
        default: return nil
        }
    }
}

extension SQLDialect {
    /// Whether a value is one of many: a long list is one parameter.
    func isIn(_ node: SQLNode, _ values: [SQLNode]) -> SQLNode {
        // Spark makes a set of a list of literals, and finds the least and the largest one in statistics of files.
        guard values.count > 64, self != .spark else { return .isIn(node, values) }
        var constants: [SQLValue] = []
        constants.reserveCapacity(values.count)
        for value in values {
            guard case .parameter(.value(let value), _) = value.form else { return .isIn(node, values) }
            constants.append(value)
        }
        let list: SQLNode? =
            switch self {
            case .sqlite: Self.json(constants).map(SQLNode.text)
            case .postgresql, .duckdb, .spark:
                Self.kind(constants).map { .parameter(.value(.array(constants)), $0) }
            }
        return list.map { .isInList(node, $0) } ?? .isIn(node, values)
    }

    /// The kind of constants that can be one array; nil for others.
    private static func kind(_ values: [SQLValue]) -> SQLValueKind? {
        var kinds: Set<SQLValueKind> = []
        for value in values {
            switch value {
            case .integer: kinds.insert(.integer)
            case .real: kinds.insert(.real)
            case .text: kinds.insert(.text)
            case .uuid: kinds.insert(.uuid)
            case .numeric: kinds.insert(.numeric)
            default: return nil
            }
        }
        return kinds.count == 1 ? kinds.first : nil
    }

    /// Integers and strings as JSON; nil for others, since SQLite does not read all doubles exactly.
    private static func json(_ values: [SQLValue]) -> String? {
        var elements: [JSONNode] = []
        for value in values {
            switch value {
            case .integer(let integer): elements.append(.number(String(integer)))
            case .text(let text): elements.append(.string(text))
            default: return nil
            }
        }
        return JSONNode.array(elements).text(pretty: false)
    }
}
