import PredicateFormat

/// The option `c` in SQL, whose own functions fold only the letters of ASCII.
enum SQLFolding {
    /// The code points whose folding contains a code point, other than the capital letters of ASCII.
    private static let sources: [Unicode.Scalar: [(source: Unicode.Scalar, folded: String)]] = {
        var sources: [Unicode.Scalar: [(source: Unicode.Scalar, folded: String)]] = [:]
        for code in UInt32(0x80)...0x1_E943 {
            guard TextFolding.mayChange(code, .caseInsensitive), let scalar = Unicode.Scalar(code) else { continue }
            let text = String(scalar)
            let folded = TextFolding.fold(text, .caseInsensitive)
            if sameScalars(folded, text) { continue }
            for target in Set(folded.unicodeScalars) { sources[target, default: []].append((scalar, folded)) }
        }
        return sources
    }()

    private static func sameScalars(_ a: String, _ b: String) -> Bool {
        a.unicodeScalars.elementsEqual(b.unicodeScalars)
    }

    /// The most replacements of one value.
    private static let limit = 16

    /// The code points that have to be replaced in a text, so that it holds a folded needle exactly where its folding
    /// does; nil if there are too many.
    ///
    /// - Parameter needle: the needle, folded.
    static func replacements(for needle: String) -> [(source: String, folded: String)]? {
        var found: [Unicode.Scalar: String] = [:]
        for scalar in Set(needle.unicodeScalars) {
            for (source, folded) in sources[scalar] ?? [] {
                found[source] = folded
                if found.count > limit { return nil }
            }
        }
        // A needle that holds what is replaced is not folded.
        if needle.unicodeScalars.contains(where: { found[$0] != nil }) { return nil }
        return found.sorted { $0.key < $1.key }.map { (String($0.key), $0.value) }
    }
}

/// A pattern of LIKE in pieces.
struct SQLLikePattern {
    enum Piece: Equatable {
        case literal(String)
        /// `*`
        case any
        /// `?`
        case one
    }

    private(set) var pieces: [Piece]

    /// Every text is a pattern. A backslash makes `*`, `?` and a backslash literal.
    init(_ pattern: String) {
        var pieces: [Piece] = []
        var literal = String.UnicodeScalarView()
        func end() {
            if !literal.isEmpty { pieces.append(.literal(String(literal))) }
            literal = String.UnicodeScalarView()
        }
        var scalars = pattern.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "*":
                end()
                if pieces.last != .any { pieces.append(.any) }
            case "?":
                end()
                pieces.append(.one)
            case "\\":
                if let next = scalars.first, next == "*" || next == "?" || next == "\\" {
                    literal.append(next)
                    scalars.removeFirst()
                } else {
                    literal.append(scalar)
                }
            default: literal.append(scalar)
            }
        }
        end()
        self.pieces = pieces
    }

    var literals: [String] {
        var literals: [String] = []
        for case .literal(let text) in pieces { literals.append(text) }
        return literals
    }

    var hasOne: Bool { pieces.contains(.one) }

    /// The pattern with its literals folded.
    func folded(_ options: StringOptions) -> SQLLikePattern {
        var folded = self
        for (index, piece) in pieces.enumerated() {
            if case .literal(let text) = piece { folded.pieces[index] = .literal(TextFolding.fold(text, options)) }
        }
        return folded
    }
}
