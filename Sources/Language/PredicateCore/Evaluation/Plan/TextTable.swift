/// A constant text in UTF-8, at a fixed address.
package final class TextBytes: @unchecked Sendable {
    // Threads may share it because nothing is written after `init`.
    package let base: UnsafePointer<UInt8>
    package let count: Int

    /// The bytes of a string.
    package convenience init(_ text: String) { self.init(Array(text.utf8)) }

    /// A copy of bytes.
    package init(_ bytes: [UInt8]) {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        memory.initialize(from: bytes, count: bytes.count)
        base = UnsafePointer(memory)
        count = bytes.count
    }

    deinit { base.deallocate() }

    /// The bytes. They are valid as long as the object.
    @inline(__always)
    package var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }
}

/// Distinct strings, numbered from 0 in the order of insertion, and found by a hash.
///
/// It is plain memory that its owner frees, so a loop over records reads it without counting references. The hash
/// covers the length and both ends of a string. If too many strings collide, it covers all bytes, with a random seed.
package struct TextIndex {
    /// A string. A free entry has the number -1.
    @usableFromInline struct Entry {
        @usableFromInline var start: Int
        @usableFromInline var count: Int32
        @usableFromInline var number: Int32
    }

    @usableFromInline private(set) var entries: UnsafeMutablePointer<Entry>
    @usableFromInline private(set) var mask: Int
    /// The strings, one after another.
    @usableFromInline private(set) var memory: UnsafeMutablePointer<UInt8>
    @usableFromInline private(set) var isWhole: Bool
    private var capacity: Int
    /// The bytes of all strings together.
    package private(set) var byteCount = 0
    package private(set) var count = 0

    /// If inserting a string takes more probes than this, the index hashes all bytes.
    private static let mostProbes = 6
    /// Random, so that nobody can choose colliding strings in advance.
    @usableFromInline static let seed = UInt64.random(in: .min ... .max)

    /// An index without strings.
    ///
    /// - Parameter isWhole: whether all bytes of strings are hashed from the start. Strings of data often have the same
    ///   ends.
    package init(isWhole: Bool) {
        self.isWhole = isWhole
        mask = 15
        entries = Self.free(16)
        capacity = 64
        memory = .allocate(capacity: capacity)
    }

    /// Frees the memory. The index must not be used afterwards.
    package func deallocate() {
        entries.deallocate()
        memory.deallocate()
    }

    /// The strings, one after another, in the order of their numbers.
    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: byteCount) }

    /// The number of a string; -1 if it is not in the index.
    @inlinable @inline(__always)
    package func number(of text: UnsafeBufferPointer<UInt8>) -> Int32 {
        var location = (isWhole ? Self.wholeHash(text) : Self.hash(text)) & mask
        // At most a quarter of the locations is in use, so the search ends.
        while true {
            let entry = entries[location]
            if entry.number < 0 { return -1 }
            if Int(entry.count) == text.count, Self.isSame(memory + entry.start, text) { return entry.number }
            location = (location + 1) & mask
        }
    }

    @inlinable @inline(__always)
    static func isSame(_ known: UnsafePointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let (raw, other) = (UnsafeRawPointer(known), UnsafeRawBufferPointer(text))
        let count = other.count
        var index = 0
        while index + 8 <= count {
            if raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                != other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            {
                return false
            }
            index += 8
        }
        while index < count {
            if known[index] != text[index] { return false }
            index += 1
        }
        return true
    }

    /// The number of a string. A new text gets a new number.
    package mutating func insert(_ text: UnsafeBufferPointer<UInt8>) -> Int32 {
        let known = number(of: text)
        if known >= 0 { return known }
        guard let length = Int32(exactly: text.count), count < Int32.max else { return -1 }
        if byteCount + text.count > capacity { grow(by: text.count) }
        if let base = text.baseAddress { (memory + byteCount).initialize(from: base, count: text.count) }
        if 4 * (count + 1) > mask + 1 { rehash(size: 4 * (mask + 1)) }
        let number = Int32(truncatingIfNeeded: count)
        let probes = place(Entry(start: byteCount, count: length, number: number))
        byteCount += text.count
        count += 1
        if probes > Self.mostProbes, !isWhole {
            isWhole = true
            rehash(size: mask + 1)
        }
        return number
    }

    private static func free(_ size: Int) -> UnsafeMutablePointer<Entry> {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: size)
        entries.initialize(repeating: Entry(start: 0, count: 0, number: -1), count: size)
        return entries
    }

    private mutating func place(_ entry: Entry) -> Int {
        let text = UnsafeBufferPointer(start: UnsafePointer(memory + entry.start), count: Int(entry.count))
        var location = (isWhole ? Self.wholeHash(text) : Self.hash(text)) & mask
        var probes = 0
        while entries[location].number >= 0 {
            location = (location + 1) & mask
            probes += 1
        }
        entries[location] = entry
        return probes
    }

    private mutating func rehash(size: Int) {
        let old = UnsafeMutableBufferPointer(start: entries, count: mask + 1)
        entries = Self.free(size)
        mask = size - 1
        for entry in old where entry.number >= 0 { _ = place(entry) }
        old.baseAddress?.deallocate()
    }

    private mutating func grow(by count: Int) {
        capacity = max(2 * capacity, byteCount + count)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.initialize(from: memory, count: byteCount)
        memory.deallocate()
        memory = larger
    }

    @inlinable @inline(__always)
    static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        let raw = UnsafeRawBufferPointer(text)
        let count = raw.count
        var first: UInt64 = 0
        var last: UInt64 = 0
        if count >= 8 {
            first = raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
            last = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        } else if count >= 4 {
            first = UInt64(raw.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
            last = UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
        } else {
            for byte in raw { first = first << 8 | UInt64(byte) }
        }
        var hash = (first ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ hash >> 32 ^ last) &* 0xC2B2_AE3D_27D4_EB4F
        return Int(truncatingIfNeeded: hash >> 33)
    }

    /// Hashes all bytes, eight at a time, because strings may differ anywhere.
    @inlinable
    static func wholeHash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        let raw = UnsafeRawBufferPointer(text)
        var hash = seed ^ UInt64(truncatingIfNeeded: raw.count) &* 0x9E37_79B9_7F4A_7C15
        var at = 0
        while at + 8 <= raw.count {
            hash = mixed(hash ^ raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            at += 8
        }
        var rest: UInt64 = 0
        while at < raw.count {
            rest = rest << 8 | UInt64(raw[at])
            at += 1
        }
        return Int(truncatingIfNeeded: mixed(hash ^ rest) >> 20)
    }

    @inlinable @inline(__always)
    static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}

/// Constant strings with their numbers. Safe to share between threads.
package final class TextTable: @unchecked Sendable {
    // Threads may share it because nothing is written after `init`.
    package let index: TextIndex

    /// The distinct strings of a list, in UTF-8, in their order.
    package init(_ texts: [[UInt8]]) {
        var index = TextIndex(isWhole: false)
        for text in texts { _ = text.withUnsafeBufferPointer { index.insert($0) } }
        self.index = index
    }

    deinit { index.deallocate() }

    @inline(__always)
    package func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool { index.number(of: text) >= 0 }
}

/// Constant integers, found by a hash, in plain memory that `IntegerTable` frees.
package struct IntegerIndex {
    @usableFromInline let entries: UnsafeMutablePointer<Int64>
    @usableFromInline let mask: Int
    /// The mark of a free location: an integer that is not in the table.
    @usableFromInline let free: Int64

    fileprivate init(_ integers: Set<Int64>) {
        var size = 8
        while size < 4 * integers.count { size *= 2 }
        var free = Int64.random(in: .min ... .max)
        while integers.contains(free) { free &+= 1 }
        entries = .allocate(capacity: size)
        entries.initialize(repeating: free, count: size)
        mask = size - 1
        self.free = free
        for integer in integers {
            var location = Self.hash(integer) & mask
            while entries[location] != free { location = (location + 1) & mask }
            entries[location] = integer
        }
    }

    /// Whether the index has an integer.
    @inlinable @inline(__always)
    package func contains(_ integer: Int64) -> Bool {
        var location = Self.hash(integer) & mask
        // At most a quarter of the locations is in use, so the search ends.
        while true {
            let entry = entries[location]
            if entry == free { return false }
            if entry == integer { return true }
            location = (location + 1) & mask
        }
    }

    @inlinable @inline(__always)
    static func hash(_ integer: Int64) -> Int {
        let product = (UInt64(bitPattern: integer) ^ TextIndex.seed).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return Int(truncatingIfNeeded: (product.high ^ product.low) >> 20)
    }
}

/// Constant integers. Safe to share between threads.
package final class IntegerTable: @unchecked Sendable {
    // Threads may share it because nothing is written after `init`.
    package let index: IntegerIndex

    init(_ integers: Set<Int64>) { index = IntegerIndex(integers) }

    deinit { index.entries.deallocate() }

    /// Whether the table has an integer.
    @inline(__always)
    package func contains(_ integer: Int64) -> Bool { index.contains(integer) }
}
