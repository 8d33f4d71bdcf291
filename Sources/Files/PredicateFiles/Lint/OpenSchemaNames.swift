import PredicateCore

/// Decides what an unknown name means where records may have fields that the schema does not name.
///
/// Such a name is reported only if it looks like a mistake, and as a warning. Its edit is applied without asking only if nothing else can
/// have been meant.
struct OpenSchemaNames {
    private let bytes: [UInt8]
    private let schema: RecordSchema?
    private let notation: PredicateNotation?

    init(_ text: String, _ schema: RecordSchema?, _ notation: PredicateNotation?) {
        bytes = Array(text.utf8)
        self.schema = schema
        self.notation = notation
    }

    /// The diagnostic of an unknown name as a warning; nil if the name may be a field.
    func judged(_ diagnostic: PredicateDiagnostic) -> PredicateDiagnostic? {
        // The message about the function covers its argument.
        if bareCall(around: diagnostic.range) != nil { return nil }
        if let item = bareItem(at: diagnostic.range) { return item }
        if notation == .items, let word = word(at: diagnostic.range), word == diagnostic.range {
            return .unquotedWord(text(word), at: word)
        }
        if let identifier = bundleIdentifier(at: diagnostic.range) {
            return .unquotedIdentifier(
                String(decoding: bytes[identifier.lowerBound..<identifier.upperBound], as: UTF8.self), at: identifier)
        }
        guard let edit = diagnostic.edits.first, isSameFunction(diagnostic.range, edit.text) else { return nil }
        var diagnostic = diagnostic
        diagnostic.severity = .warning
        diagnostic.areEditsApplicable = diagnostic.edits.count == 1 && isOnlySpelledOtherwise(diagnostic.range, edit)
        return diagnostic
    }

    private func text(_ range: SourceRange) -> String {
        String(decoding: bytes[range.offsetRange.clamped(to: bytes.indices)], as: UTF8.self)
    }

    /// Whether an edit changes only case and the signs between words, and one known field has that spelling.
    private func isOnlySpelledOtherwise(_ range: SourceRange, _ edit: PredicateDiagnostic.Edit) -> Bool {
        guard edit.range == range, Suggestions.areAlike(text(range), edit.text), let schema else { return false }
        let written = text(range)
        var names: Set<ExactName> = []
        for type in schema.types.values {
            for field in type.fields where Suggestions.areAlike(field.name, written) {
                names.insert(ExactName(field.name))
            }
        }
        return names.count == 1
    }

    // MARK: Items of device management

    /// The function of an item, such as `status`; nil for other names.
    private func function(of text: String) -> String? {
        guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "@")),
            let bracket = text.utf8[sign...].firstIndex(of: UInt8(ascii: "("))
        else { return nil }
        return String(text[sign..<bracket])
    }

    /// Whether a suggestion for an item is an item of the same function: a property is not a status item.
    private func isSameFunction(_ range: SourceRange, _ suggestion: String) -> Bool {
        guard notation == .items, let written = function(of: text(range)) else { return true }
        return function(of: suggestion).map { sameCodePoints($0, written) } ?? false
    }

    /// `status(device.model.family)` without `@`: a warning for the call around a word; nil for other functions.
    func bareCall(around range: SourceRange) -> PredicateDiagnostic? {
        guard notation == .items, let word = word(at: range) else { return nil }
        let call = SourceRange(max(0, word.lowerBound - "status(".utf8.count), word.upperBound + 1)
        guard sameCodePoints(text(call), "status(\(text(word)))") else { return nil }
        return .bareStatusItem(text(word), "@" + text(call), at: call)
    }

    /// A warning for the path of a status item without its function: `device.model.family == 'iPad'`.
    private func bareItem(at range: SourceRange) -> PredicateDiagnostic? {
        guard notation == .items, let word = word(at: range), let schema else { return nil }
        let item = "@status(" + text(word) + ")"
        guard schema.recordType(of: schema.root)?.field(named: item) != nil else { return nil }
        return .bareStatusItem(text(word), item, at: word)
    }

    // MARK: Identifiers

    /// The letters, digits, dots and hyphens from the beginning of a range.
    private func word(at range: SourceRange) -> SourceRange? {
        guard range.lowerBound >= 0, range.lowerBound < bytes.count else { return nil }
        if range.lowerBound > 0, isWordByte(bytes[range.lowerBound - 1]) { return nil }
        var end = range.lowerBound
        while end < bytes.count, isWordByte(bytes[end]) { end += 1 }
        while end > range.lowerBound, bytes[end - 1] == UInt8(ascii: ".") || bytes[end - 1] == UInt8(ascii: "-") {
            end -= 1
        }
        return end > range.lowerBound ? SourceRange(range.lowerBound, end) : nil
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        byte.isDigit || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// The range of something like `com.apple.Safari` that a name begins.
    private func bundleIdentifier(at range: SourceRange) -> SourceRange? {
        guard let word = word(at: range) else { return nil }
        let parts = text(word).utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 3, parts.allSatisfy({ !$0.isEmpty }), let first = parts.first else { return nil }
        return Self.domains.contains(String(decoding: first, as: UTF8.self).lowercased()) ? word : nil
    }

    /// The top-level domains that bundle identifiers often begin with.
    private static let domains: Set<String> = [
        "com", "org", "net", "io", "de", "us", "edu", "gov", "app", "dev", "uk", "fr", "jp", "ch", "se", "no", "nl",
        "at",
        "it", "ca", "au", "me", "co", "eu", "ru", "br", "pl", "cz", "fi", "dk", "be", "es",
    ]
}
