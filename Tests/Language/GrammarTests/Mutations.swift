import PredicateTesting

/// Changes texts slightly, so that some are still predicates and most are nearly predicates.
struct Mutator {
    private let cutter: TokenCutter
    private let donors: [String]
    var random: SeededRandom

    /// - Parameter donors: texts whose tokens are inserted into other texts.
    init(cutter: TokenCutter, donors: [String], seed: UInt64) {
        self.cutter = cutter
        self.donors = donors.flatMap { text in Self.pieces(of: text, cutter) }
        random = SeededRandom(seed: seed)
    }

    private static func pieces(of text: String, _ cutter: TokenCutter) -> [String] {
        let scalars = Array(text.unicodeScalars)
        return (cutter.cut(scalars) ?? []).map { String(String.UnicodeScalarView(scalars[$0.range])) }
    }

    mutating func mutated(_ text: String) -> String {
        var text = text
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            text = random.chance(0.55) ? byTokens(text) : byCharacters(text)
        }
        return text
    }

    /// A few tokens in random order, within a frame that often makes them a predicate.
    mutating func soup() -> String {
        let count = Int.random(in: 1...5, using: &random)
        let tokens = (0..<count).map { _ in donors.randomElement(using: &random) ?? "" }.joined(separator: " ")
        let frame = Self.frames.randomElement(using: &random) ?? ("", "")
        return frame.0 + tokens + frame.1
    }

    private static let frames = [
        ("", ""), ("", " == 1"), ("a == ", ""), ("a ", " b"), ("a == b ", " c == d"), ("f(", ") == 1"), ("(", ")"),
        ("(", ") == 1"), ("{", "} == 1"), ("x[", "] == 1"), ("x.", " == 1"), ("NOT ", ""), ("ANY ", " == 1"),
        ("x ==[", "] y"), ("SUBQUERY(a, $x, ", ") == 1"), ("TERNARY(", ", a, b) == 1"), ("((", ") == 1)"),
    ]

    private mutating func byTokens(_ text: String) -> String {
        var tokens = Self.pieces(of: text, cutter)
        guard !tokens.isEmpty else { return byCharacters(text) }
        let location = Int.random(in: 0..<tokens.count, using: &random)
        let other = Int.random(in: 0..<tokens.count, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: tokens.remove(at: location)
        case 1: tokens.insert(tokens[location], at: location)
        case 2: tokens.swapAt(location, other)
        case 3: tokens[location] = donors.randomElement(using: &random) ?? ""
        case 4: tokens.insert(donors.randomElement(using: &random) ?? "", at: location)
        case 5: tokens.insert(contentsOf: tokens[min(location, other)...max(location, other)], at: location)
        case 6: tokens.removeSubrange(min(location, other)..<max(location, other))
        case 7: tokens.insert(Self.brackets.randomElement(using: &random) ?? "(", at: location)
        default:
            // A pair of brackets around some tokens, sometimes of two kinds.
            let pair = Self.pairs.randomElement(using: &random) ?? ("(", ")")
            tokens.insert(pair.1, at: max(location, other) + 1)
            tokens.insert(pair.0, at: min(location, other))
        }
        // Without spaces some tokens join, which is intended.
        return tokens.joined(separator: random.chance(0.85) ? " " : "")
    }

    private mutating func byCharacters(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        let stray =
            (random.chance(0.4) ? Generator.strange : Self.signs).randomElement(using: &random) ?? " "
        guard !scalars.isEmpty else { return String(stray) }
        let location = Int.random(in: 0..<scalars.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: scalars.remove(at: location)
        case 1: scalars.insert(scalars[location], at: location)
        case 2: scalars.swapAt(location, max(location - 1, 0))
        case 3, 4: scalars.insert(stray, at: location)
        case 5: scalars[location] = stray
        case 6:
            // Joins two words, numbers or signs.
            if let space = scalars.indices.filter({ scalars[$0] == " " }).randomElement(using: &random) {
                scalars.remove(at: space)
            }
        default: scalars.removeSubrange(location...)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static let brackets = ["(", ")", "[", "]", "{", "}"]
    private static let pairs = [("(", ")"), ("[", "]"), ("{", "}"), ("(", "]"), ("(", ")"), ("(", ")")]
    private static let signs = Array("()[]{}<>=!&|^~+-*/.,:;@#$%?`\\\"' _019eExXuldcnKabz\u{1F600}\n\t".unicodeScalars)
}

/// Predicates in the forms that people write, and texts that only look like predicates.
enum Seeds {
    static let accepted = [
        "age > 30", "name BEGINSWITH[cd] \"jo\"", "TRUEPREDICATE", "falsepredicate", "NOT TRUEPREDICATE", "!(a == b)",
        "a = 1 or b <> 2 && c != 3 || not d =< 4 AND e => 5", "((1 == 1))", "(a) + (b) == ((c))",
        "(self + 21) / 42.0 > 1",
        "(self) ** 2 * 2 = 72", "((5 > 2) && (1 < 0))", "ANY tags == 'x'", "ALL {1, 2} < 3",
        "NONE items.price BETWEEN {1, 2}",
        "SOME %@ IN %K", "{} == {}", "{1, {2, 3}, {}}[LAST] = {3}", "x[first] == x [ SIZE ] && x[last] == x[0]['k']",
        "size > 3 AND last == 'Smith' OR first == nil", "#size == #and.#or", "a.and.or.not.like == 1", "@count > 1",
        "items.@sum.price >= .5 AND items.@count == 1e3", "a.\"com.example.x\".'y' == 1", "$x.p == $y", "$#in == %d",
        "$v := 1 + 2 == 3", "($v := a.b) == 1", "SUBQUERY(items, $i, $i.price > 3 AND NONE $i.tags == 'x').@count > 0",
        "FUNCTION(x, 'modulus:by:', 4) == 1", "FUNCTION(x, %@) == 1", "CAST(now(), 'NSDate') > CAST(%@, %s)",
        "TERNARY(a == 1, YES, NO) == TRUE", "TERNARY((a) == (b), (a), (b)) == TRUE", "add:to:(1, 2) == sum({1, 2})",
        "SELF isKindOfClass: %@", "x foo:bar: (1)", "FETCH(a, b, c) == ANYKEY", "a UTI-CONFORMS-TO 'public.image'",
        "a uti-equals[c] b", "a - b == -c ** -2", "~~a ^ b & c | d << 1 >> 2 == --3",
        "a UNION b INTERSECT c MINUS d == {}",
        "x LIKE [cdnlCDNL] '*?'", "c == cd[l] AND l ==[l] n", "0x1F == 0b101 AND 0O17 == 0XfF", "1. == 1 AND 1.e5 == 1",
        "x == 'a\\'b\\\\' AND y == \"\\\"\\x41\\101\\7\\u00e9\\q\"", "x == '\\ud83d\\ude00'", "x == 'a\nb' ",
        "\tx==1\r\n",
        "%lld == %hhx AND %qd == %zu AND %e == %c AND %lf != %D", "%K.%K BEGINSWITH ''",
        "%@.uppercase('population') == 1",
        "x.$v.uppercase('k') == 1", "größe == 1 AND ж.中 == 'x'", "x=='a'and y=='b'", "x==1. and y==2",
        "UTI-EQUALSx == 1 AND 1 .a == 5.5.b", "a<-1",
        "x BETWEEN %@", "x MATCHES[c] '.*' OR x TOKENMATCHES y", "x IN[c] {'a'}", "NOT NOT !x==1", "a.b:(1).c == 1",
        "x ==[ c ] y", "x contains 42", "SELF.x == 1", "self.#self != 1", "TRUE == 1", "nil == NULL",
        "a.@max.b[0].c == 1",
        "x[size].y == 1", "x[sizes] == 1", "x[last + 1] == 1", "x[first.a] == 1", "x['k'] == 1", "now() > date",
    ]

    static let rejected = [
        "", " ", "age", "age >", "> 30", "age > > 30", "a == b == c", "(a == b", "a == b)", "()", "a == ()",
        "{1, 2,} == 1",
        "{,} == 1", "f(1,) == 1", "NOT", "a AND b", "ANY (a == b)", "a NOT IN b", "TRUE", "TRUEPREDICATE == 1",
        "and == 1",
        "a.b. == 1", "a..b == 1", ".a == 1", "1and == 1", "x==1.and y==2", "1.a == 1", "UTI-EQUALS == 1", "x == 1e999",
        "x == 0x8000000000000000", "x == 12abc", "x == 0x", "x == 1e", "x == 0b2", "x == 'a",
        "x == \"a'",
        "x == '\\u12'", "x == '\\ud83d'", "x == '\\ude00'", "x == '\\x4'", "x == +1", "x BETWEEN[c] {1, 2}", "x ==[] y",
        "x ==[x] y", "x ==[c d] y", "x == %", "x == %%", "x == %5d", "x == %-d", "x == %.2f", "x == %data", "x == %Kx",
        "$ == 1",
        "# == 1", "@ == 1", "$ x == 1", "x\u{A0}== 1", "x == “a”", "x; y", "SUBQUERY(a, b, c == 1) == 1",
        "SUBQUERY(a, $x) == 1",
        "SUBQUERY(a, $x, $x) == 1", "CAST(a) == 1", "CAST(a, b) == 1", "FUNCTION(a) == 1", "FUNCTION(a, b) == 1",
        "a:b == 1",
        "TERNARY(a, b, c) == 1", "x[] == 1", "x[1, 2] == 1", "add: to:(1) == 1", "a := 1", "v := 1 == 1", "x === y",
        "x & & y == 1",
        "\u{1E9E}\u{2029}", "ſELF x: 1 AND ſOME a == 1", "x == 1 ıN y", "a \u{FEFF}== 1", "a.1 == 1", "a == !b",
        "a ! = b", "FIRST[ == 1", "x.y z == 1",
        "TERNARY(a == b, (c == d), e) == 1", "(a == b) == c", "(a AND b) + 1 == 1", "f((a == b)) == 1",
        "-(a == b) == 1",
    ]
}
