import Foundation
import PredicateFormat
import PredicateFoundationKeyPaths
import PredicateKeyPaths
import PredicatePatterns
import Testing

@Suite("MATCHES with an NSRegularExpression")
struct RegularExpressionTests {
    @Test(
        "Options",
        arguments: [
            ("hello", [], "hello", [2]), ("HELLO", .caseInsensitive, "(?i)HELLO", [2]),
            ("h e l l o # five", .allowCommentsAndWhitespace, "(?x)h e l l o # five", [2]),
            ("Hello, World!", .ignoreMetacharacters, nil, [1]),
            (".*", [.dotMatchesLineSeparators], "(?s).*", [1, 2, 3, 4, 5]),
        ] as [(String, NSRegularExpression.Options, String?, [Int])])
    func options(_ pattern: String, _ options: NSRegularExpression.Options, _ written: String?, _ ids: [Int]) throws {
        let expression = try NSRegularExpression(pattern: pattern, options: options)
        let predicate = (\Note.text).matches(expression, using: .pcre2)
        let checked = try predicate.checked()
        #expect(Note.samples.filter(checked).map(\.id) == ids)
        if let written { #expect(predicate.predicateFormat == "text MATCHES \"\(written)\"") }
    }

    @Test func whatTheEngineDoesNotHaveIsReported() throws {
        let expression = try NSRegularExpression(pattern: "a", options: .useUnicodeWordBoundaries)
        #expect(throws: PredicateDiagnostics.self) {
            try (\Note.text).matches(expression, using: .pcre2).checked()
        }
    }
}
