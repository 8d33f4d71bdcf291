import PredicateTesting

@testable import PredicateCore
@testable import PredicateFormat

/// Makes random programs of the core, and random records for them, from a seed.
///
/// The programs use every pure operation. There are few field names and few different values, so that comparisons
/// meet values of all kinds, including equal ones.
struct CoreGenerator: SeededGenerator {
    var random: SeededRandom
    private var slots = 0
    private var inScope: [Int] = []

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    static let fields = ["a", "b", "c", "d", "self", "length"]
    static let variables = ["x", "y"]

    // MARK: Values

    /// Without NaN, so that results can be compared.
    private static let scalars: [PredicateValue] = Values.hostile.filter {
        ValueSemantics.elements(of: $0) == nil && !isNaN($0)
    }

    private static func isNaN(_ value: PredicateValue) -> Bool {
        value.description == "nan" || value.description == "NaN"
    }

    mutating func value(depth: Int = 3) -> PredicateValue {
        switch below(depth > 0 ? 14 : 10) {
        case 0: return .null
        case 1, 2, 3: return .integer(Int64(below(5)) - 1)
        case 4: return .double(Double(below(9)) / 2 - 1)
        case 5, 6: return .string(pick(["", "a", "A", "b", "ab", "é", "É", "Ab", "ba*", "a.*", "("]))
        case 7: return .boolean(below(2) == 0)
        case 8: return pick(Self.scalars)
        case 9: return .date(.init(timeIntervalSinceReferenceDate: Double(below(3))))
        case 10, 11: return .list(values(depth: depth - 1))
        case 12: return .set(ValueSemantics.distinct(values(depth: depth - 1)))
        default: return record(depth: depth - 1)
        }
    }

    private mutating func values(depth: Int) -> [PredicateValue] {
        var values: [PredicateValue] = []
        for _ in 0..<below(4) { values.append(value(depth: depth)) }
        return values
    }

    mutating func record(depth: Int = 3) -> PredicateValue {
        var fields: [(String, PredicateValue)] = []
        for name in Self.fields where below(name.count > 1 ? 8 : 4) > 0 {
            fields.append((name, value(depth: depth)))
        }
        return .object(PredicateObject(fields))
    }

    // MARK: Programs

    mutating func program() -> CoreProgram {
        slots = 0
        inScope = []
        let predicate = predicate(depth: 4)
        return CoreProgram(predicate: predicate, slotCount: slots)
    }

    mutating func expressionProgram() -> CoreExpressionProgram {
        slots = 0
        inScope = []
        let expression = expression(depth: 4)
        return CoreExpressionProgram(expression: expression, slotCount: slots)
    }

    private mutating func newSlot() -> Int {
        slots += 1
        return slots - 1
    }

    private mutating func options() -> StringOptions { StringOptions(rawValue: below(2) == 0 ? 0 : UInt8(below(16))) }

    private mutating func predicate(depth: Int) -> CorePredicate {
        switch below(depth > 0 ? 17 : 11) {
        case 0: return .equal(expression(depth: depth - 1), expression(depth: depth - 1), options())
        case 1, 2:
            return .ordered(
                pick([.less, .lessOrEqual, .greater, .greaterOrEqual]), expression(depth: depth - 1),
                expression(depth: depth - 1), options())
        case 3:
            return .between(
                expression(depth: depth - 1), expression(depth: depth - 1), expression(depth: depth - 1))
        case 4: return .betweenList(expression(depth: depth - 1), expression(depth: depth - 1))
        case 5, 6: return .text(.contains, expression(depth: depth - 1), expression(depth: depth - 1), options())
        case 7: return .text(.beginsWith, expression(depth: depth - 1), expression(depth: depth - 1), options())
        case 8: return .text(.endsWith, expression(depth: depth - 1), expression(depth: depth - 1), options())
        case 9: return .text(.like, expression(depth: depth - 1), expression(depth: depth - 1), options())
        case 10: return pattern(depth: depth - 1)
        case 11: return .and(predicates(depth: depth - 1))
        case 12: return .or(predicates(depth: depth - 1))
        case 13: return .not(predicate(depth: depth - 1))
        case 14: return quantified(depth: depth - 1)
        case 15: return scoped(depth: depth - 1)
        default: return .constant(below(2) == 0)
        }
    }

    private mutating func pattern(depth: Int) -> CorePredicate {
        let (a, b) = (expression(depth: depth), expression(depth: depth))
        return below(4) == 0 ? .custom(uniformTypeOperators[1], a, b, options()) : .text(.matches, a, b, options())
    }

    private mutating func predicates(depth: Int) -> [CorePredicate] {
        var predicates: [CorePredicate] = []
        for _ in 0..<below(5) { predicates.append(predicate(depth: depth)) }
        return predicates
    }

    private mutating func scoped(depth: Int) -> CorePredicate {
        let before = inScope
        defer { inScope = before }
        var assignments: [CoreAssignment] = []
        for _ in 0...below(2) {
            let value = expression(depth: depth)
            assignments.append(CoreAssignment(slot: newSlot(), value: value))
            inScope.append(assignments[assignments.count - 1].slot)
        }
        return .scoped(assignments, predicate(depth: depth))
    }

    private mutating func quantified(depth: Int) -> CorePredicate {
        let over = expression(depth: depth)
        let expansion: CoreExpansion =
            switch below(3) {
            case 0: .deep
            case 1: .shallow
            default: .shallowIfList(expression(depth: 0))
            }
        let slot = newSlot()
        inScope.append(slot)
        defer { inScope.removeLast() }
        return .quantified(
            pick([.any, .all]), over: over, slot: slot, expansion: expansion, body: predicate(depth: depth))
    }

    private mutating func expression(depth: Int) -> CoreExpression {
        switch below(depth > 0 ? 22 : 9) {
        case 0, 1: return .constant(value(depth: 2))
        case 2, 3, 4: return .member(.record, pick(Self.fields))
        case 5: return inScope.isEmpty ? .record : .slot(pick(inScope))
        case 6: return inScope.isEmpty ? .member(.record, "a") : .member(.slot(pick(inScope)), pick(Self.fields))
        case 7: return .variable(pick(Self.variables))
        case 8: return .record
        case 9:
            let base = expression(depth: depth - 1)
            // Lowering computes the members of constants.
            if case .constant = base { return base }
            return .member(base, pick(Self.fields))
        case 10: return .dynamicMember(expression(depth: depth - 1), expression(depth: depth - 1))
        case 11: return .read(expression(depth: depth - 1), as: reading())
        case 12: return indexed(depth: depth - 1)
        case 13: return collection(depth: depth - 1)
        case 14: return subquery(depth: depth - 1)
        case 15, 16: return .aggregate(expressions(depth: depth - 1))
        case 17:
            return .arithmetic(
                pick(ArithmeticOperator.allCases), expression(depth: depth - 1), expression(depth: depth - 1))
        case 18:
            return below(3) == 0
                ? .complement(expression(depth: depth - 1))
                : .set(pick(SetOperator.allCases), expression(depth: depth - 1), expression(depth: depth - 1))
        case 19: return call(depth: depth - 1)
        case 20: return .cast(expression(depth: depth - 1), pick(CastTarget.allCases))
        default:
            return .ternary(
                predicate(depth: depth - 1), expression(depth: depth - 1), expression(depth: depth - 1))
        }
    }

    private mutating func expressions(depth: Int) -> [CoreExpression] {
        var expressions: [CoreExpression] = []
        for _ in 0..<below(4) { expressions.append(expression(depth: depth)) }
        return expressions
    }

    private mutating func reading() -> CoreReading {
        pick([
            .integer, .double, .decimal, .date, .uuid, .url, .data, .set(of: nil), .set(of: .integer),
            .elements(.double), .elements(.date),
        ])
    }

    private mutating func indexed(depth: Int) -> CoreExpression {
        let base = expression(depth: depth)
        return switch below(4) {
        case 0: .first(base)
        case 1: .last(base)
        case 2: .size(base)
        default: .index(base, expression(depth: depth))
        }
    }

    private mutating func collection(depth: Int) -> CoreExpression {
        let op = pick(CollectionOperator.allCases)
        let base = expression(depth: depth)
        let slot = newSlot()
        if below(2) == 0 { return .collection(op, base, slot: slot, path: nil) }
        inScope.append(slot)
        defer { inScope.removeLast() }
        return .collection(op, base, slot: slot, path: expression(depth: depth))
    }

    private mutating func subquery(depth: Int) -> CoreExpression {
        let base = expression(depth: depth)
        let slot = newSlot()
        inScope.append(slot)
        defer { inScope.removeLast() }
        return .subquery(base, slot: slot, predicate(depth: depth))
    }

    static let registered = PredicateFunction(
        "describe:", parameters: [FunctionParameter("value", .any)], result: .string, help: ""
    ) { .string($0.first?.description ?? "") }

    private mutating func call(depth: Int) -> CoreExpression {
        if below(6) == 0 { return .registered(Self.registered, [expression(depth: depth)]) }
        let function = pick(BuiltInFunction.allCases.filter { $0.isPure || $0 == .now })
        // The core asks a value for a key.
        let count = function == .has ? 2 : function.signature.parameters.count
        var arguments: [CoreExpression] = []
        for _ in 0..<count { arguments.append(expression(depth: depth)) }
        // Some calls leave out an argument, have one too many, or a pattern that is a constant.
        if below(8) == 0 {
            if below(2) == 0 { _ = arguments.popLast() } else { arguments.append(expression(depth: depth)) }
        }
        if function == .finds, below(2) == 0 {
            arguments = [expression(depth: depth), .constant(.string(pick(["a", "^[ab]", "b$", "(", "", "A|é"])))]
        }
        if function == .version, below(2) == 0 {
            arguments = [.constant(.string(pick(["1.10.0", "1.9", "2-rc.1", "2", "x", "1..2"])))]
        }
        return .call(function, arguments)
    }
}
