/// What a comparison asks of a text, with its constants prepared: the same for closures, pointers, slots and columns.
package enum TextTest: Sendable {
    case equal(PreparedText)
    case ordered(CoreOrdering, PreparedText)
    case between(PreparedText, PreparedText)
    case contains(PreparedText)
    case beginsWith(PreparedText)
    case endsWith(PreparedText)
    case like(LikePattern, bytes: Int)
    case matches(any CompiledPattern, String, PatternBounds)

    /// The test of an operator with a constant; nil for a pattern that cannot be compiled.
    init?(
        _ op: TextOperator, _ text: String, options: StringOptions, patterns: PatternCache?, limits: PredicateLimits
    ) {
        switch op {
        case .contains: self = .contains(PreparedText(text, options: options))
        case .beginsWith: self = .beginsWith(PreparedText(text, options: options))
        case .endsWith: self = .endsWith(PreparedText(text, options: options))
        case .like: self = .like(LikePattern(text, options: options), bytes: text.utf8.count)
        case .matches:
            guard !text.isEmpty, let pattern = patterns?.compiled(text, options: options, limits: limits) else {
                return nil
            }
            self = .matches(pattern, text, PatternBounds(limits))
        }
    }

    /// About how many nanoseconds it takes.
    package var cost: Int {
        switch self {
        case .equal, .beginsWith, .endsWith: 6
        case .ordered, .between: 8
        case .contains, .like: 15
        case .matches: 60
        }
    }

    /// Whether it walks over the text once at most, which engines that count no steps for walking do not charge.
    var isWalk: Bool {
        switch self {
        case .equal, .ordered, .between, .beginsWith, .endsWith: true
        case .contains, .like, .matches: false
        }
    }

    /// The steps that a text of so many bytes is charged.
    func steps(_ count: Int) -> Int {
        switch self {
        case .equal(let other), .ordered(_, let other), .beginsWith(let other), .endsWith(let other):
            WorkCost.comparing(count, other.size, other.options)
        case .between(let low, let high):
            WorkCost.comparing(count, low.size, []) + WorkCost.comparing(count, high.size, [])
        case .contains(let part): WorkCost.searching(count, for: part.size, part.options)
        case .like(let pattern, _): WorkCost.like(count, pattern)
        case .matches: WorkCost.matching(count)
        }
    }

    /// Whether the test says the same under the limits of an evaluation as under those that it was prepared with.
    package func holds(under limits: PredicateLimits) -> Bool {
        switch self {
        case .equal, .ordered, .between, .contains, .beginsWith, .endsWith: true
        case .like(_, let bytes): bytes <= limits.patternBytes
        case .matches(_, _, let bounds): bounds == PatternBounds(limits)
        }
    }

    /// Whether a text in UTF-8 passes; nil where a regular expression takes more steps than any has to begin with, or the limit
    /// is lower.
    @inline(__always)
    package func decide(_ text: UnsafeBufferPointer<UInt8>, patternSteps: Int) -> Bool? {
        switch self {
        case .equal(let other): return other.equals(utf8: text)
        case .ordered(let ordering, let other): return ValueSemantics.holds(ordering, other.order(ofUTF8: text))
        case .between(let low, let high):
            return low.order(ofUTF8: text) != .less && high.order(ofUTF8: text) != .greater
        case .contains(let part): return part.isContained(inUTF8: text)
        case .beginsWith(let prefix): return prefix.isPrefix(ofUTF8: text)
        case .endsWith(let suffix): return suffix.isSuffix(ofUTF8: text)
        case .like(let pattern, _):
            return TextFolding.withFolded(utf8: text, pattern.options) { pattern.matches(folded: $0) }
        case .matches(let pattern, _, _):
            return PatternCache.matches(utf8: text, pattern, patternSteps: patternSteps)
        }
    }

    /// What a text must have in it to pass; nil where that is not known beforehand.
    package var part: TextPart? {
        switch self {
        case .equal(let text): TextPart(text, isStart: true, isEnd: true)
        case .beginsWith(let text): TextPart(text, isStart: true, isEnd: false)
        case .endsWith(let text): TextPart(text, isStart: false, isEnd: true)
        case .contains(let text): TextPart(text, isStart: false, isEnd: false)
        case .ordered, .between, .like, .matches: nil
        }
    }
}

/// Bytes that a text must have in it, and the ends of the text that they stand at.
package struct TextPart: Sendable {
    package let bytes: TextBytes
    package let isStart: Bool
    package let isEnd: Bool

    /// Nil for a text that is folded before it is compared.
    fileprivate init?(_ text: PreparedText, isStart: Bool, isEnd: Bool) {
        guard let bytes = text.exact else { return nil }
        self.bytes = bytes
        self.isStart = isStart
        self.isEnd = isEnd
    }
}
