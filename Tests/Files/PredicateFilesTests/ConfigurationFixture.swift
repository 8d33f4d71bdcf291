import Foundation
import PredicateFormat
import Testing

@testable import PredicateFiles

/// Files that another program wrote, and what they mean.
struct ConfigurationFixture: Sendable, CustomTestStringConvertible {
    let name: String
    let file: [UInt8]
    let value: Value

    /// What a file means, as far as texts go.
    indirect enum Value: Sendable, Decodable {
        case mapping([String: Value])
        case sequence([Value])
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let values = try? container.decode([Value].self) {
                self = .sequence(values)
            } else if let values = try? container.decode([String: Value].self) {
                self = .mapping(values)
            } else {
                self = .other
            }
        }
    }

    var testDescription: String { name }

    /// The cases of a file in the folder `Fixtures`.
    static func cases(_ name: String, path: String = #filePath) -> [ConfigurationFixture] {
        let url = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("Fixtures/\(name).json")
        // `JSONSerialization` would drop a byte order mark at the beginning of a string.
        guard let data = try? Data(contentsOf: url), let rows = try? JSONDecoder().decode([Row].self, from: data) else {
            return []
        }
        return rows.enumerated().map { number, row in
            ConfigurationFixture(name: "\(number): \(row.name)", file: Array(row.file.utf8), value: row.value)
        }
    }

    private struct Row: Decodable {
        let name: String
        let file: String
        let value: Value
    }
}

/// Compares a node with what a file means, and each text with the bytes that write it.
struct NodeCheck {
    let file: [UInt8]
    private(set) var problems: [String] = []
    private(set) var texts = 0

    init(_ file: [UInt8]) { self.file = file }

    /// Compares a value.
    mutating func compare(_ node: ConfigurationNode, _ value: ConfigurationFixture.Value, path: String) {
        checkRange(node.range, path)
        switch (node.content, value) {
        case (.mapping(let entries), .mapping(let values)):
            if entries.count != values.count { problems.append("\(path): \(entries.count) keys") }
            for entry in entries {
                check(entry.key, path + "/key")
                let key = values.first { $0.key.utf8.elementsEqual(entry.key.text.utf8) }
                guard let key else {
                    problems.append("\(path): unknown key \(entry.key.text)")
                    continue
                }
                compare(entry.value, key.value, path: path + "/" + key.key)
            }
        case (.sequence(let items), .sequence(let values)):
            if items.count != values.count { problems.append("\(path): \(items.count) items") }
            for (number, (item, value)) in zip(items, values).enumerated() {
                compare(item, value, path: "\(path)/\(number)")
            }
        case (.text(let text), .text(let expected)):
            if !text.text.utf8.elementsEqual(expected.utf8) {
                problems.append("\(path): \(text.text.debugDescription), not \(expected.debugDescription)")
            }
            check(text, path)
            if !node.range.contains(text.fileRange.lowerBound) && !text.fileRange.isEmpty {
                problems.append("\(path): the text is outside of the node")
            }
        case (.other, .other): break
        default: problems.append("\(path): another kind, \(node.content)")
        }
    }

    /// Compares each byte of a text with the bytes of the file that its map gives.
    mutating func check(_ text: LocatedText, _ path: String) {
        texts += 1
        let bytes = Array(text.text.utf8)
        var offset = 0
        var end = text.fileRange.lowerBound
        for run in text.map.runs {
            guard run.text == offset, run.file >= end, run.file + run.fileCount <= file.count, run.textCount > 0 else {
                problems.append("\(path): runs in disorder")
                return
            }
            checkGap(end..<run.file, path)
            let meant = bytes[offset..<min(bytes.count, offset + run.textCount)]
            let written = file[run.file..<(run.file + run.fileCount)]
            if run.isVerbatim ? meant != written : !UnitMeaning.texts(of: written, text.style).contains(Array(meant)) {
                problems.append(
                    "\(path): \(String(decoding: written, as: UTF8.self).debugDescription) for "
                        + String(decoding: meant, as: UTF8.self).debugDescription)
            }
            offset += run.textCount
            end = run.file + run.fileCount
        }
        if offset != bytes.count { problems.append("\(path): the map has \(offset) bytes of \(bytes.count)") }
    }

    /// Between two runs only indentation, line breaks and backslashes at the ends of lines stand.
    private mutating func checkGap(_ range: Range<Int>, _ path: String) {
        let gap = file[range]
        if !gap.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D, 0x5C].contains($0) }) {
            problems.append("\(path): a gap \(String(decoding: gap, as: UTF8.self).debugDescription)")
        }
    }

    private mutating func checkRange(_ range: Range<Int>, _ path: String) {
        if range.lowerBound < 0 || range.upperBound > file.count { problems.append("\(path): \(range)") }
    }

    /// Checks all locations of a file whose meaning is not known.
    mutating func checkLocations(_ node: ConfigurationNode) {
        checkRange(node.range, "range")
        switch node.content {
        case .mapping(let entries):
            for entry in entries {
                checkLocations(entry.key)
                checkLocations(entry.value)
            }
        case .sequence(let items): for item in items { checkLocations(item) }
        case .text(let text): checkLocations(text)
        case .other, .alias: break
        }
    }

    private mutating func checkLocations(_ text: LocatedText) {
        checkRange(text.fileRange, "text")
        if text.map.count != text.text.utf8.count { problems.append("\(text.map.count) bytes for \(text.text)") }
        for run in text.map.runs { checkRange(run.file..<(run.file + run.fileCount), "run") }
        if problems.isEmpty { check(text, "text") }
    }
}

/// What a unit of a map may mean, told apart from the readers.
enum UnitMeaning {
    /// All texts that such bytes may write.
    static func texts(of written: ArraySlice<UInt8>, _ style: TextStyle) -> [[UInt8]] {
        let sign = String(decoding: written, as: UTF8.self)
        switch style {
        case .yamlSingleQuoted where sign == "''": return [Array("'".utf8)]
        case .yamlDoubleQuoted where sign.utf8.first == UInt8(ascii: "\\"):
            return escape(sign, yamlEscapes) ?? lines(sign.dropFirst(), isEscaped: true)
        case .tomlBasic, .tomlMultilineBasic:
            if sign.utf8.first == UInt8(ascii: "\\") { return escape(sign, tomlEscapes) ?? [] }
            return sign.utf8.elementsEqual("\r\n".utf8) ? [[0x0A]] : []
        case .tomlMultilineLiteral: return sign.utf8.elementsEqual("\r\n".utf8) ? [[0x0A]] : []
        case .yamlPlain, .yamlSingleQuoted, .yamlDoubleQuoted, .yamlBlock: return lines(sign[...], isEscaped: false)
        default: return []
        }
    }

    private static let tomlEscapes: [Unicode.Scalar: Unicode.Scalar] = [
        "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "\\": "\\",
    ]
    private static let yamlEscapes: [Unicode.Scalar: Unicode.Scalar] = tomlEscapes.merging(
        [
            "0": "\0", "a": "\u{7}", "v": "\u{B}", "e": "\u{1B}", " ": " ", "\t": "\t", "/": "/", "N": "\u{85}",
            "_": "\u{A0}",
            "L": "\u{2028}", "P": "\u{2029}",
        ], uniquingKeysWith: { first, _ in first })

    private static func escape(_ text: String, _ short: [Unicode.Scalar: Unicode.Scalar]) -> [[UInt8]]? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= 2 else { return nil }
        if scalars.count == 2, let meaning = short[scalars[1]] { return [Array(String(Character(meaning)).utf8)] }
        let digits = String(String.UnicodeScalarView(scalars.dropFirst(2)))
        guard ["x": 2, "u": 4, "U": 8][scalars[1]] == digits.utf8.count, let value = UInt32(digits, radix: 16),
            let meaning = Unicode.Scalar(value)
        else { return nil }
        return [Array(String(Character(meaning)).utf8)]
    }

    /// Blanks with line breaks: one break is a space, more are one fewer; an escaped one is nothing.
    private static func lines(_ text: Substring, isEscaped: Bool) -> [[UInt8]] {
        var breaks: [Unicode.Scalar] = []
        var wasCarriageReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case " ", "\t": break
            case "\n" where wasCarriageReturn: break
            case "\n", "\r", "\u{85}": breaks.append("\n")
            case "\u{2028}", "\u{2029}": breaks.append(scalar)
            default: return []
            }
            wasCarriageReturn = scalar == "\r"
        }
        func bytes(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] { scalars.flatMap { Array(String($0).utf8) } }
        guard let first = breaks.first else { return [] }
        if isEscaped { return [bytes(breaks.dropFirst())] }
        // A break of a block stands for itself where the lines around it are not folded.
        if first != "\n" { return [bytes(breaks)] }
        return [breaks.count == 1 ? [0x20] : bytes(breaks.dropFirst()), bytes(breaks)]
    }
}
