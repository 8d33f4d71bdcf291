import CColumnKernels
import PredicateFormat

/// Comparisons of texts with a constant.
enum ColumnTexts {
    /// Rows that are what a test asks for; nil where that is to be asked otherwise. Rows that are nil mean nothing.
    static func rows(
        _ chunk: ColumnChunk, _ test: SlotTextTest, _ wanted: SlotBytes, _ selection: RowSet
    ) -> RowSet? {
        guard case .texts = chunk.form else { return nil }
        let code: UInt32
        switch test {
        case .equal: code = ck_text_equal.rawValue
        case .prefix: code = ck_text_prefix.rawValue
        case .suffix: code = ck_text_suffix.rawValue
        case .part: return nil
        }
        // Among few rows each is looked at by itself.
        guard selection.rowCount * 8 > chunk.count else { return nil }
        return RowSet(count: chunk.count) { bits, _ in
            ck_compare_text(
                chunk.offsets.bound(to: UInt32.self), chunk.textBase, chunk.count, code, wanted.base, wanted.count, bits
            )
        }
    }

    /// The same for every comparison of texts, one text after the other, of the rows that are asked for.
    static func rows(
        _ chunk: ColumnChunk, _ kind: SlotProgram.Kind, _ selection: RowSet, _ context: EvaluationContext
    ) -> RowSet? {
        guard case .texts = chunk.form else { return nil }
        switch kind {
        case .text(let test, let bytes): return rows(chunk, selection) { test.holds($0, bytes) }
        case .foldedText(let test, let text): return rows(chunk, selection) { test.holds($0, text) }
        case .textOrder(let comparison, let bytes):
            return rows(chunk, selection) { comparison.holds(bytes.order(of: $0), 0) }
        case .like(let pattern):
            return rows(chunk, selection) { text in
                TextFolding.withFolded(utf8: text, pattern.options) { pattern.matches(folded: $0) }
            }
        case .pattern(let pattern):
            var isKnown = true
            let rows = rows(chunk, selection) { text in
                guard isKnown, let holds = PatternCache.matches(utf8: text, pattern, context: context) else {
                    isKnown = false
                    return false
                }
                return holds
            }
            return isKnown ? rows : nil
        case .among(let set): return rows(chunk, selection) { set.contains($0) }
        default: return nil
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
