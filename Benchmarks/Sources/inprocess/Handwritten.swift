import Foundation

/// The twelve queries as Swift code, by their keys in `bench/queries.py`. Lists of values are taken from the
/// predicate's text, so that they are written only once.
struct Handwritten {
    /// A condition on the fields of a query.
    typealias Condition<Value> = (Value) -> Bool

    /// The cities of `IN`.
    let cities: Set<String>
    /// The clauses of OR.
    let clauses: [(city: String, age: Int)]
    let email: NSRegularExpression
    let from: Date
    let to: Date

    init(_ request: Request) throws {
        let inFifty = try Self.predicate("in-fifty", request)
        let manyOr = try Self.predicate("many-or", request)
        cities = Set(
            inFifty.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
        clauses = manyOr.matches(of: #/city == "([^"]*)" AND age == (\d+)/#).compactMap { match in
            Int(match.2).map { (String(match.1), $0) }
        }
        guard cities.count == 50, clauses.count == 40 else {
            throw BenchmarkFailure("the values of in-fifty or many-or cannot be read from the text")
        }
        email = try NSRegularExpression(pattern: #"^[a-z]+\.[a-z]+[0-9]{2}@example\.(com|org)$"#)
        let reader = ISO8601DateFormatter()
        guard let from = reader.date(from: "2023-06-01T00:00:00Z"), let to = reader.date(from: "2023-07-01T00:00:00Z")
        else { throw BenchmarkFailure("no date") }
        self.from = from
        self.to = to
    }

    private static func predicate(_ key: String, _ request: Request) throws -> String {
        guard let query = request.queries.first(where: { $0.key == key }) else {
            throw BenchmarkFailure("no query \(key)")
        }
        return query.predicate
    }

    func isGarcia(_ name: String) -> Bool {
        name.range(of: "garcia", options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }

    func isEmail(_ text: String) -> Bool {
        email.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
    }

    /// The query as a closure over a record.
    func closure(_ key: String) -> Condition<Record>? {
        switch key {
        case "two-scalars": { ($0.age ?? -1) > 30 && $0.name.hasPrefix("A") }
        case "five-fields":
            {
                guard let age = $0.age else { return false }
                return age >= 25 && age <= 60 && $0.score >= 50 && $0.active && $0.country == "PT"
                    && $0.bucket < 500_000
            }
        case "deep-path": { ($0.device?.system.version.major ?? -1) >= 14 }
        case "rare-string": { $0.city == "Ystad" }
        case "string-options": { isGarcia($0.name) }
        case "in-fifty": { cities.contains($0.city) }
        case "matches": { isEmail($0.email) }
        case "any": { $0.tags?.contains("urgent") ?? false }
        case "subquery": { $0.items.contains { $0.price > 400 && $0.quantity >= 5 } }
        case "dates": { $0.created >= from && $0.created < to }
        case "arithmetic":
            {
                guard let age = $0.age else { return false }
                return $0.score * 1.5 - Double(age) / 2 > 60.007
            }
        case "many-or": { record in clauses.contains { $0.city == record.city && $0.age == record.age } }
        default: nil
        }
    }

    /// The query as a `Foundation.Predicate`; nil if that is impossible: outside Apple's systems `#Predicate` cannot
    /// compare without diacritics, and the compiler fails on forty clauses.
    func foundation(_ key: String) -> Predicate<Record>? {
        let cities = Array(cities)
        let from = from
        let to = to
        let (ages, half, portugal, lowerHalf) = (25...60, 50.0, "PT", 500_000)
        switch key {
        case "two-scalars": return #Predicate { ($0.age ?? -1) > 30 && $0.name.starts(with: "A") }
        case "five-fields":
            // The closure uses constants, because the compiler fails on literals.
            return #Predicate {
                ages.contains($0.age ?? -1) && $0.score >= half && $0.active && $0.country == portugal
                    && $0.bucket < lowerHalf
            }
        case "deep-path": return #Predicate { ($0.device?.system.version.major ?? -1) >= 14 }
        case "rare-string": return #Predicate { $0.city == "Ystad" }
        case "in-fifty": return #Predicate { cities.contains($0.city) }
        case "matches": return #Predicate { $0.email.contains(#/^[a-z]+\.[a-z]+[0-9]{2}@example\.(com|org)$/#) }
        case "any": return #Predicate { ($0.tags ?? []).contains("urgent") }
        case "subquery": return #Predicate { $0.items.contains { $0.price > 400 && $0.quantity >= 5 } }
        case "dates": return #Predicate { $0.created >= from && $0.created < to }
        case "arithmetic": return #Predicate { $0.score * 1.5 - ($0.ageAsDouble ?? 1000) / 2.0 > 60.007 }
        default: return nil
        }
    }
}
