extension PredicateTree {
    /// Writes the tree as text and checks the text. The diagnostics say what is wrong with a tree that has no text, or
    /// that exceeds a limit.
    func checkedByText(
        against schema: RecordSchema?, arguments: [PredicateValue], library: PredicateLibrary, limits: PredicateLimits
    ) throws(PredicateDiagnostics) -> CheckedPredicate {
        let (source, values) = exactText
        var given: [PredicateValue] = []
        for value in values {
            switch value {
            case .value(let value): given.append(value)
            case .open(let index):
                guard arguments.indices.contains(index) else {
                    throw PredicateDiagnostics(
                        source: source,
                        diagnostics: [
                            .missingArgument(
                                index, given: arguments.count, at: SourceRange(0, source.utf8.count))
                        ])
                }
                given.append(arguments[index])
            }
        }
        if let problem = TreeNames.problem(of: self, library: library, at: SourceRange(0, source.utf8.count)) {
            throw PredicateDiagnostics(source: source, diagnostics: [problem])
        }
        let parsed = try ParsedPredicate(parsing: source, library: library, limits: limits)
        let result = try parsed.checked(against: schema, arguments: given, bindings: NameTable())
        guard parsed.tree.canonical == written.canonical else {
            let reason = "written as a string, it would be read as another predicate"
            throw PredicateDiagnostics(
                source: source,
                diagnostics: [.malformed(reason, at: SourceRange(0, source.utf8.count))])
        }
        return result
    }

    /// The tree with an open argument for each value without a literal, as in its exact text.
    private var written: PredicateTree {
        rewritingExpressions { tree in
            if case .constant(let value) = tree.kind { ExpressionTree.literal(value) } else { tree }
        }.rewritingExpressions { tree in
            switch tree.kind {
            case .constant(.data), .constant(.object):
                ExpressionTree(.argument(0, FormatSpecifier("%@", .value)))
            default: tree
            }
        }
    }

    /// The text that is checked instead of the tree, and its format arguments.
    package var exactText: (String, [TreeSyntax.Argument]) {
        let syntax = TreeSyntax(self, library: .standard, limits: .standard, writesText: true)
        return (syntax.source, syntax.arguments)
    }
}

/// Checks the names in a tree. An invalid name would change how its text is parsed.
private enum TreeNames {
    static func problem(of tree: PredicateTree, library: PredicateLibrary, at range: SourceRange)
        -> PredicateDiagnostic?
    {
        var pending: [PredicateTreeNode] = [.predicate(tree)]
        while let node = pending.popLast() {
            switch node {
            case .predicate(let tree):
                if case .comparison(let comparison) = tree.kind, case .custom(let name) = comparison.comparator,
                    library.operators[asciiUppercased(name)] == nil
                {
                    return .badName(name, of: "an operator", at: range)
                }
            case .expression(let tree):
                if let problem = problem(of: tree, at: range) { return problem }
            }
            pending.append(contentsOf: node.children)
        }
        return nil
    }

    private static func problem(of tree: ExpressionTree, at range: SourceRange) -> PredicateDiagnostic? {
        switch tree.kind {
        case .variable(let name), .assignment(let name, _), .subquery(_, let name, _):
            SourceSpelling.isWord(name) ? nil : .badName(name, of: "a variable", at: range)
        case .call(let name, _): isSelector(name) ? nil : .badName(name, of: "a function", at: range)
        case .argument(_, let specifier):
            isSpecifier(specifier) ? nil : .badName(specifier.spelling, of: "an argument", at: range)
        default: nil
        }
    }

    /// Whether a name is a word, or words that are each followed by a colon.
    private static func isSelector(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count > 1 else { return SourceSpelling.isWord(name) }
        guard parts.last?.isEmpty == true else { return false }
        return parts.dropLast().allSatisfy { SourceSpelling.isWord(String(decoding: $0, as: UTF8.self)) }
    }

    private static func isSpecifier(_ specifier: FormatSpecifier) -> Bool {
        FormatSpecifier(spelling: specifier.spelling) == specifier
    }
}
