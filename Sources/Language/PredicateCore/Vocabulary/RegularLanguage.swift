/// The strings that a regular expression matches, as far as they are a matter of sets of code points: for translations
/// into other notations.
package indirect enum RegularLanguage: Hashable, Sendable {
    /// One code point of a set.
    case set(CodePointSet)
    /// One after the other. An empty sequence is the empty text.
    case sequence([RegularLanguage])
    /// One of several.
    case choice([RegularLanguage])
    /// A number of repetitions; nil means no limit.
    case repeated(RegularLanguage, lower: Int, upper: Int?)
}

/// An engine that can tell which strings a pattern matches without matching.
package protocol RegularLanguageEngine: PatternEngine {
    /// The strings that a pattern matches as a whole; nil if they are not a matter of sets of code points, or if the
    /// pattern has an error.
    func language(of pattern: String, options: StringOptions) -> RegularLanguage?
}

/// A set of code points: ranges in ascending order that do not touch.
package struct CodePointSet: Hashable, Sendable {
    package private(set) var ranges: [ClosedRange<UInt32>]

    /// The set of all members of ranges in any order.
    package init(_ ranges: [ClosedRange<UInt32>]) {
        var joined: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = joined.last, range.lowerBound <= last.upperBound &+ 1 else {
                joined.append(range)
                continue
            }
            joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        }
        self.ranges = joined
    }

    package var isEmpty: Bool { ranges.isEmpty }

    /// The only member; nil if there are more, or none.
    package var single: UInt32? {
        guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
        return range.lowerBound
    }

    package func contains(_ code: UInt32) -> Bool { ranges.contains { $0.contains(code) } }

    /// The code points that are no members.
    package var complement: CodePointSet {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= 0x10_FFFF { gaps.append(next...0x10_FFFF) }
        return CodePointSet(gaps)
    }

    package func union(_ other: CodePointSet) -> CodePointSet { CodePointSet(ranges + other.ranges) }

    package func intersection(_ other: CodePointSet) -> CodePointSet {
        complement.union(other.complement).complement
    }
}
