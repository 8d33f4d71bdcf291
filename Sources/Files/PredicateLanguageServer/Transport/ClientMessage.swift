import PredicateCore
import PredicatePlatform
import PredicateRecords

/// The number or text by which an answer names its request.
package enum RequestID: Hashable, Sendable {
    case number(Int64)
    case text(ExactName)

    init?(_ value: PredicateValue) {
        switch value {
        case .integer(let number): self = .number(number)
        case .string(let text): self = .text(ExactName(text))
        default:
            guard let number = value.integer else { return nil }
            self = .number(Int64(number))
        }
    }

    var node: JSONNode {
        switch self {
        case .number(let number): .number(String(number))
        case .text(let name): .string(name.text)
        }
    }
}

/// Why a request has no result.
package struct ResponseError: Error, Hashable, Sendable {
    /// The codes of JSON-RPC and of the Language Server Protocol.
    package enum Code: Int, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case serverNotInitialized = -32002
        case serverCancelled = -32802
        case requestCancelled = -32800
    }

    package let code: Code
    /// One sentence.
    package let message: String
    /// Whether the client is told to ask again.
    var retriggers = false

    init(_ code: Code, _ message: String, retriggers: Bool = false) {
        self.code = code
        self.message = message
        self.retriggers = retriggers
    }

    var node: JSONNode {
        [
            "code": .integer(code.rawValue), "message": .string(message),
            "data": retriggers ? ["retriggerRequest": .boolean(true)] : nil,
        ]
    }
}

/// A message of a client.
package enum ClientMessage: Sendable {
    case request(RequestID, method: String, PredicateValue)
    case notification(method: String, PredicateValue)
    /// The answer to a request of the server.
    case response
    /// A message that cannot be read. It is answered with the error.
    case invalid(RequestID?, ResponseError)

    /// Reads the body of a message.
    package init(_ body: [UInt8]) {
        let value: PredicateValue
        do throws(JSONTextError) {
            value = try MessageBody.value(of: body)
        } catch {
            self = .invalid(nil, ResponseError(.parseError, error.message))
            return
        }
        guard case .object(let object) = value else {
            self = .invalid(nil, ResponseError(.invalidRequest, "a message is a JSON object"))
            return
        }
        let id = RequestID(value["id"])
        guard let method = value["method"].text else {
            if object.hasKey("result") || object.hasKey("error") {
                self = .response
            } else {
                self = .invalid(id, ResponseError(.invalidRequest, "a message needs a method"))
            }
            return
        }
        let parameters = value["params"]
        switch parameters {
        case .null, .object, .list: break
        default:
            self = .invalid(id, ResponseError(.invalidRequest, "`params` is an object or a list"))
            return
        }
        if let id {
            self = .request(id, method: method, parameters)
        } else if object.hasKey("id") {
            self = .invalid(nil, ResponseError(.invalidRequest, "the id of a request is a number or a string"))
        } else {
            self = .notification(method: method, parameters)
        }
    }
}

/// A message to the client.
package enum ServerMessage: Sendable {
    case result(RequestID, JSONNode)
    case failure(RequestID?, ResponseError)
    case notification(method: String, JSONNode)
    case request(Int, method: String, JSONNode?)

    /// The text of the message, without a header.
    package var body: String {
        let version = JSONNode.string("2.0")
        let node: JSONNode =
            switch self {
            case .result(let id, let result): ["jsonrpc": version, "id": id.node, "result": result]
            case .failure(let id, let error):
                ["jsonrpc": version, "id": id?.node ?? .null, "error": error.node]
            case .notification(let method, let parameters):
                ["jsonrpc": version, "method": .string(method), "params": parameters]
            case .request(let id, let method, let parameters):
                ["jsonrpc": version, "id": .integer(id), "method": .string(method), "params": parameters]
            }
        return node.text(pretty: false)
    }

    /// The bytes of the message, with its header.
    package var frame: [UInt8] {
        let body = Array(body.utf8)
        return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
}

/// Reads the JSON of messages.
enum MessageBody {
    /// Values in values.
    static let depth = 100

    /// The value of a JSON text.
    ///
    /// Some editors send halves of surrogate pairs, and bytes that are not UTF-8. They are read as U+FFFD, so that the lengths in UTF-16
    /// stay what they are in the editor.
    static func value(of body: [UInt8]) throws(JSONTextError) -> PredicateValue {
        var bytes = body
        // Decoding repairs what is not UTF-8. Most messages have no such bytes.
        if !bytes.allSatisfy({ $0 < 0x80 }) { bytes = Array(String(decoding: bytes, as: UTF8.self).utf8) }
        return PredicateValue(try JSONNode(reading: bytes, depthLimit: depth, repairsSurrogates: true))
    }
}

extension JSONNode {
    /// A value that was read, to be written again. Readers limit its depth.
    init(_ value: PredicateValue) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .number(String(value))
        case .string(let text): self = .string(text)
        case .list(let elements), .set(let elements): self = .array(elements.map(JSONNode.init))
        case .object(let object):
            self = .object(object.keys.map { Member($0, JSONNode(object.value(forKey: $0))) })
        case .double, .decimal, .date, .uuid, .data, .url: self = .number(RecordWriter.json(value))
        }
    }
}
