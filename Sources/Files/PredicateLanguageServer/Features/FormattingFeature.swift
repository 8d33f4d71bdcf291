import PredicateFiles
import PredicateFormat

/// Formats the predicates of a file.
struct FormattingFeature {
    let file: ConfigurationFile
    /// What finds the predicates of a file.
    let predicates: (ConfigurationFile) -> [FoundPredicate]
    let library: PredicateLibrary

    /// An edit of the file.
    typealias Edit = (range: Range<Int>, text: String)

    /// Predicates that are tried one by one if all of them together cannot be formatted.
    private static let singleLimit = 50

    /// The edits of the file, in order.
    ///
    /// - Parameters:
    ///   - range: the part of the file whose predicates are formatted.
    ///   - wrong: the places of predicates in which something is wrong. They stay as they are.
    func edits(in range: Range<Int>, except wrong: Set<Range<Int>>) -> [Edit] {
        let predicates = self.predicates(file)
        let formatter = PredicateFormatter(library: library)
        var places: Set<Range<Int>> = []
        var changes: [(place: Range<Int>, text: String, edits: [Edit])] = []
        for predicate in predicates {
            let place = predicate.text.fileRange
            guard predicate.text.style != .binary, place.lowerBound <= range.upperBound,
                range.lowerBound <= place.upperBound, !wrong.contains(place), places.insert(place).inserted,
                let edits = formatter.edits(of: predicate), !edits.isEmpty
            else { continue }
            let written = edits.compactMap { predicate.text.replacement(of: $0.range, with: $0.text) }
            guard written.count == edits.count else { continue }
            changes.append((place, PredicateFormatter.applying(edits, to: predicate.text.text), written))
        }
        let all = changes.flatMap(\.edits)
        if all.isEmpty || isAsMeant(predicates, changes) { return all }
        return changes.prefix(Self.singleLimit).filter { isAsMeant(predicates, [$0]) }.flatMap(\.edits)
    }

    /// Whether the edited file can be read, and holds the formatted texts.
    private func isAsMeant(
        _ predicates: [FoundPredicate], _ changes: [(place: Range<Int>, text: String, edits: [Edit])]
    ) -> Bool {
        var bytes: [UInt8] = []
        var copied = 0
        for edit in changes.flatMap(\.edits) {
            guard edit.range.lowerBound >= copied else { return false }
            bytes += file.bytes[copied..<edit.range.lowerBound]
            bytes += Array(edit.text.utf8)
            copied = edit.range.upperBound
        }
        bytes += file.bytes[copied...]
        guard let again = try? ConfigurationFile(path: file.path, bytes, file.format) else { return false }
        let formatted = Dictionary(changes.map { ($0.place, $0.text) }, uniquingKeysWith: { first, _ in first })
        let after = self.predicates(again)
        return after.count == predicates.count
            && zip(predicates, after).allSatisfy { old, new in
                sameCodePoints(formatted[old.text.fileRange] ?? old.text.text, new.text.text)
            }
    }
}
