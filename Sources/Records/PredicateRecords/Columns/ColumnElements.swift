import CColumnKernels
import PredicateCore

/// A question about the elements of lists: ANY, ALL, or the number that satisfy a predicate. It is decided for all
/// elements of a chunk at once.
final class ColumnElements {
    private let program: ColumnProgram
    private let question: SlotElements.Question
    /// Whether lists in the fields of the elements would be expanded.
    private let expands: Bool

    /// A question; nil if the predicate reads more than key paths of the element.
    init?(_ question: SlotElements, expands: Bool, slotCount: Int, environment: ColumnProgram.Environment) {
        self.expands = expands
        self.question = question.question
        let core = CoreProgram(predicate: question.body, slotCount: slotCount)
        guard let program = ColumnProgram(core, base: .slot(question.slot), environment: environment) else {
            return nil
        }
        self.program = program
    }

    /// The columns to read from an element.
    var columns: [ColumnKey] { program.columns }

    /// The rows for which the question is true; nil if the chunk has no lists, or its columns cannot tell.
    func rows(_ chunk: ColumnChunk, _ selection: RowSet, _ unknown: inout RowSet) -> RowSet? {
        guard case .lists(let lists) = chunk.form else { return nil }
        // Only mixed columns may have lists.
        if expands, lists.elements.contains(where: \.isMixed) { return nil }
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

/// A comparison in other words, as a question about the elements of a list, which columns of elements answer:
/// `ANY items.price > 3`, `items.@count > 3` and `tags CONTAINS "a"`.
struct ElementComparison {
    let predicate: CorePredicate
    /// Whether lists in the fields of the elements would be expanded.
    var expands = false

    /// Nil for another comparison.
    ///
    /// - Parameters:
    ///   - element: a slot that the comparison does not use.
    ///   - isList: whether the value of an input is probably a list. One that is a string would be read from its record.
    init?(_ comparison: CorePredicate, element: Int, isList: (Int) -> Bool) {
        switch comparison {
        case .quantified(let quantifier, let over, let slot, let expansion, let body):
            if case .shallow = expansion { return nil }
            var (base, keys): (CoreExpression, [String]) = (over, [])
            while case .member(let next, let key) = base {
                keys.append(key)
                base = next
            }
            guard case .input = base, !keys.isEmpty else { return nil }
            var paths = ElementPaths(slot: slot, keys: keys.reversed())
            predicate = .quantified(
                quantifier, over: base, slot: slot, expansion: expansion, body: paths.predicate(body))
            expands = true
        case .text(.contains, .input(let slot), .constant(let value), let options) where isList(slot) && !value.isNull:
            predicate = .quantified(
                .any, over: .input(slot), slot: element, expansion: .shallow,
                body: .equal(.slot(element), .constant(value), options))
        default:
            var counts = ElementCounts(element: element)
            predicate = counts.rewriteParts(of: comparison)
            if !counts.hasCounts { return nil }
        }
    }

    /// Puts paths of an element in place of the element.
    private struct ElementPaths: CoreRewriter {
        let slot: Int
        let keys: [String]

        mutating func predicate(_ predicate: CorePredicate) -> CorePredicate { rewriteParts(of: predicate) }

        mutating func expression(_ expression: CoreExpression) -> CoreExpression {
            if case .slot(slot) = expression { return keys.reduce(expression) { .member($0, $1) } }
            return rewriteParts(of: expression)
        }
    }

    /// Writes the number of elements as the number of those that satisfy TRUEPREDICATE.
    private struct ElementCounts: CoreRewriter {
        let element: Int
        var hasCounts = false

        mutating func predicate(_ predicate: CorePredicate) -> CorePredicate { rewriteParts(of: predicate) }

        mutating func expression(_ expression: CoreExpression) -> CoreExpression {
            guard case .collection(.count, .input(let slot), let other, nil) = expression else {
                return rewriteParts(of: expression)
            }
            hasCounts = true
            return .collection(
                .count, .subquery(.input(slot), slot: element, .constant(true)), slot: other, path: nil)
        }
    }
}
