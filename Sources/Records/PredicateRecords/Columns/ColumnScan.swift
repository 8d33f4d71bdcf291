import PredicateCore

/// Finds the records of a table that satisfy a predicate, by their columns.
///
/// If a chunk lacks columns, its records are read once to make all of them. Values that a column cannot represent are
/// read from the record and decided by `CompiledPredicate`, so every answer is the same as when reading each record.
///
/// Used by one thread.
final class ColumnScan {
    private let predicate: CheckedPredicate
    private let cursor: ColumnCursor
    private var program: ColumnProgram
    private var run: EvaluationRun
    /// Larger records are evaluated one by one, with step counting.
    private let bound: EvaluationBound

    /// A scan; nil for a predicate that reads whole records.
    ///
    /// - Parameters:
    ///   - context: the context of the evaluation.
    ///   - kernel: the instructions, an `rs_kernel`, if a test needs others than the best.
    init?(
        _ predicate: CheckedPredicate, over columns: RecordColumns, context: EvaluationContext, kernel: UInt32? = nil
    ) {
        guard let keys = predicate.uses.topLevelKeys else { return nil }
        cursor = ColumnCursor(
            columns, keys: keys, library: predicate.library, context: context, schema: predicate.schema, kernel: kernel)
        guard let program = ColumnProgram(predicate.program, base: .record, environment: cursor.environment) else {
            return nil
        }
        self.predicate = predicate
        bound = EvaluationBound(predicate.program, context: context)
        self.program = program
        run = predicate.compiled.makeRun(context: context)
    }

    /// The good records of a chunk that satisfy the predicate, by their index in it; nil if cancelled.
    ///
    /// - Parameter shouldStop: called from time to time; true cancels the scan.
    func rows(
        inChunk chunk: Int, _ verdict: RecordColumns.Verdict, _ shouldStop: () -> Bool = { false }
    ) -> RowSet? {
        var selection = cursor.rows(ofChunk: chunk, verdict)
        if selection.count == 0 { return selection }
        guard let chunks = cursor.chunks(at: chunk, { program.columns }, shouldStop, remake: remake), !shouldStop()
        else {
            return nil
        }
        var unknown = cursor.rows(ofChunk: chunk, beyond: bound).intersection(selection)
        selection.subtract(unknown)
        selection = program.rows(chunks, among: selection, unknown: &unknown)
        var isOver = false
        unknown.forEach { row in
            if !isOver { isOver = shouldStop() }
            guard !isOver, let (record, byteCount) = cursor.record(row, ofChunk: chunk) else { return }
            run.recordBytes = byteCount
            if predicate.compiled.evaluate(on: record, in: &run) { selection.insert(row) }
        }
        return isOver ? nil : cursor.checked(selection, ofChunk: chunk, verdict, shouldStop)
    }

    private func remake() -> Bool {
        guard let program = ColumnProgram(predicate.program, base: .record, environment: cursor.environment) else {
            return false
        }
        self.program = program
        return true
    }
}
