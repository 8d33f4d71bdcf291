/// Pipes of jq, and operators for a value in place of nil.
extension Parser {
    /// `.name | startswith("A")`, `.tags | length > 3`: the filters after a value become calls and operators around it.
    /// The current token is the `|`. Nil if it combines bits.
    mutating func repairPipe(behind left: SyntaxNode) -> SyntaxNode? {
        guard left.shape != .predicate, next.code == .word || next.sign == .dot else { return nil }
        var pipe = Pipe(start: left.range, end: left.range.upperBound, isJQ: isBehindDot(left.range))
        let sign = current.range
        var result: SyntaxNode?
        while isAt(.bar), !pipe.isCondition {
            guard let node = readFilter(&pipe, behind: result ?? left) else { break }
            result = node
        }
        guard let result else { return nil }
        if pipe.edits.isEmpty, pipe.prefix.isEmpty { return result }
        if !pipe.prefix.isEmpty {
            pipe.edits.append(.insert(pipe.prefix, at: left.range.lowerBound))
        }
        let message = diagnostics.count
        report(.pipe, .pipe(at: sign, hint: pipe.hint, edits: pipe.edits, isExact: pipe.isExact))
        showResult(of: message, in: SourceRange(left.range.lowerBound, max(left.range.upperBound, pipe.end)))
        return result
    }

    /// What a row of filters becomes.
    private struct Pipe {
        /// The value before the first `|`.
        var start: SourceRange
        /// The end of what has been read.
        var end: Int
        /// Whether the text has the dots of jq, so that a name alone is a filter and not a field.
        var isJQ: Bool
        var prefix = ""
        var edits: [PredicateDiagnostic.Edit] = []
        var hint = ""
        var isExact = true
        var isCondition = false
    }

    /// What replaces a filter here.
    private enum Filter {
        case call(String, isExact: Bool)
        case comparison(ComparisonOperator)
        case index(String)
        case key, map, elements, membership
    }

    /// The filters of jq with a counterpart. `length` is 0 for null in jq, and `contains` may compare objects there.
    private static func filter(_ name: String) -> Filter? {
        switch name {
        case "startswith", "endswith", "contains": OperatorHabits.methods[name].map { .comparison($0.operation) }
        case "test": .call("finds", isExact: true)
        case "split": .call("split", isExact: true)
        case "index": .call("indexOf", isExact: true)
        case "length": .call("length", isExact: false)
        case "ascii_downcase": .call("lowercase", isExact: true)
        case "ascii_upcase": .call("uppercase", isExact: true)
        case "tonumber": .call("toNumber", isExact: true)
        case "tostring": .call("toString", isExact: true)
        case "trim": .call("trim", isExact: true)
        case "add": .call("sum", isExact: false)
        case "max", "min", "floor", "round", "abs", "sqrt": .call(name, isExact: false)
        case "fabs": .call("abs", isExact: false)
        case "ceil": .call("ceiling", isExact: false)
        case "first": .index("[FIRST]")
        case "last": .index("[LAST]")
        case "has": .key
        case "map": .map
        case "any", "all": .elements
        case "IN": .membership
        default: nil
        }
    }

    /// The function that a filter without arguments is here; nil for other names. A name alone may be a field, so only a schema
    /// tells.
    static func function(ofFilter name: String) -> String? {
        if case .call(let function, _)? = filter(name) { return function }
        return nil
    }

    /// Reads `| filter`. Returns nil, and reads nothing, if no filter follows.
    private mutating func readFilter(_ pipe: inout Pipe, behind left: SyntaxNode) -> SyntaxNode? {
        let name = next
        let opens = token(after: 2).sign == .openParenthesis
        // `.a | .b`: a path.
        if name.sign == .dot { return pipe.isJQ ? readStep(&pipe, behind: left) : nil }
        let word = text(of: name)
        guard let filter = Self.filter(word), library.functions[word + ":"] == nil, opens || pipe.isJQ else {
            return nil
        }
        // `mask | max(scores)` combines the bits of a call.
        let isFunction = BuiltInFunction(rawValue: word) != nil || BuiltInFunction(rawValue: word + ":") != nil
        if opens, isFunction, !pipe.isJQ { return nil }
        switch filter {
        case .elements:
            guard opens, pipe.edits.isEmpty, pipe.prefix.isEmpty else { return nil }
            advance()
            pipe.isCondition = true
            return repairElementFilter(of: pipe.start)
        case .membership:
            guard opens else { return nil }
            pipe.edits.append(.init(replacing: SourceRange(pipe.end, name.range.lowerBound), with: " "))
            pipe.hint = "IN is an operator here: remove the `|`"
            pipe.isCondition = true
            advance()
            return left
        case .map: return opens ? readStep(&pipe, behind: left) : nil
        case .index(let index):
            guard !opens else { return nil }
            pipe.edits.append(.init(replacing: SourceRange(pipe.end, name.range.upperBound), with: index))
            return skip(2, &pipe, "write `value\(index)`", over: left)
        case .call(let function, let isExact):
            pipe.isExact = pipe.isExact && isExact
            return readCall(of: function, &pipe, behind: left, opens)
        case .comparison(let operation): return readComparison(operation, &pipe, behind: left)
        case .key:
            guard let argument = argument(of: name), argument.code == .string else { return nil }
            pipe.edits.append(.init(replacing: SourceRange(pipe.end, argument.range.lowerBound), with: "."))
            pipe.prefix = "has(" + pipe.prefix
            pipe.isCondition = true
            return skip(5, &pipe, "write `has(value.key)`", over: nil)
        }
    }

    /// The only argument of a filter, which is one token. `test("a"; "i")` has two.
    private func argument(of name: Token) -> Token? {
        let argument = token(after: 3)
        guard token(after: 2).sign == .openParenthesis, token(after: 4).sign == .closeParenthesis,
            isLiteralToken(argument) || argument.code == .variable || argument.code == .argument
        else { return nil }
        return argument
    }

    /// `| .name`, `| map(.name)`
    private mutating func readStep(_ pipe: inout Pipe, behind left: SyntaxNode) -> SyntaxNode? {
        let isMap = next.sign != .dot
        let dot = isMap ? 3 : 1
        guard token(after: dot).sign == .dot, token(after: dot + 1).isName else { return nil }
        var last = dot + 1
        while token(after: last + 1).sign == .dot, token(after: last + 2).isName, last < 12 { last += 2 }
        if isMap, token(after: last + 1).sign != .closeParenthesis { return nil }
        pipe.edits.append(.remove(SourceRange(pipe.end, token(after: dot).range.lowerBound)))
        if isMap { pipe.edits.append(.remove(token(after: last + 1).range)) }
        return skip(last + (isMap ? 2 : 1), &pipe, "a path goes on with a dot: `a.b`", over: nil)
    }

    /// `| length`, `| split(",")`
    private mutating func readCall(
        of function: String, _ pipe: inout Pipe, behind left: SyntaxNode, _ opens: Bool
    ) -> SyntaxNode? {
        let name = next.range
        let prefix = function + "(" + pipe.prefix
        guard opens else {
            pipe.edits.append(.init(replacing: SourceRange(pipe.end, name.upperBound), with: ")"))
            pipe.prefix = prefix
            return skip(2, &pipe, "write `\(function)(value)`", over: left, as: function)
        }
        guard let argument = argument(of: next) else { return nil }
        pipe.edits.append(.init(replacing: SourceRange(pipe.end, argument.range.lowerBound), with: ", "))
        pipe.prefix = prefix
        return skip(5, &pipe, "write `\(function)(value, …)`", over: nil)
    }

    /// `| startswith("A")`
    private mutating func readComparison(
        _ operation: ComparisonOperator, _ pipe: inout Pipe, behind left: SyntaxNode
    ) -> SyntaxNode? {
        guard let argument = argument(of: next) else { return nil }
        pipe.edits += [
            .init(replacing: SourceRange(pipe.end, argument.range.lowerBound), with: " \(operation.spelling) "),
            .remove(SourceRange(argument.range.upperBound, token(after: 4).range.upperBound)),
        ]
        pipe.isCondition = true
        return skip(5, &pipe, "write `value \(operation.spelling) …`", over: nil)
    }

    /// Skips tokens that a filter has. The result is a call of a function if that is known.
    private mutating func skip(
        _ count: Int, _ pipe: inout Pipe, _ hint: String, over left: SyntaxNode?, as function: String? = nil
    ) -> SyntaxNode {
        let name = next.range
        for _ in 0..<count { advance() }
        pipe.end = previousEnd
        pipe.hint = hint
        let range = SourceRange(pipe.start.lowerBound, previousEnd)
        // Whether `length` is that of a string or of a list is the checker's question, once it is a call.
        guard let left, let function, function != "length" else { return missing(at: range) }
        return node(.call(SyntaxCall(name: function, nameRange: name, arguments: [left])), range, over: [left])
    }

    /// Whether a dot precedes a value, as in jq.
    private func isBehindDot(_ range: SourceRange) -> Bool {
        range.lowerBound > 0 && lexer.byte(at: range.lowerBound - 1) == UInt8(ascii: ".")
    }

    // MARK: A value in place of nil

    /// `email ?? "none"`, and jq's `.email // "none"`: a value in place of nil. The current token is the sign, or its first
    /// part. Nil for other signs.
    mutating func repairCoalescing(behind left: SyntaxNode) -> SyntaxNode? {
        let isSlash = isAt(.slash)
        if isSlash {
            guard next.sign == .slash, next.range.lowerBound == current.range.upperBound,
                token(after: 2).code == .string || isBehindDot(left.range)
            else { return nil }
        } else {
            guard current.code == .invalid, text(current.range) == "??" else { return nil }
        }
        let sign = isSlash ? current.range.union(next.range) : current.range
        lexer.withdrawDiagnostics(startingIn: sign)
        for _ in 0..<(isSlash ? 2 : 1) { advance() }
        let right = parseUnary()
        let value = text(left.range)
        var message = PredicateDiagnostic.nilCoalescing(text(sign), at: sign)
        // Of `a ?? b ?? c` only the first is written out.
        if value.utf8.count <= 60, !value.contains("??"), !value.contains("//") {
            message.edits = PredicateDiagnostic.Edit.list("TERNARY(\(value) != NULL, ", left.range, right.range)
            // jq takes the other value for false, too.
            message.isForeignSpelling = !isSlash
        }
        let count = diagnostics.count
        report(.coalescing, message)
        showResult(of: count, in: left.range.union(right.range))
        return missing(at: left.range.union(right.range))
    }
}
