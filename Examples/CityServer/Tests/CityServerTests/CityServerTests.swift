import Foundation
import Hummingbird
import HummingbirdTesting
import PredicateFiles
import PredicateFormat
import Testing

@testable import CityServer

/// The requests of README.md, and what strangers try.
struct CityServerTests {
    private struct City: Decodable { var name: String }
    private struct Problems: Decodable {
        struct Problem: Decodable {
            var code: String
            var message: String
            var start: Int?
            var end: Int?
        }
        var error: String
        var problems: [Problem]
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func answer(_ path: String, _ query: [String: String] = [:]) async throws -> (HTTPResponse.Status, Data) {
        let cities = try CityServer.City.database(
            contentsOf: Self.folder.appendingPathComponent("../Data/cities.ndjson").path)
        let filters = try PredicateFileWatcher(
            Self.folder.appendingPathComponent("filters.yaml").path,
            types: [CityServer.City.predicateDescription.schema])
        let application = Application(router: router(cities, filters))
        let pairs = query.map { key, value in
            "\(key)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
                .replacingOccurrences(of: "%20", with: "+")
        }
        return try await application.test(.router) { client in
            try await client.execute(uri: "\(path)?\(pairs.joined(separator: "&"))", method: .get) { response in
                (response.status, Data(buffer: response.body))
            }
        }
    }

    private func names(_ path: String, _ query: [String: String] = [:]) async throws -> [String] {
        let (status, body) = try await answer(path, query)
        #expect(status == .ok, "\(String(decoding: body, as: UTF8.self))")
        return try JSONDecoder().decode([City].self, from: body).map(\.name)
    }

    private func problems(_ path: String, _ query: [String: String]) async throws -> Problems {
        let (status, body) = try await answer(path, query)
        #expect(status == .badRequest)
        return try JSONDecoder().decode(Problems.self, from: body)
    }

    @Test func aFilterAndAnOrder() async throws {
        let query = ["filter": "population > 15000000", "sort": "-population", "limit": "3"]
        #expect(try await names("/cities", query) == ["Shanghai", "Beijing", "Shenzhen"])
        #expect(try await names("/cities", ["filter": #"name ==[cd] "sao paulo""#]) == ["São Paulo"])
        #expect(try await names("/cities").count == 100)
    }

    @Test func filtersOfTheFile() async throws {
        #expect(try await names("/cities/large-capitals", ["least": "16000000"]).sorted() == ["Beijing", "Kinshasa"])
        #expect(try await names("/cities/called", ["word": "lisb"]) == ["Lisbon"])
        let both = ["word": "lisb", "filter": "population > 1000000"]
        #expect(try await names("/cities/called", both) == [])
        // A value is a value, whatever it contains.
        #expect(try await names("/cities/called", ["word": #"" OR TRUEPREDICATE"#]) == [])
    }

    @Test func mistakesHaveAPlaceAndAFix() async throws {
        let misspelt = try await problems("/cities", ["filter": "populaton > 3"])
        #expect(misspelt.problems.map(\.code) == ["unknown-field"])
        #expect(misspelt.problems.map(\.message) == ["`populaton` is not a field of City; did you mean `population`?"])
        #expect(misspelt.problems.first?.start == 0 && misspelt.problems.first?.end == 9)
        #expect(try await problems("/cities", ["sort": "-populaton"]).problems.map(\.code) == ["unknown-field"])
        #expect(try await problems("/cities/lrage", [:]).problems.map(\.code) == ["unknown-predicate"])
        #expect(try await problems("/cities/large", ["least": "many"]).problems.count == 1)
        #expect(try await problems("/cities", ["limit": "0"]).error == "limit is a number from 1 to 100")
    }

    @Test(arguments: [
        ["filter": "id == 1"], ["filter": "random() < 0.5"], ["sort": "random()"],
        ["filter": "name MATCHES \"(a+)+$\" AND " + String(repeating: "NOT ", count: 500) + "capital == YES"],
        ["filter": "1 == 1); DROP TABLE city; --"], ["sort": "name; DROP TABLE city"],
    ])
    func strangersAreRefused(_ query: [String: String]) async throws {
        #expect(!(try await problems("/cities", query)).problems.isEmpty)
    }

    @Test func theFileHoldsItsOwnCases() throws {
        let file = try PredicateFile(
            contentsOf: Self.folder.appendingPathComponent("filters.yaml").path,
            types: [CityServer.City.predicateDescription.schema])
        #expect(file.predicates.flatMap { $0.failingCases() }.isEmpty)
        #expect(file.predicates.contains { !$0.cases.isEmpty })
    }
}
