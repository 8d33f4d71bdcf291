/// Source that is searched for unquoted keys: its code points, with a mark on those in string literals.
struct KeyText {
    /// A code point and its position.
    struct Location {
        var scalar: Unicode.Scalar
        var offset: Int
        /// Whether it is part of a string literal, including its quotes.
        var isQuoted: Bool
    }

    let scalars: [Location]
    /// The index of the code point at an offset.
    let index: [Int: Int]
    private let source: String

    /// Characters that people write between the words of a key.
    static let separators: Set<Unicode.Scalar> = [" ", "\t", "_", "-", ".", ":", "/", "@", "\\", "#", "+"]

    init(_ source: String) {
        self.source = source
        var scalars: [Location] = []
        var index: [Int: Int] = [:]
        var quote: Unicode.Scalar?
        var isEscaped = false
        var offset = 0
        for scalar in source.unicodeScalars {
            let isInside = quote != nil
            if let open = quote {
                if isEscaped {
                    isEscaped = false
                } else if scalar == "\\" {
                    isEscaped = true
                } else if scalar == open {
                    quote = nil
                }
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            }
            index[offset] = scalars.count
            scalars.append(Location(scalar: scalar, offset: offset, isQuoted: isInside || quote != nil))
            offset += UTF8.width(scalar)
        }
        self.scalars = scalars
        self.index = index
    }

    /// The offset of a code point. For an index past the last one, the end of the text.
    func offset(of index: Int) -> Int { index < scalars.count ? scalars[index].offset : source.utf8.count }

    func text(_ range: SourceRange) -> String { range.text(in: source) }

    private func scalar(at index: Int) -> Unicode.Scalar? {
        index >= 0 && index < scalars.count ? scalars[index].scalar : nil
    }

    /// The offsets near an error at which a key may begin.
    func starts(near error: SourceRange, reach: Int) -> [Int] {
        scalars.indices.filter { index in
            let location = scalars[index]
            // In `$.first name`, the error may be before the key.
            guard location.offset <= error.upperBound + 2, location.offset + reach >= error.lowerBound,
                location.scalar != " ", location.scalar != "\t", location.scalar != "."
            else { return false }
            guard index > 0 else { return !location.isQuoted }
            let before = scalars[index - 1]
            // jq writes a path as `."first name"`.
            if location.isQuoted { return !before.isQuoted && before.scalar == "." }
            return !before.isQuoted && (location.scalar == "[" || !IdentifierCharacters.isContinue(before.scalar))
        }.map { scalars[$0].offset }
    }

    /// The first letter or digit at an offset. One other character may precede it.
    func firstLetter(at start: Int) -> (scalar: Unicode.Scalar, index: Int)? {
        guard let first = index[start] else { return nil }
        for location in [first, first + 1] {
            if let scalar = scalar(at: location), scalar != "_", IdentifierCharacters.isContinue(scalar) {
                return (scalar, location)
            }
        }
        return nil
    }

    /// The end of a key if the text at an offset spells it exactly; otherwise nil.
    func end(ofExact key: String, at start: Int) -> Int? {
        guard var location = index[start] else { return nil }
        var last: Unicode.Scalar?
        for scalar in key.unicodeScalars {
            guard self.scalar(at: location) == scalar, !scalars[location].isQuoted else { return nil }
            last = scalar
            location += 1
        }
        if let last, IdentifierCharacters.isContinue(last), let next = scalar(at: location),
            IdentifierCharacters.isContinue(next)
        {
            return nil
        }
        return offset(of: location)
    }

    /// Text at an offset in the quotes of another language: backticks, brackets with or without quotes, or quotes
    /// after a leading dot.
    func quoteHabit(at start: Int) -> (range: SourceRange, content: String)? {
        guard let first = index[start], let open = scalar(at: first), "`[\"'".unicodeScalars.contains(open) else {
            return nil
        }
        let close: Unicode.Scalar = open == "[" ? "]" : open
        guard let last = scalars.indices.dropFirst(first + 1).first(where: { scalars[$0].scalar == close }) else {
            return nil
        }
        var content = scalars[(first + 1)..<last].map(\.scalar)
        // In `.["first name"]`, the brackets after the dot also come from another language.
        if let quote = content.first, quote == "\"" || quote == "'" {
            guard open == "[", scalar(at: first - 1) == ".", content.count > 1, content.last == quote else {
                return nil
            }
            content = Array(content.dropFirst().dropLast())
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: content)
        return (SourceRange(start, offset(of: last + 1)), String(text))
    }

    /// The ranges at an offset that may each be a key, longest first: up to `words` words separated by spaces, none of
    /// them a keyword.
    func runs(at start: Int, words: Int) -> [SourceRange] {
        guard var location = index[start] else { return [] }
        var found: [SourceRange] = []
        while found.count < words {
            let first = location
            while let scalar = scalar(at: location), Self.isKeySign(scalar), !scalars[location].isQuoted {
                location += 1
            }
            let word = text(SourceRange(offset(of: first), offset(of: location)))
            guard location > first, Keyword(word: word) == nil else { break }
            found.append(SourceRange(start, offset(of: location)))
            guard scalar(at: location) == " " else { break }
            location += 1
        }
        return found.reversed()
    }

    private static func isKeySign(_ scalar: Unicode.Scalar) -> Bool {
        IdentifierCharacters.isContinue(scalar) || scalar != " " && scalar != "\t" && separators.contains(scalar)
    }

    // MARK: Paths

    /// How a key at a range is reached.
    struct KeyLocation {
        enum Kind { case root, component, index }
        var kind: Kind
        /// The range to replace, without a preceding dot.
        var range: SourceRange
        /// The range to replace, with a preceding dot.
        var freeRange: SourceRange

        /// The text that reads a key of a record.
        func path(to key: String) -> String {
            let quoted = SourceSpelling.quoted(key)
            return switch kind {
            case .root: "SELF." + quoted
            case .component: quoted
            case .index: "[" + quoted + "]"
            }
        }

        /// The text that reads a key of an object whose keys are not fixed.
        func freePath(to key: String) -> String {
            kind == .root ? path(to: key) : "[" + SourceSpelling.quoted(key) + "]"
        }
    }

    /// How a key at a range is reached; nil if a key cannot be there.
    func location(of range: SourceRange) -> KeyLocation? {
        guard let first = index[range.lowerBound] else { return nil }
        let isBracket = scalar(at: first) == "["
        guard let before = scalar(at: first - 1) else {
            return KeyLocation(kind: .root, range: range, freeRange: range)
        }
        if before == "$", Self.isOpen(scalar(at: first - 2)) {
            let whole = SourceRange(offset(of: first - 1), range.upperBound)
            return KeyLocation(kind: .root, range: whole, freeRange: whole)
        }
        if before == "." {
            // A path in jq or JSONPath begins with a dot or `$.`.
            var start = first - 1
            if scalar(at: start - 1) == "$" { start -= 1 }
            if Self.isOpen(scalar(at: start - 1)) {
                let whole = SourceRange(offset(of: start), range.upperBound)
                return KeyLocation(kind: .root, range: whole, freeRange: whole)
            }
            return KeyLocation(
                kind: .component, range: range, freeRange: SourceRange(offset(of: first - 1), range.upperBound))
        }
        if isBracket, !Self.isOpen(before) { return KeyLocation(kind: .index, range: range, freeRange: range) }
        return Self.isOpen(before) ? KeyLocation(kind: .root, range: range, freeRange: range) : nil
    }

    /// Whether a path may begin after a code point.
    private static func isOpen(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return true }
        let closing: [Unicode.Scalar] = [".", ")", "]", "\"", "'", "`", "$", "@", "#"]
        return !IdentifierCharacters.isContinue(scalar) && !closing.contains(scalar)
    }
}
