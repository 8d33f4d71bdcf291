import FlyingFox
import FlyingSocks
import Foundation
import PredicateFormat
import PredicateRecords
import Synchronization

/// The requests of the service.
struct Service: HTTPHandler {
    let tenants: Tenants
    let limits: ServiceLimits
    let metrics: Metrics
    let open: OpenRequests

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard open.begin() else {
            let message = open.isStopping ? "the service stops" : "too many requests at the same time"
            return count(answer(.serviceUnavailable, JSONText.error("busy", message), close: true))
        }
        let body = RequestBody(request, open)
        do {
            switch (request.method, request.path) {
            case (.POST, "/events"): return count(try await events(request, body))
            default: break
            }
            let response = count(try await route(request, body))
            return finish(response, body)
        } catch {
            open.end()
            throw error
        }
    }

    private func route(_ request: HTTPRequest, _ body: RequestBody) async throws -> HTTPResponse {
        switch (request.method, request.path) {
        case (.GET, "/health"): return answer(.ok, Array("{\"status\":\"ok\"}\n".utf8))
        case (.GET, "/metrics"):
            let page = metrics.page(tenants, openRequests: open.count)
            return answer(.ok, Array(page.utf8), type: "text/plain; version=0.0.4; charset=utf-8")
        case (.GET, "/rules"): return withTenant(request) { rules(request, $0) }
        case (.POST, "/rules"):
            guard let tenant = tenant(request) else { return unknownTenant }
            return try await change(body, tenant)
        case (_, "/rules"), (_, "/events"), (_, "/metrics"), (_, "/health"):
            return answer(.methodNotAllowed, JSONText.error("method", "this path does not have this method"))
        default: return answer(.notFound, JSONText.error("path", "paths are /rules, /events, /metrics and /health"))
        }
    }

    // MARK: Tenants

    private func tenant(_ request: HTTPRequest) -> Tenant? {
        request.headers[HTTPHeader("X-Tenant")].flatMap { tenants[$0] }
    }

    private var unknownTenant: HTTPResponse {
        answer(.notFound, JSONText.error("tenant", "the header X-Tenant does not name a tenant"))
    }

    private func withTenant(_ request: HTTPRequest, _ body: (Tenant) -> HTTPResponse) -> HTTPResponse {
        tenant(request).map(body) ?? unknownTenant
    }

    // MARK: Rules

    private func rules(_ request: HTTPRequest, _ tenant: Tenant) -> HTTPResponse {
        if let id = request.query.first(where: { $0.name == "id" })?.value {
            guard let json = tenant.describe(RuleID(id)) else {
                return answer(.notFound, JSONText.error("no-rule", "there is no rule with this id"))
            }
            return answer(.ok, json)
        }
        let counts = tenant.counts
        let texts = tenant.texts
        var json = JSONText()
        json.append(json: "{\"version\":\(tenant.version.number),\"rules\":{")
        for (number, (id, text)) in texts.enumerated() {
            if number > 0 { json.append(json: ",") }
            json.append(json: id.json)
            json.append(json: ":")
            json.append(text)
        }
        json.append(json: "},\"matched\":{")
        for (number, (id, _)) in texts.enumerated() {
            if number > 0 { json.append(json: ",") }
            json.append(json: id.json)
            json.append(json: ":\(counts[id] ?? 0)")
        }
        json.append(json: "}}\n")
        return answer(.ok, json.bytes)
    }

    private func change(_ body: RequestBody, _ tenant: Tenant) async throws -> HTTPResponse {
        let bytes: [UInt8]
        do {
            guard let read = try await body.all(limit: limits.changeBytes) else {
                let message = "a change of rules has at most \(limits.changeBytes) bytes"
                return answer(.payloadTooLarge, JSONText.error("body-too-large", message), close: true)
            }
            bytes = read
        } catch let interruption as OpenRequests.Interruption {
            // What did not arrive whole is not done.
            return answer(
                .serviceUnavailable, JSONText.error("interrupted", interruption.rawValue), close: true)
        }
        do throws(RuleChanges.Refusal) {
            var changed: Tenant.Version?
            while changed == nil {
                // A schema that changes meanwhile checks the rules again.
                let schema = tenant.schema
                let changes = try RuleChanges(bytes, against: schema.schema, tenant.library, limits)
                changed = try tenant.change(changes, checkedWith: schema.number)
            }
            let version = changed ?? tenant.version
            metrics.countChange()
            let json = "{\"version\":\(version.number),\"rules\":\(version.rules.count)}\n"
            return answer(.ok, Array(json.utf8))
        } catch {
            switch error {
            case .malformed(let json): return answer(.badRequest, json)
            case .wrong(let json): return answer(.unprocessableContent, json)
            case .unsaved(let json): return answer(.internalServerError, json)
            }
        }
    }

    // MARK: Events

    /// Answers events while they arrive.
    private func events(_ request: HTTPRequest, _ body: RequestBody) async throws -> HTTPResponse {
        guard let tenant = tenant(request) else { return finish(unknownTenant, body) }
        body.tenant = tenant
        let stream = EventStream(EventMatcher(tenant, metrics), body, open)
        return HTTPResponse(
            statusCode: .ok, headers: [.contentType: "application/x-ndjson"],
            body: HTTPBodySequence(from: AnswerBytes { try await stream.next() }))
    }

    // MARK: Answers

    private func answer(
        _ status: HTTPStatusCode, _ json: [UInt8], type: String = "application/json", close: Bool = false
    ) -> HTTPResponse {
        var headers: HTTPHeaders = [.contentType: type]
        if close { headers[.connection] = "close" }
        return HTTPResponse(statusCode: status, headers: headers, body: Data(json))
    }

    private func count(_ response: HTTPResponse) -> HTTPResponse {
        metrics.countRequest(status: response.statusCode.code)
        return response
    }

    /// Ends the request after its answer was sent, and reads the rest of its body first.
    private func finish(_ response: HTTPResponse, _ body: RequestBody) -> HTTPResponse {
        guard case .httpBody(let content) = response.payload else { return response }
        let end = RequestEnd(open, body)
        guard let count = content.count else { return response }
        let step = Mutex(0)
        let bytes = AnswerBytes {
            switch step.withLock({ step in
                defer { step += 1 }
                return step
            }) {
            case 0:
                var data: [UInt8] = []
                for try await piece in content { data.append(contentsOf: piece) }
                return data
            case 1:
                defer { end.end() }
                try await body.drain()
                return nil
            default: return nil
            }
        }
        return HTTPResponse(
            statusCode: response.statusCode, headers: response.headers,
            body: HTTPBodySequence(from: bytes, count: count))
    }
}

/// Ends a request once: after its answer, or when the connection is gone and nobody will ask for the rest.
final class RequestEnd: Sendable {
    private let open: OpenRequests
    private let body: RequestBody
    private let isEnded = Atomic(false)

    init(_ open: OpenRequests, _ body: RequestBody) {
        self.open = open
        self.body = body
    }
    deinit { end() }

    func end() {
        if isEnded.exchange(true, ordering: .relaxed) { return }
        // The body may not have been drained, if its client is gone.
        body.cancel()
        open.end()
    }
}

/// One request with events. It reads a piece, answers it, and reads the next; so a client that does not read its
/// answers is not read, either.
actor EventStream {
    private var matcher: EventMatcher
    private let body: RequestBody
    private let requestEnd: RequestEnd
    private var isEnded = false

    init(_ matcher: EventMatcher, _ body: RequestBody, _ open: OpenRequests) {
        self.matcher = matcher
        self.body = body
        requestEnd = RequestEnd(open, body)
    }

    /// The next answers; nil at the end.
    func next() async throws -> [UInt8]? {
        if isEnded {
            defer { requestEnd.end() }
            try await body.drain()
            return nil
        }
        do {
            while let bytes = try await body.next() {
                let answers = matcher.take(bytes)
                if !answers.isEmpty { return answers }
            }
            isEnded = true
            return matcher.end()
        } catch let interruption as OpenRequests.Interruption {
            isEnded = true
            return matcher.stop(interruption.rawValue)
        }
    }
}
