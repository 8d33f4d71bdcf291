import Foundation
@testable import PredicateFormat
import PredicateRecords

extension ParsedExpression {
    func evaluated(
        against schema: RecordSchema?, arguments: [PredicateValue], on record: PredicateValue,
        context: EvaluationContext
    ) throws(PredicateDiagnostics) -> PredicateValue {
        var checker = Checker(source: source, library: library, limits: limits, schema: schema, arguments: arguments)
        let root = root
        var running = checker
        let tree = DeepStack.run(levels: root.height) { running.check(expression: root) }
        checker = running
        if checker.diagnostics.contains(where: { $0.severity == .error }) {
            throw PredicateDiagnostics(source: source, diagnostics: ParsedPredicate.ordered(checker.diagnostics))
        }
        let program = Lowering.lower(tree, library: library)
        return ReferenceEvaluator(library: library).evaluate(program, on: record, context: context)
    }
}

struct SchemaShim {
    var defs: [String: PredicateValue] = [:]
    var types: [String: RecordType] = [:]
    var n = 0
    static func schema(_ v: PredicateValue) -> RecordSchema {
        var s = SchemaShim()
        if case .object(let d) = v["$defs"] { for k in d.keys { s.defs[k] = d.value(forKey: k) } }
        let root = s.type(v, "root")
        return RecordSchema(root: root, types: Array(s.types.values))
    }
    mutating func type(_ v: PredicateValue, _ hint: String) -> ValueType {
        if case .string(let ref) = v["$ref"] {
            let name = String(ref.dropFirst("#/$defs/".count))
            if types[name] == nil {
                types[name] = RecordType(name, fields: [])
                _ = object(defs[name] ?? .null, name)
            }
            return .object(name)
        }
        if case .list(let l) = v["anyOf"] { return type(l[0], hint).orNil }
        if case .list(let l) = v["enum"] {
            let nonNil = l.filter { $0 != .null }
            if nonNil.allSatisfy({ if case .string = $0 { true } else { false } }) {
                return .enumeration(EnumerationType(cases: nonNil))
            }
            if nonNil.allSatisfy({ if case .integer = $0 { true } else { false } }) {
                return .enumeration(EnumerationType(base: .integer, cases: nonNil))
            }
            return .any
        }
        switch v["type"] {
        case .string(let t): return named(t, v, hint)
        case .list(let l):
            guard case .string(let t) = l[0] else { return .any }
            return named(t, v, hint).orNil
        default: return .any
        }
    }
    mutating func named(_ t: String, _ v: PredicateValue, _ hint: String) -> ValueType {
        switch t {
        case "integer": return .integer
        case "number": return v["format"] == "decimal" ? .decimal : .double
        case "boolean": return .boolean
        case "string":
            if v["contentEncoding"] == "base64" { return .data }
            if v["format"] == "date-time" { return .dateTime }
            if v["format"] == "uuid" { return .uuid }
            if v["format"] == "uri" { return .url }
            return .string
        case "array": return .list(type(v["items"], hint + "Item"))
        case "object": return object(v, hint)
        default: return .any
        }
    }
    mutating func object(_ v: PredicateValue, _ name: String) -> ValueType {
        guard case .object(let p) = v["properties"] else {
            if case .object = v["additionalProperties"] { return .dictionary(type(v["additionalProperties"], name)) }
            return .dictionary(.any)
        }
        var required: Set<String> = []
        if case .list(let l) = v["required"] { for case .string(let s) in l { required.insert(s) } }
        var fields: [RecordField] = []
        for k in p.keys {
            let t = type(p.value(forKey: k), name + k)
            fields.append(RecordField(k, required.contains(k) ? t : t.orNil))
        }
        var additional: ValueType?
        switch v["additionalProperties"] {
        case .boolean(true): additional = .any
        case .object: additional = type(v["additionalProperties"], name)
        default: break
        }
        types[name] = RecordType(name, fields: fields, additional: additional)
        return .object(name)
    }
}
