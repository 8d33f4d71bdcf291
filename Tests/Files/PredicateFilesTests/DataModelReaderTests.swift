import Foundation
import PredicateCore
import PredicateFiles
import PredicateTesting
import Testing

@Suite struct DataModelReaderTests {
    /// A library of books, as Xcode writes models.
    private static let library = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
            <entity name="Item" representedClassName="Item" isAbstract="YES" syncable="YES">
                <attribute name="title" attributeType="String"/>
                <attribute name="added" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
            </entity>
            <entity name="Book" representedClassName="Book" parentEntity="Item" syncable="YES">
                <attribute name="pages" optional="YES" attributeType="Integer 16" defaultValueString="0"/>
                <attribute name="price" attributeType="Decimal"/>
                <attribute name="isNew" attributeType="Boolean"/>
                <attribute name="rating" attributeType="Float"/>
                <attribute name="cover" optional="YES" attributeType="Binary"/>
                <attribute name="id" attributeType="UUID"/>
                <attribute name="page" optional="YES" attributeType="URI"/>
                <attribute name="tags" optional="YES" attributeType="Transformable"/>
                <attribute name="sortTitle" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(title)"/>
                <attribute name="plain" optional="YES" attributeType="String" derivationExpression="old"/>
                <relationship name="authors" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
                <relationship name="chapters" toMany="YES" ordered="YES" destinationEntity="Chapter"/>
                <relationship name="publisher" optional="YES" maxCount="1" destinationEntity="Publisher"/>
                <relationship name="series" optional="YES" maxCount="1" destinationEntity="Item"/>
                <fetchedProperty name="sameSize" optional="YES">
                    <fetchRequest name="fetchedPropertyFetchRequest" entity="Book" predicateString="pages == $FETCH_SOURCE.pages &amp;&amp; title != &quot;é&quot;"/>
                </fetchedProperty>
                <fetchIndex name="byTitle">
                    <fetchIndexElement property="title" type="Binary" order="ascending"/>
                    <fetchIndexElement expression="lowercase:(title)" expressionType="String" type="Binary" order="ascending"/>
                </fetchIndex>
                <userInfo>
                    <entry key="attribute" value="x"/>
                    <attribute name="no"/>
                </userInfo>
            </entity>
            <entity name="Author">
                <attribute name="name" attributeType="String"/>
                <relationship name="books" toMany="YES" destinationEntity="Book"/>
            </entity>
            <entity name="Stray" parentEntity="Elsewhere"/>
            <fetchRequest name="Thick" entity="Book" predicateString="pages &gt; 500"/>
            <fetchRequest name="All" entity="Book" predicateString=""/>
            <configuration name="Default"><memberEntity name="Book"/></configuration>
            <elements><element name="Book" positionX="0" positionY="0" width="128" height="44"/></elements>
        </model>
        """

    @Test func entities() throws {
        let model = try DataModelReader.read(Array(Self.library.utf8))
        #expect(model.entities.map(\.name.text) == ["Item", "Book", "Author", "Stray"])
        let schema = try #require(model.schema(rootedAt: "Book"))
        #expect(schema.root == .object("Book"))
        #expect(schema.origin == .declared)
        let book = try #require(schema.types["Book"])
        let expected: [(String, ValueType)] = [
            ("title", .string), ("added", .date.orNil), ("pages", .integer.orNil), ("price", .decimal),
            ("isNew", .boolean),
            ("rating", .double), ("cover", .data.orNil), ("id", .uuid), ("page", .url.orNil), ("tags", .any),
            ("sortTitle", .string.orNil), ("plain", .string.orNil), ("authors", .set(.object("Author"))),
            ("chapters", .list(.any)), ("publisher", .any), ("series", .object("Item").orNil),
            ("sameSize", .list(.object("Book"))), ("objectID", .any), ("entity", .any),
        ]
        for (name, type) in expected { #expect(book.field(named: name)?.type == type, "\(name)") }
        #expect(book.fields.count == expected.count)
        #expect(book.additional == nil)
        #expect(schema.types["Stray"]?.additional == .any)
        #expect(schema.types["Item"]?.fields.map(\.name) == ["title", "added", "objectID", "entity"])
        #expect(model.schema(rootedAt: "book") == nil)
    }

    @Test(arguments: ["\n", "\r\n"]) func texts(lineBreak: String) throws {
        let file = Array(Self.library.replacingOccurrences(of: "\n", with: lineBreak).utf8)
        let model = try DataModelReader.read(file)
        let entries = model.entries.map { entry in
            "\(entry.role) \(entry.owner?.text ?? "-").\(entry.name?.text ?? "-") of \(entry.entity?.text ?? "-"): \(entry.text.text)"
        }
        #expect(
            entries == [
                "derivedAttribute Book.sortTitle of Book: canonical:(title)",
                "fetchedProperty Book.sameSize of Book: pages == $FETCH_SOURCE.pages && title != \"é\"",
                "indexExpression Book.byTitle of Book: lowercase:(title)",
                "fetchRequest -.Thick of Book: pages > 500",
            ])
        #expect(model.entries.map(\.role.isExpression) == [true, false, true, false])
        for entry in model.entries {
            #expect(entry.text.style == .xmlAttribute(quote: UInt8(ascii: "\"")))
            #expect(misplaced(entry.text, in: file) { xmlMeaning($0, inValue: true) } == nil)
        }
        let request = try #require(model.entries.last?.text)
        #expect(String(decoding: file[request.fileRange], as: UTF8.self) == "pages &gt; 500")
    }

    @Test(arguments: [
        ("<plist/>", "expected the element `model` of a Core Data model", 0),
        ("<model><entity/></model>", "the element has no attribute `name`", 7),
        ("<model><entity name='A' parentEntity='A'/></model>", "the entity is its own ancestor", 38),
        (
            "<model><entity name='A' parentEntity='B'/><entity name='B' parentEntity='A'/></model>",
            "the entity is its own ancestor", 73
        ), ("<model>", "the element `model` is not closed", 0),
    ])
    func errors(text: String, message: String, offset: Int) {
        #expect(throws: ConfigurationError(message, at: offset)) { try DataModelReader.read(Array(text.utf8)) }
    }

    @Test func longLineage() {
        let entities = (0..<300).map { "<entity name='E\($0)' parentEntity='E\($0 + 1)'/>" }
        #expect(throws: ConfigurationError("the entity has more than 200 ancestors", at: 7)) {
            try DataModelReader.read(Array(("<model>" + entities.joined() + "</model>").utf8))
        }
    }

    @Test func damagedFiles() {
        let file = Array(Self.library.utf8)
        var random = SeededRandom(seed: 5)
        for _ in 0..<300 {
            let damaged = random.damaged(file)
            do {
                let model = try DataModelReader.read(damaged)
                for entry in model.entries { #expect(entry.text.fileRange.upperBound <= damaged.count) }
            } catch {
                #expect((0...damaged.count).contains(error.offset))
            }
        }
    }

    /// A checked predicate is told about the fields of entities two relationships away.
    @Test func predicatesAreCheckedAgainstAnEntity() throws {
        let model = try DataModelReader.read(Array(Self.library.utf8))
        let schema = try #require(model.schema(rootedAt: "Author"))
        #expect(throws: Never.self) { try CheckedPredicate("ANY books.series.title == 'x'", schema: schema) }
        #expect(throws: (any Error).self) { try CheckedPredicate("ANY books.series.titel == 'x'", schema: schema) }
    }
}

@Suite struct DataModelPackageTests {
    private func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/model-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in files {
            let path = folder + "/" + name
            let parent = path.split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: "/" + parent, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        try body(folder)
    }

    private static let model = "<model><entity name='A'/></model>"

    private func current(_ name: String) -> String {
        "<plist version='1.0'><dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict></plist>"
    }

    private func versions(_ names: String...) -> [String: String] {
        var files: [String: String] = [:]
        for name in names { files["M.xcdatamodeld/\(name).xcdatamodel/contents"] = Self.model }
        return files
    }

    @Test(
        arguments: [
            (["M", "M 2", "M 10"], "M 2.xcdatamodel", "M 2"), (["M", "M 2", "M 10"], nil, "M 10"), (["M"], nil, "M"),
            (["M", "M 2"], "../../etc.xcdatamodel", "M 2"), (["M", "M 2"], "gone.xcdatamodel", "M 2"),
            (["M 2", "M"], nil, "M 2"),
            (["V9", "V10b", "V010"], nil, "V10b"),
        ] as [([String], String?, String)])
    func currentVersions(names: [String], current: String?, expected: String) throws {
        var files: [String: String] = [:]
        for name in names { files["M.xcdatamodeld/\(name).xcdatamodel/contents"] = Self.model }
        if let current { files["M.xcdatamodeld/.xccurrentversion"] = self.current(current) }
        try inFolder(files) { folder throws in
            let path = try DataModelPackage.contentsPath(at: folder + "/M.xcdatamodeld")
            #expect(path == folder + "/M.xcdatamodeld/\(expected).xcdatamodel/contents")
            let (read, model) = try DataModelPackage.read(at: folder + "/M.xcdatamodeld/")
            #expect(read == path && model.entities.count == 1)
        }
    }

    @Test func foldersAndFiles() throws {
        var files = versions("M")
        files["N.xcdatamodeld/N.xcdatamodel/elements"] = "old"
        files["empty/x"] = ""
        files["bad.xcdatamodeld/.xccurrentversion"] = "{ a = b; }"
        files["bad.xcdatamodeld/B.xcdatamodel/contents"] = Self.model
        try inFolder(files) { folder throws in
            let contents = folder + "/M.xcdatamodeld/M.xcdatamodel/contents"
            for path in [contents, folder + "/M.xcdatamodeld/M.xcdatamodel"] {
                let found = try DataModelPackage.contentsPath(at: path)
                #expect(found == contents)
            }
            for path in ["N.xcdatamodeld", "empty", "none", "bad.xcdatamodeld"] {
                #expect(throws: ConfigurationError.self) { try DataModelPackage.read(at: folder + "/" + path) }
            }
        }
    }
}
