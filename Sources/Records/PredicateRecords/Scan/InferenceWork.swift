import PredicateFormat

extension SchemaInference {
    /// The size of a piece for one thread in bytes.
    private static let pieceBytes = 1 << 18

    /// Adds the records of lines in a file or in memory, with several threads. The result is that of adding them in
    /// order.
    ///
    /// - Parameters:
    ///   - source: the input.
    ///   - reader: reads the records.
    ///   - threads: the number of threads, with this one.
    /// - Returns: false if the records must be added one by one to another inference: for other layouts and inputs, and
    ///   for the message about a bad record.
    package mutating func add(
        linesOf source: RecordSource, _ options: RecordInputOptions, _ reader: JSONReader, threads: Int
    ) -> Bool {
        guard source.isRereadable else { return false }
        do {
            guard let lines = try RecordStream(source, options).takeWholeLines() else { return false }
            switch lines.text {
            case .file(let file):
                let pieces = FilePieces(
                    file, name: lines.name, from: lines.start, size: lines.end, pieceBytes: Self.pieceBytes,
                    recordBytes: lines.recordBytes)
                return try add(pieces, reader, recordBytes: lines.recordBytes, threads: threads)
            case .memory(let storage):
                let pieces = MemoryPieces(storage, from: lines.start, size: lines.end, pieceBytes: Self.pieceBytes)
                return try add(pieces, reader, recordBytes: lines.recordBytes, threads: threads)
            }
        } catch {
            return false
        }
    }

    private mutating func add<Source: ScanSource>(
        _ source: Source, _ reader: JSONReader, recordBytes: Int, threads: Int
    ) throws -> Bool {
        let empty = SchemaInference(limits: limits)
        let work = OrderedWork<Source.Part, SchemaInference?>(
            bound: max(1, threads) * 3, next: { () throws(RecordError) in try source.next() },
            work: { part, _ in
                do throws(RecordError) {
                    guard let piece = try source.piece(of: part) else { return empty }
                    defer { source.giveBack(piece.storage) }
                    guard piece.failure == nil else { return nil }
                    var inference = empty
                    return try inference.add(linesOf: piece, reader, recordBytes: recordBytes) ? inference : nil
                } catch {
                    return nil
                }
            })
        var isComplete = true
        try work.run(helpers: max(1, threads) - 1, worksHere: true, mayBlock: false, beforeWaiting: {}) { inference in
            guard let inference else {
                isComplete = false
                return false
            }
            merge(inference)
            return true
        }
        return isComplete
    }

    /// - Returns: false for a line that is too long, or no object where objects are required.
    private mutating func add(
        linesOf piece: ScanPiece, _ reader: JSONReader, recordBytes: Int
    ) throws(RecordError) -> Bool {
        var reader = reader
        let base = UnsafePointer(piece.storage.base + piece.start)
        var start = piece.range.lowerBound
        while start < piece.range.upperBound {
            let end = firstLineFeed(in: base, from: start, to: piece.range.upperBound) ?? piece.range.upperBound
            guard end - start <= recordBytes else { return false }
            let line = UnsafeBufferPointer(start: base + start, count: end - start)
            if let first = line.first(where: { !JSONScanner.isBlank($0) }) {
                guard !reader.requiresObjects || first == UInt8(ascii: "{") else { return false }
                add(try reader.read(line))
            }
            start = end + 1
        }
        return true
    }
}
