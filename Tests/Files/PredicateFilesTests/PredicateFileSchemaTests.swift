import Foundation
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateFiles

/// `Documentation/predicate-file.schema.json`, held to the reader of the files.
@Suite struct PredicateFileSchemaTests {
    static let root = Repository.root

    /// The nodes of the schema, by our own reader of JSON.
    static func document() throws -> ConfigurationNode {
        let data = try Data(contentsOf: root.appendingPathComponent("Documentation/predicate-file.schema.json"))
        return try JSONConfigurationReader.read(Array(data))
    }

    private static func keys(_ node: ConfigurationNode?) -> Set<String> {
        guard case .mapping(let entries)? = node?.content else { return [] }
        return Set(entries.map(\.key.text))
    }

    @Test func theSchemaHasTheKeysOfTheReader() throws {
        let schema = try Self.document()
        let definitions = try #require(schema["$defs"])
        func long(_ name: String) -> ConfigurationNode? {
            guard case .sequence(let forms)? = definitions[name]?["anyOf"]?.content else { return nil }
            return forms.last
        }
        #expect(Self.keys(schema["properties"]) == Set(NamedDeclarationReader.fileKeys))
        #expect(Self.keys(long("predicate")?["properties"]) == Set(NamedDeclarationReader.predicateKeys))
        #expect(Self.keys(long("argument")?["properties"]) == Set(NamedDeclarationReader.argumentKeys))
        #expect(Self.keys(definitions["case"]?["properties"]) == Set(NamedDeclarationReader.caseKeys))
        guard case .sequence(let words)? = definitions["word"]?["enum"]?.content else {
            Issue.record("no types")
            return
        }
        #expect(words.compactMap(\.text?.text) == NamedTypes.words)
    }

    // MARK: Validation

    /// What the schema says against a value: the keywords that the schema uses, and no others.
    private static func faults(
        _ value: ConfigurationNode, _ schema: ConfigurationNode, _ root: ConfigurationNode
    ) throws -> [String] {
        guard case .mapping(let keywords) = schema.content else { return ["a schema is an object"] }
        var faults: [String] = []
        for keyword in keywords {
            let node = keyword.value
            switch keyword.key.text {
            case "$schema", "title", "description", "$defs", "default": break
            case "$ref":
                let name = try #require(node.text?.text.split(separator: "/").last.map(String.init))
                faults += try Self.faults(value, #require(root["$defs"]?[name]), root)
            case "type":
                let types: [String]
                if case .sequence(let all) = node.content {
                    types = all.compactMap(\.text?.text)
                } else {
                    types = [node.text?.text ?? ""]
                }
                if !types.contains(where: { isOf(value, $0) }) { faults.append("type") }
            case "enum":
                guard case .sequence(let all) = node.content else { continue }
                if !all.contains(where: { $0.text != nil && $0.text?.text == value.text?.text }) {
                    faults.append("enum")
                }
            case "required":
                guard case .sequence(let all) = node.content, case .mapping = value.content else { continue }
                for key in all.compactMap(\.text?.text) where value[key] == nil { faults.append("required") }
            case "not":
                if try Self.faults(value, node, root).isEmpty { faults.append("not") }
            case "minLength":
                if value.text?.text.isEmpty == true { faults.append("minLength") }
            case "pattern":
                let text = try #require(value.text?.text)
                if text.range(of: try #require(node.text?.text), options: .regularExpression) == nil {
                    faults.append("pattern")
                }
            case "properties", "additionalProperties", "propertyNames":
                guard case .mapping(let entries) = value.content else { continue }
                for entry in entries {
                    let property = schema["properties"]?[entry.key.text]
                    switch keyword.key.text {
                    case "properties": if let property { faults += try Self.faults(entry.value, property, root) }
                    case "propertyNames":
                        faults += try Self.faults(ConfigurationNode(.text(entry.key), 0..<0), node, root)
                    default:
                        if property != nil { continue }
                        if case .other("false") = node.content {
                            faults.append("additionalProperties")
                        } else {
                            faults += try Self.faults(entry.value, node, root)
                        }
                    }
                }
            case "items":
                guard case .sequence(let elements) = value.content else { continue }
                for element in elements { faults += try Self.faults(element, node, root) }
            case "anyOf":
                guard case .sequence(let forms) = node.content else { continue }
                if try !forms.contains(where: { try Self.faults(value, $0, root).isEmpty }) { faults.append("anyOf") }
            default: Issue.record("the test does not know the keyword `\(keyword.key.text)`")
            }
        }
        return faults
    }

    private static func isOf(_ value: ConfigurationNode, _ type: String) -> Bool {
        switch (type, value.content) {
        case ("object", .mapping), ("array", .sequence), ("string", .text): true
        case ("boolean", _): value.boolean != nil
        default: false
        }
    }

    private static func faults(_ text: String, _ format: ConfigurationFormat) throws -> [String] {
        let file = try ConfigurationFile(path: "x", Array(text.utf8), format)
        guard case .data(let documents) = file.content, let first = documents.first else { return ["empty"] }
        let schema = try document()
        return try faults(first, schema, schema)
    }

    @Test func whatIsReadIsValid() throws {
        #expect(try Self.faults(PredicateFileTests.head + PredicateFileTests.good, .yaml) == [])
        #expect(try Self.faults(NamedPredicateTests.rules, .yaml) == [])
        for (format, text) in NamedPredicateTests.formats {
            #expect(try Self.faults(text, try #require(ConfigurationFormat(rawValue: format.rawValue))) == [])
        }
        let example = try String(
            contentsOf: Self.root.appendingPathComponent("Examples/Predicates/rules.yaml"), encoding: .utf8)
        #expect(try Self.faults(example, .yaml) == [])
    }

    /// What is wrong with the keys of a file, for the reader and for the schema.
    @Test(arguments: [
        "predicats: {a: x == 1}", "predicates: [a]", "predicates: {a: 1}", "predicates: {a: {predicat: x == 1}}",
        "predicates: {a: {}}", "predicates: {a b: x == 1}", "predicates: {-a: x == 1}", "predicates: {'': x == 1}",
        "predicates: {a: ''}", "predicates: {a: {predicate: x == 1, cases: {}}}",
        "predicates: {a: {predicate: x == 1, cases: [{record: {}}]}}",
        "predicates: {a: {predicate: x == 1, cases: [{matches: true}]}}",
        "predicates: {a: {predicate: x == 1, cases: [{record: {}, matches: 'true'}]}}",
        "predicates: {a: {predicate: x == 1, cases: [{record: {}, matches: true, answer: 1}]}}",
        "predicates: {a: {predicate: x == $n, arguments: {n: int}}}",
        "predicates: {a: {predicate: x == $n, arguments: [n]}}",
        "predicates: {a: {predicate: x == $n, arguments: {n: {default: 1}}}}",
        "predicates: {a: {predicate: x == $n, arguments: {n: {type: array, items: {type: text}}}}}",
        "predicates: {a: {predicate: x == 1, arguments: {a-b: integer}}}",
        "predicates: {a: {predicate: x == 1, arguments: {1a: integer}}}",
        "schema: 5\npredicates: {a: x == 1}", "schema: {}\ntype: X\npredicates: {a: x == 1}", "[]",
    ]) func whatIsWrongIsInvalid(text: String) throws {
        #expect(throws: PredicateFileError.self) { try PredicateFile(Array(text.utf8), format: .yaml) }
        #expect(try !Self.faults(text, .yaml).isEmpty)
    }

    // MARK: The example

    @Test func theExamplePassesItsCases() throws {
        let path = Self.root.appendingPathComponent("Examples/Predicates/rules.yaml").path
        let file = try PredicateFile(contentsOf: path)
        #expect(file.warnings.isEmpty)
        #expect(file.schemaPaths.count == 1)
        #expect(file.predicates.allSatisfy { $0.failingCases().isEmpty })
        #expect(file.predicates.reduce(0) { $0 + $1.cases.count } >= 9)
    }
}
