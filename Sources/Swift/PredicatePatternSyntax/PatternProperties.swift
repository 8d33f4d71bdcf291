/// The Unicode properties that `\p{…}` and `[:…:]` support, in ICU's spellings.
enum PatternProperties {
    /// The result of looking up a name.
    enum Found {
        case set(PatternSet)
        /// A property that ICU knows, but not every engine.
        case unavailable(String)
        case unknown
    }

    /// The set for a name such as `Lu`, `Uppercase Letter`, `gc=Lu`, `script=Greek`, `IsGreek`, `Alphabetic=No`.
    ///
    /// Case, blanks, hyphens and underscores in names are ignored. If the pattern ignores case, a property of one
    /// case includes all three cases.
    static func find(_ text: String, caseless: Bool) -> Found {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return .unknown }
        let parts = text.split(whereSeparator: { $0 == "=" || $0 == ":" })
        let hasSeparator = text.contains { $0 == "=" || $0 == ":" }
        switch parts.count {
        case 1 where !hasSeparator: return find(name: loose(parts[0]), caseless: caseless)
        case 2: return find(key: loose(parts[0]), value: loose(parts[1]), caseless: caseless)
        default: return .unknown
        }
    }

    /// The name in lower case, without ignored characters.
    private static func loose(_ text: Substring) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case " ", "\t", "-", "_": continue
            case "A"..."Z": name.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value | 0x20)))
            default: name.unicodeScalars.append(scalar)
            }
        }
        return name
    }

    private static func find(name: String, caseless: Bool) -> Found {
        if let set = bare(name, caseless: caseless) { return .set(set) }
        if name.hasPrefix("is"), let set = bare(String(name.dropFirst(2)), caseless: caseless) { return .set(set) }
        if name.hasPrefix("in") { return .unavailable("a block of code points") }
        if name.hasPrefix("java") { return .unavailable("a class of Java") }
        return .unknown
    }

    private static func bare(_ name: String, caseless: Bool) -> PatternSet? {
        if let set = category(name, caseless: caseless) ?? posix(name, caseless: caseless) { return set }
        if let set = binary(name, caseless: caseless) { return set }
        return scripts[name].map { .items([.property(PatternProperty("sc", $0))]) }
    }

    private static func find(key: String, value: String, caseless: Bool) -> Found {
        switch key {
        case "gc", "generalcategory": return category(value, caseless: caseless).map(Found.set) ?? .unknown
        case "sc", "script":
            return scripts[value].map { .set(.items([.property(PatternProperty("sc", $0))])) } ?? .unknown
        case "scx", "scriptextensions":
            return scripts[value].map { .set(.items([.property(PatternProperty("scx", $0))])) } ?? .unknown
        case "bc", "bidiclass":
            guard bidirectionalClasses.contains(value) else { return .unknown }
            return .set(.items([.property(PatternProperty("bc", value))]))
        case "blk", "block": return .unavailable("a block of code points")
        case "age", "ccc", "canonicalcombiningclass", "ea", "eastasianwidth", "nv", "numericvalue", "nt",
            "numerictype", "dt", "decompositiontype", "gcb", "graphemeclusterbreak", "wb", "wordbreak", "sb",
            "sentencebreak", "lb", "linebreak", "jt", "joiningtype", "jg", "joininggroup", "hst",
            "hangulsyllabletype", "na", "name", "nfcqc", "nfdqc", "nfkcqc", "nfkdqc", "lccc", "tccc", "insc", "inpc":
            return .unavailable("the property `\(key)`")
        default:
            guard let set = binary(key, caseless: caseless) else { return .unknown }
            switch value {
            case "yes", "y", "true", "t": return .set(set)
            case "no", "n", "false", "f": return .set(.complement(set))
            default: return .unknown
            }
        }
    }

    // MARK: General categories

    private static let cases = PatternSet.items([.property("Lu"), .property("Ll"), .property("Lt")])

    private static func category(_ name: String, caseless: Bool) -> PatternSet? {
        switch name {
        case "any": return .any
        case "ascii": return .items([.range(0, 0x7F)])
        case "assigned": return .complement(.items([.property("Cn")]))
        case "lc", "casedletter": return cases
        default: break
        }
        guard let short = categories[name] else { return nil }
        if caseless, short == "Lu" || short == "Ll" || short == "Lt" { return cases }
        return .items([.property(short)])
    }

    /// The two-letter name for every spelling.
    private static let categories: [String: String] = {
        let names = """
            C Other, Cc Control cntrl, Cf Format, Cn Unassigned, Co PrivateUse, L Letter, Ll LowercaseLetter, \
            Lm ModifierLetter, Lo OtherLetter, Lt TitlecaseLetter, Lu UppercaseLetter, M Mark CombiningMark, \
            Mc SpacingMark, Me EnclosingMark, Mn NonspacingMark, N Number, Nd DecimalNumber digit, Nl LetterNumber, \
            No OtherNumber, P Punctuation punct, Pc ConnectorPunctuation, Pd DashPunctuation, Pe ClosePunctuation, \
            Pf FinalPunctuation, Pi InitialPunctuation, Po OtherPunctuation, Ps OpenPunctuation, S Symbol, \
            Sc CurrencySymbol, Sk ModifierSymbol, Sm MathSymbol, So OtherSymbol, Z Separator, Zl LineSeparator, \
            Zp ParagraphSeparator, Zs SpaceSeparator
            """
        return table(names)
    }()

    // MARK: POSIX

    private static func posix(_ name: String, caseless: Bool) -> PatternSet? {
        switch name {
        case "alnum": return .items([.property("Alphabetic"), .property("Nd")])
        case "xdigit": return .items([.property("Nd"), .property("Hex_Digit")])
        case "blank": return .horizontalSpace
        case "space": return .space
        case "word": return .word
        case "graph": return .complement(.union([.space, .items([.property("Cc"), .property("Cn")])]))
        case "print": return .complement(.items([.property("Cc"), .property("Cn"), .range(0x2028, 0x2029)]))
        default: return nil
        }
    }

    // MARK: Binary properties

    private static func binary(_ name: String, caseless: Bool) -> PatternSet? {
        guard let long = binaries[name] else { return nil }
        if caseless, long == "Uppercase" || long == "Lowercase" { return .items([.property("Cased")]) }
        if long == "White_Space" { return .space }
        return .items([.property(long)])
    }

    /// The long name for every spelling.
    private static let binaries: [String: String] = {
        let names = """
            ASCII_Hex_Digit AHex, Alphabetic Alpha, Bidi_Control Bidi_C, Bidi_Mirrored Bidi_M, Case_Ignorable CI, \
            Cased, Changes_When_Casefolded CWCF, Changes_When_Casemapped CWCM, Changes_When_Lowercased CWL, \
            Changes_When_Titlecased CWT, Changes_When_Uppercased CWU, Dash, Default_Ignorable_Code_Point DI, \
            Deprecated Dep, Diacritic Dia, Emoji, Emoji_Component EComp, Emoji_Modifier EMod, \
            Emoji_Modifier_Base EBase, Emoji_Presentation EPres, Extended_Pictographic ExtPict, Extender Ext, \
            Grapheme_Base Gr_Base, Grapheme_Extend Gr_Ext, Grapheme_Link Gr_Link, Hex_Digit Hex, ID_Continue IDC, \
            ID_Start IDS, IDS_Binary_Operator IDSB, IDS_Trinary_Operator IDST, Ideographic Ideo, \
            Join_Control Join_C, Logical_Order_Exception LOE, Lowercase Lower, Math, \
            Noncharacter_Code_Point NChar, Pattern_Syntax Pat_Syn, Pattern_White_Space Pat_WS, \
            Prepended_Concatenation_Mark PCM, Quotation_Mark QMark, Radical, Regional_Indicator RI, \
            Sentence_Terminal STerm, Soft_Dotted SD, Terminal_Punctuation Term, Unified_Ideograph UIdeo, \
            Uppercase Upper, Variation_Selector VS, White_Space WSpace, XID_Continue XIDC, XID_Start XIDS
            """
        return table(names)
    }()

    private static let bidirectionalClasses: Set<String> = [
        "al", "an", "b", "bn", "cs", "en", "es", "et", "fsi", "l", "lre", "lri", "lro", "nsm", "on", "pdf", "pdi", "r",
        "rle", "rli", "rlo", "s", "ws",
    ]

    // MARK: Scripts

    /// The four-letter name for every spelling.
    private static let scripts: [String: String] = {
        let names = """
            Adlm Adlam, Aghb Caucasian_Albanian, Ahom Ahom, Arab Arabic, Armi Imperial_Aramaic, Armn Armenian, Avst \
            Avestan, Bali Balinese, Bamu Bamum, Bass Bassa_Vah, Batk Batak, Beng Bengali, Bhks Bhaiksuki, Bopo \
            Bopomofo, Brah Brahmi, Brai Braille, Bugi Buginese, Buhd Buhid, Cakm Chakma, Cans Canadian_Aboriginal, \
            Cari Carian, Cham Cham, Cher Cherokee, Chrs Chorasmian, Copt Coptic Qaac, Cpmn Cypro_Minoan, Cprt Cypriot, \
            Cyrl Cyrillic, Deva Devanagari, Diak Dives_Akuru, Dogr Dogra, Dsrt Deseret, Dupl Duployan, Egyp \
            Egyptian_Hieroglyphs, Elba Elbasan, Elym Elymaic, Ethi Ethiopic, Geor Georgian, Glag Glagolitic, Gong \
            Gunjala_Gondi, Gonm Masaram_Gondi, Goth Gothic, Gran Grantha, Grek Greek, Gujr Gujarati, Guru Gurmukhi, \
            Hang Hangul, Hani Han, Hano Hanunoo, Hatr Hatran, Hebr Hebrew, Hira Hiragana, Hluw Anatolian_Hieroglyphs, \
            Hmng Pahawh_Hmong, Hmnp Nyiakeng_Puachue_Hmong, Hung Old_Hungarian, Ital Old_Italic, Java Javanese, Kali \
            Kayah_Li, Kana Katakana, Kawi Kawi, Khar Kharoshthi, Khmr Khmer, Khoj Khojki, Kits Khitan_Small_Script, \
            Knda Kannada, Kthi Kaithi, Lana Tai_Tham, Laoo Lao, Latn Latin, Lepc Lepcha, Limb Limbu, Lina Linear_A, \
            Linb Linear_B, Lisu Lisu, Lyci Lycian, Lydi Lydian, Mahj Mahajani, Maka Makasar, Mand Mandaic, Mani \
            Manichaean, Marc Marchen, Medf Medefaidrin, Mend Mende_Kikakui, Merc Meroitic_Cursive, Mero \
            Meroitic_Hieroglyphs, Mlym Malayalam, Modi Modi, Mong Mongolian, Mroo Mro, Mtei Meetei_Mayek, Mult \
            Multani, Mymr Myanmar, Nagm Nag_Mundari, Nand Nandinagari, Narb Old_North_Arabian, Nbat Nabataean, Newa \
            Newa, Nkoo Nko, Nshu Nushu, Ogam Ogham, Olck Ol_Chiki, Orkh Old_Turkic, Orya Oriya, Osge Osage, Osma \
            Osmanya, Ougr Old_Uyghur, Palm Palmyrene, Pauc Pau_Cin_Hau, Perm Old_Permic, Phag Phags_Pa, Phli \
            Inscriptional_Pahlavi, Phlp Psalter_Pahlavi, Phnx Phoenician, Plrd Miao, Prti Inscriptional_Parthian, Rjng \
            Rejang, Rohg Hanifi_Rohingya, Runr Runic, Samr Samaritan, Sarb Old_South_Arabian, Saur Saurashtra, Sgnw \
            SignWriting, Shaw Shavian, Shrd Sharada, Sidd Siddham, Sind Khudawadi, Sinh Sinhala, Sogd Sogdian, Sogo \
            Old_Sogdian, Sora Sora_Sompeng, Soyo Soyombo, Sund Sundanese, Sylo Syloti_Nagri, Syrc Syriac, Tagb \
            Tagbanwa, Takr Takri, Tale Tai_Le, Talu New_Tai_Lue, Taml Tamil, Tang Tangut, Tavt Tai_Viet, Telu Telugu, \
            Tfng Tifinagh, Tglg Tagalog, Thaa Thaana, Thai Thai, Tibt Tibetan, Tirh Tirhuta, Tnsa Tangsa, Toto Toto, \
            Ugar Ugaritic, Vaii Vai, Vith Vithkuqi, Wara Warang_Citi, Wcho Wancho, Xpeo Old_Persian, Xsux Cuneiform, \
            Yezi Yezidi, Yiii Yi, Zanb Zanabazar_Square, Zinh Inherited Qaai, Zyyy Common
            """
        return table(names)
    }()

    /// A table from `A b c, D e`: each name in its loose form leads to the first name of its row.
    private static func table(_ text: String) -> [String: String] {
        var table: [String: String] = [:]
        for row in text.split(separator: ",") {
            let names = row.split(separator: " ")
            guard let first = names.first else { continue }
            for name in names { table[loose(name)] = String(first) }
        }
        return table
    }
}
