/// A constant text that has been folded once for all comparisons with it.
package struct PreparedText: Sendable {
    /// The text as it compares, in UTF-8.
    package let bytes: [UInt8]
    private let options: StringOptions

    /// Prepares a text for substring operators; the collation plays no part in them.
    package init(_ text: String, options: StringOptions) {
        self.options = TextFolding.folding(options)
        self.bytes = Array(TextFolding.fold(text, self.options).utf8)
    }

    /// Prepares a text for `==` and the order; nil when the options ask for a collation.
    package init?(comparing text: String, options: StringOptions) {
        if options.effective.contains(.localized) { return nil }
        self.init(text, options: options)
    }

    @inline(__always)
    private func compare(
        _ text: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        bytes.withUnsafeBufferPointer { needle in
            TextFolding.withFolded(utf8: text, options) { body($0, needle) }
        }
    }

    func equals(_ text: String) -> Bool { UTF8Text.withBytes(text, equals(utf8:)) }
    func isPrefix(of text: String) -> Bool { UTF8Text.withBytes(text, isPrefix(ofUTF8:)) }
    func isSuffix(of text: String) -> Bool { UTF8Text.withBytes(text, isSuffix(ofUTF8:)) }
    func isContained(in text: String) -> Bool { UTF8Text.withBytes(text, isContained(inUTF8:)) }

    package func equals(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        compare(text) { $0.count == $1.count && TextComparison.compareBytes($0, $1) == 0 }
    }

    package func isPrefix(ofUTF8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        !bytes.isEmpty && compare(text) { ByteSearch.matches($1, in: $0, at: 0) }
    }

    package func isSuffix(ofUTF8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        !bytes.isEmpty
            && compare(text) { $0.count >= $1.count && ByteSearch.matches($1, in: $0, at: $0.count - $1.count) }
    }

    package func isContained(inUTF8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        !bytes.isEmpty && compare(text) { ByteSearch.firstIndex(of: $1, in: $0) != nil }
    }

    /// How another text stands to this one.
    func order(of text: String) -> ValueSemantics.Order { UTF8Text.withBytes(text, order(ofUTF8:)) }

    /// The same of UTF-8.
    func order(ofUTF8 text: UnsafeBufferPointer<UInt8>) -> ValueSemantics.Order {
        bytes.withUnsafeBufferPointer { needle in
            TextFolding.withFolded(utf8: text, options) {
                ValueSemantics.Order(sign: TextComparison.compareBytes($0, needle))
            }
        }
    }
}

/// A constant list that has been hashed once for all memberships in it.
///
/// Texts, whole numbers and other doubles are hashed, by folded bytes and by value; everything else in the list (`rest`) is
/// compared as always. What is looked for decides what can be equal to it: a text equals texts, and dates, UUIDs, URLs and
/// bytes in the rest; a number equals numbers, of which the rest holds the decimals.
struct PreparedList: Sendable {
    private var texts: Set<ExactName> = []
    private var integers: Set<Int64> = []
    private var doubles: Set<Double> = []
    private var rest: [PredicateValue] = []
    private let options: StringOptions
    private let elements: [PredicateValue]
    private let library: PredicateLibrary

    /// Prepares a list; nil when the options ask for a collation, which has no hash.
    init?(_ elements: [PredicateValue], options: StringOptions, library: PredicateLibrary) {
        if options.effective.contains(.localized) { return nil }
        self.options = TextFolding.folding(options)
        self.elements = elements
        self.library = library
        for element in elements {
            switch element {
            case .null: break
            case .string(let text): texts.insert(ExactName(TextFolding.fold(text, self.options)))
            case .integer(let integer): integers.insert(integer)
            case .boolean(let flag): integers.insert(flag ? 1 : 0)
            case .double(let double):
                if let integer = Int64(exactly: double) {
                    integers.insert(integer)
                } else if double.isFinite {
                    doubles.insert(double)
                }
            default: rest.append(element)
            }
        }
    }

    func contains(_ value: PredicateValue) -> Bool {
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
        if texts.isEmpty { return false }
        return texts.contains(ExactName(options.isEmpty ? text : TextFolding.fold(text, options)))
    }

    private func restContains(_ value: PredicateValue) -> Bool {
        for element in rest where ValueSemantics.equals(element, value) { return true }
        return false
    }
}
