import CRecordScan
import PredicateCore
import PredicateFormat

/// The values of an expression for the records of a table, by their columns.
///
/// Used by one thread.
final class ColumnValues {
    private let expression: CheckedExpression
    private let cursor: ColumnCursor
    private var prepared: Prepared
    private var run: EvaluationRun
    private let bound: EvaluationBound

    /// The expression over columns.
    private struct Prepared {
        var columns: [ColumnKey]
        var compiled: CompiledExpression
        var run: EvaluationRun
        var row: ScanRow
        var slots: [rs_slot]
    }

    /// An expression over columns; nil for one that reads whole records.
    init?(_ expression: CheckedExpression, over columns: RecordColumns, context: EvaluationContext) {
        guard let keys = expression.tree.uses.topLevelKeys else { return nil }
        cursor = ColumnCursor(columns, keys: keys, library: expression.library, context: context)
        guard let prepared = Self.prepare(expression, cursor.environment) else { return nil }
        self.expression = expression
        bound = EvaluationBound(expression.program, context: context)
        self.prepared = prepared
        run = expression.compiled.makeRun(context: context)
    }

    private static func prepare(
        _ expression: CheckedExpression, _ environment: ColumnProgram.Environment
    ) -> Prepared? {
        var binding = InputBinding(.record, lists: environment.lists)
        let levels = CoreDepth.of(expression.program.expression)
        guard let bound = CoreDepth.run(levels: levels, { binding.bind(expression.program.expression) }) else {
            return nil
        }
        let compiled = CompiledExpression(
            CoreExpressionProgram(expression: bound, slotCount: expression.program.slotCount),
            library: expression.library, limits: environment.context.limits)
        var run = compiled.makeRun(context: environment.context)
        let row = ScanRow(count: binding.paths.count, maximumDepth: environment.maximumDepth)
        run.row = row
        run.isPreliminary = true
        return Prepared(
            columns: binding.paths.map { ColumnKey(path: $0, shape: .values) }, compiled: compiled, run: run, row: row,
            slots: [rs_slot](repeating: .null, count: binding.paths.count))
    }

    /// The good records of a chunk, by their index in it; nil if cancelled.
    func goodRows(
        inChunk chunk: Int, _ verdict: RecordColumns.Verdict, _ shouldStop: () -> Bool
    ) -> RowSet? {
        cursor.checked(cursor.rows(ofChunk: chunk, verdict), ofChunk: chunk, verdict, shouldStop)
    }

    /// The values for rows of a chunk, in the given order; nil if cancelled.
    func values(
        of rows: some Sequence<Int>, inChunk chunk: Int, _ shouldStop: () -> Bool
    ) -> [PredicateValue]? {
        guard let chunks = cursor.chunks(at: chunk, { prepared.columns }, shouldStop, remake: remake) else {
            return nil
        }
        var values: [PredicateValue] = []
        for row in rows {
            if values.count & 0xFF == 0, shouldStop() { return nil }
            values.append(value(row, chunks, chunk))
        }
        return values
    }

    private func value(_ row: Int, _ chunks: [ColumnChunk], _ chunk: Int) -> PredicateValue {
        let byteCount = bound.isUnlimited ? 0 : cursor.byteCount(row, ofChunk: chunk)
        if byteCount > bound.recordBytes { return read(row, chunk) }
        for (location, column) in chunks.enumerated() {
            guard column.unknown?.contains(row) != true, let slot = column.slot(row) else { return read(row, chunk) }
            prepared.slots[location] = slot
        }
        let value = prepared.slots.withUnsafeBufferPointer { slots in
            prepared.row.slots = slots.baseAddress
            prepared.row.isBroken = false
            return prepared.compiled.evaluate(on: .null, in: &prepared.run)
        }
        prepared.row.slots = nil
        let work = prepared.run.work
        return prepared.row.isBroken || work.isStopped || work.isBeyondEstimate ? read(row, chunk) : value
    }

    /// The value, from the record itself.
    private func read(_ row: Int, _ chunk: Int) -> PredicateValue {
        guard let (record, byteCount) = cursor.record(row, ofChunk: chunk) else { return .null }
        run.recordBytes = byteCount
        return expression.compiled.evaluate(on: record, in: &run)
    }

    private func remake() -> Bool {
        guard let prepared = Self.prepare(expression, cursor.environment) else { return false }
        self.prepared = prepared
        return true
    }
}
