import PredicateFiles
import PredicateFormat

extension LocatedText {
    /// The text behind a change of its file that the reader of the file could not follow. The new bytes count as they are, without
    /// escapes. Nil if the change removes a bound of the text.
    func following(_ change: DocumentChange) -> LocatedText? {
        let place = fileRange
        let shift = change.text.count - change.range.count
        if change.range.upperBound < place.lowerBound
            || change.range.upperBound == place.lowerBound && change.range.lowerBound < place.lowerBound
        {
            return LocatedText(text, map.moved(by: shift), style)
        }
        if change.range.lowerBound > place.upperBound { return self }
        guard change.range.lowerBound >= place.lowerBound, change.range.upperBound <= place.upperBound,
            let lower = map.offset(of: change.range.lowerBound), let upper = map.offset(of: change.range.upperBound)
        else { return change.range.lowerBound == place.upperBound ? self : nil }
        let count = text.utf8.count
        let before = part(SourceRange(0, lower))
        let behind = part(SourceRange(max(lower, upper), count))
        var newMap = TextMap(at: min(place.lowerBound, change.range.lowerBound))
        newMap.append(before.map)
        newMap.appendVerbatim(change.text.count, at: change.range.lowerBound)
        newMap.append(behind.map.moved(by: shift))
        return LocatedText(before.text + String(decoding: change.text, as: UTF8.self) + behind.text, newMap, style)
    }
}

extension TextMap {
    /// The map of the same text in a file with more or fewer bytes before it.
    func moved(by shift: Int) -> TextMap {
        if shift == 0 { return self }
        var moved = TextMap(at: fileRange.lowerBound + shift)
        for run in runs {
            if run.isVerbatim {
                moved.appendVerbatim(run.textCount, at: run.file + shift)
            } else {
                moved.appendUnit(run.textCount, for: (run.file + shift)..<(run.file + run.fileCount + shift))
            }
        }
        return moved
    }
}
