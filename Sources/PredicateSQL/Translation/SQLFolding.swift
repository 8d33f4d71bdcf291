import PredicateFormat

/// The options `c` and `d` in SQL, whose own functions fold only the letters of ASCII.
///
/// A folded text need not be right everywhere to be compared with a constant: it is enough that the code points are
/// replaced whose folding can be told from themselves by the constant.
struct SQLFolding {
    /// A code point beyond ASCII, and what it becomes.
    struct Source: Sendable {
        var code: UInt32
        var folded: [UInt32]
    }

    let options: StringOptions
    /// Code points that become one other, by that one.
    private(set) var single: [(target: UInt32, sources: [UInt32])] = []
    /// Code points that become several.
    private(set) var several: [Source] = []
    /// The code points of the constants.
    let needed: Set<UInt32>
    /// Whether the order of the texts matters, and not only where they are the same.
    let isOrdered: Bool

    /// What has to be replaced beside some folded texts.
    ///
    /// - Parameter isOrdered: whether the order of the texts matters, and not only where they are the same.
    init(_ options: StringOptions, beside needles: [String], isOrdered: Bool) {
        self.options = options
        self.isOrdered = isOrdered
        var needed: Set<UInt32> = []
        for needle in needles { for scalar in needle.unicodeScalars { needed.insert(scalar.value) } }
        self.needed = needed
        let sorted = needed.sorted()
        var targets: [UInt32: [UInt32]] = [:]
        for source in Self.sources(options) {
            guard let first = source.folded.first else { continue }
            let isMet: Bool
            if isOrdered {
                // A code point of a constant lies between the two, or is one of the new ones.
                let (low, high) = (min(source.code, first), max(source.code, first))
                let index = sorted.partitioningIndex { $0 >= low }
                isMet = index < sorted.count && sorted[index] <= high || source.folded.contains(where: needed.contains)
            } else {
                isMet = source.folded.contains(where: needed.contains)
            }
            guard isMet else { continue }
            if source.folded.count == 1 {
                targets[first, default: []].append(source.code)
            } else {
                several.append(source)
            }
        }
        single = targets.sorted { $0.key < $1.key }.map { (target: $0.key, sources: $0.value) }
    }

    /// The code points beyond ASCII that options change.
    private static func sources(_ options: StringOptions) -> [Source] {
        if !options.contains(.diacriticInsensitive) { return caseSources }
        return options.contains(.caseInsensitive) ? allSources : markSources
    }

    private static let caseSources = makeSources(.caseInsensitive)
    private static let markSources = makeSources(.diacriticInsensitive)
    private static let allSources = makeSources([.caseInsensitive, .diacriticInsensitive])

    private static func makeSources(_ options: StringOptions) -> [Source] {
        var sources: [Source] = []
        for code in UInt32(0x80)...0x1_FFFF where Unicode.Scalar(code) != nil {
            let folded = TextFolding.fold(code, options)
            if folded != [code] { sources.append(Source(code: code, folded: folded)) }
        }
        return sources
    }

    static let marks = set(upTo: 0xE_FFFF, TextFolding.isMark)
    static let bases = set(upTo: 0x1_FFFF, TextFolding.isBase)

    private static func set(upTo end: UInt32, _ holds: (UInt32) -> Bool) -> CodePointSet {
        var ranges: [ClosedRange<UInt32>] = []
        var start: UInt32?
        for code in UInt32(1)...end {
            if holds(code) {
                if start == nil { start = code }
            } else if let first = start {
                ranges.append(first...code - 1)
                start = nil
            }
        }
        return CodePointSet(ranges)
    }

    // MARK: In SQL

    /// A text folded as far as the constants ask for it; nil if SQL cannot say it.
    func node(_ text: SQLNode, _ dialect: SQLDialect) -> SQLNode? {
        switch dialect {
        case .sqlite:
            return options == .caseInsensitive ? replaced(text) ?? walked(text) : walked(text)
        case .postgresql: return translated(text)
        case .duckdb: return translatedInDuckDB(text)
        }
    }

    var foldsCase: Bool { options.contains(.caseInsensitive) }

    private static func text(_ codes: [UInt32]) -> String {
        var text = String.UnicodeScalarView()
        for code in codes { if let scalar = Unicode.Scalar(code) { text.append(scalar) } }
        return String(text)
    }

    static func parameter(_ codes: [UInt32]) -> SQLNode { .parameter(.value(.text(text(codes))), .text) }

    func replaced(_ node: SQLNode, _ sources: [Source]) -> SQLNode {
        sources.reduce(node) { .call("replace", [$0, Self.parameter([$1.code]), Self.parameter($1.folded)]) }
    }

    /// A few replacements, one in the other.
    private func replaced(_ text: SQLNode) -> SQLNode? {
        let all = several + single.flatMap { group in group.sources.map { Source(code: $0, folded: [group.target]) } }
        // The parser of SQLite keeps every call that it is inside of.
        guard all.count <= 12 else { return nil }
        return SQLDialect.sqlite.lowercase(replaced(text, all.sorted { $0.code < $1.code }))
    }

    private func translated(_ text: SQLNode) -> SQLNode? {
        guard several.count <= 32 else { return nil }
        var node = text
        if options.contains(.diacriticInsensitive) {
            guard let bases = SQLPattern.members(Self.bases, .postgresql),
                let marks = SQLPattern.members(Self.marks, .postgresql)
            else { return nil }
            node = .call(
                "regexp_replace",
                [
                    SQLDialect.postgresql.ordered(node),
                    .parameter(.value(.text("([\(bases)])[\(marks)]+")), .text), .literal("'\\1'"), .literal("'g'"),
                ])
        }
        if !single.isEmpty {
            let from = single.flatMap(\.sources)
            let to = single.flatMap { group in group.sources.map { _ in group.target } }
            node = .call("translate", [node, Self.parameter(from), Self.parameter(to)])
        }
        node = replaced(node, several)
        return foldsCase ? SQLDialect.postgresql.lowercase(node) : node
    }

    /// A text of SQLite beyond ASCII is folded code point by code point.
    private func walked(_ text: SQLNode) -> SQLNode? {
        guard single.count <= 40, several.count <= 32, !needed.contains(0x5C), !needed.contains(0) else { return nil }
        // What stands for the code points 0 and `\` must not be in a constant.
        guard let other = (0x21...0x3F).first(where: { !needed.contains($0) }) else { return nil }
        let sqlite = SQLDialect.sqlite
        let rest = SQLNode.literal("f.r")
        let afterBase = SQLNode.literal("f.b")
        func begins(_ set: CodePointSet) -> SQLNode? {
            SQLGlob.written(set).map { .compare(rest, "GLOB", .parameter(.value(.text($0 + "*")), .text)) }
        }
        func begins(_ codes: [UInt32]) -> SQLNode? { begins(CodePointSet(codes.map { $0...$0 })) }
        var branches: [(condition: SQLNode, value: SQLNode)] = []
        var nextAfterBase = SQLNode.literal("0")
        if options.contains(.diacriticInsensitive) {
            guard let isMark = begins(Self.marks), let isBase = begins(Self.bases) else { return nil }
            branches.append((.and([afterBase, isMark]), .literal("''")))
            nextAfterBase = .cases([(isMark, afterBase)], otherwise: isBase)
        }
        for group in single {
            guard let condition = begins(group.sources) else { return nil }
            branches.append((condition, Self.parameter([group.target])))
        }
        for source in several {
            guard let condition = begins([source.code]) else { return nil }
            branches.append((condition, Self.parameter(source.folded)))
        }
        let first = SQLNode.call("substr", [rest, .literal("1"), .literal("1")])
        let folded = branches.isEmpty ? first : SQLNode.cases(branches, otherwise: first)
        let walk = SQLWalk(
            start: SQLSelect(
                columns: [sqlite.withoutZero(text, Self.text([other])), .literal("0"), .literal("''")], sources: [],
                conditions: []),
            step: [
                .call("substr", [rest, .literal("2")]), nextAfterBase,
                .infix(.literal("f.o"), "||", folded, .text),
            ])
        let isASCII = sqlite.isASCII(text)
        let node = SQLNode.cases([(isASCII, text)], otherwise: .walk(walk))
        return foldsCase ? sqlite.lowercase(node) : node
    }
}

extension Array {
    /// The first index whose element satisfies a condition that all later ones satisfy, too.
    fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
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
