// Where Foundation is part of the system, its tables depend on the system's version.
#if canImport(Foundation) && !canImport(Darwin)
import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Compares our folding with Foundation's, whose meaning it adopts, over the Latin, Greek and Cyrillic blocks,
/// the symbols and the width forms.
@Suite struct FoundationFoldingTests {
    private static let blocks: [ClosedRange<UInt32>] = [
        0...0x52F, 0x1C80...0x1C88, 0x1D00...0x2BFF, 0x2C60...0x2C7F, 0x3000...0x30FF, 0xA640...0xA69F,
        0xA720...0xA7FF, 0xAB30...0xAB6F, 0xFB00...0xFB06, 0xFE20...0xFE2F, 0xFF00...0xFFEF, 0x1D400...0x1D7FF,
    ]

    /// The intended differences.
    private func isAccepted(_ code: UInt32, _ options: StringOptions) -> Bool {
        switch code {
        // A mark without a base remains unchanged. Foundation takes the first mark of its decomposition.
        case 0x340, 0x341, 0x343, 0x344: options.contains(.diacriticInsensitive)
        // Case pairs added in Unicode 9. Foundation's tables on Linux are older.
        case 0x1C80...0x1C88: options.contains(.caseInsensitive)
        // A narrow Hangul letter becomes the plain letter. Foundation continues to the conjoining one.
        case 0xFFA0...0xFFDC: options.contains(.diacriticInsensitive)
        // Foundation keeps two wide forms: the ideographic space and the macron.
        case 0x3000, 0xFFE3: options.contains(.diacriticInsensitive)
        // Foundation also drops characters that extend a cluster but are not nonspacing marks.
        case 0x200C, 0x302E, 0x302F: options.contains(.diacriticInsensitive)
        default: false
        }
    }

    /// The texts that test a code point: alone, between others, and as a base with marks after it.
    ///
    /// Marks after another base are not compared: Foundation drops the first of them and keeps the next, but
    /// ours all remain. U+0000 and marks are not tested as bases.
    private func texts(_ scalar: Unicode.Scalar) -> [String] {
        let text = String(scalar)
        let category = scalar.properties.generalCategory
        if category == .nonspacingMark || category == .enclosingMark { return [text] }
        let plain = [text, "x" + text + "y"]
        // Foundation looks for the base after folding case. These two letters leave the range by that.
        let leaves = scalar.value == 0x23A || scalar.value == 0x23E
        if scalar.value == 0 || scalar.value >= 0x510 || leaves { return plain }
        return plain + [text + "\u{301}", "か" + text + "\u{301}\u{323}z"]
    }

    @Test(arguments: [
        StringOptions.caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ])
    func foldsAsFoundation(options: StringOptions) {
        var foundation: String.CompareOptions = []
        if options.contains(.caseInsensitive) { foundation.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) {
            foundation.formUnion([.diacriticInsensitive, .widthInsensitive])
        }
        var differing: [String] = []
        for code in Self.blocks.joined() where !isAccepted(code, options) {
            guard let scalar = Unicode.Scalar(code), let age = scalar.properties.age, age.major < 9 else {
                continue
            }
            for text in texts(scalar) {
                let ours = TextFolding.fold(text, options)
                let theirs = text.folding(options: foundation, locale: nil)
                if !ours.utf8.elementsEqual(theirs.utf8) {
                    differing.append("\(name(text)): \(name(ours)) / \(name(theirs))")
                }
            }
        }
        #expect(differing.count == 0, "\(differing.prefix(20))")
    }

    private func name(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
#endif
