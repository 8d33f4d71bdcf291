import PredicateFormat
import PredicateTesting
import Testing

/// `Scripts/describe.py` writes what the macro would.
@Suite struct DescriptionScriptTests {
    @Test(.enabled(if: isInstalled))
    func theDescriptionsAreThoseOfTheScript() throws {
        let models = "Tests/Language/PredicateFormatTests/SwiftTypes/Description/ScriptModels"
        let result = try BuiltCommand.run("python3", ["Scripts/describe.py", "\(models).swift"], in: Repository.root)
        #expect(result.status == 0, "\(result)")
        #expect(try Repository.holds(result.output, in: "\(models)+Descriptions.swift"))
    }

    @Test func fields() {
        let description = ScriptModels.Reader.predicateDescription
        let type = description.schema.recordType(of: description.schema.root)
        #expect(
            type?.fields.map(\.name) == [
                "first_name", "age", "weight", "default", "state", "level", "home_address", "former", "tags", "limits",
                "born", "nickname", "full", "stars", "watched", "traced",
            ])
        #expect(type?.documentation == "A \"reader\" of the library.")
        #expect(type?.field(named: "age")?.documentation == "In whole years.")
    }

    @Test func answers() throws {
        let reader = ScriptModels.Reader("Jo", age: 42, state: .closed)
        let format = "first_name == 'Jo' AND stars == 4 AND home_address.line == '1 Lisbon' AND state == 'closed'"
        #expect(try ScriptModels.Reader.predicate(parsing: format).matches(reader))
        let note = ScriptModels.Note("child", parent: .init("root"))
        #expect(try ScriptModels.Note.predicate("title == 'child'").matches(note))
        let box = ScriptModels.Box(value: "x", inner: .init(count: 2))
        #expect(try ScriptModels.Box<String>.predicate("value == 'x' AND inner.count == 2").matches(box))
    }

    private static var isInstalled: Bool {
        (try? BuiltCommand.run("python3", ["--version"], in: Repository.root))?.status == 0
    }
}
