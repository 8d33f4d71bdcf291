/// Names that are near a name that does not exist.
package enum Suggestions {
    /// The nearest of the candidates, if one is similar enough; among equally similar ones the first.
    ///
    /// It allows letters in another case, hyphens for underscores, one transposition, or one edit in three letters.
    package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        near(name, among: candidates).first
    }

    /// The similar candidates, the nearest first; equally similar ones keep their order.
    static func near(_ name: String, among candidates: some Sequence<String>) -> [String] {
        let wanted = Array(normal(name))
        guard !wanted.isEmpty else { return [] }
        // Of one letter or two an edit leaves little that is common.
        let budget = wanted.count < 3 ? 0 : max(1, wanted.count / 3)
        var found: [(distance: Int, order: Int, name: String)] = []
        for (order, candidate) in candidates.enumerated() {
            let isAlike = areAlike(name, candidate)
            // A name has as many letters as bytes at most.
            guard isAlike || candidate.utf8.count >= wanted.count - budget else { continue }
            let other = normal(candidate)
            guard isAlike || abs(other.count - wanted.count) <= budget else { continue }
            let distance = isAlike ? 0 : editDistance(wanted, other, limit: budget)
            if distance <= budget, distance < max(wanted.count, other.count) {
                // Among equally similar names, a common beginning wins: `os_vers` rather than `version` for `os_version`.
                let common = zip(wanted, other).prefix { $0 == $1 }.count
                found.append((2 * distance - min(common, 4), order, candidate))
            }
        }
        return found.sorted { ($0.distance, $0.order) < ($1.distance, $1.order) }.map(\.name)
    }

    /// Whether two names differ only in case, in the characters between their words, and in their Unicode
    /// normalization.
    package static func areAlike(_ a: String, _ b: String) -> Bool {
        if a.utf8.allSatisfy({ $0 < 0x80 }), b.utf8.allSatisfy({ $0 < 0x80 }) { return areAlikeInASCII(a.utf8, b.utf8) }
        // Most names begin with letters of ASCII, which decide at once.
        if let x = firstLetter(of: a), let y = firstLetter(of: b), x < 0x80, y < 0x80, x != y { return false }
        if normal(a).elementsEqual(normal(b)) { return true }
        let (a, b) = (letters(of: a), letters(of: b))
        // Swift's equality is right here: canonically equivalent names look alike.
        return !a.isEmpty && a == b
    }

    /// The same for ASCII, without making other strings: a schema may have many thousand names.
    private static func areAlikeInASCII(_ a: String.UTF8View, _ b: String.UTF8View) -> Bool {
        var (first, second) = (a.makeIterator(), b.makeIterator())
        var count = 0
        while true {
            let (x, y) = (nextLetter(of: &first), nextLetter(of: &second))
            guard x == y else { return false }
            if x == nil { return count > 0 }
            count += 1
        }
    }

    /// The next letter or digit, in lower case.
    private static func nextLetter(of bytes: inout String.UTF8View.Iterator) -> UInt8? {
        while let byte = bytes.next() {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: return byte
            case 0x41...0x5A: return byte | 0x20
            default: continue
            }
        }
        return nil
    }

    /// The first byte that is a letter or digit of ASCII, in lower case, or the beginning of another code point.
    private static func firstLetter(of text: String) -> UInt8? {
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A, 0x80...: return byte
            case 0x41...0x5A: return byte | 0x20
            default: continue
            }
        }
        return nil
    }

    /// The letters and digits of a name, in lower case.
    private static func letters(of text: String) -> String {
        var letters = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(100) where scalar != "_" && IdentifierCharacters.isContinue(scalar) {
            letters.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        }
        return String(letters)
    }

    private static func normal(_ text: String) -> [Unicode.Scalar] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.prefix(100).compactMap { byte in
                switch byte {
                case 0x5F, 0x2D, 0x20: nil
                case 0x41...0x5A: Unicode.Scalar(byte | 0x20)
                default: Unicode.Scalar(byte)
                }
            }
        }
        return text.unicodeScalars.prefix(100).filter { $0 != "_" && $0 != "-" && $0 != " " }
            .flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
    }

    /// Whether a name is probably another one, misspelt: at most one edit in five letters, and at least one.
    package static func isMisspelling(_ name: String, of other: String) -> Bool {
        let (a, b) = (normal(name), normal(other))
        let limit = max(1, min(a.count, b.count) / 5)
        return abs(a.count - b.count) <= limit && editDistance(a, b, limit: limit) <= limit
    }

    /// The number of insertions, deletions, replacements and transpositions of neighbours (optimal string alignment);
    /// `limit + 1` if it exceeds the limit.
    static func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int {
        if a.isEmpty || b.isEmpty { return min(max(a.count, b.count), limit + 1) }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [Int](repeating: 0, count: b.count + 1)
            row[0] = i
            var smallest = i
            for j in 1...b.count {
                let cost = a[i - 1] == b[j - 1] ? 0 : 1
                var value = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    value = min(value, beforeLast[j - 2] + 1)
                }
                row[j] = value
                smallest = min(smallest, value)
            }
            if smallest > limit { return limit + 1 }
            beforeLast = last
            last = row
        }
        return min(last[b.count], limit + 1)
    }
}
