/// Version numbers as strings whose order is that of the versions.
///
/// A version is numbers between points, then `-` and a suffix, then `+` and a build, which is ignored. The order is that of
/// Semantic Versioning 2.0.0, for any number of parts: missing parts are 0, a suffix comes before its release, parts of a
/// suffix that are numbers compare as numbers and before words.
enum VersionKey {
    /// The most digits of a number without its leading zeros: the letters `A` to `Z` tell how many there are.
    private static let longestNumber = 27

    /// The key of a version; nil if the text is not one.
    ///
    /// A number of one digit stands for itself, a longer one follows a letter for its length (`A10`, `B100`): letters come
    /// after digits. The signs between the parts come in the order that the versions need.
    static func key(of text: String) -> String? {
        let bytes = Array(text.utf8)
        let build = bytes.split(separator: UInt8(ascii: "+"), maxSplits: 1, omittingEmptySubsequences: false)
        if build.count == 2, !isSuffix(build[1]) { return nil }
        let parts = build[0].split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
        var key: [UInt8] = []
        var length = 0
        for part in parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard let number = number(part) else { return nil }
            if !key.isEmpty { key.append(UInt8(ascii: "_")) }
            key += number
            // Zeros at the end are as if they were missing.
            if number != [UInt8(ascii: "0")] { length = key.count }
        }
        key.removeSubrange(length...)
        guard parts.count == 2 else {
            key.append(UInt8(ascii: "."))
            return String(decoding: key, as: UTF8.self)
        }
        guard isSuffix(parts[1]) else { return nil }
        key.append(UInt8(ascii: "-"))
        var isFirst = true
        for part in parts[1].split(separator: UInt8(ascii: ".")) {
            if !isFirst { key.append(UInt8(ascii: ",")) }
            isFirst = false
            if part.allSatisfy(isDigit) {
                guard let number = number(part) else { return nil }
                key += number
            } else {
                key.append(UInt8(ascii: "_"))
                key += part
            }
        }
        return String(decoding: key, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// Whether a string is letters, digits and hyphens between points.
    private static func isSuffix(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { byte in
                    isDigit(byte) || byte == UInt8(ascii: "-") || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
                }
        }
    }

    /// The key of a number; nil for other strings and for numbers that are too long.
    private static func number(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        let significant = digits.drop { $0 == 0x30 }
        guard significant.count <= longestNumber else { return nil }
        if significant.count < 2 { return [significant.first ?? 0x30] }
        return [UInt8(ascii: "A") + UInt8(significant.count - 2)] + significant
    }
}
