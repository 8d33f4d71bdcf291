import Foundation
import PredicateFiles
import Testing

/// Literals, with the texts that compilers and a shell read in them.
struct SourceLiteralCase: Decodable, Sendable {
    let language: String
    let file: String
    let text: String

    static let all: [SourceLiteralCase] = {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/source-literals.json")
        guard let data = try? Data(contentsOf: url) else { return [] }
        return (try? JSONDecoder().decode([SourceLiteralCase].self, from: data)) ?? []
    }()
}

@Suite struct SourceLiteralTests {
    @Test func thereAreCases() { #expect(SourceLiteralCase.all.count > 500) }

    @Test(arguments: SourceLanguage.allCases)
    func textsAndLocations(language: SourceLanguage) {
        for test in SourceLiteralCase.all where test.language == language.rawValue {
            let calls = language.calls(in: test.file)
            guard calls.count == 1, let format = calls[0].format else {
                Issue.record("\(calls.count) calls in \(test.file)")
                continue
            }
            let text = Array(format.text.utf8)
            #expect(text == Array(test.text.utf8), "\(test.file)")
            let file = Array(test.file.utf8)
            var offset = 0
            for run in format.map.runs {
                #expect(run.text == offset)
                offset += run.textCount
                let meant = Array(text[run.text..<run.text + run.textCount])
                let written = Array(file[run.file..<run.file + run.fileCount])
                let isSame = run.isVerbatim ? meant == written : meaning(of: written, language) == meant
                #expect(isSame, "\(String(decoding: written, as: UTF8.self)) in \(test.file)")
            }
            #expect(offset == text.count)
            if language != .shell { #expect(calls[0].arguments.count == 2, "\(test.file)") }
        }
    }

    /// What an escape means, or a line end with the indentation behind it.
    private func meaning(of written: [UInt8], _ language: SourceLanguage) -> [UInt8]? {
        let escape = String(decoding: written, as: UTF8.self)
        if written.first == 0x0A || written.first == 0x0D {
            return written.drop { $0 == 0x0A || $0 == 0x0D }.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? [0x0A] : nil
        }
        guard escape.utf8.first == UInt8(ascii: "\\") else { return nil }
        let body = escape.utf8.dropFirst().drop { language == .swift && $0 == UInt8(ascii: "#") }
        let name = String(decoding: body, as: UTF8.self)
        let short: [String: UInt8] = ["n": 10, "t": 9, "r": 13, "0": 0]
        if let value = short[name] { return [value] }
        switch body.first ?? 0 {
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let digits = name.dropFirst().filter(\.isHexDigit)
            return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
        case UInt8(ascii: "x"): return UInt8(name.dropFirst(), radix: 16).map { [$0] }
        case UInt8(ascii: "0")...UInt8(ascii: "7") where name.utf8.count == 3:
            return UInt8(name, radix: 8).map { [$0] }
        default: return Array(body)
        }
    }
}
