import Foundation
import GRDB
import PredicateFormat
import PredicateGRDB

/// A row of the table `city`. A filter can use only the fields of the description.
struct City: Codable, Sendable, FetchableRecord, PersistableRecord, PredicateTableRecord, PredicateDescribed {
    var id: Int
    var name: String
    var country: String
    var population: Int?
    var capital: Bool

    static let predicateDescription = PredicateDescription<City> {
        PredicateField("name", \.name)
        PredicateField("country", \.country)
        PredicateField("population", \.population)
        PredicateField("capital", \.capital)
    }
}

extension City {
    /// The names of GeoNames, as `Examples/Data/cities.ndjson` has them.
    private struct Line: Decodable {
        var geonameid: Int
        var name: String
        var countrycode: String
        var population: Int?
        var capital: Bool?
    }

    /// A database in memory with the cities of a file that has one JSON object for each line.
    static func database(contentsOf path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        // Parts of a predicate that SQL cannot say, such as `[d]`, call a function of ours.
        configuration.prepareDatabase { try $0.installPredicateFunctions() }
        let queue = try DatabaseQueue(configuration: configuration)
        let lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n"))
        try queue.write { database in
            try database.create(table: "city") { table in
                table.primaryKey("id", .integer)
                table.column("name", .text).notNull()
                table.column("country", .text).notNull()
                table.column("population", .integer).indexed()
                table.column("capital", .boolean).notNull()
            }
            for bytes in lines {
                let line = try JSONDecoder().decode(Line.self, from: bytes)
                try City(
                    id: line.geonameid, name: line.name, country: line.countrycode, population: line.population,
                    capital: line.capital ?? false
                ).insert(database)
            }
        }
        return queue
    }
}
