/// Habits from other languages that only names and types reveal.
extension Checker {
    // MARK: Pipes

    /// `bytes | tonumber`: a filter of jq after a value. Nil if the name is a field, or may be one.
    mutating func checkPipe(_ left: SyntaxNode, _ right: SyntaxNode, _ sign: SourceRange, _ range: SourceRange)
        -> ExpressionTree?
    {
        guard let field = right.asField, let record = schema?.recordType(of: rootType), record.additional == nil,
            record.field(named: field.name) == nil, let function = Parser.function(ofFilter: field.name)
        else { return nil }
        _ = check(expression: left)
        let call = "\(function)(\(text(left.range)))"
        report(.pipe(at: sign, hint: "write `\(call)`", edits: [.init(replacing: range, with: call)], isExact: false))
        return unknown(range)
    }

    // MARK: Values in the place of conditions

    /// Checks a value where a condition should be. The parser has reported it. Names in it are checked, and the message
    /// improves if the type is known.
    mutating func checkBare(_ node: SyntaxNode) -> PredicateTree {
        let none = PredicateTree(.constant(false), range: node.range)
        guard node.shape == .expression else {
            missingCount += 1
            return none
        }
        let inner = node.unparenthesized
        if reportEmptiness(of: inner) { return none }
        if case .path(nil, let components) = inner.kind, components.count == 1,
            case .key(let name) = components[0].kind,
            name.utf8.count > 8,
            let meant = Suggestions.nearest(to: name, among: ["TRUEPREDICATE", "FALSEPREDICATE"])
        {
            report(.constantForField(name, meant, of: "the record", at: inner.range))
            return none
        }
        let count = diagnostics.count
        let value = check(expression: inner)
        guard diagnostics.count == count else { return none }
        switch value.kind {
        // For a literal or an unknown type the parser's message says enough.
        case .constant, .argument, .variable: return none
        default: if value.type.family == .any { return none }
        }
        if excusesBareValues { return none }
        // `first OR last == 'Ann'`: the first value may be meant for the same comparison.
        var following: String?
        // A boolean counts as a number, but nobody means the same comparison for both.
        if let next = followingComparison, value.type.unwrapped != .boolean, next.type.unwrapped != .boolean,
            value.type.family == next.type.family
        {
            following = next.text
        }
        report(
            .missingComparison(
                excerpt(inner.range), value.type, following: following, negated: negation(before: node.range),
                at: inner.range))
        return none
    }

    /// A value with the `!` or NOT directly before it; nil if there is none, or parentheses are in between.
    private func negation(before range: SourceRange) -> SourceRange? {
        let before = text(SourceRange(max(0, range.lowerBound - 4), range.lowerBound))
        for sign in ["!", "NOT ", "not ", "Not "] where before.endsExactly(with: sign) {
            return SourceRange(range.lowerBound - sign.utf8.count, range.upperBound)
        }
        return nil
    }

    /// Reports `name.isEmpty` and `tags.isEmpty`.
    private mutating func reportEmptiness(of node: SyntaxNode) -> Bool {
        guard case .path(let base, let components) = node.kind, components.count > 1, let last = components.last,
            case .key(let name) = last.kind, OperatorHabits.emptiness.contains(name)
        else { return false }
        var probe = self
        let start = probe.check(
            expression: SyntaxNode.make(.path(base, Array(components.dropLast())), node.range, height: node.height))
        guard probe.diagnostics.count == diagnostics.count else { return false }
        let fix: String
        switch start.type.family {
        case .list, .dictionary: fix = ".@count == 0"
        case .text: fix = " == \"\""
        default:
            report(.methodCall(name, hint: "compare it with `\"\"`, or its @count with 0", at: last.range, edits: []))
            return true
        }
        let end = components[components.count - 2].range.upperBound
        report(
            .methodCall(
                name, hint: "write `\(fix.drop { $0 == " " || $0 == "." })`", at: last.range,
                edits: [.init(replacing: SourceRange(end, last.range.upperBound), with: fix)]))
        return true
    }

    // MARK: Options

    /// `name [cd] CONTAINS 'x'`, `name CONTAINS 'x'[cd]`: options that look like the index of a string. Returns nil if
    /// it may be an index.
    mutating func checkMisplacedOptions(_ node: SyntaxNode, _ operation: SourceRange) -> ExpressionTree? {
        guard node.form == .index, case .index(let base, .at(let key)) = node.kind,
            case .path(nil, let components) = key.kind,
            components.count == 1, case .key(let letters) = components[0].kind, letters.utf8.count <= 2,
            letters.utf8.allSatisfy({ "cdnlCDNL".utf8.contains($0) })
        else { return nil }
        var probe = self
        let value = probe.check(expression: base)
        guard probe.diagnostics.count == diagnostics.count, value.type.family == .text else { return nil }
        let end = base.range.upperBound
        let blanks = text(SourceRange(end, node.range.upperBound)).utf8.prefix { $0 == 0x20 }.count
        report(
            .misplacedOptions(
                letters, behind: operation.upperBound, at: SourceRange(end + blanks, node.range.upperBound),
                removing: SourceRange(end, node.range.upperBound)))
        return check(expression: base)
    }

    // MARK: Methods

    /// `name.toLowerCase()`, `friends.size()`, `Math.floor(height)`: a call after a value, which no path allows.
    /// Returns nil if the call may be allowed.
    mutating func checkMethod(_ base: SyntaxNode?, _ components: [SyntaxComponent], _ range: SourceRange)
        -> ExpressionTree?
    {
        // Most paths consist of names only.
        guard components.count > 1 || base != nil, components.contains(where: \.isDynamic),
            let location = components.indices.first(where: {
                if case .dynamic(let node) = components[$0].kind, case .call = node.kind { true } else { false }
            }),
            case .dynamic(let node) = components[location].kind, case .call(let call) = node.kind
        else { return nil }
        let before = Array(components[..<location])
        guard !before.isEmpty || base != nil else { return nil }
        let known = isFunction(call)
        if known, let owner = methodOwner(base, before) {
            report(
                .methodCall(
                    call.name, hint: "call a function by its name alone: `\(call.name)(…)`", at: call.nameRange,
                    edits: [.remove(SourceRange(owner.lowerBound, call.nameRange.lowerBound))]))
            return unknown(range)
        }
        // A function with a plain name takes the value as its first argument.
        let isPlain = isPlain(call.name)
        if known, !isPlain, !call.arguments.isEmpty { return nil }
        if known, !isPlain, BuiltInFunction(rawValue: call.name) != nil { return nil }
        // Check the receiver on its own, so that its mistakes are reported too.
        let receiverRange = SourceRange(
            base?.range.lowerBound ?? range.lowerBound, before.last?.range.upperBound ?? base?.range.upperBound ?? 0)
        let receiver: ExpressionTree
        if before.isEmpty, let base {
            receiver = check(expression: base)
        } else {
            receiver = check(expression: SyntaxNode.make(.path(base, before), receiverRange, height: 1))
        }
        for argument in call.arguments { _ = check(expression: argument) }
        let isLast = location == components.count - 1
        report(methodCall(call, on: receiver.type, receiverRange, isLast ? range.upperBound : nil))
        return unknown(range)
    }

    private func isFunction(_ call: SyntaxCall) -> Bool {
        let selector = call.name.hasSuffix(":") ? call.name : call.name + ":"
        return BuiltInFunction(rawValue: selector) != nil || BuiltInFunction(rawValue: call.name) != nil
            || library.functions[selector] != nil || library.functions[call.name] != nil
    }

    /// The range of `Math` in `Math.floor(x)`: a single name that is not a field.
    private func methodOwner(_ base: SyntaxNode?, _ components: [SyntaxComponent]) -> SourceRange? {
        guard base == nil, components.count == 1, let only = components.first, case .key(let name) = only.kind,
            ["Math", "math", "Date", "np", "numpy", "Foundation", "Int", "Double", "Number"].contains(name),
            schema?.recordType(of: rootType)?.field(named: name) == nil
        else { return nil }
        return only.range
    }

    private func methodCall(_ call: SyntaxCall, on type: ValueType, _ receiver: SourceRange, _ end: Int?)
        -> PredicateDiagnostic
    {
        let name = call.name
        let written = text(receiver)
        var function = NameHabits.functions[name.lowercased()] ?? (isFunction(call) ? name : nil)
        if type.element != nil, let property = NameHabits.listProperties[name], call.arguments.isEmpty {
            let whole = SourceRange(call.nameRange.lowerBound, end ?? call.nameRange.upperBound)
            return .methodCall(
                name, hint: "write `\(excerpt(receiver)).\(property)`", at: call.nameRange,
                edits: end == nil ? [] : [.init(replacing: whole, with: property)])
        }
        if type.isTextual, type != .any, name == "size" || name == "count" { function = "length" }
        if case .nilTest(let isNegated)? = ForeignFunctions.counterpart(of: name), call.arguments.isEmpty, let end {
            let test = isNegated ? " != nil" : " == nil"
            return .methodCall(
                name, hint: "write `\(excerpt(receiver))\(test)`", at: call.nameRange,
                edits: [.init(replacing: SourceRange(receiver.upperBound, end), with: test)])
        }
        if let function, let end, let plain = BuiltInFunction(rawValue: function), plain.isPlain {
            return plainCall(plain, call, on: type, receiver, upTo: end)
        }
        guard let function, call.arguments.isEmpty, let end else {
            return .methodCall(
                name, hint: OperatorHabits.methods[name].map { "`\($0.spelling)` is an operator" }, at: call.nameRange,
                edits: [])
        }
        return .methodCall(
            name, hint: "write `\(function)(\(excerpt(receiver)))`", at: call.nameRange,
            edits: [
                .insert(function + "(", at: receiver.lowerBound),
                .init(replacing: SourceRange(receiver.upperBound, end), with: ")"),
            ].filter { _ in !written.isEmpty })
    }

    /// `name.trim()`, `name.replace('a', 'b')`: a function with a plain name, called as a method.
    private func plainCall(
        _ function: BuiltInFunction, _ call: SyntaxCall, on type: ValueType, _ receiver: SourceRange, upTo end: Int
    ) -> PredicateDiagnostic {
        let signature = function.signature
        let name = function.rawValue
        let hint = "write `\(name)(\(excerpt(receiver))\(call.arguments.isEmpty ? "" : ", …"))`"
        // Elsewhere the second number of `substring` may be the end of the part.
        let isSame = function != .substring || call.arguments.count < 2
        guard isSame, signature.accepts(argumentCount: call.arguments.count + 1),
            let parameter = signature.parameters.first,
            Self.fits(type, parameter.type)
        else {
            let given = "the function is `\(name)(\(signature.parameterList))`"
            return .methodCall(call.name, hint: isSame ? hint : given, at: call.nameRange, edits: [])
        }
        let next = call.arguments.first?.range.lowerBound ?? end
        return .methodCall(
            call.name, hint: hint, at: call.nameRange,
            edits: [
                .insert(name + "(", at: receiver.lowerBound),
                .init(replacing: SourceRange(receiver.upperBound, next), with: call.arguments.isEmpty ? ")" : ", "),
            ])
    }

    // MARK: Literals

    /// The escapes in the text of a literal: what is after each backslash, and the range of both.
    private func escapes(in range: SourceRange) -> [(scalar: Unicode.Scalar, range: SourceRange)] {
        var found: [(scalar: Unicode.Scalar, range: SourceRange)] = []
        var offset = range.lowerBound
        var isEscaped = false
        for scalar in text(range).unicodeScalars {
            let length = UTF8.width(scalar)
            if isEscaped { found.append((scalar, SourceRange(offset - 1, offset + length))) }
            isEscaped = !isEscaped && scalar == "\\"
            offset += length
        }
        return found
    }

    /// Pattern escapes that the string literal consumes: `MATCHES "\d+"` is `d+`.
    func lostBackslashes(in range: SourceRange, isWildcard: Bool) -> [PredicateDiagnostic] {
        guard let quote = text(range).utf8.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
            return []
        }
        // Letters that are an escape in a pattern, and none or another one in a string.
        let letters = (isWildcard ? "*?" : "dDwWsSbBpPAzZQEGXRhHVkK.+*?()[]{}|^$/-").unicodeScalars
        return escapes(in: range).filter { letters.contains($0.scalar) }.map {
            .lostBackslash(String(Character($0.scalar)), inPattern: true, at: $0.range)
        }
    }

    /// Reports the unknown escapes in the strings of a comparison: `path == "C:\dir"` looks for `C:dir`.
    mutating func reportLostBackslashes(_ comparator: ComparisonOperator, _ syntax: ComparisonNode) {
        switch comparator {
        // The check of patterns reports those of MATCHES. A registered operator may have its own syntax.
        case .matches, .custom: return
        default: break
        }
        for operand in [syntax.left.unparenthesized, syntax.right.unparenthesized] {
            guard case .aggregate(let elements) = operand.kind else {
                reportUnknownEscapes(in: operand)
                continue
            }
            for element in elements { reportUnknownEscapes(in: element.unparenthesized) }
        }
    }

    private mutating func reportUnknownEscapes(in node: SyntaxNode) {
        // A string without escapes is as long as its text between the quotes.
        guard let literal = node.asLiteral, case .string(let value) = literal.value,
            // Text printed from a tree has only the escapes that it needs.
            wantsText == nil, value.utf8.count + 2 != node.range.upperBound - node.range.lowerBound
        else { return }
        let known = "abfnrtvxu01234567".unicodeScalars
        for (scalar, range) in escapes(in: node.range) where !known.contains(scalar) {
            let properties = scalar.properties
            if properties.isAlphabetic || properties.numericType == .decimal {
                report(.lostBackslash(String(Character(scalar)), inPattern: false, at: range))
            }
        }
    }

    /// `"name" == 'John'`: an edit that unquotes the name of a field. Returns nil for other literals.
    func quotedField(_ tree: ExpressionTree, _ range: SourceRange) -> PredicateDiagnostic.Edit? {
        guard case .constant(.string(let name)) = tree.kind,
            schema?.recordType(of: rootType)?.field(named: name) != nil
        else { return nil }
        return .init(replacing: range, with: spelled([name], at: range))
    }

    /// Warns of a constant that no record of the sample has in the field, if the sample kept the field's values.
    mutating func warnOfUnseenValue(_ comparison: PredicateTree.Comparison, _ syntax: ComparisonNode) {
        guard schema?.origin == .inferred, let field = statistics(of: comparison.left), !field.values.isEmpty else {
            return
        }
        let constants: [(ExpressionTree, SourceRange)]
        switch (comparison.comparator, comparison.right.kind) {
        case (.equal, .constant(let value)) where value != .null: constants = [(comparison.right, syntax.right.range)]
        case (.in, .aggregate(let elements)):
            constants = elements.compactMap { element in element.range.map { (element, $0) } }
        // IN a string looks for a part of it.
        default: return
        }
        for (tree, range) in constants {
            guard case .constant(let value) = tree.kind, value != .null,
                !field.values.contains(where: {
                    ValueSemantics.equals($0.value, value, options: comparison.options, library: library)
                })
            else { continue }
            let values = field.values.map { (ExpressionTree.literal($0.value).predicateFormat, $0.count) }
            let written = ExpressionTree.literal(value).predicateFormat
            report(
                .unseenValue(
                    written, of: excerpt(syntax.left.range), values: values, records: field.total,
                    near: near(written, among: values.map(\.0), in: range), at: range))
        }
    }

    /// The statistics of inference for the field that a path leads to.
    func statistics(of tree: ExpressionTree, inLists: Bool = false) -> FieldStatistics? {
        guard case .field(let base, let name) = tree.kind else { return nil }
        let type = inLists ? base.type.element ?? base.type : base.type
        return schema?.recordType(of: type)?.field(named: name)?.statistics
    }
}
