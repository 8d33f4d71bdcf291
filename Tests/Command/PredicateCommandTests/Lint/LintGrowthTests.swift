import PredicateCore
import PredicateFiles
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Files in which one line has thousands of findings, such as JSON without line breaks.
@Suite("Many findings in one line take linear time")
struct LintGrowthTests {
    /// Eight times the findings may take three times as long for each of them. Quadratic time would be eight times as long.
    private static let limit = 24.0

    private static func items(_ count: Int) -> [String] {
        (0..<count).map { "name_of_field_\($0) CONTAIN 'abcdefghijklmnop é \($0)'" }
    }

    private static func file(_ count: Int) throws -> ConfigurationFile {
        let items = items(count).map { "{condition: \"\($0)\"}" }.joined(separator: ", ")
        return try ConfigurationFile(path: "a.yaml", Array("{conditional_items: [\(items)]}\n".utf8), .yaml)
    }

    private static let finder = PredicateFinder()
    private static let linter = PredicateLinter(finder, library: .standard)

    private static func linted(_ count: Int) throws -> LintedFile {
        let file = try file(count)
        let findings = linter.findings(in: file)
        #expect(findings.count >= count)
        return LintedFile(
            path: "a.yaml", source: file.text, findings: findings, predicates: finder.predicates(in: file))
    }

    private static let files = Result { (small: try linted(150), large: try linted(1_200)) }

    @Test(arguments: LintFormat.allCases)
    func reports(_ format: LintFormat) throws {
        let (small, large) = try Self.files.get()
        func write(_ file: LintedFile) {
            var report = format.report(LintReportContext())
            _ = report.text(of: file) + report.end([])
        }
        #expect(Growth.factor({ write(small) }, { write(large) }, enough: Self.limit) < Self.limit)
    }

    /// A binary file has no lines: its reports show the text of the predicate.
    @Test(arguments: [LintFormat.text, .json, .sarif])
    func reportsOfOneLongPredicate(_ format: LintFormat) throws {
        func linted(_ count: Int, source: Bool) throws -> LintedFile {
            let text = Self.items(count).joined(separator: " AND ")
            let file = try ConfigurationFile(
                path: "a.yaml", Array("{conditional_items: [{condition: \"\(text)\"}]}\n".utf8), .yaml)
            let predicate = try #require(Self.finder.predicates(in: file).first)
            let findings = (0..<count).map { index in
                LintFinding(
                    diagnostic: PredicateDiagnostic(
                        "x", .error, "message \(index)", at: SourceRange(index * 40, index * 40 + 3)),
                    predicate: predicate)
            }
            return LintedFile(path: "a", source: source ? file.text : "", findings: findings)
        }
        for source in [false, true] {
            let (small, large) = (try linted(150, source: source), try linted(1_200, source: source))
            func write(_ file: LintedFile) {
                var report = format.report(LintReportContext())
                _ = report.text(of: file) + report.end([])
            }
            #expect(Growth.factor({ write(small) }, { write(large) }, enough: Self.limit) < Self.limit)
        }
    }

    @Test func findingsAndFixes() throws {
        let (small, large) = (try Self.file(150), try Self.file(1_200))
        func check(_ file: ConfigurationFile) { _ = Self.linter.findings(in: file) }
        #expect(Growth.factor({ check(small) }, { check(large) }, enough: Self.limit) < Self.limit)
        let fixer = FileFixer(Self.linter, Self.finder)
        func fix(_ file: ConfigurationFile) {
            guard let fixed = fixer.fixed(file) else { return }
            _ = UnifiedDiff(from: file.bytes, to: fixed).patch(of: "a.yaml")
        }
        #expect(Growth.factor({ fix(small) }, { fix(large) }, enough: Self.limit) < Self.limit)
    }

    @Test func baselines() throws {
        let (small, large) = try Self.files.get()
        func take(_ file: LintedFile) {
            var baseline = LintBaseline()
            baseline.add(file.findings, file: "a.yaml")
            #expect(baseline.take(file.findings, file: "a.yaml").isEmpty)
        }
        #expect(Growth.factor({ take(small) }, { take(large) }, enough: Self.limit) < Self.limit)
    }

    /// Long strings that are not ASCII, of which a snippet shows a part.
    @Test(arguments: ["a", "é", "漢", "😀", "e\u{301}\u{302}\u{303}\u{304}", "👩‍👩‍👧", "\t", "a\u{200B}"])
    func snippetsOfLongLines(_ sign: String) {
        let text = String(repeating: sign, count: 3_000)
        let width = sign.utf8.count
        for index in [0, 1, 20, 70, 100, 500, 1_500, 2_900, 2_990, 2_999] {
            let range = SourceRange(index * width, (index + 1) * width)
            let snippet = DiagnosticRenderer(width: 80).render(
                PredicateDiagnostic("x", .error, "m", at: range, hint: "here"), source: text)
            let rows = snippet.split(separator: "\n", omittingEmptySubsequences: false)
            guard rows.count >= 3 else {
                Issue.record("\(index): \(snippet)")
                continue
            }
            // The line fills the snippet, and the mark stands under a part of it.
            let line = TextWidth.columns(of: String(rows[1]))
            #expect(line <= 80)
            #expect(rows[2].unicodeScalars.contains("^"))
            // Blanks at the end of a row are left out.
            let isFull = line >= 76 && rows[1].unicodeScalars.last == "…"
            #expect(isFull || index > 2_900, "\(index): \(snippet)")
        }
    }
}
