import PredicateFormat

/// Texts that do not sort as what they mean: `"1.10"` comes before `"1.9"`.
struct TextOrder {
    /// What texts mean.
    enum Meaning {
        /// Numbers, with signs that are no part of them, such as `$` and `,`.
        case numbers(signs: [String])
        /// Versions, perhaps with a `v` before each.
        case versions(prefix: String)
        case quantities(QuantityScale)
        case dates
        case times
    }

    let meaning: Meaning
    /// Two of the texts whose order is wrong.
    let pair: (lower: String, upper: String)

    /// Nil if the texts sort rightly, or mean nothing else.
    ///
    /// - Parameter literals: the texts that the values are compared with.
    init?(_ values: [String], beside literals: [String] = []) {
        guard let first = values.first else { return nil }
        let all = values + literals
        var signs: [String] = ["$", "\u{20AC}", "\u{A3}"].filter { sign in all.contains { $0.contains(sign) } }
        let grouped = all.filter { $0.contains(",") }
        if !grouped.isEmpty, grouped.allSatisfy({ $0.contains(/^\D?\d{1,3}(?:,\d{3})+(?!\d)/) }) { signs.append(",") }
        let prefix = first.startsExactly(with: "v") && all.allSatisfy { $0.startsExactly(with: "v") } ? "v" : ""
        let scale = QuantityScale(values, beside: literals)
        var readings: [(meaning: Meaning, isStrict: Bool, read: (String) -> [Double]?)] = [
            (.numbers(signs: signs), true, { Self.number($0, without: signs).map { [$0] } })
        ]
        if all.contains(where: { Self.version($0.dropFirst(prefix.count))?.count ?? 0 > 2 }) {
            readings.append((.versions(prefix: prefix), false, { Self.version($0.dropFirst(prefix.count)) }))
        }
        if let scale { readings.append((.quantities(scale), false, { scale.number($0).map { [$0] } })) }
        readings.append((.times, true, { Self.numbers($0[...], between: ":") }))
        for reading in readings {
            guard let pair = Self.misordered(values, literals, isStrict: reading.isStrict, by: reading.read) else {
                continue
            }
            (meaning, self.pair) = (reading.meaning, pair)
            return
        }
        let isDayFirst = all.contains { text in Self.dateParts(text).map { $0.day > 12 } ?? false }
        guard let pair = Self.misordered(values, literals, by: { Self.date($0, isDayFirst: isDayFirst) }) else {
            return nil
        }
        (meaning, self.pair) = (.dates, pair)
    }

    /// Two texts whose order is not that of what they mean; nil if there are none, or if other texts are among them.
    ///
    /// - Parameters:
    ///   - isStrict: whether all values must have the meaning. Some values of a field are wrong in any data.
    ///   - read: what a text means, as numbers of falling weight; nil if it means nothing.
    private static func misordered(
        _ values: [String], _ literals: [String], isStrict: Bool = false, by read: (String) -> [Double]?
    ) -> (lower: String, upper: String)? {
        func meanings(_ texts: [String]) -> [(text: String, meaning: [Double])] {
            texts.compactMap { text in read(text).map { (text, $0) } }
        }
        let (fields, others) = (meanings(values), meanings(literals))
        guard others.count == literals.count,
            isStrict ? fields.count == values.count : fields.count * 10 >= values.count * 9
        else { return nil }
        let all = (fields + others).sorted { $0.meaning.lexicographicallyPrecedes($1.meaning) }
        // If any two texts are in the wrong order, two adjacent ones are.
        for (lower, upper) in zip(all, all.dropFirst())
        where lower.meaning.lexicographicallyPrecedes(upper.meaning)
            && upper.text.utf8.lexicographicallyPrecedes(lower.text.utf8)
        {
            return (lower.text, upper.text)
        }
        return nil
    }

    private static func number(_ text: String, without signs: [String]) -> Double? {
        switch NumberText.number(bare(text, signs)) {
        case .integer(let integer): Double(integer)
        case .double(let double): double
        default: nil
        }
    }

    private static func bare(_ text: String, _ signs: [String]) -> String {
        signs.reduce(text) { $0.replacing($1, with: "") }
    }

    /// The numbers of a version such as `1.10.0-beta`.
    private static func version(_ text: Substring) -> [Double]? {
        numbers(text.prefix { $0 != "-" && $0 != "+" }, between: ".")
    }

    /// Two numbers or more, with a sign between them; nil for another text.
    private static func numbers(_ text: Substring, between sign: Character) -> [Double]? {
        let digits = text.split(separator: sign, omittingEmptySubsequences: false)
        guard digits.count > 1, digits.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }) else { return nil }
        return digits.map { Double($0) ?? 0 }
    }

    /// The parts of a date such as `Tue, 18 Jul 2023 09:00`, `10/Oct/2000:13:55:36`, `30/5/2015` or `2015/05/30`. In
    /// figures, the day and the month may be the other way round.
    private static func dateParts(_ text: String) -> (year: Double, month: Double, day: Double, isCertain: Bool)? {
        guard text.utf8.count <= 64 else { return nil }
        let words = text.split { !$0.isLetter && !$0.isNumber }.prefix(4)
        let month = words.lazy.compactMap { word in
            word.count >= 3 ? months.firstIndex { word.lowercased().hasPrefix($0) } : nil
        }.first
        let numbers = words.filter { $0.utf8.allSatisfy(isDigit) }
        let years = numbers.filter { $0.utf8.count == 4 }
        let days = numbers.filter { $0.utf8.count <= 2 }.compactMap { Double($0) }
        guard years.count == 1, let year = years.first.flatMap({ Double($0) }), (1900..<2200).contains(year),
            let day = days.first, days.allSatisfy({ (1...31).contains($0) })
        else { return nil }
        if let month { return (year, Double(month + 1), day, true) }
        guard days.count == 2, let last = days.last else { return nil }
        return numbers.first?.utf8.count == 4 ? (year, day, last, true) : (year, last, day, false)
    }

    /// The year, the month and the day of a date, as far as they are certain.
    private static func date(_ text: String, isDayFirst: Bool) -> [Double]? {
        if PredicateDate.instant(of: text) != nil {
            return text.prefix(10).split(separator: "-").map { Double($0) ?? 0 }
        }
        return dateParts(text).map { $0.isCertain || isDayFirst ? [$0.year, $0.month, $0.day] : [$0.year, 0, 0] }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    // MARK: Words

    /// What the values are, in a message.
    var noun: String {
        switch meaning {
        case .numbers: "numbers"
        case .versions: "versions"
        case .quantities: "numbers with units"
        case .dates: "dates"
        case .times: "times"
        }
    }

    /// The expression that reads an operand; nil without a short one.
    func reading(of operand: String) -> String? {
        switch meaning {
        case .numbers(let signs):
            "toNumber(\(signs.reduce(operand) { "replace(\($0), \(SourceSpelling.quoted($1)), \"\")" }))"
        case .versions(let prefix):
            "version(\(prefix.isEmpty ? operand : "replace(\(operand), \(SourceSpelling.quoted(prefix)), \"\")"))"
        case .quantities(let scale): scale.conversion(of: operand)?.expression
        case .dates, .times: nil
        }
    }

    /// A text beside such an expression.
    func literal(_ text: String) -> String? {
        switch meaning {
        case .numbers(let signs):
            NumberText.number(Self.bare(text, signs)).map { ExpressionTree.literal($0).predicateFormat }
        case .versions(let prefix): "version(\(SourceSpelling.quoted(String(text.dropFirst(prefix.count)))))"
        case .quantities(let scale): scale.number(text).flatMap { scale.conversion(of: "x")?.literal($0) }
        case .dates, .times: nil
        }
    }

    /// What to do, where no expression is known.
    var advice: String {
        switch meaning {
        case .numbers: "`toNumber(…)` compares numbers"
        case .versions: "`version(…)` compares versions"
        case .quantities(let scale):
            scale.units.count == 1
                ? "compare numbers in \(scale.list)" : "no single number compares the units \(scale.list)"
        case .dates: "only a form such as 2024-01-31T12:00:00Z sorts as dates do"
        case .times: "only a form such as 09:05 sorts as times do"
        }
    }
}
