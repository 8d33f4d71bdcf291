import PredicateFormat

/// Orders of texts that have numbers in them, and booleans that are true or missing.
extension SampleReview {
    // MARK: Numbers within texts

    /// `version >= "1.10"` and `memory > "1Gi"`: texts compare letter by letter, so "1.9" comes after "1.10", and "512Mi"
    /// after "1Gi".
    mutating func reviewNumbersInTexts(_ location: Location) {
        let comparison = location.comparison
        switch comparison.comparator {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: break
        default: return
        }
        guard comparison.options.isEmpty, !comparison.left.isConstant, let literals = comparison.right.scalars else {
            return
        }
        let written = literals.compactMap { Self.text(of: $0.value) }
        let seen = values(of: comparison.left, isQuantified: comparison.quantifier != nil).compactMap(Self.text)
        guard !seen.isEmpty, !written.isEmpty, written.count == literals.count else { return }
        if let pair = Self.misordered(seen, written, by: VersionParts.init, where: { $0.isVersion }) {
            var edits: [PredicateDiagnostic.Edit] = []
            if comparison.quantifier == nil {
                for range in [location.left] + literals.map(\.range) {
                    edits.append(.init(replacing: SourceRange(at: range.lowerBound), with: "version("))
                    edits.append(.init(replacing: SourceRange(at: range.upperBound), with: ")"))
                }
            }
            report(
                SampleMessages.versionsAsText(pair, at: location.left, edits: edits), isRefutedByMatch: false)
        } else if let pair = Self.misordered(seen, written, by: Quantity.init, where: { !$0.unit.isEmpty }) {
            report(SampleMessages.quantitiesAsText(pair, at: location.left), isRefutedByMatch: false)
        }
    }

    private static func text(of value: PredicateValue) -> String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// Two texts whose order is not that of what they mean; nil if there are none, or if other texts are among them.
    ///
    /// - Parameters:
    ///   - read: the meaning of a text; nil if it has none.
    ///   - counts: whether a meaning shows that this kind is meant. At least one must.
    private static func misordered<Meaning: Comparable>(
        _ seen: [String], _ written: [String], by read: (String) -> Meaning?, where counts: (Meaning) -> Bool
    ) -> (lower: String, upper: String)? {
        let literals = written.compactMap { text in read(text).map { (text: text, meaning: $0) } }
        let fields = seen.compactMap { text in read(text).map { (text: text, meaning: $0) } }
        // Some values of a field are wrong in any data.
        guard literals.count == written.count, fields.count * 10 >= seen.count * 9 else { return nil }
        let all = (fields + literals).sorted { $0.meaning < $1.meaning }
        guard all.contains(where: { counts($0.meaning) }) else { return nil }
        // If any two texts are in the wrong order, two adjacent ones are.
        for (lower, upper) in zip(all, all.dropFirst())
        where lower.meaning < upper.meaning && upper.text.utf8.lexicographicallyPrecedes(lower.text.utf8) {
            return (lower.text, upper.text)
        }
        return nil
    }

    // MARK: Booleans

    /// `capital == NO` where all values are true, and records without a value exist.
    mutating func reviewBooleans(_ location: Location) {
        let comparison = location.comparison
        guard comparison.comparator == .equal, comparison.quantifier == nil,
            case .constant(.boolean(let wanted)) = comparison.right.kind
        else { return }
        // A condition such as `finds(name, 'x')` that is false for all records is no surprise.
        switch comparison.left.kind {
        case .field, .index: break
        default: return
        }
        let seen = values(of: comparison.left)
        guard seen.count > 1, seen.count < records.count, seen.allSatisfy({ $0 == .boolean(!wanted) }) else { return }
        report(
            SampleMessages.missingBoolean(
                wanted, seen: seen.count, of: records.count, at: location.range, left: text(location.left)),
            isRefutedByMatch: location.isNecessary)
    }
}

/// The numbers of a version such as `1.10.0-beta`.
private struct VersionParts: Comparable {
    var parts: [Int64]

    /// Nil for a text that is not two numbers or more with points between them.
    init?(_ text: String) {
        let core = text.prefix { $0 != "-" && $0 != "+" }
        let digits = core.split(separator: ".", omittingEmptySubsequences: false)
        guard digits.count > 1 else { return nil }
        parts = []
        for part in digits {
            guard let number = Int64(part), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            parts.append(number)
        }
    }

    /// Whether it is no decimal number.
    var isVersion: Bool { parts.count > 2 }

    static func < (a: Self, b: Self) -> Bool { a.parts.lexicographicallyPrecedes(b.parts) }
}

/// A number with a unit, such as `512Mi`.
private struct Quantity: Comparable {
    var number: Double
    var unit: String

    /// Nil for a text that is not a number with up to three letters behind it.
    init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        guard !digits.isEmpty, let number = Double(digits), unit.utf8.count <= 3,
            unit.utf8.allSatisfy({ $0 == 0x25 || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) })
        else { return nil }
        self.number = number * Self.factor(String(unit))
        self.unit = String(unit)
    }

    /// What a unit multiplies by. Other units count as one, so that only texts of one unit are compared.
    private static func factor(_ unit: String) -> Double {
        switch unit.lowercased() {
        case "k", "kb": 1e3
        case "ki", "kib": 1024
        case "m", "mb": unit == "m" ? 1e-3 : 1e6
        case "mi", "mib": 1_048_576
        case "g", "gb": 1e9
        case "gi", "gib": 1_073_741_824
        case "t", "tb": 1e12
        case "ti", "tib": 1_099_511_627_776
        case "us": 1e-6
        case "ms": 1e-3
        case "min": 60
        case "h": 3600
        case "d": 86_400
        default: 1
        }
    }

    static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}
