import Foundation
import PredicateTesting
import Testing

/// `predicate format`, `predicate check` and `predicate schema`.
@Suite struct OtherCommandsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        (["a=1 && b<>2"], "a == 1 AND b != 2\n"),
        (["a == 5.0"], "a == 5.0\n"),
        (["((a = 1))"], "a == 1\n"),
        (["a == %@ AND %K > $x"], "a == %@ AND %K > $x\n"),
        (["d > CAST('2024-01-31', 'NSDate')"], "d > CAST(\"2024-01-31T00:00:00Z\", \"NSDate\")\n"),
        (["--dates", "apple", "d > CAST('2001-01-01T00:00:01Z', 'NSDate')"], "d > CAST(1.000000, \"NSDate\")\n"),
        (["--style", "readable", "(a == 1) AND (b == 2)"], "a == 1 AND b == 2\n"),
    ])
    func format(arguments: [String], text: String) {
        let result = predicate(["format"] + arguments)
        #expect(result == CommandResult(status: 0, output: text, messages: ""))
        // The printed text is its own canonical form.
        if arguments.count == 1 {
            #expect(predicate(["format", String(text.dropLast())]).output == text)
        }
    }

    @Test func formatAsJSON() throws {
        let result = predicate(["format", "--json", "ANY tags == 'x'"])
        #expect(result.status == 0)
        let tree = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        #expect(tree?.isEmpty == false)
    }

    @Test func check() throws {
        let schema = try folder.file("s", #"{"type":"object","properties":{"age":{"type":"integer"}}}"#)
        let data = try folder.file("d", "{\"age\":1}\n")
        #expect(predicate(["check", "--schema", schema, "age > 3 AND age < $max"]).status == 0)
        #expect(predicate(["check", "--data", data, "age > 3"]).status == 0)
        #expect(predicate(["check", "anything > 3"]).status == 0)
        let wrong = predicate(["check", "--schema", schema, "agee > 3 AND age > 'x'"])
        #expect(wrong.status == 65)
        #expect(wrong.output == "")
        #expect(wrong.messages.contains("agee"))
        #expect(wrong.messages.contains("age"))
        let doubtful = predicate(["check", "--schema", schema, "age BETWEEN {5, 1}"])
        #expect(doubtful.status == 0)
        #expect(doubtful.messages != "")
    }

    /// Records conform to the schema that is inferred from them.
    @Test func schema() throws {
        let text = "{\"n\":1,\"s\":\"a\",\"l\":[{\"x\":1.5}]}\n{\"n\":null,\"s\":\"b\"}\n"
        let result = predicate(["schema", try folder.file("r", text)])
        #expect(result.status == 0)
        let schema = try folder.file("schema.json", result.output)
        for predicateText in ["n == 1", "ANY l.x > 1", "s IN {'a'}"] {
            let filtered = filter("--count", "--schema", schema, predicateText, folder.path("r"))
            #expect(filtered == CommandResult(status: 0, output: "1\n", messages: ""), "\(predicateText): \(filtered)")
        }
        #expect(filter("--schema", schema, "m == 1", folder.path("r")).status == 65)
        #expect(predicate(["schema", try folder.file("bad", "oops")]).status == 65)
    }
}
