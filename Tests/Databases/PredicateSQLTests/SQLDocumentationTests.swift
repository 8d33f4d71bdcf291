import Foundation
import PredicateFormat
import PredicatePatterns
import PredicateSQL
import PredicateTesting
import Testing

/// `Tests/Databases/sql.md`: what each construct of the language becomes in each dialect.
///
/// `make record` writes the page.
@Suite struct SQLDocumentationTests {
    private static let file = "Tests/Databases/sql.md"

    /// A part of the page: its heading, and predicates as examples.
    private struct Section {
        var heading: String
        var text: String
        var examples: [String]
        var schema = Players.schema
        var mapping: @Sendable (SQLDialect) -> SQLMapping = { Players.mapping(dialect: $0) }
    }

    private static let sections: [Section] = [
        Section(
            heading: "Comparisons",
            text:
                "A condition stays bare where NULL may stand for false, so that indexes serve. Under NOT it is made two-valued. Columns of doubles are bounded, because an infinity reads as nil.",
            examples: [
                "score > 10", "10 <= score", "score != 10", "age > 30", "NOT (age > 30)", "age != 30", "age == nil",
                "age != nil", "age == score", "age <= score", "rating > 4.5", "rating == 3", "age > 2.5",
                "rating > score", "age BETWEEN {18, 30}", "age IN {18, 21, 30}", "isActive == YES", "isActive > 0",
                "nick == nil AND NOT (score < 3 OR age > 5)",
            ]),
        Section(
            heading: "Text",
            text:
                "Texts are equal and ordered by code points. A prefix is a range of an index. SQL folds only the letters of ASCII, so for the option c the other code points that the constant can tell apart are replaced first. For the option d the database decides the texts of ASCII, and this program the others. SQLite has no regular expressions: it gets what all matches begin with. For the other databases a regular expression is written anew from the sets of code points that it is made of; one with look-around, references or properties of Unicode is evaluated here.",
            examples: [
                "name == \"Ann\"", "name != \"Ann\"", "nick < \"m\"", "name BEGINSWITH \"Ma\"", "name ENDSWITH \"son\"",
                "name CONTAINS \"it's\"", "name CONTAINS \"\"", "nick IN {\"a\", \"b\"}", "\"ab\" CONTAINS nick",
                "name == nick", "name CONTAINS nick", "name ==[c] \"rome\"", "name BEGINSWITH[c] \"r\"",
                "name CONTAINS[c] \"mask\"", "name CONTAINS[cd] \"jose\"", "nick <[c] \"m\"", "name LIKE \"A*\"",
                "name LIKE \"*son\"", "name LIKE \"*an*\"", "name LIKE \"A*n\"", "name LIKE \"A?n*e\"",
                "name MATCHES \"[A-Z].*\"", "name MATCHES \"(Ann|Bob)\"", "name MATCHES[c] \"[a-z]+-?[a-z]*\"",
                "name MATCHES \"\\\\d+\"", "name ==[c] nick", "length(name) > 5", "nick.length == 3",
                "uppercase(name) == \"ANN\"",
                "stringByAppendingString:(name, \"!\") == \"Ann!\"",
            ]),
        Section(
            heading: "Dates, UUIDs and bytes",
            text: "The tests of dates use the stored values at which the rounded date changes.",
            examples: [
                "born > CAST(\"1990-01-01T00:00:00Z\", \"NSDate\")", "born == \"1990-05-01\"", "born == nil",
                "born + 86400 > CAST(0, \"NSDate\")", "born < now()",
                "token == \"ABCD0000-0000-4000-8000-000000000002\"", "photo != nil",
            ]),
        Section(
            heading: "Arithmetic and functions",
            text:
                "Where the language has no result, the value is NULL: SQLite makes a double of an integer that is too large, PostgreSQL raises an error. Shifts and powers, and all arithmetic in DuckDB and Spark, are evaluated here.",
            examples: [
                "score + 1 > age", "score / 2 == 3", "score / age > 2", "score * age > 100", "rating * 2.0 > 9",
                "score & 3 == 1", "score << 2 > 100", "score ** 2 > 100", "abs(age) > 3", "floor(rating) == 4",
                "modulus:by:(score, 3) == 1", "sqrt(rating) > 2",
                "TERNARY(age > 18, score, 0) > 5", "CAST(score, \"NSString\") == \"10\"", "random() < 0.5",
                "round(rating) == 4",
            ]),
        Section(
            heading: "Functions with plain names",
            text:
                "Positions of texts count code points in all dialects. A text of SQLite ends at the code point 0 for `substr`. `toNumber` and `toString` are casts. A year and the beginning of a unit beside a constant are a range of the date, for which an index serves, in a zone whose offset never changes. Evaluated here are other parts of dates, dates that SQLite stores as text, and all of them in Spark. SQLite and PostgreSQL compute `unixDate` of integers, and of doubles that count seconds. Versions, parts of a text in a list, and searches in whole records are evaluated here.",
            examples: [
                "concat(name, \"!\") == \"Ann!\"", "substring(name, 0, 1) == \"A\"", "indexOf(name, \"nn\") == 1",
                "indexOf(name, \"\") == nil", "replace(name, \" \", \"\") == \"AnnLee\"", "trim(name) == \"\"",
                "split(name, \" \")[0] == \"Ann\"", "toNumber(score) > 5", "toNumber(name) > 5",
                "toString(score) == \"10\"",
                "toString(rating) == \"4.5\"", "version(name) > version(\"1.10\")", "year(born) == 1990",
                "month(born) == 5",
                "day(born) == 1", "hour(born) == 3", "minute(born) == 30", "second(born) == 0",
                "weekday(born) > 5", "hour(born, \"+05:30\") < 9", "weekday(born, \"Asia/Kathmandu\") > 5",
                "truncate(born, \"month\") == \"1990-05-01\"", "truncate(born, \"hour\") == born",
                "year(born) == age", "unixDate(score, \"ms\") > born", "unixDate(rating) > \"1990-05-01\"",
                "finds(name, \"[0-9]\")", "anywhere(\"Ann\")", "anywhere(tags, \"new\")", "has(score)", "has(team)",
                "has(team.name)",
            ]),
        Section(
            heading: "Objects",
            text: "A path through links is nil if a row on it is missing. Any number of links may be optional.",
            examples: [
                "team == nil", "team != nil", "team.name == \"Reds\"", "team.name != \"Reds\"",
                "team.city == nil", "team.league.name BEGINSWITH \"P\"", "NOT (team.league.level > 1)",
                "team.founded < score",
            ]),
        Section(
            heading: "Lists",
            text:
                "A list over foreign keys is empty, never nil, unless the object that it belongs to is nil. Rows have an order only if a column for it is declared.",
            examples: [
                "ANY games.goals > 2", "ALL games.goals > 2", "NONE games.place == \"Rome\"",
                "ANY games.events.minute > 90", "ANY tags == \"new\"", "tags CONTAINS \"new\"", "\"new\" IN tags",
                "ANY tags BEGINSWITH[c] \"n\"", "games.@count == 0", "games.@count > 3", "points.@sum > 10",
                "points.@avg > 2.5", "games.@max.goals >= 3", "games.@sum.fee > 5",
                "tags[FIRST] == \"new\"", "tags[1] == \"new\"", "points[FIRST] == 1", "tags[SIZE] == 2",
                "SUBQUERY(games, $m, $m.goals > 2 AND $m.place == \"Rome\").@count > 0",
                "SUBQUERY(games, $m, SUBQUERY($m.events, $e, $e.minute < score).@count == 0).@count > 1",
                "ANY team.players.score > 100", "team.players.@count > 10",
                "\"a\" IN tags.@distinctUnionOfObjects", "tags == {\"a\", \"b\"}",
            ]),
        Section(
            heading: "Decimals",
            text:
                "A decimal of PostgreSQL, `numeric(12,2)`, compares exactly with integers, decimals and other columns; a double beside it is compared as doubles are. SQLite has no decimals: a column that is declared `DECIMAL` holds integers and doubles. Decimals of DuckDB and Spark have a fixed number of digits, so that a constant beside one may be rounded. What is not translated is evaluated here.",
            examples: [
                "price == 10", "price > CAST(\"9.99\", \"NSDecimalNumber\")", "price > 9.99",
                "price BETWEEN {1, 5}", "price IN {1, 5}", "price == nil", "price != 10", "price > cost",
                "price > stock",
                "price + cost > 10",
            ], schema: Articles.schema, mapping: { Articles.mapping(dialect: $0) }),
        Section(
            heading: "JSON columns",
            text:
                "The type of a value in a column of JSON is known only row by row. Comparisons of PostgreSQL's `jsonb` with constants test it; a key may be missing, and an array on the way makes a list, which equals no single value. A column of `json` is evaluated here, because it may hold a key twice. So is JSON in SQLite, a text: its functions find no key that is written with escapes, round some numbers otherwise, raise errors for texts that are not JSON, and no index serves them, so each row would be read and parsed twice. `predicate filter` warns of a key below such a column that none of the first 100 rows has.",
            examples: [
                "data.level == 3", "data.level > 2.5", "data.level != 3", "data.name == \"Ann\"", "data.name < \"m\"",
                "data.name BEGINSWITH \"A\"", "data.name CONTAINS[c] \"an\"", "data.isNew == YES",
                "data.level IN {1, 2}", "data.level BETWEEN {1, 5}", "data.owner.name == \"Ann\"", "data == nil",
                "data.level == nil", "data.level == stock", "data.tags[0] == \"new\"", "ANY data.tags == \"new\"",
                "data.tags.@count > 1",
            ], schema: Articles.schema, mapping: { Articles.mapping(dialect: $0) }),
        Section(
            heading: "Dictionaries",
            text:
                "A dictionary is a column of JSON whose values have one type. Its keys are free, so a key that a row lacks is nil there. Conditions on its keys are those of JSON columns; what counts or visits its entries is evaluated here.",
            examples: [
                "labels.size == \"L\"", "labels.size != \"L\"", "labels.size == nil", "labels == nil",
                "labels.@count > 2", "\"L\" IN labels",
            ], schema: Articles.schema, mapping: { Articles.mapping(dialect: $0) }),
        Section(
            heading: "Parts",
            text:
                "The parts of a conjunction are divided: what SQL does not say exactly is evaluated on the rows that come.",
            examples: [
                "score > 10 AND name MATCHES \"(?=A).*\"", "score > 10 OR name MATCHES \"(?=A).*\"",
                "NOT (score > 10 OR name MATCHES \"(?=A).*\")", "score > $limit", "age == $limit", "age >= $limit",
                "name BETWEEN {$low, $high}",
                "extra == 5", "TRUEPREDICATE",
            ]),
    ]

    private static let names: [SQLDialect: String] = [
        .sqlite: "SQLite", .postgresql: "PostgreSQL", .duckdb: "DuckDB", .spark: "Spark",
    ]

    /// A condition for a cell of a table, with long literals cut, and those of white space that a page cannot show.
    private static func short(_ sql: String) -> String {
        let parts = sql.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        return parts.map { index, part -> String in
            if index % 2 == 1, part.unicodeScalars.contains(where: { $0.properties.isWhitespace && $0 != " " }) {
                return "…"
            }
            if index % 2 == 0 || part.unicodeScalars.count <= 100 { return String(part) }
            // Marks stand on what is before them.
            return String(String.UnicodeScalarView(part.unicodeScalars.prefix { $0.isASCII }.prefix(24))) + "…"
        }.joined(separator: "'").replacingOccurrences(of: "|", with: "\\|")
    }

    /// A text as code in Markdown. Names of Spark are in backticks themselves.
    private static func code(_ text: String) -> String { text.contains("`") ? "`` \(text) ``" : "`\(text)`" }

    private static func page() throws -> String {
        var lines = [
            "# Predicates in SQL", "",
            "`PredicateSQL` translates a checked predicate to a condition in SQL. The condition never loses a row. A plan is",
            "*exact* if the condition takes the same rows as the predicate, a *superset* if it takes more rows, and *residual*",
            "if nothing is left to SQL; then the rest of the predicate is evaluated on the rows that come. Constants are",
            "parameters. They are written here as literals; a long one, such as the list of all marks, is cut (…), and so is",
            "white space other than spaces.", "",
            "The columns of these examples have guaranteed types: a STRICT table of SQLite, PostgreSQL, DuckDB, or Spark, whose",
            "rows hold their lists and objects themselves, as arrays and structs. In an ordinary table",
            "of SQLite any value can stand in any column, and conditions also test types.", "",
            "This page is made by a test (`make record`).",
        ]
        for section in sections {
            lines += ["", "## \(section.heading)", "", section.text]
            for example in section.examples {
                let predicate = try PredicateTemplate(
                    example, schema: section.schema, library: .standardWithPatterns
                ).open
                lines += ["", "`\(example)`", "", "| dialect | plan | SQL |", "|---|---|---|"]
                for dialect in SQLDialect.allCases {
                    let plan = predicate.plan(for: section.mapping(dialect), in: dialect)
                    let reasons = plan.remainders.map(\.reason).joined(separator: "; ")
                    let sql = plan.exactness == .residual ? "" : code(short(plan.inline))
                    lines.append(
                        "| \(names[dialect] ?? dialect.rawValue) | \(plan.exactness.rawValue)\(reasons.isEmpty ? "" : ": \(reasons)") | \(sql) |"
                    )
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test func pageIsUpToDate() throws {
        #expect(try Repository.holds(Self.page(), in: Self.file), "run `make record`, and read the difference")
    }
}
