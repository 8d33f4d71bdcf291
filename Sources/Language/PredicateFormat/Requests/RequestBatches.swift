import PredicateCore

extension TypedRequest {
    /// The results in batches of `batchSize`, or of 100 by default; the last may be smaller.
    ///
    /// Without an order and without distinct results, each batch is made on demand, and reads only as much as needed. Cancellation of the
    /// task is checked between two batches.
    public func batches() -> RequestBatches<Root> { batches(from: sources.joined()) }

    /// The results of a source in batches.
    public func batches(from values: some Sequence<Root>) -> RequestBatches<Root> {
        RequestBatches(request: self, values: AnySequence(values))
    }
}

/// The results of a request in batches.
///
/// A batch throws `RequestError`, as other results do, or `CancellationError` if the task has been cancelled.
public struct RequestBatches<Root>: AsyncSequence {
    /// Some results.
    public typealias Element = [Root]

    let request: TypedRequest<Root>
    let values: AnySequence<Root>

    /// A walk over the batches, which begins from the first value.
    public func makeAsyncIterator() -> Iterator { Iterator(request: request, values: values) }

    /// A walk over the batches.
    public struct Iterator: AsyncIteratorProtocol {
        private let request: TypedRequest<Root>
        private let size: Int
        private let values: AnySequence<Root>
        private var state = State.unstarted

        // Indirect, because copies of a run in place would be much code.
        private enum State {
            case unstarted
            indirect case streaming(RequestRun<Root>, TypedRun?, AnyIterator<Root>)
            case known(ArraySlice<Root>)
        }

        init(request: TypedRequest<Root>, values: AnySequence<Root>) {
            self.request = request
            self.values = values
            size = Swift.max(1, request.batchCount ?? 100)
        }

        /// The next batch; nil after the last.
        public mutating func next() async throws -> [Root]? {
            try Task.checkCancellation()
            if case .unstarted = state { try start() }
            switch state {
            case .unstarted: return nil
            case .known(let rest):
                state = .known(rest.dropFirst(size))
                return rest.isEmpty ? nil : Array(rest.prefix(size))
            case .streaming(var run, var test, let iterator):
                // A value that is changed must not be referenced twice. An iterator that has thrown has ended.
                state = .known([])
                var batch: [Root] = []
                var visited = 0
                while batch.count < size, !run.isFull, let value = iterator.next() {
                    visited += 1
                    if visited % checkInterval == 0 { try Task.checkCancellation() }
                    if run.isResult(value, &test) { batch.append(value) }
                }
                try run.decide()
                state = .streaming(run, test, iterator)
                return batch.isEmpty ? nil : batch
            }
        }

        private mutating func start() throws(RequestError) {
            var run = try RequestRun(request, nil)
            guard !run.query.isGrouped else { throw .groups }
            if run.query.isStreaming {
                state = .streaming(run, run.makeTest(), values.makeIterator())
            } else {
                state = .known(try run.values(of: values)[...])
            }
        }
    }
}

/// The number of values between two checks for cancellation.
private let checkInterval = 64
