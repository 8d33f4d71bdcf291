import Testing

@testable import PredicateCore

/// The text of a name of a file, whatever its bytes are.
@Suite struct FileNameTests {
    @Test(
        arguments: [
            [], [0x61], [0xE9], [0x63, 0xE9, 0x61], [0xC3, 0xA9], [0xC3], [0xC3, 0xC3, 0xA9], [0xED, 0xA0, 0x80],
            [0xC0, 0x80],
            [0xF4, 0x8F, 0xBA, 0x80], [0xF4, 0x8F, 0xBB, 0xBF], [0xF4, 0x8F, 0xBA], [0xF4, 0x90, 0x80, 0x80],
            [0xFF, 0xFE],
            [0xF0, 0x9F, 0x98, 0x80, 0x80], [0xEF, 0xBF, 0xBD], [0x80, 0x41, 0xBF, 0x0A],
        ] as [[UInt8]])
    func bytesStay(_ bytes: [UInt8]) {
        #expect(FileName.bytes(FileName.text(bytes)) == bytes)
    }

    @Test func typedTextStays() {
        #expect(FileName.text(ofTyped: Array("a == '\u{10FE80}'".utf8)) == "a == '\u{10FE80}'")
        #expect(FileName.bytes(FileName.text(ofTyped: [0x61, 0xE9])) == [0x61, 0xE9])
    }

    @Test func twoBytesStay() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                #expect(FileName.bytes(FileName.text([first, second])) == [first, second])
            }
        }
    }

    @Test func textStaysAndOtherBytesAreShownSafely() {
        for name in ["a", "é", "e\u{301}", "😀", "\u{10FDFF}", "\u{10FF00}"] {
            #expect(FileName.text(Array(name.utf8)).unicodeScalars.elementsEqual(name.unicodeScalars))
        }
        let name = FileName.text([0x63, 0xE9, 0x0A])
        #expect(SafeText.plain(name) == "c\u{FFFD}␊" && SafeText.lines(name) == "c\u{FFFD}\n" && !SafeText.isSafe(name))
        var bytes = Array(name.utf8)
        #expect(bytes.withUnsafeMutableBufferPointer { SafeText.json(UnsafeBufferPointer($0)) } != nil)
    }
}
