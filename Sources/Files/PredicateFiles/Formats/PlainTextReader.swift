import PredicateFormat

/// Reads a file with one predicate a line.
///
/// A line that begins with `#` is a comment, and a blank line is nothing. A predicate may begin with `#` too, as in `#size > 3`: then a
/// space precedes it. Lines end with LF, CR or both.
package enum PlainTextReader {
    /// A sequence of strings, one for each line that has one, without the white space around it.
    package static func read(_ file: [UInt8]) throws(ConfigurationError) -> ConfigurationNode {
        let source = try UTF8File(file)
        var builder = ConfigurationNodeBuilder()
        try builder.open(isMapping: false, at: source.start)
        var start = source.start
        while start < source.count {
            let end = lineEnd(source, from: start)
            try line(source, start..<end, &builder)
            start = end
            if source[start] == 0x0D { start += 1 }
            if source[start] == 0x0A { start += 1 }
        }
        builder.close(at: source.count)
        guard let root = builder.finish() else { throw ConfigurationError("expected predicates", at: 0) }
        return root
    }

    private static func lineEnd(_ file: UTF8File, from start: Int) -> Int {
        var offset = start
        while let byte = file[offset], byte != 0x0A, byte != 0x0D { offset += 1 }
        return offset
    }

    private static func line(
        _ file: UTF8File, _ range: Range<Int>, _ builder: inout ConfigurationNodeBuilder
    ) throws(ConfigurationError) {
        if file[range.lowerBound] == .numberSign { return }
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, file.bytes[lower].isBlank { lower += 1 }
        while lower < upper, file.bytes[upper - 1].isBlank { upper -= 1 }
        guard lower < upper else { return }
        if let control = file.bytes[lower..<upper].firstIndex(of: 0) {
            throw ConfigurationError("the file has a zero byte, so it is not text", at: control)
        }
        var text = SourceText(at: lower)
        text.appendVerbatim(lower..<upper, of: file.bytes)
        try builder.value(.text(text.text(.verbatim)), lower..<upper)
    }
}
