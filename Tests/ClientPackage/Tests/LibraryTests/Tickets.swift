// What the library promises to a program, seen from outside of its package: no declaration here is `package`.
import Foundation
import PredicateFormat

enum Priority: String, CaseIterable, PredicateFieldValue { case low, high }

struct Part: PredicateDescribed, Hashable {
    var name: String
    static let predicateDescription = PredicateDescription<Part> { PredicateField("name", \.name) }
}

struct Ticket: PredicateDescribed, Hashable {
    var title: String
    var priority: Priority
    var day: Int
    var parts: Set<Part> = []

    static let predicateDescription = PredicateDescription<Ticket> {
        PredicateField("title", \.title)
        PredicateField("priority", \.priority)
        PredicateField("day", \.day)
        PredicateField("parts", \.parts)
    }
}

let tickets = [
    Ticket(title: "Leak, again", priority: .high, day: 1, parts: [Part(name: "pipe"), Part(name: "valve")]),
    Ticket(title: "a leak", priority: .high, day: 2), Ticket(title: "noise", priority: .low, day: 1),
]

/// The codes of what is thrown, with the parts of the text that they are about.
func codes(_ body: () throws -> Void) -> [String] {
    func codes(_ parts: [RecordQueryDiagnostics.Found]) -> [String] {
        parts.map(\.diagnostics).flatMap { found in
            found.diagnostics.map { "\($0.code.rawValue) \($0.range.text(in: found.source))" }
        }
    }
    do {
        try body()
        return []
    } catch let error as PredicateDiagnostics {
        return error.diagnostics.map { "\($0.code.rawValue) \($0.range.text(in: error.source))" }
    } catch let error as RecordQueryDiagnostics {
        return codes(error.parts)
    } catch let error as RequestError {
        return codes(error.parts)
    } catch {
        return ["\(error)"]
    }
}
