import PredicateCore

/// Writes a pattern for an engine, in the part of its syntax that every engine reads alike.
///
/// Shorthand letters are written as their sets, flags as their effects, and every character that is not an ASCII
/// letter or digit as its code point, so that engines cannot interpret anything else in the text.
package struct PatternWriter {
    /// The engine that the text is for.
    package enum Dialect { case pcre2, icu }

    /// The pattern for the engine. It matches whole strings only.
    package private(set) var text = ""
    private let dialect: Dialect
    private let remembersGroups: Bool
    /// The start of each piece: its offset in `text`, and its offset in the user's pattern.
    private var locations: [(written: Int, read: Int)] = []
    /// Whether case is ignored at the current end of the text.
    private var isCaseless = false

    /// Writes a tree.
    package init(_ tree: PatternTree, for dialect: Dialect) {
        self.dialect = dialect
        remembersGroups = tree.hasReferences
        text = "\\A(?:"
        write(tree.root)
        text += ")\\z"
    }

    /// The offset in the user's pattern for one in `text`.
    package func offset(of written: Int) -> Int {
        locations.last { $0.written <= written }?.read ?? 0
    }

    // MARK: Structure

    private mutating func write(_ alternation: PatternAlternation) {
        let outer = isCaseless
        var isFirst = true
        for branch in alternation.branches {
            if !isFirst { text += "|" }
            isFirst = false
            for piece in branch {
                write(piece)
            }
        }
        // The closing parenthesis, which the caller writes, resets the flag.
        isCaseless = outer
    }

    private mutating func write(_ piece: PatternPiece) {
        prepareCase(piece.atom)
        locations.append((text.utf8.count, piece.offset))
        write(piece.atom)
        guard let repetition = piece.repetition else { return }
        switch (repetition.lower, repetition.upper) {
        case (0, nil): text += "*"
        case (1, nil): text += "+"
        case (0, 1): text += "?"
        case (let lower, nil): text += "{\(lower),}"
        case (let lower, let upper?): text += lower == upper ? "{\(lower)}" : "{\(lower),\(upper)}"
        }
        switch repetition.mode {
        case .greedy: break
        case .reluctant: text += "?"
        case .possessive: text += "+"
        }
    }

    /// Changes the flag for case if the atom needs another setting.
    private mutating func prepareCase(_ atom: PatternAtom) {
        let wanted: Bool
        switch atom {
        case .literal(let scalar, let caseless):
            if scalar.isASCII ? !scalar.properties.isAlphabetic : false { return }
            wanted = caseless
        case .set(_, let caseless), .reference(_, let caseless): wanted = caseless
        default: return
        }
        if wanted == isCaseless { return }
        isCaseless = wanted
        text += wanted ? "(?i)" : "(?-i)"
    }

    private mutating func write(_ atom: PatternAtom) {
        switch atom {
        case .literal(let scalar, let caseless):
            // In ICU, a letter may match two code points if case is ignored, but not inside a set.
            let isSet = dialect == .icu && caseless
            if isSet { text += "[" }
            write(scalar.value)
            if isSet { text += "]" }
        case .anyButLineEnd: text += "[^\\x{a}-\\x{d}\\x{85}\\x{2028}\\x{2029}]"
        case .set(let set, let caseless): write(set, caseless: caseless)
        case .lineBreak: text += "\\R"
        case .cluster: text += dialect == .pcre2 ? Self.cluster : "\\X"
        case .reference(let number, _): text += dialect == .pcre2 ? "\\g{\(number)}" : "(?:\\\(number))"
        case .location(let location): write(location)
        case .group(let kind, let inside):
            text += opening(kind)
            write(inside)
            text += ")"
        }
    }

    private func opening(_ kind: PatternGroup) -> String {
        switch kind {
        case .capturing: remembersGroups ? "(" : "(?:"
        case .plain: "(?:"
        case .atomic: "(?>"
        case .ahead: "(?="
        case .notAhead: "(?!"
        case .behind: "(?<="
        case .notBehind: "(?<!"
        }
    }

    /// What users perceive as one character. PCRE2 (10.42) takes several emoji in a row for one.
    private static let cluster: String = {
        let emoji = "\\p{Extended_Pictographic}"
        let extending = "\\p{Grapheme_Extend}\\p{Emoji_Modifier}"
        return "(?>\(emoji)(?:[\(extending)]*\\x{200d}\(emoji))*[\(extending)\\p{Mc}\\x{e33}\\x{eb3}\\x{200d}]*|\\X)"
    }()

    private mutating func write(_ location: PatternAssertion) {
        switch location {
        case .textStart: text += "(?:\\A)"
        case .textEndOrLastLine:
            // PCRE2 would also match between the two characters of a CRLF.
            text += dialect == .pcre2 ? "(?:\\Z(?<!\\x{d}(?=\\x{a})))" : "(?:\\Z)"
        case .textEnd: text += "\\z"
        case .lineStart: text += "(?m:^)"
        case .lineEnd: text += "(?m:$)"
        case .wordBoundary: text += "(?:" + Self.boundary + ")"
        case .noWordBoundary: text += "(?!" + Self.boundary + ")"
        }
    }

    /// A boundary: a location between a word character and another character or an end, except before a mark or a
    /// format character.
    private static let boundary: String = {
        let word = "[0-9A-Z\\x{5f}a-z\\x{200c}-\\x{200d}\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}]"
        return "(?![\\p{Cf}\\p{Grapheme_Extend}])(?:(?<=\(word))(?!\(word))|(?<!\(word))(?=\(word)))"
    }()

    private mutating func write(_ code: UInt32) {
        switch code {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: text.unicodeScalars.append(Unicode.Scalar(UInt8(code)))
        default: text += "\\x{" + String(code, radix: 16) + "}"
        }
    }

    // MARK: Sets

    private mutating func write(_ set: PatternSet, caseless: Bool) {
        if let flat = FlatSet(set, caseless: caseless) {
            write(flat)
            return
        }
        text += "(?:"
        switch set {
        case .items: break
        case .union(let sets):
            var isFirst = true
            for member in sets {
                if !isFirst { text += "|" }
                isFirst = false
                write(member, caseless: caseless)
            }
        case .intersection(let a, let b):
            text += "(?="
            write(a, caseless: caseless)
            text += ")"
            write(b, caseless: caseless)
        case .difference(let a, let b):
            text += "(?!"
            write(b, caseless: caseless)
            text += ")"
            write(a, caseless: caseless)
        case .complement(let inner):
            text += "(?!"
            write(inner, caseless: caseless)
            text += ")"
            write(.any, caseless: false)
        }
        text += ")"
    }

    private mutating func write(_ set: FlatSet) {
        if set.isAny, dialect == .pcre2 {
            text += "(?s:.)"
            return
        }
        text += set.isNegated ? "[^" : "["
        for item in set.items {
            switch item {
            case .range(let lower, let upper):
                write(lower)
                if upper > lower {
                    text += "-"
                    write(upper)
                }
            case .property(let property): text += "\\p{\(dialect == .pcre2 ? property.pcre2 : property.icu)}"
            }
        }
        text += "]"
    }
}

extension PatternWriter {
    /// Parses a pattern, writes it for an engine and compiles it, with enough stack for its nesting.
    ///
    /// - Throws: `PatternError` of the parser, or of `compile`.
    package static func write<Result>(
        _ pattern: String, options: StringOptions, for dialect: Dialect,
        _ compile: (PatternWriter) throws(PatternError) -> Result
    ) throws(PatternError) -> Result {
        let result: Swift.Result<Result, PatternError> = DeepStack.run(levels: levels(of: pattern)) {
            do throws(PatternError) {
                var tree = try PatternParser.parse(pattern, caseless: options.contains(.caseInsensitive))
                if options.contains(.diacriticInsensitive) { tree = PatternFolding.fold(tree) }
                return .success(try compile(PatternWriter(tree, for: dialect)))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Calls a function with enough stack for the pattern's nesting.
    package static func onDeepStack<Result>(_ pattern: String, _ body: () -> Result) -> Result {
        DeepStack.run(levels: levels(of: pattern), body)
    }

    /// An upper bound of the pattern's nesting, as far as the parser accepts it.
    private static func levels(of pattern: String) -> Int {
        var levels = 0
        for byte in pattern.utf8 where byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { levels += 1 }
        return min(levels, PatternParser.depthLimit)
    }
}

/// A set that fits in one pair of brackets, without nested brackets.
struct FlatSet {
    var items: [PatternSetItem]
    var isNegated: Bool

    /// Whether the set contains every code point.
    var isAny: Bool { !isNegated && items.contains(.range(0, 0x10FFFF)) }

    private init(items: [PatternSetItem], isNegated: Bool) {
        self.items = items
        self.isNegated = isNegated
    }

    /// The flat form of a set; nil if it has none.
    init?(_ set: PatternSet, caseless: Bool) {
        switch set {
        case .items(let items): self.init(items: items, isNegated: false)
        case .complement(let inner):
            guard let flat = FlatSet(inner, caseless: caseless) else { return nil }
            self.init(items: flat.items, isNegated: !flat.isNegated)
        case .union(let sets):
            if FlatSet.holdsEverything(sets) {
                self.init(items: [.range(0, 0x10FFFF)], isNegated: false)
                return
            }
            var items: [PatternSetItem] = []
            for member in sets {
                guard let flat = FlatSet(member, caseless: caseless) else { return nil }
                if !flat.isNegated {
                    items += flat.items
                } else if !caseless, let inverse = FlatSet.inverse(flat.items) {
                    items += inverse
                } else {
                    return nil
                }
            }
            self.init(items: items, isNegated: false)
        case .intersection, .difference: return nil
        }
    }

    /// Whether the sets include a set and its complement, as in `[\s\S]`.
    private static func holdsEverything(_ sets: [PatternSet]) -> Bool {
        sets.contains { member in
            if case .complement(let inner) = member { return sets.contains(inner) }
            return false
        }
    }

    /// The code points outside of the ranges; nil if there are properties among them, or no code points are left.
    private static func inverse(_ items: [PatternSetItem]) -> [PatternSetItem]? {
        var ranges: [(UInt32, UInt32)] = []
        for item in items {
            guard case .range(let lower, let upper) = item else { return nil }
            ranges.append((lower, upper))
        }
        ranges.sort { $0.0 < $1.0 }
        var inverse: [PatternSetItem] = []
        var next: UInt32 = 0
        for (lower, upper) in ranges {
            if lower > next { inverse.append(.range(next, lower - 1)) }
            next = max(next, upper + 1)
        }
        if next <= 0x10FFFF { inverse.append(.range(next, 0x10FFFF)) }
        return inverse.isEmpty ? nil : inverse
    }
}
