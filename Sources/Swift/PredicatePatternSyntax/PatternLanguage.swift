import PredicateCore

/// The strings that a tree matches, as sets of code points.
package enum PatternLanguage {
    /// The strings that a pattern matches as a whole; nil if it has look-around, references, properties of Unicode or
    /// possessive parts, or ignores the case of letters beyond ASCII.
    package static func of(_ pattern: String, options: StringOptions) -> RegularLanguage? {
        let options = options.effective
        // Folding changes the text before it is matched. The empty pattern matches nothing.
        if pattern.isEmpty || options.contains(.diacriticInsensitive) { return nil }
        let isCaseless = options.contains(.caseInsensitive)
        return PatternWriter.onDeepStack(pattern) {
            guard let tree = try? PatternParser.parse(pattern, caseless: isCaseless) else { return nil }
            return language(tree.root, isWhole: true)
        }
    }

    private static func language(_ alternation: PatternAlternation, isWhole: Bool) -> RegularLanguage? {
        var branches: [RegularLanguage] = []
        for branch in alternation.branches {
            var pieces = branch[...]
            if isWhole {
                // The whole text is matched, so its ends are where they are said to be.
                while let first = pieces.first, isStart(first) { pieces.removeFirst() }
                while let last = pieces.last, isEnd(last) { pieces.removeLast() }
            }
            var parts: [RegularLanguage] = []
            for piece in pieces {
                guard let part = language(piece) else { return nil }
                parts.append(part)
            }
            branches.append(parts.count == 1 ? parts[0] : .sequence(parts))
        }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private static func isStart(_ piece: PatternPiece) -> Bool {
        piece.repetition == nil && piece.atom == .location(.textStart)
    }

    private static func isEnd(_ piece: PatternPiece) -> Bool {
        piece.repetition == nil
            && (piece.atom == .location(.textEnd) || piece.atom == .location(.textEndOrLastLine))
    }

    private static func language(_ piece: PatternPiece) -> RegularLanguage? {
        guard let atom = language(piece.atom) else { return nil }
        guard let repetition = piece.repetition else { return atom }
        // A possessive part gives nothing back, so it may refuse what its set would match.
        if repetition.mode == .possessive { return nil }
        return .repeated(atom, lower: repetition.lower, upper: repetition.upper)
    }

    private static func language(_ atom: PatternAtom) -> RegularLanguage? {
        switch atom {
        case .literal(let scalar, let isCaseless):
            let set = CodePointSet([scalar.value...scalar.value])
            return (isCaseless ? caseless(set) : set).map { .set($0) }
        case .anyButLineEnd: return .set(lineEnds.complement)
        case .set(let set, let isCaseless): return members(set, isCaseless).map { .set($0) }
        case .group(.capturing, let inside), .group(.plain, let inside): return language(inside, isWhole: false)
        case .group, .lineBreak, .cluster, .reference, .location: return nil
        }
    }

    private static let lineEnds = CodePointSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])

    /// The members of a set; nil if properties of Unicode decide.
    private static func members(_ set: PatternSet, _ isCaseless: Bool) -> CodePointSet? {
        switch set {
        case .items(let items):
            var ranges: [ClosedRange<UInt32>] = []
            for item in items {
                guard case .range(let lower, let upper) = item, lower <= upper else { return nil }
                ranges.append(lower...upper)
            }
            let members = CodePointSet(ranges)
            return isCaseless ? caseless(members) : members
        case .union(let sets):
            var union = CodePointSet([])
            for set in sets {
                guard let members = members(set, isCaseless) else { return nil }
                union = union.union(members)
            }
            return union
        case .intersection(let a, let b):
            guard let a = members(a, isCaseless), let b = members(b, isCaseless) else { return nil }
            return a.intersection(b)
        case .difference(let a, let b):
            guard let a = members(a, isCaseless), let b = members(b, isCaseless) else { return nil }
            return a.intersection(b.complement)
        case .complement(let inner): return members(inner, isCaseless)?.complement
        }
    }

    /// A set with the other cases of its letters; nil if it has letters beyond ASCII, whose cases depend on the version
    /// of Unicode.
    private static func caseless(_ set: CodePointSet) -> CodePointSet? {
        guard let last = set.ranges.last, last.upperBound < 0x80 else { return set.isEmpty ? set : nil }
        var ranges = set.ranges
        for letter in UInt32(0x41)...0x5A {
            guard set.contains(letter) || set.contains(letter + 0x20) else { continue }
            ranges += [letter...letter, letter + 0x20...letter + 0x20]
            // The long s and the sign of Kelvin are cases of s and k.
            if letter == 0x53 { ranges.append(0x17F...0x17F) }
            if letter == 0x4B { ranges.append(0x212A...0x212A) }
        }
        return CodePointSet(ranges)
    }
}

/// The empty pattern, which matches nothing (D12).
package struct EmptyPattern: CompiledPattern {
    package init() {}
    package func match(_ text: String) -> PatternMatch { .notMatched }
}
