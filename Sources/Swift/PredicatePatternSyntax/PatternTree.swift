/// A regular expression as a tree: the meaning of its text, with every flag resolved.
///
/// The text has ICU's syntax, which NSPredicate uses. `PatternWriter` writes a pattern for each engine from the tree,
/// without anything that engines read differently. So a pattern has one meaning and one set of messages in every
/// engine.
package struct PatternTree: Hashable, Sendable {
    /// The pattern.
    package var root: PatternAlternation
    /// Whether the pattern refers to a group. If not, groups need not be captured.
    package var hasReferences: Bool
}

/// Alternative branches. The first branch that lets the whole pattern match is taken.
package struct PatternAlternation: Hashable, Sendable {
    package var branches: [[PatternPiece]]
}

/// An atom with its repetition.
package struct PatternPiece: Hashable, Sendable {
    package var atom: PatternAtom
    package var repetition: PatternRepetition?
    /// UTF-8 offset in the text of the pattern.
    package var offset: Int
}

/// A repetition such as `{2,5}?`, or one of the short forms.
package struct PatternRepetition: Hashable, Sendable {
    package enum Mode: Hashable, Sendable { case greedy, reluctant, possessive }
    package var lower: Int
    /// The maximum; nil for no limit.
    package var upper: Int?
    package var mode: Mode
}

/// The part of a pattern that matches once.
package indirect enum PatternAtom: Hashable, Sendable {
    /// A code point.
    case literal(Unicode.Scalar, caseless: Bool)
    /// `.`: a code point that is not a line end.
    case anyButLineEnd
    /// A code point of a set.
    case set(PatternSet, caseless: Bool)
    /// `\R`.
    case lineBreak
    /// `\X`.
    case cluster
    /// A reference to the text that a group has matched.
    case reference(Int, caseless: Bool)
    /// An assertion about a location.
    case location(PatternAssertion)
    /// A group.
    case group(PatternGroup, PatternAlternation)
}

/// An assertion about a location between two code points.
package enum PatternAssertion: Hashable, Sendable {
    case textStart
    /// The end of the text, or the location before its final line end.
    case textEndOrLastLine
    case textEnd
    case lineStart
    case lineEnd
    case wordBoundary
    case noWordBoundary
}

/// The purpose of a pair of parentheses.
package enum PatternGroup: Hashable, Sendable {
    case capturing, plain, atomic
    case ahead, notAhead, behind, notBehind
}

/// A set of code points.
package indirect enum PatternSet: Hashable, Sendable {
    case items([PatternSetItem])
    case union([PatternSet])
    case intersection(PatternSet, PatternSet)
    case difference(PatternSet, PatternSet)
    case complement(PatternSet)
}

/// A part of a set that every engine supports.
package enum PatternSetItem: Hashable, Sendable {
    /// The code points from one to another, both included.
    case range(UInt32, UInt32)
    /// The code points with a property, which has a name for each engine.
    case property(PatternProperty)
}

/// A Unicode property, as spelled for each engine.
package struct PatternProperty: Hashable, Sendable {
    /// The name for PCRE2: `Lu`, `sc:Greek`.
    package var pcre2: String
    /// The name for ICU: `Lu`, `sc=Greek`.
    package var icu: String

    package init(_ name: String) { (pcre2, icu) = (name, name) }
    package init(_ key: String, _ value: String) { (pcre2, icu) = ("\(key):\(value)", "\(key)=\(value)") }
}

extension PatternSetItem {
    static func property(_ name: String) -> PatternSetItem { .property(PatternProperty(name)) }
    static func one(_ code: UInt32) -> PatternSetItem { .range(code, code) }
}

/// The sets with shorthand letters. Their members are written out, because engines differ in them.
extension PatternSet {
    /// Every code point.
    static let any = PatternSet.items([.range(0, 0x10FFFF)])
    /// `\d`: decimal digits of every script.
    static let digits = PatternSet.items([.range(0x30, 0x39), .property("Nd")])
    /// `\w`: letters, marks, decimal digits, connectors and the two joiners.
    static let word = PatternSet.items([
        .range(0x30, 0x39), .range(0x41, 0x5A), .one(0x5F), .range(0x61, 0x7A), .range(0x200C, 0x200D),
        .property("Alphabetic"), .property("M"), .property("Nd"), .property("Pc"),
    ])
    /// `\s`: white space, including line ends.
    static let space = PatternSet.items([
        .range(0x09, 0x0D), .one(0x20), .one(0x85), .one(0xA0), .one(0x1680), .range(0x2000, 0x200A),
        .range(0x2028, 0x2029), .one(0x202F), .one(0x205F), .one(0x3000),
    ])
    /// `\h`: white space within a line.
    static let horizontalSpace = PatternSet.items([
        .one(0x09), .one(0x20), .one(0xA0), .one(0x1680), .range(0x2000, 0x200A), .one(0x202F), .one(0x205F),
        .one(0x3000),
    ])
    /// `\v`: line ends.
    static let lineEnds = PatternSet.items([.range(0x0A, 0x0D), .one(0x85), .range(0x2028, 0x2029)])
}
