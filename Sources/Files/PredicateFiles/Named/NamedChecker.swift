import PredicateCore
import PredicateFormat

/// Checks the predicates of a file: each after those that it uses.
struct NamedChecker {
    /// What is known of a predicate that was checked.
    private struct Checked {
        /// The text with the predicates that it uses; nil if one of them has an error.
        var text: LocatedText?
        /// Where other predicates are in that text.
        var inserted: [SourceRange] = []
        var arguments: [Argument] = []
        /// Whether `arguments` are all that it has. Predicates that use one another have those of each other.
        var knowsArguments = true
        var predicate: CheckedPredicate?
    }

    /// An argument of a predicate or of one that it uses.
    private struct Argument {
        let argument: NamedArgument
        /// The declaration.
        let range: SourceRange
        /// The predicate that declares it.
        let owner: Int
    }

    /// The text of a predicate with others in place of its references.
    private struct Expansion {
        let text: LocatedText
        /// Where the others are in the text.
        let inserted: [SourceRange]
    }

    private let reader: NamedDeclarationReader
    private var problems: NamedProblems { reader.problems }
    private let declarations: [NamedDeclaration]
    private let library: PredicateLibrary
    private let limits: PredicateLimits
    private let positions: [ExactName: Int]
    private let names: [String]
    /// The references of each predicate that have a target.
    private var references: [[(target: Int, reference: NamedReference)]] = []
    private var checked: [Checked]
    /// Whether a predicate, or one that it uses, has an error.
    private var isBroken: [Bool]
    private var expandedBytes = 0

    init(
        _ reader: NamedDeclarationReader, _ declarations: [NamedDeclaration], library: PredicateLibrary,
        limits: PredicateLimits
    ) {
        self.reader = reader
        self.declarations = declarations
        self.library = library
        self.limits = limits
        names = declarations.map(\.name.text)
        positions = Dictionary(
            zip(names.map { ExactName($0) }, names.indices), uniquingKeysWith: { first, _ in first })
        checked = Array(repeating: Checked(), count: declarations.count)
        isBroken = declarations.map(\.hasErrors)
    }

    /// The predicates without errors, in the order of the file.
    mutating func predicates() -> [NamedPredicate] {
        references = declarations.indices.map { findReferences(of: $0) }
        let order = NamedOrder(references.map { $0.map(\.target) })
        for cycle in order.cycles { report(cycle) }
        for group in order.groups {
            if group.isCircle { checkCircle(group.members) } else { group.members.forEach { check($0) } }
        }
        return declarations.indices.compactMap { predicate($0) }
    }

    // MARK: References

    private mutating func findReferences(of index: Int) -> [(target: Int, reference: NamedReference)] {
        let declaration = declarations[index]
        // The text is split by bytes, so one that is too long is left to the parser, which reports it.
        guard let text = declaration.text, text.text.utf8.count <= limits.sourceBytes else { return [] }
        return NamedReference.references(in: text.text).compactMap { reference in
            let path = declaration.keyPath
            guard reference.isClosed else {
                problems.report(.unclosedReference(at: reference.range), of: text, in: path)
                isBroken[index] = true
                return nil
            }
            guard let target = positions[ExactName(reference.name)] else {
                problems.report(
                    .unknownPredicate(reference.name, known: names, at: reference.nameRange), of: text,
                    in: path)
                isBroken[index] = true
                return nil
            }
            return (target, reference)
        }
    }

    private mutating func report(_ cycle: [Int]) {
        guard let first = cycle.first, let text = declarations[first].text else { return }
        let next = cycle.dropFirst().first ?? first
        let range = references[first].first { $0.target == next }?.reference.range ?? SourceRange(at: 0)
        problems.report(
            .cycle((cycle + [first]).map { names[$0] }, at: range), of: text,
            in: declarations[first].keyPath)
    }

    // MARK: Checking

    private mutating func check(_ index: Int) {
        let declaration = declarations[index]
        guard let text = declaration.text else {
            isBroken[index] = true
            return
        }
        let targets = references[index]
        // A reference without a target is not replaced by anything that is known.
        var usesBroken = isBroken[index] && text.text.utf8.count <= limits.sourceBytes
        if usesBroken { usesBroken = NamedReference.references(in: text.text).count > targets.count }
        for (target, reference) in targets {
            if isBroken[target] || checked[target].text == nil { usesBroken = true }
            if !checked[target].knowsArguments { checked[index].knowsArguments = false }
            if isOther(declarations[target].schema, declaration.schema) {
                problems.report(
                    .otherSchema(names[target], names[index], at: reference.range), of: text,
                    in: declaration.keyPath)
                isBroken[index] = true
                usesBroken = true
            }
        }
        let errors = problems.errorCount
        let arguments = self.arguments(of: index)
        checked[index].arguments = arguments
        if problems.errorCount > errors { usesBroken = true }
        guard let expansion = usesBroken ? placeholders(index, text) : expansion(index, text) else {
            isBroken[index] = true
            return
        }
        examine(index, expansion, arguments, isWhole: !usesBroken)
        if usesBroken { isBroken[index] = true }
    }

    /// Checks predicates that use one another, each as far as its own text goes.
    private mutating func checkCircle(_ members: [Int]) {
        for index in members {
            isBroken[index] = true
            checked[index].knowsArguments = false
        }
        for index in members {
            let arguments = declarations[index].arguments.map {
                Argument(argument: $0.argument, range: $0.range, owner: index)
            }
            checked[index].arguments = arguments
            guard let text = declarations[index].text, let expansion = placeholders(index, text) else { continue }
            examine(index, expansion, arguments, isWhole: false)
        }
    }

    /// Whether two schemas are known, and not the same.
    private func isOther(_ a: NamedSchemas.Finding, _ b: NamedSchemas.Finding) -> Bool {
        !a.isMissing && !b.isMissing && a.schema != b.schema
    }

    /// The text with the predicates that it uses, in parentheses; nil, with a problem, if it is too long.
    private mutating func expansion(_ index: Int, _ text: LocatedText) -> Expansion? {
        var size = text.text.utf8.count
        // Each part has at most the limit in bytes, and there is a reference for it, so no sum overflows.
        for (target, reference) in references[index] {
            let range = reference.range
            size += (checked[target].text?.text.utf8.count ?? 0) + 2 - (range.upperBound - range.lowerBound)
        }
        let name = declarations[index].name
        if !references[index].isEmpty, size > limits.sourceBytes {
            problems.report(
                .tooLong(name.text, limit: limits.sourceBytes, at: name.sourceRange),
                in: declarations[index].keyPath)
            return nil
        }
        let isFull = expandedBytes > NamedLimits.expandedBytes
        expandedBytes += min(size, limits.sourceBytes)
        guard expandedBytes <= NamedLimits.expandedBytes else {
            if !isFull {
                problems.report(
                    .allTooLong(limit: NamedLimits.expandedBytes, at: name.sourceRange),
                    in: declarations[index].keyPath)
            }
            return nil
        }
        return replaced(text, references[index].map { ($0.reference.range, checked[$0.target].text?.text ?? "") })
    }

    /// The text with a condition in place of each reference, for a predicate that uses one with an error.
    private func placeholders(_ index: Int, _ text: LocatedText) -> Expansion? {
        guard text.text.utf8.count <= limits.sourceBytes else { return replaced(text, []) }
        return replaced(text, NamedReference.references(in: text.text).map { ($0.range, "TRUEPREDICATE") })
    }

    private func replaced(_ original: LocatedText, _ parts: [(range: SourceRange, text: String)]) -> Expansion {
        var text = TranslatedText(original)
        let inserted = parts.map { text.replace($0.range, with: "(\($0.text))") }
        return Expansion(text: text.finish(), inserted: inserted)
    }

    /// Checks the text of a predicate with the types of its arguments, and keeps the predicate if nothing is wrong.
    private mutating func examine(_ index: Int, _ expansion: Expansion, _ arguments: [Argument], isWhole: Bool) {
        let declaration = declarations[index]
        let text = expansion.text
        let parsed = ParsedText(text.text, as: .predicate, library: library, limits: limits)
        var types = NameTable<ValueType>()
        for argument in arguments { types[argument.argument.name] = argument.argument.type }
        let typed = PredicateFrontEnd(
            parsed, arguments: nil, bindings: NameTable(), requiresValues: false, typedVariables: types
        ).compilation(against: declaration.schema.schema)
        let typing = typed.typing
        var found = typed.diagnostics.withVerifiedEdits.diagnostics.filter {
            // Mistakes of the predicates that are used have been reported, unless it takes both to make one.
            let range = $0.range
            let isInserted = expansion.inserted.contains { $0.contains(range) && $0 != range }
            return $0.severity == .error ? isWhole || !isInserted : isWhole && !isInserted
        }
        let undeclared = zip(typing.variables.map(\.name), typing.variableRanges).filter { _, range in
            !expansion.inserted.contains { $0.contains(range) }
        }
        // The checker's own remark about a name that is near another one says less.
        found.removeAll { $0.code == .unboundVariable || $0.code == .missingArgument }
        for (name, range) in undeclared {
            if positions[ExactName(name)] != nil {
                found.removeAll { $0.range == range }
            } else if !checked[index].knowsArguments {
                continue
            }
            found.append(
                .undeclared(
                    name, of: declaration.name.text, known: types.names,
                    isPredicate: positions[ExactName(name)] != nil, at: range))
        }
        found = found.map { meantReference($0, in: text.text) }
        if let range = typing.firstArgumentRange { found.append(.formatArgument(at: range)) }
        found += hidden(typing.tree, types, expansion)
        let verified = PredicateDiagnostics(source: text.text, diagnostics: found)
        for diagnostic in verified.diagnostics { problems.report(diagnostic, of: text, in: declaration.keyPath) }
        guard !verified.hasErrors else {
            isBroken[index] = true
            return
        }
        guard isWhole else { return }
        let compilation = PredicateFrontEnd(parsed, arguments: [], bindings: NameTable(), requiresValues: false)
            .compilation(against: declaration.schema.schema)
        guard let predicate = compilation.open else {
            // An estimate of the cost, for example, is made for the whole predicate.
            for diagnostic in compilation.diagnostics.diagnostics where diagnostic.severity == .error {
                problems.report(diagnostic, of: text, in: declaration.keyPath)
            }
            isBroken[index] = true
            return
        }
        checked[index].text = text
        checked[index].inserted = expansion.inserted
        checked[index].predicate = predicate
        checkDefaults(index, predicate)
        if isBroken[index] { checked[index].text = nil }
    }

    /// A problem of `@name`, where `@{name}` is meant.
    private func meantReference(_ diagnostic: PredicateDiagnostic, in text: String) -> PredicateDiagnostic {
        guard diagnostic.severity == .error else { return diagnostic }
        let written = diagnostic.range.text(in: text)
        guard written.utf8.first == UInt8(ascii: "@"), positions[ExactName(String(written.dropFirst()))] != nil else {
            return diagnostic
        }
        return .reference(String(written.dropFirst()), for: diagnostic)
    }

    /// Variables of expressions that have the name of an argument: within the expression the argument could not be reached.
    private func hidden(
        _ tree: PredicateTree, _ types: NameTable<ValueType>, _ expansion: Expansion
    ) -> [PredicateDiagnostic] {
        guard !types.isEmpty else { return [] }
        var found: [PredicateDiagnostic] = []
        tree.forEachNode { node in
            guard case .expression(let expression) = node, let range = expression.range else { return }
            let name: String
            switch expression.kind {
            case .subquery(_, let variable, _): name = variable
            case .assignment(let variable, _): name = variable
            default: return
            }
            guard types[name] != nil, !expansion.inserted.contains(where: { $0.contains(range) }) else { return }
            found.append(.hiddenArgument(name, at: range))
        }
        return found
    }

    // MARK: Arguments

    /// The arguments of a predicate and of those that it uses. Arguments of one name must agree.
    private mutating func arguments(of index: Int) -> [Argument] {
        let declaration = declarations[index]
        var found = NameTable<Argument>()
        for argument in declaration.arguments {
            found[argument.argument.name] = Argument(
                argument: argument.argument, range: argument.range, owner: index)
        }
        var reported: Set<ExactName> = []
        for (target, reference) in references[index] {
            for other in checked[target].arguments {
                let name = other.argument.name
                guard let known = found[name] else {
                    found[name] = other
                    continue
                }
                if known.owner == other.owner || !reported.insert(ExactName(name)).inserted { continue }
                let isOwn = known.owner == index
                if known.argument.type != other.argument.type {
                    report(
                        .typesDiffer(
                            name, (known.argument.type, names[known.owner], known.range),
                            (other.argument.type, names[other.owner], other.range),
                            at: isOwn ? known.range : fileRange(reference.range, index)), index)
                } else if !isOwn, known.argument.defaultValue != other.argument.defaultValue {
                    report(
                        .defaultsDiffer(
                            name, known.range, other.range, at: fileRange(reference.range, index)), index)
                } else {
                    // It agrees; another use may not.
                    reported.remove(ExactName(name))
                }
            }
        }
        return found.entries.map(\.value)
    }

    private mutating func report(_ diagnostic: PredicateDiagnostic, _ index: Int) {
        problems.report(diagnostic, in: declarations[index].keyPath)
        isBroken[index] = true
    }

    private func fileRange(_ range: SourceRange, _ index: Int) -> SourceRange {
        declarations[index].text.map { SourceRange($0.map.fileRange(of: range)) } ?? SourceRange(at: 0)
    }

    /// Checks that the defaults fit where the predicate uses them.
    private mutating func checkDefaults(_ index: Int, _ predicate: CheckedPredicate) {
        var values = NameTable<PredicateValue>()
        for argument in checked[index].arguments {
            if let value = argument.argument.defaultValue { values[argument.argument.name] = value }
        }
        guard !values.isEmpty else { return }
        do throws(PredicateDiagnostics) {
            _ = try predicate.binding(values: values)
        } catch {
            let text = checked[index].text
            for diagnostic in error.diagnostics where diagnostic.severity == .error {
                let name = String(diagnostic.range.text(in: error.source).dropFirst())
                let declared = declarations[index].arguments.first { sameCodePoints($0.argument.name, name) }
                if let range = declared?.defaultRange {
                    report(.refusedValue(name, diagnostic.message, at: range), index)
                } else if let text {
                    problems.report(diagnostic, of: text, in: declarations[index].keyPath)
                    isBroken[index] = true
                }
            }
        }
    }

    // MARK: Results

    /// The predicate with its cases; nil if something is wrong with it.
    private func predicate(_ index: Int) -> NamedPredicate? {
        let declaration = declarations[index]
        let arguments = checked[index].arguments.map(\.argument)
        let reader = NamedCaseReader(
            reader: reader, declaration: declaration, arguments: arguments,
            predicate: isBroken[index] ? nil : checked[index].predicate)
        let cases = declaration.cases.compactMap { reader.read($0) }
        guard !isBroken[index], let predicate = checked[index].predicate, let text = declaration.text,
            let expanded = checked[index].text
        else { return nil }
        var uses: [String] = []
        for (target, _) in references[index] where !uses.containsName(names[target]) { uses.append(names[target]) }
        return NamedPredicate(
            name: declaration.name.text, description: declaration.description, text: text.text,
            expandedText: expanded.text, schema: declaration.schema.schema, arguments: arguments, cases: cases,
            uses: uses, checked: predicate, position: problems.position(of: declaration.nameRange), located: text,
            path: problems.path, nameRange: declaration.nameRange, insertedRanges: checked[index].inserted)
    }
}
