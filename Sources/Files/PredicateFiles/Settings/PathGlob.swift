import PredicateCore

/// A pattern of paths: `manifests/**/*.plist`.
///
/// `*` stands for any characters but `/`, `?` for one of them, `[a-z]` for one of a set, `[!a-z]` for one outside of it, and `**` as a
/// whole component for any number of folders. A backslash takes the next character as it is, and `{plist,yaml}` stands for one of several
/// strings. The time to match a path is bounded by the product of both lengths.
package struct PathGlob: Hashable, Sendable {
    /// Why a string is not a pattern.
    package struct Failure: Error, Hashable, Sendable {
        /// One sentence.
        package let message: String
    }

    /// The pattern as it was written.
    package let source: String
    /// The components of each alternative.
    private let alternatives: [[Component]]

    /// The maximum number of strings that braces may stand for.
    static let mostAlternatives = 1000
    /// The maximum size of a pattern in bytes.
    static let mostBytes = 4096

    /// Reads a pattern. A slash at its beginning has no meaning.
    package init(_ source: String) throws(Failure) {
        self.source = source
        guard source.utf8.count <= Self.mostBytes else {
            throw Failure(message: "a pattern has at most \(Self.mostBytes) bytes")
        }
        var alternatives: [[Component]] = []
        for text in try Self.expanded(Array(source.unicodeScalars)) {
            var parser = Parser(units: text[...])
            alternatives.append(try parser.components())
        }
        self.alternatives = alternatives
    }

    /// Whether the pattern fits a path. The path has no slash at its beginning.
    package func matches(_ path: String) -> Bool {
        let parts = Array(path.unicodeScalars).split(separator: "/", omittingEmptySubsequences: false)
        return alternatives.contains { Self.fits($0, parts) }
    }

    // MARK: Matching

    /// Whether components fit the parts of a path. Each pair is compared at most once.
    private static func fits(_ components: [Component], _ parts: [ArraySlice<Unit>]) -> Bool {
        // Most patterns begin with a name that most paths do not have.
        if case .name(let pieces)? = components.first, let part = parts.first, !fits(pieces, part) { return false }
        if !components.contains(.anyDepth) {
            guard components.count == parts.count else { return false }
            for (component, part) in zip(components, parts) {
                guard case .name(let pieces) = component, fits(pieces, part) else { return false }
            }
            return true
        }
        // Whether the first parts fit the components so far, by their number.
        var reached = Array(repeating: false, count: parts.count + 1)
        reached[0] = true
        for (index, component) in components.enumerated() {
            var next = Array(repeating: false, count: parts.count + 1)
            switch component {
            case .anyDepth:
                guard let first = reached.firstIndex(of: true) else { return false }
                // At the end of a pattern it stands for what a folder holds, not for the folder.
                let start = index == components.count - 1 && index > 0 ? first + 1 : first
                if start <= parts.count { for place in start...parts.count { next[place] = true } }
            case .name(let pieces):
                for place in parts.indices where reached[place] && fits(pieces, parts[place]) { next[place + 1] = true }
            }
            reached = next
        }
        return reached[parts.count]
    }

    private static func fits(_ pieces: [Piece], _ name: ArraySlice<Unit>) -> Bool {
        fitsStars(pieces, name, isStar: { $0 == .any }) { $0.accepts($1) }
    }

    // MARK: Parts of a pattern

    private typealias Unit = Unicode.Scalar

    private enum Component: Hashable, Sendable {
        case anyDepth
        case name([Piece])
    }

    private enum Piece: Hashable, Sendable {
        case literal(Unit)
        case anyOne
        case any
        case set([ClosedRange<Unit>], isNegated: Bool)

        func accepts(_ unit: Unit) -> Bool {
            switch self {
            case .literal(let other): unit == other
            case .anyOne, .any: true
            case .set(let ranges, let isNegated): ranges.contains { $0.contains(unit) } != isNegated
            }
        }
    }

    /// The strings that braces stand for: `{a,b}c` is `ac` and `bc`. Braces may contain others.
    private static func expanded(_ pattern: [Unit]) throws(Failure) -> [[Unit]] {
        // The strings so far of each brace that is open, and of the whole pattern below them.
        var open: [(before: [[Unit]], complete: [[Unit]])] = []
        var texts: [[Unit]] = [[]]
        var size = 0
        var index = 0
        func append(_ units: ArraySlice<Unit>) {
            for text in texts.indices { texts[text] += units }
        }
        while index < pattern.count {
            let unit = pattern[index]
            var end = index + 1
            switch unit {
            case "\\" where end < pattern.count:
                end += 1
                append(pattern[index..<end])
            case "[":
                end = Parser.endOfSet(pattern[...], index) ?? end
                append(pattern[index..<end])
            case "{":
                guard open.count < 20 else { throw Failure(message: "braces are nested deeper than 20 levels") }
                open.append((texts, []))
                texts = [[]]
            case "," where !open.isEmpty:
                open[open.count - 1].complete += texts
                texts = [[]]
            case "}":
                guard let group = open.popLast() else {
                    throw Failure(message: "`}` closes nothing; a brace in a name is written `\\}`")
                }
                let parts = group.complete + texts
                guard parts.count * group.before.count <= mostAlternatives else {
                    throw Failure(message: "the braces stand for more than \(mostAlternatives) strings")
                }
                texts = group.before.flatMap { before in parts.map { before + $0 } }
            default: append(pattern[index..<end])
            }
            size += texts.count
            guard size <= 4_000_000, open.reduce(texts.count, { $0 + $1.complete.count }) <= mostAlternatives else {
                throw Failure(message: "the braces stand for more than \(mostAlternatives) strings")
            }
            index = end
        }
        guard open.isEmpty else { throw Failure(message: "`{` is not closed; a brace in a name is written `\\{`") }
        return texts
    }

    /// Reads a pattern without braces.
    private struct Parser {
        var units: ArraySlice<Unit>

        mutating func components() throws(Failure) -> [Component] {
            var components: [Component] = []
            var pieces: [Piece] = []
            var isDepth = true
            var stars = 0
            func end() {
                if isDepth, stars >= 2 {
                    // Two in a row mean the same as one.
                    if components.last != .anyDepth { components.append(.anyDepth) }
                } else {
                    components.append(.name(pieces))
                }
                pieces = []
                isDepth = true
                stars = 0
            }
            var isFirst = true
            while let unit = units.popFirst() {
                defer { isFirst = false }
                switch unit {
                case "/":
                    if !isFirst { end() }
                case "*":
                    stars += 1
                    if pieces.last != .any { pieces.append(.any) }
                    continue
                case "?": pieces.append(.anyOne)
                case "[":
                    guard let set = set() else { throw Failure(message: "`[` is not closed") }
                    if case .set(let ranges, _) = set, ranges.isEmpty {
                        throw Failure(message: "the set between `[` and `]` is empty")
                    }
                    pieces.append(set)
                case "\\":
                    guard let next = units.popFirst() else { throw Failure(message: "nothing follows the backslash") }
                    if next == "/" {
                        end()
                        continue
                    }
                    pieces.append(.literal(next))
                default: pieces.append(.literal(unit))
                }
                if unit != "/" { isDepth = false }
            }
            end()
            return components
        }

        /// Reads a set after its `[`; nil if it is not closed.
        private mutating func set() -> Piece? {
            var ranges: [ClosedRange<Unit>] = []
            var isNegated = false
            if let first = units.first, first == "!" || first == "^" {
                isNegated = true
                units.removeFirst()
            }
            var isFirst = true
            while let unit = units.popFirst() {
                if unit == "]", !isFirst {
                    // No set contains a slash.
                    return .set(ranges, isNegated: isNegated)
                }
                isFirst = false
                if unit == "[", units.first == ":", let named = namedSet() {
                    guard !named.isEmpty else { return nil }
                    ranges += named
                    continue
                }
                var lower = unit
                if unit == "\\" {
                    guard let next = units.popFirst() else { return nil }
                    lower = next
                }
                guard units.first == "-", let behind = units.dropFirst().first, behind != "]" else {
                    ranges.append(lower...lower)
                    continue
                }
                units = units.dropFirst(2)
                var upper = behind
                if behind == "\\" {
                    guard let next = units.popFirst() else { return nil }
                    upper = next
                }
                if lower <= upper { ranges.append(lower...upper) }
            }
            return nil
        }

        /// Reads a named set such as `[:alpha:]` after its `[`; nil if it is none, and without ranges for an unknown
        /// name.
        private mutating func namedSet() -> [ClosedRange<Unit>]? {
            guard let end = units.firstIndex(of: "]") else { return nil }
            let name = units[units.startIndex..<end].dropFirst()
            guard let last = name.last, last == ":" else { return nil }
            units = units[(end + 1)...]
            let text = String(String.UnicodeScalarView(name.dropLast()))
            return Self.named[text] ?? []
        }

        private static let named: [String: [ClosedRange<Unit>]] = [
            "alnum": ["0"..."9", "A"..."Z", "a"..."z"], "alpha": ["A"..."Z", "a"..."z"],
            "blank": ["\t"..."\t", " "..." "], "cntrl": ["\0"..."\u{1F}", "\u{7F}"..."\u{7F}"], "digit": ["0"..."9"],
            "graph": ["!"..."~"], "lower": ["a"..."z"], "print": [" "..."~"],
            "punct": ["!"..."/", ":"..."@", "["..."`", "{"..."~"], "space": ["\t"..."\r", " "..." "],
            "upper": ["A"..."Z"], "xdigit": ["0"..."9", "A"..."F", "a"..."f"],
        ]

        /// The offset after a set that begins at an offset; nil if it is not closed.
        static func endOfSet(_ units: ArraySlice<Unit>, _ start: Int) -> Int? {
            var parser = Parser(units: units[(start + 1)...])
            return parser.set() == nil ? nil : parser.units.startIndex
        }
    }
}
