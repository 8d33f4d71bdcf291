@testable import PredicateFiles
import PredicateCore
import Testing

@Suite struct PropertyListReaderTests {
    private func read(_ body: String) throws(ConfigurationError) -> ConfigurationNode {
        try PropertyListReader.read(file(body))
    }

    private func file(_ body: String) -> [UInt8] { Array(("<plist version=\"1.0\">" + body + "</plist>").utf8) }

    @Test(arguments: [
        ("<string>a &lt; 3</string>", "'a < 3'"), ("<string/>", "''"), ("\n<dict/>\n", "{}"), ("<array></array>", "[]"),
        ("<dict><key>a</key><true/><key>b</key><false></false></dict>", "{a:true,b:false}"),
        ("<dict><key>a</key><integer> 5 </integer><key>a</key><real>1.5</real></dict>", "{a:5,a:1.5}"),
        ("<array><date>2024-01-01T00:00:00Z</date><data>\n YWJj\n</data></array>", "[2024-01-01T00:00:00Z,YWJj]"),
        ("<array><array/><dict><key/><array/></dict></array>", "[[],{:[]}]"),
        ("<string>a<!-- c -->b<![CDATA[<c>]]></string>", "'ab<c>'"),
        ("<!-- one --><string>x</string><!-- two -->", "<one><two>'x'"),
        ("<dict>\n<!-- predicate -->\n<key>a</key>\n<string>x</string>\n</dict>", "{a:<predicate>'x'}"),
        (
            "<dict>\n<key>a</key><!-- predicate -->\n<string>x</string> <!-- behind -->\n</dict>",
            "{a:<predicate><behind>'x'}"
        ),
        (
            "<dict>\n<key>a</key>\n<string>x</string>\n<!-- next -->\n<key>b</key>\n<true/>\n</dict>",
            "{a:'x',b:<next>true}"
        ),
        ("<array>\n<!-- far -->\n\n<string>x</string>\n</array>", "['x']"),
        ("<array><string>x</string><!-- y --><string>y</string></array>", "['x',<y>'y']"),
        ("<array> <!-- list -->\r\n<string>x</string></array>", "<list>['x']"),
    ])
    func values(body: String, outline: String) throws {
        #expect(try read(body).outline(file(body), .propertyList) == outline)
    }

    @Test(arguments: [
        ("", "the property list is empty", -21), ("<foo/>", "property lists have no such element", 0),
        ("<string/><string/>", "a property list has one value", 9), ("x", "there is text outside of a value", 0),
        ("<array> \n x</array>", "there is text outside of a value", 10),
        ("<key>a</key>", "a key is outside of a `dict`", 0),
        ("<array><key/></array>", "a key is outside of a `dict`", 7),
        ("<dict><string/></dict>", "a value in a `dict` needs a key", 6),
        ("<dict><key>a</key><key>b</key></dict>", "expected the value of the key", 18),
        ("<dict><key>a</key></dict>", "the last key has no value", 18),
        ("<string><b/></string>", "`string` has text only", 8),
        ("<true>x</true>", "`true` is empty", 6),
    ])
    func errors(body: String, message: String, offset: Int) {
        #expect(throws: ConfigurationError(message, at: 21 + offset)) { try read(body) }
    }

    @Test(
        arguments: [
            ("<plist/>", .xml), ("<?xml version='1.0'?><!DOCTYPE plist PUBLIC '' ''><pli", .xml),
            ("\u{FEFF}<plist><", .xml),
            ("<!DOCTYPE html><plist/>", nil), ("<model/>", nil), ("", nil), ("bplist00", .binary), ("{}", nil),
            ("[]", nil),
            ("{\"a\": 1}", nil), ("{\"a\" = 1;}", .ascii), ("// !$*UTF8*$!\n{ archiveVersion = 1; }", .ascii),
            ("/* c */ \"a\" = \"b\";", .ascii), ("( a, b )", .ascii), ("key: value", nil), ("name = 'x'", nil),
            ("a = 1", nil), ("a = {b = 1}", nil),
            ("(a == 1) AND b", nil), ("((a))", nil), ("( { a = 1; } )", .ascii), ("a = b ;", .ascii),
            ("\"", nil),
            ("/*", nil),
        ] as [(String, PropertyListReader.Kind?)])
    func kinds(text: String, kind: PropertyListReader.Kind?) {
        #expect(PropertyListReader.kind(of: Array(text.utf8)) == kind)
    }

    @Test func oldForm() {
        #expect(
            throws: ConfigurationError(
                "this is a property list in the old ASCII form, which cannot be read; `plutil -convert xml1` makes one in XML",
                at: 0)
        ) { try PropertyListReader.read(Array("{ a = b; }".utf8)) }
        #expect(throws: ConfigurationError("expected the element `plist`", at: 0)) {
            try PropertyListReader.read(Array("<model/>".utf8))
        }
    }

    @Test func locations() throws {
        let file = Array(
            "<plist>\r\n<dict><key>a&amp;b</key>\r\n<string>x &lt; <![CDATA['<']]></string></dict></plist>".utf8)
        let node = try PropertyListReader.read(file)
        let value = try #require(node["a&b"])
        #expect(String(decoding: file[value.range], as: UTF8.self) == "<string>x &lt; <![CDATA['<']]></string>")
        let text = try #require(value.text)
        #expect(text.text == "x < '<'")
        let place = { (range: SourceRange) in String(decoding: file[text.map.fileRange(of: range)], as: UTF8.self) }
        #expect(place(SourceRange(2, 3)) == "&lt;")
        #expect(place(SourceRange(4, 7)) == "'<'")
        #expect(String(decoding: file[node.range], as: UTF8.self).hasPrefix("<dict><key>a&amp;b"))
    }

    // MARK: Binary property lists

    /// A binary property list of objects with references of one byte; the first one is its value.
    private func binary(_ objects: [[UInt8]], references: UInt8 = 1) -> [UInt8] {
        var file = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += [UInt8(file.count >> 8), UInt8(file.count & 0xFF)]
            file += object
        }
        let table = file.count
        func eight(_ value: Int) -> [UInt8] { [0, 0, 0, 0, 0, 0, UInt8(value >> 8), UInt8(value & 0xFF)] }
        return file + offsets + [0, 0, 0, 0, 0, 0, 2, references] + eight(objects.count) + eight(0) + eight(table)
    }

    private func outline(_ objects: [[UInt8]]) throws(ConfigurationError) -> String {
        try PropertyListReader.read(binary(objects)).outline
    }

    @Test(
        arguments: [
            ([[0x51, 0x61]], "'a'"), ([[0x61, 0x00, 0xE9]], "'é'"), ([[0x62, 0xD8, 0x3D, 0xDE, 0x00]], "'😀'"),
            ([[0x50]], "''"),
            ([[0x10, 0xFF]], "255"), ([[0x13, 255, 255, 255, 255, 255, 255, 255, 254]], "-2"),
            ([[0x14, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]], "18446744073709551615"),
            ([[0x08]], "false"), ([[0x09]], "true"), ([[0x00]], "null"), ([[0x22, 0x3F, 0xC0, 0, 0]], "1.5"),
            ([[0x33, 0, 0, 0, 0, 0, 0, 0, 0]], "2001-01-01T00:00:00Z"), ([[0x43, 0x61, 0x62, 0x63]], "YWJj"),
            ([[0x80, 7]], "7"),
            ([[0xA2, 1, 1], [0x09]], "[true,true]"),
            ([[0xD2, 1, 2, 2, 1], [0x51, 0x62], [0x51, 0x61]], "{b:'a',a:'b'}"),
            ([[0xAF, 0x10, 1, 1], [0xD0]], "[{}]"),
            ([[0x33, 0x7F, 0xEF, 0, 0, 0, 0, 0, 0]], "1.7415152243978685e+308"),
        ] as [([[UInt8]], String)])
    func binaryValues(objects: [[UInt8]], outline: String) throws {
        #expect(try self.outline(objects) == outline)
    }

    @Test(
        arguments: [
            ([[0xA1, 0]], "values are nested deeper than 200 levels"),
            ([[0xD1, 1, 0], [0x51, 0x61]], "values are nested deeper than 200 levels"),
            ([[0xA1, 9]], "the binary property list is damaged"),
            ([[0x5F, 0x10, 0xFF]], "the binary property list is damaged"),
            ([[0x5F, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255]], "the binary property list is damaged"),
            ([[0xDF, 0x13, 0x00, 255, 255, 255, 255, 255, 255, 255]], "the binary property list is damaged"),
            ([[0xD1, 1, 1], [0x09]], "expected a string"),
            ([[0x61, 0xD8, 0x00]], "the text has half of a surrogate pair"),
            ([[0x51, 0xE9]], "the binary property list is damaged"), ([[0xF0]], "the binary property list is damaged"),
            ([[0x18]], "the binary property list is damaged"), ([[0x2F]], "the binary property list is damaged"),
        ] as [([[UInt8]], String)])
    func damagedBinaryFiles(objects: [[UInt8]], message: String) {
        #expect { try outline(objects) } throws: { ($0 as? ConfigurationError)?.message == message }
    }

    /// Lists that share their parts mean 2 to the power of 60 values.
    @Test func sharedLists() {
        let objects: [[UInt8]] = (1...60).map { [0xA2, $0, $0] } + [[0x09]]
        #expect { try outline(objects) } throws: {
            ($0 as? ConfigurationError)?.message == "the values share their parts too often"
        }
    }

    @Test func shortBinaryFiles() {
        let file = binary([[0xA2, 1, 1], [0x51, 0x61]])
        for count in 6..<file.count {
            #expect(throws: ConfigurationError.self) { try PropertyListReader.read(Array(file.prefix(count))) }
        }
        #expect(throws: ConfigurationError("this version of binary property lists is unknown", at: 0)) {
            try PropertyListReader.read(Array("bplist15".utf8) + file.dropFirst(8))
        }
    }
}
