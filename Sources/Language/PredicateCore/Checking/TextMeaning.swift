/// What strings are if not words: numbers, versions, numbers with units, dates. Their order as text may differ.
package enum TextMeaning: Sendable {
    /// Numbers, of which some may separate thousands: `1,250.00`.
    case numbers(areGrouped: Bool)
    /// Versions after the same letters, such as `app@`.
    case versions(prefix: String)
    case quantities(QuantityScale)
    /// Numbers after a sign of a currency.
    case prices(sign: String, areGrouped: Bool)
    /// Dates that operations read, in several forms or with several offsets.
    case instants
    /// Digits that count from 1970, compared with a date.
    case unixTimes(UnixUnit)
    /// Dates whose year is last.
    case calendarDates(CalendarDates)
    /// Dates of digits alone: `20261127`.
    case plainDates
    /// Dates in any other form.
    case dates
    /// Times of day: `9:05`.
    case times

    /// The meaning of nine strings of ten; nil if they have none. Strings that stand for no value do not count.
    ///
    /// - Parameter literals: the strings that they are compared with. Each must have the meaning.
    package init?(_ texts: [String], beside literals: [String] = []) {
        let texts = texts.filter { !NumberText.isPlaceholder($0) }
        func holds(_ meaning: Self) -> Bool {
            NumberText.areMost(texts.count { meaning.rank(of: $0) != nil }, of: texts.count)
                && literals.allSatisfy { meaning.rank(of: $0) != nil }
        }
        // `"1.30"` may be compared with `v1.29.4`.
        let prefix =
            [literals.first, texts.first].lazy.map { Self.prefix(of: $0 ?? "", in: texts + literals) }
            .first { !$0.isEmpty } ?? ""
        let areGrouped = texts.contains { $0.utf8.contains(UInt8(ascii: ",")) }
        if holds(.instants) {
            self = .instants
        } else if NumberText.areMost(texts.count { $0.utf8.count == 8 }, of: texts.count), holds(.plainDates) {
            self = .plainDates
        } else if let dates = CalendarDates(texts + literals), holds(.calendarDates(dates)) {
            self = .calendarDates(dates)
        } else if holds(.dates) {
            self = .dates
        } else if !literals.isEmpty, literals.allSatisfy({ PredicateDate.instant(of: $0) != nil }),
            let unit = UnixUnit(certainOf: texts.compactMap(NumberText.number)), holds(.unixTimes(unit))
        {
            self = .unixTimes(unit)
        } else if Self.showVersions(texts + literals, after: prefix), holds(.versions(prefix: prefix)) {
            self = .versions(prefix: prefix)
        } else if holds(.numbers(areGrouped: true)) {
            self = .numbers(areGrouped: areGrouped)
        } else if ["$", "\u{20AC}", "\u{A3}"].contains(prefix), holds(.prices(sign: prefix, areGrouped: areGrouped)) {
            self = .prices(sign: prefix, areGrouped: areGrouped)
        } else if let scale = QuantityScale(texts, beside: literals), holds(.quantities(scale)) {
            self = .quantities(scale)
        } else if holds(.times) {
            self = .times
        } else {
            return nil
        }
    }

    /// The letters before the first digit of a string, if strings with them have them only once.
    private static func prefix(of text: String, in texts: [String]) -> String {
        let prefix = String(text.prefix { !($0.isASCII && $0.isNumber) })
        let isUsual = prefix.utf8.count <= 40 && prefix.utf8.count < text.utf8.count
        let isOnce = texts.allSatisfy { text in
            !text.startsExactly(with: prefix)
                || !TextComparison.contains(String(text.dropFirst(prefix.count)), prefix, options: [])
        }
        return isUsual && isOnce ? prefix : ""
    }

    /// A version without the letters before it.
    private static func version(_ text: String, after prefix: String) -> String {
        text.startsExactly(with: prefix) ? String(text.dropFirst(prefix.count)) : text
    }

    /// Whether strings are versions and not decimal numbers: one has three parts, or a second part that ends in 0 and
    /// is longer than another one, as in 4.9 and 4.10.
    private static func showVersions(_ texts: [String], after prefix: String) -> Bool {
        var shortest: Int?
        var longest = 0
        for text in texts {
            let parts = version(text, after: prefix).prefix { $0 != "-" && $0 != "+" }
                .split(separator: ".", omittingEmptySubsequences: false)
            if parts.count > 2 { return true }
            guard parts.count == 2, let digits = parts.last?.utf8.count, digits > 0 else { continue }
            shortest = min(shortest ?? digits, digits)
            if parts.last?.hasSuffix("0") ?? false { longest = max(longest, digits) }
        }
        return shortest.map { $0 < longest } ?? false
    }

    /// What a string is ordered by.
    private enum Rank: Comparable {
        case number(Double)
        case version(String)
    }

    private func rank(of text: String) -> Rank? {
        switch self {
        case .numbers: NumberText.number(NumberText.ungrouped(text) ?? text)?.number.map(Rank.number)
        case .prices(let sign, _):
            text.startsExactly(with: sign)
                ? TextMeaning.numbers(areGrouped: true).rank(of: String(text.dropFirst(sign.count))) : nil
        case .versions(let prefix): VersionKey.key(of: Self.version(text, after: prefix)).map(Rank.version)
        case .quantities(let scale): scale.number(text).map(Rank.number)
        case .instants: PredicateDate.instant(of: text).map { .number($0.timeIntervalSinceReferenceDate) }
        case .unixTimes(let unit):
            TextMeaning.instants.rank(of: text)
                ?? NumberText.number(text)?.number.map {
                    .number($0 / Double(unit.perSecond) - Double(UnixUnit.origin))
                }
        case .calendarDates(let dates): dates.number(text).map(Rank.number)
        case .plainDates: CalendarDates.plain(text).flatMap(Double.init).map(Rank.number)
        case .dates: Self.date(text).map(Rank.number)
        case .times: Self.time(text).map(Rank.number)
        }
    }

    /// The year, and the month and the day if they are certain, as a number, of a date such as `Tue, 18 Jul 2023 09:00`,
    /// `10/Oct/2000:13:55:36` or `30/5/2015 09:00`, or of one that dates read.
    private static func date(_ text: String) -> Double? {
        if PredicateDate.instant(of: text) != nil { return CalendarDates.plain(text).flatMap(Double.init) }
        guard text.utf8.count <= 64 else { return nil }
        let words = text.split { !$0.isLetter && !$0.isNumber }.prefix(4)
        let month = words.lazy.compactMap { word in
            word.count >= 3 && word.first?.isLetter == true
                ? months.firstIndex { word.lowercased().hasPrefix($0) } : nil
        }.first
        let numbers = words.filter { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        let years = numbers.filter { $0.utf8.count == 4 }
        let days = numbers.filter { $0.utf8.count <= 2 }.compactMap { Double($0) }
        guard years.count == 1, let year = years.first.flatMap({ Double($0) }), (1900..<2200).contains(year),
            let day = days.first, days.allSatisfy({ (1...31).contains($0) })
        else { return nil }
        if let month { return (year * 100 + Double(month + 1)) * 100 + day }
        guard days.count == 2 else { return nil }
        let hasPoints = text.utf8.contains(UInt8(ascii: "."))
        // The year comes before the month, except in versions such as 2024.10.1.
        if words.first?.utf8.count == 4 { return hasPoints ? nil : (year * 100 + days[0]) * 100 + days[1] }
        // Points separate a day from the month after it.
        return hasPoints ? (year * 100 + days[1]) * 100 + days[0] : year * 10_000
    }

    /// The seconds of a time of day.
    private static func time(_ text: String) -> Double? {
        let words = text.split(separator: ":", omittingEmptySubsequences: false)
        let parts = words.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Double($0) : nil }
        guard (2...3).contains(words.count), parts.count == words.count else { return nil }
        return (parts + [0]).prefix(3).reduce(0) { $0 * 60 + $1 }
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Two strings whose order is not that of what they mean; nil if there are none.
    package func misordered(_ texts: [String]) -> (lower: String, upper: String)? {
        let ranked = texts.compactMap { text in rank(of: text).map { (text: text, rank: $0) } }.sorted {
            $0.rank == $1.rank ? $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) : $0.rank < $1.rank
        }
        // If any two strings are in the wrong order, two adjacent ones are.
        for (lower, upper) in zip(ranked, ranked.dropFirst())
        where lower.rank < upper.rank && upper.text.utf8.lexicographicallyPrecedes(lower.text.utf8) {
            return (lower.text, upper.text)
        }
        return nil
    }

    /// What the strings are, in words.
    package var noun: String {
        switch self {
        case .numbers, .prices: "numbers"
        case .versions: "versions"
        case .quantities: "numbers with units"
        case .instants, .plainDates, .dates: "dates"
        case .unixTimes(let unit): "\(unit.name) since 1970"
        case .calendarDates(let dates): dates.noun
        case .times: "times"
        }
    }

    /// What is said where no text reads the values; nil without anything to say.
    package var advice: String? {
        switch self {
        case .quantities(let scale): "no short expression compares the units \(scale.list)"
        case .dates, .calendarDates: "only a form such as 2024-01-31T12:00:00Z sorts as dates do"
        case .times: "only a form such as 09:05 sorts as times do"
        case .plainDates: "only dates in one form sort as dates do"
        case .numbers, .versions, .prices, .instants, .unixTimes: nil
        }
    }

    /// The code of the warning about strings in order.
    package var code: PredicateDiagnostic.Code { if case .instants = self { .dateAsText } else { .numberAsText } }

    /// Whether what reads the values is made for comparisons, and not to be shown.
    package var isReadAsKey: Bool {
        switch self {
        case .versions, .calendarDates: true
        default: false
        }
    }

    /// The units that are read, in words; nil without units.
    package var units: String? {
        guard case .quantities(let scale) = self else { return nil }
        return scale.units.count == 1 ? "all values are in \(scale.list)" : "the units are \(scale.list)"
    }

    /// The expression that reads an operand; nil if no short one does.
    package func reading(of operand: String) -> String? {
        switch self {
        case .numbers(let areGrouped):
            areGrouped ? "toNumber(replace(toString(\(operand)), \",\", \"\"))" : "toNumber(\(operand))"
        case .versions(let prefix):
            prefix.isEmpty
                ? "version(\(operand))" : "version(replace(\(operand), \(SourceSpelling.quoted(prefix)), \"\"))"
        case .quantities(let scale): scale.conversion(of: operand)?.expression
        case .prices(let sign, let areGrouped):
            "toNumber(\((areGrouped ? [sign, ","] : [sign]).reduce(operand) { "replace(\($0), \(SourceSpelling.quoted($1)), \"\")" }))"
        case .instants: "CAST(\(operand), \"\(CastTarget.date.rawValue)\")"
        case .unixTimes(let unit): unit.call(of: "toNumber(\(operand))")
        case .calendarDates(let dates): dates.reading(of: operand)
        case .plainDates: operand
        case .dates, .times: nil
        }
    }

    /// A literal as it is written next to the reading of an operand; nil if there is none.
    package func literal(_ text: String, beside operand: String) -> String? {
        switch self {
        case .numbers:
            NumberText.number(NumberText.ungrouped(text) ?? text).map { ExpressionTree.literal($0).predicateFormat }
        case .versions(let prefix): "version(\(SourceSpelling.quoted(Self.version(text, after: prefix))))"
        case .quantities(let scale): scale.number(text).flatMap { scale.conversion(of: operand)?.literal($0) }
        case .prices(let sign, _):
            TextMeaning.numbers(areGrouped: true).literal(String(text.dropFirst(sign.count)), beside: operand)
        case .instants, .unixTimes: SourceSpelling.quoted(text)
        case .calendarDates(let dates): dates.number(text).map(NumberText.castText)
        case .plainDates: CalendarDates.plain(text).map(SourceSpelling.quoted)
        case .dates, .times: nil
        }
    }
}

/// Dates of three numbers whose year is last: `18/11/2024`, `3.1.2025`.
package struct CalendarDates: Sendable {
    private let sign: Character
    /// Whether the day comes before the month; nil if no string shows it.
    private let isDayFirst: Bool?

    /// Nil if no text is such a date.
    init?(_ texts: [String]) {
        guard let sign = ["/", "-", "."].first(where: { sign in texts.contains { Self.parts(of: $0, sign) != nil } })
        else { return nil }
        self.sign = sign
        let dates = texts.compactMap { Self.parts(of: $0, sign) }
        // There are twelve months.
        let (days, months) = (dates.count { $0.first > 12 }, dates.count { $0.second > 12 })
        // Points separate a day from the month after it.
        isDayFirst = days == months ? (sign == "." ? true : nil) : days > months
    }

    private static func parts(of text: String, _ sign: Character) -> (first: Double, second: Double, year: Double)? {
        guard (8...10).contains(text.utf8.count) else { return nil }
        let words = text.split(separator: sign, omittingEmptySubsequences: false)
        let numbers = words.compactMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Double($0) : nil }
        guard words.count == 3, numbers.count == 3, (1...31).contains(numbers[0]), (1...31).contains(numbers[1]),
            words[2].utf8.count == 4, (1900..<2200).contains(numbers[2])
        else { return nil }
        return (numbers[0], numbers[1], numbers[2])
    }

    /// The year, and the month and the day if they are certain, as a number: 20241118.
    func number(_ text: String) -> Double? {
        guard let (first, second, year) = Self.parts(of: text, sign) else { return nil }
        guard let isDayFirst else { return year * 10_000 }
        let (day, month) = isDayFirst ? (first, second) : (second, first)
        return month <= 12 ? (year * 100 + month) * 100 + day : nil
    }

    /// The expression that gives the same number.
    func reading(of operand: String) -> String? {
        guard let isDayFirst else { return nil }
        let (day, month) = isDayFirst ? (0, 1) : (1, 0)
        func part(_ index: Int) -> String { "toNumber(split(\(operand), \"\(sign)\")[\(index)])" }
        return "\(part(2)) * 10000 + \(part(month)) * 100 + \(part(day))"
    }

    /// What the strings are, in words.
    var noun: String {
        isDayFirst.map { "dates with the \($0 ? "day" : "month") first" } ?? "dates whose year is last"
    }

    /// The digits of a day: `20261127`, which may be written `2026-11-27`; nil for other strings.
    static func plain(_ text: String) -> String? {
        if PredicateDate.instant(of: text) != nil { return text.prefix(10).filter { $0 != "-" } }
        let day = "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.dropFirst(6))"
        return PredicateDate.instant(of: day) == nil ? nil : text
    }
}

extension PredicateValue {
    /// A number as a double; nil for other values.
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}
