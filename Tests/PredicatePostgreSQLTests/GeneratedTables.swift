#if PostgreSQL
import PredicatePostgreSQL

/// Pseudo-random numbers with a seed, so that a failure can be repeated.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(next() % UInt64(elements.count))]
    }

    mutating func number(_ range: Range<Int>) -> Int { range.lowerBound + Int(next() % UInt64(range.count)) }

    /// Whether something with a chance of one in `count` happens.
    mutating func happens(oneIn count: Int) -> Bool { next() % UInt64(count) == 0 }
}

/// Tables with columns of every type, links in both directions, and values at the edges.
struct GeneratedTables {
    static let integers = [
        "0", "1", "-1", "2", "3", "7", "10", "255", "32767", "-32768", "2147483647", "-2147483648", "9007199254740992",
        "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
    ]
    static let doubles = [
        "0.0", "-0.0", "1.0", "2.5", "-1.5", "0.1", "0.30000000000000004", "1e308", "-1e308", "5e-324",
        "9007199254740992.0", "9007199254740994.0", "9.3e18", "1e15", "123456.789",
    ]
    static let texts = [
        "", "a", "A", "b", "ab", "AB", "aB", "abc", "é", "e\u{301}", "É", "ß", "ss", "SS", "İ", "ı", "i", "日本", "日",
        "a%b",
        "a_b", "a*b", "a?b", "a\\b", "\\", "'", "\"", "Zebra", "zebra", "ångström", "Ångström", "\u{1F600}", "ﬁ", "fi",
        " a",
        "a ", "\n", "\t", "Straße", "%s", "$1", "x'; DROP TABLE item; --", "Ⅷ", "ａ",
    ]
    static let dates = [
        "2001-01-01T00:00:00Z", "2001-01-01T00:00:00.000001Z", "1999-12-31T23:59:59.999999Z", "1969-12-31T00:00:00Z",
        "2024-02-29T12:00:00Z", "2024-02-29T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
    ]
    static let uuids = [
        "00000000-0000-0000-0000-000000000000", "0190163d-8694-739b-aea5-966c26f8ad91",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
    ]
    static let moods = ["sad", "ok", "happy"]

    static func quoted(_ text: String) -> String {
        "E'" + text.unicodeScalars.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
    }

    /// The statements that make the tables, with `count` items.
    static func statements(_ count: Int, seed: UInt64) -> [String] {
        var numbers = SeededNumbers(seed)
        func orNull(_ text: String) -> String { numbers.happens(oneIn: 5) ? "NULL" : text }
        func array(_ type: String, _ element: () -> String) -> String {
            // Any column of arrays may hold one of several dimensions.
            if numbers.happens(oneIn: 15) {
                let four = (0..<4).map { _ in orNull(element()) }
                return "ARRAY[[\(four[0]),\(four[1])],[\(four[2]),\(four[3])]]::\(type)[]"
            }
            let elements = (0..<numbers.number(0..<4)).map { _ in orNull(element()) }
            return orNull("ARRAY[\(elements.joined(separator: ","))]::\(type)[]")
        }
        var statements = [
            """
            CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
            CREATE COLLATION ignoring (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
            CREATE TABLE country (id int4 PRIMARY KEY, code text COLLATE "C", name text, rank int8);
            CREATE TABLE team (
                id int4 PRIMARY KEY, name text, size int4, country_id int4 REFERENCES country, founded timestamptz,
                open boolean, ratio float8);
            CREATE TABLE item (
                id int8 PRIMARY KEY, small int2, middle int4, large int8, single float4, double float8,
                price numeric(20,4), wide numeric, title text, plain text COLLATE "C", code varchar(40), padded char(4),
                loose citext, folded text COLLATE ignoring, key uuid, day date, local timestamp, moment timestamptz,
                flag boolean NOT NULL, bytes bytea, mood mood, tags text[], numbers int4[], extra jsonb,
                team_id int4 REFERENCES team, other_id int8 REFERENCES item);
            CREATE TABLE part (
                id int4 PRIMARY KEY, item_id int8 REFERENCES item, name text, cost numeric(10,2), weight float8,
                amount int8, made timestamptz);
            CREATE TABLE nothing (id int4 PRIMARY KEY, item_id int8 REFERENCES item, amount int4);
            """
        ]
        for id in 1...6 {
            let values = [
                String(id), orNull(quoted(numbers.pick(texts))), orNull(quoted(numbers.pick(texts))),
                orNull(numbers.pick(integers)),
            ]
            statements.append("INSERT INTO country VALUES (\(values.joined(separator: ", ")))")
        }
        for id in 1...20 {
            let values = [
                String(id), orNull(quoted(numbers.pick(texts))), orNull(numbers.pick(Array(integers.prefix(12)))),
                orNull(String(numbers.number(1..<7))), orNull("'\(numbers.pick(dates + ["infinity"]))'"),
                orNull(numbers.pick(["TRUE", "FALSE"])), orNull("'\(numbers.pick(doubles + ["NaN", "Infinity"]))'"),
            ]
            statements.append("INSERT INTO team VALUES (\(values.joined(separator: ", ")))")
        }
        for id in 1...count {
            let values = [
                String(id), orNull(numbers.pick(Array(integers.prefix(10)))),
                orNull(numbers.pick(Array(integers.prefix(12)))), orNull("'\(numbers.pick(integers))'"),
                orNull("'\(numbers.pick(["0", "-0", "1", "2.5", "0.1", "NaN", "-Infinity", "1e30"]))'"),
                orNull("'\(numbers.pick(doubles + ["NaN", "Infinity", "-Infinity"]))'"),
                orNull("'\(numbers.pick(["0", "1", "2.5", "-1.5", "0.1", "NaN", "123456.789", "9007199254740993"]))'"),
                orNull("'\(numbers.pick(["0", "0.1", "1e30", "NaN", "Infinity", "0.30000000000000004"]))'"),
                orNull(quoted(numbers.pick(texts))), orNull(quoted(numbers.pick(texts))),
                orNull(quoted(numbers.pick(texts))), orNull("'\(numbers.pick(["", "a", "ab", "abcd", "A"]))'"),
                orNull(quoted(numbers.pick(texts))), orNull(quoted(numbers.pick(texts))),
                orNull("'\(numbers.pick(uuids))'"),
                orNull("'\(numbers.pick(["2001-01-01", "1969-12-31", "2024-02-29", "infinity"]))'"),
                orNull("'\(numbers.pick(dates + ["-infinity"]))'"), orNull("'\(numbers.pick(dates + ["infinity"]))'"),
                numbers.pick(["TRUE", "FALSE"]), orNull("'\\x\(numbers.pick(["", "00", "ff00", "61"]))'"),
                orNull("'\(numbers.pick(moods))'"),
                array("text") { quoted(numbers.pick(texts)) },
                array("int4") { numbers.pick(Array(integers.prefix(12))) },
                orNull("'\(numbers.pick(["1", "null", "[1,2]", "{\"a\": 1.0}", "{\"a\": \"x\"}", "\"a\""]))'"),
                orNull(String(numbers.number(1..<21))), orNull(String(numbers.number(1..<id + 1))),
            ]
            statements.append("INSERT INTO item VALUES (\(values.joined(separator: ", ")))")
        }
        for id in 1...(2 * count) {
            let values = [
                String(id), orNull(String(numbers.number(1..<count + 1))), orNull(quoted(numbers.pick(texts))),
                orNull(numbers.pick(["0", "1.5", "2.25", "-1", "99999999.99"])),
                orNull("'\(numbers.pick(doubles.filter { !$0.contains("308") } + ["NaN"]))'"),
                orNull("'\(numbers.pick(integers))'"), orNull("'\(numbers.pick(dates))'"),
            ]
            statements.append("INSERT INTO part VALUES (\(values.joined(separator: ", ")))")
        }
        return statements
    }
}

/// Texts of predicates about the items of `GeneratedTables`. Not all of them are right; the checker decides.
struct GeneratedPredicates {
    var numbers: SeededNumbers

    /// A field by the form of its values.
    private static let fields: [(paths: [String], literals: [String])] = [
        (
            [
                "small", "middle", "large", "id", "team.size", "team.country.rank", "other.middle", "other.team.size",
                "part.@count", "part.@max.amount", "part.@min.amount", "part.@sum.amount", "nothing.@count",
                "nothing.@sum.amount", "title.length", "numbers.@count", "numbers.@sum", "tags[SIZE]",
            ], GeneratedTables.integers + ["2.0", "2.5", "nil"]
        ),
        (
            [
                "double", "single", "team.ratio", "part.@avg.amount", "part.@max.weight", "part.@sum.weight",
                "other.double",
            ],
            GeneratedTables.doubles + ["1", "2", "9007199254740993", "nil"]
        ),
        (
            ["price", "wide", "part.@sum.cost", "part.@max.cost", "other.price"],
            ["0", "1", "2.5", "0.1", "123456.789", "9007199254740993", "nil"]
        ),
        (
            ["moment", "local", "day", "team.founded", "part.@max.made", "other.moment"],
            GeneratedTables.dates.map { "CAST('\($0)', 'NSDate')" } + [
                "'2001-01-01'", "nil", "CAST(21.0000001, 'NSDate')",
            ]
        ),
        (["key", "other.key"], GeneratedTables.uuids.map { "'\($0)'" } + ["nil"]),
        (["flag", "team.open", "other.flag"], ["TRUE", "FALSE", "1", "nil"]),
        (["mood"], ["'sad'", "'ok'", "'happy'", "nil"]),
    ]
    private static let textPaths = [
        "title", "plain", "code", "padded", "loose", "folded", "team.name", "team.country.name", "team.country.code",
        "other.title", "other.team.name",
    ]
    private static let listPaths: [(path: String, form: Int)] = [
        ("part.amount", 0), ("part.weight", 1), ("part.cost", 2), ("part.made", 3), ("numbers", 0),
        ("other.part.amount", 0),
        ("nothing.amount", 0), ("item.middle", 0), ("item.double", 1), ("item.flag", 5),
    ]
    private static let textLists = ["part.name", "tags", "item.title", "other.part.name", "item.team.name"]

    static func literal(_ text: String) -> String {
        "\""
            + text.unicodeScalars.map { scalar in
                switch scalar {
                case "\\", "\"": "\\\(scalar)"
                case "\n": "\\n"
                case "\t": "\\t"
                default: "\(scalar)"
                }
            }.joined() + "\""
    }

    private mutating func options() -> String { numbers.pick(["", "", "", "", "[c]", "[d]", "[cd]", "[n]"]) }

    private mutating func comparison() -> String { numbers.pick(["==", "!=", "<", "<=", ">", ">="]) }

    private mutating func scalar(_ form: Int, _ path: String, _ literals: [String]) -> String {
        switch numbers.number(0..<10) {
        case 0 where form < 3:
            let bounds = [numbers.pick(literals), numbers.pick(literals)]
            return "\(path) BETWEEN {\(bounds[0]), \(bounds[1])}"
        case 1, 2:
            let list = (0..<numbers.number(1..<5)).map { _ in numbers.pick(literals) }.joined(separator: ", ")
            return "\(path) IN {\(list)}"
        case 3 where form < 3:
            let operation = numbers.pick(["+", "-", "*", "/"])
            return "\(path) \(operation) \(numbers.pick(literals)) \(comparison()) \(numbers.pick(literals))"
        case 4 where form < Self.fields.count:
            let other = numbers.pick(Self.fields[form].paths)
            return "\(path) \(comparison()) \(other)"
        case 5 where form < 3:
            let function = numbers.pick(["abs", "floor", "ceiling", "sqrt"])
            return "\(function)(\(path)) \(comparison()) \(numbers.pick(literals))"
        case 6 where form == 0:
            return "\(path) & 3 \(comparison()) 1"
        default: return "\(path) \(comparison()) \(numbers.pick(literals))"
        }
    }

    private mutating func text(_ path: String) -> String {
        let literal = Self.literal(numbers.pick(GeneratedTables.texts))
        switch numbers.number(0..<12) {
        case 0:
            let pattern = numbers.pick(["a*", "*b", "?", "a?b", "*", "", "*é*", "a\\*b", "??"])
            return "\(path) LIKE\(options()) \(Self.literal(pattern))"
        case 1: return "\(path) MATCHES\(options()) \(numbers.pick(["'a.*'", "'[a-z]+'", "'abc|é'"]))"
        case 2, 3: return "\(path) BEGINSWITH\(options()) \(literal)"
        case 4: return "\(path) ENDSWITH\(options()) \(literal)"
        case 5: return "\(path) CONTAINS\(options()) \(literal)"
        case 6:
            let list = (0..<numbers.number(1..<5)).map { _ in Self.literal(numbers.pick(GeneratedTables.texts)) }
            return "\(path) IN\(options()) {\(list.joined(separator: ", "))}"
        case 7: return "\(path) \(comparison())\(options()) \(numbers.pick(Self.textPaths))"
        case 8: return "\(path) \(numbers.pick(["==", "!="])) nil"
        case 9: return "\(numbers.pick(["lowercase", "uppercase"]))(\(path)) == \(literal)"
        default: return "\(path) \(comparison())\(options()) \(literal)"
        }
    }

    private mutating func atom() -> String {
        switch numbers.number(0..<20) {
        case 0..<8:
            let form = numbers.number(0..<Self.fields.count)
            return scalar(form, numbers.pick(Self.fields[form].paths), Self.fields[form].literals)
        case 8..<13: return text(numbers.pick(Self.textPaths))
        case 13, 14:
            let list = numbers.pick(Self.listPaths)
            let quantifier = numbers.pick(["ANY", "ALL", "NONE", "SOME"])
            return "\(quantifier) \(scalar(9, list.path, Self.fields[list.form].literals))"
        case 15:

            let literal = Self.literal(numbers.pick(GeneratedTables.texts))
            let path = "\(numbers.pick(["ANY", "ALL", "NONE"])) \(numbers.pick(Self.textLists))"
            return "\(path) \(comparison())\(options()) \(literal)"
        case 16:
            let inner = numbers.pick([
                "$p.amount > 2", "$p.weight < 2.5 AND $p.name != nil", "$p.name BEGINSWITH 'a'", "$p.cost == 1.5",
                "NOT ($p.amount > 0)", "$p.amount == $p.item.large",
            ])
            return "SUBQUERY(part, $p, \(inner)).@count \(comparison()) \(numbers.number(0..<3))"
        case 17:
            return "\(numbers.pick(["team", "other", "other.team", "team.country"])) \(numbers.pick(["==", "!="])) nil"
        case 18:
            return "TERNARY(\(text("title")), middle, large) \(comparison()) \(numbers.pick(GeneratedTables.integers))"
        default:
            return "extra\(numbers.pick(["", ".a"])) \(comparison()) \(numbers.pick(["1", "nil", "'a'", "'x'"]))"
        }
    }

    /// The text of the next predicate.
    mutating func next(depth: Int = 0) -> String {
        switch numbers.number(0..<(depth > 3 ? 4 : 9)) {
        case 4: "NOT (\(next(depth: depth + 1)))"
        case 5, 6: "(\(next(depth: depth + 1)) AND \(next(depth: depth + 1)))"
        case 7, 8: "(\(next(depth: depth + 1)) OR \(next(depth: depth + 1)))"
        default: atom()
        }
    }
}
#endif
