#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite struct PredicateJSONTests {
    @Test func generatedTreesComeBack() throws {
        var generator = TreeGenerator(seed: 21)
        for round in 0..<3000 {
            let tree = generator.predicate(round % 5)
            let json = tree.json(pretty: round % 2 == 0)
            let again = try PredicateTree(json: json)
            #expect(again == tree, "\(json)")
            if again != tree { return }
        }
    }

    @Test func typesAndRangesComeBack() throws {
        let checked = try ParsedPredicate(
            parsing: "ANY orders.lines.count > 3 AND state == 'new' AND seen > '2024-01-01' AND extra.x IN {1, 2.5}"
        ).checked(against: people)
        let again = try PredicateTree(json: checked.json())
        #expect(again == checked.tree)
        #expect(again.json(source: checked.source) == checked.json())
        #expect(checked.json().contains(#""range":["#))
        #expect(checked.json().contains(#"{"list":{"list":"integer"}}"#))
        #expect(!checked.tree.json().contains("range"))
        #expect(try again.checked(against: people).predicateFormat == checked.predicateFormat)
    }

    @Test func aSmallDocument() throws {
        #expect(
            try tree("age > 30").json()
                == #"{"version":1,"predicate":{"kind":"comparison","operator":">","left":{"kind":"field","base":{"kind":"record"},"name":"age"},"right":{"kind":"constant","value":30,"type":"integer"}}}"#
        )
    }

    // MARK: The published schema

    @Test func whatIsWrittenIsValid() throws {
        let schema = try SchemaValidator()
        var generator = TreeGenerator(seed: 22)
        for round in 0..<600 {
            let json = generator.predicate(round % 4).json()
            let problem = schema.problem(with: try JSONNode(reading: Array(json.utf8), depthLimit: 200))
            #expect(problem == nil, "\(json)")
            if problem != nil { return }
        }
        let checked = try ParsedPredicate(parsing: "state == 'new' AND photo == %@ AND born > now() AND extra.x == %@")
            .checked(against: people, arguments: [.data(Data([1])), ["k": 1.5]])
        #expect(schema.problem(with: try JSONNode(reading: Array(checked.json().utf8), depthLimit: 200)) == nil)
    }

    @Test(arguments: invalid.keys.sorted())
    func whatIsRefusedIsInvalid(name: String) throws {
        let document = try #require(Self.invalid[name]?.document)
        let schema = try SchemaValidator()
        // The schema cannot express names that no text has, sizes, and words that depend on the program.
        if ["bad variable", "bad uuid", "range beyond", "two ends", "too large", "bad specifier"].contains(name) {
            return
        }
        #expect(
            schema.problem(with: try JSONNode(reading: Array(document.utf8), depthLimit: 200)) != nil, "\(document)")
    }

    // MARK: Forged documents

    static let invalid: [String: (document: String, reason: PredicateJSONError.Reason, pointer: String)] = {
        func document(_ predicate: String) -> String { #"{"version":1,"predicate":\#(predicate)}"# }
        func left(_ expression: String) -> String {
            document(#"{"kind":"comparison","operator":"==","left":\#(expression),"right":{"kind":"record"}}"#)
        }
        return [
            "no object": ("[]", .wrongValue, ""),
            "no version": (#"{"predicate":{"kind":"truth","value":true}}"#, .missing, ""),
            "version 2": (#"{"version":2,"predicate":{"kind":"truth","value":true}}"#, .unknownVersion, "/version"),
            "unknown key": (#"{"version":1,"predicate":{"kind":"truth","value":true},"a/b":1}"#, .unknownKey, "/a~1b"),
            "unknown kind": (document(#"{"kind":"block"}"#), .unknownWord, "/predicate/kind"),
            "no kind": (document("{}"), .missing, "/predicate"),
            "expression as predicate": (document(#"{"kind":"record"}"#), .unknownWord, "/predicate/kind"),
            "predicate as expression": (left(#"{"kind":"truth","value":true}"#), .unknownWord, "/predicate/left/kind"),
            "null": (document("null"), .wrongValue, "/predicate"),
            "unknown operator": (
                document(#"{"kind":"comparison","operator":"===","left":{"kind":"record"},"right":{"kind":"record"}}"#),
                .unknownWord, "/predicate/operator"
            ),
            "two operators": (
                document(
                    #"{"kind":"comparison","operator":"==","registeredOperator":"X","left":{"kind":"record"},"right":{"kind":"record"}}"#
                ), .wrongValue, "/predicate"
            ),
            "unknown options": (
                document(
                    #"{"kind":"comparison","operator":"==","options":"x","left":{"kind":"record"},"right":{"kind":"record"}}"#
                ),
                .unknownWord, "/predicate/options"
            ),
            "unknown cast": (
                left(#"{"kind":"cast","value":{"kind":"record"},"target":"Class"}"#), .unknownWord,
                "/predicate/left/target"
            ),
            "unknown collection operator": (
                left(#"{"kind":"collection","operator":"@allKeys","base":{"kind":"record"}}"#), .unknownWord,
                "/predicate/left/operator"
            ),
            "bad variable": (left(#"{"kind":"variable","name":"x == 1 OR $y"}"#), .wrongValue, "/predicate/left/name"),
            "bad specifier": (
                left(#"{"kind":"argument","index":0,"specifier":"%y"}"#), .unknownWord, "/predicate/left/specifier"
            ),
            "negative argument": (
                left(#"{"kind":"argument","index":-1,"specifier":"%@"}"#), .wrongValue, "/predicate/left/index"
            ),
            "name is a number": (
                left(#"{"kind":"field","base":{"kind":"record"},"name":1}"#), .wrongValue, "/predicate/left/name"
            ),
            "elements is an object": (
                left(#"{"kind":"aggregate","elements":{}}"#), .wrongValue, "/predicate/left/elements"
            ),
            "deep in a list": (
                left(
                    #"{"kind":"aggregate","elements":[{"kind":"record"},{"kind":"field","base":{"kind":"x"},"name":"a"}]}"#
                ),
                .unknownWord, "/predicate/left/elements/1/base/kind"
            ),
            "place and key": (
                left(#"{"kind":"index","base":{"kind":"record"},"place":"FIRST","key":{"kind":"record"}}"#),
                .wrongValue,
                "/predicate/left"
            ),
            "no index": (left(#"{"kind":"index","base":{"kind":"record"}}"#), .missing, "/predicate/left"),
            "fraction": (left(#"{"kind":"constant","value":1.5}"#), .wrongValue, "/predicate/left/value"),
            "too large": (
                left(#"{"kind":"constant","value":{"double":1e999}}"#), .wrongValue, "/predicate/left/value/double"
            ),
            "bad uuid": (
                left(#"{"kind":"constant","value":{"uuid":"x"}}"#), .unknownWord, "/predicate/left/value/uuid"
            ),
            "unknown value": (
                left(#"{"kind":"constant","value":{"class":"x"}}"#), .unknownWord, "/predicate/left/value"
            ),
            "list as it stands": (left(#"{"kind":"constant","value":[1]}"#), .wrongValue, "/predicate/left/value"),
            "unknown type": (left(#"{"kind":"record","type":"Class"}"#), .unknownWord, "/predicate/left/type"),
            "two ends": (left(#"{"kind":"record","range":[5,2]}"#), .wrongValue, "/predicate/left/range"),
            "range beyond": (left(#"{"kind":"record","range":[0,9999999999]}"#), .wrongValue, "/predicate/left/range"),
            "one end": (left(#"{"kind":"record","range":[5]}"#), .wrongValue, "/predicate/left/range"),
        ]
    }()

    @Test(arguments: invalid.keys.sorted())
    func mistakesHaveAPlace(name: String) throws {
        let (document, reason, pointer) = try #require(Self.invalid[name])
        #expect { try PredicateTree(json: document) } throws: { error in
            guard let error = error as? PredicateJSONError else { return false }
            return error.reason == reason && error.pointer == pointer && !error.message.isEmpty
        }
    }

    @Test(arguments: [
        "", "{", "[1,]", #"{"a":01}"#, #"{"a" 1}"#, "tru", #""\x""#, #""\ud800""#, "\"\u{1}\"", "1 2", #"{"a":1.}"#,
        "nul", "-",
        #"{"version":1"#,
    ])
    func whatIsNoJSON(document: String) {
        #expect { try PredicateTree(json: document) } throws: { ($0 as? PredicateJSONError)?.reason == .malformedJSON }
    }

    @Test func invalidUTF8() {
        #expect { try PredicateTree(json: [0x22, 0xFF, 0x22]) } throws: {
            ($0 as? PredicateJSONError)?.reason == .malformedJSON
        }
    }

    @Test func limitsHold() {
        onSmallStack {
            func reason(_ json: String, _ limits: PredicateLimits = .standard) -> PredicateJSONError.Reason? {
                do {
                    _ = try PredicateTree(json: json, limits: limits)
                    return nil
                } catch { return error.reason }
            }
            let not = #"{"kind":"not","predicate":"#
            func nested(_ levels: Int) -> String {
                #"{"version":1,"predicate":"# + String(repeating: not, count: levels)
                    + #"{"kind":"truth","value":true}"#
                    + String(repeating: "}", count: levels + 1)
            }
            #expect(reason(nested(150)) == nil)
            #expect(reason(nested(230)) == .limit)
            #expect(reason(nested(100_000)) == .malformedJSON)
            #expect(reason(String(repeating: "[", count: 1_000_000)) == .malformedJSON)
            #expect(reason(String(repeating: #"{"a":"#, count: 1_000_000)) == .malformedJSON)
            var limits = PredicateLimits()
            limits.depth = 5000
            #expect(reason(nested(990), limits) == nil)
            #expect(reason(nested(1500), limits) == .limit)
            limits.nodes = 3
            #expect(reason(nested(5), limits) == .limit)
            limits.sourceBytes = 1
            #expect(reason(nested(5), limits) == .limit)
        }
    }

    @Test func forgedTreesAreRefusedByTheChecker() throws {
        func check(_ expression: String) -> [String] {
            codes {
                try PredicateTree(
                    json:
                        #"{"version":1,"predicate":{"kind":"comparison","operator":"==","left":\#(expression),"right":{"kind":"record"}}}"#
                ).checked(against: people)
            }
        }
        #expect(
            check(#"{"kind":"call","function":"performSelector:","arguments":[{"kind":"record"}]}"#) == [
                "unknown-function performSelector:"
            ])
        #expect(
            check(#"{"kind":"function","target":{"kind":"record"},"function":"release:","arguments":[]}"#) == [
                "unknown-function \"release:\""
            ])
        #expect(
            check(#"{"kind":"call","function":"x) == 1 OR (sqrt","arguments":[]}"#) == [
                "malformed-tree x) == 1 OR (sqrt() == SELF"
            ])
        #expect(
            check(#"{"kind":"element"}"#) == ["malformed-tree  == SELF", "missing-operand "]
                || check(#"{"kind":"element"}"#) == ["missing-operand "])
        #expect(
            check(#"{"kind":"field","base":{"kind":"record"},"name":"nmae","type":"string"}"#) == ["unknown-field nmae"]
        )
        // A type that the document claims has no effect.
        #expect(
            check(#"{"kind":"field","base":{"kind":"record"},"name":"age","type":{"object":"Person"}}"#) == [
                "wrong-operand SELF"
            ])
    }
}

/// The part of JSON Schema 2020-12 that the published schema uses.
private struct SchemaValidator {
    let root: JSONNode

    init() throws {
        let file = Repository.url("Grammar/predicate-tree.schema.json")
        root = try JSONNode(reading: Array(Data(contentsOf: file)), depthLimit: 100)
    }

    func problem(with document: JSONNode) -> String? { problem(document, root, "") }

    private func problem(_ node: JSONNode, _ schema: JSONNode, _ location: String) -> String? {
        guard case .object(let keywords) = schema else { return "no schema" }
        for keyword in keywords {
            if let problem = problem(node, keyword, schema, location) { return "\(location): \(problem)" }
        }
        return nil
    }

    private func problem(_ node: JSONNode, _ keyword: JSONNode.Member, _ schema: JSONNode, _ location: String)
        -> String?
    {
        switch (keyword.key, keyword.value) {
        case ("$schema", _), ("title", _), ("description", _), ("$defs", _): return nil
        case ("$ref", .string(let reference)):
            guard let target = root["$defs"]?[String(reference.dropFirst("#/$defs/".count))] else { return reference }
            return problem(node, target, location)
        case ("oneOf", .array(let choices)):
            let fitting = choices.filter { problem(node, $0, location) == nil }.count
            return fitting == 1 ? nil : "\(fitting) of the choices fit"
        case ("type", .string(let type)): return has(node, type) ? nil : "no \(type)"
        case ("const", let value): return node == value ? nil : "not \(value)"
        case ("enum", .array(let values)): return values.contains(node) ? nil : "none of \(values)"
        case ("required", .array(let keys)):
            for case .string(let key) in keys where node[key] == nil { return "no \(key)" }
            return nil
        case ("properties", .object(let properties)):
            for property in properties {
                if let value = node[property.key],
                    let problem = problem(value, property.value, location + "/" + property.key)
                {
                    return problem
                }
            }
            return nil
        case ("additionalProperties", let rest): return additional(node, rest, schema, location)
        case ("items", let items):
            guard case .array(let elements) = node else { return nil }
            return elements.lazy.compactMap { problem($0, items, location + "/…") }.first
        case ("minItems", .number(let count)), ("maxItems", .number(let count)):
            guard case .array(let elements) = node, let limit = Int(count) else { return nil }
            return (keyword.key == "minItems" ? elements.count >= limit : elements.count <= limit) ? nil : "count"
        case ("minimum", .number(let bound)), ("maximum", .number(let bound)):
            guard case .number(let spelling) = node, let number = Double(spelling), let limit = Double(bound) else {
                return nil
            }
            return (keyword.key == "minimum" ? number >= limit : number <= limit) ? nil : "out of range"
        case ("pattern", .string(let pattern)):
            guard case .string(let text) = node, let regex = try? Regex(pattern) else { return nil }
            return text.contains(regex) ? nil : "does not match"
        default: return "the keyword \(keyword.key) is not known here"
        }
    }

    private func additional(_ node: JSONNode, _ rest: JSONNode, _ schema: JSONNode, _ location: String) -> String? {
        guard case .object(let members) = node else { return nil }
        for member in members where schema["properties"]?[member.key] == nil {
            if case .boolean(false) = rest { return "unknown key \(member.key)" }
            if let problem = problem(member.value, rest, location + "/" + member.key) { return problem }
        }
        return nil
    }

    private func has(_ node: JSONNode, _ type: String) -> Bool {
        switch (node, type) {
        case (.null, "null"), (.boolean, "boolean"), (.string, "string"), (.array, "array"), (.object, "object"),
            (.number, "number"):
            true
        case (.number(let spelling), "integer"): Int64(spelling) != nil
        default: false
        }
    }
}
