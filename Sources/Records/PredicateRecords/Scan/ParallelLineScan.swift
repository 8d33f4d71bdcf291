import PredicateCore

/// Scans an input piece by piece on several threads, and delivers the results in the order of the input.
package struct ParallelLineScan {
    /// The scans of each thread, by its number.
    private let scans: [[LineScan]]
    /// The minimum and maximum size of a piece in bytes. Small pieces stay in the processor's caches and let threads
    /// finish together. The minimum makes the cost per piece negligible.
    private static let pieceBytes = (least: 1 << 17, most: 1 << 18)

    /// The results of a part.
    private struct Scanned {
        /// The results of each scan.
        var found: [LineScan.Found] = []
        /// The piece; nil if no line begins in the part.
        var piece: ScanPiece?
        var failure: RecordError?
    }

    /// Uses as many threads as there are scans, at least one.
    package init(_ scans: [LineScan]) { self.scans = scans.map { [$0] } }

    /// The same with several predicates, which each piece is scanned for while it is in the caches.
    ///
    /// - Parameter scans: the scans of each thread, in the same order, none of them empty.
    package init(several scans: [[LineScan]]) { self.scans = scans }

    /// Scans lines that can be read from any location. This thread is one of the threads.
    ///
    /// - Parameters:
    ///   - pieceBytes: the size of a piece in bytes; nil for the best size.
    ///   - consume: called with the results of each piece, and the piece; false ends the scan.
    /// - Throws: if the input cannot be read, and the errors of `consume`.
    package func run(
        _ lines: RecordStream.WholeLines, pieceBytes: Int? = nil,
        consume: (LineScan.Found, ScanPiece) throws -> Bool
    ) throws {
        try runSeveral(lines, pieceBytes: pieceBytes) { found, piece in
            try consume(found.first ?? LineScan.Found(), piece)
        }
    }

    /// The same for several predicates: `consume` gets the results of each.
    package func runSeveral(
        _ lines: RecordStream.WholeLines, pieceBytes: Int? = nil,
        consume: ([LineScan.Found], ScanPiece) throws -> Bool
    ) throws {
        let share = lines.byteCount / (scans.count * 8)
        let pieceBytes = pieceBytes ?? min(Self.pieceBytes.most, max(Self.pieceBytes.least, share))
        switch lines.text {
        case .file(let file):
            let pieces = FilePieces(
                file, name: lines.name, from: lines.start, size: lines.end, pieceBytes: pieceBytes,
                recordBytes: lines.recordBytes)
            try run(pieces, lines.name, beforeWaiting: {}, consume)
        case .memory(let storage):
            let pieces = MemoryPieces(storage, from: lines.start, size: lines.end, pieceBytes: pieceBytes)
            try run(pieces, lines.name, beforeWaiting: {}, consume)
        }
    }

    /// Scans the lines of a stream as they arrive, on other threads than this one if there are several. Afterwards
    /// the stream is at the end of its lines, or must not be used any more.
    ///
    /// - Parameters:
    ///   - beforeWaiting: called on this thread before it waits for lines.
    ///   - consume: called with the results of each piece, and the piece; false ends the scan.
    /// - Throws: if the input cannot be read, and the errors of `consume` and `beforeWaiting`.
    package func run(
        _ stream: RecordStream, beforeWaiting: () throws -> Void,
        consume: (LineScan.Found, ScanPiece) throws -> Bool
    ) throws {
        try runSeveral(stream, beforeWaiting: beforeWaiting) { found, piece in
            try consume(found.first ?? LineScan.Found(), piece)
        }
    }

    /// The same for several predicates: `consume` gets the results of each.
    package func runSeveral(
        _ stream: RecordStream, beforeWaiting: () throws -> Void,
        consume: ([LineScan.Found], ScanPiece) throws -> Bool
    ) throws {
        try run(StreamPieces(stream), stream.name, beforeWaiting: beforeWaiting, consume)
    }

    private func run<Source: ScanSource>(
        _ source: Source, _ name: String?, beforeWaiting: () throws -> Void,
        _ consume: ([LineScan.Found], ScanPiece) throws -> Bool
    ) throws {
        let scans = scans
        let threads = scans.count
        let work = OrderedWork<Source.Part, Scanned>(
            bound: threads * 3, next: { () throws(RecordError) in try source.next() },
            // If this thread only delivers results, the last helper uses its scan.
            work: { part, number in Self.scan(part, of: source, with: scans[number % threads], name) })
        // A thread that waits for a pipe cannot deliver the results of others.
        let worksHere = !source.mayBlock || threads == 1
        try work.run(
            helpers: worksHere ? threads - 1 : threads, worksHere: worksHere, mayBlock: source.mayBlock,
            beforeWaiting: beforeWaiting
        ) { scanned in
            var goesOn = true
            if let piece = scanned.piece {
                var found = scanned.found
                for number in found.indices {
                    for index in found[number].errors.indices {
                        found[number].errors[index] = source.located(found[number].errors[index], in: piece)
                    }
                    found[number].unusable?.locate {
                        UnusableValues.Place(file: $0.file, source.line($0.number, in: piece), isLine: true)
                    }
                }
                defer { if found.contains(where: { !$0.matches.isEmpty }) { source.giveBack(piece.storage) } }
                goesOn = try consume(found, piece)
            }
            if goesOn, let failure = scanned.failure { throw failure }
            return goesOn
        }
    }

    private static func scan<Source: ScanSource>(
        _ part: Source.Part, of source: Source, with scans: [LineScan], _ name: String?
    ) -> Scanned {
        var scanned = Scanned()
        do throws(RecordError) {
            guard let piece = try source.piece(of: part) else { return scanned }
            scanned.found = piece.withText { text in
                scans.map { $0.scan(text, in: piece.range, origin: piece.origin, file: name) }
            }
            // The text of a piece without matches is not needed.
            if scanned.found.allSatisfy(\.matches.isEmpty) { source.giveBack(piece.storage) }
            scanned.piece = piece
            scanned.failure = piece.failure
        } catch {
            scanned.failure = error
        }
        return scanned
    }
}
