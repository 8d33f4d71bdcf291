import PredicateCore

extension CandidateFinder {
    /// The maximum depth of the search for a fitting field in objects.
    private static let depthOfSearch = 3

    // MARK: Fields

    /// The fields at the start of a path.
    mutating func addFields(_ need: CompletionNeed) {
        guard let schema else { return }
        // A record that is a list has no fields. It can only be named as SELF.
        guard let record = schema.recordType(of: schema.root) else { return }
        addFields(of: record, through: schema.root, need, isRoot: true)
    }

    private mutating func addFields(
        of record: RecordType, through base: ValueType, _ need: CompletionNeed, isRoot: Bool,
        allowsIndex: Bool = true
    ) {
        var offered = 0
        for field in record.fields {
            // Do not offer to compare a field with itself.
            if isRoot, case .comparable(let left, _, _, _) = need, case .field(let start, field.name) = left.kind,
                case .record = start.kind
            {
                continue
            }
            let type = Self.type(field.type, through: base)
            let fits = need.accepts(type)
            if fits || leads(type, to: need) {
                add(draft(of: field, type, end: fits ? "" : ".", isRoot: isRoot))
            } else if allowsIndex, let element = type.element, need.accepts(element) {
                add(draft(of: field, type, end: "[", isRoot: isRoot))
            } else if type.element != nil, need.accepts(.integer) {
                // At least `@count` fits.
                add(draft(of: field, type, end: ".", isRoot: isRoot))
            } else {
                continue
            }
            offered += 1
            // The limit bounds the number of candidates.
            if offered >= limits.listElements { return }
        }
    }

    private func draft(of field: RecordField, _ type: ValueType, end: String, isRoot: Bool) -> Draft {
        let isOpen = !end.isEmpty
        var text = SourceSpelling.component(field.name)
        // After a dot every word is a name.
        if !isRoot, cursor.written.utf8.first != UInt8(ascii: "#"), SourceSpelling.isWord(field.name) {
            text = field.name
        }
        if isRoot, !SourceSpelling.isWord(field.name) { text = "SELF." + text }
        if cursor.written.utf8.first == UInt8(ascii: "#"), SourceSpelling.isWord(field.name) {
            text = "#" + field.name
        }
        return Draft(
            text: text + end, label: field.name, kind: .field, type: type,
            documentation: documentation(of: field), isOpen: isOpen,
            group: isOpen && type.element != nil ? .rest : .fields, match: field.name,
            content: isRoot || isOpen ? nil : field.name)
    }

    private func documentation(of field: RecordField) -> String? {
        guard let statistics = field.statistics, statistics.total > 0 else { return field.documentation }
        let seen = "seen in \(statistics.present) of \(statistics.total)"
        return field.documentation.map { "\($0) (\(seen))" } ?? seen
    }

    /// The type of a field of a value. If the value is a list, it is a list of that type.
    private static func type(_ field: ValueType, through base: ValueType) -> ValueType {
        switch base {
        case .optional(let inner): type(field, through: inner).orNil
        case .list(let element): .list(type(field, through: element))
        case .set(let element): .set(type(field, through: element))
        default: field
        }
    }

    /// Whether a path through a value can end in an expected type.
    mutating func leads(_ type: ValueType, to need: CompletionNeed) -> Bool {
        leads(type, to: need, Self.depthOfSearch)
    }

    private mutating func leads(_ type: ValueType, to need: CompletionNeed, _ depth: Int) -> Bool {
        guard depth > 0, let record = recordType(in: type) else { return false }
        // Record types may refer to each other in a cycle, and may have thousands of fields.
        let fields = record.fields.prefix(min(200, searchBudget))
        for field in fields {
            searchBudget -= 1
            if need.accepts(Self.type(field.type, through: type)) { return true }
        }
        for field in fields where searchBudget > 0 {
            if leads(Self.type(field.type, through: type), to: need, depth - 1) { return true }
        }
        return false
    }

    // MARK: Components

    /// The components that can follow a dot.
    mutating func findComponents(of base: SyntaxNode, _ record: CursorTrace.Record, _ checker: inout Checker) {
        let need = need(in: record.frames, &checker)
        if case .path(let root, let components) = base.kind, let (symbol, location) = collectionOperator(in: components)
        {
            guard symbol != .count else { return }
            let list = location == 0 && root == nil ? nil : node(root, components[..<location], base.range)
            let listType = list.map { typed($0, &checker).type } ?? checker.rootType
            let rest = Array(components[(location + 1)...])
            return addElementFields(symbol, of: listType.element ?? .any, rest, base.range)
        }
        let tree = typed(base, &checker)
        let type = tree.type
        if let record = recordType(in: type) { addFields(of: record, through: type, need, isRoot: false) }
        if type.isTextual, type.family != .any, need.accepts(.integer) { addLength() }
        addCollectionOperators(of: type, need)
    }

    private func collectionOperator(in components: [SyntaxComponent]) -> (CollectionOperator, Int)? {
        for (location, component) in components.enumerated() {
            guard case .collectionOperator(let name) = component.kind else { continue }
            return CollectionOperator(name: name).map { ($0, location) }
        }
        return nil
    }

    private func node(_ root: SyntaxNode?, _ components: ArraySlice<SyntaxComponent>, _ range: SourceRange)
        -> SyntaxNode
    {
        if components.isEmpty, let root { return root }
        return SyntaxNode.make(.path(root, Array(components)), range)
    }

    /// The fields to which a collection operator can apply.
    private mutating func addElementFields(
        _ symbol: CollectionOperator, of element: ValueType, _ rest: [SyntaxComponent], _ range: SourceRange
    ) {
        var type = element
        for component in rest {
            guard case .key(let name) = component.kind, let field = recordType(in: type)?.field(named: name) else {
                return
            }
            type = Self.type(field.type, through: type)
        }
        guard let record = recordType(in: type) else { return }
        // An index would end the operator's path.
        addFields(of: record, through: type, Self.need(of: symbol), isRoot: false, allowsIndex: false)
    }

    private static func need(of symbol: CollectionOperator) -> CompletionNeed {
        switch symbol {
        case .sum, .avg: .parameter(.double)
        case .min, .max:
            .comparable(with: ExpressionTree(.record), .any, isOrder: true, allowsNil: false)
        case .unionOfArrays, .distinctUnionOfArrays: .many
        case .count, .unionOfObjects, .distinctUnionOfObjects: .value
        }
    }

    private mutating func addLength() {
        add(
            "length", kind: .field, type: .integer, documentation: "The number of code points of the text.",
            group: .fields, content: "length")
    }

    // MARK: Collection operators

    private mutating func addCollectionOperators(of base: ValueType, _ need: CompletionNeed) {
        if case .dictionary = base.unwrapped {
            if need.accepts(.integer) { add(.count, type: .integer, isOpen: false) }
            return
        }
        let isAny = base.family == .any
        guard isAny || base.element != nil else { return }
        let element = base.element ?? .any
        for symbol in CollectionOperator.allCases {
            let result: ValueType
            switch symbol {
            case .count: result = .integer
            case .sum, .avg: result = .double
            case .min, .max: result = element
            default: result = .list(element.family == .object || element.element != nil ? .any : element)
            }
            // The end of the path after the operator is not known yet.
            let results: [ValueType] = result.family == .object ? [.double, .string, .date] : [result]
            guard results.contains(where: need.accepts) else { continue }
            if isAny || symbol == .count || Self.need(of: symbol).accepts(element) && element.family != .object {
                add(symbol, type: base.isOptional ? result.orNil : result, isOpen: false)
            } else if leads(element, to: Self.need(of: symbol)) {
                add(
                    symbol, type: result.family == .object ? nil : base.isOptional ? result.orNil : result, isOpen: true
                )
            }
        }
    }

    private mutating func add(_ symbol: CollectionOperator, type: ValueType?, isOpen: Bool) {
        add(
            symbol.rawValue + (isOpen ? "." : ""), label: symbol.rawValue, kind: .collectionOperator, type: type,
            documentation: symbol.help, isOpen: isOpen, group: .operators, match: symbol.rawValue)
    }

    // MARK: Index

    /// The contents of the brackets after a value.
    mutating func addIndexes(of base: ExpressionTree) {
        let end = cursor.following == UInt8(ascii: "]") ? "" : "]"
        var words: [IndexWord] = []
        switch base.type.family {
        case .list:
            if case .set = base.type.unwrapped { words = [.size] } else { words = IndexWord.allCases }
        case .dictionary: words = [.size]
        case .any: words = IndexWord.allCases
        case .object:
            for field in recordType(in: base.type)?.fields ?? [] {
                let text = SourceSpelling.quoted(field.name)
                add(
                    text, label: field.name, kind: .field, type: field.type, documentation: documentation(of: field),
                    group: .nearest, match: field.name, content: field.name)
            }
        default: return
        }
        for word in words {
            let text = word.rawValue
            add(
                text + end, label: text, kind: .indexWord, type: word == .size ? .integer : base.type.element,
                documentation: word.help, group: .nearest, match: text)
        }
        if base.type.element != nil, words.count == 3 {
            add("0", kind: .literal, type: .integer, documentation: "The index of an element, from 0.", group: .nearest)
        }
    }
}
