/// A tree that a program built, rewrote or read, with the arguments, library and limits of its check.
struct BuiltPredicate: Sendable {
    let tree: PredicateTree
    /// The values of the open format arguments in the tree, by index.
    let arguments: [PredicateValue]
    let library: PredicateLibrary
    let limits: PredicateLimits

    /// The predicate, if the check of the tree finds no error or warning.
    ///
    /// The nodes are checked like those of a parsed text, but no text is written. Returns nil if there is a
    /// diagnostic, or if a check needs the text. The caller then writes the text and checks it.
    func checked(against schema: RecordSchema?) -> CheckedPredicate? {
        let syntax = TreeSyntax(tree, library: library, limits: limits, writesText: false)
        guard !syntax.isIrregular, let values = values(of: syntax) else { return nil }
        var checker = Checker(source: "", library: library, limits: limits, schema: schema, arguments: values)
        let wantsText = Locked(false)
        checker.wantsText = wantsText
        let typing = PredicateTyping(syntax.root, found: [], argumentCount: values.count, &checker)
        guard typing.diagnostics.isEmpty, !wantsText.withLock({ $0 }) else { return nil }
        return CheckedPredicate(self, typing, schema: schema)
    }

    /// The tree as a format string with its nodes; nil if only parsing can tell what is wrong with it.
    func parsed() -> (text: ParsedPredicate, arguments: [PredicateValue])? {
        let syntax = TreeSyntax(tree, library: library, limits: limits, writesText: true)
        guard !syntax.isIrregular, let values = values(of: syntax) else { return nil }
        return (ParsedPredicate(syntax, argumentCount: values.count, library, limits), values)
    }

    /// The text of a tree that was checked without an error, with the tree that has its ranges.
    func written(against schema: RecordSchema?) -> CheckedPredicate.Storage.Written {
        let syntax = TreeSyntax(tree, library: library, limits: limits, writesText: true)
        let values = values(of: syntax) ?? []
        let parsed = ParsedPredicate(syntax, argumentCount: values.count, library, limits)
        let typing = parsed.typing(against: schema, arguments: values)
        return CheckedPredicate.Storage.Written(parsed, typing, values, NameTable())
    }

    /// The values of the arguments in the text; nil if one is missing.
    private func values(of syntax: TreeSyntax) -> [PredicateValue]? {
        var values: [PredicateValue] = []
        for argument in syntax.arguments {
            switch argument {
            case .value(let value): values.append(value)
            case .open(let index):
                guard arguments.indices.contains(index) else { return nil }
                values.append(arguments[index])
            }
        }
        return values
    }
}

extension ParsedPredicate {
    /// The text of a built tree, with its nodes.
    fileprivate init(
        _ syntax: TreeSyntax, argumentCount: Int, _ library: PredicateLibrary, _ limits: PredicateLimits
    ) {
        self.init(ParsedText(syntax, argumentCount: argumentCount, library, limits))
    }
}

extension ParsedText {
    /// The text of a built tree, with its nodes.
    fileprivate init(
        _ syntax: TreeSyntax, argumentCount: Int, _ library: PredicateLibrary, _ limits: PredicateLimits
    ) {
        source = syntax.source
        self.library = library
        self.limits = limits
        diagnostics = []
        self.argumentCount = argumentCount
        root = syntax.root
    }
}

extension ParsedExpression {
    /// A built expression as a parsed text; nil if only parsing the text can tell what is wrong with it.
    package init?(_ tree: ExpressionTree, library: PredicateLibrary, limits: PredicateLimits) {
        let syntax = TreeSyntax(tree, library: library, limits: limits, writesText: true)
        guard !syntax.isIrregular, syntax.arguments.isEmpty else { return nil }
        text = ParsedText(syntax, argumentCount: 0, library, limits)
    }
}

extension PredicateTree {
    /// Checks a tree that was built, rewritten or read from JSON.
    ///
    /// The result is the same as that of checking the text of the tree: types and ranges in the tree are ignored, and
    /// a tree that cannot be printed is refused. The text is written on demand. The ranges of the result refer to its
    /// `source`, in which values without a literal (objects, bytes) are `%@`.
    ///
    /// - Parameters:
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - arguments: the values of the open format arguments in the tree, by index.
    ///   - library: the functions and operators that the tree may use.
    ///   - limits: bounds on length, depth and the number of nodes.
    /// - Throws: `PredicateDiagnostics` with every error. Its `source` is the text of the tree. A substitution
    ///   variable is an error, too: `template(against:arguments:library:limits:)` leaves them open.
    public func checked(
        against schema: RecordSchema? = nil, arguments: [PredicateValue] = [], library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> CheckedPredicate {
        try openlyChecked(against: schema, arguments: arguments, library: library, limits: limits).closed()
    }

    /// Checks a tree that was built, rewritten or read from JSON, and leaves substitution variables without values; see
    /// `checked(against:arguments:library:limits:)`.
    ///
    /// - Throws: `PredicateDiagnostics` with every error.
    public func template(
        against schema: RecordSchema? = nil, arguments: [PredicateValue] = [], library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> PredicateTemplate {
        PredicateTemplate(try openlyChecked(against: schema, arguments: arguments, library: library, limits: limits))
    }

    /// The checked tree, which may have substitution variables without values.
    package func openlyChecked(
        against schema: RecordSchema? = nil, arguments: [PredicateValue] = [], library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> CheckedPredicate {
        guard !isTooDeep else {
            throw PredicateDiagnostics(
                source: "",
                diagnostics: [
                    .treeTooDeep(
                        limit: min(limits.depth, Self.maximumHeight), at: SourceRange(at: 0))
                ])
        }
        let built = BuiltPredicate(tree: self, arguments: arguments, library: library, limits: limits)
        if limits.estimatedCost == nil, let checked = built.checked(against: schema) { return checked }
        if let (text, values) = built.parsed() {
            return try text.checked(against: schema, arguments: values, bindings: NameTable())
        }
        return try checkedByText(against: schema, arguments: arguments, library: library, limits: limits)
    }
}
