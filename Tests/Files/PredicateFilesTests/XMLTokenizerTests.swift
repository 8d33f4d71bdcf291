import PredicateFiles
import PredicateFormat
import PredicateTesting
import Testing

@Suite struct XMLTokenizerTests {
    /// The pieces of a document, in a short form.
    private func pieces(_ text: String) throws(ConfigurationError) -> [String] {
        var tokenizer = try XMLTokenizer(Array(text.utf8))
        var pieces: [String] = []
        while let token = try tokenizer.next() {
            switch token.content {
            case .start(let name, let attributes):
                pieces.append("<" + name.text + attributes.map { " \($0.name.text)=\($0.value.text)" }.joined() + ">")
            case .end(let name): pieces.append("/" + name.text)
            case .text(let text): pieces.append((text.style == .cdata ? "[" : "") + text.text)
            case .comment(let text): pieces.append("#" + text)
            case .doctype(let name): pieces.append("!" + name.text)
            case .instruction(let name): pieces.append("?" + name.text)
            }
        }
        return pieces
    }

    @Test(arguments: [
        ("<a/>", ["<a>", "/a"]), ("\u{FEFF} <a ></a\n>\n", ["<a>", "/a"]),
        ("<?xml version='1.1'?><a>x</a>", ["<a>", "x", "/a"]),
        (
            "<?xml version=\"1.0\" encoding='Utf-8' standalone='no' ?>\n<!-- c --><a/><?p q?>",
            ["# c ", "<a>", "/a", "?p"]
        ),
        ("<a b='1' c=\"'\"/>", ["<a b=1 c='>", "/a"]),
        ("<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&#x0000041;</a>", ["<a>", "<>&\"'A😀A", "/a"]),
        ("<a>1\r\n2\r3\n4</a>", ["<a>", "1\n2\n3\n4", "/a"]),
        ("<a b='1\r\n2\r3\n4\t5&#10;&#13;&#9;'/>", ["<a b=1 2 3 4 5\n\r\t>", "/a"]),
        ("<a>x<![CDATA[&lt;<b>]]]]>y</a>", ["<a>", "x", "[&lt;<b>]]", "y", "/a"]),
        ("<!DOCTYPE a [ <!ENTITY e '&x;]>'> <!-- ]> ' --> <?p ]>?> ] ><a/>", ["!a", "<a>", "/a"]),
        ("<é:ü.1-·/>", ["<é:ü.1-·>", "/é:ü.1-·"]), ("<a>></a>", ["<a>", ">", "/a"]), ("<a b='>'/>", ["<a b=>>", "/a"]),
        ("<a e\u{301}='1' é='2'/>", ["<a e\u{301}=1 é=2>", "/a"]),
    ])
    func documents(text: String, expected: [String]) throws {
        #expect(sameTexts(try pieces(text), expected))
    }

    @Test(arguments: [
        ("", "the file has no element", 0), ("  <!-- -->", "the file has no element", 10),
        ("x", "expected `<`: this is not XML", 0), ("<a/>x", "there is text after the root element", 4),
        ("<a/><b/>", "a document has one root element", 4), ("<a>", "the element `a` is not closed", 0),
        ("<a><b></a>", "this ends `a`, but the element that is open is `b`", 6),
        ("<e\u{301}></é>", "this ends `é`, but the element that is open is `e\u{301}`", 5),
        ("<a/></a>", "no element `a` is open", 4), ("<a", "the tag is not closed", 0),
        ("<a><</a>", "`<` begins a tag; as text it is written `&lt;`", 3),
        ("<a>x < 3</a>", "`<` begins a tag; as text it is written `&lt;`", 5),
        ("<a>&</a>", "`&` begins an entity; alone it is written `&amp;`", 3),
        ("<a>x && y</a>", "`&` begins an entity; alone it is written `&amp;`", 5),
        ("<a b='<'/>", "in a value `<` is written `&lt;`", 6), ("<a>]]></a>", "as text `]]>` is written `]]&gt;`", 3),
        ("<a>&eacute;</a>", "`&eacute;` is not one of the five entities of XML; entities of a DOCTYPE are not read", 3),
        ("<a>&#0;</a>", "XML has no character of this number", 3),
        ("<a>&#xD800;</a>", "XML has no character of this number", 3),
        ("<a>&#99999999999999999999;</a>", "XML has no character of this number", 3),
        ("<a>&#;</a>", "expected the number of a character, as in `&#38;` or `&#x26;`", 3),
        ("<a>&#X41;</a>", "expected the number of a character, as in `&#38;` or `&#x26;`", 3),
        ("<a>\u{1}</a>", "XML does not allow this character", 3),
        ("<a>é\u{FFFE}</a>", "XML does not allow this character", 5),
        ("<a b=1/>", "expected a value in quotes", 5), ("<a b/>", "expected `=`", 4),
        ("<a b='1'c='2'/>", "expected a space, `/>` or `>`", 8),
        ("<a b='1' b='2'/>", "the attribute `b` occurs twice", 9),
        ("<a b='", "the value is not closed", 5), ("<a 1='2'/>", "expected the name of an attribute", 3),
        ("<a/ >", "expected `/>`", 2), ("</ a>", "expected the name of an element", 2),
        ("<a></a b>", "expected `>`", 7), ("<a><![CDATA[x]]</a>", "the CDATA section is not closed", 3),
        ("<![CDATA[]]><a/>", "a CDATA section is outside of the root element", 0),
        ("<!-- a -- b --><a/>", "a comment cannot contain `--`", 7), ("<!-- ", "the comment is not closed", 0),
        ("<a><!x></a>", "`<!` begins a comment, a CDATA section or a DOCTYPE", 3),
        ("<a/><!DOCTYPE a>", "only one DOCTYPE is allowed, before the root element", 4),
        ("<!DOCTYPE a [", "the DOCTYPE is not closed", 0),
        ("<!DOCTYPE>", "a DOCTYPE has the name of the root element", 9),
        (" <?xml version='1.0'?><a/>", "an XML declaration must be at the very beginning of a file", 1),
        ("<?p ", "the processing instruction is not closed", 0), ("<?p", "expected a space or `?>`", 3),
        ("<? p?>", "expected the name of a processing instruction", 2),
        ("<?xml version='2.0'?><a/>", "this version of XML is unknown", 15),
        ("<?xml encoding='utf-8'?><a/>", "an XML declaration has a version, then an encoding, then `standalone`", 6),
        ("<?xml ?><a/>", "an XML declaration has a version", 0),
        ("<?xml version='1.0'", "the XML declaration is not closed", 0),
        ("<?xml version='1.0' encoding='latin1'?><a/>", "the file says that it is latin1; only UTF-8 can be read", 30),
        ("<?xml version='1.0' encoding='UTF-16'?><a/>", "the file says that it is UTF-16; only UTF-8 can be read", 30),
        (
            "<?xml version='1.0' encoding='ASCII'?><a>é</a>",
            "the file says that it is ASCII, but this character is not", 41
        ),
    ])
    func errors(text: String, message: String, offset: Int) throws {
        #expect(throws: ConfigurationError(message, at: offset)) { try pieces(text) }
    }

    @Test func encodings() {
        for text in ["\u{FEFF}<a/>", "<a/>"] {
            let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            for file in [little, big] {
                #expect(throws: ConfigurationError("the file is UTF-16; only UTF-8 can be read", at: 0)) {
                    try XMLTokenizer(file)
                }
            }
        }
    }

    @Test func textOfAnElementHasAStyle() throws {
        let styles: [(String, TextStyle, String)] = [
            ("<a>\n<![CDATA[x < 1]]>\n</a>", .cdata, "\nx < 1\n"), ("<a>x<![CDATA[ < 1]]></a>", .xmlText, "x < 1"),
            ("<a>x<!-- c --> &lt; 1</a>", .xmlText, "x < 1"), ("<a></a>", .xmlText, ""), ("<a/>", .xmlText, ""),
            ("<a><![CDATA[]]></a>", .cdata, ""),
        ]
        for (text, style, expected) in styles {
            let element = try #require(try MarkupElement.all(of: Array(text.utf8)).first?.text)
            #expect(element.style == style && element.text == expected)
        }
        let empty = try #require(try MarkupElement.all(of: Array("<a><!-- c --></a>".utf8)).first?.text)
        #expect(empty.fileRange == 3..<3)
    }

    @Test(
        arguments: [
            "<a>", "<a b='", "<", "&", "<![CDATA[", "<!--", "<!DOCTYPE a [", "<a/>", "]]", "<?p ", "<a b=\"&lt;", "a",
            "\r", "<a><!---->",
        ])
    func hostileFiles(piece: String) {
        for prefix in ["", "<r>", "<r a='"] {
            let file = Array((prefix + String(repeating: piece, count: 100_000)).utf8)
            let seconds = processorSeconds {
                do throws(ConfigurationError) {
                    var tokenizer = try XMLTokenizer(file)
                    while let token = try tokenizer.next() { #expect(token.range.upperBound <= file.count) }
                } catch {
                    #expect((0...file.count).contains(error.offset))
                }
            }
            #expect(seconds < 20)
        }
    }

    @Test func manyAttributes() throws {
        let text = "<a" + (0..<20_000).map { " b\($0)='&lt;'" }.joined() + "/>"
        #expect(try pieces(text).count == 2)
    }

    /// Entities of a DOCTYPE stay unread, so they cannot multiply.
    @Test func entitiesAreNotExpanded() {
        let levels = (1...9).map { "<!ENTITY l\($0) \"" + String(repeating: "&l\($0 - 1);", count: 10) + "\">" }
        let text = "<!DOCTYPE a [<!ENTITY l0 \"ha\">" + levels.joined() + "]><a>&l9;</a>"
        #expect(
            throws: ConfigurationError(
                "`&l9;` is not one of the five entities of XML; entities of a DOCTYPE are not read",
                at: text.utf8.count - 8)
        ) { try pieces(text) }
        let external = "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>"
        #expect(throws: ConfigurationError.self) { try pieces(external) }
    }

    @Test func depth() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        #expect(try pieces(nested(200)).count == 400)
        #expect(throws: ConfigurationError("elements are nested deeper than 200 levels", at: 600)) {
            try pieces(nested(201))
        }
    }
}
