import Foundation
import PredicateCore
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Predicates of many clauses. `Benchmarks/growth.py` measures many more shapes, with the built command.
@Suite("Long predicates take linear time") struct LongPredicateTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func fields(_ count: Int) -> [String] { (0..<count).map { "f\($0) == \($0)" } }

    private static func sums(_ count: Int) -> String {
        stride(from: 0, to: count, by: 20).map { start in
            (start..<start + 20).map { "f\($0)" }.joined(separator: " + ") + " > 1"
        }.joined(separator: " AND ")
    }

    private static let marks = "\u{301}\u{316}\u{323}"

    /// A command, with PREDICATE and DATA for files, the text of a predicate of a number of parts, and the smaller number:
    /// work that is slow for each part hides quadratic work until there are more of them.
    static let cases: [(command: String, text: @Sendable (Int) -> String, parts: Int)] = [
        ("filter -c -f PREDICATE DATA", { fields($0).joined(separator: " AND ") }, 300),
        ("filter -c --untyped -f PREDICATE DATA", { fields($0).joined(separator: " OR ") }, 300),
        ("filter -c -f PREDICATE DATA", { "n IN {" + (0..<$0).map { "f\($0)" }.joined(separator: ", ") + "}" }, 300),
        ("check --data DATA -f PREDICATE", { sums($0) }, 1500),
        ("why -f PREDICATE DATA", { fields($0).joined(separator: " AND ") }, 1500),
        ("why -f PREDICATE DATA", { "n IN {" + (0..<4 * $0).map(String.init).joined(separator: ", ") + "}" }, 300),
        (
            "explain --untyped -f PREDICATE",
            { "n IN {" + (0..<4 * $0).map(String.init).joined(separator: ", ") + "}" }, 300
        ),
        ("coverage -f PREDICATE DATA", { fields($0).joined(separator: " OR ") }, 1500),
        (
            "coverage -f PREDICATE DATA",
            { count in
                (0..<count / 4).map { "($v\($0) := n + \($0)) > $v\(max(0, $0 - 1))" }.joined(separator: " AND ")
            }, 300
        ),
        (
            "match --rules PREDICATE --output counts DATA",
            { fields($0).map { "\($0): \($0)" }.joined(separator: "\n") }, 1500
        ),
        (
            "filter -c --untyped -f PREDICATE DATA",
            { "a" + String(repeating: marks, count: 4 * $0) + " == 1" }, 300
        ),
        ("explain --untyped -f PREDICATE", { marked($0) + " == 1" }, 300),
        ("check --untyped -f PREDICATE", { marked($0) + "(n) == 1" }, 300),
        ("check --fix --untyped -f PREDICATE", { wrong($0) }, 300),
        (
            "check --fix --data DATA -f PREDICATE",
            { "n IN {" + (0..<$0).map { mixed[$0 % 4] }.joined(separator: ", ") + "}" }, 300
        ),
        ("test PREDICATE", { named(marked($0) + " == 1") }, 300),
        ("test PREDICATE", { named("s CONTAINS[cd] '" + marked($0) + "'") }, 300),
    ]

    /// Calls of a function that does not exist.
    private static func wrong(_ count: Int) -> String {
        (0..<count).map { "upercase(f\($0)) == 'A'" }.joined(separator: " AND ")
    }

    private static let mixed = ["'a'", "1", "YES", "nil"]

    /// A character with many combining marks, in an order that is not canonical.
    private static func marked(_ count: Int) -> String { "a" + String(repeating: marks, count: 4 * count) }

    /// A file of a predicate with a case that fails, so that it is traced.
    private static func named(_ text: String) -> String {
        #"{"predicates": {"p": {"predicate": "\#(text)", "cases": [{"record": {"n": 1, "s": "x"}, "matches": true}]}}}"#
    }

    /// Eight times the parts may take twice as long for each of them. Quadratic time would be eight times as long.
    @Test(arguments: cases.indices) func grow(_ index: Int) throws {
        let (command, text, parts) = Self.cases[index]
        func arguments(_ count: Int) throws -> [String] {
            let record = (0..<count).map { "\"f\($0)\":\($0)" }.joined(separator: ",")
            let data = try folder.file("\(count).ndjson", "{\"n\":1,\(record)}\n")
            let predicate = try folder.file("\(count).txt", text(count))
            return command.split(separator: " ").map {
                $0 == "PREDICATE" ? predicate : $0 == "DATA" ? data : String($0)
            }
        }
        let (small, large) = (try arguments(parts), try arguments(8 * parts))
        let factor = Growth.factor({ _ = predicate(small) }, { _ = predicate(large) }, enough: 16)
        #expect(factor < 16, "\(command)")
    }

    @Test("At the prompt, characters with many combining marks take linear time") func prompt() throws {
        func entries(_ count: Int) -> String {
            let predicates = [Self.marked(count) + " == 1", "n CONTAINS '" + Self.marked(count) + "'"]
            return predicates.flatMap { ["\($0)\n", ":count \($0)\n", ":explain \($0)\n"] }.joined()
        }
        let data = try folder.file("prompt.ndjson", "{\"n\":1}\n")
        let session = try TestSession(data)
        let (small, large) = (entries(300), entries(2400))
        let factor = Growth.factor({ _ = try? session.type(small) }, { _ = try? session.type(large) }, enough: 24)
        #expect(factor < 24)
    }

    @Test("A character of the command line with too many combining marks is refused")
    func arguments() {
        let refused = predicate(["format", Self.marked(1500) + " == 1"])
        #expect(refused.status == 64)
        #expect(
            refused.messages == """
                error: a character of the command line has more than 16384 bytes of combining marks; write the predicate \
                into a file

                """)
        #expect(predicate(["format", Self.marked(300) + " == 1"]).status == 0)
    }

    /// Predicates that read many columns.
    static let columnTexts: [@Sendable (Int) -> String] = [
        { fields($0).joined(separator: " OR ") },
        { "n IN {" + (0..<$0).map { "f\($0)" }.joined(separator: ", ") + "}" },
        { "ANY SUBQUERY(l, $x, " + (0..<$0).map { "$x.f\($0) == -1" }.joined(separator: " OR ") + ").n == 1" },
        { "(SUBQUERY(l, $x, " + (0..<$0).map { "$x.f\($0) == -1" }.joined(separator: " OR ") + ").@count > 0)" },
    ]

    @Test("Columns are found in linear time", arguments: columnTexts.indices) func columns(_ index: Int) throws {
        func work(_ count: Int) throws -> () -> Void {
            let table = try table(count, ["f"])
            let checked = try Self.checked(Self.columnTexts[index](count))
            return {
                _ = RecordColumns(table).matches(of: checked, context: EvaluationContext(), threads: 1)
            }
        }
        #expect(Growth.factor(try work(300), try work(2400), enough: 24) < 24)
    }

    @Test("Columns are released in linear time") func releasedColumns() throws {
        func work(_ count: Int) throws -> () -> Void {
            let table = try table(count, ["f", "g"])
            let predicates = try ["f", "g"].map { letter in
                try Self.checked((0..<count).map { "\(letter)\($0) == -1" }.joined(separator: " OR "))
            }
            func ask(_ columns: RecordColumns) {
                for predicate in predicates {
                    _ = columns.matches(of: predicate, context: EvaluationContext(), threads: 1)
                }
            }
            let all = RecordColumns(table)
            ask(all)
            let columns = RecordColumns(table, budget: all.byteCount / 2)
            return { ask(columns) }
        }
        #expect(Growth.factor(try work(150), try work(1200), enough: 24) < 24)
    }

    private static func checked(_ text: String) throws -> CheckedPredicate {
        try ParsedPredicate(parsing: text, library: .standard).checked(against: nil)
    }

    /// A table of one record, with some fields of each letter.
    private func table(_ count: Int, _ letters: [String]) throws -> RecordTable {
        let fields = letters.flatMap { letter in (0..<count).map { "\"\(letter)\($0)\":\($0)" } }.joined(separator: ",")
        let file = try folder.file("\(count).table", "{\"n\":1,\(fields),\"l\":[{\(fields)}]}\n")
        let stream = try RecordStream(RecordSource.file(file))
        var table = RecordTable()
        while let record = try stream.next() { table.append(record) }
        return table
    }

    @Test("Errors are shown up to a limit, with the number of the others")
    func errors() throws {
        let text = try folder.file("p", (0..<1500).map { "ff\($0) == 1" }.joined(separator: " AND "))
        let schema = try folder.file(
            "s", #"{"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": false}"#)
        let shown = predicate(["check", "--schema", schema, "-f", text])
        #expect(shown.status == 65)
        #expect(shown.messages.hasSuffix("   = note: 500 more errors and warnings are not shown\n"))
        #expect(shown.messages.components(separatedBy: ": error: ").count == 1001)
        let json = predicate(["check", "--schema", schema, "--diagnostics", "json", "-f", text])
        #expect(json.output.contains("500 more errors and warnings are not shown"))
    }

    @Test(
        "A concatenation that is too long for a database is evaluated here",
        arguments: ["sqlite", "postgresql", "spark"])
    func concatenation(dialect: String) throws {
        let texts = (0..<30_000).map { "'a\($0)'" }.joined(separator: ", ")
        let text = try folder.file("concatenation", "n == 1 AND concat(s, \(texts)) == 'x'")
        let schema = try folder.file(
            "of-texts", #"{"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string"}}}"#)
        let shown = predicate(["sql", "--schema", schema, "--dialect", dialect, "-f", text])
        #expect(shown.status == 0)
        #expect(shown.output.contains("\"n\"") || shown.output.contains("`n`"))
        #expect(!shown.output.contains("||"))
    }

    @Test("Rules are checked until a limit of errors, with the number of the others")
    func rules() throws {
        let rules = (0..<1500).map { $0 == 7 ? "no colon" : "r\($0): ff\($0) == 1" }.joined(separator: "\n")
        let file = try folder.file("rules", rules)
        let schema = try folder.file(
            "of-rules", #"{"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": false}"#)
        let data = try folder.file("data-of-rules", "{\"n\":1}\n")
        let shown = predicate(["match", "--rules", file, "--schema", schema, data])
        #expect(shown.status == 65)
        #expect(shown.messages.hasSuffix("   = note: 500 more rules are not checked\n"))
        #expect(shown.messages.components(separatedBy: ": error: ").count == 1001)
    }

    @Test("All mistakes are fixed at once, whatever their number")
    func fixes() throws {
        let text = try folder.file("wrong", Self.wrong(3000))
        let fixed = predicate(["check", "--fix", "--untyped", "-f", text])
        #expect(fixed.status == 0)
        #expect(fixed.output == Self.wrong(3000).replacing("upercase", with: "uppercase"))
    }

    @Test("Warnings from values are bounded too")
    func findings() throws {
        let text = try folder.file("p", (0..<1200).map { "f\($0) == \"TRUE\"" }.joined(separator: " AND "))
        let record = (0..<1200).map { "\"f\($0)\":\"1\"" }.joined(separator: ",")
        let data = try folder.file("d", "{\(record)}\n")
        let shown = predicate(["filter", "--warnings", "-c", "-f", text, data])
        #expect(shown.status == 0)
    }

    /// A name with a run of combining marks is found, and is not taken for another one.
    @Test func marks() throws {
        let name = "a" + String(repeating: "\u{301}\u{316}", count: 300)
        let data = try folder.file("d", "{\"\(name)\":1}\n{\"\(name)\u{301}\":1}\n")
        #expect(predicate(["filter", "-c", "--untyped", "\(name) == 1", data]).output == "1\n")
        #expect(predicate(["check", "--untyped", "\(name)(n) == 1"]).messages.contains("is not a function"))
    }
}
