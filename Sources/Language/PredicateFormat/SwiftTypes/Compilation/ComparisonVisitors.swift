import PredicateCore

// Comparisons of a loaded value with constants: one closure for each loader.

struct IntegerRangeVisitor: LoaderVisitor {
    typealias Value = Int64
    let low: Int64
    let high: Int64

    func visit<Loader: ScalarLoader>(_ loader: Loader) -> ValueTest where Loader.Value == Int64 {
        let (low, high) = (low, high)
        return ValueTest(cost: 2) { pointer, _ in
            guard let integer = loader.load(pointer) else { return false }
            return integer >= low && integer <= high
        }
    }
}

struct RealRangeVisitor: LoaderVisitor {
    typealias Value = Double
    /// Both bounds are finite, so values that are not finite, and so nil, are outside.
    let low: Double
    let high: Double

    func visit<Loader: ScalarLoader>(_ loader: Loader) -> ValueTest where Loader.Value == Double {
        let (low, high) = (low, high)
        return ValueTest(cost: 2) { pointer, _ in
            guard let double = loader.load(pointer) else { return false }
            return double >= low && double <= high
        }
    }
}

struct IntegerTableVisitor: LoaderVisitor {
    typealias Value = Int64
    let table: IntegerTable

    func visit<Loader: ScalarLoader>(_ loader: Loader) -> ValueTest where Loader.Value == Int64 {
        let table = table
        return ValueTest(cost: 6) { pointer, _ in loader.load(pointer).map { table.contains($0) } ?? false }
    }
}

struct TextVisitor: LoaderVisitor {
    typealias Value = String
    let test: TextTest

    func visit<Loader: ScalarLoader>(_ loader: Loader) -> ValueTest where Loader.Value == String {
        let test = test
        return ValueTest(cost: test.cost) { pointer, run in
            guard let text = loader.load(pointer) else { return false }
            return UTF8Text.withBytes(text) { test.holds($0, &run) }
        }
    }
}

/// Tests whether a string is in a set of strings.
struct TextTableVisitor: LoaderVisitor {
    typealias Value = String
    let table: TextTable

    func visit<Loader: ScalarLoader>(_ loader: Loader) -> ValueTest where Loader.Value == String {
        let table = table
        return ValueTest(cost: 8) { pointer, _ in
            guard let text = loader.load(pointer) else { return false }
            return UTF8Text.withBytes(text) { table.contains($0) }
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

extension TextTest {
    /// Whether a string passes. Walking over it once is not charged.
    func holds(_ text: UnsafeBufferPointer<UInt8>, _ run: inout ValueRun) -> Bool {
        guard isWalk || run.step(steps(text.count)) else { return false }
        guard case .matches(let pattern, let source, _) = self else {
            return decide(text, patternSteps: 0) ?? false
        }
        let match = PatternCache.bounded(text.count, run.patternSteps) { steps in
            pattern.match(utf8: text, steps: steps)
        } charge: { steps in
            run.step(steps)
        }
        if match == .limitReached, !run.isStopped { run.warnOfLimit(ofPattern: source) }
        return match == .matched
    }
}
