import PredicateFormat

extension RecordColumns {
    /// The search was cancelled.
    package struct Cancelled: Error {}

    /// The numbers of the records that satisfy a predicate, in order. Bad records never do.
    ///
    /// - Parameters:
    ///   - predicate: the predicate.
    ///   - context: the context of the evaluation. If its `isCancelled` returns true, the result is empty.
    ///   - threads: the number of threads; nil for the number of processors.
    public func matches(
        of predicate: CheckedPredicate, context: EvaluationContext = EvaluationContext(), threads: Int? = nil
    ) -> [Int] {
        let isCancelled = context.isCancelled ?? { false }
        return (try? matches(of: predicate, context: context, threads: threads, Verdict(), isCancelled)) ?? []
    }

    /// The number of records that satisfy a predicate; see `matches(of:context:threads:)`.
    public func count(
        of predicate: CheckedPredicate, context: EvaluationContext = EvaluationContext(), threads: Int? = nil
    ) -> Int {
        let isCancelled = context.isCancelled ?? { false }
        return (try? count(of: predicate, context: context, threads: threads, Verdict(), isCancelled)) ?? 0
    }

    /// The same, with known facts about bad records.
    ///
    /// - Parameters:
    ///   - isCancelled: called from time to time; true ends the search.
    ///   - whenDone: called on any thread with the number of records of each chunk that is done.
    /// - Throws: `Cancelled`.
    package func matches(
        of predicate: CheckedPredicate, context: EvaluationContext, threads: Int? = nil, _ verdict: Verdict,
        _ isCancelled: @escaping @Sendable () -> Bool, whenDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> [Int] {
        let found = try rows(of: predicate, context, threads, verdict, isCancelled) { chunk, rows in
            let records = self.records(ofChunk: chunk)
            defer { whenDone(records.count) }
            return rows.rows.map { records.lowerBound + $0 }
        }
        return Array(found.joined())
    }

    /// The same, with known facts about bad records.
    ///
    /// - Throws: `Cancelled`.
    package func count(
        of predicate: CheckedPredicate, context: EvaluationContext, threads: Int? = nil, _ verdict: Verdict,
        _ isCancelled: @escaping @Sendable () -> Bool, whenDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> Int {
        try rows(of: predicate, context, threads, verdict, isCancelled) { chunk, rows in
            defer { whenDone(self.records(ofChunk: chunk).count) }
            return rows.rowCount
        }.reduce(0, +)
    }

    private func rows<Found: Sendable>(
        of predicate: CheckedPredicate, _ context: EvaluationContext, _ threads: Int?, _ verdict: Verdict,
        _ isCancelled: @escaping @Sendable () -> Bool, _ found: @escaping @Sendable (Int, RowSet) -> Found
    ) throws -> [Found] {
        try ParallelWork.map(chunkCount, threads: threads ?? ParallelWork.processors) {
            WholeScan(predicate, self, context)
        } _: { scan, chunk in
            guard let rows = scan.rows(inChunk: chunk, verdict, isCancelled) else { throw Cancelled() }
            return found(chunk, rows)
        }
    }

    /// The values of an expression for all good records, in order.
    ///
    /// - Throws: `Cancelled`.
    package func values(
        of expression: CheckedExpression, context: EvaluationContext, threads: Int? = nil, _ verdict: Verdict,
        _ isCancelled: @escaping @Sendable () -> Bool, whenDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> [PredicateValue]? {
        guard canRead(expression) else { return nil }
        let found = try ParallelWork.map(chunkCount, threads: threads ?? ParallelWork.processors) {
            ColumnValues(expression, over: self, context: context)
        } _: { values, chunk in
            defer { whenDone(self.records(ofChunk: chunk).count) }
            guard let values, let rows = values.goodRows(inChunk: chunk, verdict, isCancelled),
                let found = values.values(of: rows.rows, inChunk: chunk, isCancelled)
            else { throw Cancelled() }
            return found
        }
        return Array(found.joined())
    }

    /// The values of an expression for some good records, in the given order; nil if columns do not hold them.
    ///
    /// - Throws: `Cancelled`.
    package func values(
        of expression: CheckedExpression, at numbers: [Int], context: EvaluationContext, threads: Int? = nil,
        _ isCancelled: @escaping @Sendable () -> Bool, whenDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> [PredicateValue]? {
        guard canRead(expression) else { return nil }
        // The numbers of each chunk, with their positions in the request.
        var locations = [[Int]](repeating: [], count: chunkCount)
        for (location, number) in numbers.enumerated() where table.count > number && number >= 0 {
            locations[number / chunkSize].append(location)
        }
        let asked = locations
        let found = try ParallelWork.map(chunkCount, threads: threads ?? ParallelWork.processors) {
            ColumnValues(expression, over: self, context: context)
        } _: { values, chunk -> [PredicateValue] in
            if asked[chunk].isEmpty { return [] }
            defer { whenDone(asked[chunk].count) }
            let first = self.records(ofChunk: chunk).lowerBound
            let rows = asked[chunk].map { numbers[$0] - first }
            guard let found = values?.values(of: rows, inChunk: chunk, isCancelled) else { throw Cancelled() }
            return found
        }
        var values = [PredicateValue](repeating: .null, count: numbers.count)
        for (locations, found) in zip(asked, found) {
            for (location, value) in zip(locations, found) { values[location] = value }
        }
        return values
    }

    private func canRead(_ expression: CheckedExpression) -> Bool {
        reader.shape == nil && ColumnValues(expression, over: self, context: EvaluationContext()) != nil
    }
}

/// A scan of columns, or of records if a predicate needs whole records or decimals.
private final class WholeScan {
    private let scan: ColumnScan?
    private let columns: RecordColumns
    private let predicate: CheckedPredicate
    private var run: EvaluationRun
    private var reader: JSONReader

    init(_ predicate: CheckedPredicate, _ columns: RecordColumns, _ context: EvaluationContext) {
        scan = columns.reader.shape == nil ? ColumnScan(predicate, over: columns, context: context) : nil
        self.columns = columns
        self.predicate = predicate
        run = predicate.compiled.makeRun(context: context)
        reader = columns.reader
    }

    func rows(inChunk chunk: Int, _ verdict: RecordColumns.Verdict, _ shouldStop: () -> Bool) -> RowSet? {
        if let scan { return scan.rows(inChunk: chunk, verdict, shouldStop) }
        let records = columns.records(ofChunk: chunk)
        var rows = RowSet(count: records.count)
        var isOver = false
        columns.table.forEach(in: records) { number, raw in
            isOver = shouldStop()
            run.recordBytes = raw.count
            if !isOver, let value = try? reader.read(raw), predicate.compiled.evaluate(on: value, in: &run) {
                rows.insert(number - records.lowerBound)
            }
            return !isOver
        }
        return isOver ? nil : rows
    }
}
