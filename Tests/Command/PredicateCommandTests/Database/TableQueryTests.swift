#if SQLite
import Foundation
import PredicateSQLite
import PredicateTesting
import Testing

@testable import PredicateCommand

/// A query over a table gives what the same query over its records in a file gives.
struct TableQueryTests {
    private static let table = """
        CREATE TABLE item (
          id INTEGER PRIMARY KEY, name TEXT, kind TEXT NOT NULL, count_ INTEGER, price REAL, sold BOOLEAN, seen DATETIME,
          loose TEXT COLLATE NOCASE);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        INSERT INTO item SELECT
          i, CASE i % 7 WHEN 0 THEN NULL WHEN 1 THEN 'Äpfel' WHEN 2 THEN 'apfel' ELSE 'n' || i END,
          CASE i % 3 WHEN 0 THEN 'a' WHEN 1 THEN 'B' ELSE 'ß' END,
          CASE i % 5 WHEN 0 THEN NULL ELSE (i * 7919) % 13 - 4 END,
          CASE i % 4 WHEN 0 THEN NULL ELSE i * 0.25 - 3 END, CASE i % 6 WHEN 5 THEN NULL ELSE i % 2 END,
          CASE i % 9 WHEN 0 THEN NULL ELSE '2024-01-' || substr('0' || (i % 28 + 1), -2) || ' 10:00:00' END,
          CASE i % 2 WHEN 0 THEN 'Ab' ELSE 'aB' END
        FROM n;
        """

    private static let predicates = [
        "TRUEPREDICATE", "count_ > 2", "NOT count_ > 2", "price < 1 OR name == nil", "name BEGINSWITH[cd] 'a'",
        "kind IN {'a', 'ß'} AND sold == YES", "name MATCHES 'n[1-4].*'", "count_ BETWEEN {0, 5} AND price != nil",
        "price / 2 > count_", "kind == 'B' OR count_ == price", "seen > CAST('2024-01-10T00:00:00Z', 'NSDate')",
        "loose == 'ab'", "loose > 'aa'", "name LIKE 'n?5'", "NOT (sold == NO AND count_ < 3)", "id * 2 > 40",
        "name.length > 3", "kind >= 'a'", "sold == nil", "count_ + price > 4",
    ]

    private static let options: [[String]] = [
        [], ["--count"], ["--limit", "3"], ["--offset", "4", "--limit", "2"], ["--count", "--limit", "3"],
        ["--sort", "-price,name"], ["--sort", "name[cd]:nil-last", "--limit", "5"],
        ["--select", "name,double = count_ * 2"],
        ["--select", "kind", "--distinct"], ["--distinct"], ["--group-by", "kind"],
        ["--group-by", "kind,sold", "--aggregate", "total = sum(price), least = min(name)", "--sort", "-total"],
        ["--aggregate", "n = count(name), mean = avg(count_)"],
        ["--group-by", "kind", "--having", "count > 5", "--select", "kind,count"],
        ["--output", "csv"], ["--output", "json"], ["--output", "table", "--select", "id,name,seen"],
        ["--output", "csv", "--csv-safe", "--sort", "seen"],
        ["--output", "json", "--group-by", "seen", "--limit", "3"],
    ]

    @Test
    func resultsAreThoseOfTheExportedRecords() throws {
        let database = try TestDatabase(Self.table)
        let from = ["--from", database.address("item")]
        let exported = filter(arguments: from + ["TRUEPREDICATE"])
        #expect(exported.lines.count == 60)
        let records = try database.folder.file("item.ndjson", exported.output)
        let schema = try database.folder.file("item.schema.json", predicate(["schema"] + from).output)
        for (index, options) in Self.options.enumerated() {
            for (number, text) in Self.predicates.enumerated()
            where runsDeepTests || (index + number) % 13 == 0 || index == 0 && number % 2 == 0 {
                let ours = filter(arguments: from + options + ["--no-warnings", text])
                let theirs = filter(arguments: ["--schema", schema] + options + ["--no-warnings", text, records])
                #expect(ours == theirs, "\(text) \(options)")
                #expect(ours.status == 0)
            }
        }
    }

    /// What is evaluated here over groups that the database has made is counted as over a file.
    @Test(arguments: [
        ["--having", "toNumber(kind) > 1 OR count > 3"], ["--sort", "toNumber(kind)"],
        ["--having", "toNumber(kind) > 1", "--sort", "toNumber(kind)"],
    ])
    func groupsCountWhatTheyCannotUse(options: [String]) throws {
        let database = try TestDatabase(Self.table)
        let groups = ["--group-by", "kind"] + options + ["TRUEPREDICATE"]
        let from = ["--from", database.address("item")]
        let records = try database.folder.file("item.ndjson", filter(arguments: from + ["TRUEPREDICATE"]).output)
        let ours = filter(arguments: from + groups)
        #expect(ours.messages.contains("`toNumber(kind)` could not read"), "\(ours)")
        #expect(ours == filter(arguments: groups + [records]))
    }

    /// The groups of a view are in the order of its records, which is undefined.
    @Test func aLimitOfTheGroupsOfAViewWarns() throws {
        let database = try TestDatabase(
            "CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER NOT NULL); INSERT INTO t VALUES (1, 2), (2, 1);"
                + "CREATE VIEW v AS SELECT * FROM t;")
        let groups = ["--group-by", "b", "--limit", "1", "TRUEPREDICATE"]
        let view = filter(arguments: ["--from", database.address("v")] + groups)
        #expect(view.status == 0 && view.messages.contains("order"), "\(view)")
        #expect(filter(arguments: ["--from", database.address("v"), "--sort", "b"] + groups).messages == "")
        #expect(filter(arguments: ["--from", database.address("t")] + groups).messages == "")
    }
}
#endif
