import PredicateCore
import PredicateFormat

/// Makes the operations of a `SlotProgram` from last to first, because each needs the next operation for each answer.
struct SlotProgramMaker {
    /// Strings that one operation looks up, and the next operation for each of them.
    struct Table {
        var operation: Int
        var texts: [[UInt8]]
        var targets: [Int32]
    }

    /// The first operation of the program.
    var entry = SlotProgram.End.fails
    private(set) var operations: [SlotProgram.Operation] = []
    private(set) var tables: [Table] = []
    /// The fallbacks of operations.
    private(set) var general: [CorePredicate] = []
    private let compiler: SlotCompiler

    /// The minimum number of OR parts for a table.
    private static let leastGroup = 4
    /// The minimum number of integers compared with the same slot for a set. A set lookup costs as much as several
    /// comparisons.
    private static let leastIntegers = 8

    init(_ compiler: SlotCompiler) { self.compiler = compiler }

    /// The index of the first operation of a predicate.
    mutating func compile(_ predicate: CorePredicate, _ whenTrue: Int32, _ whenFalse: Int32) -> Int32 {
        switch predicate {
        case .constant(let holds): return holds ? whenTrue : whenFalse
        case .not(let part): return compile(part, whenFalse, whenTrue)
        case .and(let parts): return compile(all: parts, whenTrue, whenFalse)
        case .or(let parts): return compile(alternatives: parts, whenTrue, whenFalse)
        case .counted(let site, let part): return compile(part, counted: site, whenTrue, whenFalse)
        default:
            if let bounds = ComparisonPlan.bounds(of: predicate) { return compile(all: bounds, whenTrue, whenFalse) }
            return add(predicate, compiler.operation(predicate), whenTrue, whenFalse)
        }
    }

    /// The compiled predicate counts what an operation cannot use, so it decides with the number of the operation. What
    /// decides without it needs none.
    private mutating func compile(
        _ part: CorePredicate, counted site: Int, _ whenTrue: Int32, _ whenFalse: Int32
    ) -> Int32 {
        let plain = part.uncountedExceptElements
        // The second bound is tested only if the first holds, and the value has been counted then.
        if let first = ComparisonPlan.bounds(of: part)?.first, let bounds = ComparisonPlan.bounds(of: plain) {
            return compile(all: [.counted(site, first)] + bounds.dropFirst(), whenTrue, whenFalse)
        }
        let form = compiler.operation(plain)
        return add(.counted(site, part), form, whenTrue, whenFalse, site: Self.site(of: part, site, form.0))
    }

    /// The number of the operation whose values a form counts: that of the comparison, or of what it does within the
    /// comparison. The elements of a quantifier count themselves.
    private static func site(of comparison: CorePredicate, _ site: Int, _ form: SlotProgram.Kind) -> Int? {
        switch form {
        case .arithmetic, .date, .elements: break
        default: return site
        }
        switch comparison {
        case .quantified: return nil
        case .equal(let a, let b, _), .ordered(_, let a, let b, _): return inner(a) ?? inner(b) ?? site
        default: return site
        }
    }

    /// The number of the operation that an operand is.
    private static func inner(_ operand: CoreExpression) -> Int? {
        switch operand {
        case .counted(_, .collection(.count, .counted(let site, _), _, nil)), .counted(let site, _): site
        default: nil
        }
    }

    private mutating func compile(all parts: [CorePredicate], _ whenTrue: Int32, _ whenFalse: Int32) -> Int32 {
        var next = whenTrue
        for part in parts.reversed() { next = compile(part, next, whenFalse) }
        return next
    }

    private mutating func compile(any parts: [CorePredicate], _ whenTrue: Int32, _ whenFalse: Int32) -> Int32 {
        var next = whenFalse
        for part in parts.reversed() { next = compile(part, whenTrue, next) }
        return next
    }

    /// OR parts that compare the same slot with strings, together with other conditions, become a table from each
    /// string to the conditions that accompany it.
    private mutating func compile(
        alternatives parts: [CorePredicate], _ whenTrue: Int32, _ whenFalse: Int32
    ) -> Int32 {
        let alternatives = Alternatives(
            parts, least: Self.leastGroup, subject: Self.slot, constant: SlotCompiler.constant)
        let others = Alternatives.joiningIntegers(
            alternatives.others, least: Self.leastIntegers, subject: Self.slot, constant: SlotCompiler.constant)
        var next = compile(any: others, whenTrue, whenFalse)
        for group in alternatives.groups { next = addTable(group, whenTrue, next) }
        return next
    }

    private static func slot(_ operand: CoreExpression) -> Int? {
        if case .input(let slot) = operand { slot } else { nil }
    }

    /// The number of the comparison that a part of an OR looks up in a table.
    private static func site(of part: CorePredicate?) -> Int? {
        switch part {
        case .counted(let site, .equal)?: site
        case .and(let parts)?: parts.lazy.compactMap { site(of: $0) }.first
        default: nil
        }
    }

    private mutating func addTable(_ group: Alternatives<Int>.Group, _ whenTrue: Int32, _ whenFalse: Int32) -> Int32 {
        var targets: [Int32] = []
        for rest in group.rests { targets.append(compile(any: rest, whenTrue, whenFalse)) }
        // The compiled predicate decides strings that have not been decoded.
        let whole = add(.or(group.parts), (.general, group.subject), whenTrue, whenFalse)
        tables.append(Table(operation: operations.count, texts: group.texts, targets: targets))
        operations.append(
            SlotProgram.Operation(
                kind: .general, slot: group.subject, whenTrue: whole, whenFalse: whenFalse, general: -1,
                site: Self.site(of: group.parts.first)))
        return Int32(operations.count - 1)
    }

    private mutating func add(
        _ predicate: CorePredicate, _ form: (kind: SlotProgram.Kind, slot: Int), _ whenTrue: Int32, _ whenFalse: Int32,
        site: Int? = nil
    ) -> Int32 {
        general.append(predicate)
        operations.append(
            SlotProgram.Operation(
                kind: form.kind, slot: form.slot, whenTrue: whenTrue, whenFalse: whenFalse, general: general.count - 1,
                site: site))
        return Int32(operations.count - 1)
    }
}
