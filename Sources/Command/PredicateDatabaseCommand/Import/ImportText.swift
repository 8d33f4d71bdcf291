#if SQLite || PostgreSQL
import PredicatePlatform

/// Text that grows at its end. Writers reserve room once for several small parts, because a check for each byte would
/// cost more than the byte.
final class ImportText {
    private var base = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)
    private var capacity = 1 << 16
    private(set) var count = 0

    deinit { base.deallocate() }

    /// The text; valid until it changes.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    func removeAll() { count = 0 }

    /// Removes everything after a number of bytes.
    func cut(to count: Int) { if count < self.count { self.count = max(0, count) } }

    /// Makes room for a number of bytes after the text.
    @inline(__always)
    func reserve(_ more: Int) { if more > capacity &- count { grow(more) } }

    @inline(never)
    private func grow(_ more: Int) {
        let larger = max(count + more, capacity * 2)
        let next = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        next.update(from: base, count: count)
        base.deallocate()
        base = next
        capacity = larger
    }

    /// Appends a byte, for which there must be room.
    @inline(__always)
    func put(_ byte: UInt8) {
        base[count] = byte
        count &+= 1
    }

    /// Appends bytes, for which there must be room.
    @inline(__always)
    func put(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        memcpy(base + count, bytes, length)
        count &+= length
    }

    /// Appends bytes.
    func append(_ bytes: [UInt8]) {
        reserve(bytes.count)
        bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { put(start, $0.count) } }
    }

    /// Appends an ASCII text.
    @inline(__always)
    func append(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        put(text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Appends a number in its shortest form that reads back as the same.
    func append(_ number: Double) {
        var text = number.description
        text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return }
            reserve(bytes.count)
            put(start, bytes.count)
        }
    }

    /// Appends an integer.
    func append(_ number: Int64) {
        reserve(20)
        var rest = number.magnitude
        if number < 0 { put(0x2D) }
        var length = 1
        var bound: UInt64 = 10
        while length < 20, rest >= bound {
            length &+= 1
            if length < 20 { bound &*= 10 }
        }
        var place = base + count + length
        for _ in 0..<length {
            place -= 1
            place.pointee = UInt8(truncatingIfNeeded: rest % 10) &+ 0x30
            rest /= 10
        }
        count &+= length
    }
}
#endif
