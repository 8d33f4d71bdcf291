import PredicatePlatform

/// A constant list that is hashed once for all memberships in it.
///
/// Strings are hashed by folded bytes, integers by their digits, other doubles by value. All other elements (`rest`)
/// are compared one by one. A string may equal strings, and the dates, UUIDs, URLs and bytes in `rest`. A number may
/// equal numbers, and the decimals in `rest`.
package final class ConstantSet: Sendable {
    package let texts: TextTable
    package let integers: IntegerTable
    /// Finite doubles that do not equal a 64-bit integer.
    private let doubles: Set<Double>
    /// The digits of integers past 64 bits, and the doubles that these are in comparisons with a double.
    private let wide: (digits: Set<String>, doubles: Set<Double>)
    private let rest: [PredicateValue]
    private let options: StringOptions
    private let elements: [PredicateValue]
    private let library: PredicateLibrary
    /// Whether strings are compared by their own bytes, without folding.
    package let isExact: Bool
    /// Whether the list has finite doubles that do not equal a 64-bit integer.
    package var hasFractions: Bool { !doubles.isEmpty }
    package var hasTexts: Bool { texts.index.count > 0 }
    /// Whether the list has plain numbers.
    package let hasNumbers: Bool
    /// Whether the list has only strings and plain numbers.
    package var isPlain: Bool { rest.isEmpty && wide.digits.isEmpty }
    /// Whether the list has elements other than strings that a string may equal.
    package let hasOthersForText: Bool
    /// Whether the list has elements other than plain numbers that an integer may equal.
    package let hasOthersForNumbers: Bool

    /// Prepares a list; nil if the options ask for a collation, which has no hash.
    package init?(_ elements: [PredicateValue], options: StringOptions, library: PredicateLibrary) {
        if options.effective.contains(.localized) { return nil }
        let options = TextFolding.folding(options)
        var texts: [[UInt8]] = []
        var integers: Set<Int64> = []
        var doubles: Set<Double> = []
        var wide: (digits: Set<String>, doubles: Set<Double>) = ([], [])
        var rest: [PredicateValue] = []
        var (forText, forNumbers) = (false, false)
        for element in elements {
            switch element {
            case .null: break
            case .string(let text): texts.append(Array(TextFolding.fold(text, options).utf8))
            case .integer(let integer): integers.insert(integer)
            case .boolean(let flag): integers.insert(flag ? 1 : 0)
            case .double(let double):
                if let integer = Int64(exactly: double) {
                    integers.insert(integer)
                } else if double.isFinite {
                    doubles.insert(double)
                }
            case .decimal(let decimal):
                if let digits = NumberText.literal(decimal) {
                    wide.digits.insert(digits)
                    wide.doubles.insert(ExactNumber.double(decimal))
                } else {
                    rest.append(element)
                }
                forNumbers = true
            case .date, .uuid, .url, .data:
                rest.append(element)
                forText = true
            case .list, .set, .object: rest.append(element)
            }
        }
        self.texts = TextTable(texts)
        hasNumbers = !integers.isEmpty || !doubles.isEmpty
        self.integers = IntegerTable(integers)
        self.doubles = doubles
        self.wide = wide
        self.rest = rest
        self.options = options
        self.elements = elements
        self.library = library
        isExact = options.isEmpty
        hasOthersForText = forText
        hasOthersForNumbers = forNumbers
    }

    /// Whether a value is in the list.
    package func contains(_ value: PredicateValue) -> Bool {
        switch value {
        case .null: false
        case .string(let text): contains(text) || restContains(value)
        case .integer(let integer): integers.contains(integer) || restContains(value)
        case .boolean(let flag): integers.contains(flag ? 1 : 0) || restContains(value)
        case .double(let double):
            (Int64(exactly: double).map(integers.contains) ?? doubles.contains(double)) || wide.doubles.contains(double)
                || restContains(value)
        case .decimal(let decimal): contains(decimal) ?? oneIs(value)
        default: oneIs(value)
        }
    }

    private func oneIs(_ value: PredicateValue) -> Bool {
        ValueSemantics.contains(.list(elements), value, options: options, library: library)
    }

    /// Whether an integer past 64 bits is in the list; nil if the elements must be compared.
    private func contains(_ decimal: Decimal) -> Bool? {
        guard let digits = NumberText.literal(decimal) else { return nil }
        if wide.digits.contains(digits) { return true }
        // Only a double may equal it, such as the one that the least integer is.
        return doubles.isEmpty && !integers.contains(.min) ? false : nil
    }

    private func contains(_ text: String) -> Bool {
        if texts.index.count == 0 { return false }
        return TextFolding.withFolded(text, options) { texts.contains($0) }
    }

    private func restContains(_ value: PredicateValue) -> Bool {
        for element in rest where ValueSemantics.equals(element, value) { return true }
        return false
    }
}
