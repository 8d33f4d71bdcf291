import Foundation
import PredicateCore
import PredicatePatterns
import PredicateRecords
import Testing

/// A case of `Tests/Mistakes`. The README there describes its fields.
struct MistakeCase: Sendable {
    var id: String
    var text: String
    var schema: String?
    var errors: [ConformanceCase.Expected]
    var warnings: [ConformanceCase.Expected]?
    var fixed: String?
    var suggested: String?
    var remaining: Int

    init(decoding value: PredicateValue) throws {
        guard case .string(let id) = value["id"], case .string(let text) = value["text"] else {
            throw CorpusError("no id or no text")
        }
        self.id = id
        self.text = text
        if case .string(let name) = value["schema"] { schema = name }
        guard let errors = try Self.expected(value["errors"], in: text) else { throw CorpusError("\(id): no errors") }
        self.errors = errors
        warnings = try Self.expected(value["warnings"], in: text)
        if case .string(let text) = value["fixed"] { fixed = text }
        if case .string(let text) = value["suggested"] { suggested = text }
        remaining = 0
        if case .integer(let count) = value["remaining"] { remaining = Int(count) }
    }

    private static func expected(_ value: PredicateValue, in text: String) throws -> [ConformanceCase.Expected]? {
        guard case .list(let list) = value else { return nil }
        return try list.map { entry in
            guard case .string(let code) = entry["code"] else { throw CorpusError("\(text): no code") }
            return ConformanceCase.Expected(code: code, range: try location(entry, in: text))
        }
    }

    private static func location(_ entry: PredicateValue, in text: String) throws -> Range<Int> {
        if case .list(let range) = entry["range"], range.count == 2, case .integer(let start) = range[0],
            case .integer(let end) = range[1]
        {
            return Int(start)..<Int(end)
        }
        guard case .string(let part) = entry["at"] else { throw CorpusError("\(text): no place") }
        let bytes = Array(text.utf8)
        let searched = Array(part.utf8)
        let starts = bytes.indices.filter { bytes[$0...].starts(with: searched) }
        var occurrence = 1
        if case .integer(let number) = entry["occurrence"] { occurrence = Int(number) }
        guard starts.indices.contains(occurrence - 1), starts.count == 1 || entry["occurrence"] != .null else {
            throw CorpusError("\(text): `\(part)` stands there \(starts.count) times")
        }
        return starts[occurrence - 1]..<starts[occurrence - 1] + searched.count
    }
}

/// A file of `Tests/Mistakes`.
struct MistakeFile: Sendable, CustomTestStringConvertible {
    var name: String
    var cases: [MistakeCase]
    var testDescription: String { name }

    static let folder = ConformanceFile.folder.deletingLastPathComponent().appendingPathComponent("Mistakes")

    private static let notGoodEnoughName = "not-good-enough.json"

    /// The texts whose messages are not good enough yet, with the messages that they should have.
    static func notGoodEnough() throws -> MistakeFile {
        try MistakeFile(reading: folder.appendingPathComponent(notGoodEnoughName))
    }

    /// The files, sorted by name. An unreadable file has no cases, and a test checks that every file has some.
    static let all: [MistakeFile] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") && $0 != notGoodEnoughName }.sorted().map { name in
            do {
                return try MistakeFile(reading: folder.appendingPathComponent(name))
            } catch {
                return MistakeFile(name: "\(name): \(error)", cases: [])
            }
        }
    }()

    init(name: String, cases: [MistakeCase]) {
        self.name = name
        self.cases = cases
    }

    init(reading url: URL) throws {
        var reader = JSONReader(strict: true)
        let content = try reader.read(String(decoding: try Data(contentsOf: url), as: UTF8.self))
        guard case .list(let list) = content["cases"] else { throw CorpusError("no cases") }
        self.init(name: url.lastPathComponent, cases: try list.map(MistakeCase.init(decoding:)))
    }
}

/// Runs the corpus of `Tests/Mistakes`: the number of errors of each text, their exact ranges, and the fixed text.
@Suite struct MistakeTests {
    @Test func corpusIsWhole() {
        let cases = MistakeFile.all.flatMap(\.cases)
        #expect(MistakeFile.all.filter(\.cases.isEmpty).map(\.name) == [])
        #expect(Set(cases.map(\.id)).count == cases.count, "an id stands twice")
        #expect(cases.filter { !$0.errors.isEmpty }.count >= 300)
        #expect(cases.filter { $0.fixed != nil && !$0.errors.isEmpty }.count >= 250)
        #expect(cases.filter { $0.errors.count >= 2 }.count >= 60)
    }

    @Test(arguments: MistakeFile.all)
    func cases(of file: MistakeFile) throws {
        var schemas = Schemas()
        for tested in file.cases {
            if let failure = failure(of: tested, try schemas.schema(of: tested)) { Issue.record("\(failure)") }
        }
    }

    /// A text whose message is good now must leave the list.
    @Test func notGoodEnough() throws {
        var schemas = Schemas()
        for tested in try MistakeFile.notGoodEnough().cases {
            let isGood = failure(of: tested, try schemas.schema(of: tested)) == nil
            #expect(!isGood, "\(tested.id) is good now and belongs to the other cases")
        }
    }

    /// The schemas that cases name. Each is read once.
    private struct Schemas {
        private var known: [String: RecordSchema] = [:]

        mutating func schema(of tested: MistakeCase) throws -> RecordSchema? {
            guard let name = tested.schema else { return nil }
            if let schema = known[name] { return schema }
            let url = MistakeFile.folder.appendingPathComponent("schemas/\(name).schema.json")
            let schema = try JSONSchemaReader.read(String(contentsOf: url, encoding: .utf8)).schema
            known[name] = schema
            return schema
        }
    }

    private func failure(of tested: MistakeCase, _ schema: RecordSchema?) -> String? {
        let found = diagnostics(tested.text, schema)
        var complaints: [String] = []
        func compare(_ expected: [ConformanceCase.Expected], _ severity: PredicateDiagnostic.Severity) {
            let wanted = expected.map { "\($0.code) \($0.range.map { "\($0)" } ?? "")" }
            let had = found.diagnostics.filter { $0.severity == severity }
                .map { "\($0.code.rawValue) \($0.range.lowerBound..<$0.range.upperBound)" }
            if wanted != had { complaints.append("\(severity)s should be \(wanted), and are \(had)") }
        }
        compare(tested.errors, .error)
        if let warnings = tested.warnings { compare(warnings, .warning) }
        let fixed = found.fixed(.error, .warning)
        if found.diagnostics.contains(where: { $0.severity == .error }) == false, let fixed {
            if diagnostics(fixed, schema).hasErrors { complaints.append("a right text would become \(fixed)") }
        }
        if tested.errors.isEmpty, let fixed, tested.fixed == nil, tested.warnings == nil,
            found.diagnostics.contains(where: { $0.severity == .error })
        {
            complaints.append("a right text would become \(fixed)")
        }
        if let expected = tested.fixed {
            if expected != fixed ?? tested.text {
                complaints.append("the fixed text should be\n  \(expected)\nand is\n  \(fixed ?? "nothing")")
            } else {
                let left = diagnostics(expected, schema).diagnostics.filter { $0.severity == .error }
                if left.count != tested.remaining {
                    complaints.append("the fixed text has errors: \(left.map { "\($0.code.rawValue) \($0.range)" })")
                }
            }
        }
        if let expected = tested.suggested {
            var all = found
            for index in all.diagnostics.indices { all.diagnostics[index].areEditsApplicable = true }
            if let made = all.fixed(.error, .warning), expected != made {
                complaints.append("with suggestions it should be\n  \(expected)\nand is\n  \(made)")
            }
            if expected == fixed { complaints.append("there is no suggestion") }
            let left = diagnostics(expected, schema).diagnostics.filter { $0.severity == .error }
            if left.contains(where: { $0.code != "missing-argument" }) {
                complaints.append("the suggested text has errors")
            }
        }
        guard !complaints.isEmpty else { return nil }
        return "\(tested.id): \(tested.text)\n" + complaints.joined(separator: "\n") + "\n\(found)"
    }

    private func diagnostics(_ text: String, _ schema: RecordSchema?) -> PredicateDiagnostics {
        ParsedPredicate.diagnostics(of: text, against: schema, arguments: [], library: .standardWithPatterns)
    }
}
