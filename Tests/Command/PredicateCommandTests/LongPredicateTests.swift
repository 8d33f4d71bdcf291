import Foundation
import Testing

@testable import PredicateCommand

/// Predicates of many clauses. `Scripts/check-growth.py` measures many more shapes, with the built command.
@Suite("Long predicates take linear time") struct LongPredicateTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func fields(_ count: Int) -> [String] { (0..<count).map { "f\($0) == \($0)" } }

    private static func sums(_ count: Int) -> String {
        stride(from: 0, to: count, by: 20).map { start in
            (start..<start + 20).map { "f\($0)" }.joined(separator: " + ") + " > 1"
        }.joined(separator: " AND ")
    }

    /// A command, with PREDICATE, RULES and DATA for files, and the text of a predicate of a number of parts.
    static let cases: [(command: String, text: @Sendable (Int) -> String)] = [
        ("filter -c -f PREDICATE DATA", { fields($0).joined(separator: " AND ") }),
        ("filter -c --untyped -f PREDICATE DATA", { fields($0).joined(separator: " OR ") }),
        ("filter -c -f PREDICATE DATA", { "n IN {" + (0..<$0).map { "f\($0)" }.joined(separator: ", ") + "}" }),
        ("check --data DATA -f PREDICATE", { sums($0) }),
        ("why -f PREDICATE DATA", { fields($0).joined(separator: " AND ") }),
        ("why -f PREDICATE DATA", { "n IN {" + (0..<4 * $0).map(String.init).joined(separator: ", ") + "}" }),
        ("explain --untyped -f PREDICATE", { "n IN {" + (0..<4 * $0).map(String.init).joined(separator: ", ") + "}" }),
        ("coverage -f PREDICATE DATA", { fields($0).joined(separator: " OR ") }),
        (
            "coverage -f PREDICATE DATA",
            { count in
                (0..<count / 4).map { "($v\($0) := n + \($0)) > $v\(max(0, $0 - 1))" }.joined(separator: " AND ")
            }
        ),
        ("match --rules PREDICATE --output counts DATA", { fields($0).map { "\($0): \($0)" }.joined(separator: "\n") }),
        ("check --untyped -f PREDICATE", { "a" + String(repeating: "\u{301}\u{316}\u{323}", count: 4 * $0) + " == 1" }),
        (
            "filter -c --untyped -f PREDICATE DATA",
            { "a" + String(repeating: "\u{301}\u{316}\u{323}", count: 4 * $0) + " == 1" }
        ),
        (
            "explain --untyped -f PREDICATE",
            { "a" + String(repeating: "\u{301}\u{316}\u{323}", count: 4 * $0) + " == 1" }
        ),
        (
            "check --untyped -f PREDICATE",
            { "a" + String(repeating: "\u{301}\u{316}\u{323}", count: 4 * $0) + "(n) == 1" }
        ),
    ]

    /// Eight times the parts may take three times as long for each of them. Quadratic time would be eight times as long.
    @Test(arguments: cases.indices) func grow(_ index: Int) throws {
        let (command, text) = Self.cases[index]
        func arguments(_ count: Int) throws -> [String] {
            let record = (0..<count).map { "\"f\($0)\":\($0)" }.joined(separator: ",")
            let data = try folder.file("\(count).ndjson", "{\"n\":1,\(record)}\n")
            let predicate = try folder.file("\(count).txt", text(count))
            return command.split(separator: " ").map {
                $0 == "PREDICATE" ? predicate : $0 == "DATA" ? data : String($0)
            }
        }
        let (small, large) = (try arguments(300), try arguments(2400))
        let factor = Growth.factor({ _ = predicate(small) }, { _ = predicate(large) }, enough: 24)
        #expect(factor < 24, "\(command)")
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
