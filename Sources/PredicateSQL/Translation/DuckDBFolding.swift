import PredicateFormat

/// The options `c` and `d` in DuckDB, whose own `lower` and `strip_accents` fold otherwise.
///
/// Only what folds to the letters of a constant is replaced. A text with these replacements holds the folded constant
/// exactly where the folded text does.
enum DuckDBFolding {
    /// A code point that folding changes.
    private struct Source: Sendable {
        var scalar: Unicode.Scalar
        var folded: String.UnicodeScalarView
        /// Whether `d` drops nonspacing marks behind it.
        var losesMarks: Bool
    }

    /// The most replacements of one code point by several.
    private static let limit = 16

    /// A text with the replacements for constants; nil if there are too many, or if a constant holds a nonspacing mark.
    ///
    /// - Parameters:
    ///   - needles: the constants, folded.
    ///   - options: `c`, `d`, or both.
    static func folded(_ node: SQLNode, for needles: [String], _ options: StringOptions) -> SQLNode? {
        let letters = Set(needles.joined().unicodeScalars)
        let dropsMarks = options.contains(.diacriticInsensitive)
        if dropsMarks, letters.contains(where: { TextFolding.isDroppedMark($0.value) }) { return nil }
        let table = sources(options)
        var found: [Unicode.Scalar: Source] = [:]
        for letter in letters {
            for source in table[letter] ?? [] { found[source.scalar] = source }
        }
        let sources = found.values.sorted { $0.scalar < $1.scalar }
        let isSingle = { (source: Source) in source.folded.count == 1 }
        let late = sources.filter { !isSingle($0) || dropsMarks && !$0.losesMarks }
        let multiple = late.filter { !isSingle($0) }
        guard multiple.count <= limit else { return nil }
        var result = translated(node, sources.filter { isSingle($0) && (!dropsMarks || $0.losesMarks) })
        if dropsMarks {
            let bases = letters.filter { losesMarks($0) } + late.filter(\.losesMarks).map(\.scalar)
            if !bases.isEmpty {
                let pattern = "([\(bases.sorted().map(escaped).joined())])[\(marks)]+"
                result = .call("regexp_replace", [result, text(pattern), .literal("'\\1'"), .literal("'g'")])
            }
        }
        // What keeps its marks, or is several letters of which the last would lose marks, comes after the marks.
        result = translated(result, late.filter(isSingle))
        for source in multiple {
            result = .call("replace", [result, text(String(source.scalar)), text(String(source.folded))])
        }
        return result
    }

    private static func translated(_ node: SQLNode, _ sources: [Source]) -> SQLNode {
        if sources.isEmpty { return node }
        var from = String.UnicodeScalarView()
        var to = String.UnicodeScalarView()
        for source in sources {
            from.append(source.scalar)
            to.append(contentsOf: source.folded)
        }
        return .call("translate", [node, text(String(from)), text(String(to))])
    }

    private static func text(_ text: String) -> SQLNode { .parameter(.value(.text(text)), .text) }

    // MARK: Tables

    private static let caseSources = makeSources(.caseInsensitive)
    private static let markSources = makeSources(.diacriticInsensitive)
    private static let allSources = makeSources([.caseInsensitive, .diacriticInsensitive])

    private static func sources(_ options: StringOptions) -> [Unicode.Scalar: [Source]] {
        if !options.contains(.diacriticInsensitive) { return caseSources }
        return options.contains(.caseInsensitive) ? allSources : markSources
    }

    /// The code points that folding may change. Ideographs, syllables of Yi and Hangul, and Tangut stay as they are.
    private static let ranges: [ClosedRange<UInt32>] = [
        0x41...0x33FF, 0xA4D0...0xABFF, 0xFB00...0x16FFF, 0x1BC00...0x1E943,
    ]
    private static let markRanges = ranges + [0x1E944...0x1E94A, 0xE0100...0xE01EF]

    private static func makeSources(_ options: StringOptions) -> [Unicode.Scalar: [Source]] {
        var sources: [Unicode.Scalar: [Source]] = [:]
        for code in ranges.joined() {
            guard TextFolding.mayChange(code, options), let scalar = Unicode.Scalar(code) else { continue }
            let text = String(scalar)
            let folded = TextFolding.fold(text, options).unicodeScalars
            if folded.elementsEqual(text.unicodeScalars) { continue }
            let source = Source(scalar: scalar, folded: folded, losesMarks: losesMarks(scalar))
            for target in Set(folded) { sources[target, default: []].append(source) }
        }
        return sources
    }

    /// Whether `d` drops a nonspacing mark behind a code point.
    private static func losesMarks(_ scalar: Unicode.Scalar) -> Bool {
        let plain = String(scalar)
        return TextFolding.fold(plain + "\u{301}", .diacriticInsensitive).unicodeScalars
            .elementsEqual(TextFolding.fold(plain, .diacriticInsensitive).unicodeScalars)
    }

    /// The nonspacing marks, as ranges of a class of RE2. Its own class is of another version of Unicode.
    private static let marks: String = {
        var text = ""
        var start: UInt32?
        func end(_ code: UInt32) {
            guard let first = start else { return }
            text += escaped(first)
            if code > first { text += "-" + escaped(code) }
            start = nil
        }
        for range in markRanges {
            for code in range {
                if !TextFolding.isDroppedMark(code) { end(code &- 1) } else if start == nil { start = code }
            }
            end(range.upperBound)
        }
        return text
    }()

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        scalar.properties.isAlphabetic && scalar.isASCII ? String(scalar) : escaped(scalar.value)
    }

    private static func escaped(_ code: UInt32) -> String { "\\x{" + String(code, radix: 16) + "}" }
}
