#if Compression
import CCompression
#endif

/// A reader that decompresses or rewrites the bytes of another reader.
protocol UnpackingReader: ByteReader {
    /// The reader of the bytes as they are.
    var source: any ByteReader { get }

    /// Makes at least one byte, and reads more of the other reader if necessary; nil if `more` reaches its deadline.
    ///
    /// - Parameter more: reads bytes as they are; it returns 0 at their end, and nil at its deadline.
    func read(
        into buffer: UnsafeMutableRawBufferPointer,
        _ more: (UnsafeMutableRawBufferPointer) throws(RecordError) -> Int?
    ) throws(RecordError) -> Int?
}

extension UnpackingReader {
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordError) -> Int {
        try read(into: buffer) { input throws(RecordError) in try source.read(into: input) } ?? 0
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant
    ) throws(RecordError) -> Int? {
        try read(into: buffer) { input throws(RecordError) in try source.read(into: input, until: deadline) }
    }
}

#if Compression
/// The text of gzip data, with one or more members.
final class GzipReader: UnpackingReader {
    let source: any ByteReader
    private let file: String?
    private var stream = z_stream()
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var inputIsAtEnd = false
    private var isAtEnd = false
    /// Whether the stream is inside a member.
    private var isInMember = true
    private var isReady: Bool
    /// What is wrong after the bytes of the last read.
    private var failure: RecordError?

    init(_ source: any ByteReader, file: String?) {
        self.source = source
        self.file = file
        // 15 bits of window, and a gzip header.
        isReady = inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(&stream) }
        input.deallocate()
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer,
        _ more: (UnsafeMutableRawBufferPointer) throws(RecordError) -> Int?
    ) throws(RecordError) -> Int? {
        if let failure { throw failure }
        if isAtEnd || buffer.isEmpty { return 0 }
        guard isReady else { throw .readFailed(reason: "zlib cannot be started", file: file) }
        let room = min(buffer.count, 1 << 30)
        stream.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(room)
        while stream.avail_out == UInt32(room) {
            if stream.avail_in == 0 && !inputIsAtEnd {
                guard let count = try more(input) else { return nil }
                inputIsAtEnd = count == 0
                stream.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.avail_in = UInt32(count)
            }
            if !isInMember {
                // Another member, zeros that pad a block, or nothing.
                while stream.avail_in > 0, let next = stream.next_in, next.pointee == 0 {
                    stream.next_in = next + 1
                    stream.avail_in -= 1
                }
                if stream.avail_in == 0 {
                    if !inputIsAtEnd { continue }
                    isAtEnd = true
                    return 0
                }
                inflateReset(&stream)
                isInMember = true
            }
            if stream.avail_in == 0 && inputIsAtEnd { throw .truncatedCompression("gzip", file: file) }
            switch inflate(&stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isInMember = false
            default:
                let reason = stream.msg.map { String(cString: $0) } ?? "it is not gzip data"
                let failure = RecordError.corruptCompression("gzip", reason: reason, file: file)
                // The text before the corrupt byte is right.
                if stream.avail_out == UInt32(room) { throw failure }
                self.failure = failure
            }
        }
        return room - Int(stream.avail_out)
    }
}

/// The text of zstd data, with one or more frames.
final class ZstdReader: UnpackingReader {
    let source: any ByteReader
    private let file: String?
    private let windowLog: Int
    private let context: OpaquePointer?
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
    private var inputPosition = 0
    private var inputCount = 0
    private var inputIsAtEnd = false
    /// Whether a frame is complete, or none has begun.
    private var isBetweenFrames = false
    /// The packed bytes that the decoder asks for next.
    private var wantedCount = 0
    /// Whether the decoder may have text that the last buffer had no room for.
    private var mayHoldText = false

    init(_ source: any ByteReader, windowLog: Int, file: String?) {
        self.source = source
        self.file = file
        self.windowLog = windowLog
        context = ZSTD_createDCtx()
        if let context { ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Int32(min(31, max(10, windowLog)))) }
    }

    deinit {
        if let context { ZSTD_freeDCtx(context) }
        input.deallocate()
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer,
        _ more: (UnsafeMutableRawBufferPointer) throws(RecordError) -> Int?
    ) throws(RecordError) -> Int? {
        guard let context else { throw .readFailed(reason: "zstd cannot be started", file: file) }
        var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
        while output.pos == 0 && !buffer.isEmpty {
            if inputPosition == inputCount && !inputIsAtEnd {
                guard let count = try more(input) else { return nil }
                inputCount = count
                inputPosition = 0
                inputIsAtEnd = inputCount == 0
            }
            if inputIsAtEnd && isBetweenFrames { return 0 }
            var chunk = ZSTD_inBuffer(src: input.baseAddress, size: inputPosition + nextCount, pos: inputPosition)
            let result = ZSTD_decompressStream(context, &output, &chunk)
            inputPosition = chunk.pos
            if ZSTD_isError(result) != 0 {
                if ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge {
                    throw .compressionWindow(limit: windowLog, file: file)
                }
                throw .corruptCompression("zstd", reason: String(cString: ZSTD_getErrorName(result)), file: file)
            }
            isBetweenFrames = result == 0
            wantedCount = result
            mayHoldText = result != 0 && output.pos == output.size
            // When the input is used up, the decoder may still hold output.
            if inputIsAtEnd && output.pos == 0 && !isBetweenFrames {
                throw .truncatedCompression("zstd", file: file)
            }
        }
        return output.pos
    }

    /// The packed bytes to decode in one step: at most one block.
    ///
    /// A step that fails gives no text. If it began with a good block or with text that is held, that would be lost. The decoder asks for
    /// a block together with the header of the next one; the header has to wait.
    private var nextCount: Int {
        if mayHoldText { return 0 }
        let header = 3
        return min(inputCount - inputPosition, max(1, wantedCount > header ? wantedCount - header : wantedCount))
    }
}
#endif
