/// An argument of a call in Swift.
struct SwiftArgument {
    /// The token of the label; -1 if there is none.
    let label: Int
    let value: Range<Int>

    /// The arguments of a call, by its opening bracket.
    static func list(_ source: SourceTokens, _ open: Int) -> [SwiftArgument] {
        guard let close = source.partner(open), close > open + 1 else { return [] }
        var items: [SwiftArgument] = []
        var start = open + 1
        var index = start
        while index <= close {
            if index == close || source.isSign(index, ",") {
                if start < index { items.append(item(source, start..<index)) }
                start = index + 1
            }
            index = behind(index, source)
        }
        return items
    }

    private static func item(_ source: SourceTokens, _ range: Range<Int>) -> SwiftArgument {
        if range.count > 1, source.isWord(range.lowerBound), source.isSign(range.lowerBound + 1, ":") {
            return SwiftArgument(label: range.lowerBound, value: range.lowerBound + 2..<range.upperBound)
        }
        return SwiftArgument(label: -1, value: range)
    }

    /// The token after a token and what it holds; a list of generic arguments, as in `Set<A, B>()`, is also a bracket.
    private static func behind(_ index: Int, _ source: SourceTokens) -> Int {
        guard source.isSign(index, "<"), source.isWord(index - 1), !source.isApart(index), !source.isApart(index + 1)
        else { return source.next(index) }
        var depth = 0
        // More tokens than types have; a bound, so that comparisons cost little.
        for next in index..<index + 60 {
            guard let token = source[next] else { break }
            if token.kind == .literal || token.kind == .number { break }
            if token.kind == .sign {
                if token.byte == UInt8(ascii: "<") { depth += 1 }
                if token.byte == UInt8(ascii: ">"), !source.isSign(next - 1, "-") { depth -= 1 }
                if depth == 0 {
                    return source.isSign(next + 1, "(") || source.isSign(next + 1, ".") ? next + 1 : index + 1
                }
                if "{}()=+*/;".utf8.contains(token.byte) { break }
            }
        }
        return index + 1
    }

    /// What an argument is, as far as it shows.
    static func kind(_ source: SourceTokens, _ tokens: Range<Int>) -> SourceArgument.Kind {
        let tokens = source.unwrapped(tokens)
        guard let first = source[tokens.lowerBound], !tokens.isEmpty else { return .unknown }
        let cast = source.split(tokens) { source.isWord($0, "as") }
        if cast.count > 1, let type = cast.last {
            if source.isSign(type.lowerBound, "[") { return .collection }
            guard source.isWord(type.lowerBound), type.count == 1 else { return .unknown }
            return kind(ofType: source.text(type.lowerBound))
        }
        let isOne = source.next(tokens.lowerBound) == tokens.upperBound
        switch first.kind {
        case .literal:
            guard isOne, let literal = source.literal(tokens.lowerBound) else { return .unknown }
            guard let text = CodeLiteral.text(of: literal, in: source), text.holes.isEmpty else { return .string(nil) }
            return .string(text.located(source.swiftStyle(of: literal)))
        case .number: return isOne ? source.number(tokens.lowerBound) : .unknown
        case .sign:
            if first.byte == UInt8(ascii: "-"), tokens.count == 2, source[tokens.lowerBound + 1]?.kind == .number {
                return source.number(tokens.lowerBound + 1)
            }
            return first.byte == UInt8(ascii: "[") && isOne ? .collection : .unknown
        case .word: break
        default: return .unknown
        }
        if isOne {
            switch source.text(tokens.lowerBound) {
            case "true", "false": return .boolean
            case "nil": return .nilLiteral
            default: return .unknown
            }
        }
        if let path = keyPath(source, tokens) { return .keyPath(path) }
        let name = source.text(tokens.lowerBound)
        guard source.isSign(tokens.lowerBound + 1, "("), source.partner(tokens.lowerBound + 1) == tokens.upperBound - 1
        else { return .unknown }
        if name.utf8.elementsEqual("#selector".utf8) { return .selector }
        // A name in upper case that is called makes a value of that type.
        guard let letter = name.utf8.first, letter >= UInt8(ascii: "A"), letter <= UInt8(ascii: "Z") else {
            return .unknown
        }
        return kind(ofType: name)
    }

    /// The key path that `#keyPath(Person.name)` or `NSStringFromSelector(#selector(getter: Person.name))` names.
    static func keyPath(_ source: SourceTokens, _ tokens: Range<Int>) -> String? {
        let open = tokens.lowerBound + 1
        guard tokens.count > 3, source.isSign(open, "("), source.partner(open) == tokens.upperBound - 1 else {
            return nil
        }
        let inner = open + 1..<tokens.upperBound - 1
        if source.isWord(tokens.lowerBound, "NSStringFromSelector") {
            guard source.isWord(inner.lowerBound, "#selector"), inner.count > 3,
                source.partner(inner.lowerBound + 1) == inner.upperBound - 1, source.isWord(inner.upperBound - 2)
            else { return nil }
            return source.text(inner.upperBound - 2)
        }
        guard source.isWord(tokens.lowerBound, "#keyPath") else { return nil }
        var words: [String] = []
        for (offset, index) in inner.enumerated() {
            guard offset % 2 == 0 ? source.isWord(index) : source.isSign(index, ".") else { return nil }
            if offset % 2 == 0 { words.append(source.text(index)) }
        }
        // The first name is a type if it begins as types do.
        if words.count > 1, let letter = words[0].utf8.first, letter >= UInt8(ascii: "A"), letter <= UInt8(ascii: "Z") {
            words.removeFirst()
        }
        return words.joined(separator: ".")
    }

    /// The kind of a value of a type.
    private static func kind(ofType type: String) -> SourceArgument.Kind {
        switch type {
        case "String", "NSString": .string(nil)
        case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "NSInteger",
            "NSUInteger":
            .integer
        case "Double", "Float", "CGFloat", "TimeInterval": .double
        case "Bool": .boolean
        case "Date", "NSDate": .date
        case "NSNumber", "NSDecimalNumber": .number
        case "NSArray", "NSSet", "NSDictionary", "NSOrderedSet", "Set", "Array", "Dictionary": .collection
        case "CVarArg", "Any", "AnyObject", "NSObject", "id": .unknown
        default: .typed(type)
        }
    }
}
