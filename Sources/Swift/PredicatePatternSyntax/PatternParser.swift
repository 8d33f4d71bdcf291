import PredicateCore

/// Reads a regular expression in ICU's syntax.
///
/// The syntax has ICU's meaning, with the exceptions in `PatternMessages`: features that not every engine supports,
/// and letters after a backslash without a meaning, which ICU takes literally. Nothing beyond ICU's syntax is
/// accepted: no recursion, no conditions, no verbs, no callouts.
package struct PatternParser {
    /// The flags of `(?ims x)`.
    struct Flags {
        var caseless = false
        var dotMatchesAll = false
        var multiline = false
        var freeSpacing = false
    }

    /// The maximum nesting of groups and sets, which fits the stack of any thread, also in the engines.
    package static let depthLimit = 80
    /// The largest count in `{}` that all engines support.
    static let repetitionLimit = 65535

    let scalars: [Unicode.Scalar]
    /// The UTF-8 offset of every code point, and of the end.
    let offsets: [Int]
    var index = 0
    var flags = Flags()
    var depth = 0
    private var groupCount = 0
    private var groupNames: [String: Int] = [:]
    private var references: [(number: Int, offset: Int)] = []

    private init(_ pattern: String) {
        scalars = Array(pattern.unicodeScalars)
        var offsets: [Int] = []
        offsets.reserveCapacity(scalars.count + 1)
        var offset = 0
        for scalar in scalars {
            offsets.append(offset)
            offset += UTF8.width(scalar)
        }
        offsets.append(offset)
        self.offsets = offsets
    }

    /// The tree of a pattern.
    ///
    /// - Throws: `PatternError` with the UTF-8 offset of the error.
    package static func parse(_ pattern: String, caseless: Bool) throws(PatternError) -> PatternTree {
        var parser = PatternParser(pattern)
        parser.flags.caseless = caseless
        let root = try parser.alternation()
        if !parser.isAtEnd { throw parser.error(PatternMessages.unopenedGroup, at: parser.index) }
        for reference in parser.references where reference.number > parser.groupCount {
            throw PatternError(PatternMessages.unknownGroup(reference.number), at: reference.offset)
        }
        return PatternTree(root: root, hasReferences: !parser.references.isEmpty)
    }

    // MARK: Reading

    var isAtEnd: Bool { index >= scalars.count }

    /// The code point at the index, or `ahead` code points after it.
    func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        index + ahead < scalars.count ? scalars[index + ahead] : nil
    }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        index += 1
        return true
    }

    func error(_ message: String, at index: Int, isLimit: Bool = false) -> PatternError {
        PatternError(message, at: offsets[min(index, offsets.count - 1)], isLimit: isLimit)
    }

    /// Skips blanks and comments, if the flag `x` is set.
    mutating func skipFreeSpacing(comments: Bool = true) {
        guard flags.freeSpacing else { return }
        while let next = peek() {
            if next.properties.isPatternWhitespace {
                index += 1
            } else if comments, next == "#" {
                while let next = peek(), !PatternParser.isLineEnd(next) { index += 1 }
            } else {
                return
            }
        }
    }

    static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    // MARK: Groups

    // alternation = branch { "|" branch }
    private mutating func alternation() throws(PatternError) -> PatternAlternation {
        let outer = flags
        defer { flags = outer }
        var branches: [[PatternPiece]] = []
        var branch: [PatternPiece] = []
        while true {
            skipFreeSpacing()
            guard let next = peek(), next != ")" else { break }
            if skip("|") {
                branches.append(branch)
                branch = []
            } else if next == "\\", peek(1) == "Q" {
                try quoted(&branch)
            } else {
                let start = index
                guard let atom = try atom(next) else { continue }
                branch.append(PatternPiece(atom: atom, repetition: nil, offset: offsets[start]))
            }
            if var last = branch.popLast() {
                if last.repetition == nil { last.repetition = try repetition(of: last.atom) }
                branch.append(last)
            }
        }
        branches.append(branch)
        return PatternAlternation(branches: branches)
    }

    // quoted = "\Q" { any } "\E"
    private mutating func quoted(_ branch: inout [PatternPiece]) throws(PatternError) {
        let start = index
        index += 2
        while let next = peek() {
            if next == "\\", peek(1) == "E" {
                index += 2
                return
            }
            let atom = PatternAtom.literal(next, caseless: flags.caseless)
            branch.append(PatternPiece(atom: atom, repetition: nil, offset: offsets[index]))
            index += 1
        }
        throw error(PatternMessages.unclosedQuote, at: start)
    }

    /// The atom that begins with `first`; nil for comments and flags.
    private mutating func atom(_ first: Unicode.Scalar) throws(PatternError) -> PatternAtom? {
        switch first {
        case "(": return try group()
        case "[": return .set(try set(), caseless: flags.caseless)
        case "\\": return try escape()
        case "*", "+", "?", "{": throw error(PatternMessages.nothingToRepeat(first), at: index)
        case "}": throw error(PatternMessages.unopenedBrace, at: index)
        default: break
        }
        index += 1
        switch first {
        case ".": return flags.dotMatchesAll ? .set(.any, caseless: false) : .anyButLineEnd
        case "^": return .location(flags.multiline ? .lineStart : .textStart)
        case "$": return .location(flags.multiline ? .lineEnd : .textEndOrLastLine)
        default: return .literal(first, caseless: flags.caseless)
        }
    }

    private mutating func group() throws(PatternError) -> PatternAtom? {
        let start = index
        index += 1
        if peek() == "*" { throw error(PatternMessages.verb, at: start) }
        guard skip("?") else {
            groupCount += 1
            return try body(.capturing, from: start)
        }
        guard let kind = peek() else { throw error(PatternMessages.unclosedGroup, at: start) }
        index += 1
        switch kind {
        case ":": return try body(.plain, from: start)
        case ">": return try body(.atomic, from: start)
        case "=": return try body(.ahead, from: start)
        case "!": return try body(.notAhead, from: start)
        case "#":
            while let next = peek() {
                index += 1
                if next == ")" { return nil }
            }
            throw error(PatternMessages.unclosedComment, at: start)
        case "<":
            if skip("=") { return try lookBehind(.behind, from: start) }
            if skip("!") { return try lookBehind(.notBehind, from: start) }
            let name = try groupName(from: start)
            groupCount += 1
            if groupNames.updateValue(groupCount, forKey: name) != nil {
                throw error(PatternMessages.repeatedName(name), at: start)
            }
            return try body(.capturing, from: start)
        default:
            index -= 1
            return try flagGroup(from: start)
        }
    }

    /// The contents of a group, up to its closing parenthesis.
    private mutating func body(_ kind: PatternGroup, from start: Int) throws(PatternError) -> PatternAtom {
        depth += 1
        if depth > Self.depthLimit { throw error(PatternMessages.tooDeep(Self.depthLimit), at: start, isLimit: true) }
        let inside = try alternation()
        guard skip(")") else { throw error(PatternMessages.unclosedGroup, at: start) }
        depth -= 1
        return .group(kind, inside)
    }

    private mutating func lookBehind(_ kind: PatternGroup, from start: Int) throws(PatternError) -> PatternAtom {
        let atom = try body(kind, from: start)
        if case .group(_, let inside) = atom, !inside.branches.allSatisfy({ PatternWidth.of($0) != nil }) {
            throw error(PatternMessages.lookBehindWidth, at: start)
        }
        return atom
    }

    private mutating func groupName(from start: Int) throws(PatternError) -> String {
        let nameStart = index
        var name = ""
        while let next = peek(), next != ">" {
            let isLetter = ("a"..."z").contains(next) || ("A"..."Z").contains(next)
            guard isLetter || (("0"..."9").contains(next) && !name.isEmpty) else {
                throw error(PatternMessages.badGroupName, at: index)
            }
            name.unicodeScalars.append(next)
            index += 1
        }
        guard skip(">") else { throw error(PatternMessages.unclosedGroup, at: start) }
        if name.isEmpty { throw error(PatternMessages.badGroupName, at: nameStart) }
        return name
    }

    // flagGroup = "(?" { flag } [ "-" { flag } ] ( ")" | ":" alternation ")" )
    private mutating func flagGroup(from start: Int) throws(PatternError) -> PatternAtom? {
        var changed = flags
        var isOn = true
        var count = 0
        while let next = peek() {
            switch next {
            case ")", ":":
                if count == 0 { throw error(PatternMessages.unknownGroupKind(next), at: start) }
                index += 1
                if next == ")" {
                    flags = changed
                    return nil
                }
                let outer = flags
                flags = changed
                defer { flags = outer }
                return try body(.plain, from: start)
            case "i": changed.caseless = isOn
            case "s": changed.dotMatchesAll = isOn
            case "m": changed.multiline = isOn
            case "x": changed.freeSpacing = isOn
            case "w", "d", "u": throw error(PatternMessages.unavailableFlag(next), at: index)
            case "-" where isOn: isOn = false
            default:
                throw error(PatternMessages.unknownGroupKind(next), at: start)
            }
            count += 1
            index += 1
        }
        throw error(PatternMessages.unclosedGroup, at: start)
    }

    // MARK: Repetition

    private mutating func repetition(of atom: PatternAtom) throws(PatternError) -> PatternRepetition? {
        skipFreeSpacing()
        let start = index
        guard let next = peek() else { return nil }
        var lower = 0
        var upper: Int?
        switch next {
        case "*": index += 1
        case "+":
            index += 1
            lower = 1
        case "?":
            index += 1
            upper = 1
        case "{": (lower, upper) = try interval()
        default: return nil
        }
        if !Self.canRepeat(atom) { throw error(PatternMessages.repeatedAssertion, at: start) }
        skipFreeSpacing()
        let mode: PatternRepetition.Mode = skip("?") ? .reluctant : skip("+") ? .possessive : .greedy
        return PatternRepetition(lower: lower, upper: upper, mode: mode)
    }

    private static func canRepeat(_ atom: PatternAtom) -> Bool {
        switch atom {
        case .location(.lineStart), .location(.lineEnd), .location(.textStart), .location(.textEndOrLastLine): true
        case .location: false
        case .group(let kind, _):
            switch kind {
            case .capturing, .plain, .atomic: true
            case .ahead, .notAhead, .behind, .notBehind: false
            }
        default: true
        }
    }

    // interval = "{" digits [ "," [ digits ] ] "}"
    private mutating func interval() throws(PatternError) -> (Int, Int?) {
        let start = index
        index += 1
        guard let lower = try count(from: start) else { throw error(PatternMessages.badInterval, at: start) }
        if skip("}") { return (lower, lower) }
        guard skip(",") else { throw error(PatternMessages.badInterval, at: start) }
        if skip("}") { return (lower, nil) }
        guard let upper = try count(from: start), skip("}") else {
            throw error(PatternMessages.badInterval, at: start)
        }
        if upper < lower { throw error(PatternMessages.reversedInterval, at: start) }
        return (lower, upper)
    }

    private mutating func count(from start: Int) throws(PatternError) -> Int? {
        var value: Int?
        while let next = peek(), ("0"..."9").contains(next) {
            let grown = (value ?? 0) * 10 + Int(next.value - 0x30)
            if grown > Self.repetitionLimit {
                throw error(PatternMessages.repetitionTooLarge(Self.repetitionLimit), at: start)
            }
            value = grown
            index += 1
        }
        return value
    }

    // MARK: Escapes

    private mutating func escape() throws(PatternError) -> PatternAtom {
        let start = index
        guard let letter = peek(1) else { throw error(PatternMessages.lastBackslash, at: start) }
        if let set = try setEscape() { return .set(set, caseless: flags.caseless) }
        switch letter {
        case "b": return location(.wordBoundary)
        case "B": return location(.noWordBoundary)
        case "A", "G": return location(.textStart)
        case "Z": return location(.textEndOrLastLine)
        case "z": return location(.textEnd)
        case "R":
            index += 2
            return .lineBreak
        case "X":
            index += 2
            return .cluster
        case "k": return try namedReference()
        case "1"..."9": return numberedReference()
        default: return .literal(try codeEscape(), caseless: flags.caseless)
        }
    }

    private mutating func location(_ location: PatternAssertion) -> PatternAtom {
        index += 2
        return .location(location)
    }

    private mutating func namedReference() throws(PatternError) -> PatternAtom {
        let start = index
        index += 2
        guard skip("<") else { throw error(PatternMessages.badReference, at: start) }
        let name = try groupName(from: start)
        guard let number = groupNames[name] else { throw error(PatternMessages.unknownName(name), at: start) }
        references.append((number, offsets[start]))
        return .reference(number, caseless: flags.caseless)
    }

    /// A reference to a group: one digit, and further digits as long as the number is that of a group that has begun.
    private mutating func numberedReference() -> PatternAtom {
        let start = index
        index += 1
        var number = 0
        while let next = peek(), ("0"..."9").contains(next) {
            let grown = number * 10 + Int(next.value - 0x30)
            if number > 0, grown > groupCount { break }
            number = grown
            index += 1
        }
        references.append((number, offsets[start]))
        return .reference(number, caseless: flags.caseless)
    }

    /// The code point for a backslash and its letter or digits, inside or outside of a set.
    mutating func codeEscape() throws(PatternError) -> Unicode.Scalar {
        let start = index
        guard let letter = peek(1) else { throw error(PatternMessages.lastBackslash, at: start) }
        index += 2
        switch letter {
        case "a": return "\u{07}"
        case "e": return "\u{1B}"
        case "f": return "\u{0C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "c":
            guard let control = peek(), control.isASCII else { throw error(PatternMessages.badControl, at: start) }
            index += 1
            return Unicode.Scalar(UInt8(truncatingIfNeeded: control.value & 0x1F))
        case "x":
            if skip("{") {
                let code = try hexadecimal(1...6, from: start)
                guard skip("}") else { throw error(PatternMessages.badHexadecimal, at: start) }
                return try scalar(code, from: start)
            }
            return try scalar(try hexadecimal(1...2, from: start), from: start)
        case "u":
            let code = try hexadecimal(4...4, from: start)
            if code & 0xFC00 == 0xD800, peek() == "\\", peek(1) == "u" {
                index += 2
                let low = try hexadecimal(4...4, from: start)
                guard low & 0xFC00 == 0xDC00 else { throw error(PatternMessages.halfSurrogate, at: start) }
                return try scalar(0x10000 + (code & 0x3FF) << 10 + low & 0x3FF, from: start)
            }
            return try scalar(code, from: start)
        case "U": return try scalar(try hexadecimal(8...8, from: start), from: start)
        case "0": return try scalar(try octal(from: start), from: start)
        case "N": throw error(PatternMessages.characterName, at: start)
        default:
            let isLetter = ("a"..."z").contains(letter) || ("A"..."Z").contains(letter)
            if isLetter { throw error(PatternMessages.unknownEscape(letter), at: start) }
            return letter
        }
    }

    private mutating func hexadecimal(_ digits: ClosedRange<Int>, from start: Int) throws(PatternError) -> UInt32 {
        var value: UInt32 = 0
        var count = 0
        while count < digits.upperBound, let next = peek(), let digit = Self.hexadecimalDigit(next) {
            value = value << 4 | digit
            count += 1
            index += 1
        }
        guard digits.contains(count) else { throw error(PatternMessages.badHexadecimal, at: start) }
        return value
    }

    private static func hexadecimalDigit(_ scalar: Unicode.Scalar) -> UInt32? {
        switch scalar {
        case "0"..."9": scalar.value - 0x30
        case "a"..."f": scalar.value - 0x61 + 10
        case "A"..."F": scalar.value - 0x41 + 10
        default: nil
        }
    }

    /// One to three octal digits, as long as the value fits in a byte.
    private mutating func octal(from start: Int) throws(PatternError) -> UInt32 {
        var value: UInt32 = 0
        var count = 0
        while count < 3, let next = peek(), ("0"..."7").contains(next) {
            let grown = value << 3 | (next.value - 0x30)
            if grown > 0xFF { break }
            value = grown
            count += 1
            index += 1
        }
        if count == 0 { throw error(PatternMessages.badOctal, at: start) }
        return value
    }

    private func scalar(_ code: UInt32, from start: Int) throws(PatternError) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(code) else {
            let isSurrogate = code & 0xFFFF_F800 == 0xD800
            throw error(isSurrogate ? PatternMessages.halfSurrogate : PatternMessages.codeTooLarge, at: start)
        }
        return scalar
    }
}

/// The number of code points that a part of a pattern matches, if it is fixed.
enum PatternWidth {
    static func of(_ branch: [PatternPiece]) -> Int? {
        var sum = 0
        for piece in branch {
            guard let once = of(piece.atom) else { return nil }
            var times = 1
            if let repetition = piece.repetition {
                guard repetition.upper == repetition.lower else { return nil }
                times = repetition.lower
            }
            let (product, overflow) = once.multipliedReportingOverflow(by: times)
            let (grown, carry) = sum.addingReportingOverflow(product)
            // Engines store the length of a look-behind in sixteen bits.
            if overflow || carry || grown > 0xFFFF { return nil }
            sum = grown
        }
        return sum
    }

    private static func of(_ atom: PatternAtom) -> Int? {
        switch atom {
        case .literal, .anyButLineEnd, .set: return 1
        case .lineBreak, .cluster, .reference: return nil
        case .location: return 0
        case .group(let kind, let inside):
            switch kind {
            case .ahead, .notAhead, .behind, .notBehind: return 0
            case .capturing, .plain, .atomic: break
            }
            var width: Int?
            for branch in inside.branches {
                guard let next = of(branch) else { return nil }
                if let width, width != next { return nil }
                width = next
            }
            return width
        }
    }
}
