import PredicateFormat

/// Finds predicates in Objective-C.
package struct ObjectiveCSourceReader {
    /// The messages of a file that make predicates or expressions from strings, in the order of the file.
    ///
    /// No file is wrong: the reader skips what it does not understand, and messages whose strings the source does not
    /// show.
    package static func calls(in file: [UInt8]) -> [SourceCall] {
        guard file.count <= ConfigurationLimits.fileBytes,
            mentions(["NSPredicate", "NSExpression", "Where:", "where:"], in: file)
        else { return [] }
        let (tokens, imports) = CodeLexer.tokensAndImports(of: file, .objectiveC)
        var reader = Self(tokens, imports)
        return reader.calls()
    }

    private let source: SourceTokens
    private let constants: ObjectiveCConstants
    private var isRealmImported = false
    /// The square brackets that are open at a token.
    private var open: [Int] = []

    private init(_ source: SourceTokens, _ imports: [Range<Int>]) {
        self.source = source
        constants = ObjectiveCConstants(source)
        isRealmImported = imports.contains { source.text(in: $0).utf8.split(separator: 0x2F).contains(where: isRealm) }
        if !isRealmImported {
            isRealmImported = source.tokens.indices.contains {
                source.isWord($0, "Realm") && source.isWord($0 - 1, "import") && source.isSign($0 - 2, "@")
            }
        }
        func isRealm(_ part: Substring.UTF8View) -> Bool {
            // `<Realm/…`, `"Realm.h"`, `<RealmSwift/…`.
            part.drop { !isNameByte($0) }.starts(with: "Realm".utf8)
                || part.split(whereSeparator: { $0 == 0x22 || $0 == 0x3C }).last?.starts(with: "Realm".utf8) == true
        }
    }

    private mutating func calls() -> [SourceCall] {
        var calls: [SourceCall] = []
        for index in source.tokens.indices {
            if let last = open.last, source.partner(last) == index { open.removeLast() }
            if source.isSign(index, "["), let partner = source.partner(index), partner > index { open.append(index) }
            guard source.isWord(index), source.isSign(index + 1, ":"), let bracket = open.last,
                let api = api(index, bracket), let call = call(api, index + 2, bracket)
            else { continue }
            calls.append(call)
        }
        return calls
    }

    /// What a part of a message takes.
    private func api(_ selector: Int, _ bracket: Int) -> SourceCall.API? {
        if source.isWord(selector, "predicateWithFormat") {
            return source.isWord(selector - 1, "NSPredicate") && selector - 2 == bracket ? .predicate : nil
        }
        if source.isWord(selector, "expressionWithFormat") {
            return source.isWord(selector - 1, "NSExpression") && selector - 2 == bracket ? .expression : nil
        }
        guard isRealmImported else { return nil }
        for name in ["objectsWhere", "indexOfObjectWhere"] where source.isWord(selector, name) { return .realm(name) }
        guard source.isWord(selector, "where") else { return nil }
        var index = bracket + 1
        // The message begins with its receiver.
        index = source.next(index)
        return source.isWord(index, "objectsInRealm") ? .realm("objectsInRealm") : nil
    }

    private func call(_ api: SourceCall.API, _ first: Int, _ bracket: Int) -> SourceCall? {
        guard let close = source.partner(bracket), first < close else { return nil }
        let parts = source.split(first..<close) { source.isSign($0, ",") }
        guard var argument = parts.first, !argument.isEmpty else { return nil }
        var isOpen = false
        var index = argument.lowerBound
        while index < argument.upperBound {
            if source.isWord(index, "argumentArray") || source.isWord(index, "arguments"),
                source.isSign(index + 1, ":"), index > argument.lowerBound
            {
                isOpen = true
                argument = argument.lowerBound..<index
                break
            }
            index = source.next(index)
        }
        guard let format = format(argument) else { return nil }
        let arguments = isOpen ? [] : arguments(parts.dropFirst())
        return source.call(api, at: bracket..<close + 1, format, arguments: arguments, isOpen: isOpen)
    }

    private func arguments(_ parts: ArraySlice<Range<Int>>) -> [SourceArgument] {
        parts.filter { !$0.isEmpty }.map { SourceArgument(range: source.fileRange($0), kind: kind($0)) }
    }

    // MARK: Formats

    private func format(_ argument: Range<Int>) -> SourceFormat? {
        let range = source.fileRange(argument)
        let tokens = source.unwrapped(argument)
        if let format = formatted(tokens, range) { return format }
        if let constant = constants.constant(tokens) {
            return source.objectiveCText(constant).map { SourceFormat(text: $0, style: .objectiveC, range: range) }
        }
        if let text = joined(tokens, 20) { return SourceFormat(text: text, style: .objectiveC, range: range) }
        guard let value = LocalVariables(source: source, language: .objectiveC).value(of: tokens) else { return nil }
        return formatted(value, range)
            ?? joined(value, 20).map { SourceFormat(text: $0, style: .objectiveC, range: range) }
    }

    /// Whether tokens are adjacent literals, and the first is an object.
    private func areLiterals(_ tokens: Range<Int>) -> Bool {
        guard !tokens.isEmpty, source.literal(tokens.lowerBound)?.isObject == true else { return false }
        return tokens.allSatisfy { source.literal($0) != nil }
    }

    /// The receiver, the selector and the arguments of a message with one part; nil if tokens are something else.
    private func message(
        _ tokens: Range<Int>, _ selectors: [String]
    ) -> (receiver: Range<Int>, selector: Int, arguments: Range<Int>)? {
        guard source.isSign(tokens.lowerBound, "["), source.partner(tokens.lowerBound) == tokens.upperBound - 1 else {
            return nil
        }
        var selector = tokens.lowerBound + 1
        repeat { selector = source.next(selector) } while source.literal(selector) != nil
        guard selector + 1 < tokens.upperBound, source.isSign(selector + 1, ":"),
            selectors.contains(where: { source.isWord(selector, $0) })
        else { return nil }
        return (tokens.lowerBound + 1..<selector, selector, selector + 2..<tokens.upperBound - 1)
    }

    /// `[NSString stringWithFormat:@"…", …]`.
    private func formatted(_ tokens: Range<Int>, _ range: Range<Int>) -> SourceFormat? {
        guard let message = message(tokens, ["stringWithFormat"]), message.receiver.count == 1,
            source.isWord(message.receiver.lowerBound, "NSString")
        else { return nil }
        let parts = source.split(message.arguments) { source.isSign($0, ",") }
        guard let first = parts.first, areLiterals(first), let text = source.objectiveCText(first) else { return nil }
        var format = SourceFormat(text: text, style: .objectiveC, range: range)
        format.formatted = (source.fileRange(tokens), parts.dropFirst().count { !$0.isEmpty })
        return format
    }

    /// Literals, and strings that are appended to them.
    private func joined(_ tokens: Range<Int>, _ depth: Int) -> SourceText? {
        if areLiterals(tokens) { return source.objectiveCText(tokens) }
        guard depth > 0, let message = message(tokens, ["stringByAppendingString", "stringByAppendingFormat"]),
            var text = joined(message.receiver, depth - 1)
        else { return nil }
        let isFormat = source.isWord(message.selector, "stringByAppendingFormat")
        if !isFormat, areLiterals(message.arguments), let other = source.objectiveCText(message.arguments) {
            text.append(other)
            return text
        }
        text.holes.append(
            SourceText.Hole(
                offset: text.bytes.count, kind: .concatenation, range: source.fileRange(message.arguments)))
        return text
    }

    // MARK: Arguments

    /// What an argument is, as far as it shows.
    private func kind(_ argument: Range<Int>) -> SourceArgument.Kind {
        let tokens = source.unwrapped(argument)
        guard let first = source[tokens.lowerBound], !tokens.isEmpty else { return .unknown }
        let isOne = source.next(tokens.lowerBound) == tokens.upperBound
        switch first.kind {
        case .literal:
            guard areLiterals(tokens) else { return .unknown }
            return .string(source.objectiveCText(tokens)?.located(.objectiveC))
        case .number: return isOne ? source.number(tokens.lowerBound) : .unknown
        case .word:
            if isOne {
                switch source.text(tokens.lowerBound) {
                case "YES", "NO", "true", "false", "TRUE", "FALSE": return .boolean
                case "nil", "NULL", "Nil": return .nilLiteral
                default: return .unknown
                }
            }
            return named(tokens)
        case .sign where first.byte == UInt8(ascii: "-"):
            guard tokens.count == 2, source[tokens.lowerBound + 1]?.kind == .number else {
                return .unknown
            }
            return source.number(tokens.lowerBound + 1)
        case .sign where first.byte == UInt8(ascii: "@"): return boxed(tokens)
        case .sign where first.byte == UInt8(ascii: "["):
            guard isOne, source.isWord(tokens.lowerBound + 1) else { return .unknown }
            switch source.text(tokens.lowerBound + 1) {
            case "NSDate": return .date
            case "NSNumber": return .number
            case "NSArray", "NSSet", "NSOrderedSet": return .collection
            default: return .unknown
            }
        default: return .unknown
        }
    }

    /// `@(3)`, `@3`, `@YES`, `@[…]`, `@selector(…)`.
    private func boxed(_ tokens: Range<Int>) -> SourceArgument.Kind {
        let next = tokens.lowerBound + 1
        guard source.next(next) == tokens.upperBound || source.next(next + 1) == tokens.upperBound else {
            return .unknown
        }
        guard let token = source[next] else { return .unknown }
        switch token.kind {
        case .number: return .number
        case .sign where token.byte == UInt8(ascii: "-"): return .number
        // `@("text")` is a string, and `@(x)` may be one.
        case .sign where token.byte == UInt8(ascii: "("):
            return source[next + 1]?.kind == .number && source.partner(next) == next + 2 ? .number : .unknown
        case .sign where token.byte == UInt8(ascii: "[") || token.byte == UInt8(ascii: "{"): return .collection
        case .word:
            if source.isWord(next, "YES") || source.isWord(next, "NO") { return .number }
            return source.isWord(next, "selector") ? .selector : .unknown
        default: return .unknown
        }
    }

    /// `NSStringFromSelector(@selector(name))`.
    private func named(_ tokens: Range<Int>) -> SourceArgument.Kind {
        let open = tokens.lowerBound + 1
        guard source.isWord(tokens.lowerBound, "NSStringFromSelector"), tokens.count == 8,
            source.isSign(open + 1, "@"), source.isWord(open + 2, "selector"), source.isWord(open + 4)
        else { return .unknown }
        return .keyPath(source.text(open + 4))
    }
}

/// The names of an Objective-C file that stand for one literal: constants, macros, and variables that are assigned once.
struct ObjectiveCConstants {
    /// The tokens of the literals.
    private var constants = NamesOfOneMeaning<Range<Int>>()
    private let source: SourceTokens

    init(_ source: SourceTokens) {
        self.source = source
        for index in source.tokens.indices where source.isWord(index) {
            if source.isSign(index + 1, "="), !source.isSign(index + 2, "=") {
                add(index, literals(index + 2, ";", declared: index))
            } else if source.isWord(index - 1, "define"), source[index - 2]?.kind == .directiveStart {
                add(index, literals(index + 1, nil, declared: nil))
            } else if source.isSign(index - 1, "*") || source.isWord(index - 1, "const"),
                source.isSign(index + 1, ")") || source.isSign(index + 1, ",")
            {
                add(index, nil)
            } else if source.isSign(index - 1, ")"), let open = source.partner(index - 1),
                source.isSign(open - 1, ":")
            {
                add(index, nil)
            }
        }
    }

    /// The literals that a name stands for.
    func constant(_ tokens: Range<Int>) -> Range<Int>? {
        guard tokens.count == 1, source.isWord(tokens.lowerBound) else { return nil }
        return constants[source.bytes(tokens.lowerBound)]
    }

    private mutating func add(_ name: Int, _ value: Range<Int>?) {
        constants.add(source.bytes(name), value)
    }

    /// Literals from a token up to the end of a statement or a directive.
    private func literals(_ first: Int, _ end: Unicode.Scalar?, declared name: Int?) -> Range<Int>? {
        // An assignment to a variable of elsewhere is not a declaration.
        if let name, !source.isSign(name - 1, "*"), !source.isWord(name - 1, "const") { return nil }
        guard source.literal(first)?.isObject == true else { return nil }
        var index = first
        while source.literal(index) != nil { index += 1 }
        if let end { return source.isSign(index, end) ? first..<index : nil }
        return source[index]?.kind == .directiveEnd ? first..<index : nil
    }
}

extension SourceTokens {
    /// The text of literals of C that are adjacent; nil if one is not well-formed.
    func objectiveCText(_ range: Range<Int>) -> SourceText? {
        var text: SourceText?
        for index in range {
            guard let literal = literal(index), let part = CodeLiteral.text(of: literal, in: self) else { return nil }
            if text == nil { text = part } else { text?.append(part) }
        }
        return text
    }
}
