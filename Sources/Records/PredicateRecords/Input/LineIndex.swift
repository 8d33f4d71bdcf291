import PredicateCore

/// Finds the lines of a plain file with several threads, without keeping their bytes.
struct LineIndex: Sendable {
    private let handle: InputFile
    private let size: Int
    private let recordBytes: Int
    private let isCancelled: @Sendable () -> Bool
    private let progress: @Sendable (Int) -> Void

    /// The number of bytes that a thread reads at once, and that a part of the table covers.
    private let pieceBytes: Int

    /// The default size of a piece in bytes. Tests set other sizes.
    static let pieceBytes = 1 << 22

    init(
        _ handle: InputFile, size: Int, recordBytes: Int, pieceBytes: Int = Self.pieceBytes,
        isCancelled: @escaping @Sendable () -> Bool, progress: @escaping @Sendable (Int) -> Void
    ) {
        self.handle = handle
        self.size = size
        self.recordBytes = min(recordBytes, 1 << 30)
        self.pieceBytes = max(16, pieceBytes)
        self.isCancelled = isCancelled
        self.progress = progress
    }

    /// The lines that begin in a piece of the file.
    private struct Piece: Sendable {
        var origin = 0
        var entries: [RecordTable.Entry] = []
        /// The number of lines that begin in the piece, including blank ones.
        var lineCount = 0
    }

    /// A line exceeds the record limit, reading failed, or the search was cancelled.
    private struct GivenUp: Error {}

    /// The lines that are not blank; nil if a line exceeds the record limit, the file cannot be read, or the search
    /// was cancelled.
    ///
    /// - Parameters:
    ///   - start: the start of the first line.
    ///   - threads: the number of threads, including this one.
    func parts(of file: TableFile, from start: Int, threads: Int) -> [(
        part: RecordTable.Part, entries: [RecordTable.Entry]
    )]? {
        let count = max(0, (size - start + pieceBytes - 1) / pieceBytes)
        let done = Locked(0)
        let pieces = try? ParallelWork.map(count, threads: threads) { [pieceBytes] in
            ByteStorage(capacity: pieceBytes + 1 + ByteStorage.alignment)
        } _: { [self] buffer, location in
            guard !isCancelled(), let piece = lines(from: start, piece: location, buffer) else { throw GivenUp() }
            progress(
                done.withLock { done in
                    done += 1
                    return min(size, start + done * pieceBytes)
                })
            return piece
        }
        guard let pieces else { return nil }
        var parts: [(part: RecordTable.Part, entries: [RecordTable.Entry])] = []
        var line = 0
        for piece in pieces {
            parts.append(
                (RecordTable.Part(content: .file(file), origin: piece.origin, first: 0, line: line), piece.entries))
            line += piece.lineCount
        }
        return parts
    }

    /// The lines that begin in a piece; nil if one exceeds the record limit or cannot be read.
    private func lines(from start: Int, piece: Int, _ buffer: ByteStorage) -> Piece? {
        let origin = start + piece * pieceBytes
        let end = min(size, origin + pieceBytes)
        // The byte before the piece shows whether a line begins with the piece.
        let first = piece == 0 ? origin : origin - 1
        let wanted = end - first
        // Positions in the file and in memory are equal modulo `ByteStorage.alignment`, as in `TableFile`.
        let shift = first % ByteStorage.alignment
        let memory = UnsafeMutableRawBufferPointer(start: buffer.base, count: wanted + shift)
        guard handle.fill(memory, at: first - shift) == memory.count else { return nil }
        var found = Piece()
        found.origin = origin
        found.entries.reserveCapacity(wanted / 256)
        let base = UnsafePointer(buffer.base + shift)
        let isWhole = withExtendedLifetime(buffer) { () -> Bool in
            var at = 0
            if piece > 0 {
                guard let feed = firstLineFeed(in: base, from: 0, to: wanted) else { return true }
                at = feed + 1
            }
            while at < wanted {
                let feed = firstLineFeed(in: base, from: at, to: wanted)
                let isComplete = feed != nil || end == size
                let behind = feed ?? wanted
                var count = behind - at
                if !isComplete {
                    guard let length = lengthOfLine(from: first + at, known: count) else { return false }
                    count = length
                }
                found.lineCount += 1
                if count > recordBytes { return false }
                // The rest of a line that continues after the piece is read separately.
                let isBlank =
                    isComplete ? RecordStream.isBlank(base + at, count) : isBlankLine(from: first + at, count)
                if !isBlank {
                    found.entries.append(
                        RecordTable.Entry(
                            start: UInt32(first + at - origin), count: UInt32(count), line: UInt32(found.lineCount),
                            column: 1))
                }
                at = behind + 1
            }
            return true
        }
        return isWhole ? found : nil
    }

    private func isBlankLine(from offset: Int, _ count: Int) -> Bool {
        var read = 0
        while read < count {
            let bytes = handle.bytes((offset + read)..<(offset + min(count, read + Self.window)))
            let isBlank = bytes.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { RecordStream.isBlank($0, bytes.count) } ?? false
            }
            if !isBlank { return false }
            read += bytes.count
        }
        return true
    }

    /// The number of bytes of a line that continues after its piece to read at a time.
    private static let window = 1 << 16

    /// The length of a line that continues after its piece; nil if it exceeds the record limit or cannot be read.
    private func lengthOfLine(from offset: Int, known: Int) -> Int? {
        var length = known
        var buffer = [UInt8](repeating: 0, count: Self.window)
        while length <= recordBytes {
            let read = buffer.withUnsafeMutableBytes { handle.fill($0, at: offset + length) }
            if read == 0 { return offset + length >= size ? length : nil }
            let feed = buffer.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.flatMap { firstLineFeed(in: $0, from: 0, to: read) }
            }
            if let feed { return length + feed <= recordBytes ? min(length + feed, size - offset) : nil }
            length += read
            if offset + length >= size { return size - offset <= recordBytes ? size - offset : nil }
        }
        return nil
    }
}

extension RecordTable {
    /// The records of a file. Records of a plain line-delimited file stay in it, and are read again for every walk.
    /// Other records are kept in memory.
    ///
    /// - Parameters:
    ///   - path: the file; gzip and zstd are decompressed.
    ///   - options: how the input is split into records.
    /// - Throws: if the file cannot be read or split into records.
    public static func file(
        _ path: String, _ options: RecordInputOptions = RecordInputOptions()
    ) throws(RecordError) -> RecordTable {
        if let table = try lines(of: path, options, threads: ParallelWork.processors) { return table }
        let stream = try RecordStream(RecordSource.file(path).held(), options)
        var table = RecordTable()
        while let record = try stream.next() { table.append(record) }
        return table
    }

    /// The records of a plain line-delimited file, whose bytes stay in the file; nil for every other input, and if a
    /// line exceeds the record limit. `RecordStream` reads those, and reports errors.
    ///
    /// - Parameters:
    ///   - path: the file. Lines that are appended later are ignored; `isFileChanged` reports other changes.
    ///   - options: how the input is split into records.
    ///   - threads: the number of threads.
    ///   - isCancelled: called from time to time; true ends the search, and the result is nil.
    ///   - progress: called with the number of bytes so far.
    package static func lines(
        of path: String, _ options: RecordInputOptions, threads: Int, pieceBytes: Int = LineIndex.pieceBytes,
        isCancelled: @escaping @Sendable () -> Bool = { false }, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(RecordError) -> RecordTable? {
        let source = RecordSource.file(path)
        guard InputFile.isRegular(path) else { return nil }
        let handle = try InputFile.open(path)
        // The size is taken first: a file that is cut off later is known by it.
        guard let version = handle.version, version.size > 0 else { return nil }
        let signature = handle.firstBytes(CompressionFormat.signatureLength)
        guard CompressionFormat(signature: signature) == nil, !options.form.changes(signature) else { return nil }
        // The stream recognises the layout.
        let stream = try RecordStream(source.held(isCancelled: isCancelled), options)
        guard try stream.isLines() else {
            try checkSize(of: handle, version.size, path)
            return nil
        }
        let file = TableFile(handle, size: version.size, time: version.time)
        let index = LineIndex(
            handle, size: version.size, recordBytes: options.limits.recordBytes, pieceBytes: pieceBytes,
            isCancelled: isCancelled, progress: progress)
        let start = handle.firstBytes(3) == [0xEF, 0xBB, 0xBF] ? 3 : 0
        guard let parts = index.parts(of: file, from: start, threads: threads) else {
            try checkSize(of: handle, version.size, path)
            return nil
        }
        return RecordTable(parts, file: path)
    }

    /// Checks that a file has not been truncated since its size was read.
    private static func checkSize(of handle: InputFile, _ size: Int, _ path: String) throws(RecordError) {
        guard let now = handle.version?.size, now < size else { return }
        throw .fileCutShort(size: size, rest: size - now, file: path)
    }
}
