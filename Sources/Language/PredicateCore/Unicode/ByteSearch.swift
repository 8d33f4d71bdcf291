/// Finds bytes in bytes, in time linear in their lengths, whatever their contents.
///
/// The search goes from one occurrence of the first byte to the next, eight bytes at a time, which is fastest on
/// ordinary text. Text made to be slow (`aaaa…b` in `aaaa…`) is detected by its failed comparisons; the rest is
/// then searched by the method of Knuth, Morris and Pratt, which never examines a byte of the text twice.
package enum ByteSearch {
    /// The first index of `needle` in `text` from `start` on; nil if there is none. An empty needle is found at `start`.
    package static func firstIndex(
        of needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) -> Int? {
        guard let first = needle.first, let last = needle.last else { return start }
        let lastStart = text.count - needle.count
        var wasted = 0
        var index = start
        while let candidate = firstIndex(of: first, in: text, from: index), candidate <= lastStart {
            if text[candidate + needle.count - 1] == last {
                var matched = 1
                while matched < needle.count, text[candidate + matched] == needle[matched] { matched += 1 }
                if matched == needle.count { return candidate }
                wasted += matched
                if wasted > 4 * (candidate - start) + 256 {
                    return firstIndexByTable(of: needle, in: text, from: candidate + 1)
                }
            }
            index = candidate + 1
        }
        return nil
    }

    /// The first index of a byte from `start` on.
    package static func firstIndex(
        of byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let pattern = ones &* UInt64(byte)
        let raw = UnsafeRawBufferPointer(text)
        var index = start
        while index + 8 <= raw.count {
            // A byte of `word` is zero if the text has the wanted byte; the lowest high bit of `hits` is
            // exact, higher ones may be borrowed from it.
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ pattern
            let hits = (word &- ones) & ~word & highs
            if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < raw.count {
            if raw[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The same by Knuth, Morris and Pratt's method. `needle` is not empty.
    static func firstIndexByTable(
        of needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int? {
        // borders[n]: the length of the longest proper prefix of the first n + 1 bytes that is also their suffix.
        var borders = [Int](repeating: 0, count: needle.count)
        var border = 0
        for index in needle.indices.dropFirst() {
            while border > 0, needle[index] != needle[border] { border = borders[border - 1] }
            if needle[index] == needle[border] { border += 1 }
            borders[index] = border
        }
        var matched = 0
        var index = start
        while index < text.count {
            while matched > 0, text[index] != needle[matched] { matched = borders[matched - 1] }
            if text[index] == needle[matched] { matched += 1 }
            index += 1
            if matched == needle.count { return index - matched }
        }
        return nil
    }

    /// Whether `text` contains `piece` at `index`. `index` is not negative.
    static func matches(
        _ piece: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> Bool {
        guard text.count - index >= piece.count else { return false }
        for offset in 0..<piece.count where text[index + offset] != piece[offset] { return false }
        return true
    }
}
