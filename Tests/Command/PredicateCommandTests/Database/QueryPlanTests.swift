#if SQLite
import Foundation
import PredicateFormat
import PredicateSQLite
import Testing

@testable import PredicateCommand

/// What `explain` says of a query over a table, and that the database then does it.
struct QueryPlanTests {
    private static let table = """
        CREATE TABLE item (
          id INTEGER PRIMARY KEY, name TEXT, kind TEXT NOT NULL, score INTEGER, price REAL, seen DATETIME, note JSON);
        CREATE INDEX item_score ON item (score);
        CREATE INDEX item_price ON item (price);
        INSERT INTO item VALUES
          (1, 'a', 'x', 3, 1.5, '2024-01-01', '{}'), (2, 'B', 'x', NULL, -2, NULL, NULL),
          (3, 'c', 'y', 3, NULL, '2023-01-01', '1'), (4, NULL, 'z', 1, 0.5, NULL, '2');
        """

    private func explained(_ options: String..., where predicateText: String = "id > 0") throws -> String {
        let database = try TestDatabase(Self.table)
        let result = predicate(["explain", "--from", database.address("item"), predicateText] + options)
        #expect(result.status == 0, "\(result)")
        let text = database.plain(result.output)
        return text.range(of: "Asked of").map { String(text[$0.lowerBound...]) } ?? text
    }

    @Test func theOrderAndTheRangeAreShown() throws {
        let text = try explained("--sort", "-score", "--limit", "2", "--offset", "1", where: "TRUEPREDICATE")
        #expect(
            text.hasPrefix(
                """
                Asked of the database: exactly the records that match
                  all rows
                Done by the database: sort, offset, limit
                  ORDER BY "item"."score" DESC, "item"."id" LIMIT 2 OFFSET 1
                Done here after all if a row has values that SQL orders or groups otherwise:
                  SELECT 1 FROM "item" WHERE "item"."score" IN (9e999, -9e999) LIMIT 1
                Steps of the database:

                """))
    }

    @Test(arguments: [
        (["--sort", "name[c]", "--limit", "1"], "sort", "strings are compared with the options [c]"),
        (["--sort", "name[c]", "--limit", "1"], "limit", "the order is made here"),
        (["--sort", "seen"], "sort", "its dates are stored in a form that SQL does not compute with"),
        (["--sort", "note"], "sort", "the column `note` has a type without a translation"),
        (["--aggregate", "n = sum(price)"], "groups", "doubles are added in the order of the records"),
        (
            ["--group-by", "kind", "--aggregate", "m = median(score)"], "groups",
            "median is computed from all values of a group"
        ),
        (["--distinct"], "distinct", "whole records are compared"),
        (
            ["--group-by", "kind", "--having", "kind MATCHES 'x(?=y)'"], "having",
            "regular expressions differ between engines"
        ),
    ])
    func whatIsDoneHereHasAReason(_ options: [String], part: String, reason: String) throws {
        let database = try TestDatabase(Self.table)
        let arguments = ["explain", "--from", database.address("item"), "id > 0"] + options
        let text = predicate(arguments).output
        #expect(text.contains("  \(part)\n    because \(reason)\n"), "\(text)")
        let json = predicate(arguments + ["--output", "json"]).output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let plan = try #require(object["plan"] as? [String: Any])
        let query = try #require(plan["query"] as? [String: Any])
        let remainders = try #require(query["remainders"] as? [[String: String]])
        #expect(remainders.contains(["part": part, "reason": reason]))
    }

    @Test func jsonHasThePlan() throws {
        let database = try TestDatabase(Self.table)
        let from = ["explain", "--from", database.address("item"), "--output", "json"]
        let json = predicate(from + ["score > 1 AND name MATCHES '(?=a)a'", "--limit", "2"]).output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let plan = try #require(object["plan"] as? [String: Any])
        #expect(plan["exactness"] as? String == "superset")
        #expect(plan["dialect"] as? String == "sqlite")
        #expect((plan["condition"] as? String)?.contains("\"score\" > ?") == true)
        #expect(plan["parameters"] as? [Int] == [1])
        #expect(plan["residual"] as? String == #"name MATCHES "(?=a)a""#)
        let query = try #require(plan["query"] as? [String: Any])
        #expect((query["pushed"] as? [String])?.isEmpty == true)
        // Without --from there is no plan.
        #expect(!predicate(["explain", "--output", "json", "a > 1"]).output.contains("\"plan\""))
    }

    @Test func optionsOfAQueryNeedATable() {
        let result = predicate(["explain", "a > 1", "--sort", "a"])
        #expect(result.status == 64)
        #expect(result.messages.contains("--sort needs a database; add `--from ADDRESS`"))
    }

    @Test func onlyColumnsThatAreNamedAreRead() throws {
        #expect(try explained("--select", "name,double = score * 2").contains("Columns read: name, score\n"))
        #expect(try explained("--select", "name", "--sort", "score").contains("Columns read: name\n"))
        #expect(try explained("--select", "name", "--sort", "name[c]").contains("Columns read: name\n"))
        #expect(!(try explained("--sort", "score").contains("Columns read")))
    }

    /// A row that SQL would order or group otherwise makes the command do the query.
    @Test(arguments: [
        ("9e999", ["--sort", "price", "--limit", "2", "--select", "id"]),
        ("'text'", ["--group-by", "price", "--select", "count"]),
        ("'text'", ["--aggregate", "n = max(price)"]),
        ("'text'", ["--distinct", "--select", "price"]),
    ])
    func oddValuesAreFound(_ value: String, _ options: [String]) throws {
        let database = try TestDatabase(Self.table + "UPDATE item SET price = \(value) WHERE id = 4")
        let from = ["--from", database.address("item"), "TRUEPREDICATE"]
        let lines = filter(arguments: from + options).lines
        let all = filter(arguments: from).output
        let file = try database.folder.file("item.ndjson", all)
        let schema = try database.folder.file("schema.json", predicate(["schema"] + from.prefix(2)).output)
        #expect(lines == filter(arguments: ["--schema", schema, "TRUEPREDICATE", file] + options).lines)
        #expect(!lines.isEmpty)
    }

    @Test func statisticsCountGroups() throws {
        let database = try TestDatabase(Self.table)
        let result = filter("--from", database.address("item"), "--group-by", "kind", "--stats", "id > 1")
        #expect(result.lines.count == 3)
        #expect(database.plain(result.messages).contains("3 groups read from test.sqlite#item, 3 matched"))
    }
}
#endif
