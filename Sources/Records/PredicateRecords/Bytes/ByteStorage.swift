@preconcurrency import PredicatePlatform
import CRecordScan

/// Memory for a part of an input. The records of that part point into it, and its last owner releases it.
///
/// Bytes never change after they have been handed out: the stream writes only after them, or if it is the only owner.
final class ByteStorage: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
    let capacity: Int
    /// The alignment of memory. Copying is several times slower if the addresses in the input and in memory
    /// differ in their last bits.
    static let alignment = 64

    init(capacity: Int) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, capacity), alignment: Self.alignment)
        self.base = memory.bindMemory(to: UInt8.self, capacity: max(1, capacity))
        self.capacity = capacity
    }

    convenience init(copying bytes: UnsafeBufferPointer<UInt8>) {
        self.init(capacity: bytes.count)
        if let source = bytes.baseAddress { base.update(from: source, count: bytes.count) }
    }

    deinit { UnsafeMutableRawPointer(base).deallocate() }
}

/// The index of the first line feed at or after `start`; nil if there is none before `end`.
@inline(__always)
func firstLineFeed(in base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    guard start < end, let found = memchr(base + start, 0x0A, end - start) else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
}

/// The first occurrence of a few bytes in memory; nil if there is none.
func find(_ bytes: [UInt8], in base: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
        guard count > 0, let needle = bytes.baseAddress, let found = rs_find(base, count, needle, bytes.count) else {
            return nil
        }
        return base.distance(to: found)
    }
}

/// The number of line feeds.
func lineFeedCount(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    return rs_count_bytes(base, bytes.count, 0x0A)
}

/// The index of the last line feed; nil if there is none.
func lastLineFeed(in bytes: UnsafeBufferPointer<UInt8>) -> Int? { bytes.lastIndex(of: 0x0A) }

/// Compares two pieces of memory of the same length byte by byte. The result is below, at or above 0.
@inline(__always)
func compareMemory(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Int {
    Int(memcmp(a, b, count))
}

/// Well-formed UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing past U+10FFFF.
package enum UTF8Sequence {
    /// The length of the sequence at the start of a buffer; nil if it is malformed or cut off.
    @inline(__always)
    static func length(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = text.baseAddress else { return nil }
        let length = length(at: base, available: text.count)
        return length == 0 ? nil : length
    }

    /// The length of the sequence at `bytes`; 0 if it is malformed. At most `available` bytes are read.
    @inline(__always)
    package static func length(at bytes: UnsafePointer<UInt8>, available: Int) -> Int {
        guard available > 0 else { return 0 }
        let first = bytes[0]
        if first < 0x80 { return 1 }
        if first < 0xC2 || first > 0xF4 || available < 2 { return 0 }
        let second = bytes[1]
        guard second & 0xC0 == 0x80 else { return 0 }
        if first < 0xE0 { return 2 }
        guard available >= 3, bytes[2] & 0xC0 == 0x80 else { return 0 }
        if first < 0xF0 {
            if first == 0xE0 && second < 0xA0 { return 0 }
            if first == 0xED && second > 0x9F { return 0 }
            return 3
        }
        guard available >= 4, bytes[3] & 0xC0 == 0x80 else { return 0 }
        if first == 0xF0 && second < 0x90 { return 0 }
        if first == 0xF4 && second > 0x8F { return 0 }
        return 4
    }
}
