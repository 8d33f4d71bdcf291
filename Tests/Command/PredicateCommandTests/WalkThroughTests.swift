import PredicateTesting
import Testing

/// README and pages under `Documentation` and `Examples` show commands with their output. These tests run them.
@Suite struct WalkThroughTests {
    @Test(arguments: [
        "README.md", "Documentation/coming-from-jq.md", "Documentation/coming-from-nspredicate.md",
        "Documentation/coming-from-sql.md", "Documentation/command.md", "Documentation/concepts.md",
        "Documentation/dates.md", "Documentation/faq.md", "Documentation/how-it-works.md",
        "Documentation/json-output.md", "Documentation/language.md", "Documentation/lists.md", "Documentation/nil.md",
        "Documentation/patterns.md", "Documentation/predicate-files.md", "Documentation/queries.md",
        "Documentation/repl.md", "Documentation/rules.md", "Documentation/tutorials/filter-json.md",
        "Documentation/tutorials/munki.md",
        "Examples/README.md", "Examples/Config/README.md",
    ])
    func everyCommandPrintsWhatThePageShows(page: String) throws {
        let command = try #require(BuiltCommand.url, "the command `predicate` has not been built")
        let result = try BuiltCommand.run("Scripts/check-examples.sh", [command.path, page], in: Repository.root)
        #expect(result.status == 0, "\(result)")
    }

    /// A page that differs by one character fails, so the test above can fail.
    @Test func aWrongPageIsNoticed() throws {
        let command = try #require(BuiltCommand.url, "the command `predicate` has not been built")
        let folder = try TemporaryFolder()
        let page = try folder.file("walk-through.md", "```console\n$ echo one\ntwo\n```\n")
        let result = try BuiltCommand.run("Scripts/check-examples.sh", [command.path, page], in: Repository.root)
        #expect(result.status == 1)
        #expect((result.output + result.messages).contains("-two\n+one"))
    }
}
