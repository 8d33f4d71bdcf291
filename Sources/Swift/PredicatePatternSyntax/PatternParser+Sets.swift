import PredicateCore

/// Sets in brackets: members, ranges, nested sets, and the operators `&&` and `--` between them.
extension PatternParser {
    // set = "[" [ "^" ] operand { ( "&&" | "--" ) operand } "]" | "[:" [ "^" ] name ":]"
    mutating func set() throws(PatternError) -> PatternSet {
        let start = index
        if let named = try namedSet() { return named }
        depth += 1
        if depth > Self.depthLimit { throw error(PatternMessages.tooDeep(Self.depthLimit), at: start, isLimit: true) }
        index += 1
        let isNegated = skip("^")
        var result: PatternSet?
        var pending: Unicode.Scalar?
        while true {
            let operand = try operand(from: start, isFirst: result == nil)
            switch (result, pending) {
            case (let left?, "&"): result = .intersection(left, operand)
            case (let left?, _): result = .difference(left, operand)
            case (nil, _): result = operand
            }
            guard let next = peek() else { throw error(PatternMessages.unclosedSet, at: start) }
            if skip("]") { break }
            // `operand` ends at "]" or at one of the two operators.
            pending = next
            index += 2
        }
        depth -= 1
        let whole = result ?? .items([])
        return isNegated ? .complement(whole) : whole
    }

    /// The union of everything up to an operator. Sets may also be joined by a single `-` or `&`.
    private mutating func operand(from start: Int, isFirst: Bool) throws(PatternError) -> PatternSet {
        var parts: [PatternSet] = []
        var items: [PatternSetItem] = []
        // Whether a set in brackets precedes, after which `-` and `&` may be operators.
        var afterSet = false
        var isFirst = isFirst
        func union() -> PatternSet {
            let all = items.isEmpty ? parts : parts + [.items(items)]
            return all.count == 1 ? all[0] : .union(all)
        }
        while true {
            skipFreeSpacing(comments: false)
            guard let next = peek() else { throw error(PatternMessages.unclosedSet, at: start) }
            let isDouble = peek(1) == next
            if next == "]" && !isFirst || (next == "&" || next == "-") && isDouble {
                guard parts.isEmpty, items.isEmpty else { return union() }
                throw error(next == "]" ? PatternMessages.emptyOperand : PatternMessages.missingOperand, at: index)
            }
            isFirst = false
            if next == "[" {
                parts.append(try set())
                afterSet = true
                continue
            }
            if afterSet, next == "-" || next == "&", peek(1) == "[" {
                index += 1
                let left = union()
                let right = try set()
                parts = [next == "-" ? .difference(left, right) : .intersection(left, right)]
                items = []
                continue
            }
            afterSet = false
            if next == "\\" {
                if peek(1) == "Q" {
                    try quotedMembers(&items)
                    continue
                }
                if let escaped = try setEscape() {
                    parts.append(escaped)
                    // A `-` after a class is literal: a range cannot begin with a class.
                    if peek() == "-", peek(1) != "-", peek(1) != "[" {
                        index += 1
                        items.append(.one(0x2D))
                    }
                    continue
                }
            }
            items.append(try range())
        }
    }

    // range = code point [ "-" code point ]
    private mutating func range() throws(PatternError) -> PatternSetItem {
        let start = index
        let first = try member()
        skipFreeSpacing(comments: false)
        guard peek() == "-", let next = peek(1), next != "]", next != "-", next != "[" else { return .one(first.value) }
        index += 1
        skipFreeSpacing(comments: false)
        if next == "\\" {
            let location = index
            if try setEscape() != nil { throw error(PatternMessages.rangeToClass, at: location) }
        }
        let last = try member()
        if last.value < first.value { throw error(PatternMessages.reversedRange, at: start) }
        return .range(first.value, last.value)
    }

    private mutating func member() throws(PatternError) -> Unicode.Scalar {
        guard let next = peek() else { throw error(PatternMessages.unclosedSet, at: index) }
        if next == "\\" {
            guard let letter = peek(1) else { throw error(PatternMessages.lastBackslash, at: index) }
            switch letter {
            case "1"..."9":
                index += 2
                return letter
            default: return try codeEscape()
            }
        }
        index += 1
        return next
    }

    private mutating func quotedMembers(_ items: inout [PatternSetItem]) throws(PatternError) {
        let start = index
        index += 2
        while let next = peek() {
            if next == "\\", peek(1) == "E" {
                index += 2
                return
            }
            items.append(.one(next.value))
            index += 1
        }
        throw error(PatternMessages.unclosedQuote, at: start)
    }

    /// The set for a backslash and a letter; nil, with nothing read, if they mean something else.
    mutating func setEscape() throws(PatternError) -> PatternSet? {
        let set: PatternSet
        switch peek(1) {
        case "d": set = .digits
        case "D": set = .complement(.digits)
        case "w": set = .word
        case "W": set = .complement(.word)
        case "s": set = .space
        case "S": set = .complement(.space)
        case "h": set = .horizontalSpace
        case "H": set = .complement(.horizontalSpace)
        case "v": set = .lineEnds
        case "V": set = .complement(.lineEnds)
        case "p", "P": return try property()
        default: return nil
        }
        index += 2
        return set
    }

    // property = ( "\p" | "\P" ) "{" name [ "=" value ] "}"
    private mutating func property() throws(PatternError) -> PatternSet {
        let start = index
        let isNegated = peek(1) == "P"
        index += 2
        guard skip("{") else { throw error(PatternMessages.propertyBraces, at: start) }
        var name = ""
        while let next = peek(), next != "}" {
            name.unicodeScalars.append(next)
            index += 1
        }
        guard skip("}") else { throw error(PatternMessages.propertyBraces, at: start) }
        return try property(name, isNegated: isNegated, from: start)
    }

    /// `[:alpha:]`, `[:^Script=Greek:]`; nil, with nothing read, if a bracket begins a set of members.
    private mutating func namedSet() throws(PatternError) -> PatternSet? {
        guard peek(1) == ":" else { return nil }
        let start = index
        var end = index + 2
        while end < scalars.count, scalars[end] != ":" {
            // Names do not contain these characters, so this is a set whose first member is a colon.
            if scalars[end] == "]" || scalars[end] == "[" || scalars[end] == "\\" { return nil }
            end += 1
        }
        guard end + 1 < scalars.count, scalars[end + 1] == "]" else { return nil }
        var name = scalars[(index + 2)..<end]
        let isNegated = name.first == "^"
        if isNegated { name = name.dropFirst() }
        index = end + 2
        var text = ""
        text.unicodeScalars.append(contentsOf: name)
        return try property(text, isNegated: isNegated, from: start)
    }

    private func property(_ name: String, isNegated: Bool, from start: Int) throws(PatternError) -> PatternSet {
        switch PatternProperties.find(name, caseless: flags.caseless) {
        case .set(let set): return isNegated ? .complement(set) : set
        case .unavailable(let what): throw error(PatternMessages.unavailableProperty(name, what), at: start)
        case .unknown: throw error(PatternMessages.unknownProperty(name), at: start)
        }
    }
}
