import Foundation
import PredicateTesting

@testable import PredicateCommand

/// The codes and sentences of messages, found in the text of the sources.
enum MessageSources {
    /// A Swift source file.
    struct File: CustomStringConvertible, Sendable {
        var name: String
        /// The text without comment lines.
        var text: String
        var description: String { name }
    }

    /// Every Swift file under `Sources`.
    static let all: [File] = {
        let root = Repository.root.appendingPathComponent("Sources")
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            return text.map { File(name: path, text: withoutComments($0)) }
        }
    }()

    /// The files that define messages.
    static let files = all.filter {
        $0.name.split(separator: "/").last?.contains("Messages") == true && !isReference($0)
    }

    /// Whether a file of the command is about messages that others define.
    static func isReference(_ file: File) -> Bool {
        file.name.hasPrefix("PredicateCommand/") && !file.name.hasSuffix("/RuleFileMessages.swift")
    }

    private static func withoutComments(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    }

    /// The message codes in a file.
    static func codes(of file: File) -> Set<String> {
        var codes: Set<String> = []
        for match in file.text.matches(of: /"([a-z][a-z0-9-]*)",\s*\.(?:error|warning)\b/) {
            codes.insert(String(match.1))
        }
        for match in file.text.matches(of: /\? "([a-z][a-z0-9-]*)" : "[a-z][a-z0-9-]*",\s*\.(?:error|warning)\b/) {
            codes.insert(String(match.1))
        }
        for match in file.text.matches(
            of: /(?:\? \.([a-z][A-Za-z]*) : )?\.([a-z][A-Za-z]*),\s*(?:isRequired \? )?\.(?:error|warning)\b/)
        {
            for name in [match.1, match.2].compactMap({ $0 }) { codes.insert(code(named: name)) }
        }
        for match in file.text.matches(
            of: /(?:\.(?:error|warning|suggestion)|Self)\(\s*(?:\w+ \? \.([a-z][A-Za-z]*) : )?\.([a-z][A-Za-z]*),/)
        {
            for name in [match.1, match.2].compactMap({ $0 }) { codes.insert(code(named: name)) }
        }
        for match in file.text.matches(of: /\.(?:error|warning|suggestion)\(\s*"([a-z0-9-]+)"/) {
            codes.insert(String(match.1))
        }
        for match in file.text.matches(of: /Code\("([a-z0-9-]+)"\)/) { codes.insert(String(match.1)) }
        return codes
    }

    /// The code of a constant: `unknown-field` for `unknownField`.
    static func code(named name: Substring) -> String {
        name.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
    }

    /// The stages that report messages, each with a page.
    static let stages = ["lexer", "parser", "checker", "sample", "query", "tree", "schema", "records", "files"]

    /// The stages with entries for a file's codes.
    static func stages(of file: File) -> [String] {
        switch file.name.split(separator: "/").last?.prefix(while: { $0.isLetter }) {
        case "LexerMessages", "ParserMessages", "CheckingMessages": Array(stages.prefix(4))
        case "SampleMessages", "UnusableMessages": ["sample"]
        case "QueryMessages": ["query"]
        case "TreeMessages": ["tree"]
        case "SchemaMessages": ["schema"]
        case "RecordMessages": ["records"]
        case "LintMessages", "NamedMessages", "NotationMessages", "SettingsMessages", "RuleFileMessages": ["files"]
        default: []
        }
    }

    // MARK: Sentences

    /// The string literals of a file, each as the parts between its interpolations.
    static func literals(of file: File) -> [[String]] {
        var scanner = LiteralScanner(file.text)
        return scanner.literals()
    }

    /// Whether a text contains the parts in order.
    static func holds(_ text: String, _ parts: [String]) -> Bool {
        var rest = Substring(text)
        for part in parts where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}

/// Finds single-line string literals in Swift.
private struct LiteralScanner {
    private let text: [Character]
    private var index = 0
    private var found: [[String]] = []

    init(_ text: String) { self.text = Array(text) }

    mutating func literals() -> [[String]] {
        while index < text.count {
            if text[index] == "\"" { literal() } else { index += 1 }
        }
        return found
    }

    /// Reads the literal that begins at the index.
    private mutating func literal() {
        index += 1
        var parts = [""]
        while index < text.count, text[index] != "\"" {
            guard text[index] == "\\", index + 1 < text.count else {
                parts[parts.count - 1].append(text[index])
                index += 1
                continue
            }
            let escape = text[index + 1]
            index += 2
            switch escape {
            case "(":
                interpolation()
                parts.append("")
            case "u":
                // `\u{…}`: its character does not matter, so it counts as an interpolation.
                while index < text.count, text[index] != "}" { index += 1 }
                index += 1
                parts.append("")
            case "n", "r", "t", "0": parts.append("")
            default: parts[parts.count - 1].append(escape)
            }
        }
        index += 1
        found.append(parts)
    }

    /// Reads up to the closing bracket of an interpolation. Literals in it count too.
    private mutating func interpolation() {
        var depth = 1
        while index < text.count {
            switch text[index] {
            case "\"":
                literal()
                continue
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            index += 1
            if depth == 0 { return }
        }
    }
}
