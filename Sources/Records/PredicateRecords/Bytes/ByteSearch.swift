@preconcurrency import PredicatePlatform

import CRecordScan

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
