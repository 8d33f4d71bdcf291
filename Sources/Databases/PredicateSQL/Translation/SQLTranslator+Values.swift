import PredicateCore
import PredicatePlatform

extension SQLTranslator {
    /// A value read as the declared type of its field.
    func read(_ operand: SQLOperand, as reading: CoreReading) -> SQLOperand {
        if case .ordered = reading { return .unknown("its Swift type has its own order") }
        switch operand {
        case .constant(let value): return .constant(ValueSemantics.read(value, as: reading))
        case .scalar(let scalar): return read(scalar, as: reading)
        case .list(var list):
            guard case .elements(let inner) = reading else { return .unknown("SQL has no sets") }
            list.element = read(list.element, as: inner)
            if case .unknown(let reason) = list.element { return .unknown(reason) }
            return .list(list)
        case .row, .structure, .unknown: return operand
        case .count: return reading == .integer ? operand : .unknown("a count is read as another number")
        case .now:
            return reading == .date || reading == .instant ? operand : .unknown("the instant is read as another type")
        case .variable, .written, .dateStep: return .unknown("its value is converted when it is evaluated")
        }
    }

    private func read(_ scalar: SQLScalar, as reading: CoreReading) -> SQLOperand {
        switch (reading, scalar.kind) {
        case (.integer, .integer), (.integer, .boolean), (.double, .real), (.double, .boolean), (.date, .date),
            (.instant, .date),
            (.uuid, .uuid), (.data, .blob), (.decimal, .decimal), (.decimal, .boolean):
            return .scalar(scalar)
        case (.double, .integer):
            let value = plain(scalar)
            if let problem = value.problem { return .unknown(problem) }
            return .scalar(SQLScalar(node: dialect.double(value.node), kind: .real, trust: value.trust))
        default: return .unknown("its column has another type than its field")
        }
    }

    /// A scalar that is not a column: a constant as a parameter, a count as a query.
    func computed(_ operand: SQLOperand) -> SQLOperand {
        switch operand {
        case .count(let list): return scalar(ofCount: list)
        case .now:
            return .scalar(SQLScalar(node: .parameter(.now(.real), .real), kind: .date))
        case .constant(let value):
            switch value {
            case .boolean(let flag):
                return .scalar(SQLScalar(node: .integer(flag ? 1 : 0), kind: .integer))
            case .integer(let integer):
                return .scalar(SQLScalar(node: .integer(integer), kind: .integer))
            case .double(let double) where double.isFinite:
                return .scalar(SQLScalar(node: .real(double), kind: .real))
            case .string(let text):
                guard case .value(let node) = self.text(text) else { return .unknown("the text holds U+0000") }
                return .scalar(SQLScalar(node: node, kind: .text))
            case .date(let date) where date.timeIntervalSinceReferenceDate.isFinite:
                let seconds = date.timeIntervalSinceReferenceDate
                return .scalar(SQLScalar(node: .real(seconds), kind: .date))
            default: return .unknown("the constant has no type in SQL that is computed with")
            }
        case .scalar(let scalar):
            if scalar.kind == .json { return .unknown("the type of its value is known only row by row") }
            let value = plain(scalar)
            if let problem = value.problem { return .unknown(problem) }
            return .scalar(
                SQLScalar(
                    node: value.node, kind: scalar.kind, trust: value.trust,
                    isStoredDate: scalar.column != nil && scalar.kind == .date && dialect == .postgresql))
        case .dateStep: return .unknown(Self.datePartReason)
        default: return operand
        }
    }

    // MARK: Arithmetic

    func arithmetic(_ op: ArithmeticOperator, _ a: SQLOperand, _ b: SQLOperand) -> SQLOperand {
        if case .constant(let a) = a, case .constant(let b) = b {
            return .constant(ValueSemantics.arithmetic(op, a, b))
        }
        for side in [a, b] {
            if case .unknown = side { return side }
            if case .constant(.null) = side { return .constant(.null) }
        }
        // A string that is compared with a date is read as one.
        if case .constant(.string(let text)) = a { return arithmetic(op, date(text), b) }
        if case .constant(.string(let text)) = b { return arithmetic(op, a, date(text)) }
        let left = computed(a)
        let right = computed(b)
        guard case .scalar(let first) = left, case .scalar(let second) = right else {
            if case .unknown = left { return left }
            if case .unknown = right { return right }
            return .unknown("SQL computes with single values only")
        }
        let trust = first.trust + second.trust
        guard first.node.size + second.node.size < Self.sizeLimit / 4 else { return .unknown("it is too large") }
        guard var result = dialect.arithmetic(op, first, second, b) else {
            return .unknown(dialect.arithmeticReason)
        }
        result.trust += trust
        return .scalar(result)
    }

    private func date(_ text: String) -> SQLOperand {
        if let date = PredicateDate.instant(of: text) { return .constant(.date(date)) }
        return .unknown("a string compared with a date is read as one")
    }

    func complement(_ operand: SQLOperand) -> SQLOperand {
        if case .constant(let value) = operand { return .constant(ValueSemantics.complement(value)) }
        guard case .scalar(let scalar) = computed(operand) else { return .unknown("SQL has no complement of it") }
        guard scalar.kind == .integer || scalar.kind == .boolean else {
            return .unknown("SQL has no complement of it")
        }
        return .scalar(
            SQLScalar(
                node: .infix(.literal("-1"), "-", dialect.integer(scalar), .sum), kind: .integer, trust: scalar.trust))
    }

    // MARK: Functions

    mutating func call(_ function: BuiltInFunction, _ arguments: [CoreExpression]) -> SQLOperand {
        if function == .has { return has(arguments) }
        var operands: [SQLOperand] = []
        for argument in arguments {
            let operand = operand(argument)
            if case .unknown = operand { return operand }
            operands.append(operand)
        }
        switch function {
        case .now: return .now
        case .random, .randomBelow: return .unknown("each evaluation draws its own number")
        default: break
        }
        guard let first = operands.first else { return .unknown("the function is not one of SQL") }
        switch function {
        case .noIndex: return first
        case .count: return count(first)
        case .sum, .average, .min, .max:
            guard case .list(let list) = first else { break }
            if list.isDistinct { return .unknown("the values are distinct") }
            let op: CollectionOperator =
                function == .sum ? .sum : function == .average ? .avg : function == .min ? .min : .max
            return collection(op, list)
        case .length:
            if case .scalar(let scalar) = first { return length(scalar) }
        case .modulus:
            guard operands.count == 2 else { break }
            return modulus(operands[0], operands[1])
        case .absolute, .floor, .ceiling, .truncate, .squareRoot:
            guard case .scalar(let scalar) = computed(first), scalar.node.size < 2000 else { break }
            if let rounded = dialect.rounded(function, scalar) { return .scalar(rounded) }
        case .concat:
            // A longer chain is too deep for the database, and releasing a very long one overflows the stack.
            guard operands.count <= dialect.depthLimit else { break }
            // Values other than strings become text in another way.
            var texts: [SQLScalar] = []
            for operand in operands {
                guard case .scalar(let scalar) = computed(operand), scalar.kind == .text else { break }
                texts.append(scalar)
            }
            guard texts.count == operands.count, var joined = texts.first else { break }
            for text in texts.dropFirst() {
                joined = SQLScalar(
                    node: .infix(joined.node, "||", text.node, .text), kind: .text, trust: joined.trust + text.trust)
            }
            return .scalar(joined)
        case .trim, .indexOf, .replace, .substring:
            if let result = textFunction(function, operands) { return result }
        case .year, .month, .day, .hour, .minute, .second, .weekday, .truncateDate:
            if let result = dateStep(function, operands) { return result }
        case .unixDate:
            guard case .constant(.string(let name)) = operands.dropFirst().first ?? .constant(.string("s")),
                let unit = UnixUnit(rawValue: name), case .scalar(let scalar) = computed(first), scalar.node.size < 2000
            else { break }
            if let date = dialect.unixDate(scalar, unit) { return .scalar(date) }
        case .append:
            guard operands.count == 2, case .scalar(let a) = computed(operands[0]),
                case .scalar(let b) = computed(operands[1]), a.kind == .text, b.kind == .text
            else { break }
            return .scalar(SQLScalar(node: .infix(a.node, "||", b.node, .text), kind: .text, trust: a.trust + b.trust))
        case .uppercase, .lowercase:
            guard case .scalar(let scalar) = computed(first), scalar.kind == .text else { break }
            // The letters of ASCII alone are changed as the language changes them.
            let name = function == .uppercase ? "upper" : "lower"
            let node = dialect.ordered(scalar.node)
            let isASCII = dialect.isASCII(scalar.node)
            let trust = scalar.node.isNullable ? SQLNode.or([isASCII, .isNull(scalar.node)]) : isASCII
            var changed = SQLScalar(node: .call(name, [node]), kind: .text, trust: scalar.trust + [trust])
            changed.casing = SQLCasing(scalar, isUpper: function == .uppercase)
            return .scalar(changed)
        default: break
        }
        return .unknown(Self.reason(function))
    }

    private func modulus(_ a: SQLOperand, _ b: SQLOperand) -> SQLOperand {
        guard case .scalar(let a) = computed(a), case .scalar(let b) = computed(b),
            a.kind == .integer || a.kind == .boolean, b.kind == .integer || b.kind == .boolean
        else { return .unknown("the remainder is not one of integers") }
        guard let remainder = dialect.remainder(a, b) else { return .unknown(dialect.arithmeticReason) }
        return .scalar(SQLScalar(node: remainder, kind: .integer, trust: a.trust + b.trust))
    }

    func cast(_ operand: SQLOperand, _ target: CastTarget) -> SQLOperand {
        if case .constant(let value) = operand { return .constant(ValueSemantics.cast(value, target)) }
        if case .unknown = operand { return operand }
        guard case .scalar(var scalar) = computed(operand) else { return .unknown("SQL does not convert it") }
        switch (target, scalar.kind) {
        case (.number, .integer), (.number, .real), (.date, .date), (.string, .text), (.uuid, .uuid):
            // A computed UUID has no form that is known.
            return scalar.kind == .uuid ? operand : .scalar(scalar)
        case (.number, .boolean):
            if dialect != .sqlite { scalar.node = dialect.integer(scalar) }
            scalar.kind = .integer
            return .scalar(scalar)
        case (.number, .date):
            scalar.kind = .real
            return .scalar(scalar)
        case (.date, .real):
            scalar.kind = .date
            return .scalar(scalar)
        case (.date, .integer):
            return .scalar(SQLScalar(node: dialect.double(scalar.node), kind: .date, trust: scalar.trust))
        case (.string, .integer):
            return .scalar(
                SQLScalar(
                    node: .cast(scalar.node, dialect == .spark ? "STRING" : "TEXT"), kind: .text, trust: scalar.trust))
        default: return .unknown("SQL converts it in another way")
        }
    }

    mutating func ternary(_ condition: CorePredicate, _ a: CoreExpression, _ b: CoreExpression) -> SQLOperand {
        let condition = pair(condition)
        let a = operand(a)
        let b = operand(b)
        if condition.isExact, condition.over.isTrue { return a }
        if condition.isExact, condition.over.isFalse { return b }
        var branches: [SQLScalar?] = []
        for branch in [a, b] {
            if case .constant(.null) = branch {
                branches.append(nil)
                continue
            }
            guard case .scalar(let scalar) = computed(branch) else {
                if case .unknown(let reason) = branch { return .unknown(reason) }
                return .unknown("a branch is not a single value of SQL")
            }
            branches.append(scalar)
        }
        guard let kind = (branches[0] ?? branches[1])?.kind else { return .constant(.null) }
        guard branches.allSatisfy({ $0 == nil || $0?.kind == kind }), kind != .uuid else {
            return .unknown("the branches have two types")
        }
        let node = SQLNode.cases([(condition.over, branches[0]?.node ?? .null)], otherwise: branches[1]?.node ?? .null)
        var trust = branches.flatMap { $0?.trust ?? [] }
        if !condition.isExact { trust.append(.or([condition.under, condition.over.negated])) }
        return .scalar(SQLScalar(node: node, kind: kind, trust: trust))
    }
}

// Numbers of two kinds in servers, which compare them after rounding. The language compares integers with doubles
// exactly, and decimals with doubles as doubles (D100).
extension SQLTranslator {
    /// A comparison with a constant number of another kind; nil if the constant compares as it is.
    func number(_ relation: ConstantComparison, _ scalar: SQLScalar, _ value: PredicateValue) -> SQLPair? {
        switch (scalar.kind, value) {
        case (.integer, .double(let double)), (.boolean, .double(let double)):
            guard double.isFinite, Int64(exactly: double) == nil else { return nil }
            let below = Int64(exactly: double.rounded(.down)).map(SQLNode.integer)
            return between(relation, scalar, below: below, isLow: double < 0)
        case (.real, .integer(let integer)):
            guard Double(exactly: integer) == nil else { return nil }
            var below = Double(integer)
            if ExactNumber.compare(integer, below) == .less { below = below.nextDown }
            return between(relation, scalar, below: .real(below), isLow: integer < 0)
        case (.decimal, .double(let double)) where dialect == .postgresql:
            guard double.isFinite else { return nil }
            var rounded = scalar
            rounded.column = nil
            rounded.node = .cast(scalar.node, "float8")
            var test = [compared(relation, rounded, .real(double))]
            if let column = scalar.column, relation != .equal {
                test += dialect.rules.bounds(of: column, scalar.node, relation)
            }
            return .exact(reached(by: scalar.steps, .and(test)))
        default: return nil
        }
    }

    /// A comparison with a constant that lies between two neighbouring values of a column.
    ///
    /// - Parameters:
    ///   - below: the neighbour below; nil if all values are on one side of the constant.
    ///   - isLow: whether the constant is negative, and so below all values if it has no neighbour.
    private func between(
        _ relation: ConstantComparison, _ scalar: SQLScalar, below: SQLNode?, isLow: Bool
    ) -> SQLPair {
        let isUpward: Bool
        switch relation {
        case .equal: return .exact(.no)
        case .less, .lessOrEqual: isUpward = false
        case .greater, .greaterOrEqual: isUpward = true
        }
        guard let below else { return .exact(isUpward == isLow ? isPresent(scalar) : .no) }
        return .exact(reached(by: scalar.steps, compared(isUpward ? .greater : .lessOrEqual, scalar, below)))
    }
}
