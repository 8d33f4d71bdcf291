import Foundation

/// What went wrong with a connection.
struct ConnectionError: Error, CustomStringConvertible {
    var description: String
}

/// A blocking connection to a port of this machine, with as much of HTTP/1.1 as the load test needs.
final class Connection {
    private let socket: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var start = 0
    private var end = 0

    init(port: UInt16) throws {
        #if canImport(Darwin)
        socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #else
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw ConnectionError(description: "no service on port \(port)") }
    }

    deinit { close(socket) }

    func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { send(socket, $0.baseAddress.map { $0 + sent }, bytes.count - sent, 0) }
            guard count > 0 else { throw ConnectionError(description: "the connection was closed while writing") }
            sent += count
        }
    }

    private func fill() throws {
        start = 0
        end = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
        guard end > 0 else {
            end = 0
            throw ConnectionError(description: "the connection was closed")
        }
    }

    private func byte() throws -> UInt8 {
        if start == end { try fill() }
        defer { start += 1 }
        return buffer[start]
    }

    /// A line without its end.
    func line() throws -> String {
        var bytes: [UInt8] = []
        while true {
            let byte = try byte()
            if byte == 0x0A { break }
            if byte != 0x0D { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            if start == end { try fill() }
            let taken = min(count - bytes.count, end - start)
            bytes.append(contentsOf: buffer[start..<start + taken])
            start += taken
        }
        return bytes
    }

    /// The status and the headers, with lower-case names.
    func head() throws -> (status: Int, headers: [String: String]) {
        let status = try line().split(separator: " ")
        var headers: [String: String] = [:]
        while true {
            let line = try line()
            if line.isEmpty { break }
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        return (status.count > 1 ? Int(status[1]) ?? 0 : 0, headers)
    }

    /// The next chunk of a body; nil at its end.
    func chunk() throws -> [UInt8]? {
        guard let size = Int(try line(), radix: 16) else { throw ConnectionError(description: "no size of a chunk") }
        let bytes = try read(size)
        _ = try line()
        return size == 0 ? nil : bytes
    }

    /// A request with a short answer.
    func request(_ method: String, _ path: String, tenant: String, _ body: [UInt8] = []) throws
        -> (status: Int, body: String)
    {
        let head = """
            \(method) \(path) HTTP/1.1\r\nHost: localhost\r\nX-Tenant: \(tenant)\r\nContent-Length: \(body.count)\r\n\r\n
            """
        try write(Array(head.utf8) + body)
        let (status, headers) = try self.head()
        let bytes = try read(headers["content-length"].flatMap { Int($0) } ?? 0)
        return (status, String(decoding: bytes, as: UTF8.self))
    }
}
