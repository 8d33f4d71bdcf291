import PredicateFormat

/// Changes that remove easily overlooked differences between strings.
struct TextChange: OptionSet, Hashable {
    let rawValue: UInt8

    static let letterCase = TextChange(rawValue: 1)
    static let diacritics = TextChange(rawValue: 2)
    /// Removes blanks at either end.
    static let trimmed = TextChange(rawValue: 4)
    /// Turns every blank into a space.
    static let spaces = TextChange(rawValue: 8)
    /// Removes invisible characters.
    static let visible = TextChange(rawValue: 16)

    /// Each change alone. The least likely differences come first.
    static let single: [TextChange] = [.diacritics, .letterCase, .visible, .spaces, .trimmed]
    static let all: TextChange = [.letterCase, .diacritics, .trimmed, .spaces, .visible]

    /// The text with its changes. Case and diacritics are not changed here, but ignored by the comparison.
    func applied(to text: String) -> String {
        guard !isDisjoint(with: [.trimmed, .spaces, .visible]) else { return text }
        var scalars = Array(text.unicodeScalars)
        if contains(.visible) { scalars.removeAll(where: Self.isInvisible) }
        if contains(.trimmed) {
            scalars = Array(scalars.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed())
        }
        if contains(.spaces) { scalars = scalars.map { Self.isBlank($0) ? " " : $0 } }
        return Self.string(scalars[...])
    }

    /// The differences that the changes removed.
    func differences(_ a: String, _ b: String, isPattern: Bool) -> [PredicateTrace.TextDifference] {
        var found: [PredicateTrace.TextDifference] = []
        if contains(.letterCase) { found.append(.letterCase) }
        if contains(.diacritics) { found.append(.diacritics) }
        for (side, text) in [(PredicateTrace.Side.left, a), (.right, b)] where side == .left || !isPattern {
            let scalars = text.unicodeScalars
            if contains(.trimmed) {
                if let first = scalars.first, Self.isBlank(first) { found.append(.blankAtBeginning(side)) }
                if let last = scalars.last, Self.isBlank(last) { found.append(.blankAtEnd(side)) }
            }
            if contains(.spaces), let blank = scalars.first(where: { Self.isBlank($0) && $0 != " " }) {
                found.append(.otherBlank(side, blank))
            }
            if contains(.visible), let hidden = scalars.first(where: Self.isInvisible) {
                found.append(.invisible(side, hidden))
            }
        }
        return found
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x200B...0x200F, 0x2060...0x2064, 0xFEFF: true
        default: false
        }
    }

    // MARK: Pieces of text

    /// The number of code points of a string to show.
    private static let shown = 16

    static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    static func cut(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        scalars.count <= shown ? string(scalars) : string(scalars.prefix(shown - 1)) + "…"
    }

    static func cut(_ text: String) -> String { text.excerpt(shown) }

    /// The first difference of two strings, after their common start.
    static func location(
        _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], _ sharedLeft: Int, _ sharedRight: Int, _ fromEnd: Bool
    ) -> PredicateTrace.TextLocation {
        func rest(_ text: [Unicode.Scalar], _ shared: Int) -> String {
            if !fromEnd { return cut(text.dropFirst(shared)) }
            let rest = text.dropLast(shared)
            return rest.count <= shown ? string(rest) : "…" + string(rest.suffix(shown - 1))
        }
        return PredicateTrace.TextLocation(
            offset: sharedLeft, fromEnd: fromEnd, left: rest(left, sharedLeft), right: rest(right, sharedRight))
    }
}
