import PredicateCore
import PredicateFiles
import Testing

@Suite struct TextMapTests {
    /// `a "é" b`, written as `a &quot;\u00e9&quot; b` at offset 10.
    private var map: TextMap {
        var map = TextMap(at: 10)
        map.appendVerbatim(2, at: 10)
        map.appendUnit(1, for: 12..<18)
        map.appendUnit(2, for: 18..<24)
        map.appendUnit(1, for: 24..<30)
        map.appendVerbatim(2, at: 30)
        return map
    }

    @Test(arguments: [
        (0, 1, 10, 11), (0, 2, 10, 12), (2, 3, 12, 18), (3, 4, 18, 24), (3, 5, 18, 24), (4, 5, 18, 24), (1, 6, 11, 30),
        (6, 8, 30, 32), (5, 5, 24, 24), (8, 8, 32, 32), (0, 0, 10, 10), (0, 99, 10, 32), (-3, 1, 10, 11),
    ])
    func rangesInTheFile(lower: Int, upper: Int, first: Int, end: Int) {
        #expect(map.fileRange(of: SourceRange(lower, upper)) == first..<end)
    }

    @Test(arguments: [(10, 0), (11, 1), (12, 2), (15, 2), (20, 3), (31, 7), (32, 8)])
    func offsetsInTheText(file: Int, text: Int) { #expect(map.offset(of: file) == text) }

    @Test func outsideOfTheText() {
        #expect(map.offset(of: 9) == nil)
        #expect(map.offset(of: 33) == nil)
        #expect(TextMap(at: 7).fileRange(of: SourceRange(0, 0)) == 7..<7)
    }

    @Test func aPartIsAMapOfItsOwn() {
        let part = map.part(SourceRange(1, 5))
        #expect(part.count == 4)
        #expect(part.fileRange(of: SourceRange(0, 4)) == 11..<24)
        #expect(part.fileRange(of: SourceRange(1, 2)) == 12..<18)
    }
}
