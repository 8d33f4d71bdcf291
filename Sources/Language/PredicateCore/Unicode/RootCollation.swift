/// The order of `[l]`: the Unicode Collation Algorithm with its default table, independent of any language.
///
/// Variable elements (spaces and punctuation) count like letters ("non-ignorable"). There are three levels: letters,
/// marks, then case and width. Text is first folded by `c` and `d`, so that strings that are equal under `[c]` are
/// equal under `[cl]`. Then `c` drops the third level and `d` the second, with every element that is only a mark.
/// Strings that agree on the remaining levels are equal, even if their code points differ: the code points are not
/// compared as a last step.
///
/// The table is 71 kilobytes of text in the library and about 300 kilobytes of memory after the first comparison.
package enum RootCollation {
    /// -1, 0 or 1 if `a` is before, equal to or after `b`.
    package static func compare(_ a: String, _ b: String, options: StringOptions) -> Int {
        TextFolding.withFolded(a, options) { a in
            TextFolding.withFolded(b, options) { b in
                if TextComparison.compareBytes(a, b) == 0 { return 0 }
                let (elementsA, elementsB) = (elements(of: a, options), elements(of: b, options))
                for level in levels(options) {
                    let order = compare(elementsA, elementsB, at: level)
                    if order != 0 { return order }
                }
                return 0
            }
        }
    }

    /// The levels of comparison, from the strongest difference to the weakest.
    enum Level {
        case primary, secondary, tertiary

        func weight(of element: UInt32) -> UInt32 {
            switch self {
            case .primary: element >> 14
            case .secondary: element >> 5 & 0x1FF
            case .tertiary: element & 0x1F
            }
        }
    }

    static func levels(_ options: StringOptions) -> [Level] {
        let folding = TextFolding.folding(options)
        var levels: [Level] = [.primary]
        if !folding.contains(.diacriticInsensitive) { levels.append(.secondary) }
        if !folding.contains(.caseInsensitive) { levels.append(.tertiary) }
        return levels
    }

    /// The elements that count: under `d` not those of marks, whose third weights would give them away.
    static func elements(of bytes: UnsafeBufferPointer<UInt8>, _ options: StringOptions) -> [UInt32] {
        let all = elements(of: bytes)
        if !TextFolding.folding(options).contains(.diacriticInsensitive) { return all }
        return all.filter { Level.primary.weight(of: $0) != 0 }
    }

    private static func compare(_ a: [UInt32], _ b: [UInt32], at level: Level) -> Int {
        var (indexA, indexB) = (0, 0)
        while true {
            let weightA = next(in: a, at: &indexA, level)
            let weightB = next(in: b, at: &indexB, level)
            if weightA != weightB { return weightA < weightB ? -1 : 1 }
            if weightA == 0 { return 0 }
        }
    }

    /// The next weight that is not zero; zero at the end.
    private static func next(in elements: [UInt32], at index: inout Int, _ level: Level) -> UInt32 {
        while index < elements.count {
            let weight = level.weight(of: elements[index])
            index += 1
            if weight != 0 { return weight }
        }
        return 0
    }

    /// The collation elements of a string: primary weight from bit 14 on, secondary from bit 5 on, tertiary below.
    static func elements(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt32] {
        let table = CollationTable.shared
        let codes = CanonicalDecomposition.codePoints(of: bytes)
        var elements: [UInt32] = []
        elements.reserveCapacity(codes.count)
        var marks = CombiningMarks()
        var index = 0
        while index < codes.count {
            let code = codes[index]
            if marks.isTaken(index) {
                index += 1
                continue
            }
            let entry = table.entry(code)
            index += 1
            if CollationTable.beginsContraction(entry) {
                var match = table.contractions.longest(in: codes, from: index - 1, but: marks)
                index += match.length - 1
                if index < codes.count, table.contractions.goesOnWithMark(match.node),
                    CanonicalDecomposition.combiningClass(of: codes[index]) != 0
                {
                    match.node = table.contractions.extended(match.node, by: &marks, of: codes, from: index)
                }
                if let weights = table.contractions.elements(of: match.node) {
                    elements += weights
                    continue
                }
            }
            table.appendElements(of: code, entry: entry, to: &elements)
        }
        return elements
    }
}
