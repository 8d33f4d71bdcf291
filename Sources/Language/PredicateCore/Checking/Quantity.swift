/// A number with a unit, such as `512Mi`.
package struct Quantity: Hashable, Sendable {
    /// The number without its unit.
    package let number: Double
    /// The letters behind the number, or none.
    package let unit: String
    /// Whether blanks separate them.
    let hasBlank: Bool

    /// Nil for a text that is not a number with up to three letters behind it.
    package init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let rest = text.dropFirst(digits.count)
        let unit = rest.drop { $0 == " " }
        guard !digits.isEmpty, let number = Double(digits), unit.utf8.count <= 3,
            unit.utf8.allSatisfy({ $0 == 0x25 || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) })
        else { return nil }
        self.number = number
        self.unit = String(unit)
        hasBlank = rest.utf8.count != unit.utf8.count
    }
}

/// The units of the values of a field, and what each multiplies by.
package struct QuantityScale: Sendable {
    /// The units in the order of their first appearance; the empty text stands for none.
    package private(set) var units: [String] = []
    /// The units of the literals that the field is compared with, which tell what `m` is.
    private let others: [String]
    private var hasBlank = false

    /// Nil if no value has a unit, or more than one in ten is no quantity: some values of a field are wrong in any data.
    ///
    /// - Parameters:
    ///   - texts: the values of a field.
    ///   - literals: the texts that they are compared with.
    package init?(_ texts: [String], beside literals: [String] = []) {
        others = literals.compactMap { Quantity($0)?.unit }
        var read = 0
        for text in texts {
            guard let quantity = Quantity(text) else { continue }
            read += 1
            hasBlank = hasBlank || quantity.hasBlank
            if !units.contains(where: { sameCodePoints($0, quantity.unit) }) { units.append(quantity.unit) }
        }
        guard read * 10 >= texts.count * 9, units.contains(where: { !$0.isEmpty }), units.count <= 12 else {
            return nil
        }
    }

    /// The units from the smallest on, as a list for a sentence: "ms", "Mi and Gi", "ms, s and m".
    package var list: String {
        let names = units.sorted { (factor($0) ?? .infinity, $0) < (factor($1) ?? .infinity, $1) }.map {
            $0.isEmpty ? "none" : $0
        }
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// What a unit multiplies by; nil for an unknown unit. `m` is a minute beside other units of time, and else a
    /// thousandth, as in the CPU shares of Kubernetes.
    package func factor(_ unit: String) -> Double? {
        if unit == "m" { return areTimes ? 60 : (units + others).contains("") ? 0.001 : nil }
        return areTimes ? Self.times[unit] : Self.sizes[unit]
    }

    /// The number that a text means; nil if it is no quantity, or its unit is unknown and others are among the values.
    package func number(_ text: String) -> Double? {
        guard let quantity = Quantity(text) else { return nil }
        guard let factor = factor(quantity.unit) else {
            return (units + others).allSatisfy { sameCodePoints($0, quantity.unit) } ? quantity.number : nil
        }
        return quantity.number * factor
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
        /// What the unit of its result multiplies by.
        package var factor: Double

        /// The number that an amount is beside the expression, as it is written; nil if there is none.
        package func literal(_ amount: Double) -> String? {
            // Divisions of doubles leave a last digit that nobody meant.
            let number = (amount / factor * 1e6).rounded() / 1e6
            return number.isFinite ? NumberText.castText(number) : nil
        }
    }

    /// The expression that reads the number of a field whose values have one unit, or two that are known; nil for others,
    /// because no short expression compares them.
    package func conversion(of field: String) -> Conversion? {
        guard !hasBlank else { return nil }
        let longestFirst = units.filter { !$0.isEmpty }.sorted { ($0.utf8.count, $1) > ($1.utf8.count, $0) }
        var bare = field
        // A unit may end in another one, as `ms` does in `s`.
        for unit in longestFirst { bare = "replace(\(bare), \(SourceSpelling.quoted(unit)), \"\")" }
        let number = "toNumber(\(bare))"
        if units.count == 1, let unit = units.first { return Conversion(expression: number, factor: factor(unit) ?? 1) }
        guard units.count == 2, let long = longestFirst.first,
            let short = units.first(where: { !sameCodePoints($0, long) }), let a = factor(long), let b = factor(short)
        else { return nil }
        // In the smaller unit the factors are whole, except between powers of 1000 and of 1024.
        var base = min(a, b)
        if (max(a, b) / base).rounded() != max(a, b) / base { base = min(base, 1) }
        func text(_ factor: Double) -> String { NumberText.castText((factor / base * 1e6).rounded() / 1e6) }
        return Conversion(
            expression:
                "\(number) * TERNARY(\(field) ENDSWITH \(SourceSpelling.quoted(long)), \(text(a)), \(text(b)))",
            factor: base)
    }
}
