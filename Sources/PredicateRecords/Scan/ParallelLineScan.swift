import PredicateFormat

/// Scans a whole input on several threads, piece by piece, and hands on what is found in the order of the input.
package struct ParallelLineScan {
    private let scans: [LineScan]
    /// Bytes of a piece at least and at most: small enough that an early end saves work, large enough that threads cost nothing.
    private static let pieceBytes = (least: 1 << 19, most: 1 << 23)
    /// Bytes of a thread's stack; what is deep has one of its own.
    private static let stackSize = 4 << 20

    /// A scan on so many threads.
    package init(_ scan: LineScan, threads: Int) {
        var scans = [scan]
        while scans.count < threads, let copy = scan.copy() { scans.append(copy) }
        self.scans = scans
    }

    /// Scans the text from `start` on.
    ///
    /// - Parameters:
    ///   - file: the name of the input, for errors.
    ///   - consume: given what has been found in each piece, and where the piece ends; false ends the scan.
    package func run(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, file: String?,
        consume: (LineScan.Found, Int) throws -> Bool
    ) throws {
        let size = min(
            Self.pieceBytes.most, max(Self.pieceBytes.least, (text.count - start) / (scans.count * 16)))
        var next = start
        var pending: [(found: LineScan.Found, end: Int)] = []
        while next < text.count || !pending.isEmpty {
            var pieces: [Range<Int>] = []
            while pieces.count < scans.count, next < text.count {
                let end = Self.endOfLine(text, from: min(text.count, next + size))
                pieces.append(next..<end)
                next = end
            }
            // While the next pieces are scanned, what was found in the last ones is handed on.
            let wave = Wave(scans, text, pieces, file)
            wave.start(runsFirstHere: pending.isEmpty)
            defer { wave.finish() }
            for (found, end) in pending where try !consume(found, end) { return }
            pending = wave.finish()
        }
    }

    /// Behind the first line feed at or after a place.
    private static func endOfLine(_ text: UnsafeBufferPointer<UInt8>, from place: Int) -> Int {
        guard let base = text.baseAddress, place < text.count else { return text.count }
        return firstLineFeed(in: base, from: max(0, place - 1), to: text.count).map { $0 + 1 } ?? text.count
    }

    /// As many pieces as there are threads.
    private final class Wave: @unchecked Sendable {
        // Each thread writes the place of its own piece, and nobody reads before all threads are joined.
        private let scans: [LineScan]
        private let text: UnsafeBufferPointer<UInt8>
        private let pieces: [Range<Int>]
        private let file: String?
        private let results: UnsafeMutablePointer<LineScan.Found>
        private var threads: [WorkerThread] = []
        private var isFinished = false

        init(
            _ scans: [LineScan], _ text: UnsafeBufferPointer<UInt8>, _ pieces: [Range<Int>], _ file: String?
        ) {
            self.scans = scans
            self.text = text
            self.pieces = pieces
            self.file = file
            results = .allocate(capacity: max(1, pieces.count))
            results.initialize(repeating: LineScan.Found(), count: pieces.count)
        }

        deinit {
            results.deinitialize(count: pieces.count)
            results.deallocate()
        }

        private func scan(_ index: Int) { results[index] = scans[index].scan(text, in: pieces[index], file: file) }

        /// Starts a thread for each piece; with one piece alone, or where there is no thread, it is scanned at once.
        func start(runsFirstHere: Bool) {
            for index in pieces.indices where !(runsFirstHere && index == 0) && pieces.count > 1 {
                if let thread = WorkerThread(stackSize: ParallelLineScan.stackSize, { self.scan(index) }) {
                    threads.append(thread)
                } else {
                    scan(index)
                }
            }
            if let first = pieces.indices.first, runsFirstHere || pieces.count == 1 { scan(first) }
        }

        /// Waits for all, and gives what has been found.
        @discardableResult
        func finish() -> [(found: LineScan.Found, end: Int)] {
            if !isFinished {
                isFinished = true
                for thread in threads { thread.join() }
            }
            return pieces.indices.map { (results[$0], pieces[$0].upperBound) }
        }
    }
}
