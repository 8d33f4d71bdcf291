/// Cuts a stream of bytes into the bodies of messages: header lines, an empty line, and as many bytes as `Content-Length` says.
///
/// The stream may be anything. A header that cannot be read is reported once, and reading goes on where the next `Content-Length`
/// is. A body that is too long is skipped without being kept.
package struct FrameReader: Sendable {
    /// What was read.
    package enum Event: Equatable, Sendable {
        /// The body of a message.
        case body([UInt8])
        /// A message that cannot be read, with the reason. Reading goes on after it.
        case fault(String)
    }

    private enum State: Sendable {
        case header
        case body(Int)
        case skipping(Int)
        /// After a broken header, up to the next one.
        case lost
    }

    /// Bytes of the header of a message.
    package static let headerBytes = 8 << 10
    /// Bytes of the body of a message.
    package static let bodyBytes = 64 << 20

    private var buffer: [UInt8] = []
    /// The bytes of the buffer that were used.
    private var start = 0
    private var state = State.header

    package init() {}

    /// The bytes that are kept.
    package var pendingBytes: Int { buffer.count - start }

    /// Adds bytes of the stream.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        if start == buffer.count {
            // The memory of a large message is not kept.
            buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
            start = 0
        } else if start > 0, start >= buffer.count / 2 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next event; nil if more bytes are needed.
    package mutating func next() -> Event? {
        while true {
            switch state {
            case .header:
                guard let header = takeHeader() else {
                    guard pendingBytes > Self.headerBytes else { return nil }
                    state = .lost
                    return .fault("the header has more than \(Self.headerBytes >> 10) KiB")
                }
                guard let length = Self.contentLength(of: header) else {
                    state = .lost
                    return .fault("the header has no Content-Length")
                }
                guard length <= Self.bodyBytes else {
                    state = .skipping(length)
                    return .fault("the message has more than \(Self.bodyBytes >> 20) MiB")
                }
                state = .body(length)
            case .body(let length):
                guard pendingBytes >= length else { return nil }
                let body = Array(buffer[start..<start + length])
                start += length
                state = .header
                return .body(body)
            case .skipping(let length):
                let count = min(length, pendingBytes)
                start += count
                guard count == length else {
                    state = .skipping(length - count)
                    return nil
                }
                state = .header
            case .lost:
                guard findHeader() else { return nil }
                state = .header
            }
        }
    }

    /// The lines of the header, if all of it is there. An empty line ends it.
    private mutating func takeHeader() -> ArraySlice<UInt8>? {
        var lineStart = start
        let end = min(buffer.count, start + Self.headerBytes)
        var index = start
        while index < end {
            if buffer[index] == 0x0A {
                let isEmpty = index == lineStart || index == lineStart + 1 && buffer[lineStart] == 0x0D
                if isEmpty, lineStart > start {
                    let header = buffer[start..<lineStart]
                    start = index + 1
                    return header
                }
                lineStart = index + 1
            }
            index += 1
        }
        return nil
    }

    /// The value of `Content-Length`; nil if there is none or if it is not a number.
    private static func contentLength(of header: ArraySlice<UInt8>) -> Int? {
        for line in header.split(separator: 0x0A) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                line[..<colon].elementsEqual(name, by: { $0 | 0x20 == $1 })
            else { continue }
            let digits = line[(colon + 1)...].filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
            guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return Int(String(decoding: digits, as: UTF8.self))
        }
        return nil
    }

    private static let name = Array("content-length".utf8).map { $0 | 0x20 }

    /// Goes on to the next `Content-Length` after a broken header. The bytes before it are dropped.
    private mutating func findHeader() -> Bool {
        let count = Self.name.count
        while start + count <= buffer.count {
            if buffer[start..<start + count].elementsEqual(Self.name, by: { $0 | 0x20 == $1 }) { return true }
            start += 1
        }
        return false
    }
}
