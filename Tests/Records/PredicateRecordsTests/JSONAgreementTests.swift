import Foundation
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateRecords

/// Compares the reader with a slow but obvious implementation of RFC 8259, on texts that are nearly JSON.
struct JSONAgreementTests {
    static let seeds = [
        #"{"name":"Ada","age":36,"tags":["x",null,true,false],"in":{"a":[],"b":{}}}"#,
        #"[1,-2.5,3e10,4E-2,0,-0.0,1e+2]"#, #"  {"é\u00e9\ud83d\ude00":"\"\\\/\b\f\n\r\t"} "#,
        #"[[[[]]],{"a":{"b":[{"c":null}]}}]"#, #""just text, ünïcode 😀""#, "-12.75e-3",
        #"{"a":1,"a":2,"b":[1,[2,[3]]]}"#, "\n[\n  1,\n  2\n]\n",
        #"{"big":123456789012345678901234567890,"small":0.000001}"#, "null",
    ]

    private static let pieces: [[UInt8]] =
        [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "\\udc00", "0", "1", "-", ".", "e", "E+",
            "true", "null", " ", "\n", "\t", "a", "é", "\u{0}", "\u{1F}", "00", "\"a\":", "[]", "{}", "\u{FEFF}", "/",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xA9], [0xED, 0xA0, 0x80], [0xF0, 0x9F], [0xC0, 0x80]]

    private func mutated(_ text: [UInt8], _ generator: inout SeededRandom) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let location = Int.random(in: 0...text.count, using: &generator)
            let end = min(text.count, location + Int.random(in: 0...3, using: &generator))
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: text.removeSubrange(location..<end)
            case 1: text.insert(contentsOf: Self.pieces.randomElement(using: &generator) ?? [], at: location)
            case 2: text.replaceSubrange(location..<end, with: Self.pieces.randomElement(using: &generator) ?? [])
            case 3: text.insert(contentsOf: text[location..<end], at: Int.random(in: 0...text.count, using: &generator))
            default: text.removeSubrange(location...)
            }
            if text.isEmpty { return text }
        }
        return text
    }

    @Test(arguments: 0..<8)
    func agreesOnTextsThatAreNearlyJSON(seed: Int) {
        var generator = SeededRandom(seed: UInt64(seed))
        var accepted = 0
        for round in 0..<4000 {
            let text = mutated(Array(Self.seeds[round % Self.seeds.count].utf8), &generator)
            let expected = PlainJSON.value(text)
            let found = try? outcome(text).get()
            #expect((found != nil) == (expected != nil), "\(String(decoding: text, as: UTF8.self))")
            if let found, let expected {
                accepted += 1
                #expect(found == expected, "\(String(decoding: text, as: UTF8.self))")
            }
            text.withUnsafeBufferPointer { bytes in
                #expect(((try? JSONReader().validate(bytes)) != nil) == (expected != nil))
                // The end that `ValueBoundary` finds is the end of the value.
                if expected != nil, let begin = bytes.firstIndex(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }) {
                    var boundary = ValueBoundary()
                    let value = UnsafeBufferPointer(rebasing: bytes[begin...])
                    let end = boundary.end(in: value) ?? value.count
                    #expect(value[end...].allSatisfy { [0x20, 0x0A, 0x0D, 0x09].contains($0) })
                }
            }
        }
        // Valid and invalid texts must both be common, or little would be tested.
        #expect(accepted > 400 && accepted < 3600)
    }

    @Test func whatIsAcceptedIsAlsoJSONToFoundation() {
        var generator = SeededRandom(seed: 99)
        var accepted = 0
        for round in 0..<2000 {
            let text = mutated(Array(Self.seeds[round % Self.seeds.count].utf8), &generator)
            guard (try? outcome(text).get()) != nil else { continue }
            accepted += 1
            let object = try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
            #expect(object != nil, "\(String(decoding: text, as: UTF8.self))")
        }
        #expect(accepted > 200)
    }

    @Test func recordsOfEveryPortionAgree() {
        var generator = SeededRandom(seed: 3)
        for round in 0..<400 {
            var text: [UInt8] = []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                text += Array((Self.seeds.randomElement(using: &generator) ?? "").utf8) + [0x0A]
            }
            if round % 2 == 0 { text = mutated(text, &generator) }
            let whole = records(.bytes(text), skippingBadLines: true)
            #expect(
                records(portions(of: text, size: Int.random(in: 1...9, using: &generator)), skippingBadLines: true)
                    == whole)
        }
    }
}

/// JSON according to RFC 8259, written to be obviously correct.
private struct PlainJSON {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    static func value(_ bytes: [UInt8]) -> PredicateValue? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard Array(text.utf8) == bytes else { return nil }
        var reader = PlainJSON(scalars: Array(text.unicodeScalars))
        reader.blanks()
        guard let value = reader.value() else { return nil }
        reader.blanks()
        // A bare `nil` would be the value nil.
        return reader.index == reader.scalars.count ? value : Optional.none
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ text: String) -> Bool {
        guard scalars[index...].starts(with: text.unicodeScalars) else { return false }
        index += text.unicodeScalars.count
        return true
    }

    private mutating func blanks() { while let next, " \n\r\t".unicodeScalars.contains(next) { index += 1 } }

    private mutating func value() -> PredicateValue? {
        if take("null") { return .null }
        if take("true") { return .boolean(true) }
        if take("false") { return .boolean(false) }
        switch next {
        case "\"": return string().map(PredicateValue.string)
        case "[": return list()
        case "{": return object()
        default: return number()
        }
    }

    private mutating func list() -> PredicateValue? {
        index += 1
        blanks()
        if take("]") { return .list([]) }
        var elements: [PredicateValue] = []
        while true {
            blanks()
            guard let element = value() else { return nil }
            elements.append(element)
            blanks()
            if take("]") { return .list(elements) }
            if !take(",") { return nil }
        }
    }

    private mutating func object() -> PredicateValue? {
        index += 1
        blanks()
        var fields: [(String, PredicateValue)] = []
        if take("}") { return .object(PredicateObject([])) }
        while true {
            blanks()
            guard next == "\"", let key = string() else { return nil }
            blanks()
            guard take(":") else { return nil }
            blanks()
            guard let member = value() else { return nil }
            fields.append((key, member))
            blanks()
            if take("}") { return .object(PredicateObject(fields)) }
            if !take(",") { return nil }
        }
    }

    private mutating func number() -> PredicateValue? {
        let start = index
        _ = take("-")
        if !take("0") && !digits() { return nil }
        var isInteger = true
        if take(".") {
            isInteger = false
            if !digits() { return nil }
        }
        if take("e") || take("E") {
            isInteger = false
            _ = take("+") || take("-")
            if !digits() { return nil }
        }
        let text = scalars[start..<index].map(String.init).joined()
        if isInteger {
            if let integer = Int64(text) { return .integer(integer) }
            return text.filter(\.isNumber).count > 38 ? nil : Decimal(string: text).map(PredicateValue.decimal)
        }
        guard let double = Double(text), double.isFinite else { return nil }
        return .double(double)
    }

    private mutating func digits() -> Bool {
        let start = index
        while let next, ("0"..."9").contains(next) { index += 1 }
        return index > start
    }

    private mutating func string() -> String? {
        index += 1
        var units: [UInt16] = []
        while let scalar = next {
            index += 1
            switch scalar {
            case "\"": return Self.text(units)
            case "\\":
                guard let letter = next else { return nil }
                index += 1
                switch letter {
                case "\"", "\\", "/": units.append(UInt16(letter.value))
                case "b": units.append(8)
                case "f": units.append(12)
                case "n": units.append(10)
                case "r": units.append(13)
                case "t": units.append(9)
                case "u":
                    guard index + 4 <= scalars.count else { return nil }
                    let digits = scalars[index..<index + 4].map(String.init).joined()
                    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let unit = UInt16(digits, radix: 16)
                    else { return nil }
                    units.append(unit)
                    index += 4
                default: return nil
                }
            case "\u{0}"..."\u{1F}": return nil
            default: units.append(contentsOf: String(scalar).utf16)
            }
        }
        return nil
    }

    /// The text of UTF-16 units; nil if there is an unpaired surrogate.
    private static func text(_ units: [UInt16]) -> String? {
        let text = String(decoding: units, as: UTF16.self)
        return Array(text.utf16) == units ? text : nil
    }
}
