import PredicateTesting
import Testing

// README: begin
import PredicateFormat

struct Song: PredicateDescribed {
    var title: String
    var plays: Int
    static let predicateDescription = PredicateDescription<Song> {
        PredicateField("title", \.title)
        PredicateField("plays", \.plays)
    }
}

func find(_ text: String, in songs: [Song]) throws -> [Song] {
    try songs.filter(Song.predicate(parsing: text))
}
// README: end

import Foundation

@Suite("The Swift example of the README")
struct ReadmeExampleTests {
    @Test func itIsWhatIsTestedHere() throws {
        let here = try String(contentsOfFile: #filePath, encoding: .utf8)
        let readme = try Repository.text(of: "README.md")
        let example = here.components(separatedBy: "\n// README: begin\n").dropFirst().first?
            .components(separatedBy: "// README: end\n").first
        #expect(readme.contains("```swift\n" + (try #require(example)) + "```\n"))
    }

    @Test func itRuns() throws {
        let songs = [Song(title: "São Paulo", plays: 31), Song(title: "Porto", plays: 40)]
        #expect(try find("plays > 10 AND title CONTAINS[cd] 'sao'", in: songs).map(\.title) == ["São Paulo"])
        #expect(throws: PredicateDiagnostics.self) { try find("play > 10", in: songs) }
    }
}
