// `(city == "Faro" AND age > 3) OR (city == "Braga" AND age > 5) OR …`: what the text is decides which of the parts can hold, so the
// text is looked up once, and not compared part by part.
extension ValueTestCompiler {
    /// Fewer parts are as fast one by one.
    private static let fewestParts = 5

    /// Comparisons of a field with integers that a set takes the place of, at least.
    private static let fewestIntegers = 8

    /// The parts of an OR with one look into a set in place of many comparisons with integers.
    func joined(_ parts: [CorePredicate], _ scope: ValueScope) -> [CorePredicate] {
        Alternatives.joiningIntegers(
            parts, least: Self.fewestIntegers,
            subject: { operand -> [[UInt8]]? in
                guard case .integer? = scope.location(operand)?.shape else { return nil }
                return Self.keys(operand)
            }, constant: constant)
    }

    /// One test for those parts of an OR that ask the same field for a text, and the other parts.
    func dispatched(_ parts: [CorePredicate], _ scope: ValueScope) -> (test: ValueTest, others: [CorePredicate])? {
        let alternatives = Alternatives(
            parts, least: Self.fewestParts, most: 1,
            subject: { operand -> [[UInt8]]? in
                // The rest is about the same pointer.
                guard let location = scope.location(operand), case .string = location.shape,
                    ScalarTail(location).before.isEmpty
                else { return nil }
                return Self.keys(operand)
            }, constant: constant)
        guard let group = alternatives.groups.first, let location = scope.location(group.operand) else { return nil }
        var tests: [ValueTest] = []
        for rest in group.rests {
            // What goes steps stays in its order.
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

/// Looks a text up, and asks what stands there.
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
