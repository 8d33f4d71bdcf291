import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

private let c = StringOptions.caseInsensitive
private let d = StringOptions.diacriticInsensitive
private let n = StringOptions.normalized
private let l = StringOptions.localized

@Suite struct RootCollationTests {
    private struct Vector {
        var level: Int
        var text: String
    }

    private static let vectors: [Vector] = collationVectors.split(separator: "\n").map { line in
        let fields = line.split(separator: " ")
        var text = String.UnicodeScalarView()
        for field in fields.dropFirst() {
            if let code = UInt32(field, radix: 16), let scalar = Unicode.Scalar(code) { text.append(scalar) }
        }
        return Vector(level: Int(fields[0]) ?? -1, text: String(text))
    }

    private func name(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }

    @Test func vectorsAreThere() {
        #expect(Self.vectors.count > 1000)
        #expect(Set(Self.vectors.map(\.level)) == [0, 1, 2, 3])
    }

    /// Each text is after or equal to the one before it, and the sort keys agree.
    @Test func neighboursAreInOrder() {
        for (before, this) in zip(Self.vectors, Self.vectors.dropFirst()) {
            let expected = this.level == 0 ? 0 : -1
            let label = "\(name(before.text)) / \(name(this.text))"
            #expect(TextComparison.compare(before.text, this.text, options: l) == expected, "\(label)")
            #expect(TextComparison.compare(this.text, before.text, options: l) == -expected, "\(label)")
            let (first, second) = (
                RootCollation.sortKey(before.text, options: l), RootCollation.sortKey(this.text, options: l)
            )
            #expect(
                first == second ? expected == 0 : expected == -1 && first.lexicographicallyPrecedes(second), "\(label)")
        }
    }

    /// The level at which neighbours differ is the one in the table.
    @Test func neighboursDifferAtTheirLevel() {
        for (before, this) in zip(Self.vectors, Self.vectors.dropFirst()) {
            func weights(_ text: String, _ level: RootCollation.Level) -> [UInt32] {
                UTF8Text.withBytes(text) { RootCollation.elements(of: $0) }.map(level.weight).filter { $0 != 0 }
            }
            let levels: [RootCollation.Level] = [.primary, .secondary, .tertiary]
            let differing = levels.firstIndex { weights(before.text, $0) != weights(this.text, $0) }
            #expect((differing.map { $0 + 1 } ?? 0) == this.level, "\(name(before.text)) / \(name(this.text))")
        }
    }

    @Test func farTextsAreInOrder() {
        var ranks: [Int] = []
        for vector in Self.vectors { ranks.append((ranks.last ?? 0) + (vector.level == 0 ? 0 : 1)) }
        for _ in 0..<5000 {
            let (a, b) = (Int.random(in: ranks.indices), Int.random(in: ranks.indices))
            let expected = ranks[a] == ranks[b] ? 0 : ranks[a] < ranks[b] ? -1 : 1
            let found = TextComparison.compare(Self.vectors[a].text, Self.vectors[b].text, options: l)
            #expect(found == expected, "\(name(Self.vectors[a].text)) / \(name(Self.vectors[b].text))")
        }
    }

    /// Canonically equivalent texts are equal in every form.
    @Test(arguments: [
        ("é", "e\u{301}"), ("ệ", "e\u{302}\u{323}"), ("ệ", "e\u{323}\u{302}"), ("\u{212B}", "Å"),
        ("한", "\u{1112}\u{1161}\u{11AB}"),
        ("가", "\u{1100}\u{1161}"), ("힣", "\u{1112}\u{1175}\u{11C2}"), ("й", "и\u{306}"), ("\u{F900}", "\u{8C48}"),
        ("\u{344}", "\u{308}\u{301}"), ("\u{1D15E}", "\u{1D157}\u{1D165}"), ("a\u{0}", "a"), ("\u{387}", "\u{B7}"),
        ("и\u{323}\u{306}", "й\u{323}"), ("a\u{334}\u{327}\u{323}\u{301}", "a\u{301}\u{323}\u{327}\u{334}"),
    ])
    func equivalentTextsAreEqual(a: String, b: String) {
        #expect(TextComparison.equal(a, b, options: l))
        #expect(!TextComparison.equal(a, b, options: []))
        #expect(!TextComparison.equal(a, b, options: [n, l]))
        #expect(RootCollation.sortKey(a, options: l) == RootCollation.sortKey(b, options: l))
    }

    @Test(
        arguments: [
            ("a", "b", l, -1), ("a", "B", l, -1), ("Z", "a", l, 1), ("a", "A", l, -1), ("A", "b", l, -1),
            ("é", "f", l, -1),
            ("e", "é", l, -1), ("É", "é", l, 1), ("a", "ab", l, -1), ("", "a", l, -1), ("", "", l, 0),
            ("", "\u{0}", l, 0),
            ("a b", "ab", l, -1), ("a-b", "ab", l, -1), ("ß", "ss", l, 1), ("ß", "st", l, -1), ("ä", "b", l, -1),
            ("z", "ä", l, 1),
            ("cote", "côte", l, -1), ("coté", "côte", l, -1), ("côte", "côté", l, -1), ("É", "éa", l, -1),
            ("1", "a", l, -1),
            ("10", "2", l, -1), ("日", "a", l, 1), ("あ", "ア", l, -1), ("Aé", "aê", l, -1),
            // c ignores the third level, d the second. Both keep letters.
            ("a", "A", [c, l], 0), ("a", "Á", [c, l], -1), ("a", "á", [d, l], 0), ("a", "A", [d, l], -1),
            ("á", "A", [d, l], -1),
            ("Á", "a", [c, d, l], 0), ("a", "b", [c, d, l], -1), ("B", "á", [c, d, l], 1), ("あ", "ア", [c, l], 0),
            ("あ", "ア", l, -1),
            ("か", "が", [d, l], 0), ("か", "が", [c, l], -1), ("ß", "SS", [c, l], 0), ("ß", "ss", [d, l], 1),
            ("Ａ", "A", [d, l], 0),
            ("Ａ", "a", [d, l], 1), ("Ａ", "A", [c, l], 0), ("Ø", "O", [d, l], 0), ("Ø", "O", l, 1),
            ("İ", "i", [c, l], 1), ("İ", "i", [c, d, l], 0),
            // Texts that are equal under [c] or [d] are equal under l too, although the table gives й and и
            // different letters.
            ("й", "и", [d, l], 0), ("й", "и", [c, l], 1), ("й", "и", l, 1), ("\u{345}", "ι", [c, l], 0),
            // n cancels all other options.
            ("a", "B", [n, l], 1), ("a", "A", [n, c, l], 1),
        ] as [(String, String, StringOptions, Int)])
    func orders(a: String, b: String, options: StringOptions, expected: Int) {
        #expect(TextComparison.compare(a, b, options: options) == expected)
        #expect(TextComparison.compare(b, a, options: options) == -expected)
        #expect(TextComparison.equal(a, b, options: options) == (expected == 0))
        if options.effective.contains(l) {
            let (first, second) = (
                RootCollation.sortKey(a, options: options), RootCollation.sortKey(b, options: options)
            )
            #expect((first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1) == expected)
        }
    }

    /// Elements as in allkeys.txt: one, several, none, and computed ones.
    @Test(arguments: [
        ("a", ["20B3.20.2"]), ("A", ["20B3.20.8"]), ("", []), ("\u{0}", []), ("\u{AD}", []), (" ", ["209.20.2"]),
        ("é", ["211A.20.2", "0.24.2"]), ("ﬁ", ["2155.20.4", "21A6.20.4"]), ("\u{301}", ["0.24.2"]),
        ("\u{4E00}", ["FB40.20.2", "CE00.0.0"]), ("\u{3400}", ["FB80.20.2", "B400.0.0"]),
        ("\u{FA0E}", ["FB41.20.2", "FA0E.0.0"]),
        ("\u{20000}", ["FB84.20.2", "8000.0.0"]), ("\u{17001}", ["FB00.20.2", "8001.0.0"]),
        ("\u{18D00}", ["FB00.20.2", "9D00.0.0"]),
        ("\u{18B05}", ["FB02.20.2", "8005.0.0"]), ("\u{1B172}", ["FB01.20.2", "8002.0.0"]),
        ("\u{10FFFF}", ["FBE1.20.2", "FFFF.0.0"]),
        ("\u{187FF}", ["FBC3.20.2", "87FF.0.0"]), ("\u{378}", ["FBC0.20.2", "8378.0.0"]),
    ])
    func elements(text: String, expected: [String]) {
        let elements = UTF8Text.withBytes(text) { RootCollation.elements(of: $0) }
        let found = elements.map { element in
            [RootCollation.Level.primary, .secondary, .tertiary].map { String($0.weight(of: element), radix: 16) }
                .joined(separator: ".").uppercased()
        }
        #expect(found == expected)
    }

    /// A mark joins its letter across marks of lower classes, but not across one of its own class.
    @Test func contractionsOverMarks() {
        func elements(_ text: String) -> [UInt32] { UTF8Text.withBytes(text) { RootCollation.elements(of: $0) } }
        let (short, tilde, acute) = (elements("й"), elements("\u{334}"), elements("\u{301}"))
        #expect(elements("и\u{334}\u{306}") == short + tilde)
        #expect(elements("и\u{306}\u{301}") == short + acute)
        #expect(elements("и\u{301}\u{306}") == elements("и") + acute + elements("\u{306}"))
        #expect(elements("и\u{334}\u{334}\u{306}\u{301}\u{306}") == short + tilde + tilde + acute + elements("\u{306}"))
        #expect(elements("и\u{334}a\u{306}") == elements("и") + tilde + elements("a") + elements("\u{306}"))
        #expect(elements("ии\u{334}\u{306}и") == elements("и") + short + tilde + elements("и"))
        // Each of two vowel signs takes one mark of the second run.
        let (joined, first) = (elements("\u{F71}\u{F72}"), elements("\u{F71}"))
        #expect(elements("\u{F71}\u{F71}\u{F72}") == joined + first)
        #expect(elements("\u{F71}\u{F71}\u{F72}\u{F72}") == joined + joined)
        #expect(elements("\u{F71}\u{F71}\u{F71}\u{F72}\u{F72}") == joined + joined + first)
    }

    /// Long runs of marks, in the wrong order and with contractions across them, must not take quadratic time.
    @Test func hostileMarksTakeLinearTime() {
        let many = 20_000
        let texts = [
            "a" + String(repeating: "\u{301}\u{323}", count: many), String(repeating: "\u{F71}", count: many),
            String(repeating: "\u{F71}", count: many) + String(repeating: "\u{F72}", count: many),
            String(repeating: "\u{F72}", count: many) + String(repeating: "\u{F71}", count: many),
            "и" + String(repeating: "\u{334}", count: many) + "\u{306}",
            String(repeating: "и\u{334}\u{306}", count: many),
            String(repeating: "\u{FDFA}", count: many),
        ]
        let seconds = processorSeconds {
            for text in texts { #expect(TextComparison.compare(text, text + "x", options: l) == -1) }
        }
        #expect(seconds < 20)
    }
}

@Suite struct CanonicalDecompositionTests {
    @Test(
        arguments: [
            ("a", [0x61]), ("", []), ("À", [0x41, 0x300]), ("\u{BF}", [0xBF]), ("ệ", [0x65, 0x323, 0x302]),
            ("ǖ", [0x75, 0x308, 0x304]),
            ("a\u{301}\u{323}", [0x61, 0x323, 0x301]), ("a\u{301}\u{300}", [0x61, 0x301, 0x300]),
            ("\u{301}\u{323}a", [0x323, 0x301, 0x61]),
            ("a\u{301}b\u{323}", [0x61, 0x301, 0x62, 0x323]),
            ("a\u{345}\u{301}\u{323}\u{334}", [0x61, 0x334, 0x323, 0x301, 0x345]),
            ("가", [0x1100, 0x1161]), ("각", [0x1100, 0x1161, 0x11A8]), ("힣", [0x1112, 0x1175, 0x11C2]),
            ("\u{D7A4}", [0xD7A4]),
            ("\u{ABFF}", [0xABFF]), ("\u{2F800}", [0x4E3D]), ("\u{F73}", [0xF71, 0xF72]),
            ("\u{1D160}", [0x1D158, 0x1D165, 0x1D16E]),
            ("ﬁ", [0xFB01]), ("\u{344}\u{323}", [0x323, 0x308, 0x301]),
            ("a\u{323}\u{302}\u{301}\u{323}b", [0x61, 0x323, 0x323, 0x302, 0x301, 0x62]),
        ] as [(String, [UInt32])])
    func decomposes(text: String, expected: [UInt32]) {
        #expect(UTF8Text.withBytes(text) { CanonicalDecomposition.codePoints(of: $0) } == expected)
    }

    @Test func bytesThatAreNotUTF8AreReplaced() {
        let bytes: [UInt8] = [0x61, 0xFF, 0x62]
        #expect(bytes.withUnsafeBufferPointer { CanonicalDecomposition.codePoints(of: $0) } == [0x61, 0xFFFD, 0x62])
    }

    @Test(arguments: [
        (0x61, 0), (0x2FF, 0), (0x301, 230), (0x323, 220), (0x334, 1), (0x345, 240), (0xF71, 129), (0x3099, 8),
    ])
    func classes(code: UInt32, expected: UInt32) {
        #expect(CanonicalDecomposition.combiningClass(of: code) == expected)
    }

    /// The standard library compares by canonical equivalence, so each decomposition must equal its text.
    @Test func agreesWithTheStandardLibrary() {
        var wrong: [UInt32] = []
        for code in UInt32(0x80)...0x10FFFF {
            guard let scalar = Unicode.Scalar(code), let age = scalar.properties.age, age.major < 15 else { continue }
            let text = String(scalar)
            let codes = UTF8Text.withBytes(text) { CanonicalDecomposition.codePoints(of: $0) }
            var decomposed = String.UnicodeScalarView()
            decomposed.append(contentsOf: codes.compactMap(Unicode.Scalar.init))
            if String(decomposed) != text { wrong.append(code) }
            let combining = UInt32(scalar.properties.canonicalCombiningClass.rawValue)
            if CanonicalDecomposition.combiningClass(of: code) != combining { wrong.append(code) }
        }
        #expect(wrong == [])
    }
}

extension RootCollation {
    /// A key for sorting or grouping many texts: the order of the keys' bytes is the order of the texts, and texts that
    /// are equal have the same key.
    fileprivate static func sortKey(_ text: String, options: StringOptions) -> [UInt8] {
        let weighed = TextFolding.withFolded(text, options) { elements(of: $0, options) }
        var key: [UInt8] = []
        for level in levels(options) {
            // No weight is zero, so that the end of a level comes before anything that could go on.
            if level != .primary { key += [0, 0] }
            for element in weighed {
                let weight = level.weight(of: element)
                if weight == 0 { continue }
                key.append(UInt8(truncatingIfNeeded: weight >> 8))
                key.append(UInt8(truncatingIfNeeded: weight))
            }
        }
        return key
    }
}
