import PredicateFormat

extension PredicateDiagnostic {
    /// The diagnostic with ranges and edits of the file that its text stands in. Edits that the file's form cannot hold are left out.
    package func located(in text: LocatedText) -> PredicateDiagnostic {
        located(in: text) { text.replacement(of: $0.range, with: $0.text) }
    }

    /// The diagnostic with ranges of the file, and with edits that a function makes of those of the text.
    package func located(
        in text: LocatedText, edit: (Edit) -> (range: Range<Int>, text: String)?
    ) -> PredicateDiagnostic {
        var located = self
        located.range = text.range(range)
        located.labels = labels.map { Label($0.message, at: text.range($0.range)) }
        let written = edits.compactMap { old in
            edit(old).map { Edit(replacing: SourceRange($0.range.lowerBound, $0.range.upperBound), with: $0.text) }
        }
        located.edits = written.count == edits.count ? written : []
        return located
    }
}

extension LocatedText {
    fileprivate func range(_ range: SourceRange) -> SourceRange {
        let file = map.fileRange(of: range)
        return SourceRange(file.lowerBound, file.upperBound)
    }

    /// The edit of the file that replaces a range of the text; nil if the file's form cannot hold it, or if the range is not one piece.
    package func replacement(of range: SourceRange, with text: String) -> (range: Range<Int>, text: String)? {
        guard map.isWhole(range), let written = style.written(text) else { return nil }
        return (map.fileRange(of: range), written)
    }
}
