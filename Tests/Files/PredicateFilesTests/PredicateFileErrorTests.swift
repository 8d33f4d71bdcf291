import Foundation
import PredicateCore
import PredicateFiles
import PredicateFormat
import Testing

/// The JSON of each kind of error of a file, as a server sends it.
struct PredicateFileErrorTests {
    private struct Form: Decodable {
        struct Diagnostic: Decodable {
            struct Range: Decodable { var line: Int }
            var code: String
            var keyPath: String
            var range: Range
        }
        var kind: String
        var message: String
        var path: String
        var diagnostics: [Diagnostic]
    }

    private static let text =
        #"{"predicates": {"large": {"arguments": {"least": "integer"}, "predicate": "a > $least"}}}"#

    private func form(_ body: () throws(PredicateFileError) -> some Any) throws -> Form {
        do throws(PredicateFileError) {
            _ = try body()
        } catch {
            return try JSONDecoder().decode(Form.self, from: JSONEncoder().encode(error))
        }
        throw CancellationError()
    }

    private func file(_ text: String = text) throws(PredicateFileError) -> PredicateFile {
        try PredicateFile(Array(text.utf8), format: .json, path: "rules.json")
    }

    @Test func unreadable() throws {
        let form = try form { () throws(PredicateFileError) in try PredicateFile(contentsOf: "/nowhere/rules.json") }
        #expect(form.kind == "unreadable")
        #expect(form.path == "/nowhere/rules.json")
        #expect(form.message.hasPrefix("/nowhere/rules.json: "))
        #expect(form.diagnostics.map(\.code) == ["unreadable-file"])
    }

    @Test func invalid() throws {
        let text = "{\"predicates\": {\n\"large\": \"a >\",\n\"small\": \"a ==\"}}"
        let form = try form { () throws(PredicateFileError) in try file(text) }
        #expect(form.kind == "invalid")
        #expect(form.message.hasPrefix("rules.json: ") && form.message.hasSuffix(", and 1 more"))
        #expect(form.diagnostics.map(\.keyPath) == ["predicates.large", "predicates.small"])
        #expect(form.diagnostics.map(\.range.line) == [2, 3])
    }

    @Test func refused() throws {
        let file = try file()
        let unknown = try form { () throws(PredicateFileError) in try file.named("lrage") }
        #expect(unknown.kind == "refused")
        #expect(unknown.path == "rules.json")
        #expect(unknown.message == "there is no predicate `lrage` (did you mean `large`?)")
        #expect(unknown.diagnostics.map(\.code) == ["unknown-predicate"])
        let value = try form { () throws(PredicateFileError) in try file.predicate("large", ["least": "many"]) }
        #expect(value.kind == "refused")
        #expect(value.diagnostics.map { "\($0.keyPath) \($0.code)" } == ["predicates.large argument-value"])
    }
}
