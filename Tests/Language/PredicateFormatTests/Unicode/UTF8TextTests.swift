import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite struct UTF8TextTests {
    @Test func asciiIsToldFromTheRestAtEveryPlace() {
        func isASCII(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { UTF8Text.isASCII($0) } }
        for length in 0..<20 {
            let ascii = [UInt8](repeating: 0x7F, count: length)
            #expect(isASCII(ascii))
            for location in 0..<length {
                var other = ascii
                other[location] = 0x80
                #expect(!isASCII(other))
            }
        }
    }

    /// The first and last code points of each UTF-8 length, encoded and decoded.
    @Test(arguments: [
        (0x0, 1), (0x7F, 1), (0x80, 2), (0x7FF, 2), (0x800, 3), (0xD7FF, 3), (0xE000, 3), (0xFFFF, 3), (0x10000, 4),
        (0x3FFFF, 4), (0x40000, 4), (0x10FFFF, 4), (0x10FFF, 4), (0xE9, 2), (0x65E5, 3), (0x1F600, 4),
    ])
    func codePointsGoThereAndBack(code: UInt32, length: Int) {
        var bytes: [UInt8] = [0x2E]
        UTF8Text.append(code, to: &bytes)
        #expect(Unicode.Scalar(code).map { Array(String($0).utf8) } == Array(bytes.dropFirst()))
        let decoded = bytes.withUnsafeBufferPointer { UTF8Text.decode($0, at: 1) }
        #expect(decoded?.code == code)
        #expect(decoded?.length == length)
        #expect(bytes.dropFirst().map(UTF8Text.isLead) == (0..<length).map { $0 == 0 })
    }

    @Test func bytesOfStringsThatHoldNoUTF8() {
        #expect(UTF8Text.withBytes("") { $0.count } == 0)
        #expect(UTF8Text.withBytes("é") { Array($0) } == [0xC3, 0xA9])
        #expect(UTF8Text.withBytes(String(repeating: "é", count: 50)) { $0.count } == 100)
    }
}
