/// What a comparison asks of text, with the constant prepared.
enum TextMatcher: Sendable {
    case equal(PreparedText)
    case ordered(CoreOrdering, PreparedText)
    case between(PreparedText, PreparedText)
    case prefix(PreparedText)
    case suffix(PreparedText)
    case part(PreparedText)
    case like(LikePattern)
    case pattern(any CompiledPattern, String)
    case among(TextTable)

    /// About how many nanoseconds it takes.
    var cost: Int {
        switch self {
        case .equal, .prefix, .suffix: 6
        case .ordered, .between, .among: 8
        case .part, .like: 15
        case .pattern: 60
        }
    }

    func holds(_ text: UnsafeBufferPointer<UInt8>, _ run: inout ValueRun) -> Bool {
        switch self {
        case .equal(let other): return other.equals(utf8: text)
        case .ordered(let ordering, let other): return ValueSemantics.holds(ordering, other.order(ofUTF8: text))
        case .between(let low, let high):
            return low.order(ofUTF8: text) != .less && high.order(ofUTF8: text) != .greater
        case .prefix(let prefix): return prefix.isPrefix(ofUTF8: text)
        case .suffix(let suffix): return suffix.isSuffix(ofUTF8: text)
        case .part(let part): return run.step(text.count >> 2) && part.isContained(inUTF8: text)
        case .like(let pattern):
            guard run.step(WorkCost.like(text.count, pattern)) else { return false }
            return TextFolding.withFolded(utf8: text, pattern.options) { pattern.matches(folded: $0) }
        case .among(let table): return table.contains(text)
        case .pattern(let pattern, let source):
            guard run.step(WorkCost.matching(text.count)) else { return false }
            let match = PatternCache.bounded(text.count, run.patternSteps) { steps in
                pattern.match(utf8: text, steps: steps)
            } charge: { steps in
                run.step(steps)
            }
            if match == .limitReached, !run.isStopped { run.warn(.patternLimit(source)) }
            return match == .matched
        }
    }
}

struct TextVisitor: LoaderVisitor {
    typealias Value = String
    let matcher: TextMatcher

    func visit<Loader: ScalarLoader>(_ loader: Loader) -> ValueTest where Loader.Value == String {
        let matcher = matcher
        return ValueTest(cost: matcher.cost) { pointer, run in
            guard let text = loader.load(pointer) else { return false }
            return UTF8Text.withBytes(text) { matcher.holds($0, &run) }
        }
    }
}

/// `==` without options.
struct EqualTextVisitor: LoaderVisitor {
    typealias Value = String
    let text: ConstantText

    func visit<Loader: ScalarLoader>(_ loader: Loader) -> ValueTest where Loader.Value == String {
        let text = text
        return ValueTest(cost: 3) { pointer, _ in
            guard let other = loader.load(pointer) else { return false }
            return text.equals(other)
        }
    }
}

/// A constant text that others are compared with, code point by code point.
@usableFromInline
struct ConstantText: Sendable {
    @usableFromInline typealias Bits = (UInt64, UInt64)

    @usableFromInline let text: String
    @usableFromInline let count: Int
    /// The string itself when it is one whose bits decide.
    @usableFromInline let bits: Bits
    /// Whether the text is so short that it stands in the string itself: then another such string is the same text when, and only when, it
    /// has the same bits.
    @usableFromInline let isSmall: Bool

    /// The bit of a string's second half that says so.
    @inlinable static var smallBit: UInt64 { 0x2000_0000_0000_0000 }

    init(_ text: String) {
        // As a text that is made of its bytes: the same text can also stand elsewhere.
        self.text = String(decoding: Array(text.utf8), as: UTF8.self)
        count = text.utf8.count
        bits = Self.bits(of: self.text)
        isSmall = Self.isKnownForm && count < 16 && bits.1 & Self.smallBit != 0
    }

    private static func bits(of text: String) -> Bits {
        guard MemoryLayout<String>.size == MemoryLayout<Bits>.size else { return (0, 0) }
        return withUnsafeBytes(of: text) { $0.loadUnaligned(as: Bits.self) }
    }

    /// Whether strings look in memory as they do where this was written; otherwise nothing is concluded from their bits.
    private static let isKnownForm: Bool = {
        let short = bits(of: String(decoding: [0x61, 0x62, 0x63], as: UTF8.self))
        let marked = bits(of: String(decoding: [0xC3, 0xA9], as: UTF8.self))
        let long = bits(of: String(repeating: "a", count: 40))
        return short == (0x63_6261, 0xE3 << 56) && marked == (0xA9C3, 0xA2 << 56) && long.1 & smallBit == 0
    }()

    /// Whether a text is the same.
    @inlinable @inline(__always)
    func equals(_ other: String) -> Bool {
        if MemoryLayout<String>.size == MemoryLayout<Bits>.size {
            let found = unsafeBitCast(other, to: Bits.self)
            // All but the bit that says whether the text is ASCII, which follows from the others.
            if isSmall, found.1 & Self.smallBit != 0 {
                return found.0 == bits.0 && (found.1 ^ bits.1) & ~0x4000_0000_0000_0000 == 0
            }
        }
        return other.utf8.count == count && sameBytes(other)
    }

    @usableFromInline @inline(never)
    func sameBytes(_ other: String) -> Bool {
        UTF8Text.withBytes(text) { a in UTF8Text.withBytes(other) { b in TextComparison.compareBytes(a, b) == 0 } }
    }
}
