extension String {
    /// The beginning of the text, in at most so many code points; the last is `…` if something was cut.
    package func excerpt(_ limit: Int) -> String {
        // The code points are counted only as far as needed: the text may be long.
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return self }
        return String(scalars.prefix(limit - 1)) + "…"
    }
}

extension SourceRange {
    /// The text of the range as messages show it.
    package func excerpt(of source: String) -> String { text(in: source).excerpt(40) }
}
