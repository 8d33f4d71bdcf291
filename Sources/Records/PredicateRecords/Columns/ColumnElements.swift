import CColumnKernels
import PredicateCore

/// A question about the elements of lists: ANY, ALL, or the number that satisfy a predicate. It is decided for all
/// elements of a chunk at once.
final class ColumnElements {
    private let program: ColumnProgram
    private let question: SlotElements.Question

    /// A question; nil if the predicate reads more than key paths of the element.
    init?(_ question: SlotElements, slotCount: Int, environment: ColumnProgram.Environment) {
        self.question = question.question
        let core = CoreProgram(predicate: question.body, slotCount: slotCount)
        guard let program = ColumnProgram(core, base: .slot(question.slot), environment: environment) else {
            return nil
        }
        self.program = program
    }

    /// The columns to read from an element.
    var columns: [ColumnKey] { program.columns }

    /// The rows for which the question is true; nil if the chunk has no lists.
    func rows(_ chunk: ColumnChunk, _ selection: RowSet, _ unknown: inout RowSet) -> RowSet? {
        guard case .lists(let lists) = chunk.form else { return nil }
        let offsets = lists.offsets.bound(to: UInt32.self)
        let asked = elements(of: selection, offsets, lists.count)
        var unknownElements = RowSet(count: lists.count)
        let found = program.rows(lists.elements, among: asked, unknown: &unknownElements)
        var counts = Self.counts(chunk.count, offsets, found)
        var rows = RowSet(count: chunk.count)
        selection.forEach { row in
            if chunk.isNil(row) {
                if case .all = question { rows.insert(row) }
                return
            }
            let count = counts[row]
            let holds =
                switch question {
                case .any: count > 0
                case .all: count == Int32(truncatingIfNeeded: offsets[row + 1] - offsets[row])
                case .count(let comparison, let wanted): comparison.holds(Int64(count), wanted)
                }
            if holds { rows.insert(row) }
        }
        if !unknownElements.isEmpty {
            counts = Self.counts(chunk.count, offsets, unknownElements)
            selection.forEach { row in if counts[row] > 0 { unknown.insert(row) } }
            rows.subtract(unknown)
        }
        return rows
    }

    /// The elements of the selected rows, or all elements if at least half of the rows are selected.
    private func elements(
        of selection: RowSet, _ offsets: UnsafePointer<UInt32>, _ count: Int
    ) -> RowSet {
        guard selection.rowCount * 2 < selection.count else { return RowSet(count: count, isFull: true) }
        var elements = RowSet(count: count)
        selection.forEach { row in
            for element in Int(offsets[row])..<Int(offsets[row + 1]) { elements.insert(element) }
        }
        return elements
    }

    private static func counts(_ rows: Int, _ offsets: UnsafePointer<UInt32>, _ elements: RowSet) -> [Int32] {
        [Int32](unsafeUninitializedCapacity: rows) { buffer, initialized in
            buffer.initialize(repeating: 0)
            elements.words.withUnsafeBufferPointer { words in
                if let counts = buffer.baseAddress, let bits = words.baseAddress {
                    ck_count_in_ranges(offsets, rows, bits, counts)
                }
            }
            initialized = rows
        }
    }
}
