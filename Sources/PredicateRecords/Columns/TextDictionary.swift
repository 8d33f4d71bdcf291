/// Different texts with their codes, which count from 0 in the order in which the texts came.
struct TextDictionary {
    /// The texts, one behind the other.
    private(set) var bytes: [UInt8] = []
    /// Where each begins, and the end of the last.
    private(set) var offsets: [UInt32] = [0]
    /// Codes by hash, -1 where there is none; a power of two of them.
    private var table: [Int32]
    private let most: Int
    /// Places that are looked at for one text; more means that it does not pay, or that somebody chose the texts.
    private static let mostProbes = 64

    /// A dictionary of so many texts at most, no more than 16 bits tell apart.
    init(most: Int) {
        self.most = min(most, 1 << 16)
        table = [Int32](repeating: -1, count: 256)
    }

    /// How many texts there are.
    var count: Int { offsets.count - 1 }

    /// The code of a text, a new one where it has none; nil where there are too many.
    mutating func code(of text: UnsafeBufferPointer<UInt8>) -> UInt16? {
        let hash = Self.hash(text)
        var index = hash & (table.count - 1)
        var probes = 0
        while table[index] >= 0 {
            let code = Int(table[index])
            if isEqual(code, text) { return UInt16(truncatingIfNeeded: code) }
            index = (index + 1) & (table.count - 1)
            probes += 1
            if probes > Self.mostProbes { return nil }
        }
        guard count < most else { return nil }
        let code = count
        table[index] = Int32(truncatingIfNeeded: code)
        bytes.append(contentsOf: text)
        offsets.append(UInt32(truncatingIfNeeded: bytes.count))
        if count * 2 > table.count { grow() }
        return UInt16(truncatingIfNeeded: code)
    }

    @inline(__always)
    private func isEqual(_ code: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = Int(offsets[code])
        guard Int(offsets[code + 1]) - start == text.count else { return false }
        guard let other = text.baseAddress, text.count > 0 else { return true }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { compareMemory($0 + start, other, text.count) == 0 } ?? false
        }
    }

    private mutating func grow() {
        let size = table.count * 4
        table = [Int32](repeating: -1, count: size)
        bytes.withUnsafeBufferPointer { bytes in
            for code in 0..<count {
                let text = UnsafeBufferPointer(rebasing: bytes[Int(offsets[code])..<Int(offsets[code + 1])])
                var index = Self.hash(text) & (size - 1)
                while table[index] >= 0 { index = (index + 1) & (size - 1) }
                table[index] = Int32(truncatingIfNeeded: code)
            }
        }
    }

    /// Eight bytes at a time, all of them: what texts of a column differ in may stand anywhere.
    @inline(__always)
    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        let raw = UnsafeRawBufferPointer(text)
        var hash = UInt64(raw.count) &* 0x9E37_79B9_7F4A_7C15
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

    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}
