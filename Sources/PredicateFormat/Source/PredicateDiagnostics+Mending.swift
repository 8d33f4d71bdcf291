extension PredicateDiagnostics {
    /// The text with every edit of every error applied; nil when no error has an edit.
    ///
    /// Where the edits of two errors touch the same bytes, those of the first are applied and those of the other left out.
    public var mended: String? { mended(.error) }

    /// The text with every edit of the diagnostics of some severities applied; nil when none of them has an edit that is
    /// applicable.
    public func mended(_ severities: PredicateDiagnostic.Severity...) -> String? {
        let ordered = diagnostics.filter { severities.contains($0.severity) && $0.areEditsApplicable }.enumerated().sorted {
            let (a, b) = ($0.element.range, $1.element.range)
            if a.lowerBound != b.lowerBound { return a.lowerBound < b.lowerBound }
            if a.upperBound != b.upperBound { return a.upperBound > b.upperBound }
            return $0.offset < $1.offset
        }.map(\.element)
        var chosen: [PredicateDiagnostic.Edit] = []
        // What is inserted behind a range, that of the narrowest first; then what is inserted before one, that of the widest
        // first: so each insertion stays with what it is about.
        var behind: [PredicateDiagnostic.Edit] = []
        for diagnostic in ordered {
            let added = diagnostic.edits.filter { !chosen.contains($0) && !behind.contains($0) }
            let isFree = added.allSatisfy { edit in
                !chosen.contains { $0.overlaps(edit) } && !behind.contains { $0.overlaps(edit) }
            }
            guard isFree else { continue }
            for edit in added {
                let isBehind =
                    edit.range.isEmpty && !diagnostic.range.isEmpty
                    && edit.range.lowerBound >= diagnostic.range.upperBound
                if isBehind { behind.insert(edit, at: 0) } else { chosen.append(edit) }
            }
        }
        let edits = behind + chosen
        return edits.isEmpty ? nil : PredicateDiagnostic.Edit.apply(edits, to: source)
    }
}

extension PredicateDiagnostic.Edit {
    /// Whether both change the same bytes. Insertions at one place do not: they follow one another.
    func overlaps(_ other: PredicateDiagnostic.Edit) -> Bool {
        if range.isEmpty && other.range.isEmpty { return false }
        if range == other.range { return true }
        return range.lowerBound < other.range.upperBound && other.range.lowerBound < range.upperBound
    }

    /// The text with edits applied that do not overlap. What lies outside of the text is cut to it.
    static func apply(_ edits: [PredicateDiagnostic.Edit], to source: String) -> String {
        let bytes = Array(source.utf8)
        let ordered = edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
        }
        var mended: [UInt8] = []
        var done = 0
        for (_, edit) in ordered {
            let lower = min(max(done, edit.range.lowerBound), bytes.count)
            mended += bytes[done..<lower]
            mended += Array(edit.text.utf8)
            done = min(max(lower, edit.range.upperBound), bytes.count)
        }
        mended += bytes[done...]
        return String(decoding: mended, as: UTF8.self)
    }
}
