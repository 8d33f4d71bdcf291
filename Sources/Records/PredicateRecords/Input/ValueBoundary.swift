/// Finds the end of a JSON value, chunk by chunk, without checking it: it counts brackets and skips strings.
///
/// In text that is not JSON it finds some end, and the reader reports the error later.
struct ValueBoundary {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var isScalar = false

    /// Continues with the next bytes of the value.
    ///
    /// - Returns: the index after the last byte of the value; nil if it continues after these bytes.
    mutating func end(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        guard let base = text.baseAddress else { return nil }
        let end = text.count
        var index = start
        while index < end {
            if isInString {
                if isEscaped {
                    isEscaped = false
                    index &+= 1
                    continue
                }
                index = Self.endOfRun(base, index, end)
                guard index < end else { return nil }
                if base[index] == 0x5C {
                    isEscaped = true
                    index &+= 1
                    continue
                }
                isInString = false
                index &+= 1
                if depth == 0 { return index }
                continue
            }
            let byte = base[index]
            if isScalar {
                if Self.endsScalar(byte) { return index }
                index &+= 1
                continue
            }
            switch byte {
            case 0x22: isInString = true
            case 0x7B, 0x5B: depth &+= 1
            case 0x7D, 0x5D:
                depth &-= 1
                if depth <= 0 { return index &+ 1 }
            default:
                if depth == 0 {
                    // A byte that cannot begin a value is treated as a value. The reader reports it.
                    if Self.endsScalar(byte) { return index &+ 1 }
                    isScalar = true
                }
            }
            index &+= 1
        }
        return nil
    }

    /// Whether the end of the input also ends the value.
    var endsWithInput: Bool { isScalar }

    /// The next quote or backslash.
    @inline(__always)
    private static func endOfRun(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
        var index = start
        while index &+ 8 <= end {
            let word = UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
            let ones: UInt64 = 0x0101_0101_0101_0101
            let quotes = word ^ (ones &* 0x22)
            let backslashes = word ^ (ones &* 0x5C)
            let found =
                (((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)) & 0x8080_8080_8080_8080
            if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < end, base[index] != 0x22, base[index] != 0x5C { index &+= 1 }
        return index
    }

    @inline(__always)
    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09, 0x2C, 0x5D, 0x7D, 0x5B, 0x7B, 0x22, 0x3A: true
        default: false
        }
    }
}
