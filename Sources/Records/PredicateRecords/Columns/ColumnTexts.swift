import CColumnKernels
import PredicateCore

/// Comparisons of strings with a constant.
enum ColumnTexts {
    /// Rows whose text satisfies a test; nil if this way does not handle the test or the chunk. Results for nil rows
    /// are meaningless.
    static func rows(_ chunk: ColumnChunk, _ test: TextTest, _ selection: RowSet) -> RowSet? {
        guard case .texts = chunk.form, let part = test.exact else { return nil }
        let code: UInt32
        switch SlotTextTest(part) {
        case .equal: code = ck_text_equal.rawValue
        case .prefix: code = ck_text_prefix.rawValue
        case .suffix: code = ck_text_suffix.rawValue
        case .part: return nil
        }
        // A few rows are decided faster one by one.
        guard selection.rowCount * 8 > chunk.count else { return nil }
        return RowSet(count: chunk.count) { bits, _ in
            ck_compare_text(
                chunk.offsets.bound(to: UInt32.self), chunk.textBase, chunk.count, code, part.bytes.base,
                part.bytes.count, bits)
        }
    }

    /// The same for every comparison of strings. Only the selected rows are decided, one after another.
    static func rows(
        _ chunk: ColumnChunk, _ kind: SlotProgram.Kind, _ selection: RowSet, _ context: EvaluationContext
    ) -> RowSet? {
        guard case .texts = chunk.form else { return nil }
        switch kind {
        case .text(let test):
            if let part = test.exact {
                let (test, bytes) = (SlotTextTest(part), part.bytes.buffer)
                return rows(chunk, selection) { test.holds($0, bytes) }
            }
            let patternSteps = context.limits.patternSteps
            var isKnown = true
            let rows = rows(chunk, selection) { text in
                guard isKnown, let holds = test.decide(text, patternSteps: patternSteps) else {
                    isKnown = false
                    return false
                }
                return holds
            }
            return isKnown ? rows : nil
        case .among(let set):
            let texts = set.texts.index
            return rows(chunk, selection) { texts.number(of: $0) >= 0 }
        case .isNull, .integer, .double, .boolean, .date, .arithmetic, .elements, .general: return nil
        }
    }

    @inline(__always)
    private static func rows(
        _ chunk: ColumnChunk, _ selection: RowSet, _ holds: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> RowSet {
        let offsets = chunk.offsets.bound(to: UInt32.self)
        let base = chunk.textBase
        var rows = RowSet(count: chunk.count)
        selection.forEach { row in
            let start = Int(offsets[row])
            let text = UnsafeBufferPointer(start: base + start, count: Int(offsets[row + 1]) - start)
            if holds(text) { rows.insert(row) }
        }
        return rows
    }
}

/// Distinct strings with their codes. Codes start at 0, in order of first occurrence.
struct TextDictionary: ~Copyable {
    private var index = TextIndex(isWhole: true)
    /// The start of each text, and the end of the last one.
    private(set) var offsets: [UInt32] = [0]
    private let most: Int

    /// A dictionary of at most this many strings, and never more than 2^16.
    init(most: Int) { self.most = min(most, 1 << 16) }

    deinit { index.deallocate() }

    var count: Int { index.count }

    /// The strings, one after another.
    var bytes: UnsafeBufferPointer<UInt8> { index.bytes }

    /// The code of a string, which is added if it is new; nil if the dictionary is full.
    mutating func code(of text: UnsafeBufferPointer<UInt8>) -> UInt16? {
        let known = index.number(of: text)
        if known >= 0 { return UInt16(truncatingIfNeeded: known) }
        guard count < most else { return nil }
        let code = index.insert(text)
        guard code >= 0 else { return nil }
        offsets.append(UInt32(truncatingIfNeeded: index.byteCount))
        return UInt16(truncatingIfNeeded: code)
    }
}
