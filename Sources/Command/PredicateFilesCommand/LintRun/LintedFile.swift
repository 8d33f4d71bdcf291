#if Command && Files
import PredicateFiles
import PredicateFormat
import PredicateRecords

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
        let relative = FilePath.relative(path, to: FilePath.normal(FileSystem.currentFolder))
        return relative == ".." || relative.utf8.starts(with: "../".utf8) ? path : relative
    }

    /// A number for each finding, as hexadecimal digits. It stays the same when the predicate moves within the file.
    var fingerprints: [String] {
        let path = programPath
        var seen: [Fingerprint: Int] = [:]
        // The findings of a predicate follow one another. Its text may be long, so it is hashed once for each code. The comparison takes
        // no time, because these findings share one text.
        var text: String?
        var ofText: [PredicateDiagnostic.Code: Fingerprint] = [:]
        return findings.map { finding in
            let predicate = finding.predicate?.text.text ?? ""
            if !(text.map { sameCodePoints($0, predicate) } ?? false) {
                text = predicate
                ofText = [:]
            }
            let code = finding.diagnostic.code
            let start = ofText[code] ?? Fingerprint().adding(path, code.rawValue, predicate)
            ofText[code] = start
            let whole = start.adding(finding.diagnostic.message)
            let number = seen[whole, default: 0]
            seen[whole] = number + 1
            return whole.adding("\(number)").digits
        }
    }
}

/// Two hashes by the method of Fowler, Noll and Vo. They tell findings apart, and protect nothing.
private struct Fingerprint: Hashable {
    private var first: UInt64 = 0xcbf2_9ce4_8422_2325
    private var second: UInt64 = 0x6c62_272e_07bb_0142
    private var isEmpty = true

    /// The hashes, continued with more strings; a zero separates two strings.
    func adding(_ texts: String...) -> Fingerprint {
        var result = self
        for text in texts {
            if !result.isEmpty { result.add(0) }
            for byte in text.utf8 { result.add(byte) }
            result.isEmpty = false
        }
        return result
    }

    private mutating func add(_ byte: UInt8) {
        first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
        second = (second ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    /// Sixteen digits for each.
    var digits: String {
        first.hexadecimal(digits: 16) + second.hexadecimal(digits: 16)
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

extension SourceLines {
    /// The positions of the ends of a range, counted from 1, columns in code points.
    func ends(of range: SourceRange) -> (start: SourcePosition, end: SourcePosition) {
        (position(of: range.lowerBound), position(of: range.upperBound))
    }
}
#endif
