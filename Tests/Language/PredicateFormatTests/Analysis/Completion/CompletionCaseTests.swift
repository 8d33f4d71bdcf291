import Testing

@testable import PredicateAnalysis
@testable import PredicateCore
@testable import PredicateFormat

/// Texts with a cursor, and their candidates.
@Suite struct CompletionCaseTests {
    /// An expectation for the candidates' texts.
    enum Expected: Sendable {
        /// The candidates are exactly these, in this order.
        case exactly([String])
        /// The first candidates are these.
        case first([String])
        /// The candidates include these.
        case has([String])
        /// The candidates include none of these.
        case lacks([String])
    }

    enum Which: Sendable { case people, cities, none }

    struct Case: CustomTestStringConvertible, Sendable {
        var text: String
        var schema: Which
        var expected: [Expected]
        var testDescription: String { text }
        init(_ text: String, _ schema: Which = .cities, _ expected: Expected...) {
            self.text = text
            self.schema = schema
            self.expected = expected
        }
    }

    @Test(arguments: Self.all) func offersWhatMayStandThere(_ example: Case) {
        let schema: RecordSchema? =
            switch example.schema {
            case .people: people
            case .cities: cities
            case .none: nil
            }
        let found = completion(example.text, schema, library: programLibrary).candidates.map(\.text)
        for expected in example.expected {
            switch expected {
            case .exactly(let texts): #expect(found == texts)
            case .first(let texts): #expect(Array(found.prefix(texts.count)) == texts, "\(found.prefix(30))")
            case .has(let texts):
                let lacking = texts.filter { !found.contains($0) }
                #expect(lacking == [], "\(found.prefix(60))")
            case .lacks(let texts): #expect(texts.filter(found.contains) == [], "\(found.prefix(60))")
            }
        }
    }

    static let all =
        fields + paths + operators + options + literals + strings + lists + functions + variables + conditions
        + recovery + withoutSchema

    static let textOperators = ["BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE"]

    static let fields: [Case] = [
        Case("‸", .cities, .first(["name", "asciiname", "countrycode", "population"])),
        Case("   ‸", .cities, .first(["name", "asciiname"])),
        Case("‸", .people, .first(["name", "age", "score", "born", "seen", "id", "state", "tags"])),
        Case("pop‸", .cities, .exactly(["population"])),
        Case("POP‸", .cities, .exactly(["population"])),
        Case("na‸", .cities, .exactly(["name"])),
        Case("xyz‸", .cities, .exactly([])),
        Case("board‸", .cities, .exactly(["SELF.\"board-id\""])),
        Case(
            "SELF.‸", .cities, .first(["name", "asciiname"]), .has(["\"board-id\"", "like", "size"]), .lacks(["AND"])),
        Case("SELF.board‸", .cities, .exactly(["\"board-id\""])),
        Case("SELF.\"board‸", .cities, .exactly(["board-id\""])),
        Case("SELF.'board‸", .cities, .exactly(["board-id'"])),
        Case("SELF.\"board‸\" == 'b1'", .cities, .exactly(["board-id"])),
        Case("lik‸", .cities, .exactly(["#like"])),
        Case("#‸", .cities, .first(["#name", "#asciiname"]), .lacks(["NOT", "#board-id"])),
        Case("#li‸", .cities, .exactly(["#like"])),
        Case("siz‸", .cities, .exactly(["#size"])),
        Case("grö‸", .cities, .exactly(["größe"])),
        Case("GRÖ‸", .cities, .exactly(["größe"])),
        Case("‸name == 'x'", .cities, .first(["name"])),
        Case("po‸pulation > 3", .cities, .exactly(["population"])),
        Case("NOT ‸", .cities, .first(["name"]), .has(["ANY", "NOT"])),
        Case("NOT (‸", .cities, .first(["name"]), .has(["ANY"])),
        Case("(‸", .cities, .first(["name"]), .has(["ANY", "NOT", "TRUEPREDICATE"])),
        Case("((‸", .cities, .first(["name"]), .has(["ANY"])),
        Case("! ‸", .cities, .first(["name"])),
        Case("name == 'a' AND ‸", .cities, .first(["name"]), .has(["ANY", "TRUEPREDICATE"])),
        Case("name == 'a' && pop‸", .cities, .exactly(["population"])),
        Case("name == 'a' || (pop‸", .cities, .exactly(["population"])),
    ]

    static let paths: [Case] = [
        Case("country.‸", .cities, .exactly(["name", "area", "languages", "\"iso code\""])),
        Case("country.na‸", .cities, .exactly(["name"])),
        Case("country.‸ == 'x'", .cities, .has(["name", "area"])),
        Case("country.\"iso‸", .cities, .exactly(["iso code\""])),
        Case("country.iso‸", .cities, .exactly(["\"iso code\""])),
        Case("mayor.‸", .cities, .first(["name", "age", "friends", "and"])),
        Case("mayor.friends.‸", .cities, .first(["name", "age", "friends", "and", "@count"])),
        Case("mayor.friends.friends.fr‸", .cities, .exactly(["friends"])),
        Case("districts.‸", .cities, .first(["name", "population", "streets", "@count", "@sum."])),
        Case("districts.streets.‸", .cities, .first(["name", "houses", "@count"])),
        Case("districts.@‸", .cities, .first(["@count", "@sum.", "@avg.", "@min.", "@max."]), .lacks(["name"])),
        Case("districts.@sum.‸", .cities, .exactly(["population", "streets."])),
        Case("districts.@sum.streets.‸", .cities, .exactly(["name.", "houses."])),
        Case("districts.@max.‸", .cities, .first(["name", "population"])),
        Case("districts.@unionOfArrays.‸", .cities, .has(["streets"]), .lacks(["name"])),
        Case("districts.@count.‸", .cities, .exactly([])),
        Case("districts.@distinct‸", .cities, .first(["@distinctUnionOfObjects."])),
        Case("scores.@‸", .cities, .first(["@count", "@sum", "@avg", "@min", "@max"])),
        Case("alternatenames.@‸", .cities, .has(["@count", "@min", "@max"]), .lacks(["@sum", "@avg"])),
        Case("alternatenames.@co‸", .cities, .exactly(["@count"])),
        Case("name.‸", .cities, .exactly(["length"])),
        Case("name.le‸", .cities, .exactly(["length"])),
        Case("population.‸", .cities, .exactly([])),
        Case("extra.‸", .cities, .exactly(["@count"])),
        Case("address.‸", .people, .exactly(["city", "zip"])),
        Case("orders.buyer.‸", .people, .first(["name", "age"])),
        Case("districts[0].‸", .cities, .exactly(["name", "population", "streets"])),
        Case("districts[LAST].na‸", .cities, .exactly(["name"])),
        Case("(mayor).‸", .cities, .first(["name"])),
        Case("districts[‸", .cities, .first(["FIRST]", "LAST]", "SIZE]", "0"])),
        Case("districts[FI‸", .cities, .exactly(["FIRST]"])),
        Case("districts[l‸]", .cities, .first(["LAST"])),
        Case("extra[‸", .cities, .first(["SIZE]"]), .lacks(["FIRST]"])),
        Case("country[‸", .cities, .first(["\"name\"", "\"area\""])),
        Case("country['na‸", .cities, .exactly(["name'"])),
    ]

    static let operators: [Case] = [
        Case(
            "population ‸", .cities, .first(["==", "!=", "<", "<=", ">", ">=", "BETWEEN", "IN"]), .lacks(textOperators)),
        Case("population BEG‸", .cities, .exactly([])),
        Case("name ‸", .cities, .first(["==", "!=", "BEGINSWITH", "CONTAINS"]), .has(["IN", "LIKE"])),
        Case("name BEG‸", .cities, .exactly(["BEGINSWITH"])),
        Case("name beg‸", .cities, .exactly(["BEGINSWITH"])),
        Case("name !‸", .cities, .exactly(["!="])),
        Case("name NE‸", .cities, .exactly(["NEAR"])),
        Case("population NE‸", .cities, .exactly([])),
        Case("name UTI-‸", .cities, .exactly(["UTI-CONFORMS-TO", "UTI-EQUALS"])),
        Case("name UTI-CONF‸", .cities, .exactly(["UTI-CONFORMS-TO"])),
        Case("capital ‸", .cities, .first(["==", "!="]), .lacks(textOperators + ["BETWEEN", "+"])),
        Case("elevation B‸", .cities, .exactly(["BETWEEN"])),
        Case("founded ‸", .cities, .first(["==", "!=", "<", "<="]), .has(["BETWEEN", "BEGINSWITH"])),
        Case("born ‸", .people, .first(["==", "!=", "<"]), .has(["+", "-"]), .lacks(textOperators)),
        Case("state ‸", .people, .first(["==", "!=", "IN"])),
        Case("country ‸", .cities, .first(["==", "!="]), .lacks(textOperators + ["<", "BETWEEN"])),
        Case("alternatenames ‸", .cities, .first(["CONTAINS", "==", "!=", ".@count", "BEGINSWITH"]), .lacks(["+"])),
        Case("ANY alternatenames ‸", .cities, .first(["==", "!=", "BEGINSWITH"]), .lacks([".@count", "AND"])),
        Case("ALL districts.population ‸", .cities, .first(["==", "!=", "<"]), .lacks(textOperators)),
        Case("extra ‸", .cities, .has(["CONTAINS"]), .lacks(["BEGINSWITH"])),
        Case("anything ‸", .cities, .has(["==", "BEGINSWITH", "BETWEEN", "IN"])),
        Case("population + 1 ‸", .cities, .first(["==", "!=", "<"]), .has(["*"]), .lacks(textOperators)),
        Case("population‸ ", .cities, .exactly(["population"])),
        Case("districts.@count ‸", .cities, .first(["=="]), .lacks(textOperators)),
        Case("districts[0].name ‸", .cities, .has(["BEGINSWITH"])),
        Case("districts[0]‸", .cities, .has([" =="])),
        Case("SIZE ‸", .none, .has(["=="])),
        Case("uppercase(name) ‸", .cities, .has(["BEGINSWITH"])),
        Case("sum(scores) ‸", .cities, .has(["=="]), .lacks(textOperators)),
        Case("CAST(name, 'NSNumber') ‸", .cities, .has(["<"])),
        Case("scores MI‸", .cities, .exactly(["MINUS"])),
        Case("(population + 2) ‸", .cities, .has(["==", "*"]), .lacks(["AND"] + textOperators)),
        Case("(population ‸", .cities, .has(["==", "*"]), .lacks(["AND"])),
        Case("sum(scores ‸", .cities, .has(["UNION"]), .lacks(["==", "CONTAINS"])),
        Case("population > (level ‸", .cities, .has(["+"]), .lacks(["==", "AND"])),
    ]

    static let options: [Case] = [
        Case("name ==[‸", .cities, .exactly(["c]", "d]", "cd]", "n]", "l]"])),
        Case("name BEGINSWITH[‸", .cities, .exactly(["c]", "d]", "cd]", "n]", "l]"])),
        Case("name BEGINSWITH[c‸", .cities, .exactly(["c]", "cd]"])),
        Case("name BEGINSWITH[c‸] 'x'", .cities, .exactly(["c", "cd"])),
        Case("population BETWEEN[‸", .cities, .lacks(["c]"])),
        Case("name BEGINSWITH[cd] ‸", .cities, .has(["asciiname", "uppercase("]), .lacks(["population"])),
    ]

    static let literals: [Case] = [
        Case(
            "capital == ‸", .cities, .first(["TRUE", "FALSE", "nil"]),
            .lacks(["name", "capital", "population", "country.", "abs("])),
        Case("capital == T‸", .cities, .first(["TRUE"])),
        Case("capital == f‸", .cities, .first(["FALSE"]), .lacks(["TRUE"])),
        Case("state == ‸", .people, .first(["\"new\"", "\"lost\""])),
        Case("state == n‸", .people, .first(["\"new\"", "name"])),
        Case("state IN {‸", .people, .first(["\"new\"", "\"lost\""])),
        Case("state IN {\"new\", ‸", .people, .first(["\"new\"", "\"lost\""])),
        Case("countrycode == ‸", .cities, .first(["\"US\"", "\"PH\"", "\"PK\"", "\"PE\"", "\"PL\"", "\"DE\""])),
        Case("countrycode == P‸", .cities, .first(["\"PH\"", "\"PK\"", "\"PE\"", "\"PL\""]), .lacks(["\"US\""])),
        Case("countrycode !=‸", .cities, .first([" \"US\"", " \"PH\""])),
        Case("countrycode BEGINSWITH ‸", .cities, .first(["\"US\""])),
        Case(
            "level > ‸", .cities, .first(["3", "1", "-2"]), .has(["population", "elevation"]),
            .lacks(["name", "\"US\""])),
        Case("level == 1‸", .cities, .first(["1"]), .lacks(["3", "population"])),
        Case(
            "name == ‸", .cities, .has(["asciiname", "countrycode", "country.", "uppercase("]),
            .lacks(["population", "TRUE"])),
        Case("name == as‸", .cities, .exactly(["asciiname"])),
        Case(
            "population > ‸", .cities, .has(["level", "elevation", "mayor.", "abs("]), .has(["country."]),
            .lacks(["name", "alternatenames"])),
        Case("elevation == ‸", .cities, .has(["nil", "population"])),
        Case("population == ‸", .cities, .lacks(["nil"])),
        Case("founded > ‸", .cities, .first(["\"2026-01-31\""]), .has(["now()"])),
        Case("born < ‸", .people, .first(["\"2026-01-31\""]), .has(["seen", "now()"]), .lacks(["name", "age"])),
        Case("born - ‸", .people, .has(["age", "seen"]), .lacks(["name"])),
        Case("population + ‸", .cities, .has(["level"]), .lacks(["name", "\"US\""])),
        Case("population & ‸", .cities, .has(["level"]), .lacks(["elevation"])),
        Case("-‸", .cities, .has([" population"]), .lacks(["name", "ANY", "NOT"])),
        Case("population BETWEEN ‸", .cities, .exactly(["{"])),
        Case("population BETWEEN {‸", .cities, .has(["level"]), .lacks(["name"])),
        Case("level BETWEEN {‸", .cities, .first(["3", "1", "-2"])),
        Case("level BETWEEN {1, ‸", .cities, .first(["3"])),
        Case("countrycode IN ‸", .cities, .first(["{"]), .has(["alternatenames"]), .lacks(["population"])),
        Case("countrycode IN {‸", .cities, .first(["\"US\"", "\"PH\""])),
        Case("countrycode IN {'US', ‸", .cities, .first(["\"US\""])),
        Case("alternatenames CONTAINS ‸", .cities, .first(["\"Lisboa\"", "\"Porto\""])),
        Case("ANY alternatenames == ‸", .cities, .first(["\"Lisboa\"", "\"Porto\""])),
        Case("scores CONTAINS ‸", .cities, .has(["population"]), .lacks(["name"])),
        Case("'x' IN ‸", .cities, .has(["name", "alternatenames"]), .lacks(["population"])),
        Case("SELF.'board-id' == ‸", .cities, .first(["\"b1\""])),
        Case("name == %‸", .cities, .first(["%@"])),
        Case("country == ‸", .cities, .has(["mayor"]), .lacks(["population", "country"])),
    ]

    static let strings: [Case] = [
        Case("countrycode == \"P‸", .cities, .exactly(["PH\"", "PK\"", "PE\"", "PL\""])),
        Case("countrycode == \"‸", .cities, .first(["US\"", "PH\""])),
        Case("countrycode == 'P‸", .cities, .exactly(["PH'", "PK'", "PE'", "PL'"])),
        Case("countrycode == \"P‸\"", .cities, .exactly(["PH", "PK", "PE", "PL"])),
        Case("countrycode == \"P‸\" AND name == 'x'", .cities, .exactly(["PH", "PK", "PE", "PL"])),
        Case("countrycode == \"u‸", .cities, .exactly(["US\""])),
        Case("countrycode == \"p‸", .cities, .exactly(["pt\""])),
        Case("countrycode == \"ZZ‸", .cities, .exactly([])),
        Case("countrycode == 'it‸", .cities, .exactly(["it\\'s'"])),
        Case("countrycode == \"it‸", .cities, .exactly(["it's\""])),
        Case("countrycode == \"say‸", .cities, .exactly(["say \\\"hi\\\"\""])),
        Case("countrycode == \"back‸", .cities, .exactly(["back\\\\slash\""])),
        Case("countrycode IN {\"US\", \"P‸", .cities, .first(["PH\"", "PK\""])),
        Case("countrycode BEGINSWITH \"P‸", .cities, .first(["PH\""])),
        Case("state == \"n‸", .people, .exactly(["new\""])),
        Case("state == 'l‸'", .people, .exactly(["lost"])),
        Case("ANY alternatenames == 'L‸", .cities, .exactly(["Lisboa'"])),
        Case("population == \"P‸", .cities, .exactly([])),
        Case("CAST(name, '‸", .cities, .first(["NSDate'", "NSNumber'"])),
        Case("CAST(name, 'NSD‸", .cities, .exactly(["NSDate'", "NSDecimalNumber'"])),
        Case("CAST(name, 'NSU‸')", .cities, .exactly(["NSUUID", "NSURL"])),
        Case("FUNCTION(name, 'upp‸", .cities, .exactly(["uppercase:'"])),
        Case("born > \"20‸", .people, .first(["2026-01-31\""])),
        Case("name == 'AND ‸", .cities, .exactly([])),
    ]

    static let lists: [Case] = [
        Case(
            "ANY ‸", .cities, .first(["alternatenames", "scores", "country.", "mayor.", "districts"]),
            .lacks(["name", "population", "NOT"])),
        Case("ANY country.‸", .cities, .exactly(["languages"])),
        Case("ALL dis‸", .cities, .exactly(["districts"])),
        Case("NONE alt‸", .cities, .exactly(["alternatenames"])),
        Case("AN‸", .cities, .has(["ANY"])),
        Case("an‸", .cities, .has(["ANY", "anything"])),
        Case(
            "SUBQUERY(‸", .cities, .first(["alternatenames", "scores"]), .has(["districts", "country."]),
            .lacks(["name", "population"])),
        Case("SUBQUERY(districts, ‸", .cities, .exactly(["$x"])),
        Case("SUBQUERY(districts, $d, ‸", .cities, .first(["$d"]), .has(["name", "NOT"])),
        Case("SUBQUERY(districts, $d, $d.‸", .cities, .exactly(["name", "population", "streets"])),
        Case("SUBQUERY(districts, $d, $d.po‸", .cities, .exactly(["population"])),
        Case("SUBQUERY(districts, $d, $d.population ‸", .cities, .first(["==", "!="]), .lacks(textOperators)),
        Case("SUBQUERY(districts, $d, $d.name == 'a' ‸", .cities, .first(["AND", "OR"])),
        Case("SUBQUERY(districts, $d, $d.name == 'a' AND ‸", .cities, .first(["$d"])),
        Case("SUBQUERY(districts, $d, ANY $d.streets.‸", .cities, .has(["name"])),
        Case(
            "SUBQUERY(districts, $d, SUBQUERY($d.streets, $s, $s.‸", .cities, .exactly(["name", "houses"])),
        Case("SUBQUERY(districts, $d, SUBQUERY($d.streets, $s, $‸", .cities, .first(["$s", "$d"])),
        Case("SUBQUERY(districts, $d, $d.population > 5).@‸", .cities, .first(["@count", "@sum."])),
        Case("SUBQUERY(districts, $d, $d.population > 5).@sum.‸", .cities, .exactly(["population", "streets."])),
        Case("SUBQUERY(districts, $d, $d.population > 5).@count ‸", .cities, .first(["=="])),
        Case("SUBQUERY(districts, $d, $d.name == name).@count > 1 AND $‸", .cities, .lacks(["$d"])),
    ]

    static let functions: [Case] = [
        Case("up‸", .cities, .exactly(["uppercase("])),
        Case("uppercase(‸", .cities, .first(["name", "asciiname", "countrycode"]), .lacks(["population", "ANY"])),
        Case("sum(‸", .cities, .first(["scores"]), .has(["districts."]), .lacks(["alternatenames", "name"])),
        Case("sum(districts.‸", .cities, .first(["population"]), .lacks(["name", "@max."])),
        Case("count(‸", .cities, .has(["alternatenames", "scores", "districts"]), .lacks(["name"])),
        Case("modul‸", .cities, .exactly(["modulus:by:("])),
        Case("modulus:b‸", .cities, .exactly(["modulus:by:("])),
        Case("modulus:by:(‸", .cities, .has(["population"]), .lacks(["elevation", "name"])),
        Case("modulus:by:(population, ‸", .cities, .has(["level"]), .lacks(["name"])),
        Case("dist‸", .cities, .has(["districts", "distance:to:("])),
        Case("distance:to:(name, ‸", .cities, .has(["asciiname"]), .lacks(["population"])),
        Case("now‸", .cities, .exactly(["now()"])),
        Case("sum‸(scores)", .cities, .exactly(["sum"])),
        Case("CAST(name, ‸", .cities, .first(["\"NSDate\"", "\"NSNumber\""])),
        Case("TERNARY(‸", .cities, .first(["name"]), .has(["ANY"])),
        Case("TERNARY(capital == TRUE, ‸", .cities, .has(["name", "population"]), .lacks(["ANY"])),
        Case("TERNARY(capital == TRUE, 1, ‸", .cities, .has(["population"])),
        Case("FUNCTION(‸", .cities, .has(["name"])),
        Case("FUNCTION(population, ‸", .cities, .has(["\"sqrt:\"", "\"modulus:by:\""])),
        Case("FUNCTION(population, 'modulus:by:', ‸", .cities, .has(["level"]), .lacks(["name"])),
        Case("sub‸", .cities, .exactly(["substring(", "SUBQUERY("])),
        Case("CAS‸", .cities, .exactly(["CAST("])),
        Case("abs(‸ > 3", .cities, .has(["population"])),
    ]

    static let variables: [Case] = [
        Case("$‸", .cities, .exactly([])),
        Case("$v := population AND $‸", .cities, .lacks(["$w"])),
        Case("($v := population) > 3 AND $‸", .cities, .exactly(["$v"])),
        Case("($v := mayor) != nil AND $v.‸", .cities, .first(["name", "age"])),
        Case("($v := ‸", .cities, .has(["name", "population"]), .lacks(["ANY"])),
    ]

    static let conditions: [Case] = [
        Case("name == 'x' ‸", .cities, .first(["AND", "OR"]), .lacks(["name", "=="])),
        Case("name == 'x'‸", .cities, .first([" AND", " OR"])),
        Case("name == 'x' A‸", .cities, .exactly(["AND"])),
        Case("name == 'x' a‸", .cities, .exactly(["AND"])),
        Case("population > 3 ‸", .cities, .first(["AND", "OR"]), .has(["+"])),
        Case("TRUEPREDICATE ‸", .cities, .exactly(["AND", "OR"])),
        Case("TRUE‸", .cities, .exactly(["TRUEPREDICATE"])),
        Case("(name == 'x') ‸", .cities, .first(["AND", "OR"])),
        Case("(name == 'x' ‸", .cities, .first(["AND", "OR"])),
        Case("NOT name ‸", .cities, .first(["=="]), .lacks(["AND"])),
        Case("NOT name == 'x' ‸", .cities, .first(["AND"])),
        Case("name == 'x' AND population ‸", .cities, .first(["=="]), .lacks(["AND"])),
        Case("name == 'x' AND population > 3 O‸", .cities, .exactly(["OR"])),
        Case("capital ‸", .cities, .lacks(["AND"])),
    ]

    static let recovery: [Case] = [
        Case("population BEG ‸", .cities, .exactly([])),
        Case("nmae == 'x' AND ‸", .cities, .first(["name"])),
        Case("nmae ‸", .cities, .has(["==", "BEGINSWITH"])),
        Case("a b c AND pop‸", .cities, .exactly(["population"])),
        Case("population = = 3 AND na‸", .cities, .has(["name"])),
        Case("name == ‸ AND population > ", .cities, .has(["asciiname"])),
        Case("name == ) AND coun‸", .cities, .has(["country", "countrycode"])),
        Case("name == 'x' ; ‸", .cities, .lacks(["=="])),
        Case("country.‸.name == 3 AND (((", .cities, .has(["name"])),
        Case("name BEGINSWITH[c ‸", .cities, .lacks(["AND"])),
    ]

    static let withoutSchema: [Case] = [
        Case("‸", .none, .has(["ANY", "NOT", "TRUEPREDICATE", "SUBQUERY(", "uppercase("]), .lacks(["name"])),
        Case("x ‸", .none, .has(["==", "BEGINSWITH", "BETWEEN", "IN"])),
        Case("x BEG‸", .none, .exactly(["BEGINSWITH"])),
        Case("x == ‸", .none, .has(["nil", "now()"])),
        Case("5 ‸", .none, .first(["=="]), .lacks(textOperators)),
        Case("'a' ‸", .none, .has(["BEGINSWITH", "IN"])),
        Case("x.‸", .none, .has(["@count", "@sum"])),
        Case("x == 1 ‸", .none, .first(["AND", "OR"])),
        Case("x[‸", .none, .first(["FIRST]", "LAST]", "SIZE]"])),
    ]
}

extension CompletionCaseTests {
    @Test func thereAreManyCases() { #expect(Self.all.count >= 120) }
}
