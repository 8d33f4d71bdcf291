import Foundation
import PredicateTesting
import Testing

/// Compares the answers under `Examples/expected`, which Python computed without the library, with those of the
/// command.
@Suite struct ExpectedAnswersTests {
    /// A file of `Examples/expected`.
    struct Answers: Decodable, Sendable {
        /// A predicate and the records that it matches.
        struct Case: Decodable, Sendable {
            let predicate: String
            let options: [String]
            let count: Int
            /// The keys of the matching records in order; nil if there are very many.
            let matches: [Key]?
        }
        /// A value of the key field.
        enum Key: Decodable, Hashable, Sendable {
            case number(Int)
            case text(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int.self) {
                    self = .number(number)
                } else {
                    self = .text(try container.decode(String.self))
                }
            }
        }
        /// A path relative to `Examples`, or a file of the system.
        let file: String
        /// The size in bytes. A file of the system with another size is another version, with other answers.
        let bytes: Int
        /// The field that identifies a record in the answers.
        let key: String
        let cases: [Case]
    }

    private static let examples = Repository.root.appendingPathComponent("Examples")

    @Test(arguments: ["cities", "countries", "iso_3166-1", "iso_3166-2", "iso_639-3", "iso_4217"])
    func theCommandFindsTheRightRecords(name: String) throws {
        let stored = try Data(contentsOf: Self.examples.appendingPathComponent("expected/\(name).json"))
        let answers = try JSONDecoder().decode(Answers.self, from: stored)
        let file =
            answers.file.hasPrefix("/")
            ? URL(fileURLWithPath: answers.file) : Self.examples.appendingPathComponent(answers.file)
        let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        if answers.file.hasPrefix("/"), size != answers.bytes {
            return  // Not installed, or another version.
        }
        #expect(size == answers.bytes)
        #expect(!answers.cases.isEmpty)
        for example in answers.cases {
            let result = try BuiltCommand.run(
                "predicate", ["filter"] + example.options + [example.predicate, answers.file], in: Self.examples)
            #expect(result.status == 0, "\(example.predicate)\n\(result.messages)")
            if result.status != 0 { continue }
            let keys = try result.lines.map { line in
                let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                if let number = record?[answers.key] as? Int { return Answers.Key.number(number) }
                return Answers.Key.text(record?[answers.key] as? String ?? "")
            }
            #expect(keys.count == example.count, "\(example.predicate)")
            if let matches = example.matches {
                #expect(keys == matches, "\(example.predicate)")
            }
        }
    }
}
