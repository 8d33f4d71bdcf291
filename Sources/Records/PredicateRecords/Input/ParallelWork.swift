import PredicateFormat

/// Work in independent pieces, done by several threads.
package enum ParallelWork {
    /// The size of a thread's stack in bytes; deeper nesting gets a stack of its own.
    private static let stackSize = 8 << 20

    private struct State<Result: Sendable>: Sendable {
        var next = 0
        var results: [Result?]
        var failure: (any Error)?
    }

    /// The maximum number of threads that work at once.
    package static let processors = min(64, WorkerThread.processorCount)

    /// Processes a number of pieces, each by the next free thread, and returns their results in order.
    ///
    /// - Parameters:
    ///   - threads: the number of threads, including this one.
    ///   - start: makes the tools of a thread.
    ///   - work: processes a piece.
    /// - Throws: the first error of a piece. No further pieces are started then.
    package static func map<Tools, Result: Sendable>(
        _ count: Int, threads: Int, start: @escaping @Sendable () throws -> Tools,
        _ work: @escaping @Sendable (inout Tools, Int) throws -> Result
    ) throws -> [Result] {
        let state = Locked(State<Result>(results: Array(repeating: nil, count: count)))
        let run: @Sendable () -> Void = {
            do {
                var tools = try start()
                while true {
                    let piece = state.withLock { state -> Int? in
                        guard state.failure == nil, state.next < count else { return nil }
                        defer { state.next += 1 }
                        return state.next
                    }
                    guard let piece else { return }
                    let result = try work(&tools, piece)
                    state.withLock { $0.results[piece] = result }
                }
            } catch {
                state.withLock { $0.failure = $0.failure ?? error }
            }
        }
        var helpers: [WorkerThread] = []
        for _ in 1..<max(1, min(threads, count)) {
            if let thread = WorkerThread(stackSize: stackSize, run) { helpers.append(thread) }
        }
        run()
        for thread in helpers { thread.join() }
        let done = state.withLock { $0 }
        if let failure = done.failure { throw failure }
        return done.results.compactMap { $0 }
    }
}
