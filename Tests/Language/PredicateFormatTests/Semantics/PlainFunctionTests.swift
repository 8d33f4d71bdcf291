import Foundation
import PredicatePatterns
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("Functions with plain names")
struct PlainFunctionTests {
    static let rows: [(BuiltInFunction, [PredicateValue], PredicateValue)] = [
        (.substring, ["Zoë👍x", 2], "ë👍x"), (.substring, ["Zoë👍x", 2, 2], "ë👍"), (.substring, ["abc", 3], ""),
        (.substring, ["abc", 9, 1], ""), (.substring, ["abc", 1, 0], ""),
        (.substring, ["abc", 0, .integer(.max)], "abc"),
        (.substring, ["abc", .integer(.max)], ""), (.substring, ["abc", -1], nil), (.substring, ["abc", 0, -1], nil),
        (.substring, ["abc", 1.0], nil), (.substring, ["abc", true], "bc"), (.substring, [5, 1], nil),
        (.substring, ["a\r\nb", 1, 1], "\r"), (.substring, ["e\u{301}a", 1], "\u{301}a"),
        (.substring, ["abc", nil], nil),
        (.substring, ["abc"], nil), (.substring, ["abc", 1, 1, 1], nil),
        (.split, ["a,b,,c", ","], ["a", "b", "", "c"]), (.split, ["abc", ","], ["abc"]), (.split, ["", ","], [""]),
        (.split, ["aaa", "aa"], ["", "a"]), (.split, ["abc", ""], ["abc"]), (.split, ["a\r\nb", "\n"], ["a\r", "b"]),
        (.split, ["a", nil], nil), (.split, [[1], ","], nil),
        (.replace, ["banana", "an", "AN"], "bANANa"), (.replace, ["aaa", "aa", "b"], "ba"),
        (.replace, ["abc", "", "x"], "abc"), (.replace, ["abc", "b", ""], "ac"), (.replace, ["é", "e", "x"], "é"),
        (.replace, ["e\u{301}", "e", "x"], "x\u{301}"), (.replace, ["a", "a", 1], nil), (.replace, ["a", "b"], nil),
        (.trim, ["\u{A0}\t a b\u{2003}\n"], "a b"), (.trim, ["  "], ""), (.trim, [""], ""), (.trim, [1], nil),
        (.trim, [nil], nil),
        (.concat, ["a", "b", "c"], "abc"), (.concat, ["n", 5, "-", 2.5, true], "n5-2.51"), (.concat, ["a"], "a"),
        (.concat, ["a", nil], nil), (.concat, ["a", [1]], nil), (.concat, [], nil),
        (.concat, [Values.date(0)], "2001-01-01T00:00:00Z"),
        (.indexOf, ["Zoë👍x", "x"], 4), (.indexOf, ["abc", "d"], nil), (.indexOf, ["abc", "a"], 0),
        (.indexOf, ["abc", ""], nil), (.indexOf, ["abc", 1], nil), (.indexOf, ["a\r\nb", "\n"], 2),
        (.toNumber, ["42"], 42), (.toNumber, ["4.5"], 4.5), (.toNumber, ["x"], nil), (.toNumber, [true], 1),
        (.toText, [42], "42"), (.toText, [[1]], nil), (.toText, [nil], nil),
        (.round, [0.5], 1.0), (.round, [-0.5], -1.0), (.round, [2.5], 3.0), (.round, [-2.5], -3.0),
        (.round, [2.4], 2.0),
        (.round, [2.675, 2], 2.68), (.round, [-2.675, 2], -2.68), (.round, [9.996, 2], 10.0), (.round, [0.05, 1], 0.1),
        (.round, [0.00005, 4], 0.0001), (.round, [1.25, 9], 1.25), (.round, [99.5, 0], 100.0), (.round, [7, 2], 7),
        (.round, [1.5, -1], nil), (.round, [1.5, 0.5], nil), (.round, [1e300, 2], 1e300), (.round, [1.5, nil], nil),
        (.round, [Values.decimal("-0.995"), 2], Values.decimal("-1")), (.round, [0.04, 1], 0.0),
        (.round, [7], 7), (.round, ["7"], nil), (.round, [0.49999999999999994], 0.0),
        (.round, [Values.decimal("1.5")], Values.decimal("2")),
        (.round, [Values.decimal("-2.5")], Values.decimal("-3")),
        (.round, [Values.decimal("1.49")], Values.decimal("1")),
        (.round, [Values.decimal("-0.4")], Values.decimal("0")),
        (.has, [.object(PredicateObject([("a", .null)])), "a"], true),
        (.has, [.object(PredicateObject([("a", .null)])), "b"], false), (.has, [nil, "b"], false),
        (.has, ["b", "b"], false),
        (.has, [[1, 2], 1], true), (.has, [[1, 2], 2], false), (.has, [[1, 2], -1], false), (.has, [nil], false),
        (.anywhere, [.object(PredicateObject([("a", ["x", "needle in hay"]), ("needle", 1)])), "needle"], true),
        (.anywhere, [.object(PredicateObject([("needle", 1)])), "needle"], false), (.anywhere, ["abc", "b"], true),
        (.anywhere, ["abc", ""], false), (.anywhere, [5, "5"], false), (.anywhere, [nil, "5"], nil),
        (.year, ["2024-02-29T23:30:00Z"], 2024), (.month, ["2024-02-29T23:30:00Z"], 2),
        (.day, ["2024-02-29T23:30:00Z"], 29),
        (.hour, ["2024-02-29T23:30:15.75Z"], 23), (.minute, ["2024-02-29T23:30:15.75Z"], 30),
        (.second, ["2024-02-29T23:30:15.75Z"], 15), (.weekday, ["2024-02-29T23:30:00Z"], 4),
        (.weekday, ["2024-03-03T00:00:00Z"], 7), (.weekday, ["1969-12-31T00:00:00Z"], 3),
        (.day, ["2024-02-29T23:30:00Z", "Europe/Berlin"], 1), (.hour, ["2024-02-29T23:30:00Z", "-0330"], 20),
        (.hour, ["2024-02-29T23:30:00-05:00", "written"], 23), (.hour, ["2024-02-29T23:30:00-05:00"], 4),
        (.day, ["2024-02-29T23:30:00Z", "written"], 29), (.hour, [Values.date(0), "written"], nil),
        (.month, ["1990-02-03"], 2), (.hour, ["1990-02-03T04:05"], 4), (.month, ["1990-02-03", "written"], 2),
        (.hour, ["2024-02-29T23:30:00Z", "Nowhere"], nil), (.hour, ["yesterday"], nil), (.hour, [5], nil),
        (.hour, [Values.date(-0.5)], 23), (.year, [Values.date(1e300)], nil), (.year, [nil], nil),
        (.year, ["2024-02-29T23:30:00Z", 1], nil), (.year, ["2024-02-29T23:30:00Z", "Z", "Z"], nil),
        (.truncateDate, ["2024-02-29T23:30:15Z", "fortnight"], nil), (.truncateDate, ["2024-02-29T23:30:15Z"], nil),
        (.finds, ["a", "a"], nil),
    ]

    @Test("function(arguments)", arguments: rows)
    func call(_ function: BuiltInFunction, _ arguments: [PredicateValue], _ result: PredicateValue) {
        let found = ValueSemantics.call(function, arguments, context: EvaluationContext())
        #expect(found == result, "\(function)(\(arguments)) is \(found)")
    }

    // MARK: Versions

    /// From lowest to highest; those in one row are equal.
    static let versions: [[String]] = [
        ["0.0.0-alpha"], ["0", "0.0", "00.000"], ["0.0.1"], ["0.9"], ["1-alpha"], ["1.0.0-alpha.1"],
        ["1.0-alpha.beta"], ["1-beta"], ["1-beta.2"], ["1-beta.11"], ["1-rc.1"], ["1", "1.0", "1.0.0.0", "1+build.5"],
        ["1.0.0.1"], ["1.0.1"], ["1.2"], ["1.9.99"], ["1.10-0"], ["1.10-9"], ["1.10-10"], ["1.10--"], ["1.10-a"],
        ["1.10-a-b"], ["1.10.0", "1.10+1-2"], ["1.10.1"], ["1.100"], ["2"], ["10"], ["99"], ["100"], ["20240131123456"],
    ]

    @Test func versionsAreInOrder() throws {
        let keys = try Self.versions.map { try $0.map { try #require(VersionKey.key(of: $0), "\($0)") } }
        for (row, names) in zip(keys, Self.versions) { #expect(Set(row).count == 1, "\(names): \(row)") }
        for (index, pair) in zip(keys, keys.dropFirst()).enumerated() {
            let isBefore = Array(pair.0[0].utf8).lexicographicallyPrecedes(Array(pair.1[0].utf8))
            #expect(isBefore, "\(Self.versions[index]) before \(Self.versions[index + 1]): \(pair)")
        }
        for text in ["", "v1", "1.", ".1", "1..2", "1.x", "1-", "1-a..b", "1+", "1 ", "-1", "1-ä", "1+a_b"] {
            #expect(VersionKey.key(of: text) == nil, "\(text)")
        }
        #expect(VersionKey.key(of: String(repeating: "9", count: 28)) == nil)
    }

    /// The order of two versions of random parts is that of their parts.
    @Test func keysOrderAsParts() throws {
        var random = SeededRandom(seed: 5)
        func number() -> Int { [0, 1, 2, 9, 10, 11, 99, 100, 1234][Int.random(in: 0..<9, using: &random)] }
        for _ in 0..<2000 {
            let a = (0..<Int.random(in: 1...4, using: &random)).map { _ in number() }
            let b = (0..<Int.random(in: 1...4, using: &random)).map { _ in number() }
            func padded(_ parts: [Int]) -> [Int] { parts + Array(repeating: 0, count: 4 - parts.count) }
            func key(_ parts: [Int]) throws -> [UInt8] {
                Array(try #require(VersionKey.key(of: parts.map(String.init).joined(separator: "."))).utf8)
            }
            let (first, second) = (try key(a), try key(b))
            #expect(first.lexicographicallyPrecedes(second) == padded(a).lexicographicallyPrecedes(padded(b)))
            #expect((first == second) == (padded(a) == padded(b)))
        }
    }

    // MARK: Dates

    private static func date(_ text: String) throws -> Date {
        try #require(PredicateDate.parseRFC3339(text), "\(text)")
    }

    static let truncated: [(String, String, String?, String)] = [
        ("2024-02-29T23:30:15.5Z", "second", nil, "2024-02-29T23:30:15Z"),
        ("2024-02-29T23:30:15.5Z", "minute", nil, "2024-02-29T23:30:00Z"),
        ("2024-02-29T23:30:15.5Z", "hour", nil, "2024-02-29T23:00:00Z"),
        ("2024-02-29T23:30:15.5Z", "day", nil, "2024-02-29T00:00:00Z"),
        ("2024-02-29T23:30:15.5Z", "week", nil, "2024-02-26T00:00:00Z"),
        ("2024-02-29T23:30:15.5Z", "month", nil, "2024-02-01T00:00:00Z"),
        ("2024-02-29T23:30:15.5Z", "quarter", nil, "2024-01-01T00:00:00Z"),
        ("2024-12-29T23:30:15.5Z", "quarter", nil, "2024-10-01T00:00:00Z"),
        ("2024-02-29T23:30:15.5Z", "year", nil, "2024-01-01T00:00:00Z"),
        ("1999-12-31T23:59:59.5Z", "second", nil, "1999-12-31T23:59:59Z"),
        ("2024-02-29T23:30:15.5Z", "day", "Europe/Berlin", "2024-02-29T23:00:00Z"),
        ("2024-07-01T12:00:00Z", "month", "Asia/Kolkata", "2024-06-30T18:30:00Z"),
        ("2024-07-01T12:40:00Z", "hour", "Asia/Kathmandu", "2024-07-01T12:15:00Z"),
        // The clocks of Berlin went from 2:00 to 3:00, and later from 3:00 back to 2:00.
        ("2024-03-31T10:00:00Z", "day", "Europe/Berlin", "2024-03-30T23:00:00Z"),
        ("2024-03-31T01:30:00Z", "hour", "Europe/Berlin", "2024-03-31T01:00:00Z"),
        ("2024-10-27T12:00:00Z", "day", "Europe/Berlin", "2024-10-26T22:00:00Z"),
        ("2024-10-27T00:30:00Z", "hour", "Europe/Berlin", "2024-10-27T00:00:00Z"),
        ("2024-10-27T01:30:00Z", "hour", "Europe/Berlin", "2024-10-27T01:00:00Z"),
        // The day began at 1:00 in São Paulo, and Havana's midnight came twice.
        ("2018-11-04T12:00:00Z", "day", "America/Sao_Paulo", "2018-11-04T03:00:00Z"),
        ("2024-11-03T12:00:00Z", "day", "America/Havana", "2024-11-03T04:00:00Z"),
        ("2024-11-03T04:30:00Z", "day", "America/Havana", "2024-11-03T04:00:00Z"),
        ("2024-11-03T05:30:00Z", "hour", "America/Havana", "2024-11-03T05:00:00Z"),
        // A year and a quarter of Lima began in a gap, and ended with another change.
        ("1994-05-15T12:00:00Z", "year", "America/Lima", "1994-01-01T05:00:00Z"),
        ("1987-04-01T04:59:59Z", "quarter", "America/Lima", "1987-01-01T05:00:00Z"),
        // Clocks of St John's went from 0:01 back to 23:01: the day began once, and its first hour twice.
        ("2009-11-01T12:00:00Z", "day", "America/St_Johns", "2009-11-01T02:30:00Z"),
        ("2009-11-01T02:30:30Z", "day", "America/St_Johns", "2009-11-01T02:30:00Z"),
        ("2009-11-01T03:30:30Z", "hour", "America/St_Johns", "2009-11-01T03:30:00Z"),
        // Samoa had no 30 December 2011.
        ("2011-12-31T09:00:00Z", "week", "Pacific/Apia", "2011-12-26T10:00:00Z"),
    ]

    @Test("truncate(date, unit, zone)", arguments: truncated)
    func truncate(_ text: String, _ unit: String, _ zone: String?, _ result: String) throws {
        var arguments: [PredicateValue] = [.date(try Self.date(text)), .string(unit)]
        if let zone { arguments.append(.string(zone)) }
        let found = ValueSemantics.call(.truncateDate, arguments, context: EvaluationContext())
        #expect(found == .date(try Self.date(result)), "\(found)")
    }

    /// Truncating keeps the order, gives a date that is not later, and gives it again; the parts below the unit are zero.
    @Test func truncationIsATruncation() throws {
        var random = SeededRandom(seed: 9)
        let zones = [
            "Z", "Europe/Berlin", "America/Havana", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia",
        ]
        for _ in 0..<3000 {
            let zone = try #require(TimeZoneRules.named(zones[Int.random(in: 0..<zones.count, using: &random)]))
            let unit = DateUnit.allCases[Int.random(in: 0..<8, using: &random)]
            let second = Double(Int.random(in: -3_000_000_000...3_000_000_000, using: &random))
            let (a, b) = (
                Date(timeIntervalSinceReferenceDate: second), Date(timeIntervalSinceReferenceDate: second + 1800)
            )
            let first = try #require(LocalDate(a, in: zone)).truncated(to: unit)
            let later = try #require(LocalDate(b, in: zone)).truncated(to: unit)
            #expect(first <= a && first <= later, "\(a) \(unit)")
            #expect(try #require(LocalDate(first, in: zone)).truncated(to: unit) == first, "\(a) \(unit)")
        }
    }

    @Test func specificationNamesTheVersionOfTheDatabase() throws {
        let text = try Repository.text(of: "Documentation/specification.md")
        #expect(text.contains("version \(TimeZoneRules.version) of the IANA Time Zone Database"))
    }

    /// The offsets of each zone at a thousand instants are those that another implementation computes from the same rules.
    @Test func offsetsAreThoseOfTheDatabase() throws {
        #expect(TimeZoneVectors.version == TimeZoneRules.version)
        let words = TimeZoneVectors.checksums.split(separator: " ")
        #expect(words.count == 2 * TimeZoneRules.names.count && words.count > 1000)
        for (name, wanted) in zip(
            words.enumerated().filter { $0.0 % 2 == 0 }, words.enumerated().filter { $0.0 % 2 == 1 })
        {
            let zone = try #require(TimeZoneRules.named(String(name.element)))
            var (state, sum) = (UInt64(1), UInt32(0))
            for _ in 0..<TimeZoneVectors.count {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let second = Int64((state >> 11) % 12_000_000_000) - 6_000_000_000
                let offset = zone.offset(at: second - 978_307_200)
                sum = sum &* 31 &+ UInt32(truncatingIfNeeded: offset + 100_000)
            }
            #expect(String(sum, radix: 16) == wanted.element, "\(name.element)")
        }
    }

    // MARK: Patterns, keys and records in predicates

    private static let record: PredicateValue = .object(
        PredicateObject([
            ("name", "Ann"), ("note", .null), ("tags", ["a", "b"]), ("msg", "disk /dev/sda1 failed: timeout"),
            ("user", .object(PredicateObject([("email", .null)]))),
        ]))

    static let conditions: [(String, Bool)] = [
        ("has('note') AND NOT has('nothing')", true), ("month('1990-02-03') == 2", true),
        ("has(name)", true), ("has(note)", true), ("has(nothing)", false), ("NOT has(nothing)", true),
        ("!has(note)", false),
        ("has(user.email) AND user.email == nil", true), ("has(user.phone) OR has(a.b.c)", false),
        ("has(user['email'])", true), ("has(tags[1])", true), ("has(tags[2])", false), ("(has(name))", true),
        ("has(name) == FALSE", false), ("TERNARY(has(note), 1, 2) == 1", true), ("has(name) == has(note)", true),
        ("finds(msg, 'time ?out')", true), ("finds(msg, '^disk')", true), ("finds(msg, '^/dev')", false),
        ("finds(msg, 'out$')", true), ("finds(msg, 'DISK')", false), ("finds(msg, '(?i)DISK')", true),
        ("finds(msg, 'sda[0-9]+ fail|x')", true), ("finds(msg, '')", false), ("finds(note, 'x')", false),
        ("finds(msg, concat('s', 'da'))", true), ("finds(msg, '\\\\Qsda1\\\\E')", true),
        ("finds(msg, '(?x) s d a # x')", true),
        ("finds(msg, name)", false), ("finds(msg, '(?x:s d a)1')", true), ("finds(msg, '(?x: s # c\\n)da1 f#?')", true),
        ("anywhere('timeout')", true), ("anywhere('Ann') AND NOT anywhere('ann')", true),
        ("anywhere(user, 'Ann')", false),
        ("SUBQUERY({1}, $x, has(name)).@count == 1", true), ("finds == 1 OR has == 1", false),
        ("version('1.10.0') > version('1.9')", true), ("version('1.0') == version('1')", true),
        ("version('x') == nil", true), ("version(name) > version('1')", false),
        ("substring(name, 0, 1) == 'A'", true), ("split(name, 'n')[0] == 'A'", true),
        ("ANY split(msg, ' ') == 'disk'", true),
        ("concat(name, '-', 5) == 'Ann-5'", true), ("FUNCTION(name, 'substring', 1) == 'nn'", true),
        ("toNumber('42') == 42 AND toString(42) == '42'", true), ("indexOf(name, 'n') == 1", true),
    ]

    @Test("A condition", arguments: conditions)
    func condition(_ text: String, _ answer: Bool) throws {
        let library = PredicateLibrary.standardWithPatterns
        let parsed = try ParsedPredicate(parsing: text, library: library)
        let checked = try parsed.checked()
        #expect(checked.matches(Self.record) == answer, "\(text)")
        let program = checked.program
        let reference = ReferenceEvaluator(library: library)
        #expect(reference.evaluate(program, on: Self.record, context: EvaluationContext()) == answer, "\(text)")
        let printed = parsed.predicateFormat
        let again = try ParsedPredicate(parsing: printed, library: library)
        #expect(again.predicateFormat == printed, "\(text)")
        #expect(try again.checked().matches(Self.record) == answer, "\(printed)")
    }

    // MARK: Messages

    static let mistakes: [(String, String)] = [
        ("substring(name) == 'a'", "wrong-argument-count"), ("concat() == 'a'", "wrong-argument-count"),
        ("round(1, 2, 3) == 1", "wrong-argument-count"), ("split(5, ',') == nil", "wrong-argument-type"),
        ("concat('a', {1}) == 'a'", "wrong-argument-type"), ("hour('yesterday') == 1", "unreadable-date"),
        ("hour(5) == 1", "wrong-argument-type"), ("truncate(d, 'hours') == nil", "unknown-unit"),
        ("hour(d, 'Lisbon') == 1", "unknown-time-zone"), ("finds(a, '(') == TRUE", "bad-pattern"),
        ("version(v) > '1.9'", "version-beside-text"), ("version(v) BETWEEN {version('1'), v}", "version-beside-text"),
        ("v == version('1')", "version-beside-text"), ("version(v) BEGINSWITH '1'", "version-beside-text"),
        ("name.substring(0, 1) == 'A'", "method-call"), ("name.replace('a', 'b') == 'A'", "method-call"),
        ("indexOf(name, 'x') != -1", "wrong-operand"), ("has(5)", "wrong-operand"), ("has()", "wrong-argument-count"),
    ]

    @Test("A mistake", arguments: mistakes)
    func mistake(_ text: String, _ code: String) throws {
        let error = #expect(throws: PredicateDiagnostics.self) {
            try ParsedPredicate(parsing: text, library: .standardWithPatterns).checked()
        }
        #expect(error?.diagnostics.map(\.code.rawValue) == [code], "\(text): \(error?.description ?? "")")
    }

    @Test("A function that a program registers under such a name hides the built-in one")
    func registered() throws {
        let library = PredicateLibrary().adding(
            PredicateFunction("trim:", parameters: [FunctionParameter("x", .any)], result: .integer, help: "") { _ in 7
            })
        let checked = try ParsedPredicate(parsing: "trim(name) == 7", library: library).checked()
        #expect(checked.matches(Self.record))
        #expect(checked.predicateFormat == "trim:(name) == 7")
    }

    // MARK: Budgets

    /// A text that doubles with each function is charged, even if it is made of constants.
    @Test(arguments: ["replace", "concat"])
    func growthIsCharged(function: String) throws {
        var text = "a"
        for _ in 0..<40 {
            text = function == "concat" ? "concat(\(text), 'x')" : "replace(\(text), 'a', 'aaaaaaaaaa')"
        }
        let checked = try ParsedPredicate(parsing: "length(\(text)) > 1000000000").checked()
        #expect(!checked.matches(.object(PredicateObject([("a", "aaaa")]))))
        let constant = try ParsedPredicate(parsing: "length(\(text.replacing("(a,", with: "('a',"))) > 1000000000")
            .checked()
        #expect(!constant.matches(.object(PredicateObject([]))))
    }
}
