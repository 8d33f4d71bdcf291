/// A replacement of bytes of a document.
package struct DocumentChange: Sendable {
    /// The replaced bytes, in the text before the change.
    package let range: Range<Int>
    /// The new bytes.
    package let text: [UInt8]

    package init(_ range: Range<Int>, _ text: [UInt8]) {
        self.range = range
        self.text = text
    }

    /// The difference of two texts: all that lies between their common start and their common end.
    package init(from old: [UInt8], to new: [UInt8]) {
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter, old[start] == new[start] { start += 1 }
        // Code points stay whole.
        while start > 0,
            start < old.count && old[start] & 0xC0 == 0x80 || start < new.count && new[start] & 0xC0 == 0x80
        {
            start -= 1
        }
        var end = 0
        while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        while end > 0, old[old.count - end] & 0xC0 == 0x80 { end -= 1 }
        range = start..<(old.count - end)
        text = Array(new[start..<(new.count - end)])
    }
}
