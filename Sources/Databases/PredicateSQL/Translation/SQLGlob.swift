import PredicateFormat

/// Regular expressions as patterns of SQLite's GLOB, which has classes and an asterisk, but no other repetition.
struct SQLGlob {
    /// A part of a text: one code point of a set, or any number of them.
    private struct Element {
        var set: CodePointSet
        var isRepeated: Bool
    }

    private typealias Alternative = [Element]

    private static let alternativeLimit = 12
    private static let elementLimit = 200

    private let alternatives: [Alternative]

    /// nil if the texts are too many alternatives, or repeat more than single code points.
    init?(_ language: RegularLanguage) {
        guard let alternatives = Self.alternatives(language) else { return nil }
        // A set without members matches nothing.
        self.alternatives = alternatives.filter { $0.allSatisfy { $0.isRepeated || !$0.set.isEmpty } }
        guard alternatives.allSatisfy({ $0.allSatisfy { Self.isSafe($0.set) } }) else { return nil }
    }

    /// GLOB reads U+FFFE and U+FFFF as U+FFFD, so a set must have all three or none.
    private static func isSafe(_ set: CodePointSet) -> Bool {
        set.contains(0xFFFD) == set.contains(0xFFFE) && set.contains(0xFFFE) == set.contains(0xFFFF)
    }

    private static func alternatives(_ language: RegularLanguage) -> [Alternative]? {
        switch language {
        case .set(let set): return [[Element(set: set, isRepeated: false)]]
        case .choice(let choices):
            if let set = set(of: language) { return [[Element(set: set, isRepeated: false)]] }
            var all: [Alternative] = []
            for choice in choices {
                guard let alternatives = alternatives(choice) else { return nil }
                all += alternatives
                if all.count > alternativeLimit { return nil }
            }
            return all
        case .sequence(let parts):
            var all: [Alternative] = [[]]
            for part in parts {
                guard let alternatives = alternatives(part), let product = product(all, alternatives) else {
                    return nil
                }
                all = product
            }
            return all
        case .repeated(let part, let lower, let upper):
            guard let alternatives = alternatives(part), lower <= elementLimit else { return nil }
            var all: [Alternative] = [[]]
            for _ in 0..<lower {
                guard let product = product(all, alternatives) else { return nil }
                all = product
            }
            guard let upper else {
                guard let set = set(of: part) else { return nil }
                return all.map { $0 + [Element(set: set, isRepeated: true)] }
            }
            guard upper - lower < alternativeLimit else { return nil }
            var longest = all
            for _ in lower..<upper {
                guard let product = product(longest, alternatives) else { return nil }
                longest = product
                all += longest
                if all.count > alternativeLimit { return nil }
            }
            return all
        }
    }

    /// The set of a choice between single code points.
    private static func set(of language: RegularLanguage) -> CodePointSet? {
        switch language {
        case .set(let set): return set
        case .choice(let choices):
            var union = CodePointSet([])
            for choice in choices {
                guard let set = set(of: choice) else { return nil }
                union = union.union(set)
            }
            return union
        case .sequence(let parts): return parts.count == 1 ? set(of: parts[0]) : nil
        case .repeated: return nil
        }
    }

    private static func product(_ a: [Alternative], _ b: [Alternative]) -> [Alternative]? {
        guard a.count * b.count <= alternativeLimit else { return nil }
        var product: [Alternative] = []
        for first in a {
            for second in b {
                guard first.count + second.count <= elementLimit else { return nil }
                product.append(first + second)
            }
        }
        return product
    }

    // MARK: Conditions

    /// Whether a text matches; nil if GLOB cannot say it.
    func condition(_ text: SQLNode) -> SQLNode? {
        var literals: [SQLNode] = []
        var rest: [Alternative] = []
        for alternative in alternatives {
            if let literal = Self.literal(alternative) {
                literals.append(.parameter(.value(.text(literal)), .text))
            } else {
                rest.append(alternative)
            }
        }
        guard !rest.isEmpty else { return SQLNode.isIn(text, literals) }
        // GLOB and other functions end a text at the code point 0.
        let sets = rest.flatMap { $0.map(\.set) }
        let node: SQLNode
        var guards: [SQLNode] = []
        if sets.contains(where: { $0.contains(0) }) {
            // Another code point stands for 0 and for the backslash, so sets must not tell them apart.
            let signature = sets.map { $0.contains(0) }
            func isLikeZero(_ code: UInt32) -> Bool { sets.map { $0.contains(code) } == signature }
            guard isLikeZero(0x5C), let other = (0x21...0x7E).first(where: { isLikeZero($0) && $0 != 0x5C }),
                let scalar = Unicode.Scalar(other)
            else { return nil }
            node = SQLDialect.sqlite.withoutZero(text, String(scalar))
        } else {
            node = text
            guards = [
                .compare(.call("instr", [text, .call("char", [.literal("0")])]), "=", .literal("0"))
            ]
        }
        var tests: [SQLNode] = []
        for alternative in rest {
            guard let test = Self.condition(alternative, node) else { return nil }
            tests.append(test)
        }
        let matches = SQLNode.and([.or(tests)] + guards)
        return literals.isEmpty ? matches : .or([.isIn(text, literals), matches])
    }

    /// The only text of an alternative; nil if there are more.
    private static func literal(_ alternative: Alternative) -> String? {
        var text = String.UnicodeScalarView()
        for element in alternative {
            guard !element.isRepeated, let code = element.set.single, code != 0, let scalar = Unicode.Scalar(code)
            else {
                return nil
            }
            text.append(scalar)
        }
        return String(text)
    }

    private static func condition(_ alternative: Alternative, _ text: SQLNode) -> SQLNode? {
        let stars = alternative.indices.filter { alternative[$0].isRepeated }
        guard stars.count <= 4 else { return nil }
        var pattern = ""
        for element in alternative {
            if element.isRepeated {
                if !pattern.hasSuffix("*") || pattern.hasSuffix("[*") { pattern += "*" }
            } else {
                guard let written = written(element.set) else { return nil }
                pattern += written
            }
        }
        guard pattern.utf8.count <= 10_000 else { return nil }
        let isAlike = SQLNode.compare(text, "GLOB", .parameter(.value(.text(pattern)), .text))
        guard let first = stars.first, let last = stars.last else { return isAlike }
        let repeated = alternative[first].set
        // The code points between the first asterisk and the last one are all of one set.
        let middle = alternative[first...last]
        guard middle.allSatisfy({ $0.isRepeated ? $0.set == repeated : $0.set.isSubset(of: repeated) }) else {
            return nil
        }
        // Where every code point may be repeated, the pattern is all there is.
        let foreign = repeated.complement.ranges.compactMap(withoutZero)
        if foreign.isEmpty { return isAlike }
        guard let others = written(repeated.complement) else { return nil }
        let isForeign = "*" + others + "*"
        let ends = alternative[..<first] + alternative[(last + 1)...]
        var part = text
        if !ends.allSatisfy({ $0.set.isSubset(of: repeated) }) {
            let before = first
            let after = alternative.count - 1 - last
            if after == 0 {
                part = .call("substr", [text, .literal(String(before + 1))])
            } else {
                let length = SQLNode.infix(
                    .call("length", [text]), "-", .literal(String(before + after)), .sum)
                part = .call("substr", [text, .literal(String(before + 1)), length])
            }
        }
        let isPure = SQLNode.compare(part, "GLOB", .parameter(.value(.text(isForeign)), .text)).negated
        return pattern == "*" ? .and([.isNotNull(text), isPure]) : .and([isAlike, isPure])
    }

    private static func withoutZero(_ range: ClosedRange<UInt32>) -> ClosedRange<UInt32>? {
        if range.lowerBound > 0 { return range }
        return range.upperBound == 0 ? nil : 1...range.upperBound
    }

    // MARK: Classes

    /// One code point of a set as a pattern; nil if the set has no members that a text can hold.
    static func written(_ set: CodePointSet) -> String? {
        let members = set.ranges.compactMap(withoutZero)
        if members.isEmpty { return nil }
        if members == [1...0x10_FFFF] { return "?" }
        let outside = set.complement.ranges.compactMap(withoutZero)
        if members.count == 1, members[0].count == 1, let scalar = Unicode.Scalar(members[0].lowerBound) {
            return scalar == "*" || scalar == "?" || scalar == "[" ? "[\(scalar)]" : String(scalar)
        }
        if outside.count < members.count, let inner = classMembers(outside) { return "[^\(inner)]" }
        return classMembers(members).map { "[\($0)]" }
    }

    /// The members of a class between its brackets. A closing bracket has to be the first, a hyphen to follow it, and
    /// a circumflex to be no first member.
    private static func classMembers(_ ranges: [ClosedRange<UInt32>]) -> String? {
        var single = Set<UInt32>()
        var rest: [ClosedRange<UInt32>] = []
        for range in ranges {
            var lower = range.lowerBound
            var upper = range.upperBound
            // Half a surrogate pair is no code point of a text.
            if (0xD800...0xDFFF).contains(lower) { lower = 0xE000 }
            if (0xD800...0xDFFF).contains(upper) { upper = 0xD7FF }
            // The ends of a range must not be characters with a meaning.
            while lower <= upper, isSpecial(lower) {
                single.insert(lower)
                lower += 1
            }
            while lower <= upper, isSpecial(upper) {
                single.insert(upper)
                upper -= 1
            }
            if lower <= upper { rest.append(lower...upper) }
        }
        var text = String.UnicodeScalarView()
        if single.contains(0x5D) { text.append("]") }
        if single.contains(0x2D) { text.append("-") }
        for range in rest {
            guard let lower = Unicode.Scalar(range.lowerBound), let upper = Unicode.Scalar(range.upperBound) else {
                return nil
            }
            text.append(lower)
            if range.count > 2 { text.append("-") }
            if range.count > 1 { text.append(upper) }
        }
        if single.contains(0x5E) {
            // Alone it would make the class its opposite.
            if text.isEmpty { return nil }
            text.append("^")
        }
        return text.isEmpty ? nil : String(text)
    }

    private static func isSpecial(_ code: UInt32) -> Bool { code == 0x5D || code == 0x2D || code == 0x5E }
}
