import PredicateFormat

/// Decides which diagnostics of a predicate say nothing in the file that it stands in, because the author meant what is written.
struct MeantTexts {
    private let predicate: FoundPredicate
    private let text: String
    /// Whether the file writes the text with placeholders.
    private let hasPlaceholders: Bool
    /// The functions of derived attributes in Core Data, which no other expression has.
    private static let derivations = ["canonical:"]

    init(_ text: String, _ predicate: FoundPredicate) {
        self.text = text
        self.predicate = predicate
        hasPlaceholders =
            predicate.notation == .placeholders && predicate.original.text.utf8.contains(UInt8(ascii: "%"))
    }

    /// Whether the text of a diagnostic is as it was meant.
    func isMeant(_ diagnostic: PredicateDiagnostic) -> Bool {
        switch diagnostic.code {
        // Both are about all predicates of a form rather than about a mistake: every `!=` of a field that may be missing, every AND
        // beside an OR without parentheses.
        case .nilSatisfies, .mixedAndOr: true
        case .alwaysTrue, .alwaysFalse: isConstant(diagnostic.range)
        case .unavailable: isForApple
        case .unknownFunction: isDerivation(diagnostic.range)
        case .unknownField: predicate.isOpen && (isLeftOfIn(diagnostic) || isOtherName(diagnostic))
        default: false
        }
    }

    /// Whether a comparison has the same answer on purpose: `1 == 1`, or `%FLAG% == TRUE` with the value that the file gives now.
    private func isConstant(_ range: SourceRange) -> Bool {
        if hasPlaceholders { return true }
        let signs = " =!<>.-"
        return range.text(in: text).utf8.allSatisfy { byte in
            byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || signs.utf8.contains(byte)
        }
    }

    /// Whether a program with Apple's frameworks takes the text: they have functions and operators that this library has not.
    private var isForApple: Bool {
        switch predicate.call?.api {
        case .predicate?, .expression?, .realm?: true
        default: false
        }
    }

    private func isDerivation(_ range: SourceRange) -> Bool {
        predicate.isExpression && predicate.call == nil
            && Self.derivations.contains { sameCodePoints($0, range.text(in: text)) }
    }

    /// Whether quotes are the only edit of an unknown name on the left of IN: a list beside it says what the field holds, not that the
    /// name is a text.
    private func isLeftOfIn(_ diagnostic: PredicateDiagnostic) -> Bool {
        guard let edit = diagnostic.edits.first, let quote = edit.text.utf8.first,
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else { return false }
        let behind = text.utf8.dropFirst(edit.range.upperBound).drop {
            $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D
        }
        let word = behind.prefix(3)
        guard word.count == 3, let last = word.last else { return false }
        let isName = last >= 0x80 || last == UInt8(ascii: "_") || (last | 0x20 >= 0x61 && last | 0x20 <= 0x7A)
        return asciiUppercased(String(decoding: word.prefix(2), as: UTF8.self)) == "IN" && !isName
    }

    /// Whether the suggested name differs in more than a misspelling: `machine_name` is no misspelt `machine_type`.
    private func isOtherName(_ diagnostic: PredicateDiagnostic) -> Bool {
        guard let edit = diagnostic.edits.first, edit.range == diagnostic.range,
            edit.text.utf8.first != UInt8(ascii: "\"")
        else { return false }
        let written = diagnostic.range.text(in: text)
        if Suggestions.areAlike(written, edit.text) { return false }
        // `os_version` for `os_vers`.
        if written.utf8.starts(with: edit.text.utf8) || edit.text.utf8.starts(with: written.utf8) { return false }
        return !Suggestions.isMisspelling(written, of: edit.text)
    }
}
