#if PostgreSQL
import PredicateCore
import PredicatePlatform
import PredicateSQL

/// The records of a table that match a predicate, one after the other, without waiting for all of them.
///
///     for try await player in PostgreSQLRecords("player", at: "postgresql:///shop", matching: "score > 10") {
///         print(player.value(forKey: "name"))
///     }
///
/// Each iteration has its own connection and thread, so no thread of Swift's concurrency waits for the server. Rows
/// are read ahead by a few hundred. Ending the iteration early, or cancelling its task, cancels the query.
public struct PostgreSQLRecords: AsyncSequence, Sendable {
    /// A record.
    public typealias Element = PredicateObject

    private let table: String
    private let location: String
    private let predicate: @Sendable (RecordSchema) throws -> CheckedPredicate

    /// The records of a table that match the predicate of a string.
    ///
    /// - Parameters:
    ///   - table: the name of the table, with its schema if the search path does not find it.
    ///   - location: as for `PostgreSQLConnection`.
    ///   - format: the predicate.
    ///   - arguments: the values of its format arguments.
    ///   - library: the functions and operators of the predicate.
    public init(
        _ table: String, at location: String = "", matching format: String, arguments: [PredicateValue] = [],
        library: PredicateLibrary = .standard
    ) {
        self.init(table, at: location) { schema in
            try CheckedPredicate(format, schema: schema, arguments: arguments, library: library)
        }
    }

    /// The records of a table that match a predicate which is made for its schema.
    public init(
        _ table: String, at location: String = "",
        matching predicate: @escaping @Sendable (RecordSchema) throws -> CheckedPredicate
    ) {
        self.table = table
        self.location = location
        self.predicate = predicate
    }

    /// Connects and begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator { [table, location, predicate] channel in
            let connection = try PostgreSQLConnection(location)
            guard channel.begin(connection.cancellation) else { return }
            let source = try connection.table(table)
            let checked = try predicate(source.schema)
            try source.forEachRecord(matching: checked, on: connection) { channel.put($0) }
        }
    }

    /// The records of one iteration.
    public final class Iterator: AsyncIteratorProtocol {
        private let channel = RecordChannel()

        init(_ read: @escaping @Sendable (RecordChannel) throws -> Void) {
            let channel = channel
            let work = {
                do {
                    try read(channel)
                    channel.finish(nil)
                } catch {
                    channel.finish(error)
                }
            }
            if let thread = WorkerThread(stackSize: 1 << 20, work) {
                thread.detach()
            } else {
                channel.finish(PostgreSQLError(.connection, "the system gives no thread for the connection"))
            }
        }

        deinit { channel.cancel() }

        /// The next record; nil after the last, and after the task was cancelled.
        ///
        /// - Throws: `PostgreSQLError`, and the diagnostics of a predicate that does not fit the table.
        public func next() async throws -> PredicateObject? {
            let channel = channel
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { channel.take($0) }
            } onCancel: {
                channel.cancel()
            }
        }
    }
}

/// Records on the way from the thread that reads to the task that wants them.
final class RecordChannel: Sendable {
    private struct State {
        var records: [PredicateObject] = []
        /// The position of the next record.
        var position = 0
        var waiting: CheckedContinuation<PredicateObject?, any Error>?
        var isFinished = false
        var error: (any Error)?
        var isCancelled = false
        var cancellation: PostgreSQLCancellation?

        var count: Int { records.count - position }

        mutating func takeFirst() -> PredicateObject? {
            guard position < records.count else { return nil }
            defer {
                position += 1
                if position == records.count {
                    records.removeAll(keepingCapacity: true)
                    position = 0
                }
            }
            return records[position]
        }
    }

    private let state = Monitor(State())
    /// The number of records that wait.
    private static let limit = 512

    /// Notes how the query is cancelled; false if nobody wants the records any more.
    func begin(_ cancellation: PostgreSQLCancellation) -> Bool {
        state.change { state in
            state.cancellation = cancellation
            return !state.isCancelled
        }
    }

    /// Gives a record, and waits while too many are there; false if nobody wants more.
    func put(_ record: PredicateObject) -> Bool {
        let waiting = state.change { state -> CheckedContinuation<PredicateObject?, any Error>? in
            if let waiting = state.waiting {
                state.waiting = nil
                return waiting
            }
            state.records.append(record)
            return nil
        }
        waiting?.resume(returning: record)
        state.wait { $0.count < Self.limit || $0.isCancelled }
        return state.withLock { !$0.isCancelled }
    }

    /// Ends the records.
    func finish(_ error: (any Error)?) {
        let (waiting, result) = state.change {
            state -> (CheckedContinuation<PredicateObject?, any Error>?, Result<PredicateObject?, any Error>) in
            state.isFinished = true
            state.cancellation = nil
            // A query that was cancelled because nobody wants its rows has not failed.
            let failure = state.isCancelled ? nil : error
            // The error is told once: to who waits, otherwise to who asks next.
            if state.waiting == nil { state.error = failure }
            defer { state.waiting = nil }
            return (state.waiting, failure.map { .failure($0) } ?? .success(nil))
        }
        waiting?.resume(with: result)
    }

    /// Takes the next record as soon as there is one.
    func take(_ continuation: CheckedContinuation<PredicateObject?, any Error>) {
        let result = state.change { state -> Result<PredicateObject?, any Error>? in
            if state.isCancelled { return .success(nil) }
            if let record = state.takeFirst() { return .success(record) }
            guard state.isFinished else {
                state.waiting = continuation
                return nil
            }
            defer { state.error = nil }
            return state.error.map { .failure($0) } ?? .success(nil)
        }
        if let result { continuation.resume(with: result) }
    }

    /// Ends the reading, because nobody wants more records.
    func cancel() {
        let (waiting, cancellation) = state.change { state in
            state.isCancelled = true
            defer { state.waiting = nil }
            return (state.waiting, state.isFinished ? nil : state.cancellation)
        }
        waiting?.resume(returning: nil)
        cancellation?()
    }
}
#endif
