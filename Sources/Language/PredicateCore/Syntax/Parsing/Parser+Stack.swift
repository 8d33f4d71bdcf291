extension Parser {
    /// Runs the parser with enough stack for the brackets of a text.
    static func withStack<Result>(for source: String, _ limits: PredicateLimits, _ body: () -> Result) -> Result {
        let deepest = recursionLimit(limits)
        // No text has more brackets than bytes, so a short one need not be searched for them.
        if DeepStack.isRoom(forLevels: min(source.utf8.count, deepest)) { return body() }
        return DeepStack.run(levels: min(bracketDepth(of: source), deepest), body)
    }

    /// How deep brackets could be nested: those in strings count too, which costs no more than a thread.
    private static func bracketDepth(of source: String) -> Int {
        var source = source
        return source.withUTF8 { bytes in
            var depth = 0
            var deepest = 0
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    deepest = max(deepest, depth)
                case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
                // An assignment reads an expression without a bracket.
                case UInt8(ascii: ":"): deepest += 1
                default: break
                }
            }
            return deepest
        }
    }
}
