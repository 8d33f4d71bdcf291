import Foundation
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Values of a session have the limits of an evaluation.
@Suite struct ReplLimitTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let string = "\"" + String(repeating: "x", count: 900_000) + "\""

    private static func list(of count: Int) -> String {
        "{" + Array(repeating: "$s", count: count).joined(separator: ",") + "}"
    }

    @Test func aValueBeyondTheBytesIsNotSet() throws {
        let session = TestSession()
        _ = try session.type(":let s = \(Self.string)")
        #expect(
            try session.type(":let v = \(Self.list(of: 60))")
                == "error: the value of `$v` takes more than 50331648 bytes together with the other variables (limit `evaluationBytes`); `$v` was not set\n"
        )
        #expect(session.session.names.variables.map(\.name) == ["s"])
        _ = try session.type(":let v = 1")
        #expect(try session.type(":let v = \(Self.list(of: 60))").hasSuffix("; `$v` keeps its value\n"))
        #expect(try session.type("$v") == "1\n")
    }

    /// What the other variables take counts, and a new value gives back what the old one took.
    @Test func variablesShareTheBytes() throws {
        let session = TestSession()
        _ = try session.type(":let s = \(Self.string)")
        #expect(try session.type(":let a = \(Self.list(of: 40))").hasPrefix("$a = {"))
        #expect(try session.type(":let b = \(Self.list(of: 40))").contains("(limit `evaluationBytes`)"))
        #expect(try session.type(":let a = \(Self.list(of: 41))").hasPrefix("$a = {"))
        _ = try session.type(":let a = 1")
        #expect(try session.type(":let b = \(Self.list(of: 40))").hasPrefix("$b = {"))
        #expect(try session.type(":vars").utf8.count < 1000)
    }

    /// Lists that contain each other twice are small in memory, but not when something walks over them.
    @Test func listsDoNotDouble() throws {
        let session = TestSession()
        _ = try session.type(":let v0 = {\((0..<30_000).map(String.init).joined(separator: ","))}")
        let failure = try session.type(":let v1 = {\(Array(repeating: "$v0", count: 20).joined(separator: ","))}")
        #expect(failure.hasPrefix("error: with this value, the lists of the predicate are too large; the limit"))
        #expect(failure.hasSuffix("\n`$v1` was not set\n"))
        #expect(session.session.names.variables.map(\.name) == ["v0"])
    }

    /// A value whose evaluation ends at a limit is not nil.
    @Test func anEvaluationBeyondItsStepsSetsNothing() throws {
        let session = TestSession()
        _ = try session.type(":let n = {\((0..<4000).map(String.init).joined(separator: ","))}")
        let result = try session.type(":let v = SUBQUERY($n, $x, ANY $n == $x + 0.5).@count")
        #expect(
            result
                == "error: the value of `$v` took more than 9000000 steps (limit `evaluationSteps`); `$v` was not set\n"
        )
        #expect(session.session.names.variables.map(\.name) == ["n"])
    }

    @Test func aSessionOfLargeValuesChangesNothing() throws {
        func variable(_ name: String, _ text: String) -> String {
            "{\"name\":\"\(name)\",\"expression\":\"\(text.replacing("\"", with: "\\\""))\"}"
        }
        let file = try folder.file(
            "s.json",
            "{\"version\":1,\"data\":[],\"variables\":[\(variable("s", Self.string)),\(variable("v", Self.list(of: 60)))]}"
        )
        let session = TestSession()
        _ = try session.type(":let mine = 1")
        let result = try session.type(":session load \(file)")
        #expect(result.contains("the value of `$v` takes more than"))
        #expect(result.hasSuffix("s.json` was not loaded; the session is unchanged\n"))
        #expect(session.session.names.variables.map(\.name) == ["mine"])
        let many = try folder.file("many.json", "[" + String(repeating: "[],", count: 800_000) + "1]")
        #expect(
            try session.type(":session load \(many)").hasSuffix(
                "has too many values; the limit (evaluationBytes) is 50331648 bytes, and the session is unchanged\n"))
    }

    /// `$_` as a list has the same limit.
    @Test func theRecordsOfTheLastResultAreBounded() throws {
        let record = "{\"a\":1,\"s\":\"\(String(repeating: "x", count: 1_000_000))\"}\n"
        let session = try TestSession(folder.file("large.ndjson", String(repeating: record, count: 52)))
        _ = try session.type(":count a == 1")
        _ = try session.type("a == 1")
        #expect(
            try session.type(":let r = $_").hasPrefix(
                "error: the records of `$_` take more than 50331648 bytes (limit `evaluationBytes`)"))
        #expect(session.session.names.variables.isEmpty)
        #expect(try session.type(":count $_ AND a == 1") == "52\n")
    }

    /// `--arg-file` refuses what would take too much memory before it makes values.
    @Test(arguments: [true, false])
    func argumentFilesAreBounded(isJSON: Bool) throws {
        let text =
            isJSON
            ? "[" + String(repeating: "[],", count: 800_000) + "1]" : String(repeating: "1\n", count: 1_600_000)
        let file = try folder.file("values", text)
        let data = try folder.file("a.ndjson", "{\"a\":1}\n")
        let result = filter("-c", "--arg-file", file, "a IN %@", data)
        #expect(result.status == 65)
        #expect(result.messages.contains("values has too many values; the limit (evaluationBytes) is 50331648 bytes"))
    }

    /// The records that are kept for warnings are few if they are large.
    @Test func keptRecordsAreBounded() throws {
        let record = "{\"a\":1,\"s\":\"\(String(repeating: "x", count: 3_000_000))\"}\n"
        let file = try folder.file("large.ndjson", String(repeating: record, count: 9))
        let request = PredicateRequest(
            text: PredicateText("a == 1"), sources: [.file(file)], input: RecordInputOptions())
        let sample = RecordSample(request, keeping: 100)
        try sample.read(upTo: 100)
        #expect(sample.values.count == 5)
    }
}
