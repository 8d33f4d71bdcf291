import PredicateCore

/// Finds the candidates at a cursor. The checker gives the types of the parsed text. All other data comes from the
/// tables of the language and from the schema.
struct CandidateFinder {
    let cursor: CompletionCursor
    let schema: RecordSchema?
    let library: PredicateLibrary
    let variables: NameTable<ValueType>
    let arguments: [PredicateValue]?
    let limits: PredicateLimits
    /// Whether the text is an expression, not a predicate.
    let isExpression: Bool
    private(set) var drafts: [Draft] = []
    var hint: String?
    /// The number of fields that may still be examined in the search for a fitting one.
    var searchBudget = 20_000

    /// The usefulness of a candidate relative to the others, the most useful first.
    enum Group: Int {
        case nearest, values, nothing, variables, fields, connectives, operators, words, functions, forms, arithmetic,
            rest
        /// What few predicates need. It comes after everything else, unless it has been begun.
        case unlikely
    }

    /// A candidate before it is compared with the typed text.
    struct Draft {
        var text: String
        var label: String
        var kind: PredicateCompletion.Candidate.Kind
        var type: ValueType?
        var documentation: String?
        var isOpen = false
        var edits: [PredicateDiagnostic.Edit] = []
        var group: Group
        /// The text to compare with the typed text.
        var match: String
        /// The content of a string literal, which either kind of quotes can enclose.
        var content: String?
    }

    mutating func add(_ draft: Draft) { drafts.append(draft) }

    /// Adds a candidate, whose text is also its label and what is compared unless others are given.
    mutating func add(
        _ text: String, label: String? = nil, kind: PredicateCompletion.Candidate.Kind, type: ValueType? = nil,
        documentation: String? = nil, isOpen: Bool = false, edits: [PredicateDiagnostic.Edit] = [], group: Group,
        match: String? = nil, content: String? = nil
    ) {
        drafts.append(
            Draft(
                text: text, label: label ?? text, kind: kind, type: type, documentation: documentation, isOpen: isOpen,
                edits: edits, group: group, match: match ?? text, content: content))
    }

    // MARK: Types

    /// A checker with the variables that are available at a location.
    func checker(at record: CursorTrace.Record) -> Checker {
        var checker = Checker(
            source: cursor.head, library: library, limits: limits, schema: schema, arguments: arguments)
        checker.scopes = [variables]
        var defined = 0
        func define(upTo count: Int) {
            while defined < min(count, record.definitions.count) {
                let definition = record.definitions[defined]
                let type = typed(definition.value, &checker).type
                checker.scopes[checker.scopes.count - 1][definition.name] = type
                defined += 1
            }
        }
        for frame in record.frames {
            guard case .elementCondition(let collection, let name, let count) = frame else { continue }
            define(upTo: count)
            let type = typed(collection, &checker).type
            checker.scopes.append(NameTable(name, type.element ?? .any))
        }
        define(upTo: .max)
        return checker
    }

    /// The typed tree of a node that was parsed.
    func typed(_ node: SyntaxNode, _ checker: inout Checker) -> ExpressionTree {
        // Its errors are not relevant for completion.
        checker.diagnostics = []
        guard node.shape != .predicate else { return ExpressionTree(.constant(.null)) }
        return DeepStack.run(levels: node.height) { checker.check(expression: node) }
    }

    /// The field that a value comes from, with its statistics.
    func field(of tree: ExpressionTree) -> RecordField? {
        var tree = tree
        while case .index(let base, _) = tree.kind { tree = base }
        if case .collection(_, let base, let path) = tree.kind { tree = path ?? base }
        guard case .field(let base, let name) = tree.kind else { return nil }
        return recordType(in: base.type)?.field(named: name)
    }

    /// The record type of a value, or of the elements of lists.
    func recordType(in type: ValueType) -> RecordType? {
        var type = type.unwrapped
        while let element = type.element { type = element.unwrapped }
        return schema?.recordType(of: type)
    }

    // MARK: Sites

    /// Finds the candidates for what the parser expects.
    mutating func find(at record: CursorTrace.Record) {
        var checker = checker(at: record)
        switch record.site {
        case .operand: findOperands(record, &checker)
        case .component(let base): findComponents(of: base, record, &checker)
        case .options: findOptions()
        case .constantText: findNames(record)
        case .variableName: findNewVariable(checker)
        case .behind(let node): findArithmetic(behind: typed(node, &checker))
        case .comparator(let left, let quantifier):
            guard case .condition = need(in: conditionFrames(record.frames), &checker) else { return }
            findOperators(behind: typed(left, &checker), quantifier, at: left.range.lowerBound)
        case .connective:
            // `age > (a == 1`: a condition in parentheses in place of a value.
            findConnectives()
        }
    }

    /// The frames without the frame of a quantifier.
    private func conditionFrames(_ frames: [CursorTrace.Frame]) -> [CursorTrace.Frame] {
        if case .quantified = frames.last { return Array(frames.dropLast()) }
        return frames
    }

    // MARK: Order

    /// The candidates that continue the typed text, the most useful first.
    func sorted(atMost count: Int) -> [PredicateCompletion.Candidate] {
        let written = Array(cursor.written.utf8)
        let folded = Array(cursor.written.lowercased().utf8)
        var found: [(quality: Int, group: Int, order: Int, draft: Draft)] = []
        var known: Set<ExactName> = []
        for (order, draft) in drafts.enumerated() {
            var draft = draft
            guard let quality = quality(of: draft, written, folded) else { continue }
            if let content = draft.content, cursor.quote != nil { draft.text = inside(content) }
            guard known.insert(ExactName(draft.text)).inserted else { continue }
            found.append((quality, draft.group.rawValue, order, draft))
        }
        // Inside quotes, case counts. Candidates in another case are offered only if nothing else fits.
        if cursor.quote != nil, found.contains(where: { $0.quality == 0 }) { found.removeAll { $0.quality > 0 } }
        found.sort { ($0.quality, $0.group, $0.order) < ($1.quality, $1.group, $1.order) }
        let space = cursor.needsSpace ? " " : ""
        return found.prefix(count).enumerated().map { rank, entry in
            let draft = entry.draft
            let prefix = draft.text.hasPrefix(".") || draft.kind == .option || isBehindDot ? "" : space
            return PredicateCompletion.Candidate(
                text: prefix + draft.text, label: draft.label, kind: draft.kind,
                additionalEdits: draft.edits,
                type: draft.type, documentation: draft.documentation, isOpen: draft.isOpen, rank: rank)
        }
    }

    /// Whether the typed word follows a dot.
    private var isBehindDot: Bool { cursor.head.utf8.last == UInt8(ascii: ".") }

    /// 0 if the candidate begins with the typed text, 1 if it does in another case, nil if it does not.
    private func quality(of draft: Draft, _ written: [UInt8], _ folded: [UInt8]) -> Int? {
        if cursor.quote != nil {
            guard let content = draft.content else { return nil }
            if content.utf8.starts(with: written) { return 0 }
            return content.lowercased().utf8.starts(with: folded) ? 1 : nil
        }
        if draft.match.utf8.starts(with: written) || draft.text.utf8.starts(with: written) { return 0 }
        if draft.content?.utf8.starts(with: written) == true { return 0 }
        guard draft.match.lowercased().utf8.starts(with: folded) else { return nil }
        // Words of the language are case-insensitive.
        switch draft.kind {
        case .operator, .keyword, .indexWord, .option, .literal: return 0
        default: return 1
        }
    }

    /// The content of a string literal, escaped for the open quote, with the closing quote if the text lacks it.
    private func inside(_ content: String) -> String {
        guard let quote = cursor.quote else { return content }
        var text = SourceSpelling.escaped(content, for: Unicode.Scalar(quote))
        if cursor.following != quote { text.unicodeScalars.append(Unicode.Scalar(quote)) }
        return text
    }
}
