/// The folding of text by the string options `c` and `d` before a comparison.
///
/// `d` comes first. It maps East Asian wide and narrow forms to the plain ones; a code point whose canonical
/// decomposition begins with a base below U+0510 (Latin, Greek, Cyrillic, and the code points between them) becomes that
/// base; and nonspacing marks after such a base are dropped. A mark that follows another base, or none, stays.
/// `c` is Unicode's full default case folding. Both work code point by code point, without other normalisation:
/// が, कु, Ø and Ł stay the same.
package enum TextFolding {
    /// The options that fold text: `c` and `d`, and neither of them with `n`.
    package static func folding(_ options: StringOptions) -> StringOptions {
        options.effective.intersection([.caseInsensitive, .diacriticInsensitive])
    }

    /// The text for comparisons with the options.
    package static func fold(_ text: String, _ options: StringOptions) -> String {
        let options = folding(options)
        if options.isEmpty { return text }
        return UTF8Text.withBytes(text) { bytes in
            if isUnchanged(bytes, options) { return text }
            var folded: [UInt8] = []
            foldAll(bytes, into: &folded, options)
            return String(decoding: folded, as: UTF8.self)
        }
    }

    /// Calls `body` with the folded bytes of a string. Text that folding does not change is not copied, and short ASCII is
    /// copied to the stack.
    static func withFolded<Result>(
        _ text: String, _ options: StringOptions, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        UTF8Text.withBytes(text) { withFolded(utf8: $0, options, body) }
    }

    /// The same of UTF-8.
    package static func withFolded<Result>(
        utf8 bytes: UnsafeBufferPointer<UInt8>, _ options: StringOptions,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let options = folding(options)
        if options.isEmpty { return body(bytes) }
        if UTF8Text.isASCII(bytes) {
            if !options.contains(.caseInsensitive) { return body(bytes) }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { copy in
                _ = copy.initialize(fromContentsOf: bytes)
                lowerASCII(UnsafeMutableRawBufferPointer(copy))
                return body(UnsafeBufferPointer(copy))
            }
        }
        var folded: [UInt8] = []
        foldAll(bytes, into: &folded, options)
        return folded.withUnsafeBufferPointer(body)
    }

    /// Whether the text is ASCII that the options do not change. `options` are not empty.
    private static func isUnchanged(_ bytes: UnsafeBufferPointer<UInt8>, _ options: StringOptions) -> Bool {
        if !options.contains(.caseInsensitive) { return UTF8Text.isASCII(bytes) }
        for byte in bytes where byte >= 0x80 || (byte >= 0x41 && byte <= 0x5A) { return false }
        return true
    }

    /// Makes ASCII lower case, eight bytes at a time.
    private static func lowerASCII(_ bytes: UnsafeMutableRawBufferPointer) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = 0
        while index + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // The highest bit of a byte: in the first sum from `A` on, in the second after `Z`. No byte overflows.
            let isUpper = ((word &+ ones &* 0x3F) ^ (word &+ ones &* 0x25)) & (ones &* 0x80)
            bytes.storeBytes(of: word | isUpper >> 2, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < bytes.count {
            if bytes[index] >= 0x41, bytes[index] <= 0x5A { bytes[index] |= 0x20 }
            index += 1
        }
    }

    /// Folds with options that are not empty and contain only `c` and `d`.
    private static func foldAll(
        _ bytes: UnsafeBufferPointer<UInt8>, into folded: inout [UInt8], _ options: StringOptions
    ) {
        let foldsCase = options.contains(.caseInsensitive)
        let foldsMarks = options.contains(.diacriticInsensitive)
        let tables = FoldingMaps.shared
        var afterBase = false
        var index = 0
        folded.reserveCapacity(folded.count + bytes.count)
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                let isUpper = foldsCase && byte >= 0x41 && byte <= 0x5A
                folded.append(isUpper ? byte | 0x20 : byte)
                afterBase = true
                index += 1
                continue
            }
            guard let decoded = UTF8Text.decode(bytes, at: index) else {
                folded.append(byte)
                afterBase = false
                index += 1
                continue
            }
            index += decoded.length
            var code = decoded.code
            if foldsMarks {
                let entry = tables.diacritics.entry(code)
                if entry & ScalarMap.several != 0 {
                    if afterBase { continue }
                    code = tables.diacritics.targets(of: entry).first ?? code
                } else {
                    if entry != 0 { code = entry }
                    afterBase = code < FoldingMaps.basesEnd
                }
            }
            if foldsCase {
                let entry = tables.caseFolding.entry(code)
                if entry & ScalarMap.several != 0 {
                    for target in tables.caseFolding.targets(of: entry) { UTF8Text.append(target, to: &folded) }
                    continue
                }
                if entry != 0 { code = entry }
            }
            UTF8Text.append(code, to: &folded)
        }
    }
}

// The foldings of single code points, for translations into other notations.
extension TextFolding {
    /// Whether `d` drops a code point after a base.
    package static func isMark(_ code: UInt32) -> Bool {
        FoldingMaps.shared.diacritics.entry(code) & ScalarMap.several != 0
    }

    /// What the options make of a code point on its own.
    package static func fold(_ code: UInt32, _ options: StringOptions) -> [UInt32] {
        var code = code
        if options.contains(.diacriticInsensitive), !isMark(code) {
            let entry = FoldingMaps.shared.diacritics.entry(code)
            if entry != 0 { code = entry }
        }
        guard options.contains(.caseInsensitive) else { return [code] }
        let entry = FoldingMaps.shared.caseFolding.entry(code)
        if entry & ScalarMap.several != 0 { return Array(FoldingMaps.shared.caseFolding.targets(of: entry)) }
        if code >= 0x41, code <= 0x5A { return [code | 0x20] }
        return [entry == 0 ? code : entry]
    }
}

/// The tables of folding, decoded when they are first needed.
private struct FoldingMaps: Sendable {
    /// The code point after the last one that loses its marks.
    static let basesEnd: UInt32 = 0x0510

    static let shared = FoldingMaps()

    let caseFolding = ScalarMap(FoldingTables.caseFolding)
    /// One target: the base or the plain form. Several: a nonspacing mark, with itself as the first target.
    let diacritics = ScalarMap(FoldingTables.diacritics)
}
