// `(city == "Faro" AND age > 3) OR (city == "Braga" AND age > 5) OR …`: what the text is decides which of the parts can hold, so the
// text is looked up once, and not compared part by part.
extension ValueTestCompiler {
    /// Fewer parts are as fast one by one.
    private static let fewestParts = 5

    /// A part of an OR that asks for a text, and what it asks for beside that.
    private struct Clause {
        /// The keys of the field by their bytes: code points decide which are the same.
        var field: [[UInt8]]
        var location: ValueLocation
        var text: String
        var rest: [CorePredicate]
    }

    /// One test for those parts of an OR that ask the same field for a text, and the other parts.
    func dispatched(_ parts: [CorePredicate], _ scope: ValueScope) -> (test: ValueTest, others: [CorePredicate])? {
        guard parts.count >= Self.fewestParts else { return nil }
        let clauses = parts.map { clause($0, scope) }
        var counts: [[[UInt8]]: Int] = [:]
        for clause in clauses { if let clause { counts[clause.field, default: 0] += 1 } }
        guard let commonest = counts.max(by: { $0.value < $1.value }), commonest.value >= Self.fewestParts else {
            return nil
        }
        var texts: [String] = []
        var known: [[UInt8]: Int] = [:]
        var rests: [[CorePredicate]] = []
        var others: [CorePredicate] = []
        var location: ValueLocation?
        for (part, clause) in zip(parts, clauses) {
            guard let clause, clause.field == commonest.key else {
                others.append(part)
                continue
            }
            location = clause.location
            let rest = CorePredicate.and(clause.rest)
            let bytes = Array(clause.text.utf8)
            if let known = known[bytes] {
                rests[known].append(rest)
            } else {
                known[bytes] = texts.count
                texts.append(clause.text)
                rests.append([rest])
            }
        }
        guard let location, let table = TextTable(texts.map(PredicateValue.string)) else { return nil }
        var tests: [ValueTest] = []
        for rest in rests {
            // What goes steps stays in its order.
            guard let test = condition(.or(rest), scope)?.test, test.isQuiet else { return nil }
            tests.append(test)
        }
        let visitor = DispatchVisitor(table: table, tests: tests)
        guard let test = ScalarTail(location).visitText(location.shape, visitor) else { return nil }
        return (test, others)
    }

    private func clause(_ part: CorePredicate, _ scope: ValueScope) -> Clause? {
        var conjuncts = [part]
        if case .and(let parts) = part { conjuncts = parts }
        for (index, conjunct) in conjuncts.enumerated() {
            guard case .equal(let a, let b, let options) = conjunct, options.effective.isEmpty,
                case .string(let text)? = constant(b), let location = scope.location(a), case .string = location.shape,
                // The rest is about the same pointer.
                ScalarTail(location).before.isEmpty
            else { continue }
            var rest = conjuncts
            rest.remove(at: index)
            return Clause(field: Self.keys(a), location: location, text: text, rest: rest)
        }
        return nil
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
            guard let text = loader.load(pointer),
                let index = UTF8Text.withBytes(text, { table.index(of: $0) }), tests.indices.contains(index)
            else { return false }
            return tests[index].holds(pointer, &run)
        }
    }
}
