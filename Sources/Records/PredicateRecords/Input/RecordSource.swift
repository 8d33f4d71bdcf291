import PredicateCore

/// The input that records are read from.
public struct RecordSource: Sendable {
    /// Reads the available bytes into a buffer, at least one, and returns their number; 0 at the end.
    public typealias ReadFunction = @Sendable (UnsafeMutableRawBufferPointer) throws(RecordError) -> Int

    private enum Kind: Sendable {
        case file(String)
        case descriptor(Int32)
        case bytes([UInt8])
        case function(ReadFunction)
        case open(InputFile)
    }

    private let kind: Kind
    /// The name for errors; nil for standard input and memory.
    public let name: String?
    private var chunk = InputWindow.chunk
    /// Whether the whole input is needed at once, so that a pipe without a writer is an error.
    private var isWhole = false
    /// The state of the file when it was first opened, if it may not be shorter when it is opened again.
    private var opened: Locked<(identity: FileIdentity, size: Int)?>?
    private var isCancelled: (@Sendable () -> Bool)?
    /// Called before a read of a pipe that waits; returning false ends the input.
    private var beforeWaiting: (@Sendable () -> Bool)?

    /// A file. gzip and zstd are recognised by their first bytes.
    ///
    /// A regular file is read up to its size when it was opened. If it is truncated meanwhile, that is an error
    /// (`file-cut-short`). Files without a size, such as pipes, devices and files of `/proc`, are read to their end.
    public static func file(_ path: String) -> RecordSource { RecordSource(kind: .file(path), name: path) }

    /// Standard input.
    public static var standardInput: RecordSource { RecordSource(kind: .descriptor(0), name: nil) }

    /// Standard input that reports when it has to wait, so that a program can write its buffered output.
    ///
    /// - Parameters:
    ///   - name: the name for errors.
    ///   - beforeWaiting: called before every read that would wait for bytes; false ends the input.
    public static func standardInput(
        name: String? = nil, beforeWaiting: @escaping @Sendable () -> Bool
    ) -> RecordSource {
        let input = InputFile(0, closes: false)
        input.widen()
        return RecordSource(kind: .open(input), name: name).telling(beforeWaiting)
    }

    /// A copy of the source that, for a pipe, reports each wait, so that a program can write its buffered output.
    ///
    /// - Parameter beforeWaiting: called before every read that would wait; returning false ends the input.
    package func telling(_ beforeWaiting: @escaping @Sendable () -> Bool) -> RecordSource {
        var source = self
        source.beforeWaiting = beforeWaiting
        return source
    }

    /// Bytes in memory.
    public static func bytes(_ bytes: [UInt8], name: String? = nil) -> RecordSource {
        RecordSource(kind: .bytes(bytes), name: name)
    }

    /// Text in memory.
    public static func text(_ text: String, name: String? = nil) -> RecordSource {
        .bytes(Array(text.utf8), name: name)
    }

    /// Bytes from a function, chunk by chunk.
    public static func function(name: String? = nil, _ read: @escaping ReadFunction) -> RecordSource {
        RecordSource(kind: .function(read), name: name)
    }

    /// Whether the source is a file, not a copy of it in another form.
    package var isFile: Bool { if case .file = kind { true } else { false } }

    private init(kind: Kind, name: String?) {
        self.kind = kind
        self.name = name
    }

    /// A copy of the source whose file may not become shorter between two openings: one for a sample, one for all
    /// records.
    package func keepingSize() -> RecordSource {
        var source = self
        source.opened = Locked(nil)
        return source
    }

    /// A copy of the source for programs that keep its records. It is read in large pieces.
    ///
    /// - Parameter isCancelled: called before each piece, and while waiting for input; true ends the input there. The
    ///   caller must check at the end whether reading was cancelled.
    package func held(isCancelled: (@Sendable () -> Bool)? = nil) -> RecordSource {
        var source = self
        source.chunk = 1 << 22
        source.isCancelled = isCancelled
        return source
    }

    /// A copy of the source for input that is read as a whole, such as a schema.
    func whole() -> RecordSource {
        var source = self
        source.isWhole = true
        return source
    }

    /// A copy of the source with a given initial window size, for tests.
    package func reading(inChunksOf size: Int) -> RecordSource {
        var source = self
        source.chunk = size
        return source
    }

    /// Whether the source can be read more than once: a regular file by its path, or memory.
    package var isRereadable: Bool {
        switch kind {
        case .file(let path): InputFile.isRegular(path)
        case .bytes: true
        case .descriptor, .function, .open: false
        }
    }

    /// The size in bytes of an uncompressed regular file; nil for everything else.
    package var plainSize: Int? {
        guard case .file(let path) = kind, InputFile.isRegular(path), let handle = try? InputFile.open(path),
            let size = handle.status.size,
            CompressionFormat(signature: handle.firstBytes(CompressionFormat.signatureLength)) == nil
        else { return nil }
        return size
    }

    /// Some lines from later parts of an uncompressed regular file, for a sample: from a third, two thirds and the
    /// end. Empty for other sources.
    ///
    /// - Parameter start: the number of bytes at the beginning that are already known.
    package func laterLines(behind start: Int) -> [RawRecord] {
        guard case .file(let path) = kind, InputFile.isRegular(path), let handle = try? InputFile.open(path),
            let size = handle.status.size, size > start,
            CompressionFormat(signature: handle.firstBytes(CompressionFormat.signatureLength)) == nil
        else { return [] }
        // Short lines need few bytes. More bytes are read only if these contain too few lines.
        let short = Self.excerpts(of: handle, behind: start, size: size, bytes: Self.excerptBytes / 8)
        if size - start <= Self.excerptBytes / 8 || short.allSatisfy({ $0.count == Self.excerptLines }) {
            return short.flatMap(\.self)
        }
        return Self.excerpts(of: handle, behind: start, size: size, bytes: Self.excerptBytes).flatMap(\.self)
    }

    /// Lines at one third, at two thirds and at the end of a file.
    private static func excerpts(of handle: InputFile, behind start: Int, size: Int, bytes: Int) -> [[RawRecord]] {
        let last = max(start, size - bytes)
        let offsets = [size / 3, size / 3 * 2].filter { $0 > start && $0 < last } + [last]
        return offsets.map { lines(of: handle, in: $0..<min($0 + bytes, size), fileSize: size) }
    }

    /// The last lines of a part of a file, without incomplete ones.
    private static func lines(of handle: InputFile, in range: Range<Int>, fileSize: Int) -> [RawRecord] {
        let bytes = handle.bytes(range)
        // The first line is incomplete. So is the last one, unless it ends the file.
        let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst()
        let whole = range.lowerBound + bytes.count < fileSize ? parts.dropLast() : parts
        return whole.filter { !$0.isEmpty }.suffix(excerptLines).map { RawRecord(bytes: Array($0)) }
    }

    /// The size of a part of a file for `laterLines`, and the number of lines to take from it.
    private static let excerptBytes = 1 << 15
    private static let excerptLines = 12

    /// Opens the source. Compressed data is recognised by its first bytes.
    func open(_ limits: RecordLimits, _ form: TextForm = TextForm()) throws(RecordError) -> InputWindow {
        switch kind {
        case .bytes(let bytes):
            if let format = ForeignFormat(signature: bytes) { throw .foreignFormat(format, file: name, isPipe: isPipe) }
            if CompressionFormat(signature: bytes) == nil, !form.changes(bytes) {
                return InputWindow(whole: bytes.withUnsafeBufferPointer { ByteStorage(copying: $0) })
            }
            let storage = ArrayReader(bytes)
            return try window(over: storage, limits, form)
        case .function(let function):
            return try window(over: FunctionReader(function), limits, form)
        case .descriptor(let descriptor):
            return try window(over: FileReader(InputFile(descriptor, closes: false), file: name), limits, form)
        case .open(let handle):
            return try window(over: FileReader(handle, file: name, beforeWaiting: beforeWaiting), limits, form)
        case .file(let path):
            let (handle, head) = isWhole ? try InputFile.openWhole(path) : (try InputFile.open(path), [])
            try checkSize(of: handle)
            // Reading a regular file never waits.
            let told = handle.status.size == nil ? beforeWaiting : nil
            let reader = FileReader(handle, file: name, isCancelled: isCancelled, beforeWaiting: told)
            if let size = handle.promisedSize {
                let signature = handle.firstBytes(CompressionFormat.signatureLength)
                if let format = ForeignFormat(signature: signature) {
                    throw .foreignFormat(format, file: name, isPipe: isPipe)
                }
                guard CompressionFormat(signature: signature) == nil, !form.changes(signature) else {
                    return try window(over: reader, limits, form)
                }
                return InputWindow(
                    PlainFile(handle: handle, size: size, reader: reader), chunk: min(chunk, size + 1))
            }
            return try window(over: PrefixedReader(head, then: reader), limits, form)
        }
    }

    /// Whether the bytes come from no file that a command could name.
    private var isPipe: Bool {
        switch kind {
        case .file, .bytes: false
        case .function, .descriptor, .open: true
        }
    }

    /// Throws if a file has become shorter since it was last opened. Another file under the same path is not checked.
    private func checkSize(of handle: InputFile) throws(RecordError) {
        guard let opened, let identity = handle.identity, let size = handle.status.size else { return }
        let before = opened.withLock { opened -> Int? in
            if let opened, opened.identity == identity { return opened.size }
            opened = (identity, size)
            return nil
        }
        if let before, size < before { throw .fileCutShort(size: before, rest: before - size, file: name) }
    }

    private func window(
        over reader: any ByteReader, _ limits: RecordLimits, _ form: TextForm
    ) throws(RecordError) -> InputWindow {
        var signature: [UInt8] = []
        while signature.count < CompressionFormat.signatureLength {
            var bytes = [UInt8](repeating: 0, count: CompressionFormat.signatureLength - signature.count)
            let count = try Self.read(reader, into: &bytes)
            if count == 0 { break }
            signature += bytes.prefix(count)
            // Plain text must not wait for more bytes: `{}` on a terminal is a record.
            if let first = signature.first, ![0x1F, 0x28, 0xFD, 0x42, 0x04, 0xFF, 0xFE].contains(first),
                first & 0xF0 != 0x50
            {
                break
            }
        }
        if let format = ForeignFormat(signature: signature) { throw .foreignFormat(format, file: name, isPipe: isPipe) }
        var text = PrefixedReader(signature, then: reader)
        if let format = CompressionFormat(signature: signature) {
            #if Compression
            let unpacked: any UnpackingReader =
                switch format {
                case .gzip: GzipReader(text, file: name)
                case .zstd: ZstdReader(text, windowLog: limits.windowLog, file: name)
                }
            var first: [UInt8] = [0]
            do throws(RecordError) {
                signature = try Self.read(unpacked, into: &first) == 0 ? [] : first
                text = PrefixedReader(signature, then: unpacked)
            } catch {
                // It belongs to the first record.
                text = PrefixedReader([], then: FunctionReader { _ throws(RecordError) in throw error })
            }
            #else
            throw .readFailed(reason: "this build cannot read \(format) (the trait Compression is off)", file: name)
            #endif
        }
        guard form.changes(signature) else { return InputWindow(text, chunk: chunk) }
        let isSequence = signature.first == TextFormReader.separator
        return InputWindow(TextFormReader(text, form, isSequence: isSequence), chunk: chunk)
    }

    private static func read(_ reader: any ByteReader, into bytes: inout [UInt8]) throws(RecordError) -> Int {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { buffer.deallocate() }
        let count = try reader.read(into: buffer)
        for index in 0..<count { bytes[index] = buffer[index] }
        return count
    }
}

/// Bytes in memory as a reader.
private final class ArrayReader: ByteReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordError) -> Int {
        let count = min(buffer.count, bytes.count)
        buffer.copyBytes(from: bytes.prefix(count))
        bytes = bytes.dropFirst(count)
        return count
    }
}

extension RecordSource {
    /// The whole input as text, decompressed; for schemas and predicates, not for records.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes.
    ///   - keepsMark: whether to keep a byte order mark, for a caller that writes the text back.
    /// - Throws: an error of the file, `record-too-large` past the limit, or `invalid-utf8`.
    public func text(limit: Int = 64 << 20, keepsMark: Bool = false) throws(RecordError) -> String {
        var window = try whole().open(.standard)
        while window.count <= limit, try window.fill() {}
        guard window.count <= limit else { throw .fileTooLarge(limit: limit, file: name) }
        // Decoding replaces invalid bytes, which changes the text.
        var text = String(decoding: window.bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(window.bytes) else {
            throw .notText(file: name)
        }
        if !keepsMark, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        return text
    }
}
