import PredicateCore

/// Work in independent pieces, done by several threads.
package enum ParallelWork {
    /// The size of a thread's stack in bytes; deeper nesting gets its own stack.
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

/// A part of an input for one scan, with its memory.
package struct ScanPiece {
    /// The memory. It must live as long as the results are read.
    var storage: ByteStorage
    /// The start of the text in the memory, and the number of bytes that may be read.
    var start: Int
    var count: Int
    /// The part of the text that is scanned.
    var range: Range<Int>
    /// The location of the text's first byte. Lines are counted from there.
    var origin: RecordError.Location
    /// Whether the records are lines.
    var isLines = true
    /// The error that prevents reading the input after this part.
    var failure: RecordError?

    /// The number of bytes of the input up to the end of this part.
    package var end: Int { origin.offset + range.upperBound }

    /// Calls a function with the text; locations of results refer to it.
    package func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(storage) {
            try body(UnsafeBufferPointer(start: UnsafePointer(storage.base + start), count: count))
        }
    }

    /// A record that was found, for a writer. Its location is only the number of bytes before it.
    ///
    /// - Parameter file: the name of the input.
    package func record(at location: Range<Int>, file: String? = nil) -> RawRecord {
        RawRecord(
            storage, at: start + location.lowerBound, count: location.count,
            location: RecordError.Location(offset: origin.offset + location.lowerBound, line: 0, column: 1), file: file,
            isLine: isLines)
    }
}
