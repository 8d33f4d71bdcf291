import PredicateCore

/// The option `c` in SQL: its own functions fold only the letters of ASCII, or by another version of Unicode, so the letters
/// whose folding can be told from themselves by a constant are replaced first.
struct SQLFolding {
    /// A code point beyond ASCII, and what it becomes.
    private typealias Source = (code: UInt32, folded: [UInt32])

    /// Code points that become one other, and those that become several.
    private var single: [Source] = []
    private var several: [Source] = []
    /// The letters of ASCII of the constants.
    private let letters: Set<UInt32>
    private let isOrdered: Bool

    /// What has to be replaced in addition to some folded strings.
    ///
    /// - Parameter isOrdered: whether the order of the strings matters, and not only where they are the same.
    init(beside needles: [String], isOrdered: Bool) {
        let needed = Set(needles.flatMap { $0.unicodeScalars.map(\.value) })
        let sorted = needed.sorted()
        self.isOrdered = isOrdered
        letters = needed.filter { (0x61...0x7A).contains($0) }
        for source in Self.sources {
            guard let first = source.folded.first else { continue }
            var isMet = source.folded.contains(where: needed.contains)
            if isOrdered, !isMet {
                // A code point of a constant lies between the two.
                let (low, high) = (min(source.code, first), max(source.code, first))
                isMet = sorted.first { $0 >= low }.map { $0 <= high } ?? false
            }
            guard isMet else { continue }
            if source.folded.count == 1 { single.append(source) } else { several.append(source) }
        }
    }

    private static let sources: [Source] = {
        var sources: [Source] = []
        for code in UInt32(0x80)...0x1_FFFF where Unicode.Scalar(code) != nil {
            let folded = TextFolding.fold(code, .caseInsensitive)
            if folded != [code] { sources.append((code, folded)) }
        }
        return sources
    }()

    /// A string folded as far as the constants ask for it; nil if that takes too many replacements, each of which the
    /// parser of the database keeps.
    func node(_ text: SQLNode, _ dialect: SQLDialect) -> SQLNode? {
        switch dialect {
        case .sqlite:
            guard single.count + several.count <= 12 else { return nil }
            return dialect.lowercase(Self.replaced(text, (several + single).sorted { $0.code < $1.code }))
        case .postgresql:
            guard several.count <= 32 else { return nil }
            return dialect.lowercase(Self.replaced(Self.translated(text, single), several))
        case .duckdb, .spark:
            guard several.count <= 32 else { return nil }
            let capitals = (UInt32(0x61)...0x7A).filter { isOrdered || letters.contains($0) }
            let changed = capitals.map { (code: $0 - 0x20, folded: [$0]) } + single
            return Self.replaced(Self.translated(text, changed), several)
        }
    }

    private static func translated(_ text: SQLNode, _ sources: [Source]) -> SQLNode {
        if sources.isEmpty { return text }
        return .call("translate", [text, parameter(sources.map(\.code)), parameter(sources.flatMap(\.folded))])
    }

    private static func replaced(_ text: SQLNode, _ sources: [Source]) -> SQLNode {
        sources.reduce(text) { .call("replace", [$0, parameter([$1.code]), parameter($1.folded)]) }
    }

    private static func parameter(_ codes: [UInt32]) -> SQLNode {
        var text = String.UnicodeScalarView()
        for code in codes { if let scalar = Unicode.Scalar(code) { text.append(scalar) } }
        return .text(String(text))
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

    /// A pattern whose strings are folded.
    init(_ pattern: String, folded options: StringOptions) {
        pieces = []
        for (index, part) in LikePattern(pattern, options: options).parts.enumerated() {
            if index > 0, pieces.last != .any { pieces.append(.any) }
            for piece in part.pieces {
                if !piece.literal.isEmpty { pieces.append(.literal(String(decoding: piece.literal, as: UTF8.self))) }
                pieces += repeatElement(.one, count: piece.anyCount)
            }
        }
    }

    var literals: [String] { pieces.compactMap { if case .literal(let text) = $0 { text } else { nil } } }

    var hasOne: Bool { pieces.contains(.one) }
}
