import Hummingbird
import PredicateFiles
import PredicateFormat

/// Answers with status 400 and the JSON of an error: `kind`, `message` and `diagnostics`.
struct Refusal<Reason: Error & Encodable>: HTTPResponseError {
    var reason: Reason

    var status: HTTPResponse.Status { .badRequest }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try context.responseEncoder.encode(reason, from: request, context: context)
        response.status = status
        return response
    }
}

/// Runs a body. Mistakes of the client become answers to the client; other errors stay errors of the server.
func refusing<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as RequestError {
        throw Refusal(reason: error)
    } catch let error as PredicateDiagnostics {
        throw Refusal(reason: RequestError(.predicate, error))
    } catch let error as PredicateFileError where error.kind == .refused {
        throw Refusal(reason: error)
    }
}
