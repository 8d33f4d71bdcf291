import Foundation
import PredicateCore
import PredicateFiles
import PredicateFormat
import PredicateTesting
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Files of other programs' writers: each text is the one that was written, and each byte of it stands where the map says.
@Suite struct MarkupFixtureTests {
    @Test func fixturesAreThere() {
        #expect(MarkupFixture.all.count > 80)
        #expect(MarkupFixture.all.contains { $0.isBinary })
    }

    @Test(arguments: MarkupFixture.all("json")) func json(fixture: MarkupFixture) throws {
        let file = fixture.bytes
        let node = try JSONConfigurationReader.read(file)
        #expect(sameTexts(node.allTexts.map(\.text), fixture.texts))
        for text in node.allTexts + node.allKeys {
            #expect(text.style == .json)
            #expect(misplaced(text, in: file, meaning: jsonMeaning) == nil)
        }
        if fixture.writer == "json keys" { #expect(sameTexts(node.allKeys.map(\.text), fixture.texts)) }
        for node in node.everything { if case .text(let text) = node.content { checkQuotes(file, node.range, text) } }
    }

    private func checkQuotes(_ file: [UInt8], _ range: Range<Int>, _ text: LocatedText) {
        #expect(range.lowerBound + 1 == text.fileRange.lowerBound && range.upperBound - 1 == text.fileRange.upperBound)
        #expect(file[range.lowerBound] == UInt8(ascii: "\"") && file[range.upperBound - 1] == UInt8(ascii: "\""))
    }

    @Test(arguments: MarkupFixture.all("plist")) func propertyLists(fixture: MarkupFixture) throws {
        let file = fixture.bytes
        #expect(PropertyListReader.kind(of: file) == (fixture.isBinary ? .binary : .xml))
        let node = try PropertyListReader.read(file)
        #expect(sameTexts(node.allTexts.map(\.text), fixture.texts))
        for text in node.allTexts + node.allKeys {
            if fixture.isBinary {
                #expect(text.style == .binary && text.fileRange == 0..<0)
            } else {
                #expect(text.style == .xmlText)
                #expect(misplaced(text, in: file) { xmlMeaning($0, inValue: false) } == nil)
            }
        }
        let items = try #require(node["conditional_items"])
        guard case .sequence(let nodes) = items.content, case .mapping(let entries)? = nodes.first?.content else {
            Issue.record("no items")
            return
        }
        #expect(entries.map(\.key.text) == ["condition", "n", "d", "t"])
        #expect(entries.dropFirst().map(\.value.outline) == ["5", "YWJj", "true"])
        #expect(node["empty"]?.outline == "{}")
        #expect(node["none"]?.outline == "[]")
    }

    @Test(arguments: MarkupFixture.all("xml")) func xml(fixture: MarkupFixture) throws {
        let file = fixture.bytes
        let elements = try MarkupElement.all(of: file)
        #expect(
            sameTexts(elements.flatMap { $0.values.map(\.text) + ($0.text.map { [$0.text] } ?? []) }, fixture.texts))
        for element in elements {
            for value in element.values {
                guard case .xmlAttribute(let quote) = value.style else {
                    Issue.record("no value")
                    return
                }
                #expect(file[value.fileRange.lowerBound - 1] == quote && file[value.fileRange.upperBound] == quote)
                #expect(misplaced(value, in: file) { xmlMeaning($0, inValue: true) } == nil)
            }
            if let text = element.text {
                #expect(misplaced(text, in: file) { xmlMeaning($0, inValue: false) } == nil)
            }
        }
    }

    #if canImport(FoundationXML) || canImport(Darwin)
    @Test(arguments: MarkupFixture.all.filter { $0.format != "json" && !$0.isBinary })
    func foundationReadsTheSame(fixture: MarkupFixture) throws {
        let collector = ElementCollector()
        let parser = XMLParser(data: Data(fixture.bytes))
        parser.delegate = collector
        #expect(parser.parse())
        let elements = try MarkupElement.all(of: fixture.bytes)
        #expect(sameTexts(elements.map(\.name), collector.elements.map(\.name)))
        for (element, other) in zip(elements, collector.elements) {
            #expect(sameTexts(element.outline.map(withLineFeeds), other.outline.map(withLineFeeds)))
        }
    }

    /// A text with one line feed for each row of line breaks. XMLParser on Linux keeps a carriage return in a CDATA section, and one
    /// without a line feed; XML 1.0 (section 2.11) and expat say that it is a line feed.
    private func withLineFeeds(_ text: String) -> String {
        let isBreak = { (scalar: Unicode.Scalar) in scalar == "\r" || scalar == "\n" }
        let lines = text.unicodeScalars.split(whereSeparator: isBreak).map { String($0) }
        let ends = [text.unicodeScalars.first, text.unicodeScalars.last].map { $0.map(isBreak) ?? false }
        return (ends[0] ? "\n" : "") + lines.joined(separator: "\n") + (ends[1] ? "\n" : "")
    }
    #endif

    /// What a style writes, its reader reads.
    @Test func writtenTextsAreReadAgain() throws {
        let texts = Set(MarkupFixture.all.flatMap(\.texts).map { ExactName($0) }).map(\.text)
        #expect(texts.count > 60)
        for text in texts {
            let json = try #require(TextStyle.json.written(text))
            #expect(sameTexts(try JSONConfigurationReader.read(Array("\"\(json)\"".utf8)).allTexts.map(\.text), [text]))
            for quote in ["\"", "'"] {
                let style = TextStyle.xmlAttribute(quote: Array(quote.utf8)[0])
                guard let value = style.written(text), let content = TextStyle.xmlText.written(text),
                    !text.unicodeScalars.contains("\u{FFFE}"), !text.unicodeScalars.contains("\u{FFFF}")
                else { continue }
                let element = try MarkupElement.all(of: Array("<a b=\(quote)\(value)\(quote)>\(content)</a>".utf8))
                #expect(sameTexts(element.flatMap { $0.values.map(\.text) + [$0.text?.text ?? ""] }, [text, text]))
            }
        }
    }

    // MARK: Damaged files

    @Test(arguments: MarkupFixture.all.indices) func damagedFiles(index: Int) throws {
        let fixture = try #require(MarkupFixture.all.indices.contains(index) ? MarkupFixture.all[index] : nil)
        var random = SeededRandom(seed: UInt64(index))
        let file = fixture.bytes
        for _ in 0..<(runsDeepTests ? 100 : 30) {
            let damaged = random.damaged(file)
            _ = PropertyListReader.kind(of: damaged)
            switch fixture.format {
            case "json":
                check(damaged) { () throws(ConfigurationError) in try JSONConfigurationReader.read(damaged) }
                check(damaged) { () throws(ConfigurationError) in try PlainTextReader.read(damaged) }
            case "plist":
                check(damaged) { () throws(ConfigurationError) in try PropertyListReader.read(damaged) }
            default:
                do {
                    for element in try MarkupElement.all(of: damaged) {
                        for text in element.values + (element.text.map { [$0] } ?? []) {
                            #expect(text.fileRange.upperBound <= damaged.count)
                            #expect(text.map.count == text.text.utf8.count)
                        }
                    }
                } catch {
                    #expect((0...damaged.count).contains(error.offset))
                }
            }
        }
    }

    private func check(_ file: [UInt8], _ read: () throws(ConfigurationError) -> ConfigurationNode) {
        do {
            let node = try read()
            for value in node.everything {
                #expect(value.range.lowerBound >= 0 && value.range.upperBound <= file.count)
            }
            for text in node.allTexts + node.allKeys {
                #expect(text.fileRange.lowerBound >= 0 && text.fileRange.upperBound <= file.count)
                #expect(text.map.count == text.text.utf8.count)
            }
        } catch {
            #expect((0...file.count).contains(error.offset))
        }
    }
}

/// An element with its attributes, and its text if it has no elements.
struct MarkupElement {
    let name: String
    let names: [String]
    let values: [LocatedText]
    var text: LocatedText?

    /// Name, attributes in the order of their names, and text.
    var outline: [String] {
        let pairs = zip(names, values.map(\.text)).sorted { $0.0 < $1.0 }
        return [name] + pairs.flatMap { [$0.0, $0.1] } + [text?.text ?? ""]
    }

    static func all(of file: [UInt8]) throws(ConfigurationError) -> [MarkupElement] {
        var tokenizer = try XMLTokenizer(file)
        var elements: [MarkupElement] = []
        var open: [(index: Int, text: XMLElementText, isLeaf: Bool)] = []
        while let token = try tokenizer.next() {
            switch token.content {
            case .start(let name, let attributes):
                if let last = open.indices.last { open[last].isLeaf = false }
                open.append((elements.count, XMLElementText(at: token.range.upperBound), true))
                elements.append(
                    MarkupElement(
                        name: name.text, names: attributes.map(\.name.text), values: attributes.map(\.value)))
            case .end:
                if let last = open.popLast(), last.isLeaf { elements[last.index].text = last.text.text }
            case .text(let text):
                if let last = open.indices.last { open[last].text.append(text) }
            default: break
            }
        }
        return elements
    }
}

#if canImport(FoundationXML) || canImport(Darwin)
/// The same by Foundation.
private final class ElementCollector: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""
        var isLeaf = true

        var outline: [String] {
            let pairs = attributes.sorted { $0.key < $1.key }
            return [name] + pairs.flatMap { [$0.key, $0.value] } + [isLeaf ? text : ""]
        }
    }

    var elements: [Element] = []
    private var open: [Int] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if let last = open.last { elements[last].isLeaf = false }
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) { _ = open.popLast() }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let last = open.last { elements[last].text += text }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        if let last = open.last { elements[last].text += String(decoding: block, as: UTF8.self) }
    }
}
#endif
