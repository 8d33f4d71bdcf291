/// A constant list that has been hashed once for all memberships in it.
///
/// Texts, whole numbers and other doubles are hashed, by folded bytes and by value; everything else in the list (`rest`) is
/// compared as always. What is looked for decides what can be equal to it: a text equals texts, and dates, UUIDs, URLs and
/// bytes in the rest; a number equals numbers, of which the rest holds the decimals.
package final class ConstantSet: Sendable {
    package let texts: TextTable
    package let integers: IntegerTable
    /// Doubles that are no integers.
    private let doubles: Set<Double>
    private let rest: [PredicateValue]
    private let options: StringOptions
    private let elements: [PredicateValue]
    private let library: PredicateLibrary
    /// Whether texts are in the list under their own bytes.
    package let isExact: Bool
    /// Whether doubles are in the list that are no integers.
    package var hasFractions: Bool { !doubles.isEmpty }
    /// Whether nothing but texts and plain numbers is in the list.
    package var isPlain: Bool { rest.isEmpty }
    /// Whether something is in the list, beside texts, that a text may be equal to.
    package let hasOthersForText: Bool
    /// Whether something is in the list, beside plain numbers, that an integer may be equal to.
    package let hasOthersForNumbers: Bool

    /// Prepares a list; nil when the options ask for a collation, which has no hash.
    package init?(_ elements: [PredicateValue], options: StringOptions, library: PredicateLibrary) {
        if options.effective.contains(.localized) { return nil }
        let options = TextFolding.folding(options)
        var texts: [[UInt8]] = []
        var integers: Set<Int64> = []
        var doubles: Set<Double> = []
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
            case .decimal:
                rest.append(element)
                forNumbers = true
            case .date, .uuid, .url, .data:
                rest.append(element)
                forText = true
            case .list, .set, .object: rest.append(element)
            }
        }
        self.texts = TextTable(texts)
        self.integers = IntegerTable(integers)
        self.doubles = doubles
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
            (Int64(exactly: double).map(integers.contains) ?? doubles.contains(double)) || restContains(value)
        default: ValueSemantics.contains(.list(elements), value, options: options, library: library)
        }
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
