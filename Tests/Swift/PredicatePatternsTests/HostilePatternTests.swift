import Foundation
import PredicateCore
import PredicateFoundationPatterns
import PredicatePatterns
import PredicateTesting
import Testing

private let manyAs = String(repeating: "a", count: 40) + "b"

/// A pattern and a text that are too long for a test name.
struct Hostile: Sendable, CustomTestStringConvertible {
    var pattern: String
    var text: String

    init(_ pattern: String, _ text: String = "") {
        self.pattern = pattern
        self.text = text
    }

    var testDescription: String { "\(pattern.prefix(30)) (\(pattern.count)) on \(text.prefix(10)) (\(text.count))" }
}

@Suite(.serialized) struct HostilePatternTests {
    /// Patterns that would run almost forever stop at the limit.
    @Test(arguments: [
        Hostile("(a+)+$", manyAs), Hostile("(a|aa)+$", manyAs), Hostile("((a+)+)+$", manyAs), Hostile("(a*)*$", manyAs),
        Hostile("(?:(?:a{0,1000}){0,60}){0,2}", manyAs), Hostile("(a?){60}a{60}", String(repeating: "a", count: 60)),
        Hostile("(x+x+)+y*", String(repeating: "x", count: 60) + "z"), Hostile("(?:a|a)*b?", manyAs + "c"),
    ])
    func limitIsReached(_ hostile: Hostile) throws {
        let (pattern, text) = (hostile.pattern, hostile.text)
        for engine in [.pcre2, .foundation] as [any PatternEngine] {
            let compiled = try engine.compile(pattern, options: [], limits: .standard)
            let seconds = processorSeconds { #expect(compiled.match(text) == .limitReached) }
            #expect(seconds < 2)
            // The next match has the full number of steps again.
            #expect(compiled.match("~") == .notMatched)
        }
    }

    @Test(arguments: [
        Hostile(".*.*.*.*.*x", String(repeating: "a", count: 3_000)),
        Hostile("(.*?,){20}P", String(repeating: "1,", count: 60)),
        Hostile("(\\w+\\s?)+!", String(repeating: "word ", count: 2_000)),
        Hostile("(a|b)*c", String(repeating: "ab", count: 200_000)),
        Hostile("(?:a|b)*", String(repeating: "ab", count: 200_000)),
        Hostile(String(repeating: "a*", count: 500), manyAs), Hostile(String(repeating: "(a*)*", count: 500), manyAs),
    ])
    func endsSoon(_ hostile: Hostile) throws {
        let (pattern, text) = (hostile.pattern, hostile.text)
        let compiled = try PCRE2PatternEngine().compile(pattern, options: [], limits: .standard)
        let seconds = processorSeconds { #expect(compiled.match(text) != .matched || pattern == "(?:a|b)*") }
        #expect(seconds < 2)
    }

    @Test func theLimitCanBeSet() throws {
        var limits = PredicateLimits.standard
        limits.patternSteps = 10
        for engine in [.pcre2, .foundation] as [any PatternEngine] {
            #expect(try engine.compile("(a+)+$", options: [], limits: limits).match(manyAs) == .limitReached)
        }
        limits.patternSteps = -1
        #expect(try PCRE2PatternEngine().compile("(a+)+$", options: [], limits: limits).match(manyAs) == .limitReached)
        // The lower limit of another pattern on the same thread does not affect a match that needs few steps.
        #expect(try PCRE2PatternEngine().compile("a+b", options: [], limits: .standard).match(manyAs) == .matched)
    }

    @Test(arguments: [
        Hostile("((a{100}){100}){100}"), Hostile(String(repeating: "(", count: 10_000)),
        Hostile(String(repeating: "[", count: 10_000)), Hostile(String(repeating: "(?:", count: 3_000)),
        Hostile(String(repeating: "(a{65535}){65535}", count: 10)), Hostile(String(repeating: "\\w", count: 5_000)),
        Hostile(String(repeating: "\\b", count: 5_000)),
        Hostile(String(repeating: "(", count: 81) + "a" + String(repeating: ")", count: 81)),
        Hostile(String(repeating: "[", count: 81) + "a" + String(repeating: "]", count: 81)),
    ])
    func tooMuchIsAnError(_ hostile: Hostile) {
        let seconds = processorSeconds {
            #expect(throws: PatternError.self) {
                try PCRE2PatternEngine().compile(hostile.pattern, options: [], limits: .standard)
            }
        }
        #expect(seconds < 2)
    }

    /// The deepest allowed patterns, on a thread with a stack of 512 KiB.
    @Test func depthFitsASmallThread() async {
        let patterns = [
            ("(", ")"), ("[", "]"), ("[ab&&", "]"), ("(?=", ")"), ("(?:x|", ")"),
            ("(?i:", ")"),
        ].map {
            String(repeating: $0.0, count: 80) + "a" + String(repeating: $0.1, count: 80)
        }
        let failures = await withCheckedContinuation { continuation in
            let thread = Thread {
                let engine = PCRE2PatternEngine()
                let failures = patterns.filter {
                    (try? engine.compile($0, options: .diacriticInsensitive, limits: .standard)) == nil
                }
                continuation.resume(returning: failures)
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(failures == [])
    }

    /// Every prefix of a pattern with all syntax either compiles or gives an error with a location inside.
    @Test func everyPrefix() {
        let pattern =
            "(?x) ^(?<n>[a-z&&[^é-í]--\\d\\p{Lu}[:alpha:]]{2,3}?|\\Q*\\E+)\\k<n>(?i-s:\\u00e9.\\x{1F600})(?<!ab)(?#c)\\1$"
        for count in 0...pattern.count {
            let prefix = String(pattern.prefix(count))
            for engine in [.pcre2, .foundation] as [any PatternEngine] {
                do throws(PatternError) {
                    _ = try engine.compile(prefix, options: .diacriticInsensitive, limits: .standard).match("abc")
                } catch {
                    #expect((0...prefix.utf8.count).contains(error.offset), "\(prefix)")
                }
            }
        }
    }

    /// Random arrangements of syntax cause no crash, and the engines accept and match the same.
    @Test func arrangements() {
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let pieces = [
            "a", "b", "é", "ß", ".", "^", "$", "|", "(", ")", "(?:", "(?=", "(?<!", "(?i)", "(?s:", "[", "]", "[^", "-",
            "&&", "--", "*", "+", "?", "{2}", "{1,3}", "\\d", "\\W", "\\s", "\\b", "\\p{L}", "\\1", "\\", "#", "\\R",
            "[:alpha:]", "\\Q", "\\E", "\u{301}", "\0",
        ]
        let texts = ["", "a", "ab", "é", "a1", "\r\n", "aab", "A", "a b", "e\u{301}"]
        var compiledCount = 0
        for _ in 0..<4_000 {
            let pattern = (0..<(1 + random(7))).map { _ in pieces[random(pieces.count)] }.joined()
            let options: StringOptions = [[], .caseInsensitive, .diacriticInsensitive][random(3)]
            let pcre2 = try? PCRE2PatternEngine().compile(pattern, options: options, limits: .standard)
            let foundation = try? FoundationPatternEngine().compile(pattern, options: options, limits: .standard)
            #expect((pcre2 == nil) == (foundation == nil), "\(pattern.debugDescription)")
            guard let pcre2, let foundation else { continue }
            compiledCount += 1
            for text in texts {
                #expect(
                    pcre2.match(text) == foundation.match(text),
                    "\(pattern.debugDescription) \(options.letters) \(text.debugDescription)")
            }
        }
        #expect(compiledCount > 500)
    }
}
