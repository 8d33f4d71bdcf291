import PredicateCore
import PredicatePlatform

// Comparisons of two values.
extension ConstantComparison {
    var symbol: String {
        switch self {
        case .equal: "="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }

    /// The relation with its sides swapped.
    var mirrored: ConstantComparison { ordering.map { ConstantComparison($0.mirrored) } ?? .equal }

    /// Whether it holds between nil and nil.
    var holdsForNil: Bool {
        switch self {
        case .equal, .lessOrEqual, .greaterOrEqual: true
        case .less, .greater: false
        }
    }

    var ordering: CoreOrdering? {
        switch self {
        case .equal: nil
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        }
    }
}

/// A constant that is compared with a column.
enum SQLConstant: Sendable {
    /// It compares with the values of the column.
    case value(SQLNode)
    /// It has no order with them and equals none.
    case never
    /// SQL does not compare them as the language does.
    case unknown(String)
}

extension SQLTranslator {
    mutating func equal(_ a: CoreExpression, _ b: CoreExpression, _ options: StringOptions) -> SQLPair {
        relation(.equal, operand(a), operand(b), options.effective)
    }

    mutating func ordered(
        _ ordering: CoreOrdering, _ a: CoreExpression, _ b: CoreExpression, _ options: StringOptions
    ) -> SQLPair {
        relation(ConstantComparison(ordering), operand(a), operand(b), options.effective)
    }

    func relation(_ relation: ConstantComparison, _ a: SQLOperand, _ b: SQLOperand, _ options: StringOptions) -> SQLPair
    {
        switch (a, b) {
        case (.unknown(let reason), _), (_, .unknown(let reason)): return .unknown(reason)
        case (.count(let list), .constant(let value)):
            if case .null = value { return relation.holdsForNil ? isNil(a) : .exact(.no) }
            return self.relation(relation, list, value) ?? self.relation(relation, scalar(ofCount: list), b, options)
        case (.count(let list), _): return self.relation(relation, scalar(ofCount: list), b, options)
        case (_, .count): return self.relation(relation.mirrored, b, a, options)
        case (.constant(let a), .constant(let b)):
            let holds =
                relation.ordering.map { ValueSemantics.ordered($0, a, b, options: options, library: library) }
                ?? ValueSemantics.equals(a, b, options: options, library: library)
            return .exact(.truth(holds))
        case (.constant(let value), let other): return self.relation(relation.mirrored, other, value, options)
        case (let other, .constant(let value)): return self.relation(relation, other, value, options)
        case (.scalar(let a), .scalar(let b)): return self.relation(relation, a, b, options)
        case (.scalar(let a), .variable(let name)): return self.relation(relation, a, variable: name, options)
        case (.variable(let name), .scalar(let b)):
            return self.relation(relation.mirrored, b, variable: name, options)
        case (.scalar(let a), .now): return self.relation(relation, a, .now, options)
        case (.now, .scalar(let b)): return self.relation(relation.mirrored, b, .now, options)
        case (.dateStep, _), (_, .dateStep): return .unknown(Self.datePartReason)
        case (.row, .row), (.row, .list), (.list, .row), (.structure, _), (_, .structure):
            return .unknown("SQL does not compare objects")
        default: return .unknown("SQL does not compare lists")
        }
    }

    /// A comparison with a constant.
    private func relation(
        _ relation: ConstantComparison, _ operand: SQLOperand, _ value: PredicateValue, _ options: StringOptions
    ) -> SQLPair {
        if case .null = value {
            // nil is not less than anything, but equal to nil.
            return relation.holdsForNil ? isNil(operand) : .exact(.no)
        }
        switch operand {
        case .scalar(let scalar): return self.relation(relation, scalar, value, options)
        case .dateStep(let step): return self.relation(relation, step, value)
        case .row, .structure:
            if case .object = value { return .unknown("SQL does not compare objects") }
            return .exact(.no)
        case .list, .written:
            if ValueSemantics.elements(of: value) != nil { return .unknown("SQL does not compare lists") }
            return .exact(.no)
        case .variable, .now, .constant, .count: return .unknown("it does not depend on a column")
        case .unknown(let reason): return .unknown(reason)
        }
    }

    // MARK: nil

    func isNil(_ operand: SQLOperand) -> SQLPair {
        switch operand {
        case .constant(let value):
            if case .null = value { return .exact(.yes) }
            return .exact(.no)
        case .scalar(let scalar): return trusted(.exact(isPresent(scalar).negated), scalar.trust)
        case .dateStep(let step): return isNil(step)
        case .count(let list): return isNil(.list(list))
        case .row(let row): return .exact(presence(of: row).negated)
        case .structure(let structure): return .exact(SQLNode.isNull(structure.node))
        case .list(let list): return .exact(presence(of: list).negated)
        case .written, .now: return .exact(.no)
        case .variable: return .unknown("whether a variable is nil is known only when it is run")
        case .unknown(let reason): return .unknown(reason)
        }
    }

    /// Whether a value is not nil.
    func isPresent(_ scalar: SQLScalar) -> SQLNode {
        if scalar.kind == .json { return reached(by: scalar.steps, isPresent(json: scalar.node)) }
        var condition = SQLNode.isNotNull(scalar.node)
        if let column = scalar.column {
            let finite = infiniteValues(of: column, scalar.node)
            // `isfinite` of DuckDB is NULL for NULL, and so are comparisons.
            let saysAll = (dialect == .duckdb || dialect == .spark) && !finite.isEmpty
            condition = saysAll ? .and(finite) : .and([condition] + finite)
        }
        if condition.isTrue, !scalar.steps.contains(where: \.link.isNullable) { return .yes }
        return reached(by: scalar.steps, condition)
    }

    /// The condition that a value is not an infinity, which reads as nil; none if the column cannot hold one.
    private func infiniteValues(of column: SQLColumn, _ node: SQLNode) -> [SQLNode] {
        guard dialect.rules.mayHoldInfinity(column) else { return [] }
        if dialect == .spark { return [SparkRules.isFinite(column, node)] }
        if dialect == .duckdb { return [.call("isfinite", [node])] }
        return [isInfinite(column, node).negated]
    }

    /// The condition that a value is an infinity.
    func isInfinite(_ column: SQLColumn, _ node: SQLNode) -> SQLNode {
        let isOne = SQLNode.isIn(node, dialect.rules.infinities(of: column))
        guard dialect == .sqlite, column.type == .date(.text) || column.type == .uuid(.text) else { return isOne }
        // A column that turns numbers into strings compares with a number as a string, and holds no number.
        return .and([.compare(node, "<", .literal("''")), isOne])
    }

    // MARK: Columns and constants

    private func relation(
        _ relation: ConstantComparison, _ scalar: SQLScalar, _ value: PredicateValue, _ options: StringOptions
    ) -> SQLPair {
        if case .json = scalar.kind { return self.relation(relation, json: scalar, value, options) }
        if relation == .equal, options.isEmpty, case .string(let text) = value, let casing = scalar.casing,
            let pair = equality(of: casing, with: text)
        {
            return pair
        }
        if case .text = scalar.kind, !options.isEmpty, case .string(let text) = value {
            return folded(relation, scalar, text, options)
        }
        if !options.isEmpty, scalar.kind == .uuid { return .unknown("its text is compared") }
        if case .date = scalar.kind {
            if let date = ValueSemantics.date(of: value) {
                // A string in a column of dates may read as a date.
                return trusted(self.date(relation, scalar, date), scalar.trust + typeTrust(scalar))
            }
            return .exact(.no)
        }
        if let order = orderProblem(relation, scalar) { return .unknown(order) }
        if dialect != .sqlite, let pair = number(relation, scalar, value) { return trusted(pair, scalar.trust) }
        switch constant(value, beside: scalar) {
        case .never: return .exact(.no)
        case .unknown(let reason): return .unknown(reason)
        case .value(let node):
            return trusted(.exact(reached(by: scalar.steps, compared(relation, scalar, node))), valueTrust(scalar))
        }
    }

    /// Why an order is not the one of SQL; nil for equality.
    func orderProblem(_ relation: ConstantComparison, _ scalar: SQLScalar) -> String? {
        guard relation != .equal else { return nil }
        if scalar.kind == .text, !mapping.isUTF8 { return "the database orders text by UTF-16" }
        if scalar.kind == .uuid, let column = scalar.column {
            if case .uuid(.text) = column.type { return "its strings are in any case" }
            if !column.isGuaranteed { return "the column may hold other strings" }
        }
        return nil
    }

    /// A comparison of a column of a row in scope with a value that is not NULL.
    func compared(_ relation: ConstantComparison, _ scalar: SQLScalar, _ value: SQLNode) -> SQLNode {
        if scalar.kind == .boolean, dialect != .sqlite, relation == .equal,
            case .parameter(.value(.integer(let integer)), _) = value.form, integer == 0 || integer == 1
        {
            return .compare(scalar.node, "=", .truth(integer == 1))
        }
        let node = dialect.rules.comparable(scalar, relation)
        let test = SQLNode.compare(node, relation.symbol, value)
        guard relation != .equal, let column = scalar.column else { return test }
        return .and([test] + dialect.rules.bounds(of: column, scalar.node, relation))
    }

    /// A constant as a parameter for a column.
    func constant(_ value: PredicateValue, beside scalar: SQLScalar) -> SQLConstant {
        switch scalar.kind {
        case .boolean, .integer, .real, .decimal: return number(value, beside: scalar)
        case .text:
            switch value {
            case .string(let text): return self.text(text)
            case .date, .uuid, .url, .data: return .unknown("the text is read as another type")
            default: return .never
            }
        case .uuid:
            let uuid: UUID?
            switch value {
            case .uuid(let value): uuid = value
            case .string(let text): uuid = PredicateUUID.parse(text)
            default: uuid = nil
            }
            guard let uuid else { return .never }
            return dialect.rules.uuid(uuid, in: scalar)
        case .blob:
            switch value {
            case .data(let data): return .value(.parameter(.value(.blob([UInt8](data))), .blob))
            case .string: return .unknown("the text is read as bytes")
            default: return .never
            }
        case .date: return .unknown("dates are compared in another way")
        case .json, .array: return .unknown("the type of its value is known only row by row")
        }
    }

    /// A string as a parameter.
    func text(_ text: String) -> SQLConstant {
        if text.utf8.contains(0) { return dialect.rules.textWithZero(text) }
        return .value(.text(text))
    }

    private func number(_ value: PredicateValue, beside scalar: SQLScalar) -> SQLConstant {
        switch value {
        case .boolean(let flag): return dialect.rules.integer(flag ? 1 : 0, beside: scalar)
        case .integer(let integer): return dialect.rules.integer(integer, beside: scalar)
        case .double(let double):
            guard double.isFinite else { return .unknown("it is not a finite number") }
            return dialect.rules.double(double, beside: scalar)
        case .decimal(let decimal):
            if let integer = Int64(decimal.description) { return dialect.rules.integer(integer, beside: scalar) }
            return dialect.rules.decimal(decimal, beside: scalar)
        default: return .never
        }
    }

    // MARK: Dates

    /// A comparison of a date with a constant.
    func date(_ relation: ConstantComparison, _ scalar: SQLScalar, _ date: Date) -> SQLPair {
        let seconds = date.timeIntervalSinceReferenceDate
        guard seconds.isFinite else { return .unknown("it is not an instant") }
        guard let column = scalar.column, case .date(let form) = column.type else {
            // A computed date is its seconds since 2001.
            return .exact(.compare(scalar.node, relation.symbol, .real(seconds)))
        }
        if form == .text, let pair = dateText(relation, scalar, seconds) { return pair }
        guard let scale = dialect.rules.scale(of: form) else {
            return .unknown("its dates are stored in a form that SQL does not compare")
        }
        // Days are counted beyond the last microsecond that fits.
        if scale == .days, abs(seconds) > 9e12 { return .unknown("the instant is too far away") }
        // Later and earlier values of Spark read as nil.
        if dialect == .spark, seconds < -63_145_526_400 || seconds >= 252_423_993_600 {
            return .unknown("the instant is too far away")
        }
        let test = dateTest(relation, scalar.node, scale, seconds)
        let isBounded = test.isFalse || relation == .equal
        let bounded = isBounded ? test : SQLNode.and([test] + dialect.rules.bounds(of: column, scalar.node, relation))
        return .exact(reached(by: scalar.steps, bounded))
    }

    /// A superset for dates that are stored as strings: a string begins with its day, in a time zone that is at most a
    /// day away. Readers move a day that a month does not have, such as 31 February, to one of the next month. nil
    /// outside of the years that have four digits and one calendar for all readers.
    private func dateText(_ relation: ConstantComparison, _ scalar: SQLScalar, _ seconds: Double) -> SQLPair? {
        // The years 1583 to 9999, less some days at both ends.
        guard mapping.isUTF8, seconds > -13_190_000_000, seconds < 252_423_820_800 else { return nil }
        func day(_ distance: Double) -> SQLNode {
            let microseconds = Int64((seconds.rounded(.down) + distance * 86_400) * 1e6) + 978_307_200_000_000
            return .text(String(SQLTimestamp.text(microseconds).prefix(10)))
        }
        let node = dialect.ordered(dialect.text(scalar))
        var ends = [SQLNode.compare(node, ">=", day(-4)), SQLNode.compare(node, "<", day(2))]
        // Other values are searched apart. SQLite does so only if it takes the range for a small part of the rows, as it
        // takes each range with two ends.
        let hasOthers = !typeTrust(scalar).isEmpty
        switch relation {
        case .equal: break
        case .greater, .greaterOrEqual: ends[1] = hasOthers ? .compare(node, "<", .literal("x''")) : .yes
        case .less, .lessOrEqual: ends[0] = hasOthers ? .compare(node, ">=", .literal("''")) : .yes
        }
        return SQLPair(
            under: .no, over: reached(by: scalar.steps, .and(ends)), reason: "its dates are strings in any time zone")
    }

    /// The stored values whose dates are at, before or after an instant. The date of a stored value is rounded, so the
    /// bounds are the stored values at which the date changes.
    private func dateTest(_ relation: ConstantComparison, _ node: SQLNode, _ scale: SQLDateScale, _ seconds: Double)
        -> SQLNode
    {
        let first = scale.first(notBefore: seconds)
        let next = scale.first(after: seconds)
        func test(_ symbol: String, _ bound: SQLDateScale.Bound) -> SQLNode {
            switch bound {
            case .value(let value): .compare(node, symbol, scale.node(value, dialect))
            case .none: symbol == "<" ? .isNotNull(node) : .no
            }
        }
        switch relation {
        case .greaterOrEqual: return test(">=", first)
        case .greater: return scale.isIdentity ? .compare(node, ">", .real(seconds)) : test(">=", next)
        case .less: return test("<", first)
        case .lessOrEqual: return scale.isIdentity ? .compare(node, "<=", .real(seconds)) : test("<", next)
        case .equal:
            if scale.isIdentity { return .compare(node, "=", .real(seconds)) }
            if first == next { return .no }
            if case .value(let value) = first, scale.isNext(first, next) {
                return .compare(node, "=", scale.node(value, dialect))
            }
            return .and([test(">=", first), test("<", next)])
        }
    }

    // MARK: Two columns

    /// A value of a row in scope as SQL computes with it: a value that reads as nil is NULL.
    func plain(_ scalar: SQLScalar) -> (node: SQLNode, trust: [SQLNode], problem: String?) {
        guard let column = scalar.column else { return (scalar.node, scalar.trust, nil) }
        var node = scalar.node
        if case .date(let form) = column.type {
            guard let seconds = dialect.rules.referenceSeconds(node, form) else {
                return (node, [], "its dates are stored in a form that SQL does not compute with")
            }
            node = seconds
        }
        if column.type == .text { node = dialect.text(node, scalar) }
        // A sum of two floats is rounded to a float, unless they are doubles.
        if column.type == .singlePrecision { node = dialect.double(node) }
        let trust = scalar.trust + typeTrust(scalar)
        let finite = infiniteValues(of: column, scalar.node)
        if let condition = finite.first { node = .when(condition, node) }
        guard !scalar.steps.isEmpty else { return (node, trust, nil) }
        let isNullable = node.isNullable || scalar.steps.contains { $0.link.isNullable }
        let select = SQLSelect(
            columns: [node], sources: scalar.steps.map { Self.source($0) }, conditions: [])
        return (.scalar(select, isNullable: isNullable), trust, nil)
    }

    /// What a comparison of values with constants relies on.
    func valueTrust(_ scalar: SQLScalar) -> [SQLNode] {
        // A string in a column of UUIDs or bytes may read as one.
        let isRead = scalar.kind == .uuid || scalar.kind == .blob
        return isRead ? scalar.trust + typeTrust(scalar) : scalar.trust
    }

    /// The condition that a stored value has the type of its column; none if that is certain.
    func typeTrust(_ scalar: SQLScalar) -> [SQLNode] {
        guard let column = scalar.column, let others = dialect.rules.otherValues(of: column, scalar.node) else {
            return []
        }
        return [reached(by: scalar.steps, others).negated]
    }

    func relation(_ relation: ConstantComparison, _ a: SQLScalar, _ b: SQLScalar, _ options: StringOptions) -> SQLPair {
        let options = options.effective
        if !options.isEmpty, a.kind == .uuid || b.kind == .uuid || options.contains(.localized) {
            return .unknown("both sides are folded")
        }
        if a.kind == .json || b.kind == .json { return .unknown("the type of its value is known only row by row") }
        let (nodeA, trustA, problemA) = plain(a)
        let (nodeB, trustB, problemB) = plain(b)
        if let problem = problemA ?? problemB { return .unknown(problem) }
        if !TextFolding.folding(options).isEmpty, a.kind == .text, b.kind == .text {
            return .unknown("both sides are folded")
        }
        let bothNil = SQLNode.and([SQLNode.isNull(nodeA), SQLNode.isNull(nodeB)])
        guard a.kind.compares(with: b.kind) else {
            // A string that is compared with a value that has a string form is read as such.
            if a.kind == .text || b.kind == .text, !a.kind.isNumber, !b.kind.isNumber {
                return .unknown("the text is read as another type")
            }
            return trusted(.exact(relation.holdsForNil ? bothNil : .no), trustA + trustB)
        }
        if let problem = orderProblem(relation, a) ?? orderProblem(relation, b) { return .unknown(problem) }
        guard var (left, right) = dialect.comparable(a, nodeA, b, nodeB, relation) else {
            return .unknown("the two numbers do not compare exactly")
        }
        var trust = trustA + trustB
        // SQLite alone compares integers with doubles exactly. Decimals are compared as doubles (D100).
        if dialect != .sqlite, a.kind.isNumber, b.kind.isNumber, (a.kind == .real) != (b.kind == .real) {
            if a.kind != .real { left = rounded(left, a.kind, &trust) } else { right = rounded(right, b.kind, &trust) }
        }
        if relation == .equal { return trusted(.exact(.same(left, right)), trust) }
        let test = SQLNode.compare(left, relation.symbol, right)
        return trusted(.exact(relation.holdsForNil ? .or([test, bothNil]) : test), trust)
    }

    /// A number that is compared with a double as a double.
    ///
    /// - Parameter trust: gains the condition that an integer is a double.
    private func rounded(_ node: SQLNode, _ kind: SQLScalar.Kind, _ trust: inout [SQLNode]) -> SQLNode {
        if kind == .integer {
            let isExact = SQLNode.isWithin(node, "-9007199254740992", "9007199254740992")
            trust.append(node.isNullable ? .or([.isNull(node), isExact]) : isExact)
        }
        return dialect.double(node)
    }

    // MARK: BETWEEN

    mutating func between(_ value: CoreExpression, _ low: CoreExpression, _ high: CoreExpression) -> SQLPair {
        let tested = operand(value)
        let low = operand(low)
        let high = operand(high)
        // nil is between nothing, although `nil <= nil` holds.
        var pairs: [SQLPair] = []
        for (relation, bound) in [(ConstantComparison.greaterOrEqual, low), (.lessOrEqual, high)] {
            if case .constant(.null) = bound { return .exact(.no) }
            if case .variable(let name) = bound, let pair = self.bound(relation, tested, variable: name) {
                pairs.append(pair)
                continue
            }
            pairs.append(self.relation(relation, tested, bound, []))
            if case .constant = bound { continue }
            pairs.append(isNil(bound).negated)
        }
        return conjunction(pairs)
    }
}
