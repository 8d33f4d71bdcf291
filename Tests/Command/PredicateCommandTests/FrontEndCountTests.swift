import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand
@testable import PredicateCore
@testable import PredicateFormat

/// How often a command parses and checks a text. It parses it once. An inferred schema only advises, so it takes a
/// second check, and values on the command line take another.
@Suite(.enabled(if: StageCounter.isCounting)) struct FrontEndCountTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Work: Equatable {
        var parses: Int
        var checks: Int

        init(_ parses: Int, _ checks: Int) {
            self.parses = parses
            self.checks = checks
        }
    }

    private func people() throws -> String {
        try folder.file("people.ndjson", "{\"name\":\"Ada\",\"age\":36}\n{\"name\":\"Bob\",\"age\":5}\n")
    }

    private func schema() throws -> String {
        try folder.file(
            "people.schema.json",
            #"{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer"}},"required":["name","age"]}"#
        )
    }

    private func work<Result>(_ body: () throws -> Result) throws -> (Result, Work) {
        let (result, counts) = try StageCounter.counting(body)
        let known = try #require(counts)
        return (result, Work(known.parsed.count, known.checked.count))
    }

    private func work(of arguments: String..., status: Int32 = 0) throws -> Work {
        let (result, work) = try work { predicate(arguments) }
        #expect(result.status == status, "\(result)")
        return work
    }

    @Test func filterOfAFile() throws {
        let data = try people()
        #expect(try work(of: "filter", "age > 30", data) == Work(1, 2))
        // Without types, names are looked up after the answer.
        let untyped = try work(of: "filter", "--untyped", "age > 30", data)
        #expect(untyped.parses <= 2 && untyped.checks <= 3, "\(untyped)")
        #expect(try work(of: "filter", "--schema", try schema(), "age > 30", data) == Work(1, 1))
        // A warning that examines all records takes another schema, but no other text.
        #expect(try work(of: "filter", "--warnings", "age > 30 AND name != 'x'", data).parses == 1)
    }

    @Test func filterWithValues() throws {
        let data = try people()
        // Values are unknown before the first check, which finds the types that they are read as.
        #expect(try work(of: "filter", "--schema", try schema(), "--arg", "30", "age > %d", data) == Work(1, 2))
        #expect(try work(of: "filter", "--arg", "30", "age > %d", data) == Work(1, 3))
        #expect(try work(of: "filter", "--var", "least=30", "age > $least", data) == Work(1, 3))
    }

    @Test func filterOfAPipe() throws {
        let path = folder.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let text = Data("{\"name\":\"Ada\",\"age\":36}\n{\"name\":\"Bob\",\"age\":5}\n".utf8)
        let writer = Thread {
            let pipe = FileHandle(forWritingAtPath: path)
            try? pipe?.write(contentsOf: text)
            try? pipe?.close()
        }
        writer.start()
        #expect(try work(of: "filter", "age > 30", path) == Work(1, 2))
    }

    @Test func check() throws {
        #expect(try work(of: "check", "age > 30") == Work(1, 1))
        #expect(try work(of: "check", "--schema", try schema(), "age > 30") == Work(1, 1))
        #expect(try work(of: "check", "--data", try people(), "age > 30") == Work(1, 2))
        #expect(try work(of: "check", "--cost", "age > 30") == Work(1, 1))
    }

    /// Each round of `--fix` and each trial of an edit adds one parse and one check.
    @Test func checkAndFix() throws {
        let schema = try schema()
        #expect(try work(of: "check", "--schema", schema, "nmae == 'x'", status: 65) == Work(2, 2))
        #expect(try work(of: "check", "--schema", schema, "--fix", "nmae == 'x'") == Work(3, 3))
    }

    @Test func explain() throws {
        #expect(try work(of: "explain", "age > 30") == Work(1, 1))
        #expect(try work(of: "explain", "--schema", try schema(), "age > 30 AND name == 'x'") == Work(1, 1))
        #expect(try work(of: "explain", "--data", try people(), "age > 30") == Work(1, 2))
    }

    @Test func questionsAtThePrompt() throws {
        let language = ReplLanguage(schema: nil, bindings: NameTable(["least": 30]))
        for text in ["age > $least", "age + 1", "name", "@count"] {
            #expect(try work { try language.question(text) }.1 == Work(1, 1), "\(text)")
        }
        #expect(try work { try? language.question("age > ") }.1.checks <= 2)
        #expect(try work { try language.explanation("age > $least") }.1 == Work(1, 1))
    }

    @Test func compilation() throws {
        let (found, work) = try work {
            PredicateCompilation("age > %d AND name == $name", arguments: [30], bindings: ["name": "Ada"])
        }
        #expect(work == Work(1, 1))
        #expect(found.predicate?.variables.isEmpty == true)
        #expect(found.diagnostics.diagnostics.isEmpty)
        #expect(try self.work { try CheckedPredicate("age > 30") }.1 == Work(1, 1))
    }
}
