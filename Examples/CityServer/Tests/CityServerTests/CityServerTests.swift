import Foundation
import Hummingbird
import HummingbirdTesting
import PredicateFiles
import PredicateFormat
import Testing

@testable import CityServer

/// The requests of the tutorial, and predicates that must be refused.
struct CityServerTests {
    private struct City: Decodable { var name: String }
    private struct Problems: Decodable {
        struct Problem: Decodable {
            struct Range: Decodable, Equatable { var start: Int, end: Int }
            var code: String
            var message: String
            var hint: String?
            var range: Range
        }
        var kind: String
        var message: String
        var diagnostics: [Problem]
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
        #expect(try await names("/cities", ["name": "lisb"]) == ["Lisbon"])
        #expect(try await names("/cities", ["name": #"" OR TRUEPREDICATE"#]) == [])
    }

    @Test func filtersOfTheFile() async throws {
        #expect(try await names("/cities/large-capitals", ["least": "16000000"]).sorted() == ["Beijing", "Kinshasa"])
        #expect(try await names("/cities/called", ["word": "lisb"]) == ["Lisbon"])
        let both = ["word": "lisb", "filter": "population > 1000000"]
        #expect(try await names("/cities/called", both) == [])
        // A value is a value, whatever it contains.
        #expect(try await names("/cities/called", ["word": #"" OR TRUEPREDICATE"#]) == [])
    }

    @Test func mistakesHaveARangeAndAFix() async throws {
        let misspelt = try await problems("/cities", ["filter": "populaton > 3"])
        #expect(misspelt.kind == "invalid")
        #expect(misspelt.diagnostics.map(\.code) == ["unknown-field"])
        #expect(misspelt.diagnostics.map(\.message) == ["`populaton` is not a field of City"])
        #expect(misspelt.diagnostics.map(\.hint) == ["did you mean `population`?"])
        #expect(misspelt.diagnostics.first?.range == Problems.Problem.Range(start: 0, end: 9))
        #expect(try await problems("/cities", ["sort": "-populaton"]).diagnostics.map(\.code) == ["unknown-field"])
        #expect(try await problems("/cities/lrage", [:]).diagnostics.map(\.code) == ["unknown-predicate"])
        #expect(try await problems("/cities/large", ["least": "many"]).diagnostics.count == 1)
        let (status, body) = try await answer("/cities", ["limit": "0"])
        #expect(status == .badRequest)
        #expect(String(decoding: body, as: UTF8.self).contains("limit is a number from 1 to 100"))
    }

    @Test(arguments: [
        ["filter": "id == 1"], ["filter": "random() < 0.5"], ["sort": "random()"],
        ["filter": "name MATCHES \"(a+)+$\" AND " + String(repeating: "NOT ", count: 500) + "capital == YES"],
        ["filter": "1 == 1); DROP TABLE city; --"], ["sort": "name; DROP TABLE city"],
    ])
    func hostileRequestsAreRefused(_ query: [String: String]) async throws {
        #expect(!(try await problems("/cities", query)).diagnostics.isEmpty)
    }

    /// Each `curl` command of the tutorial prints the JSON below it.
    @Test func theTutorialShowsTheAnswers() async throws {
        func canonical(_ json: Data) throws -> String {
            let value = try JSONSerialization.jsonObject(with: json)
            return String(
                decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys), as: UTF8.self)
        }
        let page = try String(
            contentsOf: Self.folder.appendingPathComponent("../../Documentation/tutorials/swift-server.md"),
            encoding: .utf8)
        let commands = page.components(separatedBy: "\n$ curl -s --get localhost:8080").dropFirst()
        #expect(commands.count >= 4)
        for command in commands {
            let block = command.components(separatedBy: "\n```")[0]
            let line = block.prefix { $0 != "\n" }
            let path = String(line.prefix { $0 != " " })
            var query: [String: String] = [:]
            for match in line.matches(of: #/(?:--data-urlencode|-d) (?:'([^']*)'|(\S+))/#) {
                let pair = (match.1 ?? match.2 ?? "").split(separator: "=", maxSplits: 1)
                query[String(pair[0])] = String(pair[1])
            }
            let (_, body) = try await answer(path, query)
            #expect(try canonical(body) == canonical(Data(block.dropFirst(line.count).utf8)), "\(line)")
        }
    }

    @Test func theFileHoldsItsOwnCases() throws {
        let file = try PredicateFile(
            contentsOf: Self.folder.appendingPathComponent("filters.yaml").path,
            types: [CityServer.City.predicateDescription.schema])
        #expect(file.predicates.flatMap { $0.failingCases() }.isEmpty)
        #expect(file.predicates.contains { !$0.cases.isEmpty })
    }
}
