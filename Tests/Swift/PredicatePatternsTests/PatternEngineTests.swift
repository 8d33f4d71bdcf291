import Foundation
import PredicateCore
import PredicateFoundationPatterns
@testable import PredicatePatternSyntax
import PredicatePatterns
import Testing

/// Both engines, because they must agree.
private let engines: [any PatternEngine] = [.pcre2, .foundation]

private func outcome(
    _ engine: any PatternEngine, _ pattern: String, _ text: String, _ options: StringOptions = [],
    limits: PredicateLimits = .standard
) throws -> PatternMatch {
    try engine.compile(pattern, options: options, limits: limits).match(text)
}

@Suite struct PatternEngineTests {
    @Test(arguments: Vector.all + Vector.ours) func answers(_ vector: Vector) throws {
        for engine in engines {
            let compiled = try engine.compile(vector.pattern, options: [], limits: .standard)
            for text in vector.yes { #expect(compiled.match(text) == .matched, "\(text.debugDescription)") }
            for text in vector.no { #expect(compiled.match(text) == .notMatched, "\(text.debugDescription)") }
        }
    }

    @Test func theEmptyPatternMatchesNothing() throws {
        for engine in engines {
            #expect(try outcome(engine, "", "") == .notMatched)
            #expect(try outcome(engine, "", "a") == .notMatched)
            // Other patterns may match the empty text.
            #expect(try outcome(engine, "(?:)", "") == .matched)
            #expect(try outcome(engine, ".*", "") == .matched)
        }
    }

    @Test(arguments: OptionCase.all) func options(_ value: OptionCase) throws {
        for engine in engines {
            let outcome = try outcome(engine, value.pattern, value.text, value.options)
            #expect(outcome == (value.matches ? .matched : .notMatched))
        }
    }
    /// Folding looks only in a part of Unicode for characters to change. There must be none outside.
    @Test func nothingFoldsOutsideOfWhatIsSearched() {
        let known = Set(FoldedScalars.all.map(\.0))
        for block in UInt32(0)..<0x1100 {
            // An ideograph before each code point, which never loses a mark.
            var text = ""
            for code in block << 8..<(block + 1) << 8 where code >= 0x80 && !known.contains(code) {
                guard let scalar = Unicode.Scalar(code) else { continue }
                text += "\u{4E00}\(scalar)"
            }
            let folded = TextFolding.fold(text, .diacriticInsensitive)
            #expect(folded.utf8.elementsEqual(text.utf8), "U+\(String(block, radix: 16))00")
        }
        #expect(known.count > 500)
    }

    @Test func longTextIsNotCut() throws {
        let text = String(repeating: "ab", count: 100_000)
        for engine in engines {
            #expect(try outcome(engine, ".*", text) == .matched)
            #expect(try outcome(engine, "[ab]*", text) == .matched)
            #expect(try outcome(engine, "[ab]*a", text) == .notMatched)
        }
    }

    @Test func textThatIsNoNativeString() throws {
        // A string from Foundation may have another encoding than UTF-8.
        let bridged = NSString(string: "Größe") as String
        let part = "xGrößex".dropFirst().dropLast()
        for engine in engines {
            #expect(try outcome(engine, "Gr..e", bridged) == .matched)
            #expect(try outcome(engine, "Gr..e", String(part)) == .matched)
        }
    }

    @Test func oneThePatternManyThreads() async throws {
        let compiled = try PCRE2PatternEngine().compile("(\\w+)@(\\w+)\\.com", options: [], limits: .standard)
        let counts = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<5_000).reduce(0) { $0 + (compiled.match("user\($1)@host\(task).com") == .matched ? 1 : 0) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 5_000, count: 8))
    }

    @Test func theLibraryChecksAndMatches() throws {
        let text = "name MATCHES[c] 'a.+z'"
        let predicate = try ParsedPredicate(parsing: text, library: .standardWithPatterns).checked()
        let records: [PredicateValue] = [["name": "ABCZ"], ["name": "ABC"]]
        #expect(records.map { predicate.matches($0) } == [true, false])
    }
}

/// A pattern with options, and whether it matches a text.
struct OptionCase: Sendable {
    var pattern: String
    var text: String
    var options: StringOptions
    var matches: Bool

    init(_ pattern: String, _ text: String, _ options: StringOptions, _ matches: Bool) {
        self.pattern = pattern
        self.text = text
        self.options = options
        self.matches = matches
    }

    static let all: [OptionCase] = [
        OptionCase("john", "JOHN", StringOptions.caseInsensitive, true),
        OptionCase("john", "JOHN", [], false),
        OptionCase("john", "JOHN", [.caseInsensitive, .normalized], false),
        OptionCase("[a-c]+", "ABC", .caseInsensitive, true),
        OptionCase("(?-i)john", "JOHN", .caseInsensitive, false),
        OptionCase("\\p{Lu}+", "abc", .caseInsensitive, true),
        OptionCase("ÉLAN", "élan", .caseInsensitive, true),
        OptionCase("σ", "ς", .caseInsensitive, true),
        // Letters of the pattern and the text lose their diacritics.
        OptionCase("Sa[o]", "São", .diacriticInsensitive, true),
        OptionCase("São", "Sao", .diacriticInsensitive, true),
        OptionCase("S\\u00e3o", "Sao", .diacriticInsensitive, true),
        OptionCase("Sa\u{303}o", "São", .diacriticInsensitive, true),
        OptionCase("São", "Sa\u{303}o", .diacriticInsensitive, true),
        OptionCase("Sa\u{303}+o", "Sao", .diacriticInsensitive, true),
        OptionCase("[à-å]+", "aáâ", .diacriticInsensitive, true),
        OptionCase("[^é]", "e", .diacriticInsensitive, false),
        OptionCase("[^é]", "o", .diacriticInsensitive, true),
        OptionCase("[aeiou]\u{301}", "é", .diacriticInsensitive, true),
        OptionCase(".\u{301}b", "e\u{301}b", .diacriticInsensitive, true),
        OptionCase("(é|ü)\\1", "eé", .diacriticInsensitive, true),
        OptionCase("ñ{2}", "nñ", .diacriticInsensitive, true),
        OptionCase("ＡＢ", "AB", .diacriticInsensitive, true),
        OptionCase("[Ａ-Ｚ]+", "ABC", .diacriticInsensitive, true),
        // Characters that folding does not change.
        OptionCase("か\u{3099}", "か\u{3099}", .diacriticInsensitive, true),
        OptionCase("か", "が", .diacriticInsensitive, false),
        OptionCase("Øre", "Ore", .diacriticInsensitive, false),
        // Syntax is not folded.
        OptionCase("\\d\\w", "1é", .diacriticInsensitive, true),
        OptionCase("ÉL.N", "elan", [.caseInsensitive, .diacriticInsensitive], true),
        OptionCase("é", "É", .diacriticInsensitive, false),
    ]
}
