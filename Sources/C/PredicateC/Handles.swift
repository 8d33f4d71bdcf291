import CPredicate
import PredicateCore
import PredicateFiles
import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// What a handle of C stands for.
protocol HandleContent: AnyObject {
    /// The word by which a handle is recognised.
    static var mark: UInt64 { get }
    /// What messages call it.
    static var noun: String { get }
}

/// The memory that a handle points to. A freed handle has lost its mark, until its memory is used again.
private struct HandleMemory {
    var mark: UInt64
    var content: Unmanaged<AnyObject>
}

extension HandleContent {
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
            throw .argument(handle == nil ? "the \(noun) is null" : "the pointer is not a \(noun), or the \(noun) was freed")
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
        let status =
            switch error.kind {
            case .data: PREDICATE_INVALID_RECORD
            case .noInput, .inputFailed: PREDICATE_FILE_ERROR
            case .usage: PREDICATE_INVALID_ARGUMENT
            }
        let range = error.location.map { location -> JSONNode in
            [
                "start": .integer(location.offset), "end": .integer(location.offset), "line": .integer(location.line),
                "column": .integer(location.column),
            ]
        }
        let node: JSONNode = [
            "code": .string(error.code.rawValue), "severity": "error", "message": .string(error.message),
            "range": range,
        ]
        self.init(status: status, message: "error: \(error)", diagnostics: [node])
    }

    private init(_ error: PredicateFileError) {
        let file = DiagnosticJSON(error.source)
        let status =
            switch error.kind {
            case .unreadable: PREDICATE_FILE_ERROR
            case .invalid: PREDICATE_INVALID_PREDICATE
            case .refused: PREDICATE_INVALID_ARGUMENT
            }
        let nodes = error.problems.map { problem in
            (problem.text.isEmpty ? file : DiagnosticJSON(problem.text))
                .node(problem.diagnostic, of: ("keyPath", problem.keyPath))
        }
        let description = error.description
        self.init(
            status: status, message: status == PREDICATE_INVALID_ARGUMENT ? "error: " + description : description,
            diagnostics: nodes)
    }
}

/// An error of the interface, with the texts that it owns.
final class CallError: HandleContent {
    static let mark: UInt64 = 0x7072_6564_4552_524F
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
func call(_ error: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws -> Void) -> predicate_status {
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

/// The pointer that a result goes to.
func place<Result>(_ pointer: UnsafeMutablePointer<Result>?) throws(CallFailure) -> UnsafeMutablePointer<Result> {
    guard let pointer else { throw .argument("the pointer to the result is null") }
    return pointer
}

/// The bytes of an argument.
func argumentBytes(
    _ start: UnsafePointer<CChar>?, _ length: Int, of noun: String
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
func argumentText(_ start: UnsafePointer<CChar>?, _ length: Int, of noun: String) throws(CallFailure) -> String {
    let bytes = try argumentBytes(start, length, of: noun)
    let text = String(decoding: bytes, as: UTF8.self)
    // What is not UTF-8 was replaced.
    guard text.utf8.elementsEqual(bytes) else { throw .argument("the \(noun) is not UTF-8") }
    return text
}

/// A text for the caller, who frees it.
func give(_ node: JSONNode, to pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) throws(CallFailure) {
    try place(pointer).pointee = strdup(node.text(pretty: false))
}
