import PredicateFormat

extension LanguageReference {
    /// Operators that combine two values into one.
    static let arithmetic: [LanguageEntry] = [
        LanguageEntry(
            .arithmetic(.add),
            #"""
            Two integers give an integer, or nil if the result does not fit in 64 bits. A double and any number give a
            double, a decimal and an integer give a decimal. A date plus a number is a date, that many seconds later.
            To join texts, use `concat`. If a side is nil or not a number, the result is nil.
            """#,
            apple: "A side that is not a number raises an exception there.",
            [
                .values([
                    ("1 + 2", "3"), ("1 + 2.0", "3.0"), ("9223372036854775807 + 1", "nil"),
                    ("CAST('2026-01-31', 'NSDate') + 3600", "2026-01-31T01:00:00Z"),
                ]),
                .of("a + b", [(#"{"a": 1, "b": 2}"#, "3"), (#"{"a": 1}"#, "nil"), (#"{"a": 1, "b": "2"}"#, "nil")]),
                .refused("name == 'a' + 'b'", "wrong-operand"),
            ], see: ["-", "date", "stringByAppendingString:"]),
        LanguageEntry(
            .arithmetic(.subtract),
            """
            Works like `+`. A date minus a number is a date, that many seconds earlier. A date minus a date is the
            number of seconds between them.
            """,
            [
                .values([
                    ("7 - 2", "5"), ("CAST('2026-02-01', 'NSDate') - CAST('2026-01-31', 'NSDate')", "86400.0"),
                    ("{1, 2} MINUS {2}", "SET {1}"),
                ])
            ], see: ["+", "-a", "MINUS"]),
        LanguageEntry(
            .arithmetic(.multiply), "Works like `+`, for numbers.", [.values([("6 * 7", "42"), ("6 * 0.5", "3.0")])],
            see: ["/", "**"]),
        LanguageEntry(
            .arithmetic(.divide),
            """
            Two integers give an integer: the fraction is dropped, towards zero. Make one of them a double to keep it.
            Division by zero is nil.
            """,
            apple: "The result of division by zero is not documented there.",
            [.values([("7 / 2", "3"), ("-7 / 2", "-3"), ("7 / 2.0", "3.5"), ("1 / 0", "nil"), ("1.0 / 0", "nil")])],
            see: ["modulus:by:", "*"]),
        LanguageEntry(
            .arithmetic(.power),
            """
            Two integers give an integer, without the fraction, as in a division: `2 ** -1` is 0. The operator is
            left-associative, and binds tighter than the minus sign before it.
            """,
            [
                .values([
                    ("2 ** 10", "1024"), ("2 ** -1", "0"), ("2.0 ** -1", "0.5"), ("-2 ** 2", "-4"), ("2 ** 64", "nil"),
                    ("2 ** 3 ** 2", "64"),
                ])
            ], see: ["sqrt", "precedence"]),
        LanguageEntry(
            .sign(.negative),
            """
            A minus before a number literal belongs to the literal, unless `**` follows. A value cannot have a plus
            sign.
            """,
            [
                .values([("-(1 + 2)", "-3"), ("2 - -3", "5"), ("--3", "3")]),
                .of("-a", [(#"{"a": 5}"#, "-5"), ("{}", "nil")]),
            ], see: ["-", "abs"]),
        LanguageEntry(
            .arithmetic(.bitAnd),
            """
            For integers. The bit operators bind tighter than a comparison, so `flags & 4 == 4` tests a bit
            without parentheses.
            """,
            [
                .of("flags & 4 == 4", [(#"{"flags": 6}"#, "true"), (#"{"flags": 3}"#, "false"), ("{}", "false")]),
                .values([("6 & 3", "2")]),
            ], see: ["|", "^", "~"]),
        LanguageEntry(.arithmetic(.bitOr), "For integers. `||` is OR.", [.values([("6 | 3", "7")])], see: ["&", "OR"]),
        LanguageEntry(
            .arithmetic(.bitXor), "For integers. The power is `**`.", [.values([("6 ^ 3", "5")])], see: ["&", "**"]),
        LanguageEntry(
            .sign(.complement), "For integers, read as 64 bits with a sign.",
            [.values([("~0", "-1"), ("7 & ~2", "5")])], see: ["&"]),
        LanguageEntry(
            .arithmetic(.shiftLeft),
            "For integers. Bits beyond the 64 are lost. A shift by less than 0 or more than 63 is nil.",
            [.values([("1 << 4", "16"), ("1 << 63", "-9223372036854775808"), ("1 << 64", "nil")])], see: [">>"]),
        LanguageEntry(
            .arithmetic(.shiftRight), "For integers; the sign stays. A shift by less than 0 or more than 63 is nil.",
            [.values([("16 >> 4", "1"), ("-16 >> 2", "-4"), ("1 >> -1", "nil")])], see: ["<<"]),
    ]
}
