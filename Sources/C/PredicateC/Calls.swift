import CPredicate
import PredicateCore
import PredicateFiles
import PredicateFormat
import PredicatePatterns
import PredicatePlatform
import PredicateRecords

package typealias Handle = OpaquePointer?
package typealias CText = UnsafePointer<CChar>?
package typealias TextResult = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
package typealias HandleResult = UnsafeMutablePointer<Handle>?

/// The Swift object that a handle in C refers to.
protocol HandleContent: AnyObject {
    /// What messages call it.
    static var noun: String { get }
}

/// The memory that a handle points to. A freed handle has lost its mark, until its memory is used again.
private struct HandleMemory {
    /// The type of the content.
    var mark: UInt
    var content: Unmanaged<AnyObject>
}

extension HandleContent {
    private static var mark: UInt { UInt(bitPattern: ObjectIdentifier(Self.self)) }

    /// A handle, which keeps the content until `free`.
    func handle() -> OpaquePointer {
        let memory = UnsafeMutablePointer<HandleMemory>.allocate(capacity: 1)
        memory.initialize(to: HandleMemory(mark: Self.mark, content: .passRetained(self)))
        return OpaquePointer(memory)
    }

    private static func memory(_ handle: OpaquePointer?) -> UnsafeMutablePointer<HandleMemory>? {
        guard let handle, Int(bitPattern: handle) % MemoryLayout<HandleMemory>.alignment == 0 else { return nil }
        let memory = UnsafeMutablePointer<HandleMemory>(handle)
        return memory.pointee.mark == Self.mark ? memory : nil
    }

    /// The content of a handle.
    static func of(_ handle: OpaquePointer?) throws(CallFailure) -> Self {
        guard let content = memory(handle)?.pointee.content.takeUnretainedValue() as? Self else {
            throw .argument("the \(noun) is \(handle == nil ? "null" : "not a \(noun), or it was freed")")
        }
        return content
    }

    /// Frees a handle; nothing happens for another pointer.
    static func free(_ handle: OpaquePointer?) {
        guard let memory = memory(handle) else { return }
        memory.pointee.mark = 0
        memory.pointee.content.release()
        memory.deallocate()
    }
}

/// Why a call failed.
struct CallFailure: Error {
    var status: predicate_status
    /// All that is wrong, for people.
    var message: String
    /// What is wrong, each as an object.
    var diagnostics: [JSONNode] = []

    /// A wrong argument of the call.
    static func argument(_ message: String) -> CallFailure {
        CallFailure(status: PREDICATE_INVALID_ARGUMENT, message: "error: " + message)
    }
}

extension CallFailure {
    /// The failure for an error of the libraries.
    init(_ error: any Error) {
        switch error {
        case let failure as CallFailure: self = failure
        case let found as PredicateDiagnostics:
            let found = found.withVerifiedEdits
            self.init(
                status: PREDICATE_INVALID_PREDICATE, message: found.description, diagnostics: found.jsonNodes())
        case let error as RecordError: self.init(error)
        case let error as PredicateFileError: self.init(error)
        default: self = .argument(SafeText.plain("\(error)"))
        }
    }

    private init(_ error: RecordError) {
        switch error.kind {
        case .data: status = PREDICATE_INVALID_RECORD
        case .noInput, .inputFailed: status = PREDICATE_FILE_ERROR
        case .usage: status = PREDICATE_INVALID_ARGUMENT
        }
        message = "error: \(error)"
        let range = error.location.map { location -> JSONNode in
            let offset = JSONNode.integer(location.offset)
            return [
                "start": offset, "end": offset, "line": .integer(location.line), "column": .integer(location.column),
            ]
        }
        diagnostics = [
            [
                "code": .string(error.code.rawValue), "severity": "error", "message": .string(error.message),
                "range": range,
            ]
        ]
    }

    private init(_ error: PredicateFileError) {
        diagnostics = error.jsonNodes
        switch error.kind {
        case .unreadable: (status, message) = (PREDICATE_FILE_ERROR, error.description)
        case .invalid: (status, message) = (PREDICATE_INVALID_PREDICATE, error.description)
        case .refused: (status, message) = (PREDICATE_INVALID_ARGUMENT, "error: " + error.description)
        }
    }
}

/// An error that a C function returns. It owns its strings.
final class CallError: HandleContent {
    static let noun = "predicate_error"
    let message: UnsafeMutablePointer<CChar>?
    let json: UnsafeMutablePointer<CChar>?

    init(_ failure: CallFailure) {
        let node: JSONNode = [
            "status": .integer(Int(failure.status.rawValue)), "message": .string(failure.message),
            "diagnostics": .array(failure.diagnostics),
        ]
        message = strdup(failure.message)
        json = strdup(node.text(pretty: false))
    }

    deinit {
        PredicatePlatform.free(message)
        PredicatePlatform.free(json)
    }
}

/// Runs a call of the interface, and makes an error of what it throws.
func call(_ error: HandleResult, _ body: () throws -> Void) -> predicate_status {
    error?.pointee = nil
    do {
        try body()
        return PREDICATE_OK
    } catch let thrown {
        let failure = CallFailure(thrown)
        error?.pointee = CallError(failure).handle()
        return failure.status
    }
}

/// Runs a call that has a result; `none` is the result until it has one.
func call<Result>(
    _ result: UnsafeMutablePointer<Result>?, _ none: Result, _ error: HandleResult, _ body: () throws -> Result
) -> predicate_status {
    result?.pointee = none
    return call(error) {
        guard let result else { throw CallFailure.argument("the pointer to the result is null") }
        result.pointee = try body()
    }
}

/// Runs a call that makes a handle.
func make(_ result: HandleResult, _ error: HandleResult, _ body: () throws -> any HandleContent) -> predicate_status {
    call(result, nil, error) { try body().handle() }
}

/// Runs a call that writes a string, which the caller frees.
func write(_ result: TextResult, _ error: HandleResult, _ body: () throws -> JSONNode) -> predicate_status {
    call(result, nil, error) { strdup(try body().text(pretty: false)) }
}

/// The bytes of an argument.
func argumentBytes(
    _ start: CText, _ length: Int, of noun: String
) throws(CallFailure) -> UnsafeBufferPointer<UInt8> {
    // A length past the largest Int is negative here.
    guard length >= 0 else { throw .argument("the length of the \(noun) is too large") }
    guard let start else {
        if length == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
        throw .argument("the \(noun) is null, but its length is \(length)")
    }
    return UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: length)
}

/// The text of an argument.
func argumentText(_ start: CText, _ length: Int, of noun: String) throws(CallFailure) -> String {
    let bytes = try argumentBytes(start, length, of: noun)
    let text = String(decoding: bytes, as: UTF8.self)
    // What is not UTF-8 was replaced.
    guard text.utf8.elementsEqual(bytes) else { throw .argument("the \(noun) is not UTF-8") }
    return text
}

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

    private func read<Value>(
        _ name: String, _ expected: String, _ take: (PredicateValue) -> Value?
    ) throws(CallFailure) -> Value? {
        guard let value = self[name] else { return nil }
        guard let taken = take(value) else { throw .argument("option `\(name)` must be \(expected)") }
        return taken
    }

    func flag(_ name: String) throws(CallFailure) -> Bool? {
        try read(name, "true or false") { if case .boolean(let flag) = $0 { flag } else { nil } }
    }

    /// A number that is not negative.
    func number(_ name: String) throws(CallFailure) -> Int? {
        try read(name, "an integer of at least 0") {
            if case .integer(let number) = $0, number >= 0 { Int(number) } else { nil }
        }
    }

    func string(_ name: String) throws(CallFailure) -> String? {
        try read(name, "a string") { if case .string(let text) = $0 { text } else { nil } }
    }

    /// The values of format arguments.
    func arguments() throws(CallFailure) -> [PredicateValue] {
        let elements = try read("arguments", "an array") { if case .list(let elements) = $0 { elements } else { nil } }
        return try Self.values(elements ?? [], "arguments")
    }

    /// The values of variables.
    func variables() throws(CallFailure) -> [String: PredicateValue] {
        let object = try read("variables", "an object") {
            if case .object(let object as PredicateObject) = $0 { object } else { nil }
        }
        return try object.map { object throws(CallFailure) in try Self.variables(object) } ?? [:]
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
                throw .argument(
                    "option `limits` has a value that is not a limit; most are numbers that are not negative")
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
