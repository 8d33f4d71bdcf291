/// A constant text, folded once for all comparisons with it.
package struct PreparedText: Sendable {
    /// The folded text in UTF-8.
    package let bytes: TextBytes
    /// The options that texts are folded with.
    let options: StringOptions
    /// The size of the text as written, in bytes.
    let size: Int

    /// Prepares a text for substring operators, which ignore the collation.
    package init(_ text: String, options: StringOptions) {
        self.options = TextFolding.folding(options)
        bytes = TextBytes(TextFolding.fold(text, self.options))
        size = text.utf8.count
    }

    /// Prepares a text for `==` and the order; nil if the options ask for a collation.
    package init?(comparing text: String, options: StringOptions) {
        if options.effective.contains(.localized) { return nil }
        self.init(text, options: options)
    }

    /// The bytes, if texts are compared without folding; otherwise nil.
    package var exact: TextBytes? { options.isEmpty ? bytes : nil }

    @inline(__always)
    private func compare(
        _ text: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        TextFolding.withFolded(utf8: text, options) { body($0, bytes.buffer) }
    }

    func equals(_ text: String) -> Bool { UTF8Text.withBytes(text, equals(utf8:)) }

    package func equals(utf8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        compare(text) { $0.count == $1.count && TextComparison.compareBytes($0, $1) == 0 }
    }

    package func isPrefix(ofUTF8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count > 0 && compare(text) { ByteSearch.matches($1, in: $0, at: 0) }
    }

    package func isSuffix(ofUTF8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count > 0
            && compare(text) { $0.count >= $1.count && ByteSearch.matches($1, in: $0, at: $0.count - $1.count) }
    }

    package func isContained(inUTF8 text: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count > 0 && compare(text) { ByteSearch.firstIndex(of: $1, in: $0) != nil }
    }

    /// The order of a text in UTF-8 relative to this one.
    package func order(ofUTF8 text: UnsafeBufferPointer<UInt8>) -> ValueSemantics.Order {
        TextFolding.withFolded(utf8: text, options) {
            ValueSemantics.Order(sign: TextComparison.compareBytes($0, bytes.buffer))
        }
    }
}
