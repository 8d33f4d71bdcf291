import PredicateFormat
import PredicateRecords
import Testing

/// An error shows the line of its location, however the input arrives.
@Suite struct RecordExcerptTests {
    /// The first error of an input.
    private func error(_ source: RecordSource, pointer: [String] = [], values: Bool = false) -> RecordError? {
        do throws(RecordError) {
            let stream = try RecordStream(source, RecordInputOptions(pointer: JSONPointer(pointer), values: values))
            var reader = JSONReader()
            reader.requiresObjects = true
            while let record = try stream.next() { _ = try reader.read(record) }
            return nil
        } catch {
            return error
        }
    }

    /// The text with `^` at the location, and `…` where it is cut.
    private func shown(_ error: RecordError?) -> String? {
        error?.excerpt.map { excerpt in
            let before = String(decoding: excerpt.text.utf8.prefix(excerpt.offset), as: UTF8.self)
            let behind = String(decoding: excerpt.text.utf8.dropFirst(excerpt.offset), as: UTF8.self)
            return (excerpt.isCutAtStart ? "…" : "") + before + "^" + behind + (excerpt.isCutAtEnd ? "…" : "")
        }
    }

    @Test(arguments: [
        ("{\"a\": 1}\n{\"a\": ö}\r\n{}", "{\"a\": ^ö}"),
        ("{\"a\": 1}\n{\"a\": ", "{\"a\": ^"),
        ("{\"a\": 1}\n  5", "  ^5"),
        ("\u{FEFF}nul", "nul^"),
        ("[\n  {\"a\": 1},\n  {\"a\": x}\n]", "…{\"a\": ^x}"),
        ("[\n  {\"a\": 1}\n  {\"a\": 2}\n]", "  ^{\"a\": 2}"),
        ("[{\"a\": 1}, ]", "[{\"a\": 1}, ^]"),
        ("[{\"a\": 1}", "[{\"a\": 1}^"),
    ])
    func theLineOfThePlaceIsShown(_ text: String, _ expected: String) {
        #expect(shown(error(.text(text))) == expected)
    }

    @Test func placesOfPointersAreShown() {
        let text = "{\"a\": {\"b\": 5}}"
        #expect(shown(error(.text(text), pointer: ["x"])) == "{\"a\": {\"b\": 5}}^")
        #expect(shown(error(.text(text), pointer: ["a", "b", "c"])) == "…^5")
        #expect(shown(error(.text("[1]"), values: true)) == "^[1]")
    }

    /// In small chunks, less text may be shown before the location, because it has left memory. The location is the
    /// same.
    @Test(arguments: 1...40)
    func chunksDoNotMoveThePlace(size: Int) throws {
        let text = "[{\"name\": \"Ada\"},\n {\"name\": \"Grace\"} {\"name\": \"Edith\"}]"
        let found = try #require(error(.text(text)))
        let chunked = try #require(error(.pieces(of: text, size)))
        #expect(chunked.location == found.location)
        let excerpt = try #require(chunked.excerpt)
        #expect(excerpt.text.utf8.dropFirst(excerpt.offset).first == UInt8(ascii: "{"))
    }

    @Test func longLinesAreCutBetweenCharacters() throws {
        let filling = String(repeating: "é", count: 500)
        let found = try #require(error(.text("{\"a\": \"\(filling)\" x \"\(filling)\"}")))
        let excerpt = try #require(found.excerpt)
        #expect(excerpt.isCutAtStart && excerpt.isCutAtEnd)
        #expect(excerpt.text.utf8.count <= 402)
        #expect(!excerpt.text.unicodeScalars.contains("\u{FFFD}"))
        #expect(excerpt.text.utf8.dropFirst(excerpt.offset).first == UInt8(ascii: "x"))
    }

    @Test func bytesThatAreNotUTF8AreReplaced() throws {
        let bytes = Array("{\"a\": \"".utf8) + [0xFF, 0xC3] + Array("\"}".utf8)
        #expect(shown(error(.bytes(bytes))) == "{\"a\": \"^\u{FFFD}\u{FFFD}\"}")
    }

    @Test func schemasAreShown() {
        let error = #expect(throws: RecordError.self) {
            _ = try JSONSchemaReader.read("{\n  \"type\": 5\n}", file: "s.json")
        }
        #expect(shown(error) == "  \"type\": ^5")
    }

    @Test func filesHaveNoLine() {
        #expect(error(.file("/nowhere/x"))?.excerpt == nil)
        #expect(error(.bytes([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3]))?.excerpt == nil)
    }
}
