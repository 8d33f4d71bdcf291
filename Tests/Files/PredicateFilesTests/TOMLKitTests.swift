#if Files
import PredicateFormat
import PredicateTesting
import TOMLKit
import Testing

@testable import PredicateFiles

/// Our reader of TOML, held to TOMLKit.
@Suite struct TOMLKitTests {
    /// Both read the same from a file.
    @Test(arguments: TOMLReaderTests.fixtures) func bothAgree(_ fixture: ConfigurationFixture) {
        expectAgreement(fixture.file)
        var random = SeededRandom(seed: UInt64(fixture.file.count &+ 1))
        for _ in 0..<(runsDeepTests ? 300 : 30) { expectAgreement(random.damaged(fixture.file)) }
    }

    private func expectAgreement(_ file: [UInt8]) {
        // TOMLKit takes and gives texts that end with a zero.
        guard !file.contains(0) else { return }
        let text = String(decoding: file, as: UTF8.self)
        // TOMLKit stops the program for some files that are not TOML, so that it gets none of them here.
        guard let node = try? TOMLReader.read(file).first else { return }
        do {
            var problems: [String] = []
            compare(node, try TOMLTable(string: text), "", &problems)
            #expect(problems == [], "\(text)")
        } catch {
            Issue.record("TOMLKit refuses: \(error)\n\(text)")
        }
    }

    private func compare(
        _ node: ConfigurationNode, _ other: TOMLValueConvertible, _ path: String, _ problems: inout [String]
    ) {
        switch node.content {
        case .mapping(let entries):
            guard let table = other.table else { return problems.append("\(path): no table") }
            if table.count != entries.count { problems.append("\(path): \(table.count) keys") }
            for entry in entries where !entry.key.text.utf8.contains(0) {
                guard let value = table[entry.key.text] else {
                    problems.append("\(path): no key \(entry.key.text)")
                    continue
                }
                compare(entry.value, value, path + "/" + entry.key.text, &problems)
            }
        case .sequence(let items):
            guard let array = other.array else { return problems.append("\(path): no array") }
            if array.count != items.count { problems.append("\(path): \(array.count) items") }
            for (number, item) in items.enumerated() where number < array.count {
                compare(item, array[number], "\(path)/\(number)", &problems)
            }
        case .text(let text) where text.text.utf8.contains(0): break
        case .text(let text):
            if other.string.map({ $0.utf8.elementsEqual(text.text.utf8) }) != true {
                problems.append("\(path): \(text.text.debugDescription), not \(other.string.debugDescription)")
            }
        case .other(let text):
            switch other.type {
            case .table, .array, .string: problems.append("\(path): \(text) is a \(other.type)")
            case .int:
                let digits = String(text.filter { $0 != "_" && $0 != "+" })
                if let number = Int(digits), number != other.int { problems.append("\(path): \(text)") }
            case .bool: if String(other.bool ?? false) != text { problems.append("\(path): \(text)") }
            default: break
            }
        case .alias: problems.append("\(path): an alias")
        }
    }
}
#endif
