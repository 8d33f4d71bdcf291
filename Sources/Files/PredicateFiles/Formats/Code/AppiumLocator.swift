import PredicateCore

/// A string that finds elements in a test with Appium: a predicate, or a class chain with predicates in it.
package struct AppiumLocator: Sendable {
    /// How a string finds elements.
    package enum Strategy: String, Hashable, Sendable {
        case predicate = "-ios predicate string"
        case classChain = "-ios class chain"
    }

    /// The predicates of the text, in their order.
    package private(set) var predicates: [LocatedText] = []
    /// What is wrong with a class chain, with ranges of the file; of the text itself in a binary file.
    package private(set) var problems: [PredicateDiagnostic] = []

    /// Reads a locator that may have its strategy before it: `-ios predicate string:name == 'x'`. A class chain without it is known by
    /// its beginning, which no predicate has.
    package init(_ text: LocatedText) {
        for strategy in [Strategy.predicate, .classChain] {
            let prefix = strategy.rawValue + ":"
            if text.text.utf8.starts(with: prefix.utf8) {
                self.init(text.part(SourceRange(prefix.utf8.count, text.text.utf8.count)), strategy)
                return
            }
        }
        self.init(text, Self.isChain(text.text) ? .classChain : .predicate)
    }

    /// Reads a locator of a strategy.
    package init(_ text: LocatedText, _ strategy: Strategy) {
        switch strategy {
        case .predicate: predicates = [text]
        case .classChain: readChain(text)
        }
    }

    /// The strategy that a string names, with or without the colon before a locator.
    package static func strategy(of text: String) -> (strategy: Strategy, isWhole: Bool)? {
        for strategy in [Strategy.predicate, .classChain] where text.utf8.starts(with: strategy.rawValue.utf8) {
            let rest = text.utf8.dropFirst(strategy.rawValue.utf8.count)
            if rest.isEmpty { return (strategy, true) }
            if rest.first == UInt8(ascii: ":") { return (strategy, false) }
        }
        return nil
    }

    private static func isChain(_ text: String) -> Bool {
        let bytes = text.utf8.drop { $0 <= 0x20 }
        if bytes.starts(with: "**/".utf8) { return true }
        guard bytes.starts(with: "XCUIElementType".utf8) else { return false }
        let rest = bytes.drop { isNameByte($0) }
        return rest.isEmpty || rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "/")
    }

    /// Finds the predicates between backquotes and between dollar signs. A delimiter within a predicate is doubled.
    private mutating func readChain(_ text: LocatedText) {
        let bytes = Array(text.text.utf8)
        var offset = 0
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "[") else {
                offset += 1
                continue
            }
            var start = offset + 1
            while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
            guard start < bytes.count, bytes[start] == UInt8(ascii: "`") || bytes[start] == UInt8(ascii: "$") else {
                offset += 1
                continue
            }
            offset = readPredicate(bytes, from: start, text)
        }
    }

    /// A chain has few predicates; the reader stops after the last one that it allows.
    private static let mostPredicates = 200

    /// Reads a predicate from its delimiter on; gives the offset after it.
    private mutating func readPredicate(_ bytes: [UInt8], from start: Int, _ text: LocatedText) -> Int {
        let delimiter = bytes[start]
        let sign = String(Unicode.Scalar(delimiter))
        var doubled: [Int] = []
        var end = start + 1
        while end < bytes.count {
            if bytes[end] != delimiter {
                end += 1
            } else if end + 1 < bytes.count, bytes[end + 1] == delimiter {
                doubled.append(end)
                end += 2
            } else {
                break
            }
        }
        guard end < bytes.count else {
            report(.unclosedChain(sign, at: SourceRange(start, bytes.count)), text)
            return bytes.count
        }
        var predicate = TranslatedText(text.part(SourceRange(start + 1, end)))
        for offset in doubled { predicate.replace(SourceRange(offset - start - 1, offset - start + 1), with: sign) }
        var after = end + 1
        while after < bytes.count, bytes[after] <= 0x20 { after += 1 }
        guard after < bytes.count, bytes[after] == UInt8(ascii: "]") else {
            // The predicate was cut off here, so its own mistakes would be consequences.
            report(.delimiterInChain(sign, at: SourceRange(end, end + 1)), text)
            return bytes.count
        }
        predicates.append(predicate.finish())
        return predicates.count < Self.mostPredicates ? after + 1 : bytes.count
    }

    private mutating func report(_ problem: PredicateDiagnostic, _ text: LocatedText) {
        problems.append(text.style == .binary ? problem : problem.located(in: text))
    }
}
