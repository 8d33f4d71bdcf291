import PredicateCore
import PredicateFoundationPatterns
import PredicatePatterns
import Testing

@Suite struct PatternErrorTests {
    @Test(arguments: [
        // Groups.
        ("a)b", 1, "this closing parenthesis has no opening one; write `\\)` for the character"),
        ("ab(c", 2, "this parenthesis is not closed"),
        ("é(c", 2, "this parenthesis is not closed"),
        ("a(?", 1, "this parenthesis is not closed"),
        ("a(?i", 1, "this parenthesis is not closed"),
        ("a(?#c", 1, "this comment is not closed"),
        ("(?<n>a)(?<n>b)", 7, "there is a group named `n` already"),
        ("(?<n_1>a)", 4, "a group name has ASCII letters and digits and begins with a letter"),
        ("(?<>a)", 3, "a group name has ASCII letters and digits and begins with a letter"),
        ("(?<n", 0, "this parenthesis is not closed"),
        ("(?)a", 0, "this kind of group does not exist"),
        ("(?J)a", 0, "this kind of group does not exist"),
        ("(?w)a", 2, "the flag `w` is not available; the flags are i, m, s and x"),
        ("a(?<=b+)c", 1, "a look-behind of variable length is not available"),
        ("a(?<!b|\\R)c", 1, "a look-behind of variable length is not available"),
        // Features of PCRE2 that ICU lacks. They must not be available.
        ("(*UTF)a", 0, "`(*` begins a verb, and verbs are not available; write `(\\*` for the characters"),
        ("(*LIMIT_MATCH=1)a", 0, "`(*` begins a verb, and verbs are not available; write `(\\*` for the characters"),
        ("a(*FAIL)", 1, "`(*` begins a verb, and verbs are not available; write `(\\*` for the characters"),
        ("(?R)", 0, "recursion is not available"),
        ("(a(?1))", 2, "recursion is not available"),
        ("(?&n)", 0, "recursion is not available"),
        ("(?+1)", 0, "recursion is not available"),
        ("(?P<n>a)", 0, "write the name of a group as `(?<name>…)`"),
        ("(?'n'a)", 0, "write the name of a group as `(?<name>…)`"),
        ("(?(1)a|b)", 0, "conditions are not available"),
        ("a(?C1)", 1, "callouts are not available"),
        ("(?|a|b)", 0, "branches that share group numbers are not available"),
        ("a\\Kb", 1, "`\\K` is not available here"),
        ("\\C", 0, "`\\C` is not available here"),
        ("(a)\\g{1}", 3, "`\\g` is not available here"),
        // Repetition.
        ("*", 0, "there is nothing for `*` to repeat; write `\\*` for the character"),
        ("a**", 2, "there is nothing for `*` to repeat; write `\\*` for the character"),
        ("(+a)", 1, "there is nothing for `+` to repeat; write `\\+` for the character"),
        ("{2}", 0, "there is nothing for `{` to repeat; write `\\{` for the character"),
        ("a}", 1, "this brace has no opening one; write `\\}` for the character"),
        (
            "WoW{3, 4}", 3,
            "braces take one number, or two separated by a comma, without spaces; write `\\{` for the character"
        ),
        (
            "a{,3}", 1,
            "braces take one number, or two separated by a comma, without spaces; write `\\{` for the character"
        ),
        ("a{", 1, "braces take one number, or two separated by a comma, without spaces; write `\\{` for the character"),
        ("a{3,1}", 1, "the numbers in the braces are in reverse order"),
        ("a{65536}", 1, "a count in braces is at most 65535"),
        ("a{99999999999999999999}", 1, "a count in braces is at most 65535"),
        ("\\b+", 2, "an assertion matches no text and cannot be repeated"),
        ("(?=a)*", 5, "an assertion matches no text and cannot be repeated"),
        // Escapes.
        ("ab\\", 2, "the pattern ends with a backslash; write `\\\\` for the character"),
        ("a\\y", 1, "`\\y` means nothing; write `y` for the character"),
        ("a\\E", 1, "`\\E` has no `\\Q` before it"),
        ("a\\Qb", 1, "`\\Q` has no `\\E` after it"),
        ("\\u12", 0, "there are too few or too many hexadecimal digits"),
        ("\\x{}", 0, "there are too few or too many hexadecimal digits"),
        ("\\x{1234567}", 0, "there are too few or too many hexadecimal digits"),
        ("\\x{110000}", 0, "there is no such code point"),
        ("\\ud83d", 0, "half of a surrogate pair is not a character"),
        ("\\ud83dx", 0, "half of a surrogate pair is not a character"),
        ("\\ud83d\\u0041", 0, "half of a surrogate pair is not a character"),
        ("\\0", 0, "`\\0` takes one to three octal digits; write `\\x00` for NUL"),
        ("\\c", 0, "`\\c` takes an ASCII character"),
        ("\\N{DIGIT ONE}", 0, "characters by name (`\\N{…}`) are not available; write `\\uhhhh`"),
        ("(a)\\2", 3, "there is no group 2"),
        ("\\k<n>(?<n>a)", 0, "there is no group named `n` before this"),
        ("\\kn", 0, "`\\k` takes the name of a group: `\\k<name>`"),
        // Properties.
        ("a\\pL", 1, "a property needs braces: `\\p{L}`"),
        ("\\p{L", 0, "a property needs braces: `\\p{L}`"),
        ("\\p{Foo}", 0, "there is no property named `Foo`"),
        ("\\p{sc=Foo}", 0, "there is no property named `sc=Foo`"),
        ("\\p{InGreek}", 0, "`InGreek` asks for a block of code points, which is not available"),
        ("\\p{nv=5}", 0, "`nv=5` asks for the property `nv`, which is not available"),
        ("[[:foo:]]", 1, "there is no property named `foo`"),
        // Sets.
        ("[a", 0, "this bracket is not closed"),
        ("x[]", 1, "this bracket is not closed"),
        ("[[a]", 0, "this bracket is not closed"),
        ("[b-a]", 1, "the ends of the range are in reverse order"),
        ("[a-\\d]", 3, "a range ends with a character, not with a class"),
        ("[&&a]", 1, "this operator has no left operand; write `\\&` or `\\-` for the character"),
        ("[a&&]", 4, "the set is empty"),
        ("[\\b]", 1, "`\\b` means nothing; write `b` for the character"),
    ])
    func locations(_ pattern: String, _ offset: Int, _ message: String) {
        for engine in [.pcre2, .foundation] as [any PatternEngine] {
            for options: StringOptions in [[], .caseInsensitive, .diacriticInsensitive] {
                #expect(throws: PatternError(message, at: offset)) {
                    try engine.compile(pattern, options: options, limits: .standard)
                }
            }
        }
    }

    /// An error of the engine also has an offset.
    @Test func errorsOfTheEngineHaveAPlace() {
        let pattern = "é" + String(repeating: "\\b", count: 5_000)
        let error = #expect(throws: PatternError.self) {
            try PCRE2PatternEngine().compile(pattern, options: [], limits: .standard)
        }
        #expect(error?.message == "the pattern is too large")
        // The engine decides how far it gets, but the offset must be the start of a `\\b`.
        #expect((2...pattern.utf8.count).contains(error?.offset ?? 0))
        #expect((error?.offset ?? 1) % 2 == 0)
    }

    /// Property names that the parser accepts. Both engines must know them.
    @Test(arguments: [
        "L", "Lu", "LowercaseLetter", "Mn", "cntrl", "Cn", "Any", "ASCII", "Assigned", "LC", "alnum", "blank", "graph",
        "print", "punct", "space", "word", "xdigit", "Alphabetic", "AHex", "Bidi_C", "Bidi_M", "CI", "Cased", "CWCF",
        "CWCM", "CWL", "CWT", "CWU", "Dash", "DI", "Dep", "Dia", "Emoji", "EComp", "EMod", "EBase", "EPres", "ExtPict",
        "Ext", "Gr_Base", "Gr_Ext", "Gr_Link", "Hex", "IDC", "IDS", "IDSB", "IDST", "Ideo", "Join_C", "LOE", "Lower",
        "Math", "NChar", "Pat_Syn", "Pat_WS", "PCM", "QMark", "Radical", "RI", "STerm", "SD", "Term", "UIdeo", "Upper",
        "VS", "WSpace", "XIDC", "XIDS", "Latin", "Latn", "Greek", "Cyrl", "Hani", "Hiragana", "Zyyy", "Common", "Qaac",
        "script=Thai", "scx=Deva", "bc=AL", "bidi_class=NSM", "gc=Nd", "general category=No", "Is_Arabic", "IsL",
    ])
    func properties(_ name: String) throws {
        for pattern in ["\\p{\(name)}", "\\P{\(name)}", "[\\p{\(name)}x]", "[^\\p{\(name)}x]", "[:\(name):]"] {
            for engine in [.pcre2, .foundation] as [any PatternEngine] {
                _ = try engine.compile(pattern, options: [], limits: .standard)
                _ = try engine.compile(pattern, options: .caseInsensitive, limits: .standard)
            }
        }
    }

    /// The engines agree on the characters with a property, as far as no version of Unicode changed them.
    @Test(arguments: ["L", "Lu", "Nd", "P", "S", "Alphabetic", "Dash", "Latin", "Greek", "Cyrillic", "Han", "graph"])
    func propertiesHoldTheSame(_ name: String) throws {
        let pcre2 = try PCRE2PatternEngine().compile("\\p{\(name)}", options: [], limits: .standard)
        let foundation = try FoundationPatternEngine().compile("\\p{\(name)}", options: [], limits: .standard)
        // The combining letters at U+0363 became alphabetic recently.
        for code in UInt32(0x20)..<0x530 where !(0x345...0x36F).contains(code) {
            guard let scalar = Unicode.Scalar(code) else { continue }
            #expect(pcre2.match(String(scalar)) == foundation.match(String(scalar)), "U+\(String(code, radix: 16))")
        }
    }
}
