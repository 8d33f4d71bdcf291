#if Configuration
import PredicateConfiguration
import PredicateFormat

/// The problems of one file, as reports write them.
struct LintedFile {
    /// The path, as it was given.
    let path: String
    /// The text of the file; empty for a binary one.
    let source: String
    let findings: [LintFinding]
    /// All predicates of the file, for reports that name them (`LintFormat.namesPredicates`).
    var predicates: [FoundPredicate] = []

    /// The path for other programs: relative to the current folder if the file is below it, and without `.` and `..` in between.
    var programPath: String {
        let path = FilePath.normal(path)
        guard path.utf8.first == UInt8(ascii: "/") else { return path }
        let relative = FilePath.relative(path, to: FilePath.normal(FilePath.currentFolder))
        return relative == ".." || relative.utf8.starts(with: "../".utf8) ? path : relative
    }

    /// A number for each finding, as hexadecimal digits. It stays the same when the predicate moves within the file.
    var fingerprints: [String] {
        var seen: [ExactName: Int] = [:]
        let path = programPath
        return findings.map { finding in
            let predicate = finding.predicate?.text.text ?? ""
            let key = [path, finding.diagnostic.code.rawValue, predicate, finding.diagnostic.message]
                .joined(separator: "\u{0}")
            let number = seen[ExactName(key), default: 0]
            seen[ExactName(key)] = number + 1
            let text = key + "\u{0}\(number)"
            return Self.digits(of: text, from: 0xcbf2_9ce4_8422_2325)
                + Self.digits(of: text, from: 0x6c62_272e_07bb_0142)
        }
    }

    /// A hash by the method of Fowler, Noll and Vo. It tells findings apart, and protects nothing.
    private static func digits(of text: String, from start: UInt64) -> String {
        let hash = text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
    }
}

extension LintFinding {
    /// The message with its hint, on one line.
    var sentence: String {
        [diagnostic.message, diagnostic.hint].compactMap { $0 }.joined(separator: "; ")
    }

    /// The message with its hint and its notes, on one line.
    var fullSentence: String { ([sentence] + diagnostic.notes).joined(separator: "; ") }
}

/// Lines and columns of ranges of a file, counted from 1, columns in code points.
struct SourcePlaces {
    struct Place {
        let line: Int
        let column: Int
        let endLine: Int
        let endColumn: Int
    }

    private let lines: SourceLines

    init(_ source: String) { lines = SourceLines(source) }

    func place(of range: SourceRange) -> Place {
        let start = lines.position(of: range.lowerBound)
        let end = lines.position(of: range.upperBound)
        return Place(line: start.line, column: start.column, endLine: end.line, endColumn: end.column)
    }
}
#endif
