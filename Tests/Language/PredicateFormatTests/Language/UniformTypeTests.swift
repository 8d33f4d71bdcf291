import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite struct UniformTypeTests {
    // MARK: The data

    @Test func everySupertypeIsKnown() {
        for (type, parents) in UniformTypes.supertypes {
            for parent in parents {
                #expect(UniformTypes.supertypes[parent] != nil, "\(type) conforms to \(parent), which is not there")
            }
        }
    }

    @Test func noTypeConformsToItselfByWayOfAnother() {
        for type in UniformTypes.supertypes.keys {
            var pending = UniformTypes.supertypes[type] ?? []
            var seen: Set<String> = []
            while let next = pending.popLast() {
                #expect(next != type, "\(type) is its own supertype")
                if seen.insert(next).inserted { pending += UniformTypes.supertypes[next] ?? [] }
            }
        }
    }

    @Test func everyRowIsOneTypeInLowerCaseAndStandsOnce() {
        var seen: Set<String> = []
        for (type, parents) in UniformTypes.rows {
            for name in [type] + parents {
                #expect(name.wholeMatch(of: /[a-z0-9.\-]+/) != nil, "\(name)")
            }
            #expect(seen.insert(type).inserted, "\(type) stands twice")
            #expect(Set(parents).count == parents.count)
        }
        #expect(seen.count == 398)
    }

    // MARK: Conformance

    @Test(arguments: [
        ("public.jpeg", "public.image", true), ("public.jpeg", "public.data", true),
        ("public.jpeg", "public.item", true),
        ("public.jpeg", "public.content", true), ("public.jpeg", "public.jpeg", true),
        ("public.image", "public.jpeg", false), ("public.jpeg", "public.text", false),
        ("com.adobe.pdf", "public.composite-content", true), ("com.adobe.pdf", "public.data", true),
        ("public.heic", "public.image", true), ("public.mp3", "public.audio", true),
        ("public.mpeg-4-audio", "public.movie", true), ("public.swift-source", "public.text", true),
        ("public.python-script", "public.source-code", true), ("public.file-url", "public.url", true),
        ("public.folder", "public.data", false), ("public.folder", "public.item", true),
        ("com.apple.application-bundle", "public.directory", true),
        ("org.openxmlformats.wordprocessingml.document", "public.content", true),
        ("public.vcard", "public.contact", true), ("public.zip-archive", "public.archive", true),
        // Only ASCII letters ignore case.
        ("PUBLIC.JPEG", "Public.Image", true), ("Com.Adobe.PDF", "com.adobe.pdf", true),
        // U+212A is not k, and U+017F is not s.
        ("com.p\u{212A}ware.zip-archive", "com.pkware.zip-archive", false),
        ("com.p\u{212A}ware.zip-archive", "public.archive", false), ("public.\u{17F}cript", "public.text", false),
        // An unknown type conforms only to itself.
        ("com.example.own", "com.example.own", true), ("com.example.own", "COM.EXAMPLE.OWN", true),
        ("com.example.own", "public.data", false), ("public.data", "com.example.own", false), ("", "", true),
        ("", "public.item", false),
        // Two spellings of a letter make two identifiers.
        ("com.é", "com.e\u{301}", false), ("com.É", "com.é", false), ("com.é", "com.é", true),
    ])
    func conforms(_ type: String, _ supertype: String, _ expected: Bool) throws {
        #expect(UniformTypes.conforms(type, to: supertype) == expected)
        let predicate = try ParsedPredicate(parsing: "type UTI-CONFORMS-TO other").checked()
        let record: PredicateValue = ["type": .string(type), "other": .string(supertype)]
        #expect(predicate.matches(record) == expected)
    }

    @Test func equalTypes() throws {
        let predicate = try ParsedPredicate(parsing: "type uti-equals 'public.jpeg'").checked()
        let records: [PredicateValue] = [["type": "Public.JPEG"], ["type": "public.image"], [:], ["type": 5]]
        #expect(records.map { predicate.matches($0) } == [true, false, false, false])
    }

    // MARK: The rule of an app extension

    private static let rule = """
        SUBQUERY (extensionItems, $extensionItem, SUBQUERY ($extensionItem.attachments, $attachment, \
        ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "com.adobe.pdf").@count \
        == $extensionItem.attachments.@count).@count == 1
        """

    private static let schema = RecordSchema(
        root: "Context",
        types: [
            RecordType("Context", fields: [RecordField("extensionItems", .list(.object("ExtensionItem")))]),
            RecordType("ExtensionItem", fields: [RecordField("attachments", .list(.object("Attachment")))]),
            RecordType("Attachment", fields: [RecordField("registeredTypeIdentifiers", .list(.string))]),
        ])

    private static func context(_ items: [[[String]]]) -> PredicateValue {
        func attachment(_ types: [String]) -> PredicateValue {
            ["registeredTypeIdentifiers": .list(types.map(PredicateValue.string))]
        }
        func item(_ attachments: [[String]]) -> PredicateValue { ["attachments": .list(attachments.map(attachment))] }
        return ["extensionItems": .list(items.map(item))]
    }

    @Test(arguments: [
        // One item, all of whose attachments are PDF.
        ([[["com.adobe.pdf"]]], true),
        ([[["com.adobe.pdf"], ["public.url", "com.adobe.PDF"]]], true),
        // An attachment that is not PDF.
        ([[["com.adobe.pdf"], ["public.jpeg"]]], false),
        ([[["public.data"]]], false),
        ([[[]]], false),
        // In an item without attachments, all attachments are PDF.
        ([[]], true),
        // No item, and two items.
        ([], false),
        ([[["com.adobe.pdf"]], [["com.adobe.pdf"]]], false),
        ([[["com.adobe.pdf"]], [["public.image"]]], true),
    ])
    func extensionRule(_ items: [[[String]]], _ expected: Bool) throws {
        let parsed = try ParsedPredicate(parsing: Self.rule)
        #expect(try parsed.checked(against: Self.schema).matches(Self.context(items)) == expected)
        #expect(try parsed.checked().matches(Self.context(items)) == expected)
    }

    @Test func extensionRuleOfSupertypes() throws {
        let text = """
            SUBQUERY(extensionItems, $item, SUBQUERY($item.attachments, $att, \
            ANY $att.registeredTypeIdentifiers UTI-CONFORMS-TO "public.audio" \
            || ANY $att.registeredTypeIdentifiers UTI-CONFORMS-TO "public.url").@count >= 1).@count >= 1
            """
        let predicate = try ParsedPredicate(parsing: text).checked(against: Self.schema)
        #expect(predicate.matches(Self.context([[["public.mp3"]]])))
        #expect(predicate.matches(Self.context([[["public.file-url"], ["public.png"]]])))
        #expect(!predicate.matches(Self.context([[["public.png"]], [["com.adobe.pdf"]]])))
    }

    @Test func extensionRuleIsCheckedAgainstItsSchema() throws {
        let mistaken = Self.rule.replacing("registeredTypeIdentifiers", with: "registeredTypeIdentifier")
        let error = #expect(throws: PredicateDiagnostics.self) {
            try ParsedPredicate(parsing: mistaken).checked(against: Self.schema)
        }
        #expect(error?.diagnostics.map(\.code) == ["unknown-field"])
        #expect(error?.fixed == Self.rule)
    }
}
