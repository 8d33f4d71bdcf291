/// A test of a string, with its constants prepared: the same for closures, pointers, slots and columns.
package enum TextTest: Sendable {
    case equal(PreparedText)
    case ordered(CoreOrdering, PreparedText)
    case between(PreparedText, PreparedText)
    case contains(PreparedText)
    case prefix(PreparedText)
    case suffix(PreparedText)
    case like(LikePattern, bytes: Int)
    case matches(any CompiledPattern, String, PatternBounds)

    /// The test of an operator with a constant; nil for a pattern that does not compile.
    init?(
        _ op: TextOperator, _ text: String, options: StringOptions, patterns: PatternCache?, limits: PredicateLimits
    ) {
        switch op {
        case .contains: self = .contains(PreparedText(text, options: options))
        case .beginsWith: self = .prefix(PreparedText(text, options: options))
        case .endsWith: self = .suffix(PreparedText(text, options: options))
        case .like: self = .like(LikePattern(text, options: options), bytes: text.utf8.count)
        case .matches:
            guard !text.isEmpty, let pattern = patterns?.compiled(text, options: options, limits: limits) else {
                return nil
            }
            self = .matches(pattern, text, PatternBounds(limits))
        }
    }

    /// The approximate time of the test in nanoseconds.
    package var cost: Int {
        switch self {
        case .equal, .prefix, .suffix: 6
        case .ordered, .between: 8
        case .contains, .like: 15
        case .matches: 60
        }
    }

    /// Whether the test walks over the text at most once. Engines that count no steps for walking do not charge it.
    package var isWalk: Bool {
        switch self {
        case .equal, .ordered, .between, .prefix, .suffix: true
        case .contains, .like, .matches: false
        }
    }

    /// The steps that a string with so many bytes is charged.
    package func steps(_ count: Int) -> Int {
        switch self {
        case .equal(let other), .ordered(_, let other), .prefix(let other), .suffix(let other):
            WorkCost.comparing(count, other.size, other.options)
        case .between(let low, let high):
            WorkCost.comparing(count, low.size, []) + WorkCost.comparing(count, high.size, [])
        case .contains(let part): WorkCost.searching(count, for: part.size, part.options)
        case .like(let pattern, _): WorkCost.like(count, pattern)
        case .matches: WorkCost.matching(count)
        }
    }

    /// Whether the test gives the same answer under an evaluation's limits as under the limits it was prepared with.
    package func holds(under limits: PredicateLimits) -> Bool {
        switch self {
        case .equal, .ordered, .between, .contains, .prefix, .suffix: true
        case .like(_, let bytes): bytes <= limits.patternBytes
        case .matches(_, _, let bounds): bounds == PatternBounds(limits)
        }
    }

    /// Whether a string in UTF-8 passes; nil if a regular expression exceeds its initial steps, or `patternSteps` if
    /// that is lower.
    @inline(__always)
    package func decide(_ text: UnsafeBufferPointer<UInt8>, patternSteps: Int) -> Bool? {
        switch self {
        case .equal(let other): return other.equals(utf8: text)
        case .ordered(let ordering, let other): return ValueSemantics.holds(ordering, other.order(ofUTF8: text))
        case .between(let low, let high):
            return low.order(ofUTF8: text) != .less && high.order(ofUTF8: text) != .greater
        case .contains(let part): return part.isContained(inUTF8: text)
        case .prefix(let prefix): return prefix.isPrefix(ofUTF8: text)
        case .suffix(let suffix): return suffix.isSuffix(ofUTF8: text)
        case .like(let pattern, _):
            return TextFolding.withFolded(utf8: text, pattern.options) { pattern.matches(folded: $0) }
        case .matches(let pattern, _, _):
            return PatternCache.matches(utf8: text, pattern, patternSteps: patternSteps)
        }
    }

    /// Bytes that every passing text contains; nil if they are unknown.
    package var part: TextPart? {
        switch self {
        case .equal(let text): TextPart(text, isStart: true, isEnd: true)
        case .prefix(let text): TextPart(text, isStart: true, isEnd: false)
        case .suffix(let text): TextPart(text, isStart: false, isEnd: true)
        case .contains(let text): TextPart(text, isStart: false, isEnd: false)
        case .ordered, .between, .like, .matches: nil
        }
    }
}

/// Bytes that a passing text contains, and the ends of the text that they must be at.
package struct TextPart: Sendable {
    package let bytes: TextBytes
    package let isStart: Bool
    package let isEnd: Bool

    /// Returns nil for a string that is folded before it is compared.
    fileprivate init?(_ text: PreparedText, isStart: Bool, isEnd: Bool) {
        guard let bytes = text.exact else { return nil }
        self.bytes = bytes
        self.isStart = isStart
        self.isEnd = isEnd
    }
}

/// A constant text, folded once for all comparisons with it.
package struct PreparedText: Sendable {
    /// The folded text in UTF-8.
    package let bytes: TextBytes
    /// The options that strings are folded with.
    let options: StringOptions
    /// The size of the text as written, in bytes.
    let size: Int

    /// Prepares a string for substring operators, which ignore the collation.
    package init(_ text: String, options: StringOptions) {
        self.options = TextFolding.folding(options)
        bytes = TextBytes(TextFolding.fold(text, self.options))
        size = text.utf8.count
    }

    /// Prepares a string for `==` and the order; nil if the options ask for a collation.
    package init?(comparing text: String, options: StringOptions) {
        if options.effective.contains(.localized) { return nil }
        self.init(text, options: options)
    }

    /// The bytes, if strings are compared without folding; otherwise nil.
    package var exact: TextBytes? { options.isEmpty ? bytes : nil }

    @inline(__always)
    private func compare(
        _ text: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        TextFolding.withFolded(utf8: text, options) { body($0, bytes.buffer) }
    }

    func equals(_ text: String) -> Bool { UTF8Text.withBytes(text, equals(utf8:)) }

    package func equals(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        compare(text) { $0.count == $1.count && TextComparison.compareBytes($0, $1) == 0 }
    }

    package func isPrefix(ofUTF8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count > 0 && compare(text) { ByteSearch.matches($1, in: $0, at: 0) }
    }

    package func isSuffix(ofUTF8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count > 0
            && compare(text) { $0.count >= $1.count && ByteSearch.matches($1, in: $0, at: $0.count - $1.count) }
    }

    package func isContained(inUTF8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count > 0 && compare(text) { ByteSearch.firstIndex(of: $1, in: $0) != nil }
    }

    /// The order of a string in UTF-8 relative to this one.
    package func order(ofUTF8 text: UnsafeBufferPointer<UInt8>) -> ValueSemantics.Order {
        TextFolding.withFolded(utf8: text, options) {
            ValueSemantics.Order(sign: TextComparison.compareBytes($0, bytes.buffer))
        }
    }
}
