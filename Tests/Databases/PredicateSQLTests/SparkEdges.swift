import PredicateFormat

/// Texts and predicates at the edges of each function that Spark is asked to compute.
enum SparkEdges {
    /// Every kind of white space, what looks like it, line ends, parts that overlap, letters whose case is long.
    static let texts: [String] = [
        " a ", "\u{85}a\u{2029}", "\u{A0}a\u{3000}", "\u{200B}a\u{200B}", "\u{FEFF}a", "\u{180E}a",
        "\u{1680}a\u{2000}\u{200A}",
        "\t\n\u{B}\u{C}\ra\u{1C}", "\u{202F}a\u{205F}", "\u{2028}", " \t ", "a b  c", "aaa", "aaaa", "aaaaa", "abab",
        "ababab",
        "a\u{301}a", "😀a😀", "a\r\nb", "a\nb", "a\n", "\na", "a\r", "a\u{2028}b", "a\u{85}", "12", " 12", "1.5", "-0",
        "9223372036854775808", "true", "İı", "ŉ", "ΑΣ", "ΟΔΟΣ Σ", "ﬀ", "ǅ", "Ǆ", "$1", "\\1", "a$b", "a\\b", "a'b", "%",
        "_",
        "\u{10FFFF}", "\u{FFFF}", "\u{E000}", "\u{301}", "ß", "ẞ", String(repeating: "ab", count: 300), "x\0y", "\0",
        " \0 ",
    ]

    /// Rows with each of the texts, whose other fields are nil or empty.
    static func records(from first: Int) -> [PredicateValue] {
        texts.enumerated().map { index, text in
            .object(
                PredicateObject([
                    ("id", .integer(Int64(first + index))), ("i", .integer(Int64(index % 5) - 2)),
                    ("j", .integer(Int64(index % 7))),
                    ("r", index % 3 == 0 ? .null : .double(Double(index) / 4)), ("s", .double(Double(index % 9) - 4)),
                    ("t", .string(text)), ("u", .string(text)),
                    ("n", .string(String(String.UnicodeScalarView(text.unicodeScalars.reversed())))), ("f", .null),
                    ("g", .boolean(index % 2 == 0)), ("d", .null), ("e", .null), ("x", .null), ("b", .null),
                    ("team", .null),
                    ("tags", .list([.string(text), .null])), ("nums", .list([])), ("reals", .list([.double(0.5)])),
                    ("parts", .list([])),
                ]))
        }
    }

    /// Predicates that call each function with values at its edges.
    static let predicates: [String] = {
        let needles = [
            "", "a", "aa", "ab", "aba", " ", "\\n", "\\r\\n", "\\u0301", "\\ud83d\\ude00", "$1", "\\\\", "\\\\1", "'",
            "%", "\\u0000", "\\u2028",
            "é", "ß",
        ].map { "\"\($0)\"" }
        var texts = [
            "trim(t)", "trim(trim(t))", "trim(concat(t, \" \"))", "concat(t, u)", "concat(t, nil)",
            "stringByAppendingString:(t, \"\\u0000\")",
        ]
        texts += [
            "substring(t, 0)", "substring(t, 1)", "substring(t, 2, 3)", "substring(t, 0, 0)", "substring(t, -1)",
            "substring(t, 0, -1)",
        ]
        texts += [
            "substring(t, 999999999, 999999999)", "substring(t, 1000000000)", "substring(t, 9223372036854775807)",
            "substring(t, nil)",
        ]
        texts += [
            "substring(t, 1, 9223372036854775807)", "substring(trim(t), 0, 1)", "trim(substring(t, 1))",
            "substring(t, i)",
        ]
        texts += [
            "uppercase(t)", "lowercase(t)", "uppercase(trim(t))", "lowercase(replace(t, \"a\", \"A\"))",
            "uppercase(substring(t, 0, 1))",
        ]
        texts += [
            "toString(t)", "toString(i)", "toString(j)", "toString(g)", "toString(f)", "toString(s)",
            "toString(nums.@count)", "toString(length(t))",
        ]
        texts += [
            "toString(i + 1)", "CAST(i, 'NSString')", "CAST(t, 'NSString')", "CAST(g, 'NSString')",
            "concat(toString(i), t)",
        ]
        for (part, new) in [
            ("a", ""), ("aa", "a"), ("ab", "ba"), ("", "x"), (" ", "\\u00a0"), ("\\\\", "$1"), ("a", "$0"),
            ("\\u0000", "a"), ("a", "\\u0000"),
        ] {
            texts.append("replace(t, \"\(part)\", \"\(new)\")")
        }
        texts += [
            "replace(replace(t, \"a\", \"b\"), \"b\", \"a\")", "replace(t, nil, \"a\")", "replace(t, \"a\", u)",
            "replace(trim(t), \"b\", \"\")",
        ]
        var found: [String] = []
        for text in texts {
            found += [
                "\(text) == nil", "\(text) != nil", "\(text) == \"\"", "NOT \(text) == \"a\"", "\(text) == u",
                "\(text) < \"a\"", "\(text) >= n",
            ]
            found += [
                "\(text) BEGINSWITH \"a\"", "\(text) CONTAINS[c] \"A\"", "\(text) IN {\"a\", \"\", \"aa\", \"12\"}",
                "length(\(text)) > 2",
            ]
            found += [
                "\(text) LIKE \"?a*\"", "\(text) MATCHES \"a.?\"", "indexOf(\(text), \"a\") > 0", "\(text) IN tags",
                "ANY tags == \(text)",
            ]
        }
        for needle in needles {
            found += [
                "indexOf(t, \(needle)) == nil", "indexOf(t, \(needle)) == 0", "indexOf(t, \(needle)) >= 1",
                "NOT indexOf(t, \(needle)) < 2",
            ]
            found += [
                "indexOf(t, \(needle)) + 1 == 2", "t CONTAINS \(needle)", "NOT t ENDSWITH \(needle)",
                "replace(t, \(needle), \"-\") == u",
            ]
            found += [
                "substring(t, indexOf(t, \(needle))) == u", "trim(t) == \(needle)", "\(needle) IN t", "t == \(needle)",
                "t < \(needle)", "t <= \(needle)",
            ]
        }
        for number in [
            "i", "j", "r", "s", "i + 1", "nums.@sum", "reals.@max", "toNumber(t)", "length(t)", "indexOf(t, \"a\")",
            "tags.@count",
        ] {
            found += [
                "toNumber(toString(\(number))) == \(number)", "abs(\(number)) == 2", "floor(\(number)) < 1",
                "NOT ceiling(\(number)) > 0",
            ]
            found += [
                "trunc(\(number)) == -1", "round(\(number)) == 2", "sqrt(\(number)) > 1",
                "toString(\(number)) == \"1\"", "\(number) == nil",
            ]
            found += [
                "modulus:by:(i, 3) == \(number)", "\(number) ** 2 > 4", "\(number) / 2 == 1",
                "\(number) IN {1, 2.0, nil}",
            ]
        }
        for pattern in [
            "a.b", ".", "..", ".*", "a\\\\s+b", "\\\\S+", "\\\\w+", "\\\\W", "\\\\d+", "[^a]", "[^a]*", "(ab)*",
            "(?i)A+", "a|aa", "(a|ab)(ab|b)*", "a{2,3}",
            "[\\\\u0000-\\\\u0020]*", "\\\\x{1F600}.*", "[İı]+", "\\\\$1", "\\\\\\\\1", "a\\n?", "a$", "^a",
            "\\\\ba\\\\b", "(?s).*", "", "\\\\p{L}+", "\\\\h*a\\\\h*",
        ] {
            found += [
                "t MATCHES \"\(pattern)\"", "NOT t MATCHES[c] \"\(pattern)\"", "ANY tags MATCHES \"\(pattern)\"",
                "finds(t, \"\(pattern)\")",
            ]
        }
        for field in ["id", "i", "j", "t", "d", "team", "team.name", "tags", "nums", "zz"] {
            found += [
                "has(\(field))", "NOT has(\(field))", "has(\(field)) AND \(field) == nil", "has(\"\(field)\")",
                "has(SELF, \"\(field)\")",
            ]
        }
        for date in ["d", "e", "(d + 1)", "(d - 0.5)", "(d + i)", "CAST(t, 'NSDate')"] {
            found += [
                "\(date) == nil", "\(date) > CAST(0, 'NSDate')", "NOT \(date) < CAST('2001-01-01T00:00:00Z', 'NSDate')",
                "\(date) == e", "year(\(date)) == 2001",
            ]
            found += [
                "\(date) - e > 0", "(\(date) - CAST(1.5, 'NSDate')) == 0", "truncate(\(date), 'day') == \(date)",
                "toString(\(date)) BEGINSWITH '2001'",
            ]
        }
        return found
    }()
}
