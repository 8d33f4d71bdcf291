import Foundation
@testable import PredicateFiles
import PredicateCore
import Testing

/// A file that another program wrote, with the texts that another program reads back.
struct MarkupFixture: Decodable, Sendable, CustomTestStringConvertible {
    let format: String
    let writer: String
    let texts: [String]
    private let file: String?
    private let base64: String?

    var testDescription: String { "\(writer), \(bytes.count) bytes" }

    var bytes: [UInt8] {
        if let file { return Array(file.utf8) }
        return base64.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? []
    }

    var isBinary: Bool { base64 != nil }

    static let all: [MarkupFixture] = {
        let path = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        guard let data = FileManager.default.contents(atPath: "/" + path + "/Fixtures/markup.json"),
            let fixtures = try? JSONDecoder().decode([MarkupFixture].self, from: data)
        else { return [] }
        return fixtures
    }()

    static func all(_ format: String) -> [MarkupFixture] { all.filter { $0.format == format } }
}

extension ConfigurationNode {
    /// The texts of all values, in the order of the file.
    var allTexts: [LocatedText] { everything.compactMap(\.text) }

    /// The keys of all mappings, in the order of the file.
    var allKeys: [LocatedText] {
        everything.flatMap { node -> [LocatedText] in
            guard case .mapping(let entries) = node.content else { return [] }
            return entries.map(\.key)
        }
    }

    /// The value and all values in it.
    var everything: [ConfigurationNode] {
        switch content {
        case .mapping(let entries): [self] + entries.flatMap(\.value.everything)
        case .sequence(let nodes): [self] + nodes.flatMap(\.everything)
        default: [self]
        }
    }

    /// A short form: `{a:'x',b:[1,true]}`.
    var outline: String {
        var none: ValueComments?
        return outline(key: nil, &none)
    }

    /// A short form with the comments of a value in front of it.
    func outline(_ file: [UInt8], _ syntax: CommentSyntax) -> String {
        var comments: ValueComments? = ValueComments(file, syntax, [self])
        return outline(key: nil, &comments)
    }

    private func outline(key: LocatedText?, _ comments: inout ValueComments?) -> String {
        let start = (comments?.texts(of: self, key: key) ?? []).map { "<\($0)>" }.joined()
        switch content {
        case .mapping(let entries):
            let parts = entries.map { $0.key.text + ":" + $0.value.outline(key: $0.key, &comments) }
            return start + "{" + parts.joined(separator: ",") + "}"
        case .sequence(let nodes):
            return start + "[" + nodes.map { $0.outline(key: nil, &comments) }.joined(separator: ",") + "]"
        case .text(let text): return start + "'" + text.text + "'"
        case .other(let text): return start + text
        case .alias: return start + "*"
        }
    }
}

/// Whether texts have the same code points.
func sameTexts(_ a: [String], _ b: [String]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
}

/// What a map says that the file does not bear out; nil if each byte of the text stands where the map says.
///
/// - Parameter meaning: the text that an escape of the file stands for.
func misplaced(_ text: LocatedText, in file: [UInt8], meaning: (String) -> String?) -> String? {
    let bytes = Array(text.text.utf8)
    var textEnd = 0
    var fileEnd = text.fileRange.lowerBound
    guard text.map.count == bytes.count else { return "the map has \(text.map.count) of \(bytes.count) bytes" }
    for run in text.map.runs {
        guard run.text == textEnd, run.textCount > 0, run.text + run.textCount <= bytes.count else {
            return "a gap in the text"
        }
        guard run.file >= fileEnd, run.file + run.fileCount <= file.count else { return "out of order in the file" }
        let expected = Array(bytes[run.text..<run.text + run.textCount])
        let written = Array(file[run.file..<run.file + run.fileCount])
        if run.isVerbatim {
            guard written == expected else { return "other bytes at \(run.file)" }
        } else {
            let unit = String(decoding: written, as: UTF8.self)
            guard let meant = meaning(unit), Array(meant.utf8) == expected else { return "`\(unit)` at \(run.file)" }
        }
        for offset in 0..<run.textCount {
            let range = text.map.fileRange(of: SourceRange(run.text + offset, run.text + offset + 1))
            let place = run.isVerbatim ? run.file + offset..<run.file + offset + 1 : run.file..<run.file + run.fileCount
            guard range == place else { return "byte \(run.text + offset) is at \(range)" }
        }
        textEnd = run.text + run.textCount
        fileEnd = run.file + run.fileCount
    }
    return nil
}

/// What an escape of JSON means, as Foundation reads it.
func jsonMeaning(_ escape: String) -> String? {
    try? JSONDecoder().decode([String].self, from: Data("[\"\(escape)\"]".utf8)).first
}

/// What an entity or a line break of XML means.
func xmlMeaning(_ escape: String, inValue: Bool) -> String? {
    let names = ["&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": "\"", "&apos;": "'"]
    if let text = names[escape] { return text }
    let bytes = Array(escape.utf8)
    if bytes == [0x0D, 0x0A] || bytes == [0x0D] { return inValue ? " " : "\n" }
    if inValue, bytes == [0x0A] || bytes == [0x09] { return " " }
    guard escape.hasPrefix("&#"), escape.hasSuffix(";") else { return nil }
    let digits = escape.dropFirst(2).dropLast()
    let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap { Unicode.Scalar($0) }.map { String($0) }
}
