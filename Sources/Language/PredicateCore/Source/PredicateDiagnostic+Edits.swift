extension PredicateDiagnostic {
    /// A copy whose edits are a suggestion, because they change the answer of a valid predicate.
    package func asSuggestion() -> PredicateDiagnostic {
        var suggestion = self
        suggestion.areEditsApplicable = false
        return suggestion
    }
}

extension PredicateDiagnostic.Edit {
    /// Removes a range. The words on either side stay separate.
    static func removing(_ range: SourceRange, from source: String) -> Self {
        func isInWord(_ offset: Int) -> Bool {
            guard offset >= 0, let byte = SourceRange(offset, offset + 1).text(in: source).utf8.first else {
                return false
            }
            return byte >= 0x80 || IdentifierCharacters.isContinue(Unicode.Scalar(byte))
        }
        let joins = isInWord(range.lowerBound - 1) && isInWord(range.upperBound)
        return Self(replacing: range, with: joins ? " " : "")
    }

    /// Whether both change the same bytes. Insertions at one location do not: they follow one another.
    func overlaps(_ other: PredicateDiagnostic.Edit) -> Bool {
        if range.isEmpty && other.range.isEmpty { return false }
        if range == other.range { return true }
        return range.lowerBound < other.range.upperBound && other.range.lowerBound < range.upperBound
    }

    /// The text with edits applied that do not overlap. Ranges are clipped to the text.
    package static func apply(_ edits: [PredicateDiagnostic.Edit], to source: String) -> String {
        let bytes = Array(source.utf8)
        var fixed: [UInt8] = []
        var done = 0
        for edit in edits.inOrderOfLocation {
            let lower = min(max(done, edit.range.lowerBound), bytes.count)
            fixed += bytes[done..<lower]
            fixed += Array(edit.text.utf8)
            done = min(max(lower, edit.range.upperBound), bytes.count)
        }
        fixed += bytes[done...]
        return String(decoding: fixed, as: UTF8.self)
    }
}

extension [PredicateDiagnostic.Edit] {
    /// In order of range; insertions at the same offset keep their order.
    package var inOrderOfLocation: [PredicateDiagnostic.Edit] {
        enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
        }.map(\.element)
    }

    /// Whether two of the edits overlap.
    package var haveOverlap: Bool {
        var reaching: PredicateDiagnostic.Edit?
        for edit in inOrderOfLocation {
            if let reaching, reaching.overlaps(edit) { return true }
            if edit.range.upperBound >= reaching?.range.upperBound ?? 0 { reaching = edit }
        }
        return false
    }
}
