extension RecordSource {
    /// The whole input as text, decompressed; for schemas and predicates, not for records.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes.
    ///   - keepsMark: whether to keep a byte order mark, for a caller that writes the text back.
    /// - Throws: an error of the file, `record-too-large` past the limit, or `invalid-utf8`.
    public func text(limit: Int = 64 << 20, keepsMark: Bool = false) throws(RecordError) -> String {
        var window = try whole().open(.standard)
        while window.count <= limit, try window.fill() {}
        guard window.count <= limit else { throw .fileTooLarge(limit: limit, file: name) }
        // Decoding replaces invalid bytes, which changes the text.
        var text = String(decoding: window.bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(window.bytes) else {
            throw .notText(file: name)
        }
        if !keepsMark, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        return text
    }
}
