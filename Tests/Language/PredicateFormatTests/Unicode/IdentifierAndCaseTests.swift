import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite struct IdentifierCharactersTests {
    @Test(
        arguments: [
            ("a", true, true), ("z", true, true), ("A", true, true), ("Z", true, true), ("_", true, true),
            ("0", false, true),
            ("9", false, true), ("@", false, false), ("[", false, false), ("`", false, false), ("{", false, false),
            ("/", false, false), (":", false, false), ("-", false, false), (" ", false, false), ("$", false, false),
            ("#", false, false), ("é", true, true), ("ß", true, true), ("日", true, true), ("я", true, true),
            ("א", true, true),
            ("\u{301}", false, true), ("٣", false, true), ("·", false, true), ("\u{200D}", false, false),
            ("😀", false, false),
            ("\u{A0}", false, false), ("²", false, false), ("ª", true, true), ("€", false, false), ("‿", false, true),
            ("\u{37A}", false, false), ("\u{E33}", false, true), ("ℼ", true, true), ("℘", true, true),
            ("𝒳", true, true),
            ("\u{30000}", true, true), ("\u{10FFFF}", false, false), ("ｱ", true, true), ("\u{FF9E}", false, true),
        ] as [(Unicode.Scalar, Bool, Bool)])
    func characters(scalar: Unicode.Scalar, start: Bool, continuation: Bool) {
        #expect(IdentifierCharacters.isStart(scalar) == start)
        #expect(IdentifierCharacters.isContinue(scalar) == continuation)
    }

    /// The standard library has tables of another version, so only older code points are compared.
    @Test func agreesWithTheStandardLibrary() {
        var wrong: [UInt32] = []
        for code in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(code), let age = scalar.properties.age, age.major < 15 else { continue }
            let properties = scalar.properties
            // Version 15.1 added the joiners and the katakana middle dots to XID_Continue.
            if [0x200C, 0x200D, 0x30FB, 0xFF65].contains(code) { continue }
            if IdentifierCharacters.isStart(scalar) != (properties.isXIDStart || scalar == "_") { wrong.append(code) }
            if IdentifierCharacters.isContinue(scalar) != properties.isXIDContinue { wrong.append(code) }
        }
        #expect(wrong == [])
    }
}

@Suite struct TextCaseTests {
    /// A text, its upper case, its lower case.
    @Test(arguments: [
        ("", "", ""), ("aZ1", "AZ1", "az1"), ("straße", "STRASSE", "straße"), ("ẞ", "ẞ", "ß"), ("İ", "İ", "i\u{307}"),
        ("ı", "I", "ı"), ("i", "I", "i"), ("ﬁ", "FI", "ﬁ"), ("ǆ", "Ǆ", "ǆ"), ("ǅ", "Ǆ", "ǆ"), ("é", "É", "é"),
        ("e\u{301}", "E\u{301}", "e\u{301}"),
        ("ΐ", "Ι\u{308}\u{301}", "ΐ"), ("ŉ", "\u{2BC}N", "ŉ"), ("𐐨", "𐐀", "𐐨"), ("日", "日", "日"), ("ა", "Ა", "ა"),
        ("ᾳ", "ΑΙ", "ᾳ"), ("ÿ", "Ÿ", "ÿ"), ("µ", "Μ", "µ"),
        // The final sigma: with a letter before and none after, ignoring characters that case ignores.
        ("Σ", "Σ", "σ"), ("ΑΣ", "ΑΣ", "ας"), ("ΑΣΑ", "ΑΣΑ", "ασα"), ("ΑΣ ΣΑ", "ΑΣ ΣΑ", "ας σα"), ("ΑΣ'", "ΑΣ'", "ας'"),
        ("ΑΣ'Α", "ΑΣ'Α", "ασ'α"), ("Α'Σ", "Α'Σ", "α'ς"), ("'Σ", "'Σ", "'σ"), ("1Σ", "1Σ", "1σ"), ("Α1Σ", "Α1Σ", "α1σ"),
        ("ΑΣ1", "ΑΣ1", "ας1"),
        ("ΑΣΣ", "ΑΣΣ", "ασς"), ("ΣΣ", "ΣΣ", "σς"), ("Α\u{301}Σ", "Α\u{301}Σ", "α\u{301}ς"), ("ΑΣ1Α", "ΑΣ1Α", "ας1α"),
    ])
    func maps(text: String, upper: String, lower: String) {
        #expect(TextCase.upper(text).unicodeScalars.elementsEqual(upper.unicodeScalars))
        #expect(TextCase.lower(text).unicodeScalars.elementsEqual(lower.unicodeScalars))
    }

    @Test func agreesWithTheStandardLibrary() {
        var wrong: [UInt32] = []
        for code in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(code), let age = scalar.properties.age, age.major < 15 else { continue }
            let (upper, lower) = (TextCase.upper(String(scalar)), TextCase.lower(String(scalar)))
            // Letters that got a partner in a later version.
            let later = [0x19B, 0x264, 0xA7D3, 0xA7D5].contains(code)
            if later { continue }
            if !upper.utf8.elementsEqual(scalar.properties.uppercaseMapping.utf8) { wrong.append(code) }
            if !lower.utf8.elementsEqual(scalar.properties.lowercaseMapping.utf8) { wrong.append(code) }
        }
        #expect(wrong == [])
    }
}
