/// Names that need no quotes.
enum PlainName {
    /// Whether a text can be the name of a variable or a saved predicate, or of a field without quotes.
    static func isOne(_ text: String) -> Bool {
        guard text.utf8.count <= 200, let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart
        else { return false }
        return text.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
    }
}
