import PredicateTesting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@testable import PredicateCore
@testable import PredicateFormat

/// Trees of every kind with odd names and values, valid or not.
struct TreeGenerator: SeededGenerator {
    var random: SeededRandom
    /// The kinds made so far.
    private(set) var kinds: Set<String> = []
    /// The number of format arguments so far. A text numbers them in order.
    private var arguments = 0

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    static let names = [
        "a", "b", "name", "_x1", "AND", "like", "Self", "self", "no", "size", "first", "Last", "ANY", "TRUEPREDICATE",
        "apply", "union", "été", "naïve", "日本語", "a b", "a.b", "", "\"", "'", "\\", "a\nb", "😀", "é", "1st", "%@", "$x",
        "@count", "x-y", "com.example.x", "#a", "null", "e\u{301}",
    ]
    static let variables = ["x", "y", "_v", "and", "SELF", "été", "first"]
    static let strings = [
        "", "a", "it's", "say \"hi\"", "\\", "\\n", "tab\there", "line\nbreak", "\0", "%@", "$x", "日本", "😀👨‍👩‍👧",
        "e\u{301}", "é",
        "\u{200B}", "2024-01-31", "TRUE", "{1, 2}", " ",
    ]
    static let doubles: [Double] = [
        0, -0.0, 1, 5, -5, 0.1, -0.1, 1e300, -1e300, .leastNonzeroMagnitude, 1e16, 1e15, 123456789.125, 1e-7,
        9_007_199_254_740_992,
        9_223_372_036_854_775_808, .greatestFiniteMagnitude, .leastNormalMagnitude, .pi,
    ]
    static let integers: [Int64] = [0, 1, -1, 2, 42, -42, .max, .min, .min + 1, 5_000_000_000]
    static let dates: [Double] = [
        0, 728_352_000, -1e9, 0.5, 592_299_475.57712, 592_299_475.577_120_7, -63_114_076_800, 252_423_993_599, 1e15,
        -1e18, 0.1, 1e-9,
    ]

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    // MARK: Predicates

    mutating func predicate(_ depth: Int) -> PredicateTree {
        switch number(0..<(depth > 0 ? 12 : 5)) {
        case 0 where chance(3):
            kinds.insert("truth")
            return PredicateTree(.constant(chance(2)))
        case 5, 6:
            kinds.insert("and")
            return PredicateTree(.and(predicates(depth - 1)))
        case 7, 8:
            kinds.insert("or")
            return PredicateTree(.or(predicates(depth - 1)))
        case 9, 10:
            kinds.insert("not")
            return PredicateTree(.not(predicate(depth - 1)))
        default: return comparison(depth)
        }
    }

    private mutating func predicates(_ depth: Int) -> [PredicateTree] {
        (0..<pick([0, 1, 2, 2, 3, 4])).map { _ in predicate(depth) }
    }

    private mutating func comparison(_ depth: Int) -> PredicateTree {
        let left = expression(depth - 1)
        let comparator = pick(ComparisonOperator.builtIn + [.custom("UTI-EQUALS")])
        kinds.insert("comparison \(comparator.spelling)")
        let quantifier = chance(3) ? pick(Quantifier.allCases) : nil
        if let quantifier { kinds.insert("quantifier \(quantifier.rawValue)") }
        let options = comparator == .between || !chance(3) ? [] : StringOptions(rawValue: UInt8(number(0..<16)))
        return PredicateTree(
            .comparison(
                .init(left, comparator, expression(depth - 1), options: options, quantifier: quantifier)))
    }

    // MARK: Expressions

    mutating func expression(_ depth: Int) -> ExpressionTree {
        guard depth > 0 else { return leaf() }
        switch number(0..<20) {
        case 0..<4: return leaf()
        case 4, 5: return path(depth)
        case 6: return node(.aggregate(expressions(depth - 1)), "aggregate")
        case 7, 8:
            return node(
                .arithmetic(pick(ArithmeticOperator.allCases), expression(depth - 1), expression(depth - 1)),
                "arithmetic")
        case 9: return node(.complement(expression(depth - 1)), "complement")
        case 10: return node(.set(pick(SetOperator.allCases), expression(depth - 1), expression(depth - 1)), "set")
        case 11: return call(depth)
        case 12:
            let functions = BuiltInFunction.allCases.filter { !$0.signature.parameters.isEmpty }
            let function = pick(functions)
            let target = expression(depth - 1)
            let rest = function.signature.parameters.dropFirst().map { _ in expression(depth - 1) }
            return node(.function(target: target, selector: function.rawValue, arguments: rest), "function")
        case 13: return node(.cast(castable(depth), pick(CastTarget.allCases)), "cast")
        case 14: return node(.ternary(predicate(depth - 1), expression(depth - 1), expression(depth - 1)), "ternary")
        case 15:
            return node(
                .subquery(expression(depth - 1), variable: pick(Self.variables), predicate(depth - 1)), "subquery")
        case 16: return node(.assignment(pick(Self.variables), expression(depth - 1)), "assignment")
        case 17: return index(depth)
        case 18: return collection(depth)
        default: return literal()
        }
    }

    private mutating func node(_ kind: ExpressionTree.Kind, _ name: String) -> ExpressionTree {
        kinds.insert(name)
        return ExpressionTree(kind)
    }

    private mutating func expressions(_ depth: Int) -> [ExpressionTree] {
        (0..<number(0..<4)).map { _ in expression(depth) }
    }

    /// A call of a random built-in function.
    private mutating func call(_ depth: Int) -> ExpressionTree {
        let function = pick(BuiltInFunction.allCases)
        let arguments = function.signature.parameters.map { _ in expression(depth - 1) }
        return node(.call(function.rawValue, arguments), "call")
    }

    /// An operand that CAST accepts. A constant that cannot become a date would be an error.
    private mutating func castable(_ depth: Int) -> ExpressionTree {
        chance(2) ? ExpressionTree(.constant(.integer(5))) : path(depth)
    }

    private mutating func leaf() -> ExpressionTree {
        switch number(0..<10) {
        case 0: return node(.record, "record")
        case 1: return node(.variable(pick(Self.variables)), "variable")
        case 2:
            arguments += 1
            let spelling = pick(["%@", "%d", "%lu", "%f", "%c", "%s"])
            guard let specifier = FormatSpecifier(spelling: spelling) else { return literal() }
            return node(.argument(arguments - 1, specifier), "argument")
        case 3...5: return path(1)
        default: return literal()
        }
    }

    mutating func literal() -> ExpressionTree { .literal(value(2)) }

    mutating func value(_ depth: Int) -> PredicateValue {
        let kind = number(0..<(depth > 0 ? 12 : 10))
        kinds.insert("value \(kind)")
        switch kind {
        case 0: return .null
        case 1: return .boolean(chance(2))
        case 2: return .integer(pick(Self.integers))
        case 3: return .double(pick(Self.doubles))
        case 4: return .decimal(pick([0, 1, -1.5, 1234567890123456, 0.1].map { Decimal($0) }) / 10)
        case 5, 6: return .string(pick(Self.strings))
        case 7: return .date(Date(timeIntervalSinceReferenceDate: pick(Self.dates)))
        case 8: return UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F").map(PredicateValue.uuid) ?? .null
        case 9: return chance(2) ? .url("https://example.org/a?b=\"c\"") : .data(Data([0, 1, 255]))
        case 10: return .list((0..<number(0..<4)).map { _ in value(depth - 1) })
        default: return .set((0..<number(0..<3)).map { _ in value(depth - 1) })
        }
    }

    // MARK: Paths

    mutating func path(_ depth: Int) -> ExpressionTree {
        let isBase = depth > 1 && chance(3)
        var result = isBase ? expression(depth - 1) : ExpressionTree(.record)
        for _ in 0..<number(1..<4) { result = step(from: result, depth) }
        return result
    }

    private mutating func step(from base: ExpressionTree, _ depth: Int) -> ExpressionTree {
        switch number(0..<12) {
        case 0: return node(.dynamicField(base, ExpressionTree(.variable(pick(Self.variables)))), "dynamic variable")
        case 1 where depth > 1:
            return node(
                .dynamicField(base, ExpressionTree(.call("uppercase:", [expression(depth - 1)]))), "dynamic call")
        case 2:
            arguments += 1
            return node(
                .dynamicField(base, ExpressionTree(.argument(arguments - 1, FormatSpecifier("%K", .keyPath)))),
                "dynamic argument")
        default: return node(.field(base, pick(Self.names)), "field")
        }
    }

    private mutating func index(_ depth: Int) -> ExpressionTree {
        let base = expression(depth - 1)
        return switch number(0..<5) {
        case 0: node(.index(base, .first), "[FIRST]")
        case 1: node(.index(base, .last), "[LAST]")
        case 2: node(.index(base, .size), "[SIZE]")
        default: node(.index(base, .at(expression(depth - 1))), "[at]")
        }
    }

    private mutating func collection(_ depth: Int) -> ExpressionTree {
        let symbol = pick(CollectionOperator.allCases)
        let base = chance(3) ? expression(depth - 1) : path(depth)
        guard symbol != .count, chance(2) else { return node(.collection(symbol, base, path: nil), symbol.rawValue) }
        var path = ExpressionTree(.element)
        for _ in 0..<number(1..<3) { path = step(from: path, 1) }
        if chance(4) {
            path = ExpressionTree(.collection(pick(CollectionOperator.allCases), path, path: nil))
            kinds.insert("nested collection")
        }
        return node(.collection(symbol, base, path: path), symbol.rawValue + " path")
    }
}
