import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateCommand

/// What the command says to texts of other languages whose meaning depends on the records.
@Suite struct OtherLanguageTests {
    let folder: TemporaryFolder
    let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try folder.file(
            "log.ndjson",
            """
            {"time":"2026-11-01T00:30:00Z","version":"1.10","latency":3,"stack":[{"line":301}],"pod":{"name":"a"}}
            {"time":"2026-11-01T09:30:00Z","version":"1.9","latency":5,"stack":[{"line":3}],"pod":{"name":null}}

            """)
    }

    @Test(arguments: [
        ("extract(hour from time) == 0", "hour(time) == 0"),
        ("CASE WHEN latency > 4 THEN 2 ELSE 1 END == 1", "TERNARY(latency > 4, 2, 1) == 1"),
        ("version ~ '0$'", "finds(version, '0$')"),
    ])
    func oneMeaning(text: String, read: String) {
        let result = filter("-c", text, file)
        #expect(result == CommandResult(status: 0, output: "1\n", messages: "note: read as `\(read)`\n"))
    }

    /// They may mean something else elsewhere, so they are errors with an edit.
    @Test(arguments: ["regex(version, '1')", "hour(time, 'GMT+2') == 2"])
    func notExact(text: String) {
        let result = filter("-c", text, file)
        #expect(result.status == 65 && result.messages.contains("did you mean"))
    }

    /// What they count from differs between languages, so that no edit can be right.
    @Test(arguments: ["substr(version, 0, 1) == '1'", "instr(version, '1') == 1", "dayofweek(time) == 1"])
    func notCountedAlike(text: String) {
        let result = filter("-c", text, file)
        #expect(result.status == 65 && !result.messages.contains("did you mean"))
        #expect(predicate(["check", "--fix", "--data", file, text]).output == text + "\n")
    }

    /// A name in a closure may be that of the element or of the record around it.
    @Test(arguments: ["stack.any(line > 300)", "stack.contains { $0.line > 300 }"])
    func elements(text: String) {
        #expect(filter("-c", text, file).status == 65)
        #expect(predicate(["check", "--fix", "--data", file, text]).output == "ANY stack.line > 300\n")
    }

    @Test func theLargestVersion() {
        #expect(filter("-c", "max({version(version), version('1.9')}) == version('1.10')", file).output == "1\n")
        #expect(filter("-c", "version('1.9') == min({version(version), version('1.10')})", file).output == "1\n")
    }

    /// Whether a key is there is also asked of keys that the sample lacks.
    @Test func keysThatTheSampleLacks() throws {
        let root = filter("-c", "has(user)", file)
        #expect(root.status == 0 && root.output == "0\n")
        #expect(root.messages.contains("no record that was examined has the key `user`"))
        #expect(root.messages.contains("`has(\"user\")`"))
        let nested = filter("-c", "has(pod.owner) OR has(pod[\"owner\"])", file)
        #expect(nested.status == 0 && nested.output == "0\n")
        #expect(filter("-c", "has(pod.nmae)", file).messages.contains("did you mean `name`?"))
        #expect(filter("-c", "has(\"user\")", file) == CommandResult(status: 0, output: "0\n", messages: ""))
        #expect(filter("-c", "has(user.id)", file).status == 65)
        #expect(filter("-c", "pod.owner == 1", file).status == 65)
        // A declared schema says which keys there are.
        let schema = try folder.file(
            "s.json",
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},\"additionalProperties\":false}")
        #expect(filter("-c", "has(user)", "--schema", schema, file).status == 65)
    }

    @Test(arguments: [
        ("p95(latency)", "percentile(latency, 95)"), ("p999(latency)", "percentile(latency, 99.9)"),
        ("q = quantile(latency, .95)", "q = percentile(latency, 95)"),
        ("percentile_cont(latency, 0.5)", "percentile(latency, 50)"),
    ])
    func percentiles(text: String, fixed: String) throws {
        let query = RecordQuery(groupBy: "version", aggregate: text)
        do {
            _ = try query.checked(against: nil)
            Issue.record("\(text) is wrong")
        } catch {
            #expect(error.parts.first?.diagnostics.fixed == fixed)
        }
    }

    @Test func compressedDataFromAPipe() throws {
        let result = try BuiltCommand.shell("printf '\\3757zXZ\\0' | predicate filter 'a > 1'", in: folder)
        #expect(result.status == 65)
        #expect(result.messages.contains("pipe in what `xz -dc` writes"))
    }
}
