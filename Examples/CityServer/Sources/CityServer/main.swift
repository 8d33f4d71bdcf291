import Foundation
import Hummingbird
import PredicateFiles

// CityServer [PORT] [CITIES] [FILTERS]: by default port 8080, and the files of this repository.

let arguments = CommandLine.arguments.dropFirst()
let port = arguments.first.flatMap { Int($0) } ?? 8080
let cities = try City.database(contentsOf: arguments.dropFirst().first ?? "../Data/cities.ndjson")
let filters = try PredicateFileWatcher(
    arguments.dropFirst(2).first ?? "filters.yaml", types: [City.predicateDescription.schema])
let server = Application(
    router: router(cities, filters), configuration: .init(address: .hostname("127.0.0.1", port: port)))
let changes = filters.changes
// A mistake in a changed file does not stop the server: it keeps the last valid file, and logs the mistake.
Task {
    for await case .refused(let error) in changes { server.logger.error("\(error)") }
}
try await server.runService()
