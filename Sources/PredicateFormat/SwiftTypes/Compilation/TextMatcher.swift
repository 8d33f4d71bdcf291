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
