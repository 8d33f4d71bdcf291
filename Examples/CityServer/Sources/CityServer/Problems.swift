import Hummingbird
import PredicateFiles
import PredicateFormat
import PredicateGRDB

/// What is wrong with a request, as the client reads it: 400 and JSON.
struct Problems: Error, Encodable, HTTPResponseError {
    /// One mistake in a text.
    struct Problem: Encodable {
        var code: String
        /// What is wrong, and what to do.
        var message: String
        /// The part of the text in bytes, for marking it in an input field; nil for what has no place.
        var start: Int?
        var end: Int?
    }

    var error: String
    var problems: [Problem] = []

    var status: HTTPResponse.Status { .badRequest }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try context.responseEncoder.encode(self, from: request, context: context)
        response.status = status
        return response
    }
}

extension Problems {
    /// The problems of a filter.
    init(filter error: PredicateDiagnostics) { self.init("the filter is wrong", error.diagnostics) }

    /// The problems of an order.
    init(order error: RecordQueryDiagnostics) {
        self.init("the order is wrong", error.parts.flatMap(\.diagnostics.diagnostics))
    }

    /// The problems of a named filter: a name that does not exist, or an argument that does not fit.
    init(named error: NamedPredicateError) {
        let message = [error.message, error.hint].compactMap { $0 }.joined(separator: "; ")
        self.init(
            error: "the filter is wrong",
            problems: [Problem(code: error.code.rawValue, message: message, start: nil, end: nil)])
    }

    private init(_ error: String, _ diagnostics: [PredicateDiagnostic]) {
        self.init(
            error: error,
            problems: diagnostics.map { diagnostic in
                Problem(
                    code: diagnostic.code.rawValue,
                    message: [diagnostic.message, diagnostic.hint].compactMap { $0 }.joined(separator: "; "),
                    start: diagnostic.range.lowerBound, end: diagnostic.range.upperBound)
            })
    }
}
