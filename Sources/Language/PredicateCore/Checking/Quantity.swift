/// A number with a unit, such as `512Mi`.
package struct Quantity: Hashable, Sendable {
    /// The number without its unit.
    package let number: Double
    /// The letters after the number, or none.
    package let unit: String
    /// What an expression has to remove before it reads the number: a blank, the commas of `1,024`.
    let signs: Set<String>

    /// Nil for a string that is not a number with up to three letters after it.
    package init?(_ text: Substring) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "," || $0 == "-") }
        let rest = text.dropFirst(digits.count)
        let unit = rest.drop { $0 == " " }
        let plain = NumberText.ungrouped(String(digits))
        guard !digits.isEmpty, let number = Double(plain ?? String(digits)), unit.utf8.count <= 3,
            unit.utf8.allSatisfy({ $0 == 0x25 || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) })
        else { return nil }
        self.number = number
        self.unit = String(unit)
        signs = Set((plain == nil ? [] : [","]) + (rest.utf8.count == unit.utf8.count ? [] : [" "]))
    }

    /// The quantity that a string is, or those that it adds, as in `1h30m`; none for other strings.
    static func parts(of text: String) -> [Quantity] {
        if let whole = Quantity(text[...]) { return [whole] }
        var parts: [Quantity] = []
        var rest = text[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
            guard !unit.isEmpty, let part = Quantity(rest.prefix(digits.count + unit.count)) else { return [] }
            parts.append(part)
            rest = rest.dropFirst(digits.count + unit.count)
        }
        return parts
    }
}

/// The units of the values of a field, and what each multiplies by.
package struct QuantityScale: Sendable {
    /// The units in the order of their first appearance; the empty text stands for none.
    package private(set) var units: [String] = []
    /// The units of the literals that the field is compared with, which tell what `m` is.
    private let others: [String]
    private var signs: Set<String> = []
    /// Whether some values are sums such as `1h30m`, which no short expression reads.
    private var areSums = false

    /// Nil if no value has a unit, or fewer than nine of ten are quantities.
    ///
    /// - Parameters:
    ///   - texts: the values of a field.
    ///   - literals: the strings that they are compared with.
    package init?(_ texts: [String], beside literals: [String] = []) {
        others = literals.flatMap { Quantity.parts(of: $0).map(\.unit) }
        var read = 0
        for text in texts {
            let parts = Quantity.parts(of: text)
            if !parts.isEmpty { read += 1 }
            if parts.count > 1 { areSums = true }
            for part in parts {
                signs.formUnion(part.signs)
                if !units.contains(where: { sameCodePoints($0, part.unit) }) { units.append(part.unit) }
            }
        }
        guard NumberText.areMost(read, of: texts.count), units.contains(where: { !$0.isEmpty }), units.count <= 12
        else { return nil }
    }

    /// The units from the smallest on, as a list for a sentence: "ms", "Mi and Gi", "ms, s and m".
    package var list: String {
        let names = units.sorted { (factor($0) ?? .infinity, $0) < (factor($1) ?? .infinity, $1) }.map {
            $0.isEmpty ? "none" : $0
        }
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// What a unit multiplies by; nil for an unknown unit. `m` is a minute with other units of time, and otherwise a
    /// thousandth, as in the CPU shares of Kubernetes.
    package func factor(_ unit: String) -> Double? {
        if unit == "m" { return areTimes ? 60 : (units + others).contains("") ? 0.001 : nil }
        return areTimes ? Self.times[unit] : Self.sizes[unit]
    }

    /// The number that a string means; nil if it is not a quantity, or its unit is unknown and the values have others.
    package func number(_ text: String) -> Double? {
        let parts = Quantity.parts(of: text)
        guard let first = parts.first else { return nil }
        if parts.count == 1, factor(first.unit) == nil {
            return (units + others).allSatisfy { sameCodePoints($0, first.unit) } ? first.number : nil
        }
        return parts.reduce(0) { sum, part in sum.flatMap { sum in factor(part.unit).map { sum + part.number * $0 } } }
    }

    /// Whether a unit of time other than `m` is among the units.
    package var areTimes: Bool { (units + others).contains { $0 != "m" && Self.times[$0] != nil } }

    private static let times: [String: Double] = [
        "ns": 1e-9, "us": 1e-6, "ms": 0.001, "s": 1, "sec": 1, "min": 60, "h": 3600, "d": 86_400,
    ]

    private static let sizes: [String: Double] = {
        var sizes: [String: Double] = ["": 1, "B": 1, "k": 1000, "kB": 1000]
        var (decimal, binary) = (1.0, 1.0)
        for letter in ["K", "M", "G", "T", "P"] {
            (decimal, binary) = (decimal * 1000, binary * 1024)
            sizes[letter] = decimal
            sizes[letter + "B"] = decimal
            sizes[letter + "i"] = binary
            sizes[letter + "iB"] = binary
        }
        return sizes
    }()

    // MARK: Conversions

    /// An expression that reads the number of a field.
    package struct Conversion {
        /// The expression.
        package var expression: String
        /// The unit of the number; empty if it has no name.
        package var unit: String
        /// What the unit of its result multiplies by.
        package var factor: Double

        /// The number to compare with the expression for an amount, as it is written; nil if there is none.
        package func literal(_ amount: Double) -> String? {
            // Divisions of doubles leave a last digit that nobody meant.
            let number = (amount / factor * 1e6).rounded() / 1e6
            return number.isFinite ? NumberText.castText(number) : nil
        }
    }

    /// The expression that reads the number of a field whose values have up to three units; nil for others, because no
    /// short expression compares them.
    package func conversion(of field: String) -> Conversion? {
        let longestFirst = units.filter { !$0.isEmpty }.sorted { ($0.utf8.count, $1) > ($1.utf8.count, $0) }
        var bare = field
        // A unit may end in another one, as `ms` does in `s`.
        for part in signs.sorted() + longestFirst { bare = "replace(\(bare), \(SourceSpelling.quoted(part)), \"\")" }
        let number = "toNumber(\(bare))"
        if units.count == 1, let unit = units.first, !areSums {
            return Conversion(expression: number, unit: unit, factor: factor(unit) ?? 1)
        }
        let factors = units.compactMap(factor)
        guard units.count <= 3, factors.count == units.count, !areSums, var base = factors.min() else { return nil }
        // In the smallest unit the factors are whole, except between powers of 1000 and of 1024.
        if factors.contains(where: { ($0 / base).rounded() != $0 / base }) { base = min(base, 1) }
        func text(_ unit: String) -> String { NumberText.castText(((factor(unit) ?? 1) / base * 1e6).rounded() / 1e6) }
        let last = units.contains("") ? "" : longestFirst.last ?? ""
        let choice = longestFirst.filter { $0 != last }.reversed().reduce(text(last)) { others, unit in
            "TERNARY(\(field) ENDSWITH \(SourceSpelling.quoted(unit)), \(text(unit)), \(others))"
        }
        let unit = units.first { factor($0) == base } ?? ""
        return Conversion(expression: "\(number) * \(choice)", unit: unit, factor: base)
    }
}
