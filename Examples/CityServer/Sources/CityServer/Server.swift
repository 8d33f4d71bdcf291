import GRDB
import Hummingbird
import PredicateFiles

/// The routes: `/cities`, `/cities/NAME` with a filter of the file, and `/filters`, which lists these.
func router(_ cities: DatabaseQueue, _ filters: PredicateFileWatcher) -> Router<BasicRequestContext> {
    /// A filter that clients can name.
    struct Filter: Encodable {
        var name: String
        var description: String?
        var arguments: [String]
    }

    @Sendable func answer(
        _ request: Request, _ context: BasicRequestContext, named name: String? = nil
    ) async throws -> [City] {
        let asked = try refusing { try CityRequest(request, context, named: name, in: filters.current) }
        return try await cities.read { database in try refusing { try asked.cities(in: database) } }
    }

    let router = Router()
    router.get("cities") { request, context in try await answer(request, context) }
    router.get("cities/:name") { request, context in
        try await answer(request, context, named: context.parameters.require("name"))
    }
    router.get("filters") { _, _ in
        filters.current.predicates.map { predicate in
            Filter(
                name: predicate.name, description: predicate.description,
                arguments: predicate.arguments.map { "\($0.name): \($0.type)" })
        }
    }
    return router
}
