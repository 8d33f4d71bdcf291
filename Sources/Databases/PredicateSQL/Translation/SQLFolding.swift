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

    /// What has to be replaced in texts beside other texts.
    init(_ options: StringOptions) {
        self.options = options
        needed = []
        isOrdered = true
        var targets: [UInt32: [UInt32]] = [:]
        for source in Self.sources(options) {
            if let target = source.folded.first, source.folded.count == 1 {
                targets[target, default: []].append(source.code)
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

    static let marks = set([1...0x1_FFFF, 0xE_0000...0xE_0FFF], TextFolding.isMark)
    static let bases = set([1...0xFFFF], TextFolding.isBase)

    private static func set(_ searched: [ClosedRange<UInt32>], _ holds: (UInt32) -> Bool) -> CodePointSet {
        var ranges: [ClosedRange<UInt32>] = []
        for codes in searched {
            var start: UInt32?
            for code in codes {
                if holds(code) {
                    if start == nil { start = code }
                } else if let first = start {
                    ranges.append(first...code - 1)
                    start = nil
                }
            }
            if let start { ranges.append(start...codes.upperBound) }
        }
        return CodePointSet(ranges)
    }

    // MARK: In SQL

    /// A text folded as far as the constants ask for it; nil if SQL cannot say it.
    func node(_ text: SQLNode, _ dialect: SQLDialect, walksTexts: Bool) -> SQLNode? {
        switch dialect {
        case .sqlite:
            if options == .caseInsensitive, let replaced = replaced(text) { return replaced }
            return walksTexts ? walked(text) : nil
        case .postgresql: return translated(text)
        case .duckdb, .spark: return translated(text, dialect)
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
        // The parser of PostgreSQL keeps every call that it is inside of.
        guard several.count <= 110 else { return nil }
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
        // Most texts are ASCII, and a long list of replacements takes its time.
        if several.count > 32 { node = .cases([(SQLDialect.postgresql.isASCII(text), text)], otherwise: node) }
        return foldsCase ? SQLDialect.postgresql.lowercase(node) : node
    }

    /// A text of SQLite beyond ASCII is folded code point by code point. The walk goes along its bytes, because functions
    /// of texts end at the code point 0.
    private func walked(_ text: SQLNode) -> SQLNode? {
        let sqlite = SQLDialect.sqlite
        let (rest, current, isAfterBase) = (SQLNode.literal("f.r"), SQLNode.literal("f.c"), SQLNode.literal("f.b"))
        func isIn(_ set: CodePointSet) -> SQLNode? {
            SQLGlob.written(set).map { .compare(current, "GLOB", .parameter(.value(.text($0)), .text)) }
        }
        var branches: [(condition: SQLNode, value: SQLNode)] = []
        var nextAfterBase = SQLNode.literal("0")
        if options.contains(.diacriticInsensitive) {
            guard let isMark = isIn(Self.marks), let isBase = isIn(Self.bases) else { return nil }
            branches.append((.and([isAfterBase, isMark]), .literal("''")))
            // Before the first code point there is no base.
            let isASCII = SQLNode.and([
                .compare(current, ">", .literal("''")), .compare(current, "<", .literal("char(128)")),
            ])
            nextAfterBase = .cases([(isMark, isAfterBase)], otherwise: .or([isASCII, isBase]))
        }
        if single.count + several.count <= 24 {
            for group in single {
                guard let condition = isIn(CodePointSet(group.sources.map { $0...$0 })) else { return nil }
                branches.append((condition, Self.parameter([group.target])))
            }
            for source in several {
                guard let condition = isIn(CodePointSet([source.code...source.code])) else { return nil }
                branches.append((condition, Self.parameter(source.folded)))
            }
        } else {
            branches.append(mapped(current))
        }
        let folded = branches.isEmpty ? current : SQLNode.cases(branches, otherwise: current)
        let first = SQLNode.call("substr", [rest, .literal("1"), .literal("1")])
        let width = SQLNode.cases(
            [
                (.compare(first, "<", .literal("x'80'")), .literal("1")),
                (.compare(first, "<", .literal("x'e0'")), .literal("2")),
                (.compare(first, "<", .literal("x'f0'")), .literal("3")),
            ], otherwise: .literal("4"))
        // The blank at the end is never folded: the walk ends when it is the current code point.
        let bytes = SQLNode.cast(.infix(text, "||", .literal("' '"), .text), "BLOB")
        let walk = SQLWalk(
            start: SQLSelect(
                columns: [bytes, .literal("''"), .literal("0"), .literal("''")], sources: [], conditions: []),
            step: [
                .call("substr", [rest, .infix(width, "+", .literal("1"), .sum)]),
                .cast(.call("substr", [rest, .literal("1"), width]), "TEXT"), nextAfterBase,
                .infix(.literal("f.o"), "||", folded, .text),
            ])
        let node = SQLNode.cases([(sqlite.isASCII(text), text)], otherwise: .walk(walk))
        return foldsCase ? sqlite.lowercase(node) : node
    }

    /// Many code points as one text, with what they become in another one.
    private func mapped(_ current: SQLNode) -> (condition: SQLNode, value: SQLNode) {
        let all = several + single.flatMap { group in group.sources.map { Source(code: $0, folded: [group.target]) } }
        let from = Self.parameter(all.map(\.code))
        let place = SQLNode.call("instr", [from, current])
        // Before the first code point there is none, which `instr` finds everywhere.
        let isFound = SQLNode.and([
            .compare(place, ">", .literal("0")), .compare(current, "<>", .literal("''")),
        ])
        if several.isEmpty {
            return (isFound, .call("substr", [Self.parameter(all.flatMap(\.folded)), place, .literal("1")]))
        }
        // Three code points for each. No capital letter is left where several code points come of one.
        let to = Self.parameter(all.flatMap { $0.folded + Array(repeating: 0x41, count: max(0, 3 - $0.folded.count)) })
        let start = SQLNode.infix(.infix(place, "*", .literal("3"), .product), "-", .literal("2"), .sum)
        return (isFound, .call("rtrim", [.call("substr", [to, start, .literal("3")]), .literal("'A'")]))
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
