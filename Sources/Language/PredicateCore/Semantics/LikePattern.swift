/// The pattern of LIKE: `*` matches any text, `?` one code point, and the whole text must match.
///
/// A backslash makes a following `*`, `?` or backslash literal and is an ordinary character otherwise. With `c` and `d`
/// the literal parts of the pattern and the text are folded, so `?` is one code point of the folded text.
///
/// Matching takes the parts between the asterisks from left to right, each at its first location. It needs no
/// backtracking: time is linear for parts without `?`, and at worst the length of the text times that of a part.
package struct LikePattern: Sendable, Hashable {
    /// The parts between the asterisks; there is one more part than asterisks.
    package let parts: [Part]
    /// The folding of the text: only `c` and `d`.
    package let options: StringOptions
    /// The number of pieces of the longest part, which limits how often a byte of the text is examined.
    let longestPart: Int

    /// The pattern between two asterisks.
    package struct Part: Sendable, Hashable {
        /// Folded text in UTF-8, and how many question marks follow it.
        package struct Piece: Sendable, Hashable {
            package var literal: [UInt8]
            package var anyCount: Int
        }

        package var pieces: [Piece] = []

        /// The text of a part without question marks; nil if it has one.
        package var literal: [UInt8]? {
            if pieces.isEmpty { return [] }
            return pieces.count == 1 && pieces[0].anyCount == 0 ? pieces[0].literal : nil
        }
    }

    /// Parses a pattern. Every text is a pattern.
    package init(_ pattern: String, options: StringOptions) {
        let options = TextFolding.folding(options)
        var parts: [Part] = []
        var part = Part()
        var literal = ""

        func endLiteral(anyCount: Int) {
            if literal.isEmpty, anyCount == 0 { return }
            if literal.isEmpty, let last = part.pieces.indices.last {
                part.pieces[last].anyCount += anyCount
                return
            }
            let folded = TextFolding.fold(literal, options)
            part.pieces.append(Part.Piece(literal: Array(folded.utf8), anyCount: anyCount))
            literal = ""
        }

        var scalars = pattern.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "*":
                endLiteral(anyCount: 0)
                parts.append(part)
                part = Part()
            case "?":
                endLiteral(anyCount: 1)
            case "\\":
                if let next = scalars.first, next == "*" || next == "?" || next == "\\" {
                    scalars.removeFirst()
                    literal.unicodeScalars.append(next)
                } else {
                    literal.unicodeScalars.append(scalar)
                }
            default:
                literal.unicodeScalars.append(scalar)
            }
        }
        endLiteral(anyCount: 0)
        parts.append(part)
        self.parts = parts
        self.options = options
        longestPart = parts.reduce(1) { longest, part in
            max(longest, part.pieces.reduce(0) { $0 + 1 + $1.anyCount })
        }
    }

    /// Whether the whole text matches.
    package func matches(_ text: String) -> Bool {
        TextFolding.withFolded(text, options) { matches(folded: $0) }
    }

    /// Whether the whole text matches. The text is in UTF-8, and has been folded with `options`.
    package func matches(folded text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = parts.first, let last = parts.last else { return false }
        guard let start = first.end(in: text, from: 0) else { return false }
        if parts.count == 1 { return start == text.count }
        // The last part matches at the end, which limits the parts in between.
        guard let end = last.start(in: text, before: text.count), end >= start else { return false }
        let middle = UnsafeBufferPointer(rebasing: text[..<end])
        var index = start
        for part in parts.dropFirst().dropLast() {
            guard let next = part.firstEnd(in: middle, from: index) else { return false }
            index = next
        }
        return true
    }
}

extension LikePattern.Part {
    /// The end of the part if it begins at `start`; nil if it does not match there.
    fileprivate func end(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        for piece in pieces {
            let matches = piece.literal.withUnsafeBufferPointer { ByteSearch.matches($0, in: text, at: index) }
            guard matches else { return nil }
            index += piece.literal.count
            guard let next = skip(piece.anyCount, in: text, from: index) else { return nil }
            index = next
        }
        return index
    }

    /// The position `count` code points after `start`; nil if the text ends before it.
    private func skip(_ count: Int, in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        for _ in 0..<count {
            guard index < text.count else { return nil }
            index += 1
            while index < text.count, !UTF8Text.isLead(text[index]) { index += 1 }
        }
        return index
    }

    /// The start of the part if it ends at `end`; nil if it does not match there.
    fileprivate func start(in text: UnsafeBufferPointer<UInt8>, before end: Int) -> Int? {
        var index = end
        for piece in pieces.reversed() {
            for _ in 0..<piece.anyCount {
                guard index > 0 else { return nil }
                index -= 1
                while index > 0, !UTF8Text.isLead(text[index]) { index -= 1 }
            }
            index -= piece.literal.count
            guard index >= 0 else { return nil }
            let matches = piece.literal.withUnsafeBufferPointer { ByteSearch.matches($0, in: text, at: index) }
            guard matches else { return nil }
        }
        return index
    }

    /// The end of the part at its first location from `start` on; nil if there is none.
    fileprivate func firstEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let first = pieces.first else { return start }
        var index = start
        if first.literal.isEmpty {
            // After an asterisk, `?x` is any code point followed by the first `x`.
            guard let skipped = skip(first.anyCount, in: text, from: start) else { return nil }
            return LikePattern.Part(pieces: Array(pieces.dropFirst())).firstEnd(in: text, from: skipped)
        }
        while true {
            let found = first.literal.withUnsafeBufferPointer { ByteSearch.firstIndex(of: $0, in: text, from: index) }
            guard let found else { return nil }
            if let end = end(in: text, from: found) { return end }
            index = found + 1
        }
    }
}
