import Foundation
import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateCommand

/// The statements of the guides about this language and others are true. Other languages are run where they are
/// installed.
@Suite struct GuideTests {
    @Test(arguments: Guide.all.flatMap(\.pairs).map(\.ours))
    func ourSideFindsWhatThePageSays(condition: String) throws {
        for pair in Guide.all.flatMap(\.pairs) where pair.ours == condition {
            do {
                for found in try GuideData.found(by: pair.ours) { #expect(found == pair.found, "\(pair.ours)") }
            } catch let error as PredicateDiagnostics {
                Issue.record("\(DiagnosticRenderer(width: 100).render(error))")
            }
        }
    }

    @Test(arguments: Guide.all.map(\.language))
    func examplesGiveWhatTheySay(language: String) throws {
        let guide = try #require(Guide.all.first { $0.language == language })
        for example in try LanguageExample.all(in: guide.page.sections.flatMap(\.blocks)) {
            example.expectAnswers(language)
        }
    }

    @Test func theSchemaIsUsed() throws {
        #expect(try GuideData.found(by: "joined == '2024-03-01T10:00:00+01:00'") == [[1], [1]])
        #expect(GuideData.records.split(separator: "\n").count == 5)
    }

    // MARK: Other languages

    private struct ProgramFailure: Error, CustomStringConvertible {
        var description: String
    }

    /// The output of a program.
    private static func run(_ program: String, _ arguments: [String], input: String) throws -> String {
        let result = try BuiltCommand.run(program, arguments, in: Repository.root, input: input)
        guard result.status == 0 else { throw ProgramFailure(description: result.messages) }
        return result.output
    }

    /// `IS NOT DISTINCT FROM` came with SQLite 3.39.
    private static let hasSQLite: Bool = {
        let check = "import sqlite3, sys; sys.exit(sqlite3.sqlite_version_info < (3, 39))"
        return (try? run("python3", ["-c", check], input: "")) != nil
    }()
    private static let hasJQ = (try? run("jq", ["--version"], input: "")) != nil

    @Test(.enabled(if: hasSQLite, "there is no python3 with SQLite 3.39 or newer"))
    func sqlFindsWhatThePageSays() throws {
        let records = GuideData.records.split(separator: "\n").joined(separator: ", ")
        let conditions = try JSONEncoder().encode(Guide.sql.pairs.map(\.theirs))
        let input = "{\"records\": [\(records)], \"conditions\": \(String(decoding: conditions, as: UTF8.self))}"
        let script = Repository.root.appendingPathComponent("Tests/Command/PredicateCommandTests/Fixtures/guide-sql.py")
            .path
        let output = try Self.run("python3", [script], input: input)
        let found = try JSONDecoder().decode([[Int]].self, from: Data(output.utf8))
        #expect(found.count == Guide.sql.pairs.count && found.count > 30)
        for (pair, found) in zip(Guide.sql.pairs, found) {
            #expect(found == pair.foundThere ?? pair.found, "\(pair.theirs)")
        }
    }

    @Test(.enabled(if: hasJQ, "jq is not installed"))
    func jqFindsWhatThePageSays() throws {
        for pair in Guide.jq.pairs {
            do {
                let output = try Self.run("jq", ["select(\(pair.theirs)) | .id"], input: GuideData.records)
                let found = output.split(separator: "\n").compactMap { Int($0) }
                #expect(found == pair.foundThere ?? pair.found, "\(pair.theirs)")
            } catch {
                Issue.record("\(pair.theirs): \(error)")
            }
        }
        #expect(Guide.jq.pairs.count > 30)
    }

    /// A pair that claims a difference has a difference.
    @Test func differencesAreDifferences() {
        for pair in Guide.all.flatMap(\.pairs) { #expect(pair.foundThere != pair.found, "\(pair.theirs)") }
    }
}
