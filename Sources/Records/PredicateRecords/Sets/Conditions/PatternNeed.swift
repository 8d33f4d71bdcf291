import PredicateCore

/// Finds text that every match of a regular expression contains.
///
/// Only plain syntax is understood, which PCRE2 and ICU read alike: letters, classes, groups, quantifiers. With
/// anything else nothing is said.
struct PatternNeed {
    private var scalars: [Unicode.Scalar]
    private var index = 0
    private var run: [Unicode.Scalar] = []
    private var isAtStart = true
    private var best: [Unicode.Scalar] = []
    private var start: [Unicode.Scalar] = []
    /// The fewest bytes that are worth a search.
    private static let shortest = 2

    /// Text that every match contains; nil if none is known.
    static func find(in pattern: String, options: StringOptions) -> TextNeed? {
        let options = options.effective
        guard options.isEmpty || options == .caseInsensitive, pattern.utf8.count <= 4096 else { return nil }
        var finder = PatternNeed(scalars: Array(pattern.unicodeScalars))
        guard finder.read() else { return nil }
        let start = Self.bytes(finder.start)
        let part = Self.bytes(finder.best)
        let isStart = start.count >= max(shortest, part.count / 2)
        let found = isStart ? start : part
        guard found.count >= shortest else { return nil }
        if options.isEmpty { return TextNeed(bytes: found, location: isStart ? .start : .anywhere, options: []) }
        // Beyond ASCII an engine may know other cases than we do.
        guard found.allSatisfy({ $0 < 0x80 }) else { return nil }
        let lower = found.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        return TextNeed(bytes: lower, location: isStart ? .start : .anywhere, options: options)
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private static func bytes(_ scalars: [Unicode.Scalar]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return Array(String(text).utf8)
    }

    private mutating func endRun() {
        if isAtStart { start = run }
        isAtStart = false
        if run.count > best.count { best = run }
        run = []
    }

    private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    /// Reads the pattern; false if something in it is not understood.
    private mutating func read() -> Bool {
        var depth = 0
        while let scalar = current {
            index += 1
            switch scalar {
            case "|":
                if depth == 0 { return false }
            case "(":
                endRun()
                depth += 1
                if current == "*" { return false }
                if current == "?" {
                    index += 1
                    guard current == ":" else { return false }
                    index += 1
                }
            case ")":
                depth -= 1
                if depth < 0 { return false }
                endRun()
            case "[":
                endRun()
                guard skipClass() else { return false }
            case ".", "^", "$": endRun()
            case "?", "*", "+", "{":
                // The last character is counted, and may be missing.
                if scalar != "+", !run.isEmpty { run.removeLast() }
                endRun()
                if scalar == "{" { guard skipCount() else { return false } }
                if current == "?" || current == "+" { index += 1 }
            case "\\":
                guard let escaped = current else { return false }
                index += 1
                switch escaped {
                case "d", "D", "w", "W", "s", "S", "b", "B", "h", "v", "V", "n", "r", "t": endRun()
                default:
                    guard escaped.isASCII, !escaped.properties.isAlphabetic, !("0"..."9").contains(escaped) else {
                        return false
                    }
                    if depth == 0 { run.append(escaped) }
                }
            default:
                if depth == 0 { run.append(scalar) }
            }
        }
        endRun()
        return depth == 0
    }

    /// Skips a class whose bracket has been read; false for classes in classes.
    private mutating func skipClass() -> Bool {
        if current == "^" { index += 1 }
        if current == "]" { return false }
        while let scalar = current {
            index += 1
            switch scalar {
            case "]": return true
            // Classes in classes, and their intersections, are read differently by the engines.
            case "[", "&": return false
            case "\\":
                guard let escaped = current, escaped != "Q", escaped != "E" else { return false }
                index += 1
            default: break
            }
        }
        return false
    }

    /// Skips a count whose brace has been read; false if it is none.
    private mutating func skipCount() -> Bool {
        let first = index
        while let scalar = current {
            index += 1
            if scalar == "}" { return index > first + 1 }
            guard ("0"..."9").contains(scalar) || scalar == "," else { return false }
        }
        return false
    }
}
