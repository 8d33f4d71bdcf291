import PredicateCore

/// The effect of `[d]` on a pattern: its letters lose their diacritics, and its syntax stays.
///
/// The text is folded before it is matched, so each letter of the pattern is folded, and a set also gets the folded
/// letters of its members. A mark after a letter that loses its marks is removed. A mark after an atom that may match
/// such a letter or another one becomes optional.
package enum PatternFolding {
    /// The tree for a folded text.
    package static func fold(_ tree: PatternTree) -> PatternTree {
        PatternTree(root: fold(tree.root), hasReferences: tree.hasReferences)
    }

    private static func fold(_ alternation: PatternAlternation) -> PatternAlternation {
        PatternAlternation(branches: alternation.branches.map(fold))
    }

    /// The kind of the preceding atom.
    private enum Before { case base, other, unknown }

    private static func fold(_ branch: [PatternPiece]) -> [PatternPiece] {
        var before = Before.unknown
        return branch.map { piece in
            var piece = piece
            switch piece.atom {
            case .literal(let scalar, let caseless):
                if isMark(scalar) {
                    switch before {
                    case .base: piece.atom = .group(.plain, PatternAlternation(branches: [[]]))
                    case .other: break
                    case .unknown: piece.atom = optional(piece)
                    }
                } else {
                    piece.atom = .literal(FoldedScalars.fold(scalar), caseless: caseless)
                    let isOptional = piece.repetition?.lower == 0
                    before = isOptional ? .unknown : losesMarks(scalar) ? .base : .other
                }
            case .set(let set, let caseless):
                piece.atom = .set(fold(set), caseless: caseless)
                before = .unknown
            case .group(let kind, let inside):
                piece.atom = .group(kind, fold(inside))
                before = .unknown
            case .anyButLineEnd, .lineBreak, .cluster, .reference, .location:
                before = .unknown
            }
            return piece
        }
    }

    private static func optional(_ piece: PatternPiece) -> PatternAtom {
        let once = PatternRepetition(lower: 0, upper: 1, mode: .greedy)
        let inner = PatternPiece(atom: piece.atom, repetition: once, offset: piece.offset)
        return .group(.plain, PatternAlternation(branches: [[inner]]))
    }

    private static func fold(_ set: PatternSet) -> PatternSet {
        switch set {
        case .items(let items): .items(items + items.flatMap(additions))
        case .union(let sets): .union(sets.map(fold))
        case .intersection(let a, let b): .intersection(fold(a), fold(b))
        case .difference(let a, let b): .difference(fold(a), fold(b))
        case .complement(let inner): .complement(fold(inner))
        }
    }

    private static func additions(_ item: PatternSetItem) -> [PatternSetItem] {
        guard case .range(let lower, let upper) = item, upper >= 0x80 else { return [] }
        var added: Set<UInt32> = []
        for (from, to) in FoldedScalars.all where lower <= from && from <= upper && !(lower <= to && to <= upper) {
            added.insert(to)
        }
        return added.sorted().map { .one($0) }
    }

    /// Whether folding drops the code point after a Latin letter.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x300 { return false }
        return TextFolding.fold("a\(scalar)", .diacriticInsensitive) == "a"
    }

    /// Whether folding drops the marks after a code point.
    private static func losesMarks(_ scalar: Unicode.Scalar) -> Bool {
        TextFolding.fold("\(scalar)\u{301}", .diacriticInsensitive).unicodeScalars.count == 1
    }
}

/// The folding of single code points.
enum FoldedScalars {
    /// The ranges of code points that folding changes: up to the kana, and the wide and narrow forms.
    private static let searched: [ClosedRange<UInt32>] = [0x80...0x33FF, 0xF900...0xFFEF]

    /// Every code point that folding changes, with its result.
    static let all: [(UInt32, UInt32)] = {
        var all: [(UInt32, UInt32)] = []
        for range in searched {
            for code in range {
                guard let scalar = Unicode.Scalar(code) else { continue }
                let folded = fold(scalar)
                if folded != scalar { all.append((code, folded.value)) }
            }
        }
        return all
    }()

    static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return scalar }
        let folded = TextFolding.fold(String(scalar), .diacriticInsensitive).unicodeScalars
        guard let first = folded.first, folded.count == 1 else { return scalar }
        return first
    }
}
