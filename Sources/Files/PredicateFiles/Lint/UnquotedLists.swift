import PredicateFormat

/// Joins the messages about the elements of one list that lack their quotes: a program that generates a list forgets all of them.
enum UnquotedLists {
    /// The diagnostics of a text, with one for each list.
    static func joined(_ diagnostics: [PredicateDiagnostic], in text: String) -> [PredicateDiagnostic] {
        let bytes = Array(text.utf8)
        let elements = diagnostics.indices.filter { isUnquoted(diagnostics[$0], text) }
            .sorted { edit(diagnostics[$0]).lowerBound < edit(diagnostics[$1]).lowerBound }
        guard elements.count > 1 else { return diagnostics }
        var lists: [[Int]] = []
        for index in elements {
            if let last = lists.last?.last, areNeighbours(edit(diagnostics[last]), edit(diagnostics[index]), bytes) {
                lists[lists.count - 1].append(index)
            } else {
                lists.append([index])
            }
        }
        var joined = diagnostics.map(Optional.some)
        for list in lists where list.count > 1 {
            let members = list.map { diagnostics[$0] }
            for index in list { joined[index] = nil }
            joined[list.min() ?? list[0]] = LintMessages.unquotedList(members)
        }
        return joined.compactMap { $0 }
    }

    private static func edit(_ diagnostic: PredicateDiagnostic) -> SourceRange {
        diagnostic.edits.first?.range ?? diagnostic.range
    }

    /// Whether a diagnostic puts quotes round a text, and nothing else.
    private static func isUnquoted(_ diagnostic: PredicateDiagnostic, _ text: String) -> Bool {
        guard diagnostic.code == .unknownField || diagnostic.code == .unquotedString, diagnostic.edits.count == 1,
            let edit = diagnostic.edits.first
        else { return false }
        return sameCodePoints(edit.text, SourceSpelling.quoted(edit.range.text(in: text)))
    }

    /// Whether nothing but a comma and elements in quotes stand between two ranges.
    private static func areNeighbours(_ first: SourceRange, _ second: SourceRange, _ bytes: [UInt8]) -> Bool {
        var offset = first.upperBound
        var commas = 0
        while offset < min(second.lowerBound, bytes.count) {
            switch bytes[offset] {
            case UInt8(ascii: ","): commas += 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quote = bytes[offset]
                offset += 1
                while offset < second.lowerBound, bytes[offset] != quote {
                    offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
                }
            case 0...0x20: break
            default: return false
            }
            offset += 1
        }
        return commas > 0
    }
}
