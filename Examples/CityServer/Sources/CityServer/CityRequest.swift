import GRDB
import Hummingbird
import PredicateFiles
import PredicateFormat
import PredicateGRDB

/// What a client asks for: `?filter=population > 1000000&name=san&sort=-population&limit=5`.
///
/// Nobody has reviewed these strings. The library checks them before the database sees them, under limits that refuse
/// costly predicates and functions such as `random()`.
struct CityRequest {
    /// The longest answer, and the usual one.
    static let mostCities = 100

    var filter: TypedPredicate<City>
    var order: String?
    var limit = mostCities

    /// Reads the query string. The arguments of a named filter are parameters too: `/cities/large?least=5000000`.
    init(
        _ request: Request, _ context: some RequestContext, named name: String? = nil, in file: PredicateFile
    ) throws {
        // Forms of browsers write a blank as `+`, which `uri.queryParameters` leaves as it is.
        let query = try request.uri.decodeQuery(as: [String: String].self, context: context)
        var conditions: [TypedPredicate<City>] = []
        // The client writes a predicate.
        if let text = query["filter"] { conditions.append(try City.predicate(parsing: text, limits: .untrusted)) }
        // The program writes the predicate, and the client gives a value.
        if let word = query["name"] { conditions.append(try City.predicate("name CONTAINS[cd] %@", word)) }
        if let name { conditions.append(try Self.named(name, query, in: file)) }
        filter = conditions.conjunction()
        order = query["sort"]
        if let text = query["limit"] {
            guard let number = Int(text), (1...Self.mostCities).contains(number) else {
                throw HTTPError(.badRequest, message: "limit is a number from 1 to \(Self.mostCities)")
            }
            limit = number
        }
    }

    /// A filter of the file, with the values that the client gives for its arguments.
    private static func named(
        _ name: String, _ query: [String: String], in file: PredicateFile
    ) throws -> TypedPredicate<City> {
        let arguments = try file.named(name).arguments.compactMap { argument in
            query[argument.name].map { (argument.name, value($0, of: argument)) }
        }
        return try file.predicate(name, for: City.self, Dictionary(uniqueKeysWithValues: arguments))
    }

    /// A value of a query string. What is not a number stays a string, and then the error names the argument.
    private static func value(_ text: String, of argument: NamedArgument) -> any PredicateFieldValue {
        switch argument.type {
        case .integer: Int(text) ?? text
        case .double: Double(text) ?? text
        case .boolean: Bool(text) ?? text
        default: text
        }
    }

    /// Fetches the cities with one SQL statement.
    func cities(in database: Database) throws -> [City] {
        var request = try City.filter(filter)
        if let order { request = try request.sorted(by: order, limits: .untrusted) }
        return try request.limit(limit).fetchAll(database)
    }
}
