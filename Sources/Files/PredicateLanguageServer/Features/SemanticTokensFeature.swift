import PredicateCore
import PredicateFiles

/// The words and signs of predicates, for the colours of an editor.
enum SemanticTokensFeature {
    /// The kinds of tokens, in the order of their numbers.
    static let legend = PredicateToken.Kind.allCases.filter { $0 != .punctuation }.map(\.rawValue)

    /// Pieces of the file with the number of their kind, in order. A piece lies on one line.
    static func pieces(
        of predicates: [FoundPredicate], in text: EditorText, _ library: PredicateLibrary, within range: Range<Int>
    ) -> [(range: Range<Int>, kind: Int)] {
        var pieces: [(range: Range<Int>, kind: Int)] = []
        var texts: Set<Range<Int>> = []
        for predicate in predicates {
            let place = predicate.text.fileRange
            guard predicate.text.style != .binary, place.overlaps(range) || place == range,
                texts.insert(place).inserted
            else { continue }
            for token in PredicateToken.tokens(of: predicate.text.text, library) {
                guard let kind = legend.firstIndex(of: token.kind.rawValue) else { continue }
                for piece in lines(of: predicate.text.map.part(token.range), in: text) where piece.overlaps(range) {
                    pieces.append((piece, kind))
                }
            }
        }
        pieces.sort { $0.range.lowerBound < $1.range.lowerBound }
        // Two predicates may be at the same location, by two profiles. Clients take no overlapping tokens.
        var end = 0
        return pieces.filter { piece in
            guard piece.range.lowerBound >= end else { return false }
            end = piece.range.upperBound
            return true
        }
    }

    /// The pieces of the file that hold a string, cut at the ends of lines, without indentation around the string.
    private static func lines(of map: TextMap, in text: EditorText) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        for run in map.runs {
            let whole = run.file..<(run.file + run.fileCount)
            if !run.isVerbatim,
                text.bytes[whole.clamped(to: text.bytes.indices)].contains(where: { $0 == 0x0A || $0 == 0x0D })
            {
                continue
            }
            for piece in cut(whole.clamped(to: text.bytes.indices), in: text) {
                if let last = pieces.last, last.upperBound == piece.lowerBound,
                    text.line(of: last.lowerBound) == text.line(of: piece.lowerBound)
                {
                    pieces[pieces.count - 1] = last.lowerBound..<piece.upperBound
                } else {
                    pieces.append(piece)
                }
            }
        }
        return pieces
    }

    private static func cut(_ range: Range<Int>, in text: EditorText) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var line = text.line(of: range.lowerBound)
        while true {
            let contents = text.contents(ofLine: line)
            guard contents.lowerBound < range.upperBound else { return pieces }
            let piece =
                max(
                    contents.lowerBound, range.lowerBound)..<max(
                    max(contents.lowerBound, range.lowerBound), min(contents.upperBound, range.upperBound))
            if !piece.isEmpty { pieces.append(piece) }
            if contents.upperBound >= range.upperBound { return pieces }
            line += 1
        }
    }

    /// The numbers of the protocol: five for each piece, each place relative to the one before.
    static func data(
        _ pieces: [(range: Range<Int>, kind: Int)], in text: EditorText, _ encoding: PositionEncoding
    ) -> JSONNode {
        var cursor = PositionCursor(text, encoding)
        var numbers: [JSONNode] = []
        numbers.reserveCapacity(pieces.count * 5)
        var last = DocumentPosition(line: 0, character: 0)
        for piece in pieces {
            let start = cursor.position(of: piece.range.lowerBound)
            let end = cursor.position(of: piece.range.upperBound)
            let isSameLine = start.line == last.line
            for number in [
                start.line - last.line, isSameLine ? start.character - last.character : start.character,
                end.character - start.character, piece.kind, 0,
            ] { numbers.append(.integer(number)) }
            last = start
        }
        return ["data": .array(numbers)]
    }
}
