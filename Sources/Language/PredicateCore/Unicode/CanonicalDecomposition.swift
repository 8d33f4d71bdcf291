/// Canonical decomposition with canonical order, Unicode's NFD.
package enum CanonicalDecomposition {
    private static let decompositions = ScalarMap(NormalizationTables.decompositions)
    private static let combiningClasses = readCombiningClasses()

    /// No code point below this one decomposes, and none below U+0300 combines.
    private static let firstThatDecomposes: UInt32 = 0xC0

    /// The code points of a string in UTF-8, decomposed and in canonical order.
    static func codePoints(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(bytes.count)
        // The start of the run of combining code points at the end, and whether it is out of order.
        var runStart = 0
        var isOrdered = true
        var lastClass: UInt32 = 0

        func append(_ code: UInt32) {
            let combining = combiningClass(of: code)
            if combining == 0 {
                if !isOrdered { order(&result, from: runStart) }
                isOrdered = true
                runStart = result.count + 1
            } else if combining < lastClass {
                isOrdered = false
            }
            lastClass = combining
            result.append(code)
        }

        var index = 0
        while index < bytes.count {
            let decoded = UTF8Text.decode(bytes, at: index) ?? UTF8Text.Decoded(code: 0xFFFD, length: 1)
            index += decoded.length
            let code = decoded.code
            if code < firstThatDecomposes {
                append(code)
            } else if code >= Hangul.base, code < Hangul.end {
                Hangul.decompose(code, append)
            } else {
                let entry = decompositions.entry(code)
                if entry & ScalarMap.several != 0 {
                    for part in decompositions.targets(of: entry) { append(part) }
                } else {
                    append(entry == 0 ? code : entry)
                }
            }
        }
        if !isOrdered { order(&result, from: runStart) }
        return result
    }

    /// Whether two strings are canonically equivalent, as Swift's strings compare, but in a time that hardly grows
    /// faster than their length.
    package static func areEquivalent(_ a: String, _ b: String) -> Bool {
        UTF8Text.withBytes(a) { codePoints(of: $0) } == UTF8Text.withBytes(b) { codePoints(of: $0) }
    }

    /// The canonical combining class.
    static func combiningClass(of code: UInt32) -> UInt32 {
        code < 0x300 ? 0 : combiningClasses.entry(code)
    }

    /// Orders a run of combining code points by class; those of one class keep their order.
    private static func order(_ codes: inout [UInt32], from start: Int) {
        // The location in the run makes the order total, for the sort of the standard library promises no stability.
        let keys = codes[start...].enumerated().map { location, code in
            (combining: combiningClass(of: code), location: location, code: code)
        }
        let ordered = keys.sorted { ($0.combining, $0.location) < ($1.combining, $1.location) }
        codes.replaceSubrange(start..., with: ordered.map(\.code))
    }

    private static func readCombiningClasses() -> ScalarMap {
        var reader = PackedTableReader(NormalizationTables.combiningClasses)
        var builder = ScalarMap.Builder()
        var last: UInt32 = 0
        for _ in 0..<reader.nextCount() {
            let start = last &+ reader.next()
            last = start &+ reader.next()
            let combining = reader.next()
            for code in start...last { builder.insert([combining], at: code) }
        }
        return ScalarMap(builder)
    }

    /// Hangul syllables decompose by arithmetic.
    private enum Hangul {
        static let base: UInt32 = 0xAC00
        static let end: UInt32 = 0xAC00 + 11172
        static let vowels: UInt32 = 21
        static let finals: UInt32 = 28

        static func decompose(_ code: UInt32, _ append: (UInt32) -> Void) {
            let index = code - base
            append(0x1100 + index / (vowels * finals))
            append(0x1161 + index % (vowels * finals) / finals)
            let last = index % finals
            if last != 0 { append(0x11A7 + last) }
        }
    }
}
