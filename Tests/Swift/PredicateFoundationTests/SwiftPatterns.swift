import PredicateCore

/// MATCHES with Swift's regular expressions, the meaning of imported and exported patterns.
struct SwiftPatterns: PatternEngine {
    func compile(_ pattern: String, options: StringOptions, limits: PredicateLimits) throws(PatternError)
        -> any CompiledPattern
    {
        do {
            let regex = try Regex(pattern)
            return Compiled(regex: options.contains(.caseInsensitive) ? regex.ignoresCase() : regex)
        } catch {
            throw PatternError("\(error)", at: 0)
        }
    }

    private struct Compiled: CompiledPattern, @unchecked Sendable {
        let regex: Regex<AnyRegexOutput>
        func match(_ text: String) -> PatternMatch { (try? regex.wholeMatch(in: text)) != nil ? .matched : .notMatched }
    }
}
