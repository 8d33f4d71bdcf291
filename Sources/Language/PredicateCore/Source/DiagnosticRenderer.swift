/// Draws diagnostics as text: the message, the lines of the predicate it is about, and marks under them.
///
///     error: `nmae` is not a field of Person
///      1 │ nmae BEGINSWITH[cd] "jo" AND age > 30
///        │ ^^^^ did you mean `name`?
///
/// No part of the predicate reaches the terminal as a control sequence.
public struct DiagnosticRenderer: Sendable {
    /// The columns that a snippet may take. Messages are one line each, however long.
    public var width: Int
    /// Whether to use the colours of ANSI terminals.
    public var colour: Bool
    /// The file of the predicate; if set, messages begin with file, line and column.
    public var fileName: String?

    /// A renderer.
    public init(width: Int = 80, colour: Bool = false, fileName: String? = nil) {
        self.width = width
        self.colour = colour
        self.fileName = fileName
    }

    /// All diagnostics of a predicate, one after the other, without a line break at the end.
    public func render(_ diagnostics: PredicateDiagnostics) -> String {
        render(diagnostics.diagnostics, in: SourceLines(diagnostics.source))
    }

    /// Diagnostics of a format string that is already cut into lines, without a line break at the end.
    package func render(_ diagnostics: [PredicateDiagnostic], in lines: SourceLines) -> String {
        diagnostics.map { render($0, lines) }.joined(separator: "\n")
    }

    /// One diagnostic of a predicate.
    public func render(_ diagnostic: PredicateDiagnostic, source: String) -> String {
        render(diagnostic, SourceLines(source))
    }

    /// One diagnostic of a line of a file.
    package func render(_ diagnostic: PredicateDiagnostic, line: String, number: Int) -> String {
        render(diagnostic, SourceLines(line), firstLine: number)
    }

    private func render(_ diagnostic: PredicateDiagnostic, _ lines: SourceLines, firstLine: Int = 1) -> String {
        var rows = [heading(diagnostic, lines)]
        let hint = diagnostic.hint ?? inlineFix(diagnostic, lines)
        var marks = [DiagnosticMark(diagnostic.range, hint, isMain: true, lines)]
        marks += diagnostic.labels.map { DiagnosticMark($0.range, $0.message, isMain: false, lines) }
        let touched = shownLines(marks, lines)
        let digits = String((touched.last ?? 0) + firstLine).utf8.count
        let tone: TextRow.Tone = diagnostic.severity == .error ? .error : .warning
        let columns = max(20, width - digits - 4)
        var previous: Int?
        for index in touched {
            var parts = marks.compactMap { $0.part(in: index, lines) }
            if parts.isEmpty { continue }
            if let previous, index > previous + 1 {
                rows.append(TextRow(String(repeating: " ", count: digits) + "⋮", .gutter))
            }
            previous = index
            while !parts.isEmpty {
                let view = LineView(lines, index, parts, columns: columns)
                let shown = parts.filter(view.shows)
                rows.append(gutter("\(index + firstLine)", digits) + view.text)
                rows += MarkRows(view, shown, tone).rows.map { gutter("", digits) + $0 }
                // The first mark is always shown; those out of sight get their own snippet.
                parts.removeAll(where: view.shows)
            }
        }
        var notes = diagnostic.notes.map { "note: " + $0 }
        if let fix = separateFix(diagnostic, lines, hint) {
            notes.append((diagnostic.areEditsApplicable ? "fix: " : "suggestion: ") + fix)
        }
        for note in notes {
            let indentation = String(repeating: " ", count: digits + 2)
            rows.append(TextRow(indentation + "= ", .gutter) + TextRow(SafeText.plain(note), .plain))
        }
        return rows.map { $0.string(colour: colour) }.joined(separator: "\n")
    }

    private func heading(_ diagnostic: PredicateDiagnostic, _ lines: SourceLines) -> TextRow {
        var row = TextRow("", .plain)
        if let fileName {
            let location = lines.position(of: diagnostic.range.lowerBound)
            row = TextRow("\(SafeText.plain(fileName)):\(location.line):\(location.column): ", .plain)
        }
        row = row + TextRow(diagnostic.severity.rawValue, diagnostic.severity == .error ? .error : .warning)
        return row + TextRow(": " + SafeText.plain(diagnostic.message), .message)
    }

    private func gutter(_ number: String, _ digits: Int) -> TextRow {
        let padding = String(repeating: " ", count: digits - number.utf8.count)
        return TextRow(" \(padding)\(number) │ ", .gutter)
    }

    /// The lines with marks, without the middle of marks over many lines.
    private func shownLines(_ marks: [DiagnosticMark], _ lines: SourceLines) -> [Int] {
        var shown: Set<Int> = []
        for mark in marks {
            let first = mark.firstLine
            let last = mark.lastLine
            if last - first > 3 {
                shown.formUnion([first, first + 1, last])
            } else {
                shown.formUnion(first...last)
            }
        }
        return shown.sorted()
    }

    // MARK: Fixes

    /// The hint under the mark, if the one edit replaces the marked range and there is no other hint.
    private func inlineFix(_ diagnostic: PredicateDiagnostic, _ lines: SourceLines) -> String? {
        guard diagnostic.edits.count == 1, let edit = diagnostic.edits.first, edit.range == diagnostic.range else {
            return nil
        }
        if edit.text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return nil }
        if edit.text.isEmpty || edit.text == " " && !edit.range.isEmpty {
            return edit.range.isEmpty ? nil : "remove this"
        }
        return edit.range.isEmpty ? "insert `\(edit.text)`" : "write `\(edit.text)`"
    }

    /// The fixed line, if no hint shows the fix.
    private func separateFix(_ diagnostic: PredicateDiagnostic, _ lines: SourceLines, _ hint: String?) -> String? {
        guard hint == nil, !diagnostic.edits.isEmpty else { return nil }
        let lowest = diagnostic.edits.map(\.range.lowerBound).min() ?? 0
        let highest = diagnostic.edits.map(\.range.upperBound).max() ?? 0
        let line = lines.line(of: lines.clamped(lowest))
        guard line == lines.line(of: lines.clamped(highest)) else { return nil }
        let range = lines.lines[line]
        guard range.count < 4 * width else { return nil }
        let start = range.lowerBound
        let moved = diagnostic.moved { SourceRange($0.lowerBound - start, $0.upperBound - start) }
        let text = String(decoding: lines.bytes[range], as: UTF8.self)
        let fixed = PredicateDiagnostic.Edit.apply(moved.edits, to: text)
        return TextWidth.columns(of: fixed) + 9 <= width ? fixed : nil
    }
}

/// A location to mark and its text.
struct DiagnosticMark {
    var range: Range<Int>
    var text: String?
    var isMain: Bool
    var firstLine: Int
    var lastLine: Int

    init(_ range: SourceRange, _ text: String?, isMain: Bool, _ lines: SourceLines) {
        let lower = lines.clamped(range.lowerBound)
        let upper = max(lower, lines.clamped(range.upperBound))
        self.range = lower..<upper
        self.text = text.map(SafeText.plain)
        self.isMain = isMain
        firstLine = lines.line(of: lower)
        lastLine = upper > lower ? lines.line(of: upper - 1) : firstLine
    }

    /// The part of the mark in a line; the text is under the last part. Indentation and empty lines within a mark are
    /// not marked.
    func part(in line: Int, _ lines: SourceLines) -> DiagnosticMark? {
        guard firstLine <= line, line <= lastLine else { return nil }
        let bytes = lines.lines[line]
        var part = self
        var lower = min(max(range.lowerBound, bytes.lowerBound), bytes.upperBound)
        if line > firstLine {
            while lower < bytes.upperBound, lines.bytes[lower] == 0x20 || lines.bytes[lower] == 0x09 { lower += 1 }
            if lower == bytes.upperBound, line < lastLine { return nil }
        }
        part.range = lower..<max(lower, min(range.upperBound, bytes.upperBound))
        part.firstLine = line
        part.lastLine = line
        if line != lastLine { part.text = nil }
        return part
    }
}
