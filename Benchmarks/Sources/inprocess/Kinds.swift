import Foundation
import PredicateFormat

/// A value with a field of each kind that predicates read directly.
struct Sample: Sendable {
    enum State: String, PredicateFieldValue { case open, closed, waiting }

    struct Place: PredicateDescribed {
        var number: Int
        static let predicateDescription = PredicateDescription<Self> { PredicateField("number", \.number) }
    }

    struct Owner: PredicateDescribed {
        var place: Place
        static let predicateDescription = PredicateDescription<Self> { PredicateField("place", \.place) }
    }

    var count: Int
    var ratio: Double
    var isOpen: Bool
    var name: String
    var date: Date
    var id: UUID
    var rank: Int?
    var state: State
    var tags: [String]
    var labels: Set<String>
    var owner: Owner

    static let description = PredicateDescription<Sample> {
        PredicateField("count", \.count)
        PredicateField("ratio", \.ratio)
        PredicateField("isOpen", \.isOpen)
        PredicateField("name", \.name)
        PredicateField("date", \.date)
        PredicateField("id", \.id)
        PredicateField("rank", \.rank)
        PredicateField("state", \.state)
        PredicateField("tags", \.tags)
        PredicateField("labels", \.labels)
        PredicateField("owner", \.owner)
    }

    /// Values in a mixed order that is always the same.
    static func samples(_ count: Int) -> [Sample] {
        let words = ["fat", "thin", "urgent", "small", "a much longer name than that", "Zoë", "zoo", "quick"]
        let states: [State] = [.open, .closed, .waiting]
        return Person.sample(count).enumerated().map { index, person in
            let age = person.age
            let byte = UInt8(age)
            return Sample(
                count: age, ratio: Double(age) / 100, isOpen: age % 2 == 0, name: words[age % words.count],
                date: Date(timeIntervalSince1970: Double(age) * 86_400),
                id: UUID(uuid: (byte, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, byte)),
                rank: age % 4 == 0 ? nil : age, state: states[age % states.count],
                tags: [words[index % words.count], words[age % words.count]],
                labels: [words[index % words.count], words[age % words.count]],
                owner: Owner(place: Place(number: age)))
        }
    }
}

/// A predicate over a field of one kind, and the same as a closure, which the compiler sees in place.
private func candidates(
    _ kind: String, _ samples: [Sample], _ format: PredicateFormatString, byHand: @escaping () -> Int
) throws -> [Candidate] {
    let predicate = try Sample.description.predicate(format)
    return [
        Candidate(engine: "closure", query: kind, operations: samples.count) { byHand() },
        Candidate(engine: "count", query: kind, operations: samples.count) { samples.count(where: predicate) },
        Candidate(engine: "matches", query: kind, operations: samples.count) {
            samples.count { predicate.matches($0) }
        },
    ]
}

/// What a predicate over one field of each kind takes beside a closure.
func measureKinds(_ request: Request) throws {
    let all = Sample.samples(request.structs / 10)
    let day = Date(timeIntervalSince1970: 50 * 86_400)
    let id = UUID(uuid: (7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 7))
    let folded: String.CompareOptions = [.anchored, .caseInsensitive, .diacriticInsensitive]
    let kinds = [
        try candidates("Int", all, "count > 50") { all.count { $0.count > 50 } },
        try candidates("Double", all, "ratio >= 0.5") { all.count { $0.ratio >= 0.5 } },
        try candidates("Bool", all, "isOpen == TRUE") { all.count { $0.isOpen } },
        try candidates("String, ==", all, #"name == "fat""#) { all.count { $0.name == "fat" } },
        try candidates("String, BEGINSWITH[cd]", all, #"name BEGINSWITH[cd] "zo""#) {
            all.count { $0.name.range(of: "zo", options: folded) != nil }
        },
        try candidates("Date", all, "date > \(day)") { all.count { $0.date > day } },
        try candidates("UUID", all, "id == \(id)") { all.count { $0.id == id } },
        try candidates("Int?", all, "rank > 50") { all.count { ($0.rank ?? .min) > 50 } },
        try candidates("enum of String", all, #"state == "open""#) { all.count { $0.state == .open } },
        try candidates("[String], ANY", all, #"ANY tags == "urgent""#) { all.count { $0.tags.contains("urgent") } },
        try candidates("Set<String>, IN", all, #""urgent" IN labels"#) {
            all.count { $0.labels.contains("urgent") }
        },
        try candidates("struct in a struct", all, "owner.place.number > 50") {
            all.count { $0.owner.place.number > 50 }
        },
    ]
    for kind in kinds { try measure("kinds", rounds: request.rounds, kind) }
}

/// A value with nothing that is counted.
private struct Point {
    var x: Int
    var y: Double
    static let description = PredicateDescription<Point> {
        PredicateField("x", \.x)
        PredicateField("y", \.y)
    }
}

/// A value of strings.
private struct Letter {
    var sender: String
    var receiver: String
    var subject: String
    var text: String
    static let description = PredicateDescription<Letter> {
        PredicateField("sender", \.sender)
        PredicateField("receiver", \.receiver)
        PredicateField("subject", \.subject)
        PredicateField("text", \.text)
    }
}

/// A class.
private final class Account {
    let name: String
    let age: Int

    init(_ person: Person) {
        name = person.name
        age = person.age
    }

    static let description = PredicateDescription<Account> {
        PredicateField("name", \.name) { $0.name }
        PredicateField("age", \.age) { $0.age }
    }
}

/// What a loop of `matches` takes beside `filter`, for a small struct, a struct of strings and a class.
func measureLoops(_ request: Request) throws {
    let people = Person.sample(request.structs / 10)
    let points = people.map { Point(x: $0.age, y: Double($0.age)) }
    let letters = people.map {
        Letter(
            sender: $0.name + " is the name of the sender", receiver: $0.name + " is the name of the receiver",
            subject: $0.name, text: $0.name + " is all that this letter says")
    }
    let accounts = people.map(Account.init)
    try measureLoops(of: points, "small struct", Point.description.predicate("x > 95 AND y < 99"), request) {
        $0.x > 95 && $0.y < 99
    }
    try measureLoops(of: letters, "struct of strings", Letter.description.predicate(#"subject == "fat""#), request) {
        $0.subject == "fat"
    }
    try measureLoops(of: accounts, "class", Account.description.predicate(#"age > 95 AND name == "fat""#), request) {
        $0.age > 95 && $0.name == "fat"
    }
}

private func measureLoops<Value>(
    of values: [Value], _ name: String, _ predicate: TypedPredicate<Value>, _ request: Request,
    _ closure: @escaping (Value) -> Bool
) throws {
    try measure(
        "loops", rounds: request.rounds,
        [
            Candidate(engine: "filter", query: name, operations: values.count) { values.filter(predicate).count },
            Candidate(engine: "for-matches", query: name, operations: values.count) {
                var found: [Value] = []
                for value in values where predicate.matches(value) { found.append(value) }
                return found.count
            },
            // The same loop with a closure that the compiler does not see.
            Candidate(engine: "for-closure", query: name, operations: values.count) {
                var found: [Value] = []
                for value in values where closure(value) { found.append(value) }
                return found.count
            },
        ])
}
