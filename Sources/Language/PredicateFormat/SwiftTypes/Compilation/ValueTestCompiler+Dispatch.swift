import PredicateCore

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

    /// One test for the parts of an OR that compare the same field with a text, and the other parts.
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
            case .read(let base, _): current = base
            default: return keys
            }
        }
    }
}

/// Looks a text up, and runs the test of its number.
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
