import PredicateTesting
import Testing

// swift.md: begin
import PredicateFormat
import PredicateRecords

func adults(in file: String) throws -> [String] {
    let table = try RecordTable.file(file)
    let columns = RecordColumns(table)
    let adult = try CheckedPredicate("age >= 18 AND name BEGINSWITH[cd] 'jo'")
    return columns.matches(of: adult).compactMap { table.record(at: $0)?.text }
}
// swift.md: end

import Foundation

@Suite("The example of records in Documentation/swift.md")
struct SwiftPageRecordsTests {
    @Test func itIsWhatIsTestedHere() throws {
        let here = try String(contentsOfFile: #filePath, encoding: .utf8)
        let text = try Repository.text(of: "Documentation/swift.md")
        let example = here.components(separatedBy: "// swift.md: begin\n").dropFirst().first?
            .components(separatedBy: "// swift.md: end\n").first
        #expect(text.contains("```swift\n" + (try #require(example)) + "```\n"))
    }

    @Test("Lines and a list give the same results", arguments: [false, true])
    func itRuns(isList: Bool) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let records = [#"{"name":"Jörg","age":31}"#, #"{"name":"Joan","age":7}"#, #"{"name":"Bo","age":40}"#]
        let text = isList ? "[" + records.joined(separator: ",\n") + "]" : records.joined(separator: "\n")
        try Data(text.utf8).write(to: file)
        #expect(try adults(in: file.path) == [records[0]])
        #expect(throws: RecordError.self) { try adults(in: file.path + ".none") }
    }
}
