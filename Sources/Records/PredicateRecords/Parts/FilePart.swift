import PredicateFormat

/// A part of a line-delimited file: the lines that begin in a range of its bytes.
///
/// Several processes can each read a part. If their ranges cover the file without overlap, each line is in exactly
/// one part, wherever the ranges are cut.
package struct FilePart {
    /// The path of the file.
    package let path: String
    /// The bytes of the lines: from the start of the first line to the end of the last one. Empty if no line begins in
    /// the range.
    package let lines: Range<Int>
    let handle: InputFile
    /// The size of the file when the work was divided.
    private let size: Int
    /// The number of bytes to search at a time.
    private static let chunk = 1 << 16

    /// A part of a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - range: the bytes in which the lines begin. What lies outside of the file is ignored.
    ///   - size: the size of the file when the work was divided. Bytes that were appended later are ignored.
    /// - Throws: an error of the file; `file-cut-short` if it is smaller than `size`.
    package init(path: String, range: Range<Int>, size: Int) throws(RecordError) {
        self.path = path
        self.size = max(0, size)
        handle = try InputFile.open(path)
        if let present = handle.status.size, present < self.size {
            throw .fileCutShort(size: self.size, rest: self.size - present, file: path)
        }
        let start = Self.lineStart(at: range.lowerBound, in: handle, size: self.size)
        let end = Self.lineStart(at: range.upperBound, in: handle, size: self.size)
        lines = start..<max(start, end)
    }

    /// The start of the first line that begins at or after an offset; the size of the file if there is none.
    private static func lineStart(at offset: Int, in handle: InputFile, size: Int) -> Int {
        // A byte order mark is not part of the first line.
        if offset <= 0 { return min(size, handle.bytes(0..<min(3, size)) == [0xEF, 0xBB, 0xBF] ? 3 : 0) }
        // The line feed before a line shows where it begins.
        var at = offset - 1
        while at < size {
            let bytes = handle.bytes(at..<min(size, at + chunk))
            if bytes.isEmpty { return size }
            if let feed = bytes.firstIndex(of: 0x0A) { return at + feed + 1 }
            at += bytes.count
        }
        return size
    }

    /// The lines, for a scan.
    func wholeLines(_ limits: RecordLimits) -> RecordStream.WholeLines {
        RecordStream.WholeLines(
            text: .file(handle), name: path, recordBytes: limits.recordBytes, start: lines.lowerBound,
            end: lines.upperBound)
    }

    /// The lines as a stream. Locations have the offset in the file, but count lines from the start of the part.
    func stream(_ limits: RecordLimits) -> RecordStream {
        var window = InputWindow(FileReader(handle, file: path, part: lines))
        window.setLocation(RecordError.Location(offset: lines.lowerBound, line: 1, column: 1))
        return RecordStream(lines: window, name: path, limits: limits)
    }

    /// An error of the stream with the line in the file.
    func located(_ error: RecordError) -> RecordError {
        guard let location = error.location else { return whole(error) }
        var error = error
        error.location = RecordError.Location(
            offset: location.offset, line: location.line + lineFeeds, column: location.column)
        return error
    }

    /// An error about the size of the file with the size of the whole file, not that of the part.
    func whole(_ error: RecordError) -> RecordError {
        guard error.code == .fileCutShort, let present = handle.status.size else { return error }
        return .fileCutShort(size: size, rest: max(0, size - present), file: path)
    }

    /// The number of line feeds before the part. They are counted only for errors.
    private var lineFeeds: Int {
        var count = 0
        var at = 0
        while at < lines.lowerBound {
            let bytes = handle.bytes(at..<min(lines.lowerBound, at + (1 << 20)))
            if bytes.isEmpty { break }
            count += bytes.withUnsafeBufferPointer { lineFeedCount(in: $0) }
            at += bytes.count
        }
        return count
    }
}
