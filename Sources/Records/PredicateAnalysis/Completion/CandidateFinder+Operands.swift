import PredicateCore

extension CandidateFinder {
    /// The candidates where a value or a condition must follow.
    mutating func findOperands(_ record: CursorTrace.Record, _ checker: inout Checker) {
        // A single `%` starts a format argument.
        if cursor.written.utf8.first == UInt8(ascii: "%") { return addFormatArguments() }
        let need = need(in: record.frames, &checker)
        switch need {
        case .index(let base): addIndexes(of: base)
        case .comparable(let left, let type, _, let allowsNil):
            addLiterals(for: type, from: left)
            if allowsNil { addNil() }
        case .container(_, let type): addContainer(of: type)
        case .bounds: addBounds()
        case .parameter(.string): addLiterals(of: record, &checker)
        default: break
        }
        addFields(need)
        addVariables(need, checker)
        if case .condition = need { addConditionWords(checker) }
        addFunctions(need)
        addForms(need)
        if need.accepts(checker.rootType) { addSelf(checker.rootType) }
    }

    // MARK: Literals

    /// Literals that can be compared with a value: cases, values from the sample, booleans, dates.
    mutating func addLiterals(for type: ValueType, from source: ExpressionTree) {
        let field = field(of: source)
        let seen = field?.statistics?.seen ?? []
        switch type.unwrapped {
        case .enumeration(let enumeration):
            let counts = Dictionary(seen.map { ($0.value, $0.count) }, uniquingKeysWith: { first, _ in first })
            let cases = enumeration.cases.enumerated().sorted {
                (counts[$1.element] ?? 0, $0.offset) < (counts[$0.element] ?? 0, $1.offset)
            }
            for (_, value) in cases { addValue(value, .enumerationCase, count: counts[value]) }
            return
        case .boolean:
            addValue(.boolean(true), .literal)
            addValue(.boolean(false), .literal)
            return
        case .date, .dateTime: addDates()
        default: break
        }
        for entry in seen where Self.isSeen(entry.value, as: type) {
            addValue(entry.value, .valueSeen, count: entry.count)
        }
    }

    /// Strings from the sample for the left side of a string operator.
    private mutating func addLiterals(of record: CursorTrace.Record, _ checker: inout Checker) {
        guard
            case .rightSide(let left, _, _) = record.frames.last(where: {
                if case .rightSide = $0 { true } else { false }
            })
        else { return }
        if case .argument = record.frames.last { return }
        let tree = typed(left, &checker)
        if case .enumeration = tree.type.innermost.unwrapped {
            return addLiterals(for: tree.type.innermost, from: tree)
        }
        addLiterals(for: .string, from: tree)
    }

    /// Whether a value from the sample may be compared with a value of a type.
    private static func isSeen(_ value: PredicateValue, as type: ValueType) -> Bool {
        if case .null = value { return false }
        let seen = ValueType(of: value)
        if type.family == .any { return seen.family != .any }
        return seen.family == type.family
    }

    private mutating func addValue(
        _ value: PredicateValue, _ kind: PredicateCompletion.Candidate.Kind, count: Int? = nil
    ) {
        let text: String
        var content: String?
        switch value {
        case .boolean(let value): text = value ? "TRUE" : "FALSE"
        case .string(let written):
            text = SourceSpelling.quoted(written)
            content = written
        case .null, .list, .set, .object, .data: return
        default: text = ExpressionTree.literal(value).predicateFormat
        }
        add(
            text, kind: kind, type: ValueType(of: value),
            documentation: count.map { $0 == 1 ? "seen once" : "seen \($0) times" }, group: .values, content: content)
    }

    private mutating func addNil() {
        let word = ValueWord.null
        add(word.rawValue, kind: .literal, type: .null, documentation: word.help, group: .nothing)
    }

    /// Example dates, to be overwritten.
    private mutating func addDates() {
        for (text, help) in [
            ("2026-01-31", "A day, from its start in UTC."),
            ("2026-01-31T12:00:00Z", "An instant; write another offset as +01:00."),
        ] {
            add(
                SourceSpelling.quoted(text), kind: .literal, type: .date, documentation: help, group: .nothing,
                content: text)
        }
    }

    private mutating func addContainer(of type: ValueType) {
        add(
            "{", label: "{value, …}", kind: .literal, type: .list(type.unwrapped),
            documentation: "A list of values, separated by commas.", isOpen: true, group: .nearest)
    }

    private mutating func addBounds() {
        add(
            "{", label: "{low, high}", kind: .literal, type: .list(.any),
            documentation: "The two bounds, both included.", isOpen: true, group: .nearest)
    }

    private mutating func addFormatArguments() {
        for kind in [FormatSpecifier.Kind.value, .keyPath, .integer, .double] {
            let text = kind.spellings[0]
            add(text, kind: .literal, type: .any, documentation: kind.help, group: .nearest)
        }
    }

    // MARK: Variables

    /// The variables that are known at a location, those of the innermost scope first.
    private mutating func addVariables(_ need: CompletionNeed, _ checker: Checker) {
        var known: Set<ExactName> = []
        for (depth, scope) in checker.scopes.enumerated().reversed() {
            for (name, type) in scope.entries.sorted(by: { $0.name < $1.name })
            where known.insert(ExactName(name)).inserted {
                let fits = need.accepts(type)
                guard fits || leads(type, to: need) else { continue }
                guard SourceSpelling.isWord(name) else { continue }
                let text = SourceSpelling.variable(name)
                add(
                    fits ? text : text + ".", label: text, kind: .variable, type: type,
                    documentation: depth > 0 ? "An element of the list of the SUBQUERY." : nil, isOpen: !fits,
                    group: depth > 0 ? .nearest : .variables, match: text)
            }
        }
    }

    /// An unused name for the variable of a SUBQUERY.
    mutating func findNewVariable(_ checker: Checker) {
        let taken = checker.scopes.flatMap(\.names)
        guard let name = ["x", "y", "z", "element"].first(where: { !taken.contains($0) }) else { return }
        add(
            "$" + name, kind: .variable, documentation: "A name for the element in the condition.", isOpen: true,
            group: .nearest)
    }

    // MARK: Words

    private mutating func addConditionWords(_ checker: Checker) {
        if hasMany(checker) {
            for quantifier in Quantifier.allCases {
                add(keyword: quantifier.rawValue, quantifier.help, isOpen: true, .words)
            }
        }
        add(keyword: Connective.not.rawValue, Connective.not.help, isOpen: true, .words)
        for word in ConstantCondition.allCases { add(keyword: word.rawValue, word.help, isOpen: false, .rest) }
    }

    private mutating func add(keyword: String, _ help: String, isOpen: Bool, _ group: Group) {
        add(keyword, kind: .keyword, documentation: help, isOpen: isOpen, group: group)
    }

    private mutating func addSelf(_ type: ValueType) {
        let word = ValueWord.record
        add(word.rawValue, kind: .keyword, type: type, documentation: word.help, group: .rest)
    }

    /// Whether there is a list that can follow ANY.
    private mutating func hasMany(_ checker: Checker) -> Bool {
        let types = [checker.rootType] + checker.scopes.flatMap { $0.entries.map(\.value) }
        for type in types where type.family == .any || type.element != nil || leads(type, to: .many) { return true }
        return false
    }

    // MARK: Functions

    private mutating func addFunctions(_ need: CompletionNeed) {
        if case .bounds = need { return }
        for function in BuiltInFunction.allCases where !library.switchedOff.contains(function) {
            let signature = function.signature
            guard returns(signature.result, need) else { continue }
            var type: ValueType = .any
            if case .type(let result) = signature.result { type = result }
            add(
                selector: function.rawValue, signature.parameters, type, signature.help,
                group: Self.isUnlikely(function) ? .unlikely : .functions, list: signature.parameterList)
        }
        for (selector, function) in library.functions.sorted(by: { $0.key < $1.key })
        where need.accepts(function.result) {
            add(selector: selector, function.parameters, function.result, function.help)
        }
    }

    /// Whether few predicates need a function: it exists for predicates written for NSPredicate.
    private static func isUnlikely(_ function: BuiltInFunction) -> Bool {
        switch function {
        case .noIndex, .randomBelow, .random, .modulus, .append: true
        default: false
        }
    }

    /// Whether a function may return an expected type.
    private func returns(_ result: FunctionResult, _ need: CompletionNeed) -> Bool {
        switch result {
        case .type(let type): need.accepts(type)
        case .likeArgument: need.accepts(.double) || need.isAnything
        case .element: need.accepts(.double) || need.isAnything
        case .elements: need.accepts(.list(.any))
        }
    }

    private mutating func add(
        selector: String, _ parameters: [FunctionParameter], _ type: ValueType, _ help: String,
        group: Group = .functions, list: String? = nil
    ) {
        let name = BuiltInFunction.callName(of: selector, parameters: parameters)
        let names = list ?? parameters.map(\.name).joined(separator: ", ")
        let bracket = cursor.following == UInt8(ascii: "(") ? "" : parameters.isEmpty ? "()" : "("
        add(
            name + bracket, label: "\(name)(\(names))", kind: .function, type: type, documentation: help,
            isOpen: !parameters.isEmpty, group: group, match: name)
    }

    /// SUBQUERY and other forms that look like functions.
    private mutating func addForms(_ need: CompletionNeed) {
        if case .bounds = need { return }
        var forms: [(LanguageForm, ValueType)] = [(.cast, .any), (.ternary, .any), (.function, .any)]
        if need.accepts(.list(.any)) || need.isAnything { forms.insert((.subquery, .list(.any)), at: 0) }
        let bracket = cursor.following == UInt8(ascii: "(") ? "" : "("
        for (form, type) in forms {
            let word = form.rawValue
            add(
                word + bracket, label: "\(word)(\(form.parameters))", kind: .function, type: type,
                documentation: form.help, isOpen: true, group: form == .function ? .unlikely : .forms, match: word)
        }
    }

    /// The names of types for CAST, and the selectors for FUNCTION, in quotes.
    mutating func findNames(_ record: CursorTrace.Record) {
        if case .castType = record.frames.last {
            for target in CastTarget.allCases { add(name: target.rawValue, target.help, isOpen: false) }
            return
        }
        for function in BuiltInFunction.allCases
        where !function.signature.parameters.isEmpty && !library.switchedOff.contains(function) {
            add(name: function.rawValue, function.signature.help, isOpen: function.signature.parameters.count > 1)
        }
        for (selector, function) in library.functions.sorted(by: { $0.key < $1.key })
        where !function.parameters.isEmpty {
            add(name: selector, function.help, isOpen: function.parameters.count > 1)
        }
    }

    private mutating func add(name: String, _ help: String, isOpen: Bool) {
        add(
            SourceSpelling.quoted(name), label: name, kind: .name, documentation: help, isOpen: isOpen, group: .nearest,
            match: name, content: name)
    }
}
