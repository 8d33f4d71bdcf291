/// Numbers by texts, hashed, in plain memory, with one lookup for each text.
final class SlotTextTable: @unchecked Sendable {
    // Nothing is written after `init`.
    /// A text and its number; -1 if the entry is empty.
    private struct Entry {
        var base: UnsafePointer<UInt8>?
        var count: Int
        var number: Int32
    }

    private let entries: UnsafeMutablePointer<Entry>
    private let mask: Int
    private let memory: UnsafeMutablePointer<UInt8>

    /// A table. Of two equal texts the first counts; no number is negative.
    init(_ numbers: [(text: [UInt8], number: Int32)]) {
        var size = 8
        while size < 4 * numbers.count { size *= 2 }
        mask = size - 1
        entries = .allocate(capacity: size)
        entries.initialize(repeating: Entry(base: nil, count: 0, number: -1), count: size)
        memory = .allocate(capacity: max(1, numbers.reduce(0) { $0 + $1.text.count }))
        var used = 0
        for (text, number) in numbers {
            let start = memory + used
            start.initialize(from: text, count: text.count)
            let buffer = UnsafeBufferPointer(start: UnsafePointer(start), count: text.count)
            guard self.number(of: buffer) < 0 else { continue }
            used += text.count
            var location = Self.hash(buffer) & mask
            while entries[location].number >= 0 { location = (location + 1) & mask }
            entries[location] = Entry(base: UnsafePointer(start), count: text.count, number: number)
        }
    }

    deinit {
        entries.deallocate()
        memory.deallocate()
    }

    /// The number of a text; -1 if it has none.
    @inline(__always)
    func number(of text: UnsafeBufferPointer<UInt8>) -> Int32 {
        var location = Self.hash(text) & mask
        // At most a quarter of the locations is in use, so the search ends.
        while entries[location].number >= 0 {
            if entries[location].count == text.count {
                guard text.count > 0, let base = text.baseAddress, let known = entries[location].base else {
                    return entries[location].number
                }
                if compareMemory(base, known, text.count) == 0 { return entries[location].number }
            }
            location = (location + 1) & mask
        }
        return -1
    }

    @inline(__always)
    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        let raw = UnsafeRawBufferPointer(text)
        let count = raw.count
        var first: UInt64 = 0
        var last: UInt64 = 0
        if let base = raw.baseAddress {
            if count >= 8 {
                first = base.loadUnaligned(as: UInt64.self)
                last = base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
            } else if count >= 4 {
                first = UInt64(base.loadUnaligned(as: UInt32.self))
                last = UInt64(base.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
            } else {
                for byte in raw { first = first << 8 | UInt64(byte) }
            }
        }
        var hash = (first ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ hash >> 32 ^ last) &* 0xC2B2_AE3D_27D4_EB4F
        return Int(truncatingIfNeeded: hash >> 33)
    }
}
