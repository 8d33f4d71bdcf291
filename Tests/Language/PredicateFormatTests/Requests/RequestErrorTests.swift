import Foundation
import PredicateCore
import PredicateFormat
import Testing

/// The JSON of each kind of error, as a server sends it.
struct RequestErrorTests {
    private struct City: PredicateDescribed {
        var name: String
        var population: Int
        var secret = 0

        static let predicateDescription = PredicateDescription<City> {
            PredicateField("name", \.name)
            PredicateField("population", \.population)
        }
    }

    private struct Form: Decodable {
        struct Diagnostic: Decodable {
            struct Range: Decodable { var start: Int, end: Int }
            var code: String
            var message: String
            var part: String
            var range: Range
        }
        var kind: String
        var message: String
        var diagnostics: [Diagnostic]
    }

    private let cities = [City(name: "Faro", population: 60_000), City(name: "Braga", population: 190_000)]

    private func form(_ body: () throws(RequestError) -> some Any) throws -> Form {
        do throws(RequestError) {
            _ = try body()
        } catch {
            return try JSONDecoder().decode(Form.self, from: JSONEncoder().encode(error))
        }
        throw CancellationError()
    }

    @Test func aWrongPredicate() throws {
        let form = try form { () throws(RequestError) in try cities.fetch().where("populaton > 3").count() }
        #expect(form.kind == "invalid")
        #expect(form.message == "predicate: `populaton` is not a field of City (did you mean `population`?)")
        #expect(form.diagnostics.map(\.code) == ["unknown-field"])
        #expect(form.diagnostics.map(\.part) == ["predicate"])
        #expect(form.diagnostics.first?.range.start == 0 && form.diagnostics.first?.range.end == 9)
    }

    @Test func severalWrongParts() throws {
        let request = cities.fetch().sorted(by: "-populaton").fetchingOnly("nam")
        let form = try form { () throws(RequestError) in try request.objects() }
        #expect(
            form.diagnostics.map { "\($0.part) \($0.code)" }.sorted() == ["select unknown-field", "sort unknown-field"])
        #expect(form.message.hasSuffix("`populaton` is not a field of City (did you mean `population`?)"))
    }

    @Test func aKeyPathWithoutAField() throws {
        let form = try form { () throws(RequestError) in try cities.fetch().groupBy(\.secret).count() }
        #expect(form.kind == "invalid")
        #expect(form.diagnostics.map { "\($0.part) \($0.code)" } == ["group-by unregistered-key-path"])
        #expect(form.message == "group-by: no field of City was declared for `\\.secret`")
    }

    @Test func groups() throws {
        let form = try form { () throws(RequestError) -> [City] in try cities.fetch().groupBy(\.name).result() }
        #expect(form.kind == "groups")
        #expect(form.message == "the results of this request are groups: ask for dictionaries or objects")
        #expect(form.diagnostics.isEmpty)
    }

    @Test func undecided() throws {
        var request = cities.fetch().where("ANY {1, 2, 3} == population")
        request.limits.evaluationSteps = 1
        let form = try form { () throws(RequestError) in try request.count() }
        #expect(form.kind == "undecided")
        #expect(form.message == "an evaluation for a value reached a limit: steps")
    }

    @Test func undecodable() throws {
        struct Row: Decodable { var name: Int }
        let form = try form { () throws(RequestError) in try cities.fetch().result(as: Row.self) }
        #expect(form.kind == "undecodable")
        #expect(form.message.hasPrefix("the results do not decode: "))
    }

    @Test func tables() throws {
        let errors: [RequestError] = [
            .untranslatable(part: "tags", reason: "it reads a list"), .missingFunction(part: "name LIKE city"),
        ]
        let forms = try errors.map { try JSONDecoder().decode(Form.self, from: JSONEncoder().encode($0)) }
        #expect(forms.map(\.kind) == ["untranslatable", "missing-function"])
        #expect(forms.map(\.message) == errors.map(\.description))
    }
}
