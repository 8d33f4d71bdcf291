import PredicateCore

/// Reads the cases of a predicate, and checks their records and arguments.
struct NamedCaseReader {
    let reader: NamedDeclarationReader
    let declaration: NamedDeclaration
    let arguments: [NamedArgument]
    /// The predicate; nil if it has errors, so that values cannot be tried.
    let predicate: CheckedPredicate?

    private var problems: NamedProblems { reader.problems }

    /// A case; nil, with every problem of it, if it cannot be evaluated.
    func read(_ test: NamedDeclaration.Case) -> NamedPredicateCase? {
        let path = declaration.keyPath + ".cases[\(test.index)]"
        let errors = problems.errorCount
        guard
            let entries = reader.mapping(
                test.node, of: "a case", known: NamedDeclarationReader.caseKeys, in: path)
        else { return nil }
        let description = reader.text("description", of: entries, in: path)?.text
        var expected = false
        if let node = entries.value(of: "matches") {
            if let boolean = node.boolean {
                expected = boolean
            } else {
                problems.wrongKind("matches", "`true` or `false`", node, in: path + ".matches")
            }
        } else {
            problems.report(.missingKey("matches", of: "a case", at: test.node.start), in: path)
        }
        var record = PredicateValue.null
        if let node = entries.value(of: "record") {
            if !reader.hasAlias(node, in: path + ".record") {
                record = node.predicateValue
                if let schema = declaration.schema.schema {
                    NamedRecordCheck(problems: problems, schema: schema)
                        .check(node, schema.root, name: "record", in: path + ".record")
                }
            }
        } else {
            problems.report(.missingKey("record", of: "a case", at: test.node.start), in: path)
        }
        let arguments = self.arguments(entries.value(of: "arguments"), test, in: path)
        guard problems.errorCount == errors else { return nil }
        return NamedPredicateCase(
            index: test.index, description: description, record: record, arguments: arguments, matches: expected,
            position: problems.position(of: test.node.start), range: test.node.start)
    }

    private func arguments(
        _ node: ConfigurationNode?, _ test: NamedDeclaration.Case, in path: String
    ) -> [String: PredicateValue] {
        var entries: [ConfigurationNode.Entry] = []
        if let node {
            guard case .mapping(let given) = node.content else {
                problems.wrongKind("arguments", "a mapping of names to values", node, in: path + ".arguments")
                return [:]
            }
            entries = given
        }
        problems.checkRepeated(entries, in: path + ".arguments")
        // Which arguments a predicate with errors has may not be known.
        guard let predicate else { return [:] }
        var values: [String: PredicateValue] = [:]
        var given = NameTable<SourceRange>()
        for entry in entries {
            let name = entry.key.text
            given.add(name, entry.value.sourceRange)
            guard let argument = arguments.first(where: { sameCodePoints($0.name, name) }) else {
                problems.report(
                    .unknownArgument(
                        name, of: declaration.name.text, known: arguments.map(\.name), at: entry.key.sourceRange),
                    in: path)
                continue
            }
            values[name] = reader.value(entry.value, as: argument.type, name, in: path + ".arguments." + name)
        }
        for argument in arguments where argument.defaultValue == nil && given[argument.name] == nil {
            problems.report(.missingValue(argument.name, of: declaration.name.text, at: test.node.start), in: path)
        }
        if !values.isEmpty { tryValues(values, given, predicate, in: path) }
        return values
    }

    /// Tries the values of a case where the predicate uses them.
    private func tryValues(
        _ values: [String: PredicateValue], _ ranges: NameTable<SourceRange>, _ predicate: CheckedPredicate,
        in path: String
    ) {
        do throws(PredicateDiagnostics) {
            _ = try predicate.binding(values: NameTable(values))
        } catch {
            for diagnostic in error.diagnostics where diagnostic.severity == .error {
                let name = String(diagnostic.range.text(in: error.source).dropFirst())
                guard let range = ranges[name] ?? ranges.entries.first?.value else { continue }
                problems.report(.refusedValue(name, diagnostic.message, at: range), in: path)
            }
        }
    }
}

/// Compares a record in a file with its schema. What a record lacks is nil, so a case gives the fields that matter.
struct NamedRecordCheck {
    let problems: NamedProblems
    let schema: RecordSchema

    /// Reports each value that does not fit. Readers limit the depth of nodes.
    func check(_ node: ConfigurationNode, _ type: ValueType, name: String, in path: String) {
        let value = node.predicateValue
        if case .null = value { return }
        switch (type.unwrapped, node.content) {
        case (.any, _), (.null, _): return
        case (.object(let typeName), .mapping(let entries)):
            guard let record = schema.types[typeName] else { return }
            problems.checkRepeated(entries, in: path)
            for entry in entries {
                let key = entry.key.text
                if let field = record.field(named: key) {
                    check(entry.value, field.type, name: key, in: path + "." + key)
                } else if let other = record.additional {
                    check(entry.value, other, name: key, in: path + "." + key)
                } else {
                    problems.report(
                        .unknownField(
                            key, of: typeName, known: record.fields.map(\.name), at: entry.key.sourceRange), in: path)
                }
            }
        case (.dictionary(let element), .mapping(let entries)):
            problems.checkRepeated(entries, in: path)
            for entry in entries {
                check(entry.value, element, name: entry.key.text, in: path + "." + entry.key.text)
            }
        case (.list(let element), .sequence(let elements)), (.set(let element), .sequence(let elements)):
            for (index, node) in elements.enumerated() {
                check(node, element, name: name, in: path + "[\(index)]")
            }
        case (let type, _):
            if !Self.fits(value, type) {
                problems.report(.wrongField(name, type, value, at: node.sourceRange), in: path)
            }
        }
    }

    /// Whether a value is one of a type without parts.
    private static func fits(_ value: PredicateValue, _ type: ValueType) -> Bool {
        switch type {
        case .enumeration(let enumeration): enumeration.allows(value)
        case .dateTime: if case .string = value { NamedTypes.value(value, as: .date) != nil } else { false }
        case .object, .list, .set, .dictionary: false
        default: NamedTypes.value(value, as: type) != nil
        }
    }
}
