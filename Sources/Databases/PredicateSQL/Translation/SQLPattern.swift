import PredicateCore

/// Regular expressions written anew from their meaning: as PostgreSQL's advanced regular expressions, or as those of RE2,
/// which DuckDB has, or as those of Java, which Spark
/// has.
struct SQLPattern {
    private(set) var text = ""
    private let dialect: SQLDialect
    private var atoms = 0
    /// The number of repetitions without an end.
    private var unbounded = 0

    /// PostgreSQL refuses larger counts.
    private static let countLimit = 255
    /// PostgreSQL makes a table of states of a pattern, which must stay small.
    private static let atomLimit = 1000

    /// The pattern of whole strings; nil if the database might refuse it.
    init?(_ language: RegularLanguage, _ dialect: SQLDialect) {
        self.dialect = dialect
        // A point is any code point.
        switch dialect {
        // In Java `$` also matches before a last line feed.
        case .spark: text = "(?s)\\A"
        case .duckdb: text = "(?s)^"
        case .sqlite, .postgresql: text = "^"
        }
        guard write(language, isAtom: false, times: 1) else { return nil }
        text += dialect == .spark ? "\\z" : "$"
    }

    /// The strings, if they are a short list.
    static func literals(_ language: RegularLanguage) -> [String]? {
        var choices = [language]
        if case .choice(let inner) = language { choices = inner }
        var literals: [String] = []
        for choice in choices {
            var parts = [choice]
            if case .sequence(let inner) = choice { parts = inner }
            var literal = String.UnicodeScalarView()
            for part in parts {
                guard case .set(let set) = part, let code = set.single, code != 0, let scalar = Unicode.Scalar(code)
                else { return nil }
                literal.append(scalar)
            }
            literals.append(String(literal))
        }
        return literals.count <= 64 ? literals : nil
    }

    /// What all strings begin with.
    static func prefix(_ language: RegularLanguage) -> String {
        var parts = [language]
        if case .sequence(let inner) = language { parts = inner }
        var prefix = String.UnicodeScalarView()
        for part in parts {
            guard case .set(let set) = part, let code = set.single, code != 0, let scalar = Unicode.Scalar(code) else {
                break
            }
            prefix.append(scalar)
        }
        return String(prefix)
    }

    private mutating func write(_ language: RegularLanguage, isAtom: Bool, times: Int) -> Bool {
        switch language {
        case .set(let set):
            atoms += times
            guard atoms <= Self.atomLimit, let written = Self.written(set, dialect) else { return false }
            text += written
            return true
        case .sequence(let parts):
            if isAtom { text += "(?:" }
            for part in parts { guard write(part, isAtom: true, times: times) else { return false } }
            if isAtom { text += ")" }
            return true
        case .choice(let choices):
            text += "(?:"
            for (index, choice) in choices.enumerated() {
                if index > 0 { text += "|" }
                guard write(choice, isAtom: false, times: times) else { return false }
            }
            text += ")"
            return true
        case .repeated(let part, let lower, let upper):
            guard lower <= Self.countLimit, upper ?? 0 <= Self.countLimit, times <= Self.atomLimit else { return false }
            // A repetition of a repetition is put in parentheses.
            var isRepeated = false
            if case .repeated = part { isRepeated = true }
            if dialect == .spark, !mayRepeat(part, upper) { return false }
            if isRepeated { text += "(?:" }
            guard write(part, isAtom: true, times: times * max(1, lower, upper ?? 1)) else { return false }
            if isRepeated { text += ")" }
            switch (lower, upper) {
            case (0, nil): text += "*"
            case (1, nil): text += "+"
            case (0, 1): text += "?"
            case (let lower, nil): text += "{\(lower),}"
            case (let lower, let upper?): text += lower == upper ? "{\(lower)}" : "{\(lower),\(upper)}"
            }
            return true
        }
    }

    /// Whether Java repeats a part without a deep recursion, and without trying very many ways.
    private mutating func mayRepeat(_ part: RegularLanguage, _ upper: Int?) -> Bool {
        guard case .set = part else { return upper ?? .max <= 1 }
        if upper == nil { unbounded += 1 }
        return unbounded <= 3
    }

    /// A set as one atom; nil if it has no member that a string can hold.
    static func written(_ set: CodePointSet, _ dialect: SQLDialect) -> String? {
        let holdsZero = dialect.holdsZero
        if let code = set.single { return code == 0 && !holdsZero ? nil : escaped(code, dialect) }
        let outside = set.complement
        if outside.ranges.isEmpty || outside.ranges == [0...0] && !holdsZero { return "." }
        let isShorter = outside.ranges.count < set.ranges.count
        guard let members = members(isShorter ? outside : set, dialect) else { return nil }
        return isShorter ? "[^\(members)]" : "[\(members)]"
    }

    /// The members of a class, without its brackets.
    static func members(_ set: CodePointSet, _ dialect: SQLDialect) -> String? {
        var text = ""
        for range in set.ranges {
            var lower = max(dialect.holdsZero ? 0 : 1, range.lowerBound)
            var upper = range.upperBound
            // Half a surrogate pair is not a code point of a string.
            if (0xD800...0xDFFF).contains(lower) { lower = 0xE000 }
            if (0xD800...0xDFFF).contains(upper) { upper = 0xD7FF }
            if lower > upper { continue }
            text += escaped(lower, dialect)
            if upper > lower + 1 { text += "-" }
            if upper > lower { text += escaped(upper, dialect) }
        }
        return text.isEmpty ? nil : text
    }

    private static func escaped(_ code: UInt32, _ dialect: SQLDialect) -> String {
        switch code {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, 0x22, 0x23, 0x25...0x27, 0x2C, 0x3B, 0x40, 0x5F, 0x60:
            return Unicode.Scalar(UInt8(code)).description
        case 0xC0...0x24F, 0x370...0x3FF, 0x3040...0xD7A3:
            // Letters, so that people can read them.
            if let scalar = Unicode.Scalar(code), scalar.properties.isAlphabetic { return String(scalar) }
        default: break
        }
        if dialect.holdsZero { return "\\x{\(code.hexadecimal(digits: 1))}" }
        return code <= 0xFFFF ? "\\u" + code.hexadecimal(digits: 4) : "\\U" + code.hexadecimal(digits: 8)
    }
}
