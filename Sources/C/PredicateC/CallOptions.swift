import CPredicate
import PredicateCore
import PredicateFormat
import PredicatePatterns
import PredicatePlatform
import PredicateRecords

/// The options of a call: a JSON object whose members are all known.
struct CallOptions {
    private let fields: PredicateObject
    /// The text, for parts that other readers read.
    private let text: RecordText

    /// - Parameter known: the names that the call knows.
    init(_ start: UnsafePointer<CChar>?, _ length: Int, _ known: [String]) throws(CallFailure) {
        let bytes = Array(try argumentBytes(start, length, of: "options"))
        text = RecordText(RawRecord(bytes: bytes))
        fields = bytes.isEmpty ? PredicateObject([]) : try Self.object(bytes, "the options")
        try Self.check(fields.keys, against: known, "option")
    }

    /// A JSON object.
    static func object(_ bytes: [UInt8], _ noun: String) throws(CallFailure) -> PredicateObject {
        let value: PredicateValue
        do throws(RecordError) {
            value = try bytes.withUnsafeBufferPointer { bytes throws(RecordError) in
                var reader = JSONReader(strict: true)
                return try reader.read(bytes)
            }
        } catch {
            throw .argument("\(noun) cannot be read: \(error)")
        }
        guard case .object(let object as PredicateObject) = value else {
            throw .argument("\(noun) must be a JSON object")
        }
        return object
    }

    private static func check(_ names: [String], against known: [String], _ noun: String) throws(CallFailure) {
        for name in names where !known.containsName(name) {
            let meant = Suggestions.nearest(to: name, among: known)
            throw .argument(
                "there is no \(noun) `\(SafeText.plain(name))`; "
                    + (meant.map { "did you mean `\($0)`?" } ?? "known are \(known.joined(separator: ", "))"))
        }
    }

    // MARK: Members

    /// The value of an option; nil if it is missing or null.
    private subscript(_ name: String) -> PredicateValue? {
        let value = fields.value(forKey: name)
        if case .null = value { return nil }
        return value
    }

    func flag(_ name: String, unlessGiven flag: Bool = false) throws(CallFailure) -> Bool {
        guard let value = self[name] else { return flag }
        guard case .boolean(let flag) = value else { throw .argument("option `\(name)` must be true or false") }
        return flag
    }

    /// A number that is not negative.
    func number(_ name: String) throws(CallFailure) -> Int? {
        guard let value = self[name] else { return nil }
        guard case .integer(let number) = value, number >= 0 else {
            throw .argument("option `\(name)` must be an integer that is not negative")
        }
        return Int(number)
    }

    func string(_ name: String) throws(CallFailure) -> String? {
        guard let value = self[name] else { return nil }
        guard case .string(let text) = value else { throw .argument("option `\(name)` must be a string") }
        return text
    }

    /// The values of format arguments.
    func arguments() throws(CallFailure) -> [PredicateValue] {
        guard let value = self["arguments"] else { return [] }
        guard case .list(let elements) = value else { throw .argument("option `arguments` must be an array") }
        return try Self.values(elements, "arguments")
    }

    /// The values of variables.
    func variables() throws(CallFailure) -> [String: PredicateValue] {
        guard let value = self["variables"] else { return [:] }
        guard case .object(let object as PredicateObject) = value else {
            throw .argument("option `variables` must be an object")
        }
        return try Self.variables(object)
    }

    static func variables(_ object: PredicateObject) throws(CallFailure) -> [String: PredicateValue] {
        var variables: [String: PredicateValue] = [:]
        for (name, value) in object.fields { variables[name] = try Self.value(value, "variables.\(name)") }
        return variables
    }

    /// The schema, read from the text, which keeps the order of its members.
    func schema() throws(CallFailure) -> RecordSchema? {
        guard self["schema"] != nil, let schema = text.value(at: ["schema"]) else { return nil }
        do throws(RecordError) {
            return try JSONSchemaReader.read(schema).schema
        } catch {
            throw .argument("option `schema`: \(SafeText.plain(error.message))")
        }
    }

    func limits() throws(CallFailure) -> PredicateLimits {
        switch self["limits"] {
        case nil: return .standard
        case .string("standard")?: return .standard
        case .string("untrusted")?: return .untrusted
        case .object(let object)?:
            try Self.check(object.keys, against: PredicateLimits.CodingKeys.allCases.map(\.rawValue), "limit")
            do {
                return try JSONDecoder().decode(PredicateLimits.self, from: Data(text.value(at: ["limits"]) ?? []))
            } catch {
                throw .argument("option `limits` must have numbers that are not negative, in the form of PredicateLimits")
            }
        default: throw .argument("option `limits` must be \"standard\", \"untrusted\" or an object of limits")
        }
    }

    // MARK: Values

    private static func values(_ values: [PredicateValue], _ path: String) throws(CallFailure) -> [PredicateValue] {
        var read: [PredicateValue] = []
        for (index, value) in values.enumerated() { read.append(try Self.value(value, "\(path)[\(index)]")) }
        return read
    }

    /// A value with the types that its objects name.
    private static func value(_ value: PredicateValue, _ path: String) throws(CallFailure) -> PredicateValue {
        switch value {
        case .list(let elements): return .list(try values(elements, path))
        case .object(let object as PredicateObject):
            if object.keys.count == 1, let name = object.keys.first, name.utf8.first == UInt8(ascii: "$") {
                return try typed(name, object.value(forKey: name), path)
            }
            var fields: [(String, PredicateValue)] = []
            for (key, member) in object.fields { fields.append((key, try Self.value(member, "\(path).\(key)"))) }
            return .object(PredicateObject(fields))
        default: return value
        }
    }

    private static func typed(
        _ type: String, _ value: PredicateValue, _ path: String
    ) throws(CallFailure) -> PredicateValue {
        let known = ["$date", "$decimal", "$uuid", "$data", "$url", "$set"]
        try check([type], against: known, "type of values at `\(SafeText.plain(path))` named")
        var read: PredicateValue?
        switch (type, value) {
        case ("$date", .string(let text)): read = PredicateDate.instant(of: text).map { .date($0) }
        case ("$decimal", .string(let text)): read = NumberText.decimal(text).map { .decimal($0) }
        case ("$uuid", .string(let text)): read = UUID(uuidString: text).map { .uuid($0) }
        case ("$data", .string(let text)): read = Data(base64Encoded: text).map { .data($0) }
        case ("$url", .string(let text)): read = .url(text)
        case ("$set", .list(let elements)): read = .set(ValueSemantics.distinct(try values(elements, path)))
        default: break
        }
        guard let read else { throw .argument("`\(SafeText.plain(path))` is not a value of \(type)") }
        return read
    }
}
