import PredicateCore

/// Compiles a checked predicate for a described type: each comparison becomes a closure that reads the field in
/// memory, with its constants prepared.
///
/// `CompiledPredicate` evaluates comparisons that have no fast test here, over the fields that they read. So every
/// answer is that of the reference evaluator, and a fast test must be correct only for the cases that it accepts.
struct ValueTestCompiler {
    let library: PredicateLibrary
    let limits: PredicateLimits
    let patterns: PatternCache
    let folding: PredicateCompiler
    private let type: DescribedType
    private let slotCount: Int
    private let root: ValueLocation

    /// The test of a program for values of a type: a first condition, and the rest of an AND.
    static func compile(
        _ program: CoreProgram, for type: DescribedType, library: PredicateLibrary, limits: PredicateLimits
    ) -> (first: ValueTest.Body, rest: ValueTest.Body?) {
        let compiler = ValueTestCompiler(program, type, library, limits)
        // A program deeper than this needs a separate stack, which the compiled predicate provides.
        let levels = CoreDepth.of(program.predicate)
        if levels > CoreDepth.direct {
            return (CoreDepth.run(levels: levels) { compiler.general(program.predicate).holds }, nil)
        }
        let scope = ValueScope(base: .record, location: compiler.root)
        if case .and(let parts) = program.predicate, let tests = compiler.tests(parts, scope, decidedBy: false),
            let first = tests.first
        {
            let rest = Array(tests.dropFirst())
            return (first.holds, rest.isEmpty ? nil : group(rest, decidedBy: false).holds)
        }
        let test = compiler.condition(program.predicate, scope)?.test ?? compiler.general(program.predicate)
        return (test.holds, nil)
    }

    private init(
        _ program: CoreProgram, _ type: DescribedType, _ library: PredicateLibrary, _ limits: PredicateLimits
    ) {
        self.library = library
        self.limits = limits
        patterns = PatternCache(library: library)
        folding = PredicateCompiler(library: library, limits: limits)
        self.type = type
        slotCount = program.slotCount
        root = ValueLocation(.object(ObjectShape { type }))
    }

    // MARK: Connectives

    /// A condition on the base of a scope. For an element of a list, nil if it needs anything else.
    func condition(_ predicate: CorePredicate, _ scope: ValueScope) -> ValueCondition? {
        switch predicate {
        case .constant(let holds): return .constant(holds)
        case .not(let part):
            switch condition(part, scope) {
            case .constant(let holds)?: return .constant(!holds)
            case .test(let test)?:
                let holds = test.holds
                return .test(ValueTest(cost: test.cost + 1, isQuiet: test.isQuiet) { !holds($0, &$1) })
            case nil: return nil
            }
        case .and(let parts): return group(parts, scope, decidedBy: false)
        case .or(let parts): return group(parts, scope, decidedBy: true)
        default:
            if let found = comparison(predicate, scope) { return found }
            // Elements of lists have no row.
            guard case .record = scope.base else { return nil }
            return .test(general(predicate))
        }
    }

    /// AND is decided by a false part, and OR by a true one.
    private func group(_ parts: [CorePredicate], _ scope: ValueScope, decidedBy deciding: Bool) -> ValueCondition? {
        let parts = deciding ? joined(parts, scope) : parts
        guard let conditions = (deciding ? dispatchedConditions(parts, scope) : nil) ?? conditions(parts, scope) else {
            return nil
        }
        var tests: [ValueTest] = []
        for condition in conditions {
            switch condition {
            case .constant(let holds): if holds == deciding { return .constant(deciding) }
            case .test(let test): tests.append(test)
            }
        }
        if tests.isEmpty { return .constant(!deciding) }
        return .test(Self.group(Self.ordered(tests), decidedBy: deciding))
    }

    private func conditions(_ parts: [CorePredicate], _ scope: ValueScope) -> [ValueCondition]? {
        var conditions: [ValueCondition] = []
        for part in parts {
            guard let condition = condition(part, scope) else { return nil }
            conditions.append(condition)
        }
        return conditions
    }

    /// The conditions, with one test for the parts that compare one field with a string; nil if that is not possible.
    private func dispatchedConditions(_ parts: [CorePredicate], _ scope: ValueScope) -> [ValueCondition]? {
        guard let (test, others) = dispatched(parts, scope), let rest = conditions(others, scope) else { return nil }
        // Tests that charge steps must stay in order.
        let isQuiet = rest.allSatisfy { if case .test(let test) = $0 { test.isQuiet } else { true } }
        return isQuiet ? [.test(test)] + rest : nil
    }

    /// The tests of the parts, cheap ones first; nil if a part is constant or has no test.
    private func tests(_ parts: [CorePredicate], _ scope: ValueScope, decidedBy deciding: Bool) -> [ValueTest]? {
        var tests: [ValueTest] = []
        for part in parts {
            guard case .test(let test)? = condition(part, scope) else { return nil }
            tests.append(test)
        }
        return Self.ordered(tests)
    }

    /// The tests, cheap ones first. Only adjacent tests that charge no steps are reordered, because the order of the
    /// others decides where a limit is exceeded.
    private static func ordered(_ tests: [ValueTest]) -> [ValueTest] {
        var result: [ValueTest] = []
        var quiet: [ValueTest] = []
        func flush() {
            // The sort must be stable.
            result += quiet.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
                .map(\.element)
            quiet = []
        }
        for test in tests {
            if test.isQuiet {
                quiet.append(test)
            } else {
                flush()
                result.append(test)
            }
        }
        flush()
        return result
    }

    private static func group(_ tests: [ValueTest], decidedBy deciding: Bool) -> ValueTest {
        let cost = tests.reduce(0) { min($0 + $1.cost, 1_000_000) }
        let isQuiet = tests.allSatisfy(\.isQuiet)
        switch tests.count {
        case 1: return tests[0]
        case 2:
            let (a, b) = (tests[0].holds, tests[1].holds)
            if deciding { return ValueTest(cost: cost, isQuiet: isQuiet) { a($0, &$1) || b($0, &$1) } }
            return ValueTest(cost: cost, isQuiet: isQuiet) { a($0, &$1) && b($0, &$1) }
        case 3 where !deciding:
            let (a, b, c) = (tests[0].holds, tests[1].holds, tests[2].holds)
            return ValueTest(cost: cost, isQuiet: isQuiet) { a($0, &$1) && b($0, &$1) && c($0, &$1) }
        default:
            return ValueTest(cost: cost, isQuiet: isQuiet) { pointer, run in
                for test in tests where test.holds(pointer, &run) == deciding { return deciding }
                return !deciding
            }
        }
    }

    // MARK: General parts

    /// A part that the compiled predicate evaluates.
    private func general(_ predicate: CorePredicate) -> ValueTest {
        let (bound, paths) = bound(predicate)
        let program = CoreProgram(predicate: bound, slotCount: slotCount)
        let part = GeneralPart(
            type, program, library: library, limits: limits, readers: paths.map { $0.map { reader($0) } })
        return ValueTest(cost: 500, isQuiet: false) { $1.decide(part, $0) }
    }

    /// The predicate over locations of a row, with their paths; without paths if it needs the whole record.
    private func bound(_ predicate: CorePredicate) -> (CorePredicate, [[String]]?) {
        // Paths end at lists and dictionaries. The keys after them stay in the predicate.
        var lists: [[String]] = []
        while true {
            var binding = InputBinding(.record, lists: lists)
            guard let bound = binding.bind(predicate) else { return (predicate, nil) }
            let crossing = binding.paths.compactMap { crossed($0) }
            if crossing.isEmpty { return (bound, binding.paths) }
            lists += crossing
        }
    }

    /// The start of a path up to a value that is not an object; nil if there is none.
    private func crossed(_ path: [String]) -> [String]? {
        var location = root
        for (index, key) in path.enumerated() {
            guard let next = location.field(key) else { return Array(path[..<index]) }
            location = next
        }
        return nil
    }

    private func reader(_ path: [String]) -> @Sendable (UnsafeRawPointer) -> PredicateValue {
        var location = root
        for key in path {
            guard let next = location.field(key) else { return { _ in .null } }
            location = next
        }
        return location.reader
    }
}

/// The base of a condition: the record, or the value of a slot.
struct ValueScope {
    enum Base {
        case record
        case slot(Int)
    }

    let base: Base
    /// The location of the base, relative to the pointer that the test is given.
    let location: ValueLocation

    /// The target of a path. If the path passes through a list: the list, and the rest of the path in its elements.
    enum Target {
        case location(ValueLocation)
        case elements(of: ValueLocation, rest: ValueLocation)
    }

    /// The target of an expression; nil if it is not a path of the base.
    func target(_ expression: CoreExpression) -> Target? {
        switch expression {
        case .record:
            guard case .record = base else { return nil }
            return .location(location)
        case .slot(let slot):
            guard case .slot(slot) = base else { return nil }
            return .location(location)
        case .member(let inner, let key):
            switch target(inner) {
            case .location(let location)?:
                if let field = location.field(key) { return .location(field) }
                guard case .collection(let collection) = location.shape, collection.kind != .dictionary else {
                    return nil
                }
                return ValueLocation(collection.element).field(key).map { .elements(of: location, rest: $0) }
            case .elements(let list, let rest)?: return rest.field(key).map { .elements(of: list, rest: $0) }
            case nil: return nil
            }
        case .index(let inner, .constant(.string(let key))):
            guard case .location(let location)? = target(inner), case .collection = location.shape else { return nil }
            return location.field(key).map { .location($0) }
        default: return nil
        }
    }

    func location(_ expression: CoreExpression) -> ValueLocation? {
        if case .location(let location)? = target(expression) { return location }
        return nil
    }
}

// `(city == "Faro" AND age > 3) OR (city == "Braga" AND age > 5) OR …`: the text decides which parts can hold. It is
// looked up once instead of compared part by part.
extension ValueTestCompiler {
    /// With fewer parts, separate tests are as fast.
    private static let fewestParts = 5

    /// The least number of comparisons with integers that a set replaces.
    private static let fewestIntegers = 8

    /// Replaces comparisons of a field with integers by one membership test, among the parts of an OR.
    func joined(_ parts: [CorePredicate], _ scope: ValueScope) -> [CorePredicate] {
        Alternatives.joiningIntegers(
            parts, least: Self.fewestIntegers,
            subject: { operand -> [[UInt8]]? in
                guard case .integer? = scope.location(operand)?.shape else { return nil }
                return Self.keys(operand)
            }, constant: constant)
    }

    /// One test for the parts of an OR that compare the same field with a string, and the other parts.
    func dispatched(_ parts: [CorePredicate], _ scope: ValueScope) -> (test: ValueTest, others: [CorePredicate])? {
        let alternatives = Alternatives(
            parts, least: Self.fewestParts, most: 1,
            subject: { operand -> [[UInt8]]? in
                // The other conditions of the parts take the same pointer.
                guard let location = scope.location(operand), case .string = location.shape,
                    ScalarTail(location).before.isEmpty
                else { return nil }
                return Self.keys(operand)
            }, constant: constant)
        guard let group = alternatives.groups.first, let location = scope.location(group.operand) else { return nil }
        var tests: [ValueTest] = []
        for rest in group.rests {
            // Tests that charge steps must stay in order.
            guard let test = condition(.or(rest), scope)?.test, test.isQuiet else { return nil }
            tests.append(test)
        }
        let visitor = DispatchVisitor(table: TextTable(group.texts), tests: tests)
        guard let test = ScalarTail(location).visitText(location.shape, visitor) else { return nil }
        return (test, alternatives.others)
    }

    private static func keys(_ expression: CoreExpression) -> [[UInt8]] {
        var keys: [[UInt8]] = []
        var current = expression
        while true {
            switch current {
            case .member(let base, let key):
                keys.append(Array(key.utf8))
                current = base
            default: return keys
            }
        }
    }
}

/// Looks a string up, and runs the test of its number.
private struct DispatchVisitor: LoaderVisitor {
    typealias Value = String
    let table: TextTable
    let tests: [ValueTest]

    func visit<Loader: ScalarLoader>(_ loader: Loader) -> ValueTest where Loader.Value == String {
        let (table, tests) = (table, tests)
        return ValueTest(cost: 15) { pointer, run in
            guard let text = loader.load(pointer) else { return false }
            let number = Int(UTF8Text.withBytes(text) { table.index.number(of: $0) })
            return tests.indices.contains(number) && tests[number].holds(pointer, &run)
        }
    }
}
