/// Upper and lower case by Unicode's full default mapping, independent of any language.
///
/// It uses our own tables, so that the answer does not depend on the version of the system. Swift's own `lowercased()`
/// does not support the final sigma either.
package enum TextCase {
    private static let upper = ScalarMap(CaseTables.upper)
    private static let lower = ScalarMap(CaseTables.lower)
    private static let cased = ScalarSet(CaseTables.cased)
    private static let caseIgnorable = ScalarSet(CaseTables.caseIgnorable)

    /// The text in upper case: `straße` becomes `STRASSE`.
    package static func upper(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { append(scalar, mappedBy: upper, to: &result) }
        return String(result)
    }

    /// The text in lower case. A capital sigma at the end of a word becomes `ς`, any other `σ`.
    package static func lower(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        let scalars = text.unicodeScalars
        // Whether the last character that is not case-ignorable is cased, so that a letter precedes.
        var followsLetter = false
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            scalars.formIndex(after: &index)
            if scalar == "\u{3A3}" {
                let isFinal = followsLetter && !goesOnWithLetter(scalars[index...])
                result.append(isFinal ? "\u{3C2}" : "\u{3C3}")
                followsLetter = true
                continue
            }
            append(scalar, mappedBy: lower, to: &result)
            if !caseIgnorable.contains(scalar.value) { followsLetter = cased.contains(scalar.value) }
        }
        return String(result)
    }

    private static func goesOnWithLetter(_ rest: Substring.UnicodeScalarView) -> Bool {
        for scalar in rest where !caseIgnorable.contains(scalar.value) { return cased.contains(scalar.value) }
        return false
    }

    private static func append(
        _ scalar: Unicode.Scalar, mappedBy map: ScalarMap, to result: inout String.UnicodeScalarView
    ) {
        let entry = map.entry(scalar.value)
        if entry & ScalarMap.several != 0 {
            for target in map.targets(of: entry) {
                if let target = Unicode.Scalar(target) { result.append(target) }
            }
        } else {
            result.append(entry == 0 ? scalar : Unicode.Scalar(entry) ?? scalar)
        }
    }
}

/// ASCII letters in upper case, everything else unchanged. Words of the language are ASCII, and no other letter
/// (such as the long s, whose upper case is S) spells them.
package func asciiUppercased(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x61 && $0 <= 0x7A }) else { return text }
    var text = text
    return text.withUTF8 { bytes in
        String(unsafeUninitializedCapacity: bytes.count) { upper in
            for index in bytes.indices { upper[index] = asciiUppercased(bytes[index]) }
            return bytes.count
        }
    }
}

/// The same of a byte.
func asciiUppercased(_ byte: UInt8) -> UInt8 { byte >= 0x61 && byte <= 0x7A ? byte - 0x20 : byte }
