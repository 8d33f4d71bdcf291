import Foundation
import PredicateCore
import PredicateRecords
import PredicateTesting
import Testing

/// A case of the conformance corpus. `Tests/Conformance/README.md` describes its fields.
struct ConformanceCase: Sendable {
    /// An expected diagnostic. Without a range, its location is not tested.
    struct Expected: Sendable {
        var code: String
        var range: Range<Int>?
    }

    enum Rejection: Sendable {
        case byAnything
        case by(String)
    }

    /// A schema by its name, or written out.
    enum Schema: Sendable {
        case named(String)
        case inline(PredicateValue)
    }

    var id: String
    var text: String
    var isExpression: Bool
    var arguments: [PredicateValue]
    var variables: [String: PredicateValue]
    var schema: Schema?
    /// Whether the schema is taken as inferred from records.
    var isInferred: Bool
    var now: Date?
    var record: PredicateValue
    var result: Bool?
    var value: PredicateValue?
    var prints: String?
    var printsAppleDates: String?
    var printsReadable: String?
    var errors: [Expected]?
    var rejection: Rejection?
    var warnings: [Expected]?

    /// Whether the case expects an error instead of a result.
    var isRefused: Bool { errors != nil || rejection != nil }

    /// Whether an argument is or contains an object. No literal can express one.
    var hasObjectArgument: Bool {
        func holdsObject(_ value: PredicateValue) -> Bool {
            switch value {
            case .object: true
            case .list(let elements), .set(let elements): elements.contains(where: holdsObject)
            default: false
            }
        }
        return arguments.contains(where: holdsObject)
    }
}

/// A case whose form is wrong.
struct CorpusError: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
}

/// A file of the corpus.
struct ConformanceFile: Sendable, CustomTestStringConvertible {
    var name: String
    var cases: [ConformanceCase]
    /// Whether the generator wrote the file.
    var isGenerated = false
    var testDescription: String { name }

    static let folder = Repository.url("Tests/Conformance")

    /// The files of the corpus, sorted by name. An unreadable file has no cases, and a test checks that every file
    /// has some.
    static let all: [ConformanceFile] = ["", "generated"].flatMap { part -> [ConformanceFile] in
        let folder = part.isEmpty ? folder : folder.appendingPathComponent(part)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") && $0 != "matrix.json" }.sorted().map { name in
            do {
                var file = try ConformanceFile(reading: folder.appendingPathComponent(name))
                file.isGenerated = !part.isEmpty
                return file
            } catch {
                return ConformanceFile(name: "\(name): \(error)", cases: [])
            }
        }
    }

    init(name: String, cases: [ConformanceCase]) {
        self.name = name
        self.cases = cases
    }

    init(reading url: URL) throws {
        name = url.lastPathComponent
        var reader = JSONReader(strict: true)
        let content = try reader.read(String(decoding: try Data(contentsOf: url), as: UTF8.self))
        guard case .list(let list) = content["cases"] else { throw CorpusError("no cases") }
        cases = try list.map(ConformanceCase.init(decoding:))
    }
}

extension ConformanceCase {
    private static let keys: Set<String> = [
        "id", "text", "expression", "arguments", "variables", "schema", "inferred", "now", "record", "result", "value",
        "prints",
        "printsAppleDates", "printsReadable", "errors", "rejected", "warnings", "cell", "section", "decision", "fact",
        "reason", "note",
    ]

    init(decoding value: PredicateValue) throws {
        guard case .object(let object) = value, case .string(let id) = value["id"] else { throw CorpusError("no id") }
        for key in object.keys where !Self.keys.contains(key) { throw CorpusError("\(id): unknown key \(key)") }
        self.id = id
        isExpression = object.hasKey("expression")
        text = try Self.text(value[isExpression ? "expression" : "text"], id)
        arguments = []
        if case .list(let list) = value["arguments"] { arguments = try list.map(Self.typed) }
        variables = [:]
        if case .object(let bound) = value["variables"] {
            for key in bound.keys { variables[key] = try Self.typed(bound.value(forKey: key)) }
        }
        switch value["schema"] {
        case .string(let name): schema = .named(name)
        case .null: schema = nil
        case let written: schema = .inline(written)
        }
        isInferred = value["inferred"] == true
        if case .string(let text) = value["now"] { now = PredicateDate.parseRFC3339(text) }
        record = object.hasKey("record") ? try Self.typed(value["record"]) : [:]
        if case .boolean(let flag) = value["result"] { result = flag }
        self.value = object.hasKey("value") ? try Self.typed(value["value"]) : nil
        if case .string(let text) = value["prints"] { prints = text }
        if case .string(let text) = value["printsAppleDates"] { printsAppleDates = text }
        if case .string(let text) = value["printsReadable"] { printsReadable = text }
        errors = try Self.expected(value["errors"], id)
        warnings = try Self.expected(value["warnings"], id)
        switch value["rejected"] {
        case .boolean(true): rejection = .byAnything
        case .string(let code): rejection = .by(code)
        default: rejection = nil
        }
        let isTested =
            result != nil || self.value != nil || prints != nil || printsAppleDates != nil || printsReadable != nil
            || isRefused || warnings != nil
        guard isTested else { throw CorpusError("\(id): nothing is expected") }
    }

    private static func text(_ value: PredicateValue, _ id: String) throws -> String {
        switch value {
        case .string(let text): return text
        case .list(let parts):
            return try parts.map { part in
                switch part {
                case .string(let text): return text
                case .list(let pair):
                    guard pair.count == 2, case .string(let text) = pair[0], case .integer(let count) = pair[1] else {
                        throw CorpusError("\(id): a part of the text is no [string, count]")
                    }
                    return String(repeating: text, count: Int(count))
                default: throw CorpusError("\(id): a part of the text is no string")
                }
            }.joined()
        default: throw CorpusError("\(id): no text")
        }
    }

    private static func expected(_ value: PredicateValue, _ id: String) throws -> [Expected]? {
        guard case .list(let list) = value else { return nil }
        return try list.map { entry in
            guard case .string(let code) = entry["code"] else {
                throw CorpusError("\(id): a diagnostic without a code")
            }
            guard case .list(let range) = entry["range"] else { return Expected(code: code, range: nil) }
            guard range.count == 2, case .integer(let start) = range[0], case .integer(let end) = range[1], start <= end
            else { throw CorpusError("\(id): a range is no [start, end]") }
            return Expected(code: code, range: Int(start)..<Int(end))
        }
    }

    /// The value with its typed forms (`{"$date": …}`) replaced by the values that they stand for.
    static func typed(_ value: PredicateValue) throws -> PredicateValue {
        switch value {
        case .list(let list): return .list(try list.map(typed))
        case .object(let object):
            if object.keys.count == 1, let key = object.keys.first,
                let special = try special(key, object.value(forKey: key))
            {
                return special
            }
            return .object(PredicateObject(try object.keys.map { ($0, try typed(object.value(forKey: $0))) }))
        default: return value
        }
    }

    private static func special(_ key: String, _ value: PredicateValue) throws -> PredicateValue? {
        switch (key, value) {
        case ("$date", .string(let text)):
            guard let date = PredicateDate.parseRFC3339(text) else { throw CorpusError("no date: \(text)") }
            return .date(date)
        case ("$uuid", .string(let text)):
            guard let uuid = UUID(uuidString: text) else { throw CorpusError("no uuid: \(text)") }
            return .uuid(uuid)
        case ("$url", .string(let text)): return .url(text)
        case ("$decimal", .string(let text)):
            guard let decimal = Decimal(string: text) else { throw CorpusError("no decimal: \(text)") }
            return .decimal(decimal)
        case ("$data", .string(let text)):
            guard let data = Data(base64Encoded: text) else { throw CorpusError("no base64: \(text)") }
            return .data(data)
        case ("$set", .list(let list)): return .set(try list.map(typed))
        default: return nil
        }
    }
}

extension PredicateValue {
    /// The value of an object's key; nil for other values.
    subscript(key: String) -> PredicateValue {
        guard case .object(let object) = self else { return .null }
        return object.value(forKey: key)
    }

    /// Whether two values have the same type and are equal. The order of a set does not matter, and both zeros are
    /// equal.
    func isSame(as other: PredicateValue) -> Bool {
        switch (self, other) {
        case (.double(let a), .double(let b)): a == b
        case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
        case (.set(let a), .set(let b)):
            a.count == b.count && a.allSatisfy { element in b.contains { $0.isSame(as: element) } }
        case (.object(let a), .object(let b)):
            Set(a.keys) == Set(b.keys)
                && a.keys.allSatisfy { a.value(forKey: $0).isSame(as: b.value(forKey: $0)) }
        default: self == other
        }
    }
}
